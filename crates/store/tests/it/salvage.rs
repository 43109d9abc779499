//! A data folder with overwritten pages.

use damka_store::story::{append, event, game, write};
use damka_store::{Person, Sqlite, Store, StoreError, Write};
use std::collections::HashMap;
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;

const GAMES: u32 = 300;
const EVENTS: u32 = 40;

fn name(number: u32) -> String {
    format!("game-{number:04}")
}

/// A closed folder with games, people and some thousand events.
fn filled(folder: &Path) {
    let store = Sqlite::open(folder).unwrap();
    for number in 0..GAMES {
        let who = format!("person-{number:04}");
        let person = Person {
            id: who.as_str().into(),
            name: Some(who.clone()),
            name_key: Some(who.clone()),
            password: Some("x".repeat(90)),
            generation: 0,
            created_at: 1,
            picture: None,
        };
        let events = (1..=EVENTS).map(|seq| event(&format!("2 0:{seq:02}.000 white move c3-d4"))).collect();
        let made = Write::Game(Box::new(game(&name(number), &who, &who, 1)));
        write(&store, vec![Write::Person(person), made, append(&name(number), 1, events)]).unwrap();
    }
}

/// The leaves of each table, once everything is in one file.
fn pages(folder: &Path) -> HashMap<String, Vec<u64>> {
    let connection = rusqlite::Connection::open(Sqlite::file(folder)).unwrap();
    connection.execute_batch("PRAGMA journal_mode = DELETE").unwrap();
    let roots: Vec<(String, i64)> = connection
        .prepare("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'")
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap();
    drop(connection);
    let bytes = std::fs::read(Sqlite::file(folder)).unwrap();
    roots.into_iter().map(|(name, root)| (name, leaves(&bytes, root as u64))).collect()
}

/// The root page of a table.
fn root(folder: &Path, table: &str) -> u64 {
    let connection = rusqlite::Connection::open(Sqlite::file(folder)).unwrap();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?1";
    connection.query_row(sql, [table], |row| row.get::<_, u32>(0)).unwrap().into()
}

/// The leaves of a tree, in order.
fn leaves(bytes: &[u8], root: u64) -> Vec<u64> {
    let page = &bytes[(root as usize - 1) * 4096..][..4096];
    // Inner pages have types 2 and 5; their cells begin with a child's number, and the last child is in the header.
    if ![2, 5].contains(&page[0]) {
        return vec![root];
    }
    let number = |at: usize| u64::from(u32::from_be_bytes(page[at..at + 4].try_into().unwrap()));
    let count = usize::from(u16::from_be_bytes([page[3], page[4]]));
    let cell = |at: usize| usize::from(u16::from_be_bytes([page[12 + 2 * at], page[13 + 2 * at]]));
    let children = (0..count).map(|at| number(cell(at))).chain([number(8)]);
    children.flat_map(|child| leaves(bytes, child)).collect()
}

fn garble(folder: &Path, page: u64) {
    let file = OpenOptions::new().write(true).open(Sqlite::file(folder)).unwrap();
    file.write_all_at(&[0xAB; 4096], (page - 1) * 4096).unwrap();
}

#[test]
fn security_17_what_is_whole_is_saved_as_a_whole() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    filled(from.path());
    let before = std::fs::read(Sqlite::file(from.path())).unwrap();
    let saved = Sqlite::salvage(from.path(), to.path()).unwrap();
    assert!(saved.is_whole(), "{saved:?}");
    assert_eq!((saved.games, saved.events, saved.people), (GAMES, GAMES * EVENTS, GAMES));
    assert_eq!(std::fs::read(Sqlite::file(from.path())).unwrap(), before, "the source stays as it is");
    let mut names: Vec<_> = std::fs::read_dir(to.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["damka.db", "damka.lock"], "nothing else is left");
    let store = Sqlite::open(to.path()).unwrap();
    store.check(true).unwrap();
    assert_eq!(store.events(&name(7).as_str().into(), 0).unwrap().len(), EVENTS as usize);
    assert_eq!(Sqlite::salvage(from.path(), to.path()), Err(StoreError::InUse(format!("{}", std::process::id()))));
    drop(store);
    assert_eq!(Sqlite::salvage(from.path(), to.path()), Err(StoreError::Conflict), "nothing is overwritten");
    assert!(matches!(
        Sqlite::open(to.path()).map(|_open| Sqlite::salvage(to.path(), from.path())),
        Ok(Err(StoreError::InUse(_)))
    ));
}

#[test]
fn security_17_games_are_saved_around_damaged_pages() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    filled(from.path());
    let pages = pages(from.path());
    let events = &pages["events"];
    assert!(events.len() > 50, "{}", events.len());
    for at in [10, 11, 40] {
        garble(from.path(), events[at]);
    }
    garble(from.path(), pages["people"][3]);
    let before = std::fs::read(Sqlite::file(from.path())).unwrap();
    let saved = Sqlite::salvage(from.path(), to.path()).unwrap();
    assert_eq!(std::fs::read(Sqlite::file(from.path())).unwrap(), before, "the source stays as it is");
    assert_eq!(saved.games, GAMES, "the games themselves were not damaged");
    assert_eq!(saved.damaged_tables, ["events", "people"]);
    // A page of events contains some games; three pages cannot cost more than a handful.
    assert!((1..=20).contains(&saved.cut.len()), "{:?}", saved.cut);
    assert!(saved.lost_people > 0 && saved.people + saved.lost_people == GAMES, "{saved:?}");
    let store = Sqlite::open(to.path()).unwrap();
    store.check(true).unwrap();
    let mut events = 0;
    for number in 0..GAMES {
        let id = name(number);
        let kept = store.events(&id.as_str().into(), 0).unwrap();
        let numbers: Vec<u32> = kept.iter().map(|event| event.seq).collect();
        assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<_>>(), "{id}: no hole");
        match saved.cut.iter().find(|cut| cut.id.as_str() == id) {
            Some(cut) => assert_eq!(cut.events, numbers.len() as u32),
            None => assert_eq!(numbers.len() as u32, EVENTS, "{id}: what is not named is whole"),
        }
        events += numbers.len() as u32;
    }
    assert_eq!(saved.events, events);
    assert!(events > GAMES * EVENTS * 9 / 10, "{events}");
}

#[test]
fn security_17_pages_below_a_damaged_page_are_found() {
    for table in ["events", "games", "people", "occupants"] {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        filled(from.path());
        let before = pages(from.path());
        garble(from.path(), root(from.path(), table));
        let saved = Sqlite::salvage(from.path(), to.path()).unwrap();
        assert_eq!(saved.damaged_tables, [table], "{} leaves", before[table].len());
        // The root of a tree kept in key order has rows of its own; everything below it is there.
        let (games, people) = (saved.games + saved.lost_games, saved.people + saved.lost_people);
        assert_eq!((games, people), (GAMES, GAMES), "{table}: {saved:?}");
        assert!(saved.games >= GAMES * 95 / 100 && saved.people >= GAMES * 90 / 100, "{table}: {saved:?}");
        assert!(saved.events >= GAMES * EVENTS * 9 / 10, "{table}: {saved:?}");
        Sqlite::open(to.path()).unwrap().check(true).unwrap();
    }
}

#[test]
fn security_17_lost_games_are_counted_by_their_traces() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    filled(from.path());
    garble(from.path(), pages(from.path())["games"][1]);
    let saved = Sqlite::salvage(from.path(), to.path()).unwrap();
    assert_eq!(saved.damaged_tables, ["games"]);
    assert!(saved.lost_games > 0 && saved.games + saved.lost_games == GAMES, "{saved:?}");
    let store = Sqlite::open(to.path()).unwrap();
    store.check(true).unwrap();
    assert_eq!(saved.events, saved.games * EVENTS, "nothing is left of the others");
}

#[test]
fn security_17_a_file_without_its_first_page_is_told_so() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    filled(from.path());
    garble(from.path(), 1);
    assert!(matches!(Sqlite::salvage(from.path(), to.path()), Err(StoreError::Damaged(_))));
    assert!(!Sqlite::file(to.path()).exists());
}

#[test]
fn security_17_damage_is_seen_by_a_check() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    let pages = pages(folder.path());
    let store = Sqlite::open(folder.path()).unwrap();
    store.check(false).unwrap();
    garble(folder.path(), pages["people"][0]);
    let Err(StoreError::Damaged(what)) = store.check(false) else { panic!("the first people cannot be read") };
    assert!(what.contains("people"), "{what}");
    garble(folder.path(), pages["events"][30]);
    assert!(matches!(store.check(true), Err(StoreError::Damaged(_))));
}
