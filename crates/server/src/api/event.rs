//! What people do in a game, and what it led to.

use super::{AudienceWord, ClaimWord, MoveView, PhraseWord, RoleWord, SideWord, StateView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What somebody wants to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum ActRequest {
    /// A whole move by the squares it touches, or as many of them as tell it from others.
    Move {
        /// At least two.
        path: Vec<String>,
    },
    /// Pass, in corners, where there is no move.
    Pass,
    /// Press the clock.
    Press,
    /// "I adjust."
    Adjust,
    /// Touch a piece.
    Touch {
        /// Where.
        cell: String,
    },
    /// Take a piece into the hand.
    Lift {
        /// Where.
        cell: String,
    },
    /// Set down the piece in the hand.
    Place {
        /// Where.
        cell: String,
    },
    /// Take the hand away.
    Release,
    /// Take a piece off the board.
    Remove {
        /// Where.
        cell: String,
    },
    /// Crown a man.
    Crown {
        /// Where.
        cell: String,
    },
    /// Offer a draw.
    Offer,
    /// Accept what was offered or claimed.
    Accept,
    /// Decline what was offered, asked or claimed.
    Decline,
    /// Resign.
    Resign,
    /// Claim something.
    Claim {
        /// What.
        claim: ClaimWord,
    },
    /// Ask the opponent to keep the rules.
    Insist,
    /// Have the open violation corrected.
    Demand,
    /// Ask to take a move back.
    AskBack,
    /// Agree to it.
    AgreeBack,
    /// Ask for a pause, in a game of days.
    AskPause,
    /// Agree to it.
    AgreePause,
    /// End the pause.
    EndPause,
    /// Drop the game before the second move.
    Drop,
    /// Decide, as the arbiter.
    Rule {
        /// What.
        ruling: RulingRequest,
    },
    /// The board was disturbed from outside and is put right: the arbiter says so.
    Disturbance,
    /// A remark of the arbiter for the record.
    Note {
        /// At most 300 characters.
        text: String,
    },
    /// Say a ready phrase, which everyone reads in their own language.
    Say {
        /// To whom.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<AudienceWord>", optional))]
        audience: AudienceWord,
        /// What.
        phrase: PhraseWord,
    },
    /// Say something in one's own words, where that was agreed and the club allows it.
    Write {
        /// To whom.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<AudienceWord>", optional))]
        audience: AudienceWord,
        /// One line of at most 200 characters.
        text: String,
    },
    /// Propose a move to team mates: an arrow on the board. It need not be legal.
    Propose {
        /// From two to sixteen squares.
        path: Vec<String>,
    },
}

/// What an arbiter decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ruling", rename_all = "camelCase", deny_unknown_fields)]
pub enum RulingRequest {
    /// The open violation is corrected.
    Correct,
    /// It stands.
    Stand,
    /// A side has lost because it refuses to keep the rules.
    Refusal {
        /// Who.
        loser: SideWord,
    },
    /// A side has lost by a breach of discipline.
    Penalty {
        /// Who.
        loser: SideWord,
    },
    /// Neither side can win.
    Draw,
    /// The game does not count.
    Annul,
    /// The clocks stop.
    Pause,
    /// They run again.
    Resume,
    /// A clock is set.
    Time {
        /// Whose.
        side: SideWord,
        /// To what, in milliseconds.
        #[cfg_attr(test, ts(type = "number"))]
        time: u64,
    },
}

/// The record of a game in sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameRecord {
    /// What happened, in order.
    pub lines: Vec<RecordLine>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordLine {
    /// The time since the start of the game, as clocks show it.
    pub time: String,
    /// What happened.
    pub text: String,
}

/// What happened, and how the game stands after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EventView {
    /// Who did it; nobody for what happens by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub by: Option<RoleWord>,
    /// The move, if one was made.
    #[serde(skip_serializing_if = "Option::is_none", rename = "move")]
    #[cfg_attr(test, ts(optional))]
    pub moved: Option<MoveView>,
    /// How many half-moves were taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub taken_back: Option<u32>,
    /// Everything else that happened, in words.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub texts: Vec<String>,
    /// The articles behind these sentences, for those who ask why.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(test, ts(optional))]
    pub citation: Option<String>,
    /// How the game stands now.
    pub state: StateView,
}
