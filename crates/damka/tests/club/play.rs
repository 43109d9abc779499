//! Games that are played over sockets, as fast as they can be or at a given pace, and how long moves take.

use super::script::script;
use super::{Socket, make_game};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How many players connect at once.
const CONNECTING: usize = 64;

/// Counts what is played and delivered.
#[derive(Default)]
pub struct Tally {
    pub moves: AtomicU64,
    pub frames: AtomicU64,
    pub bytes: AtomicU64,
    pub stop: AtomicBool,
}

/// How long moves took, the fastest first.
pub struct Times(Vec<Duration>);

impl Times {
    /// Sorts them.
    pub fn new(mut times: Vec<Duration>) -> Times {
        times.sort();
        Times(times)
    }

    /// The time that a share of them did not exceed, in milliseconds.
    pub fn at(&self, share: f64) -> f64 {
        let last = self.0.len().checked_sub(1).expect("something was measured");
        self.0[(last as f64 * share) as usize].as_secs_f64() * 1e3
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// What a run of all games gave.
pub struct Speed {
    /// Moves per second.
    pub moves: f64,
    /// Frames per second that players waited for.
    pub frames: f64,
    /// The size of a frame in bytes.
    pub size: usize,
    /// From a move to its confirmation.
    pub times: Times,
}

/// The message with which a player moves.
pub fn move_message(n: usize, path: &str) -> String {
    format!("{{\"type\":\"act\",\"n\":{n},\"act\":{{\"kind\":\"move\",\"path\":[{path}]}}}}")
}

/// Both players of a game, over two sockets.
pub struct Table {
    pub id: String,
    pub cookies: [String; 2],
    pub sockets: [Socket; 2],
    pub script: Vec<String>,
    pub at: usize,
}

impl Table {
    /// Makes one move; the time until it was confirmed, or nothing when the game has no more moves.
    pub async fn play(&mut self, tally: &Tally) -> Option<Duration> {
        let path = self.script.get(self.at)?;
        let mover = self.at % 2;
        self.at += 1;
        let n = self.at;
        let begun = Instant::now();
        assert!(self.sockets[mover].send(move_message(n, path)).await, "the socket is open");
        let own = format!("{{\"type\":\"event\",\"n\":{n},");
        let confirmed = wait(&mut self.sockets[mover], &own, tally).await;
        let took = begun.elapsed();
        assert!(confirmed.contains("\"move\""), "{confirmed}");
        wait(&mut self.sockets[1 - mover], "{\"type\":\"event\"", tally).await;
        tally.moves.fetch_add(1, Ordering::Relaxed);
        Some(took)
    }
}

/// The next frame that begins so; others are about who is here.
async fn wait(socket: &mut Socket, begins: &str, tally: &Tally) -> String {
    loop {
        let frame = socket.frame().await.expect("an open socket");
        if frame.starts_with(begins) {
            tally.frames.fetch_add(1, Ordering::Relaxed);
            tally.bytes.fetch_add(frame.len() as u64, Ordering::Relaxed);
            return frame;
        }
        assert!(!frame.contains("\"refused\""), "{frame}");
    }
}

/// Makes a game at one address and opens White's and Black's sockets at others.
pub async fn open(maker: &str, players: [&str; 2], seed: u64) -> Table {
    let (id, cookies) = make_game(maker, "1h").await.expect("a game");
    sit(players, &id, &cookies, seed).await
}

/// Opens both sockets of a game, White's and Black's.
pub async fn sit(addresses: [&str; 2], id: &str, cookies: &[String; 2], seed: u64) -> Table {
    let path = format!("/api/games/{id}/socket");
    let mut white = Socket::open(addresses[0], &path, &cookies[0]).await.expect("a socket");
    let mut black = Socket::open(addresses[1], &path, &cookies[1]).await.expect("a socket");
    let first = [white.frame().await, black.frame().await];
    assert!(first.iter().flatten().all(|frame| frame.starts_with("{\"type\":\"game\"")));
    Table { id: id.to_owned(), cookies: cookies.clone(), sockets: [white, black], script: script(seed), at: 0 }
}

/// Does something many times, a few at once, and returns the results in order.
pub async fn many<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
    count: usize,
    work: impl Fn(usize) -> F,
) -> Vec<T> {
    let mut done = Vec::new();
    for block in (0..count).collect::<Vec<_>>().chunks(CONNECTING) {
        let working: Vec<_> = block.iter().map(|at| tokio::spawn(work(*at))).collect();
        for one in working {
            done.push(one.await.expect("it succeeds"));
        }
    }
    done
}

/// A fixed number of moves each second.
pub async fn steady(tables: Vec<Table>, rate: u64, seconds: Duration) -> (Vec<Table>, Speed) {
    let tally = Arc::new(Tally::default());
    let every = Duration::from_secs_f64(tables.len() as f64 / rate as f64);
    let begun = Instant::now();
    let playing: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(at, mut table)| {
            let (tally, first) = (Arc::clone(&tally), every.mul_f64(at as f64 * 0.618 % 1.0));
            tokio::spawn(async move {
                let mut next = tokio::time::Instant::from_std(begun + first);
                let mut took = Vec::new();
                while next.into_std() < begun + seconds {
                    tokio::time::sleep_until(next).await;
                    took.extend(table.play(&tally).await);
                    next += every;
                }
                (table, took)
            })
        })
        .collect();
    let (mut tables, mut took) = (Vec::new(), Vec::new());
    for table in playing {
        let (table, its) = table.await.expect("a game");
        tables.push(table);
        took.extend(its);
    }
    let speed = speed(&tally, took.len() as u64, begun.elapsed(), took);
    (tables, speed)
}

/// As many moves as possible.
pub async fn flat_out(tables: Vec<Table>, seconds: Duration) -> Speed {
    let tally = Arc::new(Tally::default());
    let begun = Instant::now();
    let playing: Vec<_> = tables
        .into_iter()
        .map(|mut table| {
            let tally = Arc::clone(&tally);
            tokio::spawn(async move {
                let mut took = Vec::new();
                while !tally.stop.load(Ordering::Relaxed) {
                    let Some(time) = table.play(&tally).await else { break };
                    took.push(time);
                }
                took
            })
        })
        .collect();
    tokio::time::sleep(seconds).await;
    let (moves, elapsed) = (tally.moves.load(Ordering::Relaxed), begun.elapsed());
    let mut speed = speed(&tally, moves, elapsed, Vec::new());
    tally.stop.store(true, Ordering::Relaxed);
    let mut took = Vec::new();
    for table in playing {
        took.extend(table.await.expect("a game"));
    }
    speed.times = Times::new(took);
    speed
}

fn speed(tally: &Tally, moves: u64, elapsed: Duration, took: Vec<Duration>) -> Speed {
    let (frames, bytes) = (tally.frames.load(Ordering::Relaxed), tally.bytes.load(Ordering::Relaxed));
    let seconds = elapsed.as_secs_f64();
    Speed {
        moves: moves as f64 / seconds,
        frames: frames as f64 / seconds,
        size: (bytes / frames.max(1)) as usize,
        times: Times::new(took),
    }
}
