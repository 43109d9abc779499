//! DamExchange (DXP): two programs play international draughts over the network.
//!
//! Short messages, each a letter and fields of fixed length, ended by a zero byte. The *initiator* offers games, the
//! *follower* takes them. Only the board of 100 squares is known here.
//!
//! - [`DxpMessage`]: a message;
//! - [`Connection`]: messages over a socket;
//! - [`offer`], [`answer`] and [`DxpGame`]: a game in either role;
//! - [`DxpPlayer`]: the program at the other end as a player.

mod connection;
mod game;
mod message;
mod player;

pub use connection::{Connection, DxpError, PORT};
pub use game::{DxpEvent, DxpGame, Terms, answer, offer, stands_for};
pub use message::{Acceptance, BadMessage, DxpMessage, DxpMove, Ending, GameEnd, GameRequest, TakeBack};
pub use player::{DxpPlayer, DxpSettings};

#[cfg(test)]
mod tests;
