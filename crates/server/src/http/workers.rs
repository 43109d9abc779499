//! Workers as keepers see them, and the keys that let them work.

use super::keeper::Keeper;
use super::reach::reach;
use super::{Body, Params, lists};
use crate::api::{MakeWorkerKey, Problem, PuzzlesPage, PuzzlesQuery, WorkView, WorkerKeyMade};
use crate::club::Club;
use crate::error::Failure;
use crate::jobs::{keys, standing};
use crate::keeper::Desk;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use std::sync::Arc;

/// Workers, the queue, keys, and how the levels of the computer stand.
#[utoipa::path(get, path = "/api/keeper/work", responses((status = 200, body = WorkView), (status = "4XX", body = Problem)))]
pub async fn look(State(club): State<Arc<Club>>, keeper: Keeper) -> Result<Json<WorkView>, Failure> {
    Ok(Json(standing::look(&club, club.words(keeper.speech())).await?))
}

/// Makes a key with which programs work for the club.
#[utoipa::path(post, path = "/api/keeper/work/keys", request_body = MakeWorkerKey,
    responses((status = 200, body = WorkerKeyMade), (status = "4XX", body = Problem)))]
pub async fn make_key(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    headers: HeaderMap,
    Body(wanted): Body<MakeWorkerKey>,
) -> Result<Json<WorkerKeyMade>, Failure> {
    let (number, key) = keys::make(&club, &Desk::new(&club, keeper.authority()), &wanted.name).await?;
    let address = reach(&club, &headers).address("/");
    let command = format!("damka worker --club {} --key {key}", address.trim_end_matches('/'));
    Ok(Json(WorkerKeyMade { number, key, command }))
}

/// Withdraws a key: programs that have it are refused from now on.
#[utoipa::path(delete, path = "/api/keeper/work/keys/{number}", params(("number" = i64, Path)),
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn withdraw_key(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Path(number): Path<String>,
) -> Result<StatusCode, Failure> {
    let number = number.parse().map_err(|_| Failure::NoWorkerKey)?;
    keys::withdraw(&club, &Desk::new(&club, keeper.authority()), number).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Puzzles that workers have found in the games of the club.
#[utoipa::path(get, path = "/api/keeper/work/puzzles", params(PuzzlesQuery),
    responses((status = 200, body = PuzzlesPage), (status = "4XX", body = Problem)))]
pub async fn puzzles(
    State(club): State<Arc<Club>>,
    _: Keeper,
    Params(query): Params<PuzzlesQuery>,
) -> Result<Json<PuzzlesPage>, Failure> {
    Ok(Json(standing::puzzles(&club, lists::page(query.before.as_deref())?).await?))
}
