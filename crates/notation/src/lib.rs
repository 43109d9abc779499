//! Draughts as text: names of squares, moves, positions, games and diagrams, in and out.
//!
//! Readers take what people and programs really write; writers write one strict form. Nothing here decides what is
//! legal: that is asked of the rules. No reader panics on any text, and none takes more than linear time.
//!
//! - [`SquareNames`][]: what a game calls its squares, and where people see them;
//! - [`fen`][]: positions;
//! - [`moves`][]: moves;
//! - [`pdn`][]: games, one or a stream of millions, in any [`encoding`] and with [`glyph`]s;
//! - [`sheet`][]: score sheets, and pages to print;
//! - [`diagram`][]: pictures of positions.
//!
//! ```
//! use damka_notation::{fen, moves};
//! use damka_rules::Ruleset;
//!
//! let russian = Ruleset::named("russian").unwrap();
//! let position = fen::read("W:Wh6:Bg7,c5,d2", &russian).unwrap();
//! let capture = moves::resolve(&russian, &position, "h6xe1").unwrap();
//! assert_eq!(moves::full_path(&russian, &position, capture), "h6:f8:b4:e1");
//! assert_eq!(fen::write(&position.after(capture), &russian), "B:WKe1:B");
//! ```

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

pub use squares::{Cell, CellName, Numbering, SquareNames};
