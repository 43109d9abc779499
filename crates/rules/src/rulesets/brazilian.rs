//! `brazilian`: Brazilian draughts (FMJD-64): international moves on the Russian board.

use super::russian_fmjd;
use crate::facts::{CaptureSign, Crowning, Facts, MoveFacts, Movement, Priority};
use crate::ruleset::{GameGroup, Ruleset};

pub(crate) const MOVES: MoveFacts = MoveFacts {
    crowning: Crowning::Pass,
    priority: Priority::Most,
    ..MoveFacts::DEFAULT
};

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "brazilian",
    text: "FMJD-64",
    group: GameGroup::World,
    facts: Facts {
        movement: Movement::Draughts(MOVES),
        capture_sign: CaptureSign::Cross,
        draws: russian_fmjd::DRAWS,
        ..Facts::DEFAULT
    },
    articles: &[russian_fmjd::ARTICLES],
    game_type: Some(26),
    ..Ruleset::DEFAULT
};
