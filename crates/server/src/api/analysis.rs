//! What the engine has to say, and positions outside of games.

use super::{
    BoardView, BySide, CellText, CounterView, EndingView, LegalMove, MoveView, PieceLetter, PositionRequest, SideWord,
};
use damka_engine::{ProvedEnd, Score};
use damka_rules::Colour;
use damka_words::Words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// A position with everything that the rules say about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// The line of rules.
    pub rules: String,
    /// Their name.
    pub rules_name: String,
    /// The board to draw.
    pub board: BoardView,
    /// The position.
    pub fen: String,
    /// The pieces.
    pub pieces: BTreeMap<CellText, PieceLetter>,
    /// Whose turn it is.
    pub to_move: SideWord,
    /// Whether the player began who usually moves second: the first of the moves is numbered `1…` then.
    pub second_begins: bool,
    /// The moves that led here from the position asked for.
    pub moves: Vec<MoveView>,
    /// The legal moves.
    pub legal: Vec<LegalMove>,
    /// How many legal moves are left out of the list, in positions with hundreds of them. Each starts and ends like a
    /// listed move, and can be played like any legal move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(test, ts(optional))]
    pub legal_left_out: Option<u32>,
    /// Why they are what they are.
    pub situation: String,
    /// The articles behind that, where there are some.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(test, ts(optional))]
    pub situation_citation: Option<String>,
    /// How far the draw rules have come.
    pub counters: Vec<CounterView>,
    /// Whether the game is over here.
    pub ending: Option<EndingView>,
    /// The position for those who hear it.
    pub spoken: String,
}

/// A move that somebody wonders about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The position.
    pub position: PositionRequest,
    /// The squares of the move.
    pub path: Vec<String>,
}

/// Why a move is not legal, or that it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explanation {
    /// Whether it is legal.
    pub legal: bool,
    /// In words.
    pub text: String,
    /// The article that refuses it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(test, ts(optional))]
    pub citation: Option<String>,
    /// Squares to point at.
    pub squares: Vec<CellText>,
}

/// What a position or a line is worth, as White sees it. `damka analyse --json` has the same shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScoreView {
    /// Hundredths of a man. Where a win is proved this is far more than all pieces are worth; its sign says who wins.
    pub hundredths: i32,
    /// Moves to a proved win: positive for White, negative for Black, 0 if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub wins_in: Option<i32>,
    /// In words or numbers.
    pub text: String,
}

impl ScoreView {
    /// What White expects, where the score is that of the side to move.
    #[must_use]
    pub fn of(score: Score, to_move: Colour, words: &Words) -> ScoreView {
        let white = score.for_white(to_move);
        ScoreView {
            hundredths: white.hundredths(),
            wins_in: white.proved_end().map(ProvedEnd::signed_moves),
            text: words.score(score, to_move),
        }
    }
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisLine {
    /// What it is worth.
    pub score: ScoreView,
    /// The chances in thousandths that White wins, that it is drawn, that Black wins.
    pub chances: [u16; 3],
    /// Its moves.
    pub moves: Vec<MoveView>,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HintView {
    /// The move.
    #[serde(rename = "move")]
    pub best: LegalMove,
    /// The move and the reason in words.
    pub text: String,
    /// What it is worth.
    pub score: ScoreView,
}

/// The analysis of a whole game, as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameAnalysisView {
    /// Where the job stands.
    pub status: JobStatus,
    /// Positions done.
    pub done: u32,
    /// Positions in all.
    pub total: u32,
    /// What was found, from the first position; empty until the job is done.
    pub positions: Vec<ExaminedView>,
    /// How each side played, in words; empty until the job is done.
    pub summary: Option<BySide<String>>,
    /// The half-move that turned the game.
    pub turning_point: Option<u32>,
}

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum JobStatus {
    /// Nobody has asked for it.
    None,
    /// It waits.
    Waiting,
    /// It is being done.
    Running,
    /// It is done.
    Done,
}

/// One position of a game that was analysed. `damka analyse --json` has the same shape, with a few names more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExaminedView {
    /// Half-moves before it.
    pub ply: u32,
    /// What it is worth.
    pub score: ScoreView,
    /// What should have been played.
    pub best: Vec<String>,
    /// How good the move was that was played here: `forced`, `fine`, `only-good`, `sacrifice`, `inaccuracy`, `mistake` or
    /// `blunder`.
    pub class: Option<String>,
    /// What the move lost, in thousandths of a game.
    pub loss: Option<u16>,
}

/// Games as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// PDN with one or many games, or a record of Damka's own, at most a megabyte.
    pub text: String,
    /// The rules, where the text does not say them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rules: Option<String>,
}

/// How the caller wants the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ImportQuery {
    /// How many seconds to wait for the import to finish, up to 30; 10 by default.
    pub wait: Option<u32>,
    /// The language: `ru`, `uk` or `en`.
    pub lang: Option<String>,
}

/// The state of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ImportStatus {
    /// It is waiting: others are read first.
    Waiting,
    /// It is being read.
    Running,
    /// All of it has been read.
    Done,
    /// It was cancelled; the games already read stay.
    Cancelled,
    /// Something went wrong; the games already read stay.
    Failed,
}

/// The progress and result of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Imported {
    /// Its id, for `/api/me/imports/{id}`.
    pub id: String,
    /// Its state.
    pub status: ImportStatus,
    /// How many bytes of the text have been read.
    #[cfg_attr(test, ts(type = "number"))]
    pub read: u64,
    /// How many bytes the text has.
    #[cfg_attr(test, ts(type = "number"))]
    pub size: u64,
    /// The games that are now among mine.
    pub games: Vec<String>,
    /// What was wrong with the others, each with its place.
    pub problems: Vec<String>,
}

/// My imports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MyImports {
    /// The imports, newest first.
    pub imports: Vec<Imported>,
}

/// How a game is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// The form.
    pub format: Option<ExportFormat>,
    /// For pictures: the half-move, the last one if left out.
    pub ply: Option<u32>,
    /// The language: `ru`, `uk` or `en`.
    pub lang: Option<String>,
}

/// A form of export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ExportFormat {
    /// PDN 3.0.
    #[default]
    Pdn,
    /// The position.
    Fen,
    /// A score sheet as text.
    Sheet,
    /// A score sheet to print.
    SheetPage,
    /// The position as a picture.
    Svg,
    /// The record with every event, as arbiters keep it.
    Record,
}
