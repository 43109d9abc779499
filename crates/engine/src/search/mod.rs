//! The search: iterative deepening of a principal variation search.
//!
//! - `root`: rounds of deepening, best lines, time;
//! - `tree`: the inner positions and what is cut away there;
//! - `quiet`: the positions at the leaves, where captures and threats are played out;
//! - `known`: what endgame tables say;
//! - `order`: which move to look at first.

mod known;
mod order;
mod quiet;
mod root;
mod tree;

use crate::eval::Evaluator;
use crate::limits::{Budget, Limits, Signal, Timer, Watch};
use crate::report::Report;
use crate::score::WIN;
use crate::table::Table;
use damka_endgame::{Late, Tables};
use damka_rules::{
    Colour, DrawClock, DrawCounts, DrawKind, Game, Kernel, KernelVisitor, Move, MoveList, Movement, Movers, Position,
    RaceEnd, RaceFacts, ResultRule, Victims,
};
use known::Judged;
use order::Ordering;
use quiet::Places;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tree::Lateness;

/// No line is longer than this.
pub(crate) const MOST_PLIES: usize = 192;
/// The deepest round.
const MOST_DEPTH: u32 = 99;
/// The positions between two looks at the clock.
const BETWEEN_LOOKS: u64 = 512;

/// A draw by counting that is fewer half-moves away than this is part of what a position is worth.
const NEAR_DRAW: u16 = 16;

/// How well a player sees. A strong one sees everything; a weak one overlooks captures at the end of a line and
/// misjudges positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The half-moves of captures and threats that are played out after the last half-move of a full search.
    pub captures: u32,
    /// How wrong a position may be judged, in hundredths of a man either way. The same position is always judged alike
    /// with the same seed.
    pub error: u32,
    /// What the errors come from.
    pub seed: u64,
}

impl Sight {
    /// Sees everything.
    pub const FULL: Sight = Sight { captures: MOST_PLIES as u32, error: 0, seed: 0 };
}

/// What an engine lends to a search.
pub(crate) struct Tools<'a> {
    pub evaluator: &'a Evaluator,
    pub table: &'a Table,
    pub age: u8,
    pub threads: usize,
    pub sight: Sight,
    pub endgame: Option<&'a Tables>,
}

/// Thinks about the position of a game.
pub(crate) fn think(
    game: &Game,
    limits: &Limits,
    watch: &dyn Watch,
    tools: &Tools<'_>,
    on_report: &mut dyn FnMut(&Report),
) -> Report {
    if game.outcome().is_some() {
        return Report::default();
    }
    let begun = watch.now();
    let (mut timer, budget) = (Timer::new(begun), limits.time.map(Budget::of));
    let judged = Judged::of(tools.endgame, game, limits, watch, &mut timer, budget);
    let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let shared = Shared { stop, nodes, limits, watch, begun, budget, timer, judged };
    game.ruleset().facts().movement.visit(Think { game, tools, shared: &shared, on_report })
}

struct Think<'a> {
    game: &'a Game,
    tools: &'a Tools<'a>,
    shared: &'a Shared<'a>,
    on_report: &'a mut dyn FnMut(&Report),
}

impl KernelVisitor for Think<'_> {
    type Output = Report;
    fn visit<K: Kernel>(self, kernel: K) -> Report {
        let Think { game, tools, shared, on_report } = self;
        let worker = |number| Worker::new(kernel, game, tools, shared, number);
        if tools.threads == 1 {
            return worker(0).deepen(on_report);
        }
        std::thread::scope(|scope| {
            for number in 1..tools.threads {
                let mut helper = worker(number);
                scope.spawn(move || helper.deepen(&mut |_| ()));
            }
            let report = worker(0).deepen(on_report);
            shared.stop.store(true, Relaxed);
            report
        })
    }
}

/// What the threads of one search share beside the table.
struct Shared<'a> {
    stop: AtomicBool,
    nodes: AtomicU64,
    limits: &'a Limits,
    watch: &'a dyn Watch,
    begun: Duration,
    budget: Option<Budget>,
    /// The time as it stands when the threads begin.
    timer: Timer,
    /// What tables and draw rules say of the root.
    judged: Judged,
}

/// The facts of a game that a search asks for at every position.
#[derive(Clone, Copy)]
struct Ends {
    /// What a side without a move gets.
    stuck: i32,
    /// Whether a side may lose its last piece by its own move.
    own_loss: bool,
    race: Option<Race>,
    /// How often a position must have been there before, so that once more is a draw.
    repeats: usize,
}

/// What the end of a race depends on beside the position.
#[derive(Clone, Copy)]
struct Race {
    facts: RaceFacts,
    /// Who made the first move of the game.
    first: Colour,
    /// The moves that the side to move at the root and the other side have made.
    made: [usize; 2],
}

impl Race {
    fn of(game: &Game, facts: RaceFacts, first: Colour) -> Race {
        let root = game.position().to_move();
        let made = [root, root.other()].map(|side| {
            let its = game.played().iter().filter(|ply| ply.before.to_move() == side);
            its.count()
        });
        Race { facts, first, made }
    }

    /// The moves that are left to leave home, if they are few; otherwise 0.
    fn near_home_limit(&self, ply: u32) -> u16 {
        let left = usize::from(self.facts.home_limit).saturating_sub(self.made_by_last(ply));
        if left < usize::from(NEAR_DRAW) { left as u16 } else { 0 }
    }

    /// The moves that the side which moved last has made, so many half-moves after the root.
    fn made_by_last(&self, ply: u32) -> usize {
        let ply = ply as usize;
        self.made[(ply + 1) % 2] + ply.div_ceil(2)
    }
}

impl Ends {
    fn of(game: &Game) -> Ends {
        let facts = game.ruleset().facts();
        let first = game.played().first().map_or(game.position().to_move(), |ply| ply.before.to_move());
        let repeats = facts.draws.rules().find_map(|rule| match rule.kind {
            DrawKind::Repetition(times) | DrawKind::RepeatedMove(times) => Some(usize::from(times) - 1),
            _ => None,
        });
        let (own_loss, race) = match facts.movement {
            Movement::Draughts(moves) => (moves.victims == Victims::Any || moves.movers == Movers::Either, None),
            Movement::Race(facts) => (false, Some(Race::of(game, facts, first))),
        };
        let stuck = match facts.result {
            ResultRule::Normal => -WIN,
            ResultRule::Reversed => WIN,
        };
        Ends { stuck, own_loss, race, repeats: repeats.unwrap_or(2) }
    }
}

/// A position of the tree.
#[derive(Clone, Copy)]
struct Node {
    position: Position,
    hash: u64,
    counts: DrawCounts,
    /// The place in the path of the first position that could still come back.
    reversible: usize,
}

/// The memory of one ply.
#[derive(Default)]
struct Ply {
    list: MoveList,
    order: Vec<(i32, u16)>,
    line: Vec<Move>,
}

/// One thread of a search.
struct Worker<'a, K> {
    kernel: K,
    tools: &'a Tools<'a>,
    shared: &'a Shared<'a>,
    clock: DrawClock,
    ends: Ends,
    root: Node,
    /// The fingerprints of the positions of the game that could come back, then of the line being searched.
    path: Vec<u64>,
    /// Where the line being searched begins in the path.
    root_at: usize,
    plies: Vec<Ply>,
    ordering: Ordering,
    lateness: Lateness,
    /// Without kings and with them.
    places: [Places; 2],
    number: usize,
    nodes: u64,
    /// The nodes that the others know of.
    told: u64,
    next_look: u64,
    stopped: bool,
    /// Whether a move has been found that can be played.
    has_move: bool,
    timer: Timer,
    deepest: u32,
    root_depth: u32,
    /// The tables know the positions with up to so many pieces.
    known_pieces: u32,
}

impl<'a, K: Kernel> Worker<'a, K> {
    fn new(kernel: K, game: &Game, tools: &'a Tools<'a>, shared: &'a Shared<'a>, number: usize) -> Worker<'a, K> {
        let ruleset = game.ruleset();
        let clock = DrawClock::of(ruleset);
        let ends = Ends::of(game);
        let mut path = Vec::with_capacity(game.played().len() + MOST_PLIES);
        for ply in game.played() {
            if ply.mv().is_none_or(|mv| ends.race.is_none() && is_final(&ply.before, mv)) {
                path.clear();
            } else {
                path.push(ply.before.hash());
            }
        }
        let root = Node { position: *game.position(), hash: game.hash(), counts: clock.counts(game), reversible: 0 };
        Worker {
            kernel,
            tools,
            shared,
            clock,
            ends,
            root,
            root_at: path.len(),
            path,
            plies: std::iter::repeat_with(Ply::default).take(MOST_PLIES + 2).collect(),
            ordering: Ordering::new(),
            lateness: Lateness::of(ruleset.board()),
            places: [Places::UNKNOWN; 2],
            number,
            nodes: 0,
            told: 0,
            next_look: 0,
            stopped: false,
            has_move: false,
            timer: shared.timer,
            deepest: 0,
            root_depth: 0,
            known_pieces: tools.endgame.map_or(0, |tables| u32::from(tables.pieces())),
        }
    }

    /// The position after a move.
    #[inline]
    fn child(&self, node: &Node, mv: Move) -> Node {
        let position = node.position.after(mv);
        let lasting = self.ends.race.is_none() && is_final(&node.position, mv);
        Node {
            position,
            hash: node.position.hash_after(node.hash, mv),
            counts: self.clock.after(node.counts, &node.position, mv, &position),
            reversible: if lasting { self.path.len() } else { node.reversible },
        }
    }

    /// What the table knows the position by. Near a draw by counting, or near the time to have left home, the same
    /// pieces are not the same position.
    #[inline]
    fn key(&self, node: &Node, ply: u32) -> u64 {
        let draw = self.near_draw(node).map_or(0, |left| left + 1);
        let home = self.ends.race.map_or(0, |race| race.near_home_limit(ply));
        node.hash ^ u64::from(draw | home << 5).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The half-moves until a draw by counting, if it is near.
    #[inline]
    fn near_draw(&self, node: &Node) -> Option<u16> {
        if node.counts == DrawCounts::default() {
            return None;
        }
        self.clock.plies_left(node.counts, &node.position).filter(|left| *left < NEAR_DRAW)
    }

    /// Whether the position is drawn by a counter or by coming back.
    #[inline]
    fn is_drawn(&self, node: &Node) -> bool {
        self.clock.is_drawn(node.counts, &node.position) || self.comes_back(node)
    }

    fn comes_back(&self, node: &Node) -> bool {
        let since = &self.path[node.reversible.min(self.path.len())..];
        let mut before = 0;
        for (back, hash) in since.iter().rev().enumerate().skip(3).step_by(2) {
            if *hash == node.hash {
                // What comes back once in a line can come back for ever; what was in the game counts as the rules do.
                if self.path.len() - back > self.root_at {
                    return true;
                }
                before += 1;
            }
        }
        before >= self.ends.repeats
    }

    /// What the end of the game is worth to the side to move, where the position alone tells that it is over.
    #[inline]
    fn end(&self, node: &Node, ply: u32) -> Option<i32> {
        let position = &node.position;
        if self.ends.own_loss && position.pieces(position.to_move().other()).is_empty() {
            return Some(-sooner(self.ends.stuck, ply));
        }
        let race = self.ends.race?;
        match race.facts.end(position, race.first, true) {
            Some(RaceEnd::Arrived(side)) => {
                return Some(sooner(if side == position.to_move() { WIN } else { -WIN }, ply));
            }
            Some(RaceEnd::BothArrived) => return Some(0),
            None => {}
        }
        let last = position.to_move().other();
        let late = ply > 0 && race.facts.is_late_at_home(position, last, race.made_by_last(ply));
        late.then(|| sooner(WIN, ply))
    }

    /// What the position is worth without looking further.
    #[inline]
    fn evaluate(&self, node: &Node) -> i32 {
        let value = self.tools.evaluator.value(&node.position);
        let sight = &self.tools.sight;
        if sight.error == 0 {
            return value;
        }
        // Two throws added: small errors are likelier than large ones.
        let mixed = (node.hash ^ sight.seed).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let throw = |bits: u64| (bits & 0xffff) as i32 * sight.error as i32 / 0xffff;
        value + throw(mixed >> 16) - throw(mixed >> 40)
    }

    /// Counts a position; whether the search is to be broken off.
    #[inline]
    fn tick(&mut self, ply: u32) -> bool {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.next_look {
            self.look();
        }
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        let all = self.shared.nodes.fetch_add(self.nodes - self.told, Relaxed) + self.nodes - self.told;
        self.told = self.nodes;
        let most = self.shared.limits.nodes.unwrap_or(u64::MAX);
        self.next_look = self.nodes + BETWEEN_LOOKS.min(most.saturating_sub(all).max(1));
        let signal = self.shared.watch.signal();
        let late = self.shared.budget.is_some_and(|budget| self.elapsed(signal) >= budget.hard);
        let told_to_stop = signal == Signal::Stop || self.shared.stop.load(Relaxed);
        // However few positions are allowed, every move has been looked at once. Time does not wait for that.
        self.stopped |= self.root_depth > 1 && all >= most || self.has_move && (late || told_to_stop);
    }

    /// The time that counts.
    fn elapsed(&mut self, signal: Signal) -> Duration {
        self.timer.elapsed(self.shared.watch, signal)
    }

    /// Does something that asks before each step that takes long whether it is too late for it. The next position looks at
    /// the clock again if there was such a step.
    fn in_time<T>(&mut self, work: impl FnOnce(&Self, Late<'_>) -> T) -> T {
        let (timer, asked) = (Cell::new(self.timer), Cell::new(false));
        let hard = self.shared.budget.map(|budget| budget.hard);
        let late = || {
            asked.set(true);
            let mut now = timer.get();
            let over = now.is_over(self.shared.watch, hard);
            timer.set(now);
            over || self.shared.stop.load(Relaxed)
        };
        let done = work(self, &late);
        self.timer = timer.get();
        if asked.get() {
            self.next_look = self.nodes;
        }
        done
    }
}

/// A win or loss that is so many half-moves away.
fn sooner(end: i32, ply: u32) -> i32 {
    if end > 0 { end - ply as i32 } else { end + ply as i32 }
}

/// Whether no position from before this move can come back.
#[inline]
fn is_final(before: &Position, mv: Move) -> bool {
    mv.is_capture() || before.men(Colour::White).union(before.men(Colour::Black)).contains(mv.from())
}
