//! Who plays: the two sides, and the people who share a seat.

use super::{DecidesWord, PictureWord};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who sits at a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerView {
    /// The name; nothing for somebody who has not given one.
    pub name: Option<String>,
    /// What to call the player: the name, `Guest 4F`, or the computer's character; empty while nobody sits there.
    pub shown: String,
    /// A person, the computer or nobody yet.
    pub kind: PlayerKind,
    /// The computer's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub level: Option<u8>,
    /// The rank of that level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rank: Option<String>,
    /// The picture that the person has chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub picture: Option<PictureWord>,
    /// Whether somebody of this side is connected.
    pub here: bool,
    /// The people who share the seat, where several do; not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub team: Option<TeamView>,
}

/// What a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PlayerKind {
    /// A person.
    Person,
    /// The computer.
    Computer,
    /// The seat is free.
    Nobody,
}

/// The people who share a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TeamView {
    /// How many places it has.
    pub places: u8,
    /// Who of them decides.
    pub decides: DecidesWord,
    /// Who has come so far.
    pub members: Vec<TeamMember>,
}

/// Somebody who shares a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TeamMember {
    /// The place, from 1: the captain.
    pub place: u8,
    /// What to call them.
    pub shown: String,
    /// The name; nothing for somebody who has not given one.
    pub name: Option<String>,
    /// The picture that they have chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub picture: Option<PictureWord>,
    /// Whether they are connected.
    pub here: bool,
}

/// Who acts for a seat that is shared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeciderView {
    /// The place of the member who decides.
    pub place: u8,
    /// The place of the member who may act instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub stand_in: Option<u8>,
    /// In how many milliseconds, from the moment the message was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub stand_in_after: Option<u64>,
}
