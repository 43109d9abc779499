//! One SQLite file: one thread writes, many read.

mod apply;
mod apply_people;
mod check;
mod contests;
mod copy;
mod letters;
mod links;
mod lock;
mod membership;
mod nodes;
mod notices;
mod numbers;
mod old;
mod private;
mod read;
mod read_games;
mod read_lists;
mod restore;
mod salvage;
mod schema;
mod sessions;
mod usage;
mod writer;

use crate::{
    Charge, Condition, Contests, Done, DueGame, GameFilter, GameRow, KeptEvent, KeptGame, KeptLink, KeptNote,
    KeptSession, Letters, Membership, Nodes, Notices, Outage, Person, Run, Store, StoreError, Usage, Versioned, Write,
};
use copy::copy;
use damka_conduct::{GameId, PersonId, Status};
use lock::Lock;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use writer::Writer;

pub use salvage::{CutGame, Salvaged};

/// The file's name in the data folder.
const FILE: &str = "damka.db";

/// How many connections for reading are kept open.
const READERS: usize = 8;

/// A data folder.
pub struct Sqlite {
    path: PathBuf,
    // Fields are dropped in this order. Readers cannot remove the log when they are the last to close the file; and
    // everything is written before another process may open the folder.
    readers: Mutex<Vec<Connection>>,
    writer: Writer,
    lock: Lock,
}

impl std::fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sqlite").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Sqlite {
    /// Opens the data of a folder, which is created if it is not there. Until the store is dropped nobody else can.
    ///
    /// # Errors
    /// If another process has the folder, it cannot be written to, or the data are of a later version.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        Sqlite::open_as(folder, "")
    }

    /// The same, with something about this process for others to read: where it can be reached, for example.
    ///
    /// # Errors
    /// As for [`Sqlite::open`].
    pub fn open_as(folder: &Path, about: &str) -> Result<Sqlite, StoreError> {
        private::folder(folder)?;
        // First of all: only one process may migrate.
        let lock = Lock::take(folder, about)?;
        let path = folder.join(FILE);
        keep_private(&path)?;
        let connection = writable(folder, &path)?;
        let writer = Writer::start(connection, path.clone())?;
        Ok(Sqlite { path, readers: Mutex::new(Vec::new()), writer, lock })
    }

    /// Changes what others read about this process.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn describe(&self, about: &str) -> Result<(), StoreError> {
        self.lock.describe(about)
    }

    /// Where the data of a folder are.
    #[must_use]
    pub fn file(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Copies the data of a folder into a new file, also while a server writes.
    ///
    /// # Errors
    /// If there are no data, or the file exists or cannot be written.
    pub fn backup_folder(folder: &Path, to: &Path) -> Result<(), StoreError> {
        copy(&reader(&folder.join(FILE))?, to)
    }

    /// Reads everything readable in a damaged folder into a new one. The damaged folder stays unchanged.
    ///
    /// # Errors
    /// If another process has the folder open, nothing in it can be read, or the new folder already has data.
    pub fn salvage(from: &Path, to: &Path) -> Result<Salvaged, StoreError> {
        salvage::salvage(from, to)
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let kept = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match kept {
            Some(connection) => connection,
            None => reader(&self.path)?,
        };
        // One transaction, so that several statements see the same moment.
        let transaction = connection.unchecked_transaction()?;
        let found = read(&transaction)?;
        transaction.commit()?;
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() < READERS {
            readers.push(connection);
        }
        Ok(found)
    }
}

/// Makes the file private before anything is in it; its log gets the same permissions.
fn keep_private(path: &Path) -> Result<(), StoreError> {
    // A read-only file shows up later, when a write fails.
    if path.exists() {
        private::restrict(path);
    } else {
        private::create(path)?;
    }
    for log in ["db-wal", "db-shm"] {
        private::restrict(&path.with_extension(log));
    }
    Ok(())
}

/// Opens the file for writing and brings it to the newest version.
fn writable(folder: &Path, path: &Path) -> Result<Connection, StoreError> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    // Before anything is changed: a file of a later version stays as it is.
    let version = schema::version(&connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A confirmed move is on disk when the power goes: each commit syncs the log.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // The writer decides when the log is copied into the file.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    if schema::is_old(version) {
        copy::keep_old(&connection, folder, version)?;
    }
    nodes::add_clock(&connection)?;
    schema::migrate(&mut connection, version)?;
    // Without this a folder that can only be read would show at the first move.
    connection.execute_batch("BEGIN IMMEDIATE; UPDATE runs SET beat = beat WHERE id = -1; COMMIT")?;
    // New files and removed journals are names in the folder: a journal that came back after a power cut would undo
    // what was confirmed.
    copy::sync_names(folder)?;
    Ok(connection)
}

fn reader(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.set_prepared_statement_cache_capacity(32);
    read::add_fold(&connection)?;
    nodes::add_clock(&connection)?;
    Ok(connection)
}

impl Store for Sqlite {
    fn write(&self, writes: Vec<Write>, done: Done) {
        self.writer.write(writes, done);
    }

    fn begin_run(&self, now: u64) -> Result<Run, StoreError> {
        self.writer.begin_run(now, None)
    }

    fn run(&self, id: i64) -> Result<Option<Run>, StoreError> {
        self.read(|connection| read::run(connection, id))
    }

    fn outages(&self, after: u64, at_least: u64) -> Result<Vec<Outage>, StoreError> {
        self.read(|connection| read::outages(connection, after, at_least))
    }

    fn game(&self, id: &GameId) -> Result<Option<KeptGame>, StoreError> {
        self.read(|connection| read_games::game(connection, id))
    }

    fn events(&self, game: &GameId, after: u32) -> Result<Vec<KeptEvent>, StoreError> {
        self.read(|connection| read_games::events(connection, game, after))
    }

    fn due(&self, run: i64) -> Result<Vec<DueGame>, StoreError> {
        self.read(|connection| read_games::due(connection, run))
    }

    fn games_in(
        &self,
        status: Status,
        listed: bool,
        before: Option<i64>,
        most: u32,
    ) -> Result<Vec<(i64, GameId)>, StoreError> {
        self.read(|connection| read_games::games_in(connection, status, listed, before, most))
    }

    fn count_in(&self, status: Status) -> Result<u32, StoreError> {
        self.read(|connection| read_games::count_in(connection, status))
    }

    fn games_of(&self, person: &PersonId, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
        self.read(|connection| read_lists::games_of(connection, person, filter))
    }

    fn ids_of(&self, person: &PersonId, filter: &GameFilter) -> Result<Vec<GameId>, StoreError> {
        self.read(|connection| read_lists::ids_of(connection, person, filter))
    }

    fn seats_of(&self, person: &PersonId, line: &str) -> Result<Vec<GameId>, StoreError> {
        self.read(|connection| read_lists::seats_of(connection, person, line))
    }

    fn count_of(&self, person: &PersonId, filter: &GameFilter) -> Result<u32, StoreError> {
        self.read(|connection| read_lists::count_of(connection, person, filter))
    }

    fn person(&self, id: &PersonId) -> Result<Option<Person>, StoreError> {
        self.read(|connection| read::person(connection, id))
    }

    fn account(&self, name_key: &str) -> Result<Option<Person>, StoreError> {
        self.read(|connection| read::account(connection, name_key))
    }

    fn session(&self, key: &str) -> Result<Option<KeptSession>, StoreError> {
        self.read(|connection| sessions::session(connection, key))
    }

    fn sessions_of(&self, person: &PersonId) -> Result<Vec<KeptSession>, StoreError> {
        self.read(|connection| sessions::of(connection, person))
    }

    fn link(&self, code: &str) -> Result<Option<KeptLink>, StoreError> {
        self.read(|connection| links::link(connection, code))
    }

    fn links_of(&self, person: &PersonId, most: u32) -> Result<Vec<KeptLink>, StoreError> {
        self.read(|connection| links::of(connection, person, most))
    }

    fn opened_by(&self, link: &str, most: u32) -> Result<(u32, Vec<GameRow>), StoreError> {
        self.read(|connection| read_games::opened_by(connection, link, most))
    }

    fn analysis(&self, game: &GameId) -> Result<Option<Versioned>, StoreError> {
        self.read(|connection| read::analysis(connection, game))
    }

    fn note(&self, person: &PersonId, game: &GameId) -> Result<Option<KeptNote>, StoreError> {
        self.read(|connection| read::note(connection, person, game))
    }

    fn notes(&self, person: &PersonId) -> Result<u32, StoreError> {
        self.read(|connection| read::notes(connection, person))
    }

    fn usage(&self, person: &PersonId) -> Result<Usage, StoreError> {
        self.read(|connection| usage::of(connection, person))
    }

    fn charged(&self, address: &str, day: u64) -> Result<Charge, StoreError> {
        self.read(|connection| usage::charged(connection, address, day))
    }

    fn secret(&self, name: &str, make: &dyn Fn() -> String) -> Result<String, StoreError> {
        if let Some(kept) = self.read(|connection| read::secret(connection, name))? {
            return Ok(kept);
        }
        self.writer.keep_secret(name.to_owned(), make())?;
        self.read(|connection| read::secret(connection, name))?.ok_or(StoreError::Closed)
    }

    fn membership(&self) -> &dyn Membership {
        self
    }

    fn letters(&self) -> &dyn Letters {
        self
    }

    fn contests(&self) -> &dyn Contests {
        self
    }

    fn notices(&self) -> &dyn Notices {
        self
    }

    fn nodes(&self) -> &dyn Nodes {
        self
    }

    fn backup(&self, to: &Path) -> Result<(), StoreError> {
        copy(&reader(&self.path)?, to)
    }

    fn check(&self, thorough: bool) -> Result<Condition, StoreError> {
        check::check(&self.path, thorough)
    }
}
