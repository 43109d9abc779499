//! One board of a contest: who plays whom, and what came of it.

use crate::contest::Number;
use damka_conduct::clock::Millis;
use damka_conduct::{GameId, worded};
use damka_rules::Colour;
use std::fmt;

/// Which board: the round, the table in it, and which game at that table. In lines `3.1.2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardId {
    /// From 1.
    pub round: u16,
    /// From 1.
    pub table: u16,
    /// From 1; a game that is played again is the next one.
    pub game: u16,
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.round, self.table, self.game)
    }
}

impl std::str::FromStr for BoardId {
    type Err = ();

    fn from_str(text: &str) -> Result<BoardId, ()> {
        let mut numbers = text.split('.').map(|number| match number.parse::<u16>() {
            Ok(value) if value > 0 && number == value.to_string() => Ok(value),
            _ => Err(()),
        });
        let mut next = || numbers.next().unwrap_or(Err(()));
        let id = BoardId { round: next()?, table: next()?, game: next()? };
        if numbers.next().is_some() { Err(()) } else { Ok(id) }
    }
}

worded! {
    /// What came of a board.
    pub enum Outcome {
        /// White won.
        White = "white-won",
        /// Black won.
        Black = "black-won",
        /// Drawn.
        Draw = "draw",
        /// Both lost: neither came.
        Neither = "both-lost",
        /// It does not count.
        Void = "void",
    }
}

impl Outcome {
    /// A win of a side.
    #[must_use]
    pub fn won_by(side: Colour) -> Outcome {
        match side {
            Colour::White => Outcome::White,
            Colour::Black => Outcome::Black,
        }
    }

    /// The points of a side, half points doubled: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn points(self, side: Colour) -> u32 {
        match self {
            Outcome::White => 2 * u32::from(side == Colour::White),
            Outcome::Black => 2 * u32::from(side == Colour::Black),
            Outcome::Draw => 1,
            Outcome::Neither | Outcome::Void => 0,
        }
    }

    /// The side that won.
    #[must_use]
    pub fn winner(self) -> Option<Colour> {
        match self {
            Outcome::White => Some(Colour::White),
            Outcome::Black => Some(Colour::Black),
            _ => None,
        }
    }
}

worded! {
    /// Where a result comes from.
    pub enum Source {
        /// From the game that was played here.
        Game = "game",
        /// Somebody typed it: a board in the room.
        Typed = "typed",
        /// An unfinished game was decided at closing time.
        Settled = "settled",
        /// Somebody did not come.
        Walkover = "walkover",
    }
}

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scored {
    /// What came of it.
    pub outcome: Outcome,
    /// Where that comes from.
    pub source: Source,
    /// When.
    pub at: Millis,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Which one.
    pub id: BoardId,
    /// Who has White.
    pub white: Number,
    /// Who has Black.
    pub black: Number,
    /// The game; none for a board in the room.
    pub game: Option<GameId>,
    /// When it was paired.
    pub paired_at: Millis,
    /// What came of it.
    pub result: Option<Scored>,
}

impl Board {
    /// The entrant who has a side.
    #[must_use]
    pub fn player(&self, side: Colour) -> Number {
        match side {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    /// The side that an entrant has.
    #[must_use]
    pub fn side_of(&self, entrant: Number) -> Option<Colour> {
        Colour::ALL.into_iter().find(|side| self.player(*side) == entrant)
    }

    /// The entrant's opponent.
    #[must_use]
    pub fn opponent_of(&self, entrant: Number) -> Option<Number> {
        self.side_of(entrant).map(|side| self.player(side.other()))
    }

    /// Whether it is being played.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.result.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_one_form_each() {
        for text in ["1.1.1", "3.12.2", "65535.1.1"] {
            assert_eq!(text.parse::<BoardId>().map(|id| id.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "1", "1.1", "1.1.1.1", "0.1.1", "01.1.1", "1.1.x", "1.1.-1", "65536.1.1"] {
            assert!(text.parse::<BoardId>().is_err(), "{text}");
        }
    }
}
