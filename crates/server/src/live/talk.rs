//! What is said at a live game: who may say what, how often, and whose words are deleted.

use super::load::read_spec;
use super::owner::Owner;
use crate::club::Club;
use crate::error::Failure;
use damka_conduct::{Act, Change, Event, GameId, Line, PersonId, Place, Said, Saying, Talk};
use damka_notation::SquareNames;
use damka_rules::Colour;
use damka_store::{KeptEvent, Store, StoreError, Write};
use std::sync::Arc;

/// The most that a seat says in a game. Whole games are played with less, and every saying is on disk.
const MOST_SAID: u32 = 2_000;

/// What was said, if that is what happened.
pub fn said(changes: &[Change]) -> Option<&Said> {
    match changes {
        [Change::Said(said)] => Some(said),
        _ => None,
    }
}

impl Owner {
    /// Whether somebody may say something, though the table would let them.
    pub(super) fn may_say(&self, side: Colour, saying: &Saying, person: &PersonId) -> Result<(), Failure> {
        match saying {
            Saying::Text(..) if self.spec.talk == Talk::Free && !self.club.may_write(person) => Err(Failure::NoChat),
            _ if self.log.done.said(side) >= MOST_SAID => Err(Failure::TooLarge),
            _ => Ok(()),
        }
    }

    /// A person is deleted, and with them what they have said in their own words; whether there was anything.
    pub(super) fn blank_words(&mut self, person: &PersonId) -> bool {
        let own = self.rows.occupants.iter().filter(|it| it.person() == Some(person));
        let places: Vec<(Colour, Place)> = own.map(|it| (it.seat, it.place)).collect();
        let mut is_changed = false;
        for (side, place) in places {
            is_changed |= self.table.blank(side, place);
            if let Some(delayed) = &mut self.delayed {
                delayed.blank(side, place);
            }
        }
        is_changed
    }
}

/// Deletes the words of a speaker from an event; whether there were any.
pub fn blank(event: &mut Event, speaker: (Colour, Place)) -> bool {
    let by = event.actor.side().zip(event.actor.place());
    match &mut event.deed {
        Act::Say(Saying::Text(_, text)) if by == Some(speaker) && !text.is_empty() => {
            text.clear();
            true
        }
        _ => false,
    }
}

/// What a person has said in their own words, in all of their games, is deleted on disk. That something was said stays.
///
/// # Errors
/// If the disk fails.
pub async fn delete_words(club: &Arc<Club>, person: &PersonId) -> Result<(), Failure> {
    let person = person.clone();
    let writes = club.read(move |store| words_of(store, &person)).await?;
    if !writes.is_empty() {
        club.write(writes).await?;
    }
    Ok(())
}

fn words_of(store: &dyn Store, person: &PersonId) -> Result<Vec<Write>, StoreError> {
    let mut writes = Vec::new();
    for game in store.seats_of(person, "talk: free")? {
        writes.extend(words_in(store, person, &game)?);
    }
    Ok(writes)
}

fn words_in(store: &dyn Store, person: &PersonId, id: &GameId) -> Result<Vec<Write>, StoreError> {
    let Some(kept) = store.game(id)? else { return Ok(Vec::new()) };
    let names = SquareNames::of(&read_spec(id, &kept.game.spec)?.ruleset);
    let own = kept.game.occupants.iter().filter(|it| it.person() == Some(person));
    let places: Vec<(Colour, Place)> = own.map(|it| (it.seat, it.place)).collect();
    let blanked = |row: KeptEvent| {
        // A damaged line stays as it is: the game cannot be read anyway.
        let Ok(Line::Event(mut event)) = Line::read(&row.event.line, names) else { return None };
        let is_own = places.iter().any(|speaker| blank(&mut event, *speaker));
        is_own.then(|| Write::Reword { game: id.clone(), seq: row.seq, line: event.line(names) })
    };
    Ok(store.events(id, 0)?.into_iter().filter_map(blanked).collect())
}
