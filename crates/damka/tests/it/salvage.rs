//! `damka salvage`, and `damka backup` when there is no room.
#![cfg(target_os = "linux")]

use crate::disk::shim;
use damka_store::story::{append, event, game, write};
use damka_store::{Person, Sqlite, Store, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_damka");

fn damka(language: &str, command: &str, arguments: &[&Path]) -> Output {
    let mut program = Command::new(PROGRAM);
    program.args(["--lang", language, command]);
    match command {
        "salvage" => program.arg("--from").arg(arguments[0]).arg("--to").arg(arguments[1]),
        _ => program.arg("--data").args(arguments),
    };
    program.output().unwrap()
}

fn words(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A hundred games, one of them with an overwritten page.
fn damaged(folder: &Path) {
    let store = Sqlite::open(folder).unwrap();
    for name in ["ann", "bob"] {
        let (id, generation, created_at) = (name.into(), 0, 1);
        let person = Person { id, name: None, name_key: None, password: None, generation, created_at, picture: None };
        write(&store, vec![Write::Newcomer(person)]).unwrap();
    }
    for number in 0..100 {
        let id = format!("game-{number:03}");
        let events = (1..=50).map(|seq| event(&format!("line {seq} of {id}"))).collect();
        write(&store, vec![Write::Game(Box::new(game(&id, "ann", "bob", 1))), append(&id, 1, events)]).unwrap();
    }
    drop(store);
    let file = std::fs::OpenOptions::new().read(true).write(true).open(Sqlite::file(folder)).unwrap();
    let bytes = std::fs::read(Sqlite::file(folder)).unwrap();
    let text = b"line 30 of game-050";
    let found = bytes.windows(text.len()).position(|window| window == text).unwrap();
    file.write_all_at(&[0; 4096], (found / 4096 * 4096) as u64).unwrap();
}

#[test]
fn security_17_a_damaged_folder_is_saved_and_what_is_lost_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    damaged(&from);
    let told = damka("en", "salvage", &[&from, &to]);
    let text = words(&told.stdout);
    assert_eq!(told.status.code(), Some(1), "{text}{}", words(&told.stderr));
    assert!(text.contains("100 games") && text.contains("could not be read: events"), "{text}");
    assert!(text.contains("Game game-050: "), "{text}");
    assert!(!text.contains("game-000:"), "{text}");
    let store = Sqlite::open(&to).unwrap();
    assert!(store.events(&"game-050".into(), 0).unwrap().len() < 30, "nothing after the hole");
    assert_eq!(store.events(&"game-000".into(), 0).unwrap().len(), 50);
    drop(store);
    // Nothing is overwritten, and the message exists in every language.
    for (language, said) in [("en", "already"), ("ru", "уже есть партии"), ("uk", "вже є партії")]
    {
        let again = damka(language, "salvage", &[&from, &to]);
        assert_eq!(again.status.code(), Some(2));
        assert!(words(&again.stderr).contains(said), "{}", words(&again.stderr));
    }
    let whole = damka("en", "salvage", &[&to, &folder.path().join("again")]);
    assert_eq!(whole.status.code(), Some(0), "{}", words(&whole.stdout));
    assert!(words(&whole.stdout).contains("Nothing is missing."));
    let none = damka("en", "salvage", &[folder.path(), &folder.path().join("other")]);
    assert!(words(&none.stderr).contains("There are no games"), "{}", words(&none.stderr));
}

#[test]
fn security_17_a_backup_to_a_full_disk_leaves_nothing_and_names_that_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    drop(Sqlite::open(&data).unwrap());
    std::fs::create_dir(&other).unwrap();
    let (shim, full) = (shim(folder.path()), folder.path().join("full"));
    std::fs::write(&full, "").unwrap();
    let file = other.join("copy.db");
    let told = Command::new(PROGRAM)
        .args(["--lang", "en", "backup", "--data"])
        .args([&data, &file])
        .env("LD_PRELOAD", &shim)
        .env("DAMKA_POWER_FOLDER", &other)
        .env("DAMKA_POWER_FULL", &full)
        .output()
        .unwrap();
    let text = words(&told.stderr);
    assert_eq!(told.status.code(), Some(2), "{text}");
    assert!(text.contains("is full") && text.contains(file.to_str().unwrap()), "{text}");
    assert_eq!(std::fs::read_dir(&other).unwrap().count(), 0, "no file is left");
    let nowhere = damka("en", "backup", &[&data, &other.join("missing").join("copy.db")]);
    let text = words(&nowhere.stderr);
    assert!(text.contains("missing") && text.contains("cannot be written"), "{text}");
}
