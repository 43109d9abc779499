//! The visitor’s notices.

use super::{NoticeKindWord, NoticeTopicWord};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

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

/// How I am told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NoticeSettings {
    /// Whether the club can send me letters.
    pub can_mail: bool,
    /// Where I get letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mail: Option<MailView>,
    /// The club's key for messages to devices, in base64url, as `pushManager.subscribe` wants it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub push_key: Option<String>,
}

/// A browser that shows notices while the page is closed, as its `PushSubscription` says.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PutDevice {
    /// Where messages for it go: a name in the public internet, over https.
    pub endpoint: String,
    /// Its public key `p256dh`, in base64url.
    pub key: String,
    /// Its secret `auth`, in base64url.
    pub auth: String,
}

impl std::fmt::Debug for PutDevice {
    /// Anyone who knows these can send messages there.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PutDevice").finish_non_exhaustive()
    }
}

/// A browser that shows no notices any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DropDevice {
    /// Where messages for it went.
    pub endpoint: String,
}

/// Where I get letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MailView {
    /// The address.
    pub address: String,
    /// Whether the link in the first letter was followed. Before that no other letter goes there.
    pub confirmed: bool,
    /// Whether no more letters are sent, because the mail server refused too many.
    pub refused: bool,
    /// What letters are wanted about.
    pub topics: Vec<NoticeTopicWord>,
}

/// Where I want letters.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PutMail {
    /// The address.
    pub address: String,
    /// What about.
    pub topics: Vec<NoticeTopicWord>,
}

impl std::fmt::Debug for PutMail {
    /// Addresses stand in no log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PutMail").field("topics", &self.topics).finish_non_exhaustive()
    }
}

/// The code of a link in a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ConfirmMail {
    /// The code.
    pub code: String,
}

/// What the link in every letter has.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Unsubscribe {
    /// The mailbox, signed by the club.
    pub off: String,
}
