//! Web Push: notices at devices whose page is closed. A message is encrypted for the browser (RFC 8291), and goes to the
//! service of the browser's maker (RFC 8030) with the club's signature (RFC 8292). That service learns when somebody is
//! told something, and nothing else.

mod client;
mod crypt;
mod vapid;

pub use client::Endpoint;
pub use vapid::Keys;

use super::{path, text};
use crate::club::Club;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use client::Outcome;
use damka_conduct::{NoticeKind, PersonId, Worded};
use damka_store::{KeptNotice, NoticeWrite, PushDevice, Write};
use damka_words::{Language, Words};
use serde_json::json;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::Semaphore;

/// The maximum number of messages that are under way or wait for another attempt. If there are more, some are lost: the
/// page still tells what they say.
const UNDER_WAY: usize = 256;
/// The maximum number of connections at once.
const CONNECTIONS: usize = 8;
/// How long a service that has no time now is left alone before the next attempts.
const AGAIN: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(120)];
/// How long a service keeps a message for a device that is switched off, in seconds: a day.
const KEPT_FOR: u32 = 86_400;
/// How many bytes a browser's public key and its secret have.
const KEY: usize = 65;
const AUTH: usize = 16;

/// Everything that pushing needs.
pub struct Push {
    keys: OnceLock<Keys>,
    under_way: Arc<Semaphore>,
    connections: Semaphore,
}

impl std::fmt::Debug for Push {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Push").finish_non_exhaustive()
    }
}

impl Default for Push {
    fn default() -> Push {
        let under_way = Arc::new(Semaphore::new(UNDER_WAY));
        Push { keys: OnceLock::new(), under_way, connections: Semaphore::new(CONNECTIONS) }
    }
}

/// Whether these can be a browser's keys, in base64url.
#[must_use]
pub fn are_keys(key: &str, auth: &str) -> bool {
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default();
    let key = bytes(key);
    key.len() == KEY && key[0] == 4 && bytes(auth).len() == AUTH
}

impl Club {
    /// The keys with which the club signs messages. They are made once and stay in the data folder, which is private: the
    /// services know the club by them.
    fn push_keys(&self) -> Option<&Keys> {
        if let Some(keys) = self.push.keys.get() {
            return Some(keys);
        }
        let kept = self.store().secret("push", &Keys::make);
        match kept.ok().as_deref().and_then(Keys::read) {
            Some(keys) => Some(self.push.keys.get_or_init(|| keys)),
            None => {
                tracing::error!("the keys for messages to devices cannot be used");
                None
            }
        }
    }

    /// The public key that a browser has to know, in base64url.
    pub async fn push_key(self: &Arc<Club>) -> Option<String> {
        let club = Arc::clone(self);
        let read = tokio::task::spawn_blocking(move || club.push_keys().map(Keys::public));
        read.await.ok().flatten()
    }

    /// Sends a notice that was kept just now to all devices of a person.
    pub(super) async fn push(self: &Arc<Club>, person: &PersonId, kept: &KeptNotice, devices: Vec<PushDevice>) {
        if self.push_key().await.is_none() {
            return;
        }
        for device in devices {
            let Ok(place) = Arc::clone(&self.push.under_way).try_acquire_owned() else {
                tracing::warn!("too many messages to devices at once: one is lost");
                return;
            };
            let (club, message, person) = (Arc::clone(self), Message::of(self, kept, &device), person.clone());
            tokio::spawn(async move {
                let _place = place;
                if message.deliver(&club, &device).await == Outcome::Gone {
                    let gone = NoticeWrite::NoDevice { endpoint: device.endpoint, person: Some(person) };
                    if let Err(error) = club.write(vec![Write::Notice(gone)]).await {
                        tracing::warn!(%error, "a device that is gone could not be forgotten");
                    }
                }
            });
        }
    }
}

/// A message on its way.
struct Message {
    body: String,
    /// A later message with the same topic replaces one that a device has not got yet.
    topic: String,
    is_urgent: bool,
}

impl Message {
    fn of(club: &Club, kept: &KeptNotice, device: &PushDevice) -> Message {
        let words: &Words = club.words(Language::from_locale(&device.language).unwrap_or(Language::English));
        let path = path(&kept.notice);
        let topic = club.signer.derive(&format!("topic {} {path}", kept.notice.kind.word()))[..32].to_owned();
        let title = words.say("web-title", &[]);
        let body = json!({"title": title, "text": text(kept, words), "url": path, "tag": topic}).to_string();
        Message { body, topic, is_urgent: kept.notice.kind == NoticeKind::Time }
    }

    async fn deliver(&self, club: &Club, device: &PushDevice) -> Outcome {
        let mut waits = AGAIN.into_iter();
        loop {
            let outcome = self.attempt(club, device).await;
            let Some(wait) = waits.next().filter(|_| outcome == Outcome::Again) else { return outcome };
            tokio::time::sleep(wait).await;
        }
    }

    async fn attempt(&self, club: &Club, device: &PushDevice) -> Outcome {
        let (Some(keys), Ok(_turn)) = (club.push.keys.get(), club.push.connections.acquire().await) else {
            return Outcome::Lost;
        };
        // What was allowed when the device was entered may not be any more.
        let Ok(endpoint) = Endpoint::read(&device.endpoint, club.settings.push_anywhere) else { return Outcome::Gone };
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default();
        let sealed = crypt::sealed(&bytes(&device.key), &bytes(&device.auth), self.body.as_bytes());
        let Ok(sealed) = sealed else { return Outcome::Gone };
        let headers = [
            ("ttl", KEPT_FOR.to_string()),
            ("urgency", if self.is_urgent { "high" } else { "normal" }.to_owned()),
            ("topic", self.topic.clone()),
            ("content-encoding", "aes128gcm".to_owned()),
            ("content-type", "application/octet-stream".to_owned()),
            ("authorization", keys.authorization(&endpoint.origin(), club.settings.public_url.as_deref())),
        ];
        endpoint.post(&headers, sealed).await
    }
}
