//! People who want to break the club.

use crate::house::{House, two};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use damka_server::{Settings, router};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;
use tower::ServiceExt;

#[tokio::test]
async fn nobody_moves_for_another() {
    let house = House::open().await;
    let (id, [mut ann, _], [_white, mut black]) = two(&house, json!({})).await;
    let act = json!({"type": "act", "n": 5, "seat": "white", "act": {"kind": "move", "path": ["c3", "d4"]}});
    black.send(&act).await;
    assert_eq!(black.next("refused").await["problem"]["code"], "not-your-seat");
    // A cookie that was signed by nobody is worth nothing.
    let mut eve = house.visitor();
    eve.cookie = ann.cookie.clone().map(|mut cookie| {
        let last = cookie.pop();
        cookie.push(if last == Some('0') { '1' } else { '0' });
        cookie
    });
    let (mut socket, game) = eve.sit(&id).await;
    assert_eq!(game["you"]["seats"], json!([]));
    socket.send(&act).await;
    assert_eq!(socket.next("refused").await["problem"]["code"], "not-your-seat");
    for act in [json!({"kind": "rule", "ruling": {"ruling": "draw"}}), json!({"kind": "note", "text": "x"})] {
        black.refused(act).await;
    }
    assert_eq!(ann.get(&format!("/api/games/{id}")).await["state"]["seq"], 0);
}

#[tokio::test]
async fn malformed_and_huge_frames_hurt_only_the_sender() {
    let house = House::open().await;
    let (_, _, [mut white, mut black]) = two(&house, json!({})).await;
    for text in [
        "",
        "{",
        "null",
        "[]",
        "{\"type\":\"act\"}",
        "{\"type\":\"act\",\"n\":-1,\"act\":{\"kind\":\"pass\"}}",
        "{\"type\":\"act\",\"n\":1,\"act\":{\"kind\":\"move\",\"path\":[\"z9\",\"\\u0000\"]}}",
        "{\"type\":\"act\",\"n\":1,\"act\":{\"kind\":\"move\",\"path\":[]}}",
        "{\"type\":\"act\",\"n\":1e99,\"act\":{\"kind\":\"resign\"}}",
    ] {
        black.stream.send(Message::text(text)).await.unwrap();
        black.next("refused").await;
    }
    let deep = "[".repeat(4000);
    black.stream.send(Message::text(deep)).await.unwrap();
    black.next("refused").await;
    let many: Vec<&str> = vec!["c3"; 500];
    black.refused(json!({"kind": "move", "path": many})).await;
    black.stream.send(Message::text("x".repeat(100_000))).await.unwrap();
    assert_eq!(black.frame().await, None, "too large a frame closes the socket");
    white.play(&["c3", "d4"]).await;
}

#[tokio::test]
async fn a_slow_reader_is_closed_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { limited: false, ..Settings::default() }).await;
    let (id, _, [mut white, mut black]) = two(&house, json!({"rules": "international", "manner": "at-board"})).await;
    // Somebody connects and never reads.
    let mut lazy = house.visitor().narrow_socket(&format!("/api/games/{id}/socket")).await;
    let begun = std::time::Instant::now();
    // Events fill the queue of a socket that does not read; those who read are never held up.
    while house.club_slow() == 0 && begun.elapsed() < Duration::from_secs(60) {
        for _ in 0..100 {
            white.act(json!({"kind": "adjust"})).await;
        }
        for _ in 0..100 {
            white.event().await;
            black.event().await;
        }
    }
    assert!(house.club_slow() > 0);
    // What was on its way still comes, then the socket ends.
    while let Some(Ok(_)) = lazy.next().await {}
    let (_, game) = house.visitor().sit(&id).await;
    assert_eq!(game["status"], "live", "and a closed socket comes again");
}

#[tokio::test]
async fn sockets_and_talk_are_limited() {
    let settings = Settings { sockets_per_address: 5, ..Settings::default() };
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), settings).await;
    let (id, _, [mut white, _black]) = two(&house, json!({})).await;
    let path = format!("/api/games/{id}/socket");
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(house.visitor().socket(&path).await);
    }
    assert!(house.visitor().try_socket(&path).await.is_err(), "a sixth socket");
    for n in 0..500 {
        if white.stream.send(Message::text(format!("{{\"type\":\"ping\",\"n\":{n}}}"))).await.is_err() {
            break;
        }
    }
    let mut pongs = 0;
    while let Some(frame) = white.frame().await {
        pongs += usize::from(frame["type"] == "pong");
    }
    assert!(pongs < 200, "{pongs}: who talks too much is closed");
}

#[tokio::test]
async fn a_thousand_sockets() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { limited: false, ..Settings::default() }).await;
    let (id, _, [mut white, mut black]) = two(&house, json!({})).await;
    let path = format!("/api/games/{id}/socket");
    let mut sockets = Vec::new();
    for _ in 0..1000 {
        let mut socket = house.visitor().socket(&path).await;
        socket.next("game").await;
        sockets.push(socket);
    }
    white.play(&["c3", "d4"]).await;
    black.event().await;
    for socket in &mut sockets {
        assert_eq!(socket.event().await["move"]["text"], "c3-d4");
    }
}

#[tokio::test]
async fn passwords_cannot_be_guessed_fast() {
    let house = House::open().await;
    let mut ann = house.visitor();
    ann.post("/api/me/account", json!({"name": "Ann", "password": "correct horse"})).await;
    let mut eve = house.visitor();
    let mut codes = Vec::new();
    for at in 0..12 {
        let guess = json!({"name": "Ann", "password": format!("password {at}")});
        codes.push(eve.refused(Method::POST, "/api/me/login", guess).await);
    }
    assert!(codes.iter().filter(|code| *code == "wrong-password").count() <= 8, "{codes:?}");
    assert_eq!(codes.last().map(String::as_str), Some("too-many"));
    // Signed-in people are not locked out by that.
    assert_eq!(ann.get("/api/me").await["name"], "Ann");
}

#[tokio::test]
async fn pages_of_others_get_nothing() {
    let house = House::open().await;
    let ask = |method: Method, host: &str, origin: Option<&str>| {
        let mut request = Request::builder().method(method).uri("/api/me/logout").header(header::HOST, host);
        if let Some(origin) = origin {
            request = request.header(header::ORIGIN, origin);
        }
        router(Arc::clone(&house.club)).oneshot(request.body(Body::empty()).unwrap())
    };
    for (host, origin, status) in [
        ("localhost:8064", None, StatusCode::OK),
        ("localhost:8064", Some("http://localhost:8064"), StatusCode::OK),
        ("192.168.1.7:8064", Some("http://192.168.1.7:8064"), StatusCode::OK),
        ("localhost:8064", Some("http://evil.example"), StatusCode::FORBIDDEN),
        ("localhost:8064", Some("null"), StatusCode::FORBIDDEN),
        // A name that was made to point here.
        ("evil.example:8064", Some("http://evil.example:8064"), StatusCode::FORBIDDEN),
    ] {
        let response = ask(Method::POST, host, origin).await.unwrap();
        assert_eq!(response.status(), status, "{host} {origin:?}");
        for name in ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"] {
            assert!(response.headers().contains_key(name), "{name}");
        }
    }
    let cookie = ask(Method::POST, "localhost", None).await.unwrap();
    let cookie = cookie.headers()[header::SET_COOKIE].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
}

#[tokio::test]
async fn bodies_are_limited_and_checked() {
    let house = House::open().await;
    let mut eve = house.visitor();
    let huge = json!({"rules": "x".repeat(100_000), "opponent": {"kind": "link"}});
    assert_eq!(eve.refused(Method::POST, "/api/games", huge).await, "too-large");
    for body in [
        json!(null),
        json!([]),
        json!({"rules": "russian"}),
        json!({"rules": "russian", "opponent": {"kind": "ghost"}}),
        json!({"rules": "russian", "opponent": {"kind": "link"}, "surprise": 1}),
        json!({"rules": "russian", "opponent": {"kind": "computer", "level": 300}}),
    ] {
        assert_eq!(eve.refused(Method::POST, "/api/games", body).await, "bad-request");
    }
    for (body, code) in [
        (json!({"rules": "chess", "opponent": {"kind": "link"}}), "rules"),
        (json!({"rules": "russian", "opponent": {"kind": "computer", "level": 11}}), "level"),
        (json!({"rules": "russian", "opponent": {"kind": "link"}, "fen": "x"}), "fen"),
        (json!({"rules": "russian", "opponent": {"kind": "link"}, "fen": "W:W:B"}), "position"),
        (json!({"rules": "russian", "opponent": {"kind": "link"}, "odds": ["z9"]}), "odds"),
        (json!({"rules": "russian", "opponent": {"kind": "link"}, "clocks": {"white": "x", "black": "8m"}}), "clock"),
        (json!({"rules": "russian", "opponent": {"kind": "link"}, "delay": 999_999}), "too-large"),
    ] {
        let mut eve = house.visitor();
        assert_eq!(eve.refused(Method::POST, "/api/games", body.clone()).await, code, "{body}");
    }
    assert_eq!(eve.refused(Method::GET, "/api/nothing", json!(null)).await, "no-path");
    assert_eq!(eve.refused(Method::GET, "/api/games/..%2F..%2Fetc", json!(null)).await, "no-game");
    assert_eq!(eve.refused(Method::GET, "/api/me/games?before=x", json!(null)).await, "bad-request");
}

#[tokio::test]
async fn a_proxy_tells_where_visitors_come_from_and_nobody_else_does() {
    // Codes are limited for each address, and wrong ones cost nothing.
    async fn tries(house: &House, from: &str) -> usize {
        let mut counted = 0;
        loop {
            let request = Request::post("/api/me/takeover")
                .header(header::HOST, "localhost")
                .header("x-forwarded-for", from)
                .body(Body::from("{\"code\":\"x\"}"));
            let response = router(Arc::clone(&house.club)).oneshot(request.unwrap()).await.unwrap();
            if response.status() == StatusCode::TOO_MANY_REQUESTS {
                return counted;
            }
            assert_eq!(response.status(), StatusCode::FORBIDDEN);
            counted += 1;
        }
    }
    async fn metrics(house: &House, from: &str) -> StatusCode {
        let request = Request::get("/metrics").header(header::HOST, "localhost").header("x-forwarded-for", from);
        router(Arc::clone(&house.club)).oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status()
    }
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { behind_proxy: true, ..Settings::default() }).await;
    assert!(tries(&house, "203.0.113.5").await >= 30);
    // What stands before the last comma the visitor may have made up.
    assert!(tries(&house, "198.51.100.1, 203.0.113.5").await < 30, "the same visitor");
    assert!(tries(&house, "203.0.113.6").await >= 30, "somebody else");
    assert_eq!(metrics(&house, "203.0.113.5").await, StatusCode::FORBIDDEN);
    assert_eq!(metrics(&house, "127.0.0.1").await, StatusCode::OK);

    let house = House::open().await;
    assert!(tries(&house, "203.0.113.5").await >= 30);
    assert!(tries(&house, "203.0.113.6").await < 30, "without a proxy the header says nothing");
}

#[tokio::test]
async fn nobody_undoes_a_game_by_saying_that_the_board_lies_wrongly() {
    let house = House::open().await;
    let (id, [mut ann, _], [mut white, mut black]) = two(&house, json!({"manner": "at-board"})).await;
    for claim in ["wrong-board", "wrong-setup"] {
        let refused = white.refused(json!({"kind": "claim", "claim": claim})).await;
        assert_eq!(refused["problem"]["code"], "act", "{refused}");
        assert!(refused["problem"]["text"].as_str().unwrap().contains("set up the board"), "{refused}");
    }
    assert_eq!(ann.get(&format!("/api/games/{id}")).await["status"], "live");
    black.act(json!({"kind": "resign"})).await;
    black.event().await;
    // Neither against the computer.
    let computer = json!({"rules": "russian", "opponent": {"kind": "computer", "level": 1}, "colour": "white", "manner": "at-board"});
    let (id, _) = ann.make(computer).await;
    ann.sit(&id).await.0.refused(json!({"kind": "claim", "claim": "wrong-board"})).await;
    // Two people at one screen have a board of their own, and see how it lies.
    let (id, _) = ann.make(json!({"rules": "russian", "opponent": {"kind": "sameScreen"}, "manner": "at-board"})).await;
    let (mut both, _) = ann.sit(&id).await;
    both.act(json!({"kind": "claim", "claim": "wrong-board"})).await;
    assert_eq!(both.event().await["state"]["ending"]["reason"], "annulled");
}
