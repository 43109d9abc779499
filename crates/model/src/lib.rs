//! Tests only: the protocol of docs/nodes.md as a small model, of which all interleavings are explored.
//!
//! One game, three nodes, a database. A node takes steps or does not, so every stop (`SIGSTOP`) and every delay is among the
//! interleavings; a lease may expire at any time without its node knowing; a transaction is one step of the database,
//! whose answer may be lost before or after it; messages between nodes are lost, late and duplicated; nodes are killed, with
//! their messages still under way; players send their acts again, also to other nodes, until they are confirmed.
//!
//! Everything that the protocol does for its promises can be left out ([`Rules`]), and then [`explore`] finds how a
//! promise is broken: an unnecessary part would be noticed here.
//!
//! The explorer is its own, because it also has to answer whether the game can go on from *every* state that can be
//! reached, which checkers that follow paths (`stateright`, for example) do not.

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
