//! The state of a contest: what follows from its spec and its events.

use crate::board::{Board, BoardId};
use crate::host_clock::HostClock;
use crate::spec::{ContestSpec, Kind};
use damka_conduct::clock::Millis;
use damka_conduct::{GameId, worded};

/// The number of an entrant, from 1, in the order of entering. The host of a display is the first.
pub type Number = u16;

/// The host of a display.
pub const HOST: Number = 1;

worded! {
    /// Where a contest stands in its life.
    pub enum Stage {
        /// People come.
        Gathering = "gathering",
        /// It is played.
        Playing = "playing",
        /// It is over.
        Over = "over",
    }
}

worded! {
    /// Where an entrant stands.
    pub enum EntrantStanding {
        /// Has asked to take part.
        Applied = "applied",
        /// Takes part.
        In = "in",
        /// Does not take part any more.
        Out = "out",
    }
}

worded! {
    /// What can be agreed with one entrant alone.
    pub enum EntrantTerm {
        /// The rules of their games.
        Rules = "rules",
        /// The squares of the men that the host leaves out for them.
        Odds = "odds",
        /// The colour of the guest.
        Colour = "colour",
    }
}

/// How a contest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestEnding {
    /// Everything was played.
    Finished,
    /// An entrant gave a match up.
    Abandoned(Number),
    /// Its owner or an arbiter closed it.
    Closed,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Their number.
    pub number: Number,
    /// Where they stand.
    pub standing: EntrantStanding,
    /// Whether they play at a board in the room.
    pub in_room: bool,
    /// The higher the stronger, if it is known.
    pub strength: Option<u16>,
    /// What was agreed with them alone.
    pub terms: Vec<(EntrantTerm, String)>,
    /// Since when they have had no game.
    pub free_since: Millis,
    /// Whether they want a game: the next one of a match, or any on an evening.
    pub is_ready: bool,
    /// Since when they want it.
    pub ready_since: Millis,
}

impl Entrant {
    /// What was agreed with them alone.
    #[must_use]
    pub fn term(&self, term: EntrantTerm) -> Option<&str> {
        self.terms.iter().rev().find(|(known, _)| *known == term).map(|(_, value)| value.as_str())
    }

    /// Whether they take part.
    #[must_use]
    pub fn is_in(&self) -> bool {
        self.standing == EntrantStanding::In
    }
}

/// A contest as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    pub(crate) spec: ContestSpec,
    pub(crate) now: Millis,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) boards: Vec<Board>,
    pub(crate) seed: Option<u64>,
    pub(crate) has_begun: bool,
    pub(crate) ending: Option<ContestEnding>,
    pub(crate) host_clock: Option<HostClock>,
}

impl Contest {
    /// A contest to which nobody has come.
    #[must_use]
    pub fn new(spec: ContestSpec) -> Contest {
        let host_clock = spec.host_clock.map(HostClock::new);
        let has_begun = spec.kind == Kind::Evening;
        Contest {
            spec,
            now: Millis::ZERO,
            entrants: Vec::new(),
            boards: Vec::new(),
            seed: None,
            has_begun,
            ending: None,
            host_clock,
        }
    }

    /// What was agreed.
    #[must_use]
    pub fn spec(&self) -> &ContestSpec {
        &self.spec
    }

    /// When the last event happened.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.now
    }

    /// Everyone who has come, in the order of their numbers.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Somebody who has come.
    #[must_use]
    pub fn entrant(&self, number: Number) -> Option<&Entrant> {
        self.entrants.get(usize::from(number).checked_sub(1)?)
    }

    /// Those who take part.
    pub fn players(&self) -> impl Iterator<Item = &Entrant> {
        self.entrants.iter().filter(|entrant| entrant.is_in())
    }

    /// The number that the next one to come will have.
    #[must_use]
    pub fn next_number(&self) -> Number {
        self.entrants.len() as Number + 1
    }

    /// The number of somebody who left a match before it began: another player may take that place.
    #[must_use]
    pub fn vacant_place(&self) -> Option<Number> {
        let may_be_taken = self.spec.kind == Kind::Match && !self.has_begun && self.entrants.len() == 2;
        let left = self.entrants.iter().find(|entrant| entrant.standing == EntrantStanding::Out);
        left.filter(|_| may_be_taken).map(|entrant| entrant.number)
    }

    /// All boards, in the order of pairing.
    #[must_use]
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// A board.
    #[must_use]
    pub fn board(&self, id: BoardId) -> Option<&Board> {
        self.boards.iter().find(|board| board.id == id)
    }

    /// The board of a game.
    #[must_use]
    pub fn board_of(&self, game: &GameId) -> Option<&Board> {
        self.boards.iter().find(|board| board.game.as_ref() == Some(game))
    }

    /// The boards that are being played.
    pub fn open_boards(&self) -> impl Iterator<Item = &Board> {
        self.boards.iter().filter(|board| board.is_open())
    }

    /// The open board of an entrant; the first one if there are several.
    #[must_use]
    pub fn open_board_of(&self, entrant: Number) -> Option<&Board> {
        self.open_boards().find(|board| board.side_of(entrant).is_some())
    }

    /// The seed of the lots that were drawn last.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<ContestEnding> {
        self.ending
    }

    /// Where it stands in its life.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match (self.ending, self.has_begun) {
            (Some(_), _) => Stage::Over,
            (None, true) => Stage::Playing,
            (None, false) => Stage::Gathering,
        }
    }

    /// The host's clock over all boards.
    #[must_use]
    pub fn host_clock(&self) -> Option<&HostClock> {
        self.host_clock.as_ref()
    }

    /// When something will happen by itself.
    #[must_use]
    pub fn next_due(&self) -> Option<Millis> {
        self.host_clock.filter(|_| self.ending.is_none()).and_then(|clock| clock.falls_at())
    }
}
