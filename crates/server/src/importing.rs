//! Imports in progress: read in the background when it is their visitor's turn, with progress and cancellation.

use crate::api::{ImportRequest, ImportStatus, Imported};
use crate::club::Club;
use crate::engine::Tools;
use crate::error::Failure;
use crate::http::Visitor;
use crate::imports::{self, Reading};
use crate::kept_import::{self, Keeper};
use crate::quota::Account;
use crate::random;
use damka_conduct::PersonId;
use damka_words::{Speech, Words};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long the result of an import remains available.
const KEPT: Duration = Duration::from_secs(15 * 60);

/// Imports in progress, and those that finished recently.
#[derive(Debug, Default)]
pub struct Imports {
    jobs: Mutex<HashMap<String, Arc<Job>>>,
}

/// One import.
#[derive(Debug)]
pub struct Job {
    /// Its id.
    pub id: String,
    begun: Instant,
    size: u64,
    read: AtomicU64,
    is_cancelled: AtomicBool,
    state: Mutex<State>,
    is_done: watch::Sender<bool>,
}

#[derive(Debug)]
struct State {
    owner: PersonId,
    status: ImportStatus,
    games: Vec<String>,
    problems: Vec<String>,
    failure: Option<Failure>,
}

impl Job {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it has finished.
    #[must_use]
    pub fn is_done(&self) -> bool {
        *self.is_done.borrow()
    }

    /// Stops reading. Games that are already kept stay.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
    }

    /// Whether it was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::SeqCst)
    }

    /// The progress and result so far.
    #[must_use]
    pub fn view(&self, words: &Words) -> Imported {
        let state = self.state();
        let mut problems = state.problems.clone();
        problems.extend(state.failure.as_ref().map(|failure| failure.text(words)));
        Imported {
            id: self.id.clone(),
            status: state.status,
            read: self.read.load(Ordering::SeqCst),
            size: self.size,
            games: state.games.clone(),
            problems,
        }
    }

    /// Waits until the import is done or the time is up, and returns its progress.
    ///
    /// # Errors
    /// If it failed before any game was kept.
    pub async fn within(&self, patience: Duration, words: &Words) -> Result<Imported, Failure> {
        let mut done = self.is_done.subscribe();
        let _ = tokio::time::timeout(patience, done.wait_for(|done| *done)).await;
        let failed = Some(self.state()).filter(|state| state.games.is_empty()).and_then(|state| state.failure.clone());
        failed.map_or_else(|| Ok(self.view(words)), Err)
    }

    fn finish(&self, failure: Option<Failure>) {
        let mut state = self.state();
        state.status = match (&failure, self.is_cancelled()) {
            (Some(_), _) => ImportStatus::Failed,
            (None, true) => ImportStatus::Cancelled,
            (None, false) => ImportStatus::Done,
        };
        state.failure = failure;
        drop(state);
        self.is_done.send_replace(true);
    }
}

impl Imports {
    fn jobs(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The imports of a person, newest first.
    #[must_use]
    pub fn of(&self, person: &PersonId) -> Vec<Arc<Job>> {
        let mut own: Vec<Arc<Job>> = self.jobs().values().filter(|job| job.state().owner == *person).cloned().collect();
        own.sort_by_key(|job| std::cmp::Reverse(job.begun));
        own
    }

    /// An import of a person, by its id.
    #[must_use]
    pub fn find(&self, id: &str, person: &PersonId) -> Option<Arc<Job>> {
        self.jobs().get(id).filter(|job| job.state().owner == *person).cloned()
    }

    /// Forgets a finished import.
    pub fn forget(&self, id: &str) {
        self.jobs().remove(id);
    }

    /// Adds an import if the limits allow one more. Finished imports of the same person are forgotten.
    fn add(&self, job: &Arc<Job>) -> Result<(), Failure> {
        let mut jobs = self.jobs();
        let owner = job.state().owner.clone();
        jobs.retain(|_, known| !known.is_done() || known.begun.elapsed() < KEPT && known.state().owner != owner);
        if jobs.values().any(|known| !known.is_done() && known.state().owner == owner) {
            return Err(Failure::Capped { sentence: "server-cap-import", most: 1 });
        }
        jobs.insert(job.id.clone(), Arc::clone(job));
        Ok(())
    }
}

/// Begins an import for a visitor whom the store knows.
///
/// # Errors
/// If the visitor already has one in progress, or too many wait.
pub async fn begin(club: &Arc<Club>, visitor: &Visitor, wanted: ImportRequest) -> Result<Arc<Job>, Failure> {
    let account = Account::of(club, visitor).await?;
    let state = State {
        owner: visitor.person.id.clone(),
        status: ImportStatus::Waiting,
        games: Vec::new(),
        problems: Vec::new(),
        failure: None,
    };
    let job = Arc::new(Job {
        id: match club.peers {
            // Whoever asks for it at another node is passed on to this one.
            Some(_) => format!("{}-{}", club.clock.run(), random::text(12)),
            None => random::text(12),
        },
        begun: Instant::now(),
        size: wanted.text.len() as u64,
        read: AtomicU64::new(0),
        is_cancelled: AtomicBool::new(false),
        state: Mutex::new(state),
        is_done: watch::channel(false).0,
    });
    club.imports.add(&job)?;
    let keeper = Keeper::new(club, visitor, account);
    let (shared, working, broken, speech) = (Arc::clone(club), Arc::clone(&job), Arc::clone(&job), visitor.speech);
    let reading = move |_: &mut Tools| working.finish(read(&shared, &working, keeper, &wanted, speech).err());
    let queued = club.engines.importers.run(visitor.asker(), reading, move || broken.finish(Some(Failure::Broken)));
    if queued.is_err() {
        club.imports.forget(&job.id);
    }
    queued.map(|()| job)
}

/// Reads a text and keeps its games, a few at a time.
fn read(club: &Club, job: &Job, mut keeper: Keeper, wanted: &ImportRequest, speech: Speech) -> Result<(), Failure> {
    let words = club.words(speech);
    job.state().status = ImportStatus::Running;
    let mut failure = None;
    let mut each = |reading: &mut Reading, offset: u64, is_last: bool| {
        job.read.store(offset.min(job.size), Ordering::SeqCst);
        let is_time = is_last || reading.games.len() >= kept_import::AT_ONCE;
        let (ids, stopped) = if is_time { keeper.keep(club, reading, words) } else { (Vec::new(), None) };
        let mut state = job.state();
        keeper.owner().clone_into(&mut state.owner);
        state.problems.clone_from(&reading.problems);
        state.games.extend(ids);
        failure = stopped;
        failure.is_none() && !job.is_cancelled()
    };
    let read = imports::read(wanted, words, &mut each);
    match failure {
        // The games kept before stay, and are reported together with the failure.
        Some(failure) => Err(failure),
        None => read,
    }
}
