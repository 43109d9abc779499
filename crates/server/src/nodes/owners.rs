//! Which run owns a game or a contest: asking, taking over, and looking for what has lost its owner.

use super::lease::BEAT;
use super::post::Post;
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::live::News;
use damka_conduct::{ContestId, GameId};
use damka_store::{ContestWrite, Owned, StoreError, Write};
use futures_util::{StreamExt, stream};
use std::collections::HashSet;
use std::sync::Arc;

/// How many games of dead nodes are looked up at once.
const ORPHANS: u32 = 2_000;
/// How many of them are taken over and loaded at the same time.
const AT_ONCE: usize = 32;
/// How often the owner is asked for again if it changes at that very moment.
const TRIES: usize = 5;

/// Which process answers for a game or a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leader {
    /// This one, as this run.
    Mine(i64),
    /// The node of another run.
    Other(i64),
}

impl Club {
    /// Who owns a game; this node takes it if nobody does.
    ///
    /// # Errors
    /// If the store cannot be asked, or the lease of this node is not confirmed.
    pub async fn leader_of(&self, id: &GameId) -> Result<Leader, Failure> {
        let owned = id.clone();
        let ask = || {
            let id = owned.clone();
            self.read(move |store| match store.nodes().owner(&id)? {
                None if store.game(&id)?.is_none() => Ok(None),
                owner => Ok(Some(owner)),
            })
        };
        let leader = self.leader(ask, |run| self.take_game(id, run)).await?;
        leader.ok_or(Failure::NoGame)
    }

    /// The same for a game that has just lost its owner: it is taken over without asking first.
    ///
    /// # Errors
    /// As for [`Club::leader_of`].
    pub async fn leader_of_orphan(&self, id: &GameId) -> Result<Leader, Failure> {
        let run = self.clock.run();
        if self.peers.is_some() && self.take_game(id, run).await == Ok(true) {
            return Ok(Leader::Mine(run));
        }
        self.leader_of(id).await
    }

    /// Who owns a contest; this node takes it if nobody does.
    ///
    /// # Errors
    /// As for [`Club::leader_of`].
    pub async fn leader_of_contest(&self, id: &ContestId) -> Result<Leader, Failure> {
        let owned = id.clone();
        let ask = || {
            let id = owned.clone();
            self.read(move |store| match store.nodes().contest_owner(&id)? {
                None if store.contests().contest(&id)?.is_none() => Ok(None),
                owner => Ok(Some(owner)),
            })
        };
        let take = |run| async move {
            let take = ContestWrite::Take { contest: id.clone(), run, wall: wall() };
            match self.write(vec![Write::Contest(take)]).await {
                Ok(()) => Ok(true),
                Err(StoreError::Conflict) => Ok(false),
                Err(error) => Err(error),
            }
        };
        self.leader(ask, take).await?.ok_or(Failure::NoContest)
    }

    /// `ask` says who owns it, if it exists.
    async fn leader<
        F: Future<Output = Result<Option<Option<Owned>>, Failure>>,
        T: Future<Output = Result<bool, StoreError>>,
    >(
        &self,
        ask: impl Fn() -> F,
        take: impl Fn(i64) -> T,
    ) -> Result<Option<Leader>, Failure> {
        let run = self.clock.run();
        let Some(peers) = &self.peers else { return Ok(Some(Leader::Mine(run))) };
        for _ in 0..TRIES {
            let Some(owner) = ask().await? else { return Ok(None) };
            match owner {
                Some(owner) if owner.is_valid && owner.run != run => return Ok(Some(Leader::Other(owner.run))),
                _ if !peers.is_valid() => return Err(Failure::Store(StoreError::Unsure)),
                Some(owner) if owner.run == run => return Ok(Some(Leader::Mine(run))),
                // What a closing node has released is for others.
                _ if *self.closing().borrow() => return Err(Failure::Closing),
                _ => {}
            }
            match take(run).await {
                Ok(true) => return Ok(Some(Leader::Mine(run))),
                // Another run has taken it over meanwhile, or there is no such game.
                Ok(false) | Err(StoreError::Conflict) => {}
                Err(error) => return Err(Failure::Store(error)),
            }
        }
        Err(Failure::Closing)
    }

    /// Gives a message from another node to the game that it is about.
    pub(crate) async fn deliver(self: &Arc<Club>, post: Post) {
        let (Post::Lines(game, _) | Post::Stand(game, _) | Post::Bye(game) | Post::Here(game, _)) = &post else {
            return;
        };
        let id = GameId::new(game.as_str());
        if let Some(handle) = self.games.find(&id) {
            handle.tell(News::Post(Box::new(post)));
        }
    }
}

/// Checks once a second which nodes live, and which games and contests have no owner and need one.
pub(super) async fn look_after(club: Arc<Club>) {
    let mut every = tokio::time::interval(BEAT);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut living: HashSet<i64> = HashSet::new();
    loop {
        every.tick().await;
        if let Err(failure) = look(&club, &mut living).await {
            tracing::debug!(?failure, "the other nodes cannot be looked after yet");
        }
    }
}

async fn look(club: &Arc<Club>, living: &mut HashSet<i64>) -> Result<(), Failure> {
    let Some(peers) = &club.peers else { return Ok(()) };
    let nodes = club.read(|store| store.nodes().known_nodes()).await?;
    let now: HashSet<i64> = nodes.iter().filter(|node| node.lease_left > 0).map(|node| node.run.id).collect();
    let gone: Vec<i64> = living.difference(&now).copied().collect();
    *living = now;
    *peers.lock_living() = nodes;
    for run in gone {
        // Games that are followed here are taken over by their followers, which have the players.
        club.games.tell_all(&News::NodeGone(run));
        peers.asked.give_up(run);
        club.contests_of_node_gone().await;
    }
    if !peers.is_valid() {
        return Ok(());
    }
    let orphans = club.read(|store| store.nodes().orphans(ORPHANS)).await?;
    let due = club.read(|store| store.nodes().due_by(wall(), ORPHANS)).await?;
    let games = orphans.into_iter().chain(due);
    stream::iter(games)
        .for_each_concurrent(AT_ONCE, |id| async move {
            if let Err(failure) = club.game(&id).await {
                tracing::debug!(game = %id, ?failure, "a game that nobody has could not be taken");
            }
        })
        .await;
    let run = club.clock.run();
    for contest in club.read(move |store| store.nodes().orphaned_contests(run, ORPHANS)).await? {
        if let Err(failure) = club.contest(&contest).await {
            tracing::debug!(%contest, ?failure, "a contest that nobody has could not be taken");
        }
    }
    Ok(())
}
