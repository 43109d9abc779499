//! Making games and taking seats.

use super::visitor::{Visitor, keep};
use super::{Body, Params, people};
use crate::api::{
    CreateGame, GameMade, GameView, Invitation, InvitationQuery, LinkMade, LinkView, OpponentChoice, Problem,
    RematchAnswer, SeatTaken, TakeSeat,
};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::live::{Question, Who};
use crate::{create, random};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use damka_rules::Colour;
use damka_store::Write;
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
    let made = create::create(&club, visitor.maker(), &wanted, club.words(visitor.speech)).await?;
    people::settle(&club, &visitor).await?;
    Ok(Json(made))
}

/// A game as this visitor may see it.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = "4XX", body = Problem)))]
pub async fn look(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Box<GameView>>, Failure> {
    Ok(Json(club.ask(&id, |reply| Question::Look(visitor.who(), reply)).await?))
}

/// Withdraws a game while nobody has come.
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn withdraw(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    club.ask(&id, |reply| Question::Withdraw(visitor.person.id.clone(), reply)).await??;
    Ok(StatusCode::NO_CONTENT)
}

/// What a friend, or the arbiter, needs to come; only for whoever made the game, while the seat is free.
#[utoipa::path(get, path = "/api/games/{id}/invitation", params(("id" = String, Path), InvitationQuery),
    responses((status = 200, body = Invitation), (status = "4XX", body = Problem)))]
pub async fn invite(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
    Params(query): Params<InvitationQuery>,
) -> Result<Json<Invitation>, Failure> {
    let game = club.ask(&id, |reply| Question::Look(visitor.who(), reply)).await?;
    let secret = if query.arbiter { game.you.arbiter_invitation } else { game.you.invitation };
    let secret = secret.ok_or(Failure::NotYourGame)?;
    let url = format!("{}/game/{id}#seat={secret}", people::base(&club, &headers));
    Ok(Json(Invitation { qr: people::qr(&url), url }))
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
    let question = |reply| Question::Sit {
        person: visitor.person.id.clone(),
        name: visitor.person.name.clone(),
        invitation: wanted.invitation.clone(),
        reply,
    };
    let seat = club.ask(&id, question).await??;
    people::settle(&club, &visitor).await?;
    Ok(Json(SeatTaken { seat }))
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
    Ok(Json(RematchAnswer { game: create::rematch(&club, &id, &visitor.person.id).await? }))
}

/// Makes a coach's link.
#[utoipa::path(post, path = "/api/links", request_body = CreateGame,
    responses((status = 200, body = LinkMade), (status = "4XX", body = Problem)))]
pub async fn make_link(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
    Body(wanted): Body<CreateGame>,
) -> Result<Json<LinkMade>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let words = club.words(visitor.speech);
    // What cannot be played is refused now and not to each pupil.
    create::spec(&wanted, Colour::White, words)?;
    if !matches!(wanted.opponent, OpponentChoice::Computer { .. } | OpponentChoice::SameScreen) {
        return Err(Failure::Refused { code: "opponent", text: words.say("server-link-opponent", &[]) });
    }
    let code = random::text(10);
    let game = serde_json::to_string(&wanted).unwrap_or_default();
    club.write(vec![Write::Link { code: code.clone(), game, now: wall() }]).await?;
    let url = format!("{}/link/{code}", people::base(&club, &headers));
    Ok(Json(LinkMade { qr: people::qr(&url), code, url }))
}

async fn link(club: &Club, code: String) -> Result<CreateGame, Failure> {
    let kept = club.read(move |store| store.link(&code)).await?;
    kept.and_then(|game| serde_json::from_str(&game).ok()).ok_or(Failure::NoLink)
}

/// What a coach's link opens.
#[utoipa::path(get, path = "/api/links/{code}", params(("code" = String, Path)),
    responses((status = 200, body = LinkView), (status = "4XX", body = Problem)))]
pub async fn look_at_link(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(code): Path<String>,
) -> Result<Json<LinkView>, Failure> {
    let (game, words) = (link(&club, code).await?, club.words(visitor.speech));
    let rules_name = words.ruleset_name(&create::ruleset(&game.rules, words)?);
    Ok(Json(LinkView { game, rules_name }))
}

/// Opens a fresh game for this visitor.
#[utoipa::path(post, path = "/api/links/{code}", params(("code" = String, Path)),
    responses((status = 200, body = GameMade), (status = "4XX", body = Problem)))]
pub async fn open_link(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(code): Path<String>,
) -> Result<Json<GameMade>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let game = link(&club, code).await?;
    keep(&club, &visitor).await?;
    let made = create::create(&club, visitor.maker(), &game, club.words(visitor.speech)).await?;
    people::settle(&club, &visitor).await?;
    Ok(Json(made))
}
