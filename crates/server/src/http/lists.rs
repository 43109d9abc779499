//! Lists of games: the lobby, the wall, my games.

use super::lobby::Made;
use super::{Body, Params, Visitor};
use crate::api::{
    FoundGames, GameSummary, GamesPage, GamesQuery, LobbyView, Problem, RemoveGames, RemovedGames, ResultName,
    TurnsQuery, TurnsView, WallQuery,
};
use crate::clockwork::wall;
use crate::club::Club;
use crate::dates::read_day;
use crate::error::Failure;
use crate::live::{Listing, Request};
use crate::turns::turns_of;
use axum::Json;
use axum::extract::State;
use damka_conduct::{GameId, Status};
use damka_rules::Colour;
use damka_store::{Days, GameFilter, GameRow, KeptGame, ResultFilter};
use std::collections::HashSet;
use std::sync::Arc;
use tokio::task::JoinSet;

/// The most games of a list.
pub const MOST: usize = 100;
/// How many pages of the newest live games are searched for those that the registry does not know.
const PAGES: usize = 3;
/// The most games whose ids are found.
const MOST_FOUND: u32 = 5000;
/// The most games that are removed with one request.
pub(crate) const MOST_REMOVED: usize = 500;
/// How many games are removed at once.
const AT_ONCE: usize = 32;
/// The minutes of a day.
pub(crate) const DAY: i32 = 24 * 60;

/// My games, the newest first.
#[utoipa::path(get, path = "/api/me/games", params(GamesQuery),
    responses((status = 200, body = GamesPage), (status = "4XX", body = Problem)))]
pub async fn mine(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<GamesQuery>,
) -> Result<Json<GamesPage>, Failure> {
    let filter = filter(query)?;
    let (person, limit) = (visitor.person.id.clone(), filter.limit);
    let (rows, total) = club
        .read(move |store| {
            let total = filter.before.is_none().then(|| store.count_of(&person, &filter)).transpose()?;
            Ok((store.games_of(&person, &filter)?, total))
        })
        .await?;
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
    Ok(Json(GamesPage { games, next, total, problems }))
}

/// The games against other people in which it is my move, the most urgent first.
#[utoipa::path(get, path = "/api/me/turns", params(TurnsQuery),
    responses((status = 200, body = TurnsView), (status = 503, body = Problem)))]
pub async fn turns(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<TurnsQuery>,
) -> Result<Json<TurnsView>, Failure> {
    let person = &visitor.person.id;
    let found = turns_of(&club, person).await?;
    let limit = query.limit.unwrap_or(20).min(MOST as u32) as usize;
    let mut games = Vec::new();
    for id in found.iter().take(limit) {
        let listing = listing(&club, id).await.filter(|listing| club.may_see(&listing.rows, Some(person)));
        games.extend(listing.map(|listing| listing.summary(person, club.words(visitor.speech))));
    }
    Ok(Json(TurnsView { total: found.len() as u32, games }))
}

/// What somebody asks for, as the store is asked.
fn filter(query: GamesQuery) -> Result<GameFilter, Failure> {
    let day = |name: &str, text: Option<String>| {
        let read = |text: String| read_day(&text).ok_or_else(|| Failure::BadRequest(format!("{name}: {text}")));
        text.map(read).transpose()
    };
    Ok(GameFilter {
        before: page(query.before.as_deref())?,
        days: Days {
            from: day("from", query.from)?,
            to: day("to", query.to)?,
            ahead_of_utc: query.zone.unwrap_or(0).clamp(-DAY, DAY),
        },
        rules: query.rules,
        status: query.status.map(|status| status.0),
        result: query.result.map(|result| match result {
            ResultName::Won => ResultFilter::Won,
            ResultName::Lost => ResultFilter::Lost,
            ResultName::White => ResultFilter::WonBy(Colour::White),
            ResultName::Black => ResultFilter::WonBy(Colour::Black),
            ResultName::Drawn => ResultFilter::Drawn,
            ResultName::Unknown => ResultFilter::Unknown,
        }),
        opponent: query.opponent,
        players: [query.player, query.versus].into_iter().flatten().collect(),
        event: query.event,
        side: query.side.map(|side| side.0),
        limit: query.limit.unwrap_or(20).clamp(1, MOST as u32),
    })
}

/// The ids of my games that are found, for doing something with all of them.
#[utoipa::path(get, path = "/api/me/games/ids", params(GamesQuery),
    responses((status = 200, body = FoundGames), (status = "4XX", body = Problem)))]
pub async fn found(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<GamesQuery>,
) -> Result<Json<FoundGames>, Failure> {
    let filter = GameFilter { limit: MOST_FOUND, ..filter(query)? };
    let ids = club.read(move |store| store.ids_of(&visitor.person.id, &filter)).await?;
    Ok(Json(FoundGames { games: ids.iter().map(GameId::to_string).collect() }))
}

/// Removes games that are over from my list, with my notes about them. Those that are nobody else's are deleted.
#[utoipa::path(post, path = "/api/me/games/remove", request_body = RemoveGames,
    responses((status = 200, body = RemovedGames), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn remove(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<RemoveGames>,
) -> Result<Json<RemovedGames>, Failure> {
    club.limits.note(&visitor.person.id, visitor.address)?;
    if wanted.games.len() > MOST_REMOVED {
        return Err(Failure::TooLarge);
    }
    let mut answer = RemovedGames::default();
    // Some at once: writes that wait for the disk together share one sync.
    for some in wanted.games.chunks(AT_ONCE) {
        let mut work = JoinSet::new();
        for id in some {
            let (club, person, id) = (Arc::clone(&club), visitor.person.id.clone(), GameId::new(id.as_str()));
            work.spawn(async move { club.ask(&id, || Request::Remove(person.clone())).await.map(|_| id) });
        }
        while let Some(done) = work.join_next().await {
            match done.map_err(|_| Failure::Broken)? {
                Ok(id) => answer.games.push(id.to_string()),
                Err(failure) => {
                    let text = failure.text(club.words(visitor.speech));
                    if !answer.problems.contains(&text) {
                        answer.problems.push(text);
                    }
                }
            }
        }
    }
    Ok(Json(answer))
}

pub(super) async fn summary(club: &Arc<Club>, visitor: &Visitor, row: GameRow) -> Result<GameSummary, Failure> {
    let listing = match row.game.game.status {
        // What is over does not change, and its last position is kept, except where an old import had no result.
        Status::Over if row.game.ended.is_some() && !is_seen_later(&row.game, wall()) => Listing::kept(&row.game)?,
        _ => club.listing(&row.game.game.id).await?,
    };
    if !club.may_see(&listing.rows, Some(&visitor.person.id)) {
        return Err(Failure::NoGame);
    }
    Ok(listing.summary(&visitor.person.id, club.words(visitor.speech)))
}

/// Whether a game ended so recently that spectators have not seen its end yet.
fn is_seen_later(kept: &KeptGame, now: u64) -> bool {
    kept.game.access.delay > 0 && kept.changed_at.saturating_add(kept.game.access.delay) > now
}

/// Open games, and all live games for the wall.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = LobbyView), (status = 503, body = Problem)))]
pub async fn lobby(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<LobbyView>, Failure> {
    let shown = club.lobby.current(&club).await?;
    Ok(Json(shown.view(&club, &visitor.person.id, visitor.speech)))
}

/// The games in which something happens, those with the latest move first, and how many there are: all that are in memory
/// here or at other nodes, and the newest others, which nobody has opened since the start.
pub(super) async fn happening(club: &Arc<Club>, wall: u64) -> Result<(Vec<Made>, u32), Failure> {
    let now = club.clock.now();
    let is_happening = |listing: &Listing| listing.is_happening(now, wall);
    let own = |listing: Listing| (club.lobby.origin(&listing.rows.id), listing);
    let (mut live, playing) = match &club.peers {
        None => {
            let found = newest(club, club.games.listings(), is_happening).await?;
            (found.into_iter().map(own).collect(), 0)
        }
        Some(peers) => {
            let mut found = club.games.own_listings();
            found.extend(club.unowned_listings(Status::Live, false).await?);
            found.retain(is_happening);
            let parts = &peers.heard_changes.parts;
            let others = parts.games().into_iter().filter(|game| !game.is_offer);
            let shown: Vec<_> = others.map(|game| (game.origin, game.listing)).collect();
            // What others have too many of to show is counted all the same.
            let hidden = parts.playing().saturating_sub(shown.len() as u32);
            (found.into_iter().map(own).chain(shown).collect::<Vec<_>>(), hidden)
        }
    };
    live.sort_by(|(_, one), (_, other)| {
        let at = |listing: &Listing| listing.public().changed_at;
        (at(other), one.rows.id.as_str()).cmp(&(at(one), other.rows.id.as_str()))
    });
    let playing = live.len() as u32 + playing;
    Ok((live.into_iter().map(|(origin, listing)| (listing, origin)).collect(), playing))
}

/// Those in which something happens of the games in memory, and of the newest others.
async fn newest(
    club: &Club,
    mut live: Vec<Listing>,
    is_happening: impl Fn(&Listing) -> bool,
) -> Result<Vec<Listing>, Failure> {
    let known: HashSet<GameId> = live.iter().map(|listing| listing.rows.id.clone()).collect();
    live.retain(&is_happening);
    let mut before = None;
    for _ in 0..PAGES {
        let page = club.read(move |store| store.games_in(Status::Live, false, before, MOST as u32)).await?;
        let found = live.len();
        for (_, id) in page.iter().filter(|(_, id)| !known.contains(id)) {
            live.extend(listing(club, id).await.filter(&is_happening));
        }
        before = page.last().map(|(number, _)| *number);
        if live.len() == found || page.len() < MOST {
            break;
        }
    }
    Ok(live)
}

/// How a game stands; nothing if it was withdrawn just now, or is damaged.
pub(super) async fn listing(club: &Club, id: &GameId) -> Option<Listing> {
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
        let listing = listing(&club, &id).await;
        let listing = listing.filter(|listing| {
            let is_seen = club.may_see(&listing.rows, Some(&visitor.person.id));
            is_seen && listing.is_happening(club.clock.now(), wall())
        });
        games.extend(listing.map(|listing| listing.summary(&visitor.person.id, club.words(visitor.speech))));
    }
    Ok(Json(GamesPage { games, next, ..GamesPage::default() }))
}

pub(super) fn page(before: Option<&str>) -> Result<Option<i64>, Failure> {
    let number = before.map(str::parse).transpose();
    number.map_err(|error| Failure::BadRequest(format!("before: {error}")))
}

pub(super) fn next_page(last: Option<i64>) -> Option<String> {
    last.map(|number| number.to_string())
}
