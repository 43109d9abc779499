//! One SQLite file: one thread writes, many read.

mod check;
mod copy;
mod disk;
mod examine;
mod lock;
mod old;
mod private;
mod restore;
mod salvage;
mod schema;
mod statements;
mod whole;

use crate::sql::engine::Engine;
use crate::sql::writer::Writer;
use crate::sql::{Result, Sql};
use crate::{Condition, Files, StoreError};
use copy::copy;
use disk::Disk;
use lock::Lock;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub use examine::examine;
pub use salvage::{CutGame, Salvaged};
pub use schema::{Column, columns, tables};
pub use whole::Whole;

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
        let writer = Writer::start(Disk::new(connection, &path)?)?;
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
    statements::add_functions(&connection)?;
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
    statements::add_functions(&connection)?;
    Ok(connection)
}

impl Engine for Sqlite {
    fn read<T>(&self, mut read: impl FnMut(&dyn Sql) -> Result<T>) -> Result<T> {
        let kept = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match kept {
            Some(connection) => connection,
            None => reader(&self.path)?,
        };
        // One transaction, so that several statements see the same moment.
        let transaction = connection.unchecked_transaction()?;
        let found = read(&*transaction)?;
        transaction.commit()?;
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() < READERS {
            readers.push(connection);
        }
        Ok(found)
    }

    fn writer(&self) -> &Writer {
        &self.writer
    }

    fn condition(&self, thorough: bool) -> Result<Condition> {
        check::check(&self.path, thorough)
    }

    fn as_files(&self) -> Option<&dyn Files> {
        Some(self)
    }
}

impl Files for Sqlite {
    fn backup(&self, to: &Path) -> Result<()> {
        copy(&reader(&self.path)?, to)
    }
}
