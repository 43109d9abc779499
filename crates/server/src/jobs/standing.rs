//! How the work of the club stands, for keepers.

use super::results::{COMPARE, Comparison, KeptPuzzles};
use crate::api::{DifferenceView, LevelsView, PuzzleView, PuzzlesPage, QueueView, WorkView, WorkerKeyView, WorkerView};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use damka_engine::SIGNATURE;
use damka_engine::elo::Pentanomial;
use damka_notation::fen::{read_hub, write};
use damka_rules::Ruleset;
use damka_store::{JobCount, JobState, KeptJob, KeptWorker, LevelScore, Urgency, WorkerKey};
use damka_words::Words;
use std::sync::Arc;

/// The most workers, keys and differences that are shown.
const MOST: u32 = 100;
/// The most jobs with puzzles on a page.
const PAGE: u32 = 20;
/// A worker that was not heard of for so long is not here, in milliseconds: it asks for work more often.
const HERE: u64 = 90_000;

/// Workers, the queue, keys, and how levels stand.
///
/// # Errors
/// If the store cannot be read.
pub async fn look(club: &Arc<Club>, words: &Words) -> Result<WorkView, Failure> {
    let own = format!("node-{}", club.clock.run());
    let read = |store: &dyn damka_store::Store| {
        let jobs = store.jobs();
        let (counts, workers, keys) = (jobs.job_counts()?, jobs.workers(MOST)?, jobs.worker_keys(MOST)?);
        let (scores, differences) = (jobs.level_scores(SIGNATURE)?, jobs.kept_jobs(COMPARE, None, MOST)?);
        Ok((counts, workers, keys, scores, differences, jobs.kept_jobs("puzzles", None, MOST)?.len() as u32))
    };
    let (counts, workers, keys, scores, differences, puzzle_games) = club.read(read).await?;
    Ok(WorkView {
        signature: SIGNATURE.to_owned(),
        background: club.settings.background_jobs,
        queue: queue(&counts, words),
        workers: workers.iter().map(|it| worker(it, it.worker.id == own, words)).collect(),
        keys: keys.into_iter().map(key).collect(),
        levels: scores.iter().filter_map(|score| levels(score, words)).collect(),
        differences: differences.iter().filter_map(|job| difference(job, &workers, words)).collect(),
        puzzle_games,
    })
}

fn kind_name(kind: &str, words: &Words) -> String {
    match kind {
        "analysis" | "puzzles" | "level" | COMPARE => words.say(&format!("job-{kind}"), &[]),
        other => other.to_owned(),
    }
}

fn queue(counts: &[JobCount], words: &Words) -> Vec<QueueView> {
    let mut rows: Vec<QueueView> = Vec::new();
    for JobCount { kind, urgency, state, count, oldest } in counts {
        let people = *urgency == Urgency::Person;
        let at = rows.iter().position(|row| row.kind == *kind && row.people == people).unwrap_or_else(|| {
            let (kind, name) = (kind.clone(), kind_name(kind, words));
            rows.push(QueueView { kind, name, people, waiting: 0, taken: 0, done: 0, given_up: 0, oldest: None });
            rows.len() - 1
        });
        let row = &mut rows[at];
        match state {
            JobState::Waiting => (row.waiting, row.oldest) = (*count, Some(*oldest)),
            JobState::Taken => row.taken = *count,
            JobState::Done => row.done = *count,
            JobState::GivenUp => row.given_up = *count,
        }
    }
    rows.sort_by_key(|row| !row.people);
    rows
}

fn name_of(worker: &KeptWorker, words: &Words) -> String {
    match (worker.worker.name.as_str(), worker.worker.key) {
        ("", None) => words.say("worker-own", &[]),
        ("", Some(_)) => words.say("worker-nameless", &[]),
        (name, _) => name.to_owned(),
    }
}

fn worker(kept: &KeptWorker, is_this: bool, words: &Words) -> WorkerView {
    let KeptWorker { worker, key_name, seen, has, jobs, nodes, busy } = kept;
    WorkerView {
        id: worker.id.clone(),
        name: name_of(kept, words),
        key: key_name.clone(),
        signature: worker.signature.clone(),
        threads: worker.threads,
        here: is_this || *seen < HERE || *has > 0,
        seen_at: if is_this { wall() } else { wall().saturating_sub(*seen) },
        has: *has,
        jobs: *jobs,
        speed: (u128::from(*nodes) * 1000).checked_div((*busy).into()).unwrap_or(0) as u64,
    }
}

fn key(key: WorkerKey) -> WorkerKeyView {
    let WorkerKey { number, key, withdrawn_at } = key;
    WorkerKeyView { number, name: key.name, made_at: key.made_at, withdrawn_at }
}

/// The better level first, which is the one with the larger number.
fn levels(score: &LevelScore, words: &Words) -> Option<LevelsView> {
    let ruleset = Ruleset::from_line(&score.rules).ok()?;
    let mut pairs = score.pairs;
    if score.first < score.second {
        pairs.reverse();
    }
    let estimate = Pentanomial(pairs).estimate()?;
    let is_known = estimate.elo.low.is_finite() && estimate.elo.high.is_finite();
    Some(LevelsView {
        rules: words.ruleset_name(&ruleset),
        level: score.first.max(score.second),
        against: score.first.min(score.second),
        games: (2 * pairs.iter().sum::<u64>()) as u32,
        score: round(estimate.score.value * 100.0),
        elo: estimate.elo.value.is_finite().then(|| round(estimate.elo.value)),
        error: is_known.then(|| round((estimate.elo.high - estimate.elo.low) / 2.0)),
    })
}

/// One digit after the point.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn difference(job: &KeptJob, workers: &[KeptWorker], words: &Words) -> Option<DifferenceView> {
    let Comparison { compared, second, .. } = serde_json::from_str(job.result.as_deref()?).ok()?;
    let named = |id: &str| {
        let known = workers.iter().find(|worker| worker.worker.id == id);
        known.map_or_else(|| id.to_owned(), |worker| name_of(worker, words))
    };
    let kind = kind_name(&compared.what, words);
    Some(DifferenceView { job: compared.of, kind, first: named(&compared.first), second: named(&second) })
}

/// Puzzles that were found, those of the newest jobs first.
///
/// # Errors
/// If the store cannot be read.
pub async fn puzzles(club: &Arc<Club>, before: Option<i64>) -> Result<PuzzlesPage, Failure> {
    let jobs = club.read(move |store| store.jobs().kept_jobs("puzzles", before, PAGE)).await?;
    let next = jobs.last().filter(|_| jobs.len() == PAGE as usize).map(|last| last.number.to_string());
    Ok(PuzzlesPage { puzzles: jobs.iter().flat_map(puzzles_of).collect(), next })
}

fn puzzles_of(job: &KeptJob) -> Vec<PuzzleView> {
    let kept = job.result.as_deref().and_then(|result| serde_json::from_str::<KeptPuzzles>(result).ok());
    let Some(KeptPuzzles { rules, puzzles }) = kept else { return Vec::new() };
    let Ok(ruleset) = Ruleset::from_line(&rules) else { return Vec::new() };
    let game = job.job.subject.clone().unwrap_or_default();
    let view = |puzzle: super::Puzzle| {
        let position = read_hub(&puzzle.position, &ruleset).ok()?;
        Some(PuzzleView {
            game: game.clone(),
            rules: rules.clone(),
            ply: puzzle.ply,
            fen: write(&position, &ruleset),
            line: puzzle.line,
            best: puzzle.best,
            second: puzzle.second,
            missed: puzzle.missed,
            hidden: puzzle.hidden,
        })
    };
    puzzles.into_iter().filter_map(view).collect()
}
