//! A mistake of the program's own ends the job, the game or the request in which it is, and nothing else.

use crate::house::odd::Odd;
use crate::house::{House, PATIENCE, two};
use axum::http::{Method, StatusCode};
use damka_server::Settings;
use damka_store::Write;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const START: &str = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";

#[tokio::test]
async fn a_hint_that_panics_is_answered_and_the_next_one_is_found() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let wanted = json!({"rules": "russian", "fen": START});
    house.club.engines.hints.break_next(1);
    let (status, answer) = ann.request(Method::POST, "/api/position/hint", Some(wanted.clone())).await;
    assert_eq!((status, &answer["code"]), (StatusCode::INTERNAL_SERVER_ERROR, &json!("broken")));
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("went wrong")), "{answer}");
    assert!(ann.post("/api/position/hint", wanted).await["move"].is_object());
}

#[tokio::test]
async fn an_ending_that_panics_is_answered_and_the_next_one_is_looked_up() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let wanted = json!({"rules": "russian", "fen": "W:WKa1:Bh8"});
    house.club.engines.librarian.break_next(1);
    let (status, answer) = ann.request(Method::POST, "/api/position/endgame", Some(wanted.clone())).await;
    assert_eq!((status, &answer["code"]), (StatusCode::INTERNAL_SERVER_ERROR, &json!("broken")));
    assert!(ann.post("/api/position/endgame", wanted).await["status"].is_string());
}

#[tokio::test]
async fn an_analysis_that_panics_says_so_and_the_next_one_goes_on() {
    let house = House::open().await;
    let mut socket = house.visitor().socket("/api/analysis/socket").await;
    let question =
        |n: u64| json!({"type": "analyse", "n": n, "lines": 1, "position": {"rules": "russian", "fen": START}});
    house.club.engines.analysts.break_next(1);
    socket.send(&question(1)).await;
    let refused = socket.next("refused").await;
    assert_eq!((&refused["n"], &refused["problem"]["code"]), (&json!(1), &json!("broken")));
    socket.send(&question(2)).await;
    assert_eq!(socket.next("lines").await["n"], 2);
}

#[tokio::test]
async fn a_whole_game_whose_analysis_panics_can_be_analysed_again() {
    let house = House::open().await;
    let (id, [mut ann, _], [mut white, _black]) = two(&house, json!({})).await;
    white.play(&["c3", "d4"]).await;
    white.act(json!({"kind": "resign"})).await;
    white.event().await;
    let path = format!("/api/games/{id}/analysis");
    // A job is tried again; one that breaks every time is given up.
    house.club.jobs.break_next(3);
    let begun = std::time::Instant::now();
    ann.post(&path, json!({})).await;
    while ann.get(&path).await["status"] != "none" {
        assert!(begun.elapsed() < PATIENCE, "the job that broke seems to be under way");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    ann.post(&path, json!({})).await;
    while ann.get(&path).await["status"] != "done" {
        assert!(begun.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn the_computer_moves_though_its_engine_panics() {
    let house = House::open().await;
    let mut ann = house.visitor();
    // Once: it thinks again. Twice: it makes a move that is at least legal.
    for count in [1, 2] {
        let wanted = json!({"rules": "russian", "opponent": {"kind": "computer", "level": 1}, "colour": "white"});
        let (id, _) = ann.make(wanted).await;
        let (mut white, _) = ann.sit(&id).await;
        house.club.engines.players.break_next(count);
        white.play(&["c3", "d4"]).await;
        let answer = white.event().await;
        assert_eq!((&answer["by"], &answer["state"]["ply"]), (&json!("black"), &json!(2)), "{answer}");
    }
}

#[tokio::test]
async fn a_game_whose_owner_panics_comes_back_as_it_is_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (armed, mut store) = (Arc::new(AtomicBool::new(false)), Odd::new(folder.path()));
    let trigger = Arc::clone(&armed);
    store.before_write = Box::new(move |writes| {
        let is_event = writes.iter().any(|write| matches!(write, Write::Events { .. }));
        assert!(!(is_event && trigger.swap(false, Ordering::SeqCst)), "for a test");
    });
    let house = House::open_on(Arc::new(store), Settings::default()).await;
    let (id, [ann, bob], [mut white, mut black]) = two(&house, json!({})).await;
    let (_, _, [mut other, mut others]) = two(&house, json!({})).await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    armed.store(true, Ordering::SeqCst);
    let act = json!({"kind": "move", "path": ["f6", "g5"]});
    let n = black.act(act.clone()).await;
    assert_eq!((black.frame().await, white.frame().await), (None, None), "everybody is told to come again");
    other.play(&["c3", "d4"]).await;
    others.event().await;
    let (mut white, game) = ann.sit(&id).await;
    assert_eq!(game["moves"].as_array().unwrap().len(), 1, "what was not confirmed did not happen");
    let (mut black, _) = bob.sit(&id).await;
    black.send(&json!({"type": "act", "n": n, "act": act})).await;
    assert_eq!(white.event().await["move"]["text"], "f6-g5");
}

#[tokio::test]
async fn a_request_that_panics_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Odd::new(folder.path());
    store.before_write = Box::new(|writes| {
        assert!(!writes.iter().any(|write| matches!(write, Write::Link(_))), "for a test");
    });
    let house = House::open_on(Arc::new(store), Settings::default()).await;
    let mut ann = house.visitor();
    let wanted = json!({"game": {"rules": "russian", "opponent": {"kind": "computer", "level": 1}}});
    let (status, answer) = ann.request(Method::POST, "/api/links", Some(wanted)).await;
    assert_eq!((status, &answer["code"]), (StatusCode::INTERNAL_SERVER_ERROR, &json!("broken")));
    assert!(ann.get("/api/lobby").await["open"].is_array());
}
