//! Who is here, and who sits where, when players are at several nodes: with the wire, and through the store alone.

use super::{leader, play, run, two, until};
use crate::house::nodes::Nodes;
use damka_server::nodes::Leader;
use serde_json::{Value, json};

fn here(nodes: &Nodes, node: usize, id: &str) -> [bool; 2] {
    nodes.houses[node].club.games.find(&id.into()).unwrap().summary.listing().here
}

#[tokio::test]
async fn without_the_wire_it_is_known_who_is_here() {
    let nodes = Nodes::open(2).await;
    nodes.cut_wires(true);
    let (id, [_, black], [first, second]) = two(&nodes, json!({})).await;
    until("both are known to be here", || (0..2).all(|node| here(&nodes, node, &id) == [true, true])).await;
    drop(second);
    until("the owner learns that Black has gone", || here(&nodes, 0, &id) == [true, false]).await;
    let (_second, _) = black.sit(&id).await;
    until("and has come back", || here(&nodes, 0, &id) == [true, true]).await;
    drop(first);
    until("the follower learns that White has gone", || here(&nodes, 1, &id) == [false, true]).await;
}

#[tokio::test]
async fn the_wire_comes_back_and_nobody_seems_to_leave() {
    let nodes = Nodes::open(2).await;
    nodes.cut_wires(true);
    let (id, _, [_first, _second]) = two(&nodes, json!({})).await;
    until("both are known to be here", || (0..2).all(|node| here(&nodes, node, &id) == [true, true])).await;
    nodes.cut_wires(false);
    let begun = std::time::Instant::now();
    while begun.elapsed() < std::time::Duration::from_secs(7) {
        assert!((0..2).all(|node| here(&nodes, node, &id) == [true, true]));
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_creator_at_another_node_sees_who_sits_down() {
    for is_cut in [false, true] {
        let nodes = Nodes::open(2).await;
        nodes.cut_wires(is_cut);
        let mut white = nodes.houses[0].visitor();
        let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"});
        let (id, invitation) = white.make(wanted).await;
        assert_eq!(leader(&nodes, 0, &id), Leader::Mine(run(&nodes, 0)), "its node owns it");
        let (mut socket, game) = nodes.houses[1].guest(&white).sit(&id).await;
        assert_eq!(game["status"], "waiting");
        let mut black = nodes.houses[0].visitor();
        black.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
        while socket.frame().await.expect("an open socket")["game"]["status"] != "live" {}
        play(&mut socket, &["c3", "d4"], 1).await;
    }
}

fn team(decides: &str) -> Value {
    json!({"decides": decides, "places": 2})
}

#[tokio::test]
async fn teams_talk_and_propose_across_nodes() {
    for is_cut in [false, true] {
        let nodes = Nodes::open(2).await;
        nodes.cut_wires(is_cut);
        let mut people: Vec<_> = (0..4).map(|at| nodes.houses[at % 2].visitor()).collect();
        let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white",
            "seats": {"white": team("captain"), "black": team("captain")}, "clocks": {"white": "none", "black": "none"}});
        let (id, invitation) = people[0].make(wanted).await;
        // Both teams have a member at each node.
        for (at, side) in [(1, "white"), (2, "black"), (3, "black")] {
            let body = json!({"invitation": invitation, "side": side});
            people[at].post(&format!("/api/games/{id}/seat"), body).await;
        }
        let mut sockets = Vec::new();
        for person in &people {
            let (mut socket, game) = person.sit(&id).await;
            // A follower may not have heard of the last one yet.
            if game["status"] == "waiting" {
                while socket.frame().await.expect("an open socket")["game"]["status"] != "live" {}
            }
            sockets.push(socket);
        }
        let [captain, mate, rival, other] = &mut sockets[..] else { panic!() };
        let n = mate.act(json!({"kind": "propose", "path": ["c3", "d4"]})).await;
        let proposed = said(mate).await;
        assert_eq!(proposed["n"], n);
        assert_eq!(said(captain).await["said"]["path"], json!(["c3", "d4"]), "the captain at the other node sees it");
        captain.act(json!({"kind": "say", "phrase": "good-game", "audience": "table"})).await;
        for socket in [captain, mate, rival, other] {
            // Members of the other team have heard nothing before.
            assert_eq!(said(socket).await["said"]["phrase"], "good-game");
        }
        play(&mut sockets[0], &["c3", "d4"], 1).await;
        for socket in &mut sockets[1..] {
            super::event_of(socket, 1).await;
        }
    }
}

/// What is heard next; everything else that comes meanwhile is left out.
async fn said(socket: &mut crate::house::Socket) -> Value {
    loop {
        let frame = socket.frame().await.expect("an open socket");
        if frame["type"] == "said" {
            return frame;
        }
    }
}
