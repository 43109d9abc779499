//! `checkers-ozornye`: Checkers, the first extra game of text 003.

use super::{checkers, simple};
use crate::facts::{Facts, Movement};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

const ARTICLES: Articles =
    &[(Topic::ManBackward, "D.1.checkers"), (Topic::KingStep, "D.1.checkers"), (Topic::KingJump, "D.1.checkers")];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "checkers-ozornye",
    source: &super::TEXT_003.extra_game(1),
    group: GameGroup::Ozornye,
    first_is_agreed: true, // D.first.1
    facts: Facts {
        movement: Movement::Draughts(checkers::MOVES), // D.1.checkers
        draws: checkers::DRAWS,
        ..simple::FACTS
    },
    conventions: simple::CONVENTIONS,
    added: checkers::DRAWS,
    articles: &[ARTICLES, simple::ARTICLES],
    ..Ruleset::DEFAULT
};
