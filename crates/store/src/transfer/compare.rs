//! Two clubs side by side.

use super::rows::{Cell, Cells, Reader, key_of};
use super::tables::{Columns, KEPT, Table};
use super::{Opened, Trouble};
use crate::sql::Sql;
use ring::digest::{Context, SHA256};
use std::cmp::Ordering;

/// What a comparison has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The rows of all tables, on the left and on the right.
    pub rows: [u64; 2],
    /// A digest of all rows, in hexadecimal digits: two equal clubs have the same, wherever they are. The left one's.
    pub digest: String,
    /// The rows that differ or are only on one side.
    pub different: u64,
    /// The first of them.
    pub difference: Option<Difference>,
}

/// One row that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its table.
    pub table: &'static str,
    /// The columns that it is known by, with their values: `game=3 seq=2`.
    pub key: String,
    /// How it differs.
    pub kind: Kind,
}

/// How two rows differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// There is none on the right.
    OnlyLeft,
    /// There is none on the left.
    OnlyRight,
    /// A column is not the same.
    Column(String),
}

/// Compares two clubs, each within a transaction.
pub fn compare_within(left: (&Opened<'_>, &dyn Sql), right: (&Opened<'_>, &dyn Sql)) -> Result<Compared, Trouble> {
    let mut comparison = Comparison {
        done: Compared { rows: [0; 2], digest: String::new(), different: 0, difference: None },
        digest: Context::new(&SHA256),
    };
    for table in &KEPT {
        comparison.table(table, left, right)?;
    }
    let Comparison { mut done, digest } = comparison;
    done.digest = digest.finish().as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(done)
}

struct Comparison {
    done: Compared,
    digest: Context,
}

impl Comparison {
    fn table(
        &mut self,
        table: &Table,
        (left, left_sql): (&Opened<'_>, &dyn Sql),
        (right, right_sql): (&Opened<'_>, &dyn Sql),
    ) -> Result<(), Trouble> {
        let columns = Columns::of(table.name).map_err(|error| left.trouble(error))?;
        let (mut left_rows, mut right_rows) =
            (Reader::new(left_sql, table, &columns), Reader::new(right_sql, table, &columns));
        let mut next_left = || left_rows.next().map_err(|error| left.trouble(error));
        let mut next_right = || right_rows.next().map_err(|error| right.trouble(error));
        self.digest.update(table.name.as_bytes());
        let (mut here, mut there) = (next_left()?, next_right()?);
        loop {
            match order(here.as_ref(), there.as_ref(), &columns) {
                Order::End => return Ok(()),
                Order::OnlyLeft(row) => {
                    self.count(row);
                    self.differs(table, &columns, row, Kind::OnlyLeft);
                    here = next_left()?;
                }
                Order::OnlyRight(row) => {
                    self.done.rows[1] += 1;
                    self.differs(table, &columns, row, Kind::OnlyRight);
                    there = next_right()?;
                }
                Order::Both(row, other) => {
                    self.count(row);
                    self.done.rows[1] += 1;
                    if let Some(at) = (0..row.len()).find(|at| row[*at] != other[*at]) {
                        self.differs(table, &columns, row, Kind::Column(columns.all[at].name.clone()));
                    }
                    (here, there) = (next_left()?, next_right()?);
                }
            }
        }
    }

    /// Counts a row on the left.
    fn count(&mut self, row: &Cells) {
        let mut bytes = Vec::new();
        row.iter().for_each(|cell| cell.bytes(&mut bytes));
        self.digest.update(&bytes);
        self.done.rows[0] += 1;
    }

    fn differs(&mut self, table: &Table, columns: &Columns, row: &Cells, kind: Kind) {
        self.done.different += 1;
        let named = |at: &usize| format!("{}={}", columns.all[*at].name, row[*at].shown());
        self.done.difference.get_or_insert_with(|| Difference {
            table: table.name,
            key: columns.key.iter().map(named).collect::<Vec<_>>().join(" "),
            kind,
        });
    }
}

/// Which of two rows comes first.
enum Order<'a> {
    End,
    OnlyLeft(&'a Cells),
    OnlyRight(&'a Cells),
    Both(&'a Cells, &'a Cells),
}

fn order<'a>(left: Option<&'a Cells>, right: Option<&'a Cells>, columns: &Columns) -> Order<'a> {
    let key = |row| -> Vec<Cell> { key_of(row, columns) };
    match (left, right) {
        (None, None) => Order::End,
        (Some(left), None) => Order::OnlyLeft(left),
        (None, Some(right)) => Order::OnlyRight(right),
        (Some(left), Some(right)) => match key(left).cmp(&key(right)) {
            Ordering::Less => Order::OnlyLeft(left),
            Ordering::Greater => Order::OnlyRight(right),
            Ordering::Equal => Order::Both(left, right),
        },
    }
}
