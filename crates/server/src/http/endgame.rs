//! Endgame tables and the trainer.

use super::{Body, Params, Visitor};
use crate::api::{
    EndgameView, ExerciseAnswer, ExerciseQuery, ExerciseTry, ExerciseView, ExercisesView, LineQuery, PositionRequest,
    Problem,
};
use crate::club::Club;
use crate::endgame::{self, Shelf};
use crate::engine::Tools;
use crate::error::Failure;
use crate::{create, positions};
use axum::Json;
use axum::extract::State;
use damka_rules::Ruleset;
use damka_words::Words;
use std::sync::Arc;
use tokio::sync::oneshot;

/// Asks the tables on a thread that may take its time.
async fn ask<T: Send + 'static>(
    club: &Arc<Club>,
    visitor: &Visitor,
    ruleset: Ruleset,
    question: impl FnOnce(&Shelf, &Words) -> T + Send + 'static,
) -> Result<Json<T>, Failure> {
    club.limits.looked_up(&visitor.person.id, visitor.address)?;
    let (tell, told) = oneshot::channel();
    let (shared, speech) = (Arc::clone(club), visitor.speech);
    let look = move |_: &mut Tools| {
        let shelf = Shelf::of(shared.endgame.as_deref(), &ruleset);
        let _ = tell.send(question(&shelf, shared.words(speech)));
    };
    // A job that ends without an answer has dropped the sender.
    club.engines.librarian.run(look, || ())?;
    told.await.map(Json).map_err(|_| Failure::Broken)
}

/// What endgame tables say of a position with few pieces and of each of its moves.
#[utoipa::path(post, path = "/api/position/endgame", request_body = PositionRequest,
    responses((status = 200, body = EndgameView), (status = "4XX", body = Problem)))]
pub async fn position(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<PositionRequest>,
) -> Result<Json<EndgameView>, Failure> {
    let game = positions::game(&wanted, club.words(visitor.speech))?;
    ask(&club, &visitor, *game.ruleset(), move |shelf, words| endgame::look(shelf, &game, words)).await
}

/// The endings of a game that can be practised.
#[utoipa::path(get, path = "/api/exercises", params(LineQuery),
    responses((status = 200, body = ExercisesView), (status = "4XX", body = Problem)))]
pub async fn kinds(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<LineQuery>,
) -> Result<Json<ExercisesView>, Failure> {
    let ruleset = create::ruleset(&query.rules, club.words(visitor.speech))?;
    ask(&club, &visitor, ruleset, move |shelf, words| endgame::kinds(shelf, &ruleset, words)).await
}

/// A position to be won.
#[utoipa::path(get, path = "/api/exercises/position", params(ExerciseQuery),
    responses((status = 200, body = ExerciseView), (status = "4XX", body = Problem)))]
pub async fn choose(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<ExerciseQuery>,
) -> Result<Json<ExerciseView>, Failure> {
    let ruleset = create::ruleset(&query.rules, club.words(visitor.speech))?;
    let chosen = ask(&club, &visitor, ruleset, move |shelf, words| {
        endgame::choose(shelf, &ruleset, &query.kind, query.number, words)
    });
    chosen.await?.0.map(Json)
}

/// Answers a move of somebody who practises with the longest defence, or says how the win was thrown away.
#[utoipa::path(post, path = "/api/exercises/answer", request_body = ExerciseTry,
    responses((status = 200, body = ExerciseAnswer), (status = "4XX", body = Problem)))]
pub async fn answer(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(tried): Body<ExerciseTry>,
) -> Result<Json<ExerciseAnswer>, Failure> {
    let game = positions::game(&tried.position, club.words(visitor.speech))?;
    let answer = ask(&club, &visitor, *game.ruleset(), move |shelf, words| endgame::answer(shelf, &game, words));
    answer.await?.0.map(Json)
}
