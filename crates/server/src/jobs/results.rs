//! What becomes of a result: it is checked, kept once, and sometimes compared with the result of another worker.

use super::task::{AnalysisTask, BadTask, Found, Puzzle, PuzzlesTask, Task};
use super::{analysis, puzzles};
use crate::club::Club;
use crate::error::Failure;
use crate::random;
use damka_conduct::GameId;
use damka_engine::SIGNATURE;
use damka_store::{
    JobState, JobWrite, KeptJob, KeptWorker, LevelResult, LevelScore, NewJob, StoreError, Urgency, Write,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The kind of jobs that repeat what another worker has done.
pub const COMPARE: &str = "compare";
/// A worker that was not heard of for so long, in milliseconds, will hardly take part in a comparison soon.
const LATELY: u64 = 600_000;
/// The most workers that are looked at.
const MOST_WORKERS: u32 = 100;

/// A result that a worker hands in.
pub struct Delivery {
    /// The job.
    pub job: KeptJob,
    /// The worker's token.
    pub token: String,
    /// The worker.
    pub worker: String,
    /// What it found.
    pub found: Found,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How long it worked, in milliseconds.
    pub busy: u64,
}

/// What a job that compares contains, beside its task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared {
    /// The job whose result is compared.
    pub of: i64,
    /// What kind it was.
    pub what: String,
    /// The worker that did it first.
    pub first: String,
    /// The fingerprint of what was found first.
    pub digest: String,
}

/// How a comparison came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    /// What was compared.
    pub compared: Compared,
    /// The worker that did it again.
    pub second: String,
    /// The fingerprint of what was found then.
    pub digest: String,
}

/// The input of a job that compares.
#[derive(Serialize, Deserialize)]
struct Again {
    #[serde(flatten)]
    task: Task,
    compared: Compared,
}

/// The puzzles of a game, as the result of a job keeps them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptPuzzles {
    /// The rules of the game, as a line.
    pub rules: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// The fingerprint of a result. Averages are not part of it: they follow from the rest, and not every machine writes
/// their last digit alike.
fn digest(found: &Found) -> String {
    let text = match found {
        Found::Analysis { analysis, .. } => serde_json::to_string(&(&analysis.positions, analysis.turning_point)),
        other => serde_json::to_string(other),
    };
    Sha256::digest(text.unwrap_or_default()).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Keeps a result, once; a worker that no longer has the job gets an error.
///
/// # Errors
/// [`Failure::JobGone`] if another worker has the job, [`Failure::BadRequest`] if this cannot have been found.
pub async fn keep(club: &Arc<Club>, delivery: Delivery) -> Result<(), Failure> {
    let task = Task::read(&delivery.job.job.input).map_err(bad)?;
    let (writes, delivery) = {
        let club = Arc::clone(club);
        // Whole games are replayed, which must not hold up others.
        let made = tokio::task::spawn_blocking(move || Ok((writes(&club, &task, &delivery)?, delivery))).await;
        made.unwrap_or(Err(Failure::Broken))?
    };
    let compared = if delivery.job.job.kind == COMPARE { None } else { again(club, &delivery).await? };
    let worked = JobWrite::Worked { worker: delivery.worker, nodes: delivery.nodes, busy: delivery.busy };
    let all = writes.into_iter().chain(compared).chain([Write::Job(worked)]).collect();
    let kept = club.write(all).await;
    club.work_changed();
    kept.map_err(|error| if error == StoreError::Conflict { Failure::JobGone } else { Failure::Store(error) })
}

fn bad(_: BadTask) -> Failure {
    Failure::BadRequest("what was found cannot be an answer to this task".to_owned())
}

fn writes(club: &Club, task: &Task, delivery: &Delivery) -> Result<Vec<Write>, Failure> {
    let Delivery { job, token, found, .. } = delivery;
    let (number, subject) = (job.number, job.job.subject.clone().unwrap_or_default());
    let finish = |result: String, kept| Write::Job(JobWrite::Finish { number, token: token.clone(), result, kept });
    check(task, found)?;
    if job.job.kind == COMPARE {
        let (result, is_same) = comparison(delivery)?;
        return Ok(vec![finish(result, !is_same)]);
    }
    let print = digest(found);
    match (task, found) {
        (Task::Analysis(task), Found::Analysis { analysis, .. }) => {
            let game = GameId::new(subject);
            let puzzles = club.settings.background_jobs.then(|| puzzles_of(&game, task, puzzles::places(analysis)));
            let kept = Write::Analysis { game, found: analysis.write()? };
            Ok([finish(print, false), kept].into_iter().chain(puzzles.flatten()).collect())
        }
        (Task::Puzzles(task), Found::Puzzles { puzzles }) => {
            let kept = KeptPuzzles { rules: task.game.rules.clone(), puzzles: puzzles.clone() };
            let text = serde_json::to_string(&kept).map_err(|_| bad(BadTask))?;
            Ok(vec![finish(text, !puzzles.is_empty())])
        }
        (Task::Level(task), Found::Level { pairs, .. }) => {
            let [first, second] = task.levels;
            let score = LevelScore { rules: task.rules.clone(), first, second, pairs: *pairs };
            let result = LevelResult { job: number, score, signature: SIGNATURE.to_owned() };
            Ok(vec![finish(print, false), Write::Job(JobWrite::LevelResult(result))])
        }
        _ => Err(bad(BadTask)),
    }
}

/// Whether this can have been found.
fn check(task: &Task, found: &Found) -> Result<(), Failure> {
    match (task, found) {
        (Task::Analysis(task), Found::Analysis { analysis, budgets, .. }) => {
            analysis::check(analysis, budgets, &task.game.game().map_err(bad)?).map_err(bad)
        }
        (Task::Puzzles(task), Found::Puzzles { puzzles }) => {
            puzzles::check(puzzles, task, &task.game.game().map_err(bad)?).map_err(bad)
        }
        (Task::Level(task), Found::Level { pairs, .. })
            if pairs.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count)) == Some(task.pairs.into()) =>
        {
            Ok(())
        }
        _ => Err(bad(BadTask)),
    }
}

/// The job that looks for puzzles in a game, if there is a place for one.
fn puzzles_of(game: &GameId, task: &AnalysisTask, plies: Vec<u32>) -> Option<Write> {
    let task = PuzzlesTask { game: task.game.clone(), plies, nodes: puzzles::NODES };
    (!task.plies.is_empty()).then(|| background(&Task::Puzzles(task), Some(game.to_string())))
}

/// A job that nobody waits for.
pub fn background(task: &Task, subject: Option<String>) -> Write {
    let job = NewJob {
        kind: task.kind().to_owned(),
        subject,
        urgency: Urgency::Background,
        input: task.text(),
        asker: None,
        address: String::new(),
        not_by: None,
    };
    Write::Job(JobWrite::Add(Box::new(job)))
}

/// Whether two workers have found the same, as the result of the job that compares.
fn comparison(delivery: &Delivery) -> Result<(String, bool), Failure> {
    let Again { compared, .. } = serde_json::from_str(&delivery.job.job.input).map_err(|_| bad(BadTask))?;
    let digest = digest(&delivery.found);
    let is_same = digest == compared.digest;
    if !is_same {
        let (first, second, job) = (&compared.first, &delivery.worker, compared.of);
        tracing::warn!(job, first, second, kind = compared.what, "two workers have found different things");
    }
    let result = Comparison { compared, second: delivery.worker.clone(), digest };
    Ok((serde_json::to_string(&result).map_err(|_| bad(BadTask))?, is_same))
}

/// The job that repeats this one, if its result is one of those that are compared and another worker could do it.
async fn again(club: &Arc<Club>, delivery: &Delivery) -> Result<Option<Write>, Failure> {
    let task = match (Task::read(&delivery.job.job.input).map_err(bad)?, &delivery.found) {
        // Not every worker has tables.
        (_, Found::Analysis { tables: true, .. }) => return Ok(None),
        (Task::Analysis(task), Found::Analysis { budgets, .. }) => {
            Task::Analysis(AnalysisTask { budgets: Some(budgets.clone()), ..task })
        }
        (task, _) => task,
    };
    if random::number() % 1000 >= u64::from(club.settings.compare_permille) {
        return Ok(None);
    }
    let workers = club.read(|store| store.jobs().workers(MOST_WORKERS)).await?;
    let is_other = |other: &KeptWorker| other.worker.id != delivery.worker && other.seen < LATELY;
    if !workers.iter().any(is_other) {
        return Ok(None);
    }
    let first = delivery.worker.clone();
    let (of, digest) = (delivery.job.number, digest(&delivery.found));
    let compared = Compared { of, what: task.kind().to_owned(), first: first.clone(), digest };
    let job = NewJob {
        kind: COMPARE.to_owned(),
        subject: Some(of.to_string()),
        urgency: Urgency::Background,
        input: serde_json::to_string(&Again { task, compared }).map_err(|_| bad(BadTask))?,
        asker: None,
        address: String::new(),
        not_by: Some(first),
    };
    Ok(Some(Write::Job(JobWrite::Add(Box::new(job)))))
}

/// Whether a worker has handed in this very job already.
pub fn is_kept(job: &KeptJob, token: &str) -> bool {
    job.state == JobState::Done && job.token.as_deref() == Some(token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::tests::Quiet;
    use crate::jobs::{GameText, Kit, carry_out};
    use damka_rules::{Game, Ruleset};

    #[test]
    fn a_job_that_compares_is_the_same_task() {
        let mut game = Game::new(Ruleset::named("russian").unwrap());
        game.play(game.legal_moves()[0]).unwrap();
        let task = Task::Analysis(AnalysisTask { game: GameText::of(&game), budgets: None });
        let Ok(Some(found)) = carry_out(&task, &Kit::default(), &Quiet::default()) else { panic!("an analysis") };
        let Found::Analysis { budgets, tables: false, .. } = &found else { panic!("{found:?}") };
        assert_eq!(budgets, &[2_000, 2_000]);
        let fixed = Task::Analysis(AnalysisTask { game: GameText::of(&game), budgets: Some(budgets.clone()) });
        let compared = Compared { of: 7, what: "analysis".to_owned(), first: "w".to_owned(), digest: digest(&found) };
        let input = serde_json::to_string(&Again { task: fixed.clone(), compared }).unwrap();
        assert_eq!(Task::read(&input), Ok(fixed.clone()), "whoever does it sees no difference");
        assert!(!fixed.text().contains("compared"));
        // What came over the network has the same fingerprint.
        let sent: Found = serde_json::from_str(&serde_json::to_string(&found).unwrap()).unwrap();
        let again = carry_out(&fixed, &Kit::default(), &Quiet::default()).unwrap().unwrap();
        assert_eq!([digest(&sent), digest(&again)], [digest(&found), digest(&found)]);
        assert!(check(&task, &sent).is_ok());
        let Found::Analysis { mut analysis, budgets, tables } = sent else { unreachable!() };
        analysis.positions[0].best = vec!["a1-h8".to_owned()];
        assert!(check(&task, &Found::Analysis { analysis, budgets, tables }).is_err());
        assert!(check(&task, &Found::Level { pairs: [0; 5], plies: 0 }).is_err());
    }
}
