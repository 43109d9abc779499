//! The server under load, beside a bare echo server in the same run: `make bench-server`.
//!
//! People play N games over real sockets against a server in a process of its own, every move on disk. They know their
//! moves beforehand, so that the machine's time goes to the server. Printed are moves per second, the time from a move to
//! its confirmation, memory for each game with its two sockets, and delivered frames beside those of the echo.
//!
//! Beside those games, hosts play simultaneous displays, and each host's page shows all its boards.
//!
//! `DAMKA_BENCH_GAMES` (5000), `DAMKA_BENCH_DISPLAYS` (50) of `DAMKA_BENCH_BOARDS` (30), `DAMKA_BENCH_RATE` (2000 moves/s in the measured run), `DAMKA_BENCH_SECONDS` (8).

#[path = "../tests/club/mod.rs"]
mod club;

use axum::Router;
use axum::extract::ws::{Message as EchoMessage, WebSocketUpgrade};
use axum::routing::get;
use club::script::script;
use club::{Server, Socket, make_display, make_game};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How many players connect at once.
const CONNECTING: usize = 64;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

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

#[derive(Default)]
struct Tally {
    moves: AtomicU64,
    frames: AtomicU64,
    bytes: AtomicU64,
    stop: AtomicBool,
}

/// Both players of a game, over two sockets.
struct Table {
    sockets: [Socket; 2],
    script: Vec<String>,
    at: usize,
}

impl Table {
    /// Makes one move; the time until it was confirmed, or nothing when the game has no more moves.
    async fn play(&mut self, tally: &Tally) -> Option<Duration> {
        let path = self.script.get(self.at)?;
        let mover = self.at % 2;
        self.at += 1;
        let n = self.at;
        let begun = Instant::now();
        let message = format!("{{\"type\":\"act\",\"n\":{n},\"act\":{{\"kind\":\"move\",\"path\":[{path}]}}}}");
        assert!(self.sockets[mover].send(message).await, "the socket is open");
        let own = format!("{{\"type\":\"event\",\"n\":{n},");
        let confirmed = wait(&mut self.sockets[mover], &own, tally).await;
        let took = begun.elapsed();
        assert!(confirmed.contains("\"move\""), "{confirmed}");
        wait(&mut self.sockets[1 - mover], "{\"type\":\"event\"", tally).await;
        tally.moves.fetch_add(1, Ordering::Relaxed);
        Some(took)
    }
}

/// The next frame that begins so; others are about who is here.
async fn wait(socket: &mut Socket, begins: &str, tally: &Tally) -> String {
    loop {
        let frame = socket.frame().await.expect("an open socket");
        if frame.starts_with(begins) {
            tally.frames.fetch_add(1, Ordering::Relaxed);
            tally.bytes.fetch_add(frame.len() as u64, Ordering::Relaxed);
            return frame;
        }
        assert!(!frame.contains("\"refused\""), "{frame}");
    }
}

async fn open(address: &str, seed: u64) -> Table {
    let (id, cookies) = make_game(address, "1h").await.expect("a game");
    sit(address, &id, &cookies, seed).await
}

/// Opens both sockets of a game.
async fn sit(address: &str, id: &str, cookies: &[String; 2], seed: u64) -> Table {
    let path = format!("/api/games/{id}/socket");
    let [white, black] = cookies.each_ref().map(|cookie| Socket::open(address, &path, cookie));
    let (mut white, mut black) = (white.await.expect("a socket"), black.await.expect("a socket"));
    let first = [white.frame().await, black.frame().await];
    assert!(first.iter().flatten().all(|frame| frame.starts_with("{\"type\":\"game\"")));
    Table { sockets: [white, black], script: script(seed), at: 0 }
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
        tables.push(sit(&address, &game, &[display.host.clone(), guest], seed + at as u64).await);
    }
    tables
}

async fn bench() {
    let games = setting("DAMKA_BENCH_GAMES", 5000) as usize;
    let rate = setting("DAMKA_BENCH_RATE", 2000);
    let seconds = Duration::from_secs(setting("DAMKA_BENCH_SECONDS", 8));
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(Path::new(env!("CARGO_BIN_EXE_damka")), folder.path());
    let empty = server.memory();

    let begun = Instant::now();
    let mut tables = Vec::new();
    for block in (0..games).collect::<Vec<_>>().chunks(CONNECTING) {
        let opening: Vec<_> = block
            .iter()
            .map(|seed| {
                let address = server.address.clone();
                let seed = *seed as u64 + 1;
                tokio::spawn(async move { open(&address, seed).await })
            })
            .collect();
        for table in opening {
            tables.push(table.await.expect("a game"));
        }
    }
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
    let tables = steady(tables, rate, seconds).await;
    let frames = (shown.load(Ordering::Relaxed) - before) as f64 / seconds.as_secs_f64();
    println!("hosts' pages got {frames:.0} frames/s");
    let memory = server.memory().saturating_sub(empty);
    println!("memory: {:.1} MB, {:.1} KB for each game", memory as f64 / 1e6, memory as f64 / 1024.0 / games as f64);
    let (frames, size) = flat_out(tables, seconds).await;
    drop(server);
    let echoed = echo_rate(size, games * 2, seconds).await;
    println!("echo: {echoed:.0} frames/s of {size} bytes; the club delivers {:.0} % of that", frames / echoed * 100.0);
}

/// A fixed number of moves each second, and how long they take.
async fn steady(tables: Vec<Table>, rate: u64, seconds: Duration) -> Vec<Table> {
    let tally = Arc::new(Tally::default());
    let every = Duration::from_secs_f64(tables.len() as f64 / rate as f64);
    let begun = Instant::now();
    let playing: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(at, mut table)| {
            let (tally, first) = (Arc::clone(&tally), every.mul_f64(at as f64 * 0.618 % 1.0));
            tokio::spawn(async move {
                let mut next = tokio::time::Instant::from_std(begun + first);
                let mut took = Vec::new();
                while next.into_std() < begun + seconds {
                    tokio::time::sleep_until(next).await;
                    took.extend(table.play(&tally).await);
                    next += every;
                }
                (table, took)
            })
        })
        .collect();
    let (mut tables, mut took) = (Vec::new(), Vec::new());
    for table in playing {
        let (table, its) = table.await.expect("a game");
        tables.push(table);
        took.extend(its);
    }
    took.sort();
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "at {rate} moves/s: {:.0} moves/s, p50 {:.2} ms, p99 {:.2} ms, worst {:.1} ms",
        took.len() as f64 / begun.elapsed().as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    tables
}

/// As many moves as there can be. Gives delivered frames per second and their size.
async fn flat_out(tables: Vec<Table>, seconds: Duration) -> (f64, usize) {
    let tally = Arc::new(Tally::default());
    let begun = Instant::now();
    let playing: Vec<_> = tables
        .into_iter()
        .map(|mut table| {
            let tally = Arc::clone(&tally);
            tokio::spawn(async move {
                let mut took = Vec::new();
                while !tally.stop.load(Ordering::Relaxed) {
                    let Some(time) = table.play(&tally).await else { break };
                    took.push(time);
                }
                took
            })
        })
        .collect();
    tokio::time::sleep(seconds).await;
    let (moves, elapsed) = (tally.moves.load(Ordering::Relaxed), begun.elapsed().as_secs_f64());
    let (frames, bytes) = (tally.frames.load(Ordering::Relaxed), tally.bytes.load(Ordering::Relaxed));
    tally.stop.store(true, Ordering::Relaxed);
    let mut took = Vec::new();
    for table in playing {
        took.extend(table.await.expect("a game"));
    }
    took.sort();
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let (per_second, size) = (moves as f64 / elapsed, (bytes / frames.max(1)) as usize);
    println!(
        "flat out: {per_second:.0} moves/s, {:.0} frames/s of {size} bytes, p50 {:.1} ms, p99 {:.1} ms",
        frames as f64 / elapsed,
        at(0.5),
        at(0.99)
    );
    (frames as f64 / elapsed, size)
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
