//! Games from elsewhere.

use super::Body;
use super::visitor::{Visitor, keep};
use crate::api::{ImportRequest, Imported, Problem};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::live::{events_of_transcript, spec_lines};
use crate::{create, random};
use axum::Json;
use axum::extract::State;
use damka_conduct::clock::Millis;
use damka_conduct::{
    Act, Actor, Entry, FIRST_PLACE, GameId, GameSpec, Intent, PersonId, Ruling, Status, Table, Transcript, Worded,
};
use damka_notation::pdn::{Action, GameReader, GameResult, GameTree, PdnGame, ReplayOptions, replay};
use damka_notation::{SquareNames, fen};
use damka_rules::{Colour, Position, Ruleset};
use damka_store::{Access, Ended, NewEvent, NewGame, Occupant, OccupantKind, Part, Scope, Write};
use damka_words::Words;
use std::sync::Arc;

/// The most games of one import.
const MOST: usize = 200;
/// The most names of those who share a seat.
const MOST_NAMES: usize = 8;
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
        let kept = games.into_iter().map(|transcript| {
            let id = random::game_id();
            (writes(&id, &transcript, &person, shared.clock.run), id.to_string())
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

fn read(wanted: &ImportRequest, words: &Words) -> Result<(Vec<Transcript>, Vec<String>), Failure> {
    let default = wanted.rules.as_deref().map(|line| create::ruleset(line, words)).transpose()?;
    if wanted.text.trim_start().starts_with("damka-record") {
        let mut transcript = Transcript::read(&wanted.text)
            .map_err(|error| Failure::Refused { code: "record", text: words.record_error(&error, &wanted.text) })?;
        for names in &mut transcript.names {
            *names = names.iter().filter_map(|text| name(text)).take(MOST_NAMES).collect();
        }
        return Ok((vec![transcript], Vec::new()));
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

fn one(
    raw: &damka_notation::pdn::RawGame<'_>,
    default: Option<Ruleset>,
    words: &Words,
) -> Result<Vec<Transcript>, String> {
    let options = ReplayOptions { default, variations: false, ..ReplayOptions::default() };
    let game = PdnGame::parse(raw).map_err(|error| words.pdn_error(&error, None))?;
    let replayed = replay(&game, &options).map_err(|error| words.pdn_error(&error, None))?;
    let named = |tag| name(replayed.tree.tags.get(tag).unwrap_or_default()).into_iter().collect::<Vec<_>>();
    let names = ["White", "Black"].map(named);
    parts(replayed.tree).iter().map(|part| transcript(part, names.clone(), words)).collect()
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

/// What makes the game: its moves, and how it ended if the rules do not say so.
fn transcript(tree: &GameTree, names: [Vec<String>; 2], words: &Words) -> Result<Transcript, String> {
    let ruleset = tree.ruleset;
    let spec = GameSpec::from_tree(tree).map_err(|error| words.spec_error(&error, &ruleset))?;
    let mut table = Table::new(spec.clone()).map_err(|error| words.spec_error(&error, &ruleset))?;
    let squares = SquareNames::of(&ruleset);
    let mut entries = Vec::new();
    let mut attempt = |table: &mut Table, actor, intent: Intent| {
        let position = *table.game().position();
        let entry = Entry { time: Millis::ZERO, actor, intent };
        table.attempt(&entry).result.map_err(|refused| words.refused(&refused, &ruleset, &position))?;
        entries.push(entry);
        Ok::<(), String>(())
    };
    for step in &tree.main.steps {
        let Action::Move(mv) = step.action else { continue };
        let side = Actor::player(table.to_move());
        if mv.is_null() {
            attempt(&mut table, side, Act::Pass)?;
            continue;
        }
        let path = ruleset.paths(table.game().position(), mv, 1).pop().unwrap_or_default();
        attempt(&mut table, side, Act::Move(path.into_iter().map(|square| squares.cell(square)).collect()))?;
    }
    if table.ending().is_none() {
        match (&tree.result, winner(&tree.result)) {
            (_, Some(winner)) => attempt(&mut table, Actor::player(winner.other()), Act::Resign)?,
            (GameResult::Draw, None) => attempt(&mut table, Actor::Arbiter, Act::Rule(Ruling::Draw))?,
            _ => {}
        }
    }
    Ok(Transcript { spec, names, entries })
}

fn winner(result: &GameResult) -> Option<Colour> {
    Colour::ALL.into_iter().find(|side| *result == GameResult::won_by(*side))
}

fn writes(id: &GameId, transcript: &Transcript, person: &PersonId, run: i64) -> Vec<Write> {
    let ruleset = transcript.spec.ruleset;
    let squares = SquareNames::of(&ruleset);
    let occupants = Colour::ALL.into_iter().zip(&transcript.names).flat_map(|(seat, names)| {
        (FIRST_PLACE..).zip(names).map(move |(place, name)| {
            let kind = OccupantKind::Person(None);
            Occupant { seat, place, kind, name: Some(name.clone()), picture: None }
        })
    });
    let game = NewGame {
        id: id.clone(),
        spec: spec_lines(&transcript.spec),
        rules: ruleset.id().to_owned(),
        status: Status::Over,
        created_at: wall(),
        creator: Some(person.clone()),
        occupants: occupants.collect(),
        // The importer has the game without having played either side.
        parts: vec![(Part::Importer, person.clone())],
        access: Access::default(),
        imported: true,
    };
    let mut writes = vec![Write::Game(Box::new(game))];
    let Some((table, events)) = events_of_transcript(transcript) else { return writes };
    let row = |line| NewEvent { line, scope: Scope::All, client: None, wall: wall() };
    let rows = events.iter().map(|event| row(event.line(squares))).collect();
    writes.push(Write::Events { game: id.clone(), run, first: 1, events: rows });
    if let Some(ending) = table.ending() {
        let ended = Ended {
            winner: ending.winner(),
            reason: ending.kind().word().to_owned(),
            fen: fen::write(table.game().position(), &ruleset),
            plies: table.game().played().len() as u32,
        };
        writes.push(Write::End { game: id.clone(), ended, now: wall() });
    }
    writes
}
