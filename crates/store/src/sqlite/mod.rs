//! One SQLite file: one thread writes, many read.

mod apply;
mod read;
mod schema;
mod writer;

use crate::{Done, GameFilter, GameRow, KeptEvent, KeptGame, KeptNote, Person, Run, Status, Store, StoreError, Write};
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use writer::Writer;

/// The file's name in the data folder.
const FILE: &str = "damka.db";

/// How many connections for reading are kept open.
const READERS: usize = 4;

/// A data folder.
pub struct Sqlite {
    path: PathBuf,
    writer: Writer,
    readers: Mutex<Vec<Connection>>,
}

impl std::fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sqlite").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Sqlite {
    /// Opens the data of a folder, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be written to, or the data are of a later version.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(FILE);
        let mut connection = Connection::open(&path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // A confirmed move is on disk when the power goes: each commit syncs the log.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // The writer decides when the log is copied into the file.
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        schema::migrate(&mut connection)?;
        // Without this a folder that only lets itself be read would show at the first move.
        connection.execute_batch("BEGIN IMMEDIATE; UPDATE runs SET beat = beat WHERE id = -1; COMMIT")?;
        // New files and removed journals are names in the folder, and the folder has to be synced for them to stay so:
        // a journal that came back after a power cut would undo what was confirmed.
        #[cfg(unix)]
        std::fs::File::open(folder)?.sync_all()?;
        let writer = Writer::start(connection, path.clone())?;
        Ok(Sqlite { path, writer, readers: Mutex::new(Vec::new()) })
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

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let kept = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match kept {
            Some(connection) => connection,
            None => reader(&self.path)?,
        };
        let found = read(&connection)?;
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() < READERS {
            readers.push(connection);
        }
        Ok(found)
    }
}

fn reader(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    read::add_fold(&connection)?;
    Ok(connection)
}

fn copy(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::Conflict);
    }
    let name = to.to_str().ok_or_else(|| StoreError::Io(to.display().to_string()))?;
    connection.execute("VACUUM INTO ?1", [name])?;
    std::fs::File::open(to)?.sync_all()?;
    Ok(())
}

impl Store for Sqlite {
    fn write(&self, writes: Vec<Write>, done: Done) {
        self.writer.write(writes, done);
    }

    fn begin_run(&self, now: u64) -> Result<Run, StoreError> {
        self.writer.begin_run(now)
    }

    fn run(&self, id: i64) -> Result<Option<Run>, StoreError> {
        self.read(|connection| read::run(connection, id))
    }

    fn game(&self, id: &str) -> Result<Option<KeptGame>, StoreError> {
        self.read(|connection| read::game(connection, id))
    }

    fn events(&self, game: &str, after: u32) -> Result<Vec<KeptEvent>, StoreError> {
        self.read(|connection| read::events(connection, game, after))
    }

    fn games_in(&self, status: Status, before: Option<i64>, most: u32) -> Result<Vec<(i64, String)>, StoreError> {
        self.read(|connection| read::games_in(connection, status, before, most))
    }

    fn count_in(&self, status: Status) -> Result<u32, StoreError> {
        self.read(|connection| read::count_in(connection, status))
    }

    fn games_of(&self, person: &str, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
        self.read(|connection| read::games_of(connection, person, filter))
    }

    fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        self.read(|connection| read::person(connection, id))
    }

    fn account(&self, name_key: &str) -> Result<Option<Person>, StoreError> {
        self.read(|connection| read::account(connection, name_key))
    }

    fn link(&self, code: &str) -> Result<Option<String>, StoreError> {
        self.read(|connection| read::text(connection, "SELECT game FROM links WHERE code = ?1", code))
    }

    fn analysis(&self, game: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT body FROM analyses JOIN games ON number = game WHERE id = ?1";
        self.read(|connection| read::text(connection, sql, game))
    }

    fn note(&self, person: &str, game: &str) -> Result<Option<KeptNote>, StoreError> {
        self.read(|connection| read::note(connection, person, game))
    }

    fn notes(&self, person: &str) -> Result<u32, StoreError> {
        self.read(|connection| read::notes(connection, person))
    }

    fn secret(&self, name: &str, make: &dyn Fn() -> String) -> Result<String, StoreError> {
        let sql = "SELECT value FROM secrets WHERE name = ?1";
        if let Some(kept) = self.read(|connection| read::text(connection, sql, name))? {
            return Ok(kept);
        }
        self.writer.keep_secret(name.to_owned(), make())?;
        self.read(|connection| read::text(connection, sql, name))?.ok_or(StoreError::Closed)
    }

    fn backup(&self, to: &Path) -> Result<(), StoreError> {
        copy(&reader(&self.path)?, to)
    }
}
