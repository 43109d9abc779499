//! Every draw rule of the texts and federations, as rules.md 8.6 decides them.

use super::Condition::{self, AgainstKing, AgainstKingOnRoad};
use super::Counts::{self, Plies, StrongerSide};
use super::{Counted, DrawKind, DrawRule, Forces, Restarts};

const fn kings_only(id: &'static str, plies: u16) -> DrawRule {
    let restarts = Restarts::ManOrCapture;
    counted(id, Condition::Always, Plies, restarts, plies)
}

const fn against_king(id: &'static str, condition: Condition, counts: Counts, full: u16) -> DrawRule {
    counted(id, condition, counts, Restarts::Never, full)
}

const fn unchanged_balance(id: &'static str, least: u8, most: u8, plies: u16) -> DrawRule {
    counted(id, Condition::BothHaveKings(least, most), Plies, Restarts::Balance, plies)
}

const fn counted(id: &'static str, condition: Condition, counts: Counts, restarts: Restarts, full: u16) -> DrawRule {
    DrawRule::new(id, DrawKind::Counted(Counted { condition, counts, restarts, full, only_off_road: false }))
}

const fn repetition(id: &'static str) -> DrawRule {
    DrawRule::new(id, DrawKind::Repetition(3))
}

/// (kings, men) of the stronger side.
const TWO: Forces = Forces::OneOf(&[(2, 0), (1, 1)]);
const TWO_OR_ONE: Forces = Forces::OneOf(&[(2, 0), (1, 1), (1, 0)]);
const ONE: Forces = Forces::OneOf(&[(1, 0)]);
const THREE_KINGS: Forces = Forces::OneOf(&[(3, 0)]);
const THREE_WITH_MEN: Forces = Forces::OneOf(&[(2, 1), (1, 2)]);
const THREE: Forces = Forces::OneOf(&[(3, 0), (2, 1), (1, 2)]);

/// Every draw rule (rules.md 8.6). A ruleset names those it has; house rules choose from them.
pub static CATALOGUE: &[DrawRule] = &[
    // Text 000.
    repetition("A.draw.1"),
    kings_only("A.draw.2", 30),
    against_king("A.draw.3", AgainstKing(TWO_OR_ONE), Plies, 10),
    // Text 001.
    repetition("B.draw.3"),
    against_king("B.draw.4", AgainstKing(Forces::KingsOnly(3)), StrongerSide, 15),
    unchanged_balance("B.draw.5", 2, 64, 30),
    kings_only("B.draw.6", 30),
    // Text 002.
    against_king("C.5.3.1", AgainstKingOnRoad(THREE_KINGS), StrongerSide, 5),
    against_king("C.5.3.2", AgainstKingOnRoad(THREE_WITH_MEN), StrongerSide, 5),
    against_king("C.5.3.3", AgainstKing(TWO), StrongerSide, 5),
    against_king("C.5.3.4", AgainstKing(ONE), Plies, 10),
    DrawRule::new(
        "C.5.4",
        DrawKind::Counted(Counted {
            condition: AgainstKing(THREE_KINGS),
            counts: StrongerSide,
            restarts: Restarts::Never,
            full: 16,
            only_off_road: true,
        }),
    ),
    kings_only("C.5.5", 50),
    repetition("C.5.6"),
    // FMJD, international draughts. The articles of the last two are not known by number.
    repetition("FMJD.6.1"),
    kings_only("FMJD.6.2", 50),
    against_king("FMJD.three-v-one", AgainstKing(THREE), Plies, 32).of_article("FMJD"),
    against_king("FMJD.two-v-one", AgainstKing(TWO_OR_ONE), Plies, 10).of_article("FMJD"),
    // FMJD-64 and IDF, Russian and Brazilian draughts.
    repetition("FMJD64.7.2.3"),
    against_king("FMJD64.7.2.4", AgainstKing(Forces::KingsOnly(3)), StrongerSide, 15),
    kings_only("FMJD64.7.2.5", 30),
    unchanged_balance("FMJD64.7.2.6", 4, 5, 60),
    unchanged_balance("FMJD64.7.2.6b", 6, 7, 120).of_article("FMJD64.7.2.6"),
    against_king("FMJD64.7.2.7", AgainstKingOnRoad(THREE), StrongerSide, 5),
    against_king("FMJD64.7.2.8", AgainstKing(TWO), StrongerSide, 5),
    against_king("FMJD64.7.2.8b", AgainstKing(ONE), Plies, 10).of_article("FMJD64.7.2.8"),
    // WCDF, FID and the Spanish federation.
    repetition("WCDF.1.32.1"),
    kings_only("WCDF.1.32.2", 80),
    repetition("FID.9.3"),
    kings_only("FID.10.4", 80),
    repetition("Spain.repetition").of_article("Spain"),
    // In no text: added where a game could go on for ever.
    repetition("added.repetition").added(),
    kings_only("added.40", 80).added(),
    kings_only("added.20", 40).added(),
    // Text 003, corners.
    DrawRule::new("D.5.corners.4", DrawKind::RepeatedMove(4)),
    DrawRule::new("D.5.corners.4b", DrawKind::Blockade).of_article("D.5.corners.4"),
];
