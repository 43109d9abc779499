//! The board as it really stands: pieces on any cell, also where no piece belongs.

use damka_notation::{Cell, SquareNames};
use damka_rules::{Colour, Kind, Piece, Position, Ruleset};
use std::collections::BTreeMap;

/// Pieces on cells. A position of the rules knows only played squares; a table also has pieces on the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    names: SquareNames,
    cells: BTreeMap<Cell, Piece>,
}

impl Standing {
    /// The board of a position.
    #[must_use]
    pub fn new(ruleset: &Ruleset, position: &Position) -> Standing {
        let names = SquareNames::of(ruleset);
        let pieces = position.occupied().into_iter();
        let cells = pieces.filter_map(|square| Some((names.cell(square), position.piece(square)?))).collect();
        Standing { names, cells }
    }

    /// The names of the board's cells.
    #[must_use]
    pub fn names(&self) -> SquareNames {
        self.names
    }

    /// The piece on a cell.
    #[must_use]
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        self.cells.get(&cell).copied()
    }

    /// Whether the cell is on the board at all.
    #[must_use]
    pub fn has_cell(&self, cell: Cell) -> bool {
        let width = self.names.board().width();
        cell.column < width && cell.row < width
    }

    /// Puts a piece on a cell, or clears it.
    pub fn set(&mut self, cell: Cell, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.cells.insert(cell, piece),
            None => self.cells.remove(&cell),
        };
    }

    /// Every piece with its cell.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.cells.iter().map(|(cell, piece)| (*cell, *piece))
    }

    /// The pieces on cells that are not played: out of play until they are put back (A.violation.3).
    pub fn strays(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.pieces().filter(|(cell, _)| self.names.square(*cell).is_none())
    }

    /// The pieces in play, with a side to move.
    #[must_use]
    pub fn position(&self, to_move: Colour) -> Position {
        let mut position = Position::empty(to_move);
        for (cell, piece) in self.pieces() {
            if let Some(square) = self.names.square(cell) {
                position.set(square, Some(piece));
            }
        }
        position
    }

    /// Crowns the man on a cell; `false` if there is none.
    pub fn crown(&mut self, cell: Cell) -> bool {
        match self.cells.get_mut(&cell) {
            Some(piece) if piece.kind == Kind::Man => {
                piece.kind = Kind::King;
                true
            }
            _ => false,
        }
    }
}
