//! What events at a table lead to: changes, refusals, and what people may do then.

use crate::clock::Millis;
use crate::ending::Ending;
use crate::people::{GameId, Place};
use crate::talk::Said;
use crate::turn::Impossible;
use crate::violation::Violation;
use crate::worded::worded;
use damka_notation::Cell;
use damka_rules::{Colour, EndError, Move, Position, Refusal, Square};

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
    /// A pause is asked for.
    AskedPause(Colour),
    /// Both agreed to a pause: the clocks stand.
    PauseAgreed,
    /// The agreed pause is over.
    PauseEnded,
    /// A player is on vacation from now on for so long.
    WentAway(Colour, Millis),
    /// A player's vacation is over.
    CameBack(Colour),
    /// A player insists on the rules (A.violation.6).
    Insisted(Colour),
    /// A player demanded a correction when there was nothing to correct.
    DemandedInVain(Colour),
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
    /// A flag has fallen, and whether the opponent can win is being looked up.
    FlagFell(Colour),
    /// So much time is charged to nobody, because no server ran.
    Credited(Millis),
    /// A player wants another game.
    RematchWanted(Colour),
    /// The other game was made.
    RematchMade(GameId),
    /// The game begins with this number of people on each side.
    Begun([Place; 2]),
    /// Something was said.
    Said(Box<Said>),
    /// The game is over.
    Ended(Ending),
}

/// Why something was not accepted. Nothing changed.
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
    /// The player has demanded corrections in vain too often: from now on only the arbiter rules on violations.
    NoMoreDemands,
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
    /// A flag has fallen; what follows is being looked up.
    FlagFell(Colour),
    /// The clock has not run out.
    ClockRuns,
    /// In games of days nobody has to stay at the table.
    OtherPace,
    /// Only games of days know it.
    OnlyOverDays,
    /// Both have agreed to a pause, which must end first.
    Paused,
    /// It was agreed that nobody goes on vacation in this game.
    NoVacation,
    /// The game is not over.
    NotOver,
    /// It has been asked or said before.
    AlreadyDone,
    /// The players agreed to take no move back.
    NoTakebacks,
    /// It was meant for an earlier state of the game.
    Stale,
    /// In this team the captain decides.
    CaptainDecides,
    /// In this team they take turns, and it is another one's.
    TeamMatesTurn,
    /// A team mate has moved already.
    TeamMateMoved,
    /// The seat is not shared.
    NoTeam,
    /// It was agreed not to talk.
    NoTalk,
    /// It was agreed to talk in ready phrases only.
    OnlyPhrases,
}

worded! {
    /// What somebody may do now.
    pub enum Right {
        /// Make a move.
        Move = "move",
        /// Have the open violation corrected.
        Demand = "demand",
        /// Let it stand by moving.
        LetStand = "let-stand",
        /// Crown the opponent's man.
        Crown = "crown",
        /// Press the clock.
        Press = "press",
        /// Offer a draw.
        Offer = "offer",
        /// Accept or decline what is offered or asked.
        Answer = "answer",
        /// Claim a draw by the rules.
        ClaimDraw = "claim-draw",
        /// Claim because the opponent is gone.
        ClaimGone = "claim-gone",
        /// Claim because the opponent's time has run out.
        ClaimFlag = "claim-flag",
        /// Ask for a pause.
        AskPause = "ask-pause",
        /// End the pause.
        EndPause = "end-pause",
        /// Ask for a take-back.
        AskBack = "ask-back",
        /// Drop the game.
        Drop = "drop",
        /// Resign.
        Resign = "resign",
        /// Decide as the arbiter.
        Rule = "rule",
    }
}
