//! What every implementation of [`Store`] must do, as one story. It panics where an implementation does something else.

mod contests;
mod games;
mod jobs;
mod letters;
mod links;
mod lists;
mod membership;
mod nodes;
mod notices;
mod people;
mod sessions;
mod shared;
mod time;
mod usage;

use crate::{About, Access, NewEvent, NewGame, Occupant, OccupantKind, Person, Scope, Store, StoreError, Write};
use damka_conduct::{FIRST_PLACE, Status};
use damka_rules::Colour;
use std::sync::mpsc::channel;

/// Writes and waits.
///
/// # Errors
/// As the store says.
pub fn write(store: &dyn Store, writes: Vec<Write>) -> Result<(), StoreError> {
    let (tell, told) = channel();
    store.write(writes, Box::new(move |result| drop(tell.send(result))));
    told.recv().unwrap_or(Err(StoreError::Closed))
}

/// A live game of two people, whose names are their ids.
#[must_use]
pub fn game(id: &str, white: &str, black: &str, created_at: u64) -> NewGame {
    NewGame {
        id: id.into(),
        spec: "rules: russian\n".to_owned(),
        rules: "russian".to_owned(),
        status: Status::Live,
        created_at,
        creator: Some(white.into()),
        occupants: vec![occupant(Colour::White, white), occupant(Colour::Black, black)],
        parts: Vec::new(),
        access: Access::default(),
        imported: false,
        about: About::default(),
    }
}

/// A person alone at a seat, whose name is the id.
#[must_use]
pub fn occupant(seat: Colour, person: &str) -> Occupant {
    let kind = OccupantKind::Person(Some(person.into()));
    Occupant { seat, place: FIRST_PLACE, kind, name: Some(person.to_owned()), picture: None }
}

/// An event that everybody may see.
#[must_use]
pub fn event(line: &str) -> NewEvent {
    NewEvent { line: line.to_owned(), scope: Scope::All, client: None, wall: 0 }
}

/// An append by run 1.
#[must_use]
pub fn append(game: &str, first: u32, events: Vec<NewEvent>) -> Write {
    Write::Events { game: game.into(), run: 1, first, events }
}

fn add(game: NewGame) -> Write {
    Write::Game(Box::new(game))
}

fn forget(game: &str) -> Write {
    Write::Forget { game: game.into() }
}

fn person(id: &str, name: &str, password: Option<&str>) -> Person {
    let (name, name_key) = (Some(name.to_owned()), Some(name.to_lowercase()));
    let password = password.map(str::to_owned);
    Person { id: id.into(), name, name_key, password, generation: 0, created_at: 5, picture: None }
}

fn kept(store: &dyn Store, id: &str) -> NewGame {
    store.game(&id.into()).unwrap().unwrap().game
}

/// The names in a game, by seat and place.
fn names(store: &dyn Store, id: &str) -> Vec<String> {
    kept(store, id).occupants.into_iter().map(|occupant| occupant.name.unwrap_or_default()).collect()
}

/// Tells the whole story. `open` opens the same data each time; the store it gave before is dropped first.
///
/// # Panics
/// Where the implementation does something else.
pub fn tell(open: &mut dyn FnMut() -> Box<dyn Store>) {
    let store = open();
    games::tell(&*store);
    let secret = store.secret("cookie", &|| "made once".to_owned()).unwrap();
    assert_eq!(store.secret("cookie", &|| "made again".to_owned()).unwrap(), secret);
    let run = time::tell(&*store);
    people::tell(&*store);
    sessions::tell(&*store);
    links::tell(&*store);
    lists::tell(&*store);
    usage::tell(&*store);
    contests::tell(&*store);
    letters::tell(&*store);
    notices::tell(&*store);
    for thorough in [false, true] {
        assert_ne!(store.check(thorough).unwrap().free, Some(0), "it is well, and there is room");
    }
    membership::tell(&*store);
    drop(store);

    let store = open();
    time::tell_after(&*store, run);
    usage::tell_after(&*store);
    nodes::tell(&*store);
    jobs::tell(&*store);
    shared::tell(&*store);
    assert_eq!(store.secret("cookie", &|| "made again".to_owned()).unwrap(), secret);
    assert_eq!(store.events(&"first".into(), 0).unwrap().len(), 3, "events outlive the process");
    let over = store.game(&"first".into()).unwrap().unwrap();
    assert_eq!((over.game.status, over.ended.unwrap().reason.as_deref()), (Status::Over, Some("resignation")));
}
