//! Making games and taking seats.

use super::reach::reach;
use super::visitor::{Visitor, keep};
use super::{Body, Params, people};
use crate::api::{
    CreateGame, GameMade, GameView, Invitation, InvitationQuery, Problem, RematchAnswer, SeatTaken, TakeSeat,
};
use crate::club::Club;
use crate::create::{self, Template, Wish};
use crate::error::Failure;
use crate::live::{Answer, Eyes, Request, Who};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use damka_conduct::GameId;
use std::sync::Arc;

impl Visitor {
    /// As somebody who looks at a game.
    pub fn who(&self) -> Who {
        Who { person: self.person.id.clone(), seen: self.seen, speech: self.speech }
    }
}

/// Makes a game.
#[utoipa::path(post, path = "/api/games", request_body = CreateGame,
    responses((status = 200, body = GameMade), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn make(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<CreateGame>,
) -> Result<Json<GameMade>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    keep(&club, &visitor).await?;
    let template = Template::of(&Wish::of(&wanted)?, club.words(visitor.speech))?;
    let made = create::create(&club, visitor.creator(), &template).await?;
    people::settle(&club, &visitor).await?;
    Ok(Json(made))
}

/// The game as a visitor may see it.
pub async fn seen(club: &Arc<Club>, visitor: &Visitor, id: &GameId) -> Result<GameView, Failure> {
    let Answer::Look(moment, viewpoint) = club.ask(id, || Request::Look(visitor.who())).await? else {
        return Err(Failure::Broken);
    };
    let eyes = Eyes { viewpoint, speech: visitor.speech, spoken: false };
    moment.game_view(eyes, club.words(visitor.speech)).ok_or(Failure::Broken)
}

/// A game as this visitor may see it.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = "4XX", body = Problem)))]
pub async fn look(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<GameView>, Failure> {
    seen(&club, &visitor, &GameId::new(id)).await.map(Json)
}

/// Withdraws a game while nobody has come.
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn withdraw(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    club.ask(&GameId::new(id), || Request::Withdraw(visitor.person.id.clone())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a friend, or the arbiter, needs to come; only for the game's creator, while the seat is free.
#[utoipa::path(get, path = "/api/games/{id}/invitation", params(("id" = String, Path), InvitationQuery),
    responses((status = 200, body = Invitation), (status = "4XX", body = Problem)))]
pub async fn invite(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
    Params(query): Params<InvitationQuery>,
) -> Result<Json<Invitation>, Failure> {
    let game = seen(&club, &visitor, &id.as_str().into()).await?;
    let secret = if query.arbiter { game.you.arbiter_invitation } else { game.you.invitation };
    let secret = secret.ok_or(Failure::NotYourGame)?;
    let reach = reach(&club, &headers);
    let url = reach.address(&format!("/game/{id}#seat={secret}"));
    Ok(Json(Invitation { qr: reach.qr(&url), local: reach.local(), url }))
}

/// Takes a free seat.
#[utoipa::path(post, path = "/api/games/{id}/seat", params(("id" = String, Path)), request_body = TakeSeat,
    responses((status = 200, body = SeatTaken), (status = "4XX", body = Problem)))]
pub async fn sit(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(wanted): Body<TakeSeat>,
) -> Result<Json<SeatTaken>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    keep(&club, &visitor).await?;
    let request = || Request::Sit { who: visitor.creator(), invitation: wanted.invitation.clone() };
    let Answer::Sat(seat) = club.ask(&GameId::new(id), request).await? else { return Err(Failure::Broken) };
    people::settle(&club, &visitor).await?;
    Ok(Json(SeatTaken { seat: seat.into() }))
}

/// Asks for another game with colours changed.
#[utoipa::path(post, path = "/api/games/{id}/rematch", params(("id" = String, Path)),
    responses((status = 200, body = RematchAnswer), (status = "4XX", body = Problem)))]
pub async fn again(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<RematchAnswer>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let request = || Request::Rematch(visitor.person.id.clone());
    let Answer::Rematch(game) = club.ask(&GameId::new(id), request).await? else { return Err(Failure::Broken) };
    if let Some(game) = &game {
        // Its clocks run, so somebody has to look after it.
        club.game(game).await?;
    }
    Ok(Json(RematchAnswer { game: game.map(|game| game.to_string()) }))
}
