//! Errors in English, for programs that use this library and their logs. The club's own sentences, in three languages and
//! with the names of squares, are made from the same values in another crate.

use crate::board::Colour;
use crate::draws::DrawRule;
use crate::explain::Refusal;
use crate::facts::{Choice, Contradiction};
use crate::game::{EndError, EndReason, Outcome, PlayError};
use crate::ruleset::{Problem, RulesetError};
use crate::setup::{Flaw, OddsError, SetupError};
use core::error::Error;
use core::fmt::{self, Display, Formatter};

/// `White` or `Black`.
impl Display for Colour {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::White => "White",
            Colour::Black => "Black",
        })
    }
}

/// Reasons one after the other.
fn list<T: Display>(f: &mut Formatter<'_>, reasons: &[T]) -> fmt::Result {
    for (at, reason) in reasons.iter().enumerate() {
        write!(f, "{}{reason}", if at == 0 { "" } else { "; " })?;
    }
    Ok(())
}

impl Display for Contradiction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::PassNeedsBackwardCapture => {
                f.write_str("crowning=pass needs men that capture backward; crowning=stop says the same")
            }
            Contradiction::SwitchesWithoutEnemyMovers => {
                f.write_str("enemy-quiet, enemy-capture and enemy-duty need movers=either")
            }
            Contradiction::NoRows => f.write_str("each side needs at least one row of men"),
            Contradiction::RowsMeet { rows, most } => write!(f, "{rows} rows of men are too many: at most {most} fit"),
            Contradiction::NoPieces { colour } => write!(f, "{colour} starts without pieces"),
            Contradiction::ManOnCrowningRow { colour } => write!(f, "a man of {colour} starts on its crowning row"),
            Contradiction::SquaresShared => f.write_str("both sides start on the same square"),
            Contradiction::StartOfAnotherGame => f.write_str("camps belong to corners, rows and squares to draughts"),
            Contradiction::DrawOfAnotherGame { rule } => {
                write!(f, "the draw rule {rule} belongs to another kind of game")
            }
            Contradiction::DrawsAlike { first, second } => {
                write!(f, "the draw rules {first} and {second} count the same")
            }
        }
    }
}

impl Error for Contradiction {}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Problem::UnknownRuleset(id) => write!(f, "unknown ruleset {id:?}"),
            Problem::UnknownFact(name) => write!(f, "unknown fact {name:?}"),
            Problem::NotAFact(text) => write!(f, "{text:?} is not of the form name=value"),
            Problem::FactTwice(fact) => write!(f, "{} is given twice", fact.name()),
            Problem::FixedFact(fact) => write!(f, "{} can be changed only in house rules", fact.name()),
            Problem::Fact(error) => error.fmt(f),
            Problem::Contradiction(contradiction) => contradiction.fmt(f),
        }
    }
}

impl Error for Problem {}

impl Display for RulesetError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(f, &self.problems)
    }
}

impl Error for RulesetError {}

impl Display for Flaw {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::NoPieces => f.write_str("there are no pieces"),
            Flaw::TooManyPieces { colour, count, most } => {
                write!(f, "{colour} has {count} pieces, and starts with {most}")
            }
            Flaw::MenOnCrowningRow { colour, squares } => {
                write!(f, "{} uncrowned men of {colour} stand on their crowning row", squares.len())
            }
            Flaw::SquaresShared { squares } => write!(f, "{} squares hold two pieces", squares.len()),
            Flaw::OffTheBoard { squares } => write!(f, "{} pieces stand off the board", squares.len()),
            Flaw::KingsInRace { squares } => write!(f, "corners has no kings, and there are {}", squares.len()),
        }
    }
}

impl Error for Flaw {}

impl Display for SetupError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(f, &self.flaws)
    }
}

impl Error for SetupError {}

impl Display for OddsError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OddsError::NoPiece(_) => "a square of the odds holds no piece at the start",
            OddsError::Twice(_) => "a square of the odds is named twice",
            OddsError::BothSides(_) => "only one side gives odds",
            OddsError::Everything => "both sides must keep at least one piece",
        })
    }
}

impl Error for OddsError {}

impl Display for DrawRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side} won: {}", self.reason),
            None => write!(f, "the game is drawn: {}", self.reason),
        }
    }
}

impl Display for EndReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            EndReason::NoPieces(side) => write!(f, "{side} has no pieces"),
            EndReason::NoMoves(side) => write!(f, "{side} has no move"),
            EndReason::Arrived(side) => write!(f, "{side} has arrived in the other camp"),
            EndReason::BothArrived => f.write_str("both sides have arrived"),
            EndReason::AtHome(side) => write!(f, "{side} still has pieces at home"),
            EndReason::Draw(rule) => write!(f, "by the rule {rule}"),
            EndReason::Agreement => f.write_str("the players agreed"),
            EndReason::NobodyCanWin => f.write_str("neither side can win"),
            EndReason::Resignation(side) => write!(f, "{side} resigned"),
        }
    }
}

impl Display for PlayError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Over(outcome) => write!(f, "the game is over: {outcome}"),
            PlayError::Illegal(_) => f.write_str("the move is not legal here"),
            PlayError::WrongPath(_) => f.write_str("the move cannot be made on this path"),
        }
    }
}

impl Error for PlayError {}

impl Display for EndError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            EndError::Over(outcome) => write!(f, "the game is over: {outcome}"),
            EndError::TooEarly { moves } => write!(f, "a draw can be agreed after {moves} moves of each side"),
            EndError::NothingToClaim => f.write_str("no draw can be claimed"),
            EndError::NotProved => f.write_str("it is not proved that neither side can win"),
        }
    }
}

impl Error for EndError {}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Empty(_) => f.write_str("no piece stands there"),
            Refusal::NotYours(_) => f.write_str("the piece belongs to the opponent"),
            Refusal::Occupied(_) => f.write_str("another piece stands there"),
            Refusal::MustCapture { .. } => f.write_str("a capture is available, so you must capture"),
            Refusal::MustTakeMore { offered, best } => {
                write!(f, "{best} pieces must be captured, and this takes {offered}")
            }
            Refusal::MustUseKing { .. } => f.write_str("a king can capture, so a king must"),
            Refusal::MustTakeKings { offered, best } => {
                write!(f, "{best} kings must be captured, and this takes {offered}")
            }
            Refusal::MustTakeKingsFirst => f.write_str("the kings must be captured earlier"),
            Refusal::MustGoOn { .. } => f.write_str("the capture must continue"),
            Refusal::ManTakesKing => f.write_str("a man may not capture a king in this game"),
            Refusal::ManCapturesBackward => f.write_str("a man may not capture backward in this game"),
            Refusal::OwnPiece => f.write_str("your own pieces are not captured"),
            Refusal::KingTooFar => f.write_str("a king moves one square in this game"),
            Refusal::CrownedInPassing => {
                f.write_str("a man that reaches the last row while capturing does not go on as a king")
            }
            Refusal::OnlyToward => f.write_str("the opponent's pieces move only towards you"),
            Refusal::Twice(_) => f.write_str("no piece may be jumped twice"),
            Refusal::Blocked(_) => f.write_str("another piece is in the way"),
            Refusal::NotDiagonal => f.write_str("the squares are not on one diagonal"),
            Refusal::ManGoesBackward => f.write_str("a man does not move backward"),
            Refusal::ManTooFar => f.write_str("a man moves one square"),
            Refusal::Unreachable => f.write_str("the square cannot be reached by a step or by jumps"),
            Refusal::NoSuchMove => f.write_str("the piece cannot move there"),
        }
    }
}

impl Error for Refusal {}
