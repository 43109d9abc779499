//! `simple`: Simple Draughts, the first game of Ozornye Shashki, text 003. Its nine extra games state their changes to it.

use super::russian;
use crate::facts::{Conventions, Corner, Facts, SquareColour};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

pub(super) const FACTS: Facts = Facts {
    draws: russian::DRAWS, // rules.md 8.12
    ..Facts::DEFAULT
};

/// The board as text 003 lays it: the usual way round, played on the light squares.
pub(super) const CONVENTIONS: Conventions = Conventions {
    corner: Corner::Right,        // D.board.1, rules.md 8.1
    squares: SquareColour::Light, // D.board.1
    ..Conventions::DEFAULT
};

pub(super) const ARTICLES: Articles = &[
    (Topic::Board, "D.board.1"),
    (Topic::Setup, "D.setup.1"),
    (Topic::First, "D.first.1"),
    (Topic::Turn, "D.turn.1"),
    (Topic::ManStep, "D.move.1"),
    (Topic::KingStep, "D.king.2"),
    (Topic::Duty, "D.capture.1"),
    (Topic::ManJump, "D.capture.1"),
    (Topic::ManBackward, "D.capture.1"),
    (Topic::ManTakesKing, "D.capture.3"),
    (Topic::KingJump, "D.king.3"),
    (Topic::GoOn, "D.capture.2"),
    (Topic::Once, "D.capture.3"),
    (Topic::OwnPieces, "D.capture.1"),
    (Topic::Choice, "D.capture.3"),
    (Topic::Crown, "D.king.1"),
    (Topic::CrownInPassing, "D.king.4"),
    (Topic::CrownQuiet, "D.turn.1"),
    (Topic::NoMove, "D.win.1"),
    (Topic::NoPieces, "D.win.2"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "simple",
    source: &super::TEXT_003,
    group: GameGroup::Ozornye,
    first_is_agreed: true, // D.first.1
    facts: FACTS,
    conventions: CONVENTIONS,
    added: russian::DRAWS,
    articles: &[ARTICLES],
    game_type: Some(25),
    ..Ruleset::DEFAULT
};
