//! `diagonal`: Diagonal draughts, the seventh extra game of text 003: set-up A of rules.md 2.8.

use super::{russian, simple};
use crate::board::{Board, SquareSet};
use crate::facts::{Facts, StartingPieces};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

/// White to the right of the great road, Black to the left; the road itself is empty.
const MEN: [SquareSet; 2] = [
    squares(&[(2, 0), (4, 0), (6, 0), (3, 1), (5, 1), (7, 1), (4, 2), (6, 2), (5, 3), (7, 3), (6, 4), (7, 5)]),
    squares(&[(1, 7), (3, 7), (5, 7), (0, 6), (2, 6), (4, 6), (1, 5), (3, 5), (0, 4), (2, 4), (1, 3), (0, 2)]),
];

const fn squares(cells: &[(u8, u8)]) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut at = 0;
    while at < cells.len() {
        match Board::Eight.square(cells[at].0, cells[at].1) {
            Some(square) => set = set.union(square.set()),
            None => panic!("not a played square"),
        }
        at += 1;
    }
    set
}

const ARTICLES: Articles = &[(Topic::Setup, "D.7.diagonal")];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "diagonal",
    source: &super::TEXT_003.extra_game(7),
    group: GameGroup::Ozornye,
    first_is_agreed: true, // D.first.1
    facts: Facts { start: StartingPieces::Men(MEN), draws: russian::DRAWS, ..Facts::DEFAULT },
    added: russian::DRAWS,
    articles: &[ARTICLES, simple::ARTICLES],
    ..Ruleset::DEFAULT
};
