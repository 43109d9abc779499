//! Threads that think. They are few and their queues are short, so that a hundred people who analyse cannot stop the
//! moves of others. A job that panics ends alone: those who wait for it are told, and its thread goes on.

use crate::error::Failure;
use damka_endgame::Library;
use damka_engine::{Engine, Level, Options};
use damka_players::{Question, Thought};
use damka_protocols::LevelPlayer;
use damka_rules::Ruleset;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The memory of an engine, in mebibytes.
const MEMORY: usize = 16;
/// Engines that a thread keeps for the next question of the same game.
const KEPT: usize = 6;

/// What a thread has at hand.
#[derive(Debug)]
pub struct Tools {
    endgame: Option<Arc<Library>>,
    players: VecDeque<(String, Level, LevelPlayer)>,
    engines: VecDeque<(String, Engine)>,
}

impl Tools {
    fn new(endgame: Option<Arc<Library>>) -> Tools {
        Tools { endgame, players: VecDeque::new(), engines: VecDeque::new() }
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

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<Job>,
    /// The pool is gone: its threads end.
    closed: bool,
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<Jobs>,
    more: Condvar,
    waiting: AtomicUsize,
    to_break: AtomicUsize,
}

/// A few threads with a queue.
pub struct Pool {
    queue: Arc<Queue>,
    most: usize,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("waiting", &self.waiting()).finish_non_exhaustive()
    }
}

impl Pool {
    fn start(name: &str, threads: usize, most: usize, endgame: Option<&Arc<Library>>) -> Pool {
        let queue = Arc::new(Queue::default());
        for _ in 0..threads.max(1) {
            let (queue, endgame) = (Arc::clone(&queue), endgame.cloned());
            let thread = std::thread::Builder::new().name(format!("damka-{name}"));
            // A machine that gives no thread plays without an engine.
            if let Err(error) = thread.spawn(move || work(&queue, endgame)) {
                tracing::error!(%error, "a thread for the engine could not be started");
            }
        }
        Pool { queue, most }
    }

    /// Queues a job. If it panics, `broken` is called instead of what it would have told at its end.
    ///
    /// # Errors
    /// If too many wait already.
    pub fn run(
        &self,
        work: impl FnOnce(&mut Tools) + Send + 'static,
        broken: impl FnOnce() + Send + 'static,
    ) -> Result<(), Failure> {
        let mut jobs = self.queue.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.waiting.len() >= self.most {
            return Err(Failure::Full);
        }
        jobs.waiting.push_back(Job { work: Box::new(work), broken: Box::new(broken) });
        self.queue.waiting.store(jobs.waiting.len(), Ordering::Relaxed);
        self.queue.more.notify_one();
        Ok(())
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
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.jobs.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.queue.more.notify_all();
    }
}

fn work(queue: &Queue, endgame: Option<Arc<Library>>) {
    let mut tools = Tools::new(endgame.clone());
    loop {
        let mut jobs = queue.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let job = loop {
            if jobs.closed {
                return;
            }
            if let Some(job) = jobs.waiting.pop_front() {
                break job;
            }
            jobs = queue.more.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        };
        queue.waiting.store(jobs.waiting.len(), Ordering::Relaxed);
        drop(jobs);
        let Job { work, broken } = job;
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

/// All the threads that think: those that play, those that give hints, those that analyse for somebody who watches,
/// those that do long jobs, the one that looks up endings.
#[derive(Debug)]
pub struct Engines {
    /// Moves of the computer.
    pub players: Pool,
    /// Hints, apart from the moves: nobody waits for a move because others ask for hints.
    pub hints: Pool,
    /// Analysis that somebody watches.
    pub analysts: Arc<Pool>,
    /// Whole games.
    pub jobs: Pool,
    /// Questions for the endgame tables.
    pub librarian: Pool,
}

impl Engines {
    /// Starts so many threads of each kind.
    #[must_use]
    pub fn start(threads: usize, endgame: Option<&Arc<Library>>) -> Engines {
        Engines {
            players: Pool::start("player", threads, 100_000, endgame),
            hints: Pool::start("hint", 1, 500, endgame),
            analysts: Arc::new(Pool::start("analyst", threads, 500, endgame)),
            jobs: Pool::start("job", 1, 500, endgame),
            librarian: Pool::start("librarian", 1, 500, endgame),
        }
    }

    /// Has the computer think; `None` if it panicked or gave no answer.
    pub fn play(
        &self,
        question: Question,
        level: Level,
        seed: u64,
        done: impl FnOnce(Option<Thought>) + Clone + Send + 'static,
    ) {
        let broken = done.clone();
        let job = move |tools: &mut Tools| {
            let thought = question.ask(tools.player(&question, level, seed));
            if let Err(error) = &thought {
                tracing::error!(%error, "the computer gave no answer");
            }
            done(thought.ok());
        };
        if let Err(failure) = self.players.run(job, move || broken(None)) {
            tracing::error!(?failure, "the computer cannot move");
        }
    }
}
