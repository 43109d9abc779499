//! What has come of a match so far.

use super::duel::{self, Ending, FORFEIT, Finished, TOO_LONG};
use super::openings::Flaw;
use damka_engine::Limits;
use damka_engine::elo::{Estimate, Pentanomial, Sprt, Verdict};
use damka_rules::Colour;
use std::collections::BTreeMap;
use std::time::Duration;

/// Which game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    /// The pair, from 0; both of its games have the same opening.
    pub pair: usize,
    /// Whether the first player has Black: the second game of a pair.
    pub is_turned: bool,
}

impl GameId {
    /// The colour of a player.
    pub fn colour(self, player: usize) -> Colour {
        if (player == 0) == self.is_turned { Colour::Black } else { Colour::White }
    }

    /// The player who has a colour.
    pub fn player(self, colour: Colour) -> usize {
        usize::from(self.colour(0) != colour)
    }
}

/// All that is counted of a game; a file keeps it, so that a match can go on after a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Which game.
    pub id: GameId,
    /// The player who won, if one did.
    pub winner: Option<usize>,
    /// Why it ended: see [`Ending::id`].
    pub reason: String,
    /// What the player who forfeited it did.
    pub fault: Option<String>,
    /// Its half-moves, those of the opening too.
    pub plies: u64,
    /// What is wrong with its opening.
    pub flaw: Flaw,
    /// How the players used their time.
    pub sides: [Side; 2],
}

/// How a player used its time, and what it did wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Its moves.
    pub moves: u64,
    /// What they took.
    pub time: Duration,
    /// Its moves with something to choose.
    pub free_moves: u64,
    /// The half-moves searched at those, added up.
    pub depth: u64,
    /// The moves that took longer than allowed, slack included.
    pub oversteps: u64,
    /// The most that a move took longer than allowed.
    pub worst_overshoot: Duration,
    /// The games it lost because it gave no legal move.
    pub forfeits: u64,
}

impl Side {
    fn add(&mut self, other: &Side) {
        self.moves += other.moves;
        self.time += other.time;
        self.free_moves += other.free_moves;
        self.depth += other.depth;
        self.oversteps += other.oversteps;
        self.worst_overshoot = self.worst_overshoot.max(other.worst_overshoot);
        self.forfeits += other.forfeits;
    }

    /// The half-moves searched at a move, on average.
    pub fn mean_depth(&self) -> f64 {
        self.depth as f64 / self.free_moves.max(1) as f64
    }

    /// The seconds of a move, on average.
    pub fn mean_seconds(&self) -> f64 {
        self.time.as_secs_f64() / self.moves.max(1) as f64
    }
}

/// What a move may take beyond its limit before it is counted: this, and a fifth of the limit.
pub fn is_overstep(time: Duration, limits: &Limits, slack: Duration) -> bool {
    let over = duel::overshoot(time, limits);
    over.is_some_and(|over| over > slack + time.saturating_sub(over) / 5)
}

impl GameResult {
    /// What is counted of a game.
    pub fn of(id: GameId, finished: &Finished, flaw: Flaw, limits: &[Limits; 2], slack: Duration) -> GameResult {
        let mut sides = [Side::default(); 2];
        for thought in &finished.thoughts {
            let player = id.player(thought.mover);
            let over = duel::overshoot(thought.time, &limits[player]).unwrap_or_default();
            sides[player].add(&Side {
                moves: 1,
                time: thought.time,
                free_moves: u64::from(thought.is_free),
                depth: if thought.is_free { u64::from(thought.depth) } else { 0 },
                oversteps: u64::from(is_overstep(thought.time, &limits[player], slack)),
                worst_overshoot: over,
                forfeits: 0,
            });
        }
        let winner = finished.winner.map(|colour| id.player(colour));
        let fault = match (&finished.ending, winner) {
            (Ending::Forfeit(error), Some(winner)) => {
                sides[1 - winner].forfeits = 1;
                Some(error.to_string())
            }
            _ => None,
        };
        let plies = finished.game.played().len() as u64;
        GameResult { id, winner, reason: finished.ending.id(), fault, plies, flaw, sides }
    }

    /// The first player's half-points.
    pub fn half_points(&self) -> u32 {
        match self.winner {
            Some(0) => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

/// What has come of a match so far. All results are the first player's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games won by White and by Black, no matter who had which.
    pub won_by: [u64; 2],
    /// The results of the pairs that are complete.
    pub pairs: Pentanomial,
    /// Games broken off as drawn because they were too long.
    pub too_long: u64,
    /// Half-moves of all games.
    pub plies: u64,
    /// Games from openings that are not balanced, or have a capture pending.
    pub unbalanced: u64,
    /// Games from openings that an earlier pair had too.
    pub repeated: u64,
    /// How the players used their time.
    pub sides: [Side; 2],
    /// How often games ended in each way.
    pub endings: BTreeMap<String, u64>,
    /// What players did who forfeited games, the first time for each fault.
    pub faults: BTreeMap<(usize, String), u64>,
    /// The sequential test, if one is made.
    pub test: Option<Test>,
    /// The half-points of pairs of which only one game is over.
    halves: BTreeMap<usize, u32>,
    /// The half-points of pairs after the first incomplete one.
    later: BTreeMap<usize, u32>,
    /// The pairs before the first incomplete one.
    in_order: usize,
}

/// A sequential test and how it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// What is tested.
    pub sprt: Sprt,
    /// How much likelier the greater difference is, as a logarithm.
    pub ratio: f64,
    /// What it says.
    pub verdict: Verdict,
    /// The pairs it has looked at, in their order. Short games end first; a test that looked at pairs as they come
    /// would see too many of them.
    seen: Pentanomial,
}

impl Summary {
    /// A match without games.
    pub fn new(sprt: Option<Sprt>) -> Summary {
        let test = |sprt| Test { sprt, ratio: 0.0, verdict: Verdict::Open, seen: Pentanomial::default() };
        Summary { test: sprt.map(test), ..Summary::default() }
    }

    /// The games that are over.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The games that a player lost because it gave no legal move, both together.
    pub fn forfeits(&self) -> u64 {
        self.sides.iter().map(|side| side.forfeits).sum()
    }

    /// What the complete pairs say about strength; `None` before the first.
    pub fn estimate(&self) -> Option<Estimate> {
        self.pairs.estimate()
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameResult) {
        *[&mut self.losses, &mut self.draws, &mut self.wins][game.half_points() as usize] += 1;
        if let Some(winner) = game.winner {
            self.won_by[game.id.colour(winner) as usize] += 1;
        }
        self.plies += game.plies;
        self.too_long += u64::from(game.reason == TOO_LONG);
        self.unbalanced += u64::from(matches!(game.flaw, Flaw::Unbalanced | Flaw::Unquiet));
        self.repeated += u64::from(game.flaw == Flaw::Repeated);
        *self.endings.entry(game.reason.clone()).or_default() += 1;
        for (sum, side) in self.sides.iter_mut().zip(&game.sides) {
            sum.add(side);
        }
        if let (true, Some(winner)) = (game.reason.starts_with(FORFEIT), game.winner) {
            let fault = game.fault.clone().unwrap_or_else(|| game.reason.clone());
            *self.faults.entry((1 - winner, fault)).or_default() += 1;
        }
        match self.halves.remove(&game.id.pair) {
            None => {
                self.halves.insert(game.id.pair, game.half_points());
            }
            Some(other) => self.add_pair(game.id.pair, other + game.half_points()),
        }
    }

    fn add_pair(&mut self, pair: usize, half_points: u32) {
        self.pairs.add(half_points);
        self.later.insert(pair, half_points);
        while let Some(next) = self.later.remove(&self.in_order) {
            self.in_order += 1;
            if let Some(test) = self.test.as_mut().filter(|test| test.verdict == Verdict::Open) {
                test.look(next);
            }
        }
    }

    /// Whether the sequential test needs no more games.
    pub fn is_decided(&self) -> bool {
        self.test.is_some_and(|test| test.verdict != Verdict::Open)
    }
}

impl Test {
    fn look(&mut self, half_points: u32) {
        self.seen.add(half_points);
        self.ratio = self.sprt.ratio(&self.seen);
        self.verdict = self.sprt.verdict(&self.seen);
    }
}
