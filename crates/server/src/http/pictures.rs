//! Pictures for previews of addresses in other programs.

use super::Visitor;
use super::fixed::Fixed;
use crate::club::Club;
use crate::error::Failure;
use crate::preview;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{self, HeaderValue};
use axum::response::Response;
use damka_conduct::GameId;
use damka_rules::{Position, Ruleset};
use std::sync::{Arc, OnceLock};

/// How long other programs may keep the picture of a game that is played, in seconds.
const SHOWN: &str = "public, max-age=60";

/// The picture of the club: the beginning of the first game.
#[utoipa::path(get, path = "/api/preview.png",
    responses((status = 200, content_type = "image/png", body = Vec<u8>), (status = 304)))]
pub async fn club(headers: HeaderMap) -> Result<Response, Failure> {
    static MADE: OnceLock<Fixed> = OnceLock::new();
    if MADE.get().is_none() {
        let first = Ruleset::all().first().copied().ok_or(Failure::Broken)?;
        let made = drawn(first, first.start()).await?;
        let _ = MADE.set(made);
    }
    MADE.get().map(|made| shown(made, &headers)).ok_or(Failure::Broken)
}

/// A game as anybody may see it: the position of its listing, which is the one that spectators see.
#[utoipa::path(get, path = "/api/games/{id}/preview.png", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/png", body = Vec<u8>), (status = 304)))]
pub async fn game(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    // Drawing costs about as much as a short thought.
    club.limits.thought(&visitor.person.id, visitor.address)?;
    let listing = club.listing(&GameId::new(id)).await?;
    let made = drawn(listing.spec.ruleset, listing.position).await?;
    Ok(shown(&made, &headers))
}

async fn drawn(ruleset: Ruleset, position: Position) -> Result<Fixed, Failure> {
    let draw = move || Fixed::new("image/png", preview::png(&ruleset, &position));
    tokio::task::spawn_blocking(draw).await.map_err(|_| Failure::Closing)
}

fn shown(made: &Fixed, headers: &HeaderMap) -> Response {
    let mut response = made.answer(headers);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(SHOWN));
    response
}
