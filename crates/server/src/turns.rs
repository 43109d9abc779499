//! In which games it is somebody's move: what the page's title counts and lists show first.

use crate::club::Club;
use crate::error::Failure;
use crate::live::Listing;
use damka_conduct::clock::Control;
use damka_conduct::{GameId, Pace, PersonId, Status};
use damka_store::GameFilter;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The newest live games of a person that are looked through.
const MOST: u32 = 200;
/// The most people whose games are remembered.
const MOST_PEOPLE: usize = 10_000;

/// In which games it is whose move, as long as nothing has happened in a person's games: pages ask every minute.
#[derive(Debug, Default)]
pub struct Turns(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    people: HashMap<PersonId, Entry>,
    asked: u64,
}

#[derive(Debug)]
enum Entry {
    /// It is being found out, by the question of this number.
    Coming(u64),
    Found(Arc<[GameId]>),
}

impl Turns {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something has happened in a game of these people.
    pub fn forget<'a>(&self, people: impl Iterator<Item = &'a PersonId>) {
        let mut known = self.lock();
        if !known.people.is_empty() {
            people.for_each(|person| drop(known.people.remove(person)));
        }
    }

    fn known(&self, person: &PersonId) -> Option<Arc<[GameId]>> {
        match self.lock().people.get(person) {
            Some(Entry::Found(games)) => Some(Arc::clone(games)),
            _ => None,
        }
    }

    /// The number of a new question about a person.
    fn ask(&self, person: &PersonId) -> u64 {
        let mut known = self.lock();
        if known.people.len() >= MOST_PEOPLE {
            known.people.clear();
        }
        known.asked += 1;
        let number = known.asked;
        known.people.insert(person.clone(), Entry::Coming(number));
        number
    }

    /// The answer to a question. It is not remembered if something has happened since it was asked.
    fn answer(&self, person: &PersonId, number: u64, games: &Arc<[GameId]>) {
        if let Some(entry) = self.lock().people.get_mut(person)
            && matches!(entry, Entry::Coming(asked) if *asked == number)
        {
            *entry = Entry::Found(Arc::clone(games));
        }
    }
}

/// What is more urgent is smaller: where somebody sits at a clock that runs, then the days that end first, then where
/// nothing runs and somebody has waited longest.
fn urgency(listing: &Listing) -> (u8, u64, Reverse<u64>) {
    let is_timed = !listing.spec.clocks.iter().all(Control::is_none);
    let (now, created_at) = (&listing.now, Reverse(listing.rows.created_at));
    match (listing.spec.pace, now.deadline) {
        (Pace::Sitting, _) if is_timed => (0, now.changed_at, created_at),
        (_, Some(deadline)) => (1, deadline, created_at),
        _ => (2, now.changed_at, created_at),
    }
}

/// The games against other people in which it is a person's move, the most urgent first.
///
/// # Errors
/// If the store cannot be read.
pub async fn turns_of(club: &Arc<Club>, person: &PersonId) -> Result<Arc<[GameId]>, Failure> {
    // Other nodes do not tell this one of every move.
    let is_alone = club.peers.is_none();
    if let Some(games) = club.turns.known(person).filter(|_| is_alone) {
        return Ok(games);
    }
    let number = club.turns.ask(person);
    let (owned, filter) =
        (person.clone(), GameFilter { status: Some(Status::Live), limit: MOST, ..Default::default() });
    let mut found = Vec::new();
    let ids = club.read(move |store| store.ids_of(&owned, &filter)).await?;
    let mut glances = if is_alone { HashMap::new() } else { club.glances(ids.clone()).await? };
    for id in ids {
        // A damaged game is reported in the list of all games, and must not hide the others.
        let listing = club.listing_at(&id, glances.remove(&id)).await.ok().filter(|listing| listing.is_turn_of(person));
        found.extend(listing.map(|listing| (urgency(&listing), id)));
    }
    found.sort();
    let games: Arc<[GameId]> = found.into_iter().map(|(_, id)| id).collect();
    club.turns.answer(person, number, &games);
    Ok(games)
}
