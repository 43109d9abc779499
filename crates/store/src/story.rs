//! What every implementation of [`Store`] must do, as one story. It panics where one does not.

use crate::{
    Anchor, Ended, GameFilter, KeptEvent, NewEvent, NewGame, OwnResult, Person, Sitting, Status, Store, StoreError,
    Write,
};
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

/// A game of two people.
#[must_use]
pub fn game(id: &str, white: &str, black: &str, made: u64) -> NewGame {
    NewGame {
        id: id.to_owned(),
        spec: "rules: russian".to_owned(),
        terms: "{}".to_owned(),
        rules: "russian".to_owned(),
        status: Status::Live,
        made,
        names: [Some(white.to_owned()), Some(black.to_owned())],
        maker: white.to_owned(),
        seats: vec![(Sitting::White, white.to_owned()), (Sitting::Black, black.to_owned())],
        imported: false,
    }
}

fn line(text: &str, client: Option<(Sitting, u64)>) -> NewEvent {
    NewEvent { line: text.to_owned(), client }
}

fn person(id: &str, name: &str, password: Option<&str>) -> Person {
    let (name, name_key) = (Some(name.to_owned()), Some(name.to_lowercase()));
    Person { id: id.to_owned(), name, name_key, password: password.map(str::to_owned), generation: 0, made: 5 }
}

/// Tells the whole story. `open` opens the same data each time; the store it gave before is dropped first.
///
/// # Panics
/// Where the implementation does something else.
pub fn tell(open: &mut dyn FnMut() -> Box<dyn Store>) {
    let store = open();
    games_and_events(&*store);
    let secret = store.secret("cookie", &|| "made once".to_owned()).unwrap();
    assert_eq!(store.secret("cookie", &|| "made again".to_owned()).unwrap(), secret);
    let run = store.begin_run(1_000).unwrap();
    write(&*store, vec![Write::Beat { run: run.id, beat: 4_000 }]).unwrap();
    people(&*store);
    lists(&*store);
    drop(store);

    let store = open();
    assert_eq!(store.run(run.id).unwrap().unwrap().beat, 4_000, "a heartbeat outlives its run");
    assert!(store.begin_run(9_000).unwrap().id > run.id);
    assert_eq!(store.secret("cookie", &|| "made again".to_owned()).unwrap(), secret);
    assert_eq!(store.events("first", 0).unwrap().len(), 3, "events outlive the process");
    let over = store.game("first").unwrap().unwrap();
    assert_eq!((over.game.status, over.ended.unwrap().reason.as_str()), (Status::Over, "resignation"));
}

fn games_and_events(store: &dyn Store) {
    assert_eq!(store.game("first"), Ok(None));
    let first = game("first", "ann", "bob", 10);
    write(store, vec![Write::Game(Box::new(first.clone()))]).unwrap();
    assert_eq!(store.game("first").unwrap().unwrap().game, first);
    assert_eq!(write(store, vec![Write::Game(Box::new(first))]), Err(StoreError::Conflict), "an id is given once");

    let mv = |first, text: &str, number| Write::Events {
        game: "first".to_owned(),
        first,
        events: vec![line(text, Some((Sitting::White, number)))],
    };
    write(store, vec![mv(1, "one", u64::from(u32::MAX) * 99)]).unwrap();
    assert_eq!(write(store, vec![mv(1, "other", 2)]), Err(StoreError::Conflict), "a number is given once");
    let both = vec![mv(2, "two", 3), mv(1, "one again", 4)];
    assert_eq!(write(store, both), Err(StoreError::Conflict));
    assert_eq!(store.events("first", 0).unwrap().len(), 1, "everything or nothing");
    let events = vec![line("two", None), line("three", None)];
    write(store, vec![Write::Events { game: "first".to_owned(), first: 2, events }]).unwrap();
    let after = store.events("first", 1).unwrap();
    assert_eq!(after[0], KeptEvent { seq: 2, event: line("two", None) });
    assert_eq!(after.len(), 2);
    let client = store.events("first", 0).unwrap()[0].event.client;
    assert_eq!(client, Some((Sitting::White, u64::from(u32::MAX) * 99)));
    let lost = Write::Events { game: "nowhere".to_owned(), first: 1, events: vec![line("x", None)] };
    assert!(write(store, vec![lost]).is_err(), "there is no such game");

    let anchor = Anchor { run: 7, run_ms: 8, game_ms: 9 };
    let ended =
        Ended { winner: Some(Sitting::Black), reason: "resignation".to_owned(), fen: "W:W:B".to_owned(), plies: 3 };
    let end = Write::End { game: "first".to_owned(), ended: ended.clone(), now: 77 };
    write(store, vec![Write::Anchor { game: "first".to_owned(), anchor }, end]).unwrap();
    let kept = store.game("first").unwrap().unwrap();
    assert_eq!((kept.anchor, kept.ended, kept.changed), (Some(anchor), Some(ended), 77));
    assert_eq!((kept.again, kept.next), (Vec::new(), None));
    another_game(store);
}

fn another_game(store: &dyn Store) {
    let asks = |seats: &[Sitting]| Write::Again { game: "first".to_owned(), seats: seats.to_vec() };
    let next = |next: &str| Write::Next { game: "first".to_owned(), next: next.to_owned() };
    write(store, vec![asks(&[Sitting::Black]), asks(&[Sitting::Black])]).unwrap();
    assert_eq!(store.game("first").unwrap().unwrap().again, [Sitting::Black]);
    write(store, vec![asks(&[Sitting::White]), next("second")]).unwrap();
    let kept = store.game("first").unwrap().unwrap();
    assert_eq!((kept.again, kept.next.as_deref()), (vec![Sitting::White, Sitting::Black], Some("second")));
    assert_eq!(write(store, vec![next("third")]), Err(StoreError::Conflict), "there is one other game");
}

fn people(store: &dyn Store) {
    write(store, vec![Write::Person(person("ann", "Ann", None)), Write::Person(person("cat", "Ann", None))]).unwrap();
    assert_eq!(store.account("ann"), Ok(None), "names without an account belong to nobody");
    write(store, vec![Write::Person(person("ann", "Ann", Some("hash")))]).unwrap();
    assert_eq!(store.account("ann").unwrap().unwrap().id, "ann");
    let taken = write(store, vec![Write::Person(person("cat", "Ann", Some("hash")))]);
    assert_eq!(taken, Err(StoreError::Conflict), "a name is one account's");
    write(store, vec![Write::Newcomer(person("ann", "Nobody", None))]).unwrap();
    assert_eq!(store.person("ann").unwrap().unwrap().password.as_deref(), Some("hash"), "a known one is no newcomer");
    names_in_games(store);
    notes(store);
    write(store, vec![Write::Merge { from: "bob".to_owned(), into: "cat".to_owned() }]).unwrap();
    let seats = store.game("first").unwrap().unwrap().game.seats;
    assert_eq!(seats, [(Sitting::White, "ann".to_owned()), (Sitting::Black, "cat".to_owned())]);
    assert_eq!(store.note("cat", "first").unwrap().unwrap().text, "two", "notes move too");
    write(store, vec![Write::Game(Box::new(game("made", "eva", "ann", 1)))]).unwrap();
    write(store, vec![Write::Merge { from: "eva".to_owned(), into: "dog".to_owned() }]).unwrap();
    assert_eq!(store.game("made").unwrap().unwrap().game.maker, "dog", "and what somebody made");
    write(store, vec![Write::Forget { game: "made".to_owned() }]).unwrap();
    assert!(store.person("cat").unwrap().is_some());
}

fn rename(person: &str, name: &str) -> Write {
    Write::Name { person: person.to_owned(), name: name.to_owned(), key: name.to_lowercase() }
}

fn names_in_games(store: &dyn Store) {
    write(store, vec![Write::Game(Box::new(game("named", "cat", "cat", 1)))]).unwrap();
    write(store, vec![rename("cat", "Cat")]).unwrap();
    let names = |id: &str| store.game(id).unwrap().unwrap().game.names.map(Option::unwrap_or_default);
    assert_eq!(names("named"), ["Cat", "Cat"], "both seats of a game that is played");
    assert_eq!(store.person("cat").unwrap().unwrap().name.as_deref(), Some("Cat"));
    write(store, vec![rename("ann", "Anna")]).unwrap();
    assert_eq!(names("first"), ["ann", "bob"], "what is over keeps its names");
    assert_eq!(store.account("anna").unwrap().unwrap().password.as_deref(), Some("hash"), "only the name changes");
    write(store, vec![Write::Person(person("dog", "Dog", Some("hash")))]).unwrap();
    assert_eq!(write(store, vec![rename("dog", "Anna")]), Err(StoreError::Conflict), "a name is one account's");
    assert_eq!(write(store, vec![rename("nobody", "Any")]), Err(StoreError::Conflict));
    write(store, vec![rename("ann", "Ann"), Write::Forget { game: "named".to_owned() }]).unwrap();
}

fn notes(store: &dyn Store) {
    let note = |person: &str, game: &str, text: &str, now| Write::Note {
        person: person.to_owned(),
        game: game.to_owned(),
        text: text.to_owned(),
        now,
    };
    assert_eq!(store.note("bob", "first"), Ok(None));
    write(store, vec![note("bob", "first", "one", 1), note("bob", "first", "two", 2), note("ann", "first", "hers", 3)])
        .unwrap();
    let kept = store.note("bob", "first").unwrap().unwrap();
    assert_eq!((kept.text.as_str(), kept.changed), ("two", 2));
    assert_eq!((store.notes("bob"), store.notes("cat")), (Ok(1), Ok(0)));
    assert_eq!(write(store, vec![note("bob", "nowhere", "x", 1)]), Err(StoreError::Conflict), "there is no such game");
    write(store, vec![note("ann", "first", "", 4)]).unwrap();
    assert_eq!(store.note("ann", "first"), Ok(None), "an empty text takes it away");
}

fn lists(store: &dyn Store) {
    for at in 0..5_u64 {
        let mut next = game(&format!("list{at}"), "ann", "dan", at);
        next.status = if at % 2 == 0 { Status::Open } else { Status::Live };
        next.rules = if at < 2 { "english".to_owned() } else { "russian".to_owned() };
        write(store, vec![Write::Game(Box::new(next))]).unwrap();
    }
    let ids = |status, before, most| -> Vec<(i64, String)> { store.games_in(status, before, most).unwrap() };
    let open = ids(Status::Open, None, 2);
    assert_eq!(open.iter().map(|(_, id)| id.as_str()).collect::<Vec<_>>(), ["list4", "list2"]);
    assert_eq!(ids(Status::Open, Some(open[1].0), 9)[0].1, "list0", "the next page");
    assert_eq!((store.count_in(Status::Open), store.count_in(Status::Live)), (Ok(3), Ok(2)));
    assert_eq!((store.count_in(Status::Over), ids(Status::Over, None, 9)[0].1.as_str()), (Ok(1), "first"));
    let mine = |filter: GameFilter| -> Vec<String> {
        store.games_of("ann", &filter).unwrap().into_iter().map(|row| row.game.game.id).collect()
    };
    let all = GameFilter { limit: 100, ..GameFilter::default() };
    assert_eq!(mine(all.clone()), ["list4", "list3", "list2", "list1", "list0", "first"]);
    assert_eq!(mine(GameFilter { rules: Some("english".to_owned()), ..all.clone() }), ["list1", "list0"]);
    assert_eq!(mine(GameFilter { status: vec![Status::Live], ..all.clone() }), ["list3", "list1"]);
    assert_eq!(mine(GameFilter { result: Some(OwnResult::Lost), ..all.clone() }), ["first"]);
    assert!(mine(GameFilter { result: Some(OwnResult::Won), ..all.clone() }).is_empty());
    assert_eq!(mine(GameFilter { opponent: Some("bo".to_owned()), ..all.clone() }), ["first"]);
    assert!(mine(GameFilter { opponent: Some("%".to_owned()), ..all.clone() }).is_empty());
    let mut cyrillic = game("cyrillic", "ann", "Їжак Ґалаґан", 1);
    cyrillic.status = Status::Over;
    write(store, vec![Write::Game(Box::new(cyrillic))]).unwrap();
    assert_eq!(mine(GameFilter { opponent: Some("їЖАК ґ".to_owned()), ..all.clone() }), ["cyrillic"]);
    write(store, vec![Write::Forget { game: "cyrillic".to_owned() }]).unwrap();
    assert!(mine(GameFilter { side: Some(Sitting::Black), ..all.clone() }).is_empty());
    let page = store.games_of("ann", &GameFilter { limit: 2, ..all.clone() }).unwrap();
    let before = Some(page[1].number);
    assert_eq!(mine(GameFilter { before, limit: 2, ..all }), ["list2", "list1"]);

    write(store, vec![Write::Forget { game: "list0".to_owned() }]).unwrap();
    assert_eq!(store.game("list0"), Ok(None));
    let seat = Write::Seat { game: "list2".to_owned(), seat: Sitting::Arbiter, person: "eva".to_owned(), name: None };
    let status = Write::Status { game: "list2".to_owned(), status: Status::Live, now: 5 };
    write(store, vec![seat, status]).unwrap();
    assert_eq!(store.games_in(Status::Open, None, 9).unwrap().len(), 1);
    write(store, vec![Write::Link { code: "abc".to_owned(), game: "{}".to_owned(), now: 1 }]).unwrap();
    assert_eq!(store.link("abc").unwrap().as_deref(), Some("{}"));
    write(store, vec![Write::Analysis { game: "list2".to_owned(), body: "[]".to_owned() }]).unwrap();
    assert_eq!(store.analysis("list2").unwrap().as_deref(), Some("[]"));
    assert_eq!(store.analysis("list3"), Ok(None));
}
