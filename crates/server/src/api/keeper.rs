//! Who runs the club, and what is kept of a person.

use super::{GameSummary, KeeperActWord, OfficeWord, PictureWord, RoleWord, SideWord, StatusWord};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A person as keepers see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MemberView {
    /// The number by which keepers know the person. It is never another's.
    #[cfg_attr(test, ts(type = "number"))]
    pub number: i64,
    /// The name that others see.
    pub name: Option<String>,
    /// What others call the person: the name, or `Guest 4F`.
    pub shown: String,
    /// Whether there is an account.
    pub account: bool,
    /// The person's offices.
    pub offices: Vec<OfficeWord>,
    /// When the person was blocked: milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub blocked_at: Option<u64>,
    /// When the person came first.
    #[cfg_attr(test, ts(type = "number"))]
    pub created_at: u64,
}

/// A person with what is kept of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MemberDetails {
    /// The person.
    pub member: MemberView,
    /// How many games they have.
    pub games: u32,
    /// About how many games they have notes.
    pub notes: u32,
    /// How many complaints about their name wait.
    pub reports: u32,
    /// How many times the usual they may keep.
    pub allowance: u32,
}

/// A page of the list of people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MembersPage {
    /// The newest first.
    pub people: Vec<MemberView>,
    /// What to send as `before` for the next page; nothing on the last one.
    pub next: Option<String>,
}

/// Which people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MembersQuery {
    /// Only those whose name contains this.
    pub name: Option<String>,
    /// Only those with this office.
    pub office: Option<OfficeWord>,
    /// Only those who are blocked.
    pub blocked: Option<bool>,
    /// Only those with an account.
    pub accounts: Option<bool>,
    /// From the page before.
    pub before: Option<String>,
    /// At most so many, up to 100.
    pub limit: Option<u32>,
    /// The language: `ru`, `uk` or `en`.
    pub lang: Option<String>,
}

/// The offices that a person has from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetOffices {
    /// All of them.
    pub offices: Vec<OfficeWord>,
}

/// Whether a person is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetBlocked {
    /// Whether they are from now on.
    pub blocked: bool,
}

/// How much a person may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetAllowance {
    /// How many times the usual, from 1 to 100.
    #[schema(minimum = 1, maximum = 100)]
    pub factor: u32,
}

/// Whether a game is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetHidden {
    /// Whether only its people and keepers see it from now on.
    pub hidden: bool,
}

/// A link that works once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OneTimeLink {
    /// The path with the code, such as `/keeper#k3v…`.
    pub path: String,
    /// The whole address.
    pub url: String,
    /// For so many seconds.
    pub seconds: u32,
}

/// The code of a keeper's link.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ClaimKeeper {
    /// The code.
    pub code: String,
}

impl std::fmt::Debug for ClaimKeeper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClaimKeeper").finish_non_exhaustive()
    }
}

/// A new password, with the code of a keeper's link.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ResetPassword {
    /// The code.
    pub code: String,
    /// The new password. Every device is signed out.
    pub password: String,
}

impl std::fmt::Debug for ResetPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResetPassword").finish_non_exhaustive()
    }
}

/// A name that somebody complains about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReportName {
    /// The game in which it is read.
    pub game: String,
    /// At which side.
    pub side: SideWord,
}

/// Somebody whose name was reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReportedMember {
    /// The person as they are now.
    pub member: MemberView,
    /// How many people complained.
    pub count: u32,
    /// When the first did: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub first_at: u64,
    /// The names as they were read.
    pub names: Vec<String>,
    /// The games in which they were read.
    pub games: Vec<String>,
}

/// What keepers should know first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct KeeperView {
    /// Those whose names were reported, the oldest complaint first.
    pub reported: Vec<ReportedMember>,
    /// Games that are hidden, the newest first.
    pub hidden: Vec<GameSummary>,
    /// The backups.
    pub backups: BackupsView,
}

/// How the backups stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BackupsView {
    /// Whether the club makes them by itself.
    pub wanted: bool,
    /// When the last one was made: milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub last_at: Option<u64>,
    /// How many there are.
    pub kept: u32,
    /// Why the last one could not be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub problem: Option<String>,
}

/// Something that a keeper did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogLine {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub number: i64,
    /// When: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: u64,
    /// What.
    pub act: KeeperActWord,
    /// About whom, by number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub member: Option<i64>,
    /// About which game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub game: Option<String>,
    /// The whole of it as a sentence.
    pub text: String,
}

/// A page of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogPage {
    /// The newest first.
    pub entries: Vec<LogLine>,
    /// What to send as `before` for the next page; nothing on the last one.
    pub next: Option<String>,
}

/// Which page of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// From the page before.
    pub before: Option<String>,
    /// At most so many, up to 100.
    pub limit: Option<u32>,
    /// The language: `ru`, `uk` or `en`.
    pub lang: Option<String>,
}

/// Everything that is kept of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonExport {
    /// When it was taken out: milliseconds since 1970.
    pub exported_at: u64,
    /// Who it is.
    pub profile: ExportedProfile,
    /// The games, the newest first.
    pub games: Vec<ExportedGame>,
    /// The coach's links.
    pub links: Vec<ExportedLink>,
    /// Where the person is signed in.
    pub sessions: Vec<ExportedSession>,
}

/// Who somebody is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedProfile {
    /// The name that others see.
    pub name: Option<String>,
    /// The picture that others see.
    pub picture: Option<PictureWord>,
    /// Whether there is an account. Passwords are kept as hashes and are not taken out.
    pub account: bool,
    /// The offices.
    pub offices: Vec<OfficeWord>,
    /// When the person was blocked.
    pub blocked_at: Option<u64>,
    /// When the person came first.
    pub created_at: u64,
}

/// A game of somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedGame {
    /// Its id.
    pub id: String,
    /// Where it stands in its life.
    pub status: StatusWord,
    /// The person's seats.
    pub seats: Vec<RoleWord>,
    /// When it was created.
    pub created_at: u64,
    /// As PDN; nothing while it is played, and where it is damaged.
    pub pdn: Option<String>,
    /// What the person noted about it.
    pub notes: Option<String>,
}

/// A device on which somebody is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedSession {
    /// The browser and the system.
    pub device: String,
    /// Since when.
    pub created_at: u64,
    /// When it was used last.
    pub seen_at: u64,
}

/// A coach's link of somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedLink {
    /// Its code.
    pub code: String,
    /// What pupils are asked to do.
    pub task: String,
    /// When it was created.
    pub created_at: u64,
    /// When it was ended.
    pub ended_at: Option<u64>,
}
