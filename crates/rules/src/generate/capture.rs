//! The capture walk.
//!
//! A piece that captures stands on a square with some pieces already taken; these stay on the board as obstacles until
//! the move ends (Turkish strike). Square, taken pieces and rank (man or king) are the *state* of the walk. What can
//! follow depends on nothing else, so a state that has been seen is not walked again; that bounds the walk even where
//! the number of paths explodes.
//!
//! A flying king that has jumped may turn on any of the squares behind its victim, or go straight on, which is the same
//! whichever of those squares one imagines it to stop on. So its state is the jump itself: victim, direction, pieces
//! taken.

use super::jumps::{Field, Landings};
use super::sink::Sink;
use super::{FactSource, Side, Team, nearest, ray_until, square};
use crate::board::{Direction, Square, SquareSet};
use crate::facts::{Crowning, KingRange, Priority};
use crate::moves::{Move, State};
use crate::position::Position;

/// The captures found, of which only the best are kept.
pub(super) struct Found<'a, K> {
    sink: &'a mut K,
    /// The quality of those that are kept.
    best: u64,
    /// What the sink held before is not compared with these captures.
    floor: usize,
}

impl<'a, K: Sink> Found<'a, K> {
    /// Nothing found yet; captures of a lower quality than `best` are not kept.
    #[inline(always)]
    pub fn new(best: u64, sink: &'a mut K) -> Self {
        let floor = sink.len();
        Found { sink, best, floor }
    }

    /// The quality of the captures that are kept.
    #[inline(always)]
    pub fn best(&self) -> u64 {
        self.best
    }
}

/// How far the capture has come.
#[derive(Clone, Copy)]
struct Taken {
    set: u64,
    /// One bit for each victim in order, 1 for a king. Kept only for the Italian priority; at most 32 squares of a
    /// board are off its edge, so 32 bits hold any capture.
    order: u32,
}

impl Taken {
    const NOTHING: Taken = Taken { set: 0, order: 0 };

    #[inline(always)]
    fn count(self) -> u32 {
        self.set.count_ones()
    }
}

/// A king's jump that is possible: over which square, and where it may land.
#[derive(Clone, Copy)]
struct Jump {
    over: u32,
    landings: u64,
}

impl<F: FactSource, S: Side, const MINE: bool> Team<F, S, MINE> {
    /// Finds the captures of this team; whether there are any.
    #[inline(always)]
    pub(super) fn captures<K: Sink>(&self, position: &Position, found: &mut Found<K>) -> bool {
        let field = self.field(position);
        let first = self.jumps(field, position.men[S::COLOUR as usize]);
        if first.is_empty() && position.kings[S::COLOUR as usize] == 0 {
            return false;
        }
        self.captures_with(position, field, first, found)
    }

    fn captures_with<K: Sink>(&self, position: &Position, field: Field, first: Landings, found: &mut Found<K>) -> bool {
        let mut any = !first.is_empty();
        for king in SquareSet(position.kings[S::COLOUR as usize]) {
            any |= self.walk(position, king, true, found).king_starts();
        }
        if !first.is_empty() {
            let walkers = self.walkers(field, first);
            for man in SquareSet(walkers) {
                self.walk(position, man, false, found).man_starts();
            }
            self.each_jump(self.jumps_of_others(first, walkers), |from, over, to| {
                self.walk(position, square(from), false, found).man_jumps_once(over, to);
            });
        }
        any
    }

    /// The first jump of a king in one direction.
    #[inline(always)]
    fn king_jump(&self, at: u32, direction: Direction, empty: u64, victims: u64) -> Option<Jump> {
        if !self.king_may_capture(direction) {
            return None;
        }
        let board = self.board();
        match self.facts().king {
            KingRange::Short => {
                let over = board.step(1 << at, direction) & victims;
                let landings = board.step(over, direction) & empty;
                (landings != 0).then(|| Jump { over: over.trailing_zeros(), landings })
            }
            KingRange::Flying => {
                let blockers = board.ray(at, direction) & !empty;
                if blockers == 0 {
                    return None;
                }
                let over = nearest(blockers, direction);
                if (1 << over) & victims == 0 {
                    return None;
                }
                let beyond = board.ray(over, direction);
                let landings = ray_until(board, beyond, beyond & !empty, direction);
                (landings != 0).then_some(Jump { over, landings })
            }
        }
    }

    /// Whether this team can capture anything.
    #[inline(always)]
    pub(super) fn can_capture(&self, position: &Position) -> bool {
        let field = self.field(position);
        !self.jumps(field, position.men[S::COLOUR as usize]).is_empty()
            || position.kings[S::COLOUR as usize] != 0 && self.kings_can_capture(position)
    }

    fn kings_can_capture(&self, position: &Position) -> bool {
        let (empty, victims) = (self.empty(position), self.victims(position));
        let jumps = |king: Square, direction| {
            self.king_jump(u32::from(king.0), direction, empty, victims & !king.set().0).is_some()
        };
        let mut kings = SquareSet(position.kings[S::COLOUR as usize]).into_iter();
        kings.any(|king| Direction::ALL.into_iter().any(|direction| jumps(king, direction)))
    }

    #[inline(always)]
    fn walk<'w, 'f, K>(
        &'w self,
        position: &Position,
        from: Square,
        starts_as_king: bool,
        found: &'w mut Found<'f, K>,
    ) -> Walk<'w, 'f, F, S, MINE, K> {
        let start = from.set().0;
        Walk {
            team: self,
            found,
            empty: self.empty(position) | start,
            victims: self.victims(position) & !start,
            kings: position.kings[0] | position.kings[1],
            from,
            starts_as_king,
        }
    }
}

/// One piece capturing.
struct Walk<'w, 'f, F, S, const MINE: bool, K> {
    team: &'w Team<F, S, MINE>,
    found: &'w mut Found<'f, K>,
    /// Empty squares, the start of the capturing piece among them.
    empty: u64,
    victims: u64,
    /// Kings of both colours.
    kings: u64,
    from: Square,
    starts_as_king: bool,
}

impl<F: FactSource, S: Side, const MINE: bool, K: Sink> Walk<'_, '_, F, S, MINE, K> {
    /// All captures of a king; whether there are any.
    fn king_starts(mut self) -> bool {
        let from = u32::from(self.from.0);
        self.found.sink.start();
        self.found.sink.enter(from);
        let any = self.king_from(from, Taken::NOTHING);
        self.found.sink.leave();
        any
    }

    /// All captures of a man.
    fn man_starts(mut self) {
        let from = u32::from(self.from.0);
        self.found.sink.start();
        self.found.sink.enter(from);
        self.man_from(from, Taken::NOTHING);
        self.found.sink.leave();
    }

    /// The capture of a man that is known to be complete after one jump.
    #[inline(always)]
    fn man_jumps_once(mut self, over: u64, to: u64) {
        let at = to.trailing_zeros();
        let taken = self.take(Taken::NOTHING, over);
        if self.found.sink.admits(1, self.state(taken, u64::from(at))) {
            self.found.sink.enter(u32::from(self.from.0));
            self.ends(at, taken, to & self.team.crowning_row() != 0);
            self.found.sink.leave();
        }
    }

    /// Captures on as a man; whether there was anything to capture.
    fn man_from(&mut self, at: u32, taken: Taken) -> bool {
        let field = self.team.field_of(self.empty, self.victims & !taken.set, self.kings);
        let landings = self.team.jumps(field, 1 << at).union();
        for landing in SquareSet(landings) {
            let to = u32::from(landing.0);
            // A jump is the same two steps, so its middle is the middle of the two numbers.
            self.man_lands(to, self.take(taken, 1 << ((at + to) / 2)));
        }
        landings != 0
    }

    #[inline(always)]
    fn man_lands(&mut self, at: u32, taken: Taken) {
        let state = self.state(taken, u64::from(at));
        if !self.found.sink.admits(taken.count(), state) {
            return;
        }
        let mark = self.found.sink.mark();
        self.found.sink.enter(at);
        let crowned = (1 << at) & self.team.crowning_row() != 0;
        let went_on = match self.team.facts().crowning {
            Crowning::Continue if crowned => self.king_from(at, taken),
            Crowning::Stop if crowned => false,
            _ => self.man_from(at, taken),
        };
        self.found.sink.leave();
        if !went_on {
            self.ends(at, taken, crowned);
        }
        self.found.sink.leaves_state(state, mark);
    }

    /// Captures on as a king from a square; whether there was anything to capture.
    fn king_from(&mut self, at: u32, taken: Taken) -> bool {
        let mut went_on = false;
        for direction in Direction::ALL {
            went_on |= self.king_goes(at, direction, taken);
        }
        went_on
    }

    #[inline(always)]
    fn king_goes(&mut self, at: u32, direction: Direction, taken: Taken) -> bool {
        match self.jump(at, direction, taken) {
            None => false,
            Some(jump) => {
                self.king_lands(jump, direction, self.take(taken, 1 << jump.over));
                true
            }
        }
    }

    /// A king that has jumped: it goes straight on or turns where it can, and only if it can do neither it may stop.
    fn king_lands(&mut self, jump: Jump, direction: Direction, taken: Taken) {
        let state = self.state(taken, u64::from(64 + jump.over * 4 + direction as u32));
        if !self.found.sink.admits(taken.count(), state) {
            return;
        }
        let mark = self.found.sink.mark();
        let behind = nearest(jump.landings, direction);
        self.found.sink.enter(behind);
        let mut went_on = match self.team.facts().king {
            KingRange::Flying => self.king_goes(jump.over, direction, taken),
            KingRange::Short => self.king_goes(behind, direction, taken),
        };
        self.found.sink.leave();
        for landing in SquareSet(jump.landings) {
            let landing = u32::from(landing.0);
            self.found.sink.enter(landing);
            for crossing in direction.crossing() {
                went_on |= self.king_goes(landing, crossing, taken);
            }
            self.found.sink.leave();
        }
        if !went_on {
            for landing in SquareSet(jump.landings) {
                self.ends(u32::from(landing.0), taken, !self.starts_as_king);
            }
        }
        self.found.sink.leaves_state(state, mark);
    }

    #[inline(always)]
    fn jump(&self, at: u32, direction: Direction, taken: Taken) -> Option<Jump> {
        self.team.king_jump(at, direction, self.empty, self.victims & !taken.set)
    }

    #[inline(always)]
    fn take(&self, taken: Taken, over: u64) -> Taken {
        let order = match self.team.facts().priority {
            Priority::Italian => taken.order << 1 | u32::from(over & self.kings != 0),
            _ => 0,
        };
        Taken { set: taken.set | over, order }
    }

    /// The order of capture is part of the state, because under the Italian priority it decides what is legal.
    #[inline(always)]
    fn state(&self, taken: Taken, rest: u64) -> State {
        State { captured: taken.set, rest: rest << 32 | u64::from(taken.order) }
    }

    /// A capture is complete: kept unless a better one is known.
    #[inline(always)]
    fn ends(&mut self, to: u32, taken: Taken, promotes: bool) {
        let quality = self.quality(taken);
        if quality < self.found.best {
            return;
        }
        if quality > self.found.best {
            self.found.best = quality;
            self.found.sink.truncate(self.found.floor);
        }
        let end = self.state(taken, State::END + u64::from(to * 2 + u32::from(promotes)));
        if self.found.sink.admits(taken.count(), end) {
            let (from, to) = (self.from, Square(to as u8));
            self.found.sink.found(Move { captured: SquareSet(taken.set), from, to, promotes });
        }
    }

    /// The rank of a capture under the ruleset's priority: the larger must be made.
    #[inline(always)]
    fn quality(&self, taken: Taken) -> u64 {
        let count = u64::from(taken.count());
        let kings = || u64::from((taken.set & self.kings).count_ones());
        let by_king = u64::from(self.starts_as_king);
        match self.team.facts().priority {
            Priority::Free => 0,
            Priority::Most => count,
            Priority::MostKings => count << 8 | kings(),
            Priority::Italian => count << 40 | by_king << 39 | kings() << 33 | u64::from(taken.order),
            Priority::KingFirst => by_king,
        }
    }
}
