//! What is done with the captures that a walk finds: list them, count them, or collect the paths of one or of all.

use crate::board::{Square, SquareSet};
use crate::moves::{Move, MoveList, Seen, State};
use alloc::vec::Vec;

/// Two different paths can lead to the same state only when at least this many pieces are taken: a piece must close a
/// loop, and the shortest loop has four sides with a victim on each. Below it nothing needs to be remembered.
const LOOP: u32 = 4;

/// Takes the captures of a walk.
pub(crate) trait Sink {
    /// The captures kept so far.
    fn len(&self) -> usize;
    /// Forgets all but the first captures, because a better one was found.
    fn truncate(&mut self, len: usize);
    /// A complete capture.
    fn found(&mut self, mv: Move);
    /// Whether to walk on from a state that the walk has come to, with so many pieces taken.
    fn admits(&mut self, taken: u32, state: State) -> bool;
    /// A new piece begins to capture.
    fn start(&mut self);
    /// The walk goes on from this square.
    fn enter(&mut self, _square: u32) {}
    /// The walk comes back from where it went on.
    fn leave(&mut self) {}
    /// A mark to hand to [`Sink::leaves_state`] later.
    fn mark(&self) -> usize {
        0
    }
    /// Everything that can be reached from a state has been walked.
    fn leaves_state(&mut self, _state: State, _mark: usize) {}
}

/// Every distinct capture once; or once for each path, if the list was made so.
impl Sink for MoveList {
    #[inline(always)]
    fn len(&self) -> usize {
        self.moves.len()
    }
    #[inline(always)]
    fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
    }
    #[inline(always)]
    fn found(&mut self, mv: Move) {
        self.moves.push(mv);
    }
    #[inline(always)]
    fn admits(&mut self, taken: u32, state: State) -> bool {
        taken < LOOP || self.every_path || self.seen.insert(state)
    }
    #[inline(always)]
    fn start(&mut self) {
        self.seen.clear();
    }
}

/// How many captures there are.
#[derive(Default)]
pub(crate) struct Count {
    pub count: usize,
    pub seen: Seen,
    pub every_path: bool,
}

impl Sink for Count {
    #[inline(always)]
    fn len(&self) -> usize {
        self.count
    }
    #[inline(always)]
    fn truncate(&mut self, len: usize) {
        self.count = len;
    }
    #[inline(always)]
    fn found(&mut self, _: Move) {
        self.count += 1;
    }
    #[inline(always)]
    fn admits(&mut self, taken: u32, state: State) -> bool {
        taken < LOOP || self.every_path || self.seen.insert(state)
    }
    #[inline(always)]
    fn start(&mut self) {
        self.seen.clear();
    }
}

/// The paths of one capture, up to a limit. States from which that capture cannot be completed are remembered, so that
/// the work is bounded by the number of states and paths.
pub(crate) struct Paths {
    pub wanted: Move,
    pub limit: usize,
    pub paths: Vec<Vec<Square>>,
    /// If not empty, only this path is looked for.
    along: Vec<Square>,
    trail: Vec<Square>,
    dead: Seen,
}

impl Paths {
    pub fn new(wanted: Move, limit: usize) -> Paths {
        let (paths, along, trail) = (Vec::new(), Vec::new(), Vec::new());
        Paths { wanted, limit, paths, along, trail, dead: Seen::default() }
    }

    /// Looks for one path only, so that the work does not depend on how many there are.
    pub fn along(wanted: Move, path: &[Square]) -> Paths {
        Paths { along: path.to_vec(), ..Paths::new(wanted, 1) }
    }
}

impl Sink for Paths {
    fn len(&self) -> usize {
        self.paths.len()
    }
    fn truncate(&mut self, len: usize) {
        self.paths.truncate(len);
    }
    fn found(&mut self, mv: Move) {
        if mv == self.wanted {
            let mut path = self.trail.clone();
            path.push(mv.to);
            if self.along.is_empty() || self.along == path {
                self.paths.push(path);
            }
        }
    }
    fn admits(&mut self, _: u32, state: State) -> bool {
        let inside = state.captured & !self.wanted.captured.0 == 0;
        let on_path = self.along.is_empty() || self.along.starts_with(&self.trail);
        inside && on_path && self.paths.len() < self.limit && !self.dead.contains(state)
    }
    fn start(&mut self) {
        // A state is of one piece: what another piece cannot complete, this one may.
        self.dead.clear();
    }
    fn enter(&mut self, square: u32) {
        self.trail.push(Square(square as u8));
    }
    fn leave(&mut self) {
        self.trail.pop();
    }
    fn mark(&self) -> usize {
        self.paths.len()
    }
    fn leaves_state(&mut self, state: State, mark: usize) {
        // Beside the one path that is looked for, a state may be left for a wrong turn only.
        if self.paths.len() == mark && self.along.is_empty() {
            self.dead.insert(state);
        }
    }
}

/// The paths of all captures at once, up to a limit for each capture.
///
/// Each state is entered as many times as paths are wanted. That is enough: the first paths to a state, in the order of
/// the walk, go through the first paths to each state before it, so a path beyond the limit at one state is never among
/// the first paths of any capture. The work is bounded by the number of states times the limit, however many paths
/// there are.
pub(crate) struct EveryPath {
    limit: usize,
    /// The captures with one path each, in the order of the walk.
    pub found: Vec<(Move, Vec<Square>)>,
    trail: Vec<Square>,
    /// The states that were entered once, twice and so on.
    entered: Vec<Seen>,
}

impl EveryPath {
    pub fn new(limit: usize) -> EveryPath {
        EveryPath { limit, found: Vec::new(), trail: Vec::new(), entered: Vec::new() }
    }
}

impl Sink for EveryPath {
    fn len(&self) -> usize {
        self.found.len()
    }
    fn truncate(&mut self, len: usize) {
        self.found.truncate(len);
    }
    fn found(&mut self, mv: Move) {
        let mut path = Vec::with_capacity(self.trail.len() + 1);
        path.extend_from_slice(&self.trail);
        path.push(mv.to);
        self.found.push((mv, path));
    }
    fn admits(&mut self, taken: u32, state: State) -> bool {
        if taken < LOOP {
            // There is only one path to it.
            return self.limit > 0;
        }
        if self.entered.iter_mut().any(|entered| entered.insert(state)) {
            return true;
        }
        let is_admitted = self.entered.len() < self.limit;
        if is_admitted {
            let mut entered = Seen::default();
            entered.insert(state);
            self.entered.push(entered);
        }
        is_admitted
    }
    fn start(&mut self) {
        self.entered.iter_mut().for_each(Seen::clear);
    }
    fn enter(&mut self, square: u32) {
        self.trail.push(Square(square as u8));
    }
    fn leave(&mut self) {
        self.trail.pop();
    }
}

/// Where one piece can stand in the middle of its captures, and from where it goes on.
pub(crate) struct Stops {
    from: Square,
    pub stops: Vec<Stop>,
    /// The jumps that the walk is inside of, as places in `stops`.
    open: Vec<usize>,
    trail: Vec<Square>,
    seen: Seen,
}

/// What follows one jump.
#[derive(Clone, Copy, Default)]
pub(crate) struct Stop {
    /// The squares behind the victim.
    pub landings: SquareSet,
    /// Those from which the capture goes on.
    pub goes_on: SquareSet,
}

impl Stops {
    pub fn new(from: Square) -> Stops {
        Stops { from, stops: Vec::new(), open: Vec::new(), trail: Vec::new(), seen: Seen::default() }
    }
}

impl Sink for Stops {
    /// Complete captures are of no interest.
    fn len(&self) -> usize {
        0
    }
    fn truncate(&mut self, _: usize) {}
    fn found(&mut self, _: Move) {}
    fn admits(&mut self, _: u32, state: State) -> bool {
        if self.trail.first() != Some(&self.from) || state.is_end() {
            return false;
        }
        if let (Some(stop), Some(at)) = (self.open.last(), self.trail.last()) {
            self.stops[*stop].goes_on.insert(*at);
        }
        let fresh = self.seen.insert(state);
        if fresh {
            self.open.push(self.stops.len());
            self.stops.push(Stop::default());
        }
        fresh
    }
    fn start(&mut self) {}
    fn enter(&mut self, square: u32) {
        self.trail.push(Square(square as u8));
        if let Some(stop) = self.open.last() {
            self.stops[*stop].landings.insert(Square(square as u8));
        }
    }
    fn leave(&mut self) {
        self.trail.pop();
    }
    fn leaves_state(&mut self, _: State, _: usize) {
        self.open.pop();
    }
}
