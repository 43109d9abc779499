//! Coaches: a task, who opened it, and how they played.

use crate::house::House;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

fn task() -> Value {
    let game = json!({"rules": "russian", "fen": "B:Wa1,Kc3:BKh8", "colour": "black",
        "opponent": {"kind": "computer", "level": 3}});
    json!({"game": game, "task": "Black to move.\nDraw!"})
}

#[tokio::test]
async fn friction_10_a_coach_sees_who_opened_a_link_and_how_they_played() {
    let house = House::open().await;
    let (mut coach, mut ann, mut eve) = (house.visitor(), house.visitor(), house.visitor());
    let code = coach.post("/api/links", task()).await["code"].as_str().unwrap().to_owned();
    let path = format!("/api/links/{code}");
    let seen = ann.get(&path).await;
    assert_eq!(
        (&seen["task"], &seen["side"], &seen["toMove"]),
        (&json!("Black to move.\nDraw!"), &json!("black"), &json!("black"))
    );
    assert_eq!(seen["placement"].as_str().unwrap().len(), 64);

    ann.request(Method::PUT, "/api/me/name", Some(json!({"name": "Ann"}))).await;
    let made = ann.post(&path, json!(null)).await;
    assert_eq!(made["seats"], json!(["black"]), "the pupil plays the side that was meant");
    let id = made["id"].as_str().unwrap();
    let (mut socket, _) = ann.sit(id).await;
    socket.act(json!({"kind": "resign"})).await;
    while socket.event().await["state"].get("ending").is_none() {}

    let mine = coach.get("/api/me/links").await;
    let link = &mine["links"][0];
    assert_eq!(
        (&link["code"], &link["opened"], &link["task"]),
        (&json!(code), &json!(1), &json!("Black to move.\nDraw!"))
    );
    let game = &link["games"][0];
    assert_eq!(
        (&game["id"], &game["players"]["black"]["shown"], &game["winner"], &game["seats"]),
        (&json!(id), &json!("Ann"), &json!("white"), &json!([]))
    );
    for other in [&mut ann, &mut eve] {
        assert_eq!(other.get("/api/me/links").await["links"], json!([]), "only the coach sees it");
        assert_eq!(other.refused(Method::DELETE, &path, json!(null)).await, "not-your-link");
    }

    assert_eq!(coach.request(Method::DELETE, &path, None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(eve.refused(Method::POST, &path, json!(null)).await, "link-ended");
    assert_eq!(eve.refused(Method::GET, &path, json!(null)).await, "link-ended");
    let mine = coach.get("/api/me/links").await;
    assert_eq!(
        (&mine["links"][0]["ended"], &mine["links"][0]["opened"]),
        (&json!(true), &json!(1)),
        "what came of it stays"
    );
}

#[tokio::test]
async fn a_task_has_bounds() {
    let house = House::open().await;
    let mut coach = house.visitor();
    let mut long = task();
    long["task"] = json!("x".repeat(501));
    assert_eq!(coach.refused(Method::POST, "/api/links", long).await, "task");
    let mut odd = task();
    odd["task"] = json!("  a\u{7}b\u{202e}  ");
    let code = coach.post("/api/links", odd).await["code"].as_str().unwrap().to_owned();
    assert_eq!(coach.get(&format!("/api/links/{code}")).await["task"], "ab");
    assert_eq!(coach.refused(Method::DELETE, "/api/links/nothing", json!(null)).await, "no-link");
}
