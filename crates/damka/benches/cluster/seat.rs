//! A player who reconnects: when a node has died, the page connects to the next.

use crate::club::Socket;
use crate::club::play::move_message;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long a page waits before it tries the next node.
const AGAIN: Duration = Duration::from_millis(250);
/// How long a node may leave a request of a page unanswered. Then the page reconnects.
const PATIENCE: Duration = Duration::from_secs(15);

/// A player at a game.
pub struct Seat {
    addresses: Arc<Vec<String>>,
    /// The node where it is connected, or tries to be.
    node: usize,
    path: String,
    cookie: String,
    socket: Option<Socket>,
}

impl Seat {
    /// A player who is connected to a node. `client` says that the sockets of a page belong together.
    pub async fn open(addresses: &Arc<Vec<String>>, node: usize, id: &str, cookie: &str, client: u64) -> Seat {
        let path = format!("/api/games/{id}/socket?client={client}");
        let (addresses, cookie) = (Arc::clone(addresses), cookie.to_owned());
        let mut seat = Seat { addresses, node, path, cookie, socket: None };
        seat.connect().await;
        seat
    }

    /// Connects, wherever it is possible; the number of half-moves that were played by then.
    async fn connect(&mut self) -> usize {
        loop {
            let opening = Socket::open(&self.addresses[self.node], &self.path, &self.cookie);
            if let Ok(Ok(mut socket)) = timeout(PATIENCE, opening).await
                && let Some(first) = socket.frame().await
                && first.starts_with("{\"type\":\"game\"")
            {
                self.socket = Some(socket);
                return plies(&first);
            }
            self.node = (self.node + 1) % self.addresses.len();
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Connects again if the socket is closed by now.
    pub async fn come_back(&mut self) {
        let is_open = match &mut self.socket {
            // Read everything that has arrived.
            Some(socket) => loop {
                match timeout(Duration::ZERO, socket.frame()).await {
                    Ok(Some(_)) => {}
                    Ok(None) => break false,
                    Err(_) => break true,
                }
            },
            None => false,
        };
        if !is_open {
            self.connect().await;
        }
    }

    /// Makes the move with this number, and returns when it is confirmed, whatever fails meanwhile.
    pub async fn play(&mut self, n: usize, path: &str) {
        loop {
            if let Some(socket) = &mut self.socket {
                let sent = socket.send(move_message(n, path)).await;
                if sent && timeout(PATIENCE, confirmed(socket, n)).await == Ok(Some(true)) {
                    return;
                }
                // Refused for the moment, or the socket has closed: the current state of the game shows whether it counted.
                tokio::time::sleep(AGAIN).await;
            }
            if self.connect().await >= n {
                return;
            }
        }
    }
}

/// Waits for the outcome of an act: whether it counts, or nothing if the socket has closed.
async fn confirmed(socket: &mut Socket, n: usize) -> Option<bool> {
    let (own, again) = (format!("{{\"type\":\"event\",\"n\":{n},"), format!("{{\"type\":\"confirmed\",\"n\":{n},"));
    loop {
        let frame = socket.frame().await?;
        if frame.starts_with(&own) || frame.starts_with(&again) {
            return Some(true);
        }
        if frame.starts_with("{\"type\":\"refused\"") {
            return Some(false);
        }
    }
}

/// How many half-moves a frame with the whole game shows.
fn plies(frame: &str) -> usize {
    let game: serde_json::Value = serde_json::from_str(frame).expect("JSON");
    game["game"]["state"]["ply"].as_u64().expect("half-moves") as usize
}
