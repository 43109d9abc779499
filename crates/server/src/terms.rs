//! What the server agreed besides the spec of a game, kept with it as JSON.

use crate::api::Side;
use damka_engine::Level;
use damka_rules::Colour;
use serde::{Deserialize, Serialize};

/// The computer at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Computer {
    /// Its side.
    pub side: Side,
    /// Its level, from 1 to 10.
    pub level: u8,
    /// Where its mistakes come from.
    pub seed: u64,
}

impl Computer {
    /// Its level.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::new(self.level).unwrap_or(Level::WEAKEST)
    }
}

/// What the server agreed besides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    /// The computer plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer: Option<Computer>,
    /// Both seats are one person's.
    pub same_screen: bool,
    /// Anybody may take the free seat.
    pub lobby: bool,
    /// Milliseconds by which spectators see everything later.
    pub delay: u64,
    /// There is an arbiter's seat.
    pub arbiter: bool,
    /// What brings one to the free seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
    /// What brings one to the arbiter's seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arbiter_invitation: Option<String>,
}

impl Terms {
    /// The computer's side.
    #[must_use]
    pub fn computer_side(&self) -> Option<Colour> {
        self.computer.map(|computer| computer.side.into())
    }

    /// Whether hints may be asked for: nobody plays against a person of flesh and blood.
    #[must_use]
    pub fn hints(&self) -> bool {
        self.computer.is_some() || self.same_screen
    }
}
