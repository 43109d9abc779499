//! Moves as text.
//!
//! Every reading ends in a legal move of the rules or in a typed reason why there is none: a text that could be two moves
//! is never guessed. Every text that is written here reads back as the same move.
//!
//! ```
//! use damka_notation::moves;
//! use damka_rules::Ruleset;
//!
//! let russian = Ruleset::named("russian").unwrap();
//! let start = russian.start();
//! let c3d4 = moves::resolve(&russian, &start, "с3 – d4!").unwrap(); // a Cyrillic с, a dash, a mark
//! assert_eq!(moves::long(&russian, &start, c3d4), "c3-d4");
//! assert_eq!(moves::short(&russian, &start, c3d4), "cd4");
//! assert_eq!(moves::resolve(&russian, &start, "cd4"), Ok(c3d4));
//! ```

mod parse;
mod resolve;
mod write;

pub use parse::{LONGEST, MoveText, MoveTextError, MoveTextProblem, Place, Sign, parse, strip_marks};
pub use resolve::{Resolved, Unresolved};

use crate::SquareNames;
use damka_rules::{Move, Played, Position, Ruleset};

/// How a turn that passes is written (corners).
pub const PASS: &str = "--";

/// The legal moves of a position, to be written and read. Worth keeping when several texts of one position are needed;
/// otherwise the functions of this module do.
#[derive(Clone, Debug)]
pub struct MoveTable {
    ruleset: Ruleset,
    position: Position,
    names: SquareNames,
    legal: Vec<Move>,
}

impl MoveTable {
    /// The moves of a position.
    #[must_use]
    pub fn new(ruleset: &Ruleset, position: &Position) -> MoveTable {
        MoveTable {
            ruleset: *ruleset,
            position: *position,
            names: SquareNames::of(ruleset),
            legal: ruleset.legal_moves(position),
        }
    }

    /// The moves of a position whose legal moves are known.
    #[must_use]
    pub fn of_legal(ruleset: &Ruleset, position: &Position, legal: Vec<Move>) -> MoveTable {
        MoveTable { ruleset: *ruleset, position: *position, names: SquareNames::of(ruleset), legal }
    }

    /// The same moves with other names of squares, for files with their own numbers.
    #[must_use]
    pub fn with_names(mut self, names: SquareNames) -> MoveTable {
        self.names = names;
        self
    }

    /// The legal moves.
    #[must_use]
    pub fn legal(&self) -> &[Move] {
        &self.legal
    }
}

/// Writes a move that was played as [`long`] does, without looking for the other moves of its position; `None` if
/// something illegal was let stand.
#[must_use]
pub fn played(ruleset: &Ruleset, played: &Played) -> Option<String> {
    let ply = played.legal()?;
    let table =
        MoveTable { ruleset: *ruleset, position: played.before, names: SquareNames::of(ruleset), legal: Vec::new() };
    Some(if ply.unique_ends { table.long(ply.mv) } else { table.full_path(ply.mv) })
}

/// Writes a move as PDN asks: from and to, and every square between when two captures share both.
#[must_use]
pub fn long(ruleset: &Ruleset, position: &Position, mv: Move) -> String {
    MoveTable::new(ruleset, position).long(mv)
}

/// Writes a move in the short form of Russian books, `cd4` or `b:d4`, and in a longer one where that could be two moves.
/// Games with numbers have no short form.
#[must_use]
pub fn short(ruleset: &Ruleset, position: &Position, mv: Move) -> String {
    MoveTable::new(ruleset, position).short(mv)
}

/// Writes a move with every square the piece touches.
#[must_use]
pub fn full_path(ruleset: &Ruleset, position: &Position, mv: Move) -> String {
    MoveTable::new(ruleset, position).full_path(mv)
}

/// Writes a move for the Hub protocol: numbers, and the captured squares after from and to.
#[must_use]
pub fn hub(ruleset: &Ruleset, position: &Position, mv: Move) -> String {
    MoveTable::new(ruleset, position).hub(mv)
}

/// Finds the legal move that a text means.
///
/// # Errors
/// If the text is not a move, not a legal one, or could be several.
pub fn resolve(ruleset: &Ruleset, position: &Position, text: &str) -> Result<Move, Unresolved> {
    MoveTable::new(ruleset, position).resolve(text).map(|found| found.mv)
}

/// Finds the legal move that a text of the Hub protocol means: after from and to stand the captured squares, in any
/// order. This is a function of its own because such a text can also be read as a path.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_hub(ruleset: &Ruleset, position: &Position, text: &str) -> Result<Move, Unresolved> {
    MoveTable::new(ruleset, position).resolve_hub(text)
}

#[cfg(test)]
mod tests;
