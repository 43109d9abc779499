//! `house`: the players' own game. Every fact can be changed; without changes it is Russian draughts without draw rules.

use crate::ruleset::{GameGroup, Ruleset, Source};

pub(crate) const RULESET: Ruleset = Ruleset {
    id: "house",
    source: &Source::federation("house"),
    group: GameGroup::House,
    first_is_agreed: true,
    is_house: true,
    ..Ruleset::DEFAULT
};
