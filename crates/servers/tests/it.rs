//! The servers start, stop and start again; nothing of them stays.

use damka_servers::{Nats, Postgres};
use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn listens(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).is_ok()
}

#[test]
fn nats_comes_back_on_its_port() {
    let mut nats = Nats::start();
    let port = nats.port();
    assert!(nats.url().ends_with(&port.to_string()) && listens(port));
    nats.stop();
    assert!(!listens(port));
    nats.start_again();
    assert!(listens(port));
    nats.freeze();
    drop(nats);
    assert!(!listens(port), "a frozen server ends too");
}

#[test]
fn postgres_comes_back_with_its_data() {
    let mut postgres = Postgres::start();
    let port = postgres.port();
    let (first, second) = (postgres.database(), postgres.database());
    assert_ne!(first, second);
    postgres.kill();
    assert!(!listens(port));
    postgres.start_again();
    assert!(postgres.log().contains("automatic recovery in progress"), "{}", postgres.log());
    postgres.stop();
    postgres.start_again();
    assert!(!postgres.log().contains("automatic recovery"), "{}", postgres.log());
    drop(postgres);
    assert!(!listens(port));
}

/// The part of a test process that is killed; as a test of its own it does nothing.
#[test]
fn child() {
    if std::env::var_os("DAMKA_SERVERS_CHILD").is_none() {
        return;
    }
    let (postgres, nats) = (Postgres::start(), Nats::start());
    println!("\nports {} {}", postgres.port(), nats.port());
    // Until it is killed.
    let _ = std::io::stdin().read(&mut [0]);
}

#[test]
fn a_killed_test_leaves_no_server() {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env("DAMKA_SERVERS_CHILD", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let line = lines.find(|line| line.starts_with("ports ")).unwrap();
    let ports: Vec<u16> = line.split(' ').skip(1).map(|port| port.parse().unwrap()).collect();
    assert!(ports.iter().all(|port| listens(*port)));
    child.kill().unwrap();
    child.wait().unwrap();
    // Their keepers end them now; a test that waited for ever would say nothing.
    let since = Instant::now();
    while ports.iter().any(|port| listens(*port)) {
        assert!(since.elapsed() < Duration::from_secs(30), "they still run");
        std::thread::yield_now();
    }
}
