//! What somebody notes about a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// My notes about a game: its moves with variations, signs and comments. Nobody else sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Notes {
    /// A game in PDN that begins where the game began; empty if there are no notes.
    pub pdn: String,
    /// When they were written last: milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub changed: Option<u64>,
}

/// Notes to be kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PutNotes {
    /// A game in PDN that begins where the game began, at most 64 KB; an empty text takes the notes away.
    pub pdn: String,
}
