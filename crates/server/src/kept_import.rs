//! Keeping imported games.

use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::http::{NOTES, Visitor};
use crate::imports::{ImportedGame, Reading};
use crate::live::{events_of_transcript, spec_lines};
use crate::quota::{Account, Added};
use crate::random;
use damka_conduct::{FIRST_PLACE, GameId, PersonId, Status, Worded};
use damka_notation::{SquareNames, fen};
use damka_rules::Colour;
use damka_store::{Access, Ended, NewEvent, NewGame, Occupant, OccupantKind, Part, Scope, StoreError, Write};
use damka_words::Words;
use std::sync::mpsc::channel;

/// How many games are written in one transaction.
pub const AT_ONCE: usize = 20;
/// The approximate space that a line takes in addition to its text.
const LINE: u64 = 24;

/// Keeps the games of one import.
#[derive(Debug)]
pub struct Keeper {
    person: PersonId,
    /// When the person was looked up: see [`Club::identities`].
    seen: u64,
    account: Account,
    run: i64,
}

impl Keeper {
    /// Keeps games for a visitor.
    #[must_use]
    pub fn new(club: &Club, visitor: &Visitor, account: Account) -> Keeper {
        Keeper { person: visitor.person.id.clone(), seen: visitor.seen, account, run: club.clock.run() }
    }

    /// The owner of the games.
    #[must_use]
    pub fn owner(&self) -> &PersonId {
        &self.person
    }

    /// Keeps the games that were read. Returns their ids, and the failure if a quota is reached or nothing can be
    /// written. Notes that are too long or too many are left out and reported.
    pub fn keep(&mut self, club: &Club, reading: &mut Reading, words: &Words) -> (Vec<String>, Option<Failure>) {
        if let Some(became) = club.identities.became(&self.person, self.seen) {
            self.person = became;
        }
        let (mut writes, mut ids, mut added, mut full) = (Vec::new(), Vec::new(), Added::default(), None);
        for mut game in std::mem::take(&mut reading.games) {
            let id = random::game_id();
            let own = self.writes(&id, &game);
            let own_added = Added { games: 1, bytes: weight(&own), ..Added::default() };
            if let Err(failure) = self.account.add(own_added, words) {
                full = Some(failure);
                break;
            }
            writes.extend(own);
            added = Added { games: added.games + 1, bytes: added.bytes + own_added.bytes, ..added };
            if let Some(text) = game.notes.take() {
                let noted = Added { notes: 1, bytes: text.len() as u64, ..Added::default() };
                if text.len() > NOTES || self.account.add(noted, words).is_err() {
                    reading.tell(game.number, words.say("server-import-notes", &[]), words);
                } else {
                    added.bytes += noted.bytes;
                    writes.push(Write::Note { person: self.person.clone(), game: id.clone(), text, now: wall() });
                }
            }
            ids.push(id.to_string());
        }
        if !writes.is_empty() {
            let (tell, told) = channel();
            club.store().write(writes, Box::new(move |result| drop(tell.send(result))));
            if let Err(error) = told.recv().unwrap_or(Err(StoreError::Closed)) {
                return (Vec::new(), Some(error.into()));
            }
            self.account.charge(club, added);
        }
        (ids, full)
    }

    fn writes(&self, id: &GameId, game: &ImportedGame) -> Vec<Write> {
        let ImportedGame { transcript, about, .. } = game;
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
            creator: Some(self.person.clone()),
            occupants: occupants.collect(),
            // The importer owns the game without having played either side.
            parts: vec![(Part::Importer, self.person.clone())],
            access: Access::default(),
            imported: true,
            about: about.clone(),
        };
        let mut writes = vec![Write::Game(Box::new(new))];
        let Some((table, events)) = events_of_transcript(transcript) else { return writes };
        let row = |line| NewEvent { line, scope: Scope::All, client: None, wall: wall() };
        let rows = events.iter().map(|event| row(event.line(squares))).collect();
        writes.push(Write::Events { game: id.clone(), run: self.run, first: 1, events: rows });
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
}

/// The approximate space that a game takes.
fn weight(writes: &[Write]) -> u64 {
    let weight = |write: &Write| match write {
        Write::Game(game) => {
            let tags = game.about.tags.iter().map(|(name, value)| (name.len() + value.len()) as u64);
            crate::quota::NEW_GAME + game.spec.len() as u64 + tags.sum::<u64>()
        }
        Write::Events { events, .. } => events.iter().map(|event| event.line.len() as u64 + LINE).sum(),
        _ => 0,
    };
    writes.iter().map(weight).sum()
}
