//! Without the fence there are two owners, and the checker says so.
//!
//! The fence is the primary key of the events: every append uses a number up. Here a trigger gives every line the next
//! free number instead, so that no append is ever a conflict. Nothing in the program is changed.
//!
//! A node that was stopped for longer than its lease nearly always sees that by its own clock before it does anything else. The
//! fence is there for a node that cannot know, so the lease is ended in the database while the node is stopped, early enough
//! that the node cannot see it from its own clock.

use super::checker::{Promise, Violation, check};
use super::club::{Socket, make_game};
use super::history::{Fact, History, Recorder};
use super::nodes::Cluster;
use super::players::{hear, note};
use super::record::Record;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

const NO_FENCE: &str = "
    ALTER TABLE events DROP CONSTRAINT events_pkey;
    CREATE INDEX events_in_order ON events (game, seq);
    CREATE FUNCTION next_free() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        SELECT coalesce(max(seq), 0) + 1 INTO NEW.seq FROM events WHERE game = NEW.game;
        RETURN NEW;
    END $$;
    CREATE TRIGGER no_fence BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION next_free();";

/// The lease of the first node has ended, by the clock of the database.
const LEASE_ENDS: &str = "UPDATE runs SET until = 0 WHERE address = 'node-0'";

/// The games in which a stale owner gets its chance at the same time.
const GAMES: usize = 12;
/// How many chances it gets: on a busy machine it may notice the end of its lease before it has done anything.
const ROUNDS: usize = 6;
/// How long games may take to be taken.
const PATIENCE: Duration = Duration::from_secs(30);

/// White at the node that owns the game, Black at another.
struct Pair {
    game: String,
    history: History,
    sockets: [Socket; 2],
    seen: [Recorder; 2],
}

impl Pair {
    /// A new game, as soon as the nodes take one: a node that was stopped has to begin another run first.
    async fn sit(cluster: &Cluster) -> Pair {
        let begun = Instant::now();
        loop {
            if let Some(pair) = Pair::try_sit(&cluster.addresses()).await {
                return pair;
            }
            assert!(begun.elapsed() < PATIENCE, "no game can be made");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn try_sit(addresses: &[String]) -> Option<Pair> {
        let (game, cookies) = make_game(&addresses[0], "30m").await.ok()?;
        let (history, mut open) = (History::default(), Vec::new());
        for side in 0..2 {
            let path = format!("/api/games/{game}/socket?client={}", 1_001 + side);
            open.push(Socket::open(&addresses[side], &path, &cookies[side]).await.ok()?);
        }
        let seen = [0, 1].map(|side| history.open(Some(1_001 + side as u64), side));
        let sockets = open.try_into().ok()?;
        Some(Pair { game, history, sockets, seen })
    }

    async fn send(&mut self, side: usize, n: u64, path: [&str; 2]) {
        self.seen[side].note(Fact::Sent(n));
        let act = json!({"type": "act", "n": n, "act": {"kind": "move", "path": path}});
        assert!(self.sockets[side].send(act.to_string()).await);
    }

    /// Receives the frames of a player until so many half-moves are made, or the connection ends.
    async fn hear(&mut self, side: usize, plies: u64) -> bool {
        let heard = tokio::time::timeout(PATIENCE, self.hear_long(side, plies)).await;
        heard.unwrap_or_else(|_| panic!("nothing is heard of half-move {plies}: {:?}", self.history.views()))
    }

    async fn hear_long(&mut self, side: usize, plies: u64) -> bool {
        while let Some(frame) = hear(&mut self.sockets[side]).await {
            if note(&self.seen[side], &frame).is_some_and(|state: Value| state["ply"].as_u64() >= Some(plies)) {
                return true;
            }
        }
        false
    }

    async fn record(&self, cluster: &Cluster) -> Record {
        let game = self.game.clone();
        cluster.read(move |store| Record::read(store, &game)).await.expect("a record")
    }
}

/// The owner of some games is stopped until another node has taken them over. White has moved there meanwhile.
async fn stale_owner(cluster: &Arc<Cluster>) -> Vec<Violation> {
    let mut pairs = Vec::new();
    for _ in 0..GAMES {
        let mut pair = Pair::sit(cluster).await;
        pair.send(0, 1, ["c3", "d4"]).await;
        assert!(pair.hear(0, 1).await && pair.hear(1, 1).await);
        pair.send(1, 1, ["f6", "g5"]).await;
        assert!(pair.hear(0, 2).await && pair.hear(1, 2).await);
        pairs.push(pair);
    }
    cluster.nodes[0].signal("-STOP").await;
    for pair in &mut pairs {
        pair.send(0, 2, ["b2", "c3"]).await;
    }
    cluster.postgres.lock().await.run(&cluster.database, LEASE_ENDS);
    let stopped = Instant::now();
    for pair in &pairs {
        while !pair.record(cluster).await.rows.iter().any(|row| row.taken.is_some()) {
            assert!(stopped.elapsed() < PATIENCE, "nobody takes the game");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    cluster.nodes[0].signal("-CONT").await;
    let mut found = Vec::new();
    for pair in &mut pairs {
        // Either White's move is confirmed, or the connection ends.
        pair.hear(0, 3).await;
    }
    for pair in &pairs {
        found.extend(check(&pair.record(cluster).await, &pair.history.views(), &[]));
    }
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_fence_the_checker_finds_two_owners() {
    let cluster = Cluster::open(1).await;
    assert_eq!(stale_owner(&cluster).await, [], "the fence holds");
    let database = cluster.database.clone();
    cluster.postgres.lock().await.run(&database, NO_FENCE);
    for round in 1..=ROUNDS {
        let begun = Instant::now();
        while !cluster.is_well().await {
            assert!(begun.elapsed() < PATIENCE, "a node does not come back");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let found = stale_owner(&cluster).await;
        let has = |promise| found.iter().any(|violation| violation.promise == promise);
        if has(Promise::OneOwner) {
            println!("round {round}: {} violations, such as {:?}", found.len(), found[0]);
            assert!(has(Promise::OnceEach), "a move was confirmed with a number that it does not have: {found:?}");
            return;
        }
    }
    panic!("in {ROUNDS} rounds of {GAMES} games no stale owner has appended anything: the test shows nothing");
}
