//! How we know that the rules are right: perft numbers and positions as data, a slow second generator, and random games.
//!
//! The data stand in `perft/` and `positions/` beside the source, so that a benchmark can use them too.

pub mod arbitrary;
pub mod bridge;
pub mod cases;
pub mod counting;
mod data;
pub mod perft_data;
pub mod reference;
pub mod runtime;
pub mod worst;

pub use data::DataError;
