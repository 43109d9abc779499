//! Positions and moves as the protocol writes them.
//!
//! Every board is numbered alike: 1 is the played square at the far left as White sees the board, the last number the
//! one at the near right. This is what other programs expect, also of games that number their own squares otherwise.

use damka_notation::moves::{MoveTable, PASS, Unresolved};
use damka_notation::{Numbering, SquareNames};
use damka_rules::{Choice, Colour, Kind, Move, Piece, Position, Ruleset, Setup};
use std::fmt;

/// Why a text is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The side to move is missing or neither `W` nor `B`.
    BadTurn,
    /// There is not one letter for every square.
    Length {
        /// How many letters there must be, the side to move included.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A letter that is not a piece.
    BadLetter(char),
    /// The pieces cannot stand so; the names of the flaws.
    Flawed(Vec<&'static str>),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::BadTurn => write!(f, "a position begins with W or B"),
            PositionError::Length { expected, found } => {
                write!(f, "this position needs {expected} letters and has {found}")
            }
            PositionError::BadLetter(letter) => write!(f, "{letter:?} is not a letter of a position"),
            PositionError::Flawed(flaws) => write!(f, "the position is illegal: {}", flaws.join(", ")),
        }
    }
}

impl std::error::Error for PositionError {}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The text, cut if it is long.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.text, self.reason)
    }
}

impl std::error::Error for MoveError {}

/// The numbers of a game's squares in this protocol.
fn names(ruleset: &Ruleset) -> SquareNames {
    numbered(ruleset, Numbering::FarLeft)
}

fn numbered(ruleset: &Ruleset, numbering: Numbering) -> SquareNames {
    SquareNames::of(ruleset).with_numbering(numbering)
}

/// Reads a position: `W` or `B`, then one of `w b W B e` for every square.
///
/// ```
/// use damka_protocols::hub;
/// let spanish = damka_rules::Ruleset::named("spanish").unwrap();
/// let start = format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
/// assert_eq!(hub::read_position(&start, &spanish), Ok(spanish.start()));
/// ```
///
/// # Errors
/// If the text has another form, or the pieces cannot stand so.
pub fn read_position(text: &str, ruleset: &Ruleset) -> Result<Position, PositionError> {
    let names = names(ruleset);
    let mut letters = text.chars();
    let to_move = match letters.next() {
        Some('W') => Colour::White,
        Some('B') => Colour::Black,
        _ => return Err(PositionError::BadTurn),
    };
    let (expected, found) = (names.count() + 1, text.chars().count());
    if expected != found {
        return Err(PositionError::Length { expected, found });
    }
    let mut position = Position::empty(to_move);
    for (square, letter) in names.by_number().zip(letters) {
        position.set(square, piece(letter)?);
    }
    let checked = Setup::from(position).validate(ruleset, &[]);
    checked.map_err(|error| PositionError::Flawed(error.flaws.iter().map(|flaw| flaw.kind().name()).collect()))
}

/// Writes a position.
#[must_use]
pub fn write_position(position: &Position, ruleset: &Ruleset) -> String {
    let squares = names(ruleset).by_number().map(|square| letter(position.piece(square)));
    std::iter::once(side(position.to_move())).chain(squares).collect()
}

/// Writes a move: `32-28`, or `28x19x23` with every captured square after the last one.
#[must_use]
pub fn write_move(mv: Move, ruleset: &Ruleset) -> String {
    write_move_numbered(mv, ruleset, Numbering::FarLeft)
}

/// Writes a move for a program with this numbering of squares.
#[must_use]
pub fn write_move_numbered(mv: Move, ruleset: &Ruleset, numbering: Numbering) -> String {
    if mv.is_null() {
        return PASS.to_owned();
    }
    let names = numbered(ruleset, numbering);
    let sign = if mv.is_capture() { "x" } else { "-" };
    let squares = [mv.from(), mv.to()].into_iter().chain(mv.captured());
    squares.map(|square| names.number(square).to_string()).collect::<Vec<_>>().join(sign)
}

/// Finds the legal move that a text means; the captured squares may stand in any order.
///
/// Two captures may differ only in whether a man is crowned on its way. The protocol has no words for that; the one
/// that crowns is meant then.
///
/// # Errors
/// If there is no such move.
pub fn read_move(text: &str, ruleset: &Ruleset, position: &Position) -> Result<Move, MoveError> {
    read_move_numbered(text, ruleset, position, Numbering::FarLeft)
}

/// Like [`read_move`], from a program with this numbering of squares.
///
/// # Errors
/// If there is no such move.
pub fn read_move_numbered(
    text: &str,
    ruleset: &Ruleset,
    position: &Position,
    numbering: Numbering,
) -> Result<Move, MoveError> {
    let table = MoveTable::new(ruleset, position).with_names(numbered(ruleset, numbering));
    let refuse = |error: Unresolved| MoveError { text: text.chars().take(80).collect(), reason: error.to_string() };
    match table.resolve_hub(text) {
        Ok(mv) => Ok(mv),
        Err(Unresolved::Ambiguous { candidates }) => {
            crowning_twin(&candidates).ok_or_else(|| refuse(Unresolved::Ambiguous { candidates }))
        }
        Err(error) => Err(refuse(error)),
    }
}

/// Of two captures that are written alike, the one that crowns.
fn crowning_twin(candidates: &[Move]) -> Option<Move> {
    let first = candidates.first()?;
    let alike = candidates.iter().all(|other| other.captured() == first.captured() && other.from() == first.from());
    candidates.iter().copied().find(|mv| mv.promotes()).filter(|_| alike)
}

fn piece(letter: char) -> Result<Option<Piece>, PositionError> {
    let (colour, kind) = match letter {
        'e' => return Ok(None),
        'w' => (Colour::White, Kind::Man),
        'W' => (Colour::White, Kind::King),
        'b' => (Colour::Black, Kind::Man),
        'B' => (Colour::Black, Kind::King),
        _ => return Err(PositionError::BadLetter(letter)),
    };
    Ok(Some(Piece { colour, kind }))
}

fn letter(piece: Option<Piece>) -> char {
    match piece {
        None => 'e',
        Some(Piece { colour, kind: Kind::King }) => side(colour),
        Some(Piece { colour, kind: Kind::Man }) => side(colour).to_ascii_lowercase(),
    }
}

fn side(colour: Colour) -> char {
    match colour {
        Colour::White => 'W',
        Colour::Black => 'B',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_rules::Game;
    use proptest::prelude::*;

    fn ruleset(id: &str) -> Ruleset {
        Ruleset::named(id).unwrap()
    }

    #[test]
    fn the_first_square_is_at_the_far_left_of_every_board() {
        for (id, first, last) in [
            ("russian", "b8", "g1"),
            ("english", "b8", "g1"),
            ("international", "b10", "i1"),
            ("spanish", "a8", "h1"),
            ("italian", "a8", "h1"),
            ("simple", "a8", "h1"),
            ("corners", "a8", "h1"),
        ] {
            let names = names(&ruleset(id));
            let algebraic = |number| names.algebraic(names.numbered(number).unwrap());
            assert_eq!(algebraic(1), first, "{id}");
            assert_eq!(algebraic(names.count()), last, "{id}");
        }
    }

    #[test]
    fn black_stands_first_at_the_start_of_every_game() {
        for ruleset in Ruleset::all() {
            let start = write_position(&ruleset.start(), ruleset);
            assert_eq!(start.len(), ruleset.board().squares().len() as usize + 1, "{}", ruleset.id());
            assert_eq!(read_position(&start, ruleset), Ok(ruleset.start()), "{}", ruleset.id());
            let far = start[1..].find(['b', 'w']).unwrap();
            assert!(start[1..][far..].starts_with('b'), "{}: {start}", ruleset.id());
        }
    }

    #[test]
    fn moves_as_the_protocol_text_writes_them() {
        let international = ruleset("international");
        let mut game = Game::new(international);
        for text in ["32-28", "17-22", "28x17x22", "12x21x17"] {
            let mv = read_move(text, &international, game.position()).unwrap();
            assert_eq!(write_move(mv, &international), text);
            game.play(mv).unwrap();
        }
        // The Spanish board is numbered from the near right by its own players; here 1 is at the far left.
        let spanish = ruleset("spanish");
        let mv = read_move("21-17", &spanish, &spanish.start()).unwrap();
        assert_eq!(write_move(mv, &spanish), "21-17");
        assert!(read_move("9-13", &spanish, &spanish.start()).is_err());
    }

    #[test]
    fn captured_squares_in_any_order() {
        let international = ruleset("international");
        let mut position = Position::empty(Colour::White);
        let names = names(&international);
        let mut put = |number, letter| position.set(names.numbered(number).unwrap(), piece(letter).unwrap());
        put(4, 'W');
        [13, 20, 32, 37].into_iter().for_each(|number| put(number, 'b'));
        for mv in international.legal_moves(&position) {
            let text = write_move(mv, &international);
            assert_eq!(read_move(&text, &international, &position), Ok(mv), "{text}");
            let mut parts: Vec<&str> = text.split('x').collect();
            parts[2..].reverse();
            assert_eq!(read_move(&parts.join("x"), &international, &position), Ok(mv), "{text}");
        }
    }

    #[test]
    fn wrong_positions_are_named() {
        let russian = ruleset("russian");
        let position = |text: &str| read_position(text, &russian).unwrap_err();
        assert_eq!(position(""), PositionError::BadTurn);
        assert_eq!(position("X"), PositionError::BadTurn);
        assert_eq!(position("Wb"), PositionError::Length { expected: 33, found: 2 });
        assert_eq!(position(&format!("W{}", "ё".repeat(32))), PositionError::BadLetter('ё'));
        assert!(matches!(position(&format!("W{}", "w".repeat(32))), PositionError::Flawed(_)));
        assert!(matches!(position(&format!("W{}", "e".repeat(32))), PositionError::Flawed(_)));
    }

    proptest! {
        #[test]
        fn every_position_and_move_of_random_games_reads_back(
            at in 0..Ruleset::all().len(), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60)
        ) {
            let ruleset = &Ruleset::all()[at];
            let mut game = Game::new(*ruleset);
            for choice in choices {
                let legal = game.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let position = *game.position();
                prop_assert_eq!(read_position(&write_position(&position, ruleset), ruleset), Ok(position));
                let mv = legal[choice.index(legal.len())];
                let read = read_move(&write_move(mv, ruleset), ruleset, &position).unwrap();
                prop_assert_eq!((read.from(), read.to(), read.captured()), (mv.from(), mv.to(), mv.captured()));
                game.play(mv).unwrap();
            }
        }

        #[test]
        fn any_text_is_refused_without_a_panic(at in 0..Ruleset::all().len(), text in ".{0,70}") {
            let ruleset = &Ruleset::all()[at];
            let _ = read_position(&text, ruleset);
            let _ = read_move(&text, ruleset, &ruleset.start());
        }
    }
}
