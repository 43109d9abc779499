//! Several nodes on one store, with a wire that can be cut.

use super::{House, PATIENCE};
use axum::body::Bytes;
use damka_server::nodes::{Message, Nats, NodePlan, Wire};
use damka_server::{Club, Settings, serve};
use damka_store::{NewNode, Sqlite, Store};
use futures_util::future::BoxFuture;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

/// The length of the seal at the beginning of each message.
const SEAL: usize = 12;

/// What all nodes are connected with.
#[derive(Default)]
pub struct Switchboard {
    listeners: Mutex<HashMap<String, Vec<mpsc::Sender<Message>>>>,
    asked: AtomicU64,
    /// Bytes that were sent.
    pub bytes: AtomicU64,
    /// Messages with lines of games.
    pub lines: AtomicU64,
}

impl Switchboard {
    fn send(&self, subject: &str, message: &Message) {
        self.bytes.fetch_add((subject.len() + message.payload.len()) as u64, Ordering::Relaxed);
        // What a message says comes after its seal.
        if message.payload.get(SEAL..).is_some_and(|said| said.starts_with(b"{\"L\":")) {
            self.lines.fetch_add(1, Ordering::Relaxed);
        }
        let mut listeners = self.listeners.lock().unwrap();
        if let Some(known) = listeners.get_mut(subject) {
            known.retain(|out| !matches!(out.try_send(message.clone()), Err(mpsc::error::TrySendError::Closed(_))));
        }
    }

    fn listen(&self, subject: String) -> mpsc::Receiver<Message> {
        let (out, inbox) = mpsc::channel(1024);
        self.listeners.lock().unwrap().entry(subject).or_default().push(out);
        inbox
    }
}

/// One node's connection to it.
#[derive(Clone, Default)]
pub struct Loop {
    board: Arc<Switchboard>,
    pub is_cut: Arc<AtomicBool>,
}

impl Loop {
    /// A connection of its own for each node.
    pub fn on(board: &Arc<Switchboard>) -> Loop {
        Loop { board: Arc::clone(board), is_cut: Arc::default() }
    }
}

impl Wire for Loop {
    fn publish(&self, subject: String, payload: Bytes) {
        if self.is_connected() {
            self.board.send(&subject, &Message { payload, reply: None });
        }
    }

    fn ask(&self, subject: String, payload: Bytes, patience: Duration) -> BoxFuture<'static, Option<Bytes>> {
        let wire = self.clone();
        Box::pin(async move {
            if !wire.is_connected() {
                return None;
            }
            let reply = format!("reply.{}", wire.board.asked.fetch_add(1, Ordering::Relaxed));
            let mut inbox = wire.board.listen(reply.clone());
            wire.board.send(&subject, &Message { payload, reply: Some(reply) });
            Some(tokio::time::timeout(patience, inbox.recv()).await.ok()??.payload)
        })
    }

    fn listen(&self, subject: String) -> mpsc::Receiver<Message> {
        let (out, inbox) = mpsc::channel(1024);
        let (mut from, is_cut) = (self.board.listen(subject), Arc::clone(&self.is_cut));
        tokio::spawn(async move {
            while let Some(message) = from.recv().await {
                if !is_cut.load(Ordering::SeqCst) && out.send(message).await.is_err() {
                    return;
                }
            }
        });
        inbox
    }

    fn is_connected(&self) -> bool {
        !self.is_cut.load(Ordering::SeqCst)
    }
}

/// Several nodes.
pub struct Nodes {
    pub houses: Vec<House>,
    pub wires: Vec<Loop>,
    pub board: Arc<Switchboard>,
    pub store: Arc<dyn Store>,
    stops: Vec<watch::Sender<bool>>,
    _folder: tempfile::TempDir,
}

impl Nodes {
    /// Opens so many nodes.
    pub async fn open(count: usize) -> Nodes {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Sqlite::open(folder.path()).unwrap());
        Nodes::open_on(store, folder, count).await
    }

    /// Opens so many nodes on a store in a folder.
    pub async fn open_on(store: Arc<dyn Store>, folder: tempfile::TempDir, count: usize) -> Nodes {
        let board = Arc::default();
        let mut nodes =
            Nodes { houses: Vec::new(), wires: Vec::new(), board, store, stops: Vec::new(), _folder: folder };
        for _ in 0..count {
            nodes.add().await;
        }
        nodes
    }

    /// Opens so many nodes that are connected over NATS.
    pub async fn open_on_nats(count: usize, url: &str) -> Nodes {
        let mut nodes = Nodes::open(0).await;
        for _ in 0..count {
            nodes.add_on(Arc::new(Nats::connect(url).await.unwrap())).await;
        }
        for house in &nodes.houses {
            house.until_connected().await;
        }
        nodes
    }

    /// One more node.
    pub async fn add(&mut self) {
        let wire = Loop::on(&self.board);
        self.wires.push(wire.clone());
        self.add_on(Arc::new(wire)).await;
    }

    async fn add_on(&mut self, wire: Arc<dyn Wire>) {
        let about = NewNode { address: format!("node-{}", self.houses.len()), version: "0".to_owned() };
        let plan = NodePlan { about, wire };
        let settings = Settings { limited: false, ..Settings::default() };
        let club = Club::open_node(Arc::clone(&self.store), settings, plan).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (stop, mut stopped) = watch::channel(false);
        let serving = Arc::clone(&club);
        let until = async move { drop(stopped.wait_for(|stopped| *stopped).await) };
        tokio::spawn(async move { serve(serving, listener, until).await.unwrap() });
        self.houses.push(House { club, address, folder: None });
        self.stops.push(stop);
    }

    /// Closes a node properly.
    pub fn close(&self, node: usize) {
        self.stops[node].send_replace(true);
    }
}

impl House {
    /// Waits until the node can send messages.
    async fn until_connected(&self) {
        let begun = Instant::now();
        while !self.club.peers.as_ref().unwrap().is_connected() {
            assert!(begun.elapsed() < PATIENCE, "NATS cannot be reached");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}
