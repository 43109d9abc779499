//! Threads for work that takes too long to do while others wait for their requests: thinking, lookups, reading and
//! writing. There are few of them, their queues are bounded, and those who wait take turns ([`crate::schedule`]), so a
//! hundred people who analyse cannot hold up the moves of others. A job that panics ends alone: those who wait for it
//! get an error, and its thread carries on.

use crate::error::Failure;
use crate::schedule::{Asker, Bounds, Crowd, Full, Schedule};
use damka_endgame::Library;
use damka_engine::{Engine, Level, Options, Signal, Watch};
use damka_players::{Question, Thought};
use damka_protocols::LevelPlayer;
use damka_rules::Ruleset;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The memory of an engine, in mebibytes.
const MEMORY: usize = 16;
/// Engines that a thread keeps for the next question of the same game.
const KEPT: usize = 6;
/// The longest the computer thinks about a move while others wait for theirs.
const SLICE: Duration = Duration::from_secs(1);
/// The longest delay suggested to a visitor before asking again, in seconds.
const LONGEST_WAIT: u64 = 60;

/// What a thread has at hand.
#[derive(Debug)]
pub struct Tools {
    endgame: Option<Arc<Library>>,
    players: VecDeque<(String, Level, LevelPlayer)>,
    engines: VecDeque<(String, Engine)>,
    /// The others who were waiting when the job was handed out.
    crowd: Crowd,
}

impl Tools {
    fn new(endgame: Option<Arc<Library>>) -> Tools {
        Tools { endgame, players: VecDeque::new(), engines: VecDeque::new(), crowd: Crowd::default() }
    }

    /// An engine for a game.
    pub fn engine(&mut self, ruleset: &Ruleset) -> &mut Engine {
        let line = ruleset.line();
        let at = self.engines.iter().position(|(known, _)| *known == line);
        let kept = at.and_then(|at| self.engines.remove(at));
        let options = Options { memory: MEMORY, endgame: self.endgame.clone(), ..Options::default() };
        let engine = kept.unwrap_or_else(|| (line, Engine::new(ruleset, &options)));
        self.engines.truncate(KEPT - 1);
        self.engines.push_front(engine);
        &mut self.engines[0].1
    }

    /// A player of a level who goes on in a game.
    fn player(&mut self, question: &Question, level: Level, seed: u64) -> &mut LevelPlayer {
        let line = question.game.ruleset().line();
        let at = self.players.iter().position(|(known, its, _)| (known, *its) == (&line, level));
        let kept = at.and_then(|at| self.players.remove(at));
        // Who plays below full strength does not know endings by heart.
        let (memory, endgame) = if level.is_full_strength() { (MEMORY, self.endgame.clone()) } else { (2, None) };
        let options = Options { memory, endgame, ..Options::default() };
        let player = kept.unwrap_or_else(|| (line, level, LevelPlayer::with_options(level, seed, options)));
        self.players.truncate(KEPT - 1);
        self.players.push_front(player);
        let player = &mut self.players[0].2;
        player.take_up(&question.game, seed);
        player
    }
}

/// What is to be done, and what is told if that panics.
struct Job {
    work: Box<dyn FnOnce(&mut Tools) + Send>,
    broken: Box<dyn FnOnce() + Send>,
}

struct Jobs {
    waiting: Schedule<Job>,
    /// The pool is gone: its threads end.
    closed: bool,
}

struct Queue {
    jobs: Mutex<Jobs>,
    more: Condvar,
    waiting: AtomicUsize,
    to_break: AtomicUsize,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A few threads, and the queue of jobs for them.
pub struct Pool {
    queue: Arc<Queue>,
    threads: usize,
    /// How long a job usually takes.
    usual: Duration,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("waiting", &self.waiting()).finish_non_exhaustive()
    }
}

/// The configuration of a pool.
struct Plan<'a> {
    name: &'a str,
    threads: usize,
    bounds: Bounds,
    usual: Duration,
}

impl Pool {
    fn start(plan: &Plan, endgame: Option<&Arc<Library>>) -> Pool {
        let jobs = Mutex::new(Jobs { waiting: Schedule::new(plan.bounds), closed: false });
        let (waiting, to_break) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let queue = Arc::new(Queue { jobs, more: Condvar::new(), waiting, to_break });
        let threads = plan.threads.max(1);
        for _ in 0..threads {
            let (queue, endgame) = (Arc::clone(&queue), endgame.cloned());
            let thread = std::thread::Builder::new().name(format!("damka-{}", plan.name));
            // A machine that gives no thread plays without an engine.
            if let Err(error) = thread.spawn(move || work(&queue, endgame)) {
                tracing::error!(%error, "a thread for the engine could not be started");
            }
        }
        Pool { queue, threads, usual: plan.usual }
    }

    /// Queues a job. If it panics, `broken` is called instead of what it would have told at its end.
    ///
    /// # Errors
    /// If too many jobs wait already; the error says when to ask again.
    pub fn run(
        &self,
        asker: Asker,
        work: impl FnOnce(&mut Tools) + Send + 'static,
        broken: impl FnOnce() + Send + 'static,
    ) -> Result<(), Failure> {
        let mut jobs = self.queue.lock();
        let job = Job { work: Box::new(work), broken: Box::new(broken) };
        jobs.waiting.push(asker, job).map_err(|full| self.too_many(full))?;
        self.queue.waiting.store(jobs.waiting.waiting(), Ordering::Relaxed);
        drop(jobs);
        self.queue.more.notify_one();
        Ok(())
    }

    /// Runs a job and waits for its result. If the caller has given up by the time its turn comes, the job is skipped.
    ///
    /// # Errors
    /// If too many jobs wait already, or the job panics.
    pub async fn ask<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce(&mut Tools) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (tell, told) = oneshot::channel();
        let answer = move |tools: &mut Tools| {
            if !tell.is_closed() {
                let _ = tell.send(work(tools));
            }
        };
        // A job that ends without an answer has dropped the sender.
        self.run(asker, answer, || ())?;
        told.await.map_err(|_| Failure::Broken)
    }

    /// The failure for a full queue, with an estimate of when there will be room again.
    fn too_many(&self, full: Full) -> Failure {
        let busy = self.usual.as_millis() as u64 * full.waiting as u64 / self.threads as u64;
        Failure::TooMany(busy.div_ceil(1000).clamp(1, LONGEST_WAIT) as u32)
    }

    /// Lets the next jobs panic when they begin, for tests: a mistake that would do so is corrected when it is known.
    #[doc(hidden)]
    pub fn break_next(&self, count: usize) {
        self.queue.to_break.store(count, Ordering::Relaxed);
    }

    /// How many jobs wait.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.queue.waiting.load(Ordering::Relaxed)
    }

    /// The number of shares into which the time of these threads is divided: every asker shares with the other
    /// addresses that wait, and with the rest of their own address.
    fn shares(&self, crowd: Crowd) -> u32 {
        1 + ((crowd.addresses + crowd.same_address) / self.threads) as u32
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.lock().closed = true;
        self.queue.more.notify_all();
    }
}

fn work(queue: &Queue, endgame: Option<Arc<Library>>) {
    let mut tools = Tools::new(endgame.clone());
    loop {
        let mut jobs = queue.lock();
        let (Job { work, broken }, crowd) = loop {
            if jobs.closed {
                return;
            }
            if let Some(next) = jobs.waiting.pop() {
                break next;
            }
            jobs = queue.more.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        };
        queue.waiting.store(jobs.waiting.waiting(), Ordering::Relaxed);
        drop(jobs);
        tools.crowd = crowd;
        let done = catch_unwind(AssertUnwindSafe(|| {
            let breaks = |left: usize| left.checked_sub(1);
            assert!(queue.to_break.fetch_update(Ordering::Relaxed, Ordering::Relaxed, breaks).is_err(), "for a test");
            work(&mut tools);
        }));
        if done.is_err() {
            tracing::error!(thread = std::thread::current().name(), "a job panicked; the others go on");
            // An engine may have stopped in the middle of anything.
            tools = Tools::new(endgame.clone());
            let _ = catch_unwind(AssertUnwindSafe(broken));
        }
    }
}

/// Watches a search while others wait: it ends after a while, with the best result so far.
struct InTurn {
    begun: Instant,
    queue: Arc<Queue>,
}

impl Watch for InTurn {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn signal(&self) -> Signal {
        let others_wait = self.queue.waiting.load(Ordering::Relaxed) > 0;
        if others_wait && self.begun.elapsed() > SLICE { Signal::Stop } else { Signal::GoOn }
    }
}

/// All the threads that do long work: playing, giving hints, live analysis, endgame lookups, reading and writing. Whole
/// games are analysed by whoever works on the queue ([`crate::jobs`]).
#[derive(Debug)]
pub struct Engines {
    /// Moves of the computer.
    pub players: Arc<Pool>,
    /// Hints, apart from the moves: nobody waits for a move because others ask for hints.
    pub hints: Pool,
    /// Analysis that somebody watches.
    pub analysts: Arc<Pool>,
    /// Questions for the endgame tables.
    pub librarian: Pool,
    /// Positions, trees, files and pictures: what is read and written for a request.
    pub desk: Pool,
    /// Imports, which may take seconds each.
    pub importers: Pool,
    /// Passwords. A hash takes 19 MB and some hundredths of a second by design, so only a few are computed at once.
    pub hashers: Pool,
}

impl Engines {
    /// Starts so many threads of each kind.
    #[must_use]
    pub fn start(threads: usize, endgame: Option<&Arc<Library>>) -> Engines {
        let pool = |name, threads, usual, [person, address, total]: [usize; 3]| {
            let (bounds, usual) = (Bounds { person, address, total }, Duration::from_millis(usual));
            Pool::start(&Plan { name, threads, bounds, usual }, endgame)
        };
        Engines {
            players: Arc::new(pool("player", threads, 200, [60, 2000, 20_000])),
            hints: pool("hint", 1, 150, [10, 150, 500]),
            analysts: Arc::new(pool("analyst", threads, 2000, [6, 150, 500])),
            librarian: pool("librarian", 1, 30, [30, 300, 1000]),
            desk: pool("desk", threads, 10, [60, 600, 3000]),
            importers: pool("import", 2, 500, [1, 60, 300]),
            hashers: pool("hash", 2, 50, [8, 100, 1000]),
        }
    }

    /// Has the computer think; `None` if it panicked or gave no answer.
    ///
    /// # Errors
    /// If too many of the same asker's games wait already; the error says when to ask again.
    pub fn play(
        &self,
        asker: Asker,
        question: Question,
        level: Level,
        seed: u64,
        done: impl FnOnce(Option<Thought>) + Clone + Send + 'static,
    ) -> Result<(), Failure> {
        let (broken, pool) = (done.clone(), Arc::clone(&self.players));
        let job = move |tools: &mut Tools| {
            let shares = pool.shares(tools.crowd);
            let turn = InTurn { begun: Instant::now(), queue: Arc::clone(&pool.queue) };
            let thought = question.ask_in_turn(tools.player(&question, level, seed), shares, &turn);
            if let Err(error) = &thought {
                tracing::error!(%error, "the computer gave no answer");
            }
            done(thought.ok());
        };
        self.players.run(asker, job, move || broken(None))
    }
}
