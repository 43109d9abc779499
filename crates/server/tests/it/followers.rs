//! What many spectators at many nodes cost.

use crate::house::nodes::Nodes;
use crate::house::{House, Socket, Visitor};
use damka_servers::Nats;
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::Duration;

const MOVES: [[&str; 2]; 4] = [["c3", "d4"], ["f6", "g5"], ["b2", "c3"], ["g7", "f6"]];

/// A game whose players are at one node.
async fn players(house: &House) -> (String, [Socket; 2]) {
    let (mut white, mut black): (Visitor, Visitor) = (house.visitor(), house.visitor());
    let clocks = json!({"white": "10m", "black": "10m"});
    let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white", "clocks": clocks});
    let (id, invitation) = white.make(wanted).await;
    black.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
    let sockets = [white.sit(&id).await.0, black.sit(&id).await.0];
    (id, sockets)
}

async fn watchers(house: &House, game: &str, count: usize) -> Vec<Socket> {
    let mut watchers = Vec::new();
    for _ in 0..count {
        watchers.push(house.visitor().sit(game).await.0);
    }
    watchers
}

/// Plays the moves; everyone sees each of them before the next.
async fn play(players: &mut [Socket; 2], watchers: &mut [Socket]) {
    for (at, path) in MOVES.iter().enumerate() {
        players[at % 2].act(json!({"kind": "move", "path": path})).await;
        for socket in players.iter_mut().chain(&mut *watchers) {
            while socket.event().await["state"]["ply"] != at as u64 + 1 {}
        }
    }
}

#[tokio::test]
async fn many_spectators_cost_the_owner_a_message_for_each_node() {
    let nodes = Nodes::open(3).await;
    let (id, mut players) = players(&nodes.houses[0]).await;
    let mut watching = watchers(&nodes.houses[1], &id, 50).await;
    watching.extend(watchers(&nodes.houses[2], &id, 50).await);
    let before = nodes.board.lines.load(Ordering::Relaxed);
    play(&mut players, &mut watching).await;
    let sent = nodes.board.lines.load(Ordering::Relaxed) - before;
    assert_eq!(sent, 2 * MOVES.len() as u64, "a hundred spectators at two nodes");
}

#[tokio::test]
async fn a_move_costs_few_bytes_on_nats() {
    let nats = Nats::start();
    let nodes = Nodes::open_on_nats(2, &nats.url()).await;
    let (id, mut players) = players(&nodes.houses[0]).await;
    let mut watching = watchers(&nodes.houses[1], &id, 1).await;
    // Arrivals are announced in the background; this waits until no such message could be counted with the moves.
    let mut before = nats.traffic();
    loop {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let now = nats.traffic();
        if std::mem::replace(&mut before, now) == now {
            break;
        }
    }
    play(&mut players, &mut watching).await;
    let traffic = nats.traffic().since(before);
    // The subject of a node, which NATS does not count, with a run of one figure.
    let subjects = traffic.messages_in * "damka.12345678.1".len() as u64;
    let bytes = (traffic.bytes_in + subjects) / MOVES.len() as u64;
    assert!(traffic.messages_in >= MOVES.len() as u64, "{traffic:?}");
    assert!(bytes <= 200, "{bytes} bytes a move: {traffic:?}");
}

#[tokio::test]
async fn a_crowd_is_told_once_in_a_while_how_many_watch() {
    const CROWD: usize = 160;
    let house = House::patient().await;
    let (id, [mut white, _black]) = players(&house).await;
    let _watching = watchers(&house, &id, CROWD).await;
    let mut frames = 0;
    let mut last = 0;
    while last < CROWD as u64 {
        let told = white.presence().await;
        (frames, last) = (frames + 1, told["watchers"].as_u64().unwrap());
    }
    assert!(frames < 130, "{frames} frames for {CROWD} spectators");
}
