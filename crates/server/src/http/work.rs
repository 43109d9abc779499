//! Requests of workers: programs on other machines that think for the club. Each comes with a key.

use super::{Body, Visitor};
use crate::api::{GiveBackWork, HandInWork, NoteWork, Problem, TakeWork, WorkGiven, WorkGoesOn};
use crate::club::Club;
use crate::error::Failure;
use crate::jobs::outside;
use axum::Json;
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use damka_store::WorkerKey;
use std::sync::Arc;

/// The largest result: the longest game that is analysed has some 150 KB.
const RESULT: usize = 512 << 10;

/// All routes under `/api/work`.
pub fn routes() -> Router<Arc<Club>> {
    Router::new()
        .route("/take", post(take))
        .route("/{number}/progress", post(progress))
        .route("/{number}/result", post(result).layer(DefaultBodyLimit::max(RESULT)))
        .route("/{number}/back", post(back))
}

/// A program with a valid key. Nothing else of the request is read before.
pub struct Worker(WorkerKey);

impl FromRequestParts<Arc<Club>> for Worker {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, club: &Arc<Club>) -> Result<Worker, Failure> {
        let visitor = Visitor::from_request_parts(parts, club).await?;
        let sent = parts.headers.get(header::AUTHORIZATION).and_then(|sent| sent.to_str().ok());
        let sent = sent.and_then(|sent| sent.strip_prefix("Bearer "));
        outside::admit(club, sent, visitor.address).await.map(Worker)
    }
}

fn numbered(number: &str) -> Result<i64, Failure> {
    number.parse().map_err(|_| Failure::JobGone)
}

/// Takes a job, as soon as there is one; 204 if there was none for as long as the worker wanted to wait.
#[utoipa::path(post, path = "/api/work/take", request_body = TakeWork,
    responses((status = 200, body = WorkGiven), (status = 204), (status = "4XX", body = Problem)))]
pub async fn take(
    State(club): State<Arc<Club>>,
    Worker(key): Worker,
    Body(wanted): Body<TakeWork>,
) -> Result<Response, Failure> {
    Ok(match outside::take(&club, &key, &wanted).await? {
        Some(given) => Json(given).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// Says that a worker is still working on its job: as long as it does, no other worker gets the job.
#[utoipa::path(post, path = "/api/work/{number}/progress", params(("number" = i64, Path)), request_body = NoteWork,
    responses((status = 200, body = WorkGoesOn), (status = "4XX", body = Problem)))]
pub async fn progress(
    State(club): State<Arc<Club>>,
    Worker(key): Worker,
    Path(number): Path<String>,
    Body(told): Body<NoteWork>,
) -> Result<Json<WorkGoesOn>, Failure> {
    outside::goes_on(&club, &key, numbered(&number)?, told).await.map(Json)
}

/// Hands in what a worker has found. It is kept once.
#[utoipa::path(post, path = "/api/work/{number}/result", params(("number" = i64, Path)), request_body = HandInWork,
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn result(
    State(club): State<Arc<Club>>,
    Worker(key): Worker,
    Path(number): Path<String>,
    Body(told): Body<HandInWork>,
) -> Result<StatusCode, Failure> {
    outside::hand_in(&club, &key, numbered(&number)?, told).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives a job back, so that another worker can do it at once.
#[utoipa::path(post, path = "/api/work/{number}/back", params(("number" = i64, Path)), request_body = GiveBackWork,
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn back(
    State(club): State<Arc<Club>>,
    Worker(key): Worker,
    Path(number): Path<String>,
    Body(told): Body<GiveBackWork>,
) -> Result<StatusCode, Failure> {
    outside::back(&club, &key, numbered(&number)?, told.token, told.failed).await?;
    Ok(StatusCode::NO_CONTENT)
}
