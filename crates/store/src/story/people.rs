//! People: accounts, names, notes, and what becomes of them in games.

use super::{add, append, event, forget, game, kept, names, occupant, person, write};
use crate::{KeptEvent, Part, Store, StoreError, Write};
use damka_conduct::PersonId;
use damka_rules::Colour;

pub fn tell(store: &dyn Store) {
    write(store, vec![Write::Person(person("ann", "Ann", None)), Write::Person(person("cat", "Ann", None))]).unwrap();
    assert_eq!(store.account("ann"), Ok(None), "names without an account belong to nobody");
    let account = person("ann", "Ann", Some("hash"));
    write(store, vec![Write::Person(account.clone())]).unwrap();
    assert_eq!(store.account("ann"), Ok(Some(account.clone())));
    let taken = write(store, vec![Write::Person(person("cat", "Ann", Some("hash")))]);
    assert_eq!(taken, Err(StoreError::Conflict), "a name is one account's");
    write(store, vec![Write::Newcomer(person("ann", "Nobody", None)), Write::Newcomer(person("new", "New", None))])
        .unwrap();
    assert_eq!(store.person(&"ann".into()), Ok(Some(account)), "a known person stays as they are");
    assert_eq!(store.person(&"new".into()), Ok(Some(person("new", "New", None))));
    renaming(store);
    notes(store);
    events_name_nobody(store);
    merging(store);
    deleting(store);
}

fn rename(person: &str, name: &str) -> Write {
    Write::Rename { person: person.into(), name: name.to_owned(), key: name.to_lowercase() }
}

fn merge(from: &str, into: &str) -> Write {
    Write::Merge { from: from.into(), into: into.into() }
}

fn delete(person: &str) -> Write {
    Write::Delete { person: person.into() }
}

fn renaming(store: &dyn Store) {
    write(store, vec![add(game("named", "cat", "cat", 1))]).unwrap();
    write(store, vec![rename("cat", "Cat")]).unwrap();
    assert_eq!(names(store, "named"), ["Cat", "Cat"], "both seats of a game that is played");
    assert_eq!(store.person(&"cat".into()).unwrap().unwrap().name.as_deref(), Some("Cat"));
    write(store, vec![rename("ann", "Anna")]).unwrap();
    assert_eq!(names(store, "first"), ["ann", "bob"], "what is over keeps its names");
    assert_eq!(store.account("anna").unwrap().unwrap().password.as_deref(), Some("hash"), "only the name changes");
    write(store, vec![Write::Person(person("dog", "Dog", Some("hash")))]).unwrap();
    assert_eq!(write(store, vec![rename("dog", "Anna")]), Err(StoreError::Conflict), "a name is one account's");
    assert_eq!(write(store, vec![rename("nobody", "Any")]), Err(StoreError::Conflict));
    write(store, vec![rename("ann", "Ann"), forget("named")]).unwrap();
}

fn note(person: &str, game: &str, text: &str, now: u64) -> Write {
    Write::Note { person: person.into(), game: game.into(), text: text.to_owned(), now }
}

fn notes(store: &dyn Store) {
    let (ann, bob, first) = ("ann".into(), "bob".into(), "first".into());
    assert_eq!(store.note(&bob, &first), Ok(None));
    write(store, vec![note("bob", "first", "one", 1), note("bob", "first", "two", 2), note("ann", "first", "hers", 3)])
        .unwrap();
    let kept = store.note(&bob, &first).unwrap().unwrap();
    assert_eq!((kept.text.as_str(), kept.changed_at), ("two", 2));
    assert_eq!((store.notes(&bob), store.notes(&"cat".into())), (Ok(1), Ok(0)));
    assert_eq!(write(store, vec![note("bob", "nowhere", "x", 1)]), Err(StoreError::Conflict), "there is no such game");
    write(store, vec![note("ann", "first", "", 4)]).unwrap();
    assert_eq!(store.note(&ann, &first), Ok(None), "an empty text takes it away");
}

/// Whatever happens to people, the record of a game is the same afterwards.
fn events_name_nobody(store: &dyn Store) {
    let lines = ["2 0:01.000 white move c3 d4", "2 0:02.000 black.2 rematch"].map(event).to_vec();
    write(store, vec![add(game("record", "eva", "fox", 1)), append("record", 1, lines)]).unwrap();
    write(store, vec![Write::Person(person("eva", "Eva", None)), Write::Person(person("fox", "Fox", None))]).unwrap();
    let events = || -> Vec<KeptEvent> { store.events(&"record".into(), 0).unwrap() };
    let before = events();
    for change in [rename("eva", "Renamed"), merge("eva", "dog"), delete("fox"), delete("dog")] {
        write(store, vec![change]).unwrap();
        assert_eq!(events(), before);
    }
    assert_eq!(names(store, "record"), ["", ""]);
    write(store, vec![forget("record"), Write::Person(person("dog", "Dog", Some("hash")))]).unwrap();
    assert_eq!(events(), [], "events go with their game");
}

fn merging(store: &dyn Store) {
    let part = |part, person: &str| Write::Part { game: "first".into(), part, person: person.into() };
    let parts =
        vec![part(Part::Arbiter, "bob"), part(Part::Arbiter, "cat"), part(Part::Importer, "bob"), merge("bob", "bob")];
    write(store, parts).unwrap();
    write(store, vec![note("cat", "first", "own", 3), merge("bob", "cat")]).unwrap();
    let first = kept(store, "first");
    let people: Vec<Option<&PersonId>> = first.occupants.iter().map(|occupant| occupant.person()).collect();
    assert_eq!(people, [Some(&"ann".into()), Some(&"cat".into())]);
    assert_eq!(names(store, "first"), ["ann", "bob"], "names are those of the game");
    assert_eq!(first.parts, [(Part::Arbiter, "cat".into()), (Part::Importer, "cat".into())]);
    assert_eq!(store.note(&"cat".into(), &"first".into()).unwrap().unwrap().text, "own", "an own note stays");
    assert_eq!(store.notes(&"bob".into()), Ok(0));

    let mut created = game("created", "ann", "ann", 1);
    created.creator = Some("new".into());
    write(store, vec![add(created), note("new", "created", "mine", 1), merge("new", "dog")]).unwrap();
    assert_eq!(kept(store, "created").creator, Some("dog".into()), "what somebody created moves, also without a seat");
    assert_eq!(store.note(&"dog".into(), &"created".into()).unwrap().unwrap().text, "mine", "notes move");
    assert_eq!(store.person(&"new".into()), Ok(None), "a visitor is gone");
    write(store, vec![merge("dog", "ann")]).unwrap();
    assert!(store.person(&"dog".into()).unwrap().is_some(), "an account stays");
    write(store, vec![forget("created")]).unwrap();
}

fn deleting(store: &dyn Store) {
    let over = Write::Status { game: "past".into(), status: damka_conduct::Status::Over, now: 3 };
    let part = Write::Part { game: "past".into(), part: Part::Arbiter, person: "dog".into() };
    let games = vec![add(game("past", "dog", "cat", 1)), over, part, add(game("present", "ann", "dog", 2))];
    write(store, games).unwrap();
    write(store, vec![note("dog", "past", "gone", 1), delete("dog")]).unwrap();
    let (past, present) = (kept(store, "past"), kept(store, "present"));
    assert_eq!((past.creator, past.parts), (None, vec![]));
    assert_eq!((past.occupants[0].person(), past.occupants[0].name.as_deref()), (None, None));
    assert_eq!((present.occupants[1].person(), present.occupants[1].name.as_deref()), (None, None), "everywhere");
    assert_eq!((&past.occupants[1], present.creator), (&occupant(Colour::Black, "cat"), Some("ann".into())));
    assert_eq!(
        (store.person(&"dog".into()), store.account("dog"), store.notes(&"dog".into())),
        (Ok(None), Ok(None), Ok(0))
    );
    write(store, vec![forget("past"), forget("present")]).unwrap();
}
