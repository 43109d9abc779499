//! `english-ozornye`: "English", the second extra game of text 003: its kings fly (rules.md 8.3).

use super::{russian, simple};
use crate::facts::{Facts, ManCapture, MoveFacts, Movement};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

pub(crate) const MOVES: MoveFacts = MoveFacts {
    man_capture: ManCapture::Forward, // D.2.english
    ..MoveFacts::DEFAULT
};

const ARTICLES: Articles = &[(Topic::ManBackward, "D.2.english"), (Topic::ManStep, "D.2.english")];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "english-ozornye",
    source: &super::TEXT_003.extra_game(2),
    group: GameGroup::Ozornye,
    first_is_agreed: true, // D.first.1
    facts: Facts { movement: Movement::Draughts(MOVES), ..simple::FACTS },
    conventions: simple::CONVENTIONS,
    added: russian::DRAWS,
    articles: &[ARTICLES, simple::ARTICLES],
    ..Ruleset::DEFAULT
};
