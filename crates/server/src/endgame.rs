//! What endgame tables say of positions, and endings to practise against the best defence.

use crate::api::{
    EndgameView, ExerciseAnswer, ExerciseKind, ExerciseView, ExercisesView, TableMove, TableResult, TableStatus,
    TryState,
};
use crate::error::Failure;
use crate::positions;
use damka_endgame::{Exercise, Judge, JudgedMove, Library, Material, OnNeed, TableGame, Tables, Value, Verdict, Wdl};
use damka_notation::fen;
use damka_notation::moves::MoveTable;
use damka_rules::{Colour, Game, Ruleset};
use damka_words::Words;
use std::sync::Arc;

/// Positions looked at to find out what draw rules leave of wins: a tenth of a second for a position with all its moves.
const PROOF: usize = 40_000;

/// The tables of a game as far as they are there.
pub struct Shelf {
    tables: Option<Arc<OnNeed>>,
}

impl Shelf {
    /// Asks for the tables of a game; that begins to build them, where the library builds.
    #[must_use]
    pub fn of(library: Option<&Library>, ruleset: &Ruleset) -> Shelf {
        Shelf { tables: library.and_then(|library| library.of(ruleset)) }
    }

    /// The tables, if they are open.
    #[must_use]
    pub fn tables(&self) -> Option<&Tables> {
        self.tables.as_deref()?.get()
    }

    /// Whether there will be tables in a while.
    #[must_use]
    pub fn is_building(&self) -> bool {
        self.tables.as_ref().is_some_and(|tables| !tables.is_settled())
    }

    fn status(&self) -> TableStatus {
        match self.tables() {
            Some(tables) if tables.pieces() > 0 => TableStatus::Known,
            _ if self.is_building() => TableStatus::Building,
            _ => TableStatus::None,
        }
    }
}

fn said(words: &Words, status: TableStatus, ruleset: &Ruleset, pieces: u8) -> String {
    match (status, TableGame::of(ruleset)) {
        (TableStatus::Known, _) => words.say("tables-there", &[("pieces", pieces.into())]),
        (TableStatus::Building, _) => words.say("tables-building", &[]),
        (TableStatus::Unknown, _) => words.say("tables-unknown", &[("pieces", pieces.into())]),
        (TableStatus::None, Err(reason)) => words.no_tables(reason),
        (TableStatus::None, Ok(_)) => words.say("tables-none", &[]),
    }
}

fn result(value: Value) -> TableResult {
    match value.wdl() {
        Wdl::Win => TableResult::Won,
        Wdl::Draw => TableResult::Drawn,
        Wdl::Loss => TableResult::Lost,
    }
}

fn is_by_rule(verdict: Option<Verdict>) -> bool {
    matches!(verdict, Some(Verdict::DrawnByRule { .. }))
}

/// What the tables say of the position of a game and of each of its moves.
#[must_use]
pub fn look(shelf: &Shelf, game: &Game, words: &Words) -> EndgameView {
    let (ruleset, position) = (game.ruleset(), game.position());
    let pieces = shelf.tables().map_or(0, Tables::pieces);
    let value = shelf.tables().and_then(|tables| tables.probe_distance(position));
    let (Some(tables), Some(value), None) = (shelf.tables(), value, game.outcome()) else {
        let status = shelf.status();
        let status = if status == TableStatus::Known { TableStatus::Unknown } else { status };
        let is_few = position.occupied().len() <= u32::from(Material::MOST) && game.outcome().is_none();
        let is_damaged = is_few && shelf.tables().is_some_and(|tables| tables.damage().is_some());
        let text = if is_damaged { words.say("tables-damaged", &[]) } else { said(words, status, ruleset, pieces) };
        let moves = Vec::new();
        return EndgameView { status, text, pieces, result: None, plies: None, drawn_by_rule: false, moves };
    };
    let mut judge = Judge::new(tables, game, PROOF);
    let verdict = judge.position();
    let table = MoveTable::new(ruleset, position);
    let moves = judge.moves();
    let mut told = vec![words.table_value_of(position.to_move(), value)];
    told.extend(verdict.and_then(|verdict| words.table_verdict(verdict)));
    if tables.damage().is_some() && moves.iter().any(|judged| judged.value.is_none()) {
        told.push(words.say("tables-damaged", &[]));
    }
    EndgameView {
        status: TableStatus::Known,
        text: told.join(" "),
        pieces,
        result: Some(result(value)),
        plies: value.plies(),
        drawn_by_rule: is_by_rule(verdict),
        moves: moves.iter().map(|judged| table_move(judged, &table, words)).collect(),
    }
}

fn table_move(judged: &JudgedMove, table: &MoveTable, words: &Words) -> TableMove {
    let worth = judged.value.map_or_else(|| "?".to_owned(), |value| words.table_value(value));
    let drawn_by_rule = is_by_rule(judged.verdict);
    let text = if drawn_by_rule { words.say("tables-by-rule", &[("value", worth.into())]) } else { worth };
    TableMove {
        mv: table.long(judged.mv),
        result: judged.value.map(result),
        plies: judged.value.and_then(Value::plies),
        drawn_by_rule,
        text,
    }
}

fn refused(code: &'static str, words: &Words, id: &str) -> Failure {
    Failure::Refused { code, text: words.say(id, &[]) }
}

/// The kinds of endings that can be practised in a game.
#[must_use]
pub fn kinds(shelf: &Shelf, ruleset: &Ruleset, words: &Words) -> ExercisesView {
    let status = shelf.status();
    let kind = |exercise: &Exercise| ExerciseKind {
        id: exercise.id.to_owned(),
        name: words.say(&format!("exercise-{}", exercise.id), &[]),
        about: words.say(&format!("exercise-{}-about", exercise.id), &[]),
    };
    let fitting = TableGame::of(ruleset).ok().filter(|_| status != TableStatus::None);
    ExercisesView {
        status,
        text: said(words, status, ruleset, shelf.tables().map_or(0, Tables::pieces)),
        kinds: fitting.iter().flat_map(Exercise::of).map(kind).collect(),
    }
}

fn open<'a>(shelf: &'a Shelf, words: &Words) -> Result<&'a Tables, Failure> {
    let missing = if shelf.is_building() { "tables-building" } else { "tables-none" };
    shelf.tables().ok_or_else(|| refused("tables", words, missing))
}

/// A position of a kind.
///
/// # Errors
/// If the tables are not there, or the game has no such ending.
pub fn choose(
    shelf: &Shelf,
    ruleset: &Ruleset,
    kind: &str,
    number: u32,
    words: &Words,
) -> Result<ExerciseView, Failure> {
    let tables = open(shelf, words)?;
    let exercise = Exercise::of(tables.game()).find(|exercise| exercise.id == kind);
    let position = exercise.and_then(|exercise| exercise.position(tables, ruleset, number.into()));
    let position = position.ok_or_else(|| refused("exercise", words, "exercise-unknown"))?;
    let answer = answer(shelf, &Game::from_position(*ruleset, position), words)?;
    Ok(ExerciseView { fen: fen::write(&position, ruleset), answer })
}

/// Looks at a try and answers it with the defence that holds out longest.
///
/// # Errors
/// If the tables are not there or do not know the position.
pub fn answer(shelf: &Shelf, game: &Game, words: &Words) -> Result<ExerciseAnswer, Failure> {
    let tables = open(shelf, words)?;
    let winner = game.played().first().map_or(game.position(), |first| &first.before).to_move();
    if let Some(end) = over(game, winner, words) {
        return Ok(end);
    }
    if game.position().to_move() == winner {
        let is_won = tables.probe_wdl(game.position()) == Some(Wdl::Win);
        let unknown = || refused("exercise", words, "exercise-unknown");
        return is_won.then(|| going(tables, game, winner, words)).ok_or_else(unknown);
    }
    let mut judge = Judge::new(tables, game, PROOF);
    let verdict = judge.position().ok_or_else(|| refused("tables", words, "exercise-unknown"))?;
    if !matches!(verdict, Verdict::Wins(side) | Verdict::Unproved(side) if side == winner) {
        return Ok(thrown(tables, game, verdict, words));
    }
    let mut next = game.clone();
    let defence = judge.moves().first().map(|best| best.mv);
    if defence.is_none_or(|mv| next.play(mv).is_err()) {
        return Err(refused("tables", words, "exercise-unknown"));
    }
    Ok(over(&next, winner, words).unwrap_or_else(|| going(tables, &next, winner, words)))
}

/// The moves of the one who practises.
fn own_moves(game: &Game, winner: Colour) -> usize {
    game.played().iter().filter(|ply| ply.before.to_move() == winner).count()
}

fn over(game: &Game, winner: Colour, words: &Words) -> Option<ExerciseAnswer> {
    let outcome = game.outcome()?;
    let is_won = outcome.winner == Some(winner);
    let text = if is_won {
        words.say("exercise-won", &[("moves", own_moves(game, winner).into())])
    } else {
        words.say("exercise-over", &[])
    };
    let state = if is_won { TryState::Won } else { TryState::Thrown };
    Some(ExerciseAnswer {
        state,
        text,
        position: positions::view(game, words),
        moves_to_win: None,
        moves_left: None,
        budget: String::new(),
        better: None,
    })
}

fn going(tables: &Tables, game: &Game, winner: Colour, words: &Words) -> ExerciseAnswer {
    let to_win = tables.probe_distance(game.position()).and_then(Value::plies).map(|plies| plies.div_ceil(2));
    let left = game.progress().iter().filter_map(|rule| rule.plies_left).min().map(|plies| plies.div_ceil(2));
    let budget = match left {
        Some(left) => words.say("exercise-budget", &[("moves", left.into())]),
        None => words.say("exercise-no-budget", &[]),
    };
    let done = own_moves(game, winner);
    let text = match (done, to_win) {
        (0, Some(moves)) => words.say("exercise-begin", &[("moves", moves.into())]),
        _ => words.say("exercise-going", &[("moves", done.into())]),
    };
    ExerciseAnswer {
        state: TryState::Going,
        text,
        position: positions::view(game, words),
        moves_to_win: to_win,
        moves_left: left,
        budget,
        better: None,
    }
}

/// The last move was the mistake: what it comes to, and what would have won.
fn thrown(tables: &Tables, game: &Game, verdict: Verdict, words: &Words) -> ExerciseAnswer {
    let mut before = game.clone();
    let last = before.undo();
    let table = MoveTable::new(before.ruleset(), before.position());
    let mover = before.position().to_move();
    let moves = Judge::new(tables, &before, PROOF).moves();
    let best = moves.first().filter(|best| best.verdict == Some(Verdict::Wins(mover)));
    let now = match verdict {
        Verdict::DrawnByRule { .. } => words.table_verdict(verdict).unwrap_or_default(),
        Verdict::Drawn => words.say("exercise-now-drawn", &[]),
        _ => words.say("exercise-now-lost", &[]),
    };
    let variables = [
        ("number", own_moves(game, mover).into()),
        ("move", last.and_then(|ply| ply.mv()).map(|mv| table.long(mv)).unwrap_or_default().into()),
        ("now", now.into()),
    ];
    let mut text = words.say("exercise-thrown", &variables);
    let better = best.map(|best| table.long(best.mv));
    if let (Some(best), Some(better)) = (best.and_then(|best| best.value), &better) {
        let variables = [("move", better.as_str().into()), ("value", words.table_value(best).into())];
        text = format!("{text} {}", words.say("exercise-better", &variables));
    }
    ExerciseAnswer {
        state: TryState::Thrown,
        text,
        position: positions::view(game, words),
        moves_to_win: None,
        moves_left: None,
        budget: String::new(),
        better,
    }
}
