//! `russian-basic`: the basic rules with the clock, text 001.

use crate::draws::DrawSet;
use crate::facts::{Conventions, Facts};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

const ARTICLES: Articles = &[
    (Topic::Board, "B.board.1"),
    (Topic::Setup, "B.board.1"),
    (Topic::First, "B.move.1"),
    (Topic::Turn, "B.move.1"),
    (Topic::ManStep, "B.move.2"),
    (Topic::KingStep, "B.move.2"),
    (Topic::Duty, "B.capture.4"),
    (Topic::ManJump, "B.capture.1"),
    (Topic::ManBackward, "B.capture.4"),
    (Topic::ManTakesKing, "B.capture.4"),
    (Topic::KingJump, "B.capture.3"),
    (Topic::GoOn, "B.capture.1"),
    (Topic::Once, "B.capture.3"),
    (Topic::OwnPieces, "B.move.2"),
    (Topic::Choice, "B.capture.4"),
    (Topic::Crown, "B.man.1"),
    (Topic::CrownInPassing, "B.capture.2"),
    (Topic::CrownQuiet, "B.move.1"),
    (Topic::NoMove, "B.win.2"),
    (Topic::NoPieces, "B.win.3"),
    (Topic::Resignation, "B.win.1"),
    (Topic::Agreement, "B.draw.1"),
    (Topic::NobodyCanWin, "B.draw.2"),
];

const CONDUCT: Articles = &[
    (Topic::MissedCapture, "B.missed.1"),
    (Topic::Flag, "B.win.4"),
    (Topic::Refusal, "B.win.5"),
    (Topic::Penalty, "B.win.5"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "russian-basic",
    source: &super::TEXT_001,
    group: GameGroup::Russian,
    facts: Facts { draws: DrawSet::of(&["B.draw.3", "B.draw.4", "B.draw.5", "B.draw.6"]), ..Facts::DEFAULT },
    conventions: Conventions {
        minutes: Some(8), // B.clock.1
        ..Conventions::DEFAULT
    },
    articles: &[ARTICLES, CONDUCT],
    game_type: Some(25),
    ..Ruleset::DEFAULT
};
