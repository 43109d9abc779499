//! Lists of games: the lobby, the wall, my games.

use super::{Params, Visitor};
use crate::api::{GameStatus, GameSummary, GamesPage, GamesQuery, LobbyView, Problem, ResultName};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::live::acts::seat_of;
use crate::live::{Brief, listed};
use axum::Json;
use axum::extract::State;
use damka_store::{GameFilter, GameRow, OwnResult, Status};
use damka_words::Speech;
use std::sync::Arc;

/// The most games of a list.
const MOST: usize = 100;
/// A game that nobody came to for so long is not offered any more.
const STALE: u64 = 24 * 3_600_000;

/// My games, the newest first.
#[utoipa::path(get, path = "/api/me/games", params(GamesQuery),
    responses((status = 200, body = GamesPage), (status = "4XX", body = Problem)))]
pub async fn mine(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<GamesQuery>,
) -> Result<Json<GamesPage>, Failure> {
    let limit = query.limit.unwrap_or(20).clamp(1, MOST as u32);
    let before = query.before.as_deref().map(str::parse).transpose();
    let filter = GameFilter {
        rules: query.rules,
        status: match query.status {
            None => Vec::new(),
            Some(GameStatus::Waiting) => vec![Status::Open, Status::Waiting],
            Some(GameStatus::Live) => vec![Status::Live],
            Some(GameStatus::Over) => vec![Status::Over],
        },
        result: query.result.map(|result| match result {
            ResultName::Won => OwnResult::Won,
            ResultName::Lost => OwnResult::Lost,
            ResultName::Drawn => OwnResult::Drawn,
        }),
        opponent: query.opponent,
        side: query.side.map(|side| seat_of(side.into())),
        before: before.map_err(|error| Failure::BadRequest(format!("before: {error}")))?,
        limit,
    };
    let person = visitor.person.id.clone();
    let rows = club.read(move |store| store.games_of(&person, &filter)).await?;
    let next = (rows.len() == limit as usize).then(|| rows.last().map(|row| row.number.to_string())).flatten();
    let mut games = Vec::with_capacity(rows.len());
    for row in rows {
        // A game that was withdrawn just now, or is damaged, must not hide the others.
        match summary(&club, &visitor, row).await {
            Ok(game) => games.push(game),
            Err(failure) => tracing::warn!(?failure, "a game is left out of a list"),
        }
    }
    Ok(Json(GamesPage { games, next }))
}

async fn summary(club: &Arc<Club>, visitor: &Visitor, row: GameRow) -> Result<GameSummary, Failure> {
    let now = match row.game.game.status {
        // What is over does not change, and its last position is kept.
        Status::Over => listed(&row.game)?,
        _ => club.game(&row.game.game.id).await?.brief.now(),
    };
    Ok(now.summary(&visitor.person.id, club.words(visitor.speech)))
}

/// Open games, and all live games for the wall.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = LobbyView), (status = 503, body = Problem)))]
pub async fn lobby(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<LobbyView>, Failure> {
    Ok(Json(lists(&club, &visitor.person.id, visitor.speech).await?))
}

/// The lists as somebody sees them.
pub async fn lists(club: &Arc<Club>, person: &str, speech: Speech) -> Result<LobbyView, Failure> {
    let words = club.words(speech);
    let open = club.read(|store| store.games_in(Status::Open, MOST as u32)).await?;
    let mut view = LobbyView::default();
    for id in open {
        let Ok(game) = club.game(&id).await else { continue };
        let now = game.brief.now();
        if now.status == Status::Open && now.made + STALE > wall() {
            view.open.push(now.summary(person, words));
        }
    }
    let mut live: Vec<(u64, Arc<Brief>)> = Vec::new();
    for handle in club.games.all() {
        let (status, changed) = handle.brief.order();
        if status == Status::Live {
            live.push((changed, handle.brief));
        }
    }
    view.playing = live.len() as u32;
    live.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
    view.live = live.into_iter().take(MOST).map(|(_, brief)| brief.now().summary(person, words)).collect();
    Ok(view)
}
