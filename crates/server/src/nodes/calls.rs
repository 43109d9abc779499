//! Messages between nodes that are answered: over the wire, or through the store where the wire does not reach.

use super::post::{Call, Nudge, Reply};
use super::seal::Code;
use crate::club::Club;
use crate::live::{Answer, News, Request};
use damka_conduct::{GameId, Worded};
use damka_contest::Outcome;
use damka_store::Write;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// How long an answer over the wire may take. Most take a millisecond; what takes longer has met a fault.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// How long an answer through the store may take.
const PATIENCE_WITH_STORE: Duration = Duration::from_secs(6);
/// How often the store is asked for calls and answers.
const LOOK: Duration = Duration::from_millis(300);

impl Club {
    /// Asks another node something. `None` if no answer came: it may have done it all the same.
    pub async fn call(&self, run: i64, call: &Call) -> Option<Reply> {
        let peers = self.peers.as_ref()?;
        let subject = peers.subject(run);
        // The same question twice is two questions: the answer to one is not accepted for the other.
        let question = serde_json::to_vec(&(crate::random::text(11), call)).ok()?;
        let (sealed, code) = peers.seal.close(subject.as_bytes(), &question);
        if let Some(answer) = peers.wire.ask(subject, sealed, PATIENCE).await
            && let Some((reply, _)) = peers.seal.open(code.about(), &answer)
        {
            return serde_json::from_slice(reply).ok();
        }
        let lives = |nodes: Vec<damka_store::Node>| nodes.iter().any(|node| node.run.id == run && node.lease_left > 0);
        if !lives(self.read(|store| store.nodes().known_nodes()).await.ok()?) {
            return None;
        }
        self.call_through_store(run, serde_json::to_string(call).ok()?).await
    }

    async fn call_through_store(&self, run: i64, body: String) -> Option<Reply> {
        let peers = self.peers.as_ref()?;
        let key = format!("{}{}", own_calls(self.clock.run()), crate::random::text(22));
        let reply = peers.asked.expect(&key, run);
        self.write(vec![Write::Call { key: key.clone(), run, body }]).await.ok()?;
        let reply = tokio::time::timeout(PATIENCE_WITH_STORE, reply).await;
        peers.asked.forget(&key);
        let _ = self.write(vec![Write::EndCall { key }]).await;
        serde_json::from_str(&reply.ok()?.ok()?).ok()
    }
}

/// How the keys of a run's calls begin.
fn own_calls(run: i64) -> String {
    format!("{run}.")
}

/// Calls through the store that wait for their answers: the run that is asked, and who waits.
#[derive(Default)]
pub(super) struct Asked(Mutex<HashMap<String, (i64, oneshot::Sender<String>)>>);

impl Asked {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, (i64, oneshot::Sender<String>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn expect(&self, key: &str, run: i64) -> oneshot::Receiver<String> {
        let (tell, told) = oneshot::channel();
        self.lock().insert(key.to_owned(), (run, tell));
        told
    }

    fn forget(&self, key: &str) {
        self.lock().remove(key);
    }

    /// A run is gone: nobody waits for its answers any longer.
    pub(super) fn give_up(&self, gone: i64) {
        self.lock().retain(|_, (run, _)| *run != gone);
    }
}

/// Hands over the answers that have come through the store: one question for all of them, because thousands of acts may
/// wait for a node that is gone.
async fn hear_from_store(club: &Club) {
    let Some(peers) = club.peers.as_ref().filter(|peers| !peers.asked.lock().is_empty()) else { return };
    let own = own_calls(club.clock.run());
    let Ok(replies) = club.read(move |store| store.nodes().replies(&own)).await else { return };
    for (key, reply) in replies {
        if let Some((_, tell)) = peers.asked.lock().remove(&key) {
            let _ = tell.send(reply);
        }
    }
}

/// Answers a call that came over the wire.
pub(super) fn answer_over_wire(club: &Arc<Club>, subject: String, payload: &[u8], code: Code) {
    let Ok((_, call)) = serde_json::from_slice::<(String, Call)>(payload) else { return };
    let club = Arc::clone(club);
    tokio::spawn(async move {
        let reply = answer(&club, call).await;
        if let Some(peers) = &club.peers {
            let reply = serde_json::to_vec(&reply).unwrap_or_default();
            peers.wire.publish(subject, peers.seal.close(code.about(), &reply).0);
        }
    });
}

/// Answers calls that come through the store.
pub(super) async fn answer_from_store(club: Arc<Club>) {
    let begun: Arc<Mutex<HashSet<String>>> = Arc::default();
    let mut every = tokio::time::interval(LOOK);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        hear_from_store(&club).await;
        let run = club.clock.run();
        let Ok(calls) = club.read(move |store| store.nodes().calls(run)).await else { continue };
        for (key, body) in calls {
            let is_new = begun.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone());
            let Some(call) = serde_json::from_str(&body).ok().filter(|_| is_new) else { continue };
            let (club, begun) = (Arc::clone(&club), Arc::clone(&begun));
            tokio::spawn(async move {
                let reply = serde_json::to_string(&answer(&club, call).await).unwrap_or_default();
                let _ = club.write(vec![Write::Reply { key: key.clone(), reply }]).await;
                begun.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
            });
        }
    }
}

async fn answer(club: &Arc<Club>, call: Call) -> Reply {
    match call {
        Call::Act(game, act) => {
            // An owner that went in trouble may not have been able to say so: the game is this node's, and is loaded again.
            let Ok(handle) = club.game(&GameId::new(game)).await else { return Reply::NotMine };
            match handle.ask(Request::Remote(Box::new(act)), club.clock.now()).await {
                Some(Answer::Remote(reply)) => reply,
                _ => Reply::NotMine,
            }
        }
        Call::Nudge(game, nudge) => {
            let id = GameId::new(game);
            if club.games.find(&id).is_none() {
                return Reply::NotMine;
            }
            let Ok(handle) = club.game(&id).await else { return Reply::NotMine };
            match nudge {
                Nudge::HostFlag => handle.tell(News::HostFlag).await,
                Nudge::Settled(word) => match Outcome::from_word(&word) {
                    Some(outcome) => handle.tell(News::Settled(outcome)).await,
                    None => return Reply::NotMine,
                },
                Nudge::Vacations => drop(handle.ask(Request::LookUpVacations, club.clock.now()).await),
            }
            Reply::Done(0)
        }
        Call::Http(request) => Reply::Http(crate::http::answer_forwarded(club, request).await),
    }
}
