//! What tables prove for a game that has draw rules.

use crate::tables::Tables;
use crate::value::{Value, Wdl};
use damka_rules::{Colour, DrawClock, DrawCounts, Game, Move, Position, Ruleset, WinProof};
use std::collections::{HashMap, HashSet};

/// Tables know who can win if nobody errs; draw rules can only take wins away.
impl WinProof for Tables {
    fn nobody_can_win(&self, ruleset: &Ruleset, position: &Position) -> Option<bool> {
        let is_known = crate::TableGame::of(ruleset).is_ok_and(|game| game == *self.game());
        is_known.then(|| self.probe_wdl(position)).flatten().map(|wdl| wdl == Wdl::Draw)
    }
}

/// What a position of a game is worth when its draw rules are counted too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Drawn, with or without draw rules.
    Drawn,
    /// This side wins before any draw rule stops it.
    Wins(Colour),
    /// This side would win, but the draw rules are sooner.
    DrawnByRule(Colour),
    /// This side wins without draw rules; whether it does with them was not found out.
    Unproved(Colour),
}

impl Tables {
    /// What the position of a game is worth with the draw rules and counters of the game, looking at no more than so many
    /// positions; `None` if the tables do not know the position.
    ///
    /// A win is proved by moves that each come nearer to the end, so that nothing is repeated, and that never lead back to
    /// what has been on the board. A draw by rule is proved by trying every move that keeps the win, as if repetition were
    /// no draw. What lies between is told as unproved.
    #[must_use]
    pub fn verdict(&self, game: &Game, most: usize) -> Option<Verdict> {
        let position = *game.position();
        let mover = position.to_move();
        let winner = match self.probe_wdl(&position)? {
            Wdl::Draw => return Some(Verdict::Drawn),
            Wdl::Win => mover,
            Wdl::Loss => mover.other(),
        };
        let clock = DrawClock::of(game.ruleset());
        let counts = clock.counts(game);
        let search = |hurry: bool| Search {
            tables: self,
            ruleset: game.ruleset(),
            clock: &clock,
            winner,
            hurry,
            earlier: game.played().iter().map(|ply| ply.before).filter(|_| hurry).collect(),
            path: HashSet::new(),
            seen: HashMap::new(),
            left: most / 2,
            cycles: 0,
        };
        if search(true).wins(&position, counts) == Some(true) {
            return Some(Verdict::Wins(winner));
        }
        Some(match search(false).wins(&position, counts) {
            Some(false) => Verdict::DrawnByRule(winner),
            _ => Verdict::Unproved(winner),
        })
    }
}

struct Search<'a> {
    tables: &'a Tables,
    ruleset: &'a Ruleset,
    clock: &'a DrawClock,
    winner: Colour,
    /// Whether the winner may only come nearer to the end.
    hurry: bool,
    /// What has been on the board: reaching it again may be a draw.
    earlier: HashSet<Position>,
    path: HashSet<(Position, DrawCounts)>,
    seen: HashMap<(Position, DrawCounts), bool>,
    left: usize,
    /// How often a line was left because it went in a circle.
    cycles: usize,
}

impl Search<'_> {
    /// Whether the winner wins from here with these counts; `None` when too much would have to be looked at.
    fn wins(&mut self, position: &Position, counts: DrawCounts) -> Option<bool> {
        let moves = self.ruleset.legal_moves(position);
        let bare = Colour::ALL.into_iter().any(|colour| position.pieces(colour).is_empty());
        if bare || moves.is_empty() {
            // Over, and the tables say for whom: before draws are looked at, as in a game.
            return Some(true);
        }
        if self.clock.is_drawn(counts, position) || !self.path.is_empty() && self.earlier.contains(position) {
            return Some(false);
        }
        let state = (*position, counts);
        if let Some(known) = self.seen.get(&state) {
            return Some(*known);
        }
        self.left = self.left.checked_sub(1)?;
        if !self.path.insert(state) {
            // Nobody wins by going in a circle.
            self.cycles += 1;
            return Some(false);
        }
        let cycles = self.cycles;
        let wins = if position.to_move() == self.winner {
            self.some(position, counts, &moves)
        } else {
            self.all(position, counts, &moves)
        };
        self.path.remove(&state);
        // That nothing wins is true only on this path if a circle was left out.
        if let Some(wins) = wins.filter(|wins| *wins || self.cycles == cycles) {
            self.seen.insert(state, wins);
        }
        wins
    }

    /// The winner to move: one way is enough. The quickest is tried first.
    fn some(&mut self, position: &Position, counts: DrawCounts, moves: &[Move]) -> Option<bool> {
        let now = self.tables.probe_distance(position)?.plies()?;
        let mut ways = Vec::new();
        for mv in moves {
            let after = position.after(*mv);
            if let Value::Loss(plies) = self.tables.probe_distance(&after)?
                && (plies < now || !self.hurry)
            {
                ways.push((plies, *mv, after));
            }
        }
        ways.sort_by_key(|(plies, ..)| *plies);
        for (_, mv, after) in ways {
            if self.wins(&after, self.clock.after(counts, position, mv, &after))? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The loser to move: every way must lose.
    fn all(&mut self, position: &Position, counts: DrawCounts, moves: &[Move]) -> Option<bool> {
        for mv in moves {
            let after = position.after(*mv);
            if !self.wins(&after, self.clock.after(counts, position, *mv, &after))? {
                return Some(false);
            }
        }
        Some(true)
    }
}
