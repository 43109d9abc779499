//! Finding the move that a text means, quickly if it is written plainly.

use super::Reason;
use super::game::PdnGame;
use super::quick::Names;
use crate::letters::is_dash;
use crate::moves::{MoveTable, Unresolved};
use crate::squares::SquareNames;
use damka_rules::{Move, MoveList, Position, Ruleset, Square};

/// What is needed to read a move.
pub(super) struct Desk<'a> {
    pub game: &'a PdnGame,
    pub ruleset: Ruleset,
    pub names: SquareNames,
    pub quick: Option<&'a Names>,
    pub legal: &'a mut MoveList,
}

/// What a text means.
pub(super) enum Found {
    /// This move.
    Move(Move),
    /// Literally, this capture of one piece; but these others go between the same two squares.
    Straight(Move, Vec<Move>),
    /// One of these moves.
    Several(Vec<Move>),
    /// A dash where the turn cannot pass: there is no move.
    Nothing,
}

impl Desk<'_> {
    /// The move of a plain text, which most are; `None` for any other. It also fills in the legal moves.
    #[inline(always)]
    pub fn plain(&mut self, text: &str, position: &Position) -> Option<Move> {
        self.ruleset.facts().movement.moves_into(position, self.legal);
        self.quick.and_then(|names| names.squares(text)).and_then(|ends| self.only(ends))
    }

    /// The move that a text means.
    pub fn find(&mut self, text: &str, position: &Position) -> Result<Found, Box<Reason>> {
        match self.plain(text, position) {
            Some(mv) => Ok(Found::Move(mv)),
            None => self.read(text, position),
        }
    }

    /// The move of a text that is not plain.
    pub fn read(&self, text: &str, position: &Position) -> Result<Found, Box<Reason>> {
        if text.chars().all(is_dash) {
            return Ok(self.legal.iter().find(|mv| mv.is_null()).map_or(Found::Nothing, |mv| Found::Move(*mv)));
        }
        let table = MoveTable::new(&self.ruleset, position).with_names(self.names);
        match table.resolve(text) {
            Ok(found) if found.others.is_empty() => Ok(Found::Move(found.mv)),
            Ok(found) => Ok(Found::Straight(found.mv, found.others)),
            Err(Unresolved::Ambiguous { candidates }) => Ok(Found::Several(candidates)),
            Err(unresolved) => Err(Box::new(Reason::Move(unresolved))),
        }
    }

    /// The only legal move between two squares.
    #[inline]
    fn only(&self, (from, to): (Square, Square)) -> Option<Move> {
        let mut found = self.legal.iter().filter(|mv| mv.from() == from && mv.to() == to && !mv.is_null());
        found.next().copied().filter(|_| found.next().is_none())
    }
}
