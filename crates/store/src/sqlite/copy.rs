//! Copies of the whole file.

use crate::StoreError;
use rusqlite::Connection;
use std::fs::File;
use std::path::Path;

/// Copies everything into a new file, which is on disk afterwards.
pub fn copy(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::Conflict);
    }
    let name = to.to_str().ok_or_else(|| StoreError::Io(to.display().to_string()))?;
    connection.execute("VACUUM INTO ?1", [name])?;
    File::open(to)?.sync_all()?;
    Ok(())
}

/// Keeps the data of an earlier version beside the file before they are migrated, so that the earlier program can be
/// used again. A copy that is there already is from a migration that was interrupted, and is as good.
pub fn keep_old(connection: &Connection, folder: &Path, version: usize) -> Result<(), StoreError> {
    let kept = folder.join(format!("damka-v{version}.db"));
    if kept.exists() {
        return Ok(());
    }
    // Half a copy must never have the name of a whole one.
    let half = folder.join(format!("damka-v{version}.part"));
    if half.exists() {
        std::fs::remove_file(&half)?;
    }
    copy(connection, &half)?;
    std::fs::rename(&half, &kept)?;
    sync_names(folder)
}

/// New names in a folder stay after a power cut only if the folder is synced too.
pub fn sync_names(folder: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
