//! Who has become whom in this run. A request that was under way meanwhile still has its visitor as it found them.

use damka_conduct::PersonId;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many are remembered; no request still under way is older.
const REMEMBERED: usize = 1000;

/// Who has become whom, and whether anybody was renamed.
#[derive(Debug, Default)]
pub struct Identities {
    version: AtomicU64,
    moved: Mutex<VecDeque<Moved>>,
}

#[derive(Debug)]
struct Moved {
    version: u64,
    from: PersonId,
    into: PersonId,
}

impl Identities {
    /// Changes whenever someone signs in or is renamed; read before looking anyone up.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version.load(Ordering::SeqCst)
    }

    /// Somebody was renamed; the store knows it.
    pub fn renamed(&self) {
        self.version.fetch_add(1, Ordering::SeqCst);
    }

    /// What was one person's is another's; the store knows it.
    pub fn merged(&self, from: &PersonId, into: &PersonId) {
        let mut moved = self.moved.lock().unwrap_or_else(PoisonError::into_inner);
        if moved.len() == REMEMBERED {
            moved.pop_front();
        }
        let version = self.version.fetch_add(1, Ordering::SeqCst) + 1;
        moved.push_back(Moved { version, from: from.clone(), into: into.clone() });
    }

    /// Who somebody has become since they were looked up. Only since then: an old cookie is worth nothing.
    #[must_use]
    pub fn became(&self, person: &PersonId, seen: u64) -> Option<PersonId> {
        if self.version() == seen {
            return None;
        }
        let moved = self.moved.lock().unwrap_or_else(PoisonError::into_inner);
        moved.iter().find(|it| it.version > seen && it.from == *person).map(|it| it.into.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_was_looked_up_before_has_become_somebody() {
        let people = Identities::default();
        let before = people.version();
        people.merged(&"visitor".into(), &"ann".into());
        assert_eq!(people.became(&"visitor".into(), before), Some("ann".into()));
        assert_eq!(people.became(&"visitor".into(), people.version()), None, "an old cookie");
        assert_eq!(people.became(&"other".into(), before), None);
        for at in 0..REMEMBERED {
            people.merged(&at.to_string().as_str().into(), &"bob".into());
        }
        assert_eq!(people.became(&"visitor".into(), before), None, "forgotten in the end");
    }
}
