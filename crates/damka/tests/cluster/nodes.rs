//! A club of three processes, with a database and a NATS server, and a cable between any two that talk.

use super::link::{Link, Weather};
use damka_conduct::GameId;
use damka_servers::{Nats, Postgres};
use damka_store::{Nodes as _, Store, StoreError};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::Mutex;

/// How many nodes there are.
pub const NODES: usize = 3;
/// How long a node may take to begin, and to close.
const PATIENCE: Duration = Duration::from_secs(40);
/// How long it may take to answer.
const ANSWER: Duration = Duration::from_secs(3);
/// A node that cannot reach the database when it begins ends, and is started again so often.
const AGAIN: Duration = Duration::from_secs(1);
/// A node that ends after so long had begun.
const BEGINNING: Duration = Duration::from_secs(12);
/// How often the test checks whether a process has ended by itself.
const LOOK: Duration = Duration::from_millis(200);

/// The club.
pub struct Cluster {
    pub nodes: Vec<Node>,
    pub postgres: Mutex<Postgres>,
    pub nats: Mutex<Nats>,
    /// The test's own way to the database, which nothing cuts.
    pub store: Arc<damka_store::Postgres>,
    pub database: String,
    /// Processes that ended, after they had begun, though nobody had ended them.
    pub ended: AtomicU64,
    // The last field: the folder is removed after everything else has been dropped.
    folder: TempDir,
}

/// A node, whose process may come and go; its port and its cables stay.
pub struct Node {
    pub port: u16,
    /// From its clients to it.
    pub clients: Link,
    /// From it to the database.
    pub postgres: Link,
    /// From it to NATS.
    pub nats: Link,
    process: Mutex<Option<Process>>,
    /// Whether it should run.
    wanted: AtomicBool,
    program: String,
    command: Vec<String>,
    log: PathBuf,
}

/// A process, and since when it is there.
struct Process {
    child: Child,
    since: Instant,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("its number").port()
}

/// What a node calls itself.
fn name(node: usize) -> String {
    format!("node-{node}")
}

impl Node {
    async fn new(folder: &Path, at: usize, seed: u64, database: &Postgres, name_of: &str, nats: &Nats) -> Node {
        let port = free_port();
        let seed = |cable: u64| seed.wrapping_mul(31).wrapping_add(at as u64 * 3 + cable);
        let clients = Link::to(port, seed(0)).await;
        let (postgres, nats) = (Link::to(database.port(), seed(1)).await, Link::to(nats.port(), seed(2)).await);
        let database = format!("postgresql://damka@127.0.0.1:{}/{name_of}", postgres.port());
        let (wire, port_text) = (format!("nats://127.0.0.1:{}", nats.port()), port.to_string());
        let data = folder.join(name(at)).display().to_string();
        let own = name(at);
        let command = ["--lang", "en", "serve", "--no-open", "--unlimited", "--port", &port_text, "--data", &data];
        let node = ["--postgres", &database, "--nats", &wire, "--node-name", &own];
        let command = command.iter().chain(&node).map(|word| (*word).to_owned()).collect();
        let log = folder.join(format!("{own}.log"));
        let (process, wanted) = (Mutex::new(None), AtomicBool::new(false));
        // A long run should not notice that the program is rebuilt.
        let program = std::env::var("DAMKA_CLUSTER_PROGRAM").unwrap_or(env!("CARGO_BIN_EXE_damka").to_owned());
        Node { program, port, clients, postgres, nats, process, wanted, command, log }
    }

    /// Where clients find it.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.clients.port())
    }

    /// Starts its process; returns when it is ready, or `false` if it is not after a while.
    pub async fn start(&self) -> bool {
        self.wanted.store(true, Ordering::SeqCst);
        self.spawn(&mut *self.process.lock().await);
        let begun = Instant::now();
        while !self.is_up().await {
            if begun.elapsed() > PATIENCE || !self.wanted.load(Ordering::SeqCst) {
                return false;
            }
            tokio::time::sleep(LOOK).await;
        }
        true
    }

    fn spawn(&self, process: &mut Option<Process>) {
        if process.is_some() {
            return;
        }
        let log = std::fs::OpenOptions::new().create(true).append(true).open(&self.log).expect("a log");
        let mut command = Command::new(&self.program);
        command.args(&self.command).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        *process = Some(Process { child: command.spawn().expect("a process"), since: Instant::now() });
    }

    /// Whether it answers, and says that it is well.
    pub async fn is_up(&self) -> bool {
        let address = format!("127.0.0.1:{}", self.port);
        let own = (address.as_str(), Ipv4Addr::LOCALHOST);
        let health = super::club::ask(own, "GET", "/api/health", None, &serde_json::Value::Null);
        matches!(tokio::time::timeout(ANSWER, health).await, Ok(Ok(answer)) if answer.status == 200)
    }

    /// `kill -9`.
    pub async fn kill(&self) {
        self.wanted.store(false, Ordering::SeqCst);
        drop(self.process.lock().await.take());
    }

    /// Asks it to close, and waits until it has; `false` if it has not after a while, and was killed.
    pub async fn close(&self) -> bool {
        self.wanted.store(false, Ordering::SeqCst);
        self.signal("-TERM").await;
        let (begun, mut process) = (Instant::now(), self.process.lock().await);
        let Some(running) = process.as_mut() else { return true };
        while let Ok(None) = running.child.try_wait() {
            if begun.elapsed() > PATIENCE {
                *process = None;
                return false;
            }
            tokio::time::sleep(LOOK).await;
        }
        *process = None;
        true
    }

    /// Sends its process a signal, such as `-STOP`.
    pub async fn signal(&self, signal: &str) {
        if let Some(process) = &*self.process.lock().await {
            let sent = Command::new("kill").args([signal, &process.child.id().to_string()]).status();
            assert!(sent.expect("kill").success(), "{signal}");
        }
    }

    /// Lets everything pass.
    pub fn heal(&self) {
        for link in [&self.clients, &self.postgres, &self.nats] {
            link.set(Weather::Clear);
        }
    }
}

impl Cluster {
    /// A new club.
    pub async fn open(seed: u64) -> Arc<Cluster> {
        let folder = tempfile::tempdir().expect("a folder");
        let (postgres, nats) = (Postgres::start(), Nats::start());
        let database = postgres.database();
        let name = database.rsplit('/').next().expect("a name").to_owned();
        let url = database.clone();
        let store = blocking(move || damka_store::Postgres::open(&url)).await.expect("a database");
        let mut nodes = Vec::new();
        for at in 0..NODES {
            nodes.push(Node::new(folder.path(), at, seed, &postgres, &name, &nats).await);
        }
        let (postgres, nats, store) = (Mutex::new(postgres), Mutex::new(nats), Arc::new(store));
        let cluster = Cluster { nodes, postgres, nats, store, database, ended: AtomicU64::new(0), folder };
        let cluster = Arc::new(cluster);
        for node in &cluster.nodes {
            assert!(node.start().await, "{}", cluster.logs());
        }
        tokio::spawn(keep_alive(Arc::downgrade(&cluster)));
        cluster
    }

    /// Where clients find the nodes.
    pub fn addresses(&self) -> Vec<String> {
        self.nodes.iter().map(Node::address).collect()
    }

    /// Reads from the database, as often as it takes.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl Fn(&dyn Store) -> Result<T, StoreError> + Clone + Send + 'static,
    ) -> Result<T, StoreError> {
        let begun = Instant::now();
        loop {
            let (store, read) = (Arc::clone(&self.store), read.clone());
            match blocking(move || read(&*store)).await {
                Err(StoreError::Unreachable(_)) if begun.elapsed() < PATIENCE => tokio::time::sleep(LOOK).await,
                other => return other,
            }
        }
    }

    /// The node that owns a game, if the database can be asked and one with a valid lease does.
    pub async fn owner_of(&self, game: &str) -> Option<usize> {
        let (store, id) = (Arc::clone(&self.store), GameId::new(game));
        let found = blocking(move || Ok::<_, StoreError>((store.owner(&id)?, store.known_nodes()?)));
        let (owner, nodes) = found.await.ok()?;
        let run = owner.filter(|owner| owner.is_valid)?.run;
        let node = nodes.into_iter().find(|node| node.run.id == run)?;
        (0..NODES).find(|at| name(*at) == node.about.address)
    }

    /// Whether every node answers and no fault is left.
    pub async fn is_well(&self) -> bool {
        for node in &self.nodes {
            let is_clear = [&node.clients, &node.postgres, &node.nats].iter().all(|link| link.is_clear());
            if !is_clear || !node.is_up().await {
                return false;
            }
        }
        true
    }

    /// What the nodes have logged.
    pub fn logs(&self) -> String {
        let read = |node: &Node| std::fs::read_to_string(&node.log).unwrap_or_default();
        self.nodes.iter().map(read).collect::<Vec<_>>().join("\n")
    }

    /// Keeps the logs where somebody can read them after the test.
    pub fn keep_logs(&self, to: &Path) {
        let _ = std::fs::create_dir_all(to);
        for node in &self.nodes {
            let _ = std::fs::copy(&node.log, to.join(node.log.file_name().unwrap_or_default()));
        }
    }

    /// Ends everything.
    pub async fn close(&self) {
        for node in &self.nodes {
            node.kill().await;
        }
        let _ = &self.folder;
    }
}

/// A process that ends by itself is started again, as systemd would do.
async fn keep_alive(cluster: std::sync::Weak<Cluster>) {
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(cluster) = cluster.upgrade() else { return };
        for node in &cluster.nodes {
            let Ok(mut process) = node.process.try_lock() else { continue };
            let Some(running) = process.as_mut() else { continue };
            let has_ended = matches!(running.child.try_wait(), Ok(Some(_)));
            if has_ended && node.wanted.load(Ordering::SeqCst) && running.since.elapsed() > AGAIN {
                cluster.ended.fetch_add(u64::from(running.since.elapsed() > BEGINNING), Ordering::Relaxed);
                *process = None;
                node.spawn(&mut process);
            }
        }
    }
}

/// Waits for something on a thread of its own.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.expect("no panic")
}
