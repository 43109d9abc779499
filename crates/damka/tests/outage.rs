//! A process that is stopped, a night without a server, a restart: nobody's clock pays for it.
#![cfg(unix)]

mod club;

use club::{Server, Socket, request};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_damka");
const DAY: u64 = 24 * 3_600_000;

/// How long a process is stopped, in seconds; `DAMKA_STOPPED_SECONDS` says otherwise. A few seconds are busy machines.
fn stopped() -> Duration {
    let seconds = std::env::var("DAMKA_STOPPED_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(6))
}

fn signal(server: &Server, signal: &str) {
    assert!(Command::new("kill").args([signal, &server.child.id().to_string()]).status().unwrap().success());
}

/// A game of two people with clocks, after a move of each: its id and their cookies.
async fn begun(address: &str, clock: &str) -> (String, [String; 2]) {
    let (id, cookies) = club::make_game(address, clock).await.unwrap();
    for (cookie, squares) in cookies.iter().zip([["c3", "d4"], ["f6", "g5"]]) {
        let mut socket = Socket::open(address, &format!("/api/games/{id}/socket?lang=en"), cookie).await.unwrap();
        socket.send(json!({"type": "act", "n": 1, "act": {"kind": "move", "path": squares}}).to_string()).await;
        assert_eq!(answer(&mut socket, 1).await["type"], "event");
    }
    (id, cookies)
}

/// What became of an act.
async fn answer(socket: &mut Socket, n: u64) -> Value {
    let answered = async {
        loop {
            let frame: Value = serde_json::from_str(&socket.frame().await.unwrap()).unwrap();
            if frame["n"] == n {
                return frame;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), answered).await.expect("an answer in time")
}

/// What is left on White's clock, which runs: main time and the byoyomi period.
async fn left(address: &str, id: &str) -> u64 {
    let (game, _) = request(address, "GET", &format!("/api/games/{id}"), None, &json!(null)).await.unwrap();
    let clock = &game["state"]["clocks"]["white"];
    assert_eq!(game["state"]["clocks"]["running"], "white", "{game}");
    clock["remaining"].as_u64().unwrap() + clock["period"].as_u64().unwrap_or(0)
}

#[tokio::test]
async fn a_stopped_process_costs_nobody_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Path::new(PROGRAM), folder.path());
    let (sitting, cookies) = begun(&server.address, "5m").await;
    let (days, _) = begun(&server.address, "1x3d").await;
    // Both players stay at the table.
    let path = format!("/api/games/{sitting}/socket?lang=en");
    let mut white = Socket::open(&server.address, &path, &cookies[0]).await.unwrap();
    let _black = Socket::open(&server.address, &path, &cookies[1]).await.unwrap();
    let (before, running) = (left(&server.address, &sitting).await, Instant::now());
    signal(&server, "-STOP");
    let stopping = Instant::now();
    tokio::time::sleep(stopped()).await;
    // White's move waits for the server to wake up.
    white.send(json!({"type": "act", "n": 2, "act": {"kind": "move", "path": ["g3", "h4"]}}).to_string()).await;
    signal(&server, "-CONT");
    let stopped = stopping.elapsed();
    let moved = answer(&mut white, 2).await;
    assert_eq!(moved["type"], "event", "{moved}");
    let after = moved["event"]["state"]["clocks"]["white"]["remaining"].as_u64().unwrap();
    let awake = (running.elapsed() - stopped).as_millis() as u64;
    // What the process could not know of is at most the time since its pulse beat last.
    let charged = before.saturating_sub(after);
    assert!(charged <= awake + 1_000, "{charged} ms were charged for {awake} ms awake");
    // A game of days goes by the time of day, and such a while is nothing to it.
    assert!(left(&server.address, &days).await > 3 * DAY - 600_000);
}

/// As if the machine had slept: the last heartbeat was hours ago.
fn long_ago(folder: &Path, hours: u64) {
    let connection = rusqlite::Connection::open(damka_store::Sqlite::file(folder)).unwrap();
    let shift = i64::try_from(hours * 3_600_000).unwrap();
    for sql in [
        "UPDATE runs SET started = started - ?1, beat_wall = beat_wall - ?1",
        "UPDATE games SET created_at = created_at - ?1, due = due - ?1",
        "UPDATE events SET wall = wall - ?1",
    ] {
        connection.execute(sql, [shift]).unwrap();
    }
}

#[tokio::test]
async fn a_night_without_a_server_is_charged_to_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(Path::new(PROGRAM), folder.path());
    let (sitting, _) = begun(&server.address, "5m").await;
    let (days, _) = begun(&server.address, "1x3d").await;
    let (slow, _) = begun(&server.address, "1x1d").await;
    let before = [left(&server.address, &sitting).await, left(&server.address, &days).await];
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    // Longer than the shorter of the two games of days allows for a move.
    long_ago(folder.path(), 30);
    let server = Server::start(Path::new(PROGRAM), folder.path());
    let after = [left(&server.address, &sitting).await, left(&server.address, &days).await];
    for (before, after) in before.iter().zip(after) {
        assert!(before.abs_diff(after) < 60_000, "{before} then {after}");
    }
    assert!(left(&server.address, &slow).await > DAY - 60_000, "and no flag has fallen");
    let lines = lines(folder.path(), &slow);
    assert!(lines.last().unwrap().contains("nobody credit 180"), "thirty hours: {lines:?}");
    // Once: another restart finds nothing to credit.
    drop(server);
    let server = Server::start(Path::new(PROGRAM), folder.path());
    left(&server.address, &slow).await;
    assert_eq!(self::lines(folder.path(), &slow), lines);
}

/// The lines of a game as they are kept.
fn lines(folder: &Path, id: &str) -> Vec<String> {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let reader = rusqlite::Connection::open_with_flags(damka_store::Sqlite::file(folder), flags).unwrap();
    let sql = "SELECT line FROM events JOIN games ON number = game WHERE id = ?1 ORDER BY seq";
    let mut found = reader.prepare(sql).unwrap();
    found.query_map([id], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// A game of days whose players are away: it survives, and nobody can claim anything.
#[tokio::test]
async fn nobody_has_to_sit_at_a_game_of_days() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Path::new(PROGRAM), folder.path());
    let (id, cookies) = begun(&server.address, "1x3d").await;
    let path = format!("/api/games/{id}/socket?lang=en");
    let mut black = Socket::open(&server.address, &path, &cookies[1]).await.unwrap();
    black.send(json!({"type": "act", "n": 1, "act": {"kind": "claim", "claim": "gone"}}).to_string()).await;
    let refused = answer(&mut black, 1).await;
    assert_eq!(refused["type"], "refused", "{refused}");
}
