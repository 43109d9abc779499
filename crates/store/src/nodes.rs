//! Several processes on the same data: which runs live, and which run owns which game.
//!
//! A *node* is a run with a lease. The lease is renewed with each heartbeat ([`Write::Beat`][crate::Write::Beat]), by
//! the clock of the data and not of any machine; an expired lease is never renewed. What a run owned may then be
//! taken over by another: [`Write::Take`][crate::Write::Take] appends a secret line to the game in the same transaction. From
//! then on the number of the next event is used up, so whatever the old owner still tries to append is a conflict. What an
//! owner writes without an append goes together with [`Write::Mine`][crate::Write::Mine].

use crate::{Run, StoreError};
use damka_conduct::{ContestId, GameId};

/// How long a lease is valid after a heartbeat, in milliseconds.
pub const LEASE: u64 = 6_000;

/// A node that begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNode {
    /// Where it can be reached, for people who look after the club.
    pub address: String,
    /// The version of the program.
    pub version: String,
}

/// A node as the others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its run.
    pub run: Run,
    /// How it described itself.
    pub about: NewNode,
    /// For how long its lease is still valid, in milliseconds; 0 if it has ended.
    pub lease_left: u64,
    /// How many games it owns.
    pub games: u32,
}

/// The run that owns a game or a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owned {
    /// Which run.
    pub run: i64,
    /// Whether its lease is valid.
    pub is_valid: bool,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The number of its last line.
    pub seq: u32,
    /// Changes with its state, with who sits there and who else has a part, and when it is hidden.
    pub rows: u64,
}

/// What several nodes ask of the data they share.
pub trait Nodes: Send + Sync {
    /// Begins a run with a lease. As [`Store::begin_run`][crate::Store::begin_run], but no outage is kept while another
    /// node lives.
    ///
    /// # Errors
    /// If it cannot be written.
    fn begin_node(&self, now: u64, node: &NewNode) -> Result<Run, StoreError>;

    /// The nodes whose leases are valid, and those whose leases have ended that still own games, by their runs.
    ///
    /// # Errors
    /// If reading fails, as for everything below.
    fn known_nodes(&self) -> Result<Vec<Node>, StoreError>;

    /// Takes those of these games that no other run with a valid lease owns, in one transaction; which they are. A run whose
    /// own lease has ended takes nothing.
    ///
    /// # Errors
    /// If it cannot be written; [`StoreError::Conflict`] if another run appends to one of them at that very moment. Nothing
    /// was taken then.
    fn take(&self, games: &[GameId], run: i64, wall: u64) -> Result<Vec<GameId>, StoreError>;

    /// Who owns a game.
    fn owner(&self, game: &GameId) -> Result<Option<Owned>, StoreError>;

    /// Who owns a contest.
    fn contest_owner(&self, contest: &ContestId) -> Result<Option<Owned>, StoreError>;

    /// Live games with clocks whose owners' leases have ended, up to a number.
    fn orphans(&self, most: u32) -> Result<Vec<GameId>, StoreError>;

    /// Contests that are played and that nobody with a valid lease owns, or this run, up to a number: it may have lost one of its
    /// own without being able to say so.
    fn orphaned_contests(&self, run: i64, most: u32) -> Result<Vec<ContestId>, StoreError>;

    /// The calls of other nodes that a run has not answered: keys and texts, the oldest first.
    fn calls(&self, run: i64) -> Result<Vec<(String, String)>, StoreError>;

    /// What was answered to the calls whose keys begin so: keys and answers.
    fn replies(&self, prefix: &str) -> Result<Vec<(String, String)>, StoreError>;

    /// The games that a run owns, and how far each is; nothing if its lease has ended.
    fn heads(&self, run: i64) -> Result<Vec<(GameId, Head)>, StoreError>;

    /// Live games that nobody owns and that are due at this moment, up to a number.
    fn due_by(&self, now: u64, most: u32) -> Result<Vec<GameId>, StoreError>;
}
