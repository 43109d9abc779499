//! The one generator of draughts moves, generic over where the facts come from.
//!
//! With a zero-size [`FactSource`] every question about the rules is answered by the compiler, and a kernel is left that
//! knows only its own game. With facts read at run time the same code plays house rules.
//!
//! `jumps` finds the captures that can be seen at a glance, `capture` walks the others; this file generates quiet moves
//! and puts it all together: to list moves, to count them, or to hand on the positions they lead to.

mod capture;
mod jumps;
mod sink;

use crate::board::{Board, Colour, Direction, Square, SquareSet};
use crate::facts::{EnemyDirection, EnemyDuty, KingRange, ManCapture, MoveFacts, Movers, Victims};
use crate::kernel::ChildVisitor;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use alloc::vec::Vec;
use capture::Found;
use jumps::Landings;
use sink::Sink;
use sink::Stops;
pub(crate) use sink::{Count, EveryPath, Paths, Stop};

/// Where the facts of a kernel come from.
pub trait FactSource: Copy + Send + Sync {
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
    /// Where men of this colour step.
    const FORWARD: [Direction; 2];
    type Other: Side;
}

#[derive(Clone, Copy)]
pub(crate) struct WhiteSide;
#[derive(Clone, Copy)]
pub(crate) struct BlackSide;

impl Side for WhiteSide {
    const COLOUR: Colour = Colour::White;
    const FORWARD: [Direction; 2] = [Direction::UpLeft, Direction::UpRight];
    type Other = BlackSide;
}

impl Side for BlackSide {
    const COLOUR: Colour = Colour::Black;
    const FORWARD: [Direction; 2] = [Direction::DownLeft, Direction::DownRight];
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

    /// Who moves after a move with a piece of this team.
    const NEXT: Colour = if MINE { S::Other::COLOUR } else { S::COLOUR };

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

    /// Every quiet step of a man: the square it leaves and the square it reaches, as sets.
    #[inline(always)]
    fn each_man_step(&self, position: &Position, mut step: impl FnMut(u64, u64)) {
        for direction in S::FORWARD {
            for to in each(self.steps(position, direction)) {
                step(back(self.board(), to, direction), to);
            }
        }
    }

    #[inline(always)]
    fn quiet_moves(&self, position: &Position, list: &mut MoveList) {
        let (board, empty, crown) = (self.board(), self.empty(position), SquareSet(self.crowning_row()));
        let quiet = |from, to, promotes| Move { captured: SquareSet::EMPTY, from, to, promotes };
        for direction in S::FORWARD {
            let targets = SquareSet(self.steps(position, direction));
            list.extend(targets, |to| quiet(square(back(board, to.set().0, direction)), to, crown.contains(to)));
        }
        for from in SquareSet(position.kings[S::COLOUR as usize]) {
            for direction in Direction::ALL {
                if self.king_may_go(direction) {
                    let targets = SquareSet(self.king_reach(u32::from(from.0), empty, direction));
                    list.extend(targets, |to| quiet(from, to, false));
                }
            }
        }
    }

    /// The position after a man's quiet step. (Only what a step can change is touched, so that a caller who looks at many
    /// such positions need not compute the rest again: the compiler sees that it stays.)
    #[inline(always)]
    fn after_step(&self, position: &Position, from: u64, to: u64) -> Position {
        let (own, crown) = (S::COLOUR as usize, self.crowning_row());
        let (mut men, mut kings) = (position.men, position.kings);
        men[own] = men[own] ^ from | to & !crown;
        kings[own] |= to & crown;
        Position { men, kings, to_move: Self::NEXT }
    }

    /// The position after a man has jumped once.
    #[inline(always)]
    fn after_jump(&self, position: &Position, from: u64, over: u64, to: u64) -> Position {
        let stepped = self.after_step(position, from, to);
        let [men, kings] = [stepped.men, stepped.kings].map(|sets| sets.map(|set| set & !over));
        Position { men, kings, to_move: Self::NEXT }
    }

    /// The squares that men may step to in one direction.
    #[inline(always)]
    fn steps(&self, position: &Position, direction: Direction) -> u64 {
        self.board().step(position.men[S::COLOUR as usize], direction) & self.empty(position)
    }

    #[inline(always)]
    fn man_step_count(&self, position: &Position) -> u32 {
        S::FORWARD.into_iter().map(|direction| self.steps(position, direction).count_ones()).sum()
    }

    /// The moves of a team without kings that has only simple captures. (Both numbers are computed and one is chosen,
    /// because no processor foresees which it will be.)
    #[inline(always)]
    fn simple_count(&self, position: &Position, is_quiet: bool, jumps: Landings) -> u32 {
        let (steps, jumps) = (self.man_step_count(position), jumps.count());
        if is_quiet { steps } else { jumps }
    }

    /// The positions after the moves of a team without kings that has only simple captures.
    #[inline(always)]
    fn simple_children(&self, position: &Position, is_quiet: bool, jumps: Landings, visitor: &mut impl ChildVisitor) {
        if is_quiet {
            self.each_man_step(position, |from, to| visitor.visit(&self.after_step(position, from, to)));
        } else {
            self.each_jump(jumps, |from, over, to| visitor.visit(&self.after_jump(position, from, over, to)));
        }
    }

    #[inline(always)]
    fn quiet_count(&self, position: &Position) -> u32 {
        let (empty, mut count) = (self.empty(position), self.man_step_count(position));
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

/// The pieces of the side to move, and the opponent's pieces, for the games where these may be moved too.
#[inline(always)]
fn teams<F: FactSource, S: Side>(source: F) -> (Team<F, S, true>, Team<F, S::Other, false>) {
    (Team::new(source), Team::new(source))
}

/// Which team may make quiet moves.
#[derive(Clone, Copy)]
struct Duty {
    own_is_quiet: bool,
    enemy_is_quiet: bool,
}

impl Duty {
    #[inline(always)]
    fn new<F: FactSource>(source: F, own_captures: bool, enemy_captures: bool) -> Duty {
        match (source.facts().movers, source.facts().enemy_duty) {
            (Movers::Own, _) => Duty { own_is_quiet: !own_captures, enemy_is_quiet: false },
            (Movers::Either, EnemyDuty::PerColour) => {
                Duty { own_is_quiet: !own_captures, enemy_is_quiet: !enemy_captures }
            }
            (Movers::Either, EnemyDuty::Global) => {
                let nobody = !(own_captures | enemy_captures);
                Duty { own_is_quiet: nobody, enemy_is_quiet: nobody }
            }
        }
    }
}

/// One step against a direction.
#[inline(always)]
fn back(board: Board, bits: u64, direction: Direction) -> u64 {
    board.step(bits, opposite(direction))
}

#[inline(always)]
fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::UpLeft => Direction::DownRight,
        Direction::UpRight => Direction::DownLeft,
        Direction::DownLeft => Direction::UpRight,
        Direction::DownRight => Direction::UpLeft,
    }
}

/// The squares of a set one by one, each as a set.
#[inline(always)]
fn each(mut set: u64) -> impl Iterator<Item = u64> {
    core::iter::from_fn(move || {
        let first = set & set.wrapping_neg();
        set ^= first;
        (first != 0).then_some(first)
    })
}

/// The square of a set that holds one.
#[inline(always)]
fn square(set: u64) -> Square {
    Square(set.trailing_zeros() as u8)
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

/// Whether a side may move the opponent's pieces: never when it has lost all its own, because then it has lost (rules.md
/// 8.14 e).
#[inline(always)]
fn moves_enemies<F: FactSource, S: Side>(source: F, position: &Position) -> bool {
    source.facts().movers == Movers::Either && !position.pieces(S::COLOUR).is_empty()
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
    let (own, enemy) = teams::<F, S>(source);
    let (duty, _) = captures_of::<F, S, _>(source, position, Bar::default(), list);
    if duty.own_is_quiet {
        own.quiet_moves(position, list);
    }
    if duty.enemy_is_quiet && moves_enemies::<F, S>(source, position) {
        enemy.quiet_moves(position, list);
    }
}

/// Whether the side to move can capture.
#[inline(always)]
pub(crate) fn can_capture<F: FactSource>(source: F, position: &Position) -> bool {
    match position.to_move {
        Colour::White => can_capture_of::<F, WhiteSide>(source, position),
        Colour::Black => can_capture_of::<F, BlackSide>(source, position),
    }
}

#[inline(always)]
fn can_capture_of<F: FactSource, S: Side>(source: F, position: &Position) -> bool {
    let (own, enemy) = teams::<F, S>(source);
    own.can_capture(position) || moves_enemies::<F, S>(source, position) && enemy.can_capture(position)
}

/// Whether the side to move has no quiet move.
#[inline(always)]
pub(crate) fn is_stuck<F: FactSource>(source: F, position: &Position) -> bool {
    match position.to_move {
        Colour::White => is_stuck_of::<F, WhiteSide>(source, position),
        Colour::Black => is_stuck_of::<F, BlackSide>(source, position),
    }
}

#[inline(always)]
fn is_stuck_of<F: FactSource, S: Side>(source: F, position: &Position) -> bool {
    let (own, enemy) = teams::<F, S>(source);
    let stuck = own.man_step_count(position) == 0 && own.quiet_count(position) == 0;
    stuck && (!moves_enemies::<F, S>(source, position) || enemy.quiet_count(position) == 0)
}

/// How good the captures of each team must be: the quality of the best that are known.
#[derive(Clone, Copy, Default)]
struct Bar {
    own: u64,
    enemy: u64,
}

/// Finds the captures that are good enough of both teams, or of the one that may move; and how good they were.
#[inline(always)]
fn captures_of<F: FactSource, S: Side, K: Sink>(source: F, position: &Position, bar: Bar, sink: &mut K) -> (Duty, Bar) {
    let (own, enemy) = teams::<F, S>(source);
    let mut found = Found::new(bar.own, sink);
    let own_captures = own.captures(position, &mut found);
    let own_best = found.best();
    let (enemy_captures, bar) = match source.facts().enemy_duty {
        _ if !moves_enemies::<F, S>(source, position) => (false, Bar { own: own_best, enemy: 0 }),
        EnemyDuty::Global => {
            let captures = enemy.captures(position, &mut found);
            (captures, Bar { own: found.best(), enemy: found.best() })
        }
        EnemyDuty::PerColour => {
            let mut found = Found::new(bar.enemy, sink);
            let captures = enemy.captures(position, &mut found);
            (captures, Bar { own: own_best, enemy: found.best() })
        }
    };
    (Duty::new(source, own_captures, enemy_captures), bar)
}

/// The captures of both teams, where they can be seen at a glance.
#[inline(always)]
fn simple_captures_of<F: FactSource, S: Side>(source: F, position: &Position) -> Option<(Landings, Landings)> {
    let (own, enemy) = teams::<F, S>(source);
    let own = own.simple_captures(position)?;
    match source.facts().movers {
        Movers::Own => Some((own, Landings::NONE)),
        // A side without pieces has nothing to count at a glance.
        Movers::Either if position.pieces(S::COLOUR).is_empty() => None,
        Movers::Either => Some((own, enemy.simple_captures(position)?)),
    }
}

/// Hands the position after each legal move to the visitor. The list is used only where moves cannot be seen at a glance.
#[inline(always)]
pub(crate) fn for_each_child<F: FactSource>(
    source: F,
    position: &Position,
    list: &mut MoveList,
    visitor: &mut impl ChildVisitor,
) {
    match position.to_move {
        Colour::White => for_each_child_of::<F, WhiteSide>(source, position, list, visitor),
        Colour::Black => for_each_child_of::<F, BlackSide>(source, position, list, visitor),
    }
}

#[inline(always)]
fn for_each_child_of<F: FactSource, S: Side>(
    source: F,
    position: &Position,
    list: &mut MoveList,
    visitor: &mut impl ChildVisitor,
) {
    let (own, enemy) = teams::<F, S>(source);
    if let Some((own_jumps, enemy_jumps)) = simple_captures_of::<F, S>(source, position) {
        let duty = Duty::new(source, !own_jumps.is_empty(), !enemy_jumps.is_empty());
        own.simple_children(position, duty.own_is_quiet, own_jumps, visitor);
        if source.facts().movers == Movers::Either {
            enemy.simple_children(position, duty.enemy_is_quiet, enemy_jumps, visitor);
        }
        return;
    }
    list.clear();
    moves_of::<F, S>(source, position, list);
    for mv in list.iter() {
        visitor.visit(&position.after(*mv).with_turn(S::Other::COLOUR));
    }
}

/// Counts the legal moves without listing them.
#[inline(always)]
pub(crate) fn count<F: FactSource>(source: F, position: &Position, captures: &mut Count) -> u64 {
    match position.to_move {
        Colour::White => count_of::<F, WhiteSide>(source, position, captures),
        Colour::Black => count_of::<F, BlackSide>(source, position, captures),
    }
}

#[inline(always)]
fn count_of<F: FactSource, S: Side>(source: F, position: &Position, captures: &mut Count) -> u64 {
    let (own, enemy) = teams::<F, S>(source);
    let Some((own_jumps, enemy_jumps)) = simple_captures_of::<F, S>(source, position) else {
        return count_slowly::<F, S>(source, *position, captures);
    };
    let duty = Duty::new(source, !own_jumps.is_empty(), !enemy_jumps.is_empty());
    let mut count = own.simple_count(position, duty.own_is_quiet, own_jumps);
    if source.facts().movers == Movers::Either {
        count += enemy.simple_count(position, duty.enemy_is_quiet, enemy_jumps);
    }
    u64::from(count)
}

/// Counts where it takes more than a glance. (The position comes by value: by reference it would have to be in memory
/// even for those who count at a glance.)
#[inline(never)]
fn count_slowly<F: FactSource, S: Side>(source: F, position: Position, captures: &mut Count) -> u64 {
    let (own, enemy) = teams::<F, S>(source);
    if source.facts().movers == Movers::Own
        && let Some(count) = own.count_short_captures(&position)
    {
        return u64::from(count);
    }
    captures.truncate(0);
    let (duty, _) = captures_of::<F, S, _>(source, &position, Bar::default(), captures);
    let own_quiet = if duty.own_is_quiet { own.quiet_count(&position) } else { 0 };
    let enemy_is_quiet = duty.enemy_is_quiet && moves_enemies::<F, S>(source, &position);
    let enemy_quiet = if enemy_is_quiet { enemy.quiet_count(&position) } else { 0 };
    captures.len() as u64 + u64::from(own_quiet + enemy_quiet)
}

/// Feeds every path of every legal capture to the sink. How good a legal capture is is found out beforehand, so that
/// a caller who wants only a few paths does not get one that takes the same pieces in a worse order.
pub(crate) fn capture_paths<K: Sink>(facts: MoveFacts, position: &Position, sink: &mut K) {
    fn of<S: Side>(facts: MoveFacts, position: &Position, sink: &mut impl Sink) {
        let (_, bar) = captures_of::<_, S, _>(facts, position, Bar::default(), &mut Count::default());
        captures_of::<_, S, _>(facts, position, bar, sink);
    }
    match position.to_move {
        Colour::White => of::<WhiteSide>(facts, position, sink),
        Colour::Black => of::<BlackSide>(facts, position, sink),
    }
}

/// Where a piece can stand in the middle of its captures, whatever their priority.
pub(crate) fn stops(facts: MoveFacts, position: &Position, from: Square) -> Vec<Stop> {
    let mut sink = Stops::new(from);
    let bar = Bar::default();
    match position.to_move {
        Colour::White => captures_of::<_, WhiteSide, _>(facts, position, bar, &mut sink),
        Colour::Black => captures_of::<_, BlackSide, _>(facts, position, bar, &mut sink),
    };
    sink.stops
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
