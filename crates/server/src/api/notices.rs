//! What the visitor is told.

use super::NoticeKindWord;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What I am told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NoticesView {
    /// How many I have not read.
    pub unread: u32,
    /// The notices, the newest first.
    pub notices: Vec<NoticeView>,
}

/// A notice. It never says which moves were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NoticeView {
    /// Its number; later notices have larger ones.
    #[cfg_attr(test, ts(type = "number"))]
    pub number: i64,
    /// What it is about.
    pub kind: NoticeKindWord,
    /// The sentence.
    pub text: String,
    /// The game that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub game: Option<String>,
    /// The contest that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub contest: Option<String>,
    /// When: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: u64,
    /// Whether I have read it.
    pub read: bool,
}

/// Notices that I have read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReadNotices {
    /// Up to this number.
    #[cfg_attr(test, ts(type = "number"))]
    pub upto: i64,
    /// Only those about this game.
    #[cfg_attr(test, ts(optional))]
    pub game: Option<String>,
}
