//! The engine as a service.

use super::games::{seen, seen_table};
use super::{Body, Visitor};
use crate::api::{FromAnalysis, GameAnalysisView, HintView, PositionRequest, Problem};
use crate::club::Club;
use crate::engine::{Pool, Tools};
use crate::error::Failure;
use crate::live::SeenTable;
use crate::{fair_play, jobs, positions};
use axum::Json;
use axum::extract::{Path, State};
use damka_conduct::GameId;
use damka_engine::{Engine, Hint, Limits, NoWatch, Report, Signal, Watch};
use damka_rules::Game;
use damka_words::{Speech, Words};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The longest analysis of a position.
const LONGEST: Duration = Duration::from_secs(60);
/// What everybody gets while others wait.
const SLICE: Duration = Duration::from_secs(2);
/// The room kept free for the final result of each question, in frames.
const ROOM: usize = 16;
/// The most lines.
pub(crate) const MOST_LINES: u8 = 5;

async fn think(
    club: &Arc<Club>,
    visitor: &Visitor,
    game: impl FnOnce(&Words) -> Result<Game, Failure> + Send + 'static,
) -> Result<Json<HintView>, Failure> {
    let (shared, speech) = (Arc::clone(club), visitor.speech);
    let look = move |tools: &mut Tools| {
        let words = shared.words(speech);
        let game = game(words)?;
        let engine: &mut Engine = tools.engine(game.ruleset());
        let found = Hint::find(engine, &game, &Hint::usual_limits(), &NoWatch);
        found.map(|hint| Json(positions::hint(&hint, &game, words))).ok_or(Failure::TooLate)
    };
    club.engines.hints.ask(visitor.asker(), look).await?
}

/// The best move of a position, and why.
#[utoipa::path(post, path = "/api/position/hint", request_body = PositionRequest,
    responses((status = 200, body = HintView), (status = "4XX", body = Problem)))]
pub async fn position_hint(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<PositionRequest>,
) -> Result<Json<HintView>, Failure> {
    club.limits.thought(&visitor.person.id, visitor.address)?;
    let forbidden = fair_play::forbidden(&club, &visitor.person.id).await?;
    let game = move |words: &Words| positions::game(&wanted, words).and_then(|game| forbidden.check(game));
    think(&club, &visitor, game).await
}

/// A hint in a game, where nobody plays against a person.
#[utoipa::path(post, path = "/api/games/{id}/hint", params(("id" = String, Path)),
    responses((status = 200, body = HintView), (status = "4XX", body = Problem)))]
pub async fn hint(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<HintView>, Failure> {
    club.limits.thought(&visitor.person.id, visitor.address)?;
    let id = GameId::new(id);
    let view = seen(&club, &visitor, &id).await?;
    if !view.you.hints {
        return Err(Failure::NoHints);
    }
    let game = seen_table(&club, &visitor, &id).await?.table.game().clone();
    // Only the position that the hint is about matters, not that both games share their opening.
    let here = Game::from_position(*game.ruleset(), *game.position());
    fair_play::forbidden(&club, &visitor.person.id).await?.check(here)?;
    think(&club, &visitor, move |_| Ok(game)).await
}

/// Has a whole game analysed.
#[utoipa::path(post, path = "/api/games/{id}/analysis", params(("id" = String, Path)),
    responses((status = 200, body = GameAnalysisView), (status = "4XX", body = Problem)))]
pub async fn ask(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<GameAnalysisView>, Failure> {
    club.limits.thought(&visitor.person.id, visitor.address)?;
    let id = GameId::new(id);
    let game = analysed(&club, &visitor, &id).await?.ok_or(Failure::NotOver)?;
    // The person may have imported the moves of a live game, or replayed them alone, to have them analysed.
    let rows = club.listing(&id).await?.rows;
    if rows.imported || rows.is_one_screen() {
        fair_play::forbidden(&club, &visitor.person.id).await?.check(game.clone())?;
    }
    let words = club.words(visitor.speech.language);
    Ok(Json(jobs::ask(&club, visitor.asker(), &id, game, words).await?))
}

/// How far the analysis of a game has come.
#[utoipa::path(get, path = "/api/games/{id}/analysis", params(("id" = String, Path)),
    responses((status = 200, body = GameAnalysisView), (status = "4XX", body = Problem)))]
pub async fn look(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<GameAnalysisView>, Failure> {
    let id = GameId::new(id);
    match analysed(&club, &visitor, &id).await? {
        Some(game) => Ok(Json(jobs::look(&club, &id, &game, club.words(visitor.speech.language)).await?)),
        // There may be one, but this visitor may not see it yet.
        None => Ok(Json(jobs::nothing())),
    }
}

/// A game whose analysis a visitor may see; `None` if it is not over for them.
async fn analysed(club: &Arc<Club>, visitor: &Visitor, id: &GameId) -> Result<Option<Game>, Failure> {
    let SeenTable { table, sight, .. } = seen_table(club, visitor, id).await?;
    if !sight.analysis {
        return Ok(None);
    }
    Ok(Some(table.game().clone()))
}

/// One question on a socket; dropping it stops the search.
#[derive(Debug)]
pub struct Asked(Arc<AtomicBool>);

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Time and fairness: a search ends when its visitor leaves, after a minute, or after a few seconds if others wait.
struct Turn {
    stop: Arc<AtomicBool>,
    begun: Instant,
    pool: Arc<Pool>,
}

impl Watch for Turn {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn signal(&self) -> Signal {
        let over = self.begun.elapsed() > LONGEST || (self.pool.waiting() > 0 && self.begun.elapsed() > SLICE);
        if over || self.stop.load(Ordering::Relaxed) { Signal::Stop } else { Signal::GoOn }
    }
}

/// A question on a socket.
#[derive(Debug)]
pub struct Question {
    /// Its number.
    pub n: u64,
    /// The position.
    pub position: PositionRequest,
    /// How many lines to find.
    pub lines: u8,
    /// The maximum depth.
    pub depth: Option<u32>,
}

/// Looks at a position and streams what is found.
///
/// # Errors
/// If too many questions wait, or the person's own games cannot be read.
pub async fn analyse(
    club: &Arc<Club>,
    visitor: &Visitor,
    question: Question,
    out: mpsc::Sender<FromAnalysis>,
) -> Result<Asked, Failure> {
    let (n, speech) = (question.n, visitor.speech);
    // A visitor who has signed in meanwhile has other games.
    let became = club.identities.became(&visitor.person.id, visitor.seen);
    let forbidden = fair_play::forbidden(club, became.as_ref().unwrap_or(&visitor.person.id)).await?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Asked(Arc::clone(&stop));
    if club.engines.analysts.waiting() > 0 {
        let _ = out.try_send(FromAnalysis::Waiting { n });
    }
    let refuse = {
        let (out, club) = (out.clone(), Arc::clone(club));
        move |failure: Failure| {
            let problem = failure.problem(club.words(speech));
            let _ = out.try_send(FromAnalysis::Refused { n, problem });
        }
    };
    let (broken, shared) = (refuse.clone(), Arc::clone(club));
    let look = move |tools: &mut Tools| {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        match positions::game(&question.position, shared.words(speech)).and_then(|game| forbidden.check(game)) {
            Ok(game) => stream(&shared, speech, tools, (&game, &question), &stop, &out),
            Err(failure) => refuse(failure),
        }
    };
    club.engines.analysts.run(visitor.asker(), look, move || broken(Failure::Broken))?;
    Ok(asked)
}

/// Analyses a position and streams the results as they are found.
fn stream(
    club: &Arc<Club>,
    speech: Speech,
    tools: &mut Tools,
    (game, question): (&Game, &Question),
    stop: &Arc<AtomicBool>,
    out: &mpsc::Sender<FromAnalysis>,
) {
    let (words, n) = (club.words(speech), question.n);
    if game.outcome().is_some() {
        let last = FromAnalysis::Lines { n, depth: 0, nodes: 0, lines: Vec::new(), done: true };
        let _ = out.try_send(last);
        return;
    }
    let lines = question.lines.clamp(1, MOST_LINES).into();
    let limits = Limits { lines, depth: question.depth, exhaustive: true, ..Limits::default() };
    let engine = tools.engine(game.ruleset());
    let outlook = engine.outlook();
    let view = |report: &Report, done| FromAnalysis::Lines {
        n,
        depth: report.depth,
        nodes: report.nodes,
        lines: report.lines.iter().map(|line| positions::line(line, game, outlook, words)).collect(),
        done,
    };
    let turn = Turn { stop: Arc::clone(stop), begun: Instant::now(), pool: Arc::clone(&club.engines.analysts) };
    let mut last = Instant::now();
    let found = engine.think(game, &limits, &turn, &mut |report| {
        // The first iterations finish faster than anyone can read them.
        let is_worth_it = report.depth > 6 || last.elapsed() > Duration::from_millis(100);
        if is_worth_it && out.capacity() > ROOM {
            last = Instant::now();
            let _ = out.try_send(view(report, false));
        }
    });
    if !stop.load(Ordering::Relaxed) {
        // If this client does not read, the others must not wait for it.
        let _ = out.try_send(view(&found, true));
    }
}
