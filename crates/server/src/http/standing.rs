//! Requests open to everyone about running the club and their own data: becoming a keeper or setting a new password
//! with a one-time code, reporting a name, exporting one's own data.

use super::people::signed_in_as;
use super::sign_in::sign_in;
use super::visitor::{Visitor, keep};
use super::{Body, people};
use crate::api::{ClaimKeeper, Me, PersonExport, Problem, ReportName, ResetPassword};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::{keeper, personal};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use damka_conduct::GameId;
use damka_store::NewReport;
use std::sync::Arc;

/// Makes the visitor a keeper, with the code of a one-time link.
#[utoipa::path(post, path = "/api/me/keeper", request_body = ClaimKeeper,
    responses((status = 200, body = Me), (status = "4XX", body = Problem)))]
pub async fn claim(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<ClaimKeeper>,
) -> Result<Json<Me>, Failure> {
    // Codes cannot be guessed, but nobody needs many attempts either.
    let guess = club.guess_code(visitor.address).await?;
    keeper::claim(&club, &visitor.person, &wanted.code).await?;
    guess.does_not_count();
    Ok(people::me_of(&club, &visitor.person, visitor.speech.language))
}

/// Sets a new password with the code of a one-time link, and signs in. Every other device is signed out.
#[utoipa::path(post, path = "/api/me/reset", request_body = ResetPassword,
    responses((status = 200, body = Me), (status = "4XX", body = Problem)))]
pub async fn reset(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<ResetPassword>,
) -> Result<Response, Failure> {
    let guess = club.guess_code(visitor.address).await?;
    let ResetPassword { code, password } = wanted;
    let owner = keeper::owner_of(&club, &code).await?;
    guess.does_not_count();
    crate::people::check_new_password(&password, owner.name.as_deref().unwrap_or_default())?;
    let hash = club.engines.hashers.ask(visitor.asker(), move |_| crate::people::hash(&password)).await??;
    let person = keeper::reset_password(&club, owner.id, &code, hash).await?;
    let cookie = sign_in(&club, &visitor, &person, Vec::new(), Vec::new()).await?;
    Ok(signed_in_as(&club, &person, cookie, visitor.speech.language))
}

/// Reports the name of a player in a game. The keepers see the report.
#[utoipa::path(post, path = "/api/reports", request_body = ReportName,
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn report(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<ReportName>,
) -> Result<StatusCode, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let game = GameId::new(wanted.game);
    let rows = club.listing(&game).await?.rows;
    if !club.may_see(&rows, Some(&visitor.person.id)) {
        return Err(Failure::NoGame);
    }
    let named = rows.at(wanted.side.0).find_map(|it| it.person().cloned().zip(it.name.clone()));
    let (person, name) = named.ok_or(Failure::NoPerson)?;
    keep(&club, &visitor).await?;
    let report = NewReport { at: wall(), reporter: visitor.person.id, person, name, game: Some(game) };
    keeper::report(&club, report).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Everything that is kept about me, as one file.
#[utoipa::path(get, path = "/api/me/export",
    responses((status = 200, body = PersonExport), (status = "4XX", body = Problem)))]
pub async fn export(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Response, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let made = personal::export(&club, &visitor.person, visitor.speech).await?;
    let mut response = Json(made).into_response();
    let name = HeaderValue::from_static("attachment; filename=\"damka-my-data.json\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}
