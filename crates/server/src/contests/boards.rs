//! The boards of a contest as they are played: what the games' listings say.

use crate::api::{BoardState, ContestBoardView, ContestResult};
use crate::live::{Brief, Listing, outcome};
use crate::show;
use damka_conduct::PersonId;
use damka_contest::{Board, Outcome};
use damka_rules::Colour;
use std::sync::Arc;

/// A game of a contest, as its listing was last read.
#[derive(Clone, Debug)]
pub struct Played {
    listing: Arc<Listing>,
}

impl Played {
    /// What a listing says.
    #[must_use]
    pub fn new(listing: Listing) -> Played {
        Played { listing: Arc::new(listing) }
    }

    /// Whether nobody sees a difference.
    #[must_use]
    pub fn looks_like(&self, other: &Played) -> bool {
        Brief::of(&self.listing) == Brief::of(&other.listing)
    }

    /// What came of it, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.listing.now.ending.map(outcome)
    }

    /// Whose turn it is, while it is played.
    #[must_use]
    pub fn to_move(&self) -> Option<Colour> {
        self.listing.now.ending.is_none().then(|| self.listing.now.position.to_move())
    }

    /// The clock of a side that belongs to the contest.
    #[must_use]
    pub fn contest_clock(&self) -> Option<Colour> {
        self.listing.spec.contest_clock
    }

    /// The board as a person may see it; nothing of a game that does not exist for them.
    #[must_use]
    pub fn state(&self, person: &PersonId) -> Option<BoardState> {
        let (listing, sight) = (&*self.listing, self.listing.sight(person));
        if !listing.rows.admits(person) {
            return None;
        }
        let shown = listing.shown(sight.when);
        let ruleset = &listing.spec.ruleset;
        let placement = || show::placement(ruleset, &shown.position);
        let has_board = sight.has_board();
        Some(BoardState {
            width: ruleset.board().width(),
            // A player without the board gets no position here either.
            placement: has_board.then(placement).unwrap_or_default(),
            to_move: shown.position.to_move().into(),
            ply: shown.ply,
            changed_at: shown.changed_at,
            left: shown.left,
            here: listing.here,
            last: shown.last.as_deref().filter(|_| !has_board).map(str::to_owned),
        })
    }

    /// Whether a person may know of the game.
    #[must_use]
    pub fn admits(&self, person: &PersonId) -> bool {
        self.listing.rows.admits(person)
    }
}

/// A board as a person sees it.
#[must_use]
pub fn view(board: &Board, played: Option<&Played>, person: &PersonId) -> ContestBoardView {
    let result = board.result.map(|it| ContestResult { outcome: it.outcome.into(), source: it.source.into() });
    let is_seen = played.is_none_or(|played| played.admits(person));
    ContestBoardView {
        id: board.id.to_string(),
        white: board.white,
        black: board.black,
        game: board.game.as_ref().filter(|_| is_seen).map(ToString::to_string),
        in_room: board.game.is_none(),
        result,
        state: played.filter(|_| board.is_open()).and_then(|played| played.state(person)),
    }
}
