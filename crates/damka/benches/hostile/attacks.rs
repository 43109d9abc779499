//! What one stranger at one address can do: the attacks of the hostile trial.

use crate::club::script::script;
use crate::club::{Answer, Socket, ask, connect};
use damka_notation::moves::MoveTable;
use damka_rules::{Game, Ruleset};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;

/// Where the attacker comes from.
const FROM: Ipv4Addr = Ipv4Addr::new(127, 66, 6, 6);
/// The known position with the most captures.
const WORST: (&str, &str) = (
    "house board=10 victims=any movers=either enemy-capture=any",
    "W:WKa1,Ke1,Ki3,Kb4,Ka5,Kg5,Kc7,Ke7,Ki7,c9,Kg9,Kf10,Kj10:BKi1,Kb2,Kd2,Kf2,Kg3,Kd4,Ki5,Kb6,Kf6,Kj6,Ka9,Ke9,Ki9",
);
/// How long an attacker pauses after a refusal; without a pause it would only measure itself.
const BREATH: Duration = Duration::from_millis(20);

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Security 1: positions with thousands of captures.
    Positions,
    /// Security 2: acts that change nothing, in a game against the victim.
    Acts,
    /// Security 3: games against the strongest computer, left at once.
    Computers,
    /// Security 4: watchers of a long game whose players keep changing their names.
    Watchers,
    /// Security 6: pages of the club, and offers that fill it.
    Lobby,
    /// Security 7: hints.
    Hints,
    /// Security 7: live analyses.
    Analyses,
    /// Security 8: large files.
    Imports,
    /// Security 9: guesses at the victim's password.
    Passwords,
    /// Security 11: requests that never end.
    Halves,
    /// As many ordinary requests as possible.
    Requests,
}

impl Attack {
    /// All of them.
    pub const ALL: [Attack; 11] = [
        Attack::Positions,
        Attack::Acts,
        Attack::Computers,
        Attack::Watchers,
        Attack::Lobby,
        Attack::Hints,
        Attack::Analyses,
        Attack::Imports,
        Attack::Passwords,
        Attack::Halves,
        Attack::Requests,
    ];

    /// The name of the attack.
    pub fn name(self) -> &'static str {
        match self {
            Attack::Positions => "positions",
            Attack::Acts => "acts",
            Attack::Computers => "computers",
            Attack::Watchers => "watchers",
            Attack::Lobby => "lobby",
            Attack::Hints => "hints",
            Attack::Analyses => "analyses",
            Attack::Imports => "imports",
            Attack::Passwords => "passwords",
            Attack::Halves => "halves",
            Attack::Requests => "requests",
        }
    }

    /// The attack with a name.
    pub fn named(name: &str) -> Option<Attack> {
        Attack::ALL.into_iter().find(|attack| attack.name() == name)
    }
}

/// The attacker's state.
#[derive(Clone)]
struct Hand {
    address: String,
    victim: Value,
    until: Instant,
    /// How often each answer came.
    answers: Arc<Mutex<BTreeMap<String, u64>>>,
}

/// Attacks for a while; returns how often each answer came.
pub async fn run(attack: Attack, address: &str, victim: &str, seconds: Duration) -> String {
    let victim = serde_json::from_str(victim).unwrap_or(Value::Null);
    let hand = Hand { address: address.to_owned(), victim, until: Instant::now() + seconds, answers: Arc::default() };
    let all = attack_with(&hand, attack);
    let _ = tokio::time::timeout_at(hand.until.into(), all).await;
    let answers = hand.answers.lock().unwrap_or_else(PoisonError::into_inner);
    answers.iter().fold(String::new(), |mut text, (answer, count)| {
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{comma}{answer}: {count}");
        text
    })
}

async fn attack_with(hand: &Hand, attack: Attack) {
    match attack {
        Attack::Positions => many(16, |_| hand.clone().positions()).await,
        Attack::Acts => hand.clone().acts().await,
        Attack::Computers => many(8, |_| hand.clone().computers()).await,
        Attack::Watchers => hand.clone().watchers().await,
        Attack::Lobby => hand.clone().lobby().await,
        Attack::Hints => many(32, |at| hand.clone().hints(at)).await,
        Attack::Analyses => many(40, |_| hand.clone().analyses()).await,
        Attack::Imports => many(4, |at| hand.clone().imports(at)).await,
        Attack::Passwords => many(8, |_| hand.clone().passwords()).await,
        Attack::Halves => many(3000, |at| hand.clone().halves(at)).await,
        Attack::Requests => many(32, |at| hand.clone().requests(at)).await,
    }
}

/// Runs this many tasks at once.
async fn many<F: Future<Output = ()> + Send + 'static>(count: usize, work: impl Fn(usize) -> F) {
    let mut all: JoinSet<()> = (0..count).map(work).collect();
    while all.join_next().await.is_some() {}
}

impl Hand {
    fn note(&self, answer: impl Into<String>) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        *answers.entry(answer.into()).or_default() += 1;
    }

    fn goes_on(&self) -> bool {
        Instant::now() < self.until
    }

    /// Sends a request and counts its status; pauses after a refusal.
    async fn ask(&self, method: &str, path: &str, cookie: Option<&str>, body: &Value) -> Option<Answer> {
        let answer = ask((&self.address, FROM), method, path, cookie, body).await;
        match answer {
            Ok(answer) => {
                self.note(answer.status.to_string());
                if answer.status >= 400 {
                    tokio::time::sleep(BREATH).await;
                }
                Some(answer)
            }
            Err(_) => {
                self.note("closed");
                tokio::time::sleep(BREATH).await;
                None
            }
        }
    }

    async fn socket(&self, path: &str, cookie: &str) -> Option<Socket> {
        let socket = Socket::open_from((&self.address, FROM), path, cookie).await.ok();
        self.note(if socket.is_some() { "socket" } else { "no socket" });
        if socket.is_none() {
            tokio::time::sleep(BREATH).await;
        }
        socket
    }

    /// Creates a game; returns its id and the creator's cookie.
    async fn game(&self, wanted: &Value) -> Option<(String, String)> {
        let made = self.ask("POST", "/api/games", None, wanted).await?;
        let id = made.json().ok()?["id"].as_str()?.to_owned();
        Some((id, made.cookie?))
    }

    async fn positions(self) {
        let worst = json!({"rules": WORST.0, "fen": WORST.1, "free": true});
        while self.goes_on() {
            self.ask("POST", "/api/position", None, &worst).await;
        }
    }

    async fn acts(self) {
        let game = self.victim["game"].as_str().unwrap_or_default().to_owned();
        let seat = json!({"invitation": self.victim["invitation"]});
        let sat = self.ask("POST", &format!("/api/games/{game}/seat"), None, &seat).await;
        let Some(cookie) = sat.and_then(|answer| answer.cookie) else { return };
        let flood = |_| {
            let (hand, cookie, game) = (self.clone(), cookie.clone(), game.clone());
            async move {
                while hand.goes_on() {
                    let Some(mut socket) = hand.socket(&format!("/api/games/{game}/socket"), &cookie).await else {
                        continue;
                    };
                    let mut n = 0;
                    for act in ["insist", "askBack", "offer"].into_iter().cycle() {
                        n += 1;
                        let said = json!({"type": "act", "n": n, "act": {"kind": act}}).to_string();
                        if !hand.goes_on() || !socket.send(said).await {
                            break;
                        }
                        let Some(frame) = socket.frame().await else { break };
                        hand.note(frame.split('"').nth(3).unwrap_or_default());
                    }
                }
            }
        };
        many(12, flood).await;
    }

    async fn computers(self) {
        let wanted = json!({"rules": "russian", "opponent": {"kind": "computer", "level": 10}, "colour": "black"});
        let mut attended = Vec::new();
        while self.goes_on() {
            let Some((id, cookie)) = self.game(&wanted).await else { continue };
            // Some of them are watched, so that someone seems to be there.
            if attended.len() < 25 {
                attended.extend(self.socket(&format!("/api/games/{id}/socket"), &cookie).await);
            }
        }
    }

    async fn watchers(self) {
        let wanted = json!({"rules": "russian", "opponent": {"kind": "sameScreen"}, "fen": "W:WKa1,Kc1:BKh8,Kf8"});
        let Some((id, cookie)) = self.game(&wanted).await else { return };
        let path = format!("/api/games/{id}/socket");
        let mut all = JoinSet::new();
        for at in 0..500 {
            let (hand, path) = (self.clone(), format!("{path}?lang={}", ["ru", "uk", "en"][at % 3]));
            all.spawn(async move {
                while hand.goes_on() {
                    let Some(mut socket) = hand.socket(&path, "none=1").await else { continue };
                    while socket.frame().await.is_some() {}
                }
            });
        }
        let (hand, own) = (self.clone(), cookie.clone());
        all.spawn(async move {
            for at in 0.. {
                if !hand.goes_on() {
                    break;
                }
                let name = json!({"name": format!("Mallory {}", at % 90)});
                hand.ask("PUT", "/api/me/name", Some(&own), &name).await;
            }
        });
        all.spawn(shuffle(self.clone(), path, cookie));
        while all.join_next().await.is_some() {}
    }

    async fn lobby(self) {
        let mut all = JoinSet::new();
        for _ in 0..300 {
            let hand = self.clone();
            all.spawn(async move {
                while hand.goes_on() {
                    let Some(mut socket) = hand.socket("/api/lobby/socket", "none=1").await else { continue };
                    while socket.frame().await.is_some() {}
                }
            });
        }
        for _ in 0..4 {
            let hand = self.clone();
            all.spawn(async move {
                let wanted = json!({"rules": "russian", "opponent": {"kind": "lobby"}});
                let mut attended = Vec::new();
                while hand.goes_on() {
                    let Some((id, cookie)) = hand.game(&wanted).await else { continue };
                    attended.extend(hand.socket(&format!("/api/games/{id}/socket"), &cookie).await);
                }
            });
        }
        while all.join_next().await.is_some() {}
    }

    async fn hints(self, at: usize) {
        let moves = game_text(at as u64 + 1, 8).0;
        for length in (0..moves.len()).cycle() {
            if !self.goes_on() {
                break;
            }
            let wanted = json!({"rules": "russian", "moves": moves[..length]});
            self.ask("POST", "/api/position/hint", None, &wanted).await;
        }
    }

    async fn analyses(self) {
        let wanted = json!({"type": "analyse", "n": 1, "position": {"rules": "international"}, "lines": 5}).to_string();
        while self.goes_on() {
            let Some(mut socket) = self.socket("/api/analysis/socket", "none=1").await else { continue };
            if !socket.send(wanted.clone()).await {
                continue;
            }
            while let Some(frame) = socket.frame().await {
                let kind = frame.split('"').nth(3).unwrap_or_default().to_owned();
                let is_over = kind == "refused" || frame.contains("\"done\":true");
                self.note(kind);
                if is_over {
                    tokio::time::sleep(BREATH).await;
                    break;
                }
            }
        }
    }

    async fn imports(self, at: usize) {
        let one = game_text(at as u64 + 1, 100).1;
        // As JSON it is somewhat longer.
        let text = one.repeat((1000 << 10) / one.len());
        while self.goes_on() {
            self.ask("POST", "/api/me/games", None, &json!({"text": text})).await;
        }
    }

    async fn passwords(self) {
        for at in 0.. {
            if !self.goes_on() {
                break;
            }
            let guess = json!({"name": self.victim["name"], "password": format!("guess number {at}")});
            self.ask("POST", "/api/me/login", None, &guess).await;
        }
    }

    async fn halves(self, at: usize) {
        let half = if at.is_multiple_of(2) {
            "GET /api/lobby HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ".to_owned()
        } else {
            "POST /api/position HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{"
                .to_owned()
        };
        while self.goes_on() {
            let Ok(mut stream) = connect(&self.address, FROM).await else {
                self.note("no connection");
                tokio::time::sleep(BREATH).await;
                continue;
            };
            if stream.write_all(half.as_bytes()).await.is_err() {
                continue;
            }
            let mut byte = [0; 1];
            while let Ok(Ok(1..)) = tokio::time::timeout_at(self.until.into(), stream.read(&mut byte)).await {}
            self.note(if self.goes_on() { "closed" } else { "still open" });
        }
    }

    async fn requests(self, at: usize) {
        let paths = ["/api/lobby", "/api/games", "/api/choices", "/api/rules/page?rules=russian", "/api/me/games", "/"];
        for path in paths.iter().cycle().skip(at) {
            if !self.goes_on() {
                break;
            }
            self.ask("GET", path, None, &Value::Null).await;
        }
    }
}

/// Kings move to and fro for both sides, as long as the game continues.
async fn shuffle(hand: Hand, path: String, cookie: String) {
    let Some(mut socket) = hand.socket(&path, &cookie).await else { return };
    let moves = [["a1", "b2"], ["h8", "g7"], ["b2", "a1"], ["g7", "h8"]];
    for (n, path) in moves.iter().cycle().enumerate() {
        let said = json!({"type": "act", "n": n + 1, "act": {"kind": "move", "path": path}}).to_string();
        tokio::time::sleep(Duration::from_millis(60)).await;
        if !hand.goes_on() || !socket.send(said).await {
            break;
        }
    }
}

/// A random game: at most this many of its moves as text, and the whole as PDN.
fn game_text(seed: u64, most: usize) -> (Vec<String>, String) {
    let ruleset = Ruleset::named("russian").expect("a ruleset");
    let mut game = Game::new(ruleset);
    let mut texts = Vec::new();
    for path in script(seed).iter().take(most) {
        let table = MoveTable::new(&ruleset, game.position());
        let ends: Vec<&str> = path.split(',').map(|name| name.trim_matches('"')).collect();
        let fits = |text: &String| text.starts_with(ends[0]) && text.ends_with(ends[ends.len() - 1]);
        let Some(mv) = table.legal().iter().copied().find(|mv| fits(&table.long(*mv))) else { break };
        texts.push(table.long(mv));
        if game.play(mv).is_err() {
            break;
        }
    }
    let mut pdn = String::from("[GameType \"25\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n");
    for (at, pair) in texts.chunks(2).enumerate() {
        let _ = write!(pdn, "{}. {} ", at + 1, pair.join(" "));
    }
    pdn.push_str("*\n\n");
    (texts, pdn)
}
