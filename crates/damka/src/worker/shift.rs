//! Taking jobs, doing them, and handing in what was found, on several threads at once.

use super::link::{Link, Trouble};
use damka_engine::{SIGNATURE, Signal, StopWatch, Watch};
use damka_server::api::{GiveBackWork, HandInWork, NoteWork, TakeWork, WorkGiven, WorkGoesOn};
use damka_server::jobs::{BadTask, Desk, Found, Kit, Task, carry_out};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot, watch};

/// How long the club may take to give a job, in seconds.
const WAIT: u32 = 25;
/// How much longer the way of an answer may be.
const WAY: Duration = Duration::from_secs(15);
/// The first pause before a club that is away is asked again, and the longest.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];
/// Progress on a job is reported at least this often, even if its lease is long.
const NOTE: Duration = Duration::from_secs(5);
/// For how long a result is offered to a club that cannot be reached.
const OFFERED: Duration = Duration::from_secs(1800);
/// For how long a stopping worker tries to reach the club.
const LAST: Duration = Duration::from_secs(3);

/// An event that the worker reports.
#[derive(Debug)]
pub enum News {
    /// The club has let the worker in.
    Here,
    /// The club cannot be reached.
    Away { reason: String, pause: Duration },
    /// It can be reached again.
    Back,
    /// A job is done.
    Done { kind: &'static str, nodes: u64, took: Duration },
    /// Another worker had the job by then.
    Late,
    /// A job went back.
    GaveBack,
    /// A job could not be done.
    Broken,
    /// The club does not want this worker, and says why.
    Refused(String),
}

/// A worker at work.
pub struct Shift {
    link: Link,
    worker: String,
    name: String,
    threads: u32,
    tell: mpsc::UnboundedSender<News>,
    stop: watch::Sender<bool>,
    /// Whether the club has answered yet.
    is_here: AtomicBool,
    /// Whether it has been said that the club is away.
    is_away: AtomicBool,
}

/// The desk of one job.
struct Own {
    watch: StopWatch,
    budget: AtomicU64,
    done: AtomicU32,
    nodes: AtomicU64,
}

impl Desk for Own {
    fn budget(&self) -> u64 {
        self.budget.load(Ordering::Relaxed)
    }

    fn watch(&self) -> &dyn Watch {
        &self.watch
    }

    fn note(&self, done: u32, nodes: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.nodes.store(nodes, Ordering::Relaxed);
    }
}

/// How the work on a job ended.
enum End {
    Found(Box<Found>),
    /// It was stopped; whether the club still thinks that the job is this worker's.
    Stopped {
        is_own: bool,
    },
    Broken,
}

/// The club refuses this worker from now on.
struct Refused;

impl Shift {
    pub fn new(link: Link, worker: String, name: String, threads: u32, tell: mpsc::UnboundedSender<News>) -> Shift {
        let (stop, is_here, is_away) = (watch::channel(false).0, AtomicBool::new(false), AtomicBool::new(false));
        Shift { link, worker, name, threads, tell, stop, is_here, is_away }
    }

    /// Ends the work: jobs go back.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    fn is_stopped(&self) -> bool {
        *self.stop.borrow()
    }

    fn say(&self, news: News) {
        let _ = self.tell.send(news);
    }

    /// Does one job after another.
    pub async fn work(self: Arc<Shift>) {
        let mut pause = PAUSES[0];
        while !self.is_stopped() {
            let taken = match self.until_stopped(self.take()).await {
                None => return,
                Some(taken) => taken,
            };
            match taken {
                Ok(given) => {
                    pause = PAUSES[0];
                    if let Some(given) = given
                        && self.do_job(given).await.is_err()
                    {
                        return;
                    }
                }
                Err(trouble) => {
                    if self.hear(trouble, pause).is_err() {
                        return;
                    }
                    if self.until_stopped(tokio::time::sleep(pause)).await.is_none() {
                        return;
                    }
                    pause = (2 * pause).min(PAUSES[1]);
                }
            }
        }
    }

    /// The output of a future; `None` if the work ends before.
    async fn until_stopped<T>(&self, what: impl Future<Output = T>) -> Option<T> {
        let mut stop = self.stop.subscribe();
        tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop) => None,
            done = what => Some(done),
        }
    }

    async fn take(&self) -> Result<Option<WorkGiven>, Trouble> {
        // The first answer comes at once: it says whether the club lets the worker in.
        let wait = if self.is_here.load(Ordering::Relaxed) { WAIT } else { 0 };
        let wanted = TakeWork {
            worker: self.worker.clone(),
            name: self.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            signature: SIGNATURE.to_owned(),
            threads: self.threads,
            wait,
        };
        let patience = Duration::from_secs(wait.into()) + WAY;
        let given = self.link.ask("/api/work/take", &wanted, patience).await?;
        self.reached();
        Ok(given)
    }

    /// The club has answered.
    fn reached(&self) {
        if !self.is_here.swap(true, Ordering::Relaxed) {
            self.say(News::Here);
        }
        if self.is_away.swap(false, Ordering::Relaxed) {
            self.say(News::Back);
        }
    }

    /// The club has refused something, or cannot be reached.
    fn hear(&self, trouble: Trouble, pause: Duration) -> Result<(), Refused> {
        match trouble {
            Trouble::Refused { status: 409, .. } => Ok(()),
            Trouble::Refused { text, .. } => {
                self.say(News::Refused(text));
                self.stop();
                Err(Refused)
            }
            Trouble::Away(reason) => {
                if !self.is_away.swap(true, Ordering::Relaxed) {
                    self.say(News::Away { reason, pause });
                }
                Ok(())
            }
        }
    }

    async fn do_job(&self, given: WorkGiven) -> Result<(), Refused> {
        let begun = Instant::now();
        let desk = Arc::new(Own {
            watch: StopWatch::new(),
            budget: AtomicU64::new(given.nodes),
            done: AtomicU32::new(0),
            nodes: AtomicU64::new(0),
        });
        let Ok(task) = serde_json::from_value::<Task>(given.task.clone()) else {
            self.say(News::Broken);
            return self.back(&given, true).await;
        };
        let kind = task.kind();
        let end = self.carry_out(&given, task, &desk).await?;
        let (nodes, took) = (desk.nodes.load(Ordering::Relaxed), begun.elapsed());
        match end {
            End::Found(found) => {
                if self.hand_in(&given, &found, nodes, took).await? {
                    self.say(News::Done { kind, nodes, took });
                }
                Ok(())
            }
            End::Stopped { is_own: true } => {
                self.say(News::GaveBack);
                self.back(&given, false).await
            }
            End::Stopped { is_own: false } => {
                self.say(News::Late);
                Ok(())
            }
            End::Broken => {
                self.say(News::Broken);
                self.back(&given, true).await
            }
        }
    }

    /// Does the task on a thread of its own and keeps the lease meanwhile.
    async fn carry_out(&self, given: &WorkGiven, task: Task, desk: &Arc<Own>) -> Result<End, Refused> {
        let (tell, mut told) = oneshot::channel();
        let own = Arc::clone(desk);
        let thread = std::thread::Builder::new().name("damka-job".to_owned());
        let work = move || {
            let _ = tell.send(carry_out(&task, &Kit::default(), &*own));
        };
        if thread.spawn(work).is_err() {
            return Ok(End::Broken);
        }
        let mut every = tokio::time::interval((Duration::from_millis(given.lease) / 4).min(NOTE));
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        every.tick().await;
        let (mut stop, mut is_own) = (self.stop.subscribe(), true);
        let done = loop {
            if *stop.borrow_and_update() || !is_own {
                desk.watch.set(Signal::Stop);
                break (&mut told).await;
            }
            tokio::select! {
                done = &mut told => break done,
                _ = stop.changed() => continue,
                _ = every.tick() => {}
            }
            match self.note(given, desk).await {
                Ok(Some(WorkGoesOn { give_back: true, .. })) => {
                    desk.watch.set(Signal::Stop);
                    break (&mut told).await;
                }
                Ok(Some(WorkGoesOn { nodes, .. })) => desk.budget.store(nodes, Ordering::Relaxed),
                Ok(None) => {}
                Err(Trouble::Refused { status: 409, .. }) => is_own = false,
                Err(trouble) => self.hear(trouble, PAUSES[0]).inspect_err(|_| desk.watch.set(Signal::Stop))?,
            }
        };
        Ok(match done {
            Ok(Ok(Some(found))) => End::Found(Box::new(found)),
            Ok(Ok(None)) => End::Stopped { is_own },
            Ok(Err(BadTask)) | Err(_) => End::Broken,
        })
    }

    /// Reports that the worker is still on the job.
    async fn note(&self, given: &WorkGiven, desk: &Own) -> Result<Option<WorkGoesOn>, Trouble> {
        let told = NoteWork { token: given.token.clone(), done: desk.done.load(Ordering::Relaxed) };
        let path = format!("/api/work/{}/progress", given.number);
        let answer = self.link.ask(&path, &told, WAY).await?;
        self.reached();
        Ok(answer)
    }

    /// Hands in what was found, also to a club that was away meanwhile; whether it counts.
    async fn hand_in(&self, given: &WorkGiven, found: &Found, nodes: u64, took: Duration) -> Result<bool, Refused> {
        let Ok(found) = serde_json::to_value(found) else { return Ok(false) };
        let told = HandInWork { token: given.token.clone(), nodes, busy: took.as_millis() as u64, found };
        let path = format!("/api/work/{}/result", given.number);
        let (since, mut pause) = (Instant::now(), PAUSES[0]);
        loop {
            match self.link.ask::<()>(&path, &told, WAY).await {
                Ok(_) => {
                    self.reached();
                    return Ok(true);
                }
                Err(Trouble::Refused { status: 409, .. }) => {
                    self.say(News::Late);
                    return Ok(false);
                }
                Err(Trouble::Refused { status: 400 | 413, .. }) => {
                    self.say(News::Broken);
                    return Ok(false);
                }
                Err(trouble) => self.hear(trouble, pause)?,
            }
            let patience = if self.is_stopped() { LAST } else { OFFERED };
            if since.elapsed() + pause > patience {
                return Ok(false);
            }
            let _ = self.until_stopped(tokio::time::sleep(pause)).await;
            pause = (2 * pause).min(PAUSES[1]);
        }
    }

    /// Gives a job back, so that another worker can do it at once; otherwise its lease expires by itself.
    async fn back(&self, given: &WorkGiven, failed: bool) -> Result<(), Refused> {
        let told = GiveBackWork { token: given.token.clone(), failed };
        let path = format!("/api/work/{}/back", given.number);
        match self.link.ask::<()>(&path, &told, LAST).await {
            Ok(_) => Ok(()),
            Err(trouble) => self.hear(trouble, PAUSES[0]),
        }
    }
}
