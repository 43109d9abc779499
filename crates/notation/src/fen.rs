//! Positions as text: the FEN of PDN, and Hub's string.
//!
//! The reader takes what is found in the world, the writer writes what the standard asks for. Neither asks whether a
//! position makes sense in a game: that is for the set-up checks of the rules.

mod hub;
mod reader;

pub use hub::{read_hub, write_hub};
pub use reader::{Extras, Fen, read_fully};

use crate::SquareNames;
use crate::span::Span;
use damka_rules::{Colour, Kind, Position, Ruleset};
use std::fmt;

/// The longest text that is read, in bytes.
pub const LONGEST: usize = 4096;

/// Reads a position.
///
/// Either order of the sides, empty or missing sides, ranges, `K` before or after the square, letters or numbers,
/// blanks, a final dot and the whole tag are all accepted. What lidraughts adds at the end is passed over; see
/// [`read_fully`] for it.
///
/// ```
/// use damka_notation::fen;
/// use damka_rules::Ruleset;
///
/// let russian = Ruleset::named("russian").unwrap();
/// let position = fen::read("B: Bg7, c5, d2 : W h6k.", &russian).unwrap();
/// assert_eq!(fen::write(&position, &russian), "B:WKh6:Bd2,c5,g7");
/// assert_eq!(fen::read("W:W21-32:B1-12", &russian).unwrap(), russian.start());
/// ```
///
/// # Errors
/// The first thing that is wrong, and where it stands.
pub fn read(text: &str, ruleset: &Ruleset) -> Result<Position, FenError> {
    let fen = read_fully(text, SquareNames::of(ruleset))?;
    fen.position().ok_or_else(|| FenError::at(FenProblem::NoPieces, Span::new(text).trim()))
}

/// Writes a position as the standard asks: White's squares before Black's, in the order of
/// [`SquareNames::in_order`], without blanks or ranges.
#[must_use]
pub fn write(position: &Position, ruleset: &Ruleset) -> String {
    let names = SquareNames::of(ruleset);
    let mut text = String::from(side_letter(position.to_move()));
    for colour in Colour::ALL {
        text.push(':');
        text.push(side_letter(colour));
        let own = names.in_order().filter_map(|square| Some(square).zip(position.piece(square)));
        for (at, (square, piece)) in own.filter(|(_, piece)| piece.colour == colour).enumerate() {
            if at > 0 {
                text.push(',');
            }
            if piece.kind == Kind::King {
                text.push('K');
            }
            text.push_str(names.name(square));
        }
    }
    text
}

fn side_letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'W',
        Colour::Black => 'B',
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// What is wrong.
    pub problem: FenProblem,
    /// The part of the text that is wrong; long ones are cut.
    pub text: String,
    /// The byte at which that part begins.
    pub at: usize,
}

/// What is wrong with a text that should be a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenProblem {
    /// More than [`LONGEST`] bytes.
    TooLong,
    /// The side to move is missing.
    NoTurn,
    /// The side to move is given as unknown (`?`).
    TurnUnknown,
    /// The side to move is neither W nor B.
    BadTurn,
    /// There is a side to move but neither side's pieces, not even an empty list.
    NoPieces,
    /// A side's pieces are listed twice.
    SideTwice,
    /// No square of this board.
    UnknownSquare,
    /// A cell of the board that is not played.
    NotPlayed,
    /// A square that already has a piece.
    SquareTwice,
    /// A range that does not run from a square to a later one.
    BadRange,
    /// A piece that has been jumped over but still stands (`G` and `P` of lidraughts): half a move is not a position.
    Jumped,
    /// A part that means nothing here.
    Junk,
    /// Hub's string has another length than the board asks for.
    HubLength {
        /// How many characters it needs, the side to move included.
        expected: usize,
    },
}

impl FenError {
    fn at(problem: FenProblem, part: Span<'_>) -> FenError {
        FenError { problem, text: part.quote(), at: part.at() }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FenError { problem, text, at } = self;
        match problem {
            FenProblem::TooLong => write!(f, "the position is longer than {LONGEST} bytes"),
            FenProblem::NoTurn => write!(f, "the side to move is missing"),
            FenProblem::TurnUnknown => write!(f, "the side to move is unknown"),
            FenProblem::BadTurn => write!(f, "{text:?} at byte {at} is not a side to move"),
            FenProblem::NoPieces => write!(f, "{text:?} gives no pieces"),
            FenProblem::SideTwice => write!(f, "{text:?} at byte {at} lists a side again"),
            FenProblem::UnknownSquare => write!(f, "{text:?} at byte {at} is not a square of this board"),
            FenProblem::NotPlayed => write!(f, "{text:?} at byte {at} is not a played square"),
            FenProblem::SquareTwice => write!(f, "{text:?} at byte {at} already has a piece"),
            FenProblem::BadRange => write!(f, "{text:?} at byte {at} is not a range of squares"),
            FenProblem::Jumped => write!(f, "{text:?} at byte {at} is a piece that has been jumped over"),
            FenProblem::Junk => write!(f, "{text:?} at byte {at} means nothing here"),
            FenProblem::HubLength { expected } => {
                write!(f, "the string needs {expected} characters, not {}", text.chars().count())
            }
        }
    }
}

impl std::error::Error for FenError {}

#[cfg(test)]
mod tests;
