//! `corners`: Corners (Ugolki), the fifth extra game of text 003: a race on all 64 squares (rules.md 8.17).

use crate::draws::DrawSet;
use crate::facts::{Facts, Movement, RaceFacts, StartingPieces};
use crate::ruleset::{Articles, GameGroup, Ruleset, Topic};

const ARTICLES: Articles = &[
    (Topic::Board, "D.5.corners.1"),
    (Topic::Setup, "D.5.corners.1"),
    (Topic::First, "D.first.1"),
    (Topic::Turn, "D.5.corners.3"),
    (Topic::RaceMove, "D.5.corners.3"),
    (Topic::RaceWin, "D.5.corners.2"),
    (Topic::NoMove, "D.5.corners.4"),
];

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "corners",
    source: &super::TEXT_003.extra_game(5),
    group: GameGroup::Ozornye,
    first_is_agreed: true, // D.first.1
    facts: Facts {
        movement: Movement::Race(RaceFacts::DEFAULT),
        start: StartingPieces::Camps,                                   // D.5.corners.1
        draws: DrawSet::of(&["D.5.corners.4", "D.5.corners.4b"]),       // D.5.corners.4
        ..Facts::DEFAULT
    },
    articles: &[ARTICLES],
    ..Ruleset::DEFAULT
};
