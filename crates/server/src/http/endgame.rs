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
use crate::{create, fair_play, positions};
use axum::Json;
use axum::extract::State;
use damka_rules::Ruleset;
use damka_words::Words;
use std::sync::Arc;

/// Asks the tables on a thread that may take its time.
async fn ask<T: Send + 'static>(
    club: &Arc<Club>,
    visitor: &Visitor,
    question: impl FnOnce(&Library, &Words) -> Result<T, Failure> + Send + 'static,
) -> Result<Json<T>, Failure> {
    club.limits.looked_up(&visitor.person.id, visitor.address)?;
    let (shared, speech) = (Arc::clone(club), visitor.speech);
    let look = move |_: &mut Tools| question(&Library(Arc::clone(&shared)), shared.words(speech));
    club.engines.librarian.ask(visitor.asker(), look).await?.map(Json)
}

/// The club's tables.
struct Library(Arc<Club>);

impl Library {
    fn shelf(&self, ruleset: &Ruleset) -> Shelf {
        Shelf::of(self.0.endgame.as_deref(), ruleset)
    }
}

/// What endgame tables say of a position with few pieces and of each of its moves.
#[utoipa::path(post, path = "/api/position/endgame", request_body = PositionRequest,
    responses((status = 200, body = EndgameView), (status = "4XX", body = Problem)))]
pub async fn position(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<PositionRequest>,
) -> Result<Json<EndgameView>, Failure> {
    let forbidden = fair_play::forbidden(&club, &visitor.person.id).await?;
    let look = move |library: &Library, words: &Words| {
        let game = positions::game(&wanted, words).and_then(|game| forbidden.check(game))?;
        Ok(endgame::look(&library.shelf(game.ruleset()), &game, words))
    };
    ask(&club, &visitor, look).await
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
    ask(&club, &visitor, move |library, words| Ok(endgame::kinds(&library.shelf(&ruleset), &ruleset, words))).await
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
    let choose = move |library: &Library, words: &Words| {
        endgame::choose(&library.shelf(&ruleset), &ruleset, &query.kind, query.number, words)
    };
    ask(&club, &visitor, choose).await
}

/// Answers a move of somebody who practises with the longest defence, or says how the win was thrown away.
#[utoipa::path(post, path = "/api/exercises/answer", request_body = ExerciseTry,
    responses((status = 200, body = ExerciseAnswer), (status = "4XX", body = Problem)))]
pub async fn answer(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(tried): Body<ExerciseTry>,
) -> Result<Json<ExerciseAnswer>, Failure> {
    let forbidden = fair_play::forbidden(&club, &visitor.person.id).await?;
    let answer = move |library: &Library, words: &Words| {
        let game = positions::game(&tried.position, words).and_then(|game| forbidden.check(game))?;
        endgame::answer(&library.shelf(game.ruleset()), &game, words)
    };
    ask(&club, &visitor, answer).await
}
