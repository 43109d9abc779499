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
    /// The position.
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
    /// Whether it was imported.
    pub imported: bool,
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
    /// Only won, lost or drawn ones, from my side.
    pub result: Option<ResultName>,
    /// Only against players whose name contains this.
    pub opponent: Option<String>,
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

/// A result from one's own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ResultName {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
}
