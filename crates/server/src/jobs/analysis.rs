//! Whole games looked through: the search, and its result as data and as words.

use super::hands::{Desk, Kit};
use super::task::{AnalysisTask, BadTask, Found};
use crate::api::{BySide, ExaminedView, GameAnalysisView, JobStatus, ScoreView};
use crate::stored::{KeptAnalysis, KeptPosition};
use damka_engine::{Analyst, Examined, GameAnalysis, Limits};
use damka_notation::moves::MoveTable;
use damka_rules::{Colour, Game};
use damka_words::Words;

/// The half-moves of a better line that are kept.
const LINE: usize = 8;
/// The longest notation of a move.
const LONGEST_MOVE: usize = 120;

/// Analyses a game; `None` if the desk says stop.
pub fn look_through(task: &AnalysisTask, kit: &Kit, desk: &dyn Desk) -> Result<Option<Found>, BadTask> {
    let game = task.game.game()?;
    // A result that was found without tables is compared with one that is also found without them.
    let plain = Kit::default();
    let kit = if task.budgets.is_some() { &plain } else { kit };
    let mut analyst = Analyst::new(game.ruleset(), &kit.options());
    let (mut study, mut budgets) = (analyst.begin(&game), Vec::new());
    loop {
        let given = task.budgets.as_ref().and_then(|given| given.get(budgets.len()).copied());
        let nodes = given.unwrap_or_else(|| desk.budget());
        let limits = Limits { nodes: Some(nodes), lines: 2, ..Limits::default() };
        if analyst.look_on(&mut study, &limits, desk.watch()).is_none() {
            break;
        }
        budgets.push(nodes);
        desk.note(budgets.len() as u32, analyst.nodes());
    }
    let tables = kit.tables.is_some();
    Ok(analyst.conclude(study).map(|found| Found::Analysis { analysis: kept(&found, &game), budgets, tables }))
}

/// Checks what a worker says it has found about a game, because people will see it.
pub fn check(found: &KeptAnalysis, budgets: &[u64], game: &Game) -> Result<(), BadTask> {
    let count = game.played().len() + 1;
    if found.positions.len() != count || budgets.len() != count {
        return Err(BadTask);
    }
    let is_sound = |(ply, at): (usize, &KeptPosition)| {
        let here = game.played().get(ply).map_or(*game.position(), |played| played.before);
        let known = ["forced", "only-good", "sacrifice", "fine", "inaccuracy", "mistake", "blunder"];
        at.ply as usize == ply
            && at.class.as_deref().is_none_or(|class| known.contains(&class))
            && at.loss.is_none_or(|loss| loss <= 1000)
            && at.best.len() <= LINE
            && is_line(game, here, &at.best)
    };
    let is_turn = found.turning_point.is_none_or(|ply| (1..=count as u32).contains(&ply));
    if is_turn && found.positions.iter().enumerate().all(is_sound) { Ok(()) } else { Err(BadTask) }
}

/// Whether moves can be played one after the other.
pub(super) fn is_line(game: &Game, mut here: damka_rules::Position, moves: &[String]) -> bool {
    moves.iter().all(|text| {
        let table = MoveTable::new(game.ruleset(), &here);
        let found = (text.len() <= LONGEST_MOVE).then(|| table.resolve(text).ok()).flatten();
        // In another notation it would be shown differently.
        let Some(mv) = found.map(|found| found.mv).filter(|mv| table.long(*mv) == *text) else { return false };
        here = here.after(mv);
        true
    })
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
    for mv in at.lines.first().into_iter().flat_map(|line| line.moves.iter().take(LINE)) {
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
pub fn view(kept: &KeptAnalysis, game: &Game, words: &Words) -> GameAnalysisView {
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
