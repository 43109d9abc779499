//! The visitor’s notices.

use super::{Body, Visitor};
use crate::api::{NoticesView, Problem, ReadNotices};
use crate::club::Club;
use crate::error::Failure;
use crate::notices;
use axum::Json;
use axum::extract::State;
use damka_conduct::GameId;
use damka_store::{NoticeWrite, Write};
use std::sync::Arc;

async fn notices_of(club: &Club, visitor: &Visitor) -> Result<Json<NoticesView>, Failure> {
    let id = visitor.person.id.clone();
    let kept = club.read(move |store| store.notices().notices_of(&id)).await?;
    let words = club.words(visitor.speech);
    let notices: Vec<_> = kept.iter().map(|notice| notices::view(notice, words)).collect();
    let unread = notices.iter().filter(|notice| !notice.read).count() as u32;
    Ok(Json(NoticesView { unread, notices }))
}

/// What I am told.
#[utoipa::path(get, path = "/api/me/notices",
    responses((status = 200, body = NoticesView), (status = 503, body = Problem)))]
pub async fn mine(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<NoticesView>, Failure> {
    notices_of(&club, &visitor).await
}

/// I have read what I was told.
#[utoipa::path(post, path = "/api/me/notices/read", request_body = ReadNotices,
    responses((status = 200, body = NoticesView), (status = "4XX", body = Problem)))]
pub async fn read(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<ReadNotices>,
) -> Result<Json<NoticesView>, Failure> {
    club.limits.note(&visitor.person.id, visitor.address)?;
    let ReadNotices { upto, game } = wanted;
    let person = visitor.person.id.clone();
    let read = NoticeWrite::Read { person, upto, game: game.map(GameId::new) };
    club.write(vec![Write::Notice(read)]).await?;
    notices_of(&club, &visitor).await
}
