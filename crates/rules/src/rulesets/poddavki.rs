//! `poddavki`: Giveaway, the eighth extra game of text 003 (rules.md 8.16).

use super::{russian, simple};
use crate::facts::{Facts, ResultRule};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

const ARTICLES: Articles = &[(Topic::NoMove, "D.8.poddavki"), (Topic::NoPieces, "D.8.poddavki")];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "poddavki",
    source: &super::TEXT_003.extra_game(8),
    group: GameGroup::Ozornye,
    first_is_agreed: true, // D.first.1
    facts: Facts {
        result: ResultRule::Reversed, // D.8.poddavki
        draws: russian::DRAWS,
        ..Facts::DEFAULT
    },
    added: russian::DRAWS,
    articles: &[ARTICLES, simple::ARTICLES],
    ..Ruleset::DEFAULT
};
