//! Workers on other machines: which of them may take jobs, and what they get as answers.

use super::inside::{LOOK, give_back};
use super::results::{self, Delivery};
use super::task::{Found, Task};
use super::{NODES, budget};
use crate::api::{HandInWork, NoteWork, TakeWork, WorkGiven, WorkGoesOn};
use crate::club::Club;
use crate::error::Failure;
use crate::keeper::hash_of;
use crate::limits::Rate;
use crate::random;
use crate::shared::buckets::bucket;
use damka_engine::SIGNATURE;
use damka_store::{Bucket, JobWrite, KeptJob, NewWorker, StoreError, Taking, Urgency, WorkerKey, Write};
use std::net::IpAddr;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// The longest time that a request of a worker waits for a job.
const PATIENCE: Duration = Duration::from_secs(25);
/// How often a waiting worker is noted.
const NOTED: Duration = Duration::from_secs(20);
/// The most workers that a node remembers to have noted.
const MOST_NOTED: usize = 1_000;
/// The longest name and version of a worker, in characters.
const LONGEST_NAME: usize = 60;
/// The ids that workers give themselves.
const ID: std::ops::RangeInclusive<usize> = 8..=40;
/// The most jobs that one worker may say it does at once.
const MOST_THREADS: u32 = 512;
/// More than any worker can look at in a day.
const MOST_NODES: u64 = 10_000_000_000_000;
/// The longest time that counts for one job, in milliseconds: a day.
const LONGEST: u64 = 24 * 3_600_000;

/// Wrong keys from one address; a real one cannot be guessed.
pub(super) const WRONG_KEYS: Rate = Rate { burst: 30.0, per_minute: 20.0 };
/// The longest key, in bytes.
const LONGEST_KEY: usize = 100;

/// Checks the key of a request. A sender without a key learns nothing here, and waits after too many attempts. Only
/// a key that proved wrong counts: all threads of a worker may begin at the same moment, and a key that could not be looked
/// up is no guess.
///
/// # Errors
/// If there is no such key, or it was withdrawn, or too many from the address were wrong.
pub async fn admit(club: &Club, sent: Option<&str>, address: IpAddr) -> Result<WorkerKey, Failure> {
    let is_limited = club.settings.limited;
    if is_limited {
        club.jobs.wrong_keys.check(&address, Instant::now())?;
    }
    let found = match sent.filter(|sent| sent.len() <= LONGEST_KEY) {
        Some(sent) => look_up(club, hash_of(sent), address).await,
        None => Err(Failure::WorkerKey),
    };
    if is_limited && matches!(found, Err(Failure::WorkerKey)) {
        count_wrong(club, address).await;
    }
    found
}

/// What all nodes together count of an address. A process alone counts in memory, as for other guesses.
fn wrong_together(club: &Club, address: IpAddr) -> Bucket {
    bucket(club, WRONG_KEYS, "wrong keys of workers from an address", &address.to_string())
}

/// The key with a hash, if it is valid. While an address has to wait, it does not learn whether a key is.
async fn look_up(club: &Club, hash: String, address: IpAddr) -> Result<WorkerKey, Failure> {
    let is_counted_together = club.settings.limited && club.peers.is_some();
    let wrong = is_counted_together.then(|| wrong_together(club, address));
    let looked = club.read(move |store| {
        let wait = wrong.map_or(Ok(0), |wrong| store.shared().empty_for(&wrong))?;
        let key = if wait == 0 { store.jobs().worker_key(&hash)? } else { None };
        Ok((wait, key))
    });
    match looked.await? {
        (0, key) => key.filter(|key| key.withdrawn_at.is_none()).ok_or(Failure::WorkerKey),
        (wait, _) => Err(Failure::TooMany(wait.div_ceil(1_000) as u32)),
    }
}

async fn count_wrong(club: &Club, address: IpAddr) {
    // The key is wrong, whether this was one too many or not.
    let _ = club.jobs.wrong_keys.take(&address, Instant::now());
    let _ = club.take_together(vec![wrong_together(club, address)]).await;
}

fn id_of(key: &WorkerKey, own: &str) -> String {
    format!("{}{own}", start_of(key))
}

/// How the ids of all workers with a key begin, so that none can be another's or a node's.
fn start_of(key: &WorkerKey) -> String {
    format!("key{}-", key.number)
}

/// Gives a worker the next job, as soon as there is one.
///
/// # Errors
/// If the worker has another engine, or what it says of itself cannot be true.
pub async fn take(club: &Arc<Club>, key: &WorkerKey, wanted: &TakeWork) -> Result<Option<WorkGiven>, Failure> {
    let worker = check(key, wanted)?;
    note(club, &worker).await?;
    let until = Instant::now() + Duration::from_secs(wanted.wait.into()).min(PATIENCE);
    let (mut bell, mut closing) = (club.jobs.bell.subscribe(), club.closing());
    loop {
        bell.borrow_and_update();
        if let Some(given) = try_to_take(club, key, &worker.id).await? {
            return Ok(Some(given));
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || *closing.borrow() {
            return Ok(None);
        }
        tokio::select! {
            _ = bell.changed() => {}
            () = tokio::time::sleep(left.min(LOOK)) => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
    }
}

/// What a worker says of itself, if it can be true.
fn check(key: &WorkerKey, wanted: &TakeWork) -> Result<NewWorker, Failure> {
    let TakeWork { worker, name, version, signature, threads, .. } = wanted;
    if signature != SIGNATURE {
        return Err(Failure::WorkerUpdate);
    }
    let is_plain = |text: &str| text.chars().count() <= LONGEST_NAME && !text.chars().any(char::is_control);
    let is_id = ID.contains(&worker.len()) && worker.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !(is_id && is_plain(name) && is_plain(version)) {
        return Err(Failure::BadRequest("worker, name or version".to_owned()));
    }
    Ok(NewWorker {
        id: id_of(key, worker),
        name: name.trim().to_owned(),
        key: Some(key.number),
        signature: format!("{signature} · {version}"),
        threads: (*threads).clamp(1, MOST_THREADS),
    })
}

/// Notes that a worker is here, but not with every question.
async fn note(club: &Club, worker: &NewWorker) -> Result<(), Failure> {
    let is_new = {
        let mut noted = club.jobs.noted.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.len() >= MOST_NOTED {
            noted.clear();
        }
        let before = noted.get(&worker.id).is_none_or(|since| since.elapsed() >= NOTED);
        if before {
            noted.insert(worker.id.clone(), Instant::now());
        }
        before
    };
    if is_new {
        club.write(vec![Write::Job(JobWrite::Worker(worker.clone()))]).await?;
    }
    Ok(())
}

async fn try_to_take(club: &Arc<Club>, key: &WorkerKey, worker: &str) -> Result<Option<WorkGiven>, Failure> {
    let lease = club.settings.job_lease.as_millis() as u64;
    loop {
        let (token, worker, hash) = (random::secret(), worker.to_owned(), key.key.hash.clone());
        let taking = Taking { worker, token: token.clone(), lease, up_to: Urgency::Background };
        let taken = club
            .read(move |store| {
                // It may have been withdrawn while the worker waited.
                if store.jobs().worker_key(&hash)?.is_none_or(|key| key.withdrawn_at.is_some()) {
                    return Ok(None);
                }
                // A read comes first: it writes nothing to the disk.
                if !store.jobs().is_job_waiting(taking.up_to)? {
                    return Ok(Some(None));
                }
                let Some(job) = store.jobs().take_job(&taking)? else { return Ok(Some(None)) };
                let nodes = budget(store, &job)?;
                Ok(Some(Some((job, nodes))))
            })
            .await?;
        let Some((job, nodes)) = taken.ok_or(Failure::WorkerKey)? else { return Ok(None) };
        // The node itself looks after the lease from now on.
        club.jobs.ring();
        match Task::read(&job.job.input) {
            Ok(task) => {
                let (number, steps) = (job.number, task.steps());
                let task = serde_json::to_value(task).map_err(|_| Failure::Broken)?;
                return Ok(Some(WorkGiven { number, token, lease, nodes, steps, task }));
            }
            Err(_) => give_back(club, job.number, token, true).await?,
        }
    }
}

/// The job of a worker, if it still has it.
async fn own(club: &Club, key: &WorkerKey, number: i64, token: &str) -> Result<KeptJob, Failure> {
    let job = club.read(move |store| store.jobs().job(number)).await?.ok_or(Failure::JobGone)?;
    let is_own = job.token.as_deref().is_some_and(|own| random::is_same(own, token));
    let is_by_key = job.worker.as_deref().is_some_and(|worker| worker.starts_with(&start_of(key)));
    if is_own && is_by_key { Ok(job) } else { Err(Failure::JobGone) }
}

/// A worker continues: its lease is renewed.
///
/// # Errors
/// If it no longer has the job.
pub async fn goes_on(club: &Arc<Club>, key: &WorkerKey, number: i64, told: NoteWork) -> Result<WorkGoesOn, Failure> {
    let job = own(club, key, number, &told.token).await?;
    let lease = club.settings.job_lease.as_millis() as u64;
    let write = JobWrite::Progress { number, token: told.token, done: told.done, lease };
    club.write(vec![Write::Job(write)]).await.map_err(gone)?;
    let is_background = job.job.urgency == Urgency::Background;
    let (nodes, people_wait) = club
        .read(move |store| {
            let people_wait = is_background && store.jobs().is_job_waiting(Urgency::Person)?;
            Ok((budget(store, &job).unwrap_or(NODES), people_wait))
        })
        .await?;
    Ok(WorkGoesOn { lease, nodes, give_back: people_wait })
}

fn gone(error: StoreError) -> Failure {
    if error == StoreError::Conflict { Failure::JobGone } else { Failure::Store(error) }
}

/// A worker hands in what it has found. Handing the same in again changes nothing and is not an error.
///
/// # Errors
/// If it no longer has the job, or this cannot have been found.
pub async fn hand_in(club: &Arc<Club>, key: &WorkerKey, number: i64, told: HandInWork) -> Result<(), Failure> {
    let job = own(club, key, number, &told.token).await?;
    if results::is_kept(&job, &told.token) {
        return Ok(());
    }
    let worker = job.worker.clone().unwrap_or_default();
    let found = serde_json::from_value::<Found>(told.found);
    let (nodes, busy) = (told.nodes.min(MOST_NODES), told.busy.min(LONGEST));
    let token = told.token.clone();
    let kept = match found {
        Ok(found) => results::keep(club, Delivery { job, token, worker, found, nodes, busy }).await,
        Err(error) => Err(Failure::BadRequest(error.to_string())),
    };
    if let Err(Failure::BadRequest(_)) = &kept {
        give_back(club, number, told.token, true).await?;
    }
    kept
}

/// A worker does not go on.
///
/// # Errors
/// If it no longer has the job.
pub async fn back(club: &Arc<Club>, key: &WorkerKey, number: i64, token: String, failed: bool) -> Result<(), Failure> {
    own(club, key, number, &token).await?;
    give_back(club, number, token, failed).await
}
