//! The queue of work for engines, as SQL.

use super::apply::{any, one};
use super::engine::Engine;
use super::{Result, Row, Sql, Value, values};
use crate::jobs::MOST_ATTEMPTS;
use crate::{
    JobCount, JobState, JobWrite, Jobs, JobsWaiting, KeptJob, KeptWorker, LevelResult, LevelScore, NewJob, NewWorker,
    NewWorkerKey, StoreError, Taking, Urgency, WorkerKey,
};
use damka_conduct::PersonId;

/// How many times as long as a result is kept a job waits before it is forgotten.
const PATIENCE: i64 = 30;

/// Applies one write within a transaction.
pub fn apply(connection: &dyn Sql, write: &JobWrite) -> Result<()> {
    match write {
        JobWrite::Add(job) => add(connection, job),
        JobWrite::Progress { number, token, done, lease } => {
            let sql = "UPDATE jobs SET progress = ?3, until = now_ms() + ?4
                       WHERE number = ?1 AND token = ?2 AND state = 1";
            one(connection, sql, values![number, token, done, lease.cast_signed()])
        }
        JobWrite::Finish { number, token, result, kept } => {
            let sql = "UPDATE jobs SET state = 2, result = ?3, ended_at = coalesce(ended_at, now_ms()), until = NULL,
                           kept = ?4
                       WHERE number = ?1 AND token = ?2 AND (state = 1 OR state = 2 AND result = ?3)";
            one(connection, sql, values![number, token, result, i64::from(*kept)])
        }
        JobWrite::LevelResult(result) => add_level_result(connection, result),
        JobWrite::GiveBack { number, token, failed: false } => {
            let sql = "UPDATE jobs SET state = 0, until = NULL, attempts = attempts - 1, progress = 0
                       WHERE number = ?1 AND token = ?2 AND state = 1";
            one(connection, sql, values![number, token])
        }
        JobWrite::GiveBack { number, token, failed: true } => {
            let sql = "UPDATE jobs SET until = NULL, progress = 0, state = CASE WHEN attempts < ?3 THEN 0 ELSE 3 END,
                           ended_at = CASE WHEN attempts < ?3 THEN NULL ELSE now_ms() END
                       WHERE number = ?1 AND token = ?2 AND state = 1";
            one(connection, sql, values![number, token, MOST_ATTEMPTS])
        }
        JobWrite::Alone { worker } => {
            let sql = "UPDATE jobs SET state = 0, until = NULL, progress = 0
                       WHERE state = 1 AND substr(worker, 1, 5) = 'node-' AND worker <> ?1";
            any(connection, sql, values![worker])
        }
        JobWrite::Worker(worker) => see(connection, worker),
        JobWrite::Worked { worker, nodes, busy } => {
            let sql = "UPDATE workers SET jobs = jobs + 1, nodes = nodes + ?2, busy = busy + ?3, seen_at = now_ms()
                       WHERE id = ?1";
            any(connection, sql, values![worker, nodes.cast_signed(), busy.cast_signed()])
        }
        JobWrite::Key(key) => {
            let NewWorkerKey { hash, name, maker, made_at } = key;
            let sql = "INSERT INTO worker_keys (hash, name, maker, made_at) VALUES (?1, ?2, ?3, ?4)";
            let maker = maker.as_ref().map(PersonId::as_str);
            one(connection, sql, values![hash, name, maker, made_at.cast_signed()])
        }
        JobWrite::WithdrawKey { number, now } => {
            let sql = "UPDATE worker_keys SET withdrawn_at = coalesce(withdrawn_at, ?2) WHERE number = ?1";
            one(connection, sql, values![number, now.cast_signed()])
        }
        JobWrite::Sweep { age } => sweep(connection, age.cast_signed()),
    }
}

fn add(connection: &dyn Sql, job: &NewJob) -> Result<()> {
    let NewJob { kind, subject, urgency, input, asker, address, not_by } = job;
    let sql = "INSERT INTO jobs (kind, subject, urgency, input, asker, address, not_by, made_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, now_ms())
               ON CONFLICT (kind, subject) WHERE state < 2 AND subject IS NOT NULL DO UPDATE
               SET urgency = CASE WHEN excluded.urgency < jobs.urgency THEN excluded.urgency ELSE jobs.urgency END";
    let asker = asker.as_ref().map(PersonId::as_str);
    one(connection, sql, values![kind, subject, urgency_number(*urgency), input, asker, address, not_by])
}

fn add_level_result(connection: &dyn Sql, result: &LevelResult) -> Result<()> {
    let LevelResult { job, score: LevelScore { rules, first, second, pairs }, signature } = result;
    let sql = "INSERT INTO level_results (job, rules, signature, first, second, lost, behind, even, ahead, won)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (job) DO NOTHING";
    let [first, second] = [first, second].map(|level| i64::from(*level));
    let [lost, behind, even, ahead, won] = pairs.map(u64::cast_signed);
    any(connection, sql, values![job, rules, signature, first, second, lost, behind, even, ahead, won])
}

fn see(connection: &dyn Sql, worker: &NewWorker) -> Result<()> {
    let NewWorker { id, name, key, signature, threads } = worker;
    let sql = "INSERT INTO workers (id, name, key, signature, threads, begun_at, seen_at)
               VALUES (?1, ?2, ?3, ?4, ?5, now_ms(), now_ms())
               ON CONFLICT (id) DO UPDATE SET name = excluded.name, key = excluded.key,
                   signature = excluded.signature, threads = excluded.threads, seen_at = excluded.seen_at";
    one(connection, sql, values![id, name, *key, signature, threads])
}

fn sweep(connection: &dyn Sql, age: i64) -> Result<()> {
    let sql = "UPDATE jobs SET state = 3, until = NULL, ended_at = now_ms()
               WHERE state < 2 AND attempts >= ?1 AND coalesce(until, 0) <= now_ms()";
    any(connection, sql, values![MOST_ATTEMPTS])?;
    any(connection, "DELETE FROM jobs WHERE kept = 0 AND ended_at <= now_ms() - ?1", values![age])?;
    any(connection, "DELETE FROM jobs WHERE state = 0 AND made_at <= now_ms() - ?1", values![age * PATIENCE])?;
    any(connection, "DELETE FROM workers WHERE seen_at <= now_ms() - ?1", values![age])
}

/// Everything of one person becomes another's.
pub fn merge(connection: &dyn Sql, from: &PersonId, into: &PersonId) -> Result<()> {
    any(connection, "UPDATE jobs SET asker = ?2 WHERE asker = ?1", values![from.as_str(), into.as_str()])
}

/// A person is deleted: keys that they created stay valid, and nothing names them.
pub fn delete(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    any(connection, "UPDATE jobs SET asker = NULL WHERE asker = ?1", values![person.as_str()])?;
    any(connection, "UPDATE worker_keys SET maker = NULL WHERE maker = ?1", values![person.as_str()])
}

fn urgency_number(urgency: Urgency) -> i64 {
    match urgency {
        Urgency::Person => 0,
        Urgency::Background => 1,
    }
}

fn urgency_of(number: i64) -> Urgency {
    if number == 0 { Urgency::Person } else { Urgency::Background }
}

fn state_of(number: i64) -> Result<JobState> {
    [JobState::Waiting, JobState::Taken, JobState::Done, JobState::GivenUp]
        .get(usize::try_from(number).unwrap_or(usize::MAX))
        .copied()
        .ok_or_else(|| StoreError::Damaged(format!("a job in state {number}")))
}

/// A job that can be taken: nobody has it, or the worker that had it has been silent for too long.
const IS_FREE: &str = "(state = 0 OR state = 1 AND until <= now_ms()) AND attempts < ?1 AND urgency <= ?2";

/// The columns of a job.
const JOB: &str = "number, kind, subject, urgency, input, asker, address, state, token, worker,
    CASE WHEN until > now_ms() THEN until - now_ms() ELSE 0 END, attempts, progress, result, now_ms() - made_at,
    not_by";

fn job_row(row: &Row<'_>) -> Result<KeptJob> {
    let job = NewJob {
        kind: row.get(1)?,
        subject: row.get(2)?,
        urgency: urgency_of(row.get(3)?),
        input: row.get(4)?,
        asker: row.get::<Option<String>>(5)?.map(PersonId::new),
        address: row.get(6)?,
        not_by: row.get(15)?,
    };
    Ok(KeptJob {
        number: row.get(0)?,
        job,
        state: state_of(row.get(7)?)?,
        token: row.get(8)?,
        worker: row.get(9)?,
        lease_left: row.get::<u64>(10)?,
        attempts: row.get(11)?,
        progress: row.get(12)?,
        result: row.get(13)?,
        age: row.get::<i64>(14)?.max(0).cast_unsigned(),
    })
}

/// Among people's jobs the address comes first that was served longest ago, and within it the person: so a person who asks for a
/// thousand things delays only their own jobs.
fn take(connection: &dyn Sql, taking: &Taking) -> Result<Option<KeptJob>> {
    let (skip_locked, served) = (connection.skip_locked(), "coalesce((SELECT max(s.taken_at) FROM jobs s WHERE");
    let sql = format!(
        "UPDATE jobs SET state = 1, token = ?3, worker = ?4, until = now_ms() + ?5, taken_at = now_ms(),
             attempts = attempts + 1, progress = 0
         WHERE number = (
             SELECT number FROM jobs j WHERE {IS_FREE} AND (not_by IS NULL OR not_by <> ?4)
             ORDER BY urgency,
                 CASE WHEN urgency = 0 THEN {served} s.urgency = 0 AND s.address = j.address), 0) ELSE 0 END,
                 CASE WHEN urgency = 0 THEN
                     {served} s.urgency = 0 AND s.address = j.address AND s.asker = j.asker), 0) ELSE 0 END,
                 number
             LIMIT 1 {skip_locked})
         RETURNING {JOB}"
    );
    let Taking { worker, token, lease, up_to } = taking;
    let values = values![MOST_ATTEMPTS, urgency_number(*up_to), token, worker, lease.cast_signed()];
    connection.maybe(&sql, values, job_row)
}

fn count_row(row: &Row<'_>) -> Result<JobCount> {
    Ok(JobCount {
        kind: row.get(0)?,
        urgency: urgency_of(row.get(1)?),
        state: state_of(row.get(2)?)?,
        count: row.get(3)?,
        oldest: row.get::<i64>(4)?.max(0).cast_unsigned(),
    })
}

fn worker_row(row: &Row<'_>) -> Result<KeptWorker> {
    let worker = NewWorker {
        id: row.get(0)?,
        name: row.get(1)?,
        key: row.get(2)?,
        signature: row.get(3)?,
        threads: row.get(4)?,
    };
    Ok(KeptWorker {
        worker,
        key_name: row.get(5)?,
        seen: row.get::<i64>(6)?.max(0).cast_unsigned(),
        has: row.get(7)?,
        jobs: row.get::<u64>(8)?,
        nodes: row.get::<u64>(9)?,
        busy: row.get::<u64>(10)?,
    })
}

const KEY: &str = "SELECT number, hash, name, maker, made_at, withdrawn_at FROM worker_keys";

fn key_row(row: &Row<'_>) -> Result<WorkerKey> {
    let maker = row.get::<Option<String>>(3)?.map(PersonId::new);
    let key = NewWorkerKey { hash: row.get(1)?, name: row.get(2)?, maker, made_at: row.get::<u64>(4)? };
    Ok(WorkerKey { number: row.get(0)?, key, withdrawn_at: row.get::<Option<u64>>(5)? })
}

fn find(connection: &dyn Sql, condition: &str, values: &[Value<'_>]) -> Result<Option<KeptJob>> {
    connection.maybe(&format!("SELECT {JOB} FROM jobs WHERE {condition}"), values, job_row)
}

impl<E: Engine> Jobs for E {
    fn take_job(&self, taking: &Taking) -> Result<Option<KeptJob>> {
        let taking = taking.clone();
        self.writer().ask(move |connection| take(connection, &taking))
    }

    fn is_job_waiting(&self, up_to: Urgency) -> Result<bool> {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM jobs WHERE {IS_FREE})");
        let values = values![MOST_ATTEMPTS, urgency_number(up_to)];
        self.read(|connection| connection.row(&sql, values, |row| row.get(0)))
    }

    fn has_unfinished_jobs(&self) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM jobs WHERE state < 2)";
        self.read(|connection| connection.row(sql, values![], |row| row.get(0)))
    }

    fn job(&self, number: i64) -> Result<Option<KeptJob>> {
        self.read(|connection| find(connection, "number = ?1", values![number]))
    }

    fn job_about(&self, kind: &str, subject: &str) -> Result<Option<KeptJob>> {
        let condition = "kind = ?1 AND subject = ?2 AND state < 2 AND subject IS NOT NULL";
        self.read(|connection| find(connection, condition, values![kind, subject]))
    }

    fn jobs_waiting(&self, address: &str, asker: &PersonId) -> Result<JobsWaiting> {
        let sql = "SELECT count(*), count(*) FILTER (WHERE address = ?1), count(*) FILTER (WHERE asker = ?2),
                          count(*) FILTER (WHERE address = ?1 AND state = 0),
                          count(DISTINCT address) FILTER (WHERE address <> ?1 AND state = 0)
                   FROM jobs WHERE state < 2 AND urgency = 0";
        let read = |row: &Row<'_>| {
            Ok(JobsWaiting {
                total: row.get(0)?,
                address: row.get(1)?,
                person: row.get(2)?,
                idle_here: row.get(3)?,
                addresses: row.get(4)?,
            })
        };
        self.read(|connection| connection.row(sql, values![address, asker.as_str()], read))
    }

    fn job_counts(&self) -> Result<Vec<JobCount>> {
        let sql = "SELECT kind, urgency, state, count(*), now_ms() - min(made_at) FROM jobs
                   GROUP BY kind, urgency, state ORDER BY kind, urgency, state";
        self.read(|connection| connection.rows(sql, values![], count_row))
    }

    fn newest_jobs(&self, most: u32) -> Result<Vec<KeptJob>> {
        let sql = format!("SELECT {JOB} FROM jobs ORDER BY number DESC LIMIT ?1");
        self.read(|connection| connection.rows(&sql, values![most], job_row))
    }

    fn kept_jobs(&self, kind: &str, before: Option<i64>, most: u32) -> Result<Vec<KeptJob>> {
        let sql = format!(
            "SELECT {JOB} FROM jobs WHERE kept = 1 AND kind = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3"
        );
        let values = values![kind, before.unwrap_or(i64::MAX), most];
        self.read(|connection| connection.rows(&sql, values, job_row))
    }

    fn level_scores(&self, signature: &str) -> Result<Vec<LevelScore>> {
        let sql = "SELECT rules, first, second, CAST(sum(lost) AS BIGINT), CAST(sum(behind) AS BIGINT),
                          CAST(sum(even) AS BIGINT), CAST(sum(ahead) AS BIGINT), CAST(sum(won) AS BIGINT)
                   FROM level_results WHERE signature = ?1 GROUP BY rules, first, second ORDER BY rules, first, second";
        let read = |row: &Row<'_>| {
            let pairs = [row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?];
            let level = |place| Ok::<u8, StoreError>(u8::try_from(row.get::<i64>(place)?).unwrap_or(0));
            Ok(LevelScore { rules: row.get(0)?, first: level(1)?, second: level(2)?, pairs })
        };
        self.read(|connection| connection.rows(sql, values![signature], read))
    }

    fn workers(&self, most: u32) -> Result<Vec<KeptWorker>> {
        let sql = "SELECT id, w.name, key, signature, threads, k.name, now_ms() - seen_at,
                          (SELECT count(*) FROM jobs WHERE worker = id AND state = 1), jobs, nodes, busy
                   FROM workers w LEFT JOIN worker_keys k ON k.number = w.key ORDER BY seen_at DESC, id LIMIT ?1";
        self.read(|connection| connection.rows(sql, values![most], worker_row))
    }

    fn worker_key(&self, hash: &str) -> Result<Option<WorkerKey>> {
        let sql = format!("{KEY} WHERE hash = ?1");
        self.read(|connection| connection.maybe(&sql, values![hash], key_row))
    }

    fn worker_keys(&self, most: u32) -> Result<Vec<WorkerKey>> {
        let sql = format!("{KEY} ORDER BY number DESC LIMIT ?1");
        self.read(|connection| connection.rows(&sql, values![most], key_row))
    }
}
