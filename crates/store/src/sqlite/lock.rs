//! The lock of a data folder: one process at a time writes there.
//!
//! Two processes that both own a game would not damage the file, but each would refuse what the other's players do. The
//! system releases the lock with the process, however that ends.

use super::private;
use crate::StoreError;
use std::fs::{File, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

/// The file's name in the data folder.
const FILE: &str = "damka.lock";

/// A program that the last holder had just started has the lock, too, until it is really running: for some milliseconds.
/// So it is tried several times before somebody is told that the folder is in use.
const TRIES: u32 = 20;
const BETWEEN_TRIES: Duration = Duration::from_millis(25);

/// The most that is read of another's description.
const MOST: u64 = 1000;

/// A lock that is held until it is dropped. The file stays: if it were removed, two processes could lock two files.
pub struct Lock {
    file: File,
}

impl Lock {
    /// Locks a folder.
    pub fn take(folder: &Path, about: &str) -> Result<Lock, StoreError> {
        let path = folder.join(FILE);
        let file = private::open(&path)?;
        let mut tries = 0;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if tries == TRIES => return Err(StoreError::InUse(holder(file))),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
            tries += 1;
            std::thread::sleep(BETWEEN_TRIES);
        }
        let lock = Lock { file };
        // A full disk need not keep anybody from reading old games.
        let _ = lock.describe(about);
        Ok(lock)
    }

    /// Checks that no process has a folder open, without writing anything there.
    ///
    /// # Errors
    /// If one has.
    pub fn is_free(folder: &Path) -> Result<(), StoreError> {
        // Without the file, the folder has never been locked.
        let Ok(file) = File::open(folder.join(FILE)) else { return Ok(()) };
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(holder(file))),
            _ => Ok(()),
        }
    }

    /// Writes down who holds the lock, for anybody who finds the folder locked.
    pub fn describe(&self, about: &str) -> Result<(), StoreError> {
        let about: Vec<&str> = about.split_whitespace().collect();
        let line = format!("{} {}", std::process::id(), about.join(" "));
        let line = format!("{}\n", line.trim_end());
        let mut file = &self.file;
        file.rewind()?;
        file.write_all(line.as_bytes())?;
        // Last, so that the file is never empty for somebody who reads it now.
        Ok(file.set_len(line.len() as u64)?)
    }
}

/// What the holder of a lock wrote about itself; where a locked file cannot be read, nothing is known.
fn holder(file: File) -> String {
    let mut line = String::new();
    let read = BufReader::new(file.take(MOST)).read_line(&mut line);
    let line = line.trim_end();
    if read.is_ok() && !line.is_empty() { line.to_owned() } else { "?".to_owned() }
}
