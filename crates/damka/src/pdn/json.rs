//! A game for other programs. The names are stable.

use crate::json;
use damka_notation::fen;
use damka_notation::moves::MoveTable;
use damka_notation::pdn::{Action, Clock, Comment, GameTree, Line, ResultStyle, Step};
use damka_rules::{Colour, Position, Ruleset};
use serde_json::{Value, json};

/// A game: `file`, `rules` (the canonical line), `tags` (a list, because names can repeat), `result`, `start`, `plies`,
/// `comments`, `moves`, `variations`.
///
/// A move is what `damka moves --json` gives, with `nags`, `comments` and `variations`; a position that was set up
/// has `setup` in place of the squares. The variations of a move are places, from 0, in the game's list of variations,
/// each with its `comments` and `moves`. So a game has the same depth for every parser, however it was nested.
pub fn game(file: &str, tree: &GameTree, short: bool) -> Value {
    let tags: Value = tree.tags.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    let mut writer = Writer { ruleset: &tree.ruleset, short, variations: Vec::new() };
    let mut value = writer.line(&tree.main, tree.start);
    value["file"] = file.into();
    value["rules"] = tree.ruleset.line().into();
    value["tags"] = tags;
    value["result"] = tree.result.text(ResultStyle::One).into();
    value["start"] = fen::write(&tree.start, &tree.ruleset).into();
    value["plies"] = tree.plies().into();
    value["variations"] = writer.variations.into();
    value
}

struct Writer<'a> {
    ruleset: &'a Ruleset,
    short: bool,
    variations: Vec<Value>,
}

impl Writer<'_> {
    fn line(&mut self, line: &Line, start: Position) -> Value {
        let mut position = start;
        let mut moves = Vec::with_capacity(line.steps.len());
        for step in &line.steps {
            moves.push(self.step(step, position));
            position = step.action.after(&position);
        }
        json!({ "comments": comments(&line.comments), "moves": moves })
    }

    fn step(&mut self, step: &Step, before: Position) -> Value {
        let mut value = self.action(step.action, before);
        let nags = step.glyphs.iter().map(|glyph| glyph.nags()).flat_map(|(one, two)| [Some(one), two]).flatten();
        value["nags"] = nags.collect();
        value["comments"] = comments(&step.comments);
        value["variations"] = step.variations.iter().map(|other| self.variation(other, before)).collect();
        value
    }

    fn action(&self, action: Action, before: Position) -> Value {
        let mv = match action {
            Action::Move(mv) => mv,
            Action::Setup(position) => return json!({ "setup": fen::write(&position, self.ruleset) }),
        };
        let table = MoveTable::new(self.ruleset, &before);
        let mut value = json::mv(self.ruleset, &before, &table, mv);
        if self.short {
            value["text"] = table.short(mv).into();
        }
        value
    }

    /// Adds a variation to the list and gives its place, which is before those that it has itself.
    fn variation(&mut self, line: &Line, start: Position) -> usize {
        let place = self.variations.len();
        self.variations.push(Value::Null);
        let written = self.line(line, start);
        if let Some(entry) = self.variations.get_mut(place) {
            *entry = written;
        }
        place
    }
}

/// Comments: `text`, and `clocks` in thousandths of a second.
fn comments(comments: &[Comment]) -> Value {
    comments
        .iter()
        .map(|comment| {
            let clocks: Value = comment.clocks.iter().map(clock).collect();
            json!({ "text": comment.text, "clocks": clocks })
        })
        .collect()
}

fn clock(clock: &Clock) -> Value {
    let one = |kind: &str, millis: u64| json!({ "kind": kind, "millis": millis });
    match clock {
        Clock::Remaining(time) => one("remaining", time.millis),
        Clock::Mechanical(time) => one("mechanical", time.millis),
        Clock::ElapsedGame(time) => one("elapsed-game", time.millis),
        Clock::ElapsedMove(time) => one("elapsed-move", time.millis),
        Clock::Both { white, black, running } => {
            let running = running.map(|colour| if colour == Colour::White { "white" } else { "black" });
            json!({ "kind": "both", "white": white.millis, "black": black.millis, "running": running })
        }
    }
}
