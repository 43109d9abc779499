//! Games for other programs and for paper.

use super::aside::aside;
use super::games::seen_table;
use super::paper::paper;
use super::{Params, Visitor, trees};
use crate::api::{ExportFormat, ExportQuery, GameRecord, Problem, RecordLine};
use crate::club::Club;
use crate::dates::{days_of, days_text, pdn_date};
use crate::error::Failure;
use crate::live::{self, Rows, SeenTable, Sight};
use crate::trees::convention;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use damka_conduct::clock::Millis;
use damka_conduct::{GameId, Table};
use damka_notation::diagram::{self, SvgOptions};
use damka_notation::fen;
use damka_notation::pdn::{GameResult, GameTree};
use damka_notation::sheet::{self, SheetOptions};
use damka_rules::Colour;
use damka_words::{StoryLine, Words};
use std::sync::Arc;

/// A game as PDN, a position, a score sheet, a picture or a record.
#[utoipa::path(get, path = "/api/games/{id}/export", params(("id" = String, Path), ExportQuery),
    responses((status = 200, content((String = "application/vnd.pdn"), (String = "text/plain"), (String = "text/html"),
        (String = "image/svg+xml"))), (status = "4XX", body = Problem)))]
pub async fn export(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Params(query): Params<ExportQuery>,
) -> Result<Response, Failure> {
    let id = GameId::new(id);
    let SeenTable { table, seq, sight } = visible_table(&club, &visitor, &id).await?;
    let tree = named_tree(&club, &id, &table, club.words(visitor.speech)).await?;
    let name = file_name(&tree);
    let plain = "text/plain; charset=utf-8";
    let format = query.format.unwrap_or_default();
    let (kind, ending, text) = match format {
        ExportFormat::Pdn => {
            ("application/vnd.pdn; charset=utf-8", "pdn", trees::noted_pdn(&club, &visitor, &id, tree).await?)
        }
        ExportFormat::Fen => (plain, "fen", position(&table, query.ply)?),
        ExportFormat::Sheet => {
            let write = move |words: &Words| Ok(sheet::text(&tree, &sheet_options(words)));
            (plain, "txt", aside(&club, &visitor, write).await?)
        }
        ExportFormat::SheetPage => {
            let write = move |words: &Words| Ok(sheet::html(&tree, &sheet_options(words)));
            ("text/html; charset=utf-8", "html", aside(&club, &visitor, write).await?)
        }
        ExportFormat::Svg => {
            let draw = move |words: &Words| picture(&table, query.ply, words);
            ("image/svg+xml", "svg", aside(&club, &visitor, draw).await?)
        }
        ExportFormat::Record => (plain, "damka", record(&club, &visitor, &id, seq, sight).await?),
    };
    let mut response = if format == ExportFormat::SheetPage { paper(text) } else { text.into_response() };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CONTENT_DISPOSITION, disposition(&id, &name, ending)?);
    Ok(response)
}

/// How a browser calls the file: old ones by the id, others by the players and the day, in any script.
fn disposition(id: &GameId, name: &str, ending: &str) -> Result<HeaderValue, Failure> {
    let encoded: String = name.bytes().map(percent_encoded).collect();
    let text = format!("inline; filename=\"damka-{id}.{ending}\"; filename*=UTF-8''{encoded}.{ending}");
    // An id comes from the address, where it may be anything.
    HeaderValue::from_str(&text).map_err(|_| Failure::NoGame)
}

fn percent_encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }
}

/// A name for the file of a game, without what it ends with: the players and the day.
pub(super) fn file_name(tree: &GameTree) -> String {
    let tag = |name| tree.tags.get(name).filter(|value| !value.is_empty());
    let players: Vec<&str> = ["White", "Black"].into_iter().filter_map(tag).collect();
    let day = tag("Date").and_then(days_of).map(days_text);
    let parts: Vec<String> = std::iter::once(players.join(" – ")).chain(day).filter(|part| !part.is_empty()).collect();
    let name = if parts.is_empty() { "damka".to_owned() } else { parts.join(" ") };
    // No file system takes these.
    name.replace(|letter: char| letter.is_control() || "\\/:*?\"<>|".contains(letter), " ")
}

/// A game as the visitor may see it, with its board.
///
/// # Errors
/// If there is no such game, or the visitor plays it without the board.
pub(super) async fn visible_table(club: &Arc<Club>, visitor: &Visitor, id: &GameId) -> Result<SeenTable, Failure> {
    let seen = seen_table(club, visitor, id).await?;
    // A blindfold player is not helped to see the board.
    if seen.sight.has_board() { Ok(seen) } else { Err(Failure::NotOver) }
}

/// The moves of a game, with the names of those who play it, and where and when it was played.
///
/// # Errors
/// If there is no such game.
pub(super) async fn named_tree(
    club: &Arc<Club>,
    id: &GameId,
    table: &Table,
    words: &Words,
) -> Result<GameTree, Failure> {
    let rows = club.game(id).await?.summary.listing().rows;
    Ok(tagged_tree(&rows, table, words))
}

/// The moves of a game with its tags: the players' names, and where and when it was played.
#[must_use]
pub fn tagged_tree(rows: &Rows, table: &Table, words: &Words) -> GameTree {
    let mut tree = table.tree();
    for (name, value) in &rows.about.tags {
        tree.tags.set(name, value.as_str());
    }
    if !rows.imported {
        if rows.tag("Event").is_none() {
            tree.tags.set("Event", words.say("pdn-event", &[]));
        }
        tree.tags.set("Date", pdn_date(rows.created_at));
    } else if let Some(result) = rows.tag("Result").filter(|_| tree.result == GameResult::Unknown) {
        tree.result = GameResult::read(result);
    }
    for (tag, side) in [("White", Colour::White), ("Black", Colour::Black)] {
        if let Some(name) = live::shown_name(rows, side, words) {
            tree.tags.set(tag, name);
        }
    }
    tree
}

fn sheet_options(words: &Words) -> SheetOptions {
    SheetOptions { labels: words.sheet_labels(), convention: convention(words) }
}

fn position_at(table: &Table, ply: Option<u32>) -> Result<damka_rules::Position, Failure> {
    let (game, ply) = (table.game(), ply.map_or(table.game().played().len(), |ply| ply as usize));
    match game.played().get(ply) {
        Some(played) => Ok(played.before),
        None if ply == game.played().len() => Ok(*game.position()),
        None => Err(Failure::BadRequest(format!("ply: {ply}"))),
    }
}

fn position(table: &Table, ply: Option<u32>) -> Result<String, Failure> {
    Ok(fen::write(&position_at(table, ply)?, &table.spec().ruleset))
}

fn picture(table: &Table, ply: Option<u32>, words: &Words) -> Result<String, Failure> {
    let (position, ruleset) = (position_at(table, ply)?, &table.spec().ruleset);
    let (title, description) = (words.ruleset_name(ruleset), words.position(&position, ruleset));
    Ok(diagram::svg(ruleset, &position, &SvgOptions { title, description, ..SvgOptions::default() }))
}

/// The record of a game in sentences, for those who may have the record.
#[utoipa::path(get, path = "/api/games/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = GameRecord), (status = "4XX", body = Problem)))]
pub async fn story(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<GameRecord>, Failure> {
    let id = GameId::new(id);
    let SeenTable { seq, sight, .. } = visible_table(&club, &visitor, &id).await?;
    may_have_record(sight)?;
    let store = club.store();
    let tell = move |words: &Words| {
        // People read whole seconds; the file contains milliseconds.
        let time = |time: Millis| words.clock_time(Millis::seconds(time.0 / 1000));
        let line = |line: StoryLine| RecordLine { time: time(line.time), text: line.text };
        let lines = live::story(&*store, &id, seq, sight, words)?.ok_or(Failure::NoGame)?;
        Ok(Json(GameRecord { lines: lines.into_iter().map(line).collect() }))
    };
    aside(&club, &visitor, tell).await
}

/// A record is for those who play or rule, and for everybody when the game is over.
fn may_have_record(sight: Sight) -> Result<(), Failure> {
    if sight.record { Ok(()) } else { Err(Failure::NotOver) }
}

/// The record up to an event: what was agreed, who played, then every event in lines of today.
async fn record(club: &Arc<Club>, visitor: &Visitor, id: &GameId, upto: u32, sight: Sight) -> Result<String, Failure> {
    may_have_record(sight)?;
    let (id, store) = (id.clone(), club.store());
    let write = move |_: &Words| live::record(&*store, &id, upto, sight)?.ok_or(Failure::NoGame);
    aside(club, visitor, write).await
}
