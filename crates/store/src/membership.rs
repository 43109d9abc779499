//! The rows about running the club, as the rest of the program sees them.

use crate::{KeptNote, Person, StoreError};
use damka_conduct::{GameId, KeeperAct, KeyKind, Office, PersonId};

/// The number of a member. Ids of people are secrets; keepers see numbers, which are never reused.
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

/// Which members to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberFilter {
    /// Only members whose name contains this.
    pub name: Option<String>,
    /// Only members with this office.
    pub office: Option<Office>,
    /// Only members who are blocked.
    pub blocked: bool,
    /// Only members with an account.
    pub accounts: bool,
    /// Only members with smaller numbers.
    pub before: Option<MemberNumber>,
    /// The maximum number of members.
    pub limit: u32,
}

/// A one-time code, as it is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    /// The hash of the code.
    pub hash: String,
    /// Its purpose.
    pub kind: KeyKind,
    /// The person whose password it sets.
    pub person: Option<PersonId>,
    /// When it expires, in milliseconds since 1970.
    pub until: u64,
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Key").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// An act of a keeper, in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number.
    pub number: i64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The keeper; `None` if it was done at the machine itself.
    pub keeper: Option<MemberNumber>,
    /// The act.
    pub act: KeeperAct,
    /// The person concerned.
    pub member: Option<MemberNumber>,
    /// The game concerned.
    pub game: Option<GameId>,
    /// Details, such as the office or the old name; blanked when the person is deleted.
    pub detail: String,
}

/// An act of a keeper, to be logged. People are given by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLogEntry {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The keeper; `None` if it is done at the machine itself.
    pub keeper: Option<PersonId>,
    /// The act.
    pub act: KeeperAct,
    /// The person concerned.
    pub person: Option<PersonId>,
    /// The game concerned.
    pub game: Option<GameId>,
    /// Details.
    pub detail: String,
}

/// A complaint about a name, to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReport {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The person who complains.
    pub reporter: PersonId,
    /// The person complained about.
    pub person: PersonId,
    /// The name as it was shown.
    pub name: String,
    /// The game in which it was shown.
    pub game: Option<GameId>,
}

/// A complaint that no keeper has decided yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its number.
    pub number: i64,
    /// The complaint.
    pub report: NewReport,
    /// The person complained about, as they are now.
    pub member: Member,
}

/// A write about the club and its people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClubWrite {
    /// A person gets or loses an office.
    Office {
        /// The person.
        person: PersonId,
        /// The office.
        office: Office,
        /// When they got it; `None` takes it away.
        since: Option<u64>,
    },
    /// A person is blocked or unblocked.
    Block {
        /// The person.
        person: PersonId,
        /// When they were blocked; `None` unblocks them.
        at: Option<u64>,
    },
    /// An account gets a new password.
    Password {
        /// The person.
        person: PersonId,
        /// The hash.
        hash: String,
    },
    /// A one-time code is added. It replaces others of the same kind for the same person.
    Key(Key),
    /// A one-time code is used; a conflict if it does not exist or has expired.
    UseKey {
        /// The hash of the code.
        hash: String,
        /// The purpose it must have.
        kind: KeyKind,
        /// The current time.
        now: u64,
    },
    /// A game is hidden, or shown again.
    Hide {
        /// The game.
        game: GameId,
        /// Whether it is hidden.
        hidden: bool,
    },
    /// An act of a keeper is logged.
    Log(NewLogEntry),
    /// A complaint is added. Nothing changes if the same person has already complained about the same one.
    Report(NewReport),
    /// The complaints about a person are settled.
    Decided {
        /// The person complained about.
        person: PersonId,
    },
}

/// Queries about the club and its people. Reading blocks.
pub trait Membership {
    /// The members that match, newest first.
    ///
    /// # Errors
    /// If reading fails, as for everything below.
    fn members(&self, filter: &MemberFilter) -> Result<Vec<Member>, StoreError>;

    /// A member by number.
    fn member(&self, number: MemberNumber) -> Result<Option<Member>, StoreError>;

    /// A member by id.
    fn member_of(&self, person: &PersonId) -> Result<Option<Member>, StoreError>;

    /// Everyone with an office.
    fn officers(&self) -> Result<Vec<(PersonId, Office)>, StoreError>;

    /// Everyone who is blocked.
    fn blocked(&self) -> Result<Vec<PersonId>, StoreError>;

    /// A one-time code by its hash.
    fn key(&self, hash: &str) -> Result<Option<Key>, StoreError>;

    /// The keepers' log, newest first: at most this many entries, and only those with numbers below `before`.
    fn log(&self, before: Option<i64>, most: u32) -> Result<Vec<LogEntry>, StoreError>;

    /// Complaints that no keeper has decided yet, oldest first, at most this many.
    fn reports(&self, most: u32) -> Result<Vec<Report>, StoreError>;

    /// How many complaints are undecided: in total, and about one person.
    fn count_reports(&self, person: &PersonId) -> Result<(u32, u32), StoreError>;

    /// Hidden games, newest first, at most this many.
    fn hidden_games(&self, most: u32) -> Result<Vec<GameId>, StoreError>;

    /// All of a person's notes about games.
    fn notes_of(&self, person: &PersonId) -> Result<Vec<(GameId, KeptNote)>, StoreError>;
}
