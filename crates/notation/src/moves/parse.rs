//! The syntax of a move, before anything is known of the board.

use crate::letters::{is_dash, latin};
use crate::span::Span;
use std::fmt;

/// The longest text that is read as a move, in bytes.
pub const LONGEST: usize = 512;

/// A text with the form of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveText {
    /// The turn passes.
    Pass,
    /// Squares, at least two, the first of which may be a column alone.
    Squares {
        /// The squares in the order in which they are named.
        places: Vec<Place>,
        /// The sign between them; a capture's if there is one. `None` for texts such as `c3d4`.
        sign: Option<Sign>,
    },
}

/// A square as named in a move. Whether the board has it is not yet known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A name such as `c3` or `32`, spelled as in the text.
    Square(String),
    /// The letter of a column, as in `cd4`.
    Column(char),
}

/// The sign between the squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// A dash.
    Quiet,
    /// A colon or a cross.
    Capture,
}

/// Why a text has not the form of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError {
    /// What is wrong.
    pub problem: MoveTextProblem,
    /// The part of the text that is wrong; long ones are cut.
    pub text: String,
    /// The byte at which that part begins.
    pub at: usize,
}

/// What is wrong with a text that should be a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveTextProblem {
    /// There is nothing.
    Empty,
    /// More than [`LONGEST`] bytes.
    TooLong,
    /// One square alone.
    NoDestination,
    /// A sign without a square before or after it.
    NoSquare,
    /// A letter without a rank, where a whole square is needed.
    HalfSquare,
    /// A character that no move has.
    Junk,
}

impl MoveTextError {
    fn at(problem: MoveTextProblem, part: Span<'_>) -> MoveTextError {
        MoveTextError { problem, text: part.quote(), at: part.at() }
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveTextError { problem, text, at } = self;
        match problem {
            MoveTextProblem::Empty => write!(f, "there is no move"),
            MoveTextProblem::TooLong => write!(f, "the move is longer than {LONGEST} bytes"),
            MoveTextProblem::NoDestination => write!(f, "{text:?} names one square only"),
            MoveTextProblem::NoSquare => write!(f, "a square is missing beside {text:?} at byte {at}"),
            MoveTextProblem::HalfSquare => write!(f, "{text:?} at byte {at} is only half a square"),
            MoveTextProblem::Junk => write!(f, "{text:?} at byte {at} belongs to no move"),
        }
    }
}

impl std::error::Error for MoveTextError {}

/// Parts a move from the marks behind it: `c7:h4x` into `c7:h4` and `x`, `32-28?!` into `32-28` and `?!`.
///
/// ```
/// use damka_notation::moves::strip_marks;
/// assert_eq!(strip_marks("c7:h4х"), ("c7:h4", "х"));
/// assert_eq!(strip_marks("32-28 (?)"), ("32-28", "(?)"));
/// ```
#[must_use]
pub fn strip_marks(text: &str) -> (&str, &str) {
    let is_mark = |letter: char| matches!(letter, '!' | '?' | '=' | '+' | '#' | '(' | ')') || latin(letter) == 'x';
    let body = text.trim_end_matches(|letter: char| is_mark(letter) || letter.is_whitespace());
    let marks = text.get(body.len()..).unwrap_or_default();
    (body.trim_start(), marks.trim())
}

/// Reads the form of a move: `c3-d4`, `b4:d6:f8`, `26 х 17 х 28`, `cd4`, `b:d4`, `c3d4`, `3228`, `--`. Marks behind it
/// are passed over.
///
/// # Errors
/// If the text has no such form.
pub fn parse(text: &str) -> Result<MoveText, MoveTextError> {
    let whole = Span::new(text);
    if text.len() > LONGEST {
        return Err(MoveTextError::at(MoveTextProblem::TooLong, whole));
    }
    let (body, _) = strip_marks(text);
    let start = text.len() - text.trim_start().len();
    let tokens = tokens(whole.part(start, body.len()))?;
    if let [Token::Sign(Sign::Quiet, _), Token::Sign(Sign::Quiet, _)] = tokens[..] {
        return Ok(MoveText::Pass);
    }
    check_signs(&tokens)?;
    check_places(&tokens, whole)?;
    let places = places(&tokens);
    if places.len() < 2 {
        return Err(MoveTextError::at(MoveTextProblem::NoDestination, whole.trim()));
    }
    Ok(MoveText::Squares { places, sign: sign(&tokens) })
}

#[derive(Clone, Copy)]
enum Token<'a> {
    Square(Span<'a>),
    Column(char, Span<'a>),
    Sign(Sign, Span<'a>),
}

fn tokens(text: Span<'_>) -> Result<Vec<Token<'_>>, MoveTextError> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.first() {
        let after = rest.after_first();
        let one = rest.before(after);
        let (token, next) = match first {
            _ if is_dash(first) => (Token::Sign(Sign::Quiet, one), after),
            ':' | '×' => (Token::Sign(Sign::Capture, one), after),
            _ if latin(first) == 'x' => (Token::Sign(Sign::Capture, one), after),
            _ if first.is_ascii_digit() || first.is_alphabetic() => {
                let next = after.skip_while(|letter| letter.is_ascii_digit());
                let name = rest.before(next);
                let is_column = first.is_alphabetic() && next.at() == after.at();
                (if is_column { Token::Column(first, name) } else { Token::Square(name) }, next)
            }
            _ => return Err(MoveTextError::at(MoveTextProblem::Junk, one)),
        };
        found.push(token);
        rest = next.trim();
    }
    Ok(found)
}

/// A sign stands between two squares and never beside another sign.
fn check_signs(tokens: &[Token<'_>]) -> Result<(), MoveTextError> {
    let is_sign = |token: Option<&Token<'_>>| matches!(token, None | Some(Token::Sign(..)));
    for (place, token) in tokens.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|before| tokens.get(before));
        if let Token::Sign(_, part) = token
            && (is_sign(before) || is_sign(tokens.get(place + 1)))
        {
            return Err(MoveTextError::at(MoveTextProblem::NoSquare, *part));
        }
    }
    Ok(())
}

/// Only the first square may be a column alone.
fn check_places(tokens: &[Token<'_>], whole: Span<'_>) -> Result<(), MoveTextError> {
    if tokens.is_empty() {
        return Err(MoveTextError::at(MoveTextProblem::Empty, whole));
    }
    let half = tokens.iter().skip(1).find_map(|token| match token {
        Token::Column(_, part) => Some(*part),
        _ => None,
    });
    half.map_or(Ok(()), |part| Err(MoveTextError::at(MoveTextProblem::HalfSquare, part)))
}

fn places(tokens: &[Token<'_>]) -> Vec<Place> {
    if let [Token::Square(only)] = tokens
        && let Some(pairs) = pairs(only.text())
    {
        return pairs;
    }
    let place = |token: &Token<'_>| match token {
        Token::Square(name) => Some(Place::Square(name.text().to_owned())),
        Token::Column(letter, _) => Some(Place::Column(*letter)),
        Token::Sign(..) => None,
    };
    tokens.iter().filter_map(place).collect()
}

/// `3228`, as old files and lidraughts write `32-28`.
fn pairs(digits: &str) -> Option<Vec<Place>> {
    let is_run =
        digits.len() >= 4 && digits.len().is_multiple_of(2) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let pair = |at: usize| digits.get(at..at + 2).map(|pair| Place::Square(pair.to_owned()));
    if is_run { (0..digits.len()).step_by(2).map(pair).collect() } else { None }
}

fn sign(tokens: &[Token<'_>]) -> Option<Sign> {
    let signs = tokens.iter().filter_map(|token| match token {
        Token::Sign(sign, _) => Some(*sign),
        _ => None,
    });
    signs.reduce(|one, other| if one == Sign::Capture { one } else { other })
}
