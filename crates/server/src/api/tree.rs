//! Games with variations, and positions that were set up.

use super::{CellText, MoveView, PieceLetter, SideWord};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A tag of PDN.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Tag {
    /// Such as `White`.
    pub name: String,
    /// Such as `Anna`.
    pub value: String,
}

/// The moves of a game with their variations, signs and comments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TreeView {
    /// The line of rules.
    pub rules: String,
    /// The position before the first move.
    pub start: String,
    /// Whether the player begins who usually moves second: the first move is numbered `1…` then.
    pub second_begins: bool,
    /// What is said about the game besides its moves; the rules and the start are not among it.
    pub tags: Vec<Tag>,
    /// What is said before the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub comment: Option<String>,
    /// Every move once, each behind the move before it. Of the moves after the same move the first is the main line.
    pub nodes: Vec<NodeView>,
    /// When my notes in it were written: milliseconds since 1970. Nothing if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub changed: Option<u64>,
}

/// A move of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NodeView {
    /// The place of the move before it in the list, from 0; nothing for a first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub parent: Option<u32>,
    /// The move. Without text it is a position that was set up.
    #[serde(rename = "move")]
    pub made: MoveView,
    /// Its signs, such as `!?`, as they are written in the reader's language.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub glyphs: Vec<String>,
    /// What is said about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub comment: Option<String>,
}

/// A move of a tree that is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NodeRequest {
    /// The place of the move before it in the list, from 0; nothing for a first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub parent: Option<u32>,
    /// The move as text; empty where a position is set up.
    pub text: String,
    /// The position that is set up here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub setup: Option<String>,
    /// Its signs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub glyphs: Vec<String>,
    /// What is said about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub comment: Option<String>,
}

/// The moves of a tree that is sent, at most 4000.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TreeMoves {
    /// What is said before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub comment: Option<String>,
    /// Every move, each behind the move before it. Of the moves after the same move the first is the main line.
    pub nodes: Vec<NodeRequest>,
}

/// A tree that is not a game of the club, to be written as PDN.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TreeRequest {
    /// The game: an id or a line of rules.
    pub rules: String,
    /// The position before the first move; the start of the game if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fen: Option<String>,
    /// What is said about the game besides its moves, the result included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<Tag>>", optional))]
    pub tags: Vec<Tag>,
    /// The moves.
    pub moves: TreeMoves,
}

/// A game in PDN to be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TreeText {
    /// One game, at most 64 KB.
    pub pdn: String,
    /// The rules, where the text does not say them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rules: Option<String>,
}

/// A game in PDN.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pdn {
    /// The game.
    pub pdn: String,
    /// A name for its file, without what it ends with: the players and the day.
    pub name: String,
}

/// Pieces that somebody has put on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetupRequest {
    /// The game: an id or a line of rules.
    pub rules: String,
    /// The pieces by square.
    pub pieces: BTreeMap<CellText, PieceLetter>,
    /// Whose turn it is.
    pub to_move: SideWord,
}

/// A position as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fen {
    /// The position.
    pub fen: String,
    /// Why no game can begin there; nothing if one can.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub problem: Option<String>,
    /// Squares to point at.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<CellText>>", optional))]
    pub squares: Vec<CellText>,
}
