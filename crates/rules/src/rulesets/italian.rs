//! `italian`: Italian draughts by the federation FID.

use crate::draws::DrawSet;
use crate::facts::{
    CaptureSign, Conventions, Corner, Crowning, Facts, KingRange, ManCapture, MoveFacts, Movement, Naming, Priority, YesNo,
};
use crate::ruleset::{Articles, GameGroup, Ruleset, Source, Topic};

pub(crate) const MOVES: MoveFacts = MoveFacts {
    man_capture: ManCapture::Forward, // FID.5.3a
    men_take_kings: YesNo::No,        // FID.5.3b
    king: KingRange::Short,           // FID.4.7
    crowning: Crowning::Stop,         // FID
    priority: Priority::Italian,      // FID.6.6 to 6.9
    ..MoveFacts::DEFAULT
};

const ARTICLES: Articles = &[
    (Topic::Board, "FID.2.3"),
    (Topic::Setup, "FID"),
    (Topic::First, "FID"),
    (Topic::Turn, "FID"),
    (Topic::ManStep, "FID"),
    (Topic::KingStep, "FID.4.7"),
    (Topic::Duty, "FID"),
    (Topic::ManJump, "FID"),
    (Topic::ManBackward, "FID.5.3a"),
    (Topic::ManTakesKing, "FID.5.3b"),
    (Topic::KingJump, "FID"),
    (Topic::GoOn, "FID"),
    (Topic::Once, "FID"),
    (Topic::OwnPieces, "FID"),
    (Topic::Choice, "FID.6.6"),
    (Topic::Crown, "FID"),
    (Topic::CrownInPassing, "FID"),
    (Topic::CrownQuiet, "FID"),
    (Topic::NoMove, "FID"),
    (Topic::NoPieces, "FID"),
    (Topic::Resignation, "FID"),
    (Topic::Agreement, "FID"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "italian",
    source: &Source::federation("FID"),
    group: GameGroup::World,
    facts: Facts {
        movement: Movement::Draughts(MOVES),
        draws: DrawSet::of(&["FID.9.3", "FID.10.4"]),
        ..Facts::DEFAULT
    },
    conventions: Conventions {
        corner: Corner::Right, // FID.2.3
        naming: Naming::FarLeft,
        capture_sign: CaptureSign::Cross,
        ..Conventions::DEFAULT
    },
    articles: &[ARTICLES],
    game_type: Some(22),
    ..Ruleset::DEFAULT
};
