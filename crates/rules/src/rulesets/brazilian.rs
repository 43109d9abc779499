//! `brazilian`: Brazilian draughts (FMJD-64): international moves on the Russian board.

use super::russian_fmjd;
use crate::facts::{CaptureSign, Conventions, Crowning, Facts, MoveFacts, Movement, Priority};
use crate::ruleset::{GameGroup, Ruleset, Source};

pub(crate) const MOVES: MoveFacts = MoveFacts {
    crowning: Crowning::Pass,
    priority: Priority::Most,
    ..MoveFacts::DEFAULT
};

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "brazilian",
    source: &Source::federation("FMJD-64"),
    group: GameGroup::World,
    facts: Facts {
        movement: Movement::Draughts(MOVES),
        draws: russian_fmjd::DRAWS,
        ..Facts::DEFAULT
    },
    conventions: Conventions { capture_sign: CaptureSign::Cross, ..Conventions::DEFAULT },
    articles: &[russian_fmjd::ARTICLES],
    game_type: Some(26),
    ..Ruleset::DEFAULT
};
