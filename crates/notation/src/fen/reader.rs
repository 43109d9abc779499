//! The tolerant reader of FEN.

use super::{FenError, FenProblem, LONGEST};
use crate::letters::{is_dash, latin, number};
use crate::span::Span;
use crate::{CellName, Numbering, SquareNames};
use damka_rules::{Colour, Kind, Piece, Position, Square};

/// All that a FEN says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The side to move.
    pub to_move: Colour,
    /// The pieces, or `None` when only the side to move is given: PDN's way to pass a turn in the middle of a game.
    pub pieces: Option<Position>,
    /// What lidraughts adds.
    pub extras: Extras,
}

impl Fen {
    /// The position, if the FEN gives one.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.pieces.map(|pieces| pieces.with_turn(self.to_move))
    }
}

/// The fields that lidraughts adds to a FEN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extras {
    /// `H`: half-moves since the counting of a draw began.
    pub half_moves: Option<u32>,
    /// `F`: the number of the next move.
    pub move_number: Option<u32>,
    /// `+b+w`: king moves of Frisian draughts, in the order in which they are written.
    pub king_moves: Option<[u32; 2]>,
}

/// Reads a FEN with everything that it says, and with names of one's own choice.
///
/// # Errors
/// The first thing that is wrong, and where it stands.
pub fn read_fully(text: &str, names: SquareNames) -> Result<Fen, FenError> {
    let whole = Span::new(text);
    if text.len() > LONGEST {
        return Err(FenError::at(FenProblem::TooLong, whole));
    }
    let mut fields = unwrapped(whole).split(':').map(Span::trim);
    let mut reader =
        Reader { names, position: Position::empty(Colour::White), seen: [false; 2], extras: Extras::default() };
    let to_move = turn(fields.next().unwrap_or(whole))?;
    for field in fields {
        reader.field(field)?;
    }
    let pieces = (reader.seen != [false; 2]).then(|| reader.position.with_turn(to_move));
    Ok(Fen { to_move, pieces, extras: reader.extras })
}

/// The FEN itself, without its tag, quotes and final dot.
fn unwrapped(text: Span<'_>) -> Span<'_> {
    let mut text = text.trim();
    text = text.strip_first(|letter| letter == '[').unwrap_or(text).trim();
    text = text.strip_word("fen").unwrap_or(text).trim();
    text = text.strip_last(|letter| letter == ']').unwrap_or(text).trim();
    text = text.strip_first(is_quote).unwrap_or(text).trim();
    text = text.strip_last(is_quote).unwrap_or(text).trim();
    text.strip_last(|letter| letter == '.').unwrap_or(text).trim()
}

fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '“' | '”' | '„' | '«' | '»')
}

fn turn(field: Span<'_>) -> Result<Colour, FenError> {
    match field.text() {
        "" => Err(FenError::at(FenProblem::NoTurn, field)),
        "?" => Err(FenError::at(FenProblem::TurnUnknown, field)),
        _ => match field.first().and_then(side) {
            Some(colour) if field.after_first().is_empty() => Ok(colour),
            // Pieces where the turn should be: `W31-50:B1-20`.
            Some(_) => Err(FenError::at(FenProblem::NoTurn, field)),
            None => Err(FenError::at(FenProblem::BadTurn, field)),
        },
    }
}

/// W and B, or the Russian and Ukrainian Б and Ч. A Cyrillic В looks like B, and is Black.
fn side(letter: char) -> Option<Colour> {
    match latin(letter) {
        'w' | 'б' | 'Б' => Some(Colour::White),
        'b' | 'ч' | 'Ч' => Some(Colour::Black),
        _ => None,
    }
}

struct Reader {
    names: SquareNames,
    position: Position,
    /// The sides whose pieces have been read.
    seen: [bool; 2],
    extras: Extras,
}

impl Reader {
    fn field(&mut self, field: Span<'_>) -> Result<(), FenError> {
        let Some(first) = field.first() else { return Ok(()) };
        match side(first) {
            Some(colour) => self.side(colour, field),
            None => self.extra(field).ok_or_else(|| FenError::at(FenProblem::Junk, field)),
        }
    }

    fn extra(&mut self, field: Span<'_>) -> Option<()> {
        let value = field.after_first().trim().text();
        match field.first()? {
            'H' | 'h' => self.extras.half_moves = Some(number(value)?),
            'F' | 'f' => self.extras.move_number = Some(number(value)?),
            '+' => {
                let (first, second) = value.split_once('+')?;
                self.extras.king_moves = Some([number(first)?, number(second)?]);
            }
            _ => return None,
        }
        Some(())
    }

    fn side(&mut self, colour: Colour, field: Span<'_>) -> Result<(), FenError> {
        let seen = match colour {
            Colour::White => &mut self.seen[0],
            Colour::Black => &mut self.seen[1],
        };
        if std::mem::replace(seen, true) {
            return Err(FenError::at(FenProblem::SideTwice, field));
        }
        let list = field.after_first().trim();
        // An empty list, and a comma too many at its end, lose no piece.
        let list = list.strip_last(|letter| letter == ',').unwrap_or(list);
        if list.is_empty() {
            return Ok(());
        }
        list.split(',').map(Span::trim).try_for_each(|entry| self.entry(colour, entry))
    }

    /// One square, or a range of squares.
    fn entry(&mut self, colour: Colour, entry: Span<'_>) -> Result<(), FenError> {
        let Some((first, last)) = entry.split_once(is_dash) else {
            let (kind, name) = king_mark(entry);
            let square = self.square(name)?;
            return self.put(square, Piece { colour, kind }, entry);
        };
        let bad_range = || FenError::at(FenProblem::BadRange, entry);
        let (kind, first) = king_mark(first.trim());
        let (last_kind, last) = king_mark(last.trim());
        if kind == Kind::Man && last_kind == Kind::King {
            return Err(bad_range());
        }
        let order = self.range_order(first, last).ok_or_else(bad_range)?;
        let from = self.names.place(self.square(first)?, order);
        let to = self.names.place(self.square(last)?, order);
        if from > to {
            return Err(bad_range());
        }
        let names = self.names;
        let squares = (from..=to).filter_map(|place| names.at_place(place, order));
        for square in squares {
            self.put(square, Piece { colour, kind }, entry)?;
        }
        Ok(())
    }

    /// Numbers run as numbers do; letters from a1 to the right and upward; a mixture runs nowhere.
    fn range_order(&self, first: Span<'_>, last: Span<'_>) -> Option<Numbering> {
        match (number(first.text()), number(last.text())) {
            (Some(_), Some(_)) => Some(self.names.numbering()),
            (None, None) => Some(Numbering::NearLeft),
            _ => None,
        }
    }

    fn square(&self, name: Span<'_>) -> Result<Square, FenError> {
        // Where squares have numbers, `G3` is lidraughts' jumped man on 3; where they have letters, it is g3.
        let is_jumped = name.strip_first(|letter| matches!(letter, 'G' | 'P')).is_some();
        if is_jumped && !self.names.is_algebraic() {
            return Err(FenError::at(FenProblem::Jumped, name));
        }
        match self.names.read(name.text()) {
            CellName::Played(square) => Ok(square),
            CellName::NotPlayed(_) => Err(FenError::at(FenProblem::NotPlayed, name)),
            CellName::Unknown if is_jumped => Err(FenError::at(FenProblem::Jumped, name)),
            CellName::Unknown => Err(FenError::at(FenProblem::UnknownSquare, name)),
        }
    }

    fn put(&mut self, square: Square, piece: Piece, entry: Span<'_>) -> Result<(), FenError> {
        if self.position.occupied().contains(square) {
            return Err(FenError::at(FenProblem::SquareTwice, entry));
        }
        self.position.set(square, Some(piece));
        Ok(())
    }
}

/// The king's mark is before or after the square: K, or the Russian and Ukrainian Д.
fn king_mark(name: Span<'_>) -> (Kind, Span<'_>) {
    let is_mark = |letter| latin(letter) == 'k' || matches!(letter, 'Д' | 'д');
    match name.strip_first(is_mark).or_else(|| name.strip_last(is_mark)) {
        Some(name) => (Kind::King, name.trim()),
        None => (Kind::Man, name),
    }
}
