//! `damka person`, `damka restore` and backups, as the people who run a club use them.
#![cfg(unix)]

use crate::binary::text;
use crate::club::{Server, Socket, make_game, request};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_damka");

fn damka(language: &str, arguments: &[&str], data: &Path) -> Output {
    Command::new(PROGRAM).args(["--lang", language]).args(arguments).arg("--data").arg(data).output().unwrap()
}

/// The output of a command that must succeed.
fn said(arguments: &[&str], data: &Path) -> String {
    let output = damka("en", arguments, data);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The error of a command that must fail.
fn refused(arguments: &[&str], data: &Path) -> String {
    let output = damka("en", arguments, data);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stdout));
    text(&output.stderr)
}

async fn member(address: &str, name: &str) -> String {
    let account = json!({"name": name, "password": "correct horse battery"});
    let (_, cookie) = request(address, "POST", "/api/me/account", None, &account).await.unwrap();
    cookie.expect("a cookie")
}

#[tokio::test]
async fn people_are_managed_while_the_club_is_open_and_while_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    assert!(refused(&["person", "list"], &data.join("nothing")).contains("There are no games in"));
    let server = Server::start(Path::new(PROGRAM), data);
    let cookie = member(&server.address, "Ann").await;
    member(&server.address, "Олег").await;

    assert!(said(&["person", "role", "ann", "coach"], data).contains("Done: Ann"));
    let (me, _) = request(&server.address, "GET", "/api/me", Some(&cookie), &json!(null)).await.unwrap();
    assert_eq!(me["offices"], json!(["coach"]), "at once");
    let listed = said(&["person", "list"], data);
    assert!(listed.contains("Ann   yes      coach") && listed.contains("Олег"), "{listed}");
    assert_eq!(said(&["person", "list", "--role", "arbiter"], data), "Nobody was found.\n");
    let link = said(&["person", "keeper"], data);
    let code = link.trim().rsplit_once("/keeper#").expect("a link").1.to_owned();
    assert!(link.contains("http://localhost:"), "{link}");
    let claim = json!({"code": code});
    let (me, _) = request(&server.address, "POST", "/api/me/keeper", Some(&cookie), &claim).await.unwrap();
    assert_eq!(me["offices"], json!(["coach", "keeper"]));
    assert!(said(&["person", "block", "Олег"], data).contains("Done"));
    assert!(refused(&["person", "show", "Eve"], data).contains("Nobody here is called “Eve”"));
    assert!(refused(&["person", "show", "999"], data).contains("There is no such person"));
    drop(server);

    // The same while no server has the club open.
    let shown = said(&["person", "show", "Олег"], data);
    assert!(shown.contains("Name: Олег") && shown.contains("Blocked: 20"), "{shown}");
    said(&["person", "unblock", "Олег"], data);
    said(&["person", "rename", "Олег", "Orest"], data);
    said(&["person", "allow", "Orest", "3"], data);
    assert!(said(&["person", "reset", "Orest"], data).contains("/reset#"));
    let export: Value = serde_json::from_str(&said(&["person", "export", "Orest"], data)).unwrap();
    assert_eq!(export["profile"]["name"], "Orest");
    assert!(refused(&["person", "delete", "Orest"], data).contains("Add --yes"));
    assert!(said(&["person", "delete", "Orest", "--yes"], data).contains("has been deleted"));
    let log = said(&["person", "log"], data);
    for line in
        ["Someone at the machine appointed Ann: coach", "Ann became keeper", "Someone at the machine deleted No. "]
    {
        assert!(log.contains(line), "{line}: {log}");
    }
    for (language, words) in [("ru", "назначение — Ann, тренер"), ("uk", "призначення — Ann, тренер")]
    {
        assert!(text(&damka(language, &["person", "log"], data).stdout).contains(words), "{language}");
    }
    // There is a keeper already, so no link is printed.
    assert!(!greeting(data, "en").contains("/keeper#"));
}

/// Everything that the server prints until it says how to close it.
fn greeting(data: &Path, language: &str) -> String {
    let mut child = Command::new(PROGRAM)
        .args(["--lang", language, "serve", "--port", "0", "--no-open", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        told.push_str(&line.unwrap());
        told.push('\n');
        if told.contains("Ctrl+C") {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    told
}

#[test]
fn a_start_without_a_keeper_prints_a_link_that_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let codes = ["en", "ru", "uk"].map(|language| {
        let told = greeting(folder.path(), language);
        let code = told.split_once("/keeper#").expect(&told).1.split_whitespace().next().unwrap().to_owned();
        assert!(code.len() >= 26, "{told}");
        code
    });
    assert!(codes[0] != codes[1] && codes[1] != codes[2], "another one each time");
    let stored = std::fs::read(folder.path().join("damka.db")).unwrap();
    let wal = std::fs::read(folder.path().join("damka.db-wal")).unwrap_or_default();
    let has = |bytes: &[u8], code: &str| bytes.windows(code.len()).any(|window| window == code.as_bytes());
    for code in &codes {
        assert!(!has(&stored, code) && !has(&wal, code), "only a hash is kept");
    }
}

fn backups(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
        .unwrap_or_default();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "db"));
    found.sort();
    found
}

/// Waits until a condition holds.
async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn what_was_confirmed_before_a_backup_is_there_after_restoring_it() {
    let folder = tempfile::tempdir().unwrap();
    let (data, to) = (folder.path().join("data"), folder.path().join("backups"));
    let server = Server::start_with(Path::new(PROGRAM), &data, |command| {
        command.arg("--backup-to").arg(&to).args(["--keep", "2", "--backup-every", "1000", "--unlimited"]);
    });
    // Games are created and moves are played all the time.
    let mut confirmed: Vec<(String, String)> = Vec::new();
    let play = async |confirmed: &mut Vec<(String, String)>| {
        let (id, [white, _]) = make_game(&server.address, "1h").await.unwrap();
        let mut player = Socket::open(&server.address, &format!("/api/games/{id}/socket"), &white).await.unwrap();
        player.send(json!({"type": "act", "n": 1, "act": {"kind": "move", "path": ["c3", "d4"]}}).to_string()).await;
        while !player.frame().await.expect("an open socket").contains("\"n\":1") {}
        confirmed.push((id, white));
    };
    for _ in 0..20 {
        play(&mut confirmed).await;
    }
    let before = confirmed.clone();
    let known = backups(&to);
    // Wait for two more: the first may have begun before the last move.
    let newer = |known: &[PathBuf]| backups(&to).into_iter().filter(|path| !known.contains(path)).count();
    let begun = Instant::now();
    let mut seen = known.clone();
    let mut fresh = 0;
    while fresh < 2 {
        assert!(begun.elapsed() < Duration::from_secs(60), "backups go on being made");
        play(&mut confirmed).await;
        fresh += newer(&seen);
        seen.extend(backups(&to));
    }
    let file = backups(&to).pop().unwrap();
    assert!(backups(&to).len() <= 3, "old ones go");
    assert!(refused(&["restore", &file.display().to_string()], &data).contains("process"), "a folder in use stays");

    let other = folder.path().join("other");
    let told = said(&["restore", &file.display().to_string()], &other);
    assert!(told.contains("has been restored") && !told.contains("kept as"), "{told}");
    let restored = Server::start(Path::new(PROGRAM), &other);
    for (id, white) in &before {
        let path = format!("/api/games/{id}");
        let (game, _) = request(&restored.address, "GET", &path, Some(white), &json!(null)).await.unwrap();
        assert_eq!(game["moves"].as_array().map(Vec::len), Some(1), "{id} was confirmed: {game}");
    }
    drop((server, restored));

    // Into the old folder: the previous data stays next to it, with everything that was played after the backup.
    let told = said(&["restore", &file.display().to_string()], &data);
    let aside = told.split_once("kept as “").expect(&told).1.split_once('”').unwrap().0.to_owned();
    let last = folder.path().join("last");
    said(&["restore", &aside], &last);
    let old = Server::start(Path::new(PROGRAM), &last);
    let (id, white) = confirmed.last().unwrap();
    let (game, _) = request(&old.address, "GET", &format!("/api/games/{id}"), Some(white), &json!(null)).await.unwrap();
    assert_eq!(game["moves"].as_array().map(Vec::len), Some(1), "{game}");
}

#[tokio::test]
async fn a_file_that_is_no_whole_backup_is_refused_and_nothing_changes() {
    let folder = tempfile::tempdir().unwrap();
    let (data, files) = (folder.path().join("data"), folder.path().join("files"));
    std::fs::create_dir(&files).unwrap();
    let server = Server::start(Path::new(PROGRAM), &data);
    make_game(&server.address, "1h").await.unwrap();
    drop(server);
    let good = files.join("good.db");
    let copied = Command::new(PROGRAM).arg("backup").arg(&good).arg("--data").arg(&data).status().unwrap();
    assert!(copied.success());
    let kept = std::fs::read(data.join("damka.db")).unwrap();

    let write = |name: &str, bytes: &[u8]| {
        let path = files.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let whole = std::fs::read(&good).unwrap();
    let mut torn = whole.clone();
    let half = torn.len() / 2;
    torn[half..].fill(0xa5);
    let empty = files.join("empty.db");
    rusqlite::Connection::open(&empty).unwrap().execute_batch("CREATE TABLE other (x); DROP TABLE other").unwrap();
    let newer = write("newer.db", &whole);
    rusqlite::Connection::open(&newer).unwrap().execute_batch("PRAGMA user_version = 999").unwrap();
    for bad in [write("text.db", b"not a database at all"), write("torn.db", &torn), empty, newer] {
        let told = refused(&["restore", &bad.display().to_string()], &data);
        assert!(told.contains("cannot be restored"), "{}: {told}", bad.display());
        assert_eq!(std::fs::read(data.join("damka.db")).unwrap(), kept);
    }
    assert!(refused(&["restore", "nowhere.db"], &data).contains("There is no file"));
    let names: Vec<String> =
        std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(!names.iter().any(|name| name.contains("restore") || name.contains("before")), "{names:?}");
}

#[tokio::test]
async fn a_backup_that_fails_is_told_and_the_club_stays_open() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("a-file");
    std::fs::write(&to, "").unwrap();
    let server = Server::start_with(Path::new(PROGRAM), &folder.path().join("data"), |command| {
        command.arg("--backup-to").arg(&to).stderr(Stdio::null());
    });
    let port = server.address.clone();
    let health = || {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(&port).unwrap();
        write!(stream, "GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    until("health tells it", || health().contains("backup failed")).await;
    assert!(health().starts_with("HTTP/1.1 200"), "people can play");
    make_game(&server.address, "1h").await.unwrap();
}
