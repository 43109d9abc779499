//! Lists of games: the lobby, the wall, my games.

use super::{BySide, EndingWord, MannerWord, PlayerView, RoleWord, SideWord, StatusWord};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// Its id.
    pub id: String,
    /// The line of rules.
    pub rules: String,
    /// Their name.
    pub rules_name: String,
    /// Cells along one edge of the board.
    pub width: u8,
    /// Strict or at the board.
    pub manner: MannerWord,
    /// The clocks, such as `5m+3s`.
    pub clocks: BySide<String>,
    /// White's clock in words; both, where they differ.
    pub clocks_text: String,
    /// Who plays.
    pub players: BySide<PlayerView>,
    /// Where it stands in its life.
    pub status: StatusWord,
    /// The viewer's seats.
    pub seats: Vec<RoleWord>,
    /// The position. Like `placement`, it is empty for a blindfold player while the game is being played.
    pub fen: String,
    /// The same to draw, as in `RulesetView`.
    pub placement: String,
    /// Whose turn it is.
    pub to_move: SideWord,
    /// Half-moves made.
    pub ply: u32,
    /// Who won.
    pub winner: Option<SideWord>,
    /// How it ended.
    pub ending: Option<EndingWord>,
    /// When it was created: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created_at: u64,
    /// When something happened last.
    #[cfg_attr(test, ts(type = "number"))]
    pub changed_at: u64,
    /// When the time of the side to move runs out, if nobody moves before; only in games of days. A flag that waits for a
    /// claim may be past it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub deadline: Option<u64>,
    /// Whether it was imported. Where such a game is over without an ending, its result is not known.
    pub imported: bool,
    /// Whether only the game's people see it.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub private: bool,
    /// The event in which an imported game was played, by its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub event: Option<String>,
    /// When an imported game was played, by its file: `2024-05-17`, `2024-05` or `2024`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub played_on: Option<String>,
}

/// The games against other people in which it is my move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnsView {
    /// How many they are.
    pub total: u32,
    /// They themselves, the most urgent first, as many as were asked for.
    pub games: Vec<GameSummary>,
}

/// How many of the games in which it is my move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct TurnsQuery {
    /// The most to list, up to 100; with 0 only their number comes.
    pub limit: Option<u32>,
    /// The language: `ru`, `uk` or `en`.
    pub lang: Option<String>,
}

/// The lobby and the wall.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LobbyView {
    /// Games that wait for an opponent, the newest first.
    pub open: Vec<GameSummary>,
    /// Games that are played now, with somebody there or a move in the last minutes: those with the latest move first.
    pub live: Vec<GameSummary>,
    /// How many are played in all; the list may be shorter, and `/api/games` has them all.
    pub playing: u32,
    /// How many people are here: those who watch, play, analyse or wait.
    pub people: u32,
    /// How many times the club's contests have changed: a page that lists them asks for them again when this is another
    /// number.
    #[cfg_attr(test, ts(type = "number"))]
    pub contests: u64,
}

/// One page of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GamesPage {
    /// The games, the newest first.
    pub games: Vec<GameSummary>,
    /// What to send as `before` for the next page; nothing on the last one.
    pub next: Option<String>,
    /// How many games there are on all pages. Only the first page of my games says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub total: Option<u32>,
    /// What is wrong with games that cannot be shown, such as one whose record is damaged.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub problems: Vec<String>,
}

/// Which of my games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct GamesQuery {
    /// Only of this ruleset, by id.
    pub rules: Option<String>,
    /// Only in this state.
    pub status: Option<StatusWord>,
    /// Only with this result.
    pub result: Option<ResultName>,
    /// Only against players whose name contains this.
    pub opponent: Option<String>,
    /// Only where a player's name contains this, on either side.
    pub player: Option<String>,
    /// Only where a player's name also contains this.
    pub versus: Option<String>,
    /// Only of events whose name contains this.
    pub event: Option<String>,
    /// Only played on this day or later, such as `2024-05-17`.
    pub from: Option<String>,
    /// Only played on this day or earlier.
    pub to: Option<String>,
    /// How many minutes my clock is ahead of UTC; it decides on which day a game of the club was played.
    pub zone: Option<i32>,
    /// Only where I played this side.
    pub side: Option<SideWord>,
    /// From the page before.
    pub before: Option<String>,
    /// At most so many, up to 100.
    pub limit: Option<u32>,
    /// The language: `ru`, `uk` or `en`.
    pub lang: Option<String>,
}

/// Which page of the wall.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct WallQuery {
    /// From the page before.
    pub before: Option<String>,
    /// At most so many, up to 100.
    pub limit: Option<u32>,
    /// The language: `ru`, `uk` or `en`.
    pub lang: Option<String>,
}

/// Games that I do not want in my list any more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RemoveGames {
    /// Their ids, at most 500.
    pub games: Vec<String>,
}

/// What became of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RemovedGames {
    /// Those that are gone from my list.
    pub games: Vec<String>,
    /// Why others are not, each reason once.
    pub problems: Vec<String>,
}

/// Which games were found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundGames {
    /// Their ids, the newest first, at most 5000.
    pub games: Vec<String>,
}

/// A result, from one's own side or from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ResultName {
    /// I won.
    Won,
    /// I lost.
    Lost,
    /// White won.
    White,
    /// Black won.
    Black,
    /// Drawn.
    Drawn,
    /// Not known: the record of an imported game stops without a result.
    Unknown,
}
