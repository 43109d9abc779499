//! Contests: making them, looking at them, acting in them, taking them away.

use super::aside::aside;
use super::export::tagged_tree;
use super::paper::{HTML, paper};
use super::reach::reach;
use super::visitor::{Visitor, keep};
use super::{Body, Params, people};
use crate::api::{
    ContestAct, ContestExportQuery, ContestFormat, ContestMade, ContestSummary, ContestView, ContestsView,
    CreateContest, EnterContest, Invitation, Problem,
};
use crate::club::Club;
use crate::contests::{self, Request};
use crate::error::Failure;
use crate::live::{Loaded, Sight, Stage};
use crate::quota::{Account, Added};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use damka_conduct::{ContestId, GameId, PersonId, Status};
use damka_notation::pdn;
use damka_store::{KeptContest, Store, StoreError};
use damka_words::Words;
use std::sync::Arc;

/// The most contests of each list.
const MOST: u32 = 50;

/// Makes a contest.
#[utoipa::path(post, path = "/api/contests", request_body = CreateContest,
    responses((status = 200, body = ContestMade), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn make(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<CreateContest>,
) -> Result<Json<ContestMade>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    keep(&club, &visitor).await?;
    let mut account = Account::of(&club, &visitor).await?;
    account.add(Added::GAME, club.words(visitor.speech))?;
    let id = contests::create(&club, visitor.creator(), &wanted, club.words(visitor.speech)).await?;
    account.charge(&club, Added::GAME);
    people::settle(&club, &visitor).await?;
    Ok(Json(ContestMade { id: id.to_string() }))
}

/// The contests that are played, those to which people come, and the visitor's own that are over.
#[utoipa::path(get, path = "/api/contests",
    responses((status = 200, body = ContestsView), (status = 503, body = Problem)))]
pub async fn list(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<ContestsView>, Failure> {
    let person = visitor.person.id.clone();
    let found = club.read(move |store| listed(store, &person)).await?;
    let words = club.words(visitor.speech);
    let mut view = ContestsView::default();
    for rows in found.iter().filter(|rows| club.may_see_contest(rows, &visitor.person.id)) {
        let summary = match contests::summary(rows, &visitor.person.id, words) {
            Ok(summary) => summary,
            Err(error) => {
                tracing::warn!(contest = %rows.contest.id, %error, "a contest is left out of a list");
                continue;
            }
        };
        match rows.contest.status {
            Status::Live => view.playing.push(summary),
            Status::Waiting => view.gathering.push(summary),
            Status::Over => view.over.push(summary),
        }
    }
    view.gathering.sort_by_key(|it: &ContestSummary| it.begins_at.unwrap_or(u64::MAX));
    Ok(Json(view))
}

/// Those of everybody that are not over, and a person's own.
fn listed(store: &dyn Store, person: &PersonId) -> Result<Vec<KeptContest>, StoreError> {
    let contests = store.contests();
    let mut ids = contests.contests_in(Status::Live, MOST)?;
    ids.extend(contests.contests_in(Status::Waiting, MOST)?);
    for own in contests.contests_of(person, MOST)? {
        if !ids.contains(&own) {
            ids.push(own);
        }
    }
    ids.iter().filter_map(|id| contests.contest(id).transpose()).collect()
}

/// A contest as this visitor may see it.
#[utoipa::path(get, path = "/api/contests/{id}", params(("id" = String, Path)),
    responses((status = 200, body = ContestView), (status = "4XX", body = Problem)))]
pub async fn look(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<ContestView>, Failure> {
    let request = || Request::Look(visitor.person.id.clone(), visitor.speech);
    Ok(Json(*club.ask_contest(&ContestId::new(id), request).await?.view))
}

/// Does something in a contest. An act that was done before changes nothing and succeeds.
#[utoipa::path(post, path = "/api/contests/{id}/acts", params(("id" = String, Path)), request_body = ContestAct,
    responses((status = 200, body = ContestView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn act(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(wanted): Body<ContestAct>,
) -> Result<Json<ContestView>, Failure> {
    club.limits.note(&visitor.person.id, visitor.address)?;
    keep(&club, &visitor).await?;
    let mut account = Account::of(&club, &visitor).await?;
    if matches!(wanted, ContestAct::Begin | ContestAct::Pair { .. } | ContestAct::PairFree | ContestAct::Ready { .. }) {
        account.add(Added::GAME, club.words(visitor.speech))?;
    }
    let request = || Request::Act(visitor.creator(), visitor.speech, wanted.clone());
    let answer = club.ask_contest(&ContestId::new(id), request).await?;
    if answer.games > 0 {
        account.charge(&club, Added::games(answer.games));
    }
    people::settle(&club, &visitor).await?;
    Ok(Json(*answer.view))
}

/// Enters a private contest with the secret of its link, to look at it. From then on the visitor can see it.
#[utoipa::path(post, path = "/api/contests/{id}/enter", params(("id" = String, Path)), request_body = EnterContest,
    responses((status = 204), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn enter(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(wanted): Body<EnterContest>,
) -> Result<StatusCode, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let request = || Request::Enter(visitor.person.id.clone(), wanted.secret.clone());
    club.ask_contest(&ContestId::new(id), request).await?;
    keep(&club, &visitor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The rows of a contest, if the visitor may see it.
pub(super) async fn admitted(club: &Arc<Club>, person: &PersonId, id: &ContestId) -> Result<Arc<KeptContest>, Failure> {
    let rows = club.contest(id).await?.rows();
    if club.may_see_contest(&rows, person) { Ok(rows) } else { Err(Failure::NoContest) }
}

/// The address of a contest, with a QR code. That of a private contest lets people in; its people get it.
#[utoipa::path(get, path = "/api/contests/{id}/invitation", params(("id" = String, Path)),
    responses((status = 200, body = Invitation), (status = "4XX", body = Problem)))]
pub async fn invite(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Invitation>, Failure> {
    let rows = admitted(&club, &visitor.person.id, &ContestId::new(id.as_str())).await?;
    let reach = reach(&club, &headers);
    let secret = rows.contest.secret.as_ref().filter(|_| rows.has_part(&visitor.person.id));
    let url = reach.address(&match secret {
        Some(secret) => format!("/contest/{id}#enter={secret}"),
        None => format!("/contest/{id}"),
    });
    Ok(Json(Invitation { qr: reach.qr(&url), local: reach.local(), url }))
}

/// A contest's record, its games as PDN, or its boards as a page to print. Games that are played are left out of the PDN for those who may not see
/// their boards.
#[utoipa::path(get, path = "/api/contests/{id}/export", params(("id" = String, Path), ContestExportQuery),
    responses((status = 200, content((String = "text/plain"), (String = "application/vnd.pdn"),
        (String = "text/html"))),
        (status = "4XX", body = Problem)))]
pub async fn export(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Params(query): Params<ContestExportQuery>,
) -> Result<Response, Failure> {
    let id = ContestId::new(id);
    admitted(&club, &visitor.person.id, &id).await?;
    let (store, contest, person, shared) = (club.store(), id.clone(), visitor.person.id.clone(), Arc::clone(&club));
    let write = move |words: &Words| match query.format {
        ContestFormat::Record => contests::record(&*store, &contest, words)?.ok_or(Failure::NoContest),
        ContestFormat::Pdn => games(&shared, &*store, &contest, &person, words),
        ContestFormat::Sheet => contests::sheet(&*store, &contest, false, words)?.ok_or(Failure::NoContest),
        ContestFormat::Slips => contests::sheet(&*store, &contest, true, words)?.ok_or(Failure::NoContest),
    };
    let text = aside(&club, &visitor, write).await?;
    let (kind, ending) = match query.format {
        ContestFormat::Record => ("text/plain; charset=utf-8", "damka"),
        ContestFormat::Pdn => ("application/vnd.pdn; charset=utf-8", "pdn"),
        ContestFormat::Sheet | ContestFormat::Slips => (HTML, "html"),
    };
    let mut response = if kind == HTML { paper(text) } else { text.into_response() };
    let name = format!("inline; filename=\"damka-contest-{id}.{ending}\"");
    let name = HeaderValue::from_str(&name).map_err(|_| Failure::NoContest)?;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

/// All games of a contest that a person may see, as PDN.
fn games(club: &Club, store: &dyn Store, id: &ContestId, person: &PersonId, words: &Words) -> Result<String, Failure> {
    let loaded = contests::Loaded::read(store, id)?.ok_or(Failure::NoContest)?;
    let ids: Vec<GameId> = loaded.contest.boards().iter().filter_map(|board| board.game.clone()).collect();
    let mut text = String::new();
    for id in ids {
        let Some(loaded) = Loaded::read(store, &id)? else { continue };
        let (rows, table) = (&loaded.rows, &loaded.table);
        let stage = Stage { to_move: table.to_move(), is_over: table.ending().is_some() };
        let sight = Sight::of(table.spec(), rows.openness(), rows.viewpoint(person), stage);
        if club.may_see(rows, Some(person)) && sight.has_board() {
            text.push_str(&pdn::write(&tagged_tree(rows, table, words)));
            text.push('\n');
        }
    }
    Ok(text)
}
