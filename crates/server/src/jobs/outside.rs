//! Workers on other machines: who may take jobs, and what they hear.

use super::inside::{LOOK, give_back};
use super::results::{self, Delivery};
use super::task::{Found, Task};
use super::{NODES, budget};
use crate::api::{HandInWork, NoteWork, TakeWork, WorkGiven, WorkGoesOn};
use crate::club::Club;
use crate::error::Failure;
use crate::keeper::hash_of;
use crate::random;
use damka_engine::SIGNATURE;
use damka_store::{JobWrite, KeptJob, NewWorker, StoreError, Taking, Urgency, WorkerKey, Write};
use std::net::IpAddr;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// The longest that a worker is let wait for a job.
const PATIENCE: Duration = Duration::from_secs(25);
/// A worker that waits is noted so often.
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

/// The key that somebody sends. A wrong one counts as a guess, so that nobody can try many, and whoever has none learns
/// nothing here.
///
/// # Errors
/// If there is no such key, or it was withdrawn, or too many were wrong.
pub async fn admit(club: &Club, sent: Option<&str>, address: IpAddr) -> Result<WorkerKey, Failure> {
    let guess = club.limits.code(address)?;
    let hash = hash_of(sent.filter(|sent| sent.len() <= 100).ok_or(Failure::WorkerKey)?);
    let key = club.read(move |store| store.jobs().worker_key(&hash)).await?;
    let key = key.filter(|key| key.withdrawn_at.is_none()).ok_or(Failure::WorkerKey)?;
    guess.does_not_count();
    Ok(key)
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
/// If the worker's engine is another one, or what it says of itself cannot be.
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

/// What a worker says of itself, if it can be.
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
                // A question first: it costs the disk nothing.
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

/// A worker goes on: its lease begins anew.
///
/// # Errors
/// If it has the job no more.
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

/// A worker hands in what it has found. What was handed in already is not kept again, and no mistake.
///
/// # Errors
/// If it has the job no more, or this cannot have been found.
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
/// If it has the job no more.
pub async fn back(club: &Arc<Club>, key: &WorkerKey, number: i64, token: String, failed: bool) -> Result<(), Failure> {
    own(club, key, number, &token).await?;
    give_back(club, number, token, failed).await
}
