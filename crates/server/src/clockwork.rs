//! The time of this run of the server, and how a game's time goes with it.

use damka_conduct::clock::Millis;
use damka_store::Anchor;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// After a restart a running clock waits so long for its player, in milliseconds.
pub const LONGEST_HOLD: u64 = 60_000;

/// How often the pulse beats, in milliseconds.
const PULSE: u64 = 100;

/// If the pulse has not beaten for this many milliseconds, the server was held up.
const STALL: u64 = 250;

/// The shortest stall that is logged as a warning, in milliseconds.
const NOTABLE: u64 = 1_000;

/// The value before the first beat: the pulse cannot be late yet.
const NO_PULSE: u64 = u64::MAX;

/// Milliseconds for which this run has really run. The wall clock does not disturb it, and while the process is stopped
/// or has no thread left for its visitors it stands: nobody's clock runs then.
#[derive(Clone, Debug)]
pub struct RunClock {
    shared: Arc<Pulse>,
}

#[derive(Debug)]
struct Pulse {
    /// The number of the run. A node whose lease has ended begins another one; its time goes on.
    run: AtomicI64,
    begun: Instant,
    /// When the pulse beat last, in milliseconds since the beginning.
    beaten: AtomicU64,
    /// Milliseconds during which the server was held up.
    lost: AtomicU64,
    /// The latest time that any reader was given.
    told: AtomicU64,
    stalling: Mutex<()>,
}

impl Pulse {
    fn new(run: i64, begun: Instant) -> Pulse {
        let [lost, told] = [const { AtomicU64::new(0) }; 2];
        Pulse {
            run: AtomicI64::new(run),
            begun,
            beaten: AtomicU64::new(NO_PULSE),
            lost,
            told,
            stalling: Mutex::new(()),
        }
    }

    fn raw(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    /// The first reader after a stall notes how long it was: all but the time until the next beat was due.
    fn note_stall(&self) {
        let _one = self.stalling.lock().unwrap_or_else(PoisonError::into_inner);
        let raw = self.raw();
        let gap = raw.saturating_sub(self.beaten.load(Ordering::SeqCst));
        if gap > STALL {
            let lost = gap - PULSE;
            self.lost.fetch_add(lost, Ordering::SeqCst);
            self.beaten.store(raw, Ordering::SeqCst);
            // This is common on a busy machine.
            if lost < NOTABLE {
                tracing::info!(milliseconds = lost, "the server was held up; no clock ran meanwhile");
            } else {
                tracing::warn!(milliseconds = lost, "the server was held up; no clock ran meanwhile");
            }
        }
    }

    fn now(&self) -> u64 {
        loop {
            let (lost, raw) = (self.lost.load(Ordering::SeqCst), self.raw());
            if raw.saturating_sub(self.beaten.load(Ordering::SeqCst)) > STALL {
                self.note_stall();
            } else if self.lost.load(Ordering::SeqCst) == lost {
                // A reader may have got a later time while the pulse was late, but not late enough to be a stall. The
                // time then stands still until it catches up.
                let now = raw.saturating_sub(lost);
                return self.told.fetch_max(now, Ordering::SeqCst).max(now);
            }
        }
    }

    fn beat(&self) {
        self.now();
        self.beaten.store(self.raw(), Ordering::SeqCst);
    }
}

impl RunClock {
    /// Begins a run.
    #[must_use]
    pub fn begin(run: i64) -> RunClock {
        RunClock { shared: Arc::new(Pulse::new(run, Instant::now())) }
    }

    /// The number of this run.
    #[must_use]
    pub fn run(&self) -> i64 {
        self.shared.run.load(Ordering::SeqCst)
    }

    /// The process goes on as another run.
    pub fn go_on_as(&self, run: i64) {
        self.shared.run.store(run, Ordering::SeqCst);
    }

    /// Beats as one of the tasks that serve visitors. If those do not get a turn, because the process is stopped or all
    /// threads are busy, the pulse does not either, and is late.
    pub async fn pulse(self) {
        let mut every = tokio::time::interval(Duration::from_millis(PULSE));
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            self.shared.beat();
        }
    }

    /// Milliseconds of the run.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.shared.now()
    }

    /// A moment of the run, if the process is not stopped before it.
    #[must_use]
    pub fn instant(&self, at: u64) -> Instant {
        self.shared.begun + Duration::from_millis(at.saturating_add(self.shared.lost.load(Ordering::SeqCst)))
    }

    /// The time of day at a moment of the run, in milliseconds since 1970.
    #[must_use]
    pub fn wall_at(&self, at: u64) -> u64 {
        wall().saturating_add(at).saturating_sub(self.now())
    }

    /// The moment of the run at a time of day; its beginning, if that was before it. It stays the same when it has passed:
    /// the code that waits for it asks whether it has.
    #[must_use]
    pub fn at_wall(&self, time: u64) -> u64 {
        self.now().saturating_add(time).saturating_sub(wall())
    }
}

/// The wall clock, in milliseconds since 1970.
#[must_use]
pub fn wall() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// How a game's time goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameTime {
    /// With the time of the run: games of one sitting.
    Sitting(Flow),
    /// With the time of day, from this moment on, in milliseconds since 1970.
    Days {
        /// When the game's time began.
        since: u64,
    },
}

impl GameTime {
    /// The game's time at a moment of the run.
    #[must_use]
    pub fn at(&self, clock: &RunClock, run_ms: u64) -> Millis {
        match self {
            GameTime::Sitting(flow) => flow.at(run_ms),
            GameTime::Days { since } => Millis(clock.wall_at(run_ms).saturating_sub(*since)),
        }
    }

    /// The moment of the run at which the game's time will be this; `None` while it stands still.
    #[must_use]
    pub fn when(&self, clock: &RunClock, game: Millis) -> Option<u64> {
        match self {
            GameTime::Sitting(flow) => flow.when(game),
            GameTime::Days { since } => Some(clock.at_wall(since.saturating_add(game.0))),
        }
    }

    /// Whether it stands still.
    #[must_use]
    pub fn is_frozen(&self) -> bool {
        matches!(self, GameTime::Sitting(flow) if flow.frozen)
    }
}

/// How the time of a game of one sitting goes with the run's: it goes along, or it stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// A moment of the run.
    run_ms: u64,
    /// The game's time at that moment.
    game_ms: u64,
    /// Whether it stands still.
    frozen: bool,
}

impl Flow {
    /// Goes along from now on.
    #[must_use]
    pub fn going(run_ms: u64, game: Millis) -> Flow {
        Flow { run_ms, game_ms: game.0, frozen: false }
    }

    /// Stands still.
    #[must_use]
    pub fn standing(game: Millis) -> Flow {
        Flow { run_ms: 0, game_ms: game.0, frozen: true }
    }

    /// The game's time at a moment of the run.
    #[must_use]
    pub fn at(&self, run_ms: u64) -> Millis {
        let since = if self.frozen { 0 } else { run_ms.saturating_sub(self.run_ms) };
        Millis(self.game_ms.saturating_add(since))
    }

    fn when(&self, game: Millis) -> Option<u64> {
        (!self.frozen).then(|| self.run_ms.saturating_add(game.0.saturating_sub(self.game_ms)))
    }

    /// As it is kept.
    #[must_use]
    pub fn anchor(&self, run: i64) -> Anchor {
        Anchor { run, run_ms: self.run_ms, game_ms: self.game_ms }
    }

    /// The flow of a game that is loaded in a run. `last` is the time of its last event, `beat` the last heartbeat of the
    /// run that its anchor is of, and `is_running` whether a clock runs.
    ///
    /// A crash is nobody's fault: the running clock is charged to the last heartbeat and then waits for its player, until a
    /// moment of the new run at most.
    #[must_use]
    pub fn loaded(
        (run, held_until): (i64, u64),
        now: u64,
        kept: Option<Anchor>,
        beat: u64,
        last: Millis,
        is_running: bool,
    ) -> Flow {
        let Some(anchor) = kept else { return Flow::going(now, last) };
        if anchor.run == run {
            let flow = Flow { run_ms: anchor.run_ms, game_ms: anchor.game_ms, frozen: false };
            return if flow.at(now) < last { Flow::going(now, last) } else { flow };
        }
        let at_beat = Millis(anchor.game_ms + beat.saturating_sub(anchor.run_ms));
        let stopped = if is_running { last.max(at_beat) } else { last };
        match (is_running, now < held_until) {
            (false, _) => Flow::going(now, stopped),
            (true, true) => Flow::standing(stopped),
            // Nobody looked at the game while it was held.
            (true, false) => Flow::going(held_until, stopped),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_charged_to_the_last_heartbeat() {
        let kept = Some(Anchor { run: 7, run_ms: 10_000, game_ms: 2_000 });
        let up = |now, running| Flow::loaded((8, LONGEST_HOLD), now, kept, 15_000, Millis(3_000), running);
        // The game was at 2 s when the run was at 10 s, so at the heartbeat of 15 s it was at 7 s.
        assert_eq!(up(100, true), Flow::standing(Millis(7_000)));
        assert_eq!(up(100, true).at(50_000), Millis(7_000), "it waits");
        assert_eq!(up(90_000, true).at(90_000), Millis(37_000), "a minute at most");
        assert_eq!(up(100, false), Flow::going(100, Millis(3_000)));
        // A heartbeat before the last event takes nothing back.
        assert_eq!(
            Flow::loaded((8, LONGEST_HOLD), 100, kept, 10_500, Millis(3_000), true),
            Flow::standing(Millis(3_000))
        );
    }

    #[test]
    fn a_game_that_was_let_go_goes_on() {
        let kept = Some(Anchor { run: 8, run_ms: 10_000, game_ms: 2_000 });
        let flow = Flow::loaded((8, LONGEST_HOLD), 40_000, kept, 0, Millis(3_000), true);
        assert_eq!(flow.at(40_000), Millis(32_000));
        assert_eq!(flow.when(Millis(33_000)), Some(41_000));
    }

    /// A pulse that last beat at one moment and is read at another.
    fn late(raw: u64, beaten: u64) -> Pulse {
        let begun =
            Instant::now().checked_sub(Duration::from_millis(raw)).expect("the machine is older than this test");
        let pulse = Pulse::new(1, begun);
        pulse.beaten.store(beaten, Ordering::SeqCst);
        pulse
    }

    #[test]
    fn a_stopped_process_has_no_time() {
        let pulse = late(30_500, 400);
        let now = pulse.now();
        assert!((500..1_000).contains(&now), "{now}: thirty seconds were lost");
        assert!(pulse.now() >= now, "it never goes back");
        pulse.beat();
        assert!((500..1_000).contains(&pulse.now()), "the pulse knows what was lost");
        assert!(late(600, 400).now() >= 600, "a pulse that is a little late was not held up");
        assert!(late(30_500, NO_PULSE).now() >= 30_500, "before the first beat there is nothing to be late for");
    }

    #[test]
    fn time_stands_rather_than_going_back() {
        let pulse = late(600, 400);
        let before = pulse.now();
        // The next reader finds that the pulse has been held up since before that time.
        pulse.beaten.store(pulse.raw() - STALL - 1, Ordering::SeqCst);
        pulse.told.store(before + 10_000, Ordering::SeqCst);
        assert_eq!(pulse.now(), before + 10_000);
    }

    #[test]
    fn time_in_which_no_task_had_its_turn_is_nobodys() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let clock = RunClock::begin(1);
            tokio::spawn(clock.clone().pulse());
            while clock.shared.beaten.load(Ordering::SeqCst) == NO_PULSE {
                tokio::task::yield_now().await;
            }
            let (before, began) = (clock.now(), Instant::now());
            // The only thread is busy, as it would be with a position that takes seconds.
            while began.elapsed() < Duration::from_millis(700) {
                std::hint::spin_loop();
            }
            let charged = clock.now() - before;
            assert!(charged <= STALL, "{charged}");
            // All of the lost time is accounted for, and the clock runs on.
            assert!(clock.shared.lost.load(Ordering::SeqCst) >= 700 - STALL);
            let soon = clock.instant(clock.now() + 20);
            tokio::time::sleep_until(soon.into()).await;
            while clock.now() < before + charged + 20 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
    }
}
