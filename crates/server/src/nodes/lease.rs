//! Heartbeats of a node, and what happens when they are not confirmed.
//!
//! No confirmation depends on a lease, only on the numbers of events (docs/nodes.md). The lease tells the other nodes
//! when they may take over what a node owns; and it tells the node when it must stop its players' clocks, because it can
//! no longer know whether their moves count.

use super::Peers;
use crate::clockwork::wall;
use crate::club::Club;
use crate::live::News;
use damka_store::{LEASE, StoreError, Write};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The time from one heartbeat to the next.
pub const BEAT: Duration = Duration::from_secs(1);
/// How often the node checks whether a heartbeat is due or late.
const TICK: Duration = Duration::from_millis(200);
/// After this time without a confirmed heartbeat games pause.
const UNSURE: Duration = Duration::from_secs(4);
/// How long owners may take to give up when the lease has expired.
const GOING: Duration = Duration::from_secs(6);

/// How the lease stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It was confirmed not long ago.
    Valid,
    /// It could not be confirmed for a while: games pause.
    Unsure,
    /// It has expired: the node owns nothing until the next run has begun.
    Ended,
}

/// The lease of this node, as far as it knows.
#[derive(Debug)]
pub(super) struct Lease {
    state: State,
    /// When the heartbeat was begun that was confirmed last.
    confirmed: Instant,
}

impl Lease {
    pub(super) fn begun(now: Instant) -> Lease {
        Lease { state: State::Valid, confirmed: now }
    }

    /// A heartbeat that was begun at a moment was confirmed, or refused; or there was no answer. Returns the new state,
    /// if it has changed.
    fn note(&mut self, now: Instant, answer: Option<(Instant, &Result<(), StoreError>)>) -> Option<State> {
        match answer {
            Some((begun, Ok(()))) => self.confirmed = self.confirmed.max(begun),
            Some((_, Err(StoreError::Conflict))) => return self.become_state(State::Ended),
            _ => {}
        }
        let silence = now.saturating_duration_since(self.confirmed);
        self.become_state(match silence {
            _ if silence >= Duration::from_millis(LEASE) => State::Ended,
            _ if silence >= UNSURE => State::Unsure,
            _ => State::Valid,
        })
    }

    fn become_state(&mut self, state: State) -> Option<State> {
        // Only a new run leaves this state.
        let is_new = self.state != state && self.state != State::Ended;
        is_new.then(|| self.state = state).map(|()| state)
    }
}

impl Peers {
    fn note(&self, answer: Option<(Instant, &Result<(), StoreError>)>) -> Option<State> {
        self.lease.lock().unwrap_or_else(PoisonError::into_inner).note(Instant::now(), answer)
    }

    /// Whether the node may take games: its lease is confirmed.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.lease.lock().unwrap_or_else(PoisonError::into_inner).state == State::Valid
    }

    /// How long ago the heartbeat was begun that was confirmed last.
    #[must_use]
    pub fn lease_age(&self) -> Duration {
        self.lease.lock().unwrap_or_else(PoisonError::into_inner).confirmed.elapsed()
    }

    fn begin_again(&self, begun: Instant) {
        *self.lease.lock().unwrap_or_else(PoisonError::into_inner) = Lease::begun(begun);
    }
}

/// Keeps the lease until the club closes. A heartbeat that is not answered does not delay the next check of the time.
pub(super) async fn keep(club: Arc<Club>) {
    let Some(peers) = &club.peers else { return };
    let mut closing = club.closing();
    let mut every = tokio::time::interval(TICK);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let (tell, mut told) = mpsc::unbounded_channel::<(i64, Instant, Result<(), StoreError>)>();
    let mut last_begun: Option<Instant> = None;
    loop {
        let answer = tokio::select! {
            _ = every.tick() => None,
            answer = told.recv() => answer,
            _ = closing.changed() => return,
        };
        // A late answer to a heartbeat of an earlier run says nothing about this one.
        let answer = answer.filter(|(run, ..)| *run == club.clock.run());
        if let Some((_, _, result)) = &answer {
            club.health.beaten(result.clone());
        }
        match peers.note(answer.as_ref().map(|(_, begun, result)| (*begun, result))) {
            Some(State::Unsure) => {
                tracing::warn!("heartbeats are not confirmed: games stand still");
                club.games.tell_all(&News::Halted);
            }
            Some(State::Ended) => {
                begin_again(&club).await;
                last_begun = None;
            }
            Some(State::Valid) => {
                tracing::info!("heartbeats are confirmed again");
                club.games.tell_all(&News::Sure);
            }
            None => {}
        }
        if last_begun.is_none_or(|begun| begun.elapsed() >= BEAT) {
            let begun = Instant::now();
            last_begun = Some(begun);
            let run = club.clock.run();
            let beat = Write::Beat { run, beat: club.clock.now(), wall: wall() };
            let (club, tell) = (Arc::clone(&club), tell.clone());
            tokio::spawn(async move {
                let result = club.write(vec![beat]).await;
                let _ = tell.send((run, begun, result));
            });
        }
    }
}

/// The lease has expired: the node gives everything up, and continues as another run as soon as the store answers.
async fn begin_again(club: &Arc<Club>) {
    let Some(peers) = &club.peers else { return };
    tracing::error!(run = club.clock.run(), "the lease of this node has ended");
    let since = Instant::now();
    loop {
        // More than once: a game that is being loaded appears later, and would still believe that it is owned.
        club.games.tell_all(&News::Ended);
        club.close_contests().await;
        if club.games.is_empty() && club.contests.is_empty() || since.elapsed() >= GOING {
            break;
        }
        tokio::time::sleep(TICK).await;
    }
    let mut closing = club.closing();
    loop {
        let (store, about, begun) = (club.store(), peers.about.clone(), Instant::now());
        let run = tokio::task::spawn_blocking(move || store.nodes().begin_node(wall(), &about)).await;
        match run {
            Ok(Ok(run)) => {
                tracing::warn!(run = run.id, "the node goes on as another run");
                club.clock.go_on_as(run.id);
                return peers.begin_again(begun);
            }
            other => tracing::debug!(?other, "no run can be begun yet"),
        }
        tokio::select! {
            () = tokio::time::sleep(BEAT) => {}
            _ = closing.changed() => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_is_valid_then_unsure_then_ended() {
        let begun = Instant::now();
        let at = |seconds: u64| begun + Duration::from_secs(seconds);
        let mut lease = Lease::begun(begun);
        assert_eq!(lease.note(at(3), None), None);
        assert_eq!(lease.note(at(4), None), Some(State::Unsure));
        assert_eq!(lease.note(at(5), Some((at(1), &Ok(())))), None, "an old answer confirms little");
        assert_eq!(lease.note(at(5), Some((at(2), &Ok(())))), Some(State::Valid));
        assert_eq!(lease.note(at(7), Some((at(3), &Err(StoreError::Closed)))), Some(State::Unsure));
        assert_eq!(
            lease.note(at(8), None),
            Some(State::Ended),
            "six seconds after the heartbeat began, not its answer"
        );
        assert_eq!(lease.note(at(9), Some((at(9), &Ok(())))), None, "only another run ends the end");
    }

    #[test]
    fn a_refused_heartbeat_ends_the_lease() {
        let begun = Instant::now();
        let mut lease = Lease::begun(begun);
        assert_eq!(lease.note(begun, Some((begun, &Err(StoreError::Conflict)))), Some(State::Ended));
    }
}
