//! People who play and watch: they connect to any node that answers, and reconnect when their connection ends.

use super::club::{Socket, make_game, request};
use super::history::{Fact, History, Recorder, Shown, wall};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::timeout;

const CLOCK: &str = "30m";
/// How long connecting may take; then another node is tried.
const CONNECTING: Duration = Duration::from_secs(4);
/// A client that hears nothing for so long sends a ping, and disconnects if there is no answer.
const SILENCE: Duration = Duration::from_secs(2);
/// How long a request may take.
const REQUEST: Duration = Duration::from_secs(12);
/// A game of more half-moves is given up soon.
const LONG: u64 = 60;

/// A generator of numbers, so that a seed says what happens.
pub struct Whim(pub u64);

impl Whim {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    pub fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// A game that is played, or was.
pub struct Played {
    pub id: String,
    cookies: [String; 2],
    pub history: History,
    /// When moves were confirmed, by the wall clock.
    pub confirmed: Mutex<Vec<u64>>,
    /// Whether somebody has seen its end.
    pub is_over: AtomicBool,
    /// The game that was made after it, as each player learned it.
    pub rematch: [Mutex<Option<String>>; 2],
}

/// All players and spectators.
pub struct Crowd {
    pub addresses: Vec<String>,
    pub over: AtomicBool,
    pub games: Mutex<Vec<Arc<Played>>>,
    pub confirmed: AtomicU64,
    pub resent: AtomicU64,
    pub connected: AtomicU64,
    pub refused: Mutex<HashMap<String, u64>>,
}

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Crowd {
    pub fn new(addresses: Vec<String>) -> Arc<Crowd> {
        let zero = || AtomicU64::new(0);
        Arc::new(Crowd {
            addresses,
            over: AtomicBool::new(false),
            games: Mutex::default(),
            confirmed: zero(),
            resent: zero(),
            connected: zero(),
            refused: Mutex::default(),
        })
    }

    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// The games that nobody has seen the end of.
    pub fn in_play(&self) -> Vec<Arc<Played>> {
        lock(&self.games).iter().filter(|game| !game.is_over.load(Ordering::Relaxed)).cloned().collect()
    }

    pub fn node(&self, whim: &mut Whim) -> usize {
        whim.below(self.addresses.len() as u64) as usize
    }
}

/// Makes a game at any node that answers.
async fn make(crowd: &Crowd, whim: &mut Whim) -> Option<Arc<Played>> {
    while !crowd.is_over() {
        let address = &crowd.addresses[crowd.node(whim)];
        if let Ok(Ok((id, cookies))) = timeout(REQUEST, make_game(address, CLOCK)).await {
            let game = Played {
                id,
                cookies,
                history: History::default(),
                confirmed: Mutex::default(),
                is_over: AtomicBool::new(false),
                rematch: Default::default(),
            };
            let game = Arc::new(game);
            lock(&crowd.games).push(Arc::clone(&game));
            return Some(game);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    None
}

/// One game after another, each with two players at different nodes and a spectator at the third.
pub async fn games(crowd: Arc<Crowd>, seed: u64) {
    let mut whim = Whim(seed);
    while let Some(game) = make(&crowd, &mut whim).await {
        let first = crowd.node(&mut whim);
        let at = |step: usize| (first + step) % crowd.addresses.len();
        let wants_rematch = whim.chance(30);
        let mut player = |side: usize| {
            let (crowd, game) = (Arc::clone(&crowd), Arc::clone(&game));
            let client = 1_000 + (whim.next() << 8) + side as u64;
            let n = 0;
            let player = Player { crowd, game, side, client, whim: Whim(whim.next()), n, waiting: None, wants_rematch };
            player.play(at(side))
        };
        let (white, black) = (player(0), player(1));
        let watching = tokio::spawn(watch(Arc::clone(&crowd), Arc::clone(&game), at(2)));
        tokio::join!(white, black);
        watching.abort();
    }
}

async fn watch(crowd: Arc<Crowd>, game: Arc<Played>, mut node: usize) {
    loop {
        if let Some(mut socket) = connect(&crowd, &game, node, None, "").await {
            let seen = game.history.open(None, node);
            while let Some(frame) = hear(&mut socket).await {
                note(&seen, &frame);
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        node = (node + 1) % crowd.addresses.len();
    }
}

async fn connect(crowd: &Crowd, game: &Played, node: usize, client: Option<u64>, cookie: &str) -> Option<Socket> {
    let client = client.map(|client| format!("?client={client}")).unwrap_or_default();
    let path = format!("/api/games/{}/socket{client}", game.id);
    let socket = timeout(CONNECTING, Socket::open(&crowd.addresses[node], &path, cookie)).await.ok()?.ok()?;
    crowd.connected.fetch_add(1, Ordering::Relaxed);
    Some(socket)
}

/// The next frame; `None` when the connection has ended, or nobody is there.
pub async fn hear(socket: &mut Socket) -> Option<Value> {
    let mut asked = false;
    loop {
        match timeout(SILENCE, socket.frame()).await {
            Ok(frame) => return Some(serde_json::from_str(&frame?).expect("JSON")),
            Err(_) if asked => return None,
            Err(_) => {
                asked = true;
                let ping = socket.send(json!({"type": "ping", "n": 1}).to_string());
                timeout(SILENCE, ping).await.ok().filter(|sent| *sent)?;
            }
        }
    }
}

fn texts(moves: &Value) -> Vec<String> {
    let text = |mv: &Value| mv["text"].as_str().unwrap_or_default().to_owned();
    moves.as_array().map(|moves| moves.iter().map(text).collect()).unwrap_or_default()
}

/// Notes what a frame says; gives how the game stands, if it says that.
pub fn note(seen: &Recorder, frame: &Value) -> Option<Value> {
    let number = frame["n"].as_u64();
    match frame["type"].as_str()? {
        "game" => {
            let game = &frame["game"];
            seen.note(Fact::Whole(Shown::of(&game["state"]), texts(&game["moves"])));
            Some(game["state"].clone())
        }
        "event" => {
            let event = &frame["event"];
            let text = event["move"]["text"].as_str().map(str::to_owned);
            seen.note(Fact::Event(Shown::of(&event["state"]), number, text));
            Some(event["state"].clone())
        }
        "confirmed" => {
            seen.note(Fact::Confirmed(number?, frame["seq"].as_u64()? as u32));
            None
        }
        "refused" => {
            seen.note(Fact::Refused(number?, frame["problem"]["code"].as_str()?.to_owned()));
            None
        }
        _ => None,
    }
}

/// Somebody who plays.
struct Player {
    crowd: Arc<Crowd>,
    game: Arc<Played>,
    side: usize,
    client: u64,
    whim: Whim,
    n: u64,
    /// An act that nobody has answered.
    waiting: Option<(u64, Value)>,
    wants_rematch: bool,
}

impl Player {
    async fn play(mut self, home: usize) {
        let (mut node, cookie) = (home, self.game.cookies[self.side].clone());
        while !self.crowd.is_over() && !self.game.is_over.load(Ordering::Relaxed) {
            if let Some(mut socket) = connect(&self.crowd, &self.game, node, Some(self.client), &cookie).await {
                let seen = self.game.history.open(Some(self.client), node);
                if self.sit(&mut socket, &seen).await {
                    self.game.is_over.store(true, Ordering::Relaxed);
                }
            }
            node = if self.whim.chance(40) { home } else { self.crowd.node(&mut self.whim) };
            tokio::time::sleep(Duration::from_millis(20 + self.whim.below(200))).await;
        }
        if self.wants_rematch && self.game.is_over.load(Ordering::Relaxed) {
            self.ask_for_rematch(&cookie).await;
        }
    }

    /// Plays on one connection; `true` when the game is over.
    async fn sit(&mut self, socket: &mut Socket, seen: &Recorder) -> bool {
        let mut state = Value::Null;
        while let Some(frame) = hear(socket).await {
            if let Some(now) = note(seen, &frame) {
                state = now;
            }
            self.take(&frame);
            if state["ending"].is_object() {
                return true;
            }
            if self.crowd.is_over() {
                return false;
            }
            if state.is_null() {
                continue;
            }
            let act = match &self.waiting {
                // It is not known whether it counted, so it is sent again, as pages do with every whole game.
                Some((n, act)) if frame["type"] == "game" => {
                    self.crowd.resent.fetch_add(1, Ordering::Relaxed);
                    Some((*n, act.clone()))
                }
                Some(_) => None,
                None => match self.wish(&state) {
                    Some(act) => {
                        tokio::time::sleep(Duration::from_millis(30 + self.whim.below(250))).await;
                        self.n += 1;
                        self.waiting = Some((self.n, act));
                        self.waiting.clone()
                    }
                    None => None,
                },
            };
            if let Some((n, act)) = act {
                seen.note(Fact::Sent(n));
                let sending = socket.send(json!({"type": "act", "n": n, "act": act}).to_string());
                if !timeout(SILENCE, sending).await.unwrap_or(false) {
                    return false;
                }
            }
        }
        false
    }

    /// Whether a frame answers what was sent.
    fn take(&mut self, frame: &Value) {
        let kind = frame["type"].as_str().unwrap_or_default();
        let Some(n) = frame["n"].as_u64() else { return };
        let Some((waiting, act)) = &self.waiting else { return };
        if *waiting != n || kind == "pong" {
            return;
        }
        if kind == "refused" {
            let code = frame["problem"]["code"].as_str().unwrap_or_default();
            let text = frame["problem"]["text"].as_str().unwrap_or_default();
            let name = format!("{}: {code}: {text}", act["kind"].as_str().unwrap_or_default());
            *lock(&self.crowd.refused).entry(name).or_default() += 1;
        } else {
            self.crowd.confirmed.fetch_add(1, Ordering::Relaxed);
            lock(&self.game.confirmed).push(wall());
        }
        self.waiting = None;
    }

    /// What the player wants to do now.
    fn wish(&mut self, state: &Value) -> Option<Value> {
        let own = ["white", "black"][self.side];
        if state["toMove"] != own {
            return None;
        }
        let (ply, whim) = (state["ply"].as_u64()?, &mut self.whim);
        let offered = state["offer"].as_str().is_some_and(|side| side != own);
        let act = match state["legal"].as_array().filter(|legal| !legal.is_empty()) {
            _ if offered && whim.chance(60) => json!({"kind": if whim.chance(15) { "accept" } else { "decline" }}),
            _ if ply > LONG && whim.chance(20) => json!({"kind": "resign"}),
            _ if ply > 4 && state["offer"].is_null() && whim.chance(3) => json!({"kind": "offer"}),
            Some(legal) => json!({"kind": "move", "path": legal[whim.below(legal.len() as u64) as usize]["path"]}),
            None => return None,
        };
        Some(act)
    }

    /// Asks for another game until there is one, or for a while.
    async fn ask_for_rematch(&mut self, cookie: &str) {
        let path = format!("/api/games/{}/rematch", self.game.id);
        let begun = Instant::now();
        while !self.crowd.is_over() && begun.elapsed() < Duration::from_secs(20) {
            let address = self.crowd.addresses[self.crowd.node(&mut self.whim)].clone();
            let asked = timeout(REQUEST, request(&address, "POST", &path, Some(cookie), &json!({}))).await;
            if let Ok(Ok((answer, _))) = asked
                && let Some(made) = answer["game"].as_str()
            {
                *lock(&self.game.rematch[self.side]) = Some(made.to_owned());
                return;
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }
}
