//! The SQLite store, on real files.

use crate::general::{self, one};
use damka_store::story::{game, tell, write};
use damka_store::{Sqlite, Store, StoreError, Write};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn it_passes_the_story() {
    let folder = tempfile::tempdir().unwrap();
    tell(&mut || Box::new(Sqlite::open(folder.path()).unwrap()));
}

#[test]
fn what_waits_is_written_before_it_closes() {
    let folder = tempfile::tempdir().unwrap();
    general::what_waits_is_written_before_it_closes(&mut || Box::new(Sqlite::open(folder.path()).unwrap()));
}

#[test]
fn one_wrong_write_does_not_hurt_the_others() {
    let folder = tempfile::tempdir().unwrap();
    general::one_wrong_write_does_not_hurt_the_others(&Sqlite::open(folder.path()).unwrap());
}

#[test]
fn writes_of_a_game_stay_in_order() {
    let folder = tempfile::tempdir().unwrap();
    general::writes_of_a_game_stay_in_order(&Sqlite::open(folder.path()).unwrap());
}

#[test]
fn a_backup_is_made_while_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    write(&store, vec![Write::Game(Box::new(game("g", "ann", "bob", 1)))]).unwrap();
    write(&store, (1..=100).map(|first| one("g", first)).collect()).unwrap();
    let copies = tempfile::tempdir().unwrap();
    let copy = Sqlite::file(copies.path());
    store.write((101..=200).map(|first| one("g", first)).collect(), Box::new(|result| result.unwrap()));
    Sqlite::backup_folder(folder.path(), &copy).unwrap();
    let copied = Sqlite::open(copies.path()).unwrap().events(&"g".into(), 0).unwrap().len();
    assert!(copied == 100 || copied == 200, "{copied}: a transaction was torn");
    assert_eq!(Sqlite::backup_folder(folder.path(), &copy), Err(StoreError::Conflict), "no file is overwritten");
    assert!(Sqlite::backup_folder(copies.path().join("none").as_path(), &copies.path().join("x")).is_err());
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(Sqlite::file(folder.path()), vec![b'x'; 5000]).unwrap();
    assert!(matches!(Sqlite::open(folder.path()), Err(StoreError::Damaged(_))));
    assert_eq!(std::fs::read(Sqlite::file(folder.path())).unwrap(), vec![b'x'; 5000]);
}

#[test]
fn the_jobs_of_a_person_are_found_by_an_index() {
    let folder = tempfile::tempdir().unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    let file = rusqlite::Connection::open(Sqlite::file(folder.path())).unwrap();
    let sql = "EXPLAIN QUERY PLAN UPDATE jobs SET asker = NULL WHERE asker = 'ann'";
    let plan: String = file.query_row(sql, [], |row| row.get("detail")).unwrap();
    assert!(plan.contains("jobs_by_asker"), "{plan}");
}

fn in_use(folder: &Path) -> String {
    match Sqlite::open(folder) {
        Err(StoreError::InUse(holder)) => holder,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_folder_is_opened_once() {
    let folder = tempfile::tempdir().unwrap();
    let pid = std::process::id();
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(in_use(folder.path()), pid.to_string());
    store.describe("http://127.0.0.1:8080/\nand a long text").unwrap();
    assert_eq!(in_use(folder.path()), format!("{pid} http://127.0.0.1:8080/ and a long text"));
    store.describe("short").unwrap();
    assert_eq!(in_use(folder.path()), format!("{pid} short"));
    let error = Sqlite::open(folder.path()).unwrap_err();
    assert_eq!(error.to_string(), format!("another process uses the data: {pid} short"));
    let copies = tempfile::tempdir().unwrap();
    Sqlite::backup_folder(folder.path(), &Sqlite::file(copies.path())).unwrap();
    write(&store, vec![Write::Game(Box::new(game("g", "ann", "bob", 1)))]).unwrap();
    drop(store);
    let again = Sqlite::open_as(folder.path(), "again").unwrap();
    assert_eq!(in_use(folder.path()), format!("{pid} again"));
    assert!(again.game(&"g".into()).unwrap().is_some());
}

#[test]
fn a_store_that_could_not_open_holds_no_lock() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(Sqlite::file(folder.path()), vec![b'x'; 5000]).unwrap();
    assert!(Sqlite::open(folder.path()).is_err());
    std::fs::remove_file(Sqlite::file(folder.path())).unwrap();
    Sqlite::open(folder.path()).unwrap();
}

/// The part of another process; as a test of its own it does nothing.
#[test]
fn child() {
    let Some(folder) = std::env::var_os("DAMKA_LOCK_FOLDER") else { return };
    let _store = Sqlite::open_as(Path::new(&folder), "the child").unwrap();
    println!("\nopened");
    // Until it is killed.
    std::thread::sleep(std::time::Duration::from_secs(60));
}

#[test]
fn another_process_keeps_the_folder_until_it_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "sqlite::child", "--nocapture"])
        .env("DAMKA_LOCK_FOLDER", folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line == "opened"));
    assert_eq!(in_use(folder.path()), format!("{} the child", child.id()));
    child.kill().unwrap();
    child.wait().unwrap();
    Sqlite::open(folder.path()).unwrap();
}
