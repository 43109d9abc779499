//! Tests only: the protocol of docs/nodes.md as a small model, explored with all of its interleavings.
//!
//! One game, three nodes, a database. A node takes steps or does not, so every stop (`SIGSTOP`) and every delay is among the
//! interleavings; a lease ends whenever it likes, and its node does not know; a transaction is one step of the database,
//! whose answer may be lost before or after it; messages between nodes are lost, late and doubled; nodes are killed, with
//! what they have sent still on its way; players' acts come again and elsewhere until they are confirmed.
//!
//! Everything that the protocol does for its promises can be left out ([`Rules`]), and then [`explore`] finds how a
//! promise is broken: what is not needed would be seen here.
//!
//! The explorer is its own, because it also has to answer whether the game can go on from *every* state that can be
//! reached, which checkers that look along paths (`stateright`, for one) do not.

mod act;
mod database;
mod explore;
mod node;
mod promises;
mod rules;
mod state;

pub use explore::{Explored, Model, explore};
pub use rules::{Budget, Protocol, Rules};
pub use state::State;
