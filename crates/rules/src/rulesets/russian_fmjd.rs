//! `russian-fmjd`: Russian draughts by the international federation's section (FMJD-64, IDF).

use crate::draws::DrawSet;
use crate::facts::Facts;
use crate::ruleset::{Articles, Ruleset, Topic};

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

/// The numbers of the Russian code of 2004, which the section's rules follow.
pub(super) const ARTICLES: Articles = &[
    (Topic::Board, "FMJD64"),
    (Topic::Setup, "FMJD64"),
    (Topic::First, "FMJD64"),
    (Topic::Turn, "FMJD64"),
    (Topic::ManStep, "FMJD64.1.4"),
    (Topic::KingStep, "FMJD64.1.4.5"),
    (Topic::Duty, "FMJD64.1.5"),
    (Topic::ManJump, "FMJD64.1.5"),
    (Topic::ManBackward, "FMJD64.1.5.3"),
    (Topic::ManTakesKing, "FMJD64.1.5"),
    (Topic::KingJump, "FMJD64.1.5"),
    (Topic::GoOn, "FMJD64.1.5"),
    (Topic::Once, "FMJD64.1.5"),
    (Topic::OwnPieces, "FMJD64.1.5"),
    (Topic::Choice, "FMJD64.1.5"),
    (Topic::Crown, "FMJD64.1.4"),
    (Topic::CrownInPassing, "FMJD64.1.5.15"),
    (Topic::CrownQuiet, "FMJD64.1.4"),
    (Topic::NoMove, "FMJD64.7.1"),
    (Topic::NoPieces, "FMJD64.7.1"),
    (Topic::Resignation, "FMJD64.7.1"),
    (Topic::Agreement, "FMJD64.7.2"),
    (Topic::NobodyCanWin, "FMJD64.7.2"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "russian-fmjd",
    text: "FMJD-64",
    facts: Facts { draws: DRAWS, ..Facts::DEFAULT },
    articles: &[ARTICLES],
    game_type: Some(25),
    ..Ruleset::DEFAULT
};
