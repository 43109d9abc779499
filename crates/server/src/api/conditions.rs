//! Moves that a player has prepared.

use super::{TreeMoves, TreeView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What I have prepared in a game over days: my answers to the opponent's next moves. Nobody else sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConditionsView {
    /// The moves, from the position that stands. Where I am to move, the first one is mine, and is not made for me.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub tree: Option<TreeView>,
    /// Whether a capture that is my only legal move is made for me, too.
    pub forced: bool,
    /// Whether something that I had prepared was dropped because the game went another way. Preparing or taking back
    /// says that I have seen it.
    pub lost: bool,
}

/// What I prepare. It replaces what I have prepared before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ConditionsRequest {
    /// After how many half-moves of the game: when another move was made meanwhile, nothing is prepared.
    pub ply: u32,
    /// The moves from the position that stands: at most 30 lines of 30 half-moves, with one answer of mine to each move of
    /// the opponent's.
    pub moves: TreeMoves,
    /// Whether a capture that is my only legal move is made for me, too.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub forced: bool,
}

/// My vacation in games over days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VacationView {
    /// How many days a year the club gives; with 0 nobody goes on vacation here.
    pub days: u16,
    /// How many of them I have left this year.
    pub left: u16,
    /// Until when I am on vacation: milliseconds since 1970. My next move ends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub until: Option<u64>,
}

/// Going on vacation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GoOnVacation {
    /// Until when: milliseconds since 1970. A day that has begun counts whole.
    #[cfg_attr(test, ts(type = "number"))]
    pub until: u64,
}
