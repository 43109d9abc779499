//! Which move to look at first.

use crate::table::Hint;
use damka_rules::{Colour, Move, Position};

/// What earlier cuts have taught about moves.
pub(super) struct Ordering {
    /// How likely a move cuts, by colour and squares: 0 to 1 in 2^14 parts, starting in the middle.
    success: Vec<u16>,
    /// The last two moves that cut at each ply.
    killers: Vec<[Hint; 2]>,
}

const HALF: u16 = 1 << 13;
const SHIFT: u16 = 5;
const FIRST: i32 = 1 << 24;
const CAPTURE: i32 = 1 << 20;
const CROWN: i32 = 1 << 18;
const KILLER: i32 = 1 << 16;

impl Ordering {
    pub fn new() -> Ordering {
        Ordering { success: vec![HALF; 2 * 4096], killers: vec![[Hint::NONE; 2]; super::MOST_PLIES + 2] }
    }

    #[inline]
    fn place(colour: Colour, mv: Move) -> usize {
        (colour as usize) << 12 | mv.from().index() << 6 | mv.to().index()
    }

    /// How soon each move should be looked at: the larger, the sooner.
    pub fn rate(&self, position: &Position, ply: u32, known: Hint, moves: &[Move], order: &mut Vec<(i32, u16)>) {
        order.clear();
        let kings = position.kings(Colour::White).union(position.kings(Colour::Black));
        let killers = self.killers[ply as usize];
        for (at, mv) in moves.iter().enumerate() {
            let hint = Hint::of(*mv);
            let rating = if hint == known {
                FIRST
            } else if mv.is_capture() {
                let taken = mv.captured();
                CAPTURE + ((taken.len() + 2 * taken.intersection(kings).len()) << 8) as i32 + i32::from(mv.promotes())
            } else if mv.promotes() {
                CROWN
            } else if hint == killers[0] {
                KILLER + 1
            } else if hint == killers[1] {
                KILLER
            } else {
                i32::from(self.success[Ordering::place(position.to_move(), *mv)])
            };
            order.push((rating, at as u16));
        }
    }

    /// Takes the best of the moves from `from` on to the front.
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

    /// Learns that a quiet move has cut where those looked at before it had not.
    pub fn learn(&mut self, position: &Position, ply: u32, cut: Move, before: impl Iterator<Item = Move>) {
        let killers = &mut self.killers[ply as usize];
        let hint = Hint::of(cut);
        if killers[0] != hint {
            *killers = [hint, killers[0]];
        }
        let good = &mut self.success[Ordering::place(position.to_move(), cut)];
        *good += ((1 << 14) - *good) >> SHIFT;
        for mv in before {
            let bad = &mut self.success[Ordering::place(position.to_move(), mv)];
            *bad -= *bad >> SHIFT;
        }
    }
}
