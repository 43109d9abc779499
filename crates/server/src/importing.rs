//! Imports under way: read in the background, a few at once, with progress; they can be cancelled.

use crate::api::{ImportRequest, ImportStatus, Imported};
use crate::club::Club;
use crate::error::Failure;
use crate::http::Visitor;
use crate::imports::{self, Reading};
use crate::kept_import::{self, Keeper};
use crate::quota::Account;
use crate::random;
use damka_conduct::PersonId;
use damka_words::{Speech, Words};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};

/// Imports that are read at once.
const AT_ONCE: usize = 2;
/// Imports of one address that are under way; only one of them is read at a time.
const OF_ADDRESS: usize = 60;
/// Imports that are under way in all.
const IN_ALL: usize = 300;
/// How long the result of an import can be asked for.
const KEPT: Duration = Duration::from_secs(15 * 60);

/// Imports under way, and those that ended not long ago.
#[derive(Debug)]
pub struct Imports {
    jobs: Mutex<HashMap<String, Arc<Job>>>,
    turns: Arc<Semaphore>,
    /// The turn of each address, as long as somebody there waits for it.
    addresses: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
}

impl Default for Imports {
    fn default() -> Imports {
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        Imports { jobs: Mutex::default(), turns, addresses: Mutex::default() }
    }
}

/// One import.
#[derive(Debug)]
pub struct Job {
    /// Its id.
    pub id: String,
    address: IpAddr,
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

    /// Whether it has come to its end.
    #[must_use]
    pub fn is_done(&self) -> bool {
        *self.is_done.borrow()
    }

    /// Nothing more is read. What was kept before stays.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
    }

    /// Whether somebody has cancelled it.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::SeqCst)
    }

    /// How it stands.
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

    /// Waits until it is done, or for so long. Then how it stands.
    ///
    /// # Errors
    /// If it failed before anything was kept.
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

    /// The imports of a person, the newest first.
    #[must_use]
    pub fn of(&self, person: &PersonId) -> Vec<Arc<Job>> {
        let mut own: Vec<Arc<Job>> = self.jobs().values().filter(|job| job.state().owner == *person).cloned().collect();
        own.sort_by_key(|job| std::cmp::Reverse(job.begun));
        own
    }

    /// An import of a person.
    #[must_use]
    pub fn find(&self, id: &str, person: &PersonId) -> Option<Arc<Job>> {
        self.jobs().get(id).filter(|job| job.state().owner == *person).cloned()
    }

    /// Forgets an import that is done.
    pub fn forget(&self, id: &str) {
        self.jobs().remove(id);
    }

    /// Notes a new import, if there may be one more. One that its person has not looked at since it was done is forgotten.
    fn add(&self, job: &Arc<Job>) -> Result<(), Failure> {
        let mut jobs = self.jobs();
        let owner = job.state().owner.clone();
        jobs.retain(|_, known| !known.is_done() || known.begun.elapsed() < KEPT && known.state().owner != owner);
        let running = || jobs.values().filter(|known| !known.is_done());
        if running().any(|known| known.state().owner == owner) {
            return Err(Failure::Capped { sentence: "server-cap-import", most: 1 });
        }
        if running().filter(|known| known.address == job.address).count() >= OF_ADDRESS {
            return Err(Failure::Capped { sentence: "server-cap-imports", most: OF_ADDRESS as u32 });
        }
        if running().count() >= IN_ALL {
            return Err(Failure::Full);
        }
        jobs.insert(job.id.clone(), Arc::clone(job));
        Ok(())
    }

    fn turn_of(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        addresses.retain(|_, turn| turn.strong_count() > 0);
        if let Some(turn) = addresses.get(&address).and_then(Weak::upgrade) {
            return turn;
        }
        let turn = Arc::new(Semaphore::new(1));
        addresses.insert(address, Arc::downgrade(&turn));
        turn
    }

    /// Does work on a thread of its own when the turn of its address has come. This is the one place that decides when
    /// imports are read.
    async fn in_turn<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let own = self.turn_of(address);
        let _own = own.acquire().await.map_err(|_| Failure::Closing)?;
        let _turn = self.turns.acquire().await.map_err(|_| Failure::Closing)?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Failure::Broken)
    }
}

/// Begins an import for a visitor whom the store knows.
///
/// # Errors
/// If there are too many under way.
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
        id: random::text(12),
        address: visitor.address,
        begun: Instant::now(),
        size: wanted.text.len() as u64,
        read: AtomicU64::new(0),
        is_cancelled: AtomicBool::new(false),
        state: Mutex::new(state),
        is_done: watch::channel(false).0,
    });
    club.imports.add(&job)?;
    let keeper = Keeper::new(club, visitor, account);
    let (shared, working, speech) = (Arc::clone(club), Arc::clone(&job), visitor.speech);
    tokio::spawn(async move {
        let (club, job) = (Arc::clone(&shared), Arc::clone(&working));
        let reading = move || read(&club, &job, keeper, &wanted, speech);
        let done = shared.imports.in_turn(working.address, reading).await;
        working.finish(done.and_then(|read| read).err());
    });
    Ok(job)
}

/// Reads a text and keeps its games, some at a time.
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
        // What was kept before stays, and is told beside what went wrong.
        Some(failure) => Err(failure),
        None => read,
    }
}
