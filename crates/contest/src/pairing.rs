//! Who plays whom: the boards of a display, and the free ones of an evening, with the reasons.

use crate::contest::{Contest, Entrant, EntrantTerm, HOST, Number};
use crate::lots::Lots;
use crate::spec::Colours;
use damka_conduct::Worded;
use damka_conduct::clock::Millis;
use damka_rules::Colour;
use std::cmp::Reverse;

/// A pairing that is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposed {
    /// With White.
    pub white: Number,
    /// With Black.
    pub black: Number,
    /// Why these two.
    pub why: Why,
}

/// Why two are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Why {
    /// How long the one who waited longest has waited.
    pub waited: Millis,
    /// How often they have met.
    pub met: u32,
    /// How much stronger one of them is, if both strengths are known.
    pub difference: Option<u16>,
}

impl Contest {
    /// The host's colour against a guest: agreed with the guest, or by the contest's rule.
    pub(crate) fn host_colour(&self, guest: &Entrant, seed: u64) -> Colour {
        if let Some(colour) = guest.term(EntrantTerm::Colour).and_then(Colour::from_word) {
            return colour.other();
        }
        match self.spec.colours {
            Colours::White => Colour::White,
            Colours::Black => Colour::Black,
            Colours::Alternate => Colour::ALL[usize::from(guest.number % 2)],
            Colours::Lots => {
                // Each guest has a lot of their own, which does not depend on how many came before.
                let mut lots = Lots::new(seed ^ u64::from(guest.number).wrapping_mul(0x9e37_79b9));
                if lots.coin() { Colour::White } else { Colour::Black }
            }
        }
    }

    /// The guests of a display who have no board yet.
    pub(crate) fn guests_without_board(&self) -> impl Iterator<Item = &Entrant> {
        let has_board = |guest: &Entrant| self.boards.iter().any(|board| board.side_of(guest.number).is_some());
        self.players().filter(move |guest| guest.number != HOST && !has_board(guest))
    }

    /// Those who want a game and have none.
    pub fn free(&self) -> impl Iterator<Item = &Entrant> {
        self.players().filter(|entrant| entrant.is_ready && self.open_board_of(entrant.number).is_none())
    }

    /// Pairs those who are free: the one who has waited longest chooses first, an opponent met least often, then one of
    /// similar strength, then the one who has waited longest. So nobody is left over twice in a row.
    #[must_use]
    pub fn pair_free(&self, now: Millis, seed: u64) -> Vec<Proposed> {
        let waited = |entrant: &Entrant| Millis(now.0.saturating_sub(entrant.free_since.0));
        let mut free: Vec<&Entrant> = self.free().collect();
        free.sort_by_key(|entrant| (entrant.free_since, entrant.number));
        let mut lots = Lots::new(seed);
        let mut pairs = Vec::new();
        while free.len() > 1 {
            let one = free.remove(0);
            let difference = |other: &Entrant| one.strength.zip(other.strength).map(|(one, two)| one.abs_diff(two));
            let choice = free.iter().enumerate().min_by_key(|(_, other)| {
                let (met, _) = self.meetings(one.number, other.number);
                // Who is unknown is neither near nor far: behind everyone within three hundred points.
                (met, difference(other).unwrap_or(300), Reverse(waited(other)), other.number)
            });
            let Some((at, _)) = choice else { break };
            let other = free.remove(at);
            let why = Why {
                waited: waited(one).max(waited(other)),
                met: self.meetings(one.number, other.number).0,
                difference: difference(other),
            };
            let (white, black) = self.colours_for(one.number, other.number, &mut lots);
            pairs.push(Proposed { white, black, why });
        }
        pairs
    }

    /// Who of two has White: the one who had it less often against the other, then the one who had it less often at
    /// all, then the one who had Black last; then lots are drawn.
    fn colours_for(&self, one: Number, other: Number, lots: &mut Lots) -> (Number, Number) {
        let (met, white) = self.meetings(one, other);
        let against_each_other = 2 * i64::from(white) - i64::from(met);
        let [(one_balance, one_last), (other_balance, other_last)] = [one, other].map(|it| self.colours_of(it));
        let last = |side: Option<Colour>| side.map_or(0, |side| if side == Colour::White { 1 } else { -1 });
        let more_white = against_each_other
            .cmp(&0)
            .then(one_balance.cmp(&other_balance))
            .then(last(one_last).cmp(&last(other_last)));
        match more_white {
            std::cmp::Ordering::Less => (one, other),
            std::cmp::Ordering::Greater => (other, one),
            std::cmp::Ordering::Equal if lots.coin() => (one, other),
            std::cmp::Ordering::Equal => (other, one),
        }
    }
}
