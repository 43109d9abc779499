//! Addresses: how others reach the club, what other programs show of them, and 404 where there is nothing.

use crate::house::{House, two};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use damka_server::{Settings, router};
use http_body_util::BodyExt;
use serde_json::json;
use std::sync::Arc;
use tower::ServiceExt;

/// What a browser gets that opened the club under a host.
async fn fetch(house: &House, host: &str, path: &str) -> (StatusCode, String, Vec<u8>) {
    let request = Request::builder().uri(path).header(header::HOST, host).header(header::ACCEPT_LANGUAGE, "ru");
    let response = router(Arc::clone(&house.club)).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let kind = response.headers().get(header::CONTENT_TYPE).map(|kind| kind.to_str().unwrap().to_owned());
    let status = response.status();
    (status, kind.unwrap_or_default(), response.into_body().collect().await.unwrap().to_bytes().to_vec())
}

#[tokio::test]
async fn fault_15_there_is_404_where_there_is_nothing() {
    let house = House::open().await;
    let (id, ..) = two(&house, json!({})).await;
    let mut coach = house.visitor();
    let wanted = json!({"game": {"rules": "russian", "opponent": {"kind": "sameScreen"}}});
    let code = coach.post("/api/links", wanted).await["code"].as_str().unwrap().to_owned();
    let there = ["/", "/lobby", "/rules", "/rules/russian", "/rules/house%20king%3Dshort", "/coach", "/me", "/games"];
    let made = [format!("/game/{id}"), format!("/analysis/{id}"), format!("/link/{code}")];
    for path in there.iter().copied().chain(made.iter().map(String::as_str)) {
        assert_eq!(fetch(&house, "localhost", path).await.0, StatusCode::OK, "{path}");
    }
    for path in [
        "/nowhere",
        "/game/nothing",
        "/analysis/nothing",
        "/link/nothing",
        "/rules/nothing",
        "/game",
        "/lobby/x",
        "/%zz",
    ] {
        assert_eq!(fetch(&house, "localhost", path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_picture_stands_beside_an_address() {
    let house = House::open().await;
    let (id, _, [mut white, _black]) = two(&house, json!({"delay": 3600})).await;
    let png = async |path: &str| {
        let (status, kind, body) = fetch(&house, "localhost", path).await;
        assert_eq!((status, kind.as_str()), (StatusCode::OK, "image/png"), "{path}");
        assert!(body.starts_with(b"\x89PNG"));
        body
    };
    let before = png(&format!("/api/games/{id}/preview.png")).await;
    assert_eq!(before, png("/api/preview.png").await, "the same position");
    white.play(&["c3", "d4"]).await;
    assert_eq!(png(&format!("/api/games/{id}/preview.png")).await, before, "spectators see it an hour later");
    assert_eq!(fetch(&house, "localhost", "/api/games/nothing/preview.png").await.0, StatusCode::NOT_FOUND);

    let (open, _, [mut white, _black]) = two(&house, json!({})).await;
    white.play(&["c3", "d4"]).await;
    assert_ne!(png(&format!("/api/games/{open}/preview.png")).await, before);
}

#[tokio::test]
async fn friction_5_an_address_that_works_only_here_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let closed = "http://192.0.2.7:8064".to_owned();
    let settings = Settings { closed_lan_url: Some(closed.clone()), ..Settings::default() };
    let house = House::open_in(folder.path(), settings).await;
    let mut ann = house.visitor();
    let (id, _) = ann.make(json!({"rules": "russian", "opponent": {"kind": "link"}})).await;
    // The house for tests is at 127.0.0.1.
    let made = ann.get(&format!("/api/games/{id}/invitation")).await;
    assert_eq!(made["local"], json!({"command": "damka serve --lan", "address": closed}));
    assert_eq!(made["qr"], "", "nobody can scan it");
    assert!(made["url"].as_str().unwrap().starts_with("http://127.0.0.1:"));
    assert!(ann.post("/api/me/handover", json!({})).await["local"].is_object());

    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { lan_url: Some("http://192.0.2.7:8064".to_owned()), ..Settings::default() };
    let house = House::open_in(folder.path(), settings).await;
    let mut bob = house.visitor();
    let (id, _) = bob.make(json!({"rules": "russian", "opponent": {"kind": "link"}})).await;
    let made = bob.get(&format!("/api/games/{id}/invitation")).await;
    assert!(made.get("local").is_none() && made["qr"].as_str().unwrap().contains("<svg"), "{made}");
}
