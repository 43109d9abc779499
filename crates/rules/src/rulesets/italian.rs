//! `italian`: Italian draughts by the federation FID.

use crate::draws::DrawSet;
use crate::facts::{
    CaptureSign, Corner, Crowning, Facts, KingRange, ManCapture, MoveFacts, Movement, Naming, Priority, YesNo,
};
use crate::ruleset::{Articles, Ruleset, Topic};

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
    (Topic::Setup, "FID.2"),
    (Topic::First, "FID.4"),
    (Topic::Turn, "FID.4"),
    (Topic::ManStep, "FID.4"),
    (Topic::KingStep, "FID.4.7"),
    (Topic::Duty, "FID.6"),
    (Topic::ManJump, "FID.5"),
    (Topic::ManBackward, "FID.5.3a"),
    (Topic::ManTakesKing, "FID.5.3b"),
    (Topic::KingJump, "FID.5"),
    (Topic::GoOn, "FID.6"),
    (Topic::Once, "FID.5"),
    (Topic::OwnPieces, "FID.5"),
    (Topic::Choice, "FID.6.6"),
    (Topic::Crown, "FID.4"),
    (Topic::CrownInPassing, "FID.5"),
    (Topic::CrownQuiet, "FID.4"),
    (Topic::NoMove, "FID.9"),
    (Topic::NoPieces, "FID.9"),
    (Topic::Resignation, "FID.9"),
    (Topic::Agreement, "FID.9"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "italian",
    text: "FID",
    facts: Facts {
        movement: Movement::Draughts(MOVES),
        corner: Corner::Right,   // FID.2.3
        naming: Naming::FarLeft,
        capture_sign: CaptureSign::Cross,
        draws: DrawSet::of(&["FID.9.3", "FID.10.4"]),
        ..Facts::DEFAULT
    },
    articles: &[ARTICLES],
    game_type: Some(22),
    ..Ruleset::DEFAULT
};
