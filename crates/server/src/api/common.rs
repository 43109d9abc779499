//! Words that every other message uses.

use damka_rules::Colour;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

/// The name of a cell, such as `c3` or `32`. Borrowed, because a page gets dozens with every move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(transparent)]
#[schema(value_type = String)]
pub struct CellText(Cow<'static, str>);

impl CellText {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for CellText {
    fn from(name: &'static str) -> CellText {
        CellText(name.into())
    }
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

/// Why a request was not carried out. Every answer that is not a success has this body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Problem {
    /// For programs; stable.
    pub code: String,
    /// For people, in their language.
    pub text: String,
    /// The article behind it, where a rule of the game refuses something: for those who ask why.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(test, ts(optional))]
    pub citation: Option<String>,
}
