//! Sessions: the ids in cookies, and the sockets that are open under them.

use crate::club::Club;
use crate::error::Failure;
use crate::people::Signer;
use crate::random;
use crate::shared::Told;
use damka_conduct::PersonId;
use damka_store::{StoreError, Write};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The maximum number of sessions of a person; beyond it the least recently used end first.
pub const MOST: usize = 50;
/// The minimum interval between two records that a session is in use, in milliseconds.
pub const SEEN_EVERY: u64 = 5 * 60_000;

/// How long a replaced session is remembered: longer than any answer to the same browser is on its way.
pub(crate) const REPLACED: Duration = Duration::from_secs(30);
/// The maximum number of replaced sessions remembered.
const REPLACED_MOST: usize = 1000;

/// The id of a session, which only the cookie contains.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionId(String);

impl SessionId {
    /// A new one.
    #[must_use]
    pub fn new() -> SessionId {
        SessionId(random::secret())
    }

    /// Reads the id from a cookie.
    #[must_use]
    pub fn read(text: &str) -> Option<SessionId> {
        let is_plain = (1..=64).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_alphanumeric());
        is_plain.then(|| SessionId(text.to_owned()))
    }

    /// The session for a cookie that has none. Requests that a page makes at the same time get the same session.
    #[must_use]
    pub fn upgraded(signer: &Signer, cookie: &str, device: &str) -> SessionId {
        SessionId(signer.derive(&format!("session {cookie} {device}")))
    }

    /// The text in the cookie.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The hash that the store keeps: reading the data is not enough to sign in.
    #[must_use]
    pub fn key(&self) -> String {
        Sha256::digest(self.as_str()).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl std::fmt::Debug for SessionId {
    /// Ids never appear in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionId").finish_non_exhaustive()
    }
}

/// Open sockets, by person and session; and sessions that the same browser has just replaced.
#[derive(Debug, Default)]
pub struct Sessions {
    open: Mutex<HashMap<PersonId, Vec<Arc<Open>>>>,
    replaced: Mutex<VecDeque<(String, Instant)>>,
}

#[derive(Debug)]
struct Open {
    key: String,
    ended: AtomicBool,
    told: Notify,
}

impl Open {
    fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        self.told.notify_waiters();
    }
}

impl Sessions {
    fn lock(&self) -> MutexGuard<'_, HashMap<PersonId, Vec<Arc<Open>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a socket under a session of a person.
    fn enter(self: &Arc<Sessions>, person: &PersonId, key: &str) -> SocketSession {
        let open = Arc::new(Open { key: key.to_owned(), ended: AtomicBool::new(false), told: Notify::new() });
        self.lock().entry(person.clone()).or_default().push(Arc::clone(&open));
        SocketSession { sessions: Arc::clone(self), person: person.clone(), open }
    }

    /// The people and sessions with open sockets.
    #[must_use]
    pub fn open(&self) -> Vec<(PersonId, String)> {
        let open = self.lock();
        open.iter().flat_map(|(person, all)| all.iter().map(|open| (person.clone(), open.key.clone()))).collect()
    }

    /// Closes the sockets of a person's ended sessions. From then on nothing is done for them.
    pub fn close(&self, person: &PersonId, has_ended: impl Fn(&str) -> bool) {
        for open in self.lock().get(person).into_iter().flatten().filter(|open| has_ended(&open.key)) {
            open.end();
        }
    }
}

impl Sessions {
    /// Notes that a browser has replaced this session with another.
    pub fn replace(&self, key: &str) {
        let mut replaced = self.replaced.lock().unwrap_or_else(PoisonError::into_inner);
        if replaced.len() == REPLACED_MOST {
            replaced.pop_front();
        }
        replaced.push_back((key.to_owned(), Instant::now()));
    }

    /// Whether a browser has just replaced this session. Its requests already on their way still carry the old cookie,
    /// and must not replace the new one with a third.
    #[must_use]
    pub fn is_replaced(&self, key: &str) -> bool {
        let replaced = self.replaced.lock().unwrap_or_else(PoisonError::into_inner);
        replaced.iter().any(|(old, at)| old == key && at.elapsed() < REPLACED)
    }
}

/// A socket's session.
#[derive(Debug)]
pub struct SocketSession {
    sessions: Arc<Sessions>,
    person: PersonId,
    open: Arc<Open>,
}

impl SocketSession {
    /// Whether it has ended; if so, nothing more may be done for the socket.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.open.ended.load(Ordering::SeqCst)
    }

    /// Completes when it has ended.
    pub async fn ended(&self) {
        let told = self.open.told.notified();
        if !self.has_ended() {
            told.await;
        }
    }
}

impl Drop for SocketSession {
    fn drop(&mut self) {
        let mut people = self.sessions.lock();
        if let Some(sockets) = people.get_mut(&self.person) {
            sockets.retain(|open| !Arc::ptr_eq(open, &self.open));
            if sockets.is_empty() {
                people.remove(&self.person);
            }
        }
    }
}

impl Club {
    /// Ends one session of a person: its cookie becomes invalid, and its sockets are closed.
    ///
    /// # Errors
    /// As the store reports; the session then continues.
    pub async fn end_session(&self, person: &PersonId, key: &str) -> Result<(), StoreError> {
        let end = Write::EndSession { person: person.clone(), key: key.to_owned() };
        self.write_told(vec![end], vec![Told::sessions(person, &[key.to_owned()])]).await?;
        self.sessions.close(person, |open| open == key);
        Ok(())
    }

    /// Ends the sessions of a person, or all but one: their cookies become invalid, and their sockets are closed.
    ///
    /// # Errors
    /// As the store reports; the sessions then continue.
    pub async fn end_sessions(&self, person: &PersonId, except: Option<&str>) -> Result<(), StoreError> {
        let end = Write::EndSessions { person: person.clone(), except: except.map(str::to_owned) };
        self.write_told(vec![end], vec![Told::all_sessions(person, except)]).await?;
        self.sessions.close(person, |open| Some(open) != except);
        Ok(())
    }

    /// Opens a socket for a person who was looked up at `seen`, as [`Club::identities`] counts. It also takes into
    /// account what has happened to the session since then.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn open_socket(&self, person: &PersonId, key: &str, seen: u64) -> Result<SocketSession, Failure> {
        let socket = self.sessions.enter(person, key);
        let (id, asked) = (person.clone(), key.to_owned());
        let is_there = self.read(move |store| {
            // A visitor unknown to the store has nothing that another person could use.
            let is_known = store.person(&id)?.is_some();
            Ok(!is_known || store.session(&asked)?.is_some_and(|session| session.person == id))
        });
        if !is_there.await? || self.identities.became(person, seen).is_some() {
            socket.open.end();
        }
        Ok(socket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_sockets_of_an_ended_session_are_closed() {
        let sessions = Arc::new(Sessions::default());
        let (phone, desk) = (sessions.enter(&"ann".into(), "phone"), sessions.enter(&"ann".into(), "desk"));
        let other = sessions.enter(&"bob".into(), "phone");
        let waiting = phone.ended();
        sessions.close(&"ann".into(), |key| key == "phone");
        waiting.await;
        phone.ended().await;
        assert!(phone.has_ended() && !desk.has_ended() && !other.has_ended());
        drop((phone, desk, other));
        assert!(sessions.lock().is_empty(), "nobody is left behind");
    }

    #[test]
    fn ids_and_keys() {
        let (one, other) = (SessionId::new(), SessionId::new());
        assert_ne!(one.key(), other.key());
        assert_eq!(SessionId::read(one.as_str()).map(|id| id.key()), Some(one.key()));
        for bad in ["", "a.b", "a b", "ключ", &"x".repeat(65)] {
            assert_eq!(SessionId::read(bad), None, "{bad}");
        }
        let signer = Signer::new("secret");
        let upgraded = |cookie: &str, device: &str| SessionId::upgraded(&signer, cookie, device);
        assert_eq!(upgraded("ann.0", "Firefox"), upgraded("ann.0", "Firefox"));
        assert_ne!(upgraded("ann.0", "Firefox"), upgraded("ann.1", "Firefox"));
        assert_ne!(upgraded("ann.0", "Firefox"), upgraded("ann.0", "Safari"));
    }
}
