//! The games that can be played.

use super::{AidsWord, BySide, CellText, DecidesWord, GroupWord, MoveView, OddsKindWord, PaceWord, SideWord, ViewWord};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// One cell of a board, as White sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CellView {
    /// What it is called, such as `c3` or `32`.
    pub name: CellText,
    /// From 0 at White's left.
    pub column: u8,
    /// From 0 at White's near edge.
    pub row: u8,
    /// Whether pieces stand on cells like this one.
    pub played: bool,
}

/// A board to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BoardView {
    /// Cells along one edge.
    pub width: u8,
    /// Whether the played squares are the dark ones.
    pub dark: bool,
    /// Whether squares have letters and ranks, not numbers.
    pub algebraic: bool,
    /// Every cell, row by row from White's near edge.
    pub cells: Vec<CellView>,
}

/// A fact of a ruleset, or a switch of house rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FactView {
    /// Its name in lines of rules, such as `king`.
    pub id: String,
    /// What it is about.
    pub name: String,
    /// Its value, as in lines of rules.
    pub value: String,
    /// The value in words.
    pub value_name: String,
}

/// A game that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RulesetView {
    /// Its id, such as `russian`.
    pub id: String,
    /// Its canonical line: what is sent back to play it, house rules included.
    pub line: String,
    /// Its name.
    pub name: String,
    /// What is special about it, in one sentence.
    pub about: String,
    /// Its board.
    pub board: BoardView,
    /// Among which games players look for it.
    pub group: GroupWord,
    /// The starting position.
    pub start: String,
    /// The same to draw: what stands on each of the board's `cells`, one letter a cell. `w` and `b` are men, `W` and `B`
    /// kings, `-` is nothing.
    pub placement: String,
    /// Who moves first.
    pub first: SideWord,
    /// Whether the players may agree otherwise.
    pub first_is_agreed: bool,
    /// The id of the first game with the same moves and results: games that share it differ in their rule books only.
    pub played_as: String,
    /// The clock that its text gives, such as `8m`, or `none`.
    pub clock: String,
    /// The same in words.
    pub clock_text: String,
    /// Its facts.
    pub facts: Vec<FactView>,
}

/// A switch of house rules with its choices, for a builder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SwitchView {
    /// Its name in lines of rules.
    pub id: String,
    /// What it is about.
    pub name: String,
    /// How a value is chosen.
    pub kind: SwitchKind,
    /// What can be chosen; empty for a number.
    pub choices: Vec<ChoiceView>,
    /// The form of a value, for people.
    pub expected: String,
}

/// How the value of a switch is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SwitchKind {
    /// One of the choices.
    One,
    /// Any of the choices, joined with commas; `none` for none of them.
    Several,
    /// A number.
    Number,
}

/// One choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChoiceView {
    /// As in lines of rules.
    pub value: String,
    /// In words.
    pub name: String,
}

/// A level of the computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelView {
    /// From 1 to 10.
    pub number: u8,
    /// Its id, such as `beginner`.
    pub id: String,
    /// Its name: a rank.
    pub name: String,
    /// Who plays at this level: one of the computer's characters.
    pub character: String,
}

/// Everything that can be chosen when a game is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choices {
    /// The games.
    pub rulesets: Vec<RulesetView>,
    /// The switches of house rules: a line is `house` and the switches that differ, such as `house king=short`.
    pub switches: Vec<SwitchView>,
    /// The levels of the computer.
    pub levels: Vec<LevelView>,
    /// Clocks that are often played with.
    pub clocks: Vec<ClockSetting>,
    /// Whether players can agree to talk in words of their own.
    pub chat: bool,
}

/// A short game to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SampleView {
    /// Its moves from the starting position; none where there is no such game.
    pub moves: Vec<MoveView>,
}

/// A clock setting, read and told in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockSetting {
    /// Its canonical text, such as `5m+3s`.
    pub clock: String,
    /// In words.
    pub text: String,
    /// Whether a game with such clocks is usually played in one sitting or over days.
    pub pace: PaceWord,
}

/// A position that somebody wants to see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PositionRequest {
    /// The game: an id or a line of rules.
    pub rules: String,
    /// The position; the start of the game if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fen: Option<String>,
    /// Moves made from there, as text (`c3-d4`, `c3:e5:g7`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub moves: Vec<String>,
    /// Take a position that only an accepted violation leads to, such as a man that stands uncrowned on its last row.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub free: bool,
}

/// A line of rules to be read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LineQuery {
    /// An id or a line of rules, such as `house king=short`.
    pub rules: String,
}

/// A position to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(rename_all = "camelCase", parameter_in = Query)]
pub struct DiagramQuery {
    /// An id or a line of rules.
    pub rules: String,
    /// The position; the start of the game if left out.
    pub fen: Option<String>,
    /// Whose side is at the bottom: White's if left out.
    pub seen_by: Option<SideWord>,
    /// In black and white, for print.
    #[serde(default)]
    pub print: bool,
    /// Without the names of squares.
    #[serde(default)]
    pub plain: bool,
    /// How large the board itself is on paper, in millimetres along one edge; the official Russian board has 400.
    pub mm: Option<u32>,
}

/// A clock setting to be read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ClockQuery {
    /// Such as `5m+3s`.
    pub clock: String,
}

/// Between whom odds are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OddsQuery {
    /// An id or a line of rules.
    pub rules: String,
    /// The level at which the stronger player plays, from 1 to 10: their rank, or the computer's level of equal strength.
    pub stronger: u8,
    /// That of the weaker player.
    pub weaker: u8,
    /// What is given.
    pub kind: OddsKindWord,
    /// The stronger player's side.
    pub giver: SideWord,
}

/// Odds that the ladder suggests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OddsView {
    /// What is given, a sentence each; or one that says why nothing is.
    pub text: Vec<String>,
    /// The squares of the men that are left out; none where moves were made already, because they are missing from
    /// that position.
    pub men: Vec<CellText>,
    /// The position to begin from, where moves were made already, as FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fen: Option<String>,
    /// The clocks, if they are part of the odds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clocks: Option<BySide<String>>,
}

/// What a seat is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SeatTerms {
    /// What it is shown of the legal moves.
    #[cfg_attr(test, ts(as = "Option<AidsWord>", optional))]
    pub aids: AidsWord,
    /// What it sees of the board.
    #[cfg_attr(test, ts(as = "Option<ViewWord>", optional))]
    pub view: ViewWord,
    /// How those who share it decide; until teams come only `anyone`.
    #[cfg_attr(test, ts(as = "Option<DecidesWord>", optional))]
    pub decides: DecidesWord,
}
