//! Running the club, and the data kept about a person.

use super::{GameSummary, KeeperActWord, OfficeWord, PictureWord, RoleWord, SideWord, StatusWord};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A person as keepers see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MemberView {
    /// The number by which keepers know the person. It is never reused.
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
    /// When the person first came.
    #[cfg_attr(test, ts(type = "number"))]
    pub created_at: u64,
}

/// A person, and how much is kept about them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MemberDetails {
    /// The person.
    pub member: MemberView,
    /// How many games the person has.
    pub games: u32,
    /// How many games the person has notes about.
    pub notes: u32,
    /// How many complaints about the name are undecided.
    pub reports: u32,
    /// The multiple of the usual quotas that the person may use.
    pub allowance: u32,
}

/// A page of the list of people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MembersPage {
    /// The people, newest first.
    pub people: Vec<MemberView>,
    /// The value of `before` for the next page; absent on the last one.
    pub next: Option<String>,
}

/// Which people to list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MembersQuery {
    /// Only people whose name contains this.
    pub name: Option<String>,
    /// Only people with this office.
    pub office: Option<OfficeWord>,
    /// Only people who are blocked.
    pub blocked: Option<bool>,
    /// Only people with an account.
    pub accounts: Option<bool>,
    /// The `before` of the previous page.
    pub before: Option<String>,
    /// The maximum number of people, up to 100.
    pub limit: Option<u32>,
    /// The language: `ru`, `uk` or `en`.
    pub lang: Option<String>,
}

/// The complete set of offices that a person will have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetOffices {
    /// All the offices.
    pub offices: Vec<OfficeWord>,
}

/// Whether a person is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetBlocked {
    /// Whether the person is to be blocked.
    pub blocked: bool,
}

/// A person's quota allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetAllowance {
    /// The multiple of the usual quotas, from 1 to 100.
    #[schema(minimum = 1, maximum = 100)]
    pub factor: u32,
}

/// Whether a game is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetHidden {
    /// Whether only the game's people and keepers are to see it.
    pub hidden: bool,
}

/// A link that works once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OneTimeLink {
    /// The path with the code, such as `/keeper#k3v…`.
    pub path: String,
    /// The full URL.
    pub url: String,
    /// How long the link works, in seconds.
    pub seconds: u32,
}

/// The code of a one-time link for a keeper.
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

/// A new password, with the code of a keeper's one-time link.
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

/// A report about a player's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReportName {
    /// The game in which the name is shown.
    pub game: String,
    /// The side of the player.
    pub side: SideWord,
}

/// A person whose name was reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReportedMember {
    /// The person as they are now.
    pub member: MemberView,
    /// How many people complained.
    pub count: u32,
    /// When the first complaint was made: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub first_at: u64,
    /// The names as they were when reported.
    pub names: Vec<String>,
    /// For a spectator of a private game; both players may ask for it.
    pub games: Vec<String>,
}

/// What a keeper should see first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct KeeperView {
    /// The people whose names were reported, oldest complaint first.
    pub reported: Vec<ReportedMember>,
    /// The hidden games, newest first.
    pub hidden: Vec<GameSummary>,
    /// The state of the backups.
    pub backups: BackupsView,
}

/// The state of the backups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BackupsView {
    /// Whether the club makes backups automatically.
    pub wanted: bool,
    /// When the last one was made: milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub last_at: Option<u64>,
    /// How many backups there are.
    pub kept: u32,
    /// Why the last attempt failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub problem: Option<String>,
}

/// An act of a keeper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogLine {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub number: i64,
    /// When: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: u64,
    /// What was done.
    pub act: KeeperActWord,
    /// The person concerned, by number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub member: Option<i64>,
    /// The game concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub game: Option<String>,
    /// The whole entry as a sentence.
    pub text: String,
}

/// A page of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogPage {
    /// The entries, newest first.
    pub entries: Vec<LogLine>,
    /// The value of `before` for the next page; absent on the last one.
    pub next: Option<String>,
}

/// Which page of the log to show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// The `before` of the previous page.
    pub before: Option<String>,
    /// The maximum number of entries, up to 100.
    pub limit: Option<u32>,
    /// The language: `ru`, `uk` or `en`.
    pub lang: Option<String>,
}

/// Everything that is kept about a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonExport {
    /// When the export was made: milliseconds since 1970.
    pub exported_at: u64,
    /// The person.
    pub profile: ExportedProfile,
    /// The games, newest first.
    pub games: Vec<ExportedGame>,
    /// The person's links for pupils.
    pub links: Vec<ExportedLink>,
    /// The devices on which the person is signed in.
    pub sessions: Vec<ExportedSession>,
    /// What the person was told, the newest first.
    pub notices: Vec<super::NoticeView>,
    /// Where messages for the person's devices go.
    pub devices: Vec<ExportedDevice>,
    /// Where the person gets letters.
    pub mail: Option<ExportedMail>,
}

/// A device that shows notices, in an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedDevice {
    /// The address of its push service.
    pub endpoint: String,
    /// Since when.
    pub created_at: u64,
}

/// Where a person gets letters, in an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedMail {
    /// The address.
    pub address: String,
    /// When it was confirmed.
    pub confirmed_at: Option<u64>,
    /// What letters are wanted about.
    pub topics: Vec<super::NoticeTopicWord>,
}

/// A person, in an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedProfile {
    /// The name that others see.
    pub name: Option<String>,
    /// The picture that others see.
    pub picture: Option<PictureWord>,
    /// Whether there is an account. Passwords are kept as hashes and are not exported.
    pub account: bool,
    /// The offices.
    pub offices: Vec<OfficeWord>,
    /// When the person was blocked.
    pub blocked_at: Option<u64>,
    /// When the person first came.
    pub created_at: u64,
    /// Until when the person is on vacation, in games over days.
    pub vacation_until: Option<u64>,
}

/// A game, in an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedGame {
    /// Its id.
    pub id: String,
    /// The stage of the game.
    pub status: StatusWord,
    /// The person's seats.
    pub seats: Vec<RoleWord>,
    /// When it was created.
    pub created_at: u64,
    /// The game as PDN; absent while it is being played, or if it is damaged.
    pub pdn: Option<String>,
    /// The person's notes about it.
    pub notes: Option<String>,
    /// The moves that the person has prepared in it, as PDN.
    pub prepared: Option<String>,
}

/// A device on which the person is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedSession {
    /// The browser and the system.
    pub device: String,
    /// When the person signed in.
    pub created_at: u64,
    /// When it was last used.
    pub seen_at: u64,
}

/// A coach's link, in an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedLink {
    /// Its code.
    pub code: String,
    /// What pupils are asked to do.
    pub task: String,
    /// When it was created.
    pub created_at: u64,
    /// When it was closed.
    pub ended_at: Option<u64>,
}
