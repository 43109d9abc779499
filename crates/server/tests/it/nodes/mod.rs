//! Several nodes, one club: sockets anywhere, one owner for each game, and what happens when nodes and wires fail.

mod contests;
mod http;
mod letters;
mod lists;
mod owners;
mod people;
mod presence;

use crate::house::nodes::Nodes;
use crate::house::odd::Odd;
use crate::house::{PATIENCE, Socket, Visitor};
use axum::http::Method;
use damka_server::nodes::Leader;
use damka_store::{NewEvent, NewNode, Scope, Store, StoreError, Write, story};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Two people at two nodes; White's node owns the game. White first.
async fn two(nodes: &Nodes, game: Value) -> (String, [Visitor; 2], [Socket; 2]) {
    let (mut white, mut black) = (nodes.houses[0].visitor(), nodes.houses[1].visitor());
    let mut wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"});
    wanted.as_object_mut().unwrap().extend(game.as_object().unwrap().clone());
    let (id, invitation) = white.make(wanted).await;
    let (first, _) = white.sit(&id).await;
    black.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
    let (second, _) = black.sit(&id).await;
    assert_eq!(leader(nodes, 1, &id), Leader::Other(run(nodes, 0)), "whoever came first owns it");
    (id, [white, black], [first, second])
}

fn run(nodes: &Nodes, node: usize) -> i64 {
    nodes.houses[node].club.clock.run()
}

fn leader(nodes: &Nodes, node: usize, id: &str) -> Leader {
    nodes.houses[node].club.games.find(&id.into()).unwrap().leader()
}

/// The next event with this half-move; other events before it are skipped.
async fn event_of(socket: &mut Socket, ply: u64) -> Value {
    loop {
        let frame = socket.frame().await.expect("an open socket");
        if frame["type"] == "event" && frame["event"]["state"]["ply"] == ply {
            return frame;
        }
    }
}

/// Moves, and waits for the confirmation.
async fn play(socket: &mut Socket, path: &[&str], ply: u64) -> Value {
    let n = socket.act(json!({"kind": "move", "path": path})).await;
    let frame = event_of(socket, ply).await;
    assert_eq!(frame["n"], n, "{frame}");
    frame
}

/// Waits until the answer at an address meets a condition.
async fn until_found(who: &mut Visitor, path: &str, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let found = who.get(path).await;
        if is_so(&found) {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "{what}: {found}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until a socket is closed; returns how long that took.
async fn closed(socket: &mut Socket) -> Duration {
    let begun = Instant::now();
    while socket.frame().await.is_some() {}
    begun.elapsed()
}

/// Waits until something is so.
async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

const MOVES: [[&str; 2]; 4] = [["c3", "d4"], ["f6", "g5"], ["b2", "c3"], ["g7", "f6"]];

#[tokio::test]
async fn sockets_at_three_nodes_see_one_game() {
    let nodes = Nodes::open(3).await;
    let (id, _, mut players) = two(&nodes, json!({"clocks": {"white": "10m", "black": "10m"}})).await;
    let (mut watcher, _) = nodes.houses[2].visitor().sit(&id).await;
    for (ply, path) in (1..).zip(MOVES) {
        let (mover, other) = if ply % 2 == 1 { (0, 1) } else { (1, 0) };
        let own = play(&mut players[mover], &path, ply).await;
        let seen = event_of(&mut players[other], ply).await;
        let watched = event_of(&mut watcher, ply).await;
        for frame in [&seen, &watched] {
            assert_eq!(frame["event"]["seq"], own["event"]["seq"], "{frame}");
            assert_eq!(frame["event"]["state"]["board"], own["event"]["state"]["board"]);
        }
    }
    let refused = players[0].refused(json!({"kind": "move", "path": ["a1", "a5"]})).await;
    let elsewhere = players[1].refused(json!({"kind": "move", "path": ["a1", "a5"]})).await;
    assert!(refused["problem"]["text"].is_string() && elsewhere["problem"]["text"].is_string(), "{elsewhere}");
    players[1].act(json!({"kind": "resign"})).await;
    let [first, second] = &mut players;
    for socket in [first, second, &mut watcher] {
        let event = socket.event().await;
        assert_eq!(event["state"]["ending"]["winner"], "white", "{event}");
    }
}

#[tokio::test]
async fn a_repeated_act_counts_once_wherever_it_is_sent() {
    let nodes = Nodes::open(2).await;
    let (id, [white, _], [mut first, mut second]) = two(&nodes, json!({})).await;
    let n = play(&mut first, &MOVES[0], 1).await["n"].clone();
    event_of(&mut second, 1).await;
    let (mut elsewhere, _) = nodes.houses[1].guest(&white).sit(&id).await;
    let again = |path: [&str; 2]| json!({"type": "act", "n": n, "act": {"kind": "move", "path": path}});
    elsewhere.send(&again(MOVES[0])).await;
    assert_eq!(elsewhere.next("confirmed").await["n"], n);
    elsewhere.send(&again(["e3", "f4"])).await;
    assert_eq!(elsewhere.next("refused").await["problem"]["code"], "used-number");
    assert_eq!(nodes.store.events(&id.as_str().into(), 0).unwrap().len(), 1);
}

#[tokio::test]
async fn a_request_is_answered_by_the_owner() {
    let nodes = Nodes::open(2).await;
    let (id, [mut white, mut black], [_first, mut second]) = two(&nodes, json!({})).await;
    second.act(json!({"kind": "resign"})).await;
    assert_eq!(second.event().await["state"]["ending"]["winner"], "white");
    let rematch = format!("/api/games/{id}/rematch");
    assert_eq!(black.post(&rematch, json!({})).await["game"], Value::Null);
    assert_eq!(second.next("rematch").await["wanted"], json!(["black"]), "the follower tells");
    let made = white.post(&rematch, json!({})).await["game"].clone();
    assert!(made.is_string());
    assert_eq!(second.next("rematch").await["game"], made);
    assert_eq!(black.post(&rematch, json!({})).await["game"], made, "there is one");
    let (status, answer) = black.request(Method::DELETE, &format!("/api/games/{id}"), None).await;
    assert_eq!((status.as_u16(), &answer["code"]), (403, &json!("not-your-game")), "failures come through: {answer}");
}

#[tokio::test]
async fn a_node_that_closes_hands_its_games_over() {
    let nodes = Nodes::open(2).await;
    let (id, _, [mut first, mut second]) = two(&nodes, json!({"clocks": {"white": "10m", "black": "10m"}})).await;
    play(&mut first, &MOVES[0], 1).await;
    event_of(&mut second, 1).await;
    nodes.close(0);
    until("the other node takes the game", || leader(&nodes, 1, &id) == Leader::Mine(run(&nodes, 1))).await;
    let event = play(&mut second, &MOVES[1], 2).await;
    assert!(event["event"]["state"]["clocks"]["black"]["remaining"].as_u64().unwrap() > 590_000, "{event}");
    let rows = nodes.store.events(&id.as_str().into(), 0).unwrap();
    let scopes: Vec<Scope> = rows.iter().map(|row| row.event.scope).collect();
    assert_eq!(scopes, [Scope::All, Scope::Secret, Scope::All], "the taking stands between the moves");
}

#[tokio::test]
async fn a_stale_owner_appends_nothing() {
    let nodes = Nodes::open(2).await;
    let (id, [white, _], [mut first, mut second]) =
        two(&nodes, json!({"clocks": {"white": "10m", "black": "10m"}})).await;
    play(&mut first, &MOVES[0], 1).await;
    event_of(&mut second, 1).await;
    // The owner's lease expires without its knowledge, as while its process is stopped.
    let old = run(&nodes, 0);
    story::write(&*nodes.store, vec![Write::EndRun { run: old }]).unwrap();
    until("the other node takes the game", || leader(&nodes, 1, &id) == Leader::Mine(run(&nodes, 1))).await;
    play(&mut second, &MOVES[1], 2).await;
    // Whatever the first node believes by now: this move either meets a conflict or reaches the new owner.
    first.act(json!({"kind": "move", "path": MOVES[2]})).await;
    until("the first node begins another run", || run(&nodes, 0) != old).await;
    let (mut first, game) = white.sit(&id).await;
    if game["state"]["ply"] == 2 {
        play(&mut first, &MOVES[2], 3).await;
    }
    event_of(&mut second, 3).await;
    let rows = nodes.store.events(&id.as_str().into(), 0).unwrap();
    assert_eq!(rows.iter().filter(|row| row.event.scope == Scope::All).count(), 3, "{rows:?}");
    let taken = rows.iter().position(|row| row.event.scope == Scope::Secret).unwrap();
    assert!(rows[taken..].iter().all(|row| row.run != Some(old)), "{rows:?}");
}

/// Between learning that it owns a game and reading the lines, a node is stopped for longer than its lease.
#[tokio::test]
async fn a_node_that_was_stopped_while_it_loaded_a_game_does_not_own_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Odd::new(folder.path());
    let (kept, armed) = (Arc::clone(&store.kept), Arc::new(Mutex::new(None::<(i64, i64)>)));
    let trigger = Arc::clone(&armed);
    store.before_events = Box::new(move |game| {
        let Some((old, run)) = trigger.lock().unwrap().take() else { return };
        let events = vec![NewEvent { wall: 1, ..story::event("2 0:01 white resign") }];
        let writes =
            vec![Write::Take { game: game.clone(), run, wall: 1 }, Write::Events { game, run, first: 2, events }];
        story::write(&*kept, vec![Write::EndRun { run: old }]).unwrap();
        story::write(&*kept, writes).unwrap();
    });
    let kept = Arc::clone(&store.kept);
    let nodes = Nodes::open_on(Arc::new(store), folder, 1).await;
    let about = NewNode { address: "another".to_owned(), version: "0".to_owned() };
    let another = kept.nodes().begin_node(1, &about).unwrap().id;
    story::write(&*kept, vec![Write::Game(Box::new(story::game("g", "ann", "bob", 1)))]).unwrap();
    *armed.lock().unwrap() = Some((run(&nodes, 0), another));
    let handle = nodes.houses[0].club.game(&"g".into()).await.unwrap();
    assert!(armed.lock().unwrap().is_none(), "it was stopped");
    assert_eq!(handle.leader(), Leader::Other(another));
}

/// A seat is taken, but the answer of the store is lost.
#[tokio::test]
async fn rows_whose_answer_was_lost_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, armed) = (Odd::new(folder.path()), Arc::new(AtomicBool::new(false)));
    let trigger = Arc::clone(&armed);
    store.answered = Arc::new(move |writes, result| {
        let is_seat = writes.iter().any(|write| matches!(write, Write::Occupy { .. }));
        let is_lost = is_seat && trigger.swap(false, Ordering::SeqCst);
        if is_lost { Err(StoreError::Unreachable("the answer was lost".to_owned())) } else { result }
    });
    let nodes = Nodes::open_on(Arc::new(store), folder, 1).await;
    let (mut white, mut black) = (nodes.houses[0].visitor(), nodes.houses[0].visitor());
    let (id, invitation) =
        white.make(json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"})).await;
    let (mut socket, _) = white.sit(&id).await;
    armed.store(true, Ordering::SeqCst);
    let (path, seat) = (format!("/api/games/{id}/seat"), json!({"invitation": invitation}));
    let (status, _) = black.request(Method::POST, &path, Some(seat.clone())).await;
    assert!(status.is_server_error() && !armed.load(Ordering::SeqCst), "{status}");
    let (status, answer) = black.request(Method::POST, &path, Some(seat)).await;
    assert!(status.is_success(), "who has a seat is told so: {status} {answer}");
    play(&mut socket, &MOVES[0], 1).await;
}

#[tokio::test]
async fn an_act_of_which_nobody_knows_is_not_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Odd::new(folder.path());
    let armed = Arc::new(AtomicBool::new(false));
    let (trigger, cut) = (Arc::clone(&armed), Arc::clone(&store.no_events));
    store.answered = Arc::new(move |writes, result| {
        let is_event = writes.iter().any(|write| matches!(write, Write::Events { .. }));
        // It is on disk, but the answer is lost, and a check fails until the node has tried to make sure that it is over.
        let is_lost = is_event && trigger.swap(false, Ordering::SeqCst);
        cut.fetch_or(is_lost, Ordering::SeqCst);
        let fails = is_lost || writes.is_empty() && cut.swap(false, Ordering::SeqCst);
        if fails { Err(StoreError::Unreachable("cut".to_owned())) } else { result }
    });
    let nodes = Nodes::open_on(Arc::new(store), folder, 2).await;
    let (id, _, [mut first, mut second]) = two(&nodes, json!({})).await;
    play(&mut first, &MOVES[0], 1).await;
    event_of(&mut second, 1).await;
    armed.store(true, Ordering::SeqCst);
    let n = second.act(json!({"kind": "move", "path": MOVES[1]})).await;
    let answer = loop {
        let frame = second.frame().await.expect("an open socket");
        if frame["n"] == n {
            break frame;
        }
    };
    assert_ne!(answer["type"], "refused", "it is on disk: {answer}");
    assert_eq!(nodes.store.events(&id.as_str().into(), 0).unwrap().len(), 3, "a move, another node, a move");
}

/// One of two nodes is cut off from the wire, and then reconnected.
async fn without_the_wire(cut: usize) {
    let nodes = Nodes::open(2).await;
    let (_, _, [mut first, mut second]) = two(&nodes, json!({"clocks": {"white": "10m", "black": "10m"}})).await;
    nodes.wires[cut].is_cut.store(true, Ordering::SeqCst);
    play(&mut first, &MOVES[0], 1).await;
    event_of(&mut second, 1).await;
    play(&mut second, &MOVES[1], 2).await;
    event_of(&mut first, 2).await;
    nodes.wires[cut].is_cut.store(false, Ordering::SeqCst);
    play(&mut first, &MOVES[2], 3).await;
    event_of(&mut second, 3).await;
}

#[tokio::test]
async fn a_follower_without_the_wire_reads_the_store() {
    without_the_wire(1).await;
}

#[tokio::test]
async fn a_follower_reads_the_store_while_the_owner_is_not_heard() {
    without_the_wire(0).await;
}

#[tokio::test]
async fn a_follower_says_who_is_here() {
    let nodes = Nodes::open(2).await;
    let (id, [white, _], [first, second]) = two(&nodes, json!({})).await;
    let here = |node: usize| nodes.houses[node].club.games.find(&id.as_str().into()).unwrap().summary.listing().here;
    until("both are known to be here", || here(0) == [true, true] && here(1) == [true, true]).await;
    drop(second);
    until("Black has gone", || here(0) == [true, false]).await;
    drop(first);
    let (_white, _) = nodes.houses[1].guest(&white).sit(&id).await;
    until("White is at the other node", || here(0) == [true, false]).await;
}

#[tokio::test]
async fn a_move_costs_few_bytes() {
    let nodes = Nodes::open(2).await;
    let (_, _, [mut first, mut second]) = two(&nodes, json!({"clocks": {"white": "10m", "black": "10m"}})).await;
    let before = nodes.board.bytes.load(Ordering::Relaxed);
    play(&mut first, &MOVES[0], 1).await;
    event_of(&mut second, 1).await;
    let bytes = nodes.board.bytes.load(Ordering::Relaxed) - before;
    assert!(bytes <= 200, "{bytes}");
}
