//! `spanish-ozornye`: "Spanish", the fourth extra game of text 003: the moves of its "English" on a turned board.

use super::{english_ozornye, russian, simple};
use crate::facts::{Conventions, Facts, Movement, SquareColour};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

const ARTICLES: Articles = &[(Topic::Board, "D.4.spanish"), (Topic::ManBackward, "D.4.spanish")];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "spanish-ozornye",
    source: &super::TEXT_003.extra_game(4),
    group: GameGroup::Ozornye,
    first_is_agreed: true, // D.first.1
    facts: Facts {
        movement: Movement::Draughts(english_ozornye::MOVES), // D.4.spanish
        ..simple::FACTS
    },
    conventions: Conventions {
        squares: SquareColour::Dark, // D.4.spanish
        ..simple::CONVENTIONS
    },
    added: russian::DRAWS,
    articles: &[ARTICLES, simple::ARTICLES],
    ..Ruleset::DEFAULT
};
