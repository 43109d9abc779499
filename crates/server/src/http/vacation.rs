//! My vacation in games over days.

use super::visitor::keep;
use super::{Body, Visitor};
use crate::api::{GoOnVacation, Problem, VacationView};
use crate::club::Club;
use crate::error::Failure;
use crate::vacations;
use axum::Json;
use axum::extract::State;
use std::sync::Arc;

/// My vacation, and the days that I have left this year.
#[utoipa::path(get, path = "/api/me/vacation",
    responses((status = 200, body = VacationView), (status = 503, body = Problem)))]
pub async fn look(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<VacationView>, Failure> {
    vacations::look(&club, &visitor.person.id).await.map(Json)
}

/// Goes on vacation from now on, in all of my games over days whose players agreed to vacations; or changes its end.
#[utoipa::path(put, path = "/api/me/vacation", request_body = GoOnVacation,
    responses((status = 200, body = VacationView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn put(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<GoOnVacation>,
) -> Result<Json<VacationView>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    keep(&club, &visitor).await?;
    vacations::begin(&club, &visitor.person.id, wanted.until, club.words(visitor.speech)).await.map(Json)
}

/// Comes back from vacation early: the days that are left of it are not taken.
#[utoipa::path(delete, path = "/api/me/vacation",
    responses((status = 200, body = VacationView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn delete(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<VacationView>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    vacations::end(&club, &visitor.person.id).await.map(Json)
}
