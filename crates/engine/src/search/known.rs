//! What endgame tables know.
//!
//! Inside the tree a known position ends the line. At the root the tables choose the move themselves, draw rules included:
//! the quickest win that no rule stops, the longest defence, or any move that keeps the draw, among which the search then
//! looks for the most awkward one.

use super::root::RootMove;
use super::{MOST_PLIES, Node, WIN, Worker};
use crate::score::KNOWN_WIN;
use damka_endgame::{Judge, JudgedMove, Tables, Value, Verdict, Wdl};
use damka_rules::{Colour, Game, Kernel, Move, MoveList};

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
        // Distances are slow to fetch: only where a draw is near are they asked for.
        if let Some(left) = self.near_draw(node)
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
        let (judged, mover) = (&self.shared.judged, self.root.position.to_move());
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
        let best = kind(best);
        let keeping: Vec<Move> = judged.iter().filter(|known| kind(known) == best).map(|known| known.mv).collect();
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
                self.known_pieces = 0;
                false
            }
            _ => {
                let lines: Vec<Vec<Move>> = moves[..wanted].iter().map(|known| self.known_line(known.mv)).collect();
                for (known, line) in moves.iter_mut().zip(lines) {
                    known.line = line;
                }
                true
            }
        }
    }

    /// The best line after a move, as far as the tables know it.
    fn known_line(&self, first: Move) -> Vec<Move> {
        let mut line = vec![first];
        let mut position = self.root.position.after(first);
        let mut list = MoveList::new();
        while let Some(tables) = self.tools.endgame.filter(|_| line.len() < MOST_PLIES) {
            self.kernel.moves(&position, &mut list);
            let value = |mv: &Move| tables.probe_distance_with(self.kernel, &position.after(*mv)).map(Value::before);
            let mut best: Option<(Value, Move)> = None;
            for mv in list.iter() {
                let Some(value) = value(mv) else { return line };
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
    /// Won, unless a draw rule is sooner.
    PerhapsWon,
    /// Drawn, or won but for a draw rule.
    Drawn,
    /// Lost but for a draw rule.
    Saved,
    Lost,
}

/// Positions looked at to find out whether draw rules leave time for a win: some hundredths of a second.
const PROOF: usize = 16_000;

/// What tables and draw rules say of the moves of a game, the best first; nothing if the tables do not know enough pieces.
pub(super) fn judged(tables: Option<&Tables>, game: &Game) -> Vec<JudgedMove> {
    let known = tables.filter(|tables| game.position().occupied().len() <= u32::from(tables.pieces()));
    known.map_or_else(Vec::new, |tables| Judge::new(tables, game, PROOF).moves())
}

fn score(known: &JudgedMove, mover: Colour) -> i32 {
    let plies = i32::from(known.value.and_then(Value::plies).unwrap_or(0));
    match known.verdict {
        Some(Verdict::Wins(winner)) if winner == mover => WIN - plies,
        Some(Verdict::Wins(_)) => plies - WIN,
        Some(Verdict::Unproved(winner)) if winner == mover => KNOWN_WIN - plies,
        Some(Verdict::Unproved(_)) => plies - KNOWN_WIN,
        _ => 0,
    }
}
