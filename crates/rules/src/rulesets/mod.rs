//! One file for each ruleset: its facts and where they come from. To add one, add a file and name it below.

use crate::ruleset::Ruleset;

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
