//! What is in memory of what is on disk: games, contests. Each has one slot, so it is never loaded twice at once.

use crate::error::Failure;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::OnceCell;

/// A handle to an owner.
pub trait Owned: Clone {
    /// Whether the owner is gone.
    fn is_gone(&self) -> bool;
}

type Slot<H> = Arc<OnceCell<H>>;

/// Which owners are in memory.
#[derive(Debug)]
pub struct Slots<K, H> {
    slots: Mutex<HashMap<K, Slot<H>>>,
}

impl<K, H> Default for Slots<K, H> {
    fn default() -> Slots<K, H> {
        Slots { slots: Mutex::default() }
    }
}

impl<K: Clone + Eq + Hash, H: Owned> Slots<K, H> {
    fn slots(&self) -> MutexGuard<'_, HashMap<K, Slot<H>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The handle, if its owner is in memory.
    pub fn find(&self, id: &K) -> Option<H> {
        self.slots().get(id).and_then(|slot| slot.get().cloned()).filter(|handle| !handle.is_gone())
    }

    /// Those that are just being loaded.
    pub fn coming(&self) -> Vec<K> {
        self.slots().iter().filter(|(_, slot)| slot.get().is_none()).map(|(id, _)| id.clone()).collect()
    }

    /// The handle in memory, or the one that `load` gives.
    ///
    /// # Errors
    /// As `load` says.
    pub async fn get<F: Future<Output = Result<H, Failure>>>(
        &self,
        id: &K,
        load: impl Fn() -> F,
    ) -> Result<H, Failure> {
        loop {
            let slot = Arc::clone(self.slots().entry(id.clone()).or_default());
            match slot.get_or_try_init(&load).await {
                Ok(handle) if !handle.is_gone() => return Ok(handle.clone()),
                Ok(_) => self.remove(id, &slot),
                Err(failure) => {
                    self.remove(id, &slot);
                    return Err(failure);
                }
            }
        }
    }

    fn remove(&self, id: &K, slot: &Slot<H>) {
        let mut slots = self.slots();
        if slots.get(id).is_some_and(|kept| Arc::ptr_eq(kept, slot)) {
            slots.remove(id);
        }
    }

    /// An owner goes. From now on its mailbox, which `close` closes, takes nothing; what is in it is asked again of the next
    /// owner, which cannot come before this one has nothing more to write.
    pub fn release(&self, id: &K, close: impl FnOnce()) {
        let mut slots = self.slots();
        close();
        slots.remove(id);
    }

    /// Everything in memory.
    pub fn all(&self) -> Vec<H> {
        self.slots().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.slots().len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.slots().is_empty()
    }
}
