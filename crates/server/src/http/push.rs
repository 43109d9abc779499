//! Devices that show notices while the page is closed.

use super::visitor::keep;
use super::{Body, Visitor};
use crate::api::{DropDevice, Problem, PutDevice};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::notices::{Endpoint, are_keys};
use axum::extract::State;
use axum::http::StatusCode;
use damka_store::{NoticeWrite, PushDevice, Write};
use std::sync::Arc;

/// This browser shows notices while the page is closed.
#[utoipa::path(post, path = "/api/me/push", request_body = PutDevice,
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn on(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<PutDevice>,
) -> Result<StatusCode, Failure> {
    let PutDevice { endpoint, key, auth } = wanted;
    if Endpoint::read(&endpoint, club.settings.push_anywhere).is_err() || !are_keys(&key, &auth) {
        return Err(Failure::PushDevice);
    }
    club.limits.note(&visitor.person.id, visitor.address)?;
    keep(&club, &visitor).await?;
    let (session, language) = (visitor.session.clone(), visitor.speech.language.code().to_owned());
    let device = PushDevice { endpoint, key, auth, session, language, created_at: wall() };
    club.write(vec![Write::Notice(NoticeWrite::Device { person: visitor.person.id, device })]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// This browser shows no notices any more.
#[utoipa::path(delete, path = "/api/me/push", request_body = DropDevice,
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn off(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<DropDevice>,
) -> Result<StatusCode, Failure> {
    let gone = NoticeWrite::NoDevice { endpoint: wanted.endpoint, person: Some(visitor.person.id) };
    club.write(vec![Write::Notice(gone)]).await?;
    Ok(StatusCode::NO_CONTENT)
}
