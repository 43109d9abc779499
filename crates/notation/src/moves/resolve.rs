//! From a text to the one legal move that it means.

use super::{MoveTable, MoveText, MoveTextError, Place, Sign, parse};
use crate::squares::column_letter;
use crate::{Cell, CellName};
use damka_rules::{Attempt, Board, Move, Square, SquareSet};
use std::fmt;

/// The most captures between the same two squares that are told apart by some of their squares. More than that occur
/// only in positions made for the purpose, where the whole path is asked for.
const MOST_TO_TELL_APART: usize = 64;

/// The paths of one capture that are compared with a text.
const MOST_PATHS: usize = 256;

/// A legal move and the way it was described.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolved {
    /// The move.
    pub mv: Move,
    /// The squares the piece touches: a path of the move that passes the squares of the text, if one is found, else
    /// any; empty for a pass.
    pub path: Vec<Square>,
    /// Other captures between the same two squares, when the text names no others. The text then means the capture of
    /// one piece straight ahead, which has no longer text (PDN); but a person may have meant one of these.
    pub others: Vec<Move>,
}

/// Why a text is not one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// It has not the form of a move.
    Syntax(MoveTextError),
    /// It names a square that the board has not.
    UnknownSquare(String),
    /// It names a cell that is not played.
    NotPlayed(Cell),
    /// No piece of the side to move on this column can go there.
    NoSuchPiece {
        /// The column's letter, as in the text.
        column: char,
        /// Where it should go.
        to: Square,
    },
    /// The move is not legal; the rules can explain why.
    Illegal {
        /// The squares that the text names.
        attempt: Attempt,
        /// Whether the text has the sign of a capture.
        capture: bool,
    },
    /// A turn cannot pass here.
    NoPass,
    /// It could be any of these moves.
    Ambiguous {
        /// The moves.
        candidates: Vec<Move>,
    },
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unresolved::Syntax(error) => error.fmt(f),
            Unresolved::UnknownSquare(name) => write!(f, "{name:?} is not a square of this board"),
            Unresolved::NotPlayed(cell) => {
                let (letter, rank) = (column_letter(cell.column), u32::from(cell.row) + 1);
                write!(f, "{letter}{rank} is not a played square")
            }
            Unresolved::NoSuchPiece { column, .. } => write!(f, "no piece on {column:?} can go there"),
            Unresolved::Illegal { .. } => write!(f, "the move is not legal"),
            Unresolved::NoPass => write!(f, "the turn cannot pass"),
            Unresolved::Ambiguous { candidates } => write!(f, "this could be {} moves", candidates.len()),
        }
    }
}

impl std::error::Error for Unresolved {}

impl From<MoveTextError> for Unresolved {
    fn from(error: MoveTextError) -> Unresolved {
        Unresolved::Syntax(error)
    }
}

/// The squares of a text, found on the board.
struct Named {
    from: Start,
    /// At least one.
    then: Vec<Square>,
    to: Square,
    sign: Option<Sign>,
}

#[derive(Clone, Copy)]
enum Start {
    Square(Square),
    Column(char, u8),
}

impl MoveTable {
    /// Finds the legal move that a text means, and its path.
    ///
    /// # Errors
    /// If the text is not a move, not a legal one, or could be several.
    pub fn resolve(&self, text: &str) -> Result<Resolved, Unresolved> {
        let Some(named) = self.named(parse(text)?)? else {
            return self.pass().map(|mv| Resolved { mv, path: Vec::new(), others: Vec::new() });
        };
        let mv = self.choose(&named)?;
        let mut others = if named.then.len() < 2 { self.candidates(named.from, named.to) } else { Vec::new() };
        others.retain(|other| *other != mv);
        Ok(Resolved { mv, path: self.path(mv, &named), others })
    }

    /// As [`resolve_hub`](super::resolve_hub).
    ///
    /// # Errors
    /// As [`MoveTable::resolve`].
    pub fn resolve_hub(&self, text: &str) -> Result<Move, Unresolved> {
        let Some(mut named) = self.named(parse(text)?)? else { return self.pass() };
        let Some((&to, captured)) = named.then.split_first() else { return Err(self.illegal(&named)) };
        if captured.is_empty() {
            return self.choose(&named);
        }
        let captured: SquareSet = captured.iter().copied().collect();
        let ends = self.candidates(named.from, to);
        let found = ends.into_iter().filter(|mv| mv.captured() == captured).collect();
        (named.to, named.then) = (to, vec![to]);
        self.only(found, &named)
    }

    fn pass(&self) -> Result<Move, Unresolved> {
        self.legal.iter().copied().find(|mv| mv.is_null()).ok_or(Unresolved::NoPass)
    }

    /// `None` is a pass.
    fn named(&self, text: MoveText) -> Result<Option<Named>, Unresolved> {
        let MoveText::Squares { places, sign } = text else { return Ok(None) };
        let mut places = places.into_iter();
        let from = match places.next() {
            Some(Place::Column(letter)) => match self.names.column_named(letter) {
                Some(column) => Start::Column(letter, column),
                None => return Err(Unresolved::UnknownSquare(letter.to_string())),
            },
            Some(Place::Square(name)) => Start::Square(self.square(&name)?),
            None => return Ok(None),
        };
        let then = places.map(|place| match place {
            Place::Square(name) => self.square(&name),
            Place::Column(letter) => Err(Unresolved::UnknownSquare(letter.to_string())),
        });
        let then: Vec<Square> = then.collect::<Result<_, _>>()?;
        Ok(then.last().copied().map(|to| Named { from, then, to, sign }))
    }

    fn square(&self, name: &str) -> Result<Square, Unresolved> {
        match self.names.read(name) {
            CellName::Played(square) => Ok(square),
            CellName::NotPlayed(cell) => Err(Unresolved::NotPlayed(cell)),
            CellName::Unknown => Err(Unresolved::UnknownSquare(name.to_owned())),
        }
    }

    /// The legal moves between two squares.
    fn candidates(&self, from: Start, to: Square) -> Vec<Move> {
        let starts_there = |square| match from {
            Start::Square(from) => square == from,
            Start::Column(_, column) => self.names.cell(square).column == column,
        };
        self.legal.iter().copied().filter(|mv| !mv.is_null() && mv.to() == to && starts_there(mv.from())).collect()
    }

    fn choose(&self, named: &Named) -> Result<Move, Unresolved> {
        let ends = self.candidates(named.from, named.to);
        if named.then.len() < 2 {
            return straight(named.from, &ends).map_or_else(|| self.only(ends, named), Ok);
        }
        let exact: Vec<Move> = ends.iter().copied().filter(|mv| self.is_whole_path(*mv, &named.then)).collect();
        if let [mv] = exact[..] {
            return Ok(mv);
        }
        if ends.len() > MOST_TO_TELL_APART {
            return Err(Unresolved::Ambiguous { candidates: ends });
        }
        self.only(ends.into_iter().filter(|mv| self.passes(*mv, &named.then)).collect(), named)
    }

    /// The only one of the moves, or the only one that the sign allows.
    fn only(&self, moves: Vec<Move>, named: &Named) -> Result<Move, Unresolved> {
        let by_sign = |mv: &&Move| named.sign.is_some_and(|sign| mv.is_capture() == (sign == Sign::Capture));
        let signed: Vec<Move> = moves.iter().filter(by_sign).copied().collect();
        match (&moves[..], &signed[..]) {
            ([], _) => Err(self.illegal(named)),
            ([mv], _) | (_, [mv]) => Ok(*mv),
            _ => Err(Unresolved::Ambiguous { candidates: moves }),
        }
    }

    /// Whether the squares are a whole path of the move: whatever stands between each two of them is what it captures.
    /// A whole path needs no list of paths to be compared with, and no other move has the same one.
    fn is_whole_path(&self, mv: Move, then: &[Square]) -> bool {
        let board = self.names.board();
        let occupied = self.position.occupied().without(mv.from().set());
        let mut taken = SquareSet::EMPTY;
        let mut at = mv.from();
        for next in then {
            let Some(between) = between(board, at, *next) else { return false };
            taken = taken.union(between.intersection(occupied));
            at = *next;
        }
        taken == mv.captured() && mv.is_capture() && self.is_crowned_alike(mv, then)
    }

    /// Two captures may differ in nothing but that one of them passes the crowning row.
    fn is_crowned_alike(&self, mv: Move, then: &[Square]) -> bool {
        let twin = self.legal.iter().any(|other| {
            (other.from(), other.to(), other.captured()) == (mv.from(), mv.to(), mv.captured())
                && other.promotes() != mv.promotes()
        });
        let Some(piece) = self.position.piece(mv.from()).filter(|_| twin) else { return true };
        let row = self.names.board().crowning_row(piece.colour);
        mv.promotes() == then.iter().any(|square| row.contains(*square))
    }

    /// Whether one of the move's paths passes these squares in this order.
    fn passes(&self, mv: Move, then: &[Square]) -> bool {
        if self.names.board() == Board::Full {
            return self.jumps_over(mv, then);
        }
        self.ruleset.paths(&self.position, mv, MOST_PATHS).iter().any(|path| is_along(path, then))
    }

    /// In corners every square on the way is itself one that the piece can jump to. Jumps go by twos, steps do not.
    fn jumps_over(&self, mv: Move, then: &[Square]) -> bool {
        let start = self.names.cell(mv.from());
        let is_jump = |square: Square| {
            let cell = self.names.cell(square);
            cell.column.abs_diff(start.column).is_multiple_of(2) && cell.row.abs_diff(start.row).is_multiple_of(2)
        };
        let reached = |square: Square| {
            square == mv.from() || self.legal.iter().any(|other| other.from() == mv.from() && other.to() == square)
        };
        then.iter().all(|square| is_jump(*square) && reached(*square))
    }

    fn path(&self, mv: Move, named: &Named) -> Vec<Square> {
        let wanted = if named.then.len() < 2 { 1 } else { MOST_PATHS };
        let mut paths = self.ruleset.paths(&self.position, mv, wanted);
        let fitting = paths.iter().position(|path| is_along(path, &named.then)).unwrap_or(0);
        if fitting < paths.len() { paths.swap_remove(fitting) } else { Vec::new() }
    }

    fn illegal(&self, named: &Named) -> Unresolved {
        let from = match named.from {
            Start::Square(from) => from,
            Start::Column(letter, column) => match self.piece_meant(column, &named.then) {
                Some(from) => from,
                None => return Unresolved::NoSuchPiece { column: letter, to: named.to },
            },
        };
        let attempt = Attempt { from, then: named.then.clone() };
        Unresolved::Illegal { attempt, capture: named.sign == Some(Sign::Capture) }
    }

    /// The only own piece on a column, or the only one there that stands on a line with the next square.
    fn piece_meant(&self, column: u8, then: &[Square]) -> Option<Square> {
        let own = self.position.pieces(self.position.to_move());
        let there: SquareSet = own.into_iter().filter(|square| self.names.cell(*square).column == column).collect();
        let on_line =
            |square: &Square| then.first().is_some_and(|to| between(self.names.board(), *square, *to).is_some());
        let in_line: SquareSet = there.into_iter().filter(on_line).collect();
        [there, in_line].into_iter().find(|set| set.len() == 1).and_then(SquareSet::first)
    }
}

/// Among captures between the same two squares, the one that takes a single piece on the way: these two squares are its
/// whole path.
fn straight(from: Start, moves: &[Move]) -> Option<Move> {
    let Start::Square(_) = from else { return None };
    let mut single = moves.iter().filter(|mv| mv.captured().len() == 1);
    single.next().copied().filter(|_| single.next().is_none())
}

/// Whether a path ends and goes as named: every named square in order, others between them.
fn is_along(path: &[Square], then: &[Square]) -> bool {
    let mut rest = path.iter().skip(1);
    then.iter().all(|named| rest.any(|square| square == named)) && path.last() == then.last()
}

/// The squares strictly between two squares of one diagonal; `None` if they are on none.
fn between(board: Board, from: Square, to: Square) -> Option<SquareSet> {
    let (from_file, from_rank) = board.cell(from);
    let (to_file, to_rank) = board.cell(to);
    let steps = from_file.abs_diff(to_file);
    if steps == 0 || steps != from_rank.abs_diff(to_rank) {
        return None;
    }
    let toward = |from: u8, to: u8, step: u8| if to > from { from + step } else { from.saturating_sub(step) };
    let cell = |step| (toward(from_file, to_file, step), toward(from_rank, to_rank, step));
    Some((1..steps).map(cell).filter_map(|(file, rank)| board.square(file, rank)).collect())
}
