//! `damka match`: players against each other, and how strong the first is against the second.
//!
//! - [`run()`]: plays a match; everything else serves it;
//! - [`player`]: who plays;
//! - [`openings`]: where games begin: balanced, random and reproducible, each with both colours;
//! - [`duel`]: one game;
//! - [`summary`]: what is counted; [`damka_engine::elo`] tells what it says about strength;
//! - [`state`] and [`record`]: files that let a match go on after a stop, and its games in PDN;
//! - [`mod@command`] and [`show`]: the command line and what a person reads.

mod command;
mod duel;
mod openings;
mod player;
mod record;
mod run;
mod show;
mod state;
mod summary;
#[cfg(test)]
mod tests;

pub use command::{MatchArgs, command, error_text};
pub use {
    player::Entrant,
    run::{Settings, run},
    show::Bar,
    summary::Summary,
};
