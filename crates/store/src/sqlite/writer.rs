//! The one thread that writes.
//!
//! While one commit waits for the disk, the next writes queue up; the thread takes all of them into one transaction, so
//! that one sync serves many. Nobody is answered before the commit has returned.

use super::apply::{add_outage, apply};
use crate::nodes::LEASE;
use crate::{Done, NewNode, Outage, Run, StoreError, Write};
use rusqlite::{Connection, params};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// The most jobs of one transaction.
const MOST: usize = 4096;

/// The size of the log at which the writer stops to copy it into the file. It seldom comes to that.
const LOG_SIZE: u64 = 64 << 20;
/// The size of the log at which it is copied beside the writer.
const SOME_LOG: u64 = 2 << 20;
/// How often that is looked at.
const EVERY: Duration = Duration::from_millis(250);

/// How long outages are kept: longer than any game waits for its players.
const KEEP_OUTAGES: Duration = Duration::from_secs(400 * 24 * 60 * 60);

type Reply<T> = Sender<Result<T, StoreError>>;

enum Job {
    Write(Vec<Write>, Done),
    BeginRun(u64, Option<NewNode>, Reply<Run>),
    Secret(String, String, Reply<()>),
}

/// A handle to the thread; dropping it waits until everything handed over is written.
pub struct Writer {
    jobs: Mutex<Option<Sender<Job>>>,
    threads: Vec<JoinHandle<()>>,
}

impl Writer {
    pub fn start(connection: Connection, path: PathBuf) -> Result<Writer, StoreError> {
        connection.set_prepared_statement_cache_capacity(64);
        let (jobs, todo) = channel();
        let thread = std::thread::Builder::new().name("damka-writer".to_owned());
        let (open, closed) = channel();
        let (log, side) = (path.with_extension("db-wal"), Connection::open(&path)?);
        let thread = thread.spawn(move || {
            work(connection, &path, &todo);
            drop(open);
        })?;
        let copier = std::thread::Builder::new().name("damka-copier".to_owned());
        let copier = copier.spawn(move || copy_log(&side, &log, &closed))?;
        Ok(Writer { jobs: Mutex::new(Some(jobs)), threads: vec![thread, copier] })
    }

    fn send(&self, job: Job) -> Result<(), Job> {
        match &*self.jobs.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(jobs) => jobs.send(job).map_err(|error| error.0),
            None => Err(job),
        }
    }

    pub fn write(&self, writes: Vec<Write>, done: Done) {
        if let Err(Job::Write(_, done)) = self.send(Job::Write(writes, done)) {
            done(Err(StoreError::Closed));
        }
    }

    pub fn begin_run(&self, now: u64, node: Option<NewNode>) -> Result<Run, StoreError> {
        let (tell, told) = channel();
        self.send(Job::BeginRun(now, node, tell)).map_err(|_| StoreError::Closed)?;
        told.recv().unwrap_or(Err(StoreError::Closed))
    }

    pub fn keep_secret(&self, name: String, value: String) -> Result<(), StoreError> {
        let (tell, told) = channel();
        self.send(Job::Secret(name, value, tell)).map_err(|_| StoreError::Closed)?;
        told.recv().unwrap_or(Err(StoreError::Closed))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Without a sender the thread finishes what is queued and ends, and the one beside it too.
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn work(mut connection: Connection, path: &Path, todo: &Receiver<Job>) {
    let log = path.with_extension("db-wal");
    let mut batch = Vec::new();
    while let Ok(job) = todo.recv() {
        let mut next = Some(job);
        while let Some(job) = next.take() {
            match job {
                Job::Write(writes, done) => batch.push((writes, done)),
                Job::BeginRun(now, node, reply) => {
                    drop(reply.send(begin_run(&mut connection, now, node.as_ref())));
                }
                Job::Secret(name, value, reply) => drop(reply.send(keep_secret(&connection, &name, &value))),
            }
            if batch.len() < MOST {
                next = todo.try_recv().ok();
            }
        }
        // Somebody who waits for what a panic left undone finds the callback dropped, and looks at what is on disk.
        if catch_unwind(AssertUnwindSafe(|| commit(&mut connection, path, &mut batch))).is_err() {
            batch.clear();
        }
        if std::fs::metadata(&log).is_ok_and(|log| log.len() > LOG_SIZE) {
            // A reader may hold the log up; then it is done after a later commit.
            let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
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

/// All in one transaction. If one of them contradicts what is kept, each gets a transaction of its own, so that nobody
/// suffers for another's mistake.
fn commit(connection: &mut Connection, path: &Path, batch: &mut Vec<(Vec<Write>, Done)>) {
    let together = transaction(connection, batch.iter().flat_map(|(writes, _)| writes));
    let alone = together.is_err() && batch.len() > 1;
    for (writes, done) in batch.drain(..) {
        let result = if alone { transaction(connection, writes.iter()) } else { together.clone() };
        done(result.map_err(|error| explained(error, path)));
    }
}

/// SQLite only says that writing failed; the system says whether the folder lets itself be written at all. It is asked with
/// another file: closing the database's own would let go of the locks that this process has on it.
fn explained(error: StoreError, path: &Path) -> StoreError {
    let StoreError::Io(_) = error else { return error };
    let probe = path.with_extension("probe");
    match std::fs::File::create(&probe).and_then(|_| std::fs::remove_file(&probe)).map_err(StoreError::from) {
        Err(why @ (StoreError::ReadOnly | StoreError::Full)) => why,
        _ => error,
    }
}

fn transaction<'a>(connection: &mut Connection, writes: impl Iterator<Item = &'a Write>) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    for write in writes {
        apply(&transaction, write)?;
    }
    Ok(transaction.commit()?)
}

/// Begins a run. No server beat since the last heartbeat of all runs; if the clock of the machine was set back, nothing
/// is known about that time.
fn begin_run(connection: &mut Connection, now: u64, node: Option<&NewNode>) -> Result<Run, StoreError> {
    let transaction = connection.transaction()?;
    let sql = "SELECT max(beat_wall), coalesce(max(until), 0) > now_ms() FROM runs";
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, Option<i64>>(0)?, row.get(1)?));
    let (last_beat, is_another_here): (Option<i64>, bool) = transaction.query_row(sql, [], read)?;
    if let Some(from) = last_beat.map(i64::cast_unsigned).filter(|from| *from < now && !is_another_here) {
        add_outage(&transaction, Outage { from, until: now })?;
    }
    let oldest = now.saturating_sub(KEEP_OUTAGES.as_millis() as u64).cast_signed();
    transaction.execute("DELETE FROM outages WHERE until_wall < ?1", [oldest])?;
    let sql = "INSERT INTO runs (started, beat, beat_wall, address, version, until)
               VALUES (?1, 0, ?1, ?2, ?3, CASE WHEN ?4 IS NULL THEN NULL ELSE now_ms() + ?4 END)";
    let (address, version) = node.map_or(("", ""), |node| (&*node.address, &*node.version));
    transaction.execute(sql, params![now.cast_signed(), address, version, node.map(|_| LEASE.cast_signed())])?;
    let id = transaction.last_insert_rowid();
    transaction.commit()?;
    Ok(Run { id, started: now, beat: 0, beat_wall: now })
}

fn keep_secret(connection: &Connection, name: &str, value: &str) -> Result<(), StoreError> {
    connection.execute("INSERT OR IGNORE INTO secrets (name, value) VALUES (?1, ?2)", params![name, value])?;
    Ok(())
}
