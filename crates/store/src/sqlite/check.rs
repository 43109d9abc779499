//! Whether the data can still be read.

use super::{reader, schema};
use crate::{Condition, StoreError};
use rusqlite::Connection;
use std::path::Path;

/// A larger file is not read as a whole to check it.
const LARGE: u64 = 256 << 20;

/// Reads a row of every expected table, on a connection of its own without a cache, so that it reads what is on disk. A
/// thorough check reads the whole file, unless it is too large.
pub fn check(path: &Path, thorough: bool) -> Result<Condition, StoreError> {
    let connection = reader(path)?;
    for table in schema::tables()? {
        let read =
            connection.query_row(&format!("SELECT count(*) FROM (SELECT * FROM {table} LIMIT 1)"), [], |_| Ok(()));
        read.map_err(|error| unreadable(&table, &error))?;
    }
    if thorough && std::fs::metadata(path)?.len() <= LARGE {
        whole(&connection)?;
    }
    Ok(Condition { free: free(path) })
}

/// Why a table cannot be read. A missing table is damage too.
fn unreadable(table: &str, error: &rusqlite::Error) -> StoreError {
    use rusqlite::ErrorCode;
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy,
        _ => StoreError::Damaged(format!("{table}: {error}")),
    }
}

fn whole(connection: &Connection) -> Result<(), StoreError> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(StoreError::Damaged(found)) }
}

/// The free space on the disk of a file in bytes, if the system reports it.
#[cfg(unix)]
pub fn free(path: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(path).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
pub fn free(_: &Path) -> Option<u64> {
    None
}
