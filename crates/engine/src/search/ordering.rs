//! Move ordering: which move to search first.

use crate::transposition::PackedMove;
use damka_rules::{Colour, Move, Position};

/// What earlier beta cutoffs say about moves.
pub(super) struct Ordering {
    /// The history heuristic: how likely a quiet move causes a cutoff, by colour and squares: 0 to 1 in 2^14 parts,
    /// starting in the middle.
    history: Vec<u16>,
    /// The last two quiet moves that caused a cutoff at each ply.
    killers: Vec<[PackedMove; 2]>,
}

const HISTORY_START: u16 = 1 << 13;
const HISTORY_SHIFT: u16 = 5;
const HASH_MOVE: i32 = 1 << 24;
const CAPTURE: i32 = 1 << 20;
const PROMOTION: i32 = 1 << 18;
const KILLER: i32 = 1 << 16;

impl Ordering {
    pub fn new() -> Ordering {
        Ordering { history: vec![HISTORY_START; 2 * 4096], killers: vec![[PackedMove::NONE; 2]; super::MAX_PLY + 2] }
    }

    #[inline]
    fn history_index(colour: Colour, mv: Move) -> usize {
        (colour as usize) << 12 | mv.from().index() << 6 | mv.to().index()
    }

    /// How soon each move should be searched: the larger, the sooner.
    pub fn rate(
        &self,
        position: &Position,
        ply: u32,
        hash_move: PackedMove,
        moves: &[Move],
        order: &mut Vec<(i32, u16)>,
    ) {
        order.clear();
        let kings = position.kings(Colour::White).union(position.kings(Colour::Black));
        let killers = self.killers[ply as usize];
        for (at, mv) in moves.iter().enumerate() {
            let packed = PackedMove::of(*mv);
            let rating = if packed == hash_move {
                HASH_MOVE
            } else if mv.is_capture() {
                let taken = mv.captured();
                CAPTURE + ((taken.len() + 2 * taken.intersection(kings).len()) << 8) as i32 + i32::from(mv.promotes())
            } else if mv.promotes() {
                PROMOTION
            } else if packed == killers[0] {
                KILLER + 1
            } else if packed == killers[1] {
                KILLER
            } else {
                i32::from(self.history[Ordering::history_index(position.to_move(), *mv)])
            };
            order.push((rating, at as u16));
        }
    }

    /// Moves the best of the moves from `from` on to that place: one step of a selection sort, because a cutoff mostly
    /// comes before the list is sorted.
    #[inline]
    pub fn pick(order: &mut [(i32, u16)], from: usize) -> usize {
        let mut best = from;
        for at in from + 1..order.len() {
            if order[at].0 > order[best].0 {
                best = at;
            }
        }
        order.swap(from, best);
        usize::from(order[from].1)
    }

    /// Rewards a quiet move that caused a cutoff, as a killer and in the history, and punishes those searched before it.
    pub fn reward(&mut self, position: &Position, ply: u32, cutoff: Move, before: impl Iterator<Item = Move>) {
        let killers = &mut self.killers[ply as usize];
        let packed = PackedMove::of(cutoff);
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
        let good = &mut self.history[Ordering::history_index(position.to_move(), cutoff)];
        *good += ((1 << 14) - *good) >> HISTORY_SHIFT;
        for mv in before {
            let bad = &mut self.history[Ordering::history_index(position.to_move(), mv)];
            *bad -= *bad >> HISTORY_SHIFT;
        }
    }
}
