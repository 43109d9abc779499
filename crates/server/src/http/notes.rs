//! What somebody notes about a game: variations, signs and comments, for nobody else.

use super::visitor::{Visitor, keep};
use super::{Body, NOTES};
use crate::api::{Notes, Problem, PutNotes};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::live::{Answer, Request};
use crate::trees;
use axum::Json;
use axum::extract::{Path, State};
use damka_conduct::{GameId, Table};
use damka_store::Write;
use damka_words::Words;
use std::sync::Arc;

/// About how many games one person may have notes.
pub(super) const MOST: u32 = 2_000;

/// My notes about a game.
#[utoipa::path(get, path = "/api/games/{id}/notes", params(("id" = String, Path)),
    responses((status = 200, body = Notes), (status = "4XX", body = Problem)))]
pub async fn look(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Notes>, Failure> {
    let id = GameId::new(id);
    club.game(&id).await?;
    let person = visitor.person.id;
    let kept = club.read(move |store| store.note(&person, &id)).await?;
    Ok(Json(kept.map_or_else(Notes::default, |kept| Notes { pdn: kept.text, changed: Some(kept.changed_at) })))
}

/// Keeps my notes about a game that is over.
#[utoipa::path(put, path = "/api/games/{id}/notes", params(("id" = String, Path)), request_body = PutNotes,
    responses((status = 200, body = Notes), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn put(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(wanted): Body<PutNotes>,
) -> Result<Json<Notes>, Failure> {
    club.limits.note(&visitor.person.id, visitor.address)?;
    if wanted.pdn.len() > NOTES {
        return Err(Failure::TooLarge);
    }
    let id = GameId::new(id);
    let table = noted_table(&club, &visitor, &id).await?;
    let text = wanted.pdn.trim().to_owned();
    if !text.is_empty() {
        let (shared, speech, text) = (Arc::clone(&club), visitor.speech, text.clone());
        let check = move || check(&text, &table, shared.words(speech));
        tokio::task::spawn_blocking(check).await.map_err(|_| Failure::Closing)??;
    }
    Ok(Json(store(&club, visitor, id, text).await?))
}

/// The game, if notes can be written about it.
///
/// # Errors
/// If there is no such game, or it is not over.
pub(super) async fn noted_table(club: &Arc<Club>, visitor: &Visitor, id: &GameId) -> Result<Box<Table>, Failure> {
    let found = club.ask(id, || Request::Table(visitor.person.id.clone())).await?;
    let Answer::Table(table, ..) = found else { return Err(Failure::Broken) };
    // Nobody writes variations down while playing, or lets somebody else do so.
    if table.ending().is_none() && !club.game(id).await?.summary.listing().rows.imported {
        return Err(Failure::NotOver);
    }
    Ok(table)
}

/// Keeps notes that were checked.
///
/// # Errors
/// If they are too long or too many, or cannot be saved.
pub(super) async fn store(club: &Arc<Club>, visitor: Visitor, id: GameId, text: String) -> Result<Notes, Failure> {
    if text.len() > NOTES {
        return Err(Failure::TooLarge);
    }
    let (person, game) = (visitor.person.id.clone(), id.clone());
    let (known, all) = club.read(move |store| Ok((store.note(&person, &game)?, store.notes(&person)?))).await?;
    if known.is_none() && all >= MOST && !text.is_empty() {
        return Err(Failure::TooLarge);
    }
    keep(club, &visitor).await?;
    let now = wall();
    let note = Write::Note { person: visitor.person.id, game: id, text: text.clone(), now };
    club.write(vec![note]).await?;
    Ok(Notes { changed: (!text.is_empty()).then_some(now), pdn: text })
}

/// Notes are one game of the same rules from the same start, whose moves are legal; what is in it besides is the person's.
fn check(text: &str, table: &Table, words: &Words) -> Result<(), Failure> {
    let own = table.tree();
    let tree = trees::read_pdn(text, Some(own.ruleset), "notes", words)?;
    if tree.ruleset.line() != own.ruleset.line() || tree.start != own.start {
        return Err(Failure::Refused { code: "notes", text: words.say("server-notes-other", &[]) });
    }
    Ok(())
}
