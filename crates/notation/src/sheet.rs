//! Score sheets as text 000 has them: two columns, the players' names above, pairs of moves numbered, `x` or `=` behind
//! the last move.
//!
//! The player who begins is on the left: White, except in games that Black begins. A sheet holds the moves and their
//! marks; comments and variations are for PDN. The words on it come in as [`SheetLabels`], because nothing here speaks a
//! language.
//!
//! ```
//! use damka_notation::glyph::Convention;
//! use damka_notation::sheet;
//! let russian = damka_rules::Ruleset::named("russian").unwrap();
//! let text = "Белые      Чёрные\nИванов     Петров\n1. е3-d4     d6-c5\n2. f2-e3      f6-g5";
//! let tree = sheet::read(text, &russian, Convention::Russian).unwrap();
//! assert_eq!((tree.tags.get("White"), tree.plies()), (Some("Иванов"), 4));
//! ```

mod html;
mod rows;
mod text;

pub use html::{board_page, html};
pub use text::{read, text};

use crate::glyph::Convention;
use std::borrow::Cow;

/// The words on a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetLabels {
    /// The code of the language, such as `ru`, for pages.
    pub language: Cow<'static, str>,
    /// The heading of a page.
    pub title: Cow<'static, str>,
    /// Above White's moves.
    pub white: Cow<'static, str>,
    /// Above Black's moves.
    pub black: Cow<'static, str>,
    /// Before the name of the competition.
    pub event: Cow<'static, str>,
    /// Before the place.
    pub site: Cow<'static, str>,
    /// Before the date.
    pub date: Cow<'static, str>,
    /// Before the number of the round.
    pub round: Cow<'static, str>,
    /// Before the result.
    pub result: Cow<'static, str>,
    /// Before the position that the game begins from, if it is not the usual one.
    pub start: Cow<'static, str>,
    /// Before the line on which a player signs.
    pub signature: Cow<'static, str>,
}

/// How a sheet is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetOptions {
    /// The words.
    pub labels: SheetLabels,
    /// What signs such as `?!` mean to the reader.
    pub convention: Convention,
}

#[cfg(test)]
mod tests;
