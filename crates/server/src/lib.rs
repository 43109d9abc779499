//! People over the network.
//!
//! - [`api`][]: what goes over the wire;
//! - [`Club`][]: everything that requests and games share; [`router`] answers requests for it;
//! - [`live`][]: one owner for each live game, in the order let time pass, decide, evolve, commit, publish;
//! - [`serve`][]: a club on a port, until it is told to stop.

// What catches panics would be empty words.
#[cfg(not(panic = "unwind"))]
compile_error!("a panic in one game must not end the others: build with panic = \"unwind\"");

pub mod api;
mod clockwork;
mod club;
mod create;
mod dates;
mod endgame;
mod engine;
mod error;
mod http;
mod identities;
mod imports;
mod jobs;
mod limits;
pub mod live;
mod names;
mod people;
mod positions;
mod present;
mod preview;
mod random;
mod registry;
mod samples;
mod serving;
mod settings;
mod show;
mod stored;
mod switches;
mod trees;

pub use club::{Club, Counts};
pub use error::{Failure, store_text};
pub use http::{openapi, router};
pub use jobs::analysis_view;
pub use serving::{ServeError, serve};
pub use settings::Settings;
