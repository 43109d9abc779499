//! `stavropol`: Stavropol draughts, the sixth extra game of text 003 (rules.md 8.14).

use super::{russian, simple};
use crate::facts::{Facts, MoveFacts, Movement, Movers};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

pub(crate) const MOVES: MoveFacts = MoveFacts {
    movers: Movers::Either, // D.6.stavropol
    ..MoveFacts::DEFAULT
};

const ARTICLES: Articles = &[(Topic::Movers, "D.6.stavropol"), (Topic::Turn, "D.6.stavropol")];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "stavropol",
    source: &super::TEXT_003.extra_game(6),
    group: GameGroup::Ozornye,
    first_is_agreed: true, // D.first.1
    facts: Facts { movement: Movement::Draughts(MOVES), draws: russian::DRAWS, ..Facts::DEFAULT },
    added: russian::DRAWS,
    articles: &[ARTICLES, simple::ARTICLES],
    ..Ruleset::DEFAULT
};
