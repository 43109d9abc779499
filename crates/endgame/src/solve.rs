//! Retrograde analysis of one slice and its turned twin.
//!
//! First every position is looked at once, forward: what captures and crownings lead to is known already, the other
//! moves stay within the pair of slices and are counted. Then the distance grows from 0: every position that is decided
//! at a distance is looked at backward. A side that can move to a lost position wins; a side that has no move left but to won
//! ones loses, and its count of open moves tells when that is so. What nothing ever decides is drawn.
//!
//! All cores work on the same arrays. What they write does not depend on who comes first: at distance `d` only wins and
//! losses at greater distances are written, a win always the same, a loss by the one who takes the last open move away.

use crate::build::{Stopped, Watch, Work};
use crate::index::Indexer;
use crate::known::{Known, Scratch, Slice};
use crate::material::Material;
use crate::unmoves::Unmover;
use crate::value::{Code, Value};
use damka_rules::Kernel;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

/// Positions that one core takes at a time.
const CHUNK: usize = 1 << 14;

/// The memory for each position while a slice is solved: its code and its count of open moves.
pub(crate) const BYTES: usize = 3;

struct Solving {
    indexer: Indexer,
    codes: Vec<AtomicU16>,
    /// The moves within the pair that do not lose yet. Zero from the beginning where captures are due or nobody can move.
    open: Vec<AtomicU8>,
}

impl Solving {
    fn new(indexer: Indexer) -> Solving {
        let size = indexer.size();
        let mut codes = Vec::with_capacity(size);
        codes.resize_with(size, AtomicU16::default);
        let mut open = Vec::with_capacity(size);
        open.resize_with(size, AtomicU8::default);
        Solving { indexer, codes, open }
    }

    fn chunks(&self) -> impl IndexedParallelIterator<Item = (usize, &[AtomicU16])> {
        self.codes.par_chunks(CHUNK).enumerate().map(|(at, chunk)| (at * CHUNK, chunk))
    }
}

/// Solves a material and the same with the other side to move. The slices that captures and crownings lead to must be
/// known. The first slice of the answer is of the given material.
pub(crate) fn solve<K: Kernel>(
    kernel: K,
    known: &Known,
    material: Material,
    watch: &dyn Watch,
) -> Result<Vec<Slice>, Stopped> {
    let board = known.game().board();
    let mut pair = vec![Solving::new(Indexer::new(board, material))];
    if material.turned() != material {
        pair.push(Solving::new(Indexer::new(board, material.turned())));
    }
    // The longest distance that has been written.
    let longest = AtomicU16::new(0);
    for solving in &pair {
        begin(kernel, known, solving, &longest, watch)?;
    }
    let unmover = Unmover::new(known.game().moves());
    let mut decided = 0;
    let mut plies = 0;
    while plies <= longest.load(Relaxed) {
        for (at, solving) in pair.iter().enumerate() {
            let before = &pair[pair.len() - 1 - at];
            decided += spread(plies, solving, before, &unmover, &longest, watch)?;
        }
        plies += 1;
    }
    let all: usize = pair.iter().map(|solving| solving.indexer.size()).sum();
    watch.done(Work::Solving, all.saturating_sub(decided) as u64);
    let finished = |solving: Solving| {
        let codes = solving.codes.into_iter().map(|code| Code::of(Code(code.into_inner()).value()).0).collect();
        Slice { indexer: solving.indexer, codes, complete: true }
    };
    Ok(pair.into_iter().map(finished).collect())
}

/// Looks at every position once: what is decided at once, and how many moves are open.
fn begin<K: Kernel>(
    kernel: K,
    known: &Known,
    solving: &Solving,
    longest: &AtomicU16,
    watch: &dyn Watch,
) -> Result<(), Stopped> {
    solving.chunks().try_for_each_init(Scratch::default, |scratch, (first, codes)| {
        watch.go_on()?;
        let mut list = scratch.take();
        for (at, code) in codes.iter().enumerate() {
            let position = solving.indexer.placement(first + at).position();
            kernel.moves(&position, &mut list);
            let (mut open, mut best) = (0u8, None);
            for mv in list.iter() {
                if !mv.is_capture() && !mv.promotes() {
                    open += 1;
                } else {
                    // A slice that is missing would be a mistake in the order of building.
                    let child = known.value(kernel, &position.after(*mv), scratch).ok_or(Stopped)?;
                    let value = child.before();
                    best = Some(best.map_or(value, |best: Value| best.better(value)));
                }
            }
            if list.is_empty() {
                best = Some(known.game().stuck());
            }
            let first_code = match best {
                None => Code::DRAW,
                Some(Value::Draw) if open > 0 => Code::NOT_LOST,
                Some(Value::Loss(plies)) if open > 0 => Code::lost_so_far(plies),
                Some(value) => Code::of(value),
            };
            if first_code.is_win() || first_code.is_loss() {
                raise(longest, first_code.plies());
            }
            code.store(first_code.0, Relaxed);
            solving.open[first + at].store(open, Relaxed);
        }
        scratch.give_back(list);
        watch.done(Work::Looking, codes.len() as u64);
        Ok(())
    })
}

/// Looks backward from every position that is decided at this distance.
fn spread(
    plies: u16,
    solving: &Solving,
    before: &Solving,
    unmover: &Unmover,
    longest: &AtomicU16,
    watch: &dyn Watch,
) -> Result<usize, Stopped> {
    let (won, lost) = (Code::win(plies), Code::loss(plies));
    let board = solving.indexer.board;
    let chunk = |(first, codes): (usize, &[AtomicU16])| {
        watch.go_on()?;
        let mut decided = 0;
        for (at, code) in codes.iter().enumerate() {
            let code = Code(code.load(Relaxed));
            if code != won && code != lost {
                continue;
            }
            decided += 1;
            let after = solving.indexer.placement(first + at).turned(board);
            unmover.each(&after, |earlier| {
                let index = before.indexer.index(earlier);
                if before.open[index].load(Relaxed) == 0 {
                    return;
                }
                let known = Code(before.codes[index].load(Relaxed));
                if code == lost {
                    if !known.is_win() || known.plies() > plies + 1 {
                        before.codes[index].store(Code::win(plies + 1).0, Relaxed);
                        raise(longest, plies + 1);
                    }
                } else if !known.is_win() && known != Code::NOT_LOST && before.open[index].fetch_sub(1, Relaxed) == 1 {
                    let slowest = if known.is_lost_so_far() { known.plies().max(plies + 1) } else { plies + 1 };
                    before.codes[index].store(Code::loss(slowest).0, Relaxed);
                    raise(longest, slowest);
                }
            });
        }
        watch.done(Work::Solving, decided as u64);
        Ok(decided)
    };
    solving.chunks().map(chunk).try_reduce(|| 0, |one, other| Ok(one + other))
}

/// Most distances are not new, and asking is cheaper than writing.
fn raise(longest: &AtomicU16, plies: u16) {
    if longest.load(Relaxed) < plies {
        longest.fetch_max(plies, Relaxed);
    }
}
