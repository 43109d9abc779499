//! The code of conduct, clause by clause. A game is told as a record and looked at after its last event.

mod asked;
mod board;
mod endings;
mod odds;
mod pdn;
mod properties;
mod record;
mod slow;
mod teams;
mod violations;

use damka_conduct::{Change, Refused, Step, Table, Transcript, Violation};
use damka_rules::Colour;

/// Plays a record at the board; `head` are more lines of what was agreed.
fn play(head: &str, events: &str) -> (Table, Vec<Step>) {
    let text = format!("damka-record 1\n{head}\n\n{}", events.replace(';', "\n"));
    let transcript = Transcript::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    transcript.play().expect("a game")
}

/// Russian draughts at the board from a position, every event accepted.
fn at_board(start: &str, events: &str) -> Table {
    at_board_with(&format!("rules: russian\nmanner: at-board\nstart: {start}"), events)
}

fn at_board_with(head: &str, events: &str) -> Table {
    let (table, steps) = play(head, events);
    for step in &steps {
        assert!(step.result.is_ok(), "{:?}", step);
    }
    table
}

/// What the last event gave.
fn last(head: &str, events: &str) -> Result<Vec<Change>, Refused> {
    play(head, events).1.pop().expect("an event").result
}

fn violations(table: &Table) -> Vec<Violation> {
    table.open_violations().map(|(_, violations)| violations.to_vec()).unwrap_or_default()
}

/// The FEN of the board as it stands.
fn fen(table: &Table, to_move: Colour) -> String {
    damka_notation::fen::write(&table.board().position(to_move), &table.spec().ruleset)
}
