//! How much a person keeps.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a quota counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum QuotaName {
    /// Games that I created or imported.
    Games,
    /// The space that these games and my notes take, in bytes.
    Bytes,
    /// Games about which I have notes.
    Notes,
    /// My open links.
    Links,
}

impl QuotaName {
    /// The word used in message ids.
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

/// How much of a quota I use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct QuotaView {
    /// What is counted.
    pub name: QuotaName,
    /// How much I keep now.
    #[cfg_attr(test, ts(type = "number"))]
    pub used: u64,
    /// The most I may keep.
    #[cfg_attr(test, ts(type = "number"))]
    pub most: u64,
}

/// My quotas, and how much of them I use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct UsageView {
    /// All the quotas.
    pub quotas: Vec<QuotaView>,
    /// A sentence about each quota that is at least 80% used.
    pub notices: Vec<String>,
}
