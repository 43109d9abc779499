//! What must be counted in one place: guesses at passwords and codes, and letters to addresses that nobody has confirmed.
//!
//! Limits that only keep one machine from being busy (requests, questions for the engine, sockets, hashes) are counted by
//! each node for itself: N nodes have N times the power, and allow N times as much. What protects people and accounts is
//! counted in the data. A process alone counts everything in memory.

use crate::club::Club;
use crate::error::Failure;
use crate::limits::Rate;
use damka_store::{Bucket, SharedWrite, Store, StoreError, Write};
use std::sync::Arc;

/// A bucket of what all nodes count together. `what` may be an address or a name, so only its keyed hash is kept.
pub fn bucket(club: &Club, rate: Rate, kind: &str, what: &str) -> Bucket {
    let key = club.signer.derive(&format!("bucket {kind} {what}"))[..32].to_owned();
    Bucket { key, every: (60_000.0 / rate.per_minute).round() as u32, most: rate.burst as u32 }
}

/// What was taken from buckets that all nodes share.
#[derive(Default)]
pub struct TakenTogether(Option<(Arc<dyn Store>, Vec<Bucket>)>);

impl std::fmt::Debug for TakenTogether {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TakenTogether").finish_non_exhaustive()
    }
}

impl TakenTogether {
    /// Gives it back, without waiting.
    pub fn give_back(self) {
        if let Some((store, buckets)) = self.0 {
            let writes = buckets.into_iter().map(|bucket| Write::Shared(SharedWrite::GiveBack(bucket)));
            store.write(writes.collect(), Box::new(drop));
        }
    }
}

impl Club {
    /// Takes one from each of these buckets, or none from any. Nothing is counted where one process is the whole club, or
    /// where visitors are not limited.
    ///
    /// # Errors
    /// The seconds until there is one again.
    pub(crate) async fn take_together(&self, buckets: Vec<Bucket>) -> Result<TakenTogether, Failure> {
        if self.peers.is_none() || !self.settings.limited {
            return Ok(TakenTogether::default());
        }
        let takes = buckets.iter().cloned().map(|bucket| Write::Shared(SharedWrite::Take(bucket)));
        match self.write(takes.collect()).await {
            Ok(()) => Ok(TakenTogether(Some((self.store(), buckets)))),
            Err(StoreError::Conflict) => {
                let wait = move |store: &dyn Store| {
                    let waits = buckets.iter().map(|bucket| store.shared().empty_for(bucket));
                    Ok(waits.collect::<Result<Vec<_>, _>>()?.into_iter().max().unwrap_or_default())
                };
                Err(Failure::TooMany(self.read(wait).await?.div_ceil(1_000).max(1) as u32))
            }
            Err(error) => Err(error.into()),
        }
    }
}
