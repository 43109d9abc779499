//! Tables that are built when they are first needed, in the background.

use crate::build::{BuildError, Plan, Stopped, Watch};
use crate::error::{Problem, TableError, Tell};
use crate::game::{NoTables, TableGame};
use crate::material::Material;
use crate::tables::{OpenError, Tables};
use damka_rules::Ruleset;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Why there are no tables after all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnNeedError {
    /// The game has none.
    NoTables(NoTables),
    /// They could not be built.
    Build(BuildError),
    /// They could not be opened.
    Open(OpenError),
}

/// The tables of a game, sooner or later: what is missing is built by a thread of its own, on all cores. Dropping this
/// stops the building; what is finished stays for the next time.
///
/// ```
/// use damka_endgame::OnNeed;
/// use damka_rules::Ruleset;
/// let folder = std::env::temp_dir().join(format!("damka-need-{}", std::process::id()));
/// let tables = OnNeed::begin(&folder, &Ruleset::named("russian").unwrap(), 2);
/// // A search goes on without tables until they are there: `tables.get()` never waits.
/// assert_eq!(tables.wait().unwrap().pieces(), 2);
/// assert!(tables.get().is_some());
/// std::fs::remove_dir_all(&folder).unwrap();
/// ```
#[derive(Debug)]
pub struct OnNeed {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    tables: OnceLock<Result<Tables, OnNeedError>>,
    is_stopped: AtomicBool,
}

impl Watch for Shared {
    fn go_on(&self) -> Result<(), Stopped> {
        if self.is_stopped.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// Nobody waits for ever, even if the thread panics.
struct Answer(Arc<Shared>);

impl Drop for Answer {
    fn drop(&mut self) {
        let _ = self.0.tables.set(Err(OnNeedError::Build(BuildError::Stopped)));
    }
}

impl OnNeed {
    /// The pieces that are built within seconds on 8x8 and within minutes on 10x10.
    pub const PIECES: u8 = 4;
    /// The most memory for positions that building in the background may take.
    pub const MEMORY: u64 = 1 << 30;

    /// Opens the tables of a game, and first builds what is missing of those of up to so many pieces.
    #[must_use]
    pub fn begin(root: &Path, ruleset: &Ruleset, pieces: u8) -> OnNeed {
        OnNeed::begin_with(root, ruleset, pieces, Effort::default())
    }

    /// As [`OnNeed::begin`], with less of the machine.
    pub(crate) fn begin_with(root: &Path, ruleset: &Ruleset, pieces: u8, effort: Effort) -> OnNeed {
        let shared = Arc::new(Shared::default());
        let (here, root, ruleset) = (Arc::clone(&shared), root.to_owned(), *ruleset);
        let work = move || {
            let answer = Answer(here);
            let tables = open(&root, &ruleset, pieces, &effort, &answer.0);
            if let Err(OnNeedError::Open(OpenError::Table(error)) | OnNeedError::Build(BuildError::Table(error))) =
                &tables
            {
                effort.tell.tell(error);
            }
            let _ = answer.0.tables.set(tables);
        };
        let thread = std::thread::Builder::new().name("endgame".to_owned()).spawn(work).ok();
        if thread.is_none() {
            // A system without a thread to spare goes on without tables.
            let _ = shared.tables.set(Err(OnNeedError::Build(BuildError::Stopped)));
        }
        OnNeed { shared, thread }
    }

    /// The tables, if they are ready.
    #[must_use]
    #[inline]
    pub fn get(&self) -> Option<&Tables> {
        self.shared.tables.get()?.as_ref().ok()
    }

    /// Whether the tables are ready, or it is clear that there will be none.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.shared.tables.get().is_some()
    }

    /// Waits until the tables are ready, or until it is clear that there will be none.
    ///
    /// # Errors
    /// Why there are none.
    pub fn wait(&self) -> Result<&Tables, &OnNeedError> {
        self.shared.tables.wait().as_ref()
    }
}

impl Drop for OnNeed {
    fn drop(&mut self) {
        self.shared.is_stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // It stops within a moment; a panic there has been reported there.
            let _ = thread.join();
        }
    }
}

/// How much of the machine building may take.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effort {
    /// Threads; as many as there are cores if it is not said.
    pub threads: Option<usize>,
    /// The builder holds this, so that one game is built after the other.
    pub turn: Option<Arc<Mutex<()>>>,
    /// Who is told of files that cannot be used.
    pub tell: Tell,
}

impl Effort {
    fn build(&self, plan: &Plan, watch: &Shared) -> Result<(), BuildError> {
        if plan.steps().is_empty() {
            return Ok(());
        }
        let _turn = self.turn.as_deref().map(|turn| wait_for(turn, watch)).transpose()?;
        let pool = self.threads.and_then(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok());
        match pool {
            Some(pool) => pool.install(|| plan.build(OnNeed::MEMORY, watch)),
            None => plan.build(OnNeed::MEMORY, watch),
        }
    }
}

/// Waits for the turn, and stops waiting when it is asked to: closing the program waits for this thread.
fn wait_for<'a>(turn: &'a Mutex<()>, watch: &Shared) -> Result<MutexGuard<'a, ()>, Stopped> {
    loop {
        watch.go_on()?;
        match turn.try_lock() {
            Ok(turn) => return Ok(turn),
            Err(TryLockError::Poisoned(turn)) => return Ok(turn.into_inner()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOOK_AGAIN),
        }
    }
}

/// How often somebody who waits for the turn looks whether it has come.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

fn open(root: &Path, ruleset: &Ruleset, pieces: u8, effort: &Effort, watch: &Shared) -> Result<Tables, OnNeedError> {
    let game = TableGame::of(ruleset).map_err(OnNeedError::NoTables)?;
    loop {
        watch.go_on().map_err(|stopped| OnNeedError::Build(stopped.into()))?;
        let plan = Plan::new(game, root, pieces).map_err(|error| OnNeedError::Build(error.into()))?;
        match effort.build(&plan, watch) {
            Ok(()) => {}
            // Another program builds here: what is missing is there soon, or that program stops and this one goes on.
            Err(BuildError::Busy) => {
                std::thread::sleep(LOOK_AGAIN);
                continue;
            }
            Err(error) => return Err(OnNeedError::Build(error)),
        }
        let opened = match Tables::open(root, ruleset) {
            Err(OpenError::Table(TableError { path, problem: Problem::Damaged })) => {
                // It is built again; the loop ends because each time there is one less.
                if is_built_again(&path, pieces) && fs::remove_file(&path).is_ok() {
                    continue;
                }
                Tables::open_rest(root, ruleset)
            }
            opened => opened,
        };
        let mut tables = opened.map_err(OnNeedError::Open)?;
        tables.set_tell(&effort.tell);
        return Ok(tables);
    }
}

/// Whether a file is one of those that are built here. Others are left as they are: they may have taken a night.
fn is_built_again(path: &Path, pieces: u8) -> bool {
    let material = path.file_stem().and_then(|name| name.to_str()?.parse::<Material>().ok());
    material.is_some_and(|material| material.pieces() <= pieces)
}
