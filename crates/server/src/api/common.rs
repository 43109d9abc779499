//! Words that every other message uses.

use damka_rules::Colour;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Side {
        match colour {
            Colour::White => Side::White,
            Colour::Black => Side::Black,
        }
    }
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::White => Colour::White,
            Side::Black => Colour::Black,
        }
    }
}

/// Where somebody can sit. Whoever has no seat watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SeatName {
    /// Plays White.
    White,
    /// Plays Black.
    Black,
    /// Decides.
    Arbiter,
}

/// One thing for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BySide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> BySide<T> {
    /// Makes one thing for each side.
    pub fn each(mut make: impl FnMut(Colour) -> T) -> BySide<T> {
        BySide { white: make(Colour::White), black: make(Colour::Black) }
    }

    /// A side's.
    pub fn of(&self, side: Colour) -> &T {
        match side {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        }
    }
}

/// Strict or at the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MannerName {
    /// Illegal acts are refused with the reason.
    #[default]
    Strict,
    /// Hands are free, and the opponent must notice.
    AtBoard,
}

/// What a seat is shown of the legal moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum AidsName {
    /// Moves, reasons and counters.
    #[default]
    Full,
    /// Moves only.
    Targets,
    /// Nothing.
    None,
}

/// What a seat sees of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SightName {
    /// The board.
    #[default]
    Board,
    /// Blindfold with the written record.
    Record,
    /// Blindfold without it.
    Blind,
}

/// Why a request was not carried out. Every answer that is not a success has this body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Problem {
    /// For programs; stable.
    pub code: String,
    /// For people, in their language.
    pub text: String,
}
