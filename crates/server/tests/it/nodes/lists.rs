//! The club's lists are the same at every node: offers, games, people, turns, contests, imports.

use super::{MOVES, event_of, play, two, until, until_found};
use crate::house::Visitor;
use crate::house::nodes::Nodes;
use axum::http::Method;
use damka_server::Settings;
use damka_store::{Write, story};
use serde_json::{Value, json};
use std::time::Duration;

fn offer(clock: &str) -> Value {
    json!({"rules": "russian", "opponent": {"kind": "lobby"}, "colour": "white", "clocks": {"white": clock, "black": clock}})
}

fn ids(lobby: &Value, list: &str) -> Vec<String> {
    lobby[list].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

/// A club in which an offer disappears as soon as its creator leaves.
fn impatient(limited: bool) -> Settings {
    Settings { offer_patience: Duration::ZERO, limited, ..Settings::default() }
}

#[tokio::test]
async fn offers_and_games_are_listed_everywhere_in_the_same_order() {
    for is_cut in [false, true] {
        let nodes = Nodes::open_with(3, impatient(false)).await;
        nodes.cut_wires(is_cut);
        let (mut offers, mut sockets, mut makers) = (Vec::new(), Vec::new(), Vec::new());
        for at in 0..6 {
            let mut maker = nodes.houses[at % 3].visitor();
            let (id, _) = maker.make(offer(&format!("{}m", at + 3))).await;
            // Their creators have them open at another node.
            sockets.push(nodes.houses[(at + 1) % 3].guest(&maker).sit(&id).await.0);
            offers.insert(0, id);
            makers.push(maker);
            // Times are in milliseconds.
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
        let (game, _, mut players) = two(&nodes, json!({})).await;
        play(&mut players[0], &MOVES[0], 1).await;
        for house in &nodes.houses {
            let mut looker = house.visitor();
            let lobby =
                until_found(&mut looker, "/api/lobby", "all offers", |lobby| ids(lobby, "open") == offers).await;
            assert_eq!(lobby["open"][0]["players"]["white"]["here"], true, "{lobby}");
            let is_there = |lobby: &Value| ids(lobby, "live") == [game.as_str()] && lobby["live"][0]["ply"] == 1;
            let lobby = until_found(&mut looker, "/api/lobby", "the game with its move", is_there).await;
            assert_eq!(lobby["playing"], 1);
            assert!(lobby["live"][0]["placement"].as_str().unwrap().contains('w'));
            until_found(&mut looker, "/api/lobby", "everybody counts once", |lobby| lobby["people"] == 8).await;
        }
        // When its creator leaves, the offer disappears, whichever node they were at.
        drop(sockets.remove(5));
        for house in &nodes.houses {
            let is_gone = |lobby: &Value| ids(lobby, "open") == offers[1..];
            until_found(&mut house.visitor(), "/api/lobby", "the offer goes with its maker", is_gone).await;
        }
        // Someone sits down at another node.
        let mut taker = nodes.houses[2].visitor();
        taker.post(&format!("/api/games/{}/seat", offers[5]), json!({})).await;
        for house in &nodes.houses {
            let is_played = |lobby: &Value| ids(lobby, "open") == offers[1..5] && lobby["playing"] == 2;
            until_found(&mut house.visitor(), "/api/lobby", "it is a game now", is_played).await;
        }
        players[1].act(json!({"kind": "resign"})).await;
        for house in &nodes.houses {
            let is_over = |lobby: &Value| !ids(lobby, "live").contains(&game);
            until_found(&mut house.visitor(), "/api/lobby", "what is over is not shown", is_over).await;
        }
    }
}

#[tokio::test]
async fn a_socket_of_the_lobby_hears_of_offers_at_other_nodes() {
    for is_cut in [false, true] {
        let nodes = Nodes::open_with(2, impatient(false)).await;
        nodes.cut_wires(is_cut);
        let mut lobby = nodes.houses[1].visitor().socket("/api/lobby/socket").await;
        lobby.next("lobby").await;
        let mut maker = nodes.houses[0].visitor();
        let (id, _) = maker.make(offer("5m")).await;
        let (_socket, _) = maker.sit(&id).await;
        while ids(&lobby.next("lobby").await["lobby"], "open") != [id.as_str()] {}
    }
}

#[tokio::test]
async fn offers_of_a_person_are_counted_at_all_nodes_together() {
    let nodes = Nodes::open_with(3, impatient(true)).await;
    let mut sockets = Vec::new();
    let maker = nodes.houses[0].visitor();
    let mut maker = { maker };
    maker.request(Method::PUT, "/api/me/name", Some(json!({"name": "Otto"}))).await;
    for at in 0..5 {
        let mut here = nodes.houses[at % 3].guest(&maker);
        let (id, _) = here.make(offer("5m")).await;
        sockets.push(here.sit(&id).await.0);
    }
    for house in &nodes.houses {
        let mut here = house.guest(&maker);
        until_found(&mut here, "/api/lobby", "all five", |lobby| lobby["open"].as_array().unwrap().len() == 5).await;
        let (status, answer) = here.request(Method::POST, "/api/games", Some(offer("5m"))).await;
        assert!(!status.is_success() && answer["text"].as_str().unwrap().contains("5 open offers"), "{answer}");
    }
}

#[tokio::test]
async fn an_offer_over_days_stays_when_its_maker_and_its_node_are_gone() {
    let nodes = Nodes::open(2).await;
    let slow = json!({"rules": "russian", "opponent": {"kind": "lobby"}, "colour": "white", "pace": "days",
        "clocks": {"white": "1x3d", "black": "1x3d"}});
    let (id, _) = nodes.houses[0].visitor().make(slow).await;
    let is_there = |lobby: &Value| ids(lobby, "open") == [id.as_str()];
    let mut looker = nodes.houses[1].visitor();
    until_found(&mut looker, "/api/lobby", "it is offered", is_there).await;
    nodes.close(0);
    let free = || nodes.store.nodes().owner(&id.as_str().into()).unwrap().is_none();
    until("its owner goes", free).await;
    until_found(&mut looker, "/api/lobby", "it is still offered", is_there).await;
}

#[tokio::test]
async fn whose_move_it_is_and_what_is_played_now_is_known_at_every_node() {
    let nodes = Nodes::open(3).await;
    let (_, [white, black], mut players) = two(&nodes, json!({})).await;
    // The third node does not have the game in memory at all.
    let (mut white, mut black) = (nodes.houses[2].guest(&white), nodes.houses[2].guest(&black));
    let turns = async |who: &mut Visitor| who.get("/api/me/turns").await["total"].clone();
    let position = json!({"rules": "russian", "moves": ["c3-d4", "f6-g5"]});
    let hint =
        async |who: &mut Visitor| who.request(Method::POST, "/api/position/hint", Some(position.clone())).await.1;
    for (ply, path) in (1..).zip(MOVES) {
        let (mover, other) = if ply % 2 == 1 { (0, 1) } else { (1, 0) };
        assert_eq!((turns(&mut white).await, turns(&mut black).await), (json!(ply % 2), json!(1 - ply % 2)), "{ply}");
        let is_forbidden = hint(&mut white).await["code"] == "played-now";
        assert_eq!(is_forbidden, ply > 1, "half-move {ply}: nobody is helped in a game that is played elsewhere");
        play(&mut players[mover], &path, ply).await;
        event_of(&mut players[other], ply).await;
    }
    players[1].act(json!({"kind": "resign"})).await;
    event_of(&mut players[0], 4).await;
    assert_eq!((turns(&mut white).await, turns(&mut black).await), (json!(0), json!(0)));
}

#[tokio::test]
async fn a_new_contest_is_known_at_every_node() {
    for is_cut in [false, true] {
        let nodes = Nodes::open(2).await;
        nodes.cut_wires(is_cut);
        let mut looker = nodes.houses[1].visitor();
        let before = looker.get("/api/lobby").await["contests"].clone();
        let mut host = nodes.houses[0].visitor();
        let evening = json!({"kind": "evening", "name": "Friday", "rules": "russian"});
        host.post("/api/contests", evening).await;
        until_found(&mut looker, "/api/lobby", "the list has changed", |lobby| lobby["contests"] != before).await;
    }
}

#[tokio::test]
async fn an_import_is_asked_about_at_every_node() {
    for is_cut in [false, true] {
        let nodes = Nodes::open(2).await;
        nodes.cut_wires(is_cut);
        let mut ann = nodes.houses[0].visitor();
        let text = "[Event \"Cup\"]\n[GameType \"25\"]\n\n1. c3-d4 b6-a5 2. d4-c5 d6xb4 3. a3xc5 *\n\n".repeat(40);
        let begun = ann.post("/api/me/games?wait=0", json!({"text": text})).await;
        let id = begun["id"].as_str().unwrap().to_owned();
        let mut elsewhere = nodes.houses[1].guest(&ann);
        let path = format!("/api/me/imports/{id}");
        let is_done = |import: &Value| import["status"] == "done";
        let import = until_found(&mut elsewhere, &path, "it is done", is_done).await;
        assert_eq!(import["games"].as_array().unwrap().len(), 40);
        let mine = elsewhere.get("/api/me/imports").await;
        assert_eq!(mine["imports"][0]["id"], id, "{mine}");
        let stranger = nodes.houses[1].visitor().request(Method::GET, &path, None).await;
        assert_eq!(stranger.0.as_u16(), 404, "it is hers alone");
        // A dead node reads nothing.
        story::write(&*nodes.store, vec![Write::EndRun { run: super::run(&nodes, 0) }]).unwrap();
        let begun = std::time::Instant::now();
        while elsewhere.request(Method::GET, &path, None).await.0.as_u16() != 404 {
            assert!(begun.elapsed() < crate::house::PATIENCE);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
