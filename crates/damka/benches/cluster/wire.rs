//! What a move costs on NATS.

use crate::Line;
use crate::club::Socket;
use crate::club::cluster::Cluster;
use crate::club::play::{Table, Tally, many, open};
use damka_servers::Traffic;
use std::path::Path;
use std::time::Duration;

const GAMES: usize = 100;
const MOVES: usize = 20;

/// The subject of a node, which NATS does not count: `damka.`, eight figures of the club, the number of the run.
const SUBJECT: f64 = 16.0;

/// What goes over the wire while some moves are played in every game.
async fn traffic(cluster: &Cluster, tables: &mut [Table]) -> Traffic {
    // Arrivals and departures were announced before this.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let before = cluster.nats.traffic();
    let tally = Tally::default();
    for _ in 0..MOVES {
        for table in &mut *tables {
            table.play(&tally).await.expect("a move");
        }
    }
    cluster.nats.traffic().since(before)
}

pub async fn measure(program: &Path) -> Vec<Line> {
    let cluster = Cluster::start(program, 3);
    let addresses = &cluster.addresses;
    let tables = |player: usize| {
        many(GAMES, move |seed| {
            let addresses = std::sync::Arc::clone(addresses);
            async move { open(&addresses[0], [&addresses[player]; 2], seed as u64 + 1).await }
        })
    };
    let moves = (GAMES * MOVES) as f64;
    let mut at_owner = tables(0).await;
    let mut watching = Vec::new();
    for table in &at_owner {
        let path = format!("/api/games/{}/socket", table.id);
        watching.push(Socket::open(cluster.address(1), &path, "none=1").await.expect("a spectator"));
    }
    let watched = traffic(&cluster, &mut at_owner).await;
    drop((at_owner, watching));
    let mut elsewhere = tables(2).await;
    let acted = traffic(&cluster, &mut elsewhere).await;
    let told = |traffic: Traffic| {
        let (bytes, messages) = (traffic.bytes_in as f64 / moves, traffic.messages_in as f64 / moves);
        format!("**{:.0}** bytes in {messages:.2} messages", bytes + messages * SUBJECT)
    };
    vec![
        Line::new("NATS, for a move and a follower", "200 bytes", told(watched)),
        Line::new("NATS, for a move of players elsewhere: act, answer, line", "", told(acted)),
    ]
}
