//! How fast games are played.

use crate::club::Server;
use crate::club::cluster::Cluster;
use crate::club::play::{Speed, Table, flat_out, many, open, steady};
use crate::{Line, Size};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Opens games: each is made at one node, and its players sit at the node that is so many further.
async fn tables(addresses: &Arc<Vec<String>>, games: usize, further: usize) -> Vec<Table> {
    many(games, |at| {
        let addresses = Arc::clone(addresses);
        async move {
            let (maker, players) = (at % addresses.len(), (at + further) % addresses.len());
            open(&addresses[maker], [&addresses[players]; 2], at as u64 + 1).await
        }
    })
    .await
}

struct Run {
    opened: f64,
    steady: Speed,
    flat_out: Speed,
}

async fn run(addresses: &Arc<Vec<String>>, further: usize, size: &Size) -> Run {
    let begun = Instant::now();
    let tables = tables(addresses, size.games, further).await;
    let opened = begun.elapsed().as_secs_f64();
    let (tables, steady) = steady(tables, size.rate, size.seconds).await;
    Run { opened, steady, flat_out: flat_out(tables, size.seconds).await }
}

fn told(run: &Run, games: usize) -> String {
    let Run { opened, steady, flat_out } = run;
    let [p50, p99, worst] = [0.5, 0.99, 1.0].map(|share| steady.times.at(share));
    let (paced, fast, fast99) = (steady.moves, flat_out.moves, flat_out.times.at(0.99));
    format!(
        "at {paced:.0} moves/s p50 {p50:.1}, p99 **{p99:.1}**, worst {worst:.0} ms; flat out **{fast:.0}** moves/s, p99 {fast99:.0} ms; \
         {games} games opened in {opened:.1} s"
    )
}

/// One process with SQLite.
pub async fn alone(program: &Path, size: &Size) -> Line {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(program, folder.path());
    let run = run(&Arc::new(vec![server.address.clone()]), 0, size).await;
    Line::new("SQLite, one process", "", told(&run, size.games))
}

/// Nodes on PostgreSQL: sockets at the owners of their games, then all of them elsewhere.
pub async fn nodes(program: &Path, count: usize, size: &Size) -> Vec<Line> {
    let cluster = Cluster::start(program, count);
    let own = run(&cluster.addresses, 0, size).await;
    let nodes = if count == 1 { "one node".to_owned() } else { format!("{count} nodes") };
    let mut lines =
        vec![Line::new(format!("PostgreSQL, {nodes}, sockets at the owner"), "p99 < 20 ms", told(&own, size.games))];
    if count > 1 {
        let elsewhere = run(&cluster.addresses, 1, size).await;
        let what = format!("PostgreSQL, {nodes}, sockets at other nodes");
        lines.push(Line::new(what, "p99 < 30 ms", told(&elsewhere, size.games)));
    }
    lines
}
