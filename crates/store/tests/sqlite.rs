//! The SQLite store, on real files.

use damka_store::story::{game, tell, write};
use damka_store::{NewEvent, Sqlite, Store, StoreError, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn it_passes_the_story() {
    let folder = tempfile::tempdir().unwrap();
    tell(&mut || Box::new(Sqlite::open(folder.path()).unwrap()));
}

fn event(game: &str, first: u32) -> Write {
    let events = vec![NewEvent { line: format!("event {first}"), client: None }];
    Write::Events { game: game.to_owned(), first, events }
}

#[test]
fn what_waits_is_written_before_it_closes() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    write(&store, vec![Write::Game(Box::new(game("g", "ann", "bob", 1)))]).unwrap();
    let confirmed = Arc::new(AtomicUsize::new(0));
    for first in 1..=500 {
        let confirmed = Arc::clone(&confirmed);
        store.write(
            vec![event("g", first)],
            Box::new(move |result| {
                result.unwrap();
                confirmed.fetch_add(1, Ordering::SeqCst);
            }),
        );
    }
    drop(store);
    assert_eq!(confirmed.load(Ordering::SeqCst), 500);
    assert_eq!(Sqlite::open(folder.path()).unwrap().events("g", 0).unwrap().len(), 500);
}

#[test]
fn one_wrong_write_does_not_hurt_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    write(&store, vec![Write::Game(Box::new(game("g", "ann", "bob", 1)))]).unwrap();
    let (tell, told) = std::sync::mpsc::channel();
    for first in [1, 1, 2, 9, 9, 3] {
        let tell = tell.clone();
        store.write(vec![event("g", first)], Box::new(move |result| tell.send((first, result)).unwrap()));
    }
    drop(tell);
    let refused: Vec<u32> =
        told.iter().filter(|(_, result)| *result == Err(StoreError::Conflict)).map(|(first, _)| first).collect();
    assert_eq!(refused, [1, 9]);
    assert_eq!(store.events("g", 0).unwrap().len(), 4);
}

#[test]
fn a_backup_is_made_while_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    write(&store, vec![Write::Game(Box::new(game("g", "ann", "bob", 1)))]).unwrap();
    write(&store, (1..=100).map(|first| event("g", first)).collect()).unwrap();
    let copies = tempfile::tempdir().unwrap();
    let copy = Sqlite::file(copies.path());
    store.write((101..=200).map(|first| event("g", first)).collect(), Box::new(|result| result.unwrap()));
    Sqlite::backup_folder(folder.path(), &copy).unwrap();
    let copied = Sqlite::open(copies.path()).unwrap().events("g", 0).unwrap().len();
    assert!(copied == 100 || copied == 200, "{copied}: a transaction was torn");
    assert_eq!(Sqlite::backup_folder(folder.path(), &copy), Err(StoreError::Conflict), "no file is overwritten");
    assert!(Sqlite::backup_folder(copies.path().join("none").as_path(), &copies.path().join("x")).is_err());
}

#[test]
fn data_of_a_later_version_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    let file = rusqlite::Connection::open(Sqlite::file(folder.path())).unwrap();
    file.pragma_update(None, "user_version", 1000).unwrap();
    assert_eq!(Sqlite::open(folder.path()).err(), Some(StoreError::Newer(1000)));
}

#[test]
fn data_of_an_earlier_version_are_brought_up() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    let mut old = game("g", "ann", "bob", 1);
    old.terms = "{\"maker\": \"ann\"}".to_owned();
    write(&store, vec![Write::Game(Box::new(old)), event("g", 1)]).unwrap();
    drop(store);
    let file = rusqlite::Connection::open(Sqlite::file(folder.path())).unwrap();
    let columns =
        "ALTER TABLE games DROP COLUMN maker; ALTER TABLE games DROP COLUMN again; ALTER TABLE games DROP COLUMN next";
    file.execute_batch(&format!("DROP TABLE notes; {columns}; PRAGMA user_version = 1")).unwrap();
    drop(file);
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.game("g").unwrap().unwrap().game.maker, "ann", "who made it stood in the terms");
    assert_eq!((store.events("g", 0).unwrap().len(), store.notes("ann")), (1, Ok(0)));
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(Sqlite::file(folder.path()), vec![b'x'; 5000]).unwrap();
    assert!(matches!(Sqlite::open(folder.path()), Err(StoreError::Damaged(_))));
    assert_eq!(std::fs::read(Sqlite::file(folder.path())).unwrap(), vec![b'x'; 5000]);
}
