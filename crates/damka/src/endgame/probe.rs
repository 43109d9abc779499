//! `damka endgame probe`.

use super::WhichArgs;
use crate::failure::Failure;
use crate::game::PositionArgs;
use damka_endgame::{Judge, Tables, Value, Verdict};
use damka_notation::moves::{MoveTable, resolve};
use damka_rules::{Colour, Game, Position, Ruleset};
use damka_words::Words;
use serde_json::{Value as Json, json};
use std::io::Write;

/// The positions looked at to find out whether draw rules leave time for a win: a second or two.
const MOST: usize = 200_000;

/// Tells what a position is worth and what each of its moves does.
pub fn probe(
    words: &Words,
    which: &WhichArgs,
    position: &PositionArgs,
    moves: &str,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (ruleset, position) = which.game.position(words, &which.ruleset, position)?;
    let game = played(words, ruleset, position, moves)?;
    let position = *game.position();
    let tables = which.tables(words, &ruleset)?;
    let Some(value) = tables.probe_distance(&position) else {
        whole(words, &tables)?;
        let folder = which.folder(words)?.display().to_string();
        return Err(Failure::Input(words.say("endgame-unknown", &[("folder", folder.into())])));
    };
    let mut judge = Judge::new(&tables, &game, MOST);
    let verdict = judge.position();
    let moves = judge.moves();
    let table = MoveTable::new(&ruleset, &position);
    if json {
        let moves: Vec<Json> = moves
            .iter()
            .map(|judged| {
                json!({
                    "move": table.long(judged.mv),
                    "value": judged.value.map(value_json),
                    "with_draw_rules": judged.verdict.map(verdict_json),
                })
            })
            .collect();
        let verdict = verdict.map(verdict_json);
        let told = json!({ "value": value_json(value), "with_draw_rules": verdict, "moves": moves });
        writeln!(out, "{told:#}")?;
        return whole(words, &tables);
    }
    writeln!(out, "{}", words.table_value_of(position.to_move(), value))?;
    if let Some(sentence) = verdict.and_then(|verdict| words.table_verdict(verdict)) {
        writeln!(out, "{sentence}")?;
    }
    for judged in moves {
        let worth = judged.value.map_or_else(|| "?".to_owned(), |value| words.table_value(value));
        let by_rule = judged.verdict.filter(|verdict| matches!(verdict, Verdict::DrawnByRule { .. }));
        let by_rule = by_rule.and_then(|verdict| words.table_verdict(verdict)).unwrap_or_default();
        writeln!(out, "{}", format!("{:<12} {worth}  {by_rule}", table.long(judged.mv)).trim_end())?;
    }
    whole(words, &tables)
}

/// What damage left unanswered is told after what is known.
fn whole(words: &Words, tables: &Tables) -> Result<(), Failure> {
    tables.damage().map_or(Ok(()), |damage| Err(Failure::Input(words.table_error(damage))))
}

/// The game from a position after some moves.
fn played(words: &Words, ruleset: Ruleset, position: Position, moves: &str) -> Result<Game, Failure> {
    let mut game = Game::from_position(ruleset, position);
    for text in moves.split_whitespace() {
        let here = *game.position();
        let wrong = |reason: String| {
            Failure::Input(words.say("pdn-quoted", &[("text", text.into()), ("reason", reason.into())]))
        };
        let mv = resolve(&ruleset, &here, text).map_err(|error| wrong(words.unresolved(&error, &ruleset, &here)))?;
        game.play(mv).map_err(|error| wrong(words.play_error(&error, &ruleset, &here)))?;
    }
    Ok(game)
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
        Verdict::DrawnByRule { winner, plies } => {
            json!({ "result": "draw-by-rule", "winner": side(winner), "plies": plies })
        }
        Verdict::Unproved(winner) => json!({ "result": "unproved", "winner": side(winner) }),
    }
}
