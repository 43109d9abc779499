//! Games from elsewhere.

use super::Body;
use super::visitor::{Visitor, keep};
use crate::api::{ImportRequest, Imported, Problem};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::live::{acts, spec_lines};
use crate::terms::Terms;
use crate::{create, random, show};
use axum::Json;
use axum::extract::State;
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Actor, Event, GameSpec, Record, Ruling, Table};
use damka_notation::pdn::{Action, GameReader, GameResult, GameTree, PdnGame, ReplayOptions, replay};
use damka_notation::{SquareNames, fen};
use damka_rules::{Colour, Position, Ruleset};
use damka_store::{Ended, NewEvent, NewGame, Sitting, Status, Write};
use damka_words::Words;
use std::sync::Arc;

/// The most games of one import.
const MOST: usize = 200;
/// The most problems that are told.
const MOST_PROBLEMS: usize = 20;

/// Imports PDN, or a record of Damka's own.
#[utoipa::path(post, path = "/api/me/games", request_body = ImportRequest,
    responses((status = 200, body = Imported), (status = "4XX", body = Problem)))]
pub async fn import(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<ImportRequest>,
) -> Result<Json<Imported>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    if wanted.text.len() > super::IMPORT {
        return Err(Failure::TooLarge);
    }
    keep(&club, &visitor).await?;
    let (shared, speech) = (Arc::clone(&club), visitor.speech);
    let person = visitor.person.id;
    let read = move || {
        let (games, problems) = read(&wanted, shared.words(speech))?;
        let kept = games.into_iter().map(|(record, names)| {
            let id = random::game_id();
            (writes(&id, &record, names, &person), id)
        });
        Ok::<_, Failure>((kept.collect::<Vec<_>>(), problems))
    };
    let (games, problems) = tokio::task::spawn_blocking(read).await.map_err(|_| Failure::Closing)??;
    let mut ids = Vec::new();
    for (writes, id) in games {
        club.write(writes).await?;
        ids.push(id);
    }
    Ok(Json(Imported { games: ids, problems }))
}

type Named = (Record, [Option<String>; 2]);

fn read(wanted: &ImportRequest, words: &Words) -> Result<(Vec<Named>, Vec<String>), Failure> {
    let default = wanted.rules.as_deref().map(|line| create::ruleset(line, words)).transpose()?;
    if wanted.text.trim_start().starts_with("damka-record") {
        let record = Record::read(&wanted.text)
            .map_err(|error| Failure::Refused { code: "record", text: words.record_error(&error, &wanted.text) })?;
        let names = Colour::ALL.map(|side| name(&record.spec.seats[side as usize].people.join("; ")));
        return Ok((vec![(record, names)], Vec::new()));
    }
    let (mut games, mut problems) = (Vec::new(), Vec::new());
    let mut reader = GameReader::new(wanted.text.as_bytes()).with_limit(super::IMPORT);
    let mut number = 0;
    loop {
        let raw = match reader.next_game() {
            Ok(Some(raw)) => raw,
            Ok(None) => break,
            Err(error) => {
                problems.push(words.say("server-bad-request", &[("reason", error.to_string().into())]));
                break;
            }
        };
        number += 1;
        let told = match one(&raw, default, words) {
            Ok(parts) => {
                let several =
                    (parts.len() > 1).then(|| words.say("server-import-parts", &[("count", parts.len().into())]));
                games.extend(parts);
                several
            }
            Err(reason) => Some(reason),
        };
        if let Some(reason) = told.filter(|_| problems.len() < MOST_PROBLEMS) {
            let variables = [("number", number.into()), ("reason", reason.into())];
            problems.push(words.say("server-import-game", &variables));
        }
        if games.len() >= MOST {
            problems.push(words.say("server-import-most", &[("count", MOST.into())]));
            break;
        }
    }
    if games.is_empty() && problems.is_empty() {
        return Err(Failure::Refused { code: "import", text: words.say("server-import-nothing", &[]) });
    }
    Ok((games, problems))
}

fn one(raw: &damka_notation::pdn::RawGame<'_>, default: Option<Ruleset>, words: &Words) -> Result<Vec<Named>, String> {
    let options = ReplayOptions { default, variations: false, ..ReplayOptions::default() };
    let game = PdnGame::parse(raw).map_err(|error| words.pdn_error(&error, None))?;
    let replayed = replay(&game, &options).map_err(|error| words.pdn_error(&error, None))?;
    let names = ["White", "Black"].map(|tag| name(replayed.tree.tags.get(tag).unwrap_or_default()));
    parts(replayed.tree).iter().map(|part| Ok((record(part, words)?, names.clone()))).collect()
}

/// A game in which positions are set up between the moves, such as a lesson, becomes a game from each of them on. What it
/// was played for is the result of the last.
fn parts(tree: GameTree) -> Vec<GameTree> {
    let part = |start: Position| GameTree {
        tags: tree.tags.clone(),
        start,
        result: GameResult::Unknown,
        ..GameTree::new(tree.ruleset)
    };
    let mut parts = vec![part(tree.start)];
    for step in tree.main.steps {
        match (step.action, parts.last_mut()) {
            // What is set up before the first move is the start.
            (Action::Setup(position), Some(last)) if last.main.steps.is_empty() => last.start = position,
            (Action::Setup(position), _) => parts.push(part(position)),
            (Action::Move(_), Some(last)) => last.main.steps.push(step),
            (Action::Move(_), None) => {}
        }
    }
    if let Some(last) = parts.last_mut() {
        last.result = tree.result;
    }
    parts
}

/// A name from a file: one line, not too long, nothing for a question mark.
fn name(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|letter| !letter.is_control()).take(60).collect();
    let text = text.trim();
    (!text.is_empty() && text != "?").then(|| text.to_owned())
}

/// The events that make the game: its moves, and how it ended if the rules do not say so.
fn record(tree: &GameTree, words: &Words) -> Result<Record, String> {
    let ruleset = tree.ruleset;
    let mut spec = GameSpec::from_tree(tree).map_err(|error| words.spec_error(&error, &ruleset))?;
    spec.seats.iter_mut().for_each(|seat| seat.people.clear());
    let mut table = Table::new(spec.clone()).map_err(|error| words.spec_error(&error, &ruleset))?;
    let names = SquareNames::of(&ruleset);
    let mut events = Vec::new();
    let mut happen = |table: &mut Table, actor, act| {
        let event = Event { time: Millis::ZERO, actor, act };
        let position = *table.game().position();
        table.apply(&event).map_err(|refused| words.refused(&refused, &ruleset, &position))?;
        events.push(event);
        Ok::<(), String>(())
    };
    for step in &tree.main.steps {
        let Action::Move(mv) = step.action else { continue };
        let side = Actor::Side(table.to_move());
        if mv.is_null() {
            happen(&mut table, side, Act::Pass)?;
            continue;
        }
        let path = ruleset.paths(table.game().position(), mv, 1).pop().unwrap_or_default();
        happen(&mut table, side, Act::Move(path.into_iter().map(|square| names.cell(square)).collect()))?;
    }
    if table.ending().is_none() {
        match (&tree.result, winner(&tree.result)) {
            (_, Some(winner)) => happen(&mut table, Actor::Side(winner.other()), Act::Resign)?,
            (GameResult::Draw, None) => happen(&mut table, Actor::Arbiter, Act::Rule(Ruling::Draw))?,
            _ => {}
        }
    }
    Ok(Record { spec, events })
}

fn winner(result: &GameResult) -> Option<Colour> {
    Colour::ALL.into_iter().find(|side| *result == GameResult::won_by(*side))
}

fn writes(id: &str, record: &Record, names: [Option<String>; 2], person: &str) -> Vec<Write> {
    let ruleset = record.spec.ruleset;
    let squares = SquareNames::of(&ruleset);
    let game = NewGame {
        id: id.to_owned(),
        spec: spec_lines(&record.spec),
        terms: serde_json::to_string(&Terms::default()).unwrap_or_default(),
        rules: ruleset.id().to_owned(),
        status: Status::Over,
        made: wall(),
        names,
        maker: person.to_owned(),
        // The importer has the game among the own ones without having played either side.
        seats: vec![(Sitting::Arbiter, person.to_owned())],
        imported: true,
    };
    let mut writes = vec![Write::Game(Box::new(game))];
    let replayed = record.replay().ok();
    let accepted = replayed.iter().flat_map(|(_, steps)| steps).filter(|step| step.result.is_ok());
    let events: Vec<NewEvent> =
        accepted.map(|step| NewEvent { line: step.event.line(squares), client: None }).collect();
    writes.push(Write::Events { game: id.to_owned(), first: 1, events });
    if let Some((table, _)) = replayed
        && let Some(ending) = table.ending()
    {
        let reason = serde_json::to_value(show::ending_name(&ending)).ok();
        let ended = Ended {
            winner: ending.winner().map(acts::seat_of),
            reason: reason.and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default(),
            fen: fen::write(table.game().position(), &ruleset),
            plies: table.game().played().len() as u32,
        };
        writes.push(Write::End { game: id.to_owned(), ended, now: wall() });
    }
    writes
}
