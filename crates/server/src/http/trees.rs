//! Games with variations: read, written as PDN, and kept as notes.

use super::aside::aside;
use super::export::{file_name, named_tree, visible_table};
use super::{Body, NOTES, Visitor, notes};
use crate::api::{Notes, Pdn, Problem, TreeMoves, TreeRequest, TreeText, TreeView};
use crate::club::Club;
use crate::create;
use crate::error::Failure;
use crate::{positions, trees};
use axum::Json;
use axum::extract::{Path, State};
use damka_conduct::GameId;
use damka_notation::pdn::{self, GameTree};
use damka_store::KeptNote;
use damka_words::Words;
use std::sync::Arc;
use trees::Tree;

/// Reads a game in PDN, with its variations.
#[utoipa::path(post, path = "/api/tree", request_body = TreeText,
    responses((status = 200, body = TreeView), (status = "4XX", body = Problem)))]
pub async fn read(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<TreeText>,
) -> Result<Json<TreeView>, Failure> {
    club.limits.note(&visitor.person.id, visitor.address)?;
    if wanted.pdn.len() > NOTES {
        return Err(Failure::TooLarge);
    }
    let read = move |words: &Words| {
        let default = wanted.rules.as_deref().map(|line| create::ruleset(line, words)).transpose()?;
        let game = trees::read_pdn(&wanted.pdn, default, "pdn", words)?;
        let tree = Tree::of(&game);
        if tree.size() > trees::MOST_MOVES { Err(Failure::TooLarge) } else { tree.view(trees::tags(&game), words) }
    };
    Ok(Json(aside(&club, &visitor, read).await?))
}

/// Writes a game that is not one of the club's as PDN.
#[utoipa::path(post, path = "/api/tree/pdn", request_body = TreeRequest,
    responses((status = 200, body = Pdn), (status = "4XX", body = Problem)))]
pub async fn write(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<TreeRequest>,
) -> Result<Json<Pdn>, Failure> {
    club.limits.note(&visitor.person.id, visitor.address)?;
    let write = move |words: &Words| {
        let ruleset = create::ruleset(&wanted.rules, words)?;
        let fen = wanted.fen.as_deref();
        let start = fen.map_or_else(|| Ok(ruleset.start()), |text| positions::position(&ruleset, text, words))?;
        let (tags, result) = trees::read_tags(&wanted.tags)?;
        let tree = Tree::read(ruleset, start, &wanted.moves, words)?.game(tags, result);
        Ok(Pdn { pdn: pdn::write(&tree), name: file_name(&tree) })
    };
    Ok(Json(aside(&club, &visitor, write).await?))
}

/// A game of the club with my notes in it.
#[utoipa::path(get, path = "/api/games/{id}/tree", params(("id" = String, Path)),
    responses((status = 200, body = TreeView), (status = "4XX", body = Problem)))]
pub async fn look(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<TreeView>, Failure> {
    let id = GameId::new(id);
    let own = own(&club, &visitor, &id).await?;
    let kept = note(&club, &visitor, &id).await?;
    let show = move |words: &Words| {
        let tree = with_notes(&own, kept.as_ref(), words)?;
        Ok(TreeView { changed: kept.map(|kept| kept.changed_at), ..tree.view(trees::tags(&own), words)? })
    };
    Ok(Json(aside(&club, &visitor, show).await?))
}

async fn note(club: &Arc<Club>, visitor: &Visitor, id: &GameId) -> Result<Option<KeptNote>, Failure> {
    let (id, person) = (id.clone(), visitor.person.id.clone());
    club.read(move |store| store.note(&person, &id)).await
}

/// A game with what somebody noted about it.
fn with_notes(own: &GameTree, kept: Option<&KeptNote>, words: &Words) -> Result<Tree, Failure> {
    let noted = kept.map(|kept| trees::read_pdn(&kept.text, Some(own.ruleset), "notes", words));
    let begun = || GameTree { start: own.start, ..GameTree::new(own.ruleset) };
    let mut tree = Tree::of(&noted.transpose()?.unwrap_or_else(begun));
    // What was played is always there, also where the notes say something else.
    tree.add_line(&own.main, None);
    Ok(tree)
}

/// A game as PDN, with what the visitor noted about it.
///
/// # Errors
/// If the notes cannot be read.
pub(super) async fn noted_pdn(
    club: &Arc<Club>,
    visitor: &Visitor,
    id: &GameId,
    own: GameTree,
) -> Result<String, Failure> {
    let kept = note(club, visitor, id).await?;
    let write = move |words: &Words| {
        let Some(kept) = kept else { return Ok(pdn::write(&own)) };
        let tree = with_notes(&own, Some(&kept), words)?;
        Ok(pdn::write(&tree.game(own.tags, own.result)))
    };
    aside(club, visitor, write).await
}

/// Keeps a tree as my notes about a game that is over, or that I play over days.
#[utoipa::path(put, path = "/api/games/{id}/tree", params(("id" = String, Path)), request_body = TreeMoves,
    responses((status = 200, body = Notes), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn put(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(wanted): Body<TreeMoves>,
) -> Result<Json<Notes>, Failure> {
    club.limits.note(&visitor.person.id, visitor.address)?;
    let id = GameId::new(id);
    notes::noted_table(&club, &visitor, &id).await?;
    let text = game_pdn(&club, &visitor, &id, wanted).await?.pdn;
    Ok(Json(notes::store(&club, visitor, id, text).await?))
}

/// Writes a tree as PDN, with the tags and the result of a game of the club.
#[utoipa::path(post, path = "/api/games/{id}/tree/pdn", params(("id" = String, Path)), request_body = TreeMoves,
    responses((status = 200, body = Pdn), (status = "4XX", body = Problem)))]
pub async fn write_game(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(wanted): Body<TreeMoves>,
) -> Result<Json<Pdn>, Failure> {
    club.limits.note(&visitor.person.id, visitor.address)?;
    Ok(Json(game_pdn(&club, &visitor, &GameId::new(id), wanted).await?))
}

async fn game_pdn(club: &Arc<Club>, visitor: &Visitor, id: &GameId, wanted: TreeMoves) -> Result<Pdn, Failure> {
    let own = own(club, visitor, id).await?;
    let write = move |words: &Words| {
        let tree = Tree::read(own.ruleset, own.start, &wanted, words)?.game(own.tags, own.result);
        Ok(Pdn { pdn: pdn::write(&tree), name: file_name(&tree) })
    };
    aside(club, visitor, write).await
}

/// The game itself, as far as the visitor may see it.
async fn own(club: &Arc<Club>, visitor: &Visitor, id: &GameId) -> Result<GameTree, Failure> {
    let table = visible_table(club, visitor, id).await?.table;
    named_tree(club, id, &table, club.words(visitor.speech)).await
}
