//! What somebody notes about a game: variations, signs and comments, for nobody else.

use super::aside::aside;
use super::games::{admitted, seen_table};
use super::visitor::{Visitor, keep};
use super::{Body, NOTES};
use crate::api::{Notes, Problem, PutNotes};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::live::SeenTable;
use crate::quota::{Account, Added};
use crate::trees;
use axum::Json;
use axum::extract::{Path, State};
use damka_conduct::{GameId, Table};
use damka_store::Write;
use damka_words::Words;
use std::sync::Arc;

/// My notes about a game.
#[utoipa::path(get, path = "/api/games/{id}/notes", params(("id" = String, Path)),
    responses((status = 200, body = Notes), (status = "4XX", body = Problem)))]
pub async fn look(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Notes>, Failure> {
    let id = GameId::new(id);
    let person = visitor.person.id;
    admitted(&club, &person, &id).await?;
    let kept = club.read(move |store| store.note(&person, &id)).await?;
    Ok(Json(kept.map_or_else(Notes::default, |kept| Notes { pdn: kept.text, changed: Some(kept.changed_at) })))
}

/// Keeps my notes about a game that is over, or that I play over days. Only I can see them.
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
        let text = text.clone();
        aside(&club, &visitor, move |words: &Words| check(&text, &table, words)).await?;
    }
    Ok(Json(store(&club, visitor, id, text).await?))
}

/// The game, if notes can be written about it.
///
/// # Errors
/// If there is no such game, or it is being played and is not the visitor's own game over days.
pub(super) async fn noted_table(club: &Arc<Club>, visitor: &Visitor, id: &GameId) -> Result<Table, Failure> {
    let SeenTable { table, sight, .. } = seen_table(club, visitor, id).await?;
    if sight.notes { Ok(table) } else { Err(Failure::NotOver) }
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
    let known = club.read(move |store| store.note(&person, &game)).await?;
    let bytes = text.len().saturating_sub(known.as_ref().map_or(0, |note| note.text.len())) as u64;
    let notes = u32::from(known.is_none() && !text.is_empty());
    let added = Added { notes, bytes, ..Added::default() };
    let mut account = Account::of(club, &visitor).await?;
    account.add(added, club.words(visitor.speech))?;
    keep(club, &visitor).await?;
    let now = wall();
    let note = Write::Note { person: visitor.person.id, game: id, text: text.clone(), now };
    club.write(vec![note]).await?;
    if bytes > 0 {
        account.charge(club, added);
    }
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
