//! Contests as visitors see them.

use super::{ColoursWord, ContestKindWord, DrawsWord, EntrantStandingWord, JoiningWord};
use super::{EntrantTermView, OutcomeWord, PictureWord, Problem, SideWord, SourceWord, StageWord};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A contest as a visitor sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ContestView {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// A match, a display or an evening.
    pub kind: ContestKindWord,
    /// Where it stands in its life.
    pub stage: StageWord,
    /// The number of the last event.
    pub seq: u32,
    /// Who runs it; empty if nobody does any more.
    pub owner: String,
    /// What the visitor is here.
    pub you: ContestYou,
    /// What was agreed.
    pub agreed: ContestAgreed,
    /// When it was made: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created_at: u64,
    /// What time it is for the server, so that a page whose clock is wrong can say how long a board has waited.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: u64,
    /// When it is announced to begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub begins_at: Option<u64>,
    /// Whether only its people see it.
    pub private: bool,
    /// Everyone who has come, by number from 1. The first is the host of a display.
    pub entrants: Vec<EntrantView>,
    /// All boards, in the order of pairing.
    pub boards: Vec<ContestBoardView>,
    /// The table: the best first.
    pub standings: Vec<StandingView>,
    /// Who of an evening would meet if those who are free were paired now; only those who run it get this.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<ProposedView>>", optional))]
    pub proposed: Vec<ProposedView>,
    /// How a match stands.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub match_state: Option<MatchView>,
    /// The host's clock over all boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub host_clock: Option<HostClockView>,
    /// The seed of the lots that were drawn last: anyone can draw them again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seed: Option<String>,
    /// How it ended, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ending: Option<String>,
    /// How it stands, in a few sentences.
    pub stands: String,
}

/// What a visitor is in a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ContestYou {
    /// The visitor's number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub entrant: Option<u16>,
    /// Whether the visitor runs the contest.
    pub owner: bool,
    /// Whether the visitor may decide as an arbiter.
    pub arbiter: bool,
}

/// What was agreed before a contest began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ContestAgreed {
    /// The line of rules.
    pub rules: String,
    /// Their name.
    pub rules_name: String,
    /// The clock of the first entrant, and that of the others, in words.
    pub clocks_text: [String; 2],
    /// How long a match is, such as `best-of 5`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub length: Option<String>,
    /// Who has White.
    pub colours: ColoursWord,
    /// What a draw in a match means.
    pub draws: DrawsWord,
    /// The clocks of games that are played again, in words.
    pub ladder_text: Vec<String>,
    /// How many openings were agreed.
    pub openings: u32,
    /// How people come to it.
    pub joining: JoiningWord,
    /// Whether guests may come late.
    pub late: bool,
    /// Whether moves may be taken back by agreement.
    pub takebacks: bool,
    /// Whether the first entrant, the host of a display, does not see the boards.
    pub blind: bool,
    /// For how many seconds a player of a match waits for the opponent.
    pub patience: u32,
    /// All of it in words, one sentence each.
    pub terms: Vec<String>,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EntrantView {
    /// The number.
    pub number: u16,
    /// What to call them.
    pub shown: String,
    /// The picture that the person has chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub picture: Option<PictureWord>,
    /// Where they stand.
    pub standing: EntrantStandingWord,
    /// Whether they play at a board in the room.
    pub in_room: bool,
    /// The higher the stronger, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub strength: Option<u16>,
    /// Whether they want a game.
    pub ready: bool,
    /// When they may claim the next game of a match because the opponent does not come: milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub walkover_at: Option<u64>,
    /// What is agreed with them alone.
    pub terms: Vec<EntrantTermView>,
}

/// A board of a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ContestBoardView {
    /// The round, the table and the game there, such as `1.3.1`.
    pub id: String,
    /// The number of the entrant with White.
    pub white: u16,
    /// The number of the entrant with Black.
    pub black: u16,
    /// The game; nothing for a board in the room, and for a game that the visitor may not see.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub game: Option<String>,
    /// Whether it is played in the room.
    pub in_room: bool,
    /// What came of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub result: Option<ContestResult>,
    /// How the game stands while it is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub state: Option<BoardState>,
}

/// What came of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ContestResult {
    /// Who won.
    pub outcome: OutcomeWord,
    /// How that is known.
    pub source: SourceWord,
}

/// How a game stands at a board that is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BoardState {
    /// Cells along one edge of the board.
    pub width: u8,
    /// The position to draw, as in `RulesetView`. Empty for a visitor who plays this game without the board.
    pub placement: String,
    /// Whose turn it is.
    pub to_move: SideWord,
    /// Half-moves made.
    pub ply: u32,
    /// When something happened last, so since when the board waits: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub changed_at: u64,
    /// What is left on White's and Black's clocks at that moment, in milliseconds.
    #[cfg_attr(test, ts(type = "[number | null, number | null]"))]
    pub left: [Option<u64>; 2],
    /// Whether White and Black are looking at this board.
    pub here: [bool; 2],
    /// The last move, for a visitor who plays this game without the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub last: Option<String>,
}

/// One line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StandingView {
    /// The place, from 1; equals share one.
    pub place: u16,
    /// Who.
    pub entrant: u16,
    /// Half points: a win is 2.
    pub points: u32,
    /// Games with a result.
    pub games: u32,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

/// Two people of an evening who would be paired. Who has White is decided when they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProposedView {
    /// One of them.
    pub white: u16,
    /// The other.
    pub black: u16,
    /// Why these two, in words.
    pub why: String,
}

/// How a match stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchView {
    /// Half points of the first and the second entrant.
    pub points: [u32; 2],
    /// Games that have counted.
    pub rounds: u16,
    /// The board of the next game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub next: Option<String>,
}

/// The host's clock over all boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HostClockView {
    /// What is left, in milliseconds.
    #[cfg_attr(test, ts(type = "number"))]
    pub left: u64,
    /// Whether it runs: a board waits for the host.
    pub running: bool,
}

/// A contest in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ContestSummary {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// A match, a display or an evening.
    pub kind: ContestKindWord,
    /// Where it stands in its life.
    pub stage: StageWord,
    /// The name of the rules.
    pub rules_name: String,
    /// The first entrant: the host of a display.
    pub first: String,
    /// How many have come.
    pub entrants: u32,
    /// When it is announced to begin: milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub begins_at: Option<u64>,
    /// Whether the visitor runs it or takes part.
    pub yours: bool,
}

/// The club's contests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ContestsView {
    /// Those that are played.
    pub playing: Vec<ContestSummary>,
    /// Those to which people come; the one that begins first is first.
    pub gathering: Vec<ContestSummary>,
    /// The visitor's own that are over, the newest first.
    pub over: Vec<ContestSummary>,
}

/// What the server says on the socket of a contest, `/api/contests/{id}/socket`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FromContest {
    /// The whole contest: the first message, sent again when something happened in it.
    Contest {
        /// The contest.
        contest: Box<ContestView>,
    },
    /// Some boards have changed, or the host's clock, and nothing else.
    #[serde(rename_all = "camelCase")]
    Boards {
        /// The boards, each whole.
        boards: Vec<ContestBoardView>,
        /// The host's clock over all boards.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        host_clock: Option<HostClockView>,
    },
    /// The server says goodbye.
    Bye {
        /// Why.
        problem: Problem,
    },
}

/// Where a game stands in a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameContest {
    /// The contest; its page is `/contest/{id}`.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The board, such as `1.3.1`.
    pub board: String,
}
