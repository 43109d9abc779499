//! Draughts as text: names of squares, moves, positions, games and diagrams, in and out.
//!
//! Nothing here decides what is legal: that is asked of the rules.
//!
//! - [`SquareNames`][]: what a game calls its squares, and where people see them;
//! - [`fen`][]: positions;
//! - [`moves`][]: moves;
//! - [`pdn`][]: games, one or a stream of millions, in any [`encoding`] and with [`glyph`]s;
//! - [`sheet`][]: score sheets, and pages to print;
//! - [`diagram`][]: pictures of positions.
#![doc = ""]
#![doc = include_str!("../README.md")]

pub mod diagram;
pub mod encoding;
pub mod fen;
pub mod glyph;
mod letters;
pub mod moves;
pub mod pdn;
pub mod sheet;
mod span;
mod squares;

pub use letters::turns_text;
pub use squares::{Cell, CellName, Numbering, SquareNames};
