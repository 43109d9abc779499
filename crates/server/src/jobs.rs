//! Whole games analysed, one after another, with progress.

use crate::api::{BySide, ExaminedView, GameAnalysisView, JobStatus};
use crate::club::Club;
use crate::error::Failure;
use crate::positions;
use damka_engine::{Analyst, Examined, GameAnalysis, Limits, Options, StopWatch};
use damka_notation::moves::MoveTable;
use damka_rules::{Colour, Game, Position};
use damka_store::Write;
use damka_words::{Language, Words};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Positions that the engine looks at for each position of the game.
const NODES: u64 = 150_000;
/// The longest game that is analysed, in half-moves.
const LONGEST: usize = 600;
/// The version of what is kept.
const VERSION: u32 = 1;

#[derive(Clone, Copy, Debug)]
struct Progress {
    status: JobStatus,
    done: u32,
    total: u32,
}

/// Analyses that are under way.
#[derive(Debug, Default)]
pub struct Jobs {
    running: Mutex<HashMap<String, Progress>>,
}

impl Jobs {
    fn note(&self, game: &str, progress: Option<Progress>) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        match progress {
            Some(progress) => drop(running.insert(game.to_owned(), progress)),
            None => drop(running.remove(game)),
        }
    }

    /// Notes a job, unless it is under way.
    fn begin(&self, game: &str, progress: Progress) -> bool {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = !running.contains_key(game);
        running.entry(game.to_owned()).or_insert(progress);
        is_new
    }

    fn progress(&self, game: &str) -> Option<Progress> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).get(game).copied()
    }
}

/// How far the analysis of a game has come.
///
/// # Errors
/// If the store cannot be read.
pub async fn look(club: &Arc<Club>, id: &str, language: Language) -> Result<GameAnalysisView, Failure> {
    let unknown = Progress { status: JobStatus::None, done: 0, total: 0 };
    if let Some(progress) = club.jobs.progress(id) {
        return Ok(empty(progress));
    }
    let game = id.to_owned();
    let kept = club.read(move |store| store.analysis(&game)).await?;
    let found = kept.and_then(|body| serde_json::from_str::<HashMap<String, GameAnalysisView>>(&body).ok());
    let own = found.and_then(|mut found| found.remove(language.code()));
    Ok(own.unwrap_or_else(|| empty(unknown)))
}

fn empty(progress: Progress) -> GameAnalysisView {
    let Progress { status, done, total } = progress;
    GameAnalysisView { status, done, total, positions: Vec::new(), summary: None, turning_point: None }
}

/// Has a game analysed, unless it was or is.
///
/// # Errors
/// If too many wait, or the store cannot be read.
pub async fn ask(club: &Arc<Club>, id: &str, game: Game, language: Language) -> Result<GameAnalysisView, Failure> {
    let before = look(club, id, language).await?;
    if before.status != JobStatus::None {
        return Ok(before);
    }
    if game.played().len() > LONGEST {
        return Err(Failure::TooLarge);
    }
    let total = game.played().len() as u32 + 1;
    let waiting = Progress { status: JobStatus::Waiting, done: 0, total };
    if !club.jobs.begin(id, waiting) {
        return look(club, id, language).await;
    }
    let (shared, owned) = (Arc::clone(club), id.to_owned());
    let (there, broken) = (Arc::clone(club), id.to_owned());
    // What broke is not under way, so whoever asks again has another try.
    let queued = club.engines.jobs.run(move |_| work(&shared, &owned, &game), move || there.jobs.note(&broken, None));
    if queued.is_err() {
        club.jobs.note(id, None);
    }
    queued?;
    Ok(empty(waiting))
}

fn work(club: &Arc<Club>, id: &str, game: &Game) {
    let mut progress = Progress { status: JobStatus::Running, done: 0, total: game.played().len() as u32 + 1 };
    let options = Options { memory: 16, endgame: club.endgame.clone(), ..Options::default() };
    let mut analyst = Analyst::new(game.ruleset(), &options);
    let limits = Limits { nodes: Some(NODES), lines: 2, ..Limits::default() };
    let found = analyst.analyse(game, &limits, &StopWatch::new(), &mut |_| {
        progress.done += 1;
        club.jobs.note(id, Some(progress));
    });
    if let Some(found) = found {
        let each = Language::ALL.map(|language| (language.code(), view(&found, game, club.words(language))));
        let body = serde_json::to_string(&HashMap::from(each)).unwrap_or_default();
        let (shared, owned) = (Arc::clone(club), id.to_owned());
        let write = vec![Write::Analysis { game: owned.clone(), body }];
        // The job counts as under way until its result can be read.
        club.store().write(
            write,
            Box::new(move |result| {
                if let Err(error) = result {
                    tracing::error!(game = %owned, %error, version = VERSION, "an analysis could not be kept");
                }
                shared.jobs.note(&owned, None);
            }),
        );
    } else {
        club.jobs.note(id, None);
    }
}

fn view(found: &GameAnalysis, game: &Game, words: &Words) -> GameAnalysisView {
    let position = |ply: usize| game.played().get(ply).map_or(*game.position(), |played| played.before);
    let examined = |at: &Examined| examined(at, &position(at.ply), game, words);
    let total = found.positions.len() as u32;
    GameAnalysisView {
        status: JobStatus::Done,
        done: total,
        total,
        positions: found.positions.iter().map(examined).collect(),
        summary: Some(BySide::each(|side: Colour| words.player_summary(side, &found.player(side)))),
        turning_point: found.turning_point().map(|ply| ply as u32 + 1),
    }
}

fn examined(at: &Examined, position: &Position, game: &Game, words: &Words) -> ExaminedView {
    let ruleset = game.ruleset();
    let (mut here, mut best) = (*position, Vec::new());
    for mv in at.lines.first().into_iter().flat_map(|line| line.moves.iter().take(8)) {
        best.push(MoveTable::new(ruleset, &here).long(*mv));
        here = here.after(*mv);
    }
    ExaminedView {
        ply: at.ply as u32,
        score: positions::score(at.score, at.to_move, words),
        best,
        class: at.judgement.map(|judgement| judgement.class.id().to_owned()),
        loss: at.judgement.map(|judgement| judgement.loss),
    }
}
