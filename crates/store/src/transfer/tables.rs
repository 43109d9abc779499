//! Which tables a club is.

use crate::sql::Result;
use crate::sqlite::{Column, columns};

/// A table that goes with the club.
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// The column that is counted on with every new row, if there is one. A number is never given twice.
    pub counted: Option<&'static str>,
}

const fn plain(name: &'static str) -> Table {
    Table { name, counted: None }
}

const fn counted(name: &'static str, column: &'static str) -> Table {
    Table { name, counted: Some(column) }
}

/// The tables of a club, those first that others refer to. Runs are among them: the clocks of live games depend on the
/// heartbeats of the run that had them, and the numbers of new runs must be larger.
pub const KEPT: [Table; 36] = [
    plain("secrets"),
    counted("runs", "id"),
    plain("outages"),
    plain("people"),
    counted("members", "number"),
    plain("sessions"),
    plain("offices"),
    plain("keys"),
    counted("log", "number"),
    counted("reports", "number"),
    counted("contests", "number"),
    plain("entrants"),
    plain("contest_guests"),
    plain("contest_events"),
    counted("games", "number"),
    plain("events"),
    plain("occupants"),
    plain("parts"),
    plain("invitations"),
    plain("tags"),
    plain("removed"),
    plain("analyses"),
    plain("notes"),
    plain("conditions"),
    plain("vacations"),
    plain("vacation_days"),
    plain("links"),
    plain("link_games"),
    plain("address_days"),
    counted("notices", "number"),
    counted("push_devices", "number"),
    counted("mailboxes", "number"),
    counted("jobs", "number"),
    counted("worker_keys", "number"),
    plain("workers"),
    plain("level_results"),
];

/// The tables that stay behind, and why.
#[cfg(test)]
pub const LEFT: [(&str, &str); 5] = [
    ("calls", "what nodes ask each other at a moment; nobody waits for it later"),
    ("changes", "what nodes that run have to learn; who begins later reads everything"),
    ("shares", "what nodes show while they run"),
    ("buckets", "guesses of the last minutes"),
    ("handovers", "codes that work for ten minutes"),
];

/// The columns of a table.
pub struct Columns {
    pub all: Vec<Column>,
    /// The places of its key's columns, in the key's order.
    pub key: Vec<usize>,
}

impl Columns {
    /// As every database of the newest version has them.
    pub fn of(table: &str) -> Result<Columns> {
        let all = columns(table)?;
        let mut key: Vec<usize> = (0..all.len()).filter(|at| all[*at].in_key > 0).collect();
        key.sort_by_key(|at| all[*at].in_key);
        Ok(Columns { all, key })
    }

    /// Their names as a list.
    pub fn names(&self) -> String {
        list(self.all.iter())
    }

    /// The names of the key's columns as a list.
    pub fn key_names(&self) -> String {
        list(self.key.iter().map(|at| &self.all[*at]))
    }
}

fn list<'a>(columns: impl Iterator<Item = &'a Column>) -> String {
    // Some names are words of SQL.
    columns.map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_in_one_of_the_lists() {
        let mut listed: Vec<&str> = KEPT.iter().map(|table| table.name).collect();
        listed.extend(LEFT.iter().map(|(name, _)| *name));
        listed.sort_unstable();
        assert_eq!(listed, crate::sqlite::tables().unwrap(), "a new table goes with the club, or it is said why not");
    }

    #[test]
    fn every_row_can_be_named() {
        for table in &KEPT {
            let columns = Columns::of(table.name).unwrap();
            assert!(!columns.key.is_empty(), "{} has no key", table.name);
            let is_counted = |column: &str| columns.all.iter().any(|known| known.name == column);
            assert!(table.counted.is_none_or(is_counted), "{}", table.name);
        }
    }
}
