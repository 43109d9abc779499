//! `russian-gambler`: Russian draughts as gambler.ru explains it, text 004.

use super::russian;
use crate::facts::Facts;
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

pub(super) const ARTICLES: Articles = &[
    (Topic::Board, "E.board.1"),
    (Topic::Setup, "E.setup.1"),
    (Topic::First, "E.setup.1"),
    (Topic::Turn, "E.turn.1"),
    (Topic::ManStep, "E.man.1"),
    (Topic::KingStep, "E.king.1"),
    (Topic::Duty, "E.man.2"),
    (Topic::ManJump, "E.man.2"),
    (Topic::ManBackward, "E.man.2"),
    (Topic::ManTakesKing, "E.man.2"),
    (Topic::KingJump, "E.king.1"),
    (Topic::GoOn, "E.man.2"),
    (Topic::Once, "E.man.2"),
    (Topic::OwnPieces, "E.man.2"),
    (Topic::Choice, "E.man.2"),
    (Topic::Crown, "E.king.2"),
    (Topic::CrownInPassing, "E.king.2"),
    (Topic::CrownQuiet, "E.king.2"),
    (Topic::NoMove, "E.win.1"),
    (Topic::NoPieces, "E.win.1"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "russian-gambler",
    source: &super::TEXT_004,
    group: GameGroup::Russian,
    facts: Facts { draws: russian::DRAWS, ..Facts::DEFAULT },
    added: russian::DRAWS,
    articles: &[ARTICLES],
    game_type: Some(25),
    ..Ruleset::DEFAULT
};
