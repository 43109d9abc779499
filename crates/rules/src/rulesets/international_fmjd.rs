//! `international-fmjd`: draughts on 100 squares by the world federation.

use super::international;
use crate::draws::DrawSet;
use crate::facts::Facts;
use crate::ruleset::{Articles, Ruleset, Topic};

const ARTICLES: Articles = &[
    (Topic::Board, "FMJD.2.1"),
    (Topic::Setup, "FMJD.2.8"),
    (Topic::First, "FMJD.3"),
    (Topic::Turn, "FMJD.3"),
    (Topic::ManStep, "FMJD.3"),
    (Topic::KingStep, "FMJD.3.9"),
    (Topic::Duty, "FMJD.4.1"),
    (Topic::ManJump, "FMJD.4.2"),
    (Topic::ManBackward, "FMJD.4.1"),
    (Topic::ManTakesKing, "FMJD.4.2"),
    (Topic::KingJump, "FMJD.4"),
    (Topic::GoOn, "FMJD.4"),
    (Topic::Once, "FMJD.4.11"),
    (Topic::OwnPieces, "FMJD.4"),
    (Topic::Choice, "FMJD.4.13"),
    (Topic::Crown, "FMJD.3.5"),
    (Topic::CrownInPassing, "FMJD.4.15"),
    (Topic::CrownQuiet, "FMJD.3.5"),
    (Topic::NoMove, "FMJD.5"),
    (Topic::NoPieces, "FMJD.5"),
    (Topic::Resignation, "FMJD.5"),
    (Topic::Agreement, "FMJD.6"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "international-fmjd",
    text: "FMJD",
    facts: Facts {
        draws: DrawSet::of(&["FMJD.6.1", "FMJD.6.2", "FMJD.6.3", "FMJD.6.4"]),
        ..international::FACTS
    },
    articles: &[ARTICLES],
    game_type: Some(20),
    ..Ruleset::DEFAULT
};
