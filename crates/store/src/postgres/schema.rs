//! The tables, and how data of earlier versions become data of this one.

use super::link::Link;
use super::talk::Talk;
use crate::StoreError;
use crate::sql::{Result, Sql, values};
use std::time::{Duration, Instant};
use tokio_postgres::SimpleQueryMessage;

/// One step for each version. Steps that were released are never changed, only new ones are added.
const STEPS: [&str; 6] = [
    include_str!("step1.sql"),
    include_str!("step2.sql"),
    include_str!("step3.sql"),
    include_str!("step4.sql"),
    include_str!("step5.sql"),
    include_str!("step6.sql"),
];

/// How long a migration may take.
const LIMIT: Duration = Duration::from_secs(600);

/// Only one node at a time migrates; the number means nothing else.
const BEGIN: &str = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; BEGIN;
    SELECT pg_advisory_xact_lock(7236823107391);
    CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)";

/// The newest version.
pub const NEWEST: i64 = STEPS.len() as i64;

/// The version of a database; 0 if it has no tables.
pub fn version(link: &Link, until: Instant) -> Result<i64> {
    let there = number(link, "SELECT count(*) FROM pg_tables WHERE tablename = 'schema_version'", until)?;
    if there == 0 { Ok(0) } else { recorded(link, until) }
}

fn recorded(link: &Link, until: Instant) -> Result<i64> {
    number(link, "SELECT max(version) FROM schema_version", until)
}

fn number(link: &Link, sql: &str, until: Instant) -> Result<i64> {
    let found = link.answer(link.client.simple_query(sql), until)?;
    let number = found.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
        _ => None,
    });
    Ok(number.unwrap_or(0))
}

/// Brings the tables to the newest version, in one transaction.
pub fn migrate(link: &Link) -> Result<()> {
    let until = Instant::now() + LIMIT;
    let run = |sql: &str| link.answer(link.client.batch_execute(sql), until);
    run(BEGIN)?;
    let version = recorded(link, until)?;
    let known = usize::try_from(version).ok().filter(|version| *version <= STEPS.len());
    let from = known.ok_or(StoreError::Newer(version))?;
    for step in &STEPS[from..] {
        run(step)?;
    }
    if from < STEPS.len() {
        run(&format!("DELETE FROM schema_version; INSERT INTO schema_version VALUES ({})", STEPS.len()))?;
    }
    run("COMMIT")
}

/// Reads a row of every table.
pub fn check(link: &Link, until: Instant) -> Result<()> {
    let talk = Talk::begin(link, super::READ, until);
    for table in crate::sqlite::tables()? {
        let sql = format!("SELECT count(*) FROM (SELECT * FROM {table} LIMIT 1) AS rows");
        let read = talk.query(&sql, values![], &mut |_| Ok(()));
        read.map_err(|error| match error {
            // A missing table is damage too.
            StoreError::Io(what) | StoreError::Damaged(what) => StoreError::Damaged(format!("{table}: {what}")),
            other => other,
        })?;
    }
    talk.leave();
    Ok(())
}
