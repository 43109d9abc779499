//! How long to think, and who says so.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// How far a search may go. What is left out does not limit it.
///
/// ```
/// use damka_engine::{Limits, Time};
/// use std::time::Duration;
/// let limits = Limits { time: Some(Time::PerMove(Duration::from_millis(100))), ..Limits::default() };
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Half-moves of full search.
    pub depth: Option<u32>,
    /// Positions looked at, all threads together.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Time>,
    /// The number of best lines to find; 0 counts as 1.
    pub lines: usize,
    /// Go on thinking even when only one move is legal or the result is proved: for analysis and training.
    pub exhaustive: bool,
}

impl Limits {
    /// Only a number of half-moves.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Only a number of positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Only a time for the move.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(Time::PerMove(time)), ..Limits::default() }
    }

    /// The positions that so many threads can look at within these limits, at most.
    pub(crate) fn positions(&self, threads: usize) -> u64 {
        let nodes = self.nodes.unwrap_or(u64::MAX);
        let in_time = |time| (Budget::of(time).hard.as_micros() as u64).saturating_mul(FASTEST * threads as u64);
        nodes.min(self.time.map_or(u64::MAX, in_time))
    }
}

/// The positions in a microsecond that no thread gets beyond.
const FASTEST: u64 = 10;

/// The time there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// So much for this move; all of it is used.
    PerMove(Duration),
    /// A clock for many moves.
    Clock {
        /// What is left on it.
        remaining: Duration,
        /// What each move adds.
        increment: Duration,
        /// The moves until more time is given; for the whole rest of the game if `None`.
        moves: Option<u32>,
    },
}

impl Time {
    /// A part of this time, for a search that shares the processor with others; a single move never gets less than
    /// `least`.
    ///
    /// ```
    /// use damka_engine::Time;
    /// use std::time::Duration;
    /// let [second, least] = [1000, 50].map(Duration::from_millis);
    /// assert_eq!(Time::PerMove(second).shared(4, least), Time::PerMove(Duration::from_millis(250)));
    /// assert_eq!(Time::PerMove(second).shared(100, least), Time::PerMove(least));
    /// ```
    #[must_use]
    pub fn shared(self, among: u32, least: Duration) -> Time {
        let part = |time: Duration| time / among.max(1);
        match self {
            Time::PerMove(time) => Time::PerMove(part(time).max(time.min(least))),
            Time::Clock { remaining, increment, moves } => {
                Time::Clock { remaining: part(remaining), increment: part(increment), moves }
            }
        }
    }
}

/// What the search is told from outside while it thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Go on.
    GoOn,
    /// Go on; it is the opponent who is thinking, and the time does not count yet.
    Pondering,
    /// Stop at once.
    Stop,
}

/// Time and stop, from outside: the engine reads no clock of its own.
pub trait Watch: Sync {
    /// The time since any fixed moment.
    fn now(&self) -> Duration;
    /// What to do.
    fn signal(&self) -> Signal;
}

/// The computer's clock and a button that another thread may press.
///
/// ```
/// use damka_engine::{Signal, StopWatch, Watch};
/// let watch = StopWatch::new();
/// watch.set(Signal::Stop);
/// assert_eq!(watch.signal(), Signal::Stop);
/// ```
#[derive(Debug)]
pub struct StopWatch {
    begun: Instant,
    signal: AtomicU8,
}

impl StopWatch {
    /// Begins now.
    #[must_use]
    pub fn new() -> StopWatch {
        StopWatch { begun: Instant::now(), signal: AtomicU8::new(Signal::GoOn as u8) }
    }

    /// Tells the search.
    pub fn set(&self, signal: Signal) {
        self.signal.store(signal as u8, Ordering::Relaxed);
    }
}

impl Default for StopWatch {
    fn default() -> Self {
        StopWatch::new()
    }
}

impl Watch for StopWatch {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn signal(&self) -> Signal {
        [Signal::GoOn, Signal::Pondering, Signal::Stop][usize::from(self.signal.load(Ordering::Relaxed))]
    }
}

/// A watch that never moves: for searches by depth or nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoWatch;

impl Watch for NoWatch {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn signal(&self) -> Signal {
        Signal::GoOn
    }
}

/// What is kept back of every time for the way of the answer, and for the last look at the clock.
const RESERVE: Duration = Duration::from_millis(2);

/// The time of one move: when it is sensible to stop, and when it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// The soft limit: no new round of iterative deepening begins after this.
    pub soft: Duration,
    /// The hard limit: the search stops in the middle of a round.
    pub hard: Duration,
}

/// The time that counts: since the beginning, or since the end of pondering.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    begun: Duration,
    pondered: bool,
    since: Option<Duration>,
}

impl Timer {
    pub fn new(begun: Duration) -> Timer {
        Timer { begun, pondered: false, since: None }
    }

    /// How much of it has passed. The signal is the watch's.
    pub fn elapsed(&mut self, watch: &dyn Watch, signal: Signal) -> Duration {
        if signal == Signal::Pondering {
            self.pondered = true;
            return Duration::ZERO;
        }
        let now = watch.now();
        let since = *self.since.get_or_insert(if self.pondered { now } else { self.begun });
        now.saturating_sub(since)
    }

    /// Whether so much of it has passed, or the watch says stop.
    pub fn is_over(&mut self, watch: &dyn Watch, most: Option<Duration>) -> bool {
        let signal = watch.signal();
        signal == Signal::Stop || most.is_some_and(|most| self.elapsed(watch, signal) >= most)
    }
}

impl Budget {
    /// What may be spent on proofs before the search begins.
    pub fn for_proofs(self) -> Duration {
        self.soft / 2
    }

    pub fn of(time: Time) -> Budget {
        match time {
            Time::PerMove(time) => {
                let hard = time.saturating_sub(RESERVE.min(time / 10));
                Budget { soft: hard, hard }
            }
            Time::Clock { remaining, increment, moves } => {
                // The increment comes only after the move, so it must not be spent before.
                let safe = remaining.saturating_sub(RESERVE.max(remaining / 50));
                let moves = moves.unwrap_or(24).clamp(1, 40);
                let share = remaining / moves + increment * 3 / 4;
                let most = if moves == 1 { safe } else { safe / 3 };
                Budget { soft: (share * 6 / 10).min(most), hard: (share * 3).min(most) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_spent_at_once() {
        for remaining in [1, 5, 50, 1_000, 60_000, 3_600_000] {
            for increment in [0, 100, 5_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let remaining = Duration::from_millis(remaining);
                    let time = Time::Clock { remaining, increment: Duration::from_millis(increment), moves };
                    let budget = Budget::of(time);
                    assert!(budget.hard < remaining, "{time:?} gives {budget:?}");
                    assert!(budget.soft <= budget.hard, "{time:?} gives {budget:?}");
                }
            }
        }
    }
}
