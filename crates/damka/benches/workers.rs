//! Workers of a club, each in a process of its own with one thread: `make bench-workers`.
//!
//! For 1, 2 and 4 workers it measures how fast the same games are analysed: positions that engines looked at in a second, and games in a
//! minute. Then someone from another address asks for one short game while the workers are busy with a long queue and with work
//! that nobody waits for: how long until it is taken, and until it is done.
//!
//! `DAMKA_BENCH_GAMES` (8) of `DAMKA_BENCH_PLIES` (40) half-moves, `DAMKA_BENCH_ASKED` (5) requests under load.

#[path = "../tests/club/mod.rs"]
mod club;

use club::helpers::{Helper, analysis, games, until_analysis};
use club::{Server, ask};
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_damka");
/// The visitor who asks while others wait.
const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        println!("{cores} processors; workers with one thread each");
        for workers in [1, 2, 4] {
            speed(workers).await;
        }
        for workers in [1, 2] {
            waiting(workers).await;
        }
    });
}

/// A club without a thread of its own for jobs, and its workers.
struct Hall {
    server: Server,
    folder: tempfile::TempDir,
    workers: Vec<Helper>,
}

impl Hall {
    async fn open(count: usize, more: &[&str]) -> Hall {
        let folder = tempfile::tempdir().expect("a folder");
        let program = Path::new(PROGRAM);
        let server = Server::start_with(program, folder.path(), |command| {
            command.args(["--unlimited", "--no-own-jobs", "--compare", "0"]).args(more);
        });
        let mut make = Command::new(PROGRAM);
        let made = make.args(["worker-key", "add", "bench", "--data"]).arg(folder.path()).output().expect("a key");
        let key = String::from_utf8_lossy(&made.stdout).lines().nth(1).expect("a key").to_owned();
        let workers = (0..count).map(|at| Helper::start(program, &server.address, &key, &format!("worker {at}")));
        let workers: Vec<Helper> = workers.collect();
        for worker in &workers {
            worker.until_told("At work for").await;
        }
        Hall { server, folder, workers }
    }

    /// The positions that all workers have looked at, and the jobs that they have done.
    fn done(&self) -> (i64, i64) {
        let kept = rusqlite::Connection::open(self.folder.path().join("damka.db")).expect("the data");
        let sums = "SELECT coalesce(sum(nodes), 0), coalesce(sum(jobs), 0) FROM workers";
        kept.query_row(sums, [], |row| Ok((row.get(0)?, row.get(1)?))).expect("the sums")
    }
}

async fn speed(count: usize) {
    let hall = Hall::open(count, &[]).await;
    let (number, plies) = (setting("DAMKA_BENCH_GAMES", 8).min(9), setting("DAMKA_BENCH_PLIES", 40) as usize);
    let address = &hall.server.address;
    let (cookie, games) = games(address, number, plies).await;
    let begun = Instant::now();
    for game in &games {
        analysis(address, "POST", &cookie, game).await;
    }
    for game in &games {
        until_analysis(address, &cookie, game, |it| it["status"] == "done").await;
    }
    let took = begun.elapsed().as_secs_f64();
    let (nodes, jobs) = hall.done();
    assert_eq!((jobs, hall.workers.len()), (games.len() as i64, count));
    println!(
        "{count} workers: {jobs} games of {plies} half-moves in {took:.1} s, {:.2} million positions/s, {:.0} games/min",
        nodes as f64 / took / 1e6,
        60.0 * jobs as f64 / took
    );
}

/// Someone asks for one game while the workers are overloaded.
async fn waiting(count: usize) {
    let hall = Hall::open(count, &["--background-jobs"]).await;
    let address = hall.server.address.clone();
    let (busy, queue) = games(&address, 9, 100).await;
    let stop = tokio::sync::watch::channel(false).0;
    let loading = tokio::spawn(load(address.clone(), busy, queue, stop.subscribe()));
    let text = club::helpers::pdn(77, 20);
    let (mut taken, mut done) = (Vec::new(), Vec::new());
    for _ in 0..setting("DAMKA_BENCH_ASKED", 5) {
        let (cookie, game) = import(&address, &text).await;
        let path = format!("/api/games/{game}/analysis");
        let begun = Instant::now();
        ask((address.as_str(), ELSEWHERE), "POST", &path, Some(&cookie), &json!({})).await.expect("an answer");
        let mut began = None;
        loop {
            let answer =
                ask((address.as_str(), ELSEWHERE), "GET", &path, Some(&cookie), &Value::Null).await.expect("an answer");
            let found = answer.json().expect("an analysis");
            if began.is_none() && found["status"] != "waiting" {
                began = Some(begun.elapsed());
            }
            if found["status"] == "done" {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "{found}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        taken.push(began.unwrap_or_default());
        done.push(begun.elapsed());
    }
    stop.send_replace(true);
    loading.await.expect("the load");
    println!("{count} workers under load: taken after {}; 20 half-moves done after {}", told(taken), told(done));
}

/// Keeps as many jobs waiting as people of one address may have, one person after another.
async fn load(address: String, mut cookie: String, mut queue: Vec<String>, stop: tokio::sync::watch::Receiver<bool>) {
    while !*stop.borrow() {
        for game in &queue {
            analysis(&address, "POST", &cookie, game).await;
        }
        // The next person comes when nearly all of the jobs are in progress.
        let late = &queue[queue.len() - 2];
        until_analysis(&address, &cookie, late, |it| it["status"] != "waiting" || *stop.borrow()).await;
        (cookie, queue) = games(&address, 9, 100).await;
    }
}

async fn import(address: &str, text: &str) -> (String, String) {
    let from = (address, ELSEWHERE);
    let answer = ask(from, "POST", "/api/me/games", None, &json!({"text": text})).await.expect("an answer");
    let (cookie, import) = (answer.cookie.clone().expect("a cookie"), answer.json().expect("an import"));
    let path = format!("/api/me/imports/{}", import["id"].as_str().expect("an import"));
    loop {
        let import = ask(from, "GET", &path, Some(&cookie), &Value::Null).await.expect("an answer").json();
        let import = import.expect("an import");
        if let Some(id) = import["games"].as_array().and_then(|games| games.first()?.as_str()) {
            return (cookie, id.to_owned());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The median and the longest.
fn told(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |place: usize| times.get(place).map_or(0.0, Duration::as_secs_f64);
    format!("{:.2} s (at most {:.2} s)", at(times.len() / 2), at(times.len().saturating_sub(1)))
}
