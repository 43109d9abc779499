//! Matches and displays while the server is killed again and again: what was confirmed is never lost, and every result
//! reaches its contest.

use crate::club::{Server, Socket, contest_act, make_display, request};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;

const MATCHES: usize = 6;
const DISPLAYS: usize = 3;
const GUESTS: usize = 8;

struct Shared {
    address: watch::Receiver<String>,
    over: AtomicBool,
    /// Results that were confirmed in a game and then seen in its contest.
    results: AtomicU64,
    /// Contests that were looked at on a new connection.
    checked: AtomicU64,
}

impl Shared {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

/// What is known for certain of a contest.
#[derive(Default)]
struct Known {
    seq: u64,
    boards: usize,
    /// The results that were seen, by board.
    results: HashMap<String, Value>,
}

impl Known {
    /// Everything that was known is still so.
    fn see(&mut self, contest: &Value) {
        let boards = contest["boards"].as_array().expect("boards");
        let seq = contest["seq"].as_u64().expect("a number");
        assert!(seq >= self.seq, "events of a contest are lost");
        assert!(boards.len() >= self.boards, "a board is lost");
        (self.seq, self.boards) = (seq, boards.len());
        for board in boards {
            let id = board["id"].as_str().expect("a board").to_owned();
            match (self.results.get(&id), board.get("result")) {
                (Some(known), now) => assert_eq!(Some(known), now, "a result has changed"),
                (None, Some(new)) => drop(self.results.insert(id, new.clone())),
                (None, None) => {}
            }
        }
    }
}

/// Repeats something until it succeeds; each time the server is gone it waits for the next one.
async fn insist<T, F: Future<Output = Option<T>>>(shared: &Shared, try_it: impl Fn(String) -> F) -> Option<T> {
    let mut address = shared.address.clone();
    while !shared.is_over() {
        let here = address.borrow_and_update().clone();
        if let Some(done) = try_it(here).await {
            return Some(done);
        }
        address.changed().await.ok()?;
    }
    None
}

/// Gives a game up; comes back when the server has confirmed it.
async fn resign(shared: &Shared, game: &str, cookie: &str) -> Option<()> {
    insist(shared, |address| async move {
        let path = format!("/api/games/{game}/socket");
        let mut socket = Socket::open(&address, &path, cookie).await.ok()?;
        let mut n = 0;
        loop {
            let frame: Value = serde_json::from_str(&socket.frame().await?).expect("a frame");
            let state = if frame["type"] == "game" { &frame["game"]["state"] } else { &frame["event"]["state"] };
            if state["ending"].is_object() {
                return Some(());
            }
            if n == 0 {
                n = 1;
                socket
                    .send(json!({"type": "act", "n": n, "act": {"kind": "resign"}}).to_string())
                    .await
                    .then_some(())?;
            }
        }
    })
    .await
}

/// Looks at a contest until it is as wanted.
async fn until(
    shared: &Shared,
    known: &std::sync::Mutex<Known>,
    id: &str,
    cookie: &str,
    is_wanted: impl Fn(&Value) -> bool,
) -> Option<Value> {
    insist(shared, |address| {
        let is_wanted = &is_wanted;
        async move {
            let mut socket = Socket::open(&address, &format!("/api/contests/{id}/socket"), cookie).await.ok()?;
            shared.checked.fetch_add(1, Ordering::Relaxed);
            loop {
                let mut frame: Value = serde_json::from_str(&socket.frame().await?).expect("a frame");
                if frame["type"] != "contest" {
                    continue;
                }
                known.lock().expect("no panic").see(&frame["contest"]);
                if is_wanted(&frame["contest"]) {
                    return Some(frame["contest"].take());
                }
            }
        }
    })
    .await
}

fn has_result(contest: &Value, game: &str) -> bool {
    let boards = contest["boards"].as_array().expect("boards");
    boards.iter().any(|board| board["game"] == game && board.get("result").is_some())
}

/// A long match: one game after another is given up.
async fn play_match(shared: Arc<Shared>) -> Option<()> {
    let wanted = json!({"name": "Match", "kind": "match", "rules": "russian", "length": "games 200"});
    let (id, first) = insist(&shared, |address| {
        let wanted = &wanted;
        async move {
            let (made, cookie) = request(&address, "POST", "/api/contests", None, wanted).await.ok()?;
            Some((made["id"].as_str()?.to_owned(), cookie?))
        }
    })
    .await?;
    let id = id.as_str();
    let enter = json!({"kind": "enter"});
    let (_, second) = insist(&shared, |address| {
        let enter = &enter;
        async move { contest_act(&address, id, None, enter).await.ok() }
    })
    .await?;
    // If the answer to an earlier try was lost, its visitor is in the match, and this one cannot enter.
    let second = second?;
    let (known, mut played) = (std::sync::Mutex::new(Known::default()), 0);
    loop {
        let mut contest = Value::Null;
        for cookie in [&first, &second] {
            (contest, _) = insist(&shared, |address| async move {
                contest_act(&address, id, Some(cookie), &json!({"kind": "ready"})).await.ok()
            })
            .await?;
        }
        known.lock().expect("no panic").see(&contest);
        let game = contest["boards"][played]["game"].as_str().expect("the next game").to_owned();
        resign(&shared, &game, if played % 3 == 0 { &first } else { &second }).await?;
        until(&shared, &known, id, &first, |contest| has_result(contest, &game)).await?;
        shared.results.fetch_add(1, Ordering::Relaxed);
        played += 1;
    }
}

/// One display after another: every guest gives up.
async fn play_displays(shared: Arc<Shared>) -> Option<()> {
    loop {
        let display = insist(&shared, |address| async move { make_display(&address, GUESTS, "1h").await.ok() }).await?;
        let known = std::sync::Mutex::default();
        for (game, guest) in &display.boards {
            resign(&shared, game, guest).await?;
            until(&shared, &known, &display.id, &display.host, |contest| has_result(contest, game)).await?;
            shared.results.fetch_add(1, Ordering::Relaxed);
        }
        let all = until(&shared, &known, &display.id, &display.host, |_| true).await?;
        assert_eq!(all["standings"][0]["points"], 2 * GUESTS, "{all}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_reach_contests_after_any_crash() {
    let seconds = std::env::var("DAMKA_TORTURE_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_damka"));
    let mut server = Server::start(program, folder.path());
    let (tell, address) = watch::channel(server.address.clone());
    let (over, results, checked) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
    let shared = Arc::new(Shared { address, over, results, checked });
    let mut players: Vec<_> = (0..MATCHES).map(|_| tokio::spawn(play_match(Arc::clone(&shared)))).collect();
    players.extend((0..DISPLAYS).map(|_| tokio::spawn(play_displays(Arc::clone(&shared)))));
    let (begun, mut crashes, mut whim) = (Instant::now(), 0, 4321_u64);
    while begun.elapsed() < Duration::from_secs(seconds) {
        whim = whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tokio::time::sleep(Duration::from_millis(250 + (whim >> 33) % 900)).await;
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        server = Server::start(program, folder.path());
        crashes += 1;
        tell.send(server.address.clone()).unwrap();
    }
    shared.over.store(true, Ordering::Relaxed);
    drop(server);
    drop(tell);
    for player in players {
        player.await.expect("nothing confirmed was lost");
    }
    let (results, checked) = (shared.results.load(Ordering::Relaxed), shared.checked.load(Ordering::Relaxed));
    println!("{crashes} crashes, {results} results reached their contests, {checked} contests checked: none lost");
    assert!(crashes > 2 && results > 20, "{crashes} {results}");
}
