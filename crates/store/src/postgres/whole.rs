//! A database that is read or filled as a whole while no node is open on it.

use super::link::Link;
use super::talk::Talk;
use super::{READ, schema, source};
use crate::sql::{Result, Rows, Sql, values};
use crate::transfer::{Database, Work, tables};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(5);

/// How long everything may take: a network that is cut is noticed earlier, a large club takes long.
const LIMIT: Duration = Duration::from_secs(24 * 3600);

/// What holds for the short transactions of a club does not hold here.
const PATIENT: &str = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";

/// The data of a database.
pub struct Whole {
    link: Link,
    // The connection needs it to the end.
    runtime: Option<Runtime>,
}

impl Whole {
    /// Opens data that are there. Nothing is written to them; data of an earlier version, or none, are `None`.
    pub fn existing(address: &str) -> Result<Option<Whole>> {
        let whole = Whole::connect(address)?;
        let version = schema::version(&whole.link, Instant::now() + CONNECT)?;
        if version > schema::NEWEST {
            return Err(crate::StoreError::Newer(version));
        }
        Ok((version == schema::NEWEST).then_some(whole))
    }

    /// Opens a database that is to be filled; its tables are created if they are not there.
    pub fn target(address: &str) -> Result<Whole> {
        let whole = Whole::connect(address)?;
        schema::migrate(&whole.link)?;
        Ok(whole)
    }

    fn connect(address: &str) -> Result<Whole> {
        let (source, runtime) = source(address)?;
        let until = Instant::now() + CONNECT;
        let link = source.connect(until)?;
        link.answer(link.client.batch_execute(PATIENT), until)?;
        Ok(Whole { link, runtime: Some(runtime) })
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Database for Whole {
    fn read(&self, work: Work<'_>) -> Result<()> {
        let talk = Talk::begin(&self.link, READ, Instant::now() + LIMIT);
        let done = work(&talk).and_then(|()| talk.check());
        talk.leave();
        done
    }

    fn fill(&self, work: Work<'_>) -> Result<()> {
        let talk = Talk::begin(&self.link, "BEGIN", Instant::now() + LIMIT);
        // A node that begins meanwhile waits, and finds the club.
        for table in tables::KEPT {
            talk.execute(&format!("LOCK TABLE {} IN EXCLUSIVE MODE", table.name), values![], Rows::Any)?;
        }
        if let Err(error) = work(&talk).and_then(|()| talk.check()) {
            talk.leave();
            return Err(error);
        }
        Ok(talk.commit()?)
    }

    fn counter(&self, sql: &dyn Sql, table: &str, column: &str) -> Result<i64> {
        let found = "SELECT CAST(coalesce(pg_sequence_last_value(CAST(pg_get_serial_sequence(?1, ?2) AS regclass)), 0) AS BIGINT)";
        sql.row(found, values![table, column], |row| row.get(0))
    }

    fn set_counter(&self, sql: &dyn Sql, table: &str, column: &str, to: i64) -> Result<()> {
        let set = "SELECT setval(CAST(pg_get_serial_sequence(?1, ?2) AS regclass), ?3)";
        if to > 0 { sql.row(set, values![table, column, to], |row| row.get::<i64>(0)).map(drop) } else { Ok(()) }
    }
}
