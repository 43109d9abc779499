//! `english`: English draughts (checkers) by the world federation WCDF.

use crate::board::Colour;
use crate::draws::DrawSet;
use crate::facts::{CaptureSign, Conventions, Crowning, Facts, KingRange, ManCapture, MoveFacts, Movement, Naming};
use crate::ruleset::{Articles, GameGroup, Ruleset, Source, Topic};

pub(crate) const MOVES: MoveFacts = MoveFacts {
    man_capture: ManCapture::Forward, // WCDF.1.18
    king: KingRange::Short,           // WCDF.1.17
    crowning: Crowning::Stop,         // WCDF.1.19
    ..MoveFacts::DEFAULT
};

const DRAWS: DrawSet = DrawSet::of(&["WCDF.1.32.1", "WCDF.1.32.2"]);

const ARTICLES: Articles = &[
    (Topic::Board, "WCDF.1.1"),
    (Topic::Setup, "WCDF.1.11"),
    (Topic::First, "WCDF"),
    (Topic::Turn, "WCDF"),
    (Topic::ManStep, "WCDF"),
    (Topic::KingStep, "WCDF.1.17"),
    (Topic::Duty, "WCDF"),
    (Topic::ManJump, "WCDF"),
    (Topic::ManBackward, "WCDF.1.18"),
    (Topic::ManTakesKing, "WCDF.1.18"),
    (Topic::KingJump, "WCDF"),
    (Topic::GoOn, "WCDF"),
    (Topic::Once, "WCDF.1.19"),
    (Topic::OwnPieces, "WCDF"),
    (Topic::Choice, "WCDF.1.20"),
    (Topic::Crown, "WCDF"),
    (Topic::CrownInPassing, "WCDF.1.19"),
    (Topic::CrownQuiet, "WCDF"),
    (Topic::NoMove, "WCDF"),
    (Topic::NoPieces, "WCDF"),
    (Topic::Resignation, "WCDF"),
    (Topic::Agreement, "WCDF"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "english",
    source: &Source::federation("WCDF"),
    group: GameGroup::World,
    facts: Facts {
        movement: Movement::Draughts(MOVES),
        first: Colour::Black, // WCDF, rules.md 8.23
        draws: DRAWS,
        ..Facts::DEFAULT
    },
    conventions: Conventions {
        naming: Naming::FarLeft, // WCDF.1.5
        capture_sign: CaptureSign::Cross,
        ..Conventions::DEFAULT
    },
    on_claim: DRAWS,
    articles: &[ARTICLES],
    game_type: Some(21),
    ..Ruleset::DEFAULT
};
