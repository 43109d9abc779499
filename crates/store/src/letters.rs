//! What is kept for games over days: moves that were prepared, and vacations.

use crate::{StoreError, Versioned};
use damka_conduct::{GameId, PersonId};
use damka_rules::Colour;

/// A vacation, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Away {
    /// When it began.
    pub from: u64,
    /// When it ends by itself.
    pub until: u64,
}

/// The milliseconds of a day.
const DAY: u64 = 86_400_000;

impl Away {
    /// How many days it takes until a moment, a day that has begun counted whole.
    #[must_use]
    pub fn days_until(&self, moment: u64) -> u16 {
        let days = moment.min(self.until).saturating_sub(self.from).div_ceil(DAY);
        u16::try_from(days).unwrap_or(u16::MAX).max(1)
    }

    /// How many days it takes.
    #[must_use]
    pub fn days(&self) -> u16 {
        self.days_until(self.until)
    }
}

/// A write about games over days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LettersWrite {
    /// What a seat has prepared in a game from now on; nothing takes it away. The end of the game does that, too.
    Conditions {
        /// The game.
        game: GameId,
        /// The seat.
        seat: Colour,
        /// What was prepared; the store does not look into it.
        body: Option<Versioned>,
    },
    /// A person goes on vacation, or changes its end.
    Vacation {
        /// Who.
        person: PersonId,
        /// Since when and until when.
        away: Away,
        /// The year in which that counts, and how many days the person has taken in it, these included.
        taken: (u16, u16),
        /// What was known of the person's vacation and days of that year when this was decided: a conflict if it has
        /// changed since.
        known: (Option<Away>, u16),
    },
    /// A person is back from vacation: days that are left of it count as not taken. Without effect if they are not away.
    Back {
        /// Who.
        person: PersonId,
        /// When.
        now: u64,
    },
}

/// Questions about games over days. Each fails if reading fails.
pub trait Letters {
    /// What the seats of a game have prepared.
    ///
    /// # Errors
    /// If reading fails, as for everything below.
    fn conditions(&self, game: &GameId) -> Result<Vec<(Colour, Versioned)>, StoreError>;

    /// The vacation of a person that was written last; it may be over.
    fn vacation(&self, person: &PersonId) -> Result<Option<Away>, StoreError>;

    /// Everybody whose vacation ends after a moment.
    fn away_after(&self, moment: u64) -> Result<Vec<PersonId>, StoreError>;

    /// How many days of vacation a person has taken in a year.
    fn vacation_days(&self, person: &PersonId, year: u16) -> Result<u16, StoreError>;
}
