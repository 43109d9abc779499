//! Work for engines, and the programs that do it.

use super::{person, write};
use crate::jobs::MOST_ATTEMPTS;
use crate::{
    JobState, JobWrite, JobsWaiting, KeptJob, LevelResult, LevelScore, NewJob, NewWorker, NewWorkerKey, Store,
    StoreError, Taking, Urgency, Write,
};
use std::time::{Duration, Instant};

const CONFLICT: Result<(), StoreError> = Err(StoreError::Conflict);
/// Longer than the story.
const LONG: u64 = 600_000;

fn wanted(subject: Option<&str>, urgency: Urgency, asker: &str, address: &str) -> Write {
    let job = NewJob {
        kind: "analysis".to_owned(),
        subject: subject.map(str::to_owned),
        urgency,
        input: "{}".to_owned(),
        asker: (!asker.is_empty()).then(|| asker.into()),
        address: address.to_owned(),
        not_by: None,
    };
    Write::Job(JobWrite::Add(Box::new(job)))
}

fn asked(subject: &str, asker: &str, address: &str) -> Write {
    wanted(Some(subject), Urgency::Person, asker, address)
}

fn take(store: &dyn Store, token: &str, lease: u64) -> Option<KeptJob> {
    let (worker, token) = (format!("worker of {token}"), token.to_owned());
    store.jobs().take_job(&Taking { worker, token, lease, up_to: Urgency::Background }).unwrap()
}

/// What the job taken next is about.
fn next(store: &dyn Store, token: &str) -> Option<String> {
    take(store, token, LONG).and_then(|job| job.job.subject)
}

fn finish(number: i64, token: &str, result: &str) -> Write {
    let (token, result) = (token.to_owned(), result.to_owned());
    Write::Job(JobWrite::Finish { number, token, result, kept: false })
}

fn goes_on(number: i64, token: &str, done: u32, lease: u64) -> Write {
    Write::Job(JobWrite::Progress { number, token: token.to_owned(), done, lease })
}

fn gives_back(number: i64, token: &str, failed: bool) -> Write {
    Write::Job(JobWrite::GiveBack { number, token: token.to_owned(), failed })
}

fn sweep(store: &dyn Store, age: u64) {
    write(store, vec![Write::Job(JobWrite::Sweep { age })]).unwrap();
}

fn state(store: &dyn Store, number: i64) -> JobState {
    store.jobs().job(number).unwrap().unwrap().state
}

/// Waits until a condition holds by the clock of the data.
fn until(mut is_so: impl FnMut() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < Duration::from_secs(10), "it does not become so");
        std::thread::sleep(Duration::from_millis(2));
    }
}

pub fn tell(store: &dyn Store) {
    kept_once(store);
    leases(store);
    order(store);
    attempts(store);
    together(store);
    workers(store);
    people(store);
    compared(store);
    levels(store);
}

/// One job from the wish to the result.
fn kept_once(store: &dyn Store) {
    let jobs = store.jobs();
    assert_eq!((take(store, "early", LONG), jobs.is_job_waiting(Urgency::Background)), (None, Ok(false)));
    assert_eq!(jobs.has_unfinished_jobs(), Ok(false));
    write(store, vec![wanted(Some("one"), Urgency::Background, "ann", "home")]).unwrap();
    assert_eq!(jobs.is_job_waiting(Urgency::Person), Ok(false), "nobody waits for it");
    assert_eq!(jobs.has_unfinished_jobs(), Ok(true));
    write(store, vec![asked("one", "bob", "school")]).unwrap();
    assert_eq!(jobs.is_job_waiting(Urgency::Person), Ok(true), "the same job, but now somebody does");
    let job = take(store, "first", LONG).unwrap();
    assert_eq!((job.state, job.attempts, job.progress, job.result.as_deref()), (JobState::Taken, 1, 0, None));
    assert_eq!((job.token.as_deref(), job.worker.as_deref()), (Some("first"), Some("worker of first")));
    assert!((1..=LONG).contains(&job.lease_left), "{job:?}");
    assert_eq!(job.job.asker, Some("ann".into()), "who asked first");
    assert_eq!(take(store, "second", LONG), None, "somebody has it");
    assert_eq!(jobs.has_unfinished_jobs(), Ok(true), "it is not finished either");
    write(store, vec![goes_on(job.number, "first", 7, LONG)]).unwrap();
    assert_eq!(jobs.job_about("analysis", "one").unwrap().map(|job| job.progress), Some(7));
    assert_eq!(jobs.job_about("search", "one"), Ok(None));
    for wrong in [goes_on(job.number, "second", 8, LONG), finish(job.number, "second", "a lie")] {
        assert_eq!(write(store, vec![wrong]), CONFLICT, "a token of somebody else");
    }
    write(store, vec![finish(job.number, "first", "found")]).unwrap();
    write(store, vec![finish(job.number, "first", "found")]).unwrap();
    assert_eq!(write(store, vec![finish(job.number, "first", "something else")]), CONFLICT);
    assert_eq!(write(store, vec![goes_on(job.number, "first", 8, LONG)]), CONFLICT, "it is over");
    assert_eq!(write(store, vec![gives_back(job.number, "first", true)]), CONFLICT);
    assert_eq!(jobs.job_about("analysis", "one"), Ok(None), "it is finished");
    assert_eq!(jobs.has_unfinished_jobs(), Ok(false));
    let kept = jobs.job(job.number).unwrap().unwrap();
    assert_eq!((kept.state, kept.result.as_deref(), kept.lease_left), (JobState::Done, Some("found"), 0));
    write(store, vec![asked("one", "bob", "school")]).unwrap();
    assert_ne!(take(store, "again", LONG).unwrap().number, job.number, "what is finished can be asked for again");
    assert_eq!(finish_all(store), 1);
}

/// Finishes everything that is taken, and says how much that was.
fn finish_all(store: &dyn Store) -> usize {
    let taken = store.jobs().newest_jobs(99).unwrap().into_iter().filter(|job| job.state == JobState::Taken);
    let writes: Vec<Write> =
        taken.map(|job| finish(job.number, job.token.as_deref().unwrap_or_default(), "done")).collect();
    let count = writes.len();
    write(store, writes).unwrap();
    count
}

/// A worker that falls silent.
fn leases(store: &dyn Store) {
    write(store, vec![asked("two", "ann", "home")]).unwrap();
    let lost = take(store, "lost", 1).unwrap();
    until(|| store.jobs().is_job_waiting(Urgency::Person).unwrap());
    // A late worker still has the job, as long as no other has taken it.
    write(store, vec![goes_on(lost.number, "lost", 1, 1)]).unwrap();
    until(|| store.jobs().is_job_waiting(Urgency::Person).unwrap());
    let found = take(store, "found", LONG).unwrap();
    assert_eq!((found.number, found.attempts, found.progress), (lost.number, 2, 0));
    assert_eq!(write(store, vec![finish(lost.number, "lost", "too late")]), CONFLICT);
    assert_eq!(write(store, vec![gives_back(lost.number, "lost", false)]), CONFLICT);
    write(store, vec![gives_back(found.number, "found", false)]).unwrap();
    let third = take(store, "third", LONG).unwrap();
    assert_eq!((third.number, third.attempts), (lost.number, 2), "what was given back was not an attempt");
    write(store, vec![finish(third.number, "third", "x")]).unwrap();

    // A single process knows that earlier nodes have ended.
    write(store, vec![asked("three", "ann", "home"), asked("four", "ann", "home")]).unwrap();
    let by = |worker: &str, token: &str| {
        let (worker, token) = (worker.to_owned(), token.to_owned());
        let taking = Taking { worker, token, lease: LONG, up_to: Urgency::Person };
        store.jobs().take_job(&taking).unwrap().unwrap().number
    };
    let (old, other) = (by("node-1", "of the old run"), by("outside", "of a worker"));
    write(store, vec![Write::Job(JobWrite::Alone { worker: "node-2".to_owned() })]).unwrap();
    assert_eq!((state(store, old), state(store, other)), (JobState::Waiting, JobState::Taken));
    assert_eq!(by("node-2", "of the new run"), old);
    assert_eq!(finish_all(store), 2);
}

/// Who is served next.
fn order(store: &dyn Store) {
    let background = |subject| wanted(Some(subject), Urgency::Background, "", "");
    write(store, vec![background("slow 1"), background("slow 2")]).unwrap();
    let all = ["a1", "a2", "a3"].map(|subject| asked(subject, "amy", "castle"));
    write(store, all.into_iter().chain([asked("b1", "ben", "castle"), asked("c1", "cat", "cottage")]).collect())
        .unwrap();
    let waiting = |address: &str, asker: &str| store.jobs().jobs_waiting(address, &asker.into()).unwrap();
    let expected = JobsWaiting { total: 5, address: 4, person: 3, idle_here: 4, addresses: 1 };
    assert_eq!(waiting("castle", "amy"), expected);
    // Within a millisecond nobody was served later than another.
    let mut served = Vec::new();
    for turn in 0..7 {
        served.extend(next(store, &format!("turn {turn}")));
        std::thread::sleep(Duration::from_millis(2));
    }
    assert_eq!(served, ["a1", "c1", "b1", "a2", "a3", "slow 1", "slow 2"], "people first, and they take turns");
    assert_eq!(waiting("castle", "amy"), JobsWaiting { idle_here: 0, addresses: 0, ..expected }, "all are taken");
    let taking = |up_to| Taking { worker: "w".to_owned(), token: "t".to_owned(), lease: LONG, up_to };
    write(store, vec![background("slow 3")]).unwrap();
    assert_eq!(store.jobs().take_job(&taking(Urgency::Person)), Ok(None), "who works for people only");
    assert!(store.jobs().take_job(&taking(Urgency::Background)).unwrap().is_some());
    let counts = store.jobs().job_counts().unwrap();
    let of = |urgency, state| {
        let found = counts.iter().find(|count| count.urgency == urgency && count.state == state);
        found.map_or(0, |count| count.count)
    };
    assert_eq!((of(Urgency::Person, JobState::Taken), of(Urgency::Background, JobState::Taken)), (5, 3));
    assert_eq!(finish_all(store), 8);
}

/// A job that kills its workers.
fn attempts(store: &dyn Store) {
    write(store, vec![asked("deadly", "ann", "home"), asked("wrong", "ann", "school")]).unwrap();
    let mut last = Vec::new();
    for attempt in 0..2 * MOST_ATTEMPTS {
        let token = format!("attempt {attempt}");
        let job = take(store, &token, 1).unwrap();
        if job.job.subject.as_deref() == Some("wrong") {
            write(store, vec![gives_back(job.number, &token, true)]).unwrap();
        }
        last.push(job.number);
        until(|| attempt + 1 == 2 * MOST_ATTEMPTS || store.jobs().is_job_waiting(Urgency::Person).unwrap());
    }
    last.sort_unstable();
    last.dedup();
    assert_eq!((last.len(), take(store, "once more", 1)), (2, None), "it is not tried again");
    assert_eq!(state(store, last[1]), JobState::GivenUp);
    until(|| {
        sweep(store, LONG);
        state(store, last[0]) == JobState::GivenUp
    });
    assert_eq!(store.jobs().job_about("analysis", "deadly"), Ok(None), "it can be asked for again");
    until(|| {
        sweep(store, 1);
        store.jobs().newest_jobs(9).unwrap().is_empty()
    });
}

/// Many at once: each job is taken by one of them.
fn together(store: &dyn Store) {
    write(store, (0..40).map(|_| wanted(None, Urgency::Background, "", "")).collect()).unwrap();
    let taken = std::thread::scope(|scope| {
        let take_some = |worker: usize| {
            let taken = (0..12).filter_map(move |turn| take(store, &format!("{worker} {turn}"), LONG));
            taken.map(|job| job.number).collect::<Vec<i64>>()
        };
        let threads: Vec<_> = (0..4).map(|worker| scope.spawn(move || take_some(worker))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<i64>>()
    });
    let mut once = taken.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!((taken.len(), once.len()), (40, 40));
    assert_eq!(finish_all(store), 40);
}

fn workers(store: &dyn Store) {
    let jobs = store.jobs();
    let key = |hash: &str, name: &str| {
        let key = NewWorkerKey { hash: hash.to_owned(), name: name.to_owned(), maker: Some("ann".into()), made_at: 5 };
        Write::Job(JobWrite::Key(key))
    };
    write(store, vec![key("hash 1", "attic"), key("hash 2", "cellar")]).unwrap();
    assert_eq!(write(store, vec![key("hash 1", "again")]), CONFLICT);
    let attic = jobs.worker_key("hash 1").unwrap().unwrap();
    assert_eq!((&*attic.key.name, attic.key.maker, attic.withdrawn_at), ("attic", Some("ann".into()), None));
    assert_eq!(jobs.worker_key("hash 3"), Ok(None));
    for now in [7, 8] {
        write(store, vec![Write::Job(JobWrite::WithdrawKey { number: attic.number, now })]).unwrap();
    }
    let keys = jobs.worker_keys(9).unwrap();
    let keys: Vec<_> = keys.iter().map(|key| (&*key.key.name, key.withdrawn_at)).collect();
    assert_eq!(keys, [("cellar", None), ("attic", Some(7))]);

    let worker = |id: &str, threads| {
        let (id, name, signature) = (id.to_owned(), format!("{id}'s"), "0.1 abc".to_owned());
        Write::Job(JobWrite::Worker(NewWorker { id, name, key: Some(attic.number), signature, threads }))
    };
    let worked = |nodes, busy| Write::Job(JobWrite::Worked { worker: "w1".to_owned(), nodes, busy });
    write(store, vec![worker("w1", 1), worked(100, 10), worked(300, 10), worker("w1", 2)]).unwrap();
    write(store, vec![wanted(None, Urgency::Background, "", "")]).unwrap();
    let taking = Taking { worker: "w1".to_owned(), token: "w".to_owned(), lease: LONG, up_to: Urgency::Background };
    assert!(jobs.take_job(&taking).unwrap().is_some());
    let found = jobs.workers(9).unwrap();
    let shown: Vec<_> = found.iter().map(|it| (&*it.worker.id, it.worker.threads, it.has, it.jobs, it.nodes)).collect();
    assert_eq!(shown, [("w1", 2, 1, 2, 400)]);
    assert_eq!((found[0].busy, found[0].key_name.as_deref()), (20, Some("attic")));
    assert_eq!(finish_all(store), 1);
    until(|| {
        sweep(store, 1);
        jobs.workers(9).unwrap().is_empty()
    });
    assert_eq!(jobs.worker_keys(9).unwrap().len(), 2, "keys stay");
}

fn people(store: &dyn Store) {
    write(store, ["una", "uno"].map(|id| Write::Person(person(id, id, None))).into()).unwrap();
    write(store, vec![asked("six", "una", "home")]).unwrap();
    let asker = || store.jobs().job_about("analysis", "six").unwrap().unwrap().job.asker;
    write(store, vec![Write::Merge { from: "una".into(), into: "uno".into() }]).unwrap();
    assert_eq!(asker(), Some("uno".into()));
    write(store, vec![Write::Delete { person: "uno".into() }]).unwrap();
    assert_eq!(asker(), None);
    assert!(next(store, "last").is_some(), "the work goes on");
    assert_eq!(finish_all(store), 1);
}

/// Work that another worker has to repeat, and results that stay.
fn compared(store: &dyn Store) {
    let Write::Job(JobWrite::Add(mut job)) = wanted(Some("seven"), Urgency::Background, "", "") else { unreachable!() };
    job.not_by = Some("worker of first".to_owned());
    write(store, vec![Write::Job(JobWrite::Add(job))]).unwrap();
    assert_eq!(take(store, "first", LONG), None, "who did it already");
    let taken = take(store, "second", LONG).unwrap();
    assert_eq!(taken.job.not_by.as_deref(), Some("worker of first"));
    let (token, result) = ("second".to_owned(), "the same".to_owned());
    let finish = JobWrite::Finish { number: taken.number, token, result, kept: true };
    write(store, vec![Write::Job(finish)]).unwrap();
    write(store, vec![wanted(Some("eight"), Urgency::Background, "", "")]).unwrap();
    assert_eq!((take(store, "third", LONG).is_some(), finish_all(store)), (true, 1));
    until(|| {
        sweep(store, 1);
        store.jobs().newest_jobs(9).unwrap().len() == 1
    });
    let kept = |before| store.jobs().kept_jobs("analysis", before, 9).unwrap();
    assert_eq!(kept(None).iter().map(|job| job.number).collect::<Vec<_>>(), [taken.number]);
    assert_eq!((kept(Some(taken.number)), store.jobs().kept_jobs("other", None, 9)), (vec![], Ok(vec![])));
}

fn levels(store: &dyn Store) {
    let score = |first, pairs| LevelScore { rules: "russian".to_owned(), first, second: first + 1, pairs };
    let played = |job, first, pairs, signature: &str| {
        let result = LevelResult { job, score: score(first, pairs), signature: signature.to_owned() };
        Write::Job(JobWrite::LevelResult(result))
    };
    let [one, two] = [[3, 0, 1, 0, 0], [1, 1, 1, 1, 1]];
    write(store, vec![played(1, 1, one, "a"), played(2, 1, two, "a"), played(3, 2, two, "a")]).unwrap();
    write(store, vec![played(1, 1, one, "a"), played(4, 1, one, "b")]).unwrap();
    let sum = [4, 1, 2, 1, 1];
    assert_eq!(store.jobs().level_scores("a"), Ok(vec![score(1, sum), score(2, two)]), "each job counts once");
    assert_eq!(store.jobs().level_scores("b"), Ok(vec![score(1, one)]), "another engine");
}
