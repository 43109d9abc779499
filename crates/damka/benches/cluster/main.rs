//! Several nodes of one club under load: `make bench-cluster`.
//!
//! PostgreSQL with fsync, NATS, the nodes and the players share one machine; nodes are release builds in processes of
//! their own. The benchmark prints a table for docs/server.md. What is measured can be chosen:
//!
//! - `speed`: moves per second, and from a move to its confirmation, alone with SQLite, as one node and as three; with
//!   sockets at the game's owner and at another node;
//! - `wire`: what a move costs on NATS;
//! - `failover`: a node is killed under load; the time until its games continue;
//! - `takeover`: all games of a killed node are taken over and continued;
//! - `spectators`: very many spectators watch one game, from all nodes;
//! - `start`: how long the program alone needs to open, and how large it is.
//!
//! `DAMKA_BENCH_PARTS` (all of them, with commas), `DAMKA_BENCH_GAMES` (2000), `DAMKA_BENCH_RATE` (2000 moves/s),
//! `DAMKA_BENCH_SECONDS` (6), `DAMKA_BENCH_LIVE` (5000 games to be taken over), `DAMKA_BENCH_SPECTATORS` (10000),
//! `DAMKA_BENCH_PROGRAM` (another build of the server, to compare).

#[path = "../../tests/club/mod.rs"]
mod club;

mod crowd;
mod death;
mod seat;
mod speed;
mod start;
mod wire;

use std::time::Duration;

/// What was measured: one line of the table.
struct Line {
    what: String,
    goal: &'static str,
    measured: String,
}

impl Line {
    fn new(what: impl Into<String>, goal: &'static str, measured: String) -> Line {
        Line { what: what.into(), goal, measured }
    }
}

/// How large the run is.
struct Size {
    games: usize,
    rate: u64,
    seconds: Duration,
    live: usize,
    spectators: usize,
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(bench());
}

async fn bench() {
    let number = |name, usual| club::setting(name, usual) as usize;
    let size = Size {
        games: number("DAMKA_BENCH_GAMES", 2000),
        rate: club::setting("DAMKA_BENCH_RATE", 2000),
        seconds: Duration::from_secs(club::setting("DAMKA_BENCH_SECONDS", 6)),
        live: number("DAMKA_BENCH_LIVE", 5000),
        spectators: number("DAMKA_BENCH_SPECTATORS", 10_000),
    };
    let program = club::program(env!("CARGO_BIN_EXE_damka"));
    let parts = std::env::var("DAMKA_BENCH_PARTS").unwrap_or_default();
    let is_wanted = |part: &str| parts.is_empty() || parts.split(',').any(|wanted| wanted.trim() == part);
    println!("| | goal | measured |\n|---|---|---|");
    if is_wanted("start") {
        print(start::measure(&program).await);
    }
    if is_wanted("speed") {
        print(vec![speed::alone(&program, &size).await]);
        for nodes in [1, 3] {
            print(speed::nodes(&program, nodes, &size).await);
        }
    }
    if is_wanted("wire") {
        print(wire::measure(&program).await);
    }
    if is_wanted("failover") {
        print(death::failover(&program, &size).await);
    }
    if is_wanted("takeover") {
        print(death::takeover(&program, &size).await);
    }
    if is_wanted("spectators") {
        print(crowd::measure(&program, &size).await);
    }
}

fn print(lines: Vec<Line>) {
    for Line { what, goal, measured } in lines {
        println!("| {what} | {goal} | {measured} |");
    }
}
