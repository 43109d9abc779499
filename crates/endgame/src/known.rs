//! The slices that are solved, whole in memory, while others are built from them or are checked.

use crate::game::TableGame;
use crate::index::{Indexer, Placement};
use crate::material::Material;
use crate::value::{Code, Value};
use damka_rules::{Kernel, MoveList, Position};
use std::sync::Arc;

/// One slice in memory.
pub(crate) struct Slice {
    pub indexer: Indexer,
    pub codes: Vec<u16>,
    /// Whether positions with a capture due have their value too. Files leave them out.
    pub complete: bool,
}

impl Slice {
    /// The memory it takes for each position.
    pub const BYTES: usize = 2;
}

/// The solved slices of a game.
pub(crate) struct Known {
    game: TableGame,
    slices: Vec<Option<Arc<Slice>>>,
}

/// Lists of moves to work with, one for each capture of a sequence.
#[derive(Default)]
pub(crate) struct Scratch(Vec<MoveList>);

impl Scratch {
    pub fn take(&mut self) -> MoveList {
        self.0.pop().unwrap_or_default()
    }

    pub fn give_back(&mut self, list: MoveList) {
        self.0.push(list);
    }
}

impl Known {
    pub fn new(game: TableGame) -> Known {
        Known { game, slices: (0..Material::KEYS).map(|_| None).collect() }
    }

    pub fn game(&self) -> &TableGame {
        &self.game
    }

    pub fn insert(&mut self, slice: Slice) {
        let key = slice.indexer.material.key();
        self.slices[key] = Some(Arc::new(slice));
    }

    pub fn get(&self, material: Material) -> Option<&Slice> {
        self.slices[material.key()].as_deref()
    }

    /// The memory of all slices.
    pub fn bytes(&self) -> u64 {
        self.slices.iter().flatten().map(|slice| (slice.codes.len() * Slice::BYTES) as u64).sum()
    }

    /// Forgets the slices that are not wanted any more.
    pub fn keep(&mut self, wanted: impl Fn(Material) -> bool) {
        for slot in &mut self.slices {
            if slot.as_ref().is_some_and(|slice| !wanted(slice.indexer.material)) {
                *slot = None;
            }
        }
    }

    /// The value of a position; `None` if a slice is missing that it needs.
    pub fn value<K: Kernel>(&self, kernel: K, position: &Position, scratch: &mut Scratch) -> Option<Value> {
        if let Some(value) = self.game.bare(position) {
            return Some(value);
        }
        let placement = Placement::of(self.game.board(), position);
        let slice = self.slices[placement.material().key()].as_ref()?;
        if slice.complete || !kernel.can_capture(position) {
            return Some(Code(slice.codes[slice.indexer.index(&placement)]).value());
        }
        self.value_by_moves(kernel, position, scratch)
    }

    /// The value of a position as the best of its moves.
    pub fn value_by_moves<K: Kernel>(&self, kernel: K, position: &Position, scratch: &mut Scratch) -> Option<Value> {
        let mut list = scratch.take();
        kernel.moves(position, &mut list);
        let mut best = None;
        for mv in list.iter() {
            let value = self.value(kernel, &position.after(*mv), scratch)?.before();
            best = Some(best.map_or(value, |best: Value| best.better(value)));
        }
        scratch.give_back(list);
        Some(best.unwrap_or(self.game.stuck()))
    }
}
