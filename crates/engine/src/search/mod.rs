//! The search: principal variation search (PVS) with iterative deepening.
//!
//! - `root`: iterative deepening, aspiration windows, several best lines, time;
//! - `tree`: the inner nodes: PVS, ProbCut, late-move reductions, extensions;
//! - `quiescence`: the leaves, where captures and threats are played out;
//! - `probe`: what endgame tables say, in the tree and at the root;
//! - `ordering`: which move to search first.
//!
//! # The words of search
//!
//! | word | what it is here |
//! |---|---|
//! | alpha, beta, window | the bounds between which a value matters; a null window has no room between them |
//! | aspiration | a round begins with a narrow window around the last round's score |
//! | cutoff, fail high, fail low | a value of beta or more ends the node; a value at or above beta; one at or below alpha |
//! | depth, ply | the half-moves still to search; the half-moves since the root |
//! | extension | a forced move (the only legal one) costs no depth |
//! | hash move | the best move of an earlier search of the position, from the transposition table |
//! | history, killers | how often a quiet move caused cutoffs anywhere; the last two that did at this ply |
//! | internal iterative deepening | a shallower search finds the hash move where there is none |
//! | iterative deepening | rounds, each one half-move deeper than the last |
//! | lazy evaluation | where material alone is far outside the window, the patterns are not added up |
//! | LMR, late-move reduction | quiet moves late in the ordering are searched less deeply at first |
//! | mate distance | a win counts less the further it is from the root, so the quickest one is chosen |
//! | node | a position of the tree |
//! | ProbCut | a shallow search far above beta stands for the full one |
//! | PV, principal variation | the line of best play; a PV node has a window with room |
//! | PVS | the first move gets the whole window, the others must first beat it in a null window |
//! | quiescence | at depth 0 captures and threats are played out before the evaluation |
//! | selective depth | the largest ply reached |
//! | tablebase, probe | endgame tables; asking them |
//! | TT, transposition table | what is known of positions that other move orders reach too |

mod ordering;
mod probe;
mod quiescence;
mod root;
mod tree;

use crate::eval::Evaluator;
use crate::limits::{Budget, Limits, Signal, Timer, Watch};
use crate::report::Report;
use crate::score::WIN;
use crate::transposition::TranspositionTable;
use damka_endgame::{Late, Tables};
use damka_rules::{
    Colour, DrawClock, DrawCounts, DrawKind, Game, Kernel, KernelVisitor, Move, MoveList, Movement, Movers, Position,
    RaceEnd, RaceFacts, ResultRule, Victims,
};
use ordering::Ordering;
use probe::Judged;
use quiescence::LazyMargin;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tree::LateMoveReduction;

/// No line is longer than this.
pub(crate) const MAX_PLY: usize = 192;
/// The last round of iterative deepening.
const MAX_DEPTH: u32 = 99;
/// The nodes between two looks at the limits.
const NODES_BETWEEN_CHECKS: u64 = 512;

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
    pub const FULL: Sight = Sight { captures: MAX_PLY as u32, error: 0, seed: 0 };
}

/// What an engine lends to a search.
pub(crate) struct Tools<'a> {
    pub evaluator: &'a Evaluator,
    pub table: &'a TranspositionTable,
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
            return worker(0).deepen_iteratively(on_report);
        }
        std::thread::scope(|scope| {
            for number in 1..tools.threads {
                let mut helper = worker(number);
                scope.spawn(move || helper.deepen_iteratively(&mut |_| ()));
            }
            let report = worker(0).deepen_iteratively(on_report);
            shared.stop.store(true, Relaxed);
            report
        })
    }
}

/// What the threads of one search share beside the transposition table.
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

/// The memory of one ply of the search stack.
#[derive(Default)]
struct StackFrame {
    list: MoveList,
    order: Vec<(i32, u16)>,
    /// The principal variation from here.
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
    stack: Vec<StackFrame>,
    ordering: Ordering,
    late_move_reduction: LateMoveReduction,
    /// Without kings and with them.
    lazy_margins: [LazyMargin; 2],
    number: usize,
    nodes: u64,
    /// The nodes that are in the shared count already.
    published_nodes: u64,
    next_check: u64,
    stopped: bool,
    /// Whether a move has been found that can be played.
    has_move: bool,
    timer: Timer,
    selective_depth: u32,
    root_depth: u32,
    /// Positions with at most this many pieces are probed in the endgame tables.
    probe_limit: u32,
}

impl<'a, K: Kernel> Worker<'a, K> {
    fn new(kernel: K, game: &Game, tools: &'a Tools<'a>, shared: &'a Shared<'a>, number: usize) -> Worker<'a, K> {
        let ruleset = game.ruleset();
        let clock = DrawClock::of(ruleset);
        let ends = Ends::of(game);
        let mut path = Vec::with_capacity(game.played().len() + MAX_PLY);
        for ply in game.played() {
            if ply.mv().is_none_or(|mv| ends.race.is_none() && is_irreversible(&ply.before, mv)) {
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
            stack: std::iter::repeat_with(StackFrame::default).take(MAX_PLY + 2).collect(),
            ordering: Ordering::new(),
            late_move_reduction: LateMoveReduction::of(ruleset.board()),
            lazy_margins: [LazyMargin::UNKNOWN; 2],
            number,
            nodes: 0,
            published_nodes: 0,
            next_check: 0,
            stopped: false,
            has_move: false,
            timer: shared.timer,
            selective_depth: 0,
            root_depth: 0,
            probe_limit: tools.endgame.map_or(0, |tables| u32::from(tables.pieces())),
        }
    }

    /// The position after a move.
    #[inline]
    fn child(&self, node: &Node, mv: Move) -> Node {
        let position = node.position.after(mv);
        let irreversible = self.ends.race.is_none() && is_irreversible(&node.position, mv);
        Node {
            position,
            hash: node.position.hash_after(node.hash, mv),
            counts: self.clock.after(node.counts, &node.position, mv, &position),
            reversible: if irreversible { self.path.len() } else { node.reversible },
        }
    }

    /// The key of the position in the transposition table. Near a draw by counting, or near the time to have left home, the same
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

    /// Whether the position is drawn by a counter or by repetition.
    #[inline]
    fn is_drawn(&self, node: &Node) -> bool {
        self.clock.is_drawn(node.counts, &node.position) || self.is_repetition(node)
    }

    fn is_repetition(&self, node: &Node) -> bool {
        let since = &self.path[node.reversible.min(self.path.len())..];
        let mut before = 0;
        for (back, hash) in since.iter().rev().enumerate().skip(3).step_by(2) {
            if *hash == node.hash {
                // One repetition inside the searched line is enough; repetitions from the game count as the rules say.
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
            return Some(-mate_distance(self.ends.stuck, ply));
        }
        let race = self.ends.race?;
        match race.facts.end(position, race.first, true) {
            Some(RaceEnd::Arrived(side)) => {
                return Some(mate_distance(if side == position.to_move() { WIN } else { -WIN }, ply));
            }
            Some(RaceEnd::BothArrived) => return Some(0),
            None => {}
        }
        let last = position.to_move().other();
        let late = ply > 0 && race.facts.is_late_at_home(position, last, race.made_by_last(ply));
        late.then(|| mate_distance(WIN, ply))
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

    /// Counts a node. `true`: the search must stop.
    #[inline]
    fn count_node(&mut self, ply: u32) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        let all = self.publish_nodes();
        let most = self.shared.limits.nodes.unwrap_or(u64::MAX);
        self.next_check = self.nodes + NODES_BETWEEN_CHECKS.min(most.saturating_sub(all).max(1));
        let signal = self.shared.watch.signal();
        let late = self.shared.budget.is_some_and(|budget| self.elapsed(signal) >= budget.hard);
        let told_to_stop = signal == Signal::Stop || self.shared.stop.load(Relaxed);
        // However few positions are allowed, every move has been looked at once. Time does not wait for that.
        self.stopped |= self.root_depth > 1 && all >= most || self.has_move && (late || told_to_stop);
    }

    /// Adds this thread's nodes to the shared count, and returns the count.
    fn publish_nodes(&mut self) -> u64 {
        let new = self.nodes - self.published_nodes;
        self.published_nodes = self.nodes;
        self.shared.nodes.fetch_add(new, Relaxed) + new
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
            self.next_check = self.nodes;
        }
        done
    }
}

/// The score of a win or loss at a ply: the further from the root, the less it counts.
fn mate_distance(end: i32, ply: u32) -> i32 {
    if end > 0 { end - ply as i32 } else { end + ply as i32 }
}

/// Whether the move is irreversible: no position from before it can be repeated.
#[inline]
fn is_irreversible(before: &Position, mv: Move) -> bool {
    mv.is_capture() || before.men(Colour::White).union(before.men(Colour::Black)).contains(mv.from())
}
