//! The position string of the Hub protocol: the side to move, then one letter for every square by number.

use super::{FenError, FenProblem, LONGEST, side_letter};
use crate::SquareNames;
use crate::span::Span;
use damka_rules::{Colour, Kind, Piece, Position, Ruleset};

/// Reads Hub's position string: `W` or `B`, then `w`, `b`, `W`, `B` or `e` for every square in the order of the numbers.
///
/// ```
/// use damka_notation::fen;
/// let international = damka_rules::Ruleset::named("international").unwrap();
/// let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
/// assert_eq!(fen::read_hub(&start, &international), Ok(international.start()));
/// ```
///
/// # Errors
/// If the length or a letter is wrong.
pub fn read_hub(text: &str, ruleset: &Ruleset) -> Result<Position, FenError> {
    let names = SquareNames::of(ruleset);
    let whole = Span::new(text);
    if text.len() > LONGEST {
        return Err(FenError::at(FenProblem::TooLong, whole));
    }
    let letters = whole.trim();
    let turn = letters.first().ok_or_else(|| FenError::at(FenProblem::NoTurn, letters))?;
    let to_move = match turn {
        'W' | 'w' => Colour::White,
        'B' | 'b' => Colour::Black,
        _ => return Err(FenError::at(FenProblem::BadTurn, letters)),
    };
    let expected = names.count() + 1;
    if letters.text().chars().count() != expected {
        let problem = FenProblem::HubLength { expected };
        return Err(FenError { problem, text: letters.text().to_owned(), at: letters.at() });
    }
    let mut position = Position::empty(to_move);
    let mut rest = letters.after_first();
    for square in names.by_number() {
        let piece = rest.first().and_then(piece_of).ok_or_else(|| FenError::at(FenProblem::Junk, rest))?;
        position.set(square, piece);
        rest = rest.after_first();
    }
    Ok(position)
}

/// Writes Hub's position string.
#[must_use]
pub fn write_hub(position: &Position, ruleset: &Ruleset) -> String {
    let squares = SquareNames::of(ruleset).by_number().map(|square| letter_of(position.piece(square)));
    std::iter::once(side_letter(position.to_move())).chain(squares).collect()
}

/// The piece of a letter; the outer `None` is a letter that means nothing, the inner one an empty square.
fn piece_of(letter: char) -> Option<Option<Piece>> {
    let (colour, kind) = match letter {
        'e' => return Some(None),
        'w' => (Colour::White, Kind::Man),
        'W' => (Colour::White, Kind::King),
        'b' => (Colour::Black, Kind::Man),
        'B' => (Colour::Black, Kind::King),
        _ => return None,
    };
    Some(Some(Piece { colour, kind }))
}

fn letter_of(piece: Option<Piece>) -> char {
    match piece {
        None => 'e',
        Some(Piece { colour, kind: Kind::King }) => side_letter(colour),
        Some(Piece { colour, kind: Kind::Man }) => side_letter(colour).to_ascii_lowercase(),
    }
}
