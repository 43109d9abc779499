//! Requests that only the owner of a game or a contest can answer, forwarded to the node that owns it.
//!
//! Messages between nodes are sealed, but anyone who can read the wire or the table `calls` can read them. So a request
//! is forwarded with the person it comes from, and never with the cookie; cookies are given by the node that the browser
//! has asked.
//!
//! A request has an id, because the answer may be lost: the node that answers runs it once, however often it comes
//! (`nodes/calls.rs`).

use super::visitor::{ForwardedVisitor, give_cookie, introduce, stand_in};
use super::{BODY, CONDITIONS, router};
use crate::club::Club;
use crate::error::Failure;
use crate::nodes::Leader;
use crate::nodes::post::{Call, Reply};
use crate::people::Token;
use crate::random;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damka_conduct::{ContestId, GameId};
use serde::{Deserialize, Serialize};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tower::ServiceExt;

/// How often a request is forwarded again if the owner changes at that very moment.
const TRIES: usize = 4;
/// How long to wait before forwarding it again.
const AGAIN: std::time::Duration = std::time::Duration::from_millis(300);

/// The headers of a request on which its answer depends. The others stay here: cookies and keys are secret, and which
/// encodings the browser accepts concerns only this node, which compresses the answer.
const REQUEST_HEADERS: [HeaderName; 7] = [
    header::HOST,
    header::ORIGIN,
    header::CONTENT_TYPE,
    header::ACCEPT_LANGUAGE,
    header::USER_AGENT,
    header::FORWARDED,
    HeaderName::from_static("x-forwarded-for"),
];
/// The headers of an answer that are not sent back: the node that the browser has asked writes its own.
const OWN_HEADERS: [HeaderName; 4] =
    [header::SET_COOKIE, header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::CONNECTION];

/// A request on its way to another node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Forwarded {
    /// Tells the request from all others. It stays the same when the request is sent again.
    id: String,
    visitor: ForwardedVisitor,
    method: String,
    uri: String,
    headers: Vec<(String, String)>,
    /// Bodies are JSON.
    body: String,
    /// Where the request came from.
    peer: SocketAddr,
}

/// What was answered to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answered {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

/// Marks a request that another node has forwarded: it is not forwarded further, and the other node knows who asks.
#[derive(Clone, Debug)]
pub(super) struct IsForwarded(pub(super) ForwardedVisitor);

/// What a request that only an owner can answer is about.
enum About {
    Game(GameId),
    Contest(ContestId),
    /// An import that the node of this run reads.
    Import(i64),
}

impl About {
    /// What a request to a path is about; `None` if any node can answer it.
    fn of(method: &Method, path: &str) -> Option<About> {
        let mut parts = path.trim_matches('/').split('/');
        let parts = (parts.next()?, parts.next()?, parts.next().unwrap_or_default(), parts.next());
        match parts {
            ("games", id, "conditions", None) => Some(About::Game(GameId::new(id))),
            ("games", id, "" | "seat" | "begin" | "rematch" | "enter" | "arbiter", None) if method != Method::GET => {
                Some(About::Game(GameId::new(id)))
            }
            ("contests", id, "acts" | "enter", None) if method != Method::GET => {
                Some(About::Contest(ContestId::new(id)))
            }
            ("me", "imports", id, None) => id.split_once('-').and_then(|(run, _)| run.parse().ok()).map(About::Import),
            _ => None,
        }
    }

    /// The node that has to answer.
    async fn leader(&self, club: &Arc<Club>) -> Result<Leader, Failure> {
        match self {
            About::Game(id) => club.leader_in_memory_or_store(id).await,
            About::Contest(id) => club.leader_of_contest(id).await,
            // If no other live node has this run, the import has ended, or it runs here.
            About::Import(run) => {
                let is_other = club.others().await?.contains(run);
                Ok(if is_other { Leader::Other(*run) } else { Leader::Mine(*run) })
            }
        }
    }

    /// The run of the other node that has to answer; `None` if this node answers, or says why nobody can.
    async fn other(&self, club: &Arc<Club>) -> Result<Option<i64>, Failure> {
        match self.leader(club).await {
            Ok(Leader::Other(run)) => Ok(Some(run)),
            Ok(Leader::Mine(_)) | Err(Failure::NoGame | Failure::Closing) => Ok(None),
            Err(failure) => Err(failure),
        }
    }
}

/// Forwards a request if another node has to answer it.
pub async fn forward(State(club): State<Arc<Club>>, request: Request, next: Next) -> Response {
    let about = About::of(request.method(), request.uri().path());
    let is_forwarded = request.extensions().get::<IsForwarded>().is_some();
    let Some(about) = about.filter(|_| club.peers.is_some() && !is_forwarded) else { return next.run(request).await };
    let words = club.words(super::visitor::speech(request.uri(), request.headers()));
    let run = match about.other(&club).await {
        Ok(Some(run)) => run,
        Ok(None) => return next.run(request).await,
        Err(failure) => return failure.response(words),
    };
    let (request, forwarded, cookie) = match read(&club, request).await {
        Ok(read) => read,
        Err(failure) => return failure.response(words),
    };
    let mut response = match ask_owner(&club, &about, &forwarded, run).await {
        Fate::Here => return next.run(request).await,
        Fate::Answered(answered) => answered.into_response(),
        Fate::Failed(failure) => failure.response(words),
    };
    if let Some(cookie) = cookie {
        give_cookie(&club, &cookie, &mut response);
    }
    response
}

/// What became of a request that another node had to answer.
enum Fate {
    /// This node has to answer by now.
    Here,
    Answered(Answered),
    Failed(Failure),
}

/// Forwards a request to a run, and again until there is an answer.
///
/// What changes something must not be done twice, so it matters what the node that was asked may have done:
/// - After `NotMine`, nothing: the node does not own what the request is about, or is closing, and has not run the
///   request. The next owner is asked.
/// - After an answer with status 503, perhaps everything: a write whose answer was lost may be on disk, and the status
///   does not tell whether there was one. So the visitor gets this answer as any other.
/// - After no answer, perhaps everything. The same run is asked again, because it remembers the request. Another run
///   does not, and is asked only if the request is repeatable.
async fn ask_owner(club: &Arc<Club>, about: &About, request: &Forwarded, run: i64) -> Fate {
    let is_safe = request.is_safe();
    // A game accepts each of these requests once: a person who has a seat is told so, and there is one rematch.
    let is_repeatable = is_safe || matches!(about, About::Game(_));
    let (mut owner, mut unsure) = (Some(run), None);
    for _ in 0..TRIES {
        if unsure.is_some() && owner != unsure {
            return Fate::Failed(Failure::Unclear);
        }
        let Some(run) = owner else { return Fate::Here };
        match club.call(run, &Call::Http(request.clone())).await {
            Some(Reply::Http(answered)) if !is_safe || !answered.is_unavailable() => return Fate::Answered(answered),
            None if !is_repeatable => unsure = Some(run),
            _ => {}
        }
        tokio::time::sleep(AGAIN).await;
        owner = match about.other(club).await {
            Ok(owner) => owner,
            Err(failure) => return Fate::Failed(failure),
        };
    }
    Fate::Failed(if unsure.is_some() { Failure::Unclear } else { Failure::Closing })
}

impl Club {
    /// The runs of the other live nodes.
    async fn others(&self) -> Result<Vec<i64>, Failure> {
        if self.peers.is_none() {
            return Ok(Vec::new());
        }
        let own = self.clock.run();
        let nodes = self.read(|store| store.nodes().known_nodes()).await?;
        let others = nodes.into_iter().filter(|node| node.lease_left > 0 && node.run.id != own);
        Ok(others.map(|node| node.run.id).collect())
    }

    /// The answers of the other nodes to a question that each answers for itself; nodes that do not answer are left out.
    pub(super) async fn ask_others<T: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        headers: &HeaderMap,
        peer: SocketAddr,
    ) -> Vec<T> {
        let others = self.others().await.unwrap_or_default();
        if others.is_empty() {
            return Vec::new();
        }
        let Ok((visitor, _)) = introduce(self, headers).await else { return Vec::new() };
        let asked = Forwarded {
            id: new_id(),
            visitor,
            method: Method::GET.to_string(),
            uri: format!("/api{path}"),
            headers: headers_of(headers),
            body: String::new(),
            peer,
        };
        let call = Call::Http(asked);
        let answers = others.into_iter().map(|run| self.call(run, &call));
        let read = |reply: Option<Reply>| match reply {
            Some(Reply::Http(answered)) => serde_json::from_str(&answered.body).ok(),
            _ => None,
        };
        futures_util::future::join_all(answers).await.into_iter().filter_map(read).collect()
    }
}

/// The id of a request: 110 bits.
fn new_id() -> String {
    random::text(22)
}

fn header_text((name, value): (&HeaderName, &HeaderValue)) -> Option<(String, String)> {
    Some((name.to_string(), value.to_str().ok()?.to_owned()))
}

/// The headers of a request that are forwarded.
fn headers_of(headers: &HeaderMap) -> Vec<(String, String)> {
    headers.iter().filter(|(name, _)| REQUEST_HEADERS.contains(name)).filter_map(header_text).collect()
}

/// Reads a request and finds out who asks; returns the request, what is forwarded, and the new cookie if the browser
/// needs one.
async fn read(club: &Club, request: Request) -> Result<(Request, Forwarded, Option<Token>), Failure> {
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, CONDITIONS.max(BODY)).await.map_err(|_| Failure::TooLarge)?;
    let text = String::from_utf8(bytes.to_vec()).map_err(|error| Failure::BadRequest(error.to_string()))?;
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), |ConnectInfo(peer)| *peer);
    let (visitor, cookie) = introduce(club, &parts.headers).await?;
    let copy = Forwarded {
        id: new_id(),
        visitor,
        method: parts.method.to_string(),
        uri: format!("/api{}", parts.uri),
        headers: headers_of(&parts.headers),
        body: text,
        peer,
    };
    Ok((Request::from_parts(parts, Body::from(bytes)), copy, cookie))
}

impl Forwarded {
    /// The id, which stays the same when the request is sent again.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether the request only reads, so that it may be run more than once.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        Method::from_bytes(self.method.as_bytes()).is_ok_and(|method| method.is_safe())
    }

    /// Whether this node has to answer. If not, or if it cannot know, nothing has been done.
    pub async fn is_for(&self, club: &Arc<Club>) -> bool {
        // A node that closes lets everything go: the next owner answers.
        if *club.closing().borrow() {
            return false;
        }
        let Some(about) = self.about() else { return true };
        match about.leader(club).await {
            Ok(Leader::Other(_)) | Err(Failure::Closing | Failure::Store(_) | Failure::Unsure(_)) => false,
            // That there is no such game is an answer, too.
            Ok(Leader::Mine(_)) | Err(_) => true,
        }
    }

    fn about(&self) -> Option<About> {
        let method = Method::from_bytes(self.method.as_bytes()).ok()?;
        let uri: Uri = self.uri.parse().ok()?;
        About::of(&method, uri.path().strip_prefix("/api")?)
    }
}

/// Runs a request that another node has forwarded.
pub async fn answer_forwarded(club: &Arc<Club>, request: Forwarded) -> Answered {
    let Forwarded { id: _, visitor, method, uri, headers, body, peer } = request;
    let mut builder = axum::http::Request::builder().method(&*method).uri(uri);
    for (name, value) in headers {
        builder = builder.header(name, value);
    }
    let builder = builder.header(header::COOKIE, stand_in(club, &visitor));
    let builder = builder.extension(ConnectInfo(peer)).extension(IsForwarded(visitor));
    let Ok(request) = builder.body(Body::from(body)) else { return Answered::without_body(StatusCode::BAD_REQUEST) };
    let Ok(response) = router(Arc::clone(club)).oneshot(request).await;
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.ok().and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
    let Some(body) = body else {
        tracing::error!("the answer to a forwarded request is not text");
        return Answered::without_body(StatusCode::BAD_GATEWAY);
    };
    // Nobody signs in by a forwarded request, so no cookie is lost here.
    let kept = parts.headers.iter().filter(|(name, _)| !OWN_HEADERS.contains(name));
    Answered { status: parts.status.as_u16(), headers: kept.filter_map(header_text).collect(), body }
}

impl Answered {
    fn without_body(status: StatusCode) -> Answered {
        Answered { status: status.as_u16(), headers: Vec::new(), body: String::new() }
    }

    /// What is answered to a request that panicked outside of its handler.
    #[must_use]
    pub fn broken() -> Answered {
        Answered::without_body(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn is_unavailable(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE.as_u16()
    }
}

impl IntoResponse for Answered {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_GATEWAY);
        for (name, value) in self.headers {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
                response.headers_mut().append(name, value);
            }
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_for_owner(method: Method, path: &str) -> bool {
        About::of(&method, path).is_some()
    }

    #[test]
    fn only_the_owner_answers_what_changes_a_game() {
        for path in ["/games/g", "/games/g/seat", "/games/g/rematch", "/contests/c/acts"] {
            assert!(is_for_owner(Method::POST, path), "{path}");
            assert!(!is_for_owner(Method::GET, path), "{path}");
        }
        assert!(is_for_owner(Method::GET, "/games/g/conditions"), "what somebody prepared");
        assert!(is_for_owner(Method::GET, "/me/imports/7-abc"), "the node that reads it knows how far it is");
        assert!(!is_for_owner(Method::GET, "/me/imports/abc"));
        for path in ["/games", "/games/g/hint", "/games/g/notes", "/me/name", "/contests", "/games/g/tree/pdn"] {
            assert!(!is_for_owner(Method::POST, path), "{path}");
        }
    }
}
