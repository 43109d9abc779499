//! For those who run the server.

use super::fixed::Fixed;
use super::guard::address;
use super::proxy::is_forwarded;
use crate::api::Problem;
use crate::club::Club;
use crate::error::{Failure, store_text};
use crate::settings::Settings;
use axum::extract::{Request, State};
use axum::http::header::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use damka_words::Words;
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};

/// The header of a health answer that says which club this is and how it sees the visitor; `damka doctor` reads it.
pub const HEALTH_HEADER: &str = "damka-health";

/// Whether the server can do its work: heartbeats are written, every table can be read, and the disk has room; a node's
/// lease is confirmed, and it is not about to close.
#[utoipa::path(get, path = "/api/health", responses((status = 200, body = String), (status = 503, body = Problem)))]
pub async fn health(State(club): State<Arc<Club>>, request: Request) -> Response {
    let words = club.words(super::visitor::speech(request.uri(), request.headers()));
    let mut response = match club.health.trouble(&club) {
        None => notes(&club, words, is_from_here(&club.settings, &request)).join("\n").into_response(),
        Some(failure) => failure.response(words),
    };
    if let Ok(value) = HeaderValue::from_str(&told_to_doctor(&club, &request)) {
        response.headers_mut().insert(HEALTH_HEADER, value);
    }
    response
}

/// Which club answers, for somebody who knows the club's secrets, and from where the visitor seems to come.
fn told_to_doctor(club: &Club, request: &Request) -> String {
    let by = if club.settings.behind_proxy { "proxy" } else { "peer" };
    format!("club={} visitor={} by={by}", club.mark, address(&club.settings, request))
}

/// What there is to say of a club that can do its work. How much it has to do is said on the machine itself only.
fn notes(club: &Club, words: &Words, is_from_here: bool) -> Vec<String> {
    let mut lines = vec!["ok".to_owned()];
    lines.extend(club.health.little_room().map(|free| {
        let megabytes = [("megabytes", ((free >> 20) as u32).into())];
        words.say("server-little-room", &megabytes)
    }));
    // People can still play, so the answer reports it without failing: nothing should restart the server for this.
    let problem = club.backups.state().problem;
    lines.extend(problem.map(|error| {
        let reason = [("reason", store_text(words, &error).into())];
        words.say("server-backup-failed", &reason)
    }));
    let is_slow = club.peers.as_ref().is_some_and(|peers| !peers.is_connected());
    lines.extend(is_slow.then(|| words.say("server-no-nats", &[])));
    if is_from_here {
        lines.push(standing(club, words));
    }
    lines
}

/// What the process is and what it has.
fn standing(club: &Club, words: &Words) -> String {
    let owners = club.owners();
    let mut variables = vec![
        ("games", owners.games.into()),
        ("contests", owners.contests.into()),
        ("sockets", club.counts.sockets.load(Ordering::Relaxed).into()),
    ];
    let Some(peers) = &club.peers else { return words.say("server-alone", &variables) };
    variables.extend([
        ("name", peers.name().into()),
        ("run", club.clock.run().to_string().into()),
        ("followed", owners.followed_games.into()),
        ("age", words.decimal(peers.lease_age().as_secs_f64(), 1).into()),
    ]);
    words.say("server-node", &variables)
}

/// Whether a request comes from the machine itself. Requests forwarded by a proxy on the same machine also arrive from
/// there, but count only if the club runs with `--behind-proxy` and the proxy names the machine as their origin. A
/// proxy need not leave traces, and a club with a public URL is usually behind one, so without `--behind-proxy` such a
/// club treats no request as local.
pub fn is_from_here(settings: &Settings, request: &Request) -> bool {
    let is_handed_on = !settings.behind_proxy && is_forwarded(request.headers());
    let is_named = settings.public_url.is_none() || settings.behind_proxy;
    is_named && !is_handed_on && address(settings, request).is_loopback()
}

/// An address outside the API that does not accept the method.
pub async fn wrong_method(State(club): State<Arc<Club>>, request: Request) -> Response {
    let speech = super::visitor::speech(request.uri(), request.headers());
    Failure::WrongMethod.response(club.words(speech))
}

/// The API's description.
pub async fn description(headers: HeaderMap) -> Response {
    static DESCRIPTION: LazyLock<Fixed> = LazyLock::new(|| Fixed::new("application/json", super::openapi()));
    DESCRIPTION.answer(&headers)
}
