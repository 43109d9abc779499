//! The leaves: captures are played out and threats are answered before a position is judged.

use super::order::Ordering;
use super::{MOST_PLIES, Node, Worker, sooner};
use crate::table::Hint;
use damka_rules::Kernel;

/// The half-moves in which threats are answered at the end of a line. More of them cost more than they see (the diary).
const ANSWERS: u32 = 1;

impl<K: Kernel> Worker<'_, K> {
    /// The value of a leaf, `deep` half-moves after the last one that was searched fully.
    pub(super) fn quiesce(&mut self, node: &Node, deep: u32, ply: u32, mut alpha: i32, beta: i32) -> i32 {
        if self.tick(ply) {
            return 0;
        }
        if let Some(end) = self.end(node, ply).or_else(|| self.known(node, ply)) {
            return end;
        }
        if ply as usize >= MOST_PLIES || deep > self.tools.sight.captures {
            return self.evaluate(node);
        }
        let mut best = -super::WIN;
        if !self.kernel.can_capture(&node.position) {
            let threatened = node.position.with_turn(node.position.to_move().other());
            if deep >= ANSWERS || !self.kernel.can_capture(&threatened) {
                return self.evaluate_quiet(node, ply);
            }
        }
        let mut memory = std::mem::take(&mut self.plies[ply as usize]);
        self.kernel.moves(&node.position, &mut memory.list);
        if memory.list.is_empty() {
            best = sooner(self.ends.stuck, ply);
        }
        self.ordering.rate(&node.position, ply, Hint::NONE, &memory.list, &mut memory.order);
        for at in 0..memory.list.len() {
            let mv = memory.list[Ordering::pick(&mut memory.order, at)];
            let child = self.child(node, mv);
            if self.clock.is_drawn(child.counts, &child.position) {
                best = best.max(0);
                alpha = alpha.max(best);
                continue;
            }
            let value = -self.quiesce(&child, deep + 1, ply + 1, -beta, -alpha);
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.plies[ply as usize] = memory;
        best
    }

    /// The value of a position without captures or threats; it may still be one without moves.
    fn evaluate_quiet(&mut self, node: &Node, ply: u32) -> i32 {
        if self.kernel.is_stuck(&node.position) {
            return sooner(self.ends.stuck, ply);
        }
        self.evaluate(node)
    }
}
