//! Every state that can be reached, by breadth: the first way to a broken promise is a shortest one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Arguments;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Something that has states and steps between them.
pub trait Model {
    /// A state.
    type State: Copy + Eq + Hash;

    /// The state in which everything begins.
    fn first(&self) -> Self::State;

    /// Every step from a state: what happens, and what it leads to.
    fn steps(&self, from: &Self::State, step: &mut dyn FnMut(Arguments<'_>, Self::State));

    /// A state that stands for this one and all others that are the same but for names.
    fn representative(&self, state: Self::State) -> Self::State;

    /// The promise that a state breaks, if any.
    fn broken(&self, state: &Self::State) -> Option<&'static str>;

    /// Whether a state is one that the model must always be able to reach.
    fn is_goal(&self, state: &Self::State) -> bool;
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The states.
    pub states: usize,
    /// The steps between them.
    pub steps: usize,
    /// The promise that was broken first, and the steps that lead there. Nothing further was explored then.
    pub broken: Option<(&'static str, Vec<String>)>,
    /// The states from which no goal can be reached.
    pub stuck: usize,
}

/// Explores a model. With `merged` it looks at one of all states that are the same but for names, which is faster; steps on the
/// way to a broken promise are reported only without it.
pub fn explore<M: Model>(model: &M, merged: bool) -> Explored {
    let mut search = Search { model, merged, numbers: HashMap::default(), states: Vec::new(), from: Vec::new() };
    let mut edges: Vec<(u32, u32)> = Vec::new();
    search.number(model.first(), 0);
    let mut at = 0;
    while let Some(state) = search.states.get(at).copied() {
        if let Some(promise) = model.broken(&state) {
            let broken = Some((promise, search.way_to(at)));
            return Explored { states: search.states.len(), steps: edges.len(), broken, stuck: 0 };
        }
        model.steps(&state, &mut |_, next| edges.push((search.number(next, at as u32), at as u32)));
        at += 1;
    }
    let stuck = search.stuck(&mut edges);
    Explored { states: search.states.len(), steps: edges.len(), broken: None, stuck }
}

/// States are many small numbers, and nobody crafts them to attack the hash.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u8(*byte));
    }

    fn write_u8(&mut self, byte: u8) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

struct Search<'a, M: Model> {
    model: &'a M,
    merged: bool,
    numbers: HashMap<M::State, u32, BuildHasherDefault<Quick>>,
    states: Vec<M::State>,
    /// From where a state was reached first.
    from: Vec<u32>,
}

impl<M: Model> Search<'_, M> {
    /// The number of a state, which gets one when it is seen first.
    fn number(&mut self, state: M::State, from: u32) -> u32 {
        let state = if self.merged { self.model.representative(state) } else { state };
        match self.numbers.entry(state) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let number = self.states.len() as u32;
                new.insert(number);
                self.states.push(state);
                self.from.push(from);
                number
            }
        }
    }

    /// The steps to a state.
    fn way_to(&self, mut at: usize) -> Vec<String> {
        let mut way = Vec::new();
        while at > 0 && !self.merged {
            let before = self.from[at] as usize;
            let mut told = None;
            self.model.steps(&self.states[before], &mut |what, next| {
                if next == self.states[at] {
                    told.get_or_insert_with(|| what.to_string());
                }
            });
            way.extend(told);
            at = before;
        }
        way.reverse();
        way
    }

    /// How many states have no way to a goal. `edges` are pairs of a state and one before it.
    fn stuck(&self, edges: &mut [(u32, u32)]) -> usize {
        edges.sort_unstable();
        let mut can = vec![false; self.states.len()];
        let mut next: Vec<u32> = Vec::new();
        for (at, state) in self.states.iter().enumerate().filter(|(_, state)| self.model.is_goal(state)) {
            debug_assert!(self.model.broken(state).is_none());
            can[at] = true;
            next.push(at as u32);
        }
        while let Some(at) = next.pop() {
            let first = edges.partition_point(|(state, _)| *state < at);
            for (_, before) in edges[first..].iter().take_while(|(state, _)| *state == at) {
                if !std::mem::replace(&mut can[*before as usize], true) {
                    next.push(*before);
                }
            }
        }
        can.iter().filter(|can| !**can).count()
    }
}
