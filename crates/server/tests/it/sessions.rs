//! Signing in: guessing passwords, and sessions that can be listed and ended.

use crate::house::{self, House, Visitor, two};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use damka_conduct::PersonId;
use damka_server::{Settings, router};
use futures_util::{SinkExt, StreamExt};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::Arc;
use tokio_tungstenite::tungstenite::Message;
use tower::ServiceExt;

const RIGHT: &str = "correct horse";

async fn account(who: &mut Visitor, name: &str) {
    who.post("/api/me/account", json!({"name": name, "password": RIGHT})).await;
}

async fn sign_in(who: &mut Visitor, name: &str) {
    who.post("/api/me/login", json!({"name": name, "password": RIGHT})).await;
}

/// The sessions of a person.
async fn sessions(who: &mut Visitor) -> Vec<Value> {
    who.get("/api/me/sessions").await["sessions"].as_array().unwrap().clone()
}

async fn has_account(who: &Visitor) -> bool {
    who.clone().get("/api/me").await["account"] == true
}

/// Signs in from an address; returns the status and the code.
async fn from(house: &House, address: &str, name: &str, password: &str) -> (StatusCode, Value) {
    let body = json!({"name": name, "password": password});
    let request = Request::post("/api/me/login")
        .header(header::HOST, "localhost")
        .header("x-forwarded-for", address)
        .body(Body::from(body.to_string()));
    let response = router(Arc::clone(&house.club)).oneshot(request.unwrap()).await.unwrap();
    let status = response.status();
    let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
    (status, serde_json::from_slice::<Value>(&body).unwrap()["code"].take())
}

#[tokio::test]
async fn security_9_guesses_from_one_address_do_not_lock_out_another() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { behind_proxy: true, ..Settings::default() }).await;
    account(&mut house.visitor(), "Ann").await;
    account(&mut house.visitor(), "Bob").await;
    let mut codes = Vec::new();
    for at in 0..24 {
        codes.push(from(&house, "203.0.113.5", "Ann", &format!("wrong horse {at}")).await.1);
    }
    assert!(codes.iter().filter(|code| **code == "wrong-password").count() <= 9, "{codes:?}");
    assert_eq!(codes.last(), Some(&json!("too-many")));
    assert_eq!(from(&house, "203.0.113.5", "Ann", RIGHT).await.0, StatusCode::TOO_MANY_REQUESTS, "no oracle either");
    assert_eq!(from(&house, "198.51.100.7", "Ann", RIGHT).await.0, StatusCode::OK, "the right one from elsewhere");
    assert_eq!(from(&house, "203.0.113.5", "Bob", RIGHT).await.0, StatusCode::OK, "a neighbour of the attacker");
}

#[tokio::test]
async fn security_9_a_class_signs_in_at_once_from_one_address() {
    let house = House::open().await;
    let names: Vec<String> = (0..40).map(|at| format!("Pupil {at}")).collect();
    let making = names.iter().map(|name| {
        let mut pupil = house.visitor();
        async move { account(&mut pupil, name).await }
    });
    futures_util::future::join_all(making).await;
    let coming = names.iter().map(|name| {
        let mut pupil = house.visitor();
        async move { sign_in(&mut pupil, name).await }
    });
    futures_util::future::join_all(coming).await;
    // One account that the coach opens on every computer is not a guess either.
    for _ in 0..20 {
        sign_in(&mut house.visitor(), "Pupil 7").await;
    }
}

#[tokio::test]
async fn security_10_signing_out_ends_exactly_that_session() {
    let house = House::open().await;
    let (mut phone, mut desk) = (house.visitor(), house.visitor());
    account(&mut phone, "Nina").await;
    sign_in(&mut desk, "Nina").await;
    assert_eq!(sessions(&mut phone).await.len(), 2);
    let copied = desk.clone();
    let mut watching = desk.socket("/api/lobby/socket").await;
    let mut thinking = desk.socket("/api/analysis/socket").await;
    watching.next("lobby").await;
    desk.post("/api/me/logout", json!(null)).await;
    assert!(!has_account(&copied).await, "a cookie that was copied before is worth nothing");
    assert!(!has_account(&desk).await && has_account(&phone).await);
    assert_eq!((watching.frame().await, thinking.frame().await), (None, None), "its sockets are closed");
    let left = sessions(&mut phone).await;
    assert_eq!((left.len(), &left[0]["current"]), (1, &json!(true)));
}

#[tokio::test]
async fn security_10_devices_are_listed_and_ended() {
    let house = House::open().await;
    let mut devices = [house.visitor(), house.visitor(), house.visitor(), house.visitor()];
    account(&mut devices[0], "Nina").await;
    for device in &mut devices[1..] {
        sign_in(device, "Nina").await;
    }
    let mut eve = house.visitor();
    account(&mut eve, "Eve").await;
    let [first, second, third, fourth] = &mut devices;
    let listed = sessions(first).await;
    let current: Vec<&Value> = listed.iter().filter(|session| session["current"] == true).collect();
    assert_eq!((listed.len(), current.len()), (4, 1));
    let own = current[0]["id"].as_str().unwrap().to_owned();
    assert!(!first.cookie.as_ref().unwrap().contains(&own), "the list shows no secret");
    let id = sessions(second).await.iter().find(|it| it["current"] == true).unwrap()["id"].clone();
    let path = format!("/api/me/sessions/{}", id.as_str().unwrap());
    assert_eq!(eve.refused(Method::DELETE, &path, json!(null)).await, "no-session", "nobody ends another's");
    assert_eq!(first.request(Method::DELETE, &path, None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(first.refused(Method::DELETE, &path, json!(null)).await, "no-session");
    assert!(!has_account(second).await && has_account(third).await);
    let offer = fourth.post("/api/me/handover", json!(null)).await;
    let left = first.post("/api/me/sessions/end-others", json!(null)).await;
    assert_eq!((left["sessions"].as_array().unwrap().len(), &left["sessions"][0]["id"]), (1, &json!(own)));
    assert!(has_account(first).await && !has_account(third).await && !has_account(fourth).await);
    let code = json!({"code": offer["code"]});
    assert_eq!(eve.refused(Method::POST, "/api/me/takeover", code).await, "wrong-code", "codes end with them");
}

#[tokio::test]
async fn security_10_what_was_planted_before_does_not_stay() {
    let house = House::open().await;
    // Eve plants her own guest on a victim, by code and by cookie.
    let mut eve = house.visitor();
    eve.make(json!({"rules": "russian", "opponent": {"kind": "sameScreen"}})).await;
    let offer = eve.post("/api/me/handover", json!(null)).await;
    let mut victim = house.visitor();
    victim.post("/api/me/takeover", json!({"code": offer["code"]})).await;
    assert_ne!(victim.cookie, eve.cookie, "a device of its own");
    let planted = victim.clone();
    let second = eve.post("/api/me/handover", json!(null)).await;
    account(&mut victim, "Victim").await;
    assert!(has_account(&victim).await);
    assert!(
        !has_account(&eve).await && !has_account(&planted).await,
        "neither her session nor the old one of the victim"
    );
    let code = json!({"code": second["code"]});
    assert_eq!(eve.refused(Method::POST, "/api/me/takeover", code).await, "wrong-code");

    // The cookie of a guest unknown to the server, planted before the victim signs in.
    let mut guest = house.visitor();
    guest.get("/api/me").await;
    let copied = guest.clone();
    sign_in(&mut guest, "Victim").await;
    assert!(has_account(&guest).await && !has_account(&copied).await);
    let mut fresh = house.visitor();
    fresh.get("/api/me").await;
    let copied = fresh.clone();
    account(&mut fresh, "Fresh").await;
    assert!(has_account(&fresh).await && !has_account(&copied).await);
}

#[tokio::test]
async fn what_a_browser_asks_while_it_signs_in_does_not_sign_it_out() {
    let house = House::open().await;
    let mut ann = house.visitor();
    ann.make(json!({"rules": "russian", "opponent": {"kind": "sameScreen"}})).await;
    let (mut window, before) = (ann.clone(), ann.cookie.clone());
    account(&mut ann, "Ann").await;
    assert_eq!(window.get("/api/me").await["account"], false, "the old cookie is worth nothing");
    assert_eq!(window.cookie, before, "and no third one comes in the place of the new");
    // A session that ended in another way is replaced.
    let (mut window, before) = (ann.clone(), ann.cookie.clone());
    ann.post("/api/me/logout", json!(null)).await;
    assert_eq!(window.get("/api/me").await["account"], false);
    assert_ne!(window.cookie, before);
}

/// Whether a move on a socket still has an effect.
async fn moves(house: &House, game: &str, socket: &mut house::Socket) -> bool {
    let act = json!({"type": "act", "n": 1, "act": {"kind": "move", "path": ["c3", "d4"]}});
    let _ = socket.stream.send(Message::text(act.to_string())).await;
    while let Some(Ok(message)) = socket.stream.next().await {
        if matches!(message, Message::Close(_)) {
            break;
        }
    }
    house.visitor().get(&format!("/api/games/{game}")).await["state"]["seq"] != 0
}

#[tokio::test]
async fn security_10_a_socket_opened_before_a_change_of_password_cannot_move() {
    let house = House::open().await;
    let (id, [mut ann, _], [mut white, _black]) = two(&house, json!({})).await;
    account(&mut ann, "Ann").await;
    assert!(!moves(&house, &id, &mut white).await, "opened before the account was made");
    let (mut white, game) = ann.sit(&id).await;
    assert_eq!(game["you"]["seats"], json!(["white"]), "the page comes again");
    let change = json!({"old": RIGHT, "new": "battery staple"});
    assert_eq!(ann.request(Method::PUT, "/api/me/password", Some(change)).await.0, StatusCode::OK);
    assert!(!moves(&house, &id, &mut white).await, "opened before the password was changed");
    let (mut white, _) = ann.sit(&id).await;
    white.play(&["c3", "d4"]).await;
}

#[tokio::test]
async fn security_10_a_socket_of_a_guest_does_not_become_the_accounts() {
    let house = House::open().await;
    let mut desk = house.visitor();
    account(&mut desk, "Ann").await;
    let (id, [mut ann, _], [mut white, _black]) = two(&house, json!({})).await;
    let mut watching = ann.socket("/api/lobby/socket").await;
    watching.next("lobby").await;
    sign_in(&mut ann, "Ann").await;
    assert!(!moves(&house, &id, &mut white).await, "somebody else may have opened it with the same cookie");
    while watching.frame().await.is_some() {}
    let (mut white, game) = ann.sit(&id).await;
    assert_eq!(game["you"]["seats"], json!(["white"]), "the seat is the account's");
    white.play(&["c3", "d4"]).await;
}

/// The owner of an account's name.
fn person(house: &House, name: &str) -> PersonId {
    house.club.store().account(name).unwrap().unwrap().id
}

#[tokio::test]
async fn security_10_a_keeper_ends_all_sessions_of_a_person() {
    let house = House::open().await;
    let (id, [mut ann, _], _) = two(&house, json!({})).await;
    account(&mut ann, "Ann").await;
    let (mut white, _) = ann.sit(&id).await;
    house.club.end_sessions(&person(&house, "ann"), None).await.unwrap();
    assert!(!moves(&house, &id, &mut white).await);
    assert!(!has_account(&ann).await);
}

#[tokio::test]
async fn a_person_has_so_many_sessions_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { limited: false, ..Settings::default() }).await;
    let mut first = house.visitor();
    account(&mut first, "Ann").await;
    let mut watching = first.socket("/api/lobby/socket").await;
    watching.next("lobby").await;
    let mut last = house.visitor();
    for _ in 0..50 {
        last = house.visitor();
        sign_in(&mut last, "Ann").await;
    }
    assert_eq!(sessions(&mut last).await.len(), 50);
    assert!(has_account(&last).await && !has_account(&first).await, "the oldest falls out");
    assert_eq!(watching.frame().await, None, "with its sockets");
}

#[tokio::test]
async fn strangers_leave_no_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let mut eve = house.visitor();
    for _ in 0..20 {
        eve.cookie = None;
        eve.get("/api/me").await;
        eve.post("/api/me/logout", json!(null)).await;
        eve.post("/api/me/sessions/end-others", json!(null)).await;
        assert_eq!(sessions(&mut eve).await, Vec::<Value>::new());
    }
    // A person in the store has one, from the cookie that they had before.
    eve.make(json!({"rules": "russian", "opponent": {"kind": "sameScreen"}})).await;
    let kept = sessions(&mut eve).await;
    assert_eq!((kept.len(), &kept[0]["current"]), (1, &json!(true)));
}

/// A cookie as earlier versions wrote it: the person, the generation and a signature.
fn old_cookie(house: &House, name: &str) -> String {
    let store = house.club.store();
    let kept = store.account(name).unwrap().unwrap();
    let text = format!("{}.{}", kept.id.as_str(), kept.generation);
    let secret = store.secret("cookie", &|| unreachable!("there is one")).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(text.as_bytes());
    let mac: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("damka={text}.{mac}")
}

#[tokio::test]
async fn a_cookie_of_an_earlier_version_becomes_a_session() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let mut ann = house.visitor();
    account(&mut ann, "Ann").await;
    let mut old_browser = house.visitor();
    old_browser.cookie = Some(old_cookie(&house, "ann"));
    let (mut one, mut other) = (old_browser.clone(), old_browser.clone());
    let (at_once, too) = tokio::join!(one.get("/api/me"), other.get("/api/me/games"));
    assert!(at_once["account"] == true && too["games"].is_array());
    assert_eq!(one.cookie, other.cookie, "what a page asks for at the same time makes one session");
    assert_ne!(one.cookie, old_browser.cookie);
    assert_eq!(sessions(&mut one).await.len(), 2);
    one.post("/api/me/logout", json!(null)).await;
    assert!(!has_account(&other).await, "it has ended");
    assert_eq!(old_browser.get("/api/me").await["account"], false, "and the old cookie cannot bring it back");
    assert!(has_account(&ann).await);
}

#[tokio::test]
async fn sessions_outlive_the_process_and_go_with_the_person() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let (mut ann, mut guest) = (house.visitor(), house.visitor());
    account(&mut ann, "Ann").await;
    guest.make(json!({"rules": "russian", "opponent": {"kind": "sameScreen"}})).await;
    let copy = house::killed(folder.path());
    let after = House::open_in(copy.path(), Settings::default()).await;
    let (mut ann, mut guest) = (after.guest(&ann), after.guest(&guest));
    assert!(has_account(&ann).await);
    assert_eq!(guest.get("/api/me/games").await["games"].as_array().unwrap().len(), 1);
    let left = || after.club.store().sessions_of(&person(&after, "ann")).unwrap().len();
    assert_eq!(left(), 1);
    sign_in(&mut guest, "Ann").await;
    assert_eq!((left(), guest.get("/api/me/games").await["games"].as_array().unwrap().len()), (2, 1));
    let id = person(&after, "ann");
    assert_eq!(ann.request(Method::DELETE, "/api/me", Some(json!({"password": RIGHT}))).await.0, StatusCode::OK);
    assert_eq!(after.club.store().sessions_of(&id), Ok(vec![]));
    assert!(!has_account(&guest).await);
}

#[tokio::test]
async fn security_17_common_passwords_are_refused_in_three_languages() {
    let house = House::open().await;
    let mut ann = house.visitor();
    for (language, password, text) in [
        ("en", "password", "This password is one of the first that others would try. Choose a less common one."),
        ("en", "12345678", "This password is one of the first that others would try. Choose a less common one."),
        ("ru", "йцукенгш", "Такой пароль угадывают одним из первых. Придумайте менее распространённый."),
        ("uk", "Trillian1", "Такий пароль угадують одним із перших. Придумайте менш поширений."),
    ] {
        ann.language = language;
        let wanted = json!({"name": "Trillian", "password": password});
        let (status, answer) = ann.request(Method::POST, "/api/me/account", Some(wanted)).await;
        assert_eq!(
            (status, &answer["code"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!("common-password")),
            "{password}"
        );
        assert_eq!(answer["text"], text);
    }
    account(&mut ann, "Trillian").await;
    let change = json!({"old": RIGHT, "new": "Qwerty123"});
    assert_eq!(ann.refused(Method::PUT, "/api/me/password", change).await, "common-password");
}
