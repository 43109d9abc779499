//! `damka store`.

use damka_servers::Postgres as Server;
use damka_store::story::{append, event, game, write};
use damka_store::{Sqlite, Write};
use std::path::Path;
use std::process::{Command, Output};

fn damka(language: &str, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_damka"));
    program.args(["--lang", language, "store"]).args(arguments).env_remove("DAMKA_POSTGRES");
    program.output().unwrap()
}

/// What was printed, with the exit code.
fn told(output: &Output) -> (Option<i32>, String) {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_club_is_copied_there_and_back_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    let store = Sqlite::open(&old).unwrap();
    let events = (1..=50).map(|seq| event(&format!("line {seq}"))).collect();
    write(&store, vec![Write::Game(Box::new(game("g", "ann", "bob", 1))), append("g", 1, events)]).unwrap();

    let address = Server::shared().database().replace("damka@", "damka:password@");
    let (code, said) = told(&damka("en", &["copy", "--from", text(&old), "--to", &address]));
    assert!(code == Some(2) && said.contains("is using"), "{said}");
    drop(store);
    let (code, said) = told(&damka("en", &["copy", "--from", text(&old), "--to", &address]));
    assert!(code == Some(0) && said.contains("compared row by row"), "{said}");
    assert!(!said.contains("password"), "{said}");
    // The address can stay out of the list of processes.
    let mut back = Command::new(env!("CARGO_BIN_EXE_damka"));
    back.args(["--lang", "en", "store", "copy", "--from", "postgres", "--to", text(&new)]);
    let (code, said_back) = told(&back.env("DAMKA_POSTGRES", &address).output().unwrap());
    assert_eq!(code, Some(0), "{said_back}");
    assert_eq!(said.lines().last(), said_back.lines().last(), "rows and digest");
    let (code, said) = told(&damka("en", &["compare", text(&old), text(&new)]));
    assert!(code == Some(0) && said.contains("equal"), "{said}");
    let (code, said) = told(&damka("en", &["compare", &address, text(&new)]));
    assert!(code == Some(0) && said.contains("equal"), "{said}");

    let damage = "UPDATE events SET line = 'line 8' WHERE seq = 7";
    rusqlite::Connection::open(Sqlite::file(&new)).unwrap().execute_batch(damage).unwrap();
    for (language, table, column) in [
        ("en", "table events", "column line"),
        ("ru", "таблица events", "столбец line"),
        ("uk", "таблиця events", "стовпець line"),
    ] {
        let (code, said) = told(&damka(language, &["compare", &address, text(&new)]));
        assert!(
            code == Some(1) && said.contains(table) && said.contains("game=1 seq=7") && said.contains(column),
            "{said}"
        );
    }
    for (language, already) in [("en", "already"), ("ru", "уже есть"), ("uk", "вже є")] {
        let (code, said) = told(&damka(language, &["copy", "--from", text(&old), "--to", &address]));
        assert!(code == Some(2) && said.contains(already), "{said}");
    }
    let (code, said) = told(&damka("en", &["copy", "--from", text(folder.path()), "--to", &address]));
    assert!(code == Some(2) && said.contains("no club"), "{said}");
}

#[test]
fn a_database_is_reached_with_tls_if_its_certificate_is_trusted() {
    let folder = tempfile::tempdir().unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    let server = Server::start_with_tls();
    let copy = |address: &str, certificates: &Path| {
        let mut copy = Command::new(env!("CARGO_BIN_EXE_damka"));
        copy.args(["--lang", "en", "store", "copy", "--from", text(folder.path()), "--to", address]);
        told(&copy.env("SSL_CERT_FILE", certificates).output().unwrap())
    };
    let address = server.database() + "?sslmode=require";
    let (code, said) = copy(&address, &folder.path().join("none"));
    assert!(code == Some(2) && said.contains("certificate"), "{said}");
    let (code, said) = copy(&address, &server.certificate());
    assert_eq!(code, Some(0), "{said}");
    let plain = Server::shared().database() + "?sslmode=require";
    let (code, said) = copy(&plain, &server.certificate());
    assert!(code == Some(2) && said.contains("TLS"), "it is not reached without: {said}");
}

#[test]
fn a_database_is_backed_up_with_its_own_tools() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    let address = "postgresql://damka:password@127.0.0.1:1/club";
    let damka = |arguments: &[&str], variable: &str| {
        let mut damka = Command::new(env!("CARGO_BIN_EXE_damka"));
        told(&damka.args(arguments).env("DAMKA_POSTGRES", variable).output().unwrap())
    };
    for language in ["en", "ru", "uk"] {
        let backup = ["--lang", language, "backup", text(&file)];
        for (code, said) in [
            damka(&[&backup[..], &["--data", address]].concat(), ""),
            damka(&backup, address),
            damka(&["--lang", language, "serve", "--no-open", "--backup-to", text(folder.path())], address),
        ] {
            assert!(code == Some(2) && said.contains("pg_dump") && !said.contains("password"), "{code:?} {said}");
        }
    }
    assert!(!file.exists());
    // A folder that is named is copied, wherever the club is otherwise.
    drop(Sqlite::open(folder.path()).unwrap());
    let (code, said) = damka(&["backup", text(&file), "--data", text(folder.path())], address);
    assert!(code == Some(0) && file.exists(), "{said}");
}
