//! `house`: the players' own game. Every fact can be changed; without changes it is Russian draughts without draw rules.

use crate::ruleset::Ruleset;

pub(crate) const RULESET: Ruleset = Ruleset { id: "house", text: "house", is_house: true, ..Ruleset::DEFAULT };
