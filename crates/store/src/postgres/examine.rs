//! What there is to know about a PostgreSQL server and a database on it.

use super::error::unreachable;
use super::link::Link;
use super::{LIMIT, READ, Talk, schema, source};
use crate::StoreError;
use crate::examine::ExaminedDatabase;
use crate::sql::{Result, nodes, read};
use std::time::{Duration, Instant, SystemTime};
use tokio_postgres::SimpleQueryMessage;
use tokio_postgres::config::Host;

/// How many commits are measured.
const COMMITS: usize = 7;

/// How long one of them may take.
const COMMIT: Duration = Duration::from_secs(2);

/// A commit that leaves nothing but a line in the server's log of changes, and waits for the disk like every other.
const EMPTY_COMMIT: &str = "BEGIN; SELECT pg_logical_emit_message(true, 'damka', 'doctor'); COMMIT";

const QUESTION: &str = "SELECT current_setting('server_version_num'), current_setting('server_encoding'),
    current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
    current_setting('synchronous_standby_names'),
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
    (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
    has_schema_privilege(current_user, 'public', 'CREATE'), pg_is_in_recovery(),
    coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

pub fn examine(address: &str, secret: &str) -> Result<ExaminedDatabase, StoreError> {
    let (source, runtime) = source(address)?;
    let found = source.connect(Instant::now() + LIMIT).and_then(|link| {
        let is_local = source.config.get_hosts().iter().all(is_local);
        ask(&link, is_local, secret)
    });
    runtime.shutdown_background();
    found
}

fn is_local(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => ["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn ask(link: &Link, is_local: bool, secret: &str) -> Result<ExaminedDatabase, StoreError> {
    let until = Instant::now() + LIMIT;
    // The first question also waits for the plan.
    link.answer(link.client.simple_query(QUESTION), until)?;
    let (begun, wall) = (Instant::now(), since_1970());
    let row = row(link, QUESTION, until)?;
    let half_way = begun.elapsed() / 2;
    let text = |at: usize| row.get(at).cloned().unwrap_or_default();
    let number = |at: usize| text(at).parse::<i64>().unwrap_or(0);
    let count = |at: usize| u32::try_from(number(at)).unwrap_or(0);
    let version = schema::version(link, until)?;
    let is_current = version == schema::NEWEST;
    let talk = Talk::begin(link, READ, until);
    let nodes = if is_current { nodes::known(&talk)? } else { Vec::new() };
    let secret = if is_current { read::secret(&talk, secret)? } else { None };
    talk.leave();
    let is_standby = text(9) == "t";
    Ok(ExaminedDatabase {
        server: count(0),
        encoding: text(1),
        fsync: text(2) == "on",
        full_page_writes: text(3) == "on",
        synchronous_commit: text(4),
        standbys: text(5),
        most_connections: count(6),
        connections: count(7),
        may_create: text(8) == "t",
        is_standby,
        version,
        newest: schema::NEWEST,
        is_encrypted: text(10) == "t",
        is_local,
        ahead: wall.saturating_add(half_way.as_millis() as i64) - number(11),
        commit: if is_standby { None } else { commit(link) },
        nodes: nodes.into_iter().filter(|node| node.lease_left > 0).collect(),
        secret,
    })
}

fn since_1970() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

fn row(link: &Link, sql: &str, until: Instant) -> Result<Vec<String>> {
    let found = link.answer(link.client.simple_query(sql), until)?;
    let row = found.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => {
            Some((0..row.len()).map(|at| row.get(at).unwrap_or_default().to_owned()).collect())
        }
        _ => None,
    });
    row.ok_or_else(|| unreachable("it says nothing of itself"))
}

/// The median of several commits. One that does not finish waits for a standby that is not connected.
fn commit(link: &Link) -> Option<Duration> {
    let mut commits = Vec::new();
    for _ in 0..COMMITS {
        let begun = Instant::now();
        link.answer(link.client.batch_execute(EMPTY_COMMIT), begun + COMMIT).ok()?;
        commits.push(begun.elapsed());
    }
    commits.sort();
    commits.get(COMMITS / 2).copied()
}
