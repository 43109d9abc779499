//! `russian-fmjd`: Russian draughts by the international federation's section (FMJD-64, IDF).

use crate::draws::DrawSet;
use crate::facts::Facts;
use crate::ruleset::{Articles, GameGroup, Ruleset, Source, Topic};

/// The draw rules of FMJD-64, for Russian and Brazilian draughts alike.
pub(super) const DRAWS: DrawSet = DrawSet::of(&[
    "FMJD64.7.2.3",
    "FMJD64.7.2.4",
    "FMJD64.7.2.5",
    "FMJD64.7.2.6",
    "FMJD64.7.2.6b",
    "FMJD64.7.2.7",
    "FMJD64.7.2.8",
    "FMJD64.7.2.8b",
]);

/// Only the draw articles 7.2.3-7.2.8 are known by number (rules.md 3.2); the rest is the section's rules without one.
pub(super) const ARTICLES: Articles = &[
    (Topic::Board, "FMJD64"),
    (Topic::Setup, "FMJD64"),
    (Topic::First, "FMJD64"),
    (Topic::Turn, "FMJD64"),
    (Topic::ManStep, "FMJD64"),
    (Topic::KingStep, "FMJD64"),
    (Topic::Duty, "FMJD64"),
    (Topic::ManJump, "FMJD64"),
    (Topic::ManBackward, "FMJD64"),
    (Topic::ManTakesKing, "FMJD64"),
    (Topic::KingJump, "FMJD64"),
    (Topic::GoOn, "FMJD64"),
    (Topic::Once, "FMJD64"),
    (Topic::OwnPieces, "FMJD64"),
    (Topic::Choice, "FMJD64"),
    (Topic::Crown, "FMJD64"),
    (Topic::CrownInPassing, "FMJD64"),
    (Topic::CrownQuiet, "FMJD64"),
    (Topic::NoMove, "FMJD64"),
    (Topic::NoPieces, "FMJD64"),
    (Topic::Resignation, "FMJD64"),
    (Topic::Agreement, "FMJD64"),
    (Topic::NobodyCanWin, "FMJD64"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "russian-fmjd",
    source: &Source::federation("FMJD-64"),
    group: GameGroup::Russian,
    facts: Facts { draws: DRAWS, ..Facts::DEFAULT },
    articles: &[ARTICLES],
    game_type: Some(25),
    ..Ruleset::DEFAULT
};
