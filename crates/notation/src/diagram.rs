//! Positions as pictures: a board of characters for terminals and plain text, and SVG for pages and print.
//!
//! The words on a picture come in as parameters; nothing here speaks a language.

mod svg;
mod text;

pub(crate) use svg::escaped;
pub use svg::{Arrow, Mark, Palette, SvgOptions, svg};
pub use text::{TextOptions, TextStyle, text};

use crate::{Cell, SquareNames};
use damka_rules::{Board, Colour, Ruleset, Square, SquareColour};

/// The cells of a board as somebody sees them.
#[derive(Clone, Copy)]
struct Sight {
    names: SquareNames,
    played: SquareColour,
    seen_by: Colour,
}

impl Sight {
    fn new(ruleset: &Ruleset, seen_by: Colour) -> Sight {
        Sight { names: SquareNames::of(ruleset), played: ruleset.conventions().squares, seen_by }
    }

    fn width(self) -> u8 {
        self.names.board().width()
    }

    /// The cell at so many cells from the left and from the top of the picture.
    fn cell(self, across: u8, down: u8) -> Cell {
        let last = self.width() - 1;
        match self.seen_by {
            Colour::White => Cell { column: across, row: last.saturating_sub(down) },
            Colour::Black => Cell { column: last.saturating_sub(across), row: down },
        }
    }

    /// Where a square is in the picture: from the left and from the top.
    fn place(self, square: Square) -> (u8, u8) {
        let last = self.width() - 1;
        let cell = self.names.cell(square);
        match self.seen_by {
            Colour::White => (cell.column, last.saturating_sub(cell.row)),
            Colour::Black => (last.saturating_sub(cell.column), cell.row),
        }
    }

    /// Whether a cell is drawn dark.
    fn is_dark(self, cell: Cell) -> bool {
        if self.names.board() == Board::Full {
            return (cell.column + cell.row).is_multiple_of(2);
        }
        self.names.square(cell).is_some() == (self.played == SquareColour::Dark)
    }
}

#[cfg(test)]
mod tests;
