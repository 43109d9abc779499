//! `spanish-ozornye`: "Spanish", the fourth extra game of text 003: the moves of its "English" on a turned board.

use super::{english_ozornye, russian, simple};
use crate::facts::{Facts, Movement, SquareColour};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

const ARTICLES: Articles = &[(Topic::Board, "D.4.spanish"), (Topic::ManBackward, "D.4.spanish")];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "spanish-ozornye",
    text: "003.4",
    group: GameGroup::Ozornye,
    first_is_agreed: true, // D.first.1
    facts: Facts {
        movement: Movement::Draughts(english_ozornye::MOVES), // D.4.spanish
        squares: SquareColour::Dark,                          // D.4.spanish
        ..simple::FACTS
    },
    added: russian::DRAWS,
    articles: &[ARTICLES, simple::ARTICLES],
    ..Ruleset::DEFAULT
};
