//! `italian-ozornye`: "Italian", the third extra game of text 003: a turned board, flying kings, free choice (rules.md 8.4).

use super::{russian, simple};
use crate::facts::{Conventions, Facts, ManCapture, MoveFacts, Movement, SquareColour, YesNo};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

pub(crate) const MOVES: MoveFacts = MoveFacts {
    man_capture: ManCapture::Forward, // D.3.italian
    men_take_kings: YesNo::No,        // D.3.italian
    ..MoveFacts::DEFAULT
};

const ARTICLES: Articles =
    &[(Topic::Board, "D.3.italian"), (Topic::ManBackward, "D.3.italian"), (Topic::ManTakesKing, "D.3.italian")];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "italian-ozornye",
    source: &super::TEXT_003.extra_game(3),
    group: GameGroup::Ozornye,
    first_is_agreed: true, // D.first.1
    facts: Facts {
        movement: Movement::Draughts(MOVES),
        ..simple::FACTS
    },
    conventions: Conventions {
        squares: SquareColour::Dark, // D.3.italian
        ..simple::CONVENTIONS
    },
    added: russian::DRAWS,
    articles: &[ARTICLES, simple::ARTICLES],
    ..Ruleset::DEFAULT
};
