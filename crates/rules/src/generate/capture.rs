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

use super::sink::Sink;
use super::{FactSource, Side, Team, nearest, ray_until};
use crate::board::{Direction, Square, SquareSet};
use crate::facts::{Crowning, KingRange, Priority};
use crate::moves::{Move, State};
use crate::position::Position;

/// What never changes while one piece captures.
struct Ground {
    /// Empty squares, the start of the capturing piece among them.
    empty: u64,
    victims: u64,
    victims_of_men: u64,
    /// Kings of both colours, for the priorities that count them.
    kings: u64,
    from: Square,
    starts_as_king: bool,
}

/// How far the capture has come.
#[derive(Clone, Copy)]
struct Taken {
    set: u64,
    count: u32,
    /// One bit for each victim in order, 1 for a king. Kept only for the Italian priority; at most 32 squares of a
    /// board are off its edge, so 32 bits hold any capture.
    order: u32,
}

impl Taken {
    const NOTHING: Taken = Taken { set: 0, count: 0, order: 0 };
}

/// A king's jump that is possible: over which square, and where it may land.
#[derive(Clone, Copy)]
struct Jump {
    over: u32,
    landings: u64,
}

impl<F: FactSource, S: Side, const MINE: bool> Team<F, S, MINE> {
    /// Feeds the captures of this team to the sink; whether there are any. Captures found before `floor` are not
    /// compared with these by priority.
    #[inline(always)]
    pub(super) fn captures<K: Sink>(&self, position: &Position, sink: &mut K, best: &mut u64, floor: usize) -> bool {
        let men = self.capturing_men(position);
        let kings = position.kings[S::COLOUR as usize];
        if men | kings == 0 {
            return false;
        }
        self.captures_with(position, men, kings, sink, best, floor)
    }

    fn captures_with<K: Sink>(
        &self,
        position: &Position,
        men: u64,
        kings: u64,
        sink: &mut K,
        best: &mut u64,
        floor: usize,
    ) -> bool {
        let mut any = false;
        for from in SquareSet(kings) {
            let ground = self.ground(position, from, true);
            sink.start();
            sink.enter(u32::from(from.0));
            any |= Walk { team: self, ground: &ground, sink, best, floor }.king_from(u32::from(from.0), Taken::NOTHING);
            sink.leave();
        }
        for from in SquareSet(men) {
            let ground = self.ground(position, from, false);
            sink.start();
            sink.enter(u32::from(from.0));
            any |= Walk { team: self, ground: &ground, sink, best, floor }.man_from(from.set().0, Taken::NOTHING);
            sink.leave();
        }
        any
    }

    #[inline(always)]
    fn ground(&self, position: &Position, from: Square, starts_as_king: bool) -> Ground {
        let start = from.set().0;
        Ground {
            empty: self.empty(position) | start,
            victims: self.victims(position) & !start,
            victims_of_men: self.victims_of_men(position) & !start,
            kings: position.kings[0] | position.kings[1],
            from,
            starts_as_king,
        }
    }
}

struct Walk<'a, F, S, const MINE: bool, K> {
    team: &'a Team<F, S, MINE>,
    ground: &'a Ground,
    sink: &'a mut K,
    best: &'a mut u64,
    floor: usize,
}

impl<F: FactSource, S: Side, const MINE: bool, K: Sink> Walk<'_, F, S, MINE, K> {
    /// Captures on as a man; whether there was anything to capture.
    fn man_from(&mut self, at: u64, taken: Taken) -> bool {
        let board = self.team.board();
        let mut went_on = false;
        for direction in Direction::ALL {
            if self.team.man_may_capture(direction) {
                let over = board.step(at, direction) & self.ground.victims_of_men & !taken.set;
                let landing = board.step(over, direction) & self.ground.empty;
                if landing != 0 {
                    went_on = true;
                    self.man_lands(landing, self.take(taken, over));
                }
            }
        }
        went_on
    }

    fn man_lands(&mut self, at: u64, taken: Taken) {
        let square = at.trailing_zeros();
        let state = self.state(taken, u64::from(square));
        if !self.sink.admits(taken.count, state) {
            return;
        }
        let mark = self.sink.mark();
        self.sink.enter(square);
        let crowned = at & self.team.crowning_row() != 0;
        let went_on = match self.team.facts().crowning {
            Crowning::Continue if crowned => self.king_from(square, taken),
            Crowning::Stop if crowned => false,
            _ => self.man_from(at, taken),
        };
        self.sink.leave();
        if !went_on {
            self.ends(square, taken, crowned);
        }
        self.sink.leaves_state(state, mark);
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
        if !self.sink.admits(taken.count, state) {
            return;
        }
        let mark = self.sink.mark();
        let behind = nearest(jump.landings, direction);
        self.sink.enter(behind);
        let mut went_on = match self.team.facts().king {
            KingRange::Flying => self.king_goes(jump.over, direction, taken),
            KingRange::Short => self.king_goes(behind, direction, taken),
        };
        self.sink.leave();
        for landing in SquareSet(jump.landings) {
            let landing = u32::from(landing.0);
            self.sink.enter(landing);
            for crossing in direction.crossing() {
                went_on |= self.king_goes(landing, crossing, taken);
            }
            self.sink.leave();
        }
        if !went_on {
            for landing in SquareSet(jump.landings) {
                self.ends(u32::from(landing.0), taken, !self.ground.starts_as_king);
            }
        }
        self.sink.leaves_state(state, mark);
    }

    #[inline(always)]
    fn jump(&self, at: u32, direction: Direction, taken: Taken) -> Option<Jump> {
        if !self.team.king_may_capture(direction) {
            return None;
        }
        let (board, empty) = (self.team.board(), self.ground.empty);
        let victims = self.ground.victims & !taken.set;
        match self.team.facts().king {
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

    #[inline(always)]
    fn take(&self, taken: Taken, over: u64) -> Taken {
        let order = match self.team.facts().priority {
            Priority::Italian => taken.order << 1 | u32::from(over & self.ground.kings != 0),
            _ => 0,
        };
        Taken { set: taken.set | over, count: taken.count + 1, order }
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
        if quality < *self.best {
            return;
        }
        if quality > *self.best {
            *self.best = quality;
            self.sink.truncate(self.floor);
        }
        let end = self.state(taken, u64::from(1024 + to * 2 + u32::from(promotes)));
        if self.sink.admits(taken.count, end) {
            self.sink.found(Move {
                captured: SquareSet(taken.set),
                from: self.ground.from,
                to: Square(to as u8),
                promotes,
            });
        }
    }

    /// The rank of a capture under the ruleset's priority: the larger must be made.
    #[inline(always)]
    fn quality(&self, taken: Taken) -> u64 {
        let kings = || u64::from((taken.set & self.ground.kings).count_ones());
        let by_king = u64::from(self.ground.starts_as_king);
        match self.team.facts().priority {
            Priority::Free => 0,
            Priority::Most => u64::from(taken.count),
            Priority::MostKings => u64::from(taken.count) << 8 | kings(),
            Priority::Italian => u64::from(taken.count) << 40 | by_king << 39 | kings() << 33 | u64::from(taken.order),
            Priority::KingFirst => by_king,
        }
    }
}
