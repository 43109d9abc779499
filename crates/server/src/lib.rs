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
mod backups;
mod clockwork;
mod club;
mod conditions;
mod connection;
mod contests;
mod create;
mod dates;
mod device;
mod endgame;
mod engine;
mod error;
mod fair_play;
mod guesses;
mod health;
mod http;
mod identities;
mod importing;
mod imports;
pub mod jobs;
mod keeper;
mod kept_import;
mod limits;
mod listings;
pub mod live;
mod measures;
mod names;
pub mod nodes;
mod notices;
pub mod outside;
mod passwords;
mod people;
mod personal;
mod positions;
mod present;
mod preview;
mod quota;
mod random;
mod registry;
mod samples;
mod schedule;
mod serving;
mod sessions;
mod settings;
mod shared;
mod show;
mod slots;
mod stored;
mod switches;
mod trees;
mod turns;
mod vacations;
mod work;

pub use backups::BackupPlan;
pub use club::{Club, Counts, MACHINE_KEY};
pub use connection::Connections;
pub use dates::stamp;
pub use error::{Failure, store_text};
pub use health::{COOKIE_KEY, club_mark};
pub use http::{HEALTH_HEADER, ask, openapi, router};
pub use jobs::analysis_view;
pub use notices::{BadMail, MailPlan, MailServer};
pub use schedule::Asker;
pub use serving::serve;
pub use settings::Settings;
