//! What several nodes have to know of each other, and what they count together.
//!
//! Messages between nodes may be lost, so whatever a node caches and another may change is announced through the data:
//! a *change* is written in the transaction of what it announces, and each node reads the changes that it does not know
//! yet. Their numbers are in the order in which they become visible.

use crate::StoreError;
use damka_conduct::{GameId, PersonId, Status};

/// A code that brings a person to another device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptHandover {
    /// The hash of the code.
    pub hash: String,
    /// The person whom it brings.
    pub person: PersonId,
    /// The generation of the person when the code was made.
    pub generation: u32,
    /// For how long it works, in milliseconds.
    pub lasts: u64,
}

/// A bucket that fills with time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// Names the bucket.
    pub key: String,
    /// The time after which there is one more, in milliseconds.
    pub every: u32,
    /// How many there are at most.
    pub most: u32,
}

/// A write about what nodes share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharedWrite {
    /// Something that nodes cache changes with this transaction.
    Change {
        /// What the change can be looked up by.
        subject: Option<String>,
        /// What has changed; the store does not look into it.
        body: String,
    },
    /// Deletes what is older than this number of milliseconds, and whatever nobody can need any more. The newest
    /// change stays. Games of runs whose leases expired longer ago lose their owner, some at a time, unless other nodes have
    /// to take them over ([`Nodes::orphans`][crate::Nodes::orphans]).
    Forget {
        /// The age.
        age: u64,
    },
    /// What a node has to show, in place of what it had before.
    Share {
        /// The run of the node.
        run: i64,
        /// Counts what it has shown.
        version: i64,
        /// What it shows; the store does not look into it.
        body: String,
    },
    /// Takes one from a bucket; a conflict if there is none.
    Take(Bucket),
    /// Gives one back that was taken for nothing.
    GiveBack(Bucket),
    /// A code for another device, in place of others of the same person.
    Handover(KeptHandover),
    /// A code is used; a conflict if it is no longer valid.
    UseHandover {
        /// The hash of the code.
        hash: String,
    },
    /// The seats of a person get the name that the person has now, also those that were taken under an older one.
    Names {
        /// The person.
        person: PersonId,
    },
}

/// How a game stands, as far as it can be said without reading its events. Where it is the same, nothing has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The run that owns the game and has a valid lease.
    pub owner: Option<i64>,
    /// The number of its last event.
    pub seq: u32,
    /// Its state.
    pub status: Status,
    /// When its state changed.
    pub changed_at: u64,
    /// Whether it is hidden.
    pub hidden: bool,
    /// Changes with who sits there and who else has a part.
    pub people: u32,
}

/// Questions about what nodes share. Reading blocks.
pub trait Shared {
    /// The changes after a number, in their order, at most so many: numbers and bodies.
    ///
    /// # Errors
    /// If reading fails, as for everything below.
    fn changes(&self, after: i64, most: u32) -> Result<Vec<(i64, String)>, StoreError>;

    /// The numbers of the oldest change that is kept and of the newest; zeros if there never was one.
    fn known_changes(&self) -> Result<(i64, i64), StoreError>;

    /// Whether there was a change that can be looked up by this, within so many milliseconds.
    fn has_changed(&self, subject: &str, within: u64) -> Result<bool, StoreError>;

    /// The versions of what the nodes show whose leases are valid, by their runs.
    fn shares(&self) -> Result<Vec<(i64, i64)>, StoreError>;

    /// What a node shows, with its version.
    fn share(&self, run: i64) -> Result<Option<(i64, String)>, StoreError>;

    /// In how many milliseconds there is one in a bucket; 0 if there is one.
    fn empty_for(&self, bucket: &Bucket) -> Result<u64, StoreError>;

    /// A code for another device that is still valid.
    fn handover(&self, hash: &str) -> Result<Option<KeptHandover>, StoreError>;

    /// How games stand, in any order; those that do not exist are left out.
    fn glances(&self, games: &[GameId]) -> Result<Vec<(GameId, Glance)>, StoreError>;
}
