//! For those who run the server.

use super::fixed::Fixed;
use super::guard::address;
use super::proxy::is_forwarded;
use crate::api::Problem;
use crate::club::Club;
use crate::error::{Failure, store_text};
use crate::settings::Settings;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap};
use axum::response::{IntoResponse, Response};
use damka_store::JobState;
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};

/// Whether the server can do its work: heartbeats are written, every table can be read, and the disk has room.
#[utoipa::path(get, path = "/api/health", responses((status = 200, body = String), (status = 503, body = Problem)))]
pub async fn health(State(club): State<Arc<Club>>, request: Request) -> Response {
    let words = club.words(super::visitor::speech(request.uri(), request.headers()));
    match club.health.tell() {
        Ok(free) => {
            let mut lines = vec!["ok".to_owned()];
            lines.extend(free.map(|free| {
                let megabytes = [("megabytes", ((free >> 20) as u32).into())];
                words.say("server-little-room", &megabytes)
            }));
            // People can still play, so the answer reports it without failing: nothing should restart the server for
            // this.
            let problem = club.backups.state().problem;
            lines.extend(problem.map(|error| {
                let reason = [("reason", store_text(words, &error).into())];
                words.say("server-backup-failed", &reason)
            }));
            lines.join("\n").into_response()
        }
        Err(error) => Failure::Store(error).response(words),
    }
}

/// Whether a request comes from the machine itself. Requests forwarded by a proxy on the same machine also arrive from
/// there, but count only if the club runs with `--behind-proxy` and the proxy names the machine as their origin. A
/// proxy need not leave traces, and a club with a public URL is usually behind one, so without `--behind-proxy` such a
/// club treats no request as local.
fn is_from_here(settings: &Settings, request: &Request) -> bool {
    let is_handed_on = !settings.behind_proxy && is_forwarded(request.headers());
    let is_named = settings.public_url.is_none() || settings.behind_proxy;
    is_named && !is_handed_on && address(settings, request).is_loopback()
}

/// An address outside the API that does not accept the method.
pub async fn wrong_method(State(club): State<Arc<Club>>, request: Request) -> Response {
    let speech = super::visitor::speech(request.uri(), request.headers());
    Failure::WrongMethod.response(club.words(speech))
}

/// Numbers, in the form that Prometheus reads; only from the machine itself.
pub async fn metrics(State(club): State<Arc<Club>>, request: Request) -> Response {
    if !is_from_here(&club.settings, &request) {
        let speech = super::visitor::speech(request.uri(), request.headers());
        return Failure::LocalOnly.response(club.words(speech));
    }
    let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    let (counts, backups) = (&club.counts, club.backups.state());
    let rows = [
        ("damka_games_in_memory", "gauge", "Games in memory.", club.games.len() as u64),
        ("damka_sockets", "gauge", "Open sockets.", count(&counts.sockets)),
        ("damka_events_total", "counter", "Events of games written.", count(&counts.events)),
        ("damka_requests_total", "counter", "Requests.", count(&counts.requests)),
        ("damka_slow_sockets_total", "counter", "Sockets closed because nobody read.", count(&counts.slow)),
        ("damka_moves_waiting", "gauge", "Moves the computer has to find.", club.engines.players.waiting() as u64),
        ("damka_hints_waiting", "gauge", "Hints to be found.", club.engines.hints.waiting() as u64),
        ("damka_analyses_waiting", "gauge", "Positions to be analysed.", club.engines.analysts.waiting() as u64),
        ("damka_jobs_waiting", "gauge", "Jobs that nobody has taken yet.", waiting_jobs(&club).await),
        ("damka_backup_failed", "gauge", "Whether the last backup failed.", u64::from(backups.problem.is_some())),
        (
            "damka_backup_seconds",
            "gauge",
            "When the last backup was made, since 1970.",
            backups.last_at.unwrap_or(0) / 1000,
        ),
        ("damka_disk_free_bytes", "gauge", "Bytes that can still be written.", club.health.free().unwrap_or(0)),
        ("damka_run_milliseconds", "counter", "Since the server began.", club.clock.now()),
    ];
    let line = |(name, kind, help, value): (&str, &str, &str, u64)| {
        format!("# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n")
    };
    let text: String = rows.into_iter().map(line).collect();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// How many jobs nobody has; none if the store cannot be asked.
async fn waiting_jobs(club: &Club) -> u64 {
    let counts = club.read(|store| store.jobs().job_counts()).await.unwrap_or_default();
    let waiting = counts.iter().filter(|count| count.state == JobState::Waiting);
    waiting.map(|count| u64::from(count.count)).sum()
}

/// The API's description.
pub async fn description(headers: HeaderMap) -> Response {
    static DESCRIPTION: LazyLock<Fixed> = LazyLock::new(|| Fixed::new("application/json", super::openapi()));
    DESCRIPTION.answer(&headers)
}
