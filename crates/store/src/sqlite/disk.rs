//! The file as the thread that writes sees it, with its log.

use crate::StoreError;
use crate::sql::writer::Database;
use crate::sql::{Result, Sql};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// The size of the log at which the writer stops to copy it into the file. It seldom comes to that.
const LOG_SIZE: u64 = 64 << 20;
/// The size of the log at which it is copied beside the writer.
const SOME_LOG: u64 = 2 << 20;
/// How often that is looked at.
const EVERY: Duration = Duration::from_millis(250);

/// A connection that writes, and a thread beside it that copies the log into the file.
pub struct Disk {
    connection: Connection,
    path: PathBuf,
    log: PathBuf,
    /// Tells the thread to end by being dropped.
    open: Option<Sender<()>>,
    copier: Option<JoinHandle<()>>,
}

impl Disk {
    pub fn new(connection: Connection, path: &Path) -> Result<Disk> {
        connection.set_prepared_statement_cache_capacity(64);
        let (open, closed) = channel();
        let log = path.with_extension("db-wal");
        let (beside, its_log) = (Connection::open(path)?, log.clone());
        let copier = std::thread::Builder::new().name("damka-copier".to_owned());
        let copier = copier.spawn(move || copy_log(&beside, &its_log, &closed))?;
        Ok(Disk { connection, path: path.to_owned(), log, open: Some(open), copier: Some(copier) })
    }

    /// SQLite only says that writing failed; the system says whether the folder is writable at all. It is checked
    /// with another file: closing the database's own would let go of the locks that this process has on it.
    fn explained(&self, error: StoreError) -> StoreError {
        let StoreError::Io(_) = error else { return error };
        let probe = self.path.with_extension("probe");
        match std::fs::File::create(&probe).and_then(|_| std::fs::remove_file(&probe)).map_err(StoreError::from) {
            Err(why @ (StoreError::ReadOnly | StoreError::Full)) => why,
            _ => error,
        }
    }
}

impl Database for Disk {
    fn transaction(&mut self, work: &mut dyn FnMut(&dyn Sql) -> Result<()>) -> Result<()> {
        let done = self.connection.transaction().map_err(StoreError::from).and_then(|transaction| {
            work(&*transaction)?;
            Ok(transaction.commit()?)
        });
        done.map_err(|error| self.explained(error))
    }

    fn rest(&mut self) {
        if std::fs::metadata(&self.log).is_ok_and(|log| log.len() > LOG_SIZE) {
            // A reader may hold the log up; then it is done after a later commit.
            let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        drop(self.open.take());
        if let Some(copier) = self.copier.take() {
            let _ = copier.join();
        }
    }
}

/// Copies the log into the file while the writer writes on, so that nobody waits for it, until the writer ends.
fn copy_log(connection: &Connection, log: &Path, closed: &Receiver<()>) {
    while closed.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
        if std::fs::metadata(log).is_ok_and(|log| log.len() > SOME_LOG) {
            // What could not be copied now is copied next time.
            let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        }
    }
}
