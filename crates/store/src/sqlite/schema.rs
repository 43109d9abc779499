//! The tables, and how files of earlier versions become files of this one.

use super::old;
use crate::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::sync::OnceLock;

/// One step for each version; a file's version is the number of steps it has had. Steps that were released are never
/// changed, only new ones are added.
const STEPS: [&str; 19] = [
    "
CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, started INTEGER NOT NULL, beat INTEGER NOT NULL) STRICT;
CREATE TABLE people (
    id TEXT PRIMARY KEY, name TEXT, name_key TEXT, password TEXT, generation INTEGER NOT NULL, made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Only accounts own their names.
CREATE UNIQUE INDEX people_by_name ON people (name_key) WHERE password IS NOT NULL;
CREATE TABLE games (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, spec TEXT NOT NULL, terms TEXT NOT NULL,
    rules TEXT NOT NULL, status INTEGER NOT NULL, made INTEGER NOT NULL, changed INTEGER NOT NULL,
    white TEXT, black TEXT, imported INTEGER NOT NULL,
    anchor_run INTEGER, anchor_run_ms INTEGER, anchor_game_ms INTEGER,
    winner INTEGER, reason TEXT, fen TEXT, plies INTEGER
) STRICT;
CREATE INDEX games_by_status ON games (status, number) WHERE status < 3;
CREATE TABLE seats (
    person TEXT NOT NULL, game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL,
    PRIMARY KEY (person, game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_game ON seats (game);
-- The events of a game lie side by side, and live games are few pages.
CREATE TABLE events (
    game INTEGER NOT NULL, seq INTEGER NOT NULL, line TEXT NOT NULL, seat INTEGER, client INTEGER,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE links (code TEXT PRIMARY KEY, game TEXT NOT NULL, made INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE analyses (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, body TEXT NOT NULL) STRICT;
",
    "
CREATE TABLE notes (
    person TEXT NOT NULL, game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, text TEXT NOT NULL,
    changed INTEGER NOT NULL, PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_by_game ON notes (game);
-- Who made a game can become somebody with an account, so it cannot stand in the terms.
ALTER TABLE games ADD COLUMN maker TEXT NOT NULL DEFAULT '';
UPDATE games SET maker = coalesce(json_extract(terms, '$.maker'), '') WHERE json_valid(terms);
",
    "
-- Who wants another game, as bits of seats, and which game that became.
ALTER TABLE games ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN next TEXT;
",
    include_str!("step4.sql"),
    include_str!("step5.sql"),
    include_str!("step6.sql"),
    include_str!("step7.sql"),
    include_str!("step8.sql"),
    include_str!("step9.sql"),
    include_str!("step10.sql"),
    include_str!("step11.sql"),
    include_str!("step12.sql"),
    include_str!("step13.sql"),
    include_str!("step14.sql"),
    include_str!("step15.sql"),
    include_str!("step16.sql"),
    include_str!("step17.sql"),
    include_str!("step18.sql"),
    include_str!("step19.sql"),
];

/// The names of the newest version's tables.
pub fn tables() -> Result<Vec<String>, StoreError> {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    if let Some(names) = NAMES.get() {
        return Ok(names.clone());
    }
    let connection = made(STEPS.len())?;
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let names: rusqlite::Result<Vec<String>> = connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect();
    let names = names?;
    Ok(NAMES.get_or_init(|| names).clone())
}

/// A column of a table.
pub struct Column {
    pub name: String,
    /// Texts; everything else is numbers.
    pub is_text: bool,
    /// Its place in the table's key, from 1 on; 0 if it is not in it.
    pub in_key: u32,
}

/// The columns of a table of the newest version.
pub fn columns(table: &str) -> Result<Vec<Column>, StoreError> {
    let connection = made(STEPS.len())?;
    let sql = "SELECT name, type = 'TEXT', pk FROM pragma_table_info(?1) ORDER BY cid";
    let column = |row: &rusqlite::Row<'_>| Ok(Column { name: row.get(0)?, is_text: row.get(1)?, in_key: row.get(2)? });
    Ok(connection.prepare(sql)?.query_map([table], column)?.collect::<rusqlite::Result<_>>()?)
}

/// The newest version.
pub const NEWEST: usize = STEPS.len();

/// An empty database of a given version, in memory.
fn made(version: usize) -> Result<Connection, StoreError> {
    let mut connection = Connection::open_in_memory()?;
    migrate_to(&mut connection, 0, version)?;
    Ok(connection)
}

/// The version of a file, which this program must be able to read; 0 if the file is new.
pub fn version(connection: &Connection) -> Result<usize, StoreError> {
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let known = usize::try_from(version).ok().filter(|version| *version <= STEPS.len());
    known.ok_or(StoreError::Newer(version))
}

/// Whether a file of this version has data that would be rewritten.
pub fn is_old(version: usize) -> bool {
    (1..STEPS.len()).contains(&version)
}

/// Brings a file from a version to the newest, in one transaction: if the power goes, the file is what it was.
pub fn migrate(connection: &mut Connection, from: usize) -> Result<(), StoreError> {
    migrate_to(connection, from, STEPS.len())
}

/// The same, to a version that need not be the newest.
pub fn migrate_to(connection: &mut Connection, from: usize, to: usize) -> Result<(), StoreError> {
    if from == to {
        return Ok(());
    }
    old::add_functions(connection)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for step in &STEPS[from..to] {
        transaction.execute_batch(step)?;
    }
    transaction.execute_batch(&format!("PRAGMA user_version = {to}"))?;
    transaction.commit()?;
    Ok(old::remove_functions(connection)?)
}
