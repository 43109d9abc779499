//! Lists of games: the lobby, the wall, my games.

use super::{Params, Visitor};
use crate::api::{GameSummary, GamesPage, GamesQuery, LobbyView, Problem, ResultName, WallQuery};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::live::Listing;
use axum::Json;
use axum::extract::State;
use damka_conduct::{GameId, PersonId, Status};
use damka_store::{GameFilter, GameRow, OwnResult};
use damka_words::Speech;
use std::collections::HashSet;
use std::sync::Arc;

/// The most games of a list.
const MOST: usize = 100;

/// My games, the newest first.
#[utoipa::path(get, path = "/api/me/games", params(GamesQuery),
    responses((status = 200, body = GamesPage), (status = "4XX", body = Problem)))]
pub async fn mine(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<GamesQuery>,
) -> Result<Json<GamesPage>, Failure> {
    let limit = query.limit.unwrap_or(20).clamp(1, MOST as u32);
    let before = page(query.before.as_deref())?;
    let filter = GameFilter {
        rules: query.rules,
        status: query.status.map(|status| status.0),
        result: query.result.map(|result| match result {
            ResultName::Won => OwnResult::Won,
            ResultName::Lost => OwnResult::Lost,
            ResultName::Drawn => OwnResult::Drawn,
        }),
        opponent: query.opponent,
        side: query.side.map(|side| side.0),
        before,
        limit,
    };
    let person = visitor.person.id.clone();
    let rows = club.read(move |store| store.games_of(&person, &filter)).await?;
    let next = next_page(rows.last().filter(|_| rows.len() == limit as usize).map(|row| row.number));
    let (mut games, mut problems) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows {
        // A game that is damaged is told to its people, and must not hide the others.
        match summary(&club, &visitor, row).await {
            Ok(game) => games.push(game),
            // It was withdrawn just now.
            Err(Failure::NoGame) => {}
            Err(failure) => {
                tracing::warn!(?failure, "a game is left out of a list");
                problems.push(failure.text(club.words(visitor.speech)));
            }
        }
    }
    Ok(Json(GamesPage { games, next, problems }))
}

pub(super) async fn summary(club: &Arc<Club>, visitor: &Visitor, row: GameRow) -> Result<GameSummary, Failure> {
    let listing = match row.game.game.status {
        // What is over does not change, and its last position is kept.
        Status::Over => Listing::kept(&row.game)?,
        _ => club.listing(&row.game.game.id).await?,
    };
    Ok(listing.summary(&visitor.person.id, club.words(visitor.speech)))
}

/// Open games, and all live games for the wall.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = LobbyView), (status = 503, body = Problem)))]
pub async fn lobby(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<LobbyView>, Failure> {
    Ok(Json(lists(&club, &visitor.person.id, visitor.speech).await?))
}

/// The lists as somebody sees them. What nobody attends to is not among them: see [`Listing::is_offered`] and
/// [`Listing::is_happening`].
pub async fn lists(club: &Arc<Club>, person: &PersonId, speech: Speech) -> Result<LobbyView, Failure> {
    let (words, now, wall) = (club.words(speech), club.clock.now(), wall());
    let patience = club.settings.offer_patience.as_millis() as u64;
    let open = club.read(|store| store.games_in(Status::Waiting, true, None, MOST as u32)).await?;
    // An offer whose creator is here is in memory.
    let open = open.iter().filter_map(|(_, id)| club.games.find(id)).map(|game| game.summary.listing());
    let open = open.filter(|listing| listing.is_offered(now, wall, patience));
    let live = happening(club, wall).await?;
    Ok(LobbyView {
        open: open.map(|listing| listing.summary(person, words)).collect(),
        playing: live.len() as u32,
        live: live.iter().take(MOST).map(|listing| listing.summary(person, words)).collect(),
        people: club.present.count(),
    })
}

/// The games in which something happens, those with the latest move first: all that are in memory, and the newest others.
async fn happening(club: &Club, wall: u64) -> Result<Vec<Listing>, Failure> {
    let mut live = club.games.listings();
    let known: HashSet<GameId> = live.iter().map(|listing| listing.rows.id.clone()).collect();
    let newest = club.read(|store| store.games_in(Status::Live, false, None, MOST as u32)).await?;
    for id in newest.iter().map(|(_, id)| id).filter(|id| !known.contains(*id)) {
        live.extend(listing(club, id).await);
    }
    live.retain(|listing| listing.is_happening(wall));
    live.sort_by_key(|listing| std::cmp::Reverse(listing.changed_at));
    Ok(live)
}

/// How a game stands; nothing if it was withdrawn just now, or is damaged.
async fn listing(club: &Club, id: &GameId) -> Option<Listing> {
    let found = club.listing(id).await;
    found.inspect_err(|failure| tracing::warn!(game = %id, ?failure, "a game is left out of a list")).ok()
}

/// Every game in which something happens, the newest first: the wall, page by page.
#[utoipa::path(get, path = "/api/games", params(WallQuery),
    responses((status = 200, body = GamesPage), (status = "4XX", body = Problem)))]
pub async fn wall_page(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<WallQuery>,
) -> Result<Json<GamesPage>, Failure> {
    let limit = query.limit.unwrap_or(20).clamp(1, MOST as u32);
    let before = page(query.before.as_deref())?;
    let found = club.read(move |store| store.games_in(Status::Live, false, before, limit)).await?;
    let next = next_page(found.last().filter(|_| found.len() == limit as usize).map(|(number, _)| *number));
    let mut games = Vec::with_capacity(found.len());
    for (_, id) in found {
        let listing = listing(&club, &id).await.filter(|listing| listing.is_happening(wall()));
        games.extend(listing.map(|listing| listing.summary(&visitor.person.id, club.words(visitor.speech))));
    }
    Ok(Json(GamesPage { games, next, problems: Vec::new() }))
}

fn page(before: Option<&str>) -> Result<Option<i64>, Failure> {
    let number = before.map(str::parse).transpose();
    number.map_err(|error| Failure::BadRequest(format!("before: {error}")))
}

fn next_page(last: Option<i64>) -> Option<String> {
    last.map(|number| number.to_string())
}
