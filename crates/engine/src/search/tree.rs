//! The inner positions of the tree.

use super::order::Ordering;
use super::{MOST_PLIES, Node, WIN, Worker, sooner};
use crate::score::WON;
use crate::table::{Bound, Entry, Hint};
use damka_rules::{Board, Kernel, Move};

/// Positions at least this deep may be cut by a shallow look.
const SHALLOW_LOOK: i32 = 3;
/// What a shallow look must be above the bound, for each half-move of depth, to be believed.
const DOUBT: i32 = 7;

impl<K: Kernel> Worker<'_, K> {
    /// The value of a position searched to a depth, as far as it lies between the bounds.
    pub(super) fn search(&mut self, node: &Node, depth: i32, ply: u32, alpha: i32, beta: i32) -> i32 {
        // Whatever ends this search early must not leave an older line behind.
        self.plies[ply as usize].line.clear();
        if depth <= 0 {
            return if ply > 0 && self.is_drawn(node) { 0 } else { self.quiesce(node, 0, ply, alpha, beta) };
        }
        if self.tick(ply) {
            return 0;
        }
        if self.is_drawn(node) {
            return 0;
        }
        if let Some(end) = self.end(node, ply).or_else(|| self.known(node, ply)) {
            return end;
        }
        if ply as usize >= MOST_PLIES {
            return self.evaluate(node);
        }
        // No line can be better than winning at once, nor worse than having lost already.
        let (alpha, beta) = (alpha.max(-WIN + ply as i32), beta.min(WIN - ply as i32));
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let key = self.key(node, ply);
        let known = self.tools.table.probe(key);
        if !is_pv && let Some(value) = known.and_then(|known| cut_by(known, depth, ply, alpha, beta)) {
            return value;
        }
        if !is_pv && depth >= SHALLOW_LOOK && beta.abs() < WON {
            let doubt = DOUBT * depth;
            let value = self.search(node, depth * 4 / 10, ply, beta + doubt - 1, beta + doubt);
            if self.stopped {
                return 0;
            }
            if value >= beta + doubt {
                return value - doubt;
            }
        }
        let mut hint = known.map_or(Hint::NONE, |known| known.hint);
        if hint == Hint::NONE && is_pv && depth >= 4 {
            self.search(node, depth - 2, ply, alpha, beta);
            hint = self.tools.table.probe(key).map_or(Hint::NONE, |known| known.hint);
        }
        let mut memory = std::mem::take(&mut self.plies[ply as usize]);
        let (value, best) = self.search_moves(node, depth, ply, (alpha, beta), hint, &mut memory);
        self.plies[ply as usize] = memory;
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
        // Below the bound every move is only known to be no better: none of them is the one to begin with next time.
        let hint = best.filter(|_| value > alpha).map_or(Hint::NONE, Hint::of);
        self.tools.table.store(key, ply, self.tools.age, Entry { score: value, depth, bound, hint });
        value
    }

    fn search_moves(
        &mut self,
        node: &Node,
        depth: i32,
        ply: u32,
        (mut alpha, beta): (i32, i32),
        known: Hint,
        memory: &mut super::Ply,
    ) -> (i32, Option<Move>) {
        let is_pv = beta - alpha > 1;
        self.kernel.moves(&node.position, &mut memory.list);
        memory.line.clear();
        let moves = memory.list.len();
        if moves == 0 {
            return (sooner(self.ends.stuck, ply), None);
        }
        self.ordering.rate(&node.position, ply, known, &memory.list, &mut memory.order);
        let captures = memory.list[0].is_capture();
        let longer = i32::from(moves == 1 && ply < 2 * self.root_depth);
        let (mut best, mut best_move) = (-WIN, None);
        self.path.push(node.hash);
        for at in 0..moves {
            let mv = memory.list[Ordering::pick(&mut memory.order, at)];
            let child = self.child(node, mv);
            let next = depth - 1 + longer;
            let less = if captures || mv.promotes() { 0 } else { self.lateness.plies(at, depth, is_pv) };
            let value = if at == 0 {
                -self.search(&child, next, ply + 1, -beta, -alpha)
            } else {
                let mut value = -self.search(&child, next - less, ply + 1, -alpha - 1, -alpha);
                if value > alpha && less > 0 {
                    value = -self.search(&child, next, ply + 1, -alpha - 1, -alpha);
                }
                if value > alpha && value < beta {
                    value = -self.search(&child, next, ply + 1, -beta, -alpha);
                }
                value
            };
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_move = Some(mv);
                if value > alpha {
                    alpha = value;
                    if is_pv {
                        self.keep_line(&mut memory.line, mv, ply);
                    }
                    if value >= beta {
                        if !captures {
                            let before = memory.order[..at].iter().map(|(_, index)| memory.list[usize::from(*index)]);
                            self.ordering.learn(&node.position, ply, mv, before);
                        }
                        break;
                    }
                }
            }
        }
        self.path.pop();
        (best, best_move)
    }

    /// Remembers the best line: this move and the best line after it.
    pub(super) fn keep_line(&mut self, line: &mut Vec<Move>, mv: Move, ply: u32) {
        line.clear();
        line.push(mv);
        line.extend(&self.plies[ply as usize + 1].line);
    }
}

/// How much less deeply a late quiet move is searched at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lateness {
    /// At most two plies: more is deeper but sees less on 10x10 (the diary).
    Gentle,
    /// Up to four plies: on 8x8 the depth is worth more.
    Steep,
}

impl Lateness {
    pub fn of(board: Board) -> Lateness {
        if board == Board::Ten { Lateness::Gentle } else { Lateness::Steep }
    }

    fn plies(self, at: usize, depth: i32, is_pv: bool) -> i32 {
        let least = if self == Lateness::Gentle { 3 } else { 2 };
        if depth < least || at == 0 {
            0
        } else if is_pv {
            i32::from(at >= 3)
        } else if self == Lateness::Gentle {
            1 + i32::from(at >= 6)
        } else if depth == 2 {
            1
        } else {
            1 + i32::from(at >= 3) + i32::from(at >= 6 && depth >= 5) + i32::from(at >= 10 && depth >= 8)
        }
    }
}

/// What the table knows, if that is enough.
fn cut_by(known: Entry, depth: i32, ply: u32, alpha: i32, beta: i32) -> Option<i32> {
    let value = known.score_at(ply);
    // A proved end is proved at any depth.
    if known.depth < depth && value.abs() < WON {
        return None;
    }
    let enough = match known.bound {
        Bound::Exact => known.depth >= depth || value >= beta && value > 0 || value <= alpha && value < 0,
        Bound::Lower => value >= beta && (known.depth >= depth || value > 0),
        Bound::Upper => value <= alpha && (known.depth >= depth || value < 0),
        Bound::None => false,
    };
    enough.then_some(value)
}
