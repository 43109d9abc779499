//! The server under load, beside a bare echo server in the same run: `make bench-server`.
//!
//! People play N games over real sockets against a server in a process of its own, every move on disk. They know their
//! moves beforehand, so that the machine's time goes to the server. Printed are moves per second, the time from a move to
//! its confirmation, memory for each game with its two sockets, and delivered frames beside those of the echo.
//!
//! Beside those games, hosts play simultaneous displays, and each host's page shows all its boards.
//!
//! `DAMKA_BENCH_GAMES` (5000), `DAMKA_BENCH_DISPLAYS` (50) of `DAMKA_BENCH_BOARDS` (30), `DAMKA_BENCH_RATE` (2000 moves/s in
//! the measured run), `DAMKA_BENCH_SECONDS` (8), `DAMKA_BENCH_PROGRAM` (another build of the server, to compare).

#[path = "../tests/club/mod.rs"]
mod club;

use axum::Router;
use axum::extract::ws::{Message as EchoMessage, WebSocketUpgrade};
use axum::routing::get;
use club::play::{Table, Tally, flat_out, many, open, sit, steady};
use club::{Server, Socket, make_display, program, setting};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

fn main() {
    if std::env::args().any(|argument| argument == "--echo") {
        return run(2, echo());
    }
    run(2, bench());
}

fn run(threads: usize, work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build();
    runtime.expect("a runtime").block_on(work);
}

/// The least that a server can do: give back what it gets.
async fn echo() {
    let echo = |upgrade: WebSocketUpgrade| async move {
        upgrade.read_buffer_size(2 << 10).write_buffer_size(0).on_upgrade(async |mut socket| {
            while let Some(Ok(message @ EchoMessage::Text(_))) = socket.recv().await {
                if socket.send(message).await.is_err() {
                    break;
                }
            }
        })
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    println!("//{}", listener.local_addr().expect("an address"));
    axum::serve(listener, Router::new().route("/echo", get(echo))).await.expect("a server");
}

/// A display with all its boards, and the host's page, which shows them.
async fn display(address: String, boards: usize, seed: u64, shown: Arc<AtomicU64>) -> Vec<Table> {
    let display = make_display(&address, boards, "1h").await.expect("a display");
    let path = format!("/api/contests/{}/socket", display.id);
    let mut page = Socket::open(&address, &path, &display.host).await.expect("a socket");
    tokio::spawn(async move {
        while page.frame().await.is_some() {
            shown.fetch_add(1, Ordering::Relaxed);
        }
    });
    let mut tables = Vec::new();
    for (at, (game, guest)) in display.boards.into_iter().enumerate() {
        tables.push(sit([&address; 2], &game, &[display.host.clone(), guest], seed + at as u64).await);
    }
    tables
}

async fn bench() {
    let games = setting("DAMKA_BENCH_GAMES", 5000) as usize;
    let rate = setting("DAMKA_BENCH_RATE", 2000);
    let seconds = Duration::from_secs(setting("DAMKA_BENCH_SECONDS", 8));
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(&program(env!("CARGO_BIN_EXE_damka")), folder.path());
    let empty = server.memory();

    let begun = Instant::now();
    let address = server.address.clone();
    let mut tables = many(games, |seed| {
        let address = address.clone();
        async move { open(&address, [&address; 2], seed as u64 + 1).await }
    })
    .await;
    println!("{games} games with two sockets each were opened in {:.1} s", begun.elapsed().as_secs_f64());

    let (displays, boards) = (setting("DAMKA_BENCH_DISPLAYS", 50) as usize, setting("DAMKA_BENCH_BOARDS", 30) as usize);
    let (begun, shown) = (Instant::now(), Arc::new(AtomicU64::new(0)));
    let opening: Vec<_> = (0..displays)
        .map(|at| tokio::spawn(display(server.address.clone(), boards, (at * boards) as u64 + 1, Arc::clone(&shown))))
        .collect();
    for display in opening {
        tables.extend(display.await.expect("a display"));
    }
    println!("{displays} displays of {boards} boards were begun in {:.1} s", begun.elapsed().as_secs_f64());
    let games = games + displays * boards;

    let before = shown.load(Ordering::Relaxed);
    let (tables, speed) = steady(tables, rate, seconds).await;
    let (moves, times) = (speed.moves, speed.times);
    let [p50, p99, worst] = [0.5, 0.99, 1.0].map(|share| times.at(share));
    println!("at {rate} moves/s: {moves:.0} moves/s, p50 {p50:.2} ms, p99 {p99:.2} ms, worst {worst:.1} ms");
    let frames = (shown.load(Ordering::Relaxed) - before) as f64 / seconds.as_secs_f64();
    println!("hosts' pages got {frames:.0} frames/s");
    let memory = server.memory().saturating_sub(empty);
    println!("memory: {:.1} MB, {:.1} KB for each game", memory as f64 / 1e6, memory as f64 / 1024.0 / games as f64);
    let speed = flat_out(tables, seconds).await;
    let (moves, frames, size, p50, p99) =
        (speed.moves, speed.frames, speed.size, speed.times.at(0.5), speed.times.at(0.99));
    println!("flat out: {moves:.0} moves/s, {frames:.0} frames/s of {size} bytes, p50 {p50:.1} ms, p99 {p99:.1} ms");
    drop(server);
    let echoed = echo_rate(size, games * 2, seconds).await;
    println!("echo: {echoed:.0} frames/s of {size} bytes; the club delivers {:.0} % of that", frames / echoed * 100.0);
}

/// As many sockets as the games had, each waiting for its echo before it speaks again.
async fn echo_rate(size: usize, sockets: usize, seconds: Duration) -> f64 {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .arg("--echo")
        .stdout(Stdio::piped())
        .spawn()
        .expect("an echo");
    let mut line = String::new();
    let mut out = std::io::BufReader::new(child.stdout.take().expect("its words"));
    std::io::BufRead::read_line(&mut out, &mut line).expect("an address");
    let address = line.trim().trim_start_matches('/').to_owned();
    let tally = Arc::new(Tally::default());
    let mut open = Vec::new();
    for _ in 0..sockets {
        open.push(Socket::open(&address, "/echo", "none=1").await.expect("a socket"));
    }
    let mut playing = Vec::new();
    for mut socket in open {
        let (tally, text) = (Arc::clone(&tally), "x".repeat(size));
        playing.push(tokio::spawn(async move {
            while !tally.stop.load(Ordering::Relaxed) {
                assert!(socket.send(text.clone()).await);
                socket.frame().await.expect("an echo");
                tally.frames.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    let begun = Instant::now();
    let before = tally.frames.load(Ordering::Relaxed);
    tokio::time::sleep(seconds).await;
    let rate = (tally.frames.load(Ordering::Relaxed) - before) as f64 / begun.elapsed().as_secs_f64();
    tally.stop.store(true, Ordering::Relaxed);
    for player in playing {
        player.await.expect("an echo");
    }
    let _ = child.kill();
    let _ = child.wait();
    rate
}
