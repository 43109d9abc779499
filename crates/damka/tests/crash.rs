//! The crash test: people play many games while the server is killed again and again.
//!
//! After every restart each game must have every move that was confirmed, in its order and once, and clocks that were
//! charged for no moment after the crash. `make test` runs a few crashes; `make torture` runs for hours
//! (`DAMKA_TORTURE_SECONDS`).
#![cfg(unix)]

mod club;

use club::{Server, Socket, make_game};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;

const GAMES: usize = 24;
const CLOCK: &str = "30m";

/// Where the server is, and when it was killed last.
#[derive(Clone)]
struct Now {
    address: String,
    killed: Option<Instant>,
}

struct Shared {
    now: watch::Receiver<Now>,
    over: AtomicBool,
    confirmed: AtomicU64,
    checked: AtomicU64,
    resent: AtomicU64,
}

/// What one player knows of a game for certain.
#[derive(Default)]
struct Known {
    /// The moves that were confirmed or told, as text.
    moves: Vec<String>,
    seq: u64,
    /// Both clocks, whose runs, and when that was read.
    clocks: Option<([u64; 2], Option<usize>, Instant)>,
}

fn clocks_of(state: &Value) -> ([u64; 2], Option<usize>) {
    let clocks = &state["clocks"];
    let left = ["white", "black"].map(|side| clocks[side]["remaining"].as_u64().expect("a clock"));
    let running = ["white", "black"].iter().position(|side| clocks["running"] == **side);
    (left, running)
}

impl Known {
    fn see(&mut self, state: &Value) {
        let (left, running) = clocks_of(state);
        self.clocks = Some((left, running, Instant::now()));
        self.seq = state["seq"].as_u64().expect("a number");
    }

    /// After a restart: everything that was known is still so.
    fn check(&self, game: &Value, killed: Option<Instant>) {
        let moves: Vec<&str> =
            game["moves"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap()).collect();
        assert!(moves.len() >= self.moves.len(), "a confirmed move is lost: {moves:?} but {:?}", self.moves);
        assert_eq!(moves[..self.moves.len()], self.moves, "a confirmed move has changed");
        assert!(game["state"]["seq"].as_u64() >= Some(self.seq));
        let (Some((before, running, at)), Some(killed)) = (self.clocks, killed) else { return };
        if moves.len() > self.moves.len() {
            return;
        }
        let (after, still) = clocks_of(&game["state"]);
        assert_eq!(still, running);
        let Some(side) = running else { return };
        let lived = killed.saturating_duration_since(at).as_millis() as u64;
        assert_eq!(after[1 - side], before[1 - side], "the clock that stood has moved");
        // The clock is charged to the last heartbeat, which can be a second before what was seen last.
        assert!(after[side] <= before[side] + 1_500, "time was given: {} ms after {} ms", after[side], before[side]);
        let charged = before[side].saturating_sub(after[side]);
        assert!(charged <= lived + 250, "{charged} ms were charged for {lived} ms before the crash");
    }
}

/// One player of one game; gives when the game is over or the test is.
async fn play(shared: Arc<Shared>, id: String, cookie: String, side: &'static str, mut whim: u64) {
    let (mut known, mut n, mut waiting): (Known, u64, Option<(u64, Value)>) = (Known::default(), whim >> 20, None);
    let mut now = shared.now.clone();
    let mut next = move || {
        whim = whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (whim >> 33) as usize
    };
    while !shared.over.load(Ordering::Relaxed) {
        let here = now.borrow_and_update().clone();
        let path = format!("/api/games/{id}/socket?since={}", known.seq);
        let Ok(mut socket) = Socket::open(&here.address, &path, &cookie).await else {
            // The server is down; whoever killed it says when it is back.
            if now.changed().await.is_err() {
                return;
            }
            continue;
        };
        let Some(first) = socket.frame().await else { continue };
        let first: Value = serde_json::from_str(&first).unwrap();
        let game = &first["game"];
        known.check(game, here.killed);
        shared.checked.fetch_add(1, Ordering::Relaxed);
        known.moves =
            game["moves"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap().to_owned()).collect();
        known.see(&game["state"]);
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
                if !socket.send(json!({"type": "act", "n": n, "act": act}).to_string()).await {
                    break;
                }
            }
            let answered = loop {
                let Some(frame) = socket.frame().await else { break None };
                let frame: Value = serde_json::from_str(&frame).unwrap();
                match frame["type"].as_str().unwrap() {
                    "event" => break Some(frame["event"].clone()),
                    "confirmed" => {
                        assert_eq!(waiting.take().map(|(n, _)| n), frame["n"].as_u64());
                        // It counted before the crash, and the opponent may have answered since.
                        if state["toMove"] == side {
                            break Some(Value::Null);
                        }
                    }
                    "game" => {
                        state = frame["game"]["state"].clone();
                        known.see(&state);
                        // A move that the crash swallowed is sent again; any other can be made now.
                        if waiting.is_none() && state["toMove"] == side {
                            break Some(Value::Null);
                        }
                    }
                    "refused" => {
                        // What was sent again may have counted before, under the same number, so this is the truth.
                        panic!("{frame}");
                    }
                    "bye" => break None,
                    _ => {}
                }
            };
            let Some(event) = answered else { break };
            if event.is_null() {
                continue;
            }
            if event["n"].is_u64() {
                assert_eq!(waiting.take().map(|(n, _)| n), event["n"].as_u64());
                shared.confirmed.fetch_add(1, Ordering::Relaxed);
            }
            if let Some(text) = event["move"]["text"].as_str() {
                known.moves.push(text.to_owned());
                assert_eq!(known.moves.len() as u64, event["state"]["ply"].as_u64().unwrap(), "a move is missing");
            }
            state = event["state"].clone();
            known.see(&state);
        }
    }
}

async fn games(shared: Arc<Shared>, seed: u64) {
    let mut now = shared.now.clone();
    let mut round = seed;
    while !shared.over.load(Ordering::Relaxed) {
        let address = now.borrow_and_update().address.clone();
        let Ok((id, [white, black])) = make_game(&address, CLOCK).await else {
            if now.changed().await.is_err() {
                return;
            }
            continue;
        };
        round = round.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
        let both = (
            play(Arc::clone(&shared), id.clone(), white, "white", round),
            play(Arc::clone(&shared), id, black, "black", round.rotate_left(32)),
        );
        tokio::join!(both.0, both.1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_confirmed_move_is_lost_when_the_server_is_killed() {
    let seconds = std::env::var("DAMKA_TORTURE_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_damka"));
    let mut server = Server::start(program, folder.path());
    let (tell, now) = watch::channel(Now { address: server.address.clone(), killed: None });
    let shared = Arc::new(Shared {
        now,
        over: AtomicBool::new(false),
        confirmed: AtomicU64::new(0),
        checked: AtomicU64::new(0),
        resent: AtomicU64::new(0),
    });
    let players: Vec<_> = (0..GAMES as u64).map(|at| tokio::spawn(games(Arc::clone(&shared), at + 1))).collect();
    let begun = Instant::now();
    let (mut crashes, mut whim) = (0, 12345_u64);
    while begun.elapsed() < Duration::from_secs(seconds) {
        whim = whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tokio::time::sleep(Duration::from_millis(250 + (whim >> 33) % 900)).await;
        server.child.kill().unwrap();
        let killed = Some(Instant::now());
        server.child.wait().unwrap();
        crashes += 1;
        server = Server::start(program, folder.path());
        tell.send(Now { address: server.address.clone(), killed }).unwrap();
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
    println!("{crashes} crashes, {confirmed} moves confirmed, {resent} sent again, {checked} games checked: none lost");
    assert!(crashes > 2 && confirmed > 100 && checked > 100, "{crashes} {confirmed} {checked}");
}
