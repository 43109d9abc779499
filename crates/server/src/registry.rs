//! Which games are in memory.

use crate::error::Failure;
use crate::live::{Handle, Listing, News};
use crate::nodes::Leader;
use crate::slots::Slots;
use damka_conduct::{GameId, PersonId};
use damka_store::Glance;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Which games are in memory.
#[derive(Debug, Default)]
pub struct Registry {
    slots: Slots<GameId, Handle>,
    /// Games that were let go while something will happen by itself, and when, in milliseconds since 1970.
    wakes: Mutex<BTreeSet<(u64, GameId)>>,
    /// How live games stand that are not in memory, for lists; as many as lists show often.
    resting: Mutex<HashMap<GameId, Resting>>,
}

/// How a game stands; and how it looked then, where several nodes may change it.
type Resting = (Listing, Option<Glance>);

/// The most games that are not in memory whose listing is remembered.
const MOST_RESTING: usize = 500;

impl Registry {
    fn wakes(&self) -> MutexGuard<'_, BTreeSet<(u64, GameId)>> {
        self.wakes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn resting(&self) -> MutexGuard<'_, HashMap<GameId, Resting>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers how a game stands that is not in memory.
    pub fn rest(&self, listing: Listing, glance: Option<Glance>) {
        let mut resting = self.resting();
        if resting.len() >= MOST_RESTING {
            // Half of them, so that a list of many games does not load them all again each time.
            let mut count = 0;
            resting.retain(|_, _| {
                count += 1;
                count % 2 == 0
            });
        }
        resting.insert(listing.rows.id.clone(), (listing, glance));
    }

    /// Something has happened in a game at another node.
    pub fn forget_rested(&self, id: &GameId) {
        self.resting().remove(id);
    }

    /// Much may have happened at other nodes.
    pub fn forget_all_rested(&self) {
        self.resting().clear();
    }

    /// How a game stands that is not in memory, if it is remembered, and still looks as it did then.
    pub fn rested(&self, id: &GameId, glance: Option<&Glance>) -> Option<Listing> {
        self.resting().get(id).filter(|(_, known)| known.as_ref() == glance).map(|(listing, _)| listing.clone())
    }

    /// The game, if it is in memory.
    pub fn find(&self, id: &GameId) -> Option<Handle> {
        self.slots.find(id)
    }

    /// The games that are just being loaded.
    pub fn coming(&self) -> Vec<GameId> {
        self.slots.coming()
    }

    /// The game in memory, or the one that `load` gives.
    ///
    /// # Errors
    /// As `load` says.
    pub async fn get<F: Future<Output = Result<Handle, Failure>>>(
        &self,
        id: &GameId,
        load: impl Fn() -> F,
    ) -> Result<Handle, Failure> {
        // From now on it can change.
        self.resting().remove(id);
        let load = || async {
            self.resting().remove(id);
            load().await
        };
        self.slots.get(id, load).await
    }

    /// An owner goes; `close` closes its mailbox.
    pub fn release(&self, id: &GameId, close: impl FnOnce()) {
        self.slots.release(id, close);
    }

    /// Looks at a game again at a time of day, in milliseconds since 1970.
    pub fn wake(&self, at: u64, id: &GameId) {
        self.wakes().insert((at, id.clone()));
    }

    /// The games whose moment has come.
    pub fn woken(&self, now: u64) -> Vec<GameId> {
        let mut wakes = self.wakes();
        let later = wakes.split_off(&(now + 1, GameId::new("")));
        std::mem::replace(&mut *wakes, later).into_iter().map(|(_, id)| id).collect()
    }

    /// Every game in memory.
    pub fn all(&self) -> Vec<Handle> {
        self.slots.all()
    }

    /// Tells every game in memory.
    pub fn tell_all(&self, news: &News) {
        for handle in self.all() {
            handle.tell(news.clone());
        }
    }

    /// Notifies every game that a person has something to do with.
    pub fn tell(&self, person: &PersonId, news: &News) {
        self.resting().retain(|_, (listing, _)| !listing.rows.concerns(person));
        for handle in self.all() {
            if handle.summary.concerns(person) {
                handle.tell(news.clone());
            }
        }
    }

    /// How games stand for lists: those in memory, and live ones that were let go not long ago.
    pub fn listings(&self) -> Vec<Listing> {
        let mut found: Vec<Listing> = self.resting().values().map(|(listing, _)| listing.clone()).collect();
        found.extend(self.all().into_iter().map(|handle| handle.summary.listing()));
        found
    }

    /// How the games stand that this node owns.
    pub fn own_listings(&self) -> Vec<Listing> {
        let own = self.all().into_iter().filter(|handle| matches!(handle.leader(), Leader::Mine(_)));
        own.map(|handle| handle.summary.listing()).collect()
    }

    /// How many games are in memory.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
}
