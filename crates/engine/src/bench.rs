//! The signature of the search: positions looked at in fixed positions of every game.
//!
//! With one thread the search is deterministic, so the number changes exactly when search or evaluation do. It is quoted
//! in every commit that changes it, and CI compares it with the one in `crates/engine/signature.txt`.

use crate::engine::{Engine, Options};
use crate::limits::{Limits, NoWatch};
use crate::random::Random;
use damka_rules::{Game, Ruleset};

/// The number that [`bench()`] gives. Programs with the same one find the same within the same limits of nodes or depth.
pub const SIGNATURE: &str = include_str!("../signature.txt").trim_ascii();

/// The half-moves that a position is searched.
const DEPTH: u32 = 9;
/// The half-moves from the start after which a position is looked at.
const POSITIONS: [usize; 4] = [0, 9, 20, 40];

/// What searching the positions of one ruleset took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Benched {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The positions looked at.
    pub nodes: u64,
}

/// Searches the fixed positions of every ruleset, one ruleset after another.
pub fn bench(mut each: impl FnMut(&Benched)) -> u64 {
    let mut sum = 0;
    for ruleset in Ruleset::all() {
        let mut engine = Engine::new(ruleset, &Options { memory: 8, ..Options::default() });
        let mut nodes = 0;
        for plies in POSITIONS {
            if let Some(game) = position(ruleset, &mut engine, plies) {
                engine.forget();
                nodes += engine.think(&game, &Limits::depth(DEPTH), &NoWatch, &mut |_| ()).nodes;
            }
        }
        each(&Benched { ruleset: *ruleset, nodes });
        sum += nodes;
    }
    sum
}

/// A game of sensible moves with some at random, always the same; `None` if it is over before.
fn position(ruleset: &Ruleset, engine: &mut Engine, plies: usize) -> Option<Game> {
    let mut game = Game::new(*ruleset);
    let mut random = Random::new(plies as u64);
    for ply in 0..plies {
        let moves = game.legal_moves();
        let mv = if ply % 3 == 0 {
            *moves.get(random.below(moves.len().max(1)))?
        } else {
            engine.forget();
            engine.think(&game, &Limits::depth(2), &NoWatch, &mut |_| ()).best()?
        };
        game.play_unchecked(mv, Vec::new());
    }
    game.outcome().is_none().then_some(game)
}
