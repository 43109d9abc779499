//! `russian`: Russian draughts by the long codex, text 000.

use crate::draws::DrawSet;
use crate::facts::Facts;
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

/// The draw rules of text 000; texts without any take them as an addition (rules.md 8.12).
pub(crate) const DRAWS: DrawSet = DrawSet::of(&["A.draw.1", "A.draw.2", "A.draw.3"]);

const ARTICLES: Articles = &[
    (Topic::Board, "A.board.1"),
    (Topic::Setup, "A.setup.1"),
    (Topic::First, "A.first.1"),
    (Topic::Turn, "A.violation.4.5"),
    (Topic::ManStep, "A.move.4"),
    (Topic::KingStep, "A.move.9"),
    (Topic::Duty, "A.capture.1"),
    (Topic::ManJump, "A.capture.2"),
    (Topic::ManBackward, "A.capture.1"),
    (Topic::ManTakesKing, "A.capture.13"),
    (Topic::KingJump, "A.capture.3"),
    (Topic::GoOn, "A.capture.6"),
    (Topic::Once, "A.capture.8"),
    (Topic::OwnPieces, "A.capture.7"),
    (Topic::Choice, "A.capture.13"),
    (Topic::Crown, "A.move.5"),
    (Topic::CrownInPassing, "A.capture.14"),
    (Topic::CrownQuiet, "A.move.8"),
    (Topic::NoMove, "A.result.2b"),
    (Topic::NoPieces, "A.result.2c"),
    (Topic::Resignation, "A.result.2a"),
    (Topic::Agreement, "A.result.3a"),
    (Topic::NobodyCanWin, "A.result.3c"),
];

/// The code of conduct. In other games it is an addition, so they do not inherit these articles.
const CONDUCT: Articles = &[
    (Topic::Conduct, "A.violation.4"),
    (Topic::Annulled, "A.violation.1"),
    (Topic::Gone, "A.result.2a"),
    (Topic::Refusal, "A.result.2d"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "russian",
    source: &super::TEXT_000,
    group: GameGroup::Russian,
    facts: Facts { draws: DRAWS, ..Facts::DEFAULT },
    articles: &[ARTICLES, CONDUCT],
    game_type: Some(25),
    ..Ruleset::DEFAULT
};
