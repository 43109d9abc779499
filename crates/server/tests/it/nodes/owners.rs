//! Owners: what only they may write, what they do when they cannot know whether they are owners, and who succeeds them.

use super::{MOVES, closed, event_of, leader, play, run, two, until};
use crate::house::nodes::Nodes;
use axum::http::Method;
use damka_server::nodes::Leader;
use damka_store::{Write, story};
use serde_json::json;
use std::time::{Duration, Instant};

const TIMED: &str = "10m";

#[tokio::test]
async fn a_node_that_cannot_write_stops_its_games_says_so_and_lets_go() {
    let nodes = Nodes::open(2).await;
    let clocks = json!({"clocks": {"white": TIMED, "black": TIMED}});
    let (id, [white, _], [mut first, mut second]) = two(&nodes, clocks).await;
    play(&mut first, &MOVES[0], 1).await;
    event_of(&mut second, 1).await;
    let old = run(&nodes, 0);
    let cut = Instant::now();
    nodes.cut_store(0, true);
    let halted = first.next("halted").await;
    let after = cut.elapsed();
    assert!(after > Duration::from_secs(2) && after < Duration::from_millis(5_500), "{after:?}");
    let text = halted["problem"]["text"].as_str().unwrap().to_owned();
    assert!(text.contains("lost the connection") && text.contains("clocks are stopped"), "{text}");
    let refused = first.refused(json!({"kind": "resign"})).await;
    assert_eq!(refused["problem"]["text"], text.as_str(), "acts are refused with the same sentence");
    closed(&mut first).await;
    assert!(cut.elapsed() < Duration::from_secs(9), "it lets go: {:?}", cut.elapsed());
    until("the other node takes the game", || leader(&nodes, 1, &id) == Leader::Mine(run(&nodes, 1))).await;
    let event = play(&mut second, &MOVES[1], 2).await;
    assert!(event["event"]["state"]["clocks"]["black"]["remaining"].as_u64().unwrap() > 585_000, "{event}");
    nodes.cut_store(0, false);
    until("the node goes on as another run", || run(&nodes, 0) != old).await;
    let (mut first, game) = white.sit(&id).await;
    assert_eq!(game["state"]["ply"], 2);
    play(&mut first, &MOVES[2], 3).await;
}

#[tokio::test]
async fn a_short_silence_of_the_store_stops_a_game_and_it_goes_on() {
    let nodes = Nodes::open(2).await;
    let clocks = json!({"clocks": {"white": TIMED, "black": TIMED}});
    let (id, _, [mut first, mut second]) = two(&nodes, clocks).await;
    play(&mut first, &MOVES[0], 1).await;
    event_of(&mut second, 1).await;
    nodes.cut_store(0, true);
    assert!(first.next("halted").await["problem"].is_object());
    nodes.cut_store(0, false);
    loop {
        let frame = first.frame().await.expect("it was not long");
        if frame["type"] == "halted" && frame["problem"].is_null() {
            break;
        }
    }
    assert_eq!(leader(&nodes, 0, &id), Leader::Mine(run(&nodes, 0)));
    play(&mut second, &MOVES[1], 2).await;
    event_of(&mut first, 2).await;
}

#[tokio::test]
async fn sockets_of_a_follower_are_told_that_its_node_is_sure_again() {
    let nodes = Nodes::open(2).await;
    let (_, _, [_first, mut second]) = two(&nodes, json!({})).await;
    nodes.cut_store(1, true);
    while second.frame().await.expect("an open socket")["type"] != "halted" {}
    nodes.cut_store(1, false);
    loop {
        let frame = second.frame().await.expect("it was not long");
        if frame["type"] == "halted" && frame["problem"].is_null() {
            return;
        }
    }
}

#[tokio::test]
async fn a_game_that_nobody_follows_is_taken_when_its_node_closes() {
    let nodes = Nodes::open(2).await;
    let clocks = json!({"clocks": {"white": TIMED, "black": TIMED}});
    let (id, [_, black], [mut first, second]) = two(&nodes, clocks).await;
    play(&mut first, &MOVES[0], 1).await;
    drop(second);
    let follower = nodes.houses[1].club.games.find(&id.as_str().into()).unwrap();
    follower.close().await;
    until("nobody follows it", || nodes.houses[1].club.games.find(&id.as_str().into()).is_none()).await;
    nodes.close(0);
    let own = run(&nodes, 1);
    let owner = || nodes.store.nodes().owner(&id.as_str().into()).unwrap().map(|owner| owner.run);
    until("its clock runs, so the other node takes it", || owner() == Some(own)).await;
    let (_, game) = black.sit(&id).await;
    assert_eq!(game["state"]["ply"], 1);
}

#[tokio::test]
async fn a_game_that_could_not_be_released_is_loaded_again() {
    let nodes = Nodes::open(1).await;
    let [mut white, mut black] = [nodes.houses[0].visitor(), nodes.houses[0].visitor()];
    let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"});
    let (id, invitation) = white.make(wanted).await;
    black.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
    let (mut socket, _) = white.sit(&id).await;
    let found = || nodes.houses[0].club.games.find(&id.as_str().into());
    nodes.cut_store(0, true);
    socket.act(json!({"kind": "resign"})).await;
    closed(&mut socket).await;
    until("the owner gives it up", || found().is_none()).await;
    nodes.cut_store(0, false);
    // Nobody asks for it.
    until("its node looks after it again", || found().is_some()).await;
    assert_eq!(leader(&nodes, 0, &id), Leader::Mine(run(&nodes, 0)));
}

/// An owner that was stopped would refuse what is legal by now, and the same act may count at another node.
#[tokio::test]
async fn a_stale_owner_refuses_nothing() {
    let nodes = Nodes::open(2).await;
    let [mut white, mut black] = [nodes.houses[0].visitor(), nodes.houses[0].visitor()];
    let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"});
    let (id, invitation) = white.make(wanted).await;
    black.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
    let (mut socket, _) = black.sit(&id).await;
    let out_of_turn = json!({"kind": "move", "path": MOVES[1]});
    assert_eq!(socket.refused(out_of_turn.clone()).await["problem"]["code"], "act", "it owns the game");
    let (old, new) = (run(&nodes, 0), run(&nodes, 1));
    let take = Write::Take { game: id.as_str().into(), run: new, wall: 1 };
    story::write(&*nodes.store, vec![Write::EndRun { run: old }, take]).unwrap();
    socket.act(out_of_turn).await;
    while let Some(frame) = socket.frame().await {
        assert_ne!(frame["type"], "refused", "{frame}");
    }
}

/// Every write of an owner without an append is refused when another run owns the game, and the owner gives the game up.
#[tokio::test]
async fn a_stale_owner_writes_no_rows() {
    for what in ["seat", "begin", "withdraw"] {
        let nodes = Nodes::open(2).await;
        let mut white = nodes.houses[0].visitor();
        let wanted = match what {
            "begin" => {
                let seat = json!({"decides": "captain", "places": 2});
                json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white", "private": true,
                    "seats": {"white": seat, "black": seat}, "clocks": {"white": "none", "black": "none"}})
            }
            _ => json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white", "private": true}),
        };
        let (id, invitation) = white.make(wanted).await;
        let (mut socket, _) = white.sit(&id).await;
        let mut black = nodes.houses[0].visitor();
        let seat = json!({"invitation": invitation});
        if what == "begin" {
            black.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation, "side": "black"})).await;
        }
        // The game is taken over behind its back, as while its process is stopped.
        let (old, new) = (run(&nodes, 0), run(&nodes, 1));
        let before = nodes.store.game(&id.as_str().into()).unwrap().unwrap();
        let take = Write::Take { game: id.as_str().into(), run: new, wall: 1 };
        story::write(&*nodes.store, vec![Write::EndRun { run: old }, take]).unwrap();
        let handle = nodes.houses[0].club.games.find(&id.as_str().into()).unwrap();
        assert_eq!(handle.leader(), Leader::Mine(old), "it knows nothing yet");
        let path = format!("/api/games/{id}");
        let (method, path, body) = match what {
            "seat" => (Method::POST, format!("{path}/seat"), seat),
            "begin" => (Method::POST, format!("{path}/begin"), json!({})),
            _ => (Method::DELETE, path, json!({})),
        };
        let asker = if what == "seat" { &mut nodes.houses[0].visitor() } else { &mut white };
        let (status, answer) = asker.request(method, &path, Some(body)).await;
        assert_eq!(status.as_u16(), 503, "{what}: {answer}");
        closed(&mut socket).await;
        let after = nodes.store.game(&id.as_str().into()).unwrap().expect("it is there still");
        assert_eq!(after.game, before.game, "{what}: nothing was written");
        let owner = nodes.store.nodes().owner(&id.as_str().into()).unwrap();
        assert!(owner.is_some_and(|owner| owner.run == new), "{what}: {owner:?}");
    }
}
