//! Many machines, one club: what makes a process a node.
//!
//! A node is a run with a lease. The truth is in the store that all nodes share, and only there; what goes over the wire may
//! be lost. Each live game and each contest has one owner among the nodes; a socket at another node is served by a
//! follower, which is the same task without the owner's part ([`crate::live`]). docs/nodes.md explains the rules.
//!
//! - `lease`: heartbeats, and what happens when they are not confirmed;
//! - `owners`: which run owns a game or a contest, take-overs, and looking for what has lost its owner;
//! - `taking`: many games taken over together;
//! - `wire`, [`post`], `seal`: messages between nodes;
//! - `poll`: what followers read from the store while the wire is down;
//! - `calls`: messages that are answered, through the store where the wire does not reach;
//! - `http/forward.rs`: requests that only another node can answer.

mod calls;
mod examine;
mod lease;
mod owners;
mod poll;
pub mod post;
mod seal;
mod taking;
mod wire;

pub use examine::{ExaminedNats, examine_nats};
pub(crate) use lease::BEAT;
pub use owners::Leader;
pub use wire::{Message, Nats, NoWire, Wire};

use crate::club::Club;
use crate::shared::Heard;
use damka_store::{NewNode, Node};
use post::Post;
use seal::Seal;
use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// How a process becomes a node.
pub struct NodePlan {
    /// What it says of itself.
    pub about: NewNode,
    /// What carries messages.
    pub wire: Arc<dyn Wire>,
}

/// What a node knows of itself and of the others.
pub struct Peers {
    about: NewNode,
    wire: Arc<dyn Wire>,
    /// Begins every subject, so that several clubs can use one NATS.
    prefix: String,
    seal: Seal,
    lease: Mutex<lease::Lease>,
    living: Mutex<Vec<Node>>,
    /// What the others announce and show.
    pub(crate) heard_changes: Heard,
    taking: Arc<taking::Taking>,
    asked: calls::Asked,
    heard: poll::Heard,
    /// How many followers there are of games that other nodes own.
    pub followers: AtomicU64,
    /// Messages sent.
    pub posted: AtomicU64,
    /// Messages received.
    pub received: AtomicU64,
}

impl std::fmt::Debug for Peers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Peers").field("about", &self.about).finish_non_exhaustive()
    }
}

impl Peers {
    /// A node that has just begun its run. `secret` is the club's, which all of its nodes share; changes are heard after
    /// the one with this number.
    #[must_use]
    pub fn new(plan: NodePlan, secret: &str, last_change: i64) -> Peers {
        let NodePlan { about, wire } = plan;
        let digest = Sha256::digest(format!("subjects of {secret}"));
        let prefix = format!("damka.{:02x}{:02x}{:02x}{:02x}", digest[0], digest[1], digest[2], digest[3]);
        Peers {
            about,
            wire,
            prefix,
            seal: Seal::new(secret),
            lease: Mutex::new(lease::Lease::begun(Instant::now())),
            living: Mutex::default(),
            heard_changes: Heard::since(last_change),
            taking: Arc::default(),
            asked: calls::Asked::default(),
            heard: poll::Heard::default(),
            followers: AtomicU64::new(0),
            posted: AtomicU64::new(0),
            received: AtomicU64::new(0),
        }
    }

    fn subject(&self, run: i64) -> String {
        format!("{}.{run}", self.prefix)
    }

    fn subject_of_all(&self) -> String {
        format!("{}.all", self.prefix)
    }

    /// Sends a node a message, which may be lost.
    pub fn post(&self, run: i64, post: &Post) {
        self.publish(self.subject(run), post);
    }

    /// Sends every node a message, this one too.
    pub fn post_all(&self, post: &Post) {
        self.publish(self.subject_of_all(), post);
    }

    fn publish(&self, subject: String, post: &Post) {
        self.posted.fetch_add(1, Ordering::Relaxed);
        let (sealed, _) = self.seal.close(subject.as_bytes(), &serde_json::to_vec(post).unwrap_or_default());
        self.wire.publish(subject, sealed);
    }

    /// What this node is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.about.address
    }

    /// Whether messages can be sent at the moment.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.wire.is_connected()
    }

    /// The nodes, as they were seen last.
    #[must_use]
    pub fn living(&self) -> Vec<Node> {
        self.lock_living().clone()
    }

    /// Whether what another node says over the wire arrives here.
    #[must_use]
    pub(crate) fn hears(&self, run: i64) -> bool {
        self.is_connected() && self.heard.hears(run)
    }

    /// Whether a run is the oldest live one: it does what one node has to do for all.
    #[must_use]
    pub(crate) fn is_first(&self, run: i64) -> bool {
        let living = self.lock_living();
        living.iter().filter(|node| node.lease_left > 0).map(|node| node.run.id).min().is_none_or(|first| first == run)
    }

    fn lock_living(&self) -> MutexGuard<'_, Vec<Node>> {
        self.living.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Everything that a node does beside serving visitors, until the club closes.
pub async fn tend(club: Arc<Club>) {
    if club.peers.is_none() {
        return;
    }
    let listening = tokio::spawn(listen(Arc::clone(&club)));
    let looking = tokio::spawn(owners::look_after(Arc::clone(&club)));
    let answering = tokio::spawn(calls::answer_from_store(Arc::clone(&club)));
    let hearing = tokio::spawn(crate::shared::listen(Arc::clone(&club)));
    let showing = tokio::spawn(crate::shared::part::show(Arc::clone(&club)));
    let polling = tokio::spawn(poll::poll(Arc::clone(&club)));
    lease::keep(club).await;
    for task in [listening, looking, answering, hearing, showing, polling] {
        task.abort();
    }
}

/// Receives what the other nodes send; subscribes again for each run.
async fn listen(club: Arc<Club>) {
    let Some(peers) = &club.peers else { return };
    loop {
        let run = club.clock.run();
        let (own_subject, all_subject) = (peers.subject(run), peers.subject_of_all());
        let mut own = peers.wire.listen(own_subject.clone());
        let mut all = peers.wire.listen(all_subject.clone());
        let mut every = tokio::time::interval(BEAT);
        loop {
            let (message, subject) = tokio::select! {
                message = own.recv() => (message, &own_subject),
                message = all.recv() => (message, &all_subject),
                _ = every.tick() => {
                    if club.clock.run() != run {
                        break;
                    }
                    continue;
                }
            };
            let Some(message) = message else {
                // The wire has closed; it is listened to again after a while.
                tokio::time::sleep(BEAT).await;
                break;
            };
            peers.received.fetch_add(1, Ordering::Relaxed);
            let Some((payload, code)) = peers.seal.open(subject.as_bytes(), &message.payload) else {
                tracing::warn!("a message came that no node of this club has sealed");
                continue;
            };
            match message.reply {
                Some(reply) => calls::answer_over_wire(&club, reply, payload, code),
                None => hear(&club, payload).await,
            }
        }
    }
}

async fn hear(club: &Arc<Club>, payload: &[u8]) {
    let post = match serde_json::from_slice(payload) {
        Ok(post) => post,
        Err(error) => return tracing::warn!(%error, "a node said something that cannot be read"),
    };
    match post {
        Post::Lines(..) | Post::Stand(..) | Post::Bye(_) | Post::Here(..) => club.deliver(post).await,
        Post::Board(contest, game) => club.board_changed_elsewhere(&contest, &game),
        Post::Contest(contest) => club.contest_changed_elsewhere(&contest).await,
        Post::Told => {
            if let Some(peers) = &club.peers {
                peers.heard_changes.ring();
            }
        }
        Post::Work => club.jobs.ring(),
        Post::Alive(run) => {
            if let Some(peers) = &club.peers {
                peers.heard.note(run);
            }
        }
    }
}
