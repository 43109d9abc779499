//! Requests that only keepers may make, or a user of the machine itself. Everyone else gets 403.

use super::reach::reach;
use super::{Body, Params, Visitor, lists, workers};
use crate::api::{
    BackupsView, KeeperView, LogLine, LogPage, LogQuery, MemberDetails, MemberView, MembersPage, MembersQuery,
    OneTimeLink, PersonExport, Problem, ReportedMember, SetAllowance, SetBlocked, SetHidden, SetName, SetOffices,
};
use crate::club::Club;
use crate::error::{Failure, store_text};
use crate::keeper::{Authority, Desk, KEY_LASTS};
use crate::people::tag;
use crate::personal;
use axum::Json;
use axum::Router;
use axum::extract::{ConnectInfo, FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::routing::{get, post, put};
use damka_conduct::{GameId, Office};
use damka_store::{GameFilter, LogEntry, Member, MemberFilter, MemberNumber, Membership, Report, StoreError};
use damka_words::{Speech, Words};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;

/// The maximum number of entries on a page.
const MOST: u32 = 100;
/// The number of entries on a page by default.
const USUAL: u32 = 50;

/// All routes under `/api/keeper`.
pub fn routes() -> Router<Arc<Club>> {
    Router::new()
        .route("/", get(overview))
        .route("/link", post(invite))
        .route("/log", get(log))
        .route("/people", get(people))
        .route("/people/{number}", get(member).delete(delete))
        .route("/people/{number}/name", put(rename))
        .route("/people/{number}/offices", put(set_offices))
        .route("/people/{number}/blocked", put(set_blocked))
        .route("/people/{number}/allowance", put(set_allowance))
        .route("/people/{number}/reset", post(reset))
        .route("/people/{number}/export", get(export))
        .route("/people/{number}/reports", axum::routing::delete(ignore))
        .route("/games/{id}/hidden", put(set_hidden))
        .route("/work", get(workers::look))
        .route("/work/keys", post(workers::make_key))
        .route("/work/keys/{number}", axum::routing::delete(workers::withdraw_key))
        .route("/work/puzzles", get(workers::puzzles))
}

/// A visitor with a keeper's authority.
#[derive(Debug)]
pub struct Keeper {
    by: Authority,
    visitor: Visitor,
}

impl Keeper {
    /// The authority by which it is done.
    pub fn authority(&self) -> &Authority {
        &self.by
    }

    /// In which language.
    pub fn speech(&self) -> Speech {
        self.visitor.speech
    }
}

impl FromRequestParts<Arc<Club>> for Keeper {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, club: &Arc<Club>) -> Result<Keeper, Failure> {
        let visitor = Visitor::from_request_parts(parts, club).await?;
        let by = if is_machine(parts, club) {
            Authority::Machine
        } else if visitor.person.password.is_some() && club.standings.is_keeper(&visitor.person.id) {
            Authority::Keeper(visitor.person.id.clone())
        } else {
            return Err(Failure::NotKeeper);
        };
        Ok(Keeper { by, visitor })
    }
}

/// Whether the request comes from this machine, from a user who can read the data folder: the key is kept there.
fn is_machine(parts: &Parts, club: &Club) -> bool {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let is_near = peer.is_none_or(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback());
    let sent = parts.headers.get(header::AUTHORIZATION).and_then(|sent| sent.to_str().ok());
    let sent = sent.and_then(|sent| sent.strip_prefix("Bearer "));
    // Hashes are compared, so that the timing reveals nothing about the key.
    is_near && sent.is_some_and(|sent| Sha256::digest(sent) == Sha256::digest(&club.machine_key))
}

fn view(member: &Member, words: &Words) -> MemberView {
    let Member { number, person, offices, blocked_at } = member;
    MemberView {
        number: *number,
        name: person.name.clone(),
        shown: person.name.clone().unwrap_or_else(|| words.guest(Some(&tag(&person.id)))),
        account: person.password.is_some(),
        offices: offices.iter().copied().map(Into::into).collect(),
        blocked_at: *blocked_at,
        created_at: person.created_at,
    }
}

/// What a keeper should see first: complaints, hidden games, backups.
#[utoipa::path(get, path = "/api/keeper", responses((status = 200, body = KeeperView), (status = "4XX", body = Problem)))]
pub async fn overview(State(club): State<Arc<Club>>, keeper: Keeper) -> Result<Json<KeeperView>, Failure> {
    let words = club.words(keeper.visitor.speech);
    let (reports, hidden) =
        club.read(|store| Ok((store.membership().reports(MOST * 10)?, store.membership().hidden_games(MOST)?))).await?;
    let mut games = Vec::with_capacity(hidden.len());
    for id in hidden {
        let listing = lists::listing(&club, &id).await;
        games.extend(listing.map(|listing| listing.summary(&keeper.visitor.person.id, words)));
    }
    Ok(Json(KeeperView { reported: reported(&reports, words), hidden: games, backups: backups(&club, words) }))
}

/// The complaints, grouped by the person they are about.
fn reported(reports: &[Report], words: &Words) -> Vec<ReportedMember> {
    let mut found: Vec<ReportedMember> = Vec::new();
    for Report { report, member, .. } in reports {
        let at = found.iter().position(|known| known.member.number == member.number).unwrap_or_else(|| {
            let (member, names, games) = (view(member, words), Vec::new(), Vec::new());
            found.push(ReportedMember { member, count: 0, first_at: report.at, names, games });
            found.len() - 1
        });
        let known = &mut found[at];
        known.count += 1;
        if !known.names.contains(&report.name) {
            known.names.push(report.name.clone());
        }
        let game = report.game.as_ref().map(GameId::to_string);
        known.games.extend(game.filter(|game| !known.games.contains(game)));
    }
    found
}

fn backups(club: &Club, words: &Words) -> BackupsView {
    let state = club.backups.state();
    BackupsView {
        wanted: club.settings.backups.is_some(),
        last_at: state.last_at,
        kept: state.kept as u32,
        problem: state.problem.map(|error| store_text(words, &error)),
    }
}

/// A one-time link for another keeper.
#[utoipa::path(post, path = "/api/keeper/link",
    responses((status = 200, body = OneTimeLink), (status = "4XX", body = Problem)))]
pub async fn invite(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    headers: HeaderMap,
) -> Result<Json<OneTimeLink>, Failure> {
    let code = Desk::new(&club, &keeper.by).invite_keeper().await?;
    Ok(Json(one_time(&club, &headers, format!("/keeper#{code}"))))
}

fn one_time(club: &Club, headers: &HeaderMap, path: String) -> OneTimeLink {
    OneTimeLink { url: reach(club, headers).address(&path), path, seconds: KEY_LASTS.as_secs() as u32 }
}

/// The keepers' log, newest first.
#[utoipa::path(get, path = "/api/keeper/log", params(LogQuery),
    responses((status = 200, body = LogPage), (status = "4XX", body = Problem)))]
pub async fn log(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Params(query): Params<LogQuery>,
) -> Result<Json<LogPage>, Failure> {
    let before = lists::page(query.before.as_deref())?;
    let limit = query.limit.unwrap_or(USUAL).clamp(1, MOST);
    let (entries, people) = club
        .read(move |store| {
            let entries = store.membership().log(before, limit)?;
            let people = known_people(store.membership(), &entries)?;
            Ok((entries, people))
        })
        .await?;
    let next = lists::next_page(entries.last().filter(|_| entries.len() == limit as usize).map(|last| last.number));
    let words = club.words(keeper.visitor.speech);
    Ok(Json(LogPage { entries: entries.into_iter().map(|entry| line(entry, &people, words)).collect(), next }))
}

/// The people mentioned in these entries who still exist.
fn known_people(members: &dyn Membership, entries: &[LogEntry]) -> Result<HashMap<MemberNumber, Member>, StoreError> {
    let mut known = HashMap::new();
    for number in entries.iter().flat_map(|entry| [entry.keeper, entry.member]).flatten() {
        if !known.contains_key(&number) {
            known.extend(members.member(number)?.map(|member| (number, member)));
        }
    }
    Ok(known)
}

fn line(entry: LogEntry, people: &HashMap<MemberNumber, Member>, words: &Words) -> LogLine {
    let named = |number: MemberNumber| match people.get(&number) {
        Some(member) => view(member, words).shown,
        None => words.say("keeper-log-gone", &[("number", number.to_string().into())]),
    };
    let LogEntry { number, at, keeper, act, member, game, detail } = entry;
    let keeper = keeper.map_or_else(|| words.say("keeper-log-machine", &[]), named);
    let text = words.keeper_act(act, &keeper, member.map(named).as_deref(), &detail);
    LogLine { number, at, act: act.into(), member, game: game.map(|game| game.to_string()), text }
}

/// The people of the club, newest first.
#[utoipa::path(get, path = "/api/keeper/people", params(MembersQuery),
    responses((status = 200, body = MembersPage), (status = "4XX", body = Problem)))]
pub async fn people(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Params(query): Params<MembersQuery>,
) -> Result<Json<MembersPage>, Failure> {
    let limit = query.limit.unwrap_or(USUAL).clamp(1, MOST);
    let filter = MemberFilter {
        name: query.name.filter(|name| !name.is_empty()),
        office: query.office.map(|office| office.0),
        blocked: query.blocked.unwrap_or(false),
        accounts: query.accounts.unwrap_or(false),
        before: lists::page(query.before.as_deref())?,
        limit,
    };
    let found = club.read(move |store| store.membership().members(&filter)).await?;
    let next = lists::next_page(found.last().filter(|_| found.len() == limit as usize).map(|last| last.number));
    let words = club.words(keeper.visitor.speech);
    Ok(Json(MembersPage { people: found.iter().map(|member| view(member, words)).collect(), next }))
}

/// A person, and how much is kept about them.
#[utoipa::path(get, path = "/api/keeper/people/{number}", params(("number" = i64, Path)),
    responses((status = 200, body = MemberDetails), (status = "4XX", body = Problem)))]
pub async fn member(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Path(number): Path<String>,
) -> Result<Json<MemberDetails>, Failure> {
    details(&club, &keeper, numbered(&number)?).await
}

fn numbered(number: &str) -> Result<MemberNumber, Failure> {
    number.parse().map_err(|_| Failure::NoPerson)
}

async fn details(club: &Arc<Club>, keeper: &Keeper, number: MemberNumber) -> Result<Json<MemberDetails>, Failure> {
    let member = Desk::new(club, &keeper.by).member(number).await?;
    let id = member.person.id.clone();
    let (games, notes, reports, allowance) = club
        .read(move |store| {
            let games = store.count_of(&id, &GameFilter::default())?;
            let reports = store.membership().count_reports(&id)?.1;
            Ok((games, store.notes(&id)?, reports, store.usage(&id)?.allowance))
        })
        .await?;
    let member = view(&member, club.words(keeper.visitor.speech));
    Ok(Json(MemberDetails { member, games, notes, reports, allowance }))
}

/// Gives a person another name.
#[utoipa::path(put, path = "/api/keeper/people/{number}/name", params(("number" = i64, Path)), request_body = SetName,
    responses((status = 200, body = MemberDetails), (status = "4XX", body = Problem)))]
pub async fn rename(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Path(number): Path<String>,
    Body(wanted): Body<SetName>,
) -> Result<Json<MemberDetails>, Failure> {
    let number = numbered(&number)?;
    Desk::new(&club, &keeper.by).rename(number, &wanted.name).await?;
    details(&club, &keeper, number).await
}

/// Gives a person these offices and no others.
#[utoipa::path(put, path = "/api/keeper/people/{number}/offices", params(("number" = i64, Path)),
    request_body = SetOffices, responses((status = 200, body = MemberDetails), (status = "4XX", body = Problem)))]
pub async fn set_offices(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Path(number): Path<String>,
    Body(wanted): Body<SetOffices>,
) -> Result<Json<MemberDetails>, Failure> {
    let number = numbered(&number)?;
    let offices: Vec<Office> = wanted.offices.iter().map(|office| office.0).collect();
    Desk::new(&club, &keeper.by).set_offices(number, &offices).await?;
    details(&club, &keeper, number).await
}

/// Blocks or unblocks a person.
#[utoipa::path(put, path = "/api/keeper/people/{number}/blocked", params(("number" = i64, Path)),
    request_body = SetBlocked, responses((status = 200, body = MemberDetails), (status = "4XX", body = Problem)))]
pub async fn set_blocked(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Path(number): Path<String>,
    Body(wanted): Body<SetBlocked>,
) -> Result<Json<MemberDetails>, Failure> {
    let number = numbered(&number)?;
    Desk::new(&club, &keeper.by).set_blocked(number, wanted.blocked).await?;
    details(&club, &keeper, number).await
}

/// Sets the multiple of the usual quotas that a person may use.
#[utoipa::path(put, path = "/api/keeper/people/{number}/allowance", params(("number" = i64, Path)),
    request_body = SetAllowance, responses((status = 200, body = MemberDetails), (status = "4XX", body = Problem)))]
pub async fn set_allowance(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Path(number): Path<String>,
    Body(wanted): Body<SetAllowance>,
) -> Result<Json<MemberDetails>, Failure> {
    let number = numbered(&number)?;
    Desk::new(&club, &keeper.by).set_allowance(number, wanted.factor).await?;
    details(&club, &keeper, number).await
}

/// Makes a one-time link for setting a person's new password.
#[utoipa::path(post, path = "/api/keeper/people/{number}/reset", params(("number" = i64, Path)),
    responses((status = 200, body = OneTimeLink), (status = "4XX", body = Problem)))]
pub async fn reset(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    headers: HeaderMap,
    Path(number): Path<String>,
) -> Result<Json<OneTimeLink>, Failure> {
    let code = Desk::new(&club, &keeper.by).reset(numbered(&number)?).await?;
    Ok(Json(one_time(&club, &headers, format!("/reset#{code}"))))
}

/// Everything that is kept about a person.
#[utoipa::path(get, path = "/api/keeper/people/{number}/export", params(("number" = i64, Path)),
    responses((status = 200, body = PersonExport), (status = "4XX", body = Problem)))]
pub async fn export(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Path(number): Path<String>,
) -> Result<Json<PersonExport>, Failure> {
    let person = Desk::new(&club, &keeper.by).note_export(numbered(&number)?).await?;
    Ok(Json(personal::export(&club, &person, keeper.visitor.speech).await?))
}

/// Deletes a person; their games stay with a neutral name.
#[utoipa::path(delete, path = "/api/keeper/people/{number}", params(("number" = i64, Path)),
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn delete(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Path(number): Path<String>,
) -> Result<StatusCode, Failure> {
    Desk::new(&club, &keeper.by).delete(numbered(&number)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Dismisses the reports about a person's name.
#[utoipa::path(delete, path = "/api/keeper/people/{number}/reports", params(("number" = i64, Path)),
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn ignore(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Path(number): Path<String>,
) -> Result<StatusCode, Failure> {
    Desk::new(&club, &keeper.by).ignore_reports(numbered(&number)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Hides a game from everyone except its people and keepers, or shows it again.
#[utoipa::path(put, path = "/api/keeper/games/{id}/hidden", params(("id" = String, Path)), request_body = SetHidden,
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn set_hidden(
    State(club): State<Arc<Club>>,
    keeper: Keeper,
    Path(id): Path<String>,
    Body(wanted): Body<SetHidden>,
) -> Result<StatusCode, Failure> {
    Desk::new(&club, &keeper.by).set_hidden(&GameId::new(id), wanted.hidden).await?;
    Ok(StatusCode::NO_CONTENT)
}
