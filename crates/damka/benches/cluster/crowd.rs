//! Very many spectators watch one game.

use crate::club::cluster::Cluster;
use crate::club::play::{Tally, Times, many, open};
use crate::club::{Server, Socket};
use crate::{Line, Size};
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

const MOVES: usize = 12;
/// How long the last spectator may wait for a frame.
const PATIENCE: Duration = Duration::from_secs(60);

/// Counts frames with events, and signals when the wanted number has arrived.
#[derive(Default)]
struct Seen {
    events: AtomicU64,
    others: AtomicU64,
    gone: AtomicU64,
    wanted: AtomicU64,
    done: Notify,
}

async fn watch(mut socket: Socket, seen: Arc<Seen>) {
    while let Some(frame) = socket.frame().await {
        if !frame.starts_with("{\"type\":\"event\"") {
            seen.others.fetch_add(1, Ordering::Relaxed);
        } else if seen.events.fetch_add(1, Ordering::SeqCst) + 1 == seen.wanted.load(Ordering::SeqCst) {
            seen.done.notify_one();
        }
    }
    seen.gone.fetch_add(1, Ordering::SeqCst);
}

/// The processor time that a process has used, in seconds.
fn used(id: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks: u64 = after_name.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}

pub async fn measure(program: &Path, size: &Size) -> Vec<Line> {
    let cluster = Cluster::start(program, 3);
    let empty: u64 = cluster.nodes.iter().map(Server::memory).sum();
    // White's node owns the game; Black plays from the next one.
    let mut table = open(cluster.address(0), [cluster.address(0), cluster.address(1)], 1).await;
    let (path, addresses) = (format!("/api/games/{}/socket", table.id), Arc::clone(&cluster.addresses));
    let seen = Arc::new(Seen::default());
    let begun = Instant::now();
    many(size.spectators, |at| {
        let (path, addresses, seen) = (path.clone(), Arc::clone(&addresses), Arc::clone(&seen));
        async move {
            let from = Ipv4Addr::new(127, 0, 1 + (at / 5000) as u8, 1 + (at % 200) as u8);
            let address = (&*addresses[at % addresses.len()], from);
            let mut socket = Socket::open_from(address, &path, "none=1").await.expect("a socket");
            assert!(socket.frame().await.is_some_and(|frame| frame.starts_with("{\"type\":\"game\"")));
            tokio::spawn(watch(socket, seen));
        }
    })
    .await;
    let joined = begun.elapsed().as_secs_f64();
    // Until it has reached every spectator.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let memory = cluster.nodes.iter().map(Server::memory).sum::<u64>().saturating_sub(empty);
    let presence = seen.others.load(Ordering::Relaxed);
    let busy = || cluster.nodes.iter().map(|node| used(node.child.id())).sum::<f64>();
    let (busy_before, own_before) = (busy(), used(std::process::id()));
    let traffic = cluster.nats.traffic();
    let (mut times, begun) = (Vec::new(), Instant::now());
    let (mut owner_times, tally) = (Vec::new(), Tally::default());
    for at in 1..=MOVES {
        seen.wanted.store((at * size.spectators) as u64, Ordering::SeqCst);
        let sent = Instant::now();
        owner_times.push(table.play(&tally).await.expect("a move"));
        tokio::time::timeout(PATIENCE, seen.done.notified()).await.unwrap_or_else(|_| {
            let (events, gone) = (seen.events.load(Ordering::SeqCst), seen.gone.load(Ordering::SeqCst));
            panic!("spectators have seen {events} frames, {gone} have gone")
        });
        times.push(sent.elapsed());
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let elapsed = begun.elapsed().as_secs_f64();
    let traffic = cluster.nats.traffic().since(traffic);
    let (nodes, own) = (busy() - busy_before, used(std::process::id()) - own_before);
    let (times, owner_times) = (Times::new(times), Times::new(owner_times));
    let rate = size.spectators as f64 / (times.at(0.5) / 1e3);
    let count = size.spectators;
    let told = format!(
        "from a move to the last frame p50 **{:.0}**, worst {:.0} ms ({rate:.0} frames/s); to the player's p50 {:.1} ms; \
         {:.0} ms of processor a move in the nodes, {:.0} in the spectators; {:.1} messages a move on NATS",
        times.at(0.5),
        times.at(1.0),
        owner_times.at(0.5),
        nodes / MOVES as f64 * 1e3,
        own / MOVES as f64 * 1e3,
        traffic.messages_in as f64 / MOVES as f64,
    );
    let came = format!(
        "came in {joined:.1} s, {:.1} frames for each about who is here; {:.0} MB in the nodes, {:.1} KB each; {MOVES} moves in {elapsed:.1} s",
        presence as f64 / count as f64,
        memory as f64 / 1e6,
        memory as f64 / 1024.0 / count as f64,
    );
    vec![
        Line::new(format!("{count} spectators of one game at 3 nodes"), "", told),
        Line::new("the same: who they are", "", came),
    ]
}
