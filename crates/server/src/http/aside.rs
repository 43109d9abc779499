//! Work that takes too long to do while other requests wait.

use super::Visitor;
use crate::club::Club;
use crate::error::Failure;
use crate::schedule::Asker;
use damka_words::Words;
use std::sync::Arc;

impl Visitor {
    /// The visitor's identity in the queues, where visitors take turns.
    #[must_use]
    pub fn asker(&self) -> Asker {
        Asker { address: self.address, person: self.person.id.clone() }
    }
}

/// Does work for a visitor when their turn comes, away from the threads that answer requests.
///
/// # Errors
/// If the work fails, or if too much is waiting already.
pub async fn aside<T: Send + 'static>(
    club: &Arc<Club>,
    visitor: &Visitor,
    work: impl FnOnce(&Words) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let (shared, speech) = (Arc::clone(club), visitor.speech);
    club.engines.desk.ask(visitor.asker(), move |_| work(shared.words(speech))).await?
}
