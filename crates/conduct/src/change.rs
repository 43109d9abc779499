//! What events at a table lead to: changes, endings, refusals, and what people may do then.

use crate::clock::Millis;
use crate::turn::Impossible;
use crate::violation::Violation;
use damka_notation::Cell;
use damka_rules::{Colour, EndError, Move, Outcome, Position, Refusal, Square};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game: blocked, captured, drawn, resigned.
    Rules(Outcome),
    /// A side's time ran out (B.win.4).
    Flag(Colour),
    /// A side's time ran out, but the opponent cannot win and the players had agreed on mercy.
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
    /// The game does not count and is played again (A.violation.1).
    Annulled,
    /// The game was dropped before the second move.
    Dropped,
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
}

/// Incorrect behaviour: recorded, never punished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incorrect {
    /// Pieces were touched or put right during the opponent's turn (A.move.14).
    TouchedInOthersTurn,
    /// A capture was not shown piece by piece (A.capture.9).
    NotShown,
}

/// What an event changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A legal move was made.
    Moved {
        /// By whom.
        by: Colour,
        /// The move.
        mv: Move,
        /// The path that was shown.
        path: Vec<Square>,
        /// The position before it.
        before: Position,
    },
    /// A turn broke the rules; the opponent may have it corrected or let it stand.
    Violated {
        /// By whom.
        by: Colour,
        /// How.
        violations: Vec<Violation>,
    },
    /// The violation was undone, all of it.
    Corrected {
        /// Who had broken the rules.
        by: Colour,
        /// How.
        violations: Vec<Violation>,
    },
    /// The opponent moved on: the situation stands.
    Stands {
        /// Who had broken the rules.
        by: Colour,
    },
    /// A man got its crown.
    Crowned(Colour),
    /// The clock was given to a side without a completed move.
    ClockGiven(Colour),
    /// Behaviour that is recorded and has no consequence.
    Incorrect {
        /// Whose.
        by: Colour,
        /// What.
        what: Incorrect,
    },
    /// A draw is offered.
    Offered(Colour),
    /// An offer is off the table.
    Declined,
    /// A take-back is asked for.
    AskedBack(Colour),
    /// So many half-moves were taken back.
    TookBack(usize),
    /// A player insists on the rules (A.violation.6).
    Insisted(Colour),
    /// A player left.
    Left(Colour),
    /// A player came back.
    Returned(Colour),
    /// The board was put right after a disturbance.
    Restored,
    /// The clocks were paused.
    Paused,
    /// The clocks run again.
    Resumed,
    /// A clock was set by the arbiter.
    TimeSet(Colour, Millis),
    /// "Neither side can win" is claimed, and waits for an answer.
    ClaimedNoWin(Colour),
    /// The game is over.
    Ended(Ending),
}

/// Why an event was not accepted. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The game is over.
    Over(Ending),
    /// Earlier than the last event.
    TimeBackward,
    /// Not this actor's to do.
    NotYours,
    /// It is the opponent's turn.
    NotYourTurn,
    /// Nothing was moved.
    NothingMoved,
    /// Another piece was touched and must be played (A.move.11).
    OtherPieceBound,
    /// Hands cannot do this.
    Impossible(Impossible),
    /// The move is not legal here; strict games refuse it.
    Illegal(Refusal),
    /// The squares fit several moves.
    Ambiguous(Vec<Move>),
    /// The cell is not played.
    NotPlayed(Cell),
    /// Not in this manner of play.
    OtherManner,
    /// No violation is open that this player may decide about.
    NothingToCorrect,
    /// A draw has been offered already.
    AlreadyOffered,
    /// There is no offer, claim or question to answer.
    NothingToAnswer,
    /// The game cannot be ended so.
    End(EndError),
    /// The opponent has not been gone for a minute.
    NotGoneLong,
    /// The second move has been made.
    TooLateToDrop,
    /// The clocks do not allow it.
    Clock,
}

/// What somebody may do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// Make a move.
    Move,
    /// Have the open violation corrected.
    Demand,
    /// Let it stand by moving.
    LetStand,
    /// Crown the opponent's man.
    Crown,
    /// Press the clock.
    Press,
    /// Offer a draw.
    Offer,
    /// Accept or decline what is offered or asked.
    Answer,
    /// Claim a draw by the rules.
    ClaimDraw,
    /// Claim because the opponent is gone.
    ClaimGone,
    /// Ask for a take-back.
    AskBack,
    /// Drop the game.
    Drop,
    /// Resign.
    Resign,
}
