//! Games from elsewhere.

use super::visitor::{Visitor, keep};
use super::{Body, Params};
use crate::api::{ImportQuery, ImportRequest, Imported, MyImports, Problem};
use crate::club::Club;
use crate::error::Failure;
use crate::importing::{self, Job};
use axum::Json;
use axum::extract::{Path, State};
use std::sync::Arc;
use std::time::Duration;

/// How long an answer waits for an import to finish: by default, and at most.
const WAIT: (u32, u32) = (10, 30);

/// Imports PDN or a Damka record. An import that takes longer than the answer waits continues in the background.
#[utoipa::path(post, path = "/api/me/games", params(ImportQuery), request_body = ImportRequest,
    responses((status = 200, body = Imported), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn import(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<ImportQuery>,
    Body(wanted): Body<ImportRequest>,
) -> Result<Json<Imported>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    if wanted.text.len() > super::IMPORT {
        return Err(Failure::TooLarge);
    }
    keep(&club, &visitor).await?;
    let job = importing::begin(&club, &visitor, wanted).await?;
    let patience = Duration::from_secs(query.wait.unwrap_or(WAIT.0).min(WAIT.1).into());
    let failed = job.within(patience, club.words(visitor.speech)).await;
    if failed.is_err() {
        club.imports.forget(&job.id);
    }
    failed.map(Json)
}

/// My imports that are in progress or finished recently, newest first.
#[utoipa::path(get, path = "/api/me/imports", responses((status = 200, body = MyImports)))]
pub async fn mine(State(club): State<Arc<Club>>, visitor: Visitor) -> Json<MyImports> {
    let words = club.words(visitor.speech);
    let imports = club.imports.of(&visitor.person.id).iter().map(|job| job.view(words)).collect();
    Json(MyImports { imports })
}

fn own(club: &Club, visitor: &Visitor, id: &str) -> Result<Arc<Job>, Failure> {
    club.imports.find(id, &visitor.person.id).ok_or(Failure::NoImport)
}

/// The progress of one of my imports.
#[utoipa::path(get, path = "/api/me/imports/{id}", params(("id" = String, Path)),
    responses((status = 200, body = Imported), (status = "4XX", body = Problem)))]
pub async fn look(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Imported>, Failure> {
    Ok(Json(own(&club, &visitor, &id)?.view(club.words(visitor.speech))))
}

/// Cancels one of my imports; games already read stay. A finished import is forgotten.
#[utoipa::path(delete, path = "/api/me/imports/{id}", params(("id" = String, Path)),
    responses((status = 200, body = Imported), (status = "4XX", body = Problem)))]
pub async fn cancel(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Imported>, Failure> {
    let job = own(&club, &visitor, &id)?;
    if job.is_done() {
        club.imports.forget(&id);
    } else {
        job.cancel();
    }
    Ok(Json(job.view(club.words(visitor.speech))))
}
