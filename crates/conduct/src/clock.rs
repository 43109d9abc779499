//! Clocks: how much time each side has, which clock runs, and the exact instant at which a flag falls.
//!
//! Nothing here reads a real clock. The game's owner stamps each act with a [`Millis`] since the game's start, and
//! the same acts with the same stamps always give the same state; so a record alone restores the clocks.
//!
//! - A [`Control`] is the setting of one side: `8m`, `40/2h:1h`, `5m+3s`. It has a text form and, where PDN knows the
//!   like, a PDN `TimeControl`.
//! - [`Clocks`] are the two clocks of a game, each with a control of its own.
//!
//! **The flag falls when no time is left.** With 5 seconds left, a clock that starts to run at 0 falls at 5000 ms: a
//! press at 4999 is in time, a press at 5000 is too late. After a fall no move is accepted; only the arbiter's
//! [`Clocks::set`], [`Clocks::add`] and [`Clocks::set_periods`] can bring the side back. Flags fall only on clocks that
//! run: a clock that was set to nothing while it stood falls as soon as it is started.
//!
//! ```
//! use damka_conduct::clock::{Change, Clocks, Control, Millis};
//! use damka_rules::Colour::{Black, White};
//!
//! let mut clocks = Clocks::new(["5m+3s".parse().unwrap(), Control::basic()]);
//! clocks.start(White, Millis(0)).unwrap();
//! clocks.press(Millis::seconds(10)).unwrap();
//! assert_eq!(clocks.running(), Some(Black));
//! assert_eq!(clocks.reading(White, Millis::seconds(60)).remaining, Some(Millis::seconds(300 - 10 + 3)));
//! assert_eq!(clocks.next_change(), Some((Millis::seconds(10 + 480), Change::Flag(Black))));
//! ```

mod control;
mod pair;
mod pdn;
mod side;
mod text;

#[cfg(test)]
mod control_tests;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub use control::{Bonus, Byoyomi, Control, ControlError, ControlProblem, Stage};
pub use pair::{Change, ClockError, Clocks, Handover, Phase, Pressed};
pub use side::{Periods, Reading};

/// Milliseconds: an instant, counted from the game's start, or a length of time.
///
/// Its text is a number with a unit (`d`, `h`, `m`, `s` or `ms`): `8m`, `90s`, `1500ms`. The reader also takes several
/// from the large to the small: `1h30m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Millis(pub u64);

impl Millis {
    /// No time; the game's start.
    pub const ZERO: Millis = Millis(0);

    /// The longest time that a control or an arbiter may give: a thousand days.
    pub const LONGEST: Millis = Millis(1000 * 24 * 3_600_000);

    /// So many seconds.
    #[must_use]
    pub const fn seconds(seconds: u64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }

    /// So many minutes.
    #[must_use]
    pub const fn minutes(minutes: u64) -> Millis {
        Millis::seconds(minutes.saturating_mul(60))
    }

    /// Whether this is zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// This and the other time together, at most the largest number.
    #[must_use]
    pub const fn plus(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }

    /// What is left when the other time is taken away; nothing when the other is the longer.
    #[must_use]
    pub const fn minus(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}
