//! The one generator of draughts moves, generic over where the facts come from.
//!
//! With a zero-size [`FactSource`] every question about the rules is answered by the compiler, and a kernel is left that
//! knows only its own game. With facts read at run time the same code plays house rules.
//!
//! `capture` walks captures; this file finds out who can move at all, and generates quiet moves.

mod capture;
mod sink;

use crate::board::{Board, Colour, Direction, Square, SquareSet};
use crate::facts::{EnemyDirection, EnemyDuty, KingRange, ManCapture, MoveFacts, Movers, Victims, YesNo};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use sink::Sink;
pub(crate) use sink::{Count, Paths};

/// Where the facts of a kernel come from.
pub trait FactSource: Copy {
    /// The facts. A constant for the built-in kernels, a value for house rules.
    fn facts(&self) -> MoveFacts;
}

/// House rules: the facts are read while generating.
impl FactSource for MoveFacts {
    #[inline(always)]
    fn facts(&self) -> MoveFacts {
        *self
    }
}

/// The colour of the pieces at work, as a type, so that up and down are constants.
pub(crate) trait Side: Copy {
    const COLOUR: Colour;
    type Other: Side;
}

#[derive(Clone, Copy)]
pub(crate) struct WhiteSide;
#[derive(Clone, Copy)]
pub(crate) struct BlackSide;

impl Side for WhiteSide {
    const COLOUR: Colour = Colour::White;
    type Other = BlackSide;
}

impl Side for BlackSide {
    const COLOUR: Colour = Colour::Black;
    type Other = WhiteSide;
}

/// Pieces of one colour at work for one player: the facts, and what they say about the pieces of colour `S`. `MINE` is
/// false when the player moves the opponent's pieces (Stavropol).
pub(crate) struct Team<F, S, const MINE: bool> {
    source: F,
    side: core::marker::PhantomData<S>,
}

impl<F: FactSource, S: Side, const MINE: bool> Team<F, S, MINE> {
    #[inline(always)]
    fn new(source: F) -> Self {
        Team { source, side: core::marker::PhantomData }
    }

    #[inline(always)]
    fn facts(&self) -> MoveFacts {
        self.source.facts()
    }

    #[inline(always)]
    fn board(&self) -> Board {
        self.facts().board
    }

    #[inline(always)]
    fn crowning_row(&self) -> u64 {
        self.board().crowning_row(S::COLOUR).0
    }

    #[inline(always)]
    fn empty(&self, position: &Position) -> u64 {
        self.board().squares().0 & !position.occupied().0
    }

    /// Whether a king of this team may make a quiet move in this direction. Toward the player who moves an opponent's
    /// piece is that piece's own forward.
    #[inline(always)]
    fn king_may_go(&self, direction: Direction) -> bool {
        MINE || self.facts().enemy_quiet == EnemyDirection::Any || direction.is_forward(S::COLOUR)
    }

    #[inline(always)]
    fn king_may_capture(&self, direction: Direction) -> bool {
        MINE || self.facts().enemy_capture == EnemyDirection::Any || direction.is_forward(S::COLOUR)
    }

    #[inline(always)]
    fn man_may_capture(&self, direction: Direction) -> bool {
        let backward = self.facts().man_capture == ManCapture::AllWays && self.king_may_capture(direction);
        backward || direction.is_forward(S::COLOUR)
    }

    /// Every piece that this team's kings may capture, the capturing piece itself not yet left out.
    #[inline(always)]
    fn victims(&self, position: &Position) -> u64 {
        let enemy = position.pieces(S::COLOUR.other()).0;
        match self.facts().victims {
            Victims::Enemy => enemy,
            Victims::Any => enemy | position.pieces(S::COLOUR).0,
        }
    }

    #[inline(always)]
    fn victims_of_men(&self, position: &Position) -> u64 {
        match self.facts().men_take_kings {
            YesNo::Yes => self.victims(position),
            YesNo::No => self.victims(position) & !(position.kings[0] | position.kings[1]),
        }
    }

    /// The men that can capture something.
    #[inline(always)]
    fn capturing_men(&self, position: &Position) -> u64 {
        let (board, empty, victims) = (self.board(), self.empty(position), self.victims_of_men(position));
        let men = position.men[S::COLOUR as usize];
        let mut found = 0;
        for direction in Direction::ALL {
            if self.man_may_capture(direction) {
                let over = board.step(men, direction) & victims;
                let landed = board.step(over, direction) & empty;
                found |= back(board, back(board, landed, direction), direction);
            }
        }
        found
    }

    /// The squares a king may go to without capturing, in one direction.
    #[inline(always)]
    fn king_reach(&self, king: u32, empty: u64, direction: Direction) -> u64 {
        match self.facts().king {
            KingRange::Short => self.board().step(1 << king, direction) & empty,
            KingRange::Flying => {
                let ray = self.board().ray(king, direction);
                ray_until(self.board(), ray, ray & !empty, direction)
            }
        }
    }

    #[inline(always)]
    fn quiet_moves(&self, position: &Position, list: &mut MoveList) {
        let (board, empty, crown) = (self.board(), self.empty(position), self.crowning_row());
        let men = position.men[S::COLOUR as usize];
        for direction in Direction::ALL {
            if !direction.is_forward(S::COLOUR) {
                continue;
            }
            for to in SquareSet(board.step(men, direction) & empty) {
                let from = Square(back(board, to.set().0, direction).trailing_zeros() as u8);
                list.push(Move { captured: SquareSet::EMPTY, from, to, promotes: to.set().0 & crown != 0 });
            }
        }
        for from in SquareSet(position.kings[S::COLOUR as usize]) {
            for direction in Direction::ALL {
                if self.king_may_go(direction) {
                    for to in SquareSet(self.king_reach(u32::from(from.0), empty, direction)) {
                        list.push(Move { captured: SquareSet::EMPTY, from, to, promotes: false });
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn quiet_count(&self, position: &Position) -> u32 {
        let (board, empty) = (self.board(), self.empty(position));
        let men = position.men[S::COLOUR as usize];
        let mut count = 0;
        for direction in Direction::ALL {
            if direction.is_forward(S::COLOUR) {
                count += (board.step(men, direction) & empty).count_ones();
            }
        }
        for king in SquareSet(position.kings[S::COLOUR as usize]) {
            for direction in Direction::ALL {
                if self.king_may_go(direction) {
                    count += self.king_reach(u32::from(king.0), empty, direction).count_ones();
                }
            }
        }
        count
    }
}

/// One step against a direction.
#[inline(always)]
fn back(board: Board, bits: u64, direction: Direction) -> u64 {
    let opposite = match direction {
        Direction::UpLeft => Direction::DownRight,
        Direction::UpRight => Direction::DownLeft,
        Direction::DownLeft => Direction::UpRight,
        Direction::DownRight => Direction::UpLeft,
    };
    board.step(bits, opposite)
}

/// The squares of a ray before the first of the blockers on it.
#[inline(always)]
fn ray_until(board: Board, ray: u64, blockers: u64, direction: Direction) -> u64 {
    if blockers == 0 {
        return ray;
    }
    let first = nearest(blockers, direction);
    ray & !board.ray(first, direction) & !(1 << first)
}

/// The square of a set on a ray that comes first in its direction. The set must not be empty.
#[inline(always)]
fn nearest(set: u64, direction: Direction) -> u32 {
    if direction.is_up() { set.trailing_zeros() } else { 63 - set.leading_zeros() }
}

/// Generates the legal moves into the list, which is cleared first.
#[inline(always)]
pub(crate) fn moves<F: FactSource>(source: F, position: &Position, list: &mut MoveList) {
    list.clear();
    match position.to_move {
        Colour::White => moves_of::<F, WhiteSide>(source, position, list),
        Colour::Black => moves_of::<F, BlackSide>(source, position, list),
    }
}

fn moves_of<F: FactSource, S: Side>(source: F, position: &Position, list: &mut MoveList) {
    let own = Team::<F, S, true>::new(source);
    if source.facts().movers == Movers::Own {
        if !own.captures(position, list, &mut 0, 0) {
            own.quiet_moves(position, list);
        }
        return;
    }
    let enemy = Team::<F, S::Other, false>::new(source);
    let best = &mut 0;
    let own_captures = own.captures(position, list, best, 0);
    match source.facts().enemy_duty {
        EnemyDuty::Global => {
            if !(enemy.captures(position, list, best, 0) | own_captures) {
                own.quiet_moves(position, list);
                enemy.quiet_moves(position, list);
            }
        }
        EnemyDuty::PerColour => {
            let floor = list.len();
            let enemy_captures = enemy.captures(position, list, &mut 0, floor);
            if !own_captures {
                own.quiet_moves(position, list);
            }
            if !enemy_captures {
                enemy.quiet_moves(position, list);
            }
        }
    }
}

/// Counts the legal moves without listing them.
#[inline(always)]
pub(crate) fn count<F: FactSource, K: Sink>(source: F, position: &Position, sink: &mut K) -> u64 {
    match position.to_move {
        Colour::White => count_of::<F, WhiteSide, K>(source, position, sink),
        Colour::Black => count_of::<F, BlackSide, K>(source, position, sink),
    }
}

#[inline(always)]
fn count_of<F: FactSource, S: Side, K: Sink>(source: F, position: &Position, sink: &mut K) -> u64 {
    sink.truncate(0);
    let own = Team::<F, S, true>::new(source);
    if source.facts().movers == Movers::Own {
        if own.captures(position, sink, &mut 0, 0) {
            return sink.len() as u64;
        }
        return u64::from(own.quiet_count(position));
    }
    let enemy = Team::<F, S::Other, false>::new(source);
    let best = &mut 0;
    let own_captures = own.captures(position, sink, best, 0);
    match source.facts().enemy_duty {
        EnemyDuty::Global => {
            if enemy.captures(position, sink, best, 0) | own_captures {
                return sink.len() as u64;
            }
            u64::from(own.quiet_count(position) + enemy.quiet_count(position))
        }
        EnemyDuty::PerColour => {
            let floor = sink.len();
            let enemy_captures = enemy.captures(position, sink, &mut 0, floor);
            let own_quiet = if own_captures { 0 } else { own.quiet_count(position) };
            let enemy_quiet = if enemy_captures { 0 } else { enemy.quiet_count(position) };
            sink.len() as u64 + u64::from(own_quiet + enemy_quiet)
        }
    }
}

/// Feeds every path of every legal capture to the sink.
pub(crate) fn capture_paths(facts: MoveFacts, position: &Position, sink: &mut Paths) {
    match position.to_move {
        Colour::White => count_of::<_, WhiteSide, _>(facts, position, sink),
        Colour::Black => count_of::<_, BlackSide, _>(facts, position, sink),
    };
}

/// The squares whose pieces could move if nobody had to capture: the pieces that quiet moves would start from.
pub(crate) fn quiet_moves(facts: MoveFacts, position: &Position, list: &mut MoveList) {
    fn of<S: Side>(facts: MoveFacts, position: &Position, list: &mut MoveList) {
        Team::<_, S, true>::new(facts).quiet_moves(position, list);
        if facts.movers == Movers::Either {
            Team::<_, S::Other, false>::new(facts).quiet_moves(position, list);
        }
    }
    list.clear();
    match position.to_move {
        Colour::White => of::<WhiteSide>(facts, position, list),
        Colour::Black => of::<BlackSide>(facts, position, list),
    }
}
