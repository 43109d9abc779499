//! A match and a display that run all the time: every result reaches its contest, and counts once.

use super::checker::{Promise, Violation, check_contest};
use super::club::{Socket, contest_act, make_display, request};
use super::nodes::Cluster;
use super::players::{Crowd, Whim, lock};
use damka_conduct::{ContestId, GameId, Status};
use damka_contest::{Deed, Event};
use damka_store::{Scope, Store, StoreError};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// The guests of a display.
const GUESTS: usize = 4;
/// The games of a match.
const GAMES: usize = 6;
/// How long a request and a game on one connection may take.
const REQUEST: Duration = Duration::from_secs(12);
/// How long a client keeps trying before it abandons the contest.
const TRYING: Duration = Duration::from_secs(90);

/// The contests of a run.
#[derive(Default)]
pub struct Contests {
    ids: Mutex<Vec<String>>,
    /// Results that were seen in their contest.
    pub results: AtomicU64,
    wrong: Mutex<Vec<Violation>>,
}

/// Repeats something at any node until it succeeds.
async fn insist<T, F: Future<Output = Option<T>>>(
    crowd: &Crowd,
    whim: &mut Whim,
    try_it: impl Fn(String) -> F,
) -> Option<T> {
    let begun = Instant::now();
    while !crowd.is_over() && begun.elapsed() < TRYING {
        let address = crowd.addresses[crowd.node(whim)].clone();
        if let Ok(Some(done)) = timeout(REQUEST, try_it(address)).await {
            return Some(done);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    None
}

/// Resigns a game; returns when the club has confirmed it.
async fn resign(crowd: &Crowd, whim: &mut Whim, game: &str, cookie: &str) -> Option<()> {
    insist(crowd, whim, |address| async move {
        let path = format!("/api/games/{game}/socket");
        let mut socket = Socket::open(&address, &path, cookie).await.ok()?;
        let mut has_sent = false;
        loop {
            let frame: Value = serde_json::from_str(&socket.frame().await?).ok()?;
            let state = if frame["type"] == "game" { &frame["game"]["state"] } else { &frame["event"]["state"] };
            if state["ending"].is_object() {
                return Some(());
            }
            if frame["type"] == "refused" {
                return None;
            }
            if !std::mem::replace(&mut has_sent, true) {
                let act = json!({"type": "act", "n": 1, "act": {"kind": "resign"}});
                socket.send(act.to_string()).await.then_some(())?;
            }
        }
    })
    .await
}

/// What somebody has seen of the results of a contest.
#[derive(Default)]
struct Known(HashMap<String, Value>);

impl Known {
    /// A result never changes.
    fn see(&mut self, contest: &Value, wrong: &Mutex<Vec<Violation>>) {
        for board in contest["boards"].as_array().into_iter().flatten() {
            let (id, result) = (board["id"].as_str().unwrap_or_default(), board.get("result"));
            let Some(result) = result.filter(|result| !result.is_null()) else { continue };
            let known = self.0.entry(id.to_owned()).or_insert_with(|| result.clone());
            if known != result {
                let what = format!("contest {}: board {id} was {known} and is {result}", contest["id"]);
                lock(wrong).push(Violation { promise: Promise::Prefix, what });
            }
        }
    }
}

fn board_of<'a>(contest: &'a Value, game: &str) -> Option<&'a Value> {
    contest["boards"].as_array()?.iter().find(|board| board["game"] == game)
}

impl Contests {
    /// Looks at a contest until a game has its result there.
    async fn until_result(
        &self,
        (crowd, whim): (&Crowd, &mut Whim),
        (id, game, cookie): (&str, &str, &str),
        known: &mut Known,
    ) -> Option<()> {
        let known = Mutex::new(known);
        insist(crowd, whim, |address| {
            let known = &known;
            async move {
                let path = format!("/api/contests/{id}");
                let (contest, _) = request(&address, "GET", &path, Some(cookie), &Value::Null).await.ok()?;
                lock(known).see(&contest, &self.wrong);
                board_of(&contest, game)?.get("result").filter(|result| !result.is_null()).map(drop)
            }
        })
        .await?;
        self.results.fetch_add(1, Ordering::Relaxed);
        Some(())
    }

    /// One match after another; in each one game after another is given up.
    pub async fn matches(self: Arc<Contests>, crowd: Arc<Crowd>, seed: u64) {
        let mut whim = Whim(seed);
        while !crowd.is_over() {
            self.one_match(&crowd, &mut whim).await;
        }
    }

    async fn one_match(&self, crowd: &Crowd, whim: &mut Whim) -> Option<()> {
        let wanted = json!({"name": "Match", "kind": "match", "rules": "russian", "length": "games 200"});
        let (id, first, second) = insist(crowd, whim, |address| {
            let wanted = &wanted;
            async move {
                let (made, first) = request(&address, "POST", "/api/contests", None, wanted).await.ok()?;
                let id = made["id"].as_str()?.to_owned();
                let (_, second) = contest_act(&address, &id, None, &json!({"kind": "enter"})).await.ok()?;
                Some((id, first?, second?))
            }
        })
        .await?;
        lock(&self.ids).push(id.clone());
        let mut known = Known::default();
        for played in 0..GAMES {
            let mut game = None;
            for cookie in [&first, &second] {
                game = insist(crowd, whim, |address| {
                    let id = &id;
                    async move {
                        let ready = json!({"kind": "ready"});
                        let (contest, _) = contest_act(&address, id, Some(cookie), &ready).await.ok()?;
                        Some(contest["boards"][played]["game"].as_str().map(str::to_owned))
                    }
                })
                .await?;
            }
            let loser = if whim.chance(50) { &first } else { &second };
            // Where an answer was lost and the request counted twice, the match goes its own way.
            let game = game?;
            resign(crowd, whim, &game, loser).await?;
            self.until_result((crowd, &mut *whim), (&id, &game, &first), &mut known).await?;
        }
        Some(())
    }

    /// One display after another: every guest gives up.
    pub async fn displays(self: Arc<Contests>, crowd: Arc<Crowd>, seed: u64) {
        let mut whim = Whim(seed);
        while !crowd.is_over() {
            let make = |address: String| async move { make_display(&address, GUESTS, "1h").await.ok() };
            let Some(display) = insist(&crowd, &mut whim, make).await else { continue };
            lock(&self.ids).push(display.id.clone());
            let mut known = Known::default();
            for (game, guest) in &display.boards {
                if resign(&crowd, &mut whim, game, guest).await.is_some() {
                    let about = (display.id.as_str(), game.as_str(), display.host.as_str());
                    self.until_result((&crowd, &mut whim), about, &mut known).await;
                }
            }
        }
    }

    /// Everything that is wrong with the contests as they are kept. Results that were just made have a while to arrive.
    pub async fn check(&self, cluster: &Cluster) -> Vec<Violation> {
        let mut found = lock(&self.wrong).clone();
        let ids = lock(&self.ids).clone();
        for id in ids {
            let begun = Instant::now();
            let wrong = loop {
                let contest = id.clone();
                let wrong = cluster.read(move |store| check_kept(store, &contest)).await.expect("a contest");
                if wrong.is_empty() || begun.elapsed() > Duration::from_secs(15) {
                    break wrong;
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            };
            found.extend(wrong);
        }
        found
    }
}

fn check_kept(store: &dyn Store, contest: &str) -> Result<Vec<Violation>, StoreError> {
    let lines = store.contests().contest_events(&ContestId::new(contest), 0)?;
    let taken = |line: &str| line.strip_prefix("taken by run ").and_then(|run| run.parse().ok());
    let runs: Vec<(i64, Option<i64>)> = lines.iter().map(|kept| (kept.run, taken(&kept.line))).collect();
    let events =
        lines.iter().filter(|kept| kept.scope != Scope::Secret).filter_map(|kept| Event::read(&kept.line).ok());
    let (mut results, mut games) = (HashMap::new(), Vec::new());
    let mut told = Vec::new();
    for event in events {
        match event.deed {
            Deed::Pair { board, game: Some(game), .. } => games.push((board, game)),
            Deed::Result { board, outcome, .. } => {
                told.push(board.to_string());
                results.insert(board, outcome);
            }
            _ => {}
        }
    }
    let mut found = check_contest(contest, &runs, &told);
    for (board, game) in games {
        if let Some(what) = wrong_result(store, &game, results.get(&board).copied())? {
            found.push(Violation {
                promise: Promise::OnceEach,
                what: format!("contest {contest}, board {board}: {what}"),
            });
        }
    }
    Ok(found)
}

/// What is wrong between the end of a game and what its contest knows of it.
fn wrong_result(
    store: &dyn Store,
    game: &GameId,
    known: Option<damka_contest::Outcome>,
) -> Result<Option<String>, StoreError> {
    let kept = store.game(game)?;
    let ended =
        kept.filter(|kept| kept.game.status == Status::Over).map(|kept| kept.ended.and_then(|ended| ended.winner));
    let wanted = ended.map(|winner| winner.map_or(damka_contest::Outcome::Draw, damka_contest::Outcome::won_by));
    Ok((wanted != known).then(|| format!("game {game} ended as {wanted:?}, and the contest knows {known:?}")))
}
