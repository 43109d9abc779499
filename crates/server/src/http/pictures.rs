//! Pictures for previews of addresses in other programs.

use super::Visitor;
use super::aside::aside;
use super::fixed::Fixed;
use super::games::admitted;
use crate::club::Club;
use crate::error::Failure;
use crate::preview;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{self, HeaderValue};
use axum::response::Response;
use damka_conduct::GameId;
use damka_rules::{Position, Ruleset};
use damka_words::Words;
use std::sync::{Arc, OnceLock};

/// How long other programs may keep the picture of a game that is played, in seconds.
const SHOWN: &str = "public, max-age=60";

/// The picture of the club: the beginning of the first game.
#[utoipa::path(get, path = "/api/preview.png",
    responses((status = 200, content_type = "image/png", body = Vec<u8>), (status = 304)))]
pub async fn club(State(club): State<Arc<Club>>, visitor: Visitor, headers: HeaderMap) -> Result<Response, Failure> {
    static MADE: OnceLock<Fixed> = OnceLock::new();
    if MADE.get().is_none() {
        let first = Ruleset::all().first().copied().ok_or(Failure::Broken)?;
        let made = aside(&club, &visitor, move |_: &Words| Ok(drawn(first, first.start()))).await?;
        let _ = MADE.set(made);
    }
    MADE.get().map(|made| shown(made, &headers)).ok_or(Failure::Broken)
}

/// A game as spectators see it. A private game has no picture, and a blindfold player gets none.
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
    let listing = admitted(&club, &visitor.person.id, &GameId::new(id)).await?;
    if !listing.rows.is_public() {
        return Err(Failure::NoGame);
    }
    if !listing.sight(&visitor.person.id).has_board() {
        return Err(Failure::NotOver);
    }
    let (ruleset, position) = (listing.spec.ruleset, listing.public().position);
    let made = aside(&club, &visitor, move |_: &Words| Ok(drawn(ruleset, position))).await?;
    Ok(shown(&made, &headers))
}

fn drawn(ruleset: Ruleset, position: Position) -> Fixed {
    Fixed::new("image/png", preview::png(&ruleset, &position))
}

fn shown(made: &Fixed, headers: &HeaderMap) -> Response {
    let mut response = made.answer(headers);
    let answer = response.headers_mut();
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(SHOWN));
    // Other sites may embed it: that is what it is for.
    answer.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    response
}
