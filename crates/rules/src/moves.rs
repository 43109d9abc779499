//! Moves, and lists of them.

use crate::board::{Square, SquareSet};
use alloc::vec::Vec;
use core::ops::Deref;

/// A whole move. Two ways to make the same captures from and to the same squares are one move; the way itself is a path
/// ([`crate::Ruleset::paths`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub(crate) captured: SquareSet,
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotes: bool,
}

impl Move {
    /// The turn that passes because a side of corners has no move.
    pub const NULL: Move = Move { captured: SquareSet::EMPTY, from: Square(0), to: Square(0), promotes: false };

    /// A move from its parts, as a record has them. Whether it is legal is another question.
    #[must_use]
    pub const fn from_parts(from: Square, to: Square, captured: SquareSet, promotes: bool) -> Move {
        Move { captured, from, to, promotes }
    }

    /// Where the piece starts.
    #[must_use]
    #[inline(always)]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the piece ends.
    #[must_use]
    #[inline(always)]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The pieces that leave the board.
    #[must_use]
    #[inline(always)]
    pub const fn captured(self) -> SquareSet {
        self.captured
    }

    /// Whether a man becomes a king.
    #[must_use]
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.promotes
    }

    /// Whether pieces leave the board.
    #[must_use]
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }

    /// Whether this is the null move of corners. (A capture may end where it began, but it captures.)
    #[must_use]
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.from.0 == self.to.0 && self.captured.is_empty()
    }
}

/// A list of moves that grows as needed and keeps its memory for the next position.
///
/// A search keeps one list for each ply, so that generating moves allocates nothing once the lists have grown.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    pub(crate) moves: Vec<Move>,
    pub(crate) seen: Seen,
    pub(crate) every_path: bool,
}

impl MoveList {
    /// An empty list.
    #[must_use]
    pub fn new() -> MoveList {
        MoveList { moves: Vec::with_capacity(32), seen: Seen::default(), every_path: false }
    }

    /// A list in which a capture stands as often as it has paths: the *keep* convention of perft.
    #[must_use]
    pub fn with_every_path() -> MoveList {
        MoveList { every_path: true, ..MoveList::new() }
    }

    /// Forgets the moves, keeps the memory.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Adds a move for each square of a set. (A range of known length is what makes room for all of them at once.)
    #[inline(always)]
    pub(crate) fn extend(&mut self, squares: SquareSet, mut mv: impl FnMut(Square) -> Move) {
        let mut left = squares.0;
        self.moves.extend((0..squares.len()).map(|_| {
            let square = Square(left.trailing_zeros() as u8);
            left &= left.wrapping_sub(1);
            mv(square)
        }));
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        self.moves.push(mv);
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline(always)]
    fn deref(&self) -> &[Move] {
        &self.moves
    }
}

/// The states that a capture walk has been in, so that it never walks from one twice.
///
/// A table with open addressing; it stays small and unused unless a piece captures four or more pieces (see
/// `generate::capture`).
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    slots: Vec<State>,
    used: usize,
}

/// A state of the walk: what has been captured, and a number for the rest. `captured` is never empty here, which marks
/// the free slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct State {
    pub captured: u64,
    pub rest: u64,
}

impl State {
    /// Numbers from here on, shifted by 32, are of complete captures; below are squares and jumps on the way.
    pub const END: u64 = 1024;

    pub fn is_end(self) -> bool {
        self.rest >> 32 >= State::END
    }
}

const SMALLEST: usize = 64;

impl Seen {
    pub fn clear(&mut self) {
        if self.used > 0 {
            // What one enormous position needed is not paid for at every later one.
            self.slots.truncate(SMALLEST);
            self.slots.fill(State::default());
            self.used = 0;
        }
    }

    pub fn contains(&self, state: State) -> bool {
        !self.slots.is_empty() && {
            let at = Self::slot(&self.slots, state);
            self.slots[at] == state
        }
    }

    /// Remembers a state; `false` if it had been seen before.
    pub fn insert(&mut self, state: State) -> bool {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let fresh = Self::place(&mut self.slots, state);
        self.used += usize::from(fresh);
        fresh
    }

    fn place(slots: &mut [State], state: State) -> bool {
        let at = Self::slot(slots, state);
        let fresh = slots[at] != state;
        slots[at] = state;
        fresh
    }

    /// Where the state stands, or the free slot where it would go. There is always a free slot.
    fn slot(slots: &[State], state: State) -> usize {
        let mask = slots.len() - 1;
        let mixed = (state.captured ^ state.rest.rotate_left(47)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut at = (mixed >> 32) as usize & mask;
        while slots[at].captured != 0 && slots[at] != state {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = alloc::vec![State::default(); (self.slots.len() * 2).max(SMALLEST)];
        for state in self.slots.iter().filter(|state| state.captured != 0) {
            Self::place(&mut larger, *state);
        }
        self.slots = larger;
    }
}
