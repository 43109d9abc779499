//! The devices on which the visitor is signed in.

use super::Visitor;
use crate::api::{Problem, SessionView, Sessions};
use crate::club::Club;
use crate::error::Failure;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use std::sync::Arc;

/// The visitor's sessions, most recently used first.
async fn sessions_of(club: &Club, visitor: &Visitor) -> Result<Json<Sessions>, Failure> {
    let id = visitor.person.id.clone();
    let kept = club.read(move |store| store.sessions_of(&id)).await?;
    let sessions = kept.into_iter().map(|session| SessionView {
        current: session.key == visitor.session,
        id: session.key,
        device: session.device,
        created_at: session.created_at,
        seen_at: session.seen_at,
    });
    Ok(Json(Sessions { sessions: sessions.collect() }))
}

/// The devices on which I am signed in.
#[utoipa::path(get, path = "/api/me/sessions", responses((status = 200, body = Sessions)))]
pub async fn mine(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<Sessions>, Failure> {
    sessions_of(&club, &visitor).await
}

/// Signs me out on one device.
#[utoipa::path(delete, path = "/api/me/sessions/{id}", params(("id" = String, Path, description = "Of the session.")),
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn end(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    let asked = id.clone();
    let found = club.read(move |store| store.session(&asked)).await?;
    found.filter(|session| session.person == visitor.person.id).ok_or(Failure::NoSession)?;
    club.end_session(&visitor.person.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs me out everywhere else. Codes for other devices expire too.
#[utoipa::path(post, path = "/api/me/sessions/end-others",
    responses((status = 200, body = Sessions), (status = "4XX", body = Problem)))]
pub async fn end_others(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<Sessions>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    club.end_sessions(&visitor.person.id, Some(&visitor.session)).await?;
    sessions_of(&club, &visitor).await
}
