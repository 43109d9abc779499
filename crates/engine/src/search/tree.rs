//! The inner nodes of the tree.

use super::ordering::Ordering;
use super::{MAX_PLY, Node, StackFrame, WIN, Worker, mate_distance};
use crate::score::PROVED_WIN;
use crate::transposition::{Bound, Entry, PackedMove};
use damka_rules::{Board, Kernel, Move};

/// ProbCut is tried where at least this depth is left.
const PROBCUT_DEPTH: i32 = 3;
/// How far above beta ProbCut's shallow search must be, for each half-move of depth.
const PROBCUT_MARGIN: i32 = 7;

impl<K: Kernel> Worker<'_, K> {
    /// The value of a position searched to a depth, as far as it lies between the bounds.
    pub(super) fn search(&mut self, node: &Node, depth: i32, ply: u32, alpha: i32, beta: i32) -> i32 {
        // A search that ends early must not leave an older principal variation behind.
        self.stack[ply as usize].line.clear();
        if depth <= 0 {
            return if ply > 0 && self.is_drawn(node) { 0 } else { self.quiescence(node, 0, ply, alpha, beta) };
        }
        if self.count_node(ply) {
            return 0;
        }
        if self.is_drawn(node) {
            return 0;
        }
        if let Some(end) = self.end(node, ply).or_else(|| self.probe_endgame(node, ply)) {
            return end;
        }
        if ply as usize >= MAX_PLY {
            return self.evaluate(node);
        }
        // Mate-distance pruning: no line is better than winning at once, nor worse than having lost already.
        let (alpha, beta) = (alpha.max(-WIN + ply as i32), beta.min(WIN - ply as i32));
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let key = self.key(node, ply);
        let entry = self.tools.table.probe(key);
        if !is_pv && let Some(value) = entry.and_then(|entry| entry.cutoff(depth, ply, alpha, beta)) {
            return value;
        }
        if !is_pv && let Some(value) = self.probcut(node, depth, ply, beta) {
            return value;
        }
        if self.stopped {
            return 0;
        }
        let mut hash_move = entry.map_or(PackedMove::NONE, |entry| entry.best_move);
        // Internal iterative deepening: a shallower search finds the move to begin with.
        if hash_move == PackedMove::NONE && is_pv && depth >= 4 {
            self.search(node, depth - 2, ply, alpha, beta);
            hash_move = self.tools.table.probe(key).map_or(PackedMove::NONE, |entry| entry.best_move);
        }
        let mut frame = std::mem::take(&mut self.stack[ply as usize]);
        let (value, best) = self.search_moves(node, depth, ply, (alpha, beta), hash_move, &mut frame);
        self.stack[ply as usize] = frame;
        if self.stopped {
            return 0;
        }
        let bound = if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // Where every move failed low, nothing says which of them is the best: no hash move is stored.
        let best_move = best.filter(|_| value > alpha).map_or(PackedMove::NONE, PackedMove::of);
        self.tools.table.store(key, ply, self.tools.age, Entry { score: value, depth, bound, best_move });
        value
    }

    /// ProbCut: a shallow search that is far enough above beta stands for the full one. It searches the same position; a
    /// null move would be wrong, because zugzwang decides games of draughts.
    #[inline]
    fn probcut(&mut self, node: &Node, depth: i32, ply: u32, beta: i32) -> Option<i32> {
        if depth < PROBCUT_DEPTH || beta.abs() >= PROVED_WIN {
            return None;
        }
        let margin = PROBCUT_MARGIN * depth;
        let value = self.search(node, depth * 4 / 10, ply, beta + margin - 1, beta + margin);
        (!self.stopped && value >= beta + margin).then_some(value - margin)
    }

    /// Principal variation search of the position after move number `at` of its parent, with the value for the parent's
    /// side to move. The first move gets the whole window; a later one gets a null window, which only asks whether it is
    /// better than alpha, at first with the late-move reduction. A null-window search that fails high is repeated: at full
    /// depth, then with the whole window.
    #[inline]
    pub(super) fn pvs(
        &mut self,
        child: &Node,
        at: usize,
        depth: i32,
        reduction: i32,
        ply: u32,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        if at == 0 {
            return -self.search(child, depth, ply, -beta, -alpha);
        }
        let mut value = -self.search(child, depth - reduction, ply, -alpha - 1, -alpha);
        if value > alpha && reduction > 0 {
            value = -self.search(child, depth, ply, -alpha - 1, -alpha);
        }
        if value > alpha && value < beta {
            value = -self.search(child, depth, ply, -beta, -alpha);
        }
        value
    }

    fn search_moves(
        &mut self,
        node: &Node,
        depth: i32,
        ply: u32,
        (mut alpha, beta): (i32, i32),
        hash_move: PackedMove,
        frame: &mut StackFrame,
    ) -> (i32, Option<Move>) {
        let is_pv = beta - alpha > 1;
        self.kernel.moves(&node.position, &mut frame.list);
        frame.line.clear();
        let moves = frame.list.len();
        if moves == 0 {
            return (mate_distance(self.ends.stuck, ply), None);
        }
        self.ordering.rate(&node.position, ply, hash_move, &frame.list, &mut frame.order);
        let captures = frame.list[0].is_capture();
        // A forced move costs no depth.
        let extension = i32::from(moves == 1 && ply < 2 * self.root_depth);
        let (mut best, mut best_move) = (-WIN, None);
        self.path.push(node.hash);
        for at in 0..moves {
            let mv = frame.list[Ordering::pick(&mut frame.order, at)];
            let child = self.child(node, mv);
            let is_reducible = !captures && !mv.promotes();
            let reduction = if is_reducible { self.late_move_reduction.plies(at, depth, is_pv) } else { 0 };
            let value = self.pvs(&child, at, depth - 1 + extension, reduction, ply + 1, (alpha, beta));
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_move = Some(mv);
                if value > alpha {
                    alpha = value;
                    if is_pv {
                        self.update_pv(&mut frame.line, mv, ply);
                    }
                    if value >= beta {
                        if !captures {
                            let before = frame.order[..at].iter().map(|(_, index)| frame.list[usize::from(*index)]);
                            self.ordering.reward(&node.position, ply, mv, before);
                        }
                        break;
                    }
                }
            }
        }
        self.path.pop();
        (best, best_move)
    }

    /// Makes a principal variation of a move and of the one that follows it.
    pub(super) fn update_pv(&mut self, line: &mut Vec<Move>, mv: Move, ply: u32) {
        line.clear();
        line.push(mv);
        line.extend(&self.stack[ply as usize + 1].line);
    }
}

/// Late-move reduction: how much less deeply a quiet move that stands late in the ordering is searched at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LateMoveReduction {
    /// At most two plies: a larger reduction reaches deeper but sees less on 10x10 (the diary).
    Gentle,
    /// Up to four plies: on 8x8 the depth is worth more.
    Steep,
}

impl LateMoveReduction {
    pub fn of(board: Board) -> LateMoveReduction {
        if board == Board::Ten { LateMoveReduction::Gentle } else { LateMoveReduction::Steep }
    }

    fn plies(self, at: usize, depth: i32, is_pv: bool) -> i32 {
        let least = if self == LateMoveReduction::Gentle { 3 } else { 2 };
        if depth < least || at == 0 {
            0
        } else if is_pv {
            i32::from(at >= 3)
        } else if self == LateMoveReduction::Gentle {
            1 + i32::from(at >= 6)
        } else if depth == 2 {
            1
        } else {
            1 + i32::from(at >= 3) + i32::from(at >= 6 && depth >= 5) + i32::from(at >= 10 && depth >= 8)
        }
    }
}
