//! Games from elsewhere.

use super::forward::IsForwarded;
use super::visitor::{Visitor, keep};
use super::{Body, Params};
use crate::api::{ImportQuery, ImportRequest, ImportStatus, Imported, MyImports, Problem};
use crate::club::Club;
use crate::error::Failure;
use crate::importing::{self, Job};
use axum::extract::{ConnectInfo, FromRequestParts, Path, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::{Extension, Json};
use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::sync::Arc;
use std::time::Duration;

/// How long an answer waits for an import to finish: by default, and at most.
const WAIT: (u32, u32) = (10, 30);

/// Where a request comes from, if a connection brought it.
pub struct Peer(Option<SocketAddr>);

/// Where requests come from that no connection brought.
const NOWHERE: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0));

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Peer, Infallible> {
        Ok(Peer(parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer)))
    }
}

/// Imports PDN or a Damka record. An import that takes longer than the answer waits continues in the background.
#[utoipa::path(post, path = "/api/me/games", params(ImportQuery), request_body = ImportRequest,
    responses((status = 200, body = Imported), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn import(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
    Peer(peer): Peer,
    Params(query): Params<ImportQuery>,
    Body(wanted): Body<ImportRequest>,
) -> Result<Json<Imported>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    if wanted.text.len() > super::IMPORT {
        return Err(Failure::TooLarge);
    }
    keep(&club, &visitor).await?;
    // One at a time, at whichever node.
    let others: Vec<MyImports> = club.ask_others("/me/imports", &headers, peer.unwrap_or(NOWHERE)).await;
    let is_busy = |import: &Imported| matches!(import.status, ImportStatus::Waiting | ImportStatus::Running);
    if others.iter().flat_map(|other| &other.imports).any(is_busy) {
        return Err(Failure::Capped { sentence: "server-cap-import", most: 1 });
    }
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
pub async fn mine(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
    Peer(peer): Peer,
    forwarded: Option<Extension<IsForwarded>>,
) -> Json<MyImports> {
    let words = club.words(visitor.speech);
    let mut imports: Vec<Imported> = club.imports.of(&visitor.person.id).iter().map(|job| job.view(words)).collect();
    if forwarded.is_none() {
        // Each node knows those that it reads.
        let others: Vec<MyImports> = club.ask_others("/me/imports", &headers, peer.unwrap_or(NOWHERE)).await;
        imports.extend(others.into_iter().flat_map(|other| other.imports));
    }
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
