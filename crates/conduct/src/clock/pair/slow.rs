//! What only games of days need: moves after the flag, clocks that stand because a player is away, reminders.

use super::{ClockError, Clocks, Phase, Pressed};
use crate::clock::Millis;
use damka_rules::Colour;

/// How a press hands the clock over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handover {
    /// A flag that fell and that nobody claimed does not matter.
    pub late: bool,
    /// The other clock stands for now: its player is on vacation.
    pub stands: bool,
}

impl Clocks {
    /// As [`Clocks::press`]. When the press may be late, a flag that fell is lifted: what was used beyond its fall is not
    /// charged, and a side that plays in periods keeps one for its next move. Other clocks then show only what the
    /// move earns.
    ///
    /// # Errors
    /// As for a press, without the flag if the press may be late.
    pub fn hand_over(&mut self, now: Millis, how: Handover) -> Result<Pressed, ClockError> {
        let Phase::Running(side) = self.phase else { return Err(ClockError::WrongPhase(self.phase)) };
        match how.late {
            true => self.check_time(now)?,
            false => self.check_alive(now)?,
        }
        self.advance(now);
        if self.fallen.take().is_some() {
            self.side_mut(side).forgive();
        }
        let (thought, earned) = self.side_mut(side).complete();
        self.side_mut(side.other()).begin();
        self.phase = if how.stands { Phase::Paused(side.other()) } else { Phase::Running(side.other()) };
        self.settle();
        Ok(Pressed { side, thought, earned })
    }

    /// When the side whose clock runs has used a part, in percent, of what it has for this move: what it has thought
    /// and what is left together. The moment may have passed.
    #[must_use]
    pub fn used_up_to(&self, percent: u64) -> Option<(Colour, Millis)> {
        let side = self.alive()?;
        let clock = self.side(side);
        let thought = clock.reading().thought;
        let all = thought.plus(clock.available()?).0;
        let part = Millis((all / 100).saturating_mul(percent) + all % 100 * percent / 100);
        Some((side, self.now.plus(part).minus(thought)))
    }
}
