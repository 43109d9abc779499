//! Contests: matches, simultaneous displays, club evenings.

use super::{ByPerson, ColoursWord, ContestKindWord, DrawsWord, EntrantTermWord, JoiningWord, OutcomeWord};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A contest to be made. Only `name`, `kind` and `rules` are needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateContest {
    /// What it is called, at most 80 characters.
    pub name: String,
    /// A match, a display or an evening.
    pub kind: ContestKindWord,
    /// An id such as `russian`, or a line such as `house king=short`.
    pub rules: String,
    /// Clocks and seats: `creator` is the first entrant, who is the host of a display; `opponent` is everybody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub people: Option<ByPerson>,
    /// How long a match is: `games 4`, `first-to 3` or `best-of 5`, counted in points; two games if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub length: Option<String>,
    /// Who has White: in the first game of a match, or on the boards of a display.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub colours: Option<ColoursWord>,
    /// What a draw in a match means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub draws: Option<DrawsWord>,
    /// The clocks of games that are played again after a draw, in their order, such as `20m+5s`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub ladder: Vec<String>,
    /// Positions from which each two games of a match begin, as FEN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub openings: Vec<String>,
    /// Whether people enter freely, or ask first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub joining: Option<JoiningWord>,
    /// Whether guests may come when a display has begun; they may if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub late: Option<bool>,
    /// One clock of the host over all boards, in seconds. The host has no other clock then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub host_clock: Option<u32>,
    /// For how many seconds a player of a match waits for the next game before the opponent's absence loses it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub patience: Option<u32>,
    /// Whether moves may be taken back by agreement; they may if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub takebacks: Option<bool>,
    /// Whether players may go on vacation from games over days; they may if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub vacation: Option<bool>,
    /// A flag does not lose against an opponent who cannot win.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub mercy: bool,
    /// Only its people see it.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub private: bool,
    /// When it is announced to begin: milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub begins_at: Option<u64>,
    /// Whether its maker only runs it and does not play. The host of a display always plays.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub only_runs: bool,
}

/// A contest that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ContestMade {
    /// Its id; its page is `/contest/{id}`.
    pub id: String,
}

/// Something that is agreed with one entrant alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EntrantTermView {
    /// What it is about.
    pub term: EntrantTermWord,
    /// A line of rules, squares such as `c1,e1`, or the guest's colour.
    pub value: String,
}

/// What somebody does in a contest, at `POST /api/contests/{id}/acts`. Entrants are named by their numbers; without
/// a number the visitor is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum ContestAct {
    /// The visitor enters; or the owner accepts an applicant by number, or adds somebody in the room by name.
    #[serde(rename_all = "camelCase")]
    Enter {
        /// Who is accepted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        entrant: Option<u16>,
        /// The name of somebody who plays in the room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        name: Option<String>,
        /// The higher the stronger.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        strength: Option<u16>,
        /// What is agreed with this guest of a display alone.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(as = "Option<Vec<EntrantTermView>>", optional))]
        terms: Vec<EntrantTermView>,
    },
    /// Somebody does not take part any more.
    Out {
        /// Who.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        entrant: Option<u16>,
    },
    /// What is agreed with one guest of a display alone, before their board begins.
    Term {
        /// Who.
        entrant: u16,
        /// What it is about.
        term: EntrantTermWord,
        /// As in `EntrantTermView`.
        value: String,
    },
    /// The display begins.
    Begin,
    /// Two people of an evening are paired by hand.
    #[serde(rename_all = "camelCase")]
    Pair {
        /// With White.
        white: u16,
        /// With Black.
        black: u16,
        /// Whether they play at a board in the room.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        in_room: bool,
    },
    /// Those who are free are paired.
    PairFree,
    /// Somebody wants the next game of a match, or any game of an evening.
    Ready {
        /// Who.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        entrant: Option<u16>,
    },
    /// Somebody wants no game now.
    Rest {
        /// Who.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        entrant: Option<u16>,
    },
    /// A result is typed, or an unfinished game is decided.
    Result {
        /// Which board, such as `1.3.1`.
        board: String,
        /// What came of it.
        outcome: OutcomeWord,
    },
    /// The opponent does not come to the next game of a match.
    Walkover {
        /// Who waits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        entrant: Option<u16>,
    },
    /// The contest is over.
    Close,
}

/// What is downloaded of a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ContestFormat {
    /// Its record.
    #[default]
    Record,
    /// All games as PDN, with Event, Round and Board.
    Pdn,
    /// The boards as a page to print: who plays where, with room for results.
    Sheet,
    /// The same, and for each board in the room a slip for its moves.
    Slips,
}

/// How a contest is downloaded.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ContestExportQuery {
    /// What.
    #[serde(default)]
    pub format: ContestFormat,
    /// The language, as everywhere.
    #[serde(default)]
    pub lang: Option<String>,
}

/// Entering a private contest to look at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EnterContest {
    /// The secret of its link.
    pub secret: String,
}
