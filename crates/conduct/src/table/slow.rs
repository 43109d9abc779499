//! What only games of days know: flags that wait for a claim, pauses, vacations, reminders (A.mode.3).

use super::Table;
use super::decide::Decided;
use crate::act::{Act, Deed};
use crate::change::{Change, Refused};
use crate::clock::{Millis, Phase};
use crate::event::Event;
use crate::people::Actor;
use crate::spec::{FlagFalls, Pace};
use damka_rules::Colour;

/// The part of a move's time, in percent, after which its player is reminded.
pub const REMINDED_AT: u64 = 80;

/// Why a clock stands that would run otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// The arbiter has paused the clocks.
    pub ruled: bool,
    /// The players have agreed to a pause.
    pub agreed: bool,
    /// Until when each side is on vacation.
    away: [Option<Millis>; 2],
}

impl Table {
    /// Whether a flag waits for a claim.
    pub(super) fn flag_waits(&self) -> bool {
        self.spec.flag == FlagFalls::ByClaim
    }

    /// The flag that has fallen by a time, if that ends the game.
    pub(super) fn fall_by_itself(&self, now: Millis) -> Option<(Colour, Millis)> {
        self.clocks.fall(now).filter(|_| !self.flag_waits())
    }

    /// From when on a side may claim that its opponent's time has run out, if nobody moves before; only where the flag
    /// waits for that.
    #[must_use]
    pub fn flag_claimable(&self, side: Colour) -> Option<Millis> {
        let is_open = self.flag_waits() && self.ending.is_none() && self.fallen.is_none();
        let (late, at) = self.clocks.fall(Millis(u64::MAX)).filter(|_| is_open)?;
        (late == side.other()).then_some(at)
    }

    pub(super) fn check_flag_claim(&self, side: Colour, now: Millis) -> Decided {
        match self.flag_claimable(side) {
            Some(from) if now >= from => Ok(()),
            _ => Err(Refused::ClockRuns),
        }
    }

    /// No time has run out that waits for its claim: such a time is not stopped or given back by anything but a move.
    pub(super) fn check_flag_stands(&self, now: Millis) -> Decided {
        match self.clocks.fall(now).filter(|_| self.flag_waits()) {
            Some((late, _)) => Err(Refused::FlagFell(late)),
            None => Ok(()),
        }
    }

    pub(super) fn check_agree_back_now(&self, side: Colour, now: Millis) -> Decided {
        self.check_agree_back(side)?;
        self.check_flag_stands(now)
    }

    fn check_over_days(&self) -> Decided {
        if self.spec.pace == Pace::Days { Ok(()) } else { Err(Refused::OnlyOverDays) }
    }

    pub(super) fn check_ask_pause(&self, now: Millis) -> Decided {
        self.check_over_days()?;
        self.check_flag_stands(now)?;
        let is_asked = self.standing.agreed || self.questions.pause.is_some();
        if is_asked { Err(Refused::AlreadyDone) } else { Ok(()) }
    }

    pub(super) fn ask_pause(&mut self, side: Colour) -> Vec<Change> {
        self.questions.pause = Some(side);
        vec![Change::AskedPause(side)]
    }

    pub(super) fn check_agree_pause(&self, side: Colour, now: Millis) -> Decided {
        self.check_flag_stands(now)?;
        let is_asked = self.questions.pause == Some(side.other());
        if is_asked { Ok(()) } else { Err(Refused::NothingToAnswer) }
    }

    pub(super) fn agree_pause(&mut self) -> Vec<Change> {
        self.questions.pause = None;
        self.standing.agreed = true;
        vec![Change::PauseAgreed]
    }

    pub(super) fn check_end_pause(&self) -> Decided {
        if self.standing.agreed { Ok(()) } else { Err(Refused::NothingToAnswer) }
    }

    pub(super) fn end_pause(&mut self) -> Vec<Change> {
        self.standing.agreed = false;
        vec![Change::PauseEnded]
    }

    /// Who has asked for a pause and was not answered yet.
    #[must_use]
    pub fn asks_pause(&self) -> Option<Colour> {
        self.questions.pause.filter(|_| self.ending.is_none())
    }

    /// Whether the players have agreed to a pause that is not over.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.standing.agreed && self.ending.is_none()
    }

    /// Until when a side is on vacation, in the game's time.
    #[must_use]
    pub fn away_until(&self, side: Colour) -> Option<Millis> {
        self.standing.away[side as usize].filter(|_| self.ending.is_none())
    }

    pub(super) fn is_on_vacation(&self, side: Colour) -> bool {
        self.away_until(side).is_some()
    }

    /// A vacation is never taken over a flag that has fallen. Where a flag ends the game, it has ended before this.
    pub(super) fn check_vacation(&self, side: Colour, length: Millis, now: Millis) -> Decided {
        self.check_over_days()?;
        if !self.spec.vacation {
            return Err(Refused::NoVacation);
        }
        if let Some((late, _)) = self.clocks.fall(now).filter(|(late, _)| *late == side) {
            return Err(Refused::FlagFell(late));
        }
        match self.away_until(side) == Some(now.plus(length)) {
            true => Err(Refused::AlreadyDone),
            false if length.is_zero() || length > Millis::LONGEST => Err(Refused::Clock),
            false => Ok(()),
        }
    }

    pub(super) fn go_away(&mut self, side: Colour, length: Millis) -> Vec<Change> {
        self.standing.away[side as usize] = Some(self.now.plus(length));
        vec![Change::WentAway(side, length)]
    }

    pub(super) fn check_back(&self, side: Colour) -> Decided {
        if self.is_on_vacation(side) { Ok(()) } else { Err(Refused::AlreadyDone) }
    }

    /// The vacation of a side is over.
    pub(super) fn come_home(&mut self, side: Colour) -> Vec<Change> {
        let was_away = self.standing.away[side as usize].take();
        was_away.map(|_| Change::CameBack(side)).into_iter().collect()
    }

    /// A move, or what hands do for one, ends its player's vacation.
    pub(super) fn back_at_the_board(&mut self, side: Colour, deed: &Deed) -> Vec<Change> {
        if !matches!(deed, Act::Move(_) | Act::Pass | Act::Press | Act::Hand(_)) {
            return Vec::new();
        }
        let changes = self.come_home(side);
        self.settle_clocks();
        changes
    }

    pub(super) fn check_vacation_over(&self, side: Colour, now: Millis) -> Decided {
        match self.away_until(side) {
            Some(until) if until <= now => Ok(()),
            _ => Err(Refused::ClockRuns),
        }
    }

    /// The first vacation that ends by itself by a time and before a flag does.
    pub(super) fn vacation_ends(&self, now: Millis) -> Option<(Colour, Millis)> {
        if self.fallen.is_some() {
            return None;
        }
        let ends = Colour::ALL.into_iter().filter_map(|side| Some((side, self.away_until(side)?.max(self.now))));
        let first = ends.min_by_key(|(_, at)| *at).filter(|(_, at)| *at <= now)?;
        let falls_before = self.fall_by_itself(now).is_some_and(|(_, at)| at < first.1);
        (!falls_before).then_some(first)
    }

    /// Whether the clock of a side stands though it has the turn.
    pub(super) fn stands(&self, side: Colour) -> bool {
        self.standing.ruled || self.standing.agreed || self.standing.away[side as usize].is_some()
    }

    /// The clock that has the turn runs unless something lets it stand.
    pub(super) fn settle_clocks(&mut self) {
        // Both fail only for a flag that has fallen, and then it does not matter.
        let _ = match self.clocks.phase() {
            Phase::Running(side) if self.stands(side) => self.clocks.pause(self.now),
            Phase::Paused(side) if !self.stands(side) => self.clocks.resume(self.now),
            _ => Ok(()),
        };
    }

    /// Whose time runs out next and when, if nobody does anything before. The vacation of the side to move moves it;
    /// while the game is paused there is no such moment.
    #[must_use]
    pub fn time_runs_out(&self) -> Option<(Colour, Millis)> {
        if self.ending.is_some() || self.fallen.is_some() {
            return None;
        }
        let latest = Millis(u64::MAX);
        match self.vacation_ends(latest).filter(|(side, _)| self.clocks.turn() == Some(*side)) {
            Some((side, at)) => {
                let mut later = self.clone();
                later.evolve(&Event { time: at, actor: Actor::Nobody, deed: Act::VacationOver(side) });
                later.time_runs_out()
            }
            None => self.clocks.fall(latest),
        }
    }

    /// Whom to remind that the time for a move runs out, and from when on: when most of it is used.
    #[must_use]
    pub fn reminder_due(&self) -> Option<(Colour, Millis)> {
        let is_slow = self.spec.pace == Pace::Days && self.ending.is_none() && self.fallen.is_none();
        self.clocks.used_up_to(REMINDED_AT).filter(|_| is_slow)
    }
}
