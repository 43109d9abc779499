//! The time of this run of the server, and how a game's time goes with it.

use damka_conduct::clock::Millis;
use damka_store::Anchor;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// After a restart a running clock waits so long for its player.
pub const LONGEST_HOLD: u64 = 60_000;

/// Milliseconds since the server began, which no change of the wall clock disturbs.
#[derive(Clone, Copy, Debug)]
pub struct RunClock {
    begun: Instant,
    /// The number of this run.
    pub run: i64,
}

impl RunClock {
    /// A run begins.
    #[must_use]
    pub fn begin(run: i64) -> RunClock {
        RunClock { begun: Instant::now(), run }
    }

    /// Milliseconds since it began.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    /// That moment.
    #[must_use]
    pub fn instant(&self, at: u64) -> Instant {
        self.begun + Duration::from_millis(at)
    }
}

/// The wall clock, in milliseconds since 1970; only for dates that people read.
#[must_use]
pub fn wall() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// How a game's time goes with the run's: it goes along, or it stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// A moment of the run.
    run_ms: u64,
    /// The game's time at that moment.
    game_ms: u64,
    /// Whether it stands still.
    frozen: bool,
}

impl Pace {
    /// Goes along from now on.
    #[must_use]
    pub fn going(run_ms: u64, game: Millis) -> Pace {
        Pace { run_ms, game_ms: game.0, frozen: false }
    }

    /// Stands still.
    #[must_use]
    pub fn standing(game: Millis) -> Pace {
        Pace { run_ms: 0, game_ms: game.0, frozen: true }
    }

    /// The game's time at a moment of the run.
    #[must_use]
    pub fn at(&self, run_ms: u64) -> Millis {
        let since = if self.frozen { 0 } else { run_ms.saturating_sub(self.run_ms) };
        Millis(self.game_ms + since)
    }

    /// The moment of the run at which the game's time will be this; `None` while it stands still.
    #[must_use]
    pub fn when(&self, game: Millis) -> Option<u64> {
        (!self.frozen).then(|| self.run_ms + game.0.saturating_sub(self.game_ms))
    }

    /// Whether it stands still.
    #[must_use]
    pub fn is_frozen(&self) -> bool {
        self.frozen
    }

    /// As it is kept.
    #[must_use]
    pub fn anchor(&self, run: i64) -> Anchor {
        Anchor { run, run_ms: self.run_ms, game_ms: self.game_ms }
    }

    /// The pace of a game that is taken up in a run. `last` is the time of its last event, `beat` the last heartbeat of
    /// the run that its anchor is of, and `is_running` whether a clock runs.
    ///
    /// A crash is nobody's fault: the running clock is charged to the last heartbeat and then waits for its player, a
    /// minute of the new run at most.
    #[must_use]
    pub fn taken_up(
        clock: &RunClock,
        now: u64,
        kept: Option<Anchor>,
        beat: u64,
        last: Millis,
        is_running: bool,
    ) -> Pace {
        let Some(anchor) = kept else { return Pace::going(now, last) };
        if anchor.run == clock.run {
            let pace = Pace { run_ms: anchor.run_ms, game_ms: anchor.game_ms, frozen: false };
            return if pace.at(now) < last { Pace::going(now, last) } else { pace };
        }
        let at_beat = Millis(anchor.game_ms + beat.saturating_sub(anchor.run_ms));
        let stopped = if is_running { last.max(at_beat) } else { last };
        match (is_running, now < LONGEST_HOLD) {
            (false, _) => Pace::going(now, stopped),
            (true, true) => Pace::standing(stopped),
            // Nobody looked at the game while it was held.
            (true, false) => Pace::going(LONGEST_HOLD, stopped),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_charged_to_the_last_heartbeat() {
        let clock = RunClock::begin(8);
        let kept = Some(Anchor { run: 7, run_ms: 10_000, game_ms: 2_000 });
        let up = |now, running| Pace::taken_up(&clock, now, kept, 15_000, Millis(3_000), running);
        // The game was at 2 s when the run was at 10 s, so at the heartbeat of 15 s it was at 7 s.
        assert_eq!(up(100, true), Pace::standing(Millis(7_000)));
        assert_eq!(up(100, true).at(50_000), Millis(7_000), "it waits");
        assert_eq!(up(90_000, true).at(90_000), Millis(37_000), "a minute at most");
        assert_eq!(up(100, false), Pace::going(100, Millis(3_000)));
        // A heartbeat before the last event takes nothing back.
        let late = Pace::taken_up(&clock, 100, kept, 10_500, Millis(3_000), true);
        assert_eq!(late, Pace::standing(Millis(3_000)));
    }

    #[test]
    fn a_game_that_was_put_away_goes_on() {
        let clock = RunClock::begin(8);
        let kept = Some(Anchor { run: 8, run_ms: 10_000, game_ms: 2_000 });
        let pace = Pace::taken_up(&clock, 40_000, kept, 0, Millis(3_000), true);
        assert_eq!(pace.at(40_000), Millis(32_000));
        assert_eq!(pace.when(Millis(33_000)), Some(41_000));
    }
}
