//! The weights of an evaluation, and the file that keeps them.

use super::shape::{
    self, Around, KINGS, OPPOSITION, SHAPE_8, SHAPE_10, SMALL_8, SMALL_10, SMALL_PATTERNS, SMALL_STATES, STATES,
};
use crate::score::{MAX_EVALUATION, Outlook};
use damka_rules::{Board, Colour, Position};
use std::fmt;

/// A weight early in the game and late in it; between them it changes with every piece that leaves the board.
pub type Pair = [i16; 2];

/// Weights are kept in this part of a hundredth of a man.
pub const FINE: i32 = 16;

/// Everything an evaluation has learned.
#[derive(Clone, PartialEq)]
pub struct Weights {
    pub(crate) board: Board,
    /// The men a side can have.
    pub(crate) most_men: usize,
    /// Table after table, one state after another: what a pattern is worth beside the places of its men.
    pub(crate) patterns: Vec<Pair>,
    /// A white man on each square.
    pub(crate) men: Vec<Pair>,
    /// The patterns with the places of their men: what the evaluation looks up.
    folded: Vec<Pair>,
    /// By the numbers of men and kings, for the side to move.
    pub(crate) material: Vec<i16>,
    /// For each king more than the table knows.
    pub(crate) spare_king: i16,
    /// A white king on each square while the opponent has no king, and when he has.
    pub(crate) kings: Vec<Pair>,
    /// The small patterns of men and kings, table after table, for positions with kings.
    pub(crate) small: Vec<Pair>,
    /// By the number of pieces and who has the opposition, for the side to move.
    pub(crate) opposition: Vec<i16>,
    /// How scores turn into chances.
    pub(crate) outlook: Outlook,
    system: u64,
    start_pieces: i32,
}

/// What counting the pieces of a position tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceCount {
    fine: i32,
    pieces: u32,
}

impl PieceCount {
    /// What that is worth to the side to move, in hundredths of a man.
    #[inline]
    pub(crate) fn value(&self) -> i32 {
        self.fine / FINE
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weights({:?}, {} patterns)", self.board, self.patterns.len() / STATES)
    }
}

impl Weights {
    /// Weights that know nothing.
    pub(crate) fn empty(board: Board) -> Weights {
        let (tables, most_men) = if board == Board::Ten { (16, 20) } else { (8, 12) };
        Weights {
            board,
            most_men,
            patterns: vec![[0; 2]; tables * STATES],
            men: vec![[0; 2]; 64],
            folded: vec![[0; 2]; tables * STATES],
            material: vec![0; shape::material_size(most_men)],
            spare_king: 0,
            kings: vec![[0; 2]; 64],
            small: vec![[0; 2]; SMALL_PATTERNS * SMALL_STATES],
            opposition: vec![0; OPPOSITION],
            outlook: Outlook::DEFAULT,
            system: shape::system(board),
            start_pieces: 2 * most_men as i32,
        }
    }

    /// What the position is worth to the side to move, in hundredths of a man.
    #[inline]
    pub(crate) fn value(&self, position: &Position) -> i32 {
        self.value_of(position, &self.counted(position))
    }

    /// What the position is worth as far as counting the pieces tells: the quick part.
    #[inline]
    pub(crate) fn counted(&self, position: &Position) -> PieceCount {
        let around = Around::of(position, self.most_men, self.system);
        let fine = i32::from(self.material[around.material])
            + i32::from(self.spare_king) * around.spare_kings
            + i32::from(self.opposition[around.opposition]);
        PieceCount { fine, pieces: around.pieces }
    }

    /// What the position is worth, given what has been counted.
    #[inline]
    pub(crate) fn value_of(&self, position: &Position, counted: &PieceCount) -> i32 {
        let men = shape::men(position);
        let mut sum = match self.board {
            Board::Ten => sum::<32>(&self.folded, STATES, &SHAPE_10.states(men)),
            Board::Eight | Board::Full => sum::<16>(&self.folded, STATES, &SHAPE_8.states(men)),
        };
        let has_kings = !position.kings(Colour::White).union(position.kings(Colour::Black)).is_empty();
        if has_kings {
            let small = self.sum_small(position);
            sum = [sum[0] + small[0], sum[1] + small[1]];
        }
        let late = (self.start_pieces - counted.pieces as i32).max(0);
        let mut white = (sum[0] * (self.start_pieces - late) + sum[1] * late) / self.start_pieces;
        if has_kings {
            white += self.kings_value(position);
        }
        let own = if position.to_move() == Colour::White { white } else { -white };
        ((own + counted.fine) / FINE).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    fn sum_small(&self, position: &Position) -> [i32; 2] {
        let pieces = shape::all(position);
        let states = match self.board {
            Board::Ten => SMALL_10.states(pieces),
            Board::Eight | Board::Full => SMALL_8.states(pieces),
        };
        sum::<32>(&self.small, SMALL_STATES, &states)
    }

    fn kings_value(&self, position: &Position) -> i32 {
        let mut value = 0;
        for colour in Colour::ALL {
            let opposed = usize::from(!position.kings(colour.other()).is_empty());
            for square in position.kings(colour) {
                let seen = match colour {
                    Colour::White => square.index(),
                    Colour::Black => turned(self.board, square.index()),
                };
                let worth = i32::from(self.kings[seen][opposed]);
                value += if colour == Colour::White { worth } else { -worth };
            }
        }
        value
    }

    /// Spreads the worth of each man's place over the patterns that see its square. To be called after any change.
    pub(crate) fn fold(&mut self) {
        let (board, men) = (self.board, &self.men);
        let patterns = shape::patterns(board);
        let seen: Vec<i32> = (0..64).map(|square| shape::lanes_of(board, square)).collect();
        // What is lost by dividing is less than a hundredth of a man in all.
        let share = |square: usize| men[square].map(|worth| i32::from(worth) / seen[square].max(1));
        for (table, squares) in patterns.iter().enumerate() {
            let mut places = vec![[0i32; 2]];
            for square in squares {
                let (white, black) = (share(*square), share(turned(board, *square)).map(|worth| -worth));
                let with = |man: [i32; 2]| places.iter().map(move |sum| [sum[0] + man[0], sum[1] + man[1]]);
                places = places.iter().copied().chain(with(white)).chain(with(black)).collect();
            }
            let tables = self.folded.iter_mut().zip(&self.patterns).skip(table * STATES);
            for ((folded, pattern), place) in tables.zip(&places) {
                *folded = [0, 1].map(|phase| clamped(i32::from(pattern[phase]) + place[phase]));
            }
        }
    }

    /// How scores turn into chances.
    #[must_use]
    pub fn outlook(&self) -> Outlook {
        self.outlook
    }

    /// The place of a balance of men and kings in the table of material.
    pub(crate) fn material_index(&self, own: (usize, usize), other: (usize, usize)) -> usize {
        ((own.0 * (self.most_men + 1) + other.0) * KINGS + own.1) * KINGS + other.1
    }
}

/// The weights of all patterns less those of their partners.
#[inline]
fn sum<const LANES: usize>(weights: &[Pair], size: usize, states: &[u16; LANES]) -> [i32; 2] {
    let mut sum = [0; 2];
    let tables = weights.chunks_exact(size);
    for (table, (here, there)) in tables.zip(states[..LANES / 2].iter().zip(&states[LANES / 2..])) {
        let (here, there) = (table[usize::from(*here)], table[usize::from(*there)]);
        sum[0] += i32::from(here[0]) - i32::from(there[0]);
        sum[1] += i32::from(here[1]) - i32::from(there[1]);
    }
    sum
}

/// A sum as a weight.
fn clamped(value: i32) -> i16 {
    value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

/// The square that a square becomes when the board is turned by half a turn.
pub(crate) fn turned(board: Board, square: usize) -> usize {
    match board {
        Board::Ten => 54usize.wrapping_sub(square) & 63,
        Board::Eight => 35usize.wrapping_sub(square) & 63,
        Board::Full => 63 - square,
    }
}

/// Why bytes are not valid weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// They do not begin as a file of weights does.
    NotWeights,
    /// They were written by another version.
    Version(u8),
    /// They end too early, or go on for too long.
    Length,
    /// They were changed after they had been written.
    Checksum,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::NotWeights => f.write_str("this is not a file of weights"),
            WeightsError::Version(version) => {
                write!(f, "weights of version {version}, which this program does not know")
            }
            WeightsError::Length => f.write_str("the file of weights is not whole"),
            WeightsError::Checksum => f.write_str("the file of weights is damaged"),
        }
    }
}

impl std::error::Error for WeightsError {}

const MAGIC: &[u8; 7] = b"damka-w";
const VERSION: u8 = 2;
/// The version that had no small patterns.
const WITHOUT_SMALL: u8 = 1;

impl Weights {
    /// The bytes of a file. Most states of patterns never come up and have weight 0; runs of these are written as one
    /// number.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.push(u8::from(self.board == Board::Ten));
        bytes.extend(self.outlook.scale.to_le_bytes());
        bytes.extend(self.outlook.edge.to_le_bytes());
        let mut zeros = 0;
        for value in self.values() {
            if value == 0 {
                zeros += 1;
                continue;
            }
            put_zeros(&mut bytes, &mut zeros);
            // Zigzag: small numbers of both signs are short. Never 0, which begins a run of zeros.
            put_number(&mut bytes, ((i32::from(value) << 1) ^ (i32::from(value) >> 15)) as u32);
        }
        put_zeros(&mut bytes, &mut zeros);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn values(&self) -> impl Iterator<Item = i16> {
        let pairs = self.patterns.iter().chain(&self.men).chain(&self.kings).flatten();
        let rest = self.material.iter().chain(&self.opposition).chain([&self.spare_king]);
        pairs.chain(rest).chain(self.small.iter().flatten()).copied()
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are damaged or no weights at all.
    pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::NotWeights)?;
        let version = *rest.first().ok_or(WeightsError::Length)?;
        if version != VERSION && version != WITHOUT_SMALL {
            return Err(WeightsError::Version(version));
        }
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(WeightsError::Length)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(WeightsError::Checksum);
        }
        let mut reader = Reader(body.get(MAGIC.len() + 1..).ok_or(WeightsError::Length)?);
        let board = if reader.byte()? == 1 { Board::Ten } else { Board::Eight };
        let mut weights = Weights::empty(board);
        weights.outlook = Outlook { scale: reader.float()?, edge: reader.float()? };
        reader.fill(&mut weights, version != WITHOUT_SMALL)?;
        weights.fold();
        Ok(weights)
    }
}

fn put_zeros(bytes: &mut Vec<u8>, zeros: &mut u32) {
    if *zeros > 0 {
        bytes.push(0);
        put_number(bytes, *zeros);
        *zeros = 0;
    }
}

/// Seven bits in each byte, the lowest first; the eighth says that more follow.
fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// FNV-1a: finds damage, not malice.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, WeightsError> {
        let (first, rest) = self.0.split_first().ok_or(WeightsError::Length)?;
        self.0 = rest;
        Ok(*first)
    }

    fn float(&mut self) -> Result<f32, WeightsError> {
        let (first, rest) = self.0.split_first_chunk::<4>().ok_or(WeightsError::Length)?;
        self.0 = rest;
        Ok(f32::from_le_bytes(*first))
    }

    fn number(&mut self) -> Result<u32, WeightsError> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(WeightsError::Length)
    }

    fn fill(&mut self, weights: &mut Weights, with_small: bool) -> Result<(), WeightsError> {
        let mut zeros = 0;
        let mut next = || {
            if zeros == 0 {
                let number = self.number()?;
                if number != 0 {
                    return Ok((number >> 1) as i16 ^ -((number & 1) as i16));
                }
                zeros = self.number()?;
                if zeros == 0 {
                    return Err(WeightsError::Length);
                }
            }
            zeros -= 1;
            Ok(0)
        };
        for pair in weights.patterns.iter_mut().chain(&mut weights.men).chain(&mut weights.kings) {
            *pair = [next()?, next()?];
        }
        for value in weights.material.iter_mut().chain(&mut weights.opposition) {
            *value = next()?;
        }
        weights.spare_king = next()?;
        for pair in weights.small.iter_mut().filter(|_| with_small) {
            *pair = [next()?, next()?];
        }
        if zeros == 0 && self.0.is_empty() { Ok(()) } else { Err(WeightsError::Length) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_weights() -> Weights {
        let mut weights = Weights::empty(Board::Eight);
        for (at, pair) in weights.patterns.iter_mut().enumerate().filter(|(at, _)| at % 7 < 3) {
            *pair = [(at % 977) as i16 - 488, if at % 5 == 0 { i16::MIN } else { i16::MAX }];
        }
        weights.material[17] = -1;
        weights.spare_king = 300;
        weights.small[5] = [7, -9];
        weights.fold();
        weights
    }

    #[test]
    fn a_file_keeps_every_weight() {
        let weights = some_weights();
        assert!(Weights::read(&weights.write()) == Ok(weights));
    }

    #[test]
    fn damage_is_found() {
        let bytes = some_weights().write();
        assert_eq!(Weights::read(b"PDN"), Err(WeightsError::NotWeights));
        assert_eq!(Weights::read(&bytes[..7]), Err(WeightsError::Length));
        assert_eq!(Weights::read(&bytes[..8]), Err(WeightsError::Checksum));
        assert_eq!(Weights::read(&bytes[..bytes.len() - 1]), Err(WeightsError::Checksum));
        for at in [8, 20, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert_eq!(Weights::read(&damaged), Err(WeightsError::Checksum));
        }
        let mut later = bytes;
        later[7] = 9;
        assert_eq!(Weights::read(&later), Err(WeightsError::Version(9)));
    }
}
