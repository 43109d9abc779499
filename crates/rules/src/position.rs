//! Pieces on squares and whose turn it is.

use crate::board::{Colour, Square, SquareSet};
use crate::moves::Move;

/// A man or a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Kind {
    /// An ordinary man; in corners every piece.
    Man,
    /// A crowned man.
    King,
}

/// A man or king of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Whose it is.
    pub colour: Colour,
    /// What it is.
    pub kind: Kind,
}

/// Placement and side to move: all that the rules of repetition compare.
///
/// A position knows nothing of its ruleset. It is small and `Copy`; a search makes moves by copying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) men: [u64; 2],
    pub(crate) kings: [u64; 2],
    pub(crate) to_move: Colour,
}

impl Position {
    /// A board without pieces.
    #[must_use]
    pub const fn empty(to_move: Colour) -> Position {
        Position { men: [0; 2], kings: [0; 2], to_move }
    }

    /// A position from the men and kings of White and Black, which must stand on squares of their own. It is not
    /// checked, as [`crate::Setup`] is: tables of endings number millions of positions and make each from its number.
    #[must_use]
    #[inline(always)]
    pub const fn of(men: [SquareSet; 2], kings: [SquareSet; 2], to_move: Colour) -> Position {
        Position { men: [men[0].0, men[1].0], kings: [kings[0].0, kings[1].0], to_move }
    }

    /// The side whose turn it is.
    #[must_use]
    #[inline(always)]
    pub const fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The same placement with the other side to move.
    #[must_use]
    pub const fn with_turn(mut self, to_move: Colour) -> Position {
        self.to_move = to_move;
        self
    }

    /// The men of a colour.
    #[must_use]
    #[inline(always)]
    pub const fn men(&self, colour: Colour) -> SquareSet {
        SquareSet(self.men[colour as usize])
    }

    /// The kings of a colour.
    #[must_use]
    #[inline(always)]
    pub const fn kings(&self, colour: Colour) -> SquareSet {
        SquareSet(self.kings[colour as usize])
    }

    /// All pieces of a colour.
    #[must_use]
    #[inline(always)]
    pub const fn pieces(&self, colour: Colour) -> SquareSet {
        SquareSet(self.men[colour as usize] | self.kings[colour as usize])
    }

    /// Every square with a piece.
    #[must_use]
    #[inline(always)]
    pub const fn occupied(&self) -> SquareSet {
        SquareSet(self.men[0] | self.men[1] | self.kings[0] | self.kings[1])
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        Colour::ALL.into_iter().find_map(|colour| {
            let kind = if self.men(colour).contains(square) {
                Kind::Man
            } else if self.kings(colour).contains(square) {
                Kind::King
            } else {
                return None;
            };
            Some(Piece { colour, kind })
        })
    }

    /// Puts a piece on a square, or takes away what stands there. Whether the result is a position of a game is
    /// checked by [`crate::Setup::validate`].
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        for set in self.men.iter_mut().chain(&mut self.kings) {
            *set &= !square.set().0;
        }
        if let Some(Piece { colour, kind }) = piece {
            let sets = if kind == Kind::Man { &mut self.men } else { &mut self.kings };
            sets[colour as usize] |= square.set().0;
        }
    }

    /// The position after a move that is known to be legal here.
    ///
    /// This is the unchecked way, for searches. [`crate::Game::play`] checks.
    #[must_use]
    #[inline(always)]
    pub fn after(&self, mv: Move) -> Position {
        // Each set is handled alike, without asking whose piece moves: what stood on the first square goes to the last,
        // and if nothing stood there (a null move) nothing happens.
        let (from, to) = (mv.from.0, mv.to.0);
        let left = !(mv.captured.0 | 1 << from);
        let moved = |set: u64| set & left | (set >> from & 1) << to;
        let mut next =
            Position { men: self.men.map(moved), kings: self.kings.map(moved), to_move: self.to_move.other() };
        if mv.promotes {
            for colour in 0..2 {
                next.kings[colour] |= next.men[colour] & 1 << to;
                next.men[colour] &= !(1 << to);
            }
        }
        next
    }

    /// A 64-bit fingerprint computed afresh. Equal positions have equal fingerprints; see [`Position::hash_after`].
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hash = if self.to_move == Colour::Black { BLACK_TO_MOVE } else { 0 };
        for colour in 0..2 {
            hash ^= hash_of(SquareSet(self.men[colour]), colour * 2);
            hash ^= hash_of(SquareSet(self.kings[colour]), colour * 2 + 1);
        }
        hash
    }

    /// The fingerprint after a legal move, from the one before it.
    #[must_use]
    #[inline]
    pub fn hash_after(&self, hash: u64, mv: Move) -> u64 {
        let hash = hash ^ BLACK_TO_MOVE;
        if mv.is_null() {
            return hash;
        }
        let colour = usize::from(self.pieces(Colour::Black).contains(mv.from));
        let was_king = self.kings[colour] >> mv.from.0 & 1 != 0;
        let mut hash = hash
            ^ KEYS[colour * 2 + usize::from(was_king)][mv.from.index()]
            ^ KEYS[colour * 2 + usize::from(was_king | mv.promotes)][mv.to.index()];
        if !mv.captured.is_empty() {
            for colour in 0..2 {
                hash ^= hash_of(SquareSet(self.men[colour] & mv.captured.0), colour * 2);
                hash ^= hash_of(SquareSet(self.kings[colour] & mv.captured.0), colour * 2 + 1);
            }
        }
        hash
    }
}

fn hash_of(squares: SquareSet, kind: usize) -> u64 {
    squares.into_iter().fold(0, |hash, square| hash ^ KEYS[kind][square.index()])
}

const BLACK_TO_MOVE: u64 = scramble(0xDA_4CA0);
/// Men and kings of White, then of Black, on each square.
static KEYS: [[u64; 64]; 4] = keys();

const fn keys() -> [[u64; 64]; 4] {
    let mut keys = [[0; 64]; 4];
    let mut at = 0;
    while at < 256 {
        keys[at / 64][at % 64] = scramble(at as u64 + 1);
        at += 1;
    }
    keys
}

/// The finalizer of splitmix64: any bijective mixer of small numbers would do.
const fn scramble(seed: u64) -> u64 {
    let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}
