//! What happened at a table: one line of text for each event, the same in the record and in the store.
//!
//! ```text
//! 2 0:12.500 white move c3 e5 x d4
//! ^ ^        ^     ^    ^ what it is about: the whole path, and what is captured
//! | |        |     what was done
//! | |        who did it: white, black, white.2, arbiter or nobody
//! | time since the start of the game
//! version of the line
//! ```
//!
//! An [`Event`] was accepted and is resolved. An [`Entry`] of a transcript is an attempt in the same grammar, which may
//! leave out what can be found out. Lines of version 1 were attempts that had been accepted, so they read as entries.

mod read;
mod write;

pub use write::{time_read, time_text};

use crate::act::{Deed, Intent};
use crate::clock::Millis;
use crate::people::Actor;
use damka_notation::SquareNames;
use std::fmt;

/// The version of the lines written here.
pub const VERSION: u32 = 2;

/// The longest line that is read.
pub const LONGEST: usize = 4096;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// When.
    pub time: Millis,
    /// Who.
    pub actor: Actor,
    /// What.
    pub deed: Deed,
}

/// Something that somebody tried to do, as a transcript has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// When.
    pub time: Millis,
    /// Who.
    pub actor: Actor,
    /// What.
    pub intent: Intent,
}

/// A line as it is kept, of any version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Of version 1: what was tried and accepted. [`crate::Table::upcast`] says what it means.
    Old(Entry),
    /// Of this version.
    Event(Event),
}

/// Why a line is not a valid event: what is wrong, and the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventError {
    /// What is wrong.
    pub problem: EventProblem,
    /// The part of the line that is wrong, shortened.
    pub text: String,
}

/// What can be wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventProblem {
    /// The line is longer than [`LONGEST`].
    TooLong,
    /// Something is missing at the end.
    Missing,
    /// A version that this program does not know.
    Version,
    /// No time such as `1:02.500`.
    Time,
    /// Nobody who can act.
    Actor,
    /// Nothing that can be done.
    Act,
    /// No cell of this board.
    Cell,
    /// More words than the act has.
    Extra,
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {:?}", self.problem, self.text)
    }
}

impl std::error::Error for EventError {}

impl Event {
    /// The event as a line.
    #[must_use]
    pub fn line(&self, names: SquareNames) -> String {
        write::line(self.time, self.actor, &self.deed, names)
    }

    /// Reads a line of this version.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(line: &str, names: SquareNames) -> Result<Event, EventError> {
        match Line::read(line, names)? {
            Line::Event(event) => Ok(event),
            Line::Old(_) => Err(read::error(EventProblem::Version, line)),
        }
    }
}

impl Entry {
    /// The entry as a line.
    #[must_use]
    pub fn line(&self, names: SquareNames) -> String {
        write::line(self.time, self.actor, &self.intent, names)
    }

    /// Reads a line of any version as an attempt.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(line: &str, names: SquareNames) -> Result<Entry, EventError> {
        let (_, rest) = read::versioned(line)?;
        read::entry(rest, names)
    }
}

impl Line {
    /// Reads a line of any version.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(line: &str, names: SquareNames) -> Result<Line, EventError> {
        let (version, rest) = read::versioned(line)?;
        match version {
            1 => Ok(Line::Old(read::entry(rest, names)?)),
            _ => Ok(Line::Event(read::event(rest, names)?)),
        }
    }
}
