//! Doing a task: the one place where jobs become searches, for the club's own threads and for workers elsewhere.

use super::analysis;
use super::levels;
use super::puzzles;
use super::task::{BadTask, Found, Task};
use damka_endgame::Library;
use damka_engine::{Options, Signal, Watch};
use std::sync::Arc;

/// The memory of an engine, in mebibytes. It is the same for everybody, because what is found depends on it.
const MEMORY: usize = 16;

/// The desk at which a task is done: the caller steers the work from here, and learns how far it has come.
pub trait Desk: Sync {
    /// How many positions the engine may look at for the next position, where that is not part of the task.
    fn budget(&self) -> u64;

    /// Says when to stop.
    fn watch(&self) -> &dyn Watch;

    /// Receives how many steps are done, and how many positions the engine has searched altogether.
    fn note(&self, done: u32, nodes: u64);
}

/// What a job is done with.
#[derive(Clone, Debug, Default)]
pub struct Kit {
    /// Endgame tables for analyses that a person waits for.
    pub tables: Option<Arc<Library>>,
}

impl Kit {
    pub(super) fn options(&self) -> Options {
        Options { memory: MEMORY, endgame: self.tables.clone(), ..Options::default() }
    }
}

/// Does a task; `None` if the desk says stop before the end.
///
/// # Errors
/// If the task cannot be done.
pub fn carry_out(task: &Task, kit: &Kit, desk: &dyn Desk) -> Result<Option<Found>, BadTask> {
    let found = match task {
        Task::Analysis(task) => analysis::look_through(task, kit, desk)?,
        Task::Puzzles(task) => puzzles::look_for(task, desk)?,
        Task::Level(task) => levels::play(task, desk)?,
    };
    Ok(found.filter(|_| desk.watch().signal() != Signal::Stop))
}
