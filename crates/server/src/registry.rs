//! Which games are in memory.

use crate::error::Failure;
use crate::live::{Handle, Message, Now};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, mpsc};

type Slot = Arc<OnceCell<Handle>>;

/// Which games are in memory. A game has one slot, so it is never taken up twice at once.
#[derive(Debug, Default)]
pub struct Registry {
    slots: Mutex<HashMap<String, Slot>>,
    /// Games that were put away while a clock runs, and when it runs out.
    wakes: Mutex<BTreeSet<(u64, String)>>,
    /// How live games stand that were put away, for lists; as many as lists show often.
    resting: Mutex<HashMap<String, Now>>,
}

/// The most games that are put away whose standing is remembered.
const MOST_RESTING: usize = 500;

impl Registry {
    fn slots(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wakes(&self) -> MutexGuard<'_, BTreeSet<(u64, String)>> {
        self.wakes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn resting(&self) -> MutexGuard<'_, HashMap<String, Now>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers how a game stands that is not in memory.
    pub fn rest(&self, now: Now) {
        let mut resting = self.resting();
        if resting.len() >= MOST_RESTING {
            resting.clear();
        }
        resting.insert(now.id.clone(), now);
    }

    /// How a game stands that is not in memory, if it is remembered.
    pub fn rested(&self, id: &str) -> Option<Now> {
        self.resting().get(id).cloned()
    }

    /// The game, if it is in memory.
    pub fn find(&self, id: &str) -> Option<Handle> {
        self.slots().get(id).and_then(|slot| slot.get().cloned()).filter(|handle| !handle.is_gone())
    }

    /// The games that are just being taken up.
    pub fn coming(&self) -> Vec<String> {
        self.slots().iter().filter(|(_, slot)| slot.get().is_none()).map(|(id, _)| id.clone()).collect()
    }

    /// The game in memory, or the one that `take_up` gives.
    ///
    /// # Errors
    /// As `take_up` says.
    pub async fn get<F: Future<Output = Result<Handle, Failure>>>(
        &self,
        id: &str,
        take_up: impl Fn() -> F,
    ) -> Result<Handle, Failure> {
        loop {
            let slot = Arc::clone(self.slots().entry(id.to_owned()).or_default());
            // From now on it can change.
            self.resting().remove(id);
            match slot.get_or_try_init(&take_up).await {
                Ok(handle) if !handle.is_gone() => return Ok(handle.clone()),
                Ok(_) => self.remove(id, &slot),
                Err(failure) => {
                    self.remove(id, &slot);
                    return Err(failure);
                }
            }
        }
    }

    fn remove(&self, id: &str, slot: &Slot) {
        let mut slots = self.slots();
        if slots.get(id).is_some_and(|kept| Arc::ptr_eq(kept, slot)) {
            slots.remove(id);
        }
    }

    /// An owner goes. From now on its mailbox takes nothing; what is in it is asked again of the next owner, which
    /// cannot come before this one has nothing more to write.
    pub fn put_away(&self, id: &str, mail: &mut mpsc::Receiver<Message>) {
        let mut slots = self.slots();
        mail.close();
        slots.remove(id);
    }

    /// Looks at a game again at a moment of the run.
    pub fn wake(&self, at: u64, id: &str) {
        self.wakes().insert((at, id.to_owned()));
    }

    /// The games whose moment has come.
    pub fn woken(&self, now: u64) -> Vec<String> {
        let mut wakes = self.wakes();
        let later = wakes.split_off(&(now + 1, String::new()));
        std::mem::replace(&mut *wakes, later).into_iter().map(|(_, id)| id).collect()
    }

    /// Every game in memory.
    pub fn all(&self) -> Vec<Handle> {
        self.slots().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    /// Tells every game at which a person sits.
    pub async fn tell(&self, person: &str, message: impl Fn() -> Message) {
        self.resting().retain(|_, now| !now.has(person));
        for handle in self.all() {
            if handle.brief.seats(person) {
                handle.send(message()).await;
            }
        }
    }

    /// How many games are in memory.
    pub fn len(&self) -> usize {
        self.slots().len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.slots().is_empty()
    }
}
