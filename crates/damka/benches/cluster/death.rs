//! A node is killed: how long its games pause.

use crate::club::cluster::Cluster;
use crate::club::make_game;
use crate::club::play::{Times, many};
use crate::club::script::script;
use crate::seat::Seat;
use crate::{Line, Size};
use damka_store::{Nodes, Postgres};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How many games are played while the node is killed.
const GAMES: usize = 300;
/// The time from one move of a game to the next.
const PACE: Duration = Duration::from_millis(500);
/// How long games are played before and after.
const BEFORE: Duration = Duration::from_secs(3);
const AFTER: Duration = Duration::from_secs(14);

/// A game of the node that is killed, with both players.
struct Game {
    seats: [Seat; 2],
    script: Vec<String>,
    at: usize,
}

/// A game that the first node owns; White sits at one node and Black at another.
async fn game(addresses: Arc<Vec<String>>, seed: usize, players: [usize; 2]) -> Game {
    let (id, cookies) = make_game(&addresses[0], "1h").await.expect("a game");
    let client = seed as u64 * 2 + 1;
    let white = Seat::open(&addresses, players[0], &id, &cookies[0], client).await;
    let black = Seat::open(&addresses, players[1], &id, &cookies[1], client + 1).await;
    Game { seats: [white, black], script: script(seed as u64 + 1), at: 0 }
}

impl Game {
    async fn play(&mut self) {
        let mover = self.at % 2;
        let path = self.script[self.at].clone();
        self.at += 1;
        self.seats[mover].play(self.at, &path).await;
        self.seats[1 - mover].come_back().await;
    }
}

/// Games under way, and a node that is killed: when the next move of each game is confirmed.
pub async fn failover(program: &Path, _: &Size) -> Vec<Line> {
    let mut cluster = Cluster::start(program, 3);
    let addresses = Arc::clone(&cluster.addresses);
    // Half of them have their players at the node, half at another one.
    let games = many(GAMES, |seed| game(Arc::clone(&addresses), seed, [seed % 2; 2])).await;
    let (tell, killed) = watch::channel(None::<Instant>);
    let begun = Instant::now();
    let playing: Vec<_> = games
        .into_iter()
        .enumerate()
        .map(|(at, mut game)| {
            let killed = killed.clone();
            tokio::spawn(async move {
                let mut next = tokio::time::Instant::now() + PACE.mul_f64(at as f64 * 0.618 % 1.0);
                loop {
                    tokio::time::sleep_until(next).await;
                    let sent_after = *killed.borrow();
                    game.play().await;
                    if let Some(killed) = sent_after {
                        return (at % 2, killed.elapsed());
                    }
                    next += PACE;
                    assert!(begun.elapsed() < BEFORE + AFTER + Duration::from_secs(30), "the game does not go on");
                }
            })
        })
        .collect();
    tokio::time::sleep(BEFORE).await;
    tell.send_replace(Some(Instant::now()));
    // A kill, not a farewell.
    drop(cluster.nodes.remove(0));
    let mut took = [Vec::new(), Vec::new()];
    for one in playing {
        let (kind, time) = one.await.expect("a game");
        took[kind].push(time);
    }
    let told = |times: Vec<Duration>| {
        let times = Times::new(times);
        let [first, p50, last] = [0.0, 0.5, 1.0].map(|share| times.at(share) / 1e3);
        format!("first {first:.1}, p50 {p50:.1}, last **{last:.1}** s after the kill ({} games)", times.len())
    };
    let [at_node, elsewhere] = took;
    vec![
        Line::new("fail-over, players at the killed node", "8 s", told(at_node)),
        Line::new("fail-over, players at another node", "8 s", told(elsewhere)),
    ]
}

/// All games of a dead node are taken over, and a move is played in each.
pub async fn takeover(program: &Path, size: &Size) -> Vec<Line> {
    let mut cluster = Cluster::start(program, 3);
    let addresses = Arc::clone(&cluster.addresses);
    // One player at the node and one elsewhere; each of the two is to move equally often.
    let games = many(size.live, |seed| {
        let addresses = Arc::clone(&addresses);
        async move {
            let other = 1 + seed % 2;
            let mut game = game(addresses, seed, [0, other]).await;
            for _ in 0..1 + seed / 2 % 2 {
                game.play().await;
            }
            game
        }
    })
    .await;
    let store = Postgres::open(&cluster.database).expect("the database");
    let before = store.known_nodes().expect("the nodes");
    let dead = before.iter().max_by_key(|node| node.games).expect("the owner of all games").run.id;
    let killed = Instant::now();
    drop(cluster.nodes.remove(0));
    let owning = tokio::task::spawn_blocking(move || {
        loop {
            let nodes = store.known_nodes().expect("the nodes");
            if nodes.iter().all(|node| node.run.id != dead) {
                return (killed.elapsed(), nodes.iter().map(|node| node.games).sum::<u32>());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let playing: Vec<_> = games
        .into_iter()
        .map(|mut game| {
            tokio::spawn(async move {
                let [white, black] = &mut game.seats;
                tokio::join!(white.come_back(), black.come_back());
                let mover = game.at % 2;
                let path = game.script[game.at].clone();
                game.seats[mover].play(game.at + 1, &path).await;
                killed.elapsed()
            })
        })
        .collect();
    let mut times = Vec::new();
    for one in playing {
        times.push(one.await.expect("a game"));
    }
    let (owned, count) = owning.await.expect("the nodes");
    let times = Times::new(times);
    let (p50, last, owned) = (times.at(0.5) / 1e3, times.at(1.0) / 1e3, owned.as_secs_f64());
    let games = size.live;
    let told = format!(
        "all {count} owned by the living after **{owned:.1}** s; the next move of each confirmed after p50 {p50:.1}, last **{last:.1}** s"
    );
    vec![Line::new(format!("{games} games of a killed node are taken"), "10 s", told)]
}
