//! Codes that bring a person to another device: created at one node, and used once, at any node.

use crate::club::Club;
use crate::error::Failure;
use crate::keeper::hash_of;
use crate::people::HANDOVER;
use crate::random;
use damka_store::{KeptHandover, Person, SharedWrite, StoreError, Write};

impl Club {
    /// A code for another device of a person, in place of one that was made before.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub async fn offer_handover(&self, person: &Person) -> Result<String, StoreError> {
        let code = random::text(20);
        let handover = KeptHandover {
            hash: hash_of(&code),
            person: person.id.clone(),
            generation: person.generation,
            lasts: HANDOVER.as_millis() as u64,
        };
        self.write(vec![Write::Shared(SharedWrite::Handover(handover))]).await?;
        Ok(code)
    }

    /// The person whom a code brings, and the write that uses it up: it belongs to the transaction in which the person
    /// signs in, so a code works once.
    ///
    /// # Errors
    /// If there is no such code, or it does not work any more.
    pub async fn look_at_handover(&self, code: &str) -> Result<(Person, Write), Failure> {
        let hash = hash_of(code);
        let asked = hash.clone();
        let found = self.read(move |store| match store.shared().handover(&asked)? {
            Some(handover) => Ok(store.person(&handover.person)?.map(|person| (handover, person))),
            None => Ok(None),
        });
        let (handover, person) = found.await?.ok_or(Failure::WrongCode)?;
        // Signing out everywhere invalidates codes too.
        if person.generation != handover.generation {
            return Err(Failure::WrongCode);
        }
        Ok((person, Write::Shared(SharedWrite::UseHandover { hash })))
    }
}
