//! Games from elsewhere.

use super::notes;
use super::visitor::{Visitor, keep};
use super::{Body, NOTES};
use crate::api::{ImportRequest, Imported, Problem};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::imports::{self, ImportedGame, Reading};
use crate::live::{events_of_transcript, spec_lines};
use crate::random;
use axum::Json;
use axum::extract::State;
use damka_conduct::{FIRST_PLACE, GameId, PersonId, Status, Worded};
use damka_notation::{SquareNames, fen};
use damka_rules::Colour;
use damka_store::{Access, Ended, NewEvent, NewGame, Occupant, OccupantKind, Part, Scope, Write};
use damka_words::Words;
use std::sync::Arc;

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
    let owner = person.clone();
    let noted = club.read(move |store| store.notes(&owner)).await?;
    let read = move || {
        let words = shared.words(speech);
        let mut reading = imports::read(&wanted, super::IMPORT, words)?;
        limit_notes(&mut reading, notes::MOST.saturating_sub(noted), words);
        let kept = reading.games.iter().map(|game| {
            let id = random::game_id();
            (writes(&id, game, &person, shared.clock.run), id.to_string())
        });
        Ok::<_, Failure>((kept.collect::<Vec<_>>(), reading.problems))
    };
    let (games, problems) = tokio::task::spawn_blocking(read).await.map_err(|_| Failure::Closing)??;
    let mut ids = Vec::new();
    for (writes, id) in games {
        club.write(writes).await?;
        ids.push(id);
    }
    Ok(Json(Imported { games: ids, problems }))
}

/// Variations and comments that are too long, or too many, are left out, and the import says so.
fn limit_notes(reading: &mut Reading, mut most: u32, words: &Words) {
    let mut left_out = Vec::new();
    for game in &mut reading.games {
        match &game.notes {
            Some(text) if text.len() > NOTES || most == 0 => {
                game.notes = None;
                left_out.push(game.number);
            }
            Some(_) => most -= 1,
            None => {}
        }
    }
    for number in left_out {
        reading.tell(number, words.say("server-import-notes", &[]), words);
    }
}

fn writes(id: &GameId, game: &ImportedGame, person: &PersonId, run: i64) -> Vec<Write> {
    let ImportedGame { transcript, about, notes, .. } = game;
    let ruleset = transcript.spec.ruleset;
    let squares = SquareNames::of(&ruleset);
    let occupants = Colour::ALL.into_iter().zip(&transcript.names).flat_map(|(seat, names)| {
        (FIRST_PLACE..).zip(names).map(move |(place, name)| {
            let kind = OccupantKind::Person(None);
            Occupant { seat, place, kind, name: Some(name.clone()), picture: None }
        })
    });
    let new = NewGame {
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
        about: about.clone(),
    };
    let mut writes = vec![Write::Game(Box::new(new))];
    if let Some(text) = notes {
        writes.push(Write::Note { person: person.clone(), game: id.clone(), text: text.clone(), now: wall() });
    }
    let Some((table, events)) = events_of_transcript(transcript) else { return writes };
    let row = |line| NewEvent { line, scope: Scope::All, client: None, wall: wall() };
    let rows = events.iter().map(|event| row(event.line(squares))).collect();
    writes.push(Write::Events { game: id.clone(), run, first: 1, events: rows });
    let ending = table.ending();
    let ended = Ended {
        winner: ending.and_then(|ending| ending.winner()),
        // A record that stops without a result leaves the result unknown; the last position is known.
        reason: ending.map(|ending| ending.kind().word().to_owned()),
        fen: fen::write(table.game().position(), &ruleset),
        plies: table.game().played().len() as u32,
    };
    writes.push(Write::End { game: id.clone(), ended, now: wall() });
    writes
}
