//! Rounds of deepening at the root.

use super::{MOST_DEPTH, Worker};
use crate::limits::Signal;
use crate::report::{Line, Report};
use crate::score::{Score, WIN, WON};
use damka_rules::{Kernel, Move, MoveList};
use std::sync::atomic::Ordering::Relaxed;

/// How far from the last round's score the next one is expected, in hundredths of a man.
const EXPECTED: i32 = 15;

/// A move at the root and what is known of it.
pub(super) struct RootMove {
    pub mv: Move,
    pub score: i32,
    pub line: Vec<Move>,
}

impl<K: Kernel> Worker<'_, K> {
    /// Searches deeper and deeper until something says stop.
    pub(super) fn deepen(&mut self, on_report: &mut dyn FnMut(&Report)) -> Report {
        let mut moves = self.root_moves();
        let wanted = self.shared.limits.lines.clamp(1, moves.len().max(1));
        let mut report = Report::default();
        if moves.is_empty() {
            return report;
        }
        if self.judge_root(&mut moves, wanted) {
            self.root_depth = 1;
            report = self.report(&moves[..wanted]);
            on_report(&report);
            return report;
        }
        let deepest = self.shared.limits.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        for depth in 1..=deepest {
            // Helpers begin at different depths so that they do not all do the same.
            self.root_depth = (depth + self.number as u32 % 2).min(deepest);
            for first in 0..wanted {
                self.search_line(&mut moves, first);
                if self.stopped {
                    break;
                }
            }
            moves[..wanted].sort_by_key(|known| -known.score);
            report = self.report(&moves[..wanted]);
            if !self.stopped {
                on_report(&report);
            }
            if self.stopped || self.is_enough(&moves, wanted) {
                break;
            }
        }
        self.tell_rest();
        report.nodes = self.shared.nodes.load(Relaxed);
        report.time = self.shared.watch.now().saturating_sub(self.shared.begun);
        report
    }

    fn root_moves(&self) -> Vec<RootMove> {
        let mut list = MoveList::new();
        self.kernel.moves(&self.root.position, &mut list);
        list.iter().map(|mv| RootMove { mv: *mv, score: -WIN, line: vec![*mv] }).collect()
    }

    /// Finds the best of the moves from `first` on and puts it there.
    fn search_line(&mut self, moves: &mut [RootMove], first: usize) {
        let depth = self.root_depth as i32;
        let guess = moves[first].score;
        let mut width = EXPECTED;
        let (mut alpha, mut beta) =
            if depth >= 4 && guess.abs() < WON { (guess - width, guess + width) } else { (-WIN, WIN) };
        loop {
            let value = self.search_root(&mut moves[first..], depth, alpha, beta);
            if self.stopped {
                return;
            }
            width *= 3;
            if value <= alpha && alpha > -WIN {
                alpha = if width > 500 { -WIN } else { (value - width).max(-WIN) };
            } else if value >= beta && beta < WIN {
                beta = if width > 500 { WIN } else { (value + width).min(WIN) };
            } else {
                return;
            }
        }
    }

    fn search_root(&mut self, moves: &mut [RootMove], depth: i32, mut alpha: i32, beta: i32) -> i32 {
        let root = self.root;
        let start = alpha;
        let mut best = -WIN;
        self.path.push(root.hash);
        for at in 0..moves.len() {
            let mv = moves[at].mv;
            let child = self.child(&root, mv);
            self.plies[1].line.clear();
            let value = if at == 0 {
                -self.search(&child, depth - 1, 1, -beta, -alpha)
            } else {
                let less = i32::from(depth >= 3 && at >= 3 && !mv.is_capture() && !mv.promotes());
                let mut value = -self.search(&child, depth - 1 - less, 1, -alpha - 1, -alpha);
                if value > alpha && less > 0 {
                    value = -self.search(&child, depth - 1, 1, -alpha - 1, -alpha);
                }
                if value > alpha && value < beta {
                    self.plies[1].line.clear();
                    value = -self.search(&child, depth - 1, 1, -beta, -alpha);
                }
                value
            };
            if self.stopped {
                break;
            }
            self.has_move = true;
            if value > best {
                best = value;
                // At the first move of a round the score counts even if it is bad: the move before it was no better.
                if value > alpha || at == 0 {
                    alpha = alpha.max(value);
                    moves[at].score = value;
                    let mut line = std::mem::take(&mut moves[at].line);
                    self.keep_line(&mut line, mv, 0);
                    moves[at].line = line;
                    moves[..=at].rotate_right(1);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.path.pop();
        if best <= start { best.max(-WIN) } else { best }
    }

    /// Whether another round would be of no use, or would not be finished in time.
    fn is_enough(&mut self, moves: &[RootMove], wanted: usize) -> bool {
        let signal = self.shared.watch.signal();
        if signal == Signal::Stop || self.shared.stop.load(Relaxed) {
            return true;
        }
        if self.number > 0 || self.shared.limits.exhaustive || signal == Signal::Pondering {
            return false;
        }
        let late = self.shared.budget.is_some_and(|budget| self.elapsed(signal) >= budget.target);
        let measured = self.shared.limits.time.is_some() || self.shared.limits.nodes.is_some();
        let proved = wanted == 1 && {
            let score = moves[0].score;
            // A win that is shorter than what has been searched cannot become shorter.
            score.abs() > WON && (WIN - score.abs()) as u32 <= self.root_depth
        };
        late || measured && moves.len() == 1 || proved
    }

    fn tell_rest(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told, Relaxed);
        self.told = self.nodes;
    }

    fn report(&mut self, moves: &[RootMove]) -> Report {
        self.tell_rest();
        Report {
            depth: self.root_depth,
            selective_depth: self.deepest,
            lines: moves
                .iter()
                .map(|known| Line { score: Score::raw(known.score), moves: known.line.clone() })
                .collect(),
            nodes: self.shared.nodes.load(Relaxed),
            time: self.shared.watch.now().saturating_sub(self.shared.begun),
        }
    }
}
