//! Iterative deepening at the root, each round with an aspiration window.

use super::{MAX_DEPTH, Worker};
use crate::limits::Signal;
use crate::report::{Line, Report};
use crate::score::{PROVED_WIN, Score, WIN};
use damka_rules::{Kernel, Move, MoveList};
use std::sync::atomic::Ordering::Relaxed;

/// Half the width of the aspiration window around the last round's score, in hundredths of a man.
const ASPIRATION_WINDOW: i32 = 15;

/// A move at the root and what is known of it.
pub(super) struct RootMove {
    pub mv: Move,
    pub score: i32,
    pub line: Vec<Move>,
}

impl<K: Kernel> Worker<'_, K> {
    /// Iterative deepening: each round searches one half-move deeper, until a limit is reached.
    pub(super) fn deepen_iteratively(&mut self, on_report: &mut dyn FnMut(&Report)) -> Report {
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
        let max_depth = self.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=max_depth {
            // Helper threads search different depths, so that they do not all do the same work.
            self.root_depth = (depth + self.number as u32 % 2).min(max_depth);
            for first in 0..wanted {
                self.search_with_aspiration(&mut moves, first);
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
        report.nodes = self.publish_nodes();
        report.time = self.shared.watch.now().saturating_sub(self.shared.begun);
        report
    }

    fn root_moves(&self) -> Vec<RootMove> {
        let mut list = MoveList::new();
        self.kernel.moves(&self.root.position, &mut list);
        list.iter().map(|mv| RootMove { mv: *mv, score: -WIN, line: vec![*mv] }).collect()
    }

    /// Finds the best of the moves from `first` on and puts it there. The first window is narrow, around the score of the
    /// last round; it widens while the score lies outside.
    fn search_with_aspiration(&mut self, moves: &mut [RootMove], first: usize) {
        let depth = self.root_depth as i32;
        let guess = moves[first].score;
        let mut width = ASPIRATION_WINDOW;
        let (mut alpha, mut beta) =
            if depth >= 4 && guess.abs() < PROVED_WIN { (guess - width, guess + width) } else { (-WIN, WIN) };
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
        let mut best = -WIN;
        self.path.push(root.hash);
        for at in 0..moves.len() {
            let mv = moves[at].mv;
            let child = self.child(&root, mv);
            let reduction = i32::from(depth >= 3 && at >= 3 && !mv.is_capture() && !mv.promotes());
            let value = self.pvs(&child, at, depth - 1, reduction, 1, (alpha, beta));
            if self.stopped {
                break;
            }
            self.has_move = true;
            if value > best {
                best = value;
                // The first move's score counts even if it fails low: that is what the next window is set by.
                if value > alpha || at == 0 {
                    alpha = alpha.max(value);
                    moves[at].score = value;
                    let mut line = std::mem::take(&mut moves[at].line);
                    self.update_pv(&mut line, mv, 0);
                    moves[at].line = line;
                    moves[..=at].rotate_right(1);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.path.pop();
        best
    }

    /// Whether another round would find nothing new, or would not be finished in time.
    fn is_enough(&mut self, moves: &[RootMove], wanted: usize) -> bool {
        let signal = self.shared.watch.signal();
        if signal == Signal::Stop || self.shared.stop.load(Relaxed) {
            return true;
        }
        if self.number > 0 || self.shared.limits.exhaustive || signal == Signal::Pondering {
            return false;
        }
        let late = self.shared.budget.is_some_and(|budget| self.elapsed(signal) >= budget.soft);
        let measured = self.shared.limits.time.is_some() || self.shared.limits.nodes.is_some();
        let proved = wanted == 1 && {
            let score = moves[0].score;
            // A win that is shorter than what has been searched cannot become shorter.
            score.abs() > PROVED_WIN && (WIN - score.abs()) as u32 <= self.root_depth
        };
        late || measured && moves.len() == 1 || proved
    }

    fn report(&mut self, moves: &[RootMove]) -> Report {
        Report {
            depth: self.root_depth,
            selective_depth: self.selective_depth,
            lines: moves
                .iter()
                .map(|known| Line { score: Score::raw(known.score), moves: known.line.clone() })
                .collect(),
            nodes: self.publish_nodes(),
            time: self.shared.watch.now().saturating_sub(self.shared.begun),
        }
    }
}
