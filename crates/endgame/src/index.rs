//! Positions as numbers: every position of a slice has one, and every number is a position.
//!
//! The side to move is always seen as White: a position with Black to move is turned half round with colours changed.
//! Men are numbered first and kings last, so that neighbouring numbers differ in the place of a king, which seldom
//! changes the value. No number is wasted: men of the two sides overlap on all rows but the crowning rows, so the men of
//! the side to move on its base row, where the opponent has no men, are counted apart.

use crate::material::Material;
use damka_rules::{Board, Colour, Position, SquareSet};

/// Men and kings as bits of [`SquareSet`], the side to move first and seen as White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub men: [u64; 2],
    pub kings: [u64; 2],
}

/// Turns a set of squares half round.
#[inline(always)]
pub(crate) const fn turn(board: Board, bits: u64) -> u64 {
    // The spare bits of the board lie symmetrically, so turning is reading the bits backward.
    bits.reverse_bits() >> (64 - if matches!(board, Board::Eight) { 36 } else { 55 })
}

impl Placement {
    #[inline(always)]
    pub fn of(board: Board, position: &Position) -> Placement {
        let sets = |colour| [position.men(colour).bits(), position.kings(colour).bits()];
        let ([white_men, white_kings], [black_men, black_kings]) = (sets(Colour::White), sets(Colour::Black));
        let placed = Placement { men: [white_men, black_men], kings: [white_kings, black_kings] };
        if position.to_move() == Colour::White { placed } else { placed.turned(board) }
    }

    /// The same seen by the other side.
    #[inline(always)]
    pub const fn turned(self, board: Board) -> Placement {
        Placement {
            men: [turn(board, self.men[1]), turn(board, self.men[0])],
            kings: [turn(board, self.kings[1]), turn(board, self.kings[0])],
        }
    }

    /// The position with White to move.
    #[inline(always)]
    pub const fn position(self) -> Position {
        let set = SquareSet::from_bits;
        Position::of([set(self.men[0]), set(self.men[1])], [set(self.kings[0]), set(self.kings[1])], Colour::White)
    }

    #[inline(always)]
    pub const fn occupied(self) -> u64 {
        self.men[0] | self.men[1] | self.kings[0] | self.kings[1]
    }

    #[inline(always)]
    pub const fn material(self) -> Material {
        const fn counts(sets: [u64; 2]) -> [u8; 2] {
            [sets[0].count_ones() as u8, sets[1].count_ones() as u8]
        }
        Material { men: counts(self.men), kings: counts(self.kings) }
    }
}

const MOST: usize = Material::MOST as usize;

/// `CHOOSE[n][k]`: the ways to choose k of n squares.
static CHOOSE: [[u32; MOST + 1]; 51] = {
    let mut table = [[0; MOST + 1]; 51];
    let mut n = 0;
    while n <= 50 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST && k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

fn choose(n: usize, k: usize) -> usize {
    CHOOSE[n][k] as usize
}

/// The squares of a board counted without gaps, by bit, and the bits by count.
struct Squares {
    counted: [u8; 64],
    bit: [u8; 64],
}

static EIGHT: Squares = squares(Board::Eight);
static TEN: Squares = squares(Board::Ten);

const fn squares(board: Board) -> Squares {
    let (mut counted, mut bits) = ([0; 64], [0; 64]);
    let (mut bit, mut count) = (0, 0);
    while bit < 64 {
        if board.squares().bits() >> bit & 1 != 0 {
            counted[bit as usize] = count;
            bits[count as usize] = bit;
            count += 1;
        }
        bit += 1;
    }
    Squares { counted, bit: bits }
}

/// Numbers the positions of one slice.
#[derive(Clone, Copy)]
pub(crate) struct Indexer {
    pub board: Board,
    pub material: Material,
    squares: &'static Squares,
    /// The squares of a row.
    row: usize,
    /// The bits of the base row of the side to move.
    base: u64,
    /// Where the numbers begin of men with so many on the base row.
    offsets: [usize; MOST + 1],
    /// The placements of the opponent's men when so many men of the side to move stand above the base row.
    other_men: [usize; MOST + 1],
    own_kings: usize,
    other_kings: usize,
    size: usize,
}

impl Indexer {
    pub fn new(board: Board, material: Material) -> Indexer {
        let all = board.squares().len() as usize;
        let row = usize::from(board.width() / 2);
        let [own_men, other_men] = material.men.map(usize::from);
        let [own_kings, other_kings] = material.kings.map(usize::from);
        let (mut offsets, mut others, mut men) = ([0; MOST + 1], [0; MOST + 1], 0);
        for (base, offset) in offsets.iter_mut().enumerate().take(own_men + 1) {
            let above = own_men - base;
            *offset = men;
            others[above] = choose(all - row - above, other_men);
            men += choose(row, base) * choose(all - 2 * row, above) * others[above];
        }
        let free = all - own_men - other_men;
        let own_kings_ways = choose(free, own_kings);
        let other_kings_ways = choose(free - own_kings, other_kings);
        Indexer {
            board,
            material,
            squares: if board == Board::Eight { &EIGHT } else { &TEN },
            row,
            base: board.rank(0).bits(),
            offsets,
            other_men: others,
            own_kings: own_kings_ways,
            other_kings: other_kings_ways,
            size: men * own_kings_ways * other_kings_ways,
        }
    }

    /// The number of positions.
    pub fn size(&self) -> usize {
        self.size
    }

    /// How far apart the numbers of two positions are that differ only in the piece that changes second fastest. Values
    /// at this distance are alike, which the compression uses.
    pub fn stride(&self) -> usize {
        match (self.other_kings, self.own_kings) {
            (1, 1) => self.other_men.iter().copied().max().unwrap_or(1),
            (1, own) => own,
            (other, _) => other,
        }
    }

    /// The number of a position of this slice.
    #[inline]
    pub fn index(&self, placement: &Placement) -> usize {
        let [own_men, other_men] = placement.men;
        let mut index = 0;
        if own_men | other_men != 0 {
            let (on_base, above) = (own_men & self.base, own_men & !self.base);
            let [base_count, above_count] = [on_base, above].map(|set| set.count_ones() as usize);
            index = self.rank(on_base, 0, 0);
            index = index * choose(self.squares_above(), above_count) + self.rank(above, self.row, 0);
            index = index * self.other_men[above_count] + self.rank(other_men, self.row, above);
            index += self.offsets[base_count];
        }
        let men = own_men | other_men;
        index = index * self.own_kings + self.rank(placement.kings[0], 0, men);
        index * self.other_kings + self.rank(placement.kings[1], 0, men | placement.kings[0])
    }

    /// The position of a number.
    #[inline]
    pub fn placement(&self, index: usize) -> Placement {
        let (index, other_kings) = (index / self.other_kings, index % self.other_kings);
        let (mut index, own_kings) = (index / self.own_kings, index % self.own_kings);
        let mut placement = Placement { men: [0; 2], kings: [0; 2] };
        let [own_count, other_count] = self.material.men.map(usize::from);
        if own_count + other_count > 0 {
            let base_count = (0..=own_count).rev().find(|base| {
                // A number of men that does not fit on the base row has no placements of its own.
                self.offsets[*base] <= index && choose(self.row, *base) > 0
            });
            let base_count = base_count.unwrap_or(0);
            let above_count = own_count - base_count;
            index -= self.offsets[base_count];
            let other_men = index % self.other_men[above_count];
            index /= self.other_men[above_count];
            let above_ways = choose(self.squares_above(), above_count);
            let above = self.unrank(index % above_ways, above_count, self.row, 0);
            placement.men[0] = above | self.unrank(index / above_ways, base_count, 0, 0);
            placement.men[1] = self.unrank(other_men, other_count, self.row, above);
        }
        let men = placement.men[0] | placement.men[1];
        let [own_count, other_count] = self.material.kings.map(usize::from);
        placement.kings[0] = self.unrank(own_kings, own_count, 0, men);
        placement.kings[1] = self.unrank(other_kings, other_count, 0, men | placement.kings[0]);
        placement
    }

    fn squares_above(&self) -> usize {
        self.board.squares().len() as usize - 2 * self.row
    }

    /// The number of a set of pieces among the sets of its size, counting squares from `first` on and leaving out the
    /// squares that are taken.
    #[inline(always)]
    fn rank(&self, mut set: u64, first: usize, taken: u64) -> usize {
        let (mut rank, mut count) = (0, 1);
        while set != 0 {
            let bit = set.trailing_zeros();
            let below = (taken & ((1 << bit) - 1)).count_ones() as usize;
            let at = usize::from(self.squares.counted[(bit & 63) as usize]) - first - below;
            rank += choose(at, count);
            count += 1;
            set &= set - 1;
        }
        rank
    }

    #[inline(always)]
    fn unrank(&self, mut rank: usize, count: usize, first: usize, taken: u64) -> u64 {
        let mut set = 0;
        let mut most = self.board.squares().len() as usize - first;
        for left in (1..=count).rev() {
            // The highest piece stands as high as the rank allows.
            let (mut low, mut high) = (left - 1, most);
            while high - low > 1 {
                let middle = usize::midpoint(low, high);
                if choose(middle, left) <= rank { low = middle } else { high = middle }
            }
            rank -= choose(low, left);
            most = low;
            set |= 1 << self.free_square(low + first, taken);
        }
        set
    }

    /// The bit of a square counted without those that are taken.
    #[inline(always)]
    fn free_square(&self, mut at: usize, mut taken: u64) -> u8 {
        while taken != 0 {
            if usize::from(self.squares.counted[(taken.trailing_zeros() & 63) as usize]) > at {
                break;
            }
            at += 1;
            taken &= taken - 1;
        }
        self.squares.bit[at & 63]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_position_and_back() {
        for board in [Board::Eight, Board::Ten] {
            for material in Material::up_to(if board == Board::Eight { 4 } else { 3 }) {
                let indexer = Indexer::new(board, material);
                let step = (indexer.size() / 3_000).max(1);
                for index in (0..indexer.size()).step_by(step).chain([indexer.size() - 1]) {
                    let placement = indexer.placement(index);
                    assert_eq!(placement.material(), material, "{material} {index}");
                    assert_eq!(placement.occupied().count_ones(), u32::from(material.pieces()));
                    assert_eq!(placement.occupied() & !board.squares().bits(), 0);
                    assert_eq!(placement.men[0] & board.crowning_row(Colour::White).bits(), 0);
                    assert_eq!(placement.men[1] & board.crowning_row(Colour::Black).bits(), 0);
                    assert_eq!(indexer.index(&placement), index, "{material}");
                }
            }
        }
    }

    /// The numbers of engines.md 6.3, which add up to Chinook's.
    #[test]
    fn no_number_is_wasted() {
        let sum = |board, pieces| -> usize {
            Material::all(pieces).into_iter().map(|material| Indexer::new(board, material).size()).sum()
        };
        assert_eq!([2, 3, 4, 5].map(|pieces| sum(Board::Eight, pieces)), [3_488, 196_032, 6_209_316, 139_450_808]);
        assert_eq!(sum(Board::Eight, 6), 2_426_085_676);
        assert_eq!([2, 3, 4, 5].map(|pieces| sum(Board::Ten, pieces)), [8_845, 806_300, 41_971_200, 1_570_600_750]);
        let largest = Indexer::new(Board::Eight, Material { men: [1, 1], kings: [2, 2] });
        assert_eq!(largest.size(), 124_966_800);
    }

    #[test]
    fn turning_twice_is_nothing() {
        for board in [Board::Eight, Board::Ten] {
            for square in board.squares() {
                let (file, rank) = board.cell(square);
                let far = board.square(board.width() - 1 - file, board.width() - 1 - rank);
                assert_eq!(far.map(|far| far.set().bits()), Some(turn(board, square.set().bits())));
            }
            assert_eq!(turn(board, board.squares().bits()), board.squares().bits());
        }
    }
}
