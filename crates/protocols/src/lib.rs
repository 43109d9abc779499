//! Other programs: how this one plays with them, and how they play with it.

mod player;

pub use player::{Choice, EnginePlayer, Player, PlayerError};
