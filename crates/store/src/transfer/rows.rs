//! Rows as both databases have them.

use super::tables::{Columns, Table};
use crate::postgres::kept_text;
use crate::sql::{Result, Row, Rows, Sql, Value};
use std::fmt::Write;
use std::vec::IntoIter;

/// How many rows are read at once.
const PAGE: usize = 500;

/// How many rows are written with one statement.
const TOGETHER: usize = 100;

/// What stands in a column. The order is that of both databases: numbers, or bytes of texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    Int(Option<i64>),
    Text(Option<String>),
}

impl Cell {
    fn value(&self) -> Value<'_> {
        match self {
            Cell::Int(number) => Value::Int(*number),
            Cell::Text(text) => Value::Text(text.as_deref()),
        }
    }

    /// For people.
    pub fn shown(&self) -> String {
        match self {
            Cell::Int(number) => number.map(|number| number.to_string()).unwrap_or_default(),
            Cell::Text(text) => text.clone().unwrap_or_default(),
        }
    }

    /// Bytes that no other cell has.
    pub fn bytes(&self, to: &mut Vec<u8>) {
        match self {
            Cell::Int(None) | Cell::Text(None) => to.push(0),
            Cell::Int(Some(number)) => {
                to.push(1);
                to.extend(number.to_be_bytes());
            }
            Cell::Text(Some(text)) => {
                to.push(2);
                to.extend((text.len() as u64).to_be_bytes());
                to.extend(text.as_bytes());
            }
        }
    }
}

/// A row, with its columns in the order of the table.
pub type Cells = Vec<Cell>;

/// The rows of a table in the order of its key, read in pages.
pub struct Reader<'a> {
    sql: &'a dyn Sql,
    table: &'a Table,
    columns: &'a Columns,
    page: IntoIter<Cells>,
    last: Option<Vec<Cell>>,
    is_over: bool,
}

impl<'a> Reader<'a> {
    pub fn new(sql: &'a dyn Sql, table: &'a Table, columns: &'a Columns) -> Reader<'a> {
        Reader { sql, table, columns, page: Vec::new().into_iter(), last: None, is_over: false }
    }

    /// The next row.
    pub fn next(&mut self) -> Result<Option<Cells>> {
        if let Some(row) = self.page.next() {
            return Ok(Some(row));
        }
        self.page = self.next_page()?.into_iter();
        Ok(self.page.next())
    }

    /// The next rows; none at the end.
    pub fn next_page(&mut self) -> Result<Vec<Cells>> {
        if self.is_over {
            return Ok(Vec::new());
        }
        let key = self.columns.key_names();
        let places = places(1, self.columns.key.len());
        let after = if self.last.is_some() { format!("WHERE ({key}) > {places}") } else { String::new() };
        let sql =
            format!("SELECT {} FROM {} {after} ORDER BY {key} LIMIT {PAGE}", self.columns.names(), self.table.name);
        let last = self.last.take().unwrap_or_default();
        let values: Vec<Value<'_>> = last.iter().map(Cell::value).collect();
        let rows = self.sql.rows(&sql, &values, |row| self.cells(row))?;
        self.is_over = rows.len() < PAGE;
        self.last = rows.last().map(|row| key_of(row, self.columns));
        Ok(rows)
    }

    fn cells(&self, row: &Row<'_>) -> Result<Cells> {
        let cell = |(at, column): (usize, &crate::sqlite::Column)| {
            Ok(if column.is_text {
                // One database cannot store every character, so those of the other are read as if it could not either.
                Cell::Text(row.get::<Option<String>>(at)?.map(|text| kept_text(&text)))
            } else {
                Cell::Int(row.get(at)?)
            })
        };
        self.columns.all.iter().enumerate().map(cell).collect()
    }
}

/// The key of a row.
pub fn key_of(row: &Cells, columns: &Columns) -> Vec<Cell> {
    columns.key.iter().map(|at| row[*at].clone()).collect()
}

/// Writes rows.
pub fn insert(sql: &dyn Sql, table: &Table, columns: &Columns, rows: &[Cells]) -> Result<()> {
    let width = columns.all.len();
    for some in rows.chunks(TOGETHER) {
        let mut statement = format!("INSERT INTO {} ({}) VALUES ", table.name, columns.names());
        for at in 0..some.len() {
            let comma = if at > 0 { ", " } else { "" };
            let _ = write!(statement, "{comma}{}", places(at * width + 1, width));
        }
        let values: Vec<Value<'_>> = some.iter().flatten().map(Cell::value).collect();
        sql.execute(&statement, &values, Rows::Any)?;
    }
    Ok(())
}

/// Places for values, such as `(?3, ?4)`.
fn places(first: usize, count: usize) -> String {
    let places: Vec<String> = (first..first + count).map(|place| format!("?{place}")).collect();
    format!("({})", places.join(", "))
}
