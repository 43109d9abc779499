//! `spanish`: Spanish draughts by the Spanish federation.

use crate::draws::DrawSet;
use crate::facts::{CaptureSign, Conventions, Corner, Crowning, Facts, ManCapture, MoveFacts, Movement, Naming, Priority};
use crate::ruleset::{Articles, GameGroup, Ruleset, Source, Topic};

pub(crate) const MOVES: MoveFacts = MoveFacts {
    man_capture: ManCapture::Forward,
    crowning: Crowning::Stop,
    priority: Priority::MostKings,
    ..MoveFacts::DEFAULT
};

/// The federation's rules were not found with article numbers (rules.md 3.1).
const ARTICLES: Articles = &[
    (Topic::Board, "Spain"),
    (Topic::Setup, "Spain"),
    (Topic::First, "Spain"),
    (Topic::Turn, "Spain"),
    (Topic::ManStep, "Spain"),
    (Topic::KingStep, "Spain"),
    (Topic::Duty, "Spain"),
    (Topic::ManJump, "Spain"),
    (Topic::ManBackward, "Spain"),
    (Topic::ManTakesKing, "Spain"),
    (Topic::KingJump, "Spain"),
    (Topic::GoOn, "Spain"),
    (Topic::Once, "Spain"),
    (Topic::OwnPieces, "Spain"),
    (Topic::Choice, "Spain"),
    (Topic::Crown, "Spain"),
    (Topic::CrownInPassing, "Spain"),
    (Topic::CrownQuiet, "Spain"),
    (Topic::NoMove, "Spain"),
    (Topic::NoPieces, "Spain"),
    (Topic::Resignation, "Spain"),
    (Topic::Agreement, "Spain"),
    (Topic::NobodyCanWin, "Spain"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "spanish",
    source: &Source::federation("Spain"),
    group: GameGroup::World,
    facts: Facts {
        movement: Movement::Draughts(MOVES),
        draws: DrawSet::of(&["Spain.repetition", "added.20"]),
        ..Facts::DEFAULT
    },
    conventions: Conventions {
        corner: Corner::Right,
        naming: Naming::NearRight,
        capture_sign: CaptureSign::Cross,
        ..Conventions::DEFAULT
    },
    added: DrawSet::of(&["added.20"]),
    articles: &[ARTICLES],
    game_type: Some(24),
    ..Ruleset::DEFAULT
};
