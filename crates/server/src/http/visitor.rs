//! Who asks, and in which language.

use super::guard;
use crate::club::Club;
use crate::create::Creator;
use crate::error::Failure;
use crate::people::{Token, newcomer};
use crate::random;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::Uri;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damka_store::{Person, Write};
use damka_words::{Language, Speech};
use futures_util::FutureExt;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// The cookie's name.
const COOKIE: &str = "damka";
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
}

impl Visitor {
    /// As a creator of games.
    #[must_use]
    pub fn creator(&self) -> Creator {
        let Person { id, name, picture, .. } = self.person.clone();
        Creator { person: id, name, picture }
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
    let token = cookie(request.headers()).and_then(|cookie| club.signer.read(cookie));
    let seen = club.identities.version();
    let known = match known(&club, token).await {
        Ok(known) => known,
        Err(failure) => return failure.response(club.words(speech)),
    };
    let is_new = known.is_none();
    let person = known.unwrap_or_else(|| newcomer(random::person_id()));
    let token = Token { person: person.id.clone(), generation: person.generation };
    let visitor = Visitor { person, seen, speech, address: guard::address(&club.settings, &request) };
    request.extensions_mut().insert(visitor);
    // A handler that panics answers so, too.
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    let mut response = answered.unwrap_or_else(|_| Failure::Broken.into_response());
    if let Some(failure) = response.extensions_mut().remove::<Failure>() {
        response = failure.response(club.words(speech));
    }
    let token = response.extensions_mut().remove::<Become>().map(|Become(token)| token).or(is_new.then_some(token));
    if let Some(token) = token {
        give_cookie(&club, &token, &mut response);
    }
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn give_cookie(club: &Club, token: &Token, response: &mut Response) {
    let secure = club.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https:"));
    let secure = if secure { "; Secure" } else { "" };
    let value = club.signer.sign(token);
    let cookie = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_AGE}{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// The page itself comes with a cookie: what it asks for next, several things at once, is asked by one visitor.
pub fn greet(club: &Club, headers: &HeaderMap, response: &mut Response) {
    if cookie(headers).and_then(|cookie| club.signer.read(cookie)).is_none() {
        give_cookie(club, &Token { person: random::person_id(), generation: 0 }, response);
    }
}

/// The person of a token. Somebody who has not played yet is not in the store, and still the same visitor.
async fn known(club: &Club, token: Option<Token>) -> Result<Option<Person>, Failure> {
    let Some(token) = token else { return Ok(None) };
    let id = token.person.clone();
    let person = club.read(move |store| store.person(&id)).await?;
    Ok(match person {
        Some(person) if person.generation == token.generation => Some(person),
        Some(_) => None,
        None => (token.generation == 0).then(|| newcomer(token.person)),
    })
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
        club.write(vec![Write::Newcomer(visitor.person.clone())]).await?;
    }
    Ok(())
}
