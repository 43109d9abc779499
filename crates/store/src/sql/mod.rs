//! The questions and writes of the store as SQL, once for every database.
//!
//! SQLite and PostgreSQL understand the same statements where these keep to a few rules: places of values are `?1`; a value
//! has one type wherever it stands; conflicts name their columns (`ON CONFLICT (id) DO UPDATE`); what a conflict changes is
//! named with its table (`people.generation`); sums are `CAST(sum(x) AS BIGINT)`; texts are compared by their bytes. What
//! one of them lacks is a function that its connections have: `fold`, `instr`, `utc_day` and `now_ms`.

pub mod apply;
mod apply_people;
pub mod contests;
mod days;
pub mod engine;
mod event_row;
mod jobs;
pub mod letters;
mod links;
mod membership;
pub mod nodes;
mod notices;
mod numbers;
pub mod read;
pub mod read_games;
mod read_lists;
mod runs;
mod sessions;
mod shared;
mod usage;
mod value;
pub mod writer;

pub use days::utc_day;
pub use event_row::EventRow;
pub use value::{Columns, IntoValue, Row, Value};

use crate::StoreError;

/// What SQL gives.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// How many rows a statement must change; another number is a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Any number.
    Any,
    /// Exactly one.
    One,
}

/// A connection to a database, within a transaction.
pub trait Sql {
    /// Changes rows. Where the answer takes time, it is only awaited with the next query or the end of the transaction,
    /// so an error may be reported later.
    fn execute(&self, sql: &str, values: &[Value<'_>], rows: Rows) -> Result<()>;

    /// Ends a query that takes a row: the same query at the same time takes another row instead of waiting for this
    /// one. Empty where only one connection writes.
    fn skip_locked(&self) -> &'static str {
        ""
    }

    /// Whether others write at the same time, so that rows are locked before they are looked at.
    fn is_shared(&self) -> bool {
        false
    }

    /// Adds events, which is most of what is written. Where each statement has a way to go, one takes them all.
    fn append(&self, rows: &[EventRow<'_>]) -> Result<()> {
        rows.iter().try_for_each(|row| self.execute(event_row::APPEND, &row.values(), Rows::One))
    }

    /// Asks, and hands over each row.
    fn query(&self, sql: &str, values: &[Value<'_>], each: &mut dyn FnMut(&Row<'_>) -> Result<()>) -> Result<()>;
}

impl dyn Sql + '_ {
    /// Every row that was found.
    pub fn rows<T>(
        &self,
        sql: &str,
        values: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut found = Vec::new();
        self.query(sql, values, &mut |row| {
            found.push(read(row)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// The first row, if any was found.
    pub fn maybe<T>(
        &self,
        sql: &str,
        values: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        let mut found = None;
        self.query(sql, values, &mut |row| {
            if found.is_none() {
                found = Some(read(row)?);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// The one row that there must be.
    pub fn row<T>(&self, sql: &str, values: &[Value<'_>], read: impl FnMut(&Row<'_>) -> Result<T>) -> Result<T> {
        self.maybe(sql, values, read)?.ok_or(StoreError::Conflict)
    }
}

/// Values for the places of a statement.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::sql::IntoValue::into_value($value)),*] };
}
pub(crate) use values;
