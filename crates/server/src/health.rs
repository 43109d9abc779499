//! Whether the server can do its work: a background task checks regularly, so that answering costs nothing.

use crate::club::Club;
use crate::error::Failure;
use damka_store::{Condition, StoreError};
use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The interval between checks.
const EVERY: Duration = Duration::from_secs(2);
/// What has not succeeded for this long is stuck.
const LATE: Duration = Duration::from_secs(15);
/// With less free space than this, the health answer says how much is left, in bytes.
const LITTLE: u64 = 256 << 20;
/// With less free space than this, the disk counts as full.
const NONE: u64 = 8 << 20;

async fn looked(club: &Club, thorough: bool) -> Result<Condition, StoreError> {
    let found = club.read(move |store| store.check(thorough)).await;
    found.map_err(|failure| match failure {
        Failure::Store(error) => error,
        other => StoreError::Io(other.code().0.to_owned()),
    })
}

/// The results of the checks.
#[derive(Debug)]
pub struct Health {
    found: Mutex<Found>,
    /// Whether the process is going to close.
    is_leaving: AtomicBool,
}

#[derive(Clone, Debug)]
struct Found {
    /// When a heartbeat was last written.
    beaten: Instant,
    /// Why the last heartbeat could not be written.
    trouble: Option<StoreError>,
    /// When the data was last checked.
    looked: Instant,
    data: Result<Condition, StoreError>,
}

impl Default for Health {
    fn default() -> Health {
        let now = Instant::now();
        let data = Ok(Condition { free: None });
        Health {
            found: Mutex::new(Found { beaten: now, trouble: None, looked: now, data }),
            is_leaving: AtomicBool::new(false),
        }
    }
}

impl Health {
    fn lock(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a heartbeat was written, or could not be; the log gets each change once, not every second.
    pub fn beaten(&self, written: Result<(), StoreError>) {
        let mut found = self.lock();
        if written.is_ok() {
            found.beaten = Instant::now();
        }
        let before = std::mem::replace(&mut found.trouble, written.clone().err());
        match (before, written) {
            (before, Err(error)) if before.as_ref() != Some(&error) => {
                tracing::error!(%error, "a heartbeat could not be written");
            }
            (Some(_), Ok(())) => tracing::info!("heartbeats can be written again"),
            _ => {}
        }
    }

    /// The process is going to close.
    pub fn leave(&self) {
        self.is_leaving.store(true, Ordering::SeqCst);
    }

    /// Whether it is.
    #[must_use]
    pub fn is_leaving(&self) -> bool {
        self.is_leaving.load(Ordering::SeqCst)
    }

    /// The free space on the disk in bytes, if known.
    #[must_use]
    pub fn free(&self) -> Option<u64> {
        self.lock().data.as_ref().ok().and_then(|condition| condition.free)
    }

    /// The free space on the disk in bytes, if there is little.
    #[must_use]
    pub fn little_room(&self) -> Option<u64> {
        self.free().filter(|free| *free < LITTLE)
    }

    /// Why nobody should be sent here, if there is a reason. It costs nothing: load balancers ask every second.
    #[must_use]
    pub fn trouble(&self, club: &Club) -> Option<Failure> {
        if self.is_leaving() {
            return Some(Failure::Closing);
        }
        if let Some(peers) = club.peers.as_ref().filter(|peers| !peers.is_valid()) {
            return Some(Failure::Unsure(u32::try_from(peers.lease_age().as_secs()).unwrap_or(u32::MAX)));
        }
        self.data_trouble().err().map(Failure::Store)
    }

    fn data_trouble(&self) -> Result<(), StoreError> {
        let found = self.lock().clone();
        if let Some(trouble) = found.trouble {
            return Err(trouble);
        }
        let free = found.data?.free;
        for (what, since) in [("written", found.beaten), ("read", found.looked)] {
            if since.elapsed() > LATE {
                return Err(StoreError::Io(format!("nothing was {what} for {} s", since.elapsed().as_secs())));
            }
        }
        match free {
            Some(free) if free < NONE => Err(StoreError::Full),
            _ => Ok(()),
        }
    }

    /// Checks the data regularly. The first check is thorough: damage that it finds is reported for the whole run.
    pub async fn watch(club: Arc<Club>) {
        let first = looked(&club, true).await;
        let damage = first.clone().err().filter(|error| matches!(error, StoreError::Damaged(_)));
        club.health.note(first);
        loop {
            tokio::time::sleep(EVERY).await;
            let found = looked(&club, false).await;
            club.health.note(found.and_then(|condition| damage.clone().map_or(Ok(condition), Err)));
        }
    }

    fn note(&self, data: Result<Condition, StoreError>) {
        let mut found = self.lock();
        if let Err(error) = &data
            && found.data.as_ref().err() != Some(error)
        {
            tracing::error!(%error, "the data cannot be read");
        }
        let is_little = |data: &Result<Condition, StoreError>| {
            data.as_ref().is_ok_and(|condition| condition.free.is_some_and(|free| free < LITTLE))
        };
        if is_little(&data) && !is_little(&found.data) {
            tracing::warn!(free = ?data.as_ref().ok().and_then(|condition| condition.free), "the disk is nearly full");
        }
        (found.looked, found.data) = (Instant::now(), data);
    }
}

impl Club {
    /// The process is going to close: health says so from now on, so that nobody new is sent here. Those who are here play
    /// on until it closes.
    pub fn leave(&self) {
        tracing::info!("the club is going to close");
        self.health.leave();
    }
}

/// The name of the secret that signs cookies.
pub const COOKIE_KEY: &str = "cookie";

/// What a club is told apart by, from the secret that signs its cookies.
#[must_use]
pub fn club_mark(secret: &str) -> String {
    let digest = Sha256::digest(format!("mark of {secret}"));
    digest[..6].iter().map(|byte| format!("{byte:02x}")).collect()
}
