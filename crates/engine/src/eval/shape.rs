//! The patterns of a board.
//!
//! A pattern is a set of ten squares. Each is empty, holds a white man or holds a black man, so a pattern has 3^10 states,
//! and each state has a weight. The patterns overlap, so that what men do to each other is seen wherever it happens.
//!
//! Turned by half a turn with colours changed, the board is the same game. So every pattern has a partner on the other
//! side of the board that shares its table: what is good for White here is as good for Black there.
//!
//! The numbers of the states are computed for all patterns at once. What the men of one rank add to each pattern's number
//! stands ready in a row of a small table, one lane for each pattern; adding up these rows is a few vector additions.

use damka_rules::{Board, Colour, Position};
use std::sync::LazyLock;

/// The squares of a pattern.
pub const SQUARES: usize = 10;
/// The states of a pattern.
pub const STATES: usize = 3usize.pow(SQUARES as u32);

/// A square as (rank, place in its rank).
type Place = (u8, u8);

/// The patterns of the 8x8 board: two squares wide and five ranks high in six places, and two broad ones. The partners
/// of these cover the rest.
const EIGHT: [[Place; SQUARES]; 8] = [
    tall(0, 0),
    tall(0, 1),
    tall(0, 2),
    tall(1, 0),
    tall(1, 1),
    tall(1, 2),
    [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3), (2, 1), (2, 2)],
    [(2, 0), (2, 1), (2, 2), (2, 3), (3, 0), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2)],
];

/// The patterns of the 10x10 board: two wide and five high in twelve places, and four of two whole ranks.
const TEN: [[Place; SQUARES]; 16] = [
    tall(0, 0),
    tall(0, 1),
    tall(0, 2),
    tall(0, 3),
    tall(1, 0),
    tall(1, 1),
    tall(1, 2),
    tall(1, 3),
    tall(2, 0),
    tall(2, 1),
    tall(2, 2),
    tall(2, 3),
    broad(0),
    broad(1),
    broad(2),
    broad(3),
];

const fn tall(rank: u8, place: u8) -> [Place; SQUARES] {
    let mut pattern = [(0, 0); SQUARES];
    let mut at = 0;
    while at < SQUARES {
        pattern[at] = (rank + (at / 2) as u8, place + (at % 2) as u8);
        at += 1;
    }
    pattern
}

const fn broad(rank: u8) -> [Place; SQUARES] {
    let mut pattern = [(0, 0); SQUARES];
    let mut at = 0;
    while at < SQUARES {
        pattern[at] = (rank + (at / 5) as u8, (at % 5) as u8);
        at += 1;
    }
    pattern
}

/// The squares of a small pattern. These see kings too, and are looked at only when there are any.
pub const SMALL_SQUARES: usize = 6;
/// The states of a small pattern: empty, or a man or king of either colour.
pub const SMALL_STATES: usize = 5usize.pow(SMALL_SQUARES as u32);
/// The small patterns of a board.
pub const SMALL_PATTERNS: usize = 16;

/// The small patterns of the 8x8 board, two wide and three high or three wide and two high. With their partners they
/// are all there are.
const SMALL_EIGHT: [[Place; SMALL_SQUARES]; SMALL_PATTERNS] = [
    high(0, 0),
    high(0, 1),
    high(0, 2),
    high(1, 0),
    high(1, 1),
    high(1, 2),
    high(2, 0),
    high(2, 1),
    high(2, 2),
    wide(0, 0),
    wide(0, 1),
    wide(1, 0),
    wide(1, 1),
    wide(2, 0),
    wide(2, 1),
    wide(3, 0),
];

/// The small patterns of the 10x10 board, two wide and three high.
const SMALL_TEN: [[Place; SMALL_SQUARES]; SMALL_PATTERNS] = [
    high(0, 0),
    high(0, 1),
    high(0, 2),
    high(0, 3),
    high(1, 0),
    high(1, 1),
    high(1, 2),
    high(1, 3),
    high(2, 0),
    high(2, 1),
    high(2, 2),
    high(2, 3),
    high(3, 0),
    high(3, 1),
    high(3, 2),
    high(3, 3),
];

const fn high(rank: u8, place: u8) -> [Place; SMALL_SQUARES] {
    let mut pattern = [(0, 0); SMALL_SQUARES];
    let mut at = 0;
    while at < SMALL_SQUARES {
        pattern[at] = (rank + (at / 2) as u8, place + (at % 2) as u8);
        at += 1;
    }
    pattern
}

const fn wide(rank: u8, place: u8) -> [Place; SMALL_SQUARES] {
    let mut pattern = [(0, 0); SMALL_SQUARES];
    let mut at = 0;
    while at < SMALL_SQUARES {
        pattern[at] = (rank + (at / 3) as u8, place + (at % 3) as u8);
        at += 1;
    }
    pattern
}

/// The squares of each pattern of a board, as the bits of a position.
pub fn patterns(board: Board) -> Vec<[usize; SQUARES]> {
    let square = |(rank, place): Place| board.rank(rank).bits().trailing_zeros() as usize + usize::from(place);
    let patterns: &[[Place; SQUARES]] = if board == Board::Ten { &TEN } else { &EIGHT };
    patterns.iter().map(|pattern| pattern.map(square)).collect()
}

/// How many patterns and partners see a square.
pub fn lanes_of(board: Board, square: usize) -> i32 {
    let far = super::turned(board, square);
    let sees = |pattern: &[usize; SQUARES], square| pattern.contains(&square);
    patterns(board).iter().map(|pattern| i32::from(sees(pattern, square)) + i32::from(sees(pattern, far))).sum()
}

/// The states of all patterns of a position: the patterns first, then their partners.
pub type States<const LANES: usize> = [u16; LANES];

/// What the pieces of each rank add to the states. The pieces are of some kinds, White's and Black's in turn.
#[derive(Debug)]
pub struct Shape<const KINDS: usize, const LANES: usize, const RANKS: usize, const ROWS: usize> {
    /// For each kind of piece, rank and set of such pieces on it.
    rows: [[[States<LANES>; ROWS]; RANKS]; KINDS],
    /// The bit where each rank begins.
    first_bit: [u32; RANKS],
}

/// The shape of the men on 8x8 boards.
pub type Shape8 = Shape<2, 16, 8, 16>;
/// The shape of the men on 10x10 boards.
pub type Shape10 = Shape<2, 32, 10, 32>;
/// The small patterns of men and kings on 8x8 boards.
pub type Small8 = Shape<4, 32, 8, 16>;
/// The small patterns of men and kings on 10x10 boards.
pub type Small10 = Shape<4, 32, 10, 32>;

/// The patterns of 8x8 boards.
pub static SHAPE_8: LazyLock<Box<Shape8>> = LazyLock::new(|| Shape::new(Board::Eight, &EIGHT));
/// The patterns of 10x10 boards.
pub static SHAPE_10: LazyLock<Box<Shape10>> = LazyLock::new(|| Shape::new(Board::Ten, &TEN));
/// The small patterns of 8x8 boards.
pub static SMALL_8: LazyLock<Box<Small8>> = LazyLock::new(|| Shape::new(Board::Eight, &SMALL_EIGHT));
/// The small patterns of 10x10 boards.
pub static SMALL_10: LazyLock<Box<Small10>> = LazyLock::new(|| Shape::new(Board::Ten, &SMALL_TEN));

/// The men of both colours.
#[inline]
pub fn men(position: &Position) -> [u64; 2] {
    Colour::ALL.map(|colour| position.men(colour).bits())
}

/// The men of both colours, then the kings.
#[inline]
pub fn all(position: &Position) -> [u64; 4] {
    let [white, black] = Colour::ALL.map(|colour| position.kings(colour).bits());
    let men = men(position);
    [men[0], men[1], white, black]
}

impl<const KINDS: usize, const LANES: usize, const RANKS: usize, const ROWS: usize> Shape<KINDS, LANES, RANKS, ROWS> {
    fn new<const SIZE: usize>(board: Board, patterns: &[[Place; SIZE]]) -> Box<Self> {
        assert_eq!(patterns.len() * 2, LANES, "each pattern and its partner");
        let width = ROWS.trailing_zeros() as u8;
        let mut shape = Box::new(Shape { rows: [[[[0; LANES]; ROWS]; RANKS]; KINDS], first_bit: [0; RANKS] });
        for (rank, bit) in shape.first_bit.iter_mut().enumerate() {
            *bit = board.rank(rank as u8).bits().trailing_zeros();
        }
        for (lane, pattern) in patterns.iter().enumerate() {
            for (digit, (rank, place)) in pattern.iter().enumerate() {
                let unit = (KINDS as u16 + 1).pow(digit as u32);
                let far = (RANKS as u8 - 1 - rank, width - 1 - place);
                for kind in 0..KINDS {
                    // In the partner the colours are changed: its own pieces count as White's do here.
                    shape.add(lane, kind, unit * (kind as u16 + 1), (*rank, *place));
                    shape.add(lane + LANES / 2, kind ^ 1, unit * (kind as u16 + 1), far);
                }
            }
        }
        shape
    }

    fn add(&mut self, lane: usize, kind: usize, unit: u16, (rank, place): Place) {
        let rows = self.rows[kind][usize::from(rank)].iter_mut().enumerate();
        for (_, states) in rows.filter(|(row, _)| row >> place & 1 != 0) {
            states[lane] += unit;
        }
    }

    /// The states of the patterns, given the pieces of each kind.
    #[inline]
    pub fn states(&self, pieces: [u64; KINDS]) -> States<LANES> {
        let mut states = [0; LANES];
        for rank in 0..RANKS {
            for (pieces, rows) in pieces.iter().zip(&self.rows) {
                let row = (pieces >> self.first_bit[rank]) as usize & (ROWS - 1);
                let added = &rows[rank][row];
                for lane in 0..LANES {
                    states[lane] += added[lane];
                }
            }
        }
        states
    }
}

/// The features of a position beside its patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around {
    /// The place in the table of material.
    pub material: usize,
    /// Kings that are more than the table of material knows: the side to move's, less the opponent's.
    pub spare_kings: i32,
    /// The place in the table of the opposition.
    pub opposition: usize,
    /// The pieces on the board: how far the game has come.
    pub pieces: u32,
}

/// Kings of a side that the table of material tells apart.
pub const KINGS: usize = 4;
/// The sizes of the tables beside the patterns.
pub const fn material_size(most_men: usize) -> usize {
    (most_men + 1) * (most_men + 1) * KINGS * KINGS
}
/// For each number of pieces: who has the opposition.
pub const OPPOSITION: usize = 2 * 64;

impl Around {
    /// The features of a position of a game in which a side has at most so many men.
    #[inline]
    pub fn of(position: &Position, most_men: usize, system: u64) -> Around {
        let (own, other) = (position.to_move(), position.to_move().other());
        let men = [own, other].map(|side| (position.men(side).len() as usize).min(most_men));
        let kings = [own, other].map(|side| position.kings(side).len() as usize);
        let known = kings.map(|kings| kings.min(KINGS - 1));
        let occupied = position.occupied();
        let pieces = occupied.len();
        let parity = (occupied.bits() & system).count_ones() as usize & 1;
        Around {
            material: ((men[0] * (most_men + 1) + men[1]) * KINGS + known[0]) * KINGS + known[1],
            spare_kings: (kings[0] - known[0]) as i32 - (kings[1] - known[1]) as i32,
            opposition: (pieces as usize & 63) * 2 + parity,
            pieces,
        }
    }
}

/// The squares of every second file: the parity of the pieces on them tells who has the opposition.
pub fn system(board: Board) -> u64 {
    board
        .squares()
        .into_iter()
        .filter(|square| board.cell(*square).0.is_multiple_of(2))
        .fold(0, |set, square| set | square.set().bits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_rules::{Kind, Piece, Ruleset, Square};

    fn mirrored(board: Board, position: &Position) -> Position {
        let mut turned = Position::empty(position.to_move().other());
        for square in board.squares() {
            let (file, rank) = board.cell(square);
            let far = board.square(board.width() - 1 - file, board.width() - 1 - rank).unwrap();
            turned.set(far, position.piece(square).map(|piece| Piece { colour: piece.colour.other(), ..piece }));
        }
        turned
    }

    fn random_position(board: Board, seed: u64) -> Position {
        let mut state = seed;
        let mut position = Position::empty(Colour::White);
        for square in board.squares() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let colour = if state >> 40 & 1 == 0 { Colour::White } else { Colour::Black };
            if state >> 50 & 1 == 0 {
                position.set(square, Some(Piece { colour, kind: Kind::Man }));
            }
        }
        position
    }

    /// Every third piece a king.
    fn crowned(board: Board, mut position: Position) -> Position {
        for (at, square) in board.squares().into_iter().enumerate() {
            if let Some(piece) = position.piece(square).filter(|_| at % 3 == 0) {
                position.set(square, Some(Piece { kind: Kind::King, ..piece }));
            }
        }
        position
    }

    #[test]
    fn partners_see_the_turned_board_as_their_patterns_see_the_board() {
        for seed in 0..200 {
            let position = random_position(Board::Eight, seed);
            let (here, there) =
                (SHAPE_8.states(men(&position)), SHAPE_8.states(men(&mirrored(Board::Eight, &position))));
            assert_eq!(here[..8], there[8..]);
            assert_eq!(here[8..], there[..8]);
            let position = random_position(Board::Ten, seed);
            let (here, there) =
                (SHAPE_10.states(men(&position)), SHAPE_10.states(men(&mirrored(Board::Ten, &position))));
            assert_eq!(here[..16], there[16..]);
            let position = crowned(Board::Eight, random_position(Board::Eight, seed));
            let (here, there) =
                (SMALL_8.states(all(&position)), SMALL_8.states(all(&mirrored(Board::Eight, &position))));
            assert_eq!((&here[..16], &here[16..]), (&there[16..], &there[..16]));
        }
    }

    /// The slow way: square by square.
    #[test]
    fn states_are_the_squares_of_their_patterns_in_base_three() {
        let position = random_position(Board::Ten, 5);
        let states = SHAPE_10.states(men(&position));
        for (lane, pattern) in TEN.iter().enumerate() {
            let digit = |(rank, place): Place| {
                let square: Square = Board::Ten.rank(rank).into_iter().nth(usize::from(place)).unwrap();
                match position.piece(square) {
                    None => 0,
                    Some(Piece { colour: Colour::White, .. }) => 1,
                    Some(_) => 2,
                }
            };
            let slow = pattern.iter().rev().fold(0u16, |sum, place| sum * 3 + digit(*place));
            assert_eq!(states[lane], slow);
        }
    }

    #[test]
    fn every_square_is_in_some_pattern() {
        for (board, seen) in [
            (Board::Eight, EIGHT.iter().flatten().copied().collect::<Vec<_>>()),
            (Board::Ten, TEN.iter().flatten().copied().collect()),
        ] {
            let (last, width) = (board.width() - 1, board.width() / 2 - 1);
            for square in board.squares() {
                let (file, rank) = board.cell(square);
                let (here, there) = ((rank, file / 2), (last - rank, width - file / 2));
                assert!(seen.contains(&here) || seen.contains(&there), "{}", board.name(square));
            }
        }
        let start = Ruleset::named("russian").unwrap().start();
        assert_eq!(Around::of(&start, 12, system(Board::Eight)).pieces, 24);
    }
}
