//! A backup takes the place of the data of a folder.

use super::copy::{copy, sync_names};
use super::lock::Lock;
use super::private;
use super::{FILE, Sqlite, read, reader, schema};
use crate::StoreError;
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// Half a restored file must never have the name of a whole one.
const HALF: &str = "damka-restore.db";

impl Sqlite {
    /// Puts a backup in the place of the data of a folder, which nobody may have open. What was there is kept beside it
    /// under a name with `stamp`; gives that file, if there was any.
    ///
    /// # Errors
    /// If the file is damaged, of a later version or no backup at all, the folder is in use, or it cannot be written to.
    /// Then the folder is as it was.
    pub fn restore(file: &Path, folder: &Path, stamp: &str) -> Result<Option<PathBuf>, StoreError> {
        let source = reader(file)?;
        check(&source)?;
        private::folder(folder)?;
        let _lock = Lock::take(folder, "")?;
        let (data, half) = (folder.join(FILE), folder.join(HALF));
        if half.exists() {
            std::fs::remove_file(&half)?;
        }
        // A copy by SQLite takes what stands in the log of the file along.
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

    /// A secret of a folder, also while a server has it open; only those who may read the data can.
    ///
    /// # Errors
    /// If there are no data, or they cannot be read.
    pub fn secret_in(folder: &Path, name: &str) -> Result<Option<String>, StoreError> {
        Ok(read::secret(&reader(&folder.join(FILE))?, name)?)
    }
}

/// Whether a file is a whole database of this program, and not of a later version.
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

/// Moves a database to another name. Its log is copied into it first; where that fails it goes along.
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
