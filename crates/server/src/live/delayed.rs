//! A game as spectators see it who see everything later, driven by the time of day.

use super::talk;
use damka_conduct::{Change, Event, Place, Table};
use damka_rules::Colour;
use std::collections::VecDeque;

/// A table that comes after the real one.
#[derive(Debug)]
pub struct Delayed {
    /// As spectators see it.
    pub table: Table,
    /// The number of the last event that they have seen.
    pub seq: u32,
    /// When they last saw something happen, in milliseconds since 1970.
    pub changed_at: u64,
    delay: u64,
    /// What they have not seen: when it happened, in milliseconds since 1970.
    later: VecDeque<(u64, u32, Event)>,
}

/// Something that spectators see now.
pub struct Shown {
    /// What happened.
    pub event: Event,
    /// What it changed.
    pub changes: Vec<Change>,
}

impl Delayed {
    /// A table that has come to an event, with what is to follow.
    #[must_use]
    pub fn new(table: Table, seq: u32, changed_at: u64, delay: u64, later: Vec<(u64, u32, Event)>) -> Delayed {
        Delayed { table, seq, changed_at, delay, later: later.into() }
    }

    /// Something has happened at a time of day.
    pub fn push(&mut self, wall: u64, seq: u32, event: Event) {
        self.later.push_back((wall, seq, event));
    }

    /// Deletes the words of a speaker, also those that spectators have not heard yet.
    pub fn blank(&mut self, side: Colour, place: Place) {
        self.table.blank(side, place);
        for (.., event) in &mut self.later {
            talk::blank(event, (side, place));
        }
    }

    /// When the next event is shown, in milliseconds since 1970.
    #[must_use]
    pub fn due(&self) -> Option<u64> {
        self.later.front().map(|(wall, ..)| wall.saturating_add(self.delay))
    }

    /// The next event, if its time has come.
    pub fn next(&mut self, wall: u64) -> Option<Shown> {
        if self.due()? > wall {
            return None;
        }
        let (happened, seq, event) = self.later.pop_front()?;
        (self.seq, self.changed_at) = (seq, happened.saturating_add(self.delay));
        let changes = self.table.evolve(&event);
        Some(Shown { event, changes })
    }
}
