//! Time: clocks, flags, what no server has seen.

use super::Table;
use super::decide::Decided;
use crate::act::{Act, Ruling};
use crate::change::{Change, Refused};
use crate::clock::{Handover, Millis, Phase};
use crate::ending::Ending;
use crate::event::Event;
use crate::people::Actor;
use damka_rules::Colour;

/// How long a flag that fell waits for a proof that the opponent cannot win.
pub const PROOF_WAITS: Millis = Millis::seconds(10);

impl Table {
    /// What has happened by itself until a moment: each with the moment at which it was due.
    pub(super) fn elapse(&self, now: Millis) -> Vec<Event> {
        let mut events = Vec::new();
        if self.ending.is_some() {
            return events;
        }
        let by_itself = |time, deed| Event { time, actor: Actor::Nobody, deed };
        if let Some((side, at)) = self.vacation_ends(now) {
            // What the clock does then depends on it.
            let over = by_itself(at, Act::VacationOver(side));
            let mut later = self.clone();
            later.evolve(&over);
            events.push(over);
            events.extend(later.elapse(now));
            return events;
        }
        let fallen = match (self.fallen, self.fall_by_itself(now)) {
            (Some(fallen), _) => fallen,
            (None, None) => return events,
            (None, Some((side, at))) => {
                let at = at.max(self.now);
                events.push(by_itself(at, Act::Flag(side)));
                if !self.asks_for_proof(side) {
                    return events;
                }
                (side, at)
            }
        };
        let until = fallen.1.plus(PROOF_WAITS);
        if now >= until {
            events.push(by_itself(until, Act::Unproved));
        }
        events
    }

    /// When something will happen by itself, in the game's time.
    #[must_use]
    pub fn next_due(&self) -> Option<Millis> {
        match (self.ending, self.fallen) {
            (Some(_), _) => None,
            (None, Some((_, at))) => Some(at.plus(PROOF_WAITS)),
            (None, None) => {
                let latest = Millis(u64::MAX);
                let fall = self.fall_by_itself(latest).map(|(_, at)| at);
                fall.into_iter().chain(self.vacation_ends(latest).map(|(_, at)| at)).min()
            }
        }
    }

    /// Whether a fallen flag leaves a question open: whether the opponent can win at all.
    fn asks_for_proof(&self, side: Colour) -> bool {
        self.spec.flag_draws_without_winner && !self.cannot_win[side.other() as usize]
    }

    /// Somebody else's word for a flag, such as an arbiter's program, must agree with the clock.
    pub(super) fn check_flag(&self, side: Colour, now: Millis) -> Decided {
        if self.spec.contest_clock == Some(side) {
            return Ok(());
        }
        match self.fall_by_itself(now) {
            Some((fallen, _)) if fallen == side => Ok(()),
            _ => Err(Refused::ClockRuns),
        }
    }

    pub(super) fn flag(&mut self, side: Colour) -> Vec<Change> {
        if self.asks_for_proof(side) {
            self.fallen = Some((side, self.now));
            // Nothing goes on; stopping fails only for clocks that stand still already.
            let _ = self.clocks.stop(self.now);
            return vec![Change::FlagFell(side)];
        }
        let ending = match self.spec.flag_draws_without_winner {
            true => Ending::FlagWithoutWin(side),
            false => Ending::Flag(side),
        };
        vec![self.end(ending)]
    }

    /// Whose flag has fallen while it is not known what follows, and when.
    #[must_use]
    pub fn fallen_flag(&self) -> Option<(Colour, Millis)> {
        self.fallen.filter(|_| self.ending.is_none())
    }

    pub(super) fn check_unproved(&self) -> Decided {
        if self.fallen.is_some() { Ok(()) } else { Err(Refused::NothingToAnswer) }
    }

    pub(super) fn unproved(&mut self) -> Vec<Change> {
        let Some((loser, _)) = self.fallen else { return Vec::new() };
        vec![self.end(Ending::Flag(loser))]
    }

    pub(super) fn check_credit(&self) -> Decided {
        // A vacation may end while no server runs; then the clock runs only after that.
        let may_run =
            self.clocks.running().is_some() || self.clocks.turn().is_some_and(|side| self.is_on_vacation(side));
        if may_run { Ok(()) } else { Err(Refused::Clock) }
    }

    /// The clock stands from now on for so long.
    pub(super) fn credit(&mut self, time: Millis) -> Vec<Change> {
        let until = self.now.plus(time);
        if self.clocks.pause(self.now).is_ok() {
            let _ = self.clocks.resume(until);
        }
        self.now = until;
        vec![Change::Credited(time)]
    }

    /// In a strict game every move presses the clock, so it has to run, or to start with this move.
    pub(super) fn check_clock_runs(&self) -> Decided {
        match self.clocks.phase() {
            _ if self.standing.agreed => Err(Refused::Paused),
            Phase::Ready | Phase::Running(_) => Ok(()),
            // A move ends the vacation of its player.
            Phase::Paused(_) if !self.standing.ruled => Ok(()),
            Phase::Paused(_) | Phase::Stopped => Err(Refused::Clock),
        }
    }

    /// The first act at the board starts the clocks.
    pub(super) fn start_clocks(&mut self) {
        if self.clocks.phase() == Phase::Ready {
            let _ = self.clocks.start(self.turn.side(), self.now);
        }
    }

    pub(super) fn press_clock(&mut self) {
        let next = self.clocks.turn().map(Colour::other);
        let how = Handover { late: self.flag_waits(), stands: next.is_some_and(|side| self.stands(side)) };
        // It fails only when a flag has fallen, and that was decided before.
        let _ = self.clocks.hand_over(self.now, how);
    }

    /// Hands the clock to a side without a completed move, also in a pause; whether it was the other's.
    pub(super) fn give_clock(&mut self, side: Colour) -> bool {
        let is_timed = self.spec.clocks.iter().any(|control| !control.is_none());
        is_timed && self.clocks.turn() == Some(side.other()) && self.clocks.give_to(side, self.now).is_ok()
    }

    pub(super) fn check_clock_ruling(&self, ruling: Ruling, now: Millis) -> Decided {
        let may = match ruling {
            Ruling::Pause => {
                self.check_flag_stands(now)?;
                self.clocks.turn().is_some() && !self.standing.ruled
            }
            Ruling::Resume => self.standing.ruled,
            Ruling::Time(side, time) => !self.clocks.control(side).is_none() && time <= Millis::LONGEST,
            _ => false,
        };
        if may { Ok(()) } else { Err(Refused::Clock) }
    }

    pub(super) fn rule_clocks(&mut self, ruling: Ruling) -> Vec<Change> {
        match ruling {
            Ruling::Pause if self.clocks.turn().is_some() => {
                self.standing.ruled = true;
                vec![Change::Paused]
            }
            Ruling::Resume if self.standing.ruled => {
                self.standing.ruled = false;
                vec![Change::Resumed]
            }
            Ruling::Time(side, time) => {
                let set = self.clocks.set(side, time, self.now);
                set.map(|()| Change::TimeSet(side, time)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}
