//! `checkers`: Checkers as gambler.ru explains it, text 004. Crowned in mid-capture, a man goes on as a king (rules.md 8.2).

use super::russian_gambler;
use crate::draws::DrawSet;
use crate::facts::{Facts, KingRange, ManCapture, MoveFacts, Movement};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

pub(crate) const MOVES: MoveFacts = MoveFacts {
    man_capture: ManCapture::Forward, // E.checkers.1
    king: KingRange::Short,           // E.checkers.2
    ..MoveFacts::DEFAULT
};

/// With short kings two kings beat one in up to 33 plies, so the rules of text 000 would turn wins into draws.
pub(super) const DRAWS: DrawSet = DrawSet::of(&["added.repetition", "added.40"]);

const ARTICLES: Articles = &[
    (Topic::ManBackward, "E.checkers.1"),
    (Topic::KingStep, "E.checkers.2"),
    (Topic::KingJump, "E.checkers.2"),
    (Topic::Choice, "E.checkers.3"),
    (Topic::NoMove, "E.checkers.4"),
    (Topic::NoPieces, "E.checkers.4"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "checkers",
    source: &super::TEXT_004,
    group: GameGroup::World,
    facts: Facts { movement: Movement::Draughts(MOVES), draws: DRAWS, ..Facts::DEFAULT },
    added: DRAWS,
    articles: &[ARTICLES, russian_gambler::ARTICLES],
    ..Ruleset::DEFAULT
};
