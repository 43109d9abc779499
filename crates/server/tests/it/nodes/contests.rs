//! Contests whose people are at different nodes.

use super::until;
use crate::contests::{act, game, listen, make, resign, until as until_frame};
use crate::house::nodes::Nodes;
use serde_json::json;
use std::time::Duration;

/// Longer than the time after which each node checks its contests by itself, twice.
const QUIET: Duration = Duration::from_secs(7);

#[tokio::test]
async fn a_match_is_played_by_people_at_different_nodes_and_watchers_hear_only_news() {
    let nodes = Nodes::open(2).await;
    let (mut ann, mut bob) = (nodes.houses[0].visitor(), nodes.houses[1].visitor());
    let id = make(&mut ann, json!({"kind": "match", "length": "games 2"})).await;
    assert_eq!(act(&mut bob, &id, json!({"kind": "enter"})).await["you"]["entrant"], 2);
    let mut watching = [listen(&ann, &id).await, listen(&bob, &id).await];
    act(&mut ann, &id, json!({"kind": "ready"})).await;
    let begun = act(&mut bob, &id, json!({"kind": "ready"})).await;
    resign(&bob, &game(&begun, 0)).await;
    for socket in &mut watching {
        until_frame(socket, |contest| !contest["boards"][0]["result"].is_null()).await;
    }
    for socket in &mut watching {
        // What was still under way.
        while tokio::time::timeout(Duration::from_secs(1), socket.frame()).await.is_ok() {}
        let frame = tokio::time::timeout(QUIET, socket.frame()).await;
        assert!(frame.is_err(), "nothing has happened: {frame:?}");
    }
}

#[tokio::test]
async fn a_contest_in_which_nothing_goes_on_is_not_taken_again_and_again() {
    let settings = damka_server::Settings { limited: false, idle: Duration::from_millis(300), ..Default::default() };
    let nodes = Nodes::open_with(2, settings).await;
    let mut ann = nodes.houses[0].visitor();
    let id = make(&mut ann, json!({"kind": "evening"})).await;
    let key = id.as_str().into();
    until("it is released", || nodes.store.nodes().contest_owner(&key).unwrap().is_none()).await;
    let lines = nodes.store.contests().contest_events(&key, 0).unwrap().len();
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(nodes.store.nodes().contest_owner(&key).unwrap(), None, "nobody needs it");
    assert_eq!(nodes.store.contests().contest_events(&key, 0).unwrap().len(), lines);
}
