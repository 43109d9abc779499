//! Words that every other message uses.

use damka_rules::Colour;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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

/// Why a request was not carried out. Every answer that is not a success has this body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Problem {
    /// For programs; stable.
    pub code: String,
    /// For people, in their language.
    pub text: String,
}
