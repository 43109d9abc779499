//! One file for each ruleset: its facts and where they come from. To add one, add a file and name it below.

use crate::ruleset::{Ruleset, Source};

/// The texts that this project began with.
const TEXT_000: Source = Source::text("000", "A.");
const TEXT_001: Source = Source::text("001", "B.");
const TEXT_002: Source = Source::text("002", "C.");
const TEXT_003: Source = Source::text("003", "D.");
const TEXT_004: Source = Source::text("004", "E.");

macro_rules! rulesets {
    ($($name:ident)+) => {
        $(pub(crate) mod $name;)+

        /// Every ruleset, in the order of the rules document.
        pub(crate) static ALL: &[Ruleset] = &[$($name::RULESET),+];
    };
}

rulesets! {
    russian
    russian_basic
    russian_gambler
    russian_fmjd
    international
    international_fmjd
    simple
    checkers
    checkers_ozornye
    english_ozornye
    italian_ozornye
    spanish_ozornye
    corners
    stavropol
    diagonal
    poddavki
    samoyed
    english
    italian
    spanish
    brazilian
    house
}
