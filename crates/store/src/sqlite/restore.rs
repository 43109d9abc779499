//! Replacing the data of a folder with a backup.

use super::copy::{copy, sync_names};
use super::lock::Lock;
use super::private;
use super::{FILE, Sqlite, reader, schema};
use crate::StoreError;
use crate::sql::read;
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// An incomplete file must never have the name of a complete one.
const HALF: &str = "damka-restore.db";

impl Sqlite {
    /// Replaces the data of a folder with a backup; no process may have the folder open. The old data is kept next to
    /// it under a name with `stamp`; returns that file, if there was any data.
    ///
    /// # Errors
    /// If the file is damaged, from a later version or not a backup at all, the folder is in use, or it cannot be
    /// written to. The folder is then unchanged.
    pub fn restore(file: &Path, folder: &Path, stamp: &str) -> Result<Option<PathBuf>, StoreError> {
        let source = reader(file)?;
        check(&source)?;
        private::folder(folder)?;
        let _lock = Lock::take(folder, "")?;
        let (data, half) = (folder.join(FILE), folder.join(HALF));
        if half.exists() {
            std::fs::remove_file(&half)?;
        }
        // A copy by SQLite includes the contents of the file's log.
        copy(&source, &half)?;
        let aside = folder.join(format!("damka-before-{stamp}.db"));
        let was_there = data.exists();
        if was_there {
            set_aside(&data, &aside)?;
        }
        std::fs::rename(&half, &data)?;
        sync_names(folder)?;
        Ok(was_there.then_some(aside))
    }

    /// A secret from a folder, even while a server has it open; only users who may read the data can get it.
    ///
    /// # Errors
    /// If there is no data, or it cannot be read.
    pub fn secret_in(folder: &Path, name: &str) -> Result<Option<String>, StoreError> {
        read::secret(&reader(&folder.join(FILE))?, name)
    }
}

/// Checks that a file is a complete database of this program, and not from a later version.
fn check(source: &Connection) -> Result<(), StoreError> {
    let damaged = |what: &str| StoreError::Damaged(what.to_owned());
    if schema::version(source)? == 0 {
        return Err(damaged("it has no data of the club"));
    }
    let found: String = source.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if found != "ok" {
        return Err(damaged(&found));
    }
    source.query_row("SELECT count(*) FROM games, runs, people WHERE 0", [], |_| Ok(()))?;
    Ok(())
}

/// Renames a database. Its log is copied into it first; if that fails, the log is renamed with it.
fn set_aside(data: &Path, aside: &Path) -> Result<(), StoreError> {
    if let Ok(connection) = Connection::open(data) {
        let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }
    std::fs::rename(data, aside)?;
    for ending in ["db-wal", "db-shm"] {
        let left = data.with_extension(ending);
        if left.exists() {
            std::fs::rename(left, aside.with_extension(ending))?;
        }
    }
    Ok(())
}
