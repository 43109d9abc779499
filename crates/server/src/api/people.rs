//! People: visitors and accounts.

use super::{LocalOnly, OfficeWord, PictureWord};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who the visitor is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Me {
    /// The name that others see; nothing until one is given.
    pub name: Option<String>,
    /// What others call the visitor: the name, or `Guest 4F`.
    pub shown: String,
    /// The picture that others see; nothing until one is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub picture: Option<PictureWord>,
    /// Whether there is an account, so that the games are there on every device.
    pub account: bool,
    /// My offices in the club.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<OfficeWord>>", optional))]
    pub offices: Vec<OfficeWord>,
    /// The language of sentences: `ru`, `uk` or `en`.
    pub language: String,
}

/// A name that others see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetName {
    /// From 2 to 24 letters, digits, spaces, dots and hyphens.
    pub name: String,
}

/// A picture that others see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetPicture {
    /// Which; `null` takes it away.
    pub picture: Option<PictureWord>,
}

/// Making an account, or coming back to one.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// From 8 to 200 characters; a new one must not be easy to guess.
    pub password: String,
}

impl std::fmt::Debug for Credentials {
    /// Passwords stand in no log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A new password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The old one.
    pub old: String,
    /// The new one. Every other device is signed out.
    pub new: String,
}

impl std::fmt::Debug for ChangePassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChangePassword").finish_non_exhaustive()
    }
}

/// Going for good.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DeleteMe {
    /// The password, if there is an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub password: Option<String>,
}

impl std::fmt::Debug for DeleteMe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DeleteMe").finish_non_exhaustive()
    }
}

/// A way to go on at another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Handover {
    /// Works once: `/continue#{code}`, or typed by hand.
    pub code: String,
    /// The address with the code.
    pub url: String,
    /// The address as a QR code, an SVG picture; empty where the address works on this computer only.
    pub qr: String,
    /// Set where the address works on this computer only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub local: Option<LocalOnly>,
    /// For so many seconds.
    pub seconds: u32,
}

/// Going on here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TakeOver {
    /// The code from the other device.
    pub code: String,
}

/// The devices on which the visitor is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sessions {
    /// The devices, most recently used first.
    pub sessions: Vec<SessionView>,
}

/// A device on which the visitor is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// The id for ending this session; it cannot be used to sign in.
    pub id: String,
    /// The browser and the system, such as `Firefox · Windows`; empty if they are unknown.
    pub device: String,
    /// Whether this request came from this device.
    pub current: bool,
    /// When the visitor signed in there: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created_at: u64,
    /// When it was last used, to within a few minutes: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub seen_at: u64,
}
