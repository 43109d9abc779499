//! How much somebody keeps.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum QuotaName {
    /// Games that I made or imported.
    Games,
    /// The room that these games and my notes take, in bytes.
    Bytes,
    /// Games about which I have notes.
    Notes,
    /// My open links.
    Links,
}

impl QuotaName {
    /// The word in names of sentences.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            QuotaName::Games => "games",
            QuotaName::Bytes => "bytes",
            QuotaName::Notes => "notes",
            QuotaName::Links => "links",
        }
    }
}

/// How much of something I keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct QuotaView {
    /// Of what.
    pub name: QuotaName,
    /// So much.
    #[cfg_attr(test, ts(type = "number"))]
    pub used: u64,
    /// The most that I may keep.
    #[cfg_attr(test, ts(type = "number"))]
    pub most: u64,
}

/// How much I keep, and may keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct UsageView {
    /// Everything that is counted.
    pub quotas: Vec<QuotaView>,
    /// Sentences about what is nearly used up, from 80% on.
    pub notices: Vec<String>,
}
