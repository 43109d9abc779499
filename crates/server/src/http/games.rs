//! Making games and taking seats.

use super::reach::reach;
use super::visitor::{Visitor, keep};
use super::{Body, Params, people};
use crate::api::{
    AnswerArbiter, CreateGame, EnterGame, GameMade, GameView, Invitation, InvitationQuery, Problem, RematchAnswer,
    SeatTaken, TakeSeat,
};
use crate::club::Club;
use crate::create::{self, Opponent, Template, Wish};
use crate::error::Failure;
use crate::live::{Answer, Eyes, Listing, Request, SeenTable, Who};
use crate::quota::{Account, Added};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use damka_conduct::{GameId, PersonId, Worded};
use std::sync::Arc;

impl Visitor {
    /// As somebody who looks at a game.
    pub fn who(&self) -> Who {
        Who { person: self.person.id.clone(), seen: self.seen, speech: self.speech, address: self.address }
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
    club.allows(&visitor.person.id, &template)?;
    if template.opponent == Opponent::Anybody {
        club.lobby.may_offer(&club, &visitor.person.id, visitor.address).await?;
    }
    let mut account = Account::of(&club, &visitor).await?;
    account.add(Added::GAME, club.words(visitor.speech))?;
    let made = create::create(&club, visitor.creator(), &template).await?;
    account.charge(&club, Added::GAME);
    club.lobby.made_from(&club, made.id.as_str().into(), visitor.address);
    people::settle(&club, &visitor).await?;
    Ok(Json(made))
}

/// A game's listing, if the visitor may see the game.
///
/// # Errors
/// If they may not.
pub(super) async fn admitted(club: &Arc<Club>, person: &PersonId, id: &GameId) -> Result<Listing, Failure> {
    let listing = club.listing(id).await?;
    if club.may_see(&listing.rows, Some(person)) { Ok(listing) } else { Err(Failure::NoGame) }
}

/// The table as the visitor may see it.
///
/// # Errors
/// If there is no such game, or the visitor may not see it.
pub(super) async fn seen_table(club: &Arc<Club>, visitor: &Visitor, id: &GameId) -> Result<SeenTable, Failure> {
    match club.ask(id, || Request::Table(visitor.person.id.clone())).await? {
        Answer::Table(seen) => Ok(*seen),
        _ => Err(Failure::Broken),
    }
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

/// The link with which a friend or the arbiter joins; only for the game's creator, while the seat is free. Also the
/// link for watching a private game.
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
    let side = query.side.map_or_else(String::new, |side| format!("&side={}", side.0.word()));
    let (kind, secret) = match query {
        InvitationQuery { watch: true, .. } => ("watch", game.you.watch_invitation),
        InvitationQuery { arbiter: true, .. } => ("seat", game.you.arbiter_invitation),
        _ => ("seat", game.you.invitation),
    };
    let secret = secret.ok_or(Failure::NotYourGame)?;
    let reach = reach(&club, &headers);
    let url = reach.address(&format!("/game/{id}#{kind}={secret}{side}"));
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
    let request = || Request::Sit {
        who: visitor.creator(),
        invitation: wanted.invitation.clone(),
        side: wanted.side.map(|side| side.0),
    };
    let Answer::Sat(seat) = club.ask(&GameId::new(id), request).await? else { return Err(Failure::Broken) };
    people::settle(&club, &visitor).await?;
    Ok(Json(SeatTaken { seat: seat.into() }))
}

/// Begins a game of teams before every place is taken: the teams are as large as they are now. Only for its creator, when
/// somebody has come to each side.
#[utoipa::path(post, path = "/api/games/{id}/begin", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn begin(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    club.ask(&GameId::new(id), || Request::Begin(visitor.person.id.clone())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Enters a private game with the secret of a link. From then on the visitor can see it.
#[utoipa::path(post, path = "/api/games/{id}/enter", params(("id" = String, Path)), request_body = EnterGame,
    responses((status = 204), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn enter(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(wanted): Body<EnterGame>,
) -> Result<StatusCode, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let request = || Request::Enter { person: visitor.person.id.clone(), secret: wanted.secret.clone() };
    club.ask(&GameId::new(id), request).await?;
    keep(&club, &visitor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Answers a person who offers to be the arbiter: the creator's opponent agrees or declines.
#[utoipa::path(post, path = "/api/games/{id}/arbiter", params(("id" = String, Path)), request_body = AnswerArbiter,
    responses((status = 204), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn answer_arbiter(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(wanted): Body<AnswerArbiter>,
) -> Result<StatusCode, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let request = || Request::Arbiter { person: visitor.person.id.clone(), agrees: wanted.agrees };
    club.ask(&GameId::new(id), request).await?;
    Ok(StatusCode::NO_CONTENT)
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
    let mut account = Account::of(&club, &visitor).await?;
    account.add(Added::GAME, club.words(visitor.speech))?;
    let request = || Request::Rematch(visitor.person.id.clone());
    let Answer::Rematch(game) = club.ask(&GameId::new(id), request).await? else { return Err(Failure::Broken) };
    if let Some(game) = &game {
        account.charge(&club, Added::GAME);
        // Its clocks run, so somebody has to look after it.
        club.game(game).await?;
    }
    Ok(Json(RematchAnswer { game: game.map(|game| game.to_string()) }))
}
