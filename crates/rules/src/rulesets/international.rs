//! `international`: draughts on 100 squares by text 002.

use crate::board::Board;
use crate::draws::DrawSet;
use crate::facts::{CaptureSign, Conventions, Crowning, Facts, MoveFacts, Movement, Naming, Priority, StartingPieces};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

pub(crate) const MOVES: MoveFacts = MoveFacts {
    board: Board::Ten,            // C.1.1
    crowning: Crowning::Pass,     // C.3.4.2, C.3.4.4
    priority: Priority::Most,     // C.3.4.3
    ..MoveFacts::DEFAULT
};

pub(super) const FACTS: Facts = Facts {
    movement: Movement::Draughts(MOVES),
    start: StartingPieces::Rows(4), // C.1.2
    ..Facts::DEFAULT
};

pub(super) const CONVENTIONS: Conventions = Conventions {
    naming: Naming::FarLeft,          // C.1.3
    capture_sign: CaptureSign::Cross, // C.notation.1
    ..Conventions::DEFAULT
};

const ARTICLES: Articles = &[
    (Topic::Board, "C.1.1"),
    (Topic::Setup, "C.1.2"),
    (Topic::Turn, "C.2.2"),
    (Topic::ManStep, "C.2.3"),
    (Topic::KingStep, "C.2.5"),
    (Topic::Duty, "C.3.1"),
    (Topic::ManJump, "C.3.2"),
    (Topic::ManBackward, "C.3.1"),
    (Topic::ManTakesKing, "C.3.4.3"),
    (Topic::KingJump, "C.3.3"),
    (Topic::GoOn, "C.3.3"),
    (Topic::Once, "C.3.4.6"),
    (Topic::OwnPieces, "C.3.4.5"),
    (Topic::Choice, "C.3.4.3"),
    (Topic::Crown, "C.2.4"),
    (Topic::CrownInPassing, "C.3.4.4"),
    (Topic::CrownQuiet, "C.3.4.2"),
    (Topic::NoMove, "C.4.2.2"),
    (Topic::NoPieces, "C.4.2.3"),
    (Topic::Resignation, "C.4.2.1"),
    (Topic::Agreement, "C.5.1"),
    (Topic::NobodyCanWin, "C.5.2"),
];

/// What the text says about the conduct of players; other texts about the same game do not inherit it.
const CONDUCT: Articles = &[(Topic::Refusal, "C.4.2.4"), (Topic::Gone, "C.4.2.1")];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "international",
    source: &super::TEXT_002,
    group: GameGroup::International,
    facts: Facts {
        draws: DrawSet::of(&["C.5.3.1", "C.5.3.2", "C.5.3.3", "C.5.3.4", "C.5.4", "C.5.5", "C.5.6"]),
        agreement_after: 40, // C.5.1
        ..FACTS
    },
    conventions: CONVENTIONS,
    articles: &[ARTICLES, CONDUCT],
    game_type: Some(20),
    ..Ruleset::DEFAULT
};
