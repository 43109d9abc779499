//! Who is here: people with a socket open.

use damka_conduct::PersonId;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many sockets each person has open.
#[derive(Debug, Default)]
pub struct Present(Mutex<HashMap<PersonId, u32>>);

impl Present {
    fn lock(&self) -> MutexGuard<'_, HashMap<PersonId, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody is here until what this gives is dropped.
    #[must_use]
    pub fn come(self: &Arc<Present>, person: PersonId) -> Stay {
        *self.lock().entry(person.clone()).or_default() += 1;
        Stay { present: Arc::clone(self), person }
    }

    /// A hash of each person who is here, of 53 bits, as many as every reader of JSON reads.
    #[must_use]
    pub fn hashes(&self) -> Vec<u64> {
        let hash = |person: &PersonId| {
            let mut hasher = DefaultHasher::new();
            person.as_str().hash(&mut hasher);
            hasher.finish() >> 11
        };
        self.lock().keys().map(hash).collect()
    }

    /// How many people are here.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.lock().len() as u32
    }
}

/// Somebody is here.
#[derive(Debug)]
pub struct Stay {
    present: Arc<Present>,
    person: PersonId,
}

impl Drop for Stay {
    fn drop(&mut self) {
        let mut people = self.present.lock();
        if let Some(sockets) = people.get_mut(&self.person) {
            *sockets -= 1;
            if *sockets == 0 {
                people.remove(&self.person);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_counted_once() {
        let present = Arc::new(Present::default());
        let (first, second, other) =
            (present.come("ann".into()), present.come("ann".into()), present.come("bob".into()));
        assert_eq!(present.count(), 2);
        drop(first);
        assert_eq!(present.count(), 2, "one page is still open");
        drop(second);
        drop(other);
        assert_eq!(present.count(), 0);
    }
}
