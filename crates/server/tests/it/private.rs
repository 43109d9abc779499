//! Private games, and arbiters to whom both sides have agreed.

use crate::house::{House, Socket, Visitor, two};
use axum::http::{Method, StatusCode};
use damka_server::Settings;
use serde_json::{Value, json};

async fn look(visitor: &mut Visitor, id: &str) -> (StatusCode, Value) {
    visitor.request(Method::GET, &format!("/api/games/{id}"), None).await
}

/// Every request that a stranger can make about a game by its id.
fn asked(id: &str) -> Vec<(Method, String, Option<Value>)> {
    let at = |rest: &str| format!("/api/games/{id}{rest}");
    let mut all: Vec<_> =
        ["", "/analysis", "/export", "/export?format=fen", "/record", "/preview.png", "/notes", "/tree"]
            .map(|rest| (Method::GET, at(rest), None))
            .into();
    all.push((Method::GET, at("/invitation"), None));
    all.push((Method::DELETE, at(""), None));
    let posted = [
        ("/seat", json!({})),
        ("/seat", json!({"invitation": "guessed"})),
        ("/enter", json!({"secret": "guessed"})),
        ("/arbiter", json!({"agrees": true})),
        ("/rematch", json!({})),
        ("/hint", json!({})),
        ("/analysis", json!({})),
        ("/tree/pdn", json!({"nodes": []})),
    ];
    all.extend(posted.map(|(rest, body)| (Method::POST, at(rest), Some(body))));
    all.push((Method::PUT, at("/notes"), Some(json!({"pdn": "1. c3-d4"}))));
    all.push((Method::PUT, at("/tree"), Some(json!({"nodes": []}))));
    all
}

/// For a stranger a private game does not exist: the answers are those for an unknown id.
async fn is_hidden(house: &House, stranger: &mut Visitor, id: &str) {
    for ((method, path, body), (_, nowhere, _)) in asked(id).into_iter().zip(asked("aaaaaaaaaaaa")) {
        let real = stranger.request(method.clone(), &path, body.clone()).await;
        let unknown = stranger.request(method.clone(), &nowhere, body).await;
        assert_eq!(real, unknown, "{method} {path}");
        assert_eq!(real.0, StatusCode::NOT_FOUND, "{method} {path}: {}", real.1);
    }
    assert!(stranger.try_socket(&format!("/api/games/{id}/socket")).await.is_err());
    for path in ["/api/lobby", "/api/games", "/api/me/games"] {
        let listed = stranger.get(path).await.to_string();
        assert!(!listed.contains(id), "{path}: {listed}");
    }
    let playing = stranger.get("/api/lobby").await["playing"].clone();
    assert_eq!(playing, 0, "it is not counted either");
    let (status, page) = house.visitor().request(Method::GET, &format!("/game/{id}"), None).await;
    assert!(status != StatusCode::OK || !page.to_string().contains("og:title"), "{status}");
}

#[tokio::test]
async fn security_13_a_private_game_is_there_for_its_people_only() {
    let house = House::patient().await;
    let (mut ann, mut bob, mut eve) = (house.visitor(), house.visitor(), house.visitor());
    let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white", "private": true});
    let made = ann.post("/api/games", wanted).await;
    let id = made["id"].as_str().unwrap();
    is_hidden(&house, &mut eve, id).await;
    // A visitor who opens the invitation sees the game, and takes the seat.
    assert_eq!(look(&mut bob, id).await.0, StatusCode::NOT_FOUND);
    let enter = format!("/api/games/{id}/enter");
    bob.post(&enter, json!({"secret": made["invitation"]})).await;
    assert_eq!(look(&mut bob, id).await.1["agreed"]["private"], true);
    bob.post(&format!("/api/games/{id}/seat"), json!({"invitation": made["invitation"]})).await;
    is_hidden(&house, &mut eve, id).await;
    // A used invitation admits nobody.
    assert_eq!(eve.refused(Method::POST, &enter, json!({"secret": made["invitation"]})).await, "no-game");
    let (mut white, _) = ann.sit(id).await;
    let (_black, seen) = bob.sit(id).await;
    white.play(&["c3", "d4"]).await;
    assert_eq!(ann.get("/api/me/games").await["games"][0]["private"], true);
    // Both players have the link for watching.
    let secret = seen["you"]["watchInvitation"].clone();
    assert_eq!(secret, made["watchInvitation"]);
    let mut dan = house.visitor();
    dan.post(&enter, json!({"secret": secret})).await;
    let (_socket, watched) = dan.sit(id).await;
    assert_eq!((watched["moves"].as_array().unwrap().len(), &watched["you"]["seats"]), (1, &json!([])));
    assert!(watched["you"].get("watchInvitation").is_none());
    assert_eq!(dan.get("/api/me/games").await["games"], json!([]), "it is not his own");
    // It stays private when it is over, and so does the rematch.
    white.act(json!({"kind": "resign"})).await;
    assert_eq!(white.event().await["state"]["ending"]["reason"], "resignation");
    is_hidden(&house, &mut eve, id).await;
    let rematch = format!("/api/games/{id}/rematch");
    ann.post(&rematch, json!({})).await;
    let next = bob.post(&rematch, json!({})).await["game"].as_str().unwrap().to_owned();
    is_hidden(&house, &mut eve, &next).await;
    assert_eq!(look(&mut dan, &next).await.0, StatusCode::NOT_FOUND, "he is let in again or not");
}

#[tokio::test]
async fn security_13_games_with_the_computer_can_be_private_and_the_lobby_cannot() {
    let house = House::patient().await;
    let (mut ann, mut eve) = (house.visitor(), house.visitor());
    let game = |kind: Value| json!({"rules": "russian", "opponent": kind, "colour": "white", "private": true});
    let (id, _) = ann.make(game(json!({"kind": "computer", "level": 1}))).await;
    is_hidden(&house, &mut eve, &id).await;
    assert_eq!(ann.refused(Method::POST, "/api/games", game(json!({"kind": "lobby"}))).await, "private-lobby");
    let link = json!({"game": game(json!({"kind": "computer", "level": 1}))});
    assert_eq!(ann.refused(Method::POST, "/api/links", link).await, "bad-request");
}

/// Two people at the board, with a chair for an arbiter: the id, the people, and the arbiter's secret.
async fn with_chair(house: &House) -> (String, [Visitor; 2], Value) {
    let (id, [mut ann, bob], _) = two(house, json!({"manner": "at-board", "arbiter": true})).await;
    let secret = look(&mut ann, &id).await.1["you"]["arbiterInvitation"].clone();
    (id, [ann, bob], secret)
}

async fn refused_ruling(socket: &mut Socket) -> Value {
    let act = json!({"kind": "rule", "ruling": {"ruling": "penalty", "loser": "black"}});
    socket.refused(act).await["problem"]["code"].clone()
}

#[tokio::test]
async fn security_14_an_arbiter_rules_only_when_the_opponent_agreed() {
    let house = House::open().await;
    let (id, [mut ann, mut bob], secret) = with_chair(&house).await;
    let (seat, arbiter) = (format!("/api/games/{id}/seat"), format!("/api/games/{id}/arbiter"));
    // Neither player can take the chair.
    for player in [&mut ann, &mut bob] {
        assert_eq!(player.refused(Method::POST, &seat, json!({"invitation": secret})).await, "own-arbiter");
    }
    // The creator's second browser is a stranger so far.
    let mut second = house.visitor();
    second.post(&seat, json!({"invitation": secret})).await;
    let (mut chair, seen) = second.sit(&id).await;
    assert_eq!((&seen["you"]["seats"], &seen["you"]["isCandidate"]), (&json!([]), &json!(true)));
    assert_eq!(refused_ruling(&mut chair).await, "not-your-seat");
    // The creator cannot agree for the opponent, and nobody else can.
    for other in [&mut ann, &mut second, &mut house.visitor()] {
        assert_eq!(other.refused(Method::POST, &arbiter, json!({"agrees": true})).await, "not-your-seat");
    }
    let asked = look(&mut bob, &id).await.1["candidate"].clone();
    assert_eq!(asked["asksYou"], true, "{asked}");
    assert_eq!(look(&mut ann, &id).await.1["candidate"]["asksYou"], false);
    // After a refusal the chair is free again, for someone else.
    bob.post(&arbiter, json!({"agrees": false})).await;
    assert_eq!(chair.next("game").await["game"]["you"].get("isCandidate"), None);
    assert_eq!(refused_ruling(&mut chair).await, "not-your-seat");
    let mut eva = house.visitor();
    eva.post(&seat, json!({"invitation": secret})).await;
    assert_eq!(second.refused(Method::POST, &seat, json!({"invitation": secret})).await, "no-free-seat");
    let (mut chair, _) = eva.sit(&id).await;
    bob.post(&arbiter, json!({"agrees": true})).await;
    let game = chair.next("game").await["game"].clone();
    assert_eq!((&game["you"]["seats"], game.get("candidate")), (&json!(["arbiter"]), None));
    assert_eq!(bob.refused(Method::POST, &arbiter, json!({"agrees": false})).await, "not-your-seat", "it is settled");
    chair.act(json!({"kind": "rule", "ruling": {"ruling": "penalty", "loser": "black"}})).await;
    assert_eq!(chair.event().await["state"]["ending"]["reason"], "penalty");
}

#[tokio::test]
async fn security_14_a_guest_in_the_chair_who_turns_out_to_be_a_player_does_not_rule() {
    let house = House::open().await;
    let (id, [mut ann, mut bob], secret) = with_chair(&house).await;
    ann.post("/api/me/account", json!({"name": "Ann", "password": "correct horse"})).await;
    let mut second = house.visitor();
    second.post(&format!("/api/games/{id}/seat"), json!({"invitation": secret})).await;
    bob.post(&format!("/api/games/{id}/arbiter"), json!({"agrees": true})).await;
    assert_eq!(look(&mut second, &id).await.1["you"]["seats"], json!(["arbiter"]));
    second.post("/api/me/login", json!({"name": "Ann", "password": "correct horse"})).await;
    assert_eq!(look(&mut second, &id).await.1["you"]["seats"], json!(["white"]));
}

#[tokio::test]
async fn security_14_who_offers_to_rule_is_kept_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let (id, [_, bob], secret) = with_chair(&house).await;
    let mut eva = house.visitor();
    eva.post("/api/me/account", json!({"name": "Eva", "password": "correct horse"})).await;
    eva.post(&format!("/api/games/{id}/seat"), json!({"invitation": secret})).await;
    let copy = crate::house::killed(folder.path());
    let again = House::open_in(copy.path(), Settings::default()).await;
    let mut bob = again.guest(&bob);
    let candidate = look(&mut bob, &id).await.1["candidate"].clone();
    assert_eq!(candidate, json!({"shown": "Eva", "asksYou": true}));
    bob.post(&format!("/api/games/{id}/arbiter"), json!({"agrees": true})).await;
    assert_eq!(look(&mut again.guest(&eva), &id).await.1["you"]["seats"], json!(["arbiter"]));
}
