//! A school is one address, also for the limits, but one of its people cannot use up everything.

use crate::house::{House, Visitor};
use axum::http::{Method, StatusCode};
use damka_server::Settings;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const PUPILS: usize = 40;

/// A club behind a proxy, with its limits.
async fn club() -> (House, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { behind_proxy: true, ..Settings::default() };
    (House::open_in(folder.path(), settings).await, folder)
}

/// A browser at one place of the school.
fn browser(house: &House, from: String) -> Visitor {
    let mut visitor = house.visitor();
    visitor.from = Some(from);
    visitor
}

fn homework(pupil: usize) -> Value {
    let game =
        format!("[White \"Pupil {pupil}\"]\n[GameType \"25\"]\n\n1. c3-d4 {{so}} b6-a5 2. d4-c5 d6xb4 3. a3xc5 *\n\n");
    json!({"text": game.repeat(10)})
}

/// A lesson: everyone creates an account, signs in at another computer, plays, watches, and imports homework.
async fn lesson(house: &House, place: impl Fn(usize) -> String) {
    let begun = Instant::now();
    let mut class = Vec::new();
    for at in 0..PUPILS {
        let account = json!({"name": format!("Pupil {at}"), "password": format!("a long word {at}")});
        let mut pupil = browser(house, place(at));
        pupil.get("/").await;
        pupil.post("/api/me/account", account.clone()).await;
        let mut pupil = browser(house, place(at));
        pupil.get("/").await;
        pupil.post("/api/me/login", account).await;
        class.push(pupil);
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "80 passwords within a minute: {:?}", begun.elapsed());
    let (mut sockets, mut games) = (Vec::new(), Vec::new());
    for pair in class.chunks_mut(2) {
        let [white, black] = pair else { unreachable!() };
        let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"});
        let (id, invitation) = white.make(wanted).await;
        black.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
        let (mut first, mut second) = (white.sit(&id).await.0, black.sit(&id).await.0);
        first.play(&["c3", "d4"]).await;
        second.event().await;
        second.play(&["b6", "a5"]).await;
        sockets.extend([first, second]);
        games.push(id);
    }
    for (at, pupil) in class.iter_mut().enumerate() {
        sockets.push(pupil.socket("/api/lobby/socket").await);
        // Everyone watches the first board, and another one.
        sockets.push(pupil.sit(&games[0]).await.0);
        sockets.push(pupil.sit(&games[at % games.len()]).await.0);
        assert_eq!(pupil.get("/api/me/games").await["total"], 1);
        for _ in 0..15 {
            pupil.get("/api/rules?rules=russian").await;
        }
    }
    let importing = class.into_iter().enumerate().map(|(at, mut pupil)| async move {
        let made = pupil.post("/api/me/games?wait=30", homework(at)).await;
        assert_eq!((&made["status"], made["games"].as_array().unwrap().len()), (&json!("done"), 10), "{made}");
        let notes = format!("/api/games/{}/notes", made["games"][0].as_str().unwrap());
        let (status, kept) = pupil.request(Method::PUT, &notes, Some(json!({"pdn": "1. c3-d4 {mine} *"}))).await;
        assert_eq!(status, StatusCode::OK, "{kept}");
    });
    // All at once: they take turns.
    let mut tasks = tokio::task::JoinSet::new();
    importing.for_each(|pupil| drop(tasks.spawn(pupil)));
    while let Some(done) = tasks.join_next().await {
        done.unwrap();
    }
}

#[tokio::test]
async fn security_12_forty_pupils_behind_one_address_are_not_refused_anything() {
    let (house, _folder) = club().await;
    lesson(&house, |_| "203.0.113.5".to_owned()).await;
}

#[tokio::test]
async fn security_12_forty_pupils_of_one_ipv6_network_are_not_refused_anything() {
    let (house, _folder) = club().await;
    lesson(&house, |at| format!("2001:db8:1:2::{at:x}")).await;
}

#[tokio::test]
async fn security_12_somebody_with_many_names_and_many_addresses_of_a_network_is_bounded() {
    let (house, _folder) = club().await;
    // Every request is a new person from another address of the same /64.
    let computer = json!({"rules": "russian", "opponent": {"kind": "computer", "level": 1}, "colour": "white"});
    let mut made = 0;
    for at in 0..2000 {
        let mut eve = browser(&house, format!("2001:db8:1:2:{at:x}::1"));
        let (status, answer) = eve.request(Method::POST, "/api/games", Some(computer.clone())).await;
        match status {
            StatusCode::OK => made += 1,
            StatusCode::TOO_MANY_REQUESTS => {
                assert_eq!(answer["code"], "too-many");
                break;
            }
            other => panic!("{other}: {answer}"),
        }
    }
    assert!((240..400).contains(&made), "{made} games of newcomers");
    // Another network has its own share, and people who have long been known in this one have theirs.
    browser(&house, "2001:db8:1:3::1".to_owned()).post("/api/games", computer.clone()).await;
    let mut ann = browser(&house, "198.51.100.1".to_owned());
    ann.post("/api/me/account", json!({"name": "Ann", "password": "correct horse"})).await;
    let account = house.club.store().account("ann").unwrap().unwrap();
    let (name, name_key) = (Some("Vera".to_owned()), Some("vera".to_owned()));
    let vera = damka_store::Person { id: "vera".into(), name, name_key, created_at: 1, ..account };
    house.club.write(vec![damka_store::Write::Person(vera)]).await.unwrap();
    let mut vera = browser(&house, "2001:db8:1:2::7".to_owned());
    vera.post("/api/me/login", json!({"name": "Vera", "password": "correct horse"})).await;
    vera.post("/api/games", computer).await;
}
