//! The leaves: captures are played out and threats are answered before a position is judged.

use super::order::Ordering;
use super::{MOST_PLIES, Node, Worker, sooner};
use crate::eval::{Evaluator, Weights};
use crate::table::Hint;
use damka_rules::{Colour, Kernel, Position};

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
                return self.evaluate_quiet(node, ply, alpha, beta);
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
    fn evaluate_quiet(&mut self, node: &Node, ply: u32, alpha: i32, beta: i32) -> i32 {
        if self.kernel.is_stuck(&node.position) {
            return sooner(self.ends.stuck, ply);
        }
        match self.tools.evaluator {
            Evaluator::Draughts(weights) if self.tools.sight.error == 0 => {
                self.evaluate_between(weights, &node.position, alpha, beta)
            }
            _ => self.evaluate(node),
        }
    }

    /// The value of a position where it lies between the bounds. Where counting pieces puts it so far beyond one of them
    /// that their places will hardly bring it back, the places are not looked at.
    fn evaluate_between(&mut self, weights: &Weights, position: &Position, alpha: i32, beta: i32) -> i32 {
        let counted = weights.counted(position);
        let kings = position.kings(Colour::White).union(position.kings(Colour::Black));
        let places = &mut self.places[usize::from(!kings.is_empty())];
        let (least, most) = (counted.value() - places.most(), counted.value() + places.most());
        if least >= beta {
            return least;
        }
        if most <= alpha {
            return most;
        }
        let value = weights.value_of(position, &counted);
        places.learn(value - counted.value());
        value
    }
}

/// How much the places of pieces are worth at most, beside their number, in all but one of a thousand positions.
///
/// In games where places are everything this stays so large that nothing is left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    /// In parts of a hundredth of a man.
    most: i32,
}

impl Places {
    const PART: i32 = 32;
    /// One position in so many may be beyond.
    const ONE_IN: i32 = 1000;
    pub const UNKNOWN: Places = Places { most: 600 * Places::PART };

    #[inline]
    fn most(self) -> i32 {
        self.most / Places::PART
    }

    /// Learns from a position. Nothing moves on the whole where one in so many is beyond.
    #[inline]
    fn learn(&mut self, worth: i32) {
        self.most += if worth.abs() > self.most() { Places::ONE_IN } else { -1 };
    }
}

#[cfg(test)]
mod tests {
    use super::Places;
    use crate::random::Random;

    #[test]
    fn one_position_in_a_thousand_is_beyond_what_places_are_worth() {
        for spread in [40, 150, 900] {
            let (mut places, mut random) = (Places::UNKNOWN, Random::new(3));
            let mut beyond = 0;
            for seen in 0..400_000 {
                // Two throws added, as the places of two sides are: large sums are rare.
                let worth = random.below(spread) as i32 - random.below(spread) as i32;
                beyond += usize::from(seen >= 200_000 && worth.abs() > places.most());
                places.learn(worth);
            }
            assert!((150..250).contains(&beyond), "{beyond} of 200,000 with a spread of {spread}");
            assert!(places.most() < spread as i32 + 32, "{} with a spread of {spread}", places.most());
        }
    }
}
