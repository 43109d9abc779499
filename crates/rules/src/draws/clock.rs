//! The counters of draw rules for a search: as small and quick as the game's own are complete.

use super::{CATALOGUE, Counted, DrawKind, Event};
use crate::board::SquareSet;
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::ruleset::Ruleset;
use alloc::vec::Vec;

/// The counted draw rules of a game, read once for a search that walks through millions of positions.
///
/// ```
/// use damka_rules::{DrawClock, Game, Ruleset};
/// let game = Game::new(Ruleset::named("russian").unwrap());
/// let clock = DrawClock::of(game.ruleset());
/// let counts = clock.counts(&game);
/// assert!(!clock.is_drawn(counts, game.position()));
/// ```
#[derive(Clone, Debug)]
pub struct DrawClock {
    rules: Vec<(usize, Counted)>,
    road: SquareSet,
    is_complete: bool,
}

/// How far the counted draw rules have come on a line of play; the rules that count are those of a [`DrawClock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct DrawCounts([u16; DrawCounts::MOST]);

impl DrawCounts {
    /// No ruleset has more counted rules; house rules with more of them are searched by the first ones.
    const MOST: usize = 8;
}

impl DrawClock {
    /// The counted draw rules of a ruleset. Rules that wait for a claim are counted too: the player who wants the draw claims it.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> DrawClock {
        let counted = |at: usize| match CATALOGUE[at].kind {
            DrawKind::Counted(counted) => Some((at, counted)),
            _ => None,
        };
        let mut rules: Vec<_> = ruleset.facts.draws.indices().filter_map(counted).collect();
        let is_complete = rules.len() <= DrawCounts::MOST;
        rules.truncate(DrawCounts::MOST);
        DrawClock { rules, road: ruleset.board().great_road(), is_complete }
    }

    /// Whether every counted rule of the ruleset is counted here; house rules can have more than there is room for.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// How far the rules have come in a game.
    #[must_use]
    pub fn counts(&self, game: &Game) -> DrawCounts {
        let mut counts = DrawCounts::default();
        for (count, (at, _)) in counts.0.iter_mut().zip(&self.rules) {
            *count = game.counter(*at);
        }
        counts
    }

    /// The counts after a move from one position to another.
    #[must_use]
    #[inline]
    pub fn after(&self, counts: DrawCounts, before: &Position, mv: Move, after: &Position) -> DrawCounts {
        let kings = before.kings[0] | before.kings[1];
        // Where no king has been nothing is ever counted: this is most of a search.
        if kings == 0 || kings >> mv.from.0 & 1 == 0 && after.kings == [0; 2] {
            return DrawCounts::default();
        }
        self.after_with_kings(counts, before, mv, after)
    }

    fn after_with_kings(&self, counts: DrawCounts, before: &Position, mv: Move, after: &Position) -> DrawCounts {
        let event = Event::of(before, mv);
        let mut next = DrawCounts::default();
        for (at, (_, counted)) in self.rules.iter().enumerate() {
            next.0[at] = counted.next(counts.0[at], self.road, before, &event, after);
        }
        next
    }

    /// Whether a rule is fulfilled.
    #[must_use]
    #[inline]
    pub fn is_drawn(&self, counts: DrawCounts, position: &Position) -> bool {
        counts != DrawCounts::default()
            && (self.rules.iter().zip(counts.0)).any(|((_, rule), count)| rule.is_drawn(count, self.road, position))
    }

    /// The half-moves until the nearest draw if everything goes on as it is; `None` while nothing is counted.
    #[must_use]
    pub fn plies_left(&self, counts: DrawCounts, position: &Position) -> Option<u16> {
        let running = self.rules.iter().zip(counts.0).filter(|((_, rule), _)| rule.runs(position, self.road));
        running.map(|((_, rule), count)| rule.plies_left(count, position)).min()
    }
}
