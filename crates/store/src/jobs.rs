//! Work for engines as a queue, and the programs that do it.
//!
//! A worker takes a job with a lease, by the clock of the data, and a token. An expired lease is not noticed
//! by anyone until the job is taken again, with another token; from then on requests of the earlier worker are refused. So
//! a job is done at least once, and what came out of it is kept once.

use crate::StoreError;
use damka_conduct::PersonId;

/// How often a job is tried before it is given up: perhaps it is the job that kills its workers.
pub const MOST_ATTEMPTS: u32 = 3;

/// Who waits for a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// A person.
    Person,
    /// Nobody.
    Background,
}

/// How far a job has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobState {
    /// Nobody has it.
    Waiting,
    /// A worker has it, or had it and has fallen silent.
    Taken,
    /// Its result is kept.
    Done,
    /// It was tried too often.
    GivenUp,
}

/// A job that is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// What kind of work it is; the store does not look into it.
    pub kind: String,
    /// What it is about. While a job of this kind about the same thing is unfinished, no other is added.
    pub subject: Option<String>,
    /// Who waits for it.
    pub urgency: Urgency,
    /// Everything that a worker has to know.
    pub input: String,
    /// Who asked.
    pub asker: Option<PersonId>,
    /// The keyed hash of the address they asked from; empty if the club itself did.
    pub address: String,
    /// The worker that must not do it, because it has done the same already.
    pub not_by: Option<String>,
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptJob {
    /// Its number.
    pub number: i64,
    /// What was asked for.
    pub job: NewJob,
    /// How far it has come.
    pub state: JobState,
    /// The token of the worker that took it last.
    pub token: Option<String>,
    /// The worker that took it last.
    pub worker: Option<String>,
    /// For how long the lease is still valid, in milliseconds; 0 if there is none.
    pub lease_left: u64,
    /// How often it was taken.
    pub attempts: u32,
    /// How many steps of it are done.
    pub progress: u32,
    /// What came out of it.
    pub result: Option<String>,
    /// How long ago it was added, in milliseconds.
    pub age: u64,
}

/// A worker's request for a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taking {
    /// The worker.
    pub worker: String,
    /// What proves that the job is the worker's; never used before.
    pub token: String,
    /// For how long, in milliseconds.
    pub lease: u64,
    /// The least urgent work that is wanted.
    pub up_to: Urgency,
}

/// How many jobs wait, for a person who asks for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobsWaiting {
    /// Unfinished jobs of people.
    pub total: u32,
    /// Those asked for from the same address.
    pub address: u32,
    /// Those asked for by the same person.
    pub person: u32,
    /// Those that nobody has, from the same address.
    pub idle_here: u32,
    /// Other addresses whose jobs nobody has.
    pub addresses: u32,
}

/// How many jobs of one kind there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobCount {
    /// The kind.
    pub kind: String,
    /// Who waits for them.
    pub urgency: Urgency,
    /// How far they have come.
    pub state: JobState,
    /// How many.
    pub count: u32,
    /// How long ago the oldest of them was added, in milliseconds.
    pub oldest: u64,
}

/// A program that works for the club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWorker {
    /// What it is told apart by.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// The key it came with; none for the nodes of the club themselves.
    pub key: Option<i64>,
    /// The program and the engine that it has.
    pub signature: String,
    /// How many jobs it does at once.
    pub threads: u32,
}

/// A worker, and what it has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptWorker {
    /// Who it is.
    pub worker: NewWorker,
    /// The name of its key.
    pub key_name: Option<String>,
    /// How long ago it was heard of, in milliseconds.
    pub seen: u64,
    /// How many jobs it has now.
    pub has: u32,
    /// How many it has done.
    pub jobs: u64,
    /// How many positions it has looked at for them.
    pub nodes: u64,
    /// How long it has thought about them, in milliseconds.
    pub busy: u64,
}

/// A key that lets programs work for the club. Only its hash is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWorkerKey {
    /// The hash.
    pub hash: String,
    /// What it is called.
    pub name: String,
    /// The keeper who made it; none if it was done at the machine itself.
    pub maker: Option<PersonId>,
    /// When, in milliseconds since 1970.
    pub made_at: u64,
}

/// A key, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerKey {
    /// Its number.
    pub number: i64,
    /// What was kept.
    pub key: NewWorkerKey,
    /// When it was withdrawn.
    pub withdrawn_at: Option<u64>,
}

/// Games between two levels of the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelResult {
    /// The job that played them.
    pub job: i64,
    /// The games.
    pub score: LevelScore,
    /// Which engine played.
    pub signature: String,
}

/// How two levels of the computer stand against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelScore {
    /// What they played.
    pub rules: String,
    /// The first level.
    pub first: u8,
    /// The second level.
    pub second: u8,
    /// How many pairs of games gave the first 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

/// A write about jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobWrite {
    /// A job is added. If one about the same thing is unfinished, that one becomes as urgent as this.
    Add(Box<NewJob>),
    /// A worker continues: its lease is renewed. A conflict if it no longer has the job.
    Progress {
        /// The job.
        number: i64,
        /// The worker's token.
        token: String,
        /// How many steps are done.
        done: u32,
        /// For how long the lease is valid, in milliseconds.
        lease: u64,
    },
    /// A job is done. A conflict if another worker has it, or if another result is kept.
    Finish {
        /// The job.
        number: i64,
        /// The worker's token.
        token: String,
        /// What came out of it.
        result: String,
        /// Whether the result stays, or is forgotten after a while.
        kept: bool,
    },
    /// Games between two levels have been played. What a job gave counts once.
    LevelResult(LevelResult),
    /// A worker gives up a job. A conflict if it no longer has the job.
    GiveBack {
        /// The job.
        number: i64,
        /// The worker's token.
        token: String,
        /// Whether it was the job's fault, and counts among its attempts.
        failed: bool,
    },
    /// A node begins that does not share the data: jobs of earlier nodes wait again.
    Alone {
        /// What the node is called among the workers.
        worker: String,
    },
    /// A worker is here.
    Worker(NewWorker),
    /// A worker has done a job.
    Worked {
        /// The worker.
        worker: String,
        /// How many positions it looked at.
        nodes: u64,
        /// How long it thought, in milliseconds.
        busy: u64,
    },
    /// A key is added.
    Key(NewWorkerKey),
    /// A key is no longer valid.
    WithdrawKey {
        /// Its number.
        number: i64,
        /// When, in milliseconds since 1970.
        now: u64,
    },
    /// Jobs that were tried too often are given up; old ones that nobody needs any more are deleted.
    Sweep {
        /// How old that is, in milliseconds.
        age: u64,
    },
}

/// Questions about jobs and workers. Reading blocks.
pub trait Jobs {
    /// Takes the job that is to be done next, with a lease: what people wait for first. `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read or written, as for everything below.
    fn take_job(&self, taking: &Taking) -> Result<Option<KeptJob>, StoreError>;

    /// Whether there is a job of this urgency to take now.
    fn is_job_waiting(&self, up_to: Urgency) -> Result<bool, StoreError>;

    /// Whether a job waits or is worked on.
    fn has_unfinished_jobs(&self) -> Result<bool, StoreError>;

    /// A job.
    fn job(&self, number: i64) -> Result<Option<KeptJob>, StoreError>;

    /// The job about something, if it is not finished.
    fn job_about(&self, kind: &str, subject: &str) -> Result<Option<KeptJob>, StoreError>;

    /// How many jobs of people are unfinished, as seen from an address and a person.
    fn jobs_waiting(&self, address: &str, asker: &PersonId) -> Result<JobsWaiting, StoreError>;

    /// How many jobs there are of each kind.
    fn job_counts(&self) -> Result<Vec<JobCount>, StoreError>;

    /// The newest jobs, at most so many.
    fn newest_jobs(&self, most: u32) -> Result<Vec<KeptJob>, StoreError>;

    /// Jobs of a kind whose results stay, the newest first, those before a number, at most so many.
    fn kept_jobs(&self, kind: &str, before: Option<i64>, most: u32) -> Result<Vec<KeptJob>, StoreError>;

    /// How the levels stand that an engine played.
    fn level_scores(&self, signature: &str) -> Result<Vec<LevelScore>, StoreError>;

    /// The workers, those heard of last first, at most so many.
    fn workers(&self, most: u32) -> Result<Vec<KeptWorker>, StoreError>;

    /// The key with a hash.
    fn worker_key(&self, hash: &str) -> Result<Option<WorkerKey>, StoreError>;

    /// All keys, the newest first, at most so many.
    fn worker_keys(&self, most: u32) -> Result<Vec<WorkerKey>, StoreError>;
}
