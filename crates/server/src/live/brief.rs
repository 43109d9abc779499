//! What lists show of a game, as one node sends it to the others, which read the conditions and players from the store.

use super::summary::{Listing, Shown};
use damka_conduct::{EndingKind, Status, Worded};
use damka_notation::fen;
use damka_rules::{Colour, Ruleset};
use serde::{Deserialize, Serialize};

/// How a game stands, for the lists of other nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Brief {
    /// Changes with the rows.
    pub mark: u64,
    here: [bool; 2],
    /// In moments of the node's run.
    absent: [Option<u64>; 2],
    now: BriefShown,
    later: Option<BriefShown>,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct BriefShown {
    status: String,
    fen: String,
    ply: u32,
    /// How it ended, and whether White or Black won.
    ending: Option<(String, Option<bool>)>,
    changed_at: u64,
    deadline: Option<u64>,
    paused: bool,
    left: [Option<u64>; 2],
    last: Option<String>,
}

impl BriefShown {
    fn of(shown: &Shown, ruleset: &Ruleset) -> BriefShown {
        let ending = |(kind, winner): (EndingKind, Option<Colour>)| {
            (kind.word().to_owned(), winner.map(|winner| winner == Colour::White))
        };
        BriefShown {
            status: shown.status.word().to_owned(),
            fen: fen::write(&shown.position, ruleset),
            ply: shown.ply,
            ending: shown.ending.map(ending),
            changed_at: shown.changed_at,
            deadline: shown.deadline,
            paused: shown.paused,
            left: shown.left,
            last: shown.last.as_deref().map(str::to_owned),
        }
    }

    /// The state; `None` if a node of another version has sent something else.
    fn shown(&self, ruleset: &Ruleset) -> Option<Shown> {
        let ending = match &self.ending {
            Some((kind, winner)) => {
                let side = |white: bool| if white { Colour::White } else { Colour::Black };
                Some((EndingKind::from_word(kind)?, winner.map(side)))
            }
            None => None,
        };
        Some(Shown {
            status: Status::from_word(&self.status)?,
            position: fen::read(&self.fen, ruleset).ok()?,
            ply: self.ply,
            ending,
            changed_at: self.changed_at,
            deadline: self.deadline,
            paused: self.paused,
            left: self.left,
            last: self.last.as_deref().map(Into::into),
        })
    }
}

impl Brief {
    /// The brief of a game.
    #[must_use]
    pub fn of(listing: &Listing) -> Brief {
        let ruleset = &listing.spec.ruleset;
        Brief {
            mark: listing.rows.mark(),
            here: listing.here,
            absent: listing.absent,
            now: BriefShown::of(&listing.now, ruleset),
            later: listing.later.as_ref().map(|later| BriefShown::of(later, ruleset)),
        }
    }

    /// Lets a listing show it. `here` makes a moment of the other node's run one of this node's.
    pub fn show(&self, listing: &mut Listing, here: impl Fn(u64) -> u64) {
        let ruleset = listing.spec.ruleset;
        let Some(now) = self.now.shown(&ruleset) else { return };
        listing.rows.status = now.status;
        listing.now = now;
        listing.later = self.later.as_ref().and_then(|later| later.shown(&ruleset));
        listing.here = self.here;
        listing.absent = self.absent.map(|since| since.map(&here));
    }
}
