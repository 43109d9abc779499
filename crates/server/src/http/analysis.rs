//! The engine as a service.

use super::games::seen;
use super::{Body, Visitor};
use crate::api::{FromAnalysis, GameAnalysisView, HintView, PositionRequest, Problem};
use crate::club::Club;
use crate::engine::{Pool, Tools};
use crate::error::Failure;
use crate::live::{Answer, Request};
use crate::{jobs, positions};
use axum::Json;
use axum::extract::{Path, State};
use damka_conduct::{GameId, Table};
use damka_engine::{Engine, Hint, Limits, NoWatch, Report, Signal, Watch};
use damka_rules::Game;
use damka_words::Speech;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// The longest analysis of a position.
const LONGEST: Duration = Duration::from_secs(60);
/// What everybody gets while others wait.
const SLICE: Duration = Duration::from_secs(3);
/// The most lines.
const MOST_LINES: u8 = 5;

async fn think(club: &Arc<Club>, game: Game, speech: Speech) -> Result<Json<HintView>, Failure> {
    let (tell, told) = oneshot::channel();
    let shared = Arc::clone(club);
    let look = move |tools: &mut Tools| {
        let engine: &mut Engine = tools.engine(game.ruleset());
        let found = Hint::find(engine, &game, &Hint::usual_limits(), &NoWatch);
        let _ = tell.send(found.map(|hint| positions::hint(&hint, &game, shared.words(speech))));
    };
    // A job that ends without an answer has dropped the sender.
    club.engines.hints.run(look, || ())?;
    let over = Failure::TooLate;
    told.await.map_err(|_| Failure::Broken)?.map(Json).ok_or(over)
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
    let game = positions::game(&wanted, club.words(visitor.speech))?;
    think(&club, game, visitor.speech).await
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
    think(&club, table(&club, &visitor, &id).await?.game().clone(), visitor.speech).await
}

/// The table as a visitor may see it.
async fn table(club: &Arc<Club>, visitor: &Visitor, id: &GameId) -> Result<Box<Table>, Failure> {
    match club.ask(id, || Request::Table(visitor.person.id.clone())).await? {
        Answer::Table(table, ..) => Ok(table),
        _ => Err(Failure::Broken),
    }
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
    let table = table(&club, &visitor, &id).await?;
    let imported = club.game(&id).await?.summary.listing().rows.imported;
    if table.ending().is_none() && !imported {
        return Err(Failure::NotOver);
    }
    Ok(Json(jobs::ask(&club, &id, table.game().clone(), club.words(visitor.speech.language)).await?))
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
    let table = table(&club, &visitor, &id).await?;
    Ok(Json(jobs::look(&club, &id, table.game(), club.words(visitor.speech.language)).await?))
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

/// Looks at a position and streams what is found.
///
/// # Errors
/// If the question makes no sense, or too many wait.
pub fn analyse(
    club: &Arc<Club>,
    n: u64,
    wanted: &PositionRequest,
    (lines, depth): (u8, Option<u32>),
    speech: Speech,
    out: mpsc::Sender<FromAnalysis>,
) -> Result<Asked, Failure> {
    let game = positions::game(wanted, club.words(speech))?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Asked(Arc::clone(&stop));
    if game.outcome().is_some() {
        let last = FromAnalysis::Lines { n, depth: 0, nodes: 0, lines: Vec::new(), done: true };
        let _ = out.try_send(last);
        return Ok(asked);
    }
    if club.engines.analysts.waiting() > 0 {
        let _ = out.try_send(FromAnalysis::Waiting { n });
    }
    let (shared, pool) = (Arc::clone(club), Arc::clone(&club.engines.analysts));
    let lines = lines.clamp(1, MOST_LINES).into();
    let limits = Limits { lines, depth, exhaustive: true, ..Limits::default() };
    let broken = {
        let (out, problem) = (out.clone(), Failure::Broken.problem(club.words(speech)));
        move || drop(out.blocking_send(FromAnalysis::Refused { n, problem }))
    };
    let look = move |tools: &mut Tools| {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let words = shared.words(speech);
        let engine = tools.engine(game.ruleset());
        let outlook = engine.outlook();
        let view = |report: &Report, done| FromAnalysis::Lines {
            n,
            depth: report.depth,
            nodes: report.nodes,
            lines: report.lines.iter().map(|line| positions::line(line, &game, outlook, words)).collect(),
            done,
        };
        let turn = Turn { stop: Arc::clone(&stop), begun: Instant::now(), pool };
        let mut last = Instant::now();
        let found = engine.think(&game, &limits, &turn, &mut |report| {
            // The first rounds come faster than anybody reads.
            if report.depth > 6 || last.elapsed() > Duration::from_millis(100) {
                last = Instant::now();
                let _ = out.try_send(view(report, false));
            }
        });
        if !stop.load(Ordering::Relaxed) {
            let _ = out.blocking_send(view(&found, true));
        }
    };
    club.engines.analysts.run(look, broken)?;
    Ok(asked)
}
