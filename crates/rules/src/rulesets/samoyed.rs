//! `samoyed`: Self-eaters, the ninth extra game of text 003 (rules.md 8.15).

use super::{russian, simple};
use crate::facts::{Facts, MoveFacts, Movement, Victims};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

pub(crate) const MOVES: MoveFacts = MoveFacts {
    victims: Victims::Any, // D.9.samoyed
    ..MoveFacts::DEFAULT
};

const ARTICLES: Articles = &[(Topic::OwnPieces, "D.9.samoyed"), (Topic::Duty, "D.9.samoyed")];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "samoyed",
    source: &super::TEXT_003.extra_game(9),
    group: GameGroup::Ozornye,
    first_is_agreed: true, // D.first.1
    facts: Facts { movement: Movement::Draughts(MOVES), draws: russian::DRAWS, ..Facts::DEFAULT },
    added: russian::DRAWS,
    articles: &[ARTICLES, simple::ARTICLES],
    ..Ruleset::DEFAULT
};
