//! Moves that a player prepares in a game over days.

use super::aside::aside;
use super::games::seen_table;
use super::{Body, Visitor};
use crate::api::{ConditionsRequest, ConditionsView, Problem};
use crate::club::Club;
use crate::conditions::{LONGEST_LINE, MOST_LINES, Plan};
use crate::error::Failure;
use crate::live::{Answer, Request};
use crate::trees::Tree;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use damka_conduct::{GameId, PersonId};
use damka_rules::Colour;
use damka_words::Words;
use std::sync::Arc;

async fn own(club: &Arc<Club>, person: &PersonId, id: &GameId) -> Result<(Colour, Option<Box<Plan>>), Failure> {
    match club.ask(id, || Request::Plan(person.clone())).await? {
        Answer::Plan(side, plan) => Ok((side, plan)),
        _ => Err(Failure::Broken),
    }
}

fn view(plan: Option<&Plan>, words: &Words) -> Result<ConditionsView, Failure> {
    let tree = plan.map(Plan::tree).filter(|tree| !tree.is_empty());
    Ok(ConditionsView {
        tree: tree.map(|tree| tree.view(Vec::new(), words)).transpose()?,
        forced: plan.is_some_and(|plan| plan.forced),
        lost: plan.is_some_and(|plan| plan.lost),
    })
}

/// What I have prepared in a game over days.
#[utoipa::path(get, path = "/api/games/{id}/conditions", params(("id" = String, Path)),
    responses((status = 200, body = ConditionsView), (status = "4XX", body = Problem)))]
pub async fn look(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<ConditionsView>, Failure> {
    let (_, plan) = own(&club, &visitor.person.id, &GameId::new(id)).await?;
    Ok(Json(aside(&club, &visitor, move |words: &Words| view(plan.as_deref(), words)).await?))
}

/// Prepares moves in my game over days: they are made for me when the opponent has made the moves that they answer.
#[utoipa::path(put, path = "/api/games/{id}/conditions", params(("id" = String, Path)), request_body = ConditionsRequest,
    responses((status = 200, body = ConditionsView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn put(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(wanted): Body<ConditionsRequest>,
) -> Result<Json<ConditionsView>, Failure> {
    club.limits.note(&visitor.person.id, visitor.address)?;
    if wanted.moves.nodes.len() > MOST_LINES * LONGEST_LINE {
        return Err(Failure::TooLarge);
    }
    let id = GameId::new(id);
    let (side, _) = own(&club, &visitor.person.id, &id).await?;
    let table = seen_table(&club, &visitor, &id).await?.table;
    let ConditionsRequest { ply, moves, forced } = wanted;
    let read = move |words: &Words| {
        let game = table.game();
        if ply as usize != game.played().len() {
            return Err(Failure::MovedOn);
        }
        let tree = Tree::read(*game.ruleset(), *game.position(), &moves, words)?;
        Plan::check(&tree, side, words)?;
        let plan = Plan::new(tree, forced);
        Ok((view(Some(&plan), words)?, Box::new(plan)))
    };
    let (view, plan) = aside(&club, &visitor, read).await?;
    let person = &visitor.person.id;
    club.ask(&id, || Request::Prepare(person.clone(), ply, Some(plan.clone()))).await?;
    Ok(Json(view))
}

/// Takes back everything that I have prepared in a game.
#[utoipa::path(delete, path = "/api/games/{id}/conditions", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn delete(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    club.limits.note(&visitor.person.id, visitor.address)?;
    let person = &visitor.person.id;
    club.ask(&GameId::new(id), || Request::Prepare(person.clone(), 0, None)).await?;
    Ok(StatusCode::NO_CONTENT)
}
