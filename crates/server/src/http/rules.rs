//! The games that can be played, and positions outside of games.

use super::fixed::Fixed;
use super::{Body, Params, Visitor};
use crate::api::{
    ChoiceView, Choices, ClockQuery, ClockSetting, ExplainRequest, Explanation, LevelView, LineQuery, PositionRequest,
    PositionView, Problem, RulesetView, SwitchView,
};
use crate::club::Club;
use crate::error::Failure;
use crate::{create, positions, show};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{Html, Response};
use damka_conduct::clock::Control;
use damka_engine::Level;
use damka_rules::{Choice, FactId, Ruleset};
use damka_words::Words;
use std::sync::{Arc, OnceLock};

/// Everything that can be chosen when a game is made.
#[utoipa::path(get, path = "/api/choices", responses((status = 200, body = Choices), (status = 304)))]
pub async fn choices(State(club): State<Arc<Club>>, visitor: Visitor, headers: HeaderMap) -> Response {
    // It is the largest answer, and the first that every page asks for.
    static MADE: [OnceLock<Fixed>; 3] = [const { OnceLock::new() }; 3];
    let words = club.words(visitor.language);
    let make = || Fixed::new("application/json", serde_json::to_vec(&all_choices(words)).unwrap_or_default());
    MADE[visitor.language as usize].get_or_init(make).answer(&headers)
}

fn all_choices(words: &Words) -> Choices {
    let switch = |id: &FactId| SwitchView {
        id: id.name().to_owned(),
        name: words.fact(*id),
        choices: id
            .choices()
            .iter()
            .map(|value| ChoiceView { value: (*value).to_owned(), name: words.fact_value(*id, value) })
            .collect(),
        expected: id.values(),
    };
    let level =
        |level: Level| LevelView { number: level.number(), id: level.id().to_owned(), name: words.level(level) };
    Choices {
        rulesets: Ruleset::all().iter().map(|ruleset| show::ruleset(ruleset, words)).collect(),
        switches: FactId::ALL.iter().map(switch).collect(),
        levels: Level::ALL.into_iter().map(level).collect(),
    }
}

/// One ruleset or line of house rules, checked.
#[utoipa::path(get, path = "/api/rules", params(LineQuery),
    responses((status = 200, body = RulesetView), (status = "4XX", body = Problem)))]
pub async fn ruleset(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<LineQuery>,
) -> Result<Json<RulesetView>, Failure> {
    let words = club.words(visitor.language);
    Ok(Json(show::ruleset(&create::ruleset(&query.rules, words)?, words)))
}

/// The rules of a game on one page.
#[utoipa::path(get, path = "/api/rules/page", params(LineQuery),
    responses((status = 200, content_type = "text/html", body = String), (status = "4XX", body = Problem)))]
pub async fn page(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<LineQuery>,
) -> Result<Html<String>, Failure> {
    let ruleset = create::ruleset(&query.rules, club.words(visitor.language))?;
    Ok(Html(damka_words::rules_page(&ruleset, visitor.language).to_html()))
}

/// A clock setting, checked and in words.
#[utoipa::path(get, path = "/api/clock", params(ClockQuery),
    responses((status = 200, body = ClockSetting), (status = "4XX", body = Problem)))]
pub async fn clock(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<ClockQuery>,
) -> Result<Json<ClockSetting>, Failure> {
    let words = club.words(visitor.language);
    let control: Control =
        query.clock.parse().map_err(|error| Failure::Refused { code: "clock", text: words.control_error(&error) })?;
    Ok(Json(ClockSetting { clock: control.to_string(), text: words.control(&control) }))
}

/// Everything that the rules say about a position.
#[utoipa::path(post, path = "/api/position", request_body = PositionRequest,
    responses((status = 200, body = PositionView), (status = "4XX", body = Problem)))]
pub async fn position(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<PositionRequest>,
) -> Result<Json<PositionView>, Failure> {
    let words = club.words(visitor.language);
    Ok(Json(positions::view(&positions::game(&wanted, words)?, words)))
}

/// Why a move is not legal.
#[utoipa::path(post, path = "/api/position/explain", request_body = ExplainRequest,
    responses((status = 200, body = Explanation), (status = "4XX", body = Problem)))]
pub async fn explain(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<ExplainRequest>,
) -> Result<Json<Explanation>, Failure> {
    let words = club.words(visitor.language);
    let game = positions::game(&wanted.position, words)?;
    Ok(Json(positions::explain(&game, &wanted.path, words)?))
}
