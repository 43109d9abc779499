//! The one thread that writes.
//!
//! While one commit waits for the disk, the next writes queue up; the thread takes all of them into one transaction, so
//! that one sync serves many. Nobody is answered before the commit has returned.

use super::apply::apply_all;
use super::{Result, Sql};
use crate::{Done, StoreError, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

/// The most jobs of one transaction.
const MOST: usize = 4096;

/// Where the thread writes to.
pub trait Database: Send + 'static {
    /// Does some work in one transaction: all of it is on disk afterwards, or nothing.
    fn transaction(&mut self, work: &mut dyn FnMut(&dyn Sql) -> Result<()>) -> Result<()>;

    /// Gets a moment for its own work, after a commit.
    fn rest(&mut self) {}
}

/// Work that a caller waits for.
type Task = Box<dyn FnOnce(&mut dyn Database) + Send>;

enum Job {
    Write(Vec<Write>, Done),
    Task(Task),
}

/// A handle to the thread; dropping it waits until everything handed over is written.
pub struct Writer {
    jobs: Mutex<Option<Sender<Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread.
    pub fn start(database: impl Database) -> Result<Writer> {
        let (jobs, todo) = channel();
        let thread = std::thread::Builder::new().name("damka-writer".to_owned());
        let thread = thread.spawn(move || work(database, &todo))?;
        Ok(Writer { jobs: Mutex::new(Some(jobs)), thread: Some(thread) })
    }

    fn send(&self, job: Job) -> Result<(), Job> {
        match &*self.jobs.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(jobs) => jobs.send(job).map_err(|error| error.0),
            None => Err(job),
        }
    }

    /// Hands over some writes.
    pub fn write(&self, writes: Vec<Write>, done: Done) {
        if let Err(Job::Write(_, done)) = self.send(Job::Write(writes, done)) {
            done(Err(StoreError::Closed));
        }
    }

    /// Does some work in a transaction of its own, and waits for what it gives.
    pub fn ask<T: Send + 'static>(&self, mut work: impl FnMut(&dyn Sql) -> Result<T> + Send + 'static) -> Result<T> {
        let (tell, told) = channel();
        let task = move |database: &mut dyn Database| {
            let mut given = None;
            let done = database.transaction(&mut |connection| {
                given = Some(work(connection)?);
                Ok(())
            });
            let _ = tell.send(done.and_then(|()| given.ok_or(StoreError::Closed)));
        };
        self.send(Job::Task(Box::new(task))).map_err(|_| StoreError::Closed)?;
        told.recv().unwrap_or(Err(StoreError::Closed))
    }

    /// Waits until everything handed over is written, and accepts nothing more.
    pub fn close(&mut self) {
        // Without a sender the thread finishes what is queued and ends.
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.close();
    }
}

fn work(mut database: impl Database, todo: &Receiver<Job>) {
    let mut batch = Vec::new();
    while let Ok(job) = todo.recv() {
        let mut next = Some(job);
        while let Some(job) = next.take() {
            match job {
                Job::Write(writes, done) => batch.push((writes, done)),
                Job::Task(task) => drop(catch_unwind(AssertUnwindSafe(|| task(&mut database)))),
            }
            if batch.len() < MOST {
                next = todo.try_recv().ok();
            }
        }
        // A caller that waits for what a panic left undone finds the callback dropped, and checks what is on disk.
        if catch_unwind(AssertUnwindSafe(|| commit(&mut database, &mut batch))).is_err() {
            batch.clear();
        }
        database.rest();
    }
}

/// All in one transaction. If one of them contradicts what is kept, the batch is halved until that one is alone, so that nobody
/// suffers for another's mistake. A transaction for each would delay everything behind them, heartbeats too.
fn commit(database: &mut impl Database, batch: &mut Vec<(Vec<Write>, Done)>) {
    let together = transaction(database, || batch.iter().flat_map(|(writes, _)| writes));
    let may_succeed_apart = together.as_ref().is_err_and(|error| !matches!(error, StoreError::Unreachable(_)));
    if may_succeed_apart && batch.len() > 1 {
        let mut second = batch.split_off(batch.len() / 2);
        commit(database, batch);
        return commit(database, &mut second);
    }
    batch.drain(..).for_each(|(_, done)| done(together.clone()));
}

fn transaction<'a, I: Iterator<Item = &'a Write>>(
    database: &mut impl Database,
    writes: impl Fn() -> I,
) -> Result<(), StoreError> {
    database.transaction(&mut |connection| apply_all(connection, writes()))
}
