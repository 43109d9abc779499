//! Many people who look at the same thing: it is built once, and nobody takes another's place.

use crate::house::{House, PATIENCE, Socket, Visitor, two};
use axum::http::{Method, StatusCode};
use damka_server::Settings;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

async fn unlimited() -> (House, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (House::open_in(folder.path(), Settings { limited: false, ..Settings::default() }).await, folder)
}

#[tokio::test]
async fn security_4_a_rename_before_a_hundred_watchers_is_three_small_frames() {
    let (house, _folder) = unlimited().await;
    let (id, [mut ann, _], [mut white, mut black]) = two(&house, json!({})).await;
    let mut watchers = Vec::new();
    for at in 0..100 {
        let path = format!("/api/games/{id}/socket?lang={}&spoken={}", ["en", "ru", "uk"][at % 3], at % 2 == 0);
        let mut socket = house.visitor().socket(&path).await;
        socket.next("game").await;
        watchers.push(socket);
    }
    let rendered = || house.club.counts.rendered.load(Ordering::SeqCst);
    let before = rendered();
    let (status, _) = ann.request(Method::PUT, "/api/me/name", Some(json!({"name": "Анна"}))).await;
    assert_eq!(status, StatusCode::OK);
    for socket in [&mut white, &mut black].into_iter().chain(&mut watchers) {
        assert_eq!(socket.next("players").await["players"]["white"]["shown"], "Анна");
    }
    assert_eq!(rendered() - before, 3, "one frame for each language");
    // A viewer whose own seat changes gets the whole game; nobody else does.
    let login = json!({"name": "Ada", "password": "correct horse"});
    let mut other = house.visitor();
    other.post("/api/me/account", login.clone()).await;
    let (mut desk, game) = other.sit(&id).await;
    assert_eq!(game["you"]["seats"], json!([]));
    ann.post("/api/me/login", login).await;
    assert_eq!(watchers[0].next("players").await["players"]["white"]["shown"], "Ada");
    let mut heard = desk.frame().await.unwrap();
    while heard["type"] == "players" {
        heard = desk.frame().await.unwrap();
    }
    assert_eq!(heard["game"]["you"]["seats"], json!(["white"]), "{heard}");
}

#[tokio::test]
async fn security_4_nobody_watches_a_game_hundreds_of_times() {
    let house = House::open().await;
    let (id, [ann, _], _sockets) = two(&house, json!({})).await;
    let path = format!("/api/games/{id}/socket");
    let mut eve = house.visitor();
    eve.get("/api/me").await;
    let mut open = Vec::new();
    while let Ok(socket) = eve.try_socket(&path).await {
        open.push(socket);
        assert!(open.len() <= 6);
    }
    assert_eq!(open.len(), 6);
    let (status, answer) = refusal(&mut eve, &path).await;
    assert_eq!((status, &answer["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("too-many")));
    assert_eq!(answer["text"], "You are already watching this game in 6 windows.");
    // Players can still enter their own game, and so can others.
    for _ in 0..10 {
        open.push(ann.socket(&path).await);
    }
    open.push(house.visitor().socket(&path).await);
    // Without a cookie every visitor is a new person; then the address counts.
    while let Ok(socket) = house.visitor().try_socket(&path).await {
        open.push(socket);
        assert!(open.len() <= 300);
    }
    assert_eq!(open.len(), 200 + 10, "200 watchers");
    // A place that was left is free again.
    open.truncate(100);
    let again = async {
        while house.visitor().try_socket(&path).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, again).await.expect("a place");
}

/// The answer to a request for a socket.
async fn refusal(who: &mut Visitor, path: &str) -> (StatusCode, Value) {
    let refused = who.try_socket(path).await.err().expect("a refusal");
    let tungstenite::Error::Http(response) = refused else { panic!("{refused}") };
    let body = response.body().as_deref().unwrap_or_default();
    (response.status(), serde_json::from_slice(body).unwrap_or_default())
}

async fn lobby(socket: &mut Socket) -> Value {
    socket.next("lobby").await["lobby"].take()
}

fn offer(clock: &str) -> Value {
    json!({"rules": "russian", "opponent": {"kind": "lobby"}, "colour": "white", "clocks": {"white": clock, "black": clock}})
}

#[tokio::test]
async fn security_6_the_lobby_is_made_once_for_everybody() {
    let (house, _folder) = unlimited().await;
    let mut sockets = Vec::new();
    for at in 0..90 {
        let path = format!("/api/lobby/socket?lang={}", ["en", "ru", "uk"][at % 3]);
        let mut socket = house.visitor().socket(&path).await;
        lobby(&mut socket).await;
        sockets.push(socket);
    }
    let counts = || {
        let lobby = &house.club.lobby;
        (lobby.made.load(Ordering::SeqCst), lobby.worded.load(Ordering::SeqCst))
    };
    let (before, begun) = (counts(), Instant::now());
    let mut ann = house.visitor();
    let (id, _) = ann.make(offer("8m")).await;
    let mut own = ann.socket("/api/lobby/socket?lang=en").await;
    for socket in &mut sockets {
        while !lobby(socket).await["open"].as_array().unwrap().iter().any(|game| game["id"] == json!(id)) {}
    }
    let mut seen = lobby(&mut own).await;
    while seen["open"] == json!([]) {
        seen = lobby(&mut own).await;
    }
    assert_eq!(seen["open"][0]["seats"], json!(["white"]), "who is in a game sees so");
    let after = counts();
    let made = after.0 - before.0;
    let most = begun.elapsed().as_millis() as u64 / 250 + 2;
    assert!(made <= most, "made {made} times for 91 pages, of at most {most}");
    // Three languages; Ann's page has a frame of its own at each change.
    assert!(after.1 - before.1 <= 4 * (made + 1), "{} frames of {made} lists", after.1 - before.1);
}

#[tokio::test]
async fn security_6_offers_are_counted() {
    let house = House::open().await;
    let (mut eve, mut ann) = (house.visitor(), house.visitor());
    for _ in 0..5 {
        eve.make(offer("3d")).await;
    }
    let (status, answer) = eve.request(Method::POST, "/api/games", Some(offer("3d"))).await;
    assert_eq!((status, &answer["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("too-many")), "{answer}");
    assert_eq!(answer["text"], "You already have 5 open offers. Withdraw one first.");
    eve.language = "ru";
    let (_, answer) = eve.request(Method::POST, "/api/games", Some(offer("3d"))).await;
    assert!(answer["text"].as_str().unwrap().starts_with("У вас уже есть 5 открытых предложений"), "{answer}");
    ann.make(offer("3d")).await;
    assert_eq!(ann.get("/api/lobby").await["open"].as_array().unwrap().len(), 6);
    // Under new names the address counts.
    let mut made = 6;
    while house.visitor().request(Method::POST, "/api/games", Some(offer("3d"))).await.0 == StatusCode::OK {
        made += 1;
        assert!(made <= 60);
    }
    assert_eq!(made, 60);
}

#[tokio::test]
async fn security_6_a_game_that_the_computer_plays_alone_leaves_the_wall() {
    let (house, _folder) = unlimited().await;
    let (mut ann, mut bob) = (house.visitor(), house.visitor());
    let computer = json!({"rules": "russian", "opponent": {"kind": "computer", "level": 1}, "colour": "black"});
    let (id, _) = ann.make(computer).await;
    let (page, _) = ann.sit(&id).await;
    assert_eq!(bob.get("/api/lobby").await["live"][0]["id"], json!(id));
    drop(page);
    let listing = || house.club.games.listings().into_iter().find(|listing| listing.rows.id.as_str() == id).unwrap();
    let left = async {
        while listing().here[1] {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, left).await.expect("the page is gone");
    let (now, wall) = (house.club.clock.now(), listing().now.changed_at);
    assert!(listing().is_happening(now, wall), "until a moment ago somebody was there");
    assert!(!listing().is_happening(now + 61_000, wall), "then it leaves the wall, whatever the computer does");
}
