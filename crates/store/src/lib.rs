//! Games and people on disk.
//!
//! - [`Store`][]: what is kept and how it is asked for; every implementation passes [`story::tell`];
//! - [`Sqlite`][]: one file in a folder, nothing to install;
//! - [`Postgres`][]: a database that several machines share;
//! - [`transfer`][]: everything from one into the other.
//!
//! A game is an append-only list of lines, the same lines that `damka-conduct` writes and folds; the store does not
//! look into them. The caller of a [`Write`] is told when it is on disk, power cuts included, and not before.

mod contest;
mod error;
pub mod examine;
mod jobs;
mod letters;
mod membership;
mod nodes;
mod notice;
mod postgres;
mod session;
mod shared;
mod sql;
mod sqlite;
pub mod story;
pub mod transfer;
mod types;
mod write;

pub use contest::{ContestBoard, ContestLine, ContestWrite, Contests, KeptContest, KeptEntrant, NewContest};
pub use error::StoreError;
pub use jobs::{
    JobCount, JobState, JobWrite, Jobs, JobsWaiting, KeptJob, KeptWorker, LevelResult, LevelScore, NewJob, NewWorker,
    NewWorkerKey, Taking, Urgency, WorkerKey,
};
pub use letters::{Away, Letters, LettersWrite};
pub use membership::{
    ClubWrite, Key, LogEntry, Member, MemberFilter, MemberNumber, Membership, NewLogEntry, NewReport, Report,
};
pub use nodes::{Head, LEASE, NewNode, Node, Nodes, Owned};
pub use notice::{
    KeptNotice, LettersDue, MOST_DEVICES, MOST_NOTICES, MOST_REFUSALS, Mailbox, NewNotice, NoticeWrite, Notices,
    PushDevice,
};
pub use postgres::Postgres;
pub use session::KeptSession;
pub use shared::{Bucket, Glance, KeptHandover, Shared, SharedWrite};
pub use sqlite::{CutGame, Salvaged, Sqlite};
pub use types::{
    About, Access, Anchor, Charge, ClientNumber, Condition, Day, Days, DueGame, Ended, GameFilter, GameRow, KeptEvent,
    KeptGame, KeptLink, KeptNote, NewEvent, NewGame, Occupant, OccupantKind, Outage, Part, Person, ResultFilter, Run,
    Scope, Usage, Versioned,
};
pub use write::Write;

use damka_conduct::{GameId, PersonId, Status};

/// Is called once, when everything handed over is on disk or nothing of it is.
pub type Done = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// Connections to a database server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// How many are open.
    pub open: u64,
    /// How many were made.
    pub made: u64,
}

/// What a store in files can do.
pub trait Files {
    /// Copies everything into a new file while the server runs.
    ///
    /// # Errors
    /// If the file exists or cannot be written.
    fn backup(&self, to: &std::path::Path) -> Result<(), StoreError>;
}

/// What is kept, and how it is asked for. Reading blocks; writing does not.
pub trait Store: Send + Sync + 'static {
    /// Writes everything or nothing, and says so from another thread. What was handed over earlier for the same game is
    /// written earlier.
    fn write(&self, writes: Vec<Write>, done: Done);

    /// Begins a run of the server: from now on its heartbeats are kept. The time since the last heartbeat of the run
    /// before is kept as an outage.
    ///
    /// # Errors
    /// If it cannot be written.
    fn begin_run(&self, now: u64) -> Result<Run, StoreError>;

    /// A run of the server.
    ///
    /// # Errors
    /// If reading fails, as for everything below.
    fn run(&self, id: i64) -> Result<Option<Run>, StoreError>;

    /// The outages that ended after a moment and are at least so long, the earliest first.
    fn outages(&self, after: u64, at_least: u64) -> Result<Vec<Outage>, StoreError>;

    /// A game without its events.
    fn game(&self, id: &GameId) -> Result<Option<KeptGame>, StoreError>;

    /// The events of a game after a number, in their order.
    fn events(&self, game: &GameId, after: u32) -> Result<Vec<KeptEvent>, StoreError>;

    /// The live games with clocks that this run has not loaded: when they are due, if that is known.
    fn due(&self, run: i64) -> Result<Vec<DueGame>, StoreError>;

    /// The numbers and ids of the games in a state, the newest first, at most so many, and only those with smaller
    /// numbers than one. If asked for, only those that are listed.
    fn games_in(
        &self,
        status: Status,
        listed: bool,
        before: Option<i64>,
        most: u32,
    ) -> Result<Vec<(i64, GameId)>, StoreError>;

    /// How many games are in a state.
    fn count_in(&self, status: Status) -> Result<u32, StoreError>;

    /// The games of a person, the newest first: where the person sits, decides, or which the person imported.
    fn games_of(&self, person: &PersonId, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError>;

    /// The ids of those games, the newest first.
    fn ids_of(&self, person: &PersonId, filter: &GameFilter) -> Result<Vec<GameId>, StoreError>;

    /// The games at which a person sits or sat and whose terms contain this line, also those removed from their list.
    fn seats_of(&self, person: &PersonId, line: &str) -> Result<Vec<GameId>, StoreError>;

    /// How many games these are, whatever the limit of the filter and where its page begins.
    fn count_of(&self, person: &PersonId, filter: &GameFilter) -> Result<u32, StoreError>;

    /// A person.
    fn person(&self, id: &PersonId) -> Result<Option<Person>, StoreError>;

    /// The account of a name, by what the name looks like.
    fn account(&self, name_key: &str) -> Result<Option<Person>, StoreError>;

    /// A session, by its key.
    fn session(&self, key: &str) -> Result<Option<KeptSession>, StoreError>;

    /// The sessions of a person, most recently used first.
    fn sessions_of(&self, person: &PersonId) -> Result<Vec<KeptSession>, StoreError>;

    /// A coach's link.
    fn link(&self, code: &str) -> Result<Option<KeptLink>, StoreError>;

    /// The links that a person created, the newest first, at most `most` of them.
    fn links_of(&self, person: &PersonId, most: u32) -> Result<Vec<KeptLink>, StoreError>;

    /// How many games a link has opened, and the newest of them, at most `most`.
    fn opened_by(&self, link: &str, most: u32) -> Result<(u32, Vec<GameRow>), StoreError>;

    /// The analysis of a game.
    fn analysis(&self, game: &GameId) -> Result<Option<Versioned>, StoreError>;

    /// What a person noted about a game.
    fn note(&self, person: &PersonId, game: &GameId) -> Result<Option<KeptNote>, StoreError>;

    /// About how many games a person has notes.
    fn notes(&self, person: &PersonId) -> Result<u32, StoreError>;

    /// How much a person keeps.
    fn usage(&self, person: &PersonId) -> Result<Usage, StoreError>;

    /// How much was added from an address, given its keyed hash, on a day counted from 1970.
    fn charged(&self, address: &str, day: u64) -> Result<Charge, StoreError>;

    /// A secret of this installation, made on first use by `make`.
    fn secret(&self, name: &str, make: &dyn Fn() -> String) -> Result<String, StoreError>;

    /// The club's offices, blocks, codes, complaints and log.
    fn membership(&self) -> &dyn Membership;

    /// Contests.
    fn contests(&self) -> &dyn Contests;

    /// Games over days: what players have prepared, and vacations.
    fn letters(&self) -> &dyn Letters;

    /// Notices for people who are not here.
    fn notices(&self) -> &dyn Notices;

    /// Several nodes on this data.
    fn nodes(&self) -> &dyn Nodes;

    /// What several nodes have to know of each other, and what they count together.
    fn shared(&self) -> &dyn Shared;

    /// Work for engines, and the programs that do it.
    fn jobs(&self) -> &dyn Jobs;

    /// Connections to a database server; nothing where there is none.
    fn connections(&self) -> Option<Connections>;

    /// What only a store in files can do; nothing for one on a database server, which has tools of its own.
    fn files(&self) -> Option<&dyn Files>;

    /// Checks the data: succeeds if every table can be read, or names one that cannot. A thorough check takes time.
    fn check(&self, thorough: bool) -> Result<Condition, StoreError>;
}
