//! The statements of the store on a connection to SQLite, and the functions that they need.

use super::StoreError;
use crate::sql::{Columns, Result, Row, Rows, Sql, Value, utc_day};
use rusqlite::functions::FunctionFlags;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Error, ToSql, params_from_iter};
use std::time::{SystemTime, UNIX_EPOCH};

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Int(Some(number)) => ValueRef::Integer(*number),
            Value::Text(Some(text)) => ValueRef::Text(text.as_bytes()),
            Value::Int(None) | Value::Text(None) => ValueRef::Null,
        }))
    }
}

impl Sql for Connection {
    fn execute(&self, sql: &str, values: &[Value<'_>], rows: Rows) -> Result<()> {
        let changed = self.prepare_cached(sql)?.execute(params_from_iter(values))?;
        if rows == Rows::One && changed != 1 { Err(StoreError::Conflict) } else { Ok(()) }
    }

    fn query(&self, sql: &str, values: &[Value<'_>], each: &mut dyn FnMut(&Row<'_>) -> Result<()>) -> Result<()> {
        let mut statement = self.prepare_cached(sql)?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            each(&Row(row))?;
        }
        Ok(())
    }
}

impl Columns for rusqlite::Row<'_> {
    fn int(&self, at: usize) -> Result<Option<i64>> {
        Ok(self.get(at)?)
    }

    fn text(&self, at: usize) -> Result<Option<&str>> {
        Ok(self.get_ref(at)?.as_str_or_null().map_err(Error::from)?)
    }
}

/// Adds the functions that the statements need.
pub fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8;
    connection.create_scalar_function("now_ms", 0, flags, |_| {
        Ok(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64))
    })?;
    let flags = flags | FunctionFlags::SQLITE_DETERMINISTIC;
    // SQLite itself knows the case of Latin letters only.
    connection.create_scalar_function("fold", 1, flags, |values| {
        Ok(values.get::<Option<String>>(0)?.map(|text| text.to_lowercase()))
    })?;
    connection.create_scalar_function("utc_day", 1, flags, |values| Ok(utc_day(values.get(0)?)))
}
