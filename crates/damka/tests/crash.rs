//! The crash test: people play many games while the server is killed again and again.
//!
//! After every restart each game must have every move that was confirmed, in its order and once, and clocks that were
//! charged to the last heartbeat and for no moment after the crash. `make test` runs a few crashes; `make torture` runs
//! for hours (`DAMKA_TORTURE_SECONDS`), with `STORE=postgres` on PostgreSQL (`crash/postgres.rs`).
//!
//! A busy machine delays this test as much as the server, so no moment is compared with when a frame happened to be read.
//! The server looked at a clock after the test had asked for it and before the test had the answer, and that is all that
//! is assumed; some frames are read late on purpose.
#![cfg(unix)]

mod club;
#[path = "crash/contests.rs"]
mod contests;
#[path = "crash/postgres.rs"]
mod postgres;

use club::{Server, Socket, make_game};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::watch;

const GAMES: usize = 24;
const CLOCK: &str = "30m";

/// Clocks are told in whole milliseconds.
const ROUNDING: u64 = 2;
/// One of so many frames is read late, and by how much.
const LATE: (usize, Duration) = (40, Duration::from_millis(300));

/// Where the server is, and how its earlier runs ended.
#[derive(Clone)]
struct Now {
    address: String,
    /// Its process was not there before this.
    started: Instant,
    ends: Arc<Vec<End>>,
    /// Clocks that were seen before this are not compared: the database was away meanwhile.
    trusted: Instant,
}

impl Now {
    /// The number of the run.
    fn run(&self) -> usize {
        self.ends.len()
    }
}

/// The end of a run.
#[derive(Clone, Copy)]
struct End {
    killed: Instant,
    /// The last heartbeat was not before this.
    beat: Instant,
}

struct Shared {
    now: watch::Receiver<Now>,
    over: AtomicBool,
    confirmed: AtomicU64,
    checked: AtomicU64,
    /// Clocks that were held right after a crash, and checked to the millisecond.
    fair: AtomicU64,
    resent: AtomicU64,
    /// Whether the server may be there while its database is not.
    has_outages: bool,
    /// Acts that were refused because nothing could be written; they are sent again.
    refused: AtomicU64,
    games: Mutex<Vec<String>>,
}

impl Shared {
    fn new(now: watch::Receiver<Now>, has_outages: bool) -> Arc<Shared> {
        let over = AtomicBool::new(false);
        let (confirmed, checked, fair, resent, refused) = Default::default();
        Arc::new(Shared { now, over, confirmed, checked, fair, resent, has_outages, refused, games: Mutex::default() })
    }

    /// The server cannot be reached: waits for the next one, or for its database. `false` at the end of the test.
    async fn wait(&self, now: &mut watch::Receiver<Now>) -> bool {
        if !self.has_outages {
            return now.changed().await.is_ok();
        }
        let again = tokio::time::timeout(Duration::from_millis(300), now.changed()).await;
        again.is_ok_and(|changed| changed.is_ok()) || now.has_changed().is_ok()
    }
}

/// What one player knows of a game for certain.
#[derive(Default)]
struct Known {
    /// The moves that were confirmed or told, as text.
    moves: Vec<String>,
    seq: u64,
    clocks: Option<Seen>,
}

/// The clocks as a frame told them.
struct Seen {
    left: [u64; 2],
    running: Option<usize>,
    /// In which run of the server.
    run: usize,
    /// The server looked at them between these moments.
    between: (Instant, Instant),
    /// The last move was not read by the server before this, if it is known.
    moved: Option<Instant>,
}

/// When the move that becomes a ply was first sent, by either player.
type Sent = Arc<Mutex<HashMap<u64, Instant>>>;

fn clocks_of(state: &Value) -> ([u64; 2], Option<usize>) {
    let clocks = &state["clocks"];
    let left = ["white", "black"].map(|side| clocks[side]["remaining"].as_u64().expect("a clock"));
    let running = ["white", "black"].iter().position(|side| clocks["running"] == **side);
    (left, running)
}

impl Known {
    /// Takes what a frame of a connection told.
    fn see(&mut self, state: &Value, run: usize, opened: Instant, sent: &Sent) {
        let (left, running) = clocks_of(state);
        let moved = sent.lock().unwrap().get(&state["ply"].as_u64().expect("a number")).copied();
        let between = (moved.map_or(opened, |moved| moved.max(opened)), Instant::now());
        self.clocks = Some(Seen { left, running, run, between, moved });
        self.seq = state["seq"].as_u64().expect("a number");
    }

    /// On a new connection: everything that was known is still so.
    fn check(&self, game: &Value, now: &Now, fair: &AtomicU64) {
        let moves: Vec<&str> =
            game["moves"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap()).collect();
        assert!(moves.len() >= self.moves.len(), "a confirmed move is lost: {moves:?} but {:?}", self.moves);
        assert_eq!(moves[..self.moves.len()], self.moves, "a confirmed move has changed");
        assert!(game["state"]["seq"].as_u64() >= Some(self.seq));
        let Some(Seen { left, running, run, between: (earliest, latest), moved }) = &self.clocks else { return };
        if moves.len() > self.moves.len() || *earliest < now.trusted {
            return;
        }
        let (after, still) = clocks_of(&game["state"]);
        assert_eq!(still, *running);
        let Some(side) = *running else { return };
        assert_eq!(after[1 - side], left[1 - side], "the clock that stood has moved");
        let since = |from: Instant, to: Instant| to.saturating_duration_since(from).as_millis() as u64 + ROUNDING;
        // Nobody is charged for a moment in which there was no server, nor for one in which the clock was held.
        let is_held = game["state"]["clocks"]["held"] == true;
        let lived = match now.ends.get(*run) {
            Some(end) if now.run() == run + 1 && is_held => since(*earliest, end.killed),
            // Its player was back before this one, and it runs again.
            Some(end) if now.run() == run + 1 => since(*earliest, end.killed) + since(now.started, Instant::now()),
            // Nothing fell in between, or a whole run was missed in which it may have run.
            _ => since(*earliest, Instant::now()),
        };
        let charged = left[side].saturating_sub(after[side]);
        assert!(charged <= lived, "{charged} ms were charged for {lived} ms, held: {is_held}");
        // The clock is charged to the last heartbeat or the last move, whichever was later.
        let end = now.ends.get(*run).map(|end| end.beat);
        let kept = end.map_or(*latest, |beat| moved.map_or(beat, |moved| moved.max(beat)));
        let (given, lost) = (after[side].saturating_sub(left[side]), since(kept, *latest));
        assert!(given <= lost, "{given} ms were given, though only {lost} ms were not on disk");
        fair.fetch_add(u64::from(is_held && now.run() == run + 1), Ordering::Relaxed);
    }
}

/// One player of one game; gives when the game is over or the test is.
async fn play(shared: Arc<Shared>, id: String, cookie: String, side: &'static str, sent_at: Sent, mut whim: u64) {
    let (mut known, mut n, mut waiting): (Known, u64, Option<(u64, Value)>) = (Known::default(), 0, None);
    let client = 1000 + (whim >> 12);
    let mut now = shared.now.clone();
    let mut next = move || {
        whim = whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (whim >> 33) as usize
    };
    while !shared.over.load(Ordering::Relaxed) {
        let here = now.borrow_and_update().clone();
        let (path, opened) = (format!("/api/games/{id}/socket?client={client}"), Instant::now());
        let Ok(mut socket) = Socket::open(&here.address, &path, &cookie).await else {
            // The server is down; the thread that killed it says when it is back.
            if !shared.wait(&mut now).await {
                return;
            }
            continue;
        };
        let Some(first) = socket.frame().await else { continue };
        let first: Value = serde_json::from_str(&first).unwrap();
        let game = &first["game"];
        known.check(game, &here, &shared.fair);
        shared.checked.fetch_add(1, Ordering::Relaxed);
        known.moves =
            game["moves"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap().to_owned()).collect();
        known.see(&game["state"], here.run(), opened, &sent_at);
        let mut state = game["state"].clone();
        let mut sent = false;
        loop {
            if state["ending"].is_object() || shared.over.load(Ordering::Relaxed) {
                return;
            }
            if let Some((n, act)) = &waiting {
                // Nobody has said whether it counted, so it is sent again with its number, once on each connection.
                let message = json!({"type": "act", "n": n, "act": act});
                if !sent {
                    shared.resent.fetch_add(1, Ordering::Relaxed);
                    if !socket.send(message.to_string()).await {
                        break;
                    }
                }
                sent = true;
            } else if state["toMove"] == side
                && let Some(legal) = state["legal"].as_array().filter(|legal| !legal.is_empty())
            {
                n += 1;
                let act = json!({"kind": "move", "path": legal[next() % legal.len()]["path"]});
                waiting = Some((n, act.clone()));
                sent = true;
                let ply = state["ply"].as_u64().unwrap() + 1;
                sent_at.lock().unwrap().entry(ply).or_insert_with(Instant::now);
                if !socket.send(json!({"type": "act", "n": n, "act": act}).to_string()).await {
                    break;
                }
            }
            let answered = loop {
                if next() % LATE.0 == 0 {
                    tokio::time::sleep(LATE.1).await;
                }
                let Some(frame) = socket.frame().await else { break None };
                let frame: Value = serde_json::from_str(&frame).unwrap();
                match frame["type"].as_str().unwrap() {
                    "event" => break Some(frame),
                    "confirmed" => {
                        assert_eq!(waiting.take().map(|(n, _)| n), frame["n"].as_u64());
                        // It counted before the crash, and the opponent may have answered since.
                        if state["toMove"] == side {
                            break Some(Value::Null);
                        }
                    }
                    "game" => {
                        state = frame["game"]["state"].clone();
                        known.see(&state, here.run(), opened, &sent_at);
                        // A move that the crash swallowed is sent again; any other can be made now.
                        if waiting.is_none() && state["toMove"] == side {
                            break Some(Value::Null);
                        }
                    }
                    "refused" if shared.has_outages => {
                        shared.refused.fetch_add(1, Ordering::Relaxed);
                        break None;
                    }
                    "refused" => {
                        // What was sent again may have counted before, under the same number, so this is the truth.
                        panic!("{frame}");
                    }
                    "bye" => break None,
                    _ => {}
                }
            };
            let Some(frame) = answered else { break };
            if frame.is_null() {
                continue;
            }
            if frame["n"].is_u64() {
                assert_eq!(waiting.take().map(|(n, _)| n), frame["n"].as_u64());
                shared.confirmed.fetch_add(1, Ordering::Relaxed);
            }
            let event = &frame["event"];
            if let Some(text) = event["move"]["text"].as_str() {
                known.moves.push(text.to_owned());
                assert_eq!(known.moves.len() as u64, event["state"]["ply"].as_u64().unwrap(), "a move is missing");
            }
            state = event["state"].clone();
            known.see(&state, here.run(), opened, &sent_at);
        }
    }
}

/// The last heartbeat of a run, since that run began.
fn last_beat(folder: &Path, run: usize) -> Duration {
    let file = damka_store::Sqlite::file(folder);
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let reader = rusqlite::Connection::open_with_flags(file, flags).unwrap();
    let sql = "SELECT beat FROM runs ORDER BY id LIMIT 1 OFFSET ?1";
    let beat: u32 = reader.query_row(sql, [run as i64 - 1], |row| row.get(0)).unwrap();
    Duration::from_millis(beat.into())
}

async fn games(shared: Arc<Shared>, seed: u64) {
    let mut now = shared.now.clone();
    let mut round = seed;
    while !shared.over.load(Ordering::Relaxed) {
        let address = now.borrow_and_update().address.clone();
        let Ok((id, [white, black])) = make_game(&address, CLOCK).await else {
            if !shared.wait(&mut now).await {
                return;
            }
            continue;
        };
        shared.games.lock().unwrap().push(id.clone());
        round = round.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
        let sent = Sent::default();
        let both = (
            play(Arc::clone(&shared), id.clone(), white, "white", Arc::clone(&sent), round),
            play(Arc::clone(&shared), id, black, "black", sent, round.rotate_left(32)),
        );
        tokio::join!(both.0, both.1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_confirmed_move_is_lost_when_the_server_is_killed() {
    let seconds = std::env::var("DAMKA_TORTURE_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_damka"));
    let mut started = Instant::now();
    let mut server = Server::start(program, folder.path());
    let trusted = started;
    let first = Now { address: server.address.clone(), started, ends: Arc::default(), trusted };
    let (tell, now) = watch::channel(first);
    let shared = Shared::new(now, false);
    let players: Vec<_> = (0..GAMES as u64).map(|at| tokio::spawn(games(Arc::clone(&shared), at + 1))).collect();
    let begun = Instant::now();
    let (mut ends, mut oldest, mut whim): (Vec<End>, Duration, _) = (Vec::new(), Duration::ZERO, 12345_u64);
    while begun.elapsed() < Duration::from_secs(seconds) {
        whim = whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tokio::time::sleep(Duration::from_millis(250 + (whim >> 33) % 900)).await;
        server.child.kill().unwrap();
        let killed = Instant::now();
        server.child.wait().unwrap();
        let begun = std::mem::replace(&mut started, Instant::now());
        server = Server::start(program, folder.path());
        // The run began after its process, so its heartbeats were not before this.
        let beat = begun + last_beat(folder.path(), ends.len() + 1);
        oldest = oldest.max(killed.saturating_duration_since(beat));
        ends.push(End { killed, beat });
        let ends = Arc::new(ends.clone());
        tell.send(Now { address: server.address.clone(), started, ends, trusted }).unwrap();
        if let Some(at) = players.iter().position(tokio::task::JoinHandle::is_finished) {
            panic!("player {at} has stopped; its reason is above");
        }
    }
    // The last server lives, so that everybody comes to an end.
    tokio::time::sleep(Duration::from_millis(500)).await;
    shared.over.store(true, Ordering::Relaxed);
    drop(server);
    drop(tell);
    for player in players {
        player.await.unwrap();
    }
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (confirmed, checked, resent) = (count(&shared.confirmed), count(&shared.checked), count(&shared.resent));
    let crashes = ends.len();
    println!("{crashes} crashes, {confirmed} moves confirmed, {resent} sent again, {checked} games checked: none lost");
    let fair = count(&shared.fair);
    println!("{fair} held clocks fair to the millisecond; last heartbeats at most {} ms old", oldest.as_millis());
    assert!(crashes > 2 && confirmed > 100 && checked > 100 && fair > 20, "{crashes} {confirmed} {checked} {fair}");
}
