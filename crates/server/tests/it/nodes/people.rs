//! Who a person is, at every node: sign-ins, names, offices, codes, guesses.

use super::{closed, two, until, until_found};
use crate::house::nodes::Nodes;
use crate::house::{House, Visitor};
use axum::http::{Method, StatusCode};
use damka_server::Settings;
use damka_store::{ClubWrite, SharedWrite, Write, story};
use serde_json::{Value, json};
use std::time::Duration;

const RIGHT: &str = "correct horse battery";

/// What another node does has to happen everywhere within this time, also without the wire.
const SOON: Duration = Duration::from_millis(2_500);

async fn account(house: &House, name: &str) -> Visitor {
    let mut visitor = house.visitor();
    visitor.post("/api/me/account", json!({"name": name, "password": RIGHT})).await;
    visitor
}

async fn signed_in(house: &House, name: &str) -> Visitor {
    let mut visitor = house.visitor();
    visitor.post("/api/me/login", json!({"name": name, "password": RIGHT})).await;
    visitor
}

async fn keeper(house: &House) -> Visitor {
    let code = house.club.first_keeper_code().await.unwrap().expect("a club without a keeper");
    let mut keeper = account(house, "Kim").await;
    keeper.post("/api/me/keeper", json!({"code": code})).await;
    keeper
}

async fn number(keeper: &mut Visitor, name: &str) -> i64 {
    let found = keeper.get("/api/keeper/people?limit=100").await;
    let people = found["people"].as_array().unwrap();
    people.iter().find(|person| person["shown"] == name).unwrap()["number"].as_i64().unwrap()
}

async fn is_signed_in(who: &Visitor) -> bool {
    who.clone().get("/api/me").await["account"] == true
}

#[tokio::test]
async fn who_signs_out_everywhere_is_out_at_every_node() {
    for is_cut in [false, true] {
        let nodes = Nodes::open(2).await;
        nodes.cut_wires(is_cut);
        let mut ann = account(&nodes.houses[0], "Ann").await;
        let other = signed_in(&nodes.houses[1], "Ann").await;
        let bob = account(&nodes.houses[1], "Bob").await;
        let mut sockets = [other.socket("/api/lobby/socket").await, other.socket("/api/analysis/socket").await];
        let mut own = nodes.houses[1].guest(&ann).socket("/api/lobby/socket").await;
        let mut foreign = bob.socket("/api/lobby/socket").await;
        for socket in [&mut own, &mut foreign] {
            socket.next("lobby").await;
        }
        ann.post("/api/me/sessions/end-others", json!({})).await;
        for socket in &mut sockets {
            assert!(closed(socket).await < SOON, "cut: {is_cut}");
        }
        assert!(!is_signed_in(&other).await);
        // A new password ends every session, also the one that set it.
        let change = json!({"old": RIGHT, "new": "another horse battery"});
        let (status, answer) = ann.request(Method::PUT, "/api/me/password", Some(change)).await;
        assert!(status.is_success(), "{answer}");
        assert!(closed(&mut own).await < SOON, "cut: {is_cut}");
        assert!(is_signed_in(&nodes.houses[1].guest(&ann)).await, "its answer has a new cookie");
        foreign.send(&json!({})).await;
        assert!(is_signed_in(&bob).await, "nobody else is concerned");
    }
}

#[tokio::test]
async fn a_block_counts_at_every_node() {
    for is_cut in [false, true] {
        let nodes = Nodes::open(2).await;
        nodes.cut_wires(is_cut);
        let mut keeper = keeper(&nodes.houses[0]).await;
        let eve = account(&nodes.houses[1], "Eve").await;
        let mut socket = eve.socket("/api/lobby/socket").await;
        socket.next("lobby").await;
        let path = format!("/api/keeper/people/{}/blocked", number(&mut keeper, "Eve").await);
        keeper.request(Method::PUT, &path, Some(json!({"blocked": true}))).await;
        assert!(closed(&mut socket).await < SOON, "cut: {is_cut}");
        assert!(!is_signed_in(&eve).await);
        let login = || json!({"name": "Eve", "password": RIGHT});
        let mut again = nodes.houses[1].visitor();
        assert_eq!(again.refused(Method::POST, "/api/me/login", login()).await, "blocked");
        keeper.request(Method::PUT, &path, Some(json!({"blocked": false}))).await;
        let standings = &nodes.houses[1].club.standings;
        let id = nodes.store.account("eve").unwrap().unwrap().id;
        until("she is let in again", || !standings.is_blocked(&id)).await;
        assert!(again.request(Method::POST, "/api/me/login", Some(login())).await.0.is_success());
    }
}

#[tokio::test]
async fn an_office_counts_at_every_node() {
    let nodes = Nodes::open(2).await;
    let mut kim = keeper(&nodes.houses[0]).await;
    let mut olga = account(&nodes.houses[1], "Olga").await;
    let path = format!("/api/keeper/people/{}/offices", number(&mut kim, "Olga").await);
    kim.request(Method::PUT, &path, Some(json!({"offices": ["keeper"]}))).await;
    until_found(&mut olga, "/api/me", "she is a keeper here too", |me| me["offices"] == json!(["keeper"])).await;
    olga.get("/api/keeper").await;
    // A keeper at one node hides a game that is in memory at another.
    let (id, _, _sockets) = two(&nodes, json!({})).await;
    let mut watchers = [nodes.houses[0].visitor(), nodes.houses[1].visitor()];
    let mut sockets = [watchers[0].sit(&id).await.0, watchers[1].sit(&id).await.0];
    olga.request(Method::PUT, &format!("/api/keeper/games/{id}/hidden"), Some(json!({"hidden": true}))).await;
    for (watcher, socket) in watchers.iter_mut().zip(&mut sockets) {
        closed(socket).await;
        let (status, _) = watcher.request(Method::GET, &format!("/api/games/{id}"), None).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn changes_that_were_not_read_in_time_are_made_up_for() {
    let nodes = Nodes::open(2).await;
    let eve = account(&nodes.houses[1], "Eve").await;
    let mut socket = eve.socket("/api/lobby/socket").await;
    socket.next("lobby").await;
    // All of this is one transaction that no node makes: the first changes are deleted before anyone reads them.
    let id = nodes.store.account("eve").unwrap().unwrap().id;
    let change = |body: &str| Write::Shared(SharedWrite::Change { subject: None, body: body.to_owned() });
    let writes = vec![
        Write::Club(ClubWrite::Block { person: id.clone(), at: Some(1) }),
        Write::EndSessions { person: id.clone(), except: None },
        change("[0,\"Contests\"]"),
        change("[0,\"Contests\"]"),
    ];
    story::write(&*nodes.store, writes).unwrap();
    std::thread::sleep(Duration::from_millis(2));
    story::write(&*nodes.store, vec![Write::Shared(SharedWrite::Forget { age: 0 })]).unwrap();
    assert!(closed(&mut socket).await < 2 * SOON);
    until("she is known to be blocked", || nodes.houses[1].club.standings.is_blocked(&id)).await;
}

#[tokio::test]
async fn a_guest_who_signs_in_elsewhere_keeps_the_seat() {
    for is_cut in [false, true] {
        let nodes = Nodes::open(2).await;
        nodes.cut_wires(is_cut);
        account(&nodes.houses[0], "Ann").await;
        let (id, [_, mut black], [_first, second]) = two(&nodes, json!({})).await;
        drop(second);
        let old = black.clone();
        let mut elsewhere = nodes.houses[0].guest(&black);
        elsewhere.post("/api/me/login", json!({"name": "Ann", "password": RIGHT})).await;
        black.cookie.clone_from(&elsewhere.cookie);
        let path = format!("/api/games/{id}");
        let is_ann =
            |game: &Value| game["players"]["black"]["shown"] == "Ann" && game["you"]["seats"] == json!(["black"]);
        until_found(&mut black, &path, "the follower knows whose seat it is", is_ann).await;
        until_found(&mut elsewhere, &path, "and the owner", is_ann).await;
        assert!(!is_signed_in(&old).await, "the guest is gone");
        let (mut socket, _) = black.sit(&id).await;
        socket.act(json!({"kind": "resign"})).await;
        let ended = loop {
            let frame = socket.frame().await.expect("an open socket");
            if frame["type"] == "event" {
                break frame;
            }
        };
        assert_eq!(ended["event"]["state"]["ending"]["winner"], "white");
    }
}

#[tokio::test]
async fn a_new_name_is_seen_at_every_node() {
    for is_cut in [false, true] {
        let nodes = Nodes::open(2).await;
        nodes.cut_wires(is_cut);
        let (id, [mut white, mut black], [mut first, mut second]) = two(&nodes, json!({})).await;
        let rename = |name: &str| Some(json!({"name": name}));
        // White's node owns the game; Black's follows it.
        white.request(Method::PUT, "/api/me/name", rename("Wanda")).await;
        while second.frame().await.expect("an open socket")["players"]["white"]["shown"] != "Wanda" {}
        black.request(Method::PUT, "/api/me/name", rename("Boris")).await;
        while first.frame().await.expect("an open socket")["players"]["black"]["shown"] != "Boris" {}
        let seen = white.get(&format!("/api/games/{id}")).await;
        assert_eq!(seen["players"]["black"]["shown"], "Boris");
    }
}

#[tokio::test]
async fn a_late_request_with_a_replaced_cookie_gets_no_other() {
    let nodes = Nodes::open(2).await;
    nodes.cut_wires(true);
    account(&nodes.houses[0], "Ann").await;
    let mut browser = nodes.houses[0].visitor();
    browser.request(Method::PUT, "/api/me/name", Some(json!({"name": "Guest of Ann"}))).await;
    let mut late = nodes.houses[1].guest(&browser);
    browser.post("/api/me/login", json!({"name": "Ann", "password": RIGHT})).await;
    let before = late.cookie.clone();
    // At once: the other node has not read yet what has changed.
    late.get("/api/me").await;
    assert_eq!(late.cookie, before, "it would replace the one that was just given");
}

#[tokio::test]
async fn a_code_for_another_device_works_once_at_whichever_node() {
    let nodes = Nodes::open(2).await;
    let mut ann = account(&nodes.houses[0], "Ann").await;
    let code = async |who: &mut Visitor| who.post("/api/me/handover", json!({})).await["code"].clone();
    let first = code(&mut ann).await;
    let mut phone = nodes.houses[1].visitor();
    assert_eq!(phone.post("/api/me/takeover", json!({"code": first})).await["name"], "Ann");
    for house in &nodes.houses {
        let again = house.visitor().refused(Method::POST, "/api/me/takeover", json!({"code": first})).await;
        assert_eq!(again, "wrong-code", "it works once");
    }
    // Many at the same moment: one of them is Ann.
    let second = code(&mut ann).await;
    let tries = (0..8).map(|at| {
        let (mut who, body) = (nodes.houses[at % 2].visitor(), json!({"code": second}));
        async move { who.request(Method::POST, "/api/me/takeover", Some(body)).await.0.is_success() }
    });
    let came = futures_util::future::join_all(tries).await;
    assert_eq!(came.iter().filter(|came| **came).count(), 1, "{came:?}");
    // Signing out everywhere invalidates codes too.
    let third = code(&mut ann).await;
    phone.post("/api/me/sessions/end-others", json!({})).await;
    let late = nodes.houses[1].visitor().refused(Method::POST, "/api/me/takeover", json!({"code": third})).await;
    assert_eq!(late, "wrong-code");
}

#[tokio::test]
async fn guesses_are_counted_in_one_place() {
    let nodes = Nodes::open_with(3, Settings { behind_proxy: true, ..Settings::default() }).await;
    nodes.cut_wires(true);
    account(&nodes.houses[0], "Ann").await;
    let from = |node: usize, address: &str| {
        let mut visitor = nodes.houses[node].visitor();
        visitor.from = Some(address.to_owned());
        visitor
    };
    let login = |password: &str| Some(json!({"name": "Ann", "password": password}));
    let mut wrong = 0;
    for at in 0..24 {
        let mut guesser = from(at % 3, "203.0.113.5");
        let (_, answer) = guesser.request(Method::POST, "/api/me/login", login(&format!("wrong horse {at}"))).await;
        wrong += usize::from(answer["code"] == "wrong-password");
    }
    assert!((8..=9).contains(&wrong), "eight at all nodes together, and what grows back meanwhile: {wrong}");
    for node in 0..3 {
        let (status, _) = from(node, "203.0.113.5").request(Method::POST, "/api/me/login", login(RIGHT)).await;
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "no oracle at node {node}");
    }
    // The right one from elsewhere costs nothing.
    for at in 0..24 {
        let (status, _) = from(at % 3, "198.51.100.7").request(Method::POST, "/api/me/login", login(RIGHT)).await;
        assert_eq!(status, StatusCode::OK, "{at}");
    }
    let mut refused = 0;
    for at in 0..60 {
        let mut guesser = from(at % 3, "203.0.113.99");
        let body = Some(json!({"code": format!("guess{at}")}));
        let (status, _) = guesser.request(Method::POST, "/api/me/takeover", body).await;
        refused += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!((20..=30).contains(&refused), "thirty codes at all nodes together: {refused} refused");
}
