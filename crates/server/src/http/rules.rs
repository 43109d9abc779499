//! The games that can be played, and positions outside of games.

use super::aside::aside;
use super::fixed::Fixed;
use super::paper::lasting_paper;
use super::{Body, Params, Visitor};
use crate::api::{
    BySide, Choices, ClockQuery, ClockSetting, DiagramQuery, ExplainRequest, Explanation, Fen, LevelView, LineQuery,
    OddsQuery, OddsView, PositionRequest, PositionView, Problem, RulesetView, SampleView, SetupRequest,
};
use crate::club::Club;
use crate::error::Failure;
use crate::{create, positions, samples, show, switches};
use axum::Json;
use axum::extract::State;
use axum::http::header::HeaderMap;
use axum::response::Response;
use damka_conduct::clock::Control;
use damka_conduct::{GameSpec, Odds};
use damka_engine::Level;
use damka_notation::diagram::{self, Palette, SvgOptions};
use damka_notation::{SquareNames, fen};
use damka_rules::{Choice, Colour, FactId, Ruleset};
use damka_words::Words;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

/// How large a printed board can be, in millimetres along one edge.
pub(crate) const PRINTED: RangeInclusive<u32> = 20..=1000;

/// Clocks that are often played with, from none to that of the national codices.
const CLOCKS: [&str; 14] = [
    "none", "3m+2s", "5m", "8m", "10m+5s", "15m+10s", "30m", "80m+1m", "1x1d", "1x3d", "1x7d", "1x14d", "10/30d",
    "10d+1d",
];

/// Everything that can be chosen when a game is made.
#[utoipa::path(get, path = "/api/choices", responses((status = 200, body = Choices), (status = 304)))]
pub async fn choices(State(club): State<Arc<Club>>, visitor: Visitor, headers: HeaderMap) -> Response {
    // It is the largest answer, and the first that every page asks for.
    static MADE: [[OnceLock<Fixed>; 3]; 2] = [const { [const { OnceLock::new() }; 3] }; 2];
    let (words, chat) = (club.words(visitor.speech.language), club.settings.chat);
    let make = || Fixed::new("application/json", serde_json::to_vec(&all_choices(words, chat)).unwrap_or_default());
    MADE[usize::from(chat)][visitor.speech.language as usize].get_or_init(make).answer(&headers)
}

fn all_choices(words: &Words, chat: bool) -> Choices {
    let level = |level: Level| LevelView {
        number: level.number(),
        id: level.id().to_owned(),
        name: words.level(level),
        character: words.character(level),
    };
    Choices {
        rulesets: Ruleset::all().iter().map(|ruleset| show::ruleset(ruleset, words)).collect(),
        switches: FactId::ALL.iter().map(|id| switches::switch(*id, words)).collect(),
        levels: Level::ALL.into_iter().map(level).collect(),
        chat,
        clocks: CLOCKS.iter().filter_map(|clock| clock.parse().ok()).map(|control| setting(&control, words)).collect(),
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
    let words = club.words(visitor.speech);
    Ok(Json(show::ruleset(&create::ruleset(&query.rules, words)?, words)))
}

/// A short game of a ruleset, to look at.
#[utoipa::path(get, path = "/api/sample", params(LineQuery),
    responses((status = 200, body = SampleView), (status = "4XX", body = Problem)))]
pub async fn sample(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<LineQuery>,
) -> Result<Json<SampleView>, Failure> {
    let ruleset = create::ruleset(&query.rules, club.words(visitor.speech))?;
    Ok(Json(SampleView { moves: samples::moves(&ruleset) }))
}

/// The rules of a game on one page.
#[utoipa::path(get, path = "/api/rules/page", params(LineQuery),
    responses((status = 200, content_type = "text/html", body = String), (status = 304), (status = "4XX", body = Problem)))]
pub async fn page(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
    Params(query): Params<LineQuery>,
) -> Result<Response, Failure> {
    let ruleset = create::ruleset(&query.rules, club.words(visitor.speech))?;
    let write = move |words: &Words| Ok(damka_words::rules_page(&ruleset, words.language()).to_html());
    Ok(lasting_paper(aside(&club, &visitor, write).await?, &headers))
}

/// A position as a picture, for paper and for other programs.
#[utoipa::path(get, path = "/api/diagram", params(DiagramQuery),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 304),
        (status = "4XX", body = Problem)))]
pub async fn diagram(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
    Params(query): Params<DiagramQuery>,
) -> Result<Response, Failure> {
    let picture = aside(&club, &visitor, move |words: &Words| drawn(&query, words)).await?;
    Ok(Fixed::lasting("image/svg+xml", picture).answer(&headers))
}

fn drawn(query: &DiagramQuery, words: &Words) -> Result<String, Failure> {
    let ruleset = create::ruleset(&query.rules, words)?;
    let position = match &query.fen {
        Some(text) => positions::position(&ruleset, text, words)?,
        None => ruleset.start(),
    };
    if query.mm.is_some_and(|mm| !PRINTED.contains(&mm)) {
        return Err(Failure::BadRequest(format!("mm: {} to {}", PRINTED.start(), PRINTED.end())));
    }
    let options = SvgOptions {
        title: words.ruleset_name(&ruleset),
        description: words.position(&position, &ruleset),
        seen_by: query.seen_by.map_or(Colour::White, |side| side.0),
        coordinates: !query.plain,
        palette: if query.print { Palette::PRINT } else { Palette::WOOD },
        board_mm: query.mm,
        ..SvgOptions::default()
    };
    Ok(diagram::svg(&ruleset, &position, &options))
}

/// A clock setting, checked and in words.
#[utoipa::path(get, path = "/api/clock", params(ClockQuery),
    responses((status = 200, body = ClockSetting), (status = "4XX", body = Problem)))]
pub async fn clock(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<ClockQuery>,
) -> Result<Json<ClockSetting>, Failure> {
    let words = club.words(visitor.speech);
    let control: Control =
        query.clock.parse().map_err(|error| Failure::Refused { code: "clock", text: words.control_error(&error) })?;
    Ok(Json(setting(&control, words)))
}

/// Odds that suit the difference of two players, from the ladder of odds.
#[utoipa::path(get, path = "/api/odds", params(OddsQuery),
    responses((status = 200, body = OddsView), (status = "4XX", body = Problem)))]
pub async fn odds(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Params(query): Params<OddsQuery>,
) -> Result<Json<OddsView>, Failure> {
    let suggest = move |words: &Words| suggested(&query, words);
    Ok(Json(aside(&club, &visitor, suggest).await?))
}

fn suggested(query: &OddsQuery, words: &Words) -> Result<OddsView, Failure> {
    let ruleset = create::ruleset(&query.rules, words)?;
    let [stronger, weaker] = [query.stronger, query.weaker].map(Level::new);
    let (Some(stronger), Some(weaker)) = (stronger, weaker) else {
        let range = format!("stronger, weaker: {} to {}", Level::WEAKEST.number(), Level::STRONGEST.number());
        return Err(Failure::BadRequest(range));
    };
    let nothing = |id| OddsView { text: vec![words.say(id, &[])], men: Vec::new(), fen: None, clocks: None };
    let difference = stronger.number().saturating_sub(weaker.number());
    if difference == 0 {
        return Ok(nothing("odds-none"));
    }
    let Some(odds) = Odds::of(&ruleset, query.kind.0, difference, query.giver.0) else {
        return Ok(nothing("odds-impossible"));
    };
    let names = SquareNames::of(&ruleset);
    let clocks = odds.clocks.as_ref().map(|[white, black]| [white, black].map(ToString::to_string));
    Ok(OddsView {
        text: words.odds(&odds, &ruleset),
        men: odds.men.iter().filter(|_| odds.start.is_none()).map(|man| names.name(*man).into()).collect(),
        fen: odds.start.map(|start| fen::write(&start, &ruleset)),
        clocks: clocks.map(|[white, black]| BySide { white, black }),
    })
}

fn setting(control: &Control, words: &Words) -> ClockSetting {
    let pace = GameSpec::usual_pace(&[control.clone(), control.clone()]);
    ClockSetting { clock: control.to_string(), text: words.control(control), pace: pace.into() }
}

/// Everything that the rules say about a position.
#[utoipa::path(post, path = "/api/position", request_body = PositionRequest,
    responses((status = 200, body = PositionView), (status = "4XX", body = Problem)))]
pub async fn position(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<PositionRequest>,
) -> Result<Json<PositionView>, Failure> {
    let view = move |words: &Words| Ok(positions::view(&positions::game(&wanted, words)?, words));
    Ok(Json(aside(&club, &visitor, view).await?))
}

/// The text of a position that was set up.
#[utoipa::path(post, path = "/api/position/fen", request_body = SetupRequest,
    responses((status = 200, body = Fen), (status = "4XX", body = Problem)))]
pub async fn write_fen(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<SetupRequest>,
) -> Result<Json<Fen>, Failure> {
    Ok(Json(positions::set_up(&wanted, club.words(visitor.speech))?))
}

/// Why a move is not legal.
#[utoipa::path(post, path = "/api/position/explain", request_body = ExplainRequest,
    responses((status = 200, body = Explanation), (status = "4XX", body = Problem)))]
pub async fn explain(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<ExplainRequest>,
) -> Result<Json<Explanation>, Failure> {
    let explain =
        move |words: &Words| positions::explain(&positions::game(&wanted.position, words)?, &wanted.path, words);
    Ok(Json(aside(&club, &visitor, explain).await?))
}
