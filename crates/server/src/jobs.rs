//! Whole games analysed, one after another, with progress.

use crate::api::{BySide, ExaminedView, GameAnalysisView, JobStatus, ScoreView};
use crate::club::Club;
use crate::error::Failure;
use crate::schedule::{Asker, Crowd};
use crate::stored::{KeptAnalysis, KeptPosition};
use damka_conduct::GameId;
use damka_engine::{Analyst, Examined, GameAnalysis, Limits, Options, StopWatch};
use damka_notation::moves::MoveTable;
use damka_rules::{Colour, Game};
use damka_store::Write;
use damka_words::Words;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Positions that the engine looks at for each position of the game.
const NODES: u64 = 150_000;
/// The minimum, however many others wait.
const FEWEST: u64 = 15_000;
/// How many jobs of the same address slow a job down as much as one job of another address.
const PERSONS: usize = 8;
/// The longest game that is analysed, in half-moves.
const LONGEST: usize = 600;

#[derive(Clone, Copy, Debug)]
struct Progress {
    status: JobStatus,
    done: u32,
    total: u32,
}

/// Analyses that are under way.
#[derive(Debug, Default)]
pub struct Jobs {
    running: Mutex<HashMap<GameId, Progress>>,
}

impl Jobs {
    fn note(&self, game: &GameId, progress: Option<Progress>) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        match progress {
            Some(progress) => drop(running.insert(game.clone(), progress)),
            None => drop(running.remove(game)),
        }
    }

    /// Notes a job, unless it is under way.
    fn begin(&self, game: &GameId, progress: Progress) -> bool {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = !running.contains_key(game);
        running.entry(game.clone()).or_insert(progress);
        is_new
    }

    fn progress(&self, game: &GameId) -> Option<Progress> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).get(game).copied()
    }
}

/// How far the analysis of a game has come, in words.
///
/// # Errors
/// If the store cannot be read, or what it has is damaged.
pub async fn look(club: &Arc<Club>, id: &GameId, game: &Game, words: &Words) -> Result<GameAnalysisView, Failure> {
    if let Some(progress) = club.jobs.progress(id) {
        return Ok(empty(progress));
    }
    let owned = id.clone();
    match club.read(move |store| store.analysis(&owned)).await? {
        Some(kept) => Ok(view(&KeptAnalysis::read(&kept)?, game, words)),
        None => Ok(nothing()),
    }
}

/// The answer if there is no analysis and none is in progress.
#[must_use]
pub fn nothing() -> GameAnalysisView {
    empty(Progress { status: JobStatus::None, done: 0, total: 0 })
}

fn empty(progress: Progress) -> GameAnalysisView {
    let Progress { status, done, total } = progress;
    GameAnalysisView { status, done, total, positions: Vec::new(), summary: None, turning_point: None }
}

/// Has a game analysed, unless it was or is.
///
/// # Errors
/// If too many wait, or the store cannot be read.
pub async fn ask(
    club: &Arc<Club>,
    asker: Asker,
    id: &GameId,
    game: Game,
    words: &Words,
) -> Result<GameAnalysisView, Failure> {
    let before = look(club, id, &game, words).await?;
    if before.status != JobStatus::None {
        return Ok(before);
    }
    if game.played().len() > LONGEST {
        return Err(Failure::TooLarge);
    }
    let total = game.played().len() as u32 + 1;
    let waiting = Progress { status: JobStatus::Waiting, done: 0, total };
    if !club.jobs.begin(id, waiting) {
        return look(club, id, &game, words).await;
    }
    let (shared, owned) = (Arc::clone(club), id.clone());
    let (there, broken) = (Arc::clone(club), id.clone());
    // A job that broke is not under way, so asking again tries again.
    let (whose, broken) = (asker.clone(), move || there.jobs.note(&broken, None));
    let queued = club.engines.jobs.run(asker, move |_| work(&shared, &whose, &owned, &game), broken);
    if queued.is_err() {
        club.jobs.note(id, None);
    }
    queued?;
    Ok(empty(waiting))
}

/// How many positions the engine searches for each position of the game: fewer while other addresses wait, and fewer
/// for an address that has many jobs waiting itself.
fn nodes(crowd: Crowd) -> u64 {
    let shares = 1 + crowd.addresses + crowd.same_address / PERSONS;
    (NODES / shares as u64).max(FEWEST)
}

fn work(club: &Arc<Club>, asker: &Asker, id: &GameId, game: &Game) {
    let mut progress = Progress { status: JobStatus::Running, done: 0, total: game.played().len() as u32 + 1 };
    let options = Options { memory: 16, endgame: club.endgame.clone(), ..Options::default() };
    let mut analyst = Analyst::new(game.ruleset(), &options);
    let (mut study, watch) = (analyst.begin(game), StopWatch::new());
    let limits = || Limits { nodes: Some(nodes(club.engines.jobs.crowd(asker))), lines: 2, ..Limits::default() };
    while analyst.look_on(&mut study, &limits(), &watch).is_some() {
        progress.done += 1;
        club.jobs.note(id, Some(progress));
    }
    let found = analyst.conclude(study);
    let Some(Ok(found)) = found.map(|found| kept(&found, game).write()) else { return club.jobs.note(id, None) };
    let (shared, owned) = (Arc::clone(club), id.clone());
    // The job counts as under way until its result can be read.
    club.store().write(
        vec![Write::Analysis { game: id.clone(), found }],
        Box::new(move |result| {
            if let Err(error) = result {
                tracing::error!(game = %owned, %error, "an analysis could not be kept");
            }
            shared.jobs.note(&owned, None);
        }),
    );
}

/// The analysis of a whole game in the one shape that the club's API and `damka analyse --json` have.
#[must_use]
pub fn analysis_view(found: &GameAnalysis, game: &Game, words: &Words) -> GameAnalysisView {
    view(&kept(found, game), game, words)
}

/// What was found, as data.
fn kept(found: &GameAnalysis, game: &Game) -> KeptAnalysis {
    KeptAnalysis {
        positions: found.positions.iter().map(|at| kept_position(at, game)).collect(),
        players: Colour::ALL.map(|side| found.player(side).into()),
        turning_point: found.turning_point().map(|ply| ply as u32 + 1),
    }
}

fn kept_position(at: &Examined, game: &Game) -> KeptPosition {
    let ruleset = game.ruleset();
    let mut here = game.played().get(at.ply).map_or(*game.position(), |played| played.before);
    let mut best = Vec::new();
    for mv in at.lines.first().into_iter().flat_map(|line| line.moves.iter().take(8)) {
        best.push(MoveTable::new(ruleset, &here).long(*mv));
        here = here.after(*mv);
    }
    KeptPosition {
        ply: at.ply as u32,
        score: at.score.into(),
        best,
        class: at.judgement.map(|judgement| judgement.class.id().to_owned()),
        loss: at.judgement.map(|judgement| judgement.loss),
    }
}

/// What was kept, in words.
fn view(kept: &KeptAnalysis, game: &Game, words: &Words) -> GameAnalysisView {
    let to_move = |ply: u32| {
        let played = game.played().get(ply as usize);
        played.map_or(game.position(), |played| &played.before).to_move()
    };
    let examined = |at: &KeptPosition| ExaminedView {
        ply: at.ply,
        score: ScoreView::of(at.score.into(), to_move(at.ply), words),
        best: at.best.clone(),
        class: at.class.clone(),
        loss: at.loss,
    };
    let total = kept.positions.len() as u32;
    let summary = |side: Colour| words.player_summary(side, &kept.players[side as usize].into());
    GameAnalysisView {
        status: JobStatus::Done,
        done: total,
        total,
        positions: kept.positions.iter().map(examined).collect(),
        summary: Some(BySide::each(summary)),
        turning_point: kept.turning_point,
    }
}
