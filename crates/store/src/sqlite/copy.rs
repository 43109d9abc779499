//! Copies of the whole file.

use super::private;
use crate::StoreError;
use rusqlite::Connection;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Copies everything into a new file, which is on disk afterwards. If that fails, no file is left behind.
pub fn copy(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::Conflict);
    }
    // An incomplete copy must never have the name of a complete one.
    let half = PathBuf::from(format!("{}.part", utf8(to)?));
    let _ = std::fs::remove_file(&half);
    let copied = copy_into(connection, &half).and_then(|()| Ok(std::fs::rename(&half, to)?));
    if copied.is_err() {
        let _ = std::fs::remove_file(&half);
    }
    copied?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    sync_names(folder.unwrap_or(Path::new(".")))
}

/// SQLite writes into an existing empty file, so the copy is private from the beginning.
fn copy_into(connection: &Connection, half: &Path) -> Result<(), StoreError> {
    private::create(half)?;
    connection.execute("VACUUM INTO ?1", [utf8(half)?])?;
    Ok(File::open(half)?.sync_all()?)
}

fn utf8(path: &Path) -> Result<&str, StoreError> {
    path.to_str().ok_or_else(|| StoreError::Io(path.display().to_string()))
}

/// Keeps the data of an earlier version beside the file before they are migrated, so that the earlier program can be
/// used again. A copy that is there already is from a migration that was interrupted, and is as good.
pub fn keep_old(connection: &Connection, folder: &Path, version: usize) -> Result<(), StoreError> {
    let kept = folder.join(format!("damka-v{version}.db"));
    if kept.exists() {
        return Ok(());
    }
    copy(connection, &kept)
}

/// New names in a folder stay after a power cut only if the folder is synced too.
pub fn sync_names(folder: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
