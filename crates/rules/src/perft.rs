//! Counting the games of a given length: the classic check of a move generator.

use crate::facts::Movement;
use crate::kernel::{ChildVisitor, Counter, Kernel, KernelVisitor};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use alloc::vec::Vec;

/// What counts as different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// Moves with equal from, to, captured pieces and promotion are one move (*drop*).
    Moves,
    /// Every path of a capture counts (*keep*).
    Paths,
}

/// The number of games of `depth` plies. Draw rules are not looked at; games that end earlier count nothing.
#[must_use]
pub fn perft(movement: Movement, position: &Position, depth: u32, convention: Convention) -> u64 {
    movement.visit(Perft { position, depth, convention })
}

/// The legal moves, each with the number of games that begin with it.
#[must_use]
pub fn divide(movement: Movement, position: &Position, depth: u32, convention: Convention) -> Vec<(Move, u64)> {
    let mut list = convention.list();
    movement.moves_into(position, &mut list);
    let mut moves = list.to_vec();
    moves.sort_unstable();
    let games = |same: &[Move]| {
        let below = perft(movement, &position.after(same[0]), depth.saturating_sub(1), convention);
        (same[0], below * same.len() as u64)
    };
    moves.chunk_by(|a, b| a == b).map(games).collect()
}

impl Convention {
    fn list(self) -> MoveList {
        match self {
            Convention::Moves => MoveList::new(),
            Convention::Paths => MoveList::with_every_path(),
        }
    }

    fn counter(self) -> Counter {
        match self {
            Convention::Moves => Counter::default(),
            Convention::Paths => Counter::of_every_path(),
        }
    }
}

struct Perft<'a> {
    position: &'a Position,
    depth: u32,
    convention: Convention,
}

impl KernelVisitor for Perft<'_> {
    type Output = u64;
    fn visit<K: Kernel>(self, kernel: K) -> u64 {
        let mut lists: Vec<MoveList> = (1..self.depth).map(|_| self.convention.list()).collect();
        match self.depth {
            0 => 1,
            _ => games(kernel, self.position, &mut lists, &mut self.convention.counter()),
        }
    }
}

fn games<K: Kernel>(kernel: K, position: &Position, lists: &mut [MoveList], counter: &mut Counter) -> u64 {
    let Some((list, below)) = lists.split_first_mut() else {
        return kernel.count(position, counter);
    };
    if below.is_empty() {
        let mut leaves = Leaves { kernel, counter, sum: 0 };
        kernel.for_each_child(position, list, &mut leaves);
        leaves.sum
    } else {
        let mut branches = Branches { kernel, lists: below, counter, sum: 0 };
        kernel.for_each_child(position, list, &mut branches);
        branches.sum
    }
}

/// Counts the last move of the games.
struct Leaves<'a, K> {
    kernel: K,
    counter: &'a mut Counter,
    sum: u64,
}

impl<K: Kernel> ChildVisitor for Leaves<'_, K> {
    #[inline(always)]
    fn visit(&mut self, child: &Position) {
        self.sum += self.kernel.count(child, self.counter);
    }
}

/// Counts the games that go on for longer.
struct Branches<'a, K> {
    kernel: K,
    lists: &'a mut [MoveList],
    counter: &'a mut Counter,
    sum: u64,
}

impl<K: Kernel> ChildVisitor for Branches<'_, K> {
    #[inline(always)]
    fn visit(&mut self, child: &Position) {
        self.sum += games(self.kernel, child, self.lists, self.counter);
    }
}
