//! The board as it really stands: pieces on any cell, also where no piece belongs.

use damka_notation::{Cell, SquareNames};
use damka_rules::{Colour, Kind, Piece, Position, Ruleset};

/// The pieces on a real board. A position of the rules knows only played squares; on a board there can also be pieces
/// on the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhysicalBoard {
    names: SquareNames,
    /// The pieces on played squares. Whose turn it is means nothing here and is always White.
    played: Position,
    /// The pieces on other cells, by cell; nearly always none.
    strays: Vec<(Cell, Piece)>,
}

impl PhysicalBoard {
    /// The board of a position.
    #[must_use]
    pub fn new(ruleset: &Ruleset, position: &Position) -> PhysicalBoard {
        let played = position.with_turn(Colour::White);
        PhysicalBoard { names: SquareNames::of(ruleset), played, strays: Vec::new() }
    }

    /// The names of the board's cells.
    #[must_use]
    pub fn names(&self) -> SquareNames {
        self.names
    }

    /// The piece on a cell.
    #[must_use]
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        match self.names.square(cell) {
            Some(square) => self.played.piece(square),
            None => self.strays.iter().find(|(at, _)| *at == cell).map(|(_, piece)| *piece),
        }
    }

    /// Whether the cell is on the board at all.
    #[must_use]
    pub fn has_cell(&self, cell: Cell) -> bool {
        let width = self.names.board().width();
        cell.column < width && cell.row < width
    }

    /// Puts a piece on a cell, or clears it.
    pub fn set(&mut self, cell: Cell, piece: Option<Piece>) {
        if let Some(square) = self.names.square(cell) {
            return self.played.set(square, piece);
        }
        self.strays.retain(|(at, _)| *at != cell);
        self.strays.extend(piece.map(|piece| (cell, piece)));
        self.strays.sort_unstable_by_key(|(at, _)| *at);
    }

    /// Every piece with its cell.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        let at = |square| Some((self.names.cell(square), self.played.piece(square)?));
        self.played.occupied().into_iter().filter_map(at).chain(self.strays())
    }

    /// The pieces on cells that are not played: out of play until they are put back (A.violation.3).
    pub fn strays(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.strays.iter().copied()
    }

    /// The pieces in play, with a side to move.
    #[must_use]
    pub fn position(&self, to_move: Colour) -> Position {
        self.played.with_turn(to_move)
    }

    /// The board after a move: the pieces in play stand as in the position, the strays where they stood.
    pub fn play_to(&mut self, position: &Position) {
        self.played = position.with_turn(Colour::White);
    }

    /// Crowns the man on a cell; `false` if there is none.
    pub fn crown(&mut self, cell: Cell) -> bool {
        match self.piece(cell) {
            Some(Piece { colour, kind: Kind::Man }) => {
                self.set(cell, Some(Piece { colour, kind: Kind::King }));
                true
            }
            _ => false,
        }
    }
}
