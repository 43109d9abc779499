//! What followers would have heard over the wire, read from the store while the wire is down: one query for each node
//! that is silent, however many of its games are followed here.

use super::lease::BEAT;
use super::post::Post;
use crate::club::Club;
use crate::error::Failure;
use crate::live::News;
use crate::nodes::Leader;
use damka_conduct::GameId;
use damka_store::Head;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the store is asked.
const POLL: Duration = Duration::from_millis(700);
/// A node announces itself each second; one that was not heard for so long is out of reach.
const SILENT: Duration = Duration::from_millis(2_500);

/// When each run was heard last.
#[derive(Debug, Default)]
pub(super) struct Heard(Mutex<HashMap<i64, Instant>>);

impl Heard {
    /// A run says that it is there.
    pub(super) fn note(&self, run: i64) {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        heard.retain(|_, at| at.elapsed() < SILENT);
        heard.insert(run, Instant::now());
    }

    pub(super) fn hears(&self, run: i64) -> bool {
        let heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        heard.get(&run).is_some_and(|at| at.elapsed() < SILENT)
    }
}

/// Announces this node over the wire, and reads from the store what the silent nodes have written.
pub(super) async fn poll(club: Arc<Club>) {
    let Some(peers) = &club.peers else { return };
    let (mut every, mut alive) = (tokio::time::interval(POLL), tokio::time::interval(BEAT));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = alive.tick() => peers.post_all(&Post::Alive(club.clock.run())),
            _ = every.tick() => {
                if let Err(failure) = look(&club).await {
                    tracing::debug!(?failure, "the store cannot say what other nodes have written");
                }
            }
        }
    }
}

async fn look(club: &Arc<Club>) -> Result<(), Failure> {
    let Some(peers) = &club.peers else { return Ok(()) };
    let mut followed: HashMap<i64, Vec<_>> = HashMap::new();
    for handle in club.games.all() {
        if let Leader::Other(run) = handle.leader() {
            followed.entry(run).or_default().push(handle);
        }
    }
    followed.retain(|run, _| !(peers.is_connected() && peers.heard.hears(*run)));
    for (run, handles) in followed {
        let heads: HashMap<GameId, Head> =
            club.read(move |store| store.nodes().heads(run)).await?.into_iter().collect();
        for handle in handles {
            let head = heads.get(&handle.summary.listing().rows.id).copied();
            handle.tell(News::Head(run, head));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_run_that_said_so_is_heard() {
        let heard = Heard::default();
        heard.note(7);
        assert!(heard.hears(7) && !heard.hears(8));
    }
}
