//! What endgame tables know.
//!
//! Inside the tree a known position ends the line. At the root the tables choose the move themselves: the quickest win,
//! the longest defence, or any move that keeps the draw, among which the search then looks for the most awkward one.

use super::root::RootMove;
use super::{MOST_PLIES, Node, WIN, Worker};
use crate::score::KNOWN_WIN;
use damka_endgame::{Value, Wdl};
use damka_rules::{Kernel, Move, MoveList};

impl<K: Kernel> Worker<'_, K> {
    /// What the tables say about a position inside the tree. A win that the draw rules may not leave time for is none.
    #[inline]
    pub(super) fn known(&self, node: &Node, ply: u32) -> Option<i32> {
        if node.position.occupied().len() > self.known_pieces {
            return None;
        }
        self.known_value(node, ply)
    }

    #[cold]
    fn known_value(&self, node: &Node, ply: u32) -> Option<i32> {
        let tables = self.tools.endgame?;
        let wdl = tables.probe_wdl_with(self.kernel, &node.position)?;
        if wdl == Wdl::Draw {
            return Some(0);
        }
        if let Some(left) = self.clock.plies_left(node.counts, &node.position)
            && tables.probe_distance_with(self.kernel, &node.position)?.plies()? > left
        {
            return None;
        }
        // Among known wins the one that looks best is the nearest to its end.
        let value = self.tools.evaluator.value(&node.position).clamp(-900, 900) / 3;
        let win = KNOWN_WIN - ply as i32;
        Some(if wdl == Wdl::Win { win + value } else { -win + value })
    }

    /// Lets the tables judge the moves of the root, if they know all of them. Whether nothing is left to be searched.
    pub(super) fn judge_root(&mut self, moves: &mut Vec<RootMove>, wanted: usize) -> bool {
        let Some(values) = self.root_values(moves) else { return false };
        let mut judged: Vec<(Value, RootMove)> = values.into_iter().zip(moves.drain(..)).collect();
        judged.sort_by_key(|(value, _)| -score(*value));
        let best = judged[0].0;
        let is_drawn = best == Value::Draw && wanted == 1;
        if is_drawn {
            // Every kept move draws; inside the tree the tables would call all of them equal.
            judged.retain(|(value, _)| *value == Value::Draw);
            self.known_pieces = 0;
        }
        moves.extend(judged.into_iter().map(|(value, mut known)| {
            known.score = score(value);
            known
        }));
        if !is_drawn {
            for known in &mut moves[..wanted] {
                known.line = self.known_line(known.mv);
            }
        }
        !is_drawn
    }

    /// What each move leads to, seen by the side to move; `None` where the tables or the draw rules leave it open.
    fn root_values(&self, moves: &[RootMove]) -> Option<Vec<Value>> {
        if self.root.position.occupied().len() > self.known_pieces {
            return None;
        }
        let tables = self.tools.endgame?;
        let left = self.clock.plies_left(self.root.counts, &self.root.position);
        let of = |known: &RootMove| {
            let child = self.child(&self.root, known.mv);
            if self.is_drawn(&child) {
                return Some(Value::Draw);
            }
            let value = tables.probe_distance_with(self.kernel, &child.position)?.before();
            (value.plies().zip(left).is_none_or(|(plies, left)| plies <= left)).then_some(value)
        };
        moves.iter().map(of).collect()
    }

    /// The best line after a move, as far as the tables know it.
    fn known_line(&self, first: Move) -> Vec<Move> {
        let mut line = vec![first];
        let mut position = self.root.position.after(first);
        let mut list = MoveList::new();
        while let Some(tables) = self.tools.endgame.filter(|_| line.len() < MOST_PLIES) {
            self.kernel.moves(&position, &mut list);
            let value = |mv: &Move| tables.probe_distance_with(self.kernel, &position.after(*mv)).map(Value::before);
            let judged = list.iter().filter_map(|mv| Some((score(value(mv)?), *mv)));
            let Some((_, mv)) = judged.max_by_key(|(score, _)| *score).filter(|(score, _)| *score != 0) else { break };
            line.push(mv);
            position = position.after(mv);
        }
        line
    }
}

fn score(value: Value) -> i32 {
    match value {
        Value::Loss(plies) => i32::from(plies) - WIN,
        Value::Draw => 0,
        Value::Win(plies) => WIN - i32::from(plies),
    }
}
