//! What nodes say to each other.
//!
//! Types of their own, as on every other wire. What is sent with each move is a tuple, because its names would be longer
//! than what they name.

use crate::api::ActRequest;
use crate::http::Forwarded;
use serde::{Deserialize, Serialize};

/// A message that nobody answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Post {
    /// To a follower: lines of a game that are on disk.
    #[serde(rename = "L")]
    Lines(String, Lines),
    /// To a follower: how a game stands beside its lines.
    #[serde(rename = "S")]
    Stand(String, Stand),
    /// To a follower: the game's owner lets it go.
    #[serde(rename = "B")]
    Bye(String),
    /// To an owner: who looks at a game from another node.
    #[serde(rename = "H")]
    Here(String, Here),
    /// To everybody: this run is there.
    #[serde(rename = "A")]
    Alive(i64),
    /// To everybody: something has happened in a game of a contest.
    Board(String, String),
    /// To everybody: a contest has changed.
    Contest(String),
    /// To everybody: something that each node remembers has changed.
    Told(serde_json::Value),
}

/// Lines of a game: the number of the first, the game's time, and the rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Lines(pub u32, pub u64, pub Vec<Row>);

/// A row: the line, when it was appended, and the number of the client's act.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row(pub String, pub u64, #[serde(default)] pub Option<(u64, u64)>);

/// How a game stands beside its lines.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stand {
    /// The run of the owner.
    pub run: i64,
    /// The number of the last line.
    pub seq: u32,
    /// The game's time.
    pub at: u64,
    /// Whether it stands still.
    pub frozen: bool,
    /// Whether nothing can be written.
    pub halted: bool,
    /// Counts changes of the rows.
    pub rows: u32,
    /// The people with a part in the game who look at it from other nodes than the one that is told.
    pub people: Vec<String>,
    /// How many others watch from there.
    pub watchers: u32,
}

/// Who looks at a game from another node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Here {
    /// The run of that node.
    pub run: i64,
    /// Those of them who have a part in the game.
    pub people: Vec<String>,
    /// How many others watch.
    pub watchers: u32,
    /// Whether the node follows the game no more.
    pub gone: bool,
}

/// A message that is answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Call {
    /// Somebody at another node does something in a game.
    Act(String, RemoteAct),
    /// A contest tells a game what it has decided.
    Nudge(String, Nudge),
    /// A request that only the owner can answer.
    Http(Forwarded),
}

/// Something that somebody at another node wants to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemoteAct {
    /// The person.
    pub person: String,
    /// The language tag of their sentences.
    pub speech: String,
    /// Which instance of a client, and its number for the act.
    pub number: (u64, u64),
    /// In which role; found out if left open.
    pub role: Option<crate::api::RoleWord>,
    /// What.
    pub act: ActRequest,
    /// How long ago it was read, in milliseconds.
    pub age: u64,
}

/// What a game is told by code at another node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Nudge {
    /// The contest has decided the game, by the word of its outcome.
    Settled(String),
    /// The host's one clock over all boards has run out.
    HostFlag,
    /// Look up which players are on vacation.
    Vacations,
}

/// What is answered to a call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The act counts: the number of its last line.
    Done(u32),
    /// It had counted already: the number of its line.
    Confirmed(u32),
    /// It was refused: the frame for the client.
    Refused(String),
    /// The node does not own the game.
    NotMine,
    /// What was answered to the request.
    Http(crate::http::Answered),
}
