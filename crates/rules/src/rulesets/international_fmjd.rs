//! `international-fmjd`: draughts on 100 squares by the world federation.

use super::international;
use crate::draws::DrawSet;
use crate::facts::Facts;
use crate::ruleset::{Articles, GameGroup, Ruleset, Source, Topic};

const ARTICLES: Articles = &[
    (Topic::Board, "FMJD.2.1"),
    (Topic::Setup, "FMJD.2.8"),
    (Topic::First, "FMJD"),
    (Topic::Turn, "FMJD"),
    (Topic::ManStep, "FMJD"),
    (Topic::KingStep, "FMJD.3.9"),
    (Topic::Duty, "FMJD"),
    (Topic::ManJump, "FMJD"),
    (Topic::ManBackward, "FMJD.4.1"),
    (Topic::ManTakesKing, "FMJD.4.2"),
    (Topic::KingJump, "FMJD"),
    (Topic::GoOn, "FMJD"),
    (Topic::Once, "FMJD.4.11"),
    (Topic::OwnPieces, "FMJD"),
    (Topic::Choice, "FMJD.4.13"),
    (Topic::Crown, "FMJD.3.5"),
    (Topic::CrownInPassing, "FMJD.4.15"),
    (Topic::CrownQuiet, "FMJD"),
    (Topic::NoMove, "FMJD"),
    (Topic::NoPieces, "FMJD"),
    (Topic::Resignation, "FMJD"),
    (Topic::Agreement, "FMJD"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "international-fmjd",
    source: &Source::federation("FMJD"),
    group: GameGroup::International,
    facts: Facts {
        draws: DrawSet::of(&["FMJD.6.1", "FMJD.6.2", "FMJD.three-v-one", "FMJD.two-v-one"]),
        ..international::FACTS
    },
    conventions: international::CONVENTIONS,
    articles: &[ARTICLES],
    game_type: Some(20),
    ..Ruleset::DEFAULT
};
