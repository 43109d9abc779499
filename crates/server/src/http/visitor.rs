//! Who asks, and in which language.

use super::forward::IsForwarded;
use super::guard;
use crate::clockwork::wall;
use crate::club::Club;
use crate::create::Creator;
use crate::device::device;
use crate::error::Failure;
use crate::people::{Token, newcomer};
use crate::random;
use crate::sessions::{SEEN_EVERY, SessionId};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::Uri;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damka_conduct::PersonId;
use damka_store::{KeptSession, Person, StoreError, Write};
use damka_words::{Language, Speech};
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// The cookie's name.
pub(super) const COOKIE: &str = "damka";
/// How long a browser keeps it: a year.
const COOKIE_AGE: u32 = 31_536_000;

/// Who asks.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The person; with an id of its own also before the store knows it.
    pub person: Person,
    /// When the person was looked up, as [`Club::identities`] counts.
    pub seen: u64,
    /// The language of sentences, and what the pieces are called in them.
    pub speech: Speech,
    /// Where the request comes from.
    pub address: IpAddr,
    /// The key of the session; the store gets it together with the person.
    pub session: String,
    /// The browser and the system, for the list of sessions.
    pub device: String,
}

impl Visitor {
    /// As a creator of games.
    #[must_use]
    pub fn creator(&self) -> Creator {
        let Person { id, name, picture, .. } = self.person.clone();
        Creator { person: id, name, picture }
    }

    /// A session of a person on the visitor's device.
    #[must_use]
    pub fn session_of(&self, person: &Person, key: String) -> KeptSession {
        let now = wall();
        let (person, device) = (person.id.clone(), self.device.clone());
        KeptSession { key, person, device, created_at: now, seen_at: now }
    }

    /// Makes the visitor known to the store, with the session of the cookie. A person who is already known stays
    /// unchanged.
    #[must_use]
    pub fn arrival(&self) -> Vec<Write> {
        let session = self.session_of(&self.person, self.session.clone());
        vec![Write::Newcomer(self.person.clone()), Write::FirstSession(session)]
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Failure> {
        parts.extensions.get::<Visitor>().cloned().ok_or(Failure::Closing)
    }
}

/// The visitor is somebody else from now on: an answer with this gets the cookie.
#[derive(Clone, Debug)]
pub struct Become(pub Token);

/// Finds out who asks, and tells failures in the visitor's language.
pub async fn visit(State(club): State<Arc<Club>>, mut request: Request, next: Next) -> Response {
    let speech = speech(request.uri(), request.headers());
    let device = device(request.headers());
    let token = token(&club, request.headers());
    let forwarded = request.extensions().get::<IsForwarded>().map(|IsForwarded(visitor)| visitor.clone());
    let seen = club.identities.version();
    let found = match forwarded {
        Some(visitor) => find_forwarded(&club, visitor).await,
        None => find(&club, token, &device).await,
    };
    let Found { person, session, cookie } = match found {
        Ok(found) => found,
        Err(failure) => return failure.response(club.words(speech)),
    };
    club.limits.meet(&person, wall());
    let address = guard::address(&club.settings, &request);
    let visitor = Visitor { person, seen, speech, address, session, device };
    request.extensions_mut().insert(visitor);
    // A handler that panics answers so, too.
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    let mut response = answered.unwrap_or_else(|_| Failure::Broken.into_response());
    if let Some(failure) = response.extensions_mut().remove::<Failure>() {
        response = failure.response(club.words(speech));
    }
    let token = response.extensions_mut().remove::<Become>().map(|Become(token)| token).or(cookie);
    if let Some(token) = token {
        give_cookie(&club, &token, &mut response);
    }
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Adds the cookie of a token to an answer.
pub fn give_cookie(club: &Club, token: &Token, response: &mut Response) {
    let secure = if club.settings.is_https() { "; Secure" } else { "" };
    let value = club.signer.sign(token);
    let cookie = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_AGE}{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// The page itself comes with a cookie: what it asks for next, several things at once, is asked by one visitor.
pub async fn greet(club: &Club, headers: &HeaderMap, response: &mut Response) {
    let token = token(club, headers);
    // If the store cannot be reached, the cookie stays as it is.
    if matches!(known(club, token, &device(headers)).await, Ok(None)) {
        let Known { person, session, .. } = Known::nobody();
        give_cookie(club, &Token { person: person.id, generation: 0, session: Some(session) }, response);
    }
}

/// A visitor whose request another node answers. The node that the browser has asked finds out who it is; the cookie
/// stays there, because messages between nodes are not encrypted. The hash of the session, which the store keeps too, is
/// not enough to sign in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ForwardedVisitor {
    person: String,
    generation: u32,
    /// The key of the session.
    session: String,
}

/// Finds out who asks, for the node that answers; returns the new cookie too, if the browser needs one.
///
/// # Errors
/// If the store cannot be read.
pub async fn introduce(club: &Club, headers: &HeaderMap) -> Result<(ForwardedVisitor, Option<Token>), Failure> {
    let Found { person, session, cookie } = find(club, token(club, headers), &device(headers)).await?;
    club.limits.meet(&person, wall());
    let visitor = ForwardedVisitor { person: person.id.as_str().to_owned(), generation: person.generation, session };
    Ok((visitor, cookie))
}

/// A cookie by which the node that answers counts the requests of a forwarded visitor. It names no session, and never
/// leaves the process.
pub fn stand_in(club: &Club, visitor: &ForwardedVisitor) -> String {
    let token = Token { person: PersonId::new(visitor.person.as_str()), generation: visitor.generation, session: None };
    format!("{COOKIE}={}", club.signer.sign(&token))
}

/// Who asks.
struct Found {
    person: Person,
    /// The key of the session.
    session: String,
    /// What the browser gets, if it needs a new cookie.
    cookie: Option<Token>,
}

/// The visitor with a cookie, or a new one.
async fn find(club: &Club, token: Option<Token>, device: &str) -> Result<Found, Failure> {
    let Known { person, session, is_new } = known(club, token, device).await?.unwrap_or_else(Known::nobody);
    let key = session.key();
    let token = Token { person: person.id.clone(), generation: person.generation, session: Some(session) };
    Ok(Found { person, session: key, cookie: is_new.then_some(token) })
}

/// Looks up a visitor whom another node has introduced. The session may have ended since then, and only the other node
/// can begin another: nothing is done, and the browser asks again.
async fn find_forwarded(club: &Club, visitor: ForwardedVisitor) -> Result<Found, Failure> {
    let ForwardedVisitor { person, generation, session } = visitor;
    let id = PersonId::new(person);
    if club.standings.is_blocked(&id) {
        return Err(Failure::Blocked);
    }
    let person = match look_up(club, &id, Some(session.clone())).await? {
        (Some(person), Some(_)) => person,
        // Newcomers are stored by what they do.
        (None, _) if generation == 0 => newcomer(id),
        _ => return Err(Failure::Closing),
    };
    Ok(Found { person, session, cookie: None })
}

/// A person, and the session with this key if it is the person's.
async fn look_up(
    club: &Club,
    id: &PersonId,
    key: Option<String>,
) -> Result<(Option<Person>, Option<KeptSession>), Failure> {
    let id = id.clone();
    club.read(move |store| {
        // The order matters: a newcomer's session is stored together with the newcomer.
        let person = store.person(&id)?;
        let session = key.map_or(Ok(None), |key| store.session(&key))?;
        Ok((person, session.filter(|session| session.person == id)))
    })
    .await
}

/// The owner of the cookie.
struct Known {
    person: Person,
    session: SessionId,
    /// Whether the browser needs a new cookie.
    is_new: bool,
}

impl Known {
    /// A visitor who has never been here before.
    fn nobody() -> Known {
        Known { person: newcomer(random::person_id()), session: SessionId::new(), is_new: true }
    }
}

/// The person and the session of a token. A visitor who has not played yet is not in the store, but stays the same
/// visitor.
async fn known(club: &Club, token: Option<Token>, device: &str) -> Result<Option<Known>, Failure> {
    let Some(token) = token.filter(|token| !club.standings.is_blocked(&token.person)) else { return Ok(None) };
    let key = token.session.as_ref().map(SessionId::key);
    let (person, kept) = look_up(club, &token.person, key.clone()).await?;
    let Some(person) = person else {
        let session = token.session.clone().unwrap_or_else(|| upgraded(club, &token, device));
        let (is_free, is_new) = (token.generation == 0, token.session.is_none());
        return Ok(is_free.then(|| Known { person: newcomer(token.person), session, is_new }));
    };
    match (token.session, kept) {
        (Some(session), Some(kept)) => {
            note_use(club, kept);
            Ok(Some(Known { person, session, is_new: false }))
        }
        (None, _) if person.generation == token.generation => {
            Ok(Some(upgrade(club, person, Token { session: None, ..token }, device).await))
        }
        // Another answer is already giving this browser its new cookie.
        _ => match key {
            Some(key) if club.is_replaced(&key).await => Ok(Some(Known { is_new: false, ..Known::nobody() })),
            _ => Ok(None),
        },
    }
}

/// Records from time to time that a session is in use.
fn note_use(club: &Club, session: KeptSession) {
    let now = wall();
    if now.saturating_sub(session.seen_at) >= SEEN_EVERY {
        // If this cannot be written, the next request tries again.
        club.store().write(vec![Write::SessionSeen { key: session.key, now }], Box::new(drop));
    }
}

fn upgraded(club: &Club, token: &Token, device: &str) -> SessionId {
    SessionId::upgraded(&club.signer, &token.text(), device)
}

/// Begins a session for a cookie from an earlier version, which had none.
async fn upgrade(club: &Club, person: Person, token: Token, device: &str) -> Known {
    let (session, now) = (upgraded(club, &token, device), wall());
    let (owner, device) = (person.id.clone(), device.to_owned());
    let kept = KeptSession { key: session.key(), person: owner, device, created_at: now, seen_at: now };
    let written = club.write(vec![Write::Session { session: kept, generation: Some(token.generation) }]).await;
    if let Err(error) = &written
        && *error != StoreError::Conflict
    {
        tracing::warn!(%error, "a session could not be written");
    }
    // If this cannot be written now, the next request tries again: the browser keeps its old cookie.
    Known { person, session, is_new: written.is_ok() }
}

/// The identity that a request claims, if this club signed it.
pub fn token(club: &Club, headers: &HeaderMap) -> Option<Token> {
    cookie(headers).and_then(|cookie| club.signer.read(cookie))
}

/// The person whose browser asks for a page, if they have been here before.
pub async fn person_of(club: &Club, headers: &HeaderMap) -> Option<PersonId> {
    let known = known(club, token(club, headers), "").await;
    known.ok().flatten().map(|known| known.person.id)
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    cookies.flat_map(|value| value.split(';')).find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// The language that is asked for, or the first one of the browser that there is.
pub fn speech(uri: &Uri, headers: &HeaderMap) -> Speech {
    let query = uri.query().unwrap_or_default().split('&').find_map(|pair| pair.strip_prefix("lang="));
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepted = accepted.split(',').map(|choice| choice.split(';').next().unwrap_or(choice));
    query.into_iter().chain(accepted).find_map(Speech::from_tag).unwrap_or(Language::English.into())
}

/// Makes sure that the store knows the visitor: a seat is taken by a known person.
pub async fn keep(club: &Club, visitor: &Visitor) -> Result<(), Failure> {
    let id = visitor.person.id.clone();
    if club.read(move |store| store.person(&id)).await?.is_none() {
        club.write(visitor.arrival()).await?;
    }
    Ok(())
}
