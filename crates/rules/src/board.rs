//! Boards, squares and sets of squares.
//!
//! A [`Square`] is a bit of a [`SquareSet`]; which cell of the board it is depends on the [`Board`]. The board is always
//! laid with the played corner at White's near left (a1); a game on the other corner is the mirror image, which is a
//! matter of names and pictures and lives in the notation.
//!
//! The bits of a draughts board leave one bit free after every second row, so that a step in each of the four directions
//! is the same shift everywhere and a step over the edge lands on a bit that is never part of the board:
//!
//! ```text
//!  8x8:  32 33 34 35      rank 8        10x10: up-left is +5, up-right is +6
//!       27 28 29 30  (31) rank 7         8x8: up-left is +4, up-right is +5
//!        ...                            all 64 squares (corners): bit = 8 * rank + file
//!         5  6  7  8      rank 2
//!        0  1  2  3   (4) rank 1
//! ```

use core::fmt;

/// A side of the game. White begins at the near edge (rank 1) and moves up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// The near side.
    White,
    /// The far side.
    Black,
}

impl Colour {
    /// Both colours, White first.
    pub const ALL: [Colour; 2] = [Colour::White, Colour::Black];

    /// The other side.
    #[must_use]
    #[inline(always)]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// A played square of a board: a bit of a [`SquareSet`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The position of the square's bit, 0 to 63.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that holds this square alone.
    #[must_use]
    #[inline(always)]
    pub const fn set(self) -> SquareSet {
        SquareSet(1 << self.0)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SquareSet(pub(crate) u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);

    /// The set with these bits. Bits that are not squares of the board in play must not be set.
    #[must_use]
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> SquareSet {
        SquareSet(bits)
    }

    /// The bits of the set, one for each square.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of squares.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no square in the set.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the square is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    /// The squares of both sets.
    #[must_use]
    #[inline(always)]
    pub const fn union(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    /// The squares that are in both sets.
    #[must_use]
    #[inline(always)]
    pub const fn intersection(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    /// The squares of this set that are not in the other.
    #[must_use]
    #[inline(always)]
    pub const fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    /// The first square, if there is one.
    #[must_use]
    pub fn first(self) -> Option<Square> {
        (!self.is_empty()).then(|| Square(self.0.trailing_zeros() as u8))
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.0);
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set.union(square.set()))
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a [`SquareSet`], from the near edge up, left to right.
#[derive(Clone, Copy, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

/// One of the four diagonal directions, as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Toward Black's side and the left edge.
    UpLeft,
    /// Toward Black's side and the right edge.
    UpRight,
    /// Toward White's side and the left edge.
    DownLeft,
    /// Toward White's side and the right edge.
    DownRight,
}

impl Direction {
    /// The four directions.
    pub const ALL: [Direction; 4] = [Direction::UpLeft, Direction::UpRight, Direction::DownLeft, Direction::DownRight];

    /// Steps in files and ranks.
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Direction::UpLeft => (-1, 1),
            Direction::UpRight => (1, 1),
            Direction::DownLeft => (-1, -1),
            Direction::DownRight => (1, -1),
        }
    }

    /// Whether the direction leads up the board, away from White's side.
    #[must_use]
    #[inline(always)]
    pub const fn is_up(self) -> bool {
        matches!(self, Direction::UpLeft | Direction::UpRight)
    }

    /// Whether a man of this colour steps in this direction.
    #[must_use]
    #[inline(always)]
    pub const fn is_forward(self, colour: Colour) -> bool {
        self.is_up() == matches!(colour, Colour::White)
    }

    /// The two directions that cross this one.
    #[inline(always)]
    pub(crate) const fn crossing(self) -> [Direction; 2] {
        match self {
            Direction::UpLeft | Direction::DownRight => [Direction::UpRight, Direction::DownLeft],
            Direction::UpRight | Direction::DownLeft => [Direction::UpLeft, Direction::DownRight],
        }
    }
}

/// The boards of the rulesets. More may come, so a `match` outside this crate needs a default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Board {
    /// 8x8, the 32 squares of one colour.
    Eight,
    /// 10x10, the 50 squares of one colour.
    Ten,
    /// 8x8, all 64 squares (corners).
    Full,
}

impl Board {
    /// Files and ranks of the board.
    #[must_use]
    #[inline(always)]
    pub const fn width(self) -> u8 {
        match self {
            Board::Eight | Board::Full => 8,
            Board::Ten => 10,
        }
    }

    /// Every played square.
    #[must_use]
    #[inline(always)]
    pub const fn squares(self) -> SquareSet {
        match self {
            Board::Eight => SquareSet(((1 << 36) - 1) & !(1 << 4 | 1 << 13 | 1 << 22 | 1 << 31)),
            Board::Ten => SquareSet(((1 << 55) - 1) & !(1 << 5 | 1 << 16 | 1 << 27 | 1 << 38 | 1 << 49)),
            Board::Full => SquareSet(u64::MAX),
        }
    }

    /// The square at a file and rank counted from 0 at White's near left, if that cell is played.
    #[must_use]
    pub const fn square(self, file: u8, rank: u8) -> Option<Square> {
        let width = self.width();
        if file >= width || rank >= width {
            return None;
        }
        match self {
            Board::Full => Some(Square(rank * 8 + file)),
            Board::Eight | Board::Ten if (file + rank).is_multiple_of(2) => {
                let row_pair = (width + 1) * (rank / 2);
                let in_pair = if rank.is_multiple_of(2) { 0 } else { width / 2 + 1 };
                Some(Square(row_pair + in_pair + file / 2))
            }
            Board::Eight | Board::Ten => None,
        }
    }

    /// File and rank of a square, counted from 0 at White's near left.
    #[must_use]
    pub const fn cell(self, square: Square) -> (u8, u8) {
        let bit = square.0;
        match self {
            Board::Full => (bit % 8, bit / 8),
            Board::Eight | Board::Ten => {
                let width = self.width();
                let (pair, rest) = (bit / (width + 1), bit % (width + 1));
                if rest <= width / 2 { (rest * 2, pair * 2) } else { ((rest - width / 2 - 1) * 2 + 1, pair * 2 + 1) }
            }
        }
    }

    /// The played squares of a rank, counted from 0 at White's side.
    #[must_use]
    pub const fn rank(self, rank: u8) -> SquareSet {
        let mut set = 0;
        let mut file = 0;
        while file < self.width() {
            if let Some(square) = self.square(file, rank) {
                set |= square.set().0;
            }
            file += 1;
        }
        SquareSet(set)
    }

    /// The row on which a man of this colour is crowned: the opponent's base row.
    #[must_use]
    #[inline(always)]
    pub const fn crowning_row(self, colour: Colour) -> SquareSet {
        const EIGHT: [SquareSet; 2] = [Board::Eight.rank(7), Board::Eight.rank(0)];
        const TEN: [SquareSet; 2] = [Board::Ten.rank(9), Board::Ten.rank(0)];
        match self {
            Board::Eight => EIGHT[colour as usize],
            Board::Ten => TEN[colour as usize],
            Board::Full => SquareSet::EMPTY,
        }
    }

    /// The great road: the longest diagonal, from the near left corner to the far right one.
    #[must_use]
    pub const fn great_road(self) -> SquareSet {
        let mut set = 0;
        let mut step = 0;
        while step < self.width() {
            if let Some(square) = self.square(step, step) {
                set |= square.set().0;
            }
            step += 1;
        }
        SquareSet(set)
    }

    /// The name of a square by file letter and rank number, such as `c3`. Names that depend on the game's own notation
    /// and corner belong to the notation crate.
    #[must_use]
    pub fn name(self, square: Square) -> SquareName {
        let (file, rank) = self.cell(square);
        SquareName { file, rank }
    }

    /// Reads a name such as `c3`.
    #[must_use]
    pub fn named(self, name: &str) -> Option<Square> {
        let mut letters = name.chars();
        let file = letters.next()?.to_ascii_lowercase();
        let rank: u8 = letters.as_str().parse().ok()?;
        let file = u8::try_from(u32::from(file).checked_sub(u32::from('a'))?).ok()?;
        self.square(file, rank.checked_sub(1)?)
    }

    /// How far a bit moves for one step in a direction: the same everywhere on the board.
    #[inline(always)]
    pub(crate) const fn step(self, bits: u64, direction: Direction) -> u64 {
        let half = (self.width() / 2) as u32;
        match direction {
            Direction::UpLeft => bits << half,
            Direction::UpRight => bits << (half + 1),
            Direction::DownLeft => bits >> (half + 1),
            Direction::DownRight => bits >> half,
        }
    }

    /// The squares from a square to the edge, the square itself not among them.
    #[inline(always)]
    pub(crate) const fn ray(self, square: u32, direction: Direction) -> u64 {
        match self {
            Board::Eight => RAYS_8[direction as usize][(square & 63) as usize],
            Board::Ten | Board::Full => RAYS_10[direction as usize][(square & 63) as usize],
        }
    }
}

static RAYS_8: [[u64; 64]; 4] = rays(Board::Eight);
static RAYS_10: [[u64; 64]; 4] = rays(Board::Ten);

const fn rays(board: Board) -> [[u64; 64]; 4] {
    let mut table = [[0; 64]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut square = 0;
        while square < 64 {
            let start = (1 << square) & board.squares().0;
            let mut bit = board.step(start, Direction::ALL[direction]) & board.squares().0;
            while bit != 0 {
                table[direction][square] |= bit;
                bit = board.step(bit, Direction::ALL[direction]) & board.squares().0;
            }
            square += 1;
        }
        direction += 1;
    }
    table
}

/// A square's file letter and rank number, for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareName {
    file: u8,
    rank: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const BOARDS: [Board; 3] = [Board::Eight, Board::Ten, Board::Full];

    // clauses: A.board.1 B.board.1 C.1.1 C.1.1.1 C.1.1.2 E.board.1
    #[test]
    fn every_square_has_its_own_cell_and_name() {
        for (board, count) in BOARDS.into_iter().zip([32, 50, 64]) {
            assert_eq!(board.squares().len(), count);
            for square in board.squares() {
                let (file, rank) = board.cell(square);
                assert_eq!(board.square(file, rank), Some(square));
                assert_eq!(board.named(&board.name(square).to_string()), Some(square));
            }
            let played: u32 = (0..board.width()).map(|rank| board.rank(rank).len()).sum();
            assert_eq!(played, count);
            for rank in 0..board.width() {
                assert_eq!(board.rank(rank).len(), count / u32::from(board.width()), "each rank is played alike");
                let file_count = (0..board.width()).filter(|&r| board.square(rank, r).is_some()).count();
                assert_eq!(file_count as u32, count / u32::from(board.width()), "each file is played alike");
            }
        }
        assert!(Board::Eight.named("a1").is_some(), "a1 is played");
        assert!(Board::Eight.named("c4").is_none(), "c4 is not");
    }

    // clauses: A.board.2 C.1.1
    #[test]
    fn the_dark_corner_is_at_each_players_left() {
        for board in [Board::Eight, Board::Ten] {
            let last = board.width() - 1;
            assert!(board.square(0, 0).is_some() && board.square(last, last).is_some());
            assert!(board.square(last, 0).is_none() && board.square(0, last).is_none());
        }
    }

    #[test]
    fn a_step_is_one_file_and_one_rank_or_off_the_board() {
        for board in [Board::Eight, Board::Ten] {
            for square in board.squares() {
                for direction in Direction::ALL {
                    let stepped = board.step(square.set().0, direction) & board.squares().0;
                    let (file, rank) = board.cell(square);
                    let (df, dr) = direction.delta();
                    let target = file
                        .checked_add_signed(df)
                        .zip(rank.checked_add_signed(dr))
                        .and_then(|(f, r)| board.square(f, r));
                    assert_eq!(SquareSet(stepped).first(), target);
                }
            }
        }
    }

    #[test]
    fn names_that_are_no_squares_are_refused() {
        for name in ["", "a", "1", "a0", "i1", "a9", "a11", "b1", "é1", "a-1", "a1 "] {
            assert_eq!(Board::Eight.named(name), None, "{name:?}");
        }
    }
}
