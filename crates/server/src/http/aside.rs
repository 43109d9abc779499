//! Work that takes longer than a request may keep the others waiting.

use super::Visitor;
use crate::club::Club;
use crate::error::Failure;
use crate::schedule::Asker;
use damka_words::Words;
use std::sync::Arc;

impl Visitor {
    /// As somebody who takes turns with others.
    #[must_use]
    pub fn asker(&self) -> Asker {
        Asker { address: self.address, person: self.person.id.clone() }
    }
}

/// Does work for a visitor when their turn has come, away from the threads that answer everybody.
///
/// # Errors
/// If the work fails, or if too much waits already.
pub async fn aside<T: Send + 'static>(
    club: &Arc<Club>,
    visitor: &Visitor,
    work: impl FnOnce(&Words) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let (shared, speech) = (Arc::clone(club), visitor.speech);
    club.engines.desk.ask(visitor.asker(), move |_| work(shared.words(speech))).await?
}
