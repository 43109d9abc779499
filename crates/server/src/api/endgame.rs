//! What endgame tables say of a position, and endings to practise.

use super::{PositionRequest, PositionView};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Whether endgame tables know a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TableStatus {
    /// They do.
    Known,
    /// They are being built; ask again in a while.
    Building,
    /// More pieces than they know, or a position that no game can reach.
    Unknown,
    /// The game has no tables here.
    None,
}

/// Who wins with best play, for the side to move or the side that makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TableResult {
    /// It wins.
    Won,
    /// Nobody wins.
    Drawn,
    /// It loses.
    Lost,
}

/// What endgame tables say of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EndgameView {
    /// Whether they know it.
    pub status: TableStatus,
    /// All of it in words: who wins, in how many half-moves, and what the draw rules leave of it.
    pub text: String,
    /// Positions with up to so many pieces are known; 0 if none are.
    pub pieces: u8,
    /// For the side to move, as if there were no draw rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub result: Option<TableResult>,
    /// Half-moves to the end, unless it is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plies: Option<u16>,
    /// It is proved that a draw rule is sooner than the win.
    pub drawn_by_rule: bool,
    /// Every legal move, the best first.
    pub moves: Vec<TableMove>,
}

/// What a legal move is worth to the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableMove {
    /// The move, as `legal` has it in its `text`.
    #[serde(rename = "move")]
    pub mv: String,
    /// As if there were no draw rules; left out where the tables do not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub result: Option<TableResult>,
    /// Half-moves to the end, this one included, unless it is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plies: Option<u16>,
    /// It is proved that a draw rule is sooner than the win.
    pub drawn_by_rule: bool,
    /// All of it in words.
    pub text: String,
}

/// The endings of a game that can be practised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExercisesView {
    /// Whether the tables are there from which positions are chosen.
    pub status: TableStatus,
    /// The same in words.
    pub text: String,
    /// The kinds; those that the game turns out not to have are refused when they are asked for.
    pub kinds: Vec<ExerciseKind>,
}

/// A kind of ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExerciseKind {
    /// For requests.
    pub id: String,
    /// For people.
    pub name: String,
    /// What is to be done, and a hint of how.
    pub about: String,
}

/// A position of a kind that somebody wants.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExerciseQuery {
    /// An id or a line of rules.
    pub rules: String,
    /// The id of a kind.
    pub kind: String,
    /// Another number, another position.
    pub number: u32,
}

/// A position to be won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExerciseView {
    /// The position, with the winner to move.
    pub fen: String,
    /// Where it stands before the first move.
    pub answer: ExerciseAnswer,
}

/// A try: the position and the moves of both sides so far, the last by the one who practises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ExerciseTry {
    /// The position and the moves.
    pub position: PositionRequest,
}

/// How a try stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TryState {
    /// The win is still there.
    Going,
    /// Won.
    Won,
    /// The last move has thrown the win away.
    Thrown,
}

/// How a try stands after the defence has answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExerciseAnswer {
    /// How it stands.
    pub state: TryState,
    /// In words; if the win was thrown away, by which move and what would have won.
    pub text: String,
    /// The position with the answer of the defence played.
    pub position: PositionView,
    /// Own moves until the win with best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub moves_to_win: Option<u16>,
    /// Own moves that the draw rules leave, if one of them counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub moves_left: Option<u16>,
    /// What the draw rules leave, in words.
    pub budget: String,
    /// A move that would have won, where the win was thrown away.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub better: Option<String>,
}
