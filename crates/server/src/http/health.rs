//! For those who run the server.

use super::fixed::Fixed;
use super::guard::address;
use crate::api::Problem;
use crate::club::Club;
use crate::error::Failure;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap};
use axum::response::{IntoResponse, Response};
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};

/// Whether the server can do its work: it can if the last heartbeat could be written.
#[utoipa::path(get, path = "/api/health", responses((status = 200, body = String), (status = 503, body = Problem)))]
pub async fn health(State(club): State<Arc<Club>>, request: Request) -> Response {
    match club.trouble() {
        None => "ok".into_response(),
        Some(error) => {
            let speech = super::visitor::speech(request.uri(), request.headers());
            Failure::Store(error).response(club.words(speech))
        }
    }
}

/// Numbers, in the form that Prometheus reads; only from the machine itself.
pub async fn metrics(State(club): State<Arc<Club>>, request: Request) -> Response {
    if !address(&club.settings, &request).is_loopback() {
        return Failure::Foreign.into_response();
    }
    let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    let counts = &club.counts;
    let rows = [
        ("damka_games_in_memory", "gauge", "Games in memory.", club.games.len() as u64),
        ("damka_sockets", "gauge", "Open sockets.", count(&counts.sockets)),
        ("damka_events_total", "counter", "Events of games written.", count(&counts.events)),
        ("damka_requests_total", "counter", "Requests.", count(&counts.requests)),
        ("damka_slow_sockets_total", "counter", "Sockets closed because nobody read.", count(&counts.slow)),
        ("damka_moves_waiting", "gauge", "Moves the computer has to find.", club.engines.players.waiting() as u64),
        ("damka_hints_waiting", "gauge", "Hints to be found.", club.engines.hints.waiting() as u64),
        ("damka_analyses_waiting", "gauge", "Positions to be analysed.", club.engines.analysts.waiting() as u64),
        ("damka_jobs_waiting", "gauge", "Games to be analysed.", club.engines.jobs.waiting() as u64),
        ("damka_run_milliseconds", "counter", "Since the server began.", club.clock.now()),
    ];
    let line = |(name, kind, help, value): (&str, &str, &str, u64)| {
        format!("# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n")
    };
    let text: String = rows.into_iter().map(line).collect();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// The API's description.
pub async fn description(headers: HeaderMap) -> Response {
    static DESCRIPTION: LazyLock<Fixed> = LazyLock::new(|| Fixed::new("application/json", super::openapi()));
    DESCRIPTION.answer(&headers)
}
