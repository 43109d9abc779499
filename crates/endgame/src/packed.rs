//! Values in memory, and what kinds of answers there are.

use crate::block::BLOCK;
use crate::error::TableError;
use crate::file::TableFile;
use crate::value::{Value, Wdl};
use rayon::prelude::*;

/// Values of one slice with two bits for each position, for those who ask millions of times.
pub(crate) struct Packed {
    words: Vec<u64>,
    positions: usize,
}

impl Packed {
    pub fn bytes(positions: usize) -> u64 {
        positions.div_ceil(32) as u64 * 8
    }

    pub fn read(file: &TableFile) -> Result<Packed, TableError> {
        let words_of_a_block = BLOCK / 32;
        let mut words = vec![0u64; file.indexer.size().div_ceil(32)];
        words.par_chunks_mut(words_of_a_block).enumerate().try_for_each(|(at, words)| {
            for (word, symbols) in words.iter_mut().zip(file.values(at)?.chunks(32)) {
                *word = symbols.iter().rev().fold(0, |word, symbol| word << 2 | u64::from(*symbol));
            }
            Ok(())
        })?;
        Ok(Packed { words, positions: file.indexer.size() })
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> u8 {
        (self.words[index / 32] >> (index % 32 * 2)) as u8 & 3
    }

    /// The values of a block, as symbols.
    pub fn block(&self, at: usize) -> Vec<u8> {
        let begin = at * BLOCK;
        (begin..self.positions.min(begin + BLOCK)).map(|index| self.get(index)).collect()
    }
}

/// A [`Wdl`] or a [`Value`].
pub(crate) trait Answer: Copy {
    fn of(value: Value) -> Self;
    fn before(self) -> Self;
    fn better(self, other: Self) -> Self;
}

impl Answer for Wdl {
    fn of(value: Value) -> Wdl {
        value.wdl()
    }
    fn before(self) -> Wdl {
        self.turned()
    }
    fn better(self, other: Wdl) -> Wdl {
        self.max(other)
    }
}

impl Answer for Value {
    fn of(value: Value) -> Value {
        value
    }
    fn before(self) -> Value {
        Value::before(self)
    }
    fn better(self, other: Value) -> Value {
        Value::better(self, other)
    }
}
