//! `damka endgame probe`.

use super::WhichArgs;
use crate::failure::Failure;
use crate::game::PositionArgs;
use damka_endgame::{Tables, Value, Verdict};
use damka_notation::moves::MoveTable;
use damka_rules::{Colour, Game, Move, Position};
use damka_words::Words;
use serde_json::{Value as Json, json};
use std::cmp::Reverse;
use std::io::Write;

/// The positions looked at to find out whether draw rules leave time for a win: a second or two.
const MOST: usize = 200_000;

/// Tells what a position is worth and what each of its moves does.
pub fn probe(
    words: &Words,
    which: &WhichArgs,
    position: &PositionArgs,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (ruleset, position) = which.game.position(words, &which.ruleset, position)?;
    let tables = which.tables(words, &ruleset)?;
    let Some(value) = tables.probe_distance(&position) else {
        if let Some(damage) = tables.damage() {
            return Err(Failure::Input(words.table_error(damage)));
        }
        let folder = which.folder(words)?.display().to_string();
        return Err(Failure::Input(words.say("endgame-unknown", &[("folder", folder.into())])));
    };
    let verdict = tables.verdict(&Game::from_position(ruleset, position), MOST);
    let table = MoveTable::new(&ruleset, &position);
    let moves = ordered(&tables, &position, &ruleset.legal_moves(&position));
    if json {
        let moves: Vec<Json> = moves
            .iter()
            .map(|(mv, value)| json!({ "move": table.long(*mv), "value": value.map(value_json) }))
            .collect();
        let verdict = verdict.map(verdict_json);
        let told = json!({ "value": value_json(value), "with_draw_rules": verdict, "moves": moves });
        return Ok(writeln!(out, "{told:#}")?);
    }
    writeln!(out, "{}", words.table_value_of(position.to_move(), value))?;
    if let Some(sentence) = verdict.and_then(|verdict| words.table_verdict(verdict)) {
        writeln!(out, "{sentence}")?;
    }
    for (mv, value) in moves {
        let worth = value.map_or_else(|| "?".to_owned(), |value| words.table_value(value));
        writeln!(out, "{:<12} {worth}", table.long(mv))?;
    }
    Ok(())
}

/// The moves with what they are worth to the side that makes them, best first.
fn ordered(tables: &Tables, position: &Position, moves: &[Move]) -> Vec<(Move, Option<Value>)> {
    let worth = |mv: &Move| tables.probe_distance(&position.after(*mv)).map(Value::before);
    let mut moves: Vec<(Move, Option<Value>)> = moves.iter().map(|mv| (*mv, worth(mv))).collect();
    moves.sort_by_key(|(_, value)| {
        Reverse(match value {
            Some(Value::Win(plies)) => 100_000 - i32::from(*plies),
            Some(Value::Draw) => 0,
            Some(Value::Loss(plies)) => i32::from(*plies) - 100_000,
            None => i32::MIN,
        })
    });
    moves
}

fn value_json(value: Value) -> Json {
    let result = match value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "loss",
    };
    json!({ "result": result, "plies": value.plies() })
}

fn verdict_json(verdict: Verdict) -> Json {
    let side = |colour: Colour| if colour == Colour::White { "white" } else { "black" };
    match verdict {
        Verdict::Drawn => json!({ "result": "draw" }),
        Verdict::Wins(winner) => json!({ "result": "win", "winner": side(winner) }),
        Verdict::DrawnByRule(_) => json!({ "result": "draw-by-rule" }),
        Verdict::Unproved(winner) => json!({ "result": "unproved", "winner": side(winner) }),
    }
}
