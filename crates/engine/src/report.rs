//! What a search has found.

use crate::score::Score;
use damka_rules::Move;
use std::time::Duration;

/// A line of best play and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is worth to the side to move.
    pub score: Score,
    /// The moves, the first being the one to play.
    pub moves: Vec<Move>,
}

/// What a search has found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The half-moves searched fully.
    pub depth: u32,
    /// The longest line looked at.
    pub selective_depth: u32,
    /// The best lines, the best first.
    pub lines: Vec<Line>,
    /// The positions looked at.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

impl Report {
    /// The move to play; `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The answer that is expected.
    #[must_use]
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }

    /// What the best line is worth to the side to move.
    #[must_use]
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::DRAW, |line| line.score)
    }
}
