//! Messages between nodes that are answered: over the wire, or through the store where the wire does not reach.

use super::post::{Call, Nudge, Reply};
use super::seal::Code;
use crate::club::Club;
use crate::http::{Answered, Forwarded, answer_forwarded};
use crate::live::{Answer, News, Request};
use damka_conduct::{GameId, Worded};
use damka_contest::Outcome;
use damka_store::Write;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// How long an answer over the wire may take. Most take a millisecond; what takes longer has met a fault.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// How long an answer through the store may take.
const PATIENCE_WITH_STORE: Duration = Duration::from_secs(6);
/// How often the store is asked for calls and answers.
const LOOK: Duration = Duration::from_millis(300);
/// How long the answer to a request is remembered: longer than another node keeps sending the request.
const REMEMBERED: Duration = Duration::from_secs(60);
/// The most answers that are remembered.
const MOST_REMEMBERED: usize = 1_000;

impl Club {
    /// Asks another node something. `None` if no answer came; the node may have acted all the same.
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

/// Calls through the store that wait for their answers, by key: the run that is asked, and who waits.
type Waiting = HashMap<String, (i64, oneshot::Sender<String>)>;

/// What this node has asked, and what it has been asked.
#[derive(Default)]
pub(super) struct Asked {
    waiting: Mutex<Waiting>,
    answers: Answers,
}

impl Asked {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn expect(&self, key: &str, run: i64) -> oneshot::Receiver<String> {
        let (tell, told) = oneshot::channel();
        self.lock().insert(key.to_owned(), (run, tell));
        told
    }

    fn forget(&self, key: &str) {
        self.lock().remove(key);
    }

    /// A run has ended: nobody waits for its answers any longer.
    pub(super) fn give_up(&self, gone: i64) {
        self.lock().retain(|_, (run, _)| *run != gone);
    }
}

/// The one answer to a request, as soon as it is there.
type OneAnswer = watch::Receiver<Option<Answered>>;

/// The requests of other nodes that this node has run, the oldest first. One that comes again, because its answer was
/// late or lost, gets the same answer and is not run again.
#[derive(Default)]
struct Answers(Mutex<VecDeque<Known>>);

struct Known {
    id: String,
    since: Instant,
    answer: OneAnswer,
}

impl Known {
    /// Whether the request is no longer running.
    fn is_over(&self) -> bool {
        // Whoever runs it drops the sender, also in a panic.
        self.answer.has_changed().is_err()
    }
}

impl Answers {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a request has come before.
    fn has(&self, id: &str) -> bool {
        self.lock().iter().any(|known| known.id == id)
    }

    /// The answer to a request, which is run now unless it has come before.
    fn once(&self, id: &str, now: Instant, run: impl Future<Output = Answered> + Send + 'static) -> OneAnswer {
        let mut all = self.lock();
        if let Some(known) = all.iter().find(|known| known.id == id) {
            return known.answer.clone();
        }
        forget(&mut all, now);
        let (tell, answer) = watch::channel(None);
        all.push_back(Known { id: id.to_owned(), since: now, answer: answer.clone() });
        // A task of its own: it does not end with whoever waits for it.
        tokio::spawn(async move { tell.send_replace(Some(run.await)) });
        answer
    }
}

/// Forgets old requests, and the oldest when there are too many. Requests that are still running are kept, however many
/// there are: one that comes again must not be run a second time.
fn forget(all: &mut VecDeque<Known>, now: Instant) {
    all.retain(|known| !known.is_over() || now.saturating_duration_since(known.since) < REMEMBERED);
    if all.len() >= MOST_REMEMBERED
        && let Some(oldest) = all.iter().position(Known::is_over)
    {
        all.remove(oldest);
    }
}

/// Hands over the answers that have come through the store: one question for all of them, because thousands of acts may
/// wait for a dead node.
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
        // A call may be read here once more although its answer has just been written, and it is read again if the answer
        // could not be written. That does no harm: acts have numbers, requests have ids, and nudges can be repeated.
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
            // An owner that gave up may not have been able to record it: the game is still this node's, and is loaded again.
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
                Nudge::HostFlag => handle.tell(News::HostFlag),
                Nudge::Settled(word) => match Outcome::from_word(&word) {
                    Some(outcome) => handle.tell(News::Settled(outcome)),
                    None => return Reply::NotMine,
                },
                Nudge::Vacations => drop(handle.ask(Request::LookUpVacations, club.clock.now()).await),
            }
            Reply::Done(0)
        }
        Call::Http(request) => answer_request(club, request).await,
    }
}

/// Answers a request that another node has forwarded, and runs it once, however often it comes.
async fn answer_request(club: &Arc<Club>, request: Forwarded) -> Reply {
    let Some(peers) = &club.peers else { return Reply::NotMine };
    let answers = &peers.asked.answers;
    // This answer is not remembered: this node may be the owner when the request comes again.
    if !answers.has(request.id()) && !request.is_for(club).await {
        return Reply::NotMine;
    }
    // A request that only reads may be run again, and its answer may be large.
    if request.is_safe() {
        return Reply::Http(answer_forwarded(club, request).await);
    }
    let (id, own) = (request.id().to_owned(), Arc::clone(club));
    let mut answer = answers.once(&id, Instant::now(), async move { answer_forwarded(&own, request).await });
    let answered = answer.wait_for(Option::is_some).await.ok().and_then(|answered| answered.clone());
    Reply::Http(answered.unwrap_or_else(Answered::broken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    async fn answered(mut answer: OneAnswer) -> bool {
        answer.wait_for(Option::is_some).await.is_ok()
    }

    #[tokio::test]
    async fn a_request_that_comes_again_waits_for_the_same_answer() {
        let (answers, runs, now) = (Answers::default(), Arc::new(AtomicUsize::new(0)), Instant::now());
        let (release, released) = watch::channel(false);
        let run = || {
            let (runs, mut released) = (Arc::clone(&runs), released.clone());
            async move {
                runs.fetch_add(1, Ordering::SeqCst);
                drop(released.wait_for(|released| *released).await);
                Answered::broken()
            }
        };
        let (first, again) = (answers.once("a", now, run()), answers.once("a", now, run()));
        let other = answers.once("b", now, run());
        assert!(answers.has("a") && !answers.has("c"));
        release.send_replace(true);
        for answer in [first, again, other, answers.once("a", now, run())] {
            assert!(answered(answer).await);
        }
        assert_eq!(runs.load(Ordering::SeqCst), 2, "each of two requests");
    }

    #[tokio::test]
    async fn what_is_old_or_too_much_is_forgotten_and_what_runs_is_not() {
        let (answers, now) = (Answers::default(), Instant::now());
        answers.once("runs", now, std::future::pending());
        let broken = answers.once("panics", now, async { panic!("a request that panics") });
        assert!(!answered(broken).await);
        for n in 0..MOST_REMEMBERED + 10 {
            assert!(answered(answers.once(&n.to_string(), now, async { Answered::broken() })).await);
        }
        assert_eq!(answers.lock().len(), MOST_REMEMBERED);
        assert!(answers.has("runs") && !answers.has("panics") && !answers.has("0"));
        let later = now + REMEMBERED;
        answered(answers.once("late", later, async { Answered::broken() })).await;
        let left: Vec<String> = answers.lock().iter().map(|known| known.id.clone()).collect();
        assert_eq!(left, ["runs", "late"]);
    }
}
