//! The weights that come with the program.

use super::weights::Weights;
use damka_rules::Ruleset;
use std::sync::{Arc, LazyLock};

/// A file of weights and the game it was trained for; games that move and win alike share it.
struct Trained {
    ruleset: &'static str,
    weights: LazyLock<Option<Arc<Weights>>>,
}

macro_rules! trained {
    ($($ruleset:literal),* $(,)?) => {
        static TRAINED: [Trained; [$($ruleset),*].len()] = [$(
            Trained {
                ruleset: $ruleset,
                weights: LazyLock::new(|| {
                    let bytes = include_bytes!(concat!("../../weights/", $ruleset, ".weights"));
                    Weights::read(bytes).ok().map(Arc::new)
                }),
            },
        )*];
    };
}

// In the order of training; docs/engine-diary.md tells how each was made.
trained![
    "russian",
    "international",
    "english",
    "poddavki",
    "brazilian",
    "checkers",
    "italian",
    "spanish",
    "stavropol",
    "samoyed",
    "english-ozornye",
    "italian-ozornye",
];

/// The weights trained for games that move and win as this one does.
pub(super) fn weights(ruleset: &Ruleset) -> Option<Arc<Weights>> {
    let alike = |trained: &&Trained| {
        Ruleset::named(trained.ruleset).is_some_and(|known| {
            (known.facts().movement, known.facts().result) == (ruleset.facts().movement, ruleset.facts().result)
        })
    };
    TRAINED.iter().find(alike)?.weights.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_whole_and_small_enough() {
        for trained in &TRAINED {
            assert!(Ruleset::named(trained.ruleset).is_some(), "{} is a ruleset", trained.ruleset);
            let weights = trained.weights.as_ref();
            let weights = weights.unwrap_or_else(|| panic!("the weights of {} can be read", trained.ruleset));
            assert!(weights.write().len() <= 4_000_000, "the weights of {} are too large", trained.ruleset);
        }
    }
}
