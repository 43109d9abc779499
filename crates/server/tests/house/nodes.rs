//! Several nodes on one store, with a wire that can be cut.

use super::odd::Odd;
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
        // The content of a message follows its seal.
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

/// A node's way to the store, and what cuts it.
type Way = Box<dyn Fn() -> (Arc<dyn Store>, Arc<AtomicBool>)>;

/// Several nodes.
pub struct Nodes {
    pub houses: Vec<House>,
    pub wires: Vec<Loop>,
    pub board: Arc<Switchboard>,
    pub store: Arc<dyn Store>,
    settings: Settings,
    way: Way,
    stops: Vec<watch::Sender<bool>>,
    cuts: Vec<Arc<AtomicBool>>,
    _folder: tempfile::TempDir,
}

impl Nodes {
    /// Opens so many nodes, without limits on how much one visitor may ask.
    pub async fn open(count: usize) -> Nodes {
        Nodes::open_with(count, Settings { limited: false, ..Settings::default() }).await
    }

    /// Opens so many nodes with these settings.
    pub async fn open_with(count: usize, settings: Settings) -> Nodes {
        Nodes::open_prepared(count, settings, |_| {}).await
    }

    /// The same, with something done to each node's way to the store.
    pub async fn open_prepared(count: usize, settings: Settings, prepare: impl Fn(&mut Odd) + 'static) -> Nodes {
        let folder = tempfile::tempdir().unwrap();
        let kept = Arc::new(Sqlite::open(folder.path()).unwrap());
        let store: Arc<dyn Store> = kept.clone();
        let way = move || {
            let mut own = Odd::on(Arc::clone(&kept));
            prepare(&mut own);
            let is_cut = Arc::clone(&own.is_cut);
            (Arc::new(own) as Arc<dyn Store>, is_cut)
        };
        Nodes::open_as(count, settings, store, folder, Box::new(way)).await
    }

    /// Opens so many nodes on a store in a folder.
    pub async fn open_on(store: Arc<dyn Store>, folder: tempfile::TempDir, count: usize) -> Nodes {
        let (settings, same) = (Settings { limited: false, ..Settings::default() }, Arc::clone(&store));
        let way = move || (Arc::clone(&same), Arc::default());
        Nodes::open_as(count, settings, store, folder, Box::new(way)).await
    }

    async fn open_as(
        count: usize,
        settings: Settings,
        store: Arc<dyn Store>,
        folder: tempfile::TempDir,
        way: Way,
    ) -> Nodes {
        let (houses, wires, stops, cuts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let board = Arc::default();
        let mut nodes = Nodes { houses, wires, board, store, settings, way, stops, cuts, _folder: folder };
        for _ in 0..count {
            nodes.add().await;
        }
        nodes
    }

    /// From now on nodes reach each other through the store alone, or by the wire again.
    pub fn cut_wires(&self, is_cut: bool) {
        self.wires.iter().for_each(|wire| wire.is_cut.store(is_cut, Ordering::SeqCst));
    }

    /// A node cannot write from now on, or can again.
    pub fn cut_store(&self, node: usize, is_cut: bool) {
        self.cuts[node].store(is_cut, Ordering::SeqCst);
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
        let (store, is_cut) = (self.way)();
        self.cuts.push(is_cut);
        let club = Club::open_node(store, self.settings.clone(), plan).unwrap();
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
