//! What the people who run a club see of it: health, numbers, closing, and no passwords anywhere.
#![cfg(unix)]

use crate::club::{Server, ask};
use damka_servers::{Nats, Postgres};
use serde_json::json;
use std::io::Read;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_damka");
const PATIENCE: Duration = Duration::from_secs(40);

async fn get(server: &Server, path: &str) -> (u16, String) {
    let answer = ask((&server.address, Ipv4Addr::LOCALHOST), "GET", path, None, &json!(null)).await;
    answer.map_or((0, String::new()), |answer| (answer.status, answer.body))
}

/// Asks for health until it is so.
async fn healthy_when(server: &Server, what: &str, is_so: impl Fn(u16, &str) -> bool) -> String {
    let begun = Instant::now();
    loop {
        let (status, body) = get(server, "/api/health?lang=en").await;
        if is_so(status, &body) {
            return body;
        }
        assert!(begun.elapsed() < PATIENCE, "{what}: {status} {body}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn tell_to_close(server: &Server) {
    assert!(Command::new("kill").arg(server.child.id().to_string()).status().unwrap().success());
}

#[tokio::test]
async fn a_club_that_is_going_to_close_says_so_first_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start_with(Path::new(PROGRAM), folder.path(), |command| {
        command.args(["--drain", "600"]);
    });
    healthy_when(&server, "it is open", |status, _| status == 200).await;
    tell_to_close(&server);
    let body = healthy_when(&server, "nobody new is sent here", |status, _| status == 503).await;
    assert!(body.contains("\"closing\""), "{body}");
    assert_eq!(get(&server, "/api/me").await.0, 200, "those who are here go on");
    assert!(server.child.try_wait().unwrap().is_none());
    // The second signal ends the waiting.
    tell_to_close(&server);
    let begun = Instant::now();
    while server.child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < PATIENCE, "it closes");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(server.child.wait().unwrap().success());
}

#[tokio::test]
async fn a_node_tells_what_it_has_and_what_it_misses() {
    let (mut postgres, mut nats, folder) = (Postgres::start(), Nats::start(), tempfile::tempdir().unwrap());
    let (database, url) = (postgres.database(), nats.url());
    let server = Server::start_with(Path::new(PROGRAM), folder.path(), |command| {
        command.args(["--unlimited", "--node-name", "first", "--nats", &url]).env("DAMKA_POSTGRES", &database);
    });
    crate::club::make_game(&server.address, "1h").await.unwrap();
    let is_connected = |status: u16, body: &str| status == 200 && !body.contains("NATS");
    let body = healthy_when(&server, "everything is there", is_connected).await;
    assert!(body.starts_with("ok\n") && body.contains("Node first") && body.contains("own games: 1"), "{body}");
    let (_, numbers) = get(&server, "/metrics").await;
    for line in
        ["damka_lease_valid 1", "damka_games_owned 1", "damka_nats_connected 1", "damka_nodes{lease=\"valid\"} 1"]
    {
        assert!(numbers.lines().any(|own| own == line), "{line}: {numbers}");
    }
    let number = |name: &str| -> f64 {
        let line = numbers.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name}: {numbers}")).parse().unwrap()
    };
    assert!(number("damka_lease_age_seconds") < 4.0 && number("damka_postgres_connections_total") >= 2.0, "{numbers}");
    assert!(number("damka_postgres_connections") >= 2.0);

    nats.stop();
    healthy_when(&server, "without NATS it is slower", |status, body| status == 200 && body.contains("NATS")).await;
    postgres.stop();
    let body = healthy_when(&server, "without its database it cannot work", |status, _| status == 503).await;
    assert!(body.contains("database"), "{body}");
    healthy_when(&server, "its lease ends", |status, body| status == 503 && body.contains("\"unsure\"")).await;
    postgres.start_again();
    healthy_when(&server, "it goes on as another run", |status, _| status == 200).await;
}

#[tokio::test]
async fn appends_are_measured() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Path::new(PROGRAM), folder.path());
    let count = async || -> u64 {
        let (_, numbers) = get(&server, "/metrics").await;
        let line = numbers.lines().find_map(|line| line.strip_prefix("damka_append_seconds_count "));
        line.unwrap_or_else(|| panic!("{numbers}")).parse().unwrap()
    };
    assert_eq!(count().await, 0);
    let (id, [white, _]) = crate::club::make_game(&server.address, "1h").await.unwrap();
    let path = format!("/api/games/{id}/socket?lang=en");
    let mut socket = crate::club::Socket::open(&server.address, &path, &white).await.unwrap();
    socket.send(json!({"type": "act", "n": 1, "act": {"kind": "move", "path": ["c3", "d4"]}}).to_string()).await;
    while !socket.frame().await.expect("an open socket").contains("\"event\"") {}
    assert!(count().await >= 1);
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[tokio::test]
async fn no_log_and_no_message_has_a_password() {
    let (postgres, folder) = (Postgres::start(), tempfile::tempdir().unwrap());
    let database = postgres.database().replace("damka@", "damka:hunter2@");
    let nats = format!("nats://ann:hunter2@127.0.0.1:{}", free_port());
    let mut server = Server::start_with(Path::new(PROGRAM), folder.path(), |command| {
        // From a file, as systemd hands a credential over.
        let file = folder.path().join("nats");
        std::fs::write(&file, &nats).unwrap();
        command.env("DAMKA_POSTGRES", &database).env("DAMKA_NATS_FILE", &file).env("DAMKA_LOG", "debug");
        command.stderr(Stdio::piped());
    });
    let mut log = server.child.stderr.take().unwrap();
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        log.read_to_string(&mut text).map(|_| text)
    });
    let without_nats = |status: u16, body: &str| status == 200 && body.contains("NATS");
    healthy_when(&server, "it is open without NATS", without_nats).await;
    drop(postgres);
    healthy_when(&server, "its database is gone", |status, _| status == 503).await;
    server.child.kill().unwrap();
    let log = reading.join().unwrap().unwrap();
    assert!(
        log.contains("async_nats") && log.contains("the database cannot be reached"),
        "it tried, and said so: {log}"
    );
    assert!(!log.contains("hunter2"), "{log}");

    let dead = format!("postgresql://ann:hunter2@127.0.0.1:{}/club", free_port());
    let bad_port = "postgresql://ann:hunter2@127.0.0.1:none/club".to_owned();
    for (postgres, nats) in
        [(&dead, "nats://127.0.0.1:4222"), (&bad_port, ""), (&database, "nats://ann:hunter2@host:x")]
    {
        let mut command = Command::new(PROGRAM);
        command.args(["--lang", "en", "serve", "--no-open", "--port", "0", "--postgres", postgres, "--nats", nats]);
        let output = command.arg("--data").arg(folder.path()).env("DAMKA_LOG", "debug").output().unwrap();
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(!said.contains("hunter2"), "{said}");
    }
}
