//! Requests.

mod analysis;
mod aside;
mod bounds;
mod closing;
mod conditions;
mod contest_socket;
mod contests;
mod description;
mod endgame;
mod export;
mod files;
mod fixed;
mod forward;
mod games;
mod guard;
mod head;
mod health;
mod import;
mod keeper;
mod links;
mod lists;
mod lobby;
mod mail;
mod metrics;
mod notes;
mod notices;
mod paper;
pub mod people;
mod pictures;
mod proxy;
mod push;
mod reach;
mod rules;
mod sessions;
mod sign_in;
mod socket;
mod standing;
mod trees;
mod vacation;
mod visitor;
mod work;
mod workers;

pub use export::tagged_tree;
pub use forward::{Answered, Forwarded, answer_forwarded};
pub use guard::Limits;
pub use health::HEALTH_HEADER;
pub use lists::MOST as MOST_SHOWN;
pub use lobby::Lobby;
pub use visitor::Visitor;

use crate::club::Club;
use crate::error::Failure;
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request};
use axum::http::header::{self, HeaderMap};
use axum::http::request::Parts;
use axum::middleware;
use axum::routing::{delete, get, post, put};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use tower::ServiceExt;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;
use utoipa::OpenApi;

/// The largest body of a request; imports may be larger.
const BODY: usize = 16 << 10;
/// The largest import.
const IMPORT: usize = 1 << 20;

/// The longest notes about a game; in JSON they are somewhat longer.
pub const NOTES: usize = 64 << 10;
/// The largest tree that somebody sends: as many moves as are read, with what is said about some of them.
const TREE: usize = 256 << 10;
/// The largest plan of prepared moves.
const CONDITIONS: usize = 96 << 10;
/// Answers that are larger are compressed.
const WORTH_IT: u64 = 1024;

/// The API's description.
#[derive(OpenApi)]
#[openapi(
    info(title = "Damka", description = "The club's server. Sockets are described in docs/api.md."),
    paths(
        health::health,
        rules::choices,
        rules::ruleset,
        rules::page,
        rules::sample,
        rules::clock,
        rules::odds,
        rules::diagram,
        rules::position,
        rules::explain,
        rules::write_fen,
        analysis::position_hint,
        endgame::position,
        endgame::kinds,
        endgame::choose,
        endgame::answer,
        people::me,
        people::usage,
        people::set_name,
        people::set_picture,
        people::make_account,
        people::change_password,
        people::log_in,
        people::log_out,
        people::hand_over,
        people::take_over,
        people::delete_me,
        standing::claim,
        standing::reset,
        standing::report,
        standing::export,
        keeper::overview,
        keeper::invite,
        keeper::log,
        keeper::people,
        keeper::member,
        keeper::delete,
        keeper::rename,
        keeper::set_offices,
        keeper::set_blocked,
        keeper::set_allowance,
        keeper::reset,
        keeper::export,
        keeper::ignore,
        keeper::set_hidden,
        work::take,
        work::progress,
        work::result,
        work::back,
        workers::look,
        workers::make_key,
        workers::withdraw_key,
        workers::puzzles,
        sessions::mine,
        sessions::end,
        sessions::end_others,
        notices::mine,
        notices::read,
        mail::settings,
        mail::put,
        mail::off,
        mail::confirm,
        mail::unsubscribe,
        push::on,
        push::off,
        lists::mine,
        lists::found,
        lists::remove,
        lists::turns,
        vacation::look,
        vacation::put,
        vacation::delete,
        import::import,
        import::mine,
        import::look,
        import::cancel,
        lists::lobby,
        lists::wall_page,
        games::make,
        games::look,
        games::withdraw,
        games::invite,
        games::sit,
        games::begin,
        games::again,
        games::enter,
        games::answer_arbiter,
        contests::make,
        contests::list,
        contests::look,
        contests::act,
        contests::enter,
        contests::invite,
        contests::export,
        links::make,
        links::look,
        links::open,
        links::mine,
        links::end,
        analysis::hint,
        analysis::ask,
        analysis::look,
        export::export,
        export::story,
        pictures::club,
        pictures::game,
        notes::look,
        notes::put,
        conditions::look,
        conditions::put,
        conditions::delete,
        trees::read,
        trees::write,
        trees::look,
        trees::put,
        trees::write_game,
    ),
    components(schemas(
        crate::api::ToGame,
        crate::api::FromGame,
        crate::api::FromLobby,
        crate::api::FromContest,
        crate::api::ToAnalysis,
        crate::api::FromAnalysis,
        crate::api::ContestFormat,
        crate::api::ExportFormat,
        crate::api::OddsKindWord,
        crate::api::ResultName
    ))
)]
struct Description;

/// The API's description, as `/api/openapi.json` has it.
#[must_use]
pub fn openapi() -> String {
    let made = serde_json::to_value(Description::openapi()).unwrap_or_default();
    serde_json::to_string_pretty(&description::complete(made)).unwrap_or_default()
}

/// Answers requests for a club.
pub fn router(club: Arc<Club>) -> Router {
    let api = Router::new()
        .route("/choices", get(rules::choices))
        .route("/rules", get(rules::ruleset))
        .route("/rules/page", get(rules::page))
        .route("/sample", get(rules::sample))
        .route("/clock", get(rules::clock))
        .route("/odds", get(rules::odds))
        .route("/diagram", get(rules::diagram))
        .route("/position", post(rules::position))
        .route("/position/fen", post(rules::write_fen))
        .route("/position/explain", post(rules::explain))
        .route("/position/hint", post(analysis::position_hint))
        .route("/position/endgame", post(endgame::position))
        .route("/exercises", get(endgame::kinds))
        .route("/exercises/position", get(endgame::choose))
        .route("/exercises/answer", post(endgame::answer))
        .route("/me", get(people::me).delete(people::delete_me))
        .route("/me/usage", get(people::usage))
        .route("/me/name", put(people::set_name))
        .route("/me/picture", put(people::set_picture))
        .route("/me/account", post(people::make_account))
        .route("/me/password", put(people::change_password))
        .route("/me/login", post(people::log_in))
        .route("/me/logout", post(people::log_out))
        .route("/me/handover", post(people::hand_over))
        .route("/me/takeover", post(people::take_over))
        .route("/me/keeper", post(standing::claim))
        .route("/me/reset", post(standing::reset))
        .route("/me/export", get(standing::export))
        .route("/reports", post(standing::report))
        .nest("/keeper", keeper::routes())
        .nest("/work", work::routes())
        .route("/me/sessions", get(sessions::mine))
        .route("/me/sessions/end-others", post(sessions::end_others))
        .route("/me/sessions/{id}", delete(sessions::end))
        .route("/me/notices", get(notices::mine))
        .route("/me/notices/read", post(notices::read))
        .route("/me/notices/settings", get(mail::settings))
        .route("/me/mail", put(mail::put).delete(mail::off))
        .route("/me/push", post(push::on).delete(push::off))
        .route("/mail/confirm", post(mail::confirm))
        .route("/mail/off", post(mail::unsubscribe))
        .route("/me/games", get(lists::mine).post(import::import).layer(DefaultBodyLimit::max(IMPORT + BODY)))
        .route("/me/imports", get(import::mine))
        .route("/me/imports/{id}", get(import::look).delete(import::cancel))
        .route("/me/games/ids", get(lists::found))
        .route("/me/vacation", get(vacation::look).put(vacation::put).delete(vacation::delete))
        .route("/me/turns", get(lists::turns))
        .route("/me/games/remove", post(lists::remove))
        .route("/lobby", get(lists::lobby))
        .route("/lobby/socket", get(socket::lobby))
        .route("/games", get(lists::wall_page).post(games::make))
        .route("/games/{id}", get(games::look).delete(games::withdraw))
        .route("/games/{id}/invitation", get(games::invite))
        .route("/games/{id}/seat", post(games::sit))
        .route("/games/{id}/begin", post(games::begin))
        .route("/games/{id}/rematch", post(games::again))
        .route("/games/{id}/enter", post(games::enter))
        .route("/games/{id}/arbiter", post(games::answer_arbiter))
        .route("/games/{id}/hint", post(analysis::hint))
        .route("/games/{id}/analysis", get(analysis::look).post(analysis::ask))
        .route("/games/{id}/export", get(export::export))
        .route("/games/{id}/record", get(export::story))
        .route("/preview.png", get(pictures::club))
        .route("/games/{id}/preview.png", get(pictures::game))
        .route("/games/{id}/notes", get(notes::look).put(notes::put).layer(DefaultBodyLimit::max(2 * NOTES + BODY)))
        .route("/games/{id}/tree", get(trees::look).put(trees::put).layer(DefaultBodyLimit::max(TREE)))
        .route("/games/{id}/tree/pdn", post(trees::write_game).layer(DefaultBodyLimit::max(TREE)))
        .route(
            "/games/{id}/conditions",
            get(conditions::look)
                .put(conditions::put)
                .delete(conditions::delete)
                .layer(DefaultBodyLimit::max(CONDITIONS)),
        )
        .route("/tree", post(trees::read).layer(DefaultBodyLimit::max(2 * NOTES + BODY)))
        .route("/tree/pdn", post(trees::write).layer(DefaultBodyLimit::max(TREE)))
        .route("/games/{id}/socket", get(socket::game))
        .route("/contests", get(contests::list).post(contests::make))
        .route("/contests/{id}", get(contests::look))
        .route("/contests/{id}/acts", post(contests::act))
        .route("/contests/{id}/enter", post(contests::enter))
        .route("/contests/{id}/invitation", get(contests::invite))
        .route("/contests/{id}/export", get(contests::export))
        .route("/contests/{id}/socket", get(contest_socket::contest))
        .route("/me/links", get(links::mine))
        .route("/links", post(links::make))
        .route("/links/{code}", get(links::look).post(links::open).delete(links::end))
        .route("/analysis/socket", get(socket::analysis))
        .route("/openapi.json", get(health::description))
        .fallback(async || Failure::NoPath)
        .method_not_allowed_fallback(async || Failure::WrongMethod)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&club), visitor::visit))
        .layer(middleware::from_fn_with_state(Arc::clone(&club), forward::forward))
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(WORTH_IT)))
        // Health is asked by machines, which need no cookie.
        .route("/health", get(health::health));
    Router::new()
        .nest("/api", api)
        .route("/metrics", get(metrics::metrics))
        // Mail programs post to the address at which people find a page.
        .route("/mail", get(files::file).post(mail::unsubscribe))
        .method_not_allowed_fallback(health::wrong_method)
        .fallback(files::file)
        .layer(middleware::from_fn_with_state(Arc::clone(&club), guard::guard))
        .with_state(club)
}

/// Makes a request to a club without a network, with the machine's own authority, as the command line does while the
/// club is closed. Returns the status and body of the answer.
///
/// # Errors
/// If the request is malformed, or the answer breaks off.
pub async fn ask(club: &Arc<Club>, method: &str, path: &str, body: String) -> Result<(u16, Vec<u8>), Failure> {
    let request = axum::http::Request::builder().method(method).uri(path);
    let request = request.header(header::AUTHORIZATION, format!("Bearer {}", club.machine_key));
    let bad = |error: axum::http::Error| Failure::BadRequest(error.to_string());
    let Ok(response) = router(Arc::clone(club)).oneshot(request.body(axum::body::Body::from(body)).map_err(bad)?).await;
    let status = response.status().as_u16();
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.map_err(|_| Failure::Broken)?;
    Ok((status, bytes.to_vec()))
}

/// A body in JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Failure> {
        if !is_json(request.headers()) {
            return Err(Failure::NotJson);
        }
        let bytes =
            axum::body::Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status() {
                axum::http::StatusCode::PAYLOAD_TOO_LARGE => Failure::TooLarge,
                _ => Failure::BadRequest(rejection.to_string()),
            })?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| Failure::BadRequest(error.to_string()))
    }
}

/// Whether a body is JSON. Other sites' pages can send bodies with some other content types without the browser asking
/// first, so those are refused; a program that declares no type means JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(header::CONTENT_TYPE) else { return true };
    let kind = kind.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

/// The query of an address.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Params<T>, Failure> {
        let query = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        query.map(|query| Params(query.0)).map_err(|error| Failure::BadRequest(error.to_string()))
    }
}
