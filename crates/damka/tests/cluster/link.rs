//! A cable that can be cut: a TCP proxy between two programs.
//!
//! TCP repairs what a network loses, so the programs at its ends never see a lost packet: they see a connection that pauses
//! until the packet has been sent again. That is what [`Weather::Lossy`] does. A cable that is pulled out for good swallows
//! what is sent, and neither end notices ([`Weather::Hole`]); when it is back, the ends have given the connection up.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// What a cable does with what is sent over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weather {
    /// Everything passes at once.
    Clear,
    /// Connections are closed, and new ones are refused.
    Cut,
    /// Everything is swallowed, connections stay. They end with the weather.
    Hole,
    /// Everything comes later, by so much and up to so much more.
    Late(Duration, Duration),
    /// One of so many pieces is lost, and comes when it has been sent again.
    Lossy(u64),
    /// So many bytes in a second.
    Slow(u64),
}

/// How long it takes until a lost piece is sent again.
const AGAIN: (u64, u64) = (200, 800);
/// The longest piece that is passed on at once.
const PIECE: usize = 16 << 10;
/// Pieces on their way in one direction.
const AHEAD: usize = 256;

/// One cable; it is there as long as this is.
pub struct Link {
    port: u16,
    weather: watch::Sender<Weather>,
    accepting: tokio::task::JoinHandle<()>,
}

impl Link {
    /// A cable to a port of this machine.
    pub async fn to(port: u16, seed: u64) -> Link {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let own = listener.local_addr().expect("its number").port();
        let (weather, seen) = watch::channel(Weather::Clear);
        let accepting = tokio::spawn(accept(listener, SocketAddr::from(([127, 0, 0, 1], port)), seen, seed));
        Link { port: own, weather, accepting }
    }

    /// Its near end.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Changes the weather, for the connections that are open too.
    pub fn set(&self, weather: Weather) {
        self.weather.send_replace(weather);
    }

    /// Whether everything passes.
    pub fn is_clear(&self) -> bool {
        *self.weather.borrow() == Weather::Clear
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.accepting.abort();
        // Connections end too.
        self.weather.send_replace(Weather::Cut);
    }
}

async fn accept(listener: TcpListener, to: SocketAddr, weather: watch::Receiver<Weather>, seed: u64) {
    let whim = Arc::new(AtomicU64::new(seed));
    loop {
        let Ok((near, _)) = listener.accept().await else { continue };
        if *weather.borrow() == Weather::Cut {
            // A port that was closed meanwhile could be lost to another program; a reset is what the other end sees.
            let _ = near.set_zero_linger();
            continue;
        }
        tokio::spawn(connect(near, to, weather.clone(), Arc::clone(&whim)));
    }
}

async fn connect(near: TcpStream, to: SocketAddr, mut weather: watch::Receiver<Weather>, whim: Arc<AtomicU64>) {
    // What connects to a hole waits, and learns nothing.
    if weather.wait_for(|weather| *weather != Weather::Hole).await.is_err() {
        return;
    }
    let Ok(far) = TcpSocket::new_v4().expect("a socket").connect(to).await else {
        let _ = near.set_zero_linger();
        return;
    };
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
    let there = direction(near_in, far_out, weather.clone(), Arc::clone(&whim));
    let back = direction(far_in, near_out, weather.clone(), whim);
    tokio::select! {
        () = async { tokio::join!(there, back); } => {}
        () = end_of(weather) => {}
    }
}

/// Returns when the weather ends connections: when it cuts them, or when it has swallowed a part of them.
async fn end_of(mut weather: watch::Receiver<Weather>) {
    let mut was_hole = false;
    loop {
        let now = *weather.borrow_and_update();
        if now == Weather::Cut || was_hole && now != Weather::Hole {
            return;
        }
        was_hole = now == Weather::Hole;
        if weather.changed().await.is_err() {
            return;
        }
    }
}

/// Passes on what one end sends, until it ends.
async fn direction(from: OwnedReadHalf, to: OwnedWriteHalf, weather: watch::Receiver<Weather>, whim: Arc<AtomicU64>) {
    let (send, pieces) = mpsc::channel(AHEAD);
    tokio::join!(take(from, send, weather, whim), give(to, pieces));
}

async fn take(
    mut from: OwnedReadHalf,
    send: mpsc::Sender<(Instant, Vec<u8>)>,
    weather: watch::Receiver<Weather>,
    whim: Arc<AtomicU64>,
) {
    let mut last = Instant::now();
    let mut piece = vec![0; PIECE];
    loop {
        let Ok(length @ 1..) = from.read(&mut piece).await else { return };
        let now = *weather.borrow();
        if now == Weather::Hole {
            continue;
        }
        // Nothing overtakes anything: it is one connection. What is slow goes piece by piece.
        let from = if let Weather::Slow(_) = now { last.max(Instant::now()) } else { Instant::now() };
        last = last.max(from + delay(now, length, &whim));
        if send.send((last, piece[..length].to_vec())).await.is_err() {
            return;
        }
    }
}

fn delay(weather: Weather, length: usize, whim: &AtomicU64) -> Duration {
    let up_to = |most: u64| if most == 0 { 0 } else { next(whim) % most };
    match weather {
        Weather::Clear | Weather::Cut | Weather::Hole => Duration::ZERO,
        Weather::Late(least, more) => least + Duration::from_millis(up_to(more.as_millis() as u64)),
        Weather::Lossy(one_of) if up_to(one_of) == 0 => Duration::from_millis(AGAIN.0 + up_to(AGAIN.1)),
        Weather::Lossy(_) => Duration::ZERO,
        Weather::Slow(bytes) => Duration::from_micros(length as u64 * 1_000_000 / bytes),
    }
}

fn next(whim: &AtomicU64) -> u64 {
    let step = |whim: u64| whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let old = whim.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |whim| Some(step(whim)));
    step(old.unwrap_or_else(|old| old)) >> 33
}

async fn give(mut to: OwnedWriteHalf, mut pieces: mpsc::Receiver<(Instant, Vec<u8>)>) {
    while let Some((at, piece)) = pieces.recv().await {
        tokio::time::sleep_until(at).await;
        if to.write_all(&piece).await.is_err() {
            return;
        }
    }
    let _ = to.shutdown().await;
}

#[tokio::test]
async fn a_cable_passes_holds_back_and_is_cut() {
    let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let link = Link::to(server.local_addr().unwrap().port(), 1).await;
    let open = async || {
        let near = TcpStream::connect(("127.0.0.1", link.port())).await.unwrap();
        (near, server.accept().await.unwrap().0)
    };
    let soon = Duration::from_millis(200);
    let (mut near, mut far) = open().await;
    near.write_all(b"one").await.unwrap();
    let mut read = [0; 3];
    far.read_exact(&mut read).await.unwrap();
    assert_eq!(&read, b"one");
    link.set(Weather::Late(soon, Duration::ZERO));
    let sent = Instant::now();
    far.write_all(b"two").await.unwrap();
    near.read_exact(&mut read).await.unwrap();
    assert!(&read == b"two" && sent.elapsed() >= soon);
    link.set(Weather::Hole);
    near.write_all(b"six").await.unwrap();
    assert!(tokio::time::timeout(soon, far.read_exact(&mut read)).await.is_err(), "nothing comes, and nothing ends");
    link.set(Weather::Clear);
    assert!(matches!(near.read(&mut read).await, Ok(0) | Err(_)), "what lost bytes ends");
    let (mut near, _far) = open().await;
    link.set(Weather::Cut);
    assert!(matches!(near.read(&mut read).await, Ok(0) | Err(_)));
    let mut refused = TcpStream::connect(("127.0.0.1", link.port())).await.unwrap();
    assert!(matches!(refused.read(&mut read).await, Ok(0) | Err(_)), "and nobody is let in");
}
