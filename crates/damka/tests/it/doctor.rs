//! `damka doctor` on good and bad set-ups, with real servers.
#![cfg(unix)]

use crate::club::Server;
use damka_servers::{Nats, Postgres};
use damka_store::Sqlite;
use serde_json::Value;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_damka");
/// Every look has its own limit; together they stay under this.
const LONGEST: Duration = Duration::from_secs(40);

fn doctor(language: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(["--lang", language, "doctor"]).args(arguments);
    for name in ["DAMKA_POSTGRES", "DAMKA_NATS", "DAMKA_SMTP"] {
        command.env_remove(name);
    }
    let begun = Instant::now();
    let output = command.output().unwrap();
    assert!(begun.elapsed() < LONGEST, "{arguments:?} took {:?}", begun.elapsed());
    output
}

/// The exit code, and how each thing stands.
fn found(arguments: &[&str]) -> (i32, Vec<(String, String)>) {
    let output = doctor("en", &[arguments, &["--json"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let code = output.status.code().unwrap();
    assert_eq!(report["ok"], code == 0, "{report}");
    let text = |check: &Value, name: &str| check[name].as_str().unwrap().to_owned();
    let checks = report["checks"].as_array().unwrap();
    (code, checks.iter().map(|check| (text(check, "check"), text(check, "state"))).collect())
}

fn has(found: &[(String, String)], check: &str, state: &str) {
    let is_there = found.iter().any(|(own, how)| own == check && how == state);
    assert!(is_there, "{check} should be {state}: {found:?}");
}

fn wrong(found: &[(String, String)]) -> Vec<&str> {
    found.iter().filter(|(_, state)| state == "wrong").map(|(check, _)| check.as_str()).collect()
}

fn free_port() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_new_folder_is_fine() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (code, found) = found(&["--data", text(&data), "--port", &free_port()]);
    assert_eq!((code, wrong(&found)), (0, vec![]));
    has(&found, "folder-new", "ok");
    has(&found, "port-free", "ok");
    has(&found, "backups-unknown", "attention");
    assert!(!data.exists(), "nothing is made");
}

#[test]
fn an_open_club_is_known_by_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (data, backups) = (folder.path().join("data"), folder.path().join("backups"));
    let server = Server::start(Path::new(PROGRAM), &data);
    let (url, port) = (format!("http://{}", server.address), server.address.rsplit_once(':').unwrap().1.to_owned());
    std::fs::create_dir(&backups).unwrap();
    let ask = |data: &Path| {
        found(&["--data", text(data), "--port", &port, "--public-url", &url, "--backup-to", text(&backups)])
    };
    let (code, without) = ask(&data);
    assert_eq!((code, wrong(&without)), (1, vec!["backups-none"]));
    std::fs::write(backups.join("damka-2026-01-01T00-00-00Z.db"), "x").unwrap();
    let (code, good) = ask(&data);
    assert_eq!((code, wrong(&good)), (0, vec![]));
    for check in ["data-good", "data-open", "port-club", "web-good", "visitor-direct", "socket-good", "backups-good"] {
        has(&good, check, "ok");
    }
    // Another club's folder: neither the port nor the address are its own.
    let other = folder.path().join("other");
    drop(Server::start(Path::new(PROGRAM), &other));
    let (code, found) = ask(&other);
    assert_eq!((code, wrong(&found)), (1, vec!["port-other-club", "web-other-club"]));
}

#[test]
fn damage_and_later_versions_are_told() {
    let folder = tempfile::tempdir().unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    let file = Sqlite::file(folder.path());
    let look = || found(&["--data", text(folder.path()), "--port", &free_port()]);
    let (code, good) = look();
    assert_eq!((code, wrong(&good)), (0, vec![]));
    let tool = rusqlite::Connection::open(&file).unwrap();
    tool.execute_batch("PRAGMA user_version = 9999").unwrap();
    assert_eq!(wrong(&look().1), ["data-newer"]);
    drop(tool);
    std::fs::write(&file, "this is not a database, and it is long enough to be read as one".repeat(100)).unwrap();
    let (code, bad) = look();
    assert_eq!((code, wrong(&bad)), (1, vec!["data-bad"]));
    let (code, none) = found(&["--data", text(&file), "--port", &free_port()]);
    assert_eq!((code, wrong(&none)[0]), (1, "folder-read-only"), "a file is no folder");
}

#[test]
fn a_port_that_another_program_has_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    // It accepts connections and says nothing.
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port().to_string();
    let url = format!("http://127.0.0.1:{port}");
    let (code, found) = found(&["--data", text(folder.path()), "--port", &port, "--public-url", &url]);
    assert_eq!((code, wrong(&found)), (1, vec!["port-taken", "web-unreachable"]));
}

#[test]
fn a_database_that_would_lose_moves_is_wrong() {
    let server = Postgres::start_with(&["fsync=off", "synchronous_standby_names=nobody"]);
    // To make a database would wait for the standby for ever.
    let address = server.url("postgres");
    let (code, found) = found(&["--postgres", &address, "--port", &free_port()]);
    assert_eq!((code, wrong(&found)), (1, vec!["fsync-off", "commit-stuck"]));
    has(&found, "nats-none", "attention");
    has(&found, "tables-new", "ok");
    drop(server);
    let server = Postgres::start_with(&["full_page_writes=off", "max_connections=12"]);
    let (_, found) = self::found(&["--postgres", &server.url("postgres"), "--port", &free_port()]);
    assert_eq!(wrong(&found), ["full-page-writes-off"]);
    has(&found, "connections-few", "attention");
    has(&found, "standby-none", "attention");
}

#[test]
fn servers_that_are_dead_or_frozen_are_not_waited_for() {
    let (port, mut nats) = (free_port(), Nats::start());
    nats.freeze();
    let frozen = nats.url().replace("nats://", "nats://ann:hunter2@");
    for (language, said) in [("en", "WRONG"), ("ru", "ОШИБКА"), ("uk", "ПОМИЛКА")] {
        let database = format!("postgresql://ann:hunter2@127.0.0.1:{port}/club");
        let output = doctor(language, &["--postgres", &database, "--nats", &frozen, "--port", &free_port()]);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!((output.status.code(), text.matches(said).count()), (Some(1), 2), "{text}");
        assert!(!text.contains("hunter2") && !text.contains("doctor-") && !text.contains('{'), "{text}");
    }
}

#[test]
fn an_open_node_is_seen() {
    let (server, nats, folder) = (Postgres::start(), Nats::start(), tempfile::tempdir().unwrap());
    let (database, url) = (server.database(), nats.url());
    let before = found(&["--postgres", &database, "--nats", &url, "--port", &free_port()]);
    assert_eq!((before.0, wrong(&before.1)), (0, vec![]));
    has(&before.1, "tables-new", "ok");
    let node = Server::start_with(Path::new(PROGRAM), folder.path(), |command| {
        command.args(["--postgres", &database, "--nats", &url, "--node-name", "first"]);
    });
    let own = format!("http://{}", node.address);
    let port = node.address.rsplit_once(':').unwrap().1;
    let (code, found) = found(&["--postgres", &database, "--nats", &url, "--port", port, "--public-url", &own]);
    assert_eq!((code, wrong(&found)), (0, vec![]));
    for check in ["nodes-some", "nats-good", "tables-good", "web-good", "port-club", "durable", "clock-good"] {
        has(&found, check, "ok");
    }
}
