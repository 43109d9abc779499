//! Corners (уголки): the race game of text 003, on all 64 squares.
//!
//! Nothing is captured. A piece steps to a neighbouring square, or jumps over any pieces, one after another, each time
//! into the empty square behind, and may stop after any jump. A side that cannot move is passed over (a null move).

use crate::board::{Board, Colour, Square, SquareSet};
use crate::facts::{RaceDirections, RaceFacts};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

const STEPS: [(i8, i8); 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

fn steps(facts: RaceFacts) -> &'static [(i8, i8)] {
    match facts.directions {
        RaceDirections::Four => &STEPS[..4],
        RaceDirections::Eight => &STEPS,
    }
}

fn neighbour(square: Square, (df, dr): (i8, i8)) -> Option<Square> {
    let (file, rank) = Board::Full.cell(square);
    Board::Full.square(file.checked_add_signed(df)?, rank.checked_add_signed(dr)?)
}

/// The square that one jump in a direction reaches, if there is something to jump over and room to land. The jumping
/// piece has left its own square.
fn jump(occupied: SquareSet, from: Square, step: (i8, i8)) -> Option<Square> {
    let over = neighbour(from, step).filter(|over| occupied.contains(*over))?;
    neighbour(over, step).filter(|landing| !occupied.contains(*landing))
}

fn stepped(facts: RaceFacts, occupied: SquareSet, from: Square) -> impl Iterator<Item = Square> {
    let neighbours = steps(facts).iter().filter_map(move |step| neighbour(from, *step));
    neighbours.filter(move |to| !occupied.contains(*to))
}

/// Every square that jumps reach from `from`, with the square each was first reached from. Breadth first, so following
/// these back gives a shortest path.
fn jumped(facts: RaceFacts, occupied: SquareSet, from: Square) -> Vec<(Square, Square)> {
    let occupied = occupied.without(from.set());
    let mut reached: Vec<(Square, Square)> = Vec::new();
    let mut seen = from.set();
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for step in steps(facts) {
            if let Some(landing) = jump(occupied, at, *step).filter(|landing| !seen.contains(*landing)) {
                seen.insert(landing);
                reached.push((landing, at));
                queue.push_back(landing);
            }
        }
    }
    reached
}

fn moves_of(facts: RaceFacts, position: &Position, colour: Colour, mut found: impl FnMut(Square, Square)) {
    let occupied = position.occupied();
    for from in position.pieces(colour) {
        let mut targets: SquareSet = stepped(facts, occupied, from).collect();
        targets = targets.union(jumped(facts, occupied, from).into_iter().map(|(to, _)| to).collect());
        for to in targets {
            found(from, to);
        }
    }
}

fn can_move(facts: RaceFacts, position: &Position, colour: Colour) -> bool {
    let occupied = position.occupied();
    position
        .pieces(colour)
        .into_iter()
        .any(|from| stepped(facts, occupied, from).next().is_some() || !jumped(facts, occupied, from).is_empty())
}

/// The legal moves. A side that cannot move while the other can has exactly the null move; if neither can, there is none.
pub(crate) fn moves(facts: RaceFacts, position: &Position, list: &mut MoveList) {
    list.clear();
    let mover = position.to_move();
    moves_of(facts, position, mover, |from, to| {
        list.push(Move { captured: SquareSet::EMPTY, from, to, promotes: false });
    });
    if list.is_empty() && can_move(facts, position, mover.other()) {
        list.push(Move::NULL);
    }
}

/// One shortest path of a legal move, both ends included.
pub(crate) fn path(facts: RaceFacts, position: &Position, mv: Move) -> Vec<Square> {
    if stepped(facts, position.occupied(), mv.from).any(|to| to == mv.to) {
        return alloc::vec![mv.from, mv.to];
    }
    let reached = jumped(facts, position.occupied(), mv.from);
    let mut path = alloc::vec![mv.to];
    let mut at = mv.to;
    while let Some((_, before)) = reached.iter().find(|(to, _)| *to == at) {
        path.push(*before);
        at = *before;
    }
    path.reverse();
    path
}

/// Whether a side still has pieces in its own camp.
pub(crate) fn is_at_home(facts: RaceFacts, position: &Position, colour: Colour) -> bool {
    !position.pieces(colour).intersection(facts.layout.camp(colour)).is_empty()
}
