//! What is kept of contests. As with games, the store does not look into the lines.

use crate::{Scope, StoreError};
use damka_conduct::{ContestId, GameId, PersonId, Status};

/// A contest to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewContest {
    /// Its id.
    pub id: ContestId,
    /// What it is called.
    pub name: String,
    /// What was agreed, in lines of `damka_contest::ContestSpec`.
    pub spec: String,
    /// Who runs it; nobody, if that person was deleted.
    pub owner: Option<PersonId>,
    /// Where it stands in its life.
    pub status: Status,
    /// When it was created, in milliseconds since 1970.
    pub created_at: u64,
    /// When it is announced to begin, in milliseconds since 1970.
    pub begins_at: Option<u64>,
    /// Whether only its people see it.
    pub private: bool,
    /// The secret that lets people in to a private contest.
    pub secret: Option<String>,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptEntrant {
    /// The number in the contest.
    pub number: u16,
    /// Who; nobody for those who play only in the room, and for those who were deleted.
    pub person: Option<PersonId>,
    /// The name that others see.
    pub name: Option<String>,
    /// The picture that the person has today.
    pub picture: Option<String>,
}

/// A contest without its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptContest {
    /// What was kept at the beginning, with the owner and the status of today.
    pub contest: NewContest,
    /// What the owner is called, if the owner has a name.
    pub owner_name: Option<String>,
    /// When it changed last.
    pub changed_at: u64,
    /// Everyone who has come, by their numbers.
    pub entrants: Vec<KeptEntrant>,
    /// Who was let in to look.
    pub guests: Vec<PersonId>,
}

impl KeptContest {
    /// Whether a person runs the contest or takes part in it.
    #[must_use]
    pub fn has_part(&self, person: &PersonId) -> bool {
        let is_owner = self.contest.owner.as_ref() == Some(person);
        is_owner || self.entrants.iter().any(|entrant| entrant.person.as_ref() == Some(person))
    }

    /// Whether a person has anything to do with it.
    #[must_use]
    pub fn concerns(&self, person: &PersonId) -> bool {
        self.has_part(person) || self.guests.contains(person)
    }
}

/// An event of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestLine {
    /// The run that appended it.
    pub run: i64,
    /// When it was appended, in milliseconds since 1970.
    pub wall: u64,
    /// Who may see it; [`Scope::Secret`] is no event, but what the program notes for itself.
    pub scope: Scope,
    /// The line.
    pub line: String,
}

/// Where a game stands in a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestBoard {
    /// Which contest.
    pub contest: ContestId,
    /// Which board, as `damka_contest::BoardId` is written.
    pub board: String,
}

/// A write about contests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestWrite {
    /// A new contest.
    New(NewContest),
    /// Events; the first has the number given, which must be new.
    Events {
        /// The contest.
        contest: ContestId,
        /// The number of the first.
        first: u32,
        /// The events.
        lines: Vec<ContestLine>,
    },
    /// Where it stands in its life.
    Status {
        /// The contest.
        contest: ContestId,
        /// The state.
        status: Status,
        /// When.
        now: u64,
    },
    /// Somebody comes. One who is known stays as they are.
    Entrant {
        /// The contest.
        contest: ContestId,
        /// The number.
        number: u16,
        /// Who.
        person: Option<PersonId>,
        /// The name.
        name: Option<String>,
    },
    /// Somebody is let in to look.
    Guest {
        /// The contest.
        contest: ContestId,
        /// Who.
        person: PersonId,
    },
    /// As [`crate::Write::Take`], for a contest.
    Take {
        /// The contest.
        contest: ContestId,
        /// The run.
        run: i64,
        /// When, in milliseconds since 1970.
        wall: u64,
    },
    /// As [`crate::Write::Release`], for a contest.
    Release {
        /// The contest.
        contest: ContestId,
        /// The run.
        run: i64,
    },
    /// As [`crate::Write::Mine`], for a contest.
    Mine {
        /// The contest.
        contest: ContestId,
        /// The run.
        run: i64,
    },
    /// A game is played at a board.
    Board {
        /// The game.
        game: GameId,
        /// The contest.
        contest: ContestId,
        /// The board.
        board: String,
    },
}

/// Questions about contests. Each fails if reading fails.
pub trait Contests: Send + Sync {
    /// A contest without its events.
    ///
    /// # Errors
    /// If reading fails, as for everything below.
    fn contest(&self, id: &ContestId) -> Result<Option<KeptContest>, StoreError>;

    /// The events of a contest after a number, in their order.
    fn contest_events(&self, id: &ContestId, after: u32) -> Result<Vec<ContestLine>, StoreError>;

    /// The contests in a state, the newest first, up to a number.
    fn contests_in(&self, status: Status, most: u32) -> Result<Vec<ContestId>, StoreError>;

    /// The contests that a person runs or takes part in, the newest first, up to a number.
    fn contests_of(&self, person: &PersonId, most: u32) -> Result<Vec<ContestId>, StoreError>;
}
