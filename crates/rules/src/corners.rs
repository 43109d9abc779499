//! Corners (уголки): the race game of text 003, on all 64 squares.
//!
//! Nothing is captured. A piece steps to a neighbouring square, or jumps over any pieces, one after another, each time
//! into the empty square behind, and may stop after any jump. A side that cannot move is passed over (a null move).
//!
//! Moves are found with sets of squares: one shift moves a whole set one step, and the jumps of a piece spread like
//! a flood until nothing new is reached.

use crate::board::{Square, SquareSet};
use crate::facts::{RaceDirections, RaceFacts};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Steps in files and ranks: along files and ranks first, then along the diagonals.
const STEPS: [(i8, i8); 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

const LEFT_FILE: u64 = 0x0101_0101_0101_0101;
const RIGHT_FILE: u64 = LEFT_FILE << 7;

fn steps(facts: RaceFacts) -> &'static [(i8, i8)] {
    match facts.directions {
        RaceDirections::Four => &STEPS[..4],
        RaceDirections::Eight => &STEPS,
    }
}

/// The set moved by one step; what leaves the board is lost.
#[inline(always)]
const fn shifted(set: u64, (files, ranks): (i8, i8)) -> u64 {
    let set = match files {
        -1 => (set & !LEFT_FILE) >> 1,
        1 => (set & !RIGHT_FILE) << 1,
        _ => set,
    };
    match ranks {
        -1 => set >> 8,
        1 => set << 8,
        _ => set,
    }
}

/// The union over the directions of the game. (The number of directions is compiled in, so that every shift is a
/// constant.)
#[inline(always)]
fn in_all_directions<const DIRECTIONS: usize>(of: impl Fn((i8, i8)) -> u64) -> u64 {
    STEPS[..DIRECTIONS].iter().fold(0, |all, step| all | of(*step))
}

/// The squares that one step from a set reaches.
#[inline(always)]
fn stepped<const DIRECTIONS: usize>(set: u64, empty: u64) -> u64 {
    in_all_directions::<DIRECTIONS>(|step| shifted(set, step)) & empty
}

/// The squares that one jump from a set reaches.
#[inline(always)]
fn jumped<const DIRECTIONS: usize>(set: u64, empty: u64) -> u64 {
    in_all_directions::<DIRECTIONS>(|step| shifted(shifted(set, step) & !empty, step)) & empty
}

/// Every square that a piece can move to. A series of jumps may pass the square where it began, but not end there.
#[inline(always)]
fn targets<const DIRECTIONS: usize>(from: u64, empty: u64) -> u64 {
    let steps = stepped::<DIRECTIONS>(from, empty);
    let empty = empty | from;
    let mut reached = from;
    let mut newly = from;
    while newly != 0 {
        newly = jumped::<DIRECTIONS>(newly, empty) & !reached;
        reached |= newly;
    }
    (steps | reached) & !from
}

#[inline(always)]
fn list_moves<const DIRECTIONS: usize>(position: &Position, list: &mut MoveList) {
    list.clear();
    let mover = position.to_move();
    let empty = !position.occupied().0;
    for from in position.pieces(mover) {
        let targets = SquareSet(targets::<DIRECTIONS>(from.set().0, empty));
        list.extend(targets, |to| Move { captured: SquareSet::EMPTY, from, to, promotes: false });
    }
    if list.is_empty() {
        let others = position.pieces(mover.other()).0;
        if stepped::<DIRECTIONS>(others, empty) | jumped::<DIRECTIONS>(others, empty) != 0 {
            list.push(Move::NULL);
        }
    }
}

/// The legal moves. A side that cannot move while the other can has exactly the null move; if neither can, there is none.
pub(crate) fn moves(facts: RaceFacts, position: &Position, list: &mut MoveList) {
    match facts.directions {
        RaceDirections::Four => list_moves::<4>(position, list),
        RaceDirections::Eight => list_moves::<8>(position, list),
    }
}

/// One shortest path of a legal move, both ends included.
pub(crate) fn path(facts: RaceFacts, position: &Position, mv: Move) -> Vec<Square> {
    let empty = !position.occupied().0;
    let (from, to) = (mv.from.set().0, mv.to.set().0);
    if steps(facts).iter().any(|step| shifted(from, *step) == to) {
        return alloc::vec![mv.from, mv.to];
    }
    // Breadth first, so that following back where each square was first reached from gives a shortest path.
    let empty = empty | from;
    let mut before = [None; 64];
    let mut seen = from;
    let mut queue = VecDeque::from([mv.from]);
    while let Some(at) = queue.pop_front() {
        for step in steps(facts) {
            let landing = shifted(shifted(at.set().0, *step) & !empty, *step) & empty & !seen;
            if let Some(landing) = SquareSet(landing).first() {
                seen |= landing.set().0;
                before[landing.index()] = Some(at);
                queue.push_back(landing);
            }
        }
    }
    let mut path: Vec<Square> = core::iter::successors(Some(mv.to), |at| before[at.index()]).collect();
    path.reverse();
    path
}
