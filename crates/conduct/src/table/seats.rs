//! Who is at the table: leaving, coming back, dropping the game, another one.

use super::Table;
use super::decide::Decided;
use crate::change::{Change, Refused};
use crate::clock::Millis;
use crate::people::{FIRST_PLACE, GameId, Place};
use crate::spec::Pace;
use damka_rules::Colour;

/// How long an opponent must have been gone before the other may claim (A.result.2a).
pub const GONE_AFTER: Millis = Millis::minutes(1);

/// Another game after this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rematch {
    /// Which sides want it.
    pub wanted: [bool; 2],
    /// The game that was made.
    pub made: Option<GameId>,
}

impl Table {
    /// Only who plays in one sitting can be away.
    pub(super) fn check_presence(&self) -> Decided {
        if self.spec.pace == Pace::Sitting { Ok(()) } else { Err(Refused::OtherPace) }
    }

    /// A side is gone when everyone who sits there is.
    pub(super) fn leave(&mut self, side: Colour, place: Place) -> Vec<Change> {
        if !self.member_left(side, place) {
            return Vec::new();
        }
        self.gone_since[side as usize] = Some(self.now);
        vec![Change::Left(side)]
    }

    pub(super) fn come_back(&mut self, side: Colour, place: Place) -> Vec<Change> {
        self.member_returned(side, place);
        let was_gone = self.gone_since[side as usize].take().is_some();
        if was_gone || self.places(side) == FIRST_PLACE { vec![Change::Returned(side)] } else { Vec::new() }
    }

    /// Whether the record says that a side has left.
    #[must_use]
    pub fn is_gone(&self, side: Colour) -> bool {
        self.gone_since[side as usize].is_some()
    }

    /// From when on a side may claim because its opponent is gone; `None` while the opponent is not, or nobody has to
    /// be there. The host of a display is at other boards most of the time.
    #[must_use]
    pub fn claimable_from(&self, side: Colour) -> Option<Millis> {
        let since = self.gone_since[side.other() as usize].filter(|_| self.ending.is_none())?;
        let has_to_be_there = self.spec.pace == Pace::Sitting && self.spec.goes_round != Some(side.other());
        has_to_be_there.then(|| since.plus(GONE_AFTER))
    }

    pub(super) fn check_gone(&self, side: Colour, now: Millis) -> Decided {
        self.check_presence()?;
        match self.claimable_from(side) {
            Some(from) if now >= from => Ok(()),
            _ => Err(Refused::NotGoneLong),
        }
    }

    pub(super) fn check_drop(&self) -> Decided {
        if self.game.played().len() < 2 { Ok(()) } else { Err(Refused::TooLateToDrop) }
    }

    pub(super) fn check_rematch(&self, side: Colour) -> Decided {
        match (self.ending, self.rematch.wanted[side as usize]) {
            (None, _) => Err(Refused::NotOver),
            (Some(_), true) => Err(Refused::AlreadyDone),
            (Some(_), false) => Ok(()),
        }
    }

    pub(super) fn want_rematch(&mut self, side: Colour) -> Vec<Change> {
        self.rematch.wanted[side as usize] = true;
        vec![Change::RematchWanted(side)]
    }

    pub(super) fn check_rematch_made(&self) -> Decided {
        match &self.rematch {
            Rematch { made: Some(_), .. } => Err(Refused::AlreadyDone),
            Rematch { wanted: [true, true], .. } => Ok(()),
            Rematch { .. } => Err(Refused::NotOver),
        }
    }

    pub(super) fn rematch_made(&mut self, game: &GameId) -> Vec<Change> {
        self.rematch.made = Some(game.clone());
        vec![Change::RematchMade(game.clone())]
    }
}
