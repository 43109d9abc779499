//! What is said at a game.

use super::{AudienceWord, CellText, PhraseWord, SideWord};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that was said, for a reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SaidView {
    /// By which side.
    pub by: SideWord,
    /// By whom of that side: the place in its team, from 1.
    pub place: u8,
    /// After how many half-moves.
    pub ply: u32,
    /// Who hears it while the game is played.
    pub audience: AudienceWord,
    /// A phrase in the reader's language, or the speaker's own words; empty for proposals and for words that were
    /// deleted.
    pub text: String,
    /// Which phrase, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub phrase: Option<PhraseWord>,
    /// The squares of a proposal: an arrow on the board.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub path: Vec<CellText>,
}

/// A phrase that can be said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PhraseView {
    /// Which.
    pub phrase: PhraseWord,
    /// In the reader's language.
    pub text: String,
}

/// What the viewer can say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CanSay {
    /// To everyone at the table.
    pub table: Vec<PhraseView>,
    /// To team mates, where the seat is shared and the game is not over.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<PhraseView>>", optional))]
    pub team: Vec<PhraseView>,
    /// Whether words of their own are possible, too.
    pub own: bool,
}
