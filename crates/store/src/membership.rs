//! Who runs the club, and what was done for it: rows, as the rest of the program sees them.

use crate::{KeptNote, Person, StoreError};
use damka_conduct::{GameId, KeeperAct, KeyKind, Office, PersonId};

/// The number of a member. Ids of people are secrets; numbers are what keepers see, and are never used twice.
pub type MemberNumber = i64;

/// A person as keepers see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The number.
    pub number: MemberNumber,
    /// The person.
    pub person: Person,
    /// The person's offices.
    pub offices: Vec<Office>,
    /// When the person was blocked, in milliseconds since 1970.
    pub blocked_at: Option<u64>,
}

/// Which members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberFilter {
    /// Only those whose name contains this.
    pub name: Option<String>,
    /// Only those with this office.
    pub office: Option<Office>,
    /// Only those who are blocked.
    pub blocked: bool,
    /// Only those with an account.
    pub accounts: bool,
    /// Only those with smaller numbers.
    pub before: Option<MemberNumber>,
    /// At most so many.
    pub limit: u32,
}

/// A code that works once, as it is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    /// The hash of the code.
    pub hash: String,
    /// What it is for.
    pub kind: KeyKind,
    /// Whose password it sets.
    pub person: Option<PersonId>,
    /// Until when it works, in milliseconds since 1970.
    pub until: u64,
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Key").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// Something that a keeper did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number.
    pub number: i64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Which keeper; none where it was done at the machine itself.
    pub keeper: Option<MemberNumber>,
    /// What.
    pub act: KeeperAct,
    /// About whom.
    pub member: Option<MemberNumber>,
    /// About which game.
    pub game: Option<GameId>,
    /// More about it, such as the office or the old name; blank when the person was deleted.
    pub detail: String,
}

/// Something that a keeper does, to be written down. People are looked up by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLogEntry {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Which keeper; none where it is done at the machine itself.
    pub keeper: Option<PersonId>,
    /// What.
    pub act: KeeperAct,
    /// About whom.
    pub person: Option<PersonId>,
    /// About which game.
    pub game: Option<GameId>,
    /// More about it.
    pub detail: String,
}

/// A name that somebody complained about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReport {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who complains.
    pub reporter: PersonId,
    /// About whom.
    pub person: PersonId,
    /// The name as it was read.
    pub name: String,
    /// Where it was read.
    pub game: Option<GameId>,
}

/// A complaint that no keeper has decided yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its number.
    pub number: i64,
    /// What was reported.
    pub report: NewReport,
    /// Who is meant, as they are now.
    pub member: Member,
}

/// One thing to be written about the club and its people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClubWrite {
    /// A person gets an office, or loses it.
    Office {
        /// Who.
        person: PersonId,
        /// Which.
        office: Office,
        /// Since when; nothing takes it away.
        since: Option<u64>,
    },
    /// A person is blocked, or let in again.
    Block {
        /// Who.
        person: PersonId,
        /// Since when; nothing lets them in again.
        at: Option<u64>,
    },
    /// An account gets another password.
    Password {
        /// Whose.
        person: PersonId,
        /// The hash.
        hash: String,
    },
    /// A one-time code. It takes the place of others of its kind for the same person.
    Key(Key),
    /// A one-time code is used: a conflict if it is not there, or has expired.
    UseKey {
        /// The hash of the code.
        hash: String,
        /// What it must be for.
        kind: KeyKind,
        /// When.
        now: u64,
    },
    /// A game is hidden, or shown again.
    Hide {
        /// Which.
        game: GameId,
        /// Whether it is hidden.
        hidden: bool,
    },
    /// Something that a keeper did.
    Log(NewLogEntry),
    /// A complaint. Where the same person has complained about the same one already, nothing changes.
    Report(NewReport),
    /// The complaints about a person are decided.
    Decided {
        /// About whom they were.
        person: PersonId,
    },
}

/// What is asked about the club and its people. Reading blocks.
pub trait Membership {
    /// The members that are looked for, the newest first.
    ///
    /// # Errors
    /// If reading fails, as for everything below.
    fn members(&self, filter: &MemberFilter) -> Result<Vec<Member>, StoreError>;

    /// A member by number.
    fn member(&self, number: MemberNumber) -> Result<Option<Member>, StoreError>;

    /// A member by id.
    fn member_of(&self, person: &PersonId) -> Result<Option<Member>, StoreError>;

    /// Everybody with an office.
    fn officers(&self) -> Result<Vec<(PersonId, Office)>, StoreError>;

    /// Everybody who is blocked.
    fn blocked(&self) -> Result<Vec<PersonId>, StoreError>;

    /// A one-time code by its hash.
    fn key(&self, hash: &str) -> Result<Option<Key>, StoreError>;

    /// What keepers did, the newest first: at most so many, and only those with smaller numbers than one.
    fn log(&self, before: Option<i64>, most: u32) -> Result<Vec<LogEntry>, StoreError>;

    /// Complaints that no keeper has decided yet, the oldest first, at most so many.
    fn reports(&self, most: u32) -> Result<Vec<Report>, StoreError>;

    /// How many complaints wait: in all, and about one person.
    fn count_reports(&self, person: &PersonId) -> Result<(u32, u32), StoreError>;

    /// Hidden games, the newest first, at most so many.
    fn hidden_games(&self, most: u32) -> Result<Vec<GameId>, StoreError>;

    /// Everything that a person noted about games.
    fn notes_of(&self, person: &PersonId) -> Result<Vec<(GameId, KeptNote)>, StoreError>;
}
