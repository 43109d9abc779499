//! Quiescence search: at the leaves captures are played out and threats answered before a position is evaluated.

use super::ordering::Ordering;
use super::{MAX_PLY, Node, Worker, mate_distance};
use crate::eval::{Evaluator, Weights};
use crate::transposition::PackedMove;
use damka_rules::{Colour, Kernel, Position};

/// The plies of quiescence in which threats are answered. More of them cost more than they see (the diary).
const THREAT_PLIES: u32 = 1;

impl<K: Kernel> Worker<'_, K> {
    /// The value of a leaf, `depth_below` half-moves below depth 0. Capturing is compulsory, so there is no stand-pat
    /// score: a position with a capture has no value of its own.
    pub(super) fn quiescence(&mut self, node: &Node, depth_below: u32, ply: u32, mut alpha: i32, beta: i32) -> i32 {
        if self.count_node(ply) {
            return 0;
        }
        if let Some(end) = self.end(node, ply).or_else(|| self.probe_endgame(node, ply)) {
            return end;
        }
        if ply as usize >= MAX_PLY || depth_below > self.tools.sight.captures {
            return self.evaluate(node);
        }
        let mut best = -super::WIN;
        if !self.kernel.can_capture(&node.position) {
            let threatened = node.position.with_turn(node.position.to_move().other());
            if depth_below >= THREAT_PLIES || !self.kernel.can_capture(&threatened) {
                return self.evaluate_quiet(node, ply, alpha, beta);
            }
        }
        let mut frame = std::mem::take(&mut self.stack[ply as usize]);
        self.kernel.moves(&node.position, &mut frame.list);
        if frame.list.is_empty() {
            best = mate_distance(self.ends.stuck, ply);
        }
        self.ordering.rate(&node.position, ply, PackedMove::NONE, &frame.list, &mut frame.order);
        for at in 0..frame.list.len() {
            let mv = frame.list[Ordering::pick(&mut frame.order, at)];
            let child = self.child(node, mv);
            if self.clock.is_drawn(child.counts, &child.position) {
                best = best.max(0);
                alpha = alpha.max(best);
                continue;
            }
            let value = -self.quiescence(&child, depth_below + 1, ply + 1, -beta, -alpha);
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.stack[ply as usize] = frame;
        best
    }

    /// The value of a position without captures or threats. It may have no legal move.
    fn evaluate_quiet(&mut self, node: &Node, ply: u32, alpha: i32, beta: i32) -> i32 {
        if self.kernel.is_stuck(&node.position) {
            return mate_distance(self.ends.stuck, ply);
        }
        match self.tools.evaluator {
            Evaluator::Draughts(weights) if self.tools.sight.error == 0 => {
                self.evaluate_lazily(weights, &node.position, alpha, beta)
            }
            _ => self.evaluate(node),
        }
    }

    /// Lazy evaluation: where material alone is so far outside the window that the places of the pieces will hardly bring
    /// it back, the places are not evaluated.
    fn evaluate_lazily(&mut self, weights: &Weights, position: &Position, alpha: i32, beta: i32) -> i32 {
        let counted = weights.counted(position);
        let kings = position.kings(Colour::White).union(position.kings(Colour::Black));
        let margin = &mut self.lazy_margins[usize::from(!kings.is_empty())];
        let (least, most) = (counted.value() - margin.value(), counted.value() + margin.value());
        if least >= beta {
            return least;
        }
        if most <= alpha {
            return most;
        }
        let value = weights.value_of(position, &counted);
        margin.learn(value - counted.value());
        value
    }
}

/// The margin of lazy evaluation: what the places of pieces are worth at most, beside material, in all but one of a
/// thousand positions. The search learns it from the positions that it evaluates in full.
///
/// In games where places are everything it stays so large that every evaluation is a full one.
#[derive(Clone, Copy, Debug)]
pub(super) struct LazyMargin {
    /// In parts of a hundredth of a man.
    parts: i32,
}

impl LazyMargin {
    const PART: i32 = 32;
    /// One position in this many may be outside.
    const ONE_IN: i32 = 1000;
    pub const UNKNOWN: LazyMargin = LazyMargin { parts: 600 * LazyMargin::PART };

    #[inline]
    fn value(self) -> i32 {
        self.parts / LazyMargin::PART
    }

    /// Learns from a full evaluation. On average the margin stays where one position in `ONE_IN` is outside.
    #[inline]
    fn learn(&mut self, worth: i32) {
        self.parts += if worth.abs() > self.value() { LazyMargin::ONE_IN } else { -1 };
    }
}

#[cfg(test)]
mod tests {
    use super::LazyMargin;
    use crate::random::Random;

    #[test]
    fn one_position_in_a_thousand_is_outside_the_margin() {
        for spread in [40, 150, 900] {
            let (mut margin, mut random) = (LazyMargin::UNKNOWN, Random::new(3));
            let mut outside = 0;
            for seen in 0..400_000 {
                // Two random numbers added, as the places of two sides are: large sums are rare.
                let worth = random.below(spread) as i32 - random.below(spread) as i32;
                outside += usize::from(seen >= 200_000 && worth.abs() > margin.value());
                margin.learn(worth);
            }
            assert!((150..250).contains(&outside), "{outside} of 200,000 with a spread of {spread}");
            assert!(margin.value() < spread as i32 + 32, "{} with a spread of {spread}", margin.value());
        }
    }
}
