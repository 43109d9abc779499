//! The nemesis: it breaks things.

use super::history::wall;
use super::link::{Link, Weather};
use super::nodes::{Cluster, NODES, blocking};
use super::players::{Crowd, Played, Whim, lock};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::Mutex as Turn;
use tokio::task::JoinSet;

/// The cables of a node: to its clients, to PostgreSQL, to NATS.
const CABLES: usize = 3;

/// What can be done to a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    KillOwner,
    StopOwner,
    NodeWithoutPostgres,
    PostgresHole,
    NodeWithoutNats,
    NatsHole,
    NobodyHearsNobody,
    NodeWithoutClients,
    Late,
    Lossy,
    Slow,
    PostgresStopped,
    PostgresCrashed,
    NatsRestarted,
    RollingUpdate,
}

/// All kinds, with how often each is chosen, and what they are called in the report.
pub const KINDS: [(Kind, u64, &str); 15] = [
    (Kind::KillOwner, 10, "kill -9 of an owner"),
    (Kind::StopOwner, 5, "SIGSTOP of an owner, up to 10 s"),
    (Kind::NodeWithoutPostgres, 10, "a node cut from PostgreSQL"),
    (Kind::PostgresHole, 8, "PostgreSQL swallows what a node sends"),
    (Kind::NodeWithoutNats, 10, "a node cut from NATS"),
    (Kind::NatsHole, 8, "NATS swallows what a node sends"),
    (Kind::NobodyHearsNobody, 6, "all nodes cut from NATS"),
    (Kind::NodeWithoutClients, 8, "a node cut from its clients"),
    (Kind::Late, 10, "delay and jitter"),
    (Kind::Lossy, 10, "loss"),
    (Kind::Slow, 6, "few bytes a second"),
    (Kind::PostgresStopped, 3, "PostgreSQL stopped and started"),
    (Kind::PostgresCrashed, 3, "PostgreSQL crashed and started"),
    (Kind::NatsRestarted, 6, "NATS killed and started"),
    (Kind::RollingUpdate, 2, "rolling update of all nodes"),
];

/// Something that was done.
#[derive(Clone)]
pub struct Fault {
    pub kind: Kind,
    pub from: u64,
    pub until: u64,
    /// A game in play that it concerned.
    pub game: Option<Arc<Played>>,
}

/// Breaks things, and knows what is broken already.
pub struct Nemesis {
    cluster: Arc<Cluster>,
    crowd: Arc<Crowd>,
    /// Faults of one node's process, of one node's cables, and of the servers do not disturb each other.
    processes: [Turn<()>; NODES],
    cables: [[Turn<()>; CABLES]; NODES],
    servers: Turn<()>,
    pub faults: Mutex<Vec<Fault>>,
    /// When no node could reach the database.
    pub closed: Mutex<Vec<(u64, u64)>>,
    /// Nodes that did not close when they were asked to.
    pub unwilling: AtomicU64,
}

impl Nemesis {
    pub fn new(cluster: &Arc<Cluster>, crowd: &Arc<Crowd>) -> Arc<Nemesis> {
        Arc::new(Nemesis {
            cluster: Arc::clone(cluster),
            crowd: Arc::clone(crowd),
            processes: Default::default(),
            cables: Default::default(),
            servers: Turn::default(),
            faults: Mutex::default(),
            closed: Mutex::default(),
            unwilling: AtomicU64::new(0),
        })
    }

    /// Breaks one thing after another without waiting for the end of the one before, for a while; returns when
    /// everything is whole again. `kinds` are done first, one of each.
    pub async fn rage(self: &Arc<Nemesis>, kinds: &mut Vec<Kind>, whim: &mut Whim, lasting: Duration, gap: (u64, u64)) {
        let (begun, mut raging) = (Instant::now(), JoinSet::new());
        while begun.elapsed() < lasting {
            let kind = kinds.pop().unwrap_or_else(|| any_kind(whim));
            let nemesis = Arc::clone(self);
            let seed = whim.next();
            raging.spawn(async move { nemesis.strike(kind, Whim(seed)).await });
            tokio::time::sleep(Duration::from_millis(gap.0 + whim.below(gap.1))).await;
        }
        while let Some(done) = raging.join_next().await {
            done.expect("a fault");
        }
    }

    /// Breaks something and mends it.
    pub async fn strike(&self, kind: Kind, mut whim: Whim) {
        let game = self.some_game(&mut whim);
        let owner = match &game {
            Some(game) => self.cluster.owner_of(&game.id).await,
            None => None,
        };
        let any = whim.below(NODES as u64) as usize;
        let node = owner.unwrap_or(any);
        let held = async |turn: &Turn<()>| drop(turn.lock().await);
        match kind {
            Kind::KillOwner | Kind::StopOwner => {
                let _turn = self.processes[node].lock().await;
                self.noted(kind, game, self.break_process(kind, node, &mut whim)).await;
            }
            Kind::RollingUpdate => {
                // A node is not killed or stopped while it is being replaced.
                for turn in &self.processes {
                    held(turn).await;
                }
                self.noted(kind, game, self.replace_all()).await;
            }
            Kind::NobodyHearsNobody => {
                let mut turns = Vec::new();
                for cables in &self.cables {
                    turns.push(cables[2].lock().await);
                }
                let all = self.cluster.nodes.iter().map(|node| &node.nats).collect();
                self.noted(kind, game, weather(all, Weather::Cut, short(&mut whim))).await;
            }
            Kind::PostgresStopped | Kind::PostgresCrashed | Kind::NatsRestarted => {
                let _turn = self.servers.lock().await;
                self.noted(kind, game, self.restart(kind, short(&mut whim))).await;
            }
            _ => {
                let (cable, how) = cable_fault(kind, &mut whim);
                let _turn = self.cables[node][cable].lock().await;
                let node = &self.cluster.nodes[node];
                let link = [&node.clients, &node.postgres, &node.nats][cable];
                self.noted(kind, game, weather(vec![link], how, short(&mut whim))).await;
            }
        }
    }

    fn some_game(&self, whim: &mut Whim) -> Option<Arc<Played>> {
        let in_play = self.crowd.in_play();
        let count = in_play.len() as u64;
        in_play.into_iter().nth(if count == 0 { 0 } else { whim.below(count) as usize })
    }

    async fn noted(&self, kind: Kind, game: Option<Arc<Played>>, fault: impl Future<Output = ()>) {
        let from = wall();
        fault.await;
        lock(&self.faults).push(Fault { kind, from, until: wall(), game });
    }

    async fn break_process(&self, kind: Kind, at: usize, whim: &mut Whim) {
        let node = &self.cluster.nodes[at];
        if kind == Kind::KillOwner {
            node.kill().await;
            tokio::time::sleep(Duration::from_millis(whim.below(3_000))).await;
            node.start().await;
        } else {
            node.signal("-STOP").await;
            // Half of them are longer than any lease.
            let stopped = if whim.chance(50) { 10_000 } else { 300 + whim.below(9_000) };
            tokio::time::sleep(Duration::from_millis(stopped)).await;
            node.signal("-CONT").await;
        }
    }

    async fn replace_all(&self) {
        for (node, turn) in self.cluster.nodes.iter().zip(&self.processes) {
            let _turn = turn.lock().await;
            if !node.close().await {
                self.unwilling.fetch_add(1, Ordering::Relaxed);
            }
            node.start().await;
        }
    }

    async fn restart(&self, kind: Kind, away: Duration) {
        let cluster = Arc::clone(&self.cluster);
        let from = wall();
        let handle = tokio::runtime::Handle::current();
        blocking(move || match kind {
            Kind::NatsRestarted => {
                let mut nats = handle.block_on(cluster.nats.lock());
                nats.stop();
                std::thread::sleep(away);
                nats.start_again();
            }
            _ => {
                let mut postgres = handle.block_on(cluster.postgres.lock());
                if kind == Kind::PostgresCrashed {
                    postgres.kill()
                } else {
                    postgres.stop()
                }
                std::thread::sleep(away);
                postgres.start_again();
            }
        })
        .await;
        if kind != Kind::NatsRestarted {
            lock(&self.closed).push((from, wall()));
        }
    }
}

fn any_kind(whim: &mut Whim) -> Kind {
    let all: u64 = KINDS.iter().map(|(_, weight, _)| weight).sum();
    let mut at = whim.below(all);
    for (kind, weight, _) in KINDS {
        if at < weight {
            return kind;
        }
        at -= weight;
    }
    KINDS[0].0
}

/// From 0.1 to 10 s, most of them short: others are longer than a lease.
fn short(whim: &mut Whim) -> Duration {
    Duration::from_millis(if whim.chance(15) { 2_000 + whim.below(8_000) } else { 100 + whim.below(800) })
}

/// Which cable of a node, and what happens to it.
fn cable_fault(kind: Kind, whim: &mut Whim) -> (usize, Weather) {
    let any = whim.below(CABLES as u64) as usize;
    match kind {
        Kind::NodeWithoutPostgres => (1, Weather::Cut),
        Kind::PostgresHole => (1, Weather::Hole),
        Kind::NodeWithoutNats => (2, Weather::Cut),
        Kind::NatsHole => (2, Weather::Hole),
        Kind::NodeWithoutClients => (0, if whim.chance(50) { Weather::Cut } else { Weather::Hole }),
        Kind::Late => {
            let ms = |whim: &mut Whim, most| Duration::from_millis(5 + whim.below(most));
            (any, Weather::Late(ms(whim, 150), ms(whim, 300)))
        }
        Kind::Lossy => (any, Weather::Lossy(4 + whim.below(30))),
        _ => (any, Weather::Slow(4_000 + whim.below(40_000))),
    }
}

async fn weather(links: Vec<&Link>, how: Weather, lasting: Duration) {
    links.iter().for_each(|link| link.set(how));
    tokio::time::sleep(lasting).await;
    links.iter().for_each(|link| link.set(Weather::Clear));
}
