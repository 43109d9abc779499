//! The rows of a sheet, before they are text or a page.

use super::SheetOptions;
use crate::fen;
use crate::glyph::{EndSign, Glyph};
use crate::moves;
use crate::pdn::{Action, GameResult, GameTree, ResultStyle, Step};
use damka_rules::{Colour, Position};

/// What stands where a player's move is not on the sheet.
pub(super) const NOTHING: &str = "...";

/// A line of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// A numbered pair of moves.
    Pair { number: usize, left: String, right: String },
    /// A position that was set up again.
    Setup(String),
    /// The result, where no sign behind the last move tells it.
    Result(String),
}

/// The colours of the left and the right column.
pub(super) fn sides(tree: &GameTree) -> [Colour; 2] {
    let first = tree.ruleset.facts().first;
    [first, first.other()]
}

pub(super) fn rows(tree: &GameTree, options: &SheetOptions) -> Vec<Row> {
    let first = tree.ruleset.facts().first;
    let mut rows = Vec::new();
    let mut number = 0;
    let mut before = tree.start;
    for (at, step) in tree.main.steps.iter().enumerate() {
        if let Action::Setup(position) = step.action {
            rows.push(Row::Setup(fen::write(&position, &tree.ruleset)));
        } else {
            let is_last = at + 1 == tree.main.steps.len();
            let text = move_text(tree, step, &before, options, is_last);
            put(&mut rows, &mut number, before.to_move() == first, text);
        }
        before = step.action.after(&before);
    }
    if tree.result != GameResult::Unknown && end_sign(tree).is_none() {
        rows.push(Row::Result(tree.result.text(ResultStyle::One).to_owned()));
    }
    rows
}

/// Puts a move into its column: the second player's into the last row if there is room.
fn put(rows: &mut Vec<Row>, number: &mut usize, is_first: bool, text: String) {
    match rows.last_mut() {
        Some(Row::Pair { right, .. }) if !is_first && right.is_empty() => *right = text,
        _ => {
            *number += 1;
            let (left, right) = if is_first { (text, String::new()) } else { (NOTHING.to_owned(), text) };
            rows.push(Row::Pair { number: *number, left, right });
        }
    }
}

fn move_text(tree: &GameTree, step: &Step, before: &Position, options: &SheetOptions, is_last: bool) -> String {
    let Action::Move(mv) = step.action else { return String::new() };
    let mut text = moves::long(&tree.ruleset, before, mv);
    let is_mark = |glyph: &&Glyph| !matches!(glyph, Glyph::Nag(_));
    if let Some(glyph) = step.glyphs.iter().find(is_mark) {
        text.push_str(&glyph.sign(options.convention));
    }
    if let Some(sign) = is_last.then(|| end_sign(tree)).flatten() {
        text.push(sign.sign());
    }
    text
}

/// The sign behind the last move: `x` only if the side that made it won.
fn end_sign(tree: &GameTree) -> Option<EndSign> {
    let Action::Move(_) = tree.main.steps.last()?.action else { return None };
    let last = tree.main.steps.len() - 1;
    match &tree.result {
        GameResult::Draw => Some(EndSign::Drawn),
        result => {
            let winner = result.winner()?;
            let mover = tree.positions().nth(last)?.to_move();
            (winner == mover).then_some(EndSign::Won)
        }
    }
}
