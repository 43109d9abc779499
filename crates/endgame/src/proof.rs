//! What tables prove for a game that has draw rules.

use crate::tables::{Late, Tables, never};
use crate::value::{Value, Wdl};
use damka_rules::{Colour, DrawClock, DrawCounts, Game, Move, Position, Ruleset, WinProof};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt;

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
    DrawnByRule {
        /// Who would win.
        winner: Colour,
        /// The other side can have its draw by a counter within so many half-moves, as long as the winner keeps the win;
        /// `None` where only repetition would end it.
        plies: Option<u16>,
    },
    /// This side wins without draw rules; whether it does with them was not found out.
    Unproved(Colour),
}

/// A legal move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// What it is worth to the side that makes it, as if there were no draw rules; `None` if the tables do not know, or if
    /// it was too late to ask.
    pub value: Option<Value>,
    /// What it is worth with the draw rules and counters of the game; `None` if the tables do not know who wins.
    pub verdict: Option<Verdict>,
}

impl JudgedMove {
    /// Higher is better for the side that moves: won before any draw rule, quick wins first; then what may be won; then
    /// drawn by whatever rule; then lost, slow losses first; what is not known comes last, among its like too.
    #[must_use]
    pub fn rank(&self, mover: Colour) -> i32 {
        let known = self.value.and_then(Value::plies).map(i32::from);
        let (plies, to_win) = (known.unwrap_or(0), known.unwrap_or(i32::from(u16::MAX)));
        match self.verdict {
            Some(Verdict::Wins(winner)) if winner == mover => 300_000 - to_win,
            Some(Verdict::Unproved(winner)) if winner == mover => 200_000 - to_win,
            // A draw that the opponent has to see to is better than one that is there.
            Some(Verdict::DrawnByRule { winner, .. }) if winner == mover => 100_000 - to_win,
            Some(Verdict::Drawn) => 0,
            Some(Verdict::DrawnByRule { .. }) => plies - 100_000,
            Some(Verdict::Unproved(_)) => plies - 200_000,
            Some(Verdict::Wins(_)) => plies - 300_000,
            None => i32::MIN,
        }
    }
}

impl Tables {
    /// What the position of a game is worth with the draw rules and counters of the game, looking at no more than so many
    /// positions; `None` if the tables do not know the position.
    #[must_use]
    pub fn verdict(&self, game: &Game, most: usize) -> Option<Verdict> {
        Judge::new(self, game, most).position()
    }
}

/// Judges a position of a game and its moves, draw rules included, looking at no more than so many positions.
///
/// A win is proved by moves that each come nearer to the end, so that nothing is repeated, and that never lead back to
/// what has been on the board. A draw by rule is proved by trying every move that keeps the win, as if repetition were
/// no draw. What lies between is told as unproved, and so is what there was no time for.
#[derive(Debug)]
pub struct Judge<'a> {
    tables: &'a Tables,
    game: &'a Game,
    clock: DrawClock,
    /// By the side that would win: the search for its win, and the one for the draw.
    searches: [[Search<'a>; 2]; 2],
    until: Until<'a>,
}

/// When to break off.
#[derive(Clone, Copy)]
struct Until<'a>(Late<'a>);

impl fmt::Debug for Until<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Until")
    }
}

impl<'a> Judge<'a> {
    /// A judge of a game as it stands. The tables must be of that game.
    #[must_use]
    pub fn new(tables: &'a Tables, game: &'a Game, most: usize) -> Judge<'a> {
        let clock = DrawClock::of(game.ruleset());
        let mut earlier: HashSet<Position> = game.played().iter().map(|ply| ply.before).collect();
        earlier.insert(*game.position());
        let searches = Colour::ALL.map(|winner| {
            [true, false].map(|hurry| Search {
                tables,
                ruleset: game.ruleset(),
                clock: clock.clone(),
                winner,
                hurry,
                earlier: if hurry { earlier.clone() } else { HashSet::new() },
                path: HashSet::new(),
                seen: HashMap::new(),
                left: most / 2,
                circles: 0,
                until: Until(&never),
            })
        });
        Judge { tables, game, clock, searches, until: Until(&never) }
    }

    /// The same judge with little time: asked before each step that takes long, `late` breaks the work off. What is not
    /// proved by then is told as unproved, and what is not asked by then as not known; nothing else changes.
    #[must_use]
    pub fn unless(mut self, late: Late<'a>) -> Judge<'a> {
        self.until = Until(late);
        for search in self.searches.as_flattened_mut() {
            search.until = Until(late);
        }
        self
    }

    /// What the position is worth; `None` if the tables do not know it.
    pub fn position(&mut self) -> Option<Verdict> {
        let value = self.tables.wdl(self.game.position(), self.until.0)?;
        Some(self.verdict(value, self.game.position(), self.clock.counts(self.game), is_drawn(self.game)))
    }

    /// What each legal move is worth, the best first; those that are equally good in the order of the rules.
    pub fn moves(&mut self) -> Vec<JudgedMove> {
        self.ranked(false)
    }

    /// As [`Judge::moves`], for callers who want to know only which move to make: nothing is asked or proved of moves that
    /// others are better than, so they are unproved or their value is left out.
    pub fn choose(&mut self) -> Vec<JudgedMove> {
        self.ranked(true)
    }

    /// What one legal move is worth.
    pub fn judged(&mut self, mv: Move) -> JudgedMove {
        let after = self.game.position().after(mv);
        let value = self.worth(&after);
        let wdl = value.map_or_else(|| self.who_wins(&after), |value| Some(value.wdl()));
        self.judged_as(mv, wdl, value)
    }

    fn ranked(&mut self, only_best: bool) -> Vec<JudgedMove> {
        let position = *self.game.position();
        let moves = self.game.legal_moves();
        let wdl: Vec<Option<Wdl>> = moves.iter().map(|mv| self.who_wins(&position.after(*mv))).collect();
        let best = wdl.iter().copied().collect::<Option<Vec<Wdl>>>().and_then(|all| all.into_iter().max());
        let is_good = |wdl: Option<Wdl>| !only_best || best.is_none() || wdl == best;
        let mut moves: Vec<(Option<Wdl>, Option<Value>, Move)> = moves
            .into_iter()
            .zip(wdl)
            .map(|(mv, wdl)| {
                let counts = is_good(wdl) && !(only_best && wdl == Some(Wdl::Draw));
                (wdl, counts.then(|| self.worth(&position.after(mv))).flatten(), mv)
            })
            .collect();
        // The best come first, before the work that is allowed is used up.
        moves.sort_by_key(|(wdl, value, _)| Reverse((*wdl, value.map_or(i32::MIN, Value::rank))));
        let mut is_won = false;
        let mut judged = Vec::with_capacity(moves.len());
        for (wdl, value, mv) in moves {
            let known = if is_good(wdl) && !is_won {
                self.judged_as(mv, wdl, value)
            } else {
                JudgedMove { mv, value, verdict: wdl.map(|wdl| unproved(wdl, position.to_move())) }
            };
            is_won |= only_best && known.verdict == Some(Verdict::Wins(position.to_move()));
            judged.push(known);
        }
        judged.sort_by_key(|judged| Reverse(judged.rank(position.to_move())));
        judged
    }

    /// Who wins by a move to this position, from the mover's side.
    fn who_wins(&self, after: &Position) -> Option<Wdl> {
        self.tables.wdl(after, self.until.0).map(Wdl::turned)
    }

    /// What a move to this position is worth to the mover.
    fn worth(&self, after: &Position) -> Option<Value> {
        self.tables.distance(after, self.until.0).map(Value::before)
    }

    fn judged_as(&mut self, mv: Move, wdl: Option<Wdl>, value: Option<Value>) -> JudgedMove {
        let position = *self.game.position();
        let after = position.after(mv);
        let verdict = wdl.map(|wdl| {
            let counts = self.clock.after(self.clock.counts(self.game), &position, mv, &after);
            let mut next = self.game.clone();
            let drawn = next.play(mv).is_ok() && is_drawn(&next);
            self.verdict(wdl.turned(), &after, counts, drawn)
        });
        JudgedMove { mv, value, verdict }
    }

    fn verdict(&mut self, wdl: Wdl, position: &Position, counts: DrawCounts, drawn: bool) -> Verdict {
        let Verdict::Unproved(winner) = unproved(wdl, position.to_move()) else { return Verdict::Drawn };
        if drawn {
            return Verdict::DrawnByRule { winner, plies: Some(0) };
        }
        let [win, draw] = &mut self.searches[winner as usize];
        // A rule that the clock does not count could take any win away.
        if self.clock.is_complete() && win.fate(position, counts) == Some(Fate::Won) {
            return Verdict::Wins(winner);
        }
        match draw.fate(position, counts) {
            Some(Fate::Drawn(plies)) => Verdict::DrawnByRule { winner, plies },
            _ => Verdict::Unproved(winner),
        }
    }
}

/// What is known of a position before draw rules are looked at.
fn unproved(wdl: Wdl, mover: Colour) -> Verdict {
    match wdl {
        Wdl::Draw => Verdict::Drawn,
        Wdl::Win => Verdict::Unproved(mover),
        Wdl::Loss => Verdict::Unproved(mover.other()),
    }
}

/// Whether a game is drawn, or would be as soon as somebody claims it.
fn is_drawn(game: &Game) -> bool {
    game.outcome().map_or_else(|| !game.claimable().is_empty(), |outcome| outcome.winner.is_none())
}

/// The longest line that is followed. Counters of the rules are full sooner; house rules without such counters would go
/// through a whole slice, deeper than any stack.
const DEEPEST: usize = 500;

/// What becomes of a win when counters are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Won,
    /// Drawn within so many half-moves at the latest, unless it goes in circles.
    Drawn(Option<u16>),
}

impl Fate {
    fn before(self) -> Fate {
        match self {
            Fate::Won => Fate::Won,
            Fate::Drawn(plies) => Fate::Drawn(plies.map(|plies| plies.saturating_add(1))),
        }
    }
}

#[derive(Debug)]
struct Search<'a> {
    tables: &'a Tables,
    ruleset: &'a Ruleset,
    clock: DrawClock,
    winner: Colour,
    /// Whether the winner may only come nearer to the end.
    hurry: bool,
    /// What has been on the board: reaching it again may be a draw.
    earlier: HashSet<Position>,
    path: HashSet<(Position, DrawCounts)>,
    seen: HashMap<(Position, DrawCounts), Fate>,
    left: usize,
    /// How often a line was left because it went in a circle.
    circles: usize,
    until: Until<'a>,
}

impl Search<'_> {
    /// What becomes of the win from here with these counts; `None` when too much would have to be looked at, or when it is
    /// too late.
    fn fate(&mut self, position: &Position, counts: DrawCounts) -> Option<Fate> {
        let moves = self.ruleset.legal_moves(position);
        let bare = Colour::ALL.into_iter().any(|colour| position.pieces(colour).is_empty());
        if bare || moves.is_empty() {
            // Over, and the tables say for whom: before draws are looked at, as in a game.
            return Some(Fate::Won);
        }
        if self.clock.is_drawn(counts, position) {
            return Some(Fate::Drawn(Some(0)));
        }
        if !self.path.is_empty() && self.earlier.contains(position) {
            return Some(Fate::Drawn(None));
        }
        let state = (*position, counts);
        if let Some(known) = self.seen.get(&state) {
            return Some(*known);
        }
        self.left = self.left.checked_sub(1)?;
        if (self.until.0)() {
            self.left = 0;
            return None;
        }
        if self.path.len() >= DEEPEST {
            return None;
        }
        if !self.path.insert(state) {
            // Nobody wins by going in a circle.
            self.circles += 1;
            return Some(Fate::Drawn(None));
        }
        let circles = self.circles;
        let fate = if position.to_move() == self.winner {
            self.some(position, counts, &moves)
        } else {
            self.all(position, counts, &moves)
        };
        self.path.remove(&state);
        // That nothing wins is true only on this path if a circle was left out.
        if let Some(fate) = fate.filter(|fate| *fate == Fate::Won || self.circles == circles) {
            self.seen.insert(state, fate);
        }
        fate
    }

    /// The winner to move: one way is enough. The quickest is tried first.
    fn some(&mut self, position: &Position, counts: DrawCounts, moves: &[Move]) -> Option<Fate> {
        let now = self.tables.distance(position, self.until.0)?.plies()?;
        let mut ways = Vec::new();
        for mv in moves {
            let after = position.after(*mv);
            if let Value::Loss(plies) = self.tables.distance(&after, self.until.0)?
                && (plies < now || !self.hurry)
            {
                ways.push((plies, *mv, after));
            }
        }
        ways.sort_by_key(|(plies, ..)| *plies);
        let mut latest = Some(0);
        for (_, mv, after) in ways {
            match self.fate(&after, self.clock.after(counts, position, mv, &after))?.before() {
                Fate::Won => return Some(Fate::Won),
                Fate::Drawn(plies) => latest = latest.zip(plies).map(|(one, other)| one.max(other)),
            }
        }
        Some(Fate::Drawn(latest))
    }

    /// The loser to move: every way must lose. What holds out longest is tried first.
    fn all(&mut self, position: &Position, counts: DrawCounts, moves: &[Move]) -> Option<Fate> {
        let mut ways = Vec::new();
        for mv in moves {
            let after = position.after(*mv);
            ways.push((self.tables.distance(&after, self.until.0)?.plies()?, *mv, after));
        }
        ways.sort_by_key(|(plies, ..)| Reverse(*plies));
        for (_, mv, after) in ways {
            let fate = self.fate(&after, self.clock.after(counts, position, mv, &after))?;
            if fate != Fate::Won {
                return Some(fate.before());
            }
        }
        Some(Fate::Won)
    }
}
