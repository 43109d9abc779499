//! The node itself is a worker of the queue, with one thread. It sleeps until the bell rings; only where another worker may
//! have left a job undone does it check the queue by itself.

use super::hands::{Desk, Kit, carry_out};
use super::results::{self, Delivery};
use super::task::{BadTask, Found, Task};
use super::{NODES, budget};
use crate::club::Club;
use crate::error::Failure;
use crate::random;
use damka_engine::{SIGNATURE, Signal, StopWatch, Watch};
use damka_store::{JobWrite, KeptJob, NewWorker, StoreError, Taking, Urgency, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How often the node checks by itself where no bell may ring: a lease may expire, or another node's bell be lost.
pub(super) const LOOK: Duration = Duration::from_secs(2);
/// How often jobs that were tried too often are given up, while others work.
const TIDY: Duration = Duration::from_secs(15);
/// How often old jobs are forgotten.
const FORGET: Duration = Duration::from_secs(3600);
/// How long results and workers are remembered, in milliseconds: a week.
const AGE: u64 = 7 * 24 * 3_600_000;
/// How often others can see how far a job has come, where there are other nodes.
const TELL: Duration = Duration::from_secs(1);
/// How long a count of those who wait is believed, where other nodes count too.
const BELIEVE: Duration = Duration::from_secs(1);

/// Works until the club closes.
pub async fn work(club: Arc<Club>) {
    let mut worker = Worker { club: Arc::clone(&club), announced: None, tidied: Instant::now() };
    let (mut bell, mut closing) = (club.jobs.bell.subscribe(), club.closing());
    if club.peers.is_none() {
        let alone = JobWrite::Alone { worker: worker.id() };
        worker.tell(club.write(vec![Write::Job(alone), sweep()]).await.map_err(Failure::Store));
    }
    while !*closing.borrow() {
        bell.borrow_and_update();
        let next = if club.settings.own_jobs { worker.take().await } else { Ok(None) };
        let (rest, taken) = match next {
            Ok(Some((job, token))) => {
                worker.do_job(job, token).await;
                continue;
            }
            Ok(None) => worker.rest().await,
            Err(failure) => (LOOK, Err(failure)),
        };
        worker.tell(taken);
        tokio::select! {
            _ = bell.changed() => {}
            () = tokio::time::sleep(rest) => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
    }
}

fn sweep() -> Write {
    Write::Job(JobWrite::Sweep { age: AGE })
}

struct Worker {
    club: Arc<Club>,
    /// The name under which the node was announced.
    announced: Option<String>,
    tidied: Instant,
}

impl Worker {
    fn id(&self) -> String {
        format!("node-{}", self.club.clock.run())
    }

    fn tell(&self, result: Result<(), Failure>) {
        if let Err(failure) = result {
            tracing::warn!(?failure, "the queue of jobs could not be read or written");
        }
    }

    /// Takes a job, with its token.
    async fn take(&mut self) -> Result<Option<(KeptJob, String)>, Failure> {
        let up_to = Urgency::Background;
        if !self.club.read(move |store| store.jobs().is_job_waiting(up_to)).await? {
            return Ok(None);
        }
        self.announce().await?;
        let (token, lease) = (random::secret(), self.club.settings.job_lease.as_millis() as u64);
        let taking = Taking { worker: self.id(), token: token.clone(), lease, up_to };
        let job = self.club.read(move |store| store.jobs().take_job(&taking)).await?;
        Ok(job.map(|job| (job, token)))
    }

    /// Says who works here, once for each run.
    async fn announce(&mut self) -> Result<(), StoreError> {
        let id = self.id();
        if self.announced.as_ref() == Some(&id) {
            return Ok(());
        }
        let name = self.club.peers.as_ref().map_or_else(String::new, |peers| peers.name().to_owned());
        let signature = SIGNATURE.to_owned();
        let worker = NewWorker { id: id.clone(), name, key: None, signature, threads: 1 };
        self.club.write(vec![Write::Job(JobWrite::Worker(worker))]).await?;
        self.announced = Some(id);
        Ok(())
    }

    /// For how long nothing can happen without the bell.
    async fn rest(&mut self) -> (Duration, Result<(), Failure>) {
        let is_anybody_at_work = match self.club.read(|store| store.jobs().has_unfinished_jobs()).await {
            Ok(is_anybody_at_work) => is_anybody_at_work,
            Err(failure) => return (LOOK, Err(failure)),
        };
        let others = is_anybody_at_work || self.club.peers.is_some();
        let tidy = if is_anybody_at_work { TIDY } else { FORGET };
        let mut swept = Ok(());
        if self.tidied.elapsed() >= tidy {
            self.tidied = Instant::now();
            swept = self.club.write(vec![sweep()]).await.map_err(Failure::Store);
        }
        (if others { LOOK } else { FORGET }, swept)
    }

    async fn do_people_wait(&self) -> bool {
        self.club.read(|store| store.jobs().is_job_waiting(Urgency::Person)).await.unwrap_or(false)
    }

    /// Does a job on a thread of its own, which a panic ends alone.
    async fn do_job(&self, job: KeptJob, token: String) {
        let club = &self.club;
        let (number, is_background) = (job.number, job.job.urgency == Urgency::Background);
        let desk = Arc::new(Inside::new(club, &job, &token));
        let (tell, mut told) = oneshot::channel();
        let at_work = (Arc::clone(&desk), job.job.input.clone());
        let thread = std::thread::Builder::new().name("damka-job".to_owned());
        let begun = thread.spawn(move || {
            let (desk, input) = at_work;
            desk.break_for_a_test();
            let _ = tell.send(desk.carry_out(&input));
        });
        if let Err(error) = begun {
            tracing::error!(%error, "a thread for a job could not be started");
        }
        let (mut bell, mut closing) = (club.jobs.bell.subscribe(), club.closing());
        let done = loop {
            // A job that nobody waits for makes room for one that somebody waits for.
            if *closing.borrow_and_update() || is_background && self.do_people_wait().await {
                desk.watch.set(Signal::Stop);
                break told.await;
            }
            tokio::select! {
                done = &mut told => break done,
                _ = closing.changed() => {}
                Ok(()) = bell.changed(), if is_background => {}
            }
        };
        let kept = match done {
            Ok(Ok(Some(found))) => {
                let (nodes, busy) = (desk.nodes.load(Ordering::Relaxed), desk.begun.elapsed().as_millis() as u64);
                results::keep(club, Delivery { job, token, worker: self.id(), found, nodes, busy }).await
            }
            _ if desk.is_lost.load(Ordering::Relaxed) => Ok(()),
            Ok(Ok(None)) => give_back(club, number, token, false).await,
            Ok(Err(BadTask)) | Err(_) => {
                tracing::error!(job = number, kind = job.job.kind, "a job broke; the others go on");
                give_back(club, number, token, true).await
            }
        };
        club.jobs.here().remove(&number);
        self.tell(kept);
    }
}

/// A worker does not go on with a job.
pub(super) async fn give_back(club: &Club, number: i64, token: String, failed: bool) -> Result<(), Failure> {
    let given = club.write(vec![Write::Job(JobWrite::GiveBack { number, token, failed })]).await;
    club.work_changed();
    match given {
        // Another worker has it.
        Ok(()) | Err(StoreError::Conflict) => Ok(()),
        Err(error) => Err(Failure::Store(error)),
    }
}

/// The desk of the node's own thread.
struct Inside {
    club: Arc<Club>,
    job: KeptJob,
    token: String,
    watch: StopWatch,
    begun: Instant,
    nodes: AtomicU64,
    renewed: Mutex<Instant>,
    /// How many positions the engine may look at, as of when, and after which ring of the bell.
    budget: Mutex<Option<(u64, Instant, u64)>>,
    /// Whether another worker has the job by now.
    is_lost: Arc<AtomicBool>,
}

impl Inside {
    fn new(club: &Arc<Club>, job: &KeptJob, token: &str) -> Inside {
        club.jobs.here().insert(job.number, 0);
        Inside {
            club: Arc::clone(club),
            job: job.clone(),
            token: token.to_owned(),
            watch: StopWatch::new(),
            begun: Instant::now(),
            nodes: AtomicU64::new(0),
            renewed: Mutex::new(Instant::now()),
            budget: Mutex::default(),
            is_lost: Arc::default(),
        }
    }

    fn break_for_a_test(&self) {
        let breaks = |left: usize| left.checked_sub(1);
        let broken = self.club.jobs.to_break.fetch_update(Ordering::Relaxed, Ordering::Relaxed, breaks);
        assert!(broken.is_err(), "for a test");
    }

    fn carry_out(&self, input: &str) -> Result<Option<Found>, BadTask> {
        carry_out(&Task::read(input)?, &Kit { tables: self.club.endgame.clone() }, self)
    }

    /// Renews the lease. The thread does not wait for that.
    fn renew(&self, done: u32) {
        let lease = self.club.settings.job_lease;
        let every = if self.club.peers.is_some() { TELL.min(lease / 4) } else { lease / 4 };
        let mut renewed = self.renewed.lock().unwrap_or_else(PoisonError::into_inner);
        if renewed.elapsed() < every {
            return;
        }
        *renewed = Instant::now();
        let (number, token, lease) = (self.job.number, self.token.clone(), lease.as_millis() as u64);
        let (is_lost, club) = (Arc::clone(&self.is_lost), Arc::clone(&self.club));
        let told = move |result| {
            if result == Err(StoreError::Conflict) {
                is_lost.store(true, Ordering::Relaxed);
                club.jobs.ring();
            }
        };
        let goes_on = JobWrite::Progress { number, token, done, lease };
        self.club.store().write(vec![Write::Job(goes_on)], Box::new(told));
    }
}

impl Desk for Inside {
    fn budget(&self) -> u64 {
        let rung = *self.club.jobs.bell.borrow();
        let mut known = self.budget.lock().unwrap_or_else(PoisonError::into_inner);
        let lasts = |since: Instant| self.club.peers.is_none() || since.elapsed() < BELIEVE;
        match *known {
            Some((nodes, since, heard)) if heard == rung && lasts(since) => nodes,
            _ => {
                let nodes = budget(&*self.club.store(), &self.job).unwrap_or(NODES);
                *known = Some((nodes, Instant::now(), rung));
                nodes
            }
        }
    }

    fn watch(&self) -> &dyn Watch {
        self
    }

    fn note(&self, done: u32, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
        self.club.jobs.here().insert(self.job.number, done);
        self.renew(done);
    }
}

impl Watch for Inside {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn signal(&self) -> Signal {
        if self.is_lost.load(Ordering::Relaxed) { Signal::Stop } else { self.watch.signal() }
    }
}
