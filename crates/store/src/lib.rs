//! Games and people on disk.
//!
//! - [`Store`][]: what is kept and how it is asked for; whoever implements it passes [`story::tell`];
//! - [`Sqlite`][]: one file in a folder, nothing to install.
//!
//! A game is an append-only list of lines, the same lines that `damka-conduct` writes and replays; the store does not
//! look into them. Whoever hands over a [`Write`] is told when it is on disk, power cuts included, and not before.

mod error;
mod sqlite;
pub mod story;
mod types;

pub use error::StoreError;
pub use sqlite::Sqlite;
pub use types::{
    Anchor, Ended, GameFilter, GameRow, KeptEvent, KeptGame, KeptNote, NewEvent, NewGame, OwnResult, Person, Run,
    Sitting, Status, Write,
};

/// Is called once, when everything handed over is on disk or nothing of it is.
pub type Done = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// What is kept, and how it is asked for. Reading blocks; writing does not.
pub trait Store: Send + Sync + 'static {
    /// Writes everything or nothing, and says so from another thread. What was handed over earlier is written earlier.
    fn write(&self, writes: Vec<Write>, done: Done);

    /// Begins a run of the server: from now on its heartbeats are kept.
    ///
    /// # Errors
    /// If it cannot be written.
    fn begin_run(&self, now: u64) -> Result<Run, StoreError>;

    /// A run of the server.
    ///
    /// # Errors
    /// If reading fails, as for everything below.
    fn run(&self, id: i64) -> Result<Option<Run>, StoreError>;

    /// A game without its events.
    fn game(&self, id: &str) -> Result<Option<KeptGame>, StoreError>;

    /// The events of a game after a number, in their order.
    fn events(&self, game: &str, after: u32) -> Result<Vec<KeptEvent>, StoreError>;

    /// The numbers and ids of the games in a state, the newest first, at most so many, and only those with smaller
    /// numbers than one.
    fn games_in(&self, status: Status, before: Option<i64>, most: u32) -> Result<Vec<(i64, String)>, StoreError>;

    /// How many games are in a state.
    fn count_in(&self, status: Status) -> Result<u32, StoreError>;

    /// The games of a person, the newest first.
    fn games_of(&self, person: &str, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError>;

    /// A person.
    fn person(&self, id: &str) -> Result<Option<Person>, StoreError>;

    /// The account of a name, by what the name looks like.
    fn account(&self, name_key: &str) -> Result<Option<Person>, StoreError>;

    /// A coach's link.
    fn link(&self, code: &str) -> Result<Option<String>, StoreError>;

    /// The analysis of a game.
    fn analysis(&self, game: &str) -> Result<Option<String>, StoreError>;

    /// What a person noted about a game.
    fn note(&self, person: &str, game: &str) -> Result<Option<KeptNote>, StoreError>;

    /// About how many games a person has notes.
    fn notes(&self, person: &str) -> Result<u32, StoreError>;

    /// A secret of this installation, made on first use by `make`.
    fn secret(&self, name: &str, make: &dyn Fn() -> String) -> Result<String, StoreError>;

    /// Copies everything into a new file while the server runs.
    fn backup(&self, to: &std::path::Path) -> Result<(), StoreError>;
}
