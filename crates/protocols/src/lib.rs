//! Other programs: how this one plays with them, and how they play with it.
//!
//! - [`Player`]: anything that can be asked for a move: our own engine ([`EnginePlayer`], [`LevelPlayer`]) or another program;
//! - [`hub`]: the Hub protocol, both ways;
//! - [`dxp`]: DamExchange, both ways.

pub mod dxp;
pub mod hub;
mod lines;
mod player;

pub use lines::{Incoming, LONGEST_LINE, read_line, read_line_within};
pub use player::{Choice, EnginePlayer, LevelPlayer, Player, PlayerError};
