//! Probing the endgame tables (tablebases).
//!
//! Inside the tree a known position ends the line. At the root the tables choose the move themselves, draw rules included:
//! the quickest win that no rule stops, the longest defence, or any move that keeps the draw, among which the search then
//! looks for the most awkward one. All of it keeps to the time: what is not found out by then is left to the search.

use super::root::RootMove;
use super::{MAX_PLY, Node, WIN, Worker};
use crate::limits::{Budget, Limits, Timer, Watch};
use crate::score::TABLE_WIN;
use damka_endgame::{Judge, JudgedMove, Late, Tables, Value, Verdict, Wdl};
use damka_rules::{Colour, Game, Kernel, Move, MoveList};
use std::cell::{Cell, RefCell};

impl<K: Kernel> Worker<'_, K> {
    /// What the tables say about a position inside the tree. A win that a draw rule may take away gets no answer.
    #[inline]
    pub(super) fn probe_endgame(&mut self, node: &Node, ply: u32) -> Option<i32> {
        if node.position.occupied().len() > self.probe_limit {
            return None;
        }
        self.probe_value(node, ply)
    }

    #[cold]
    fn probe_value(&mut self, node: &Node, ply: u32) -> Option<i32> {
        // A block that has to be unpacked takes as long as hundreds of positions.
        self.in_time(|worker, late| worker.probe_unless(node, ply, late))
    }

    fn probe_unless(&self, node: &Node, ply: u32, late: Late<'_>) -> Option<i32> {
        let tables = self.tools.endgame?;
        let wdl = tables.probe_wdl_unless(self.kernel, &node.position, late)?;
        if wdl == Wdl::Draw {
            return Some(0);
        }
        // Distances are slow to fetch: only where a draw is near are they asked for.
        if let Some(left) = self.near_draw(node)
            && tables.probe_distance_unless(self.kernel, &node.position, late)?.plies()? > left
        {
            return None;
        }
        // Distances are not known here: the win that evaluates best is likely the nearest one.
        let value = self.tools.evaluator.value(&node.position).clamp(-900, 900) / 3;
        let win = TABLE_WIN - ply as i32;
        Some(if wdl == Wdl::Win { win + value } else { -win + value })
    }

    /// Lets the tables judge the moves of the root, if they know all of them. Whether nothing is left to be searched.
    pub(super) fn judge_root(&mut self, moves: &mut Vec<RootMove>, wanted: usize) -> bool {
        let (judged, mover) = (&self.shared.judged.moves, self.root.position.to_move());
        let (Some(best), true) = (judged.first(), judged.iter().all(|known| known.verdict.is_some())) else {
            return false;
        };
        let kind = |known: &JudgedMove| match known.verdict {
            Some(Verdict::Wins(winner)) if winner == mover => Kind::Won,
            Some(Verdict::Unproved(winner)) if winner == mover => Kind::PerhapsWon,
            Some(Verdict::Wins(_) | Verdict::Unproved(_)) => Kind::Lost,
            Some(Verdict::DrawnByRule { winner, .. }) if winner != mover => Kind::Saved,
            _ => Kind::Drawn,
        };
        let (best, quickest) = (kind(best), best.value);
        // A win that there was no time to prove comes nearer with every quickest move.
        let hurries = self.shared.judged.is_late && best == Kind::PerhapsWon && quickest.is_some();
        let keeps = |known: &&JudgedMove| kind(known) == best && (!hurries || known.value == quickest);
        let keeping: Vec<Move> = judged.iter().filter(keeps).map(|known| known.mv).collect();
        moves.clear();
        moves.extend(judged.iter().map(|known| RootMove {
            mv: known.mv,
            score: score(known, mover),
            line: vec![known.mv],
        }));
        match best {
            // The search finds out whether the draw rules leave time; moves that throw the win are not looked at.
            Kind::PerhapsWon if wanted == 1 => {
                moves.retain(|known| keeping.contains(&known.mv));
                false
            }
            // Every kept move draws; inside the tree the tables would call all of them equal.
            Kind::Drawn | Kind::Saved if wanted == 1 => {
                moves.retain(|known| keeping.contains(&known.mv));
                self.probe_limit = 0;
                false
            }
            // One thread is enough to follow the lines.
            _ if self.number > 0 => true,
            _ => {
                for known in &mut moves[..wanted] {
                    known.line = self.in_time(|worker, late| worker.table_line(known.mv, late));
                }
                true
            }
        }
    }

    /// The best line after a move, as far as the tables know it and time allows.
    fn table_line(&self, first: Move, late: Late<'_>) -> Vec<Move> {
        let mut line = vec![first];
        let mut position = self.root.position.after(first);
        let mut list = MoveList::new();
        while let Some(tables) = self.tools.endgame.filter(|_| line.len() < MAX_PLY && !late()) {
            self.kernel.moves(&position, &mut list);
            let after = |mv: &Move| tables.probe_distance_unless(self.kernel, &position.after(*mv), late);
            let mut best: Option<(Value, Move)> = None;
            for mv in list.iter() {
                let Some(value) = after(mv).map(Value::before) else { return line };
                if best.is_none_or(|(known, _)| value.better(known) != known) {
                    best = Some((value, *mv));
                }
            }
            let Some((_, mv)) = best.filter(|(value, _)| *value != Value::Draw) else { break };
            line.push(mv);
            position = position.after(mv);
        }
        line
    }
}

/// What a move at the root comes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Won before any draw rule.
    Won,
    /// Won, unless a draw rule comes first.
    PerhapsWon,
    /// Drawn, or won but for a draw rule.
    Drawn,
    /// Lost but for a draw rule.
    Saved,
    Lost,
}

/// Positions looked at to find out whether draw rules leave time for a win: some hundredths of a second, if the time for
/// the move allows.
const PROOF: usize = 16_000;

/// What tables and draw rules say of the moves of the root.
pub(super) struct Judged {
    /// The best first; empty if the tables do not know so many pieces.
    moves: Vec<JudgedMove>,
    /// Whether there was no time to find out more.
    is_late: bool,
}

impl Judged {
    pub fn of(
        tables: Option<&Tables>,
        game: &Game,
        limits: &Limits,
        watch: &dyn Watch,
        timer: &mut Timer,
        budget: Option<Budget>,
    ) -> Judged {
        let is_late = Cell::new(false);
        let known = tables.filter(|tables| game.position().occupied().len() <= u32::from(tables.pieces()));
        let Some(tables) = known else { return Judged { moves: Vec::new(), is_late: false } };
        let timer = RefCell::new(timer);
        let late = || {
            is_late.set(is_late.get() || timer.borrow_mut().is_over(watch, budget.map(Budget::for_proofs)));
            is_late.get()
        };
        let mut judge = Judge::new(tables, game, PROOF).unless(&late);
        let moves = if limits.lines > 1 { judge.moves() } else { judge.choose() };
        Judged { moves, is_late: is_late.get() }
    }
}

fn score(known: &JudgedMove, mover: Colour) -> i32 {
    let plies = known.value.and_then(Value::plies).map(i32::from);
    let (winner, win) = match (known.verdict, plies) {
        (Some(Verdict::Wins(winner)), Some(plies)) => (winner, WIN - plies),
        (Some(Verdict::Wins(winner) | Verdict::Unproved(winner)), plies) => (winner, TABLE_WIN - plies.unwrap_or(0)),
        _ => return 0,
    };
    if winner == mover { win } else { -win }
}
