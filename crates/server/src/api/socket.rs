//! Messages of the sockets, one JSON object in each text frame.

use super::{ActRequest, PositionRequest};
use super::{
    AnalysisLine, BySide, CellText, EventView, GameView, LobbyView, PlayerView, Problem, RoleWord, SaidView, SideWord,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What a page says on the socket of a game, `/api/games/{id}/socket`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum ToGame {
    /// Do something.
    Act {
        /// A number that this client has not used yet: count up from 1. An act that is sent again with its number, after a
        /// lost connection say, counts once; another act with a used number is refused.
        #[cfg_attr(test, ts(type = "number"))]
        n: u64,
        /// For which seat; needed only by those who hold several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        seat: Option<RoleWord>,
        /// What.
        act: ActRequest,
    },
    /// Are you there?
    Ping {
        /// Comes back.
        #[cfg_attr(test, ts(type = "number"))]
        n: u64,
    },
}

/// What the server says on the socket of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FromGame {
    /// The whole game: the first message, sent again when a seat is taken or the viewer's own seats change.
    Game {
        /// The game.
        game: Box<GameView>,
    },
    /// The players' names or pictures have changed, and nothing else.
    Players {
        /// The players.
        players: Box<BySide<PlayerView>>,
    },
    /// Something happened.
    Event {
        /// The client's number, to the one who did it: this is the confirmation, and it is on disk.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(type = "number", optional))]
        n: Option<u64>,
        /// What.
        event: Box<EventView>,
    },
    /// Something was said. It changes nothing in the game.
    Said {
        /// The client's number, to the one who said it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(type = "number", optional))]
        n: Option<u64>,
        /// What.
        said: SaidView,
    },
    /// What was sent twice had counted already.
    Confirmed {
        /// The client's number.
        #[cfg_attr(test, ts(type = "number"))]
        n: u64,
        /// The number of the event that it became.
        seq: u32,
    },
    /// An act was not accepted. Nothing changed.
    Refused {
        /// The client's number.
        #[cfg_attr(test, ts(type = "number"))]
        n: u64,
        /// Why.
        problem: Problem,
        /// Squares to point at, such as the pieces that must capture.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
        squares: Vec<CellText>,
    },
    /// Somebody came or went.
    Presence {
        /// Whether White is connected.
        white: bool,
        /// Whether Black is connected.
        black: bool,
        /// Whether the arbiter is connected.
        arbiter: bool,
        /// How many watch.
        watchers: u32,
        /// The places of the members who are connected, where teams play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        members: Option<BySide<Vec<u8>>>,
    },
    /// Another game is asked for, or made.
    Rematch {
        /// Who wants it.
        wanted: Vec<SideWord>,
        /// The new game, when both want it.
        game: Option<String>,
    },
    /// The clocks were stopped because nothing can be saved, or go on.
    Halted {
        /// Why; nothing when the game goes on.
        problem: Option<Problem>,
    },
    /// I am.
    Pong {
        /// As it was sent.
        #[cfg_attr(test, ts(type = "number"))]
        n: u64,
    },
    /// The socket is closed after this; the page should come again.
    Bye {
        /// Why.
        problem: Problem,
    },
}

/// How a page connects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
pub struct SocketQuery {
    /// A number that this instance of the page has chosen at random from 1000 to 2^53: its acts are numbered for
    /// themselves. It stays the same when the page connects again.
    pub client: Option<u64>,
    /// The language of its sentences: `ru`, `uk` or `en`.
    pub lang: Option<String>,
    /// Whether moves are also told in words that can be read aloud.
    pub spoken: Option<bool>,
}

/// What the server says on the socket of the lobby, `/api/lobby/socket`: the lists, whenever they have changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FromLobby {
    /// The lists.
    Lobby {
        /// Open and live games.
        lobby: LobbyView,
    },
}

/// What a page says on the socket of analysis, `/api/analysis/socket`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum ToAnalysis {
    /// Look at a position; what was looked at before is dropped.
    Analyse {
        /// Comes back with every answer.
        #[cfg_attr(test, ts(type = "number"))]
        n: u64,
        /// The position.
        position: PositionRequest,
        /// How many best lines, from 1 to 5.
        lines: u8,
        /// The half-moves after which the search ends; a minute if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        depth: Option<u32>,
    },
    /// Stop.
    Stop,
}

/// What the server says on the socket of analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FromAnalysis {
    /// Others are served first.
    Waiting {
        /// Which question.
        #[cfg_attr(test, ts(type = "number"))]
        n: u64,
    },
    /// What was found so far.
    Lines {
        /// Which question.
        #[cfg_attr(test, ts(type = "number"))]
        n: u64,
        /// Half-moves searched.
        depth: u32,
        /// Positions looked at.
        #[cfg_attr(test, ts(type = "number"))]
        nodes: u64,
        /// The best lines, the best first.
        lines: Vec<AnalysisLine>,
        /// Whether this is the last word.
        done: bool,
    },
    /// The question was not accepted.
    Refused {
        /// Which question.
        #[cfg_attr(test, ts(type = "number"))]
        n: u64,
        /// Why.
        problem: Problem,
    },
}
