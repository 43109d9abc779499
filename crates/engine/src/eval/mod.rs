//! What a position is worth without searching: learned weights of patterns of men, of material and of kings.
//!
//! - [`shape`]: which patterns a board has, and how a position becomes the numbers that weights are looked up by;
//! - [`weights`]: the weights and their file;
//! - [`general`]: weights for games that none were trained for, made from the facts of the game;
//! - [`race`]: corners, which is a race and has an evaluation of its own.

mod general;
mod race;
pub(crate) mod shape;
mod trained;
mod weights;

pub(crate) use weights::{FINE, turned};
pub use weights::{Weights, WeightsError};

use damka_rules::{Facts, Movement, Position, Ruleset};
use race::RaceWeights;
use std::sync::Arc;

/// Which evaluation an engine plays with.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The trained one where there is one, else the general one.
    #[default]
    Best,
    /// The general one, made from the facts of the game.
    General,
    /// Pieces alone (in corners: the plain sum of distances). The yardstick for the others.
    Material,
    /// These weights.
    With(Arc<Weights>),
}

/// An evaluation ready for use.
#[derive(Clone, Debug)]
pub(crate) enum Evaluator {
    Draughts(Arc<Weights>),
    Race(Box<RaceWeights>),
}

impl Evaluator {
    /// The evaluation of a ruleset.
    pub fn new(ruleset: &Ruleset, which: &Evaluation) -> Evaluator {
        let movement = ruleset.facts().movement;
        if let Movement::Race(facts) = movement {
            let plain = matches!(which, Evaluation::Material);
            return Evaluator::Race(Box::new(if plain { RaceWeights::plain(facts) } else { RaceWeights::new(facts) }));
        }
        Evaluator::Draughts(match which {
            Evaluation::With(weights) => Arc::clone(weights),
            Evaluation::Best => {
                trained::weights(ruleset).unwrap_or_else(|| Arc::new(general::weights(ruleset.facts(), false)))
            }
            Evaluation::General => Arc::new(general::weights(ruleset.facts(), false)),
            Evaluation::Material => Arc::new(general::weights(ruleset.facts(), true)),
        })
    }

    /// What the position is worth to the side to move, in hundredths of a man.
    #[inline]
    pub fn value(&self, position: &Position) -> i32 {
        match self {
            Evaluator::Draughts(weights) => weights.value(position),
            Evaluator::Race(weights) => weights.value(position),
        }
    }
}

/// The general weights of a game: where training begins.
pub(crate) fn general_weights(facts: &Facts) -> Weights {
    general::weights(facts, false)
}
