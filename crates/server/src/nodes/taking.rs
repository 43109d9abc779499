//! Games are taken over together: thousands of them become free at the same moment when a node dies, and a transaction for each
//! would hold up everything else that this node writes, its heartbeats too.

use crate::club::Club;
use damka_conduct::GameId;
use damka_store::{Store, StoreError};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// How many are taken by one transaction.
const TOGETHER: usize = 500;

/// Whether a game was taken over, or belongs to another run.
type Taken = Result<bool, StoreError>;

struct Wanted {
    game: GameId,
    run: i64,
    tell: oneshot::Sender<Taken>,
}

/// Games that wait to be taken over.
#[derive(Default)]
pub(super) struct Taking(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    wanted: Vec<Wanted>,
    /// Whether a task is taking them over at the moment, and will also take those that are added meanwhile.
    is_busy: bool,
}

impl Taking {
    fn wait(&self, wanted: Wanted) -> bool {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.wanted.push(wanted);
        !std::mem::replace(&mut waiting.is_busy, true)
    }

    /// The next games that are wanted for one run; nothing if none wait any more.
    fn next(&self) -> Option<Vec<Wanted>> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(run) = waiting.wanted.first().map(|first| first.run) else {
            waiting.is_busy = false;
            return None;
        };
        let count = waiting.wanted.iter().take(TOGETHER).take_while(|wanted| wanted.run == run).count();
        Some(waiting.wanted.drain(..count).collect())
    }
}

impl Club {
    /// Takes a game for this run, if no other run with a valid lease owns it.
    pub(super) async fn take_game(&self, game: &GameId, run: i64) -> Taken {
        let peers = self.peers.as_ref().ok_or(StoreError::Closed)?;
        if !peers.is_valid() {
            return Err(StoreError::Unsure);
        }
        let (tell, told) = oneshot::channel();
        if peers.taking.wait(Wanted { game: game.clone(), run, tell }) {
            let (taking, store) = (Arc::clone(&peers.taking), self.store());
            // A task of its own: it continues for the others even if the first caller is dropped.
            tokio::task::spawn_blocking(move || {
                while let Some(wanted) = taking.next() {
                    take_all(&*store, wanted);
                }
            });
        }
        told.await.unwrap_or(Err(StoreError::Closed))
    }
}

fn take_all(store: &dyn Store, wanted: Vec<Wanted>) {
    let Some(run) = wanted.first().map(|first| first.run) else { return };
    let games: Vec<GameId> = wanted.iter().map(|wanted| wanted.game.clone()).collect();
    let taken = store.nodes().take(&games, run, crate::clockwork::wall());
    // Another run appends to one of them: the others need not wait for that.
    let is_one_by_one = taken == Err(StoreError::Conflict) && games.len() > 1;
    let taken = taken.map(|taken| taken.into_iter().collect::<HashSet<GameId>>());
    for Wanted { game, tell, .. } in wanted {
        let result = match &taken {
            _ if is_one_by_one => {
                let taken = store.nodes().take(std::slice::from_ref(&game), run, crate::clockwork::wall());
                taken.map(|taken| !taken.is_empty())
            }
            Ok(taken) => Ok(taken.contains(&game)),
            Err(error) => Err(error.clone()),
        };
        let _ = tell.send(result);
    }
}
