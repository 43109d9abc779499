//! How a game ends.

use crate::worded::worded;
use damka_rules::{Colour, EndReason, Outcome};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game: blocked, captured, drawn, resigned.
    Rules(Outcome),
    /// A side's time ran out (B.win.4).
    Flag(Colour),
    /// A side's time ran out, but the opponent cannot win and the players had agreed that this is a draw.
    FlagWithoutWin(Colour),
    /// A side refuses to keep the rules (A.result.2d, C.4.2.4).
    Refusal(Colour),
    /// A side broke the rules of the tournament (B.win.5).
    Penalty(Colour),
    /// A side was gone for too long (A.result.2a).
    Gone(Colour),
    /// A side was gone, and the other took a draw.
    GoneDraw(Colour),
    /// The arbiter declared that neither side can win.
    ArbiterDraw,
    /// The arbiter awarded an unfinished game to a side.
    Awarded(Colour),
    /// The game does not count and is played again (A.violation.1).
    Annulled,
    /// The game was dropped before the second move.
    Dropped,
}

worded! {
    /// Why a game ended, without whom it was about.
    pub enum EndingKind {
        /// A side has no pieces.
        NoPieces = "no-pieces",
        /// A side has no move.
        NoMoves = "no-moves",
        /// Corners: a side has arrived.
        Arrived = "arrived",
        /// Corners: both have arrived.
        BothArrived = "both-arrived",
        /// Corners: a side still had pieces at home.
        AtHome = "at-home",
        /// A draw rule.
        DrawRule = "draw-rule",
        /// The players agreed.
        Agreement = "agreement",
        /// Neither side can win.
        NobodyCanWin = "nobody-can-win",
        /// A side resigned.
        Resignation = "resignation",
        /// A side's time ran out.
        Flag = "flag",
        /// A side's time ran out, but the opponent cannot win.
        FlagWithoutWin = "flag-without-win",
        /// A side refuses to keep the rules.
        Refusal = "refusal",
        /// A side broke the rules of the tournament.
        Penalty = "penalty",
        /// A side was gone for too long.
        Gone = "gone",
        /// A side was gone, and the other took a draw.
        GoneDraw = "gone-draw",
        /// The arbiter declared a draw.
        ArbiterDraw = "arbiter-draw",
        /// The arbiter awarded the unfinished game.
        Awarded = "awarded",
        /// The game does not count.
        Annulled = "annulled",
        /// The game was dropped at its beginning.
        Dropped = "dropped",
    }
}

impl Ending {
    /// Who won.
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        match self {
            Ending::Rules(outcome) => outcome.winner,
            Ending::Flag(loser) | Ending::Refusal(loser) | Ending::Penalty(loser) | Ending::Gone(loser) => {
                Some(loser.other())
            }
            Ending::Awarded(winner) => Some(*winner),
            Ending::FlagWithoutWin(_)
            | Ending::GoneDraw(_)
            | Ending::ArbiterDraw
            | Ending::Annulled
            | Ending::Dropped => None,
        }
    }

    /// Whether the game counts at all.
    #[must_use]
    pub fn counts(&self) -> bool {
        !matches!(self, Ending::Annulled | Ending::Dropped)
    }

    /// Why it ended, in a word that is kept.
    #[must_use]
    pub fn kind(&self) -> EndingKind {
        match self {
            Ending::Rules(outcome) => match outcome.reason {
                EndReason::NoPieces(_) => EndingKind::NoPieces,
                EndReason::NoMoves(_) => EndingKind::NoMoves,
                EndReason::Arrived(_) => EndingKind::Arrived,
                EndReason::BothArrived => EndingKind::BothArrived,
                EndReason::AtHome(_) => EndingKind::AtHome,
                EndReason::Draw(_) => EndingKind::DrawRule,
                EndReason::Agreement => EndingKind::Agreement,
                EndReason::NobodyCanWin => EndingKind::NobodyCanWin,
                EndReason::Resignation(_) => EndingKind::Resignation,
            },
            Ending::Flag(_) => EndingKind::Flag,
            Ending::FlagWithoutWin(_) => EndingKind::FlagWithoutWin,
            Ending::Refusal(_) => EndingKind::Refusal,
            Ending::Penalty(_) => EndingKind::Penalty,
            Ending::Gone(_) => EndingKind::Gone,
            Ending::GoneDraw(_) => EndingKind::GoneDraw,
            Ending::ArbiterDraw => EndingKind::ArbiterDraw,
            Ending::Awarded(_) => EndingKind::Awarded,
            Ending::Annulled => EndingKind::Annulled,
            Ending::Dropped => EndingKind::Dropped,
        }
    }
}
