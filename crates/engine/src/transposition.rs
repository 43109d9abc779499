//! The transposition table: what earlier searches found out about positions that other move orders reach too.
//!
//! Threads share it without locks. An entry is two words; the key is stored mixed with the data, so an entry that two
//! threads have torn fits no position.

use crate::score::{PROVED_WIN, WIN};
use damka_rules::Move;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a stored score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    None,
    /// The true score is at most this: the search failed low.
    Upper,
    /// The true score is at least this: the search failed high.
    Lower,
    Exact,
}

/// The squares a move goes from and to: enough to find it again in a list. 0 means no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct PackedMove(u16);

impl PackedMove {
    pub const NONE: PackedMove = PackedMove(0);

    pub fn of(mv: Move) -> PackedMove {
        // Captures that share both squares are told apart, most of the time, by a few bits of what they take.
        let taken = mv.captured().bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
        PackedMove((mv.from().index() | mv.to().index() << 6) as u16 | (taken as u16) << 12)
    }
}

/// What is remembered about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub score: i32,
    pub depth: i32,
    pub bound: Bound,
    /// The move to search first next time, which is called the hash move there.
    pub best_move: PackedMove,
}

impl Entry {
    /// The score, if it is enough to cut off a search of this depth between these bounds.
    pub fn cutoff(self, depth: i32, ply: u32, alpha: i32, beta: i32) -> Option<i32> {
        let value = self.score_at(ply);
        // A proved win or loss is proved at any depth.
        if self.depth < depth && value.abs() < PROVED_WIN {
            return None;
        }
        let enough = match self.bound {
            Bound::Exact => self.depth >= depth || value >= beta && value > 0 || value <= alpha && value < 0,
            Bound::Lower => value >= beta && (self.depth >= depth || value > 0),
            Bound::Upper => value <= alpha && (self.depth >= depth || value < 0),
            Bound::None => false,
        };
        enough.then_some(value)
    }

    fn pack(self, age: u8) -> u64 {
        u64::from(self.score as i16 as u16)
            | u64::from(self.best_move.0) << 16
            | u64::from(self.depth as u8) << 32
            | (self.bound as u64) << 40
            | u64::from(age) << 48
    }

    fn unpack(data: u64) -> Entry {
        let bound = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(data >> 40 & 3) as usize];
        let depth = i32::from((data >> 32) as u8);
        Entry { score: i32::from(data as u16 as i16), best_move: PackedMove((data >> 16) as u16), depth, bound }
    }

    /// The score seen from a ply of the tree: wins are remembered by their distance from the position, and used by
    /// their distance from the root.
    pub fn score_at(self, ply: u32) -> i32 {
        if self.score > PROVED_WIN {
            self.score - ply as i32
        } else if self.score < -PROVED_WIN {
            self.score + ply as i32
        } else {
            self.score
        }
    }
}

#[derive(Debug, Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

/// Four entries that share a line of the processor's cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; 4]);

/// The part of a table that is used at least.
const LEAST: usize = (1 << 20) / size_of::<Cluster>();

/// The transposition table.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    clusters: Vec<Cluster>,
    /// Keys are found among so many clusters and one.
    mask: usize,
}

impl TranspositionTable {
    /// A table of at most so many mebibytes.
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let clusters = (mebibytes.max(1) << 20) / size_of::<Cluster>();
        let size = if clusters.is_power_of_two() { clusters } else { clusters.next_power_of_two() / 2 };
        let clusters: Vec<Cluster> = std::iter::repeat_with(Cluster::default).take(size).collect();
        TranspositionTable { mask: size.min(LEAST) - 1, clusters }
    }

    /// Uses as much of the table as so many positions need, but not less than before. A short search in a small part of
    /// it is faster, because that part stays near the processor; where a key belongs changes when the part grows.
    pub fn make_room(&mut self, positions: u64) {
        let most = self.clusters.len();
        let needed = usize::try_from(positions).map_or(most, |positions| (positions / 4).min(most).next_power_of_two());
        self.mask = self.mask.max(needed - 1);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clusters[..=self.mask].fill_with(Cluster::default);
        self.mask = self.clusters.len().min(LEAST) - 1;
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[Slot; 4] {
        &self.clusters[key as usize & self.mask].0
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in self.cluster(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.key.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    #[inline]
    pub fn store(&self, key: u64, ply: u32, age: u8, mut entry: Entry) {
        entry.score = if entry.score > PROVED_WIN {
            (entry.score + ply as i32).min(WIN)
        } else if entry.score < -PROVED_WIN {
            (entry.score - ply as i32).max(-WIN)
        } else {
            entry.score
        };
        let mut worst = (i32::MAX, 0);
        let cluster = self.cluster(key);
        for (at, slot) in cluster.iter().enumerate() {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.key.load(Ordering::Relaxed) ^ data == key {
                if entry.best_move == PackedMove::NONE {
                    entry.best_move = Entry::unpack(data).best_move;
                }
                worst = (0, at);
                break;
            }
            // What an earlier search left goes first, then what was searched least.
            let depth = (data >> 32) as u8;
            let stale = (data >> 48) as u8 != age;
            let worth = if data == 0 { -1 } else { i32::from(depth) + if stale { 0 } else { 256 } };
            if worth < worst.0 {
                worst = (worth, at);
            }
        }
        let data = entry.pack(age);
        let slot = &cluster[worst.1];
        slot.key.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
impl TranspositionTable {
    /// Everything that is remembered.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let slots = self.clusters.iter().flat_map(|cluster| &cluster.0);
        slots.map(|slot| slot.data.load(Ordering::Relaxed)).filter(|data| *data != 0).map(Entry::unpack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_again_until_better_things_push_it_out() {
        let table = TranspositionTable::new(1);
        let entry = |score, depth| Entry { score, depth, bound: Bound::Exact, best_move: PackedMove(77) };
        for score in [-WIN, -PROVED_WIN - 5, -300, 0, 1, 12_345, PROVED_WIN + 9, WIN] {
            for ply in [0, 7, 90] {
                let ply_score = if score.abs() > PROVED_WIN { score - score.signum() * ply as i32 } else { score };
                table.store(99, ply, 1, entry(ply_score, 3));
                let found = table.probe(99).unwrap();
                assert_eq!(
                    (found.score_at(ply), found.depth, found.bound, found.best_move),
                    (ply_score, 3, Bound::Exact, PackedMove(77))
                );
            }
        }
        assert!(table.probe(98).is_none());
        // Five deep entries in one cluster of four: the shallowest goes.
        let same = |n: u64| 99 + (n << 40);
        for n in 1..=5 {
            table.store(same(n), 0, 2, entry(0, 10 * n as i32));
        }
        assert!(table.probe(99).is_none() && table.probe(same(1)).is_none());
        assert!((2..=5).all(|n| table.probe(same(n)).is_some()));
    }

    #[test]
    fn a_table_uses_what_it_needs_and_gives_nothing_back_until_it_is_cleared() {
        let mut table = TranspositionTable::new(4);
        let used = |table: &TranspositionTable| ((table.mask + 1) * size_of::<Cluster>()) >> 20;
        for (positions, mebibytes) in [(0, 1), (1 << 16, 1), (1 << 17, 2), (1000, 2), ((1 << 17) + 4, 4), (u64::MAX, 4)]
        {
            table.make_room(positions);
            assert_eq!(used(&table), mebibytes, "{positions}");
        }
        let entry = Entry { score: 5, depth: 3, bound: Bound::Exact, best_move: PackedMove(77) };
        table.store(u64::MAX >> 20, 0, 1, entry);
        table.clear();
        assert_eq!((used(&table), table.entries().count()), (1, 0));
    }
}
