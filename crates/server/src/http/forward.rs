//! Requests that only the owner of a game or a contest can answer, passed on to the node that owns it.

use super::{BODY, CONDITIONS, router};
use crate::club::Club;
use crate::error::Failure;
use crate::nodes::Leader;
use crate::nodes::post::{Call, Reply};
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damka_conduct::{ContestId, GameId};
use serde::{Deserialize, Serialize};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tower::ServiceExt;

/// How often a request is passed on whose owner changes at that very moment.
const TRIES: usize = 4;
/// How long to wait before that.
const AGAIN: std::time::Duration = std::time::Duration::from_millis(300);

/// A request on its way to another node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Forwarded {
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

/// Marks a request that another node has passed on: it goes no further.
#[derive(Clone, Copy, Debug)]
pub(super) struct IsForwarded;

/// What a request is about whose answer only an owner knows.
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
}

/// Passes a request on if another node has to answer it.
pub async fn forward(State(club): State<Arc<Club>>, request: Request, next: Next) -> Response {
    let about = About::of(request.method(), request.uri().path());
    let is_forwarded = request.extensions().get::<IsForwarded>().is_some();
    let Some(about) = about.filter(|_| club.peers.is_some() && !is_forwarded) else { return next.run(request).await };
    let words = club.words(super::visitor::speech(request.uri(), request.headers()));
    let (request, copy) = match read(request).await {
        Ok(read) => read,
        Err(failure) => return failure.response(words),
    };
    for _ in 0..TRIES {
        let leader = match &about {
            About::Game(id) => club.leader_in_memory_or_store(id).await,
            About::Contest(id) => club.leader_of_contest(id).await,
            // If no other node of this run lives, nobody reads it any more, or it is read here.
            About::Import(run) => {
                let is_other = club.others().await.map(|others| others.contains(run));
                is_other.map(|is_other| if is_other { Leader::Other(*run) } else { Leader::Mine(*run) })
            }
        };
        let run = match leader {
            Ok(Leader::Other(run)) => run,
            // This node answers, or says why nobody can.
            Ok(Leader::Mine(_)) | Err(Failure::NoGame | Failure::Closing) => return next.run(request).await,
            Err(failure) => return failure.response(words),
        };
        if let Some(Reply::Http(answered)) = club.call(run, &Call::Http(copy.clone())).await
            && answered.status != StatusCode::SERVICE_UNAVAILABLE.as_u16()
        {
            return answered.into_response();
        }
        tokio::time::sleep(AGAIN).await;
    }
    Failure::Closing.response(words)
}

impl Club {
    /// The runs of the other nodes that live.
    async fn others(&self) -> Result<Vec<i64>, Failure> {
        if self.peers.is_none() {
            return Ok(Vec::new());
        }
        let own = self.clock.run();
        let nodes = self.read(|store| store.nodes().known_nodes()).await?;
        let others = nodes.into_iter().filter(|node| node.lease_left > 0 && node.run.id != own);
        Ok(others.map(|node| node.run.id).collect())
    }

    /// What the other nodes answer to a question that each answers for itself; those that do not answer are left out.
    pub(super) async fn ask_others<T: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        headers: &HeaderMap,
        peer: SocketAddr,
    ) -> Vec<T> {
        let asked = Forwarded {
            method: Method::GET.to_string(),
            uri: format!("/api{path}"),
            headers: headers.iter().filter_map(header_text).collect(),
            body: String::new(),
            peer,
        };
        let call = Call::Http(asked);
        let others = self.others().await.unwrap_or_default();
        let answers = others.into_iter().map(|run| self.call(run, &call));
        let read = |reply: Option<Reply>| match reply {
            Some(Reply::Http(answered)) => serde_json::from_str(&answered.body).ok(),
            _ => None,
        };
        futures_util::future::join_all(answers).await.into_iter().filter_map(read).collect()
    }
}

fn header_text((name, value): (&HeaderName, &HeaderValue)) -> Option<(String, String)> {
    Some((name.to_string(), value.to_str().ok()?.to_owned()))
}

/// Reads a request; gives it, and what is passed on of it.
async fn read(request: Request) -> Result<(Request, Forwarded), Failure> {
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, CONDITIONS.max(BODY)).await.map_err(|_| Failure::TooLarge)?;
    let text = String::from_utf8(bytes.to_vec()).map_err(|error| Failure::BadRequest(error.to_string()))?;
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), |ConnectInfo(peer)| *peer);
    let copy = Forwarded {
        method: parts.method.to_string(),
        uri: format!("/api{}", parts.uri),
        headers: parts.headers.iter().filter_map(header_text).collect(),
        body: text,
        peer,
    };
    Ok((Request::from_parts(parts, Body::from(bytes)), copy))
}

/// Answers a request that another node has passed on.
pub async fn answer_forwarded(club: &Arc<Club>, request: Forwarded) -> Answered {
    let failed = |status: StatusCode| Answered { status: status.as_u16(), headers: Vec::new(), body: String::new() };
    let mut builder = axum::http::Request::builder().method(&*request.method).uri(request.uri);
    for (name, value) in request.headers {
        builder = builder.header(name, value);
    }
    let builder = builder.extension(ConnectInfo(request.peer)).extension(IsForwarded);
    let Ok(request) = builder.body(Body::from(request.body)) else { return failed(StatusCode::BAD_REQUEST) };
    let Ok(response) = router(Arc::clone(club)).oneshot(request).await;
    let (parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else { return failed(StatusCode::BAD_GATEWAY) };
    Answered {
        status: parts.status.as_u16(),
        headers: parts.headers.iter().filter_map(header_text).collect(),
        body: String::from_utf8_lossy(&bytes).into_owned(),
    }
}

impl IntoResponse for Answered {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_GATEWAY);
        for (name, value) in self.headers {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
                // The connection's own headers are made anew.
                if name != axum::http::header::CONTENT_LENGTH && name != axum::http::header::CONNECTION {
                    response.headers_mut().append(name, value);
                }
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
