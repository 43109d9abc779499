//! Workers in processes of their own, and games for them to analyse.

use super::request;
use damka_notation::moves::MoveTable;
use damka_rules::{Game, Ruleset};
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A running `damka worker`.
pub struct Helper {
    pub child: Child,
    told: Arc<Mutex<String>>,
}

impl Helper {
    /// Starts a worker for the club at an address.
    pub fn start(program: &Path, address: &str, key: &str, name: &str) -> Helper {
        Helper::start_in("en", program, address, key, name)
    }

    pub fn start_in(language: &str, program: &Path, address: &str, key: &str, name: &str) -> Helper {
        let club = format!("http://{address}");
        let mut child = Command::new(program)
            .args(["--lang", language, "worker", "--club", &club, "--threads", "1", "--name", name])
            .env("DAMKA_KEY", key)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let told = Arc::default();
        read(child.stdout.take().unwrap(), &told);
        read(child.stderr.take().unwrap(), &told);
        Helper { child, told }
    }

    /// What it has printed.
    pub fn told(&self) -> String {
        self.told.lock().unwrap().clone()
    }

    /// Waits until it has printed something.
    pub async fn until_told(&self, text: &str) {
        let begun = Instant::now();
        while !self.told().contains(text) {
            assert!(begun.elapsed() < Duration::from_secs(60), "no “{text}” in: {}", self.told());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until it has ended.
    pub async fn until_ended(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not end: {}", self.told());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(mut from: impl Read + Send + 'static, told: &Arc<Mutex<String>>) {
    let told = Arc::clone(told);
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        let mut rest = Vec::new();
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            rest.extend_from_slice(&bytes[..count]);
            // A letter may come in two parts.
            let whole = std::str::from_utf8(&rest).map_or_else(|error| error.valid_up_to(), str::len);
            told.lock().unwrap().push_str(std::str::from_utf8(&rest[..whole]).unwrap_or_default());
            rest.drain(..whole);
        }
    });
}

/// A random game of about so many half-moves as text.
pub fn pdn(seed: u64, plies: usize) -> String {
    let ruleset = Ruleset::named("russian").expect("a ruleset");
    let mut whim = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (mut game, mut text) = (Game::new(ruleset), format!("[Event \"{seed}\"]\n[GameType \"25\"]\n\n"));
    while game.outcome().is_none() && game.played().len() < plies {
        let legal = game.legal_moves();
        whim = whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = legal[(whim >> 33) as usize % legal.len()];
        let number = game.played().len() / 2 + 1;
        let prefix = if game.played().len() % 2 == 0 { format!("{number}. ") } else { String::new() };
        text += &format!("{prefix}{} ", MoveTable::new(&ruleset, game.position()).long(mv));
        game.play(mv).expect("a legal move");
    }
    text + "*\n\n"
}

/// A person with so many games to be analysed: their cookie and the games' ids.
pub async fn games(address: &str, count: u64, plies: usize) -> (String, Vec<String>) {
    let text: String = (1..=count).map(|seed| pdn(seed, plies)).collect();
    let (import, cookie) = request(address, "POST", "/api/me/games", None, &json!({"text": text})).await.unwrap();
    let cookie = cookie.expect("a cookie");
    let id = import["id"].as_str().unwrap_or_else(|| panic!("{import}")).to_owned();
    let begun = Instant::now();
    loop {
        let path = format!("/api/me/imports/{id}");
        let (import, _) = request(address, "GET", &path, Some(&cookie), &Value::Null).await.unwrap();
        if import["status"] == "done" {
            let games = import["games"].as_array().unwrap().iter();
            return (cookie, games.map(|id| id.as_str().unwrap().to_owned()).collect());
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{import}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Asks for the analysis of a game, or looks at it.
pub async fn analysis(address: &str, method: &str, cookie: &str, game: &str) -> Value {
    let path = format!("/api/games/{game}/analysis");
    request(address, method, &path, Some(cookie), &json!({})).await.unwrap().0
}

/// Waits until the analysis of a game is so.
pub async fn until_analysis(address: &str, cookie: &str, game: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let found = analysis(address, "GET", cookie, game).await;
        if is_so(&found) {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "{} {}", found["status"], found["done"]);
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}
