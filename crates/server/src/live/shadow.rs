//! A game as spectators see it who see everything later.

use super::load::Loaded;
use super::view::{Happened, Scene};
use damka_conduct::{Event, Table};
use damka_store::Sitting;
use std::collections::VecDeque;

/// A table that comes after the real one.
pub(super) struct Shadow {
    pub table: Table,
    seq: u32,
    delay: u64,
    queue: VecDeque<(u64, Event, Option<Sitting>)>,
}

impl Shadow {
    /// Only for games whose spectators see them later. After a restart they have caught up, once.
    pub fn new(loaded: &Loaded) -> Option<Box<Shadow>> {
        (loaded.terms.delay > 0).then(|| {
            Box::new(Shadow {
                table: loaded.table.clone(),
                seq: loaded.seq,
                delay: loaded.terms.delay,
                queue: VecDeque::new(),
            })
        })
    }

    pub fn push(&mut self, now: u64, event: Event, by: Option<Sitting>) {
        self.queue.push_back((now + self.delay, event, by));
    }

    /// When the next event is due.
    pub fn due(&self) -> Option<u64> {
        self.queue.front().map(|(due, _, _)| *due)
    }

    /// The next event that is due.
    pub fn pop(&mut self, now: u64) -> Option<Happened> {
        if self.due()? > now {
            return None;
        }
        let (_, event, by) = self.queue.pop_front()?;
        // The real table has accepted it.
        let changes = self.table.apply(&event).unwrap_or_default();
        self.seq += 1;
        Some(Happened::new(by, changes, &self.table))
    }

    pub fn scene(&self, live: bool) -> Scene<'_> {
        Scene { table: &self.table, seq: self.seq, now: self.table.now(), held: false, live }
    }
}
