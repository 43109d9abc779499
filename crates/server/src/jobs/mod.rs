//! Work for engines that may take a while: a queue in the store, so that every node and every worker elsewhere can do it.
//!
//! - `task`: what is to be done and what comes out of it, as data; [`carry_out`] does it, here and elsewhere;
//! - [`ask`] and [`look`]: people have their games analysed;
//! - [`inside`]: the node itself is a worker; [`outside`]: workers on other machines;
//! - `results`: what becomes of a result; [`background`]: work that nobody waits for; [`standing`]: how all of it stands.
//!
//! A bell wakes everything that waits when there may be something new. The bell may be lost between nodes: it only saves time.

mod analysis;
pub mod background;
mod hands;
pub mod inside;
pub mod keys;
mod levels;
pub mod outside;
mod puzzles;
mod results;
pub mod standing;
mod task;

pub use analysis::analysis_view;
pub use hands::{Desk, Kit, carry_out};
pub use task::{BadTask, Found, GameText, LevelTask, PlyText, Puzzle, PuzzlesTask, Task};

use crate::api::{GameAnalysisView, JobStatus};
use crate::club::Club;
use crate::error::Failure;
use crate::limits::Limiter;
use crate::nodes::post::Post;
use crate::schedule::Asker;
use crate::stored::KeptAnalysis;
use damka_conduct::GameId;
use damka_rules::Game;
use damka_store::{JobState, JobWrite, JobsWaiting, KeptJob, NewJob, StoreError, Urgency, Write};
use damka_words::Words;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::watch;

/// Positions that the engine looks at for each position of the game.
const NODES: u64 = 150_000;
/// The minimum, however many others wait.
const FEWEST: u64 = 15_000;
/// How many jobs of the same address slow a job down as much as one job of another address.
const PERSONS: u32 = 8;
/// The unfinished jobs of one person, of one address, and of all people.
const BOUNDS: [u32; 3] = [9, 100, 300];
/// How long a job usually takes, in seconds.
const USUAL: u32 = 3;
/// The longest delay suggested to a visitor before asking again, in seconds.
const LONGEST_WAIT: u32 = 60;

/// What a node remembers about the queue. Nothing here decides anything: it saves questions.
#[derive(Debug)]
pub struct Jobs {
    bell: watch::Sender<u64>,
    /// How far the jobs have come that this node does itself.
    here: Mutex<HashMap<i64, u32>>,
    /// When workers elsewhere were noted last.
    noted: Mutex<HashMap<String, Instant>>,
    /// Keys from each address that proved wrong.
    wrong_keys: Limiter<IpAddr>,
    to_break: AtomicUsize,
}

impl Default for Jobs {
    fn default() -> Jobs {
        Jobs {
            bell: watch::channel(0).0,
            here: Mutex::default(),
            noted: Mutex::default(),
            wrong_keys: Limiter::new(outside::WRONG_KEYS),
            to_break: AtomicUsize::default(),
        }
    }
}

impl Jobs {
    /// Wakes everybody at this node who waits for work.
    pub fn ring(&self) {
        self.bell.send_modify(|rung| *rung = rung.wrapping_add(1));
    }

    fn here(&self) -> MutexGuard<'_, HashMap<i64, u32>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the next jobs of this node panic when they begin, for tests.
    #[doc(hidden)]
    pub fn break_next(&self, count: usize) {
        self.to_break.store(count, std::sync::atomic::Ordering::Relaxed);
    }
}

impl Club {
    /// Notifies every node that there may be work, or that less of it waits.
    pub fn work_changed(&self) {
        self.jobs.ring();
        if let Some(peers) = &self.peers {
            peers.post_all(&Post::Work);
        }
    }

    /// The address of a person who asks for work, as the queue keeps it: hashed, because the address itself is private.
    fn address_of_work(&self, asker: &Asker) -> String {
        self.signer.derive(&format!("work for {}", asker.address)).chars().take(20).collect()
    }
}

/// How far the analysis of a game has come, in words.
///
/// # Errors
/// If the store cannot be read, or what it has is damaged.
pub async fn look(club: &Arc<Club>, id: &GameId, game: &Game, words: &Words) -> Result<GameAnalysisView, Failure> {
    let owned = id.clone();
    let read = move |store: &dyn damka_store::Store| {
        // In this order: a job is finished and its analysis kept in one moment.
        let job = store.jobs().job_about("analysis", owned.as_str())?;
        let kept = if job.is_some() { None } else { store.analysis(&owned)? };
        Ok((job, kept))
    };
    match club.read(read).await? {
        (Some(job), _) => Ok(under_way(club, &job, game)),
        (None, Some(kept)) => Ok(analysis::view(&KeptAnalysis::read(&kept)?, game, words)),
        (None, None) => Ok(nothing()),
    }
}

fn under_way(club: &Club, job: &KeptJob, game: &Game) -> GameAnalysisView {
    let here = club.jobs.here().get(&job.number).copied();
    let is_done_by_somebody = job.state == JobState::Taken && (job.lease_left > 0 || here.is_some());
    let status = if is_done_by_somebody { JobStatus::Running } else { JobStatus::Waiting };
    let done = if is_done_by_somebody { here.unwrap_or(0).max(job.progress) } else { 0 };
    empty(status, done, game.played().len() as u32 + 1)
}

/// The answer if there is no analysis and none is in progress.
#[must_use]
pub fn nothing() -> GameAnalysisView {
    empty(JobStatus::None, 0, 0)
}

fn empty(status: JobStatus, done: u32, total: u32) -> GameAnalysisView {
    GameAnalysisView { status, done, total, positions: Vec::new(), summary: None, turning_point: None }
}

/// Has a game analysed, unless that is done or in progress.
///
/// # Errors
/// If too many wait, or the store cannot be read.
pub async fn ask(
    club: &Arc<Club>,
    asker: Asker,
    id: &GameId,
    game: Game,
    words: &Words,
) -> Result<GameAnalysisView, Failure> {
    let before = look(club, id, &game, words).await?;
    if before.status != JobStatus::None {
        return Ok(before);
    }
    if game.played().len() > task::LONGEST {
        return Err(Failure::TooLarge);
    }
    let address = club.address_of_work(&asker);
    let (own, person) = (address.clone(), asker.person.clone());
    let waiting = club.read(move |store| store.jobs().jobs_waiting(&own, &person)).await?;
    let counts = [waiting.person, waiting.address, waiting.total];
    if let Some((count, _)) = counts.into_iter().zip(BOUNDS).find(|(count, most)| count >= most) {
        return Err(Failure::TooMany((count * USUAL).clamp(1, LONGEST_WAIT)));
    }
    let total = game.played().len() as u32 + 1;
    let task = Task::Analysis(task::AnalysisTask { game: GameText::of(&game), budgets: None });
    let job = NewJob {
        kind: task.kind().to_owned(),
        subject: Some(id.to_string()),
        urgency: Urgency::Person,
        input: task.text(),
        asker: Some(asker.person),
        address,
        not_by: None,
    };
    club.write(vec![Write::Job(JobWrite::Add(Box::new(job)))]).await?;
    club.work_changed();
    Ok(empty(JobStatus::Waiting, 0, total))
}

/// How many positions the engine searches for each position of the game: fewer while other addresses wait, and fewer
/// for an address that has many jobs waiting itself.
fn nodes(waiting: JobsWaiting) -> u64 {
    let shares = 1 + waiting.addresses + waiting.idle_here / PERSONS;
    (NODES / u64::from(shares)).max(FEWEST)
}

/// The same for a job that somebody does; what nobody waits for is always done thoroughly.
fn budget(store: &dyn damka_store::Store, job: &KeptJob) -> Result<u64, StoreError> {
    match &job.job.asker {
        _ if job.job.urgency == Urgency::Background => Ok(NODES),
        Some(asker) => Ok(nodes(store.jobs().jobs_waiting(&job.job.address, asker)?)),
        None => Ok(nodes(store.jobs().jobs_waiting(&job.job.address, &"".into())?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::{StopWatch, Watch};

    /// A desk without anyone at it.
    #[derive(Default)]
    pub struct Quiet(pub StopWatch);

    impl Desk for Quiet {
        fn budget(&self) -> u64 {
            2_000
        }

        fn watch(&self) -> &dyn Watch {
            &self.0
        }

        fn note(&self, _: u32, _: u64) {}
    }

    #[test]
    fn who_waits_shares() {
        let of = |addresses, idle_here| nodes(JobsWaiting { addresses, idle_here, ..JobsWaiting::default() });
        assert_eq!([of(0, 0), of(0, 7), of(0, 8), of(2, 0)], [NODES, NODES, NODES / 2, NODES / 3]);
        assert_eq!(of(1000, 1000), FEWEST);
    }
}
