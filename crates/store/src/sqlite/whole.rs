//! A data folder that is read or filled as a whole while no club is open on it.

use super::lock::Lock;
use super::{FILE, keep_private, private, reader, schema, writable};
use crate::StoreError;
use crate::sql::{Result, Rows, Sql, values};
use crate::transfer::{Database, Work};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::Path;

/// The data of a folder.
pub struct Whole {
    connection: Connection,
    _lock: Option<Lock>,
}

impl Whole {
    /// Opens data that are there. Nothing is written to them; data of an earlier version are `None`.
    pub fn existing(folder: &Path) -> Result<Option<Whole>> {
        Lock::is_free(folder)?;
        let connection = reader(&folder.join(FILE))?;
        let is_newest = schema::version(&connection)? == schema::NEWEST;
        Ok(is_newest.then_some(Whole { connection, _lock: None }))
    }

    /// Opens a folder that is to be filled; it is created if it is not there. Nobody else can open it meanwhile.
    pub fn target(folder: &Path) -> Result<Whole> {
        private::folder(folder)?;
        let lock = Lock::take(folder, "")?;
        let path = folder.join(FILE);
        // Existing old data are not empty, and are not migrated only to be refused.
        if path.exists() && schema::is_old(schema::version(&reader(&path)?)?) {
            return Err(StoreError::Conflict);
        }
        keep_private(&path)?;
        Ok(Whole { connection: writable(folder, &path)?, _lock: Some(lock) })
    }
}

impl Database for Whole {
    fn read(&self, work: Work<'_>) -> Result<()> {
        let transaction = self.connection.unchecked_transaction()?;
        work(&*transaction)?;
        Ok(transaction.commit()?)
    }

    fn fill(&self, work: Work<'_>) -> Result<()> {
        let transaction = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        work(&*transaction)?;
        Ok(transaction.commit()?)
    }

    fn counter(&self, sql: &dyn Sql, table: &str, column: &str) -> Result<i64> {
        let largest = format!(
            "SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?1), 0),
                coalesce((SELECT max({column}) FROM {table}), 0))"
        );
        sql.row(&largest, values![table], |row| row.get(0))
    }

    fn set_counter(&self, sql: &dyn Sql, table: &str, _: &str, to: i64) -> Result<()> {
        // A table that has had no row, or that does not count by itself, has no row there.
        sql.execute("DELETE FROM sqlite_sequence WHERE name = ?1", values![table], Rows::Any)?;
        let only_where_it_counts = "INSERT INTO sqlite_sequence (name, seq)
            SELECT ?1, ?2 FROM sqlite_schema WHERE type = 'table' AND name = ?1 AND sql LIKE '%AUTOINCREMENT%'";
        sql.execute(only_where_it_counts, values![table, to], Rows::Any)
    }
}
