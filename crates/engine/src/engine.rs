//! The engine: what it needs for one game after another.

use crate::eval::{Evaluation, Evaluator};
use crate::limits::{Limits, Signal, Watch};
use crate::report::Report;
use crate::score::Outlook;
use crate::search::{self, Sight};
use crate::transposition::TranspositionTable;
use damka_endgame::{Library, OnNeed};
use damka_rules::{Game, Position, Ruleset};
use std::sync::Arc;

/// What an engine is made with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The memory of the transposition table, in mebibytes.
    pub memory: usize,
    /// Threads that search together. With one the search is deterministic.
    pub threads: usize,
    /// What a position is worth without searching.
    pub evaluation: Evaluation,
    /// How well it sees; only the lower levels see badly.
    pub sight: Sight,
    /// Where it finds endgame tables.
    pub endgame: Option<Arc<Library>>,
}

impl Default for Options {
    fn default() -> Self {
        Options { memory: 64, threads: 1, evaluation: Evaluation::default(), sight: Sight::FULL, endgame: None }
    }
}

/// Finds good moves of one ruleset.
#[derive(Debug)]
pub struct Engine {
    ruleset: Ruleset,
    evaluator: Evaluator,
    table: TranspositionTable,
    threads: usize,
    sight: Sight,
    endgame: Option<Arc<OnNeed>>,
    age: u8,
}

impl Engine {
    /// An engine for a ruleset.
    #[must_use]
    pub fn new(ruleset: &Ruleset, options: &Options) -> Engine {
        Engine {
            ruleset: *ruleset,
            evaluator: Evaluator::new(ruleset, &options.evaluation),
            table: TranspositionTable::new(options.memory),
            threads: options.threads.max(1),
            sight: options.sight,
            endgame: options.endgame.as_ref().and_then(|library| library.of(ruleset)),
            age: 0,
        }
    }

    /// The game it plays.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Changes how well it sees.
    pub fn set_sight(&mut self, sight: Sight) {
        self.sight = sight;
    }

    /// Forgets what it knows of earlier positions.
    pub fn forget(&mut self) {
        self.table.clear();
        self.age = 0;
    }

    /// How scores turn into chances in a game between people.
    #[must_use]
    pub fn outlook(&self) -> Outlook {
        match &self.evaluator {
            Evaluator::Draughts(weights) => weights.outlook().for_people(),
            Evaluator::Race(_) => Outlook::DEFAULT,
        }
    }

    /// What a position is worth to the side to move before any search, in hundredths of a man.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluator.value(position)
    }

    /// Thinks about the position of a game that is not over. Every finished round of deepening is told.
    ///
    /// # Panics
    /// If the game is of another ruleset than the engine.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        watch: &dyn Watch,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        assert_eq!(game.ruleset().facts().movement, self.ruleset.facts().movement, "the engine is for another game");
        self.age = self.age.wrapping_add(1);
        // The time does not count while pondering.
        let pondering = watch.signal() == Signal::Pondering;
        self.table.make_room(if pondering { u64::MAX } else { limits.positions(self.threads) });
        let tools = search::Tools {
            evaluator: &self.evaluator,
            table: &self.table,
            age: self.age,
            threads: self.threads,
            sight: self.sight,
            // A player who overlooks captures does not know endings by heart either.
            endgame: self.endgame.as_deref().filter(|_| self.sight == Sight::FULL).and_then(OnNeed::get),
        };
        search::think(game, limits, watch, &tools, on_report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::NoWatch;
    use crate::transposition::{Bound, PackedMove};

    /// Where every move failed low, the first one is not stored as the hash move. (It once was, and cost every sixth
    /// position.)
    #[test]
    fn a_search_that_fails_low_stores_no_hash_move() {
        let russian = Ruleset::named("russian").unwrap();
        let mut engine = Engine::new(&russian, &Options { memory: 4, ..Options::default() });
        engine.think(&Game::new(russian), &Limits::depth(9), &NoWatch, &mut |_| ());
        let with_hash_move = |bound| {
            let entries = engine.table.entries().filter(move |entry| entry.bound == bound);
            let has_move: Vec<bool> = entries.map(|entry| entry.best_move != PackedMove::NONE).collect();
            (has_move.iter().filter(|has| **has).count(), has_move.len())
        };
        let (with, all) = with_hash_move(Bound::Lower);
        assert!(with == all && all > 100, "{with} of {all} cutoffs");
        // Some still have the hash move of an earlier, shallower search that did not fail low.
        let (with, all) = with_hash_move(Bound::Upper);
        assert!(with * 3 < all && all > 100, "{with} of {all} fail-lows");
    }
}
