//! `house`: the players' own game. Every fact can be changed; without changes it is Russian draughts without draw rules.

use crate::ruleset::{Ruleset, Source};

pub(crate) const RULESET: Ruleset = Ruleset { id: "house", source: Source::federation("house"), is_house: true, ..Ruleset::DEFAULT };
