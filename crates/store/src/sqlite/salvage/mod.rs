//! Saving whatever can still be read of a damaged data folder into a new one.
//!
//! The file is copied first, so nothing is written to the damaged folder, not even the log that SQLite would need. The
//! readable rows of every table go into an empty file of the same version, which is then migrated to the newest version
//! as usual.

mod orphans;
mod ranges;

use super::lock::Lock;
use super::{FILE, copy, private, schema};
use crate::StoreError;
use damka_conduct::GameId;
use orphans::Orphans;
use ranges::{Damaged, Gap, Row};
use rusqlite::{Connection, OptionalExtension, params_from_iter};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What was saved, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Salvaged {
    /// Games saved, including incomplete ones.
    pub games: u32,
    /// Their events.
    pub events: u32,
    /// People saved.
    pub people: u32,
    /// Games from which something may be missing.
    pub cut: Vec<CutGame>,
    /// The number of games of which only traces are left.
    pub lost_games: u32,
    /// The number of people of whom only traces are left.
    pub lost_people: u32,
    /// Tables that could not be read completely.
    pub damaged_tables: Vec<String>,
}

impl Salvaged {
    /// Whether nothing is missing.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.damaged_tables.is_empty() && self.cut.is_empty() && self.lost_games == 0 && self.lost_people == 0
    }
}

/// A game from which something may be missing: it ends after these events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutGame {
    /// The game.
    pub id: GameId,
    /// How many of its events are there.
    pub events: u32,
}

/// Reads everything readable in one folder into another.
pub fn salvage(from: &Path, to: &Path) -> Result<Salvaged, StoreError> {
    Lock::is_free(from)?;
    private::folder(to)?;
    let _lock = Lock::take(to, "")?;
    let file = to.join(FILE);
    if file.exists() {
        return Err(StoreError::Conflict);
    }
    // The work folder is next to the new data, where there is room; anything left by an interrupted salvage is not
    // needed.
    let work = to.join("damka-salvage");
    let _ = std::fs::remove_dir_all(&work);
    private::folder(&work)?;
    let saved = salvage_within(from, &work).and_then(|saved| {
        std::fs::rename(work.join("new.db"), &file)?;
        copy::sync_names(to)?;
        Ok(saved)
    });
    std::fs::remove_dir_all(&work)?;
    saved
}

fn salvage_within(from: &Path, work: &Path) -> Result<Salvaged, StoreError> {
    let old = work.join(FILE);
    for name in [FILE, "damka.db-wal"] {
        copy_bytes(&from.join(name), &work.join(name))?;
    }
    let source = Connection::open(&old)?;
    // Puts everything into one file if possible; a damaged log is read up to its damage anyway.
    let _ = source.execute_batch("PRAGMA journal_mode = DELETE");
    // The schema is read as far as possible; a page that does not look like one is damage, not data.
    source.execute_batch("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON;")?;
    let version = schema::version(&source)?;
    if version == 0 {
        return Err(StoreError::Damaged(format!("{FILE}: no tables")));
    }
    let path = work.join("new.db");
    private::create(&path)?;
    let mut target = Connection::open(&path)?;
    schema::migrate_to(&mut target, 0, version)?;
    // A row that another refers to may come later, or not at all.
    target.execute_batch("PRAGMA foreign_keys = OFF")?;
    let mut saved = Salvaged::default();
    let mut events = Vec::new();
    let transaction = target.unchecked_transaction()?;
    for table in table_names(&transaction)? {
        let Some(table) = Table::of(&transaction, table)? else { continue };
        let (gaps, is_whole) = table.copy(&source, &transaction);
        if table.name == "events" {
            events = gaps;
        }
        if !is_whole {
            saved.damaged_tables.push(table.name);
        }
    }
    if !saved.damaged_tables.is_empty() {
        let orphans = Orphans::find(&old, &source)?;
        for name in &saved.damaged_tables {
            if let Some(table) = Table::of(&transaction, name.clone())? {
                orphans.read(&source, name, |rows| table.adopt(&transaction, rows))?;
            }
        }
    }
    tidy(&transaction, &events, &mut saved)?;
    transaction.commit()?;
    schema::migrate(&mut target, version)?;
    count(&target, &mut saved)?;
    drop(target);
    File::open(&path)?.sync_all()?;
    Ok(saved)
}

/// Copies a file as far as the disk can read it; unreadable parts become zeros. A missing file is not copied.
fn copy_bytes(from: &Path, to: &Path) -> Result<(), StoreError> {
    const PART: usize = 4096;
    let mut source = match File::open(from) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        opened => opened?,
    };
    let (mut target, length) = (private::create(to)?, source.metadata()?.len());
    let mut part = vec![0; PART];
    for at in (0..length).step_by(PART) {
        let here = PART.min((length - at) as usize);
        part.fill(0);
        let _ = source.seek(SeekFrom::Start(at)).and_then(|_| source.read_exact(&mut part[..here]));
        target.write_all(&part[..here])?;
    }
    Ok(target.sync_all()?)
}

fn table_names(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    Ok(connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

/// A table as the new file defines it: the old definition may be damaged.
struct Table {
    name: String,
    /// The first column of its key, with its index, and whether it is a text.
    key: (String, usize),
    is_text: bool,
    columns: usize,
}

impl Table {
    fn of(target: &Connection, name: String) -> Result<Option<Table>, StoreError> {
        let sql = "SELECT name, type, pk FROM pragma_table_info(?1) ORDER BY cid";
        let columns: Vec<(String, String, i64)> = target
            .prepare(sql)?
            .query_map([&name], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect::<rusqlite::Result<_>>()?;
        let key = columns.iter().enumerate().find(|(_, (.., pk))| *pk == 1);
        Ok(key.map(|(place, (key, kind, _))| Table {
            name,
            key: (key.clone(), place),
            is_text: kind == "TEXT",
            columns: columns.len(),
        }))
    }

    /// Inserts a row; a row that the table does not accept is damage, not data.
    fn take(&self, target: &Connection, row: Row) -> bool {
        let places = vec!["?"; self.columns].join(", ");
        let insert = target.prepare_cached(&format!("INSERT OR IGNORE INTO {} VALUES ({places})", self.name));
        row.len() == self.columns && insert.and_then(|mut insert| insert.execute(params_from_iter(row))).is_ok()
    }

    /// Copies the rows that can be read; returns where others may be missing, and whether the table is complete.
    fn copy(&self, source: &Connection, target: &Connection) -> (Vec<Gap>, bool) {
        let key = (self.key.0.as_str(), self.key.1);
        let damaged = Damaged { connection: source, table: &self.name, key, is_text: self.is_text };
        let mut all_taken = true;
        let gaps = damaged.read(|row| all_taken &= self.take(target, row));
        let is_whole = gaps.is_empty() && all_taken;
        (gaps, is_whole)
    }

    /// Inserts the rows of a page that may belong to this table: all of them, or else the page belongs to another.
    fn adopt(&self, target: &Connection, rows: Vec<Row>) {
        let adopted =
            target.execute_batch("SAVEPOINT page").is_ok() && rows.into_iter().all(|row| self.take(target, row));
        let _ = target.execute_batch(if adopted { "RELEASE page" } else { "ROLLBACK TO page; RELEASE page" });
    }
}

/// Makes the games consistent: keeps events up to the first missing one, and removes rows of games that are gone.
fn tidy(target: &Connection, events: &[Gap], saved: &mut Salvaged) -> Result<(), StoreError> {
    let sql = "SELECT count(DISTINCT game) FROM events WHERE game NOT IN (SELECT number FROM games)";
    saved.lost_games = target.query_row(sql, [], |row| row.get(0))?;
    for table in table_names(target)? {
        let sql = "SELECT 1 FROM pragma_table_info(?1) WHERE name = 'game' AND type = 'INTEGER'";
        if target.query_row(sql, [&table], |_| Ok(())).optional()?.is_some() {
            target.execute(&format!("DELETE FROM {table} WHERE game NOT IN (SELECT number FROM games)"), [])?;
        }
    }
    let sql = "SELECT game FROM (SELECT game, seq, row_number() OVER (PARTITION BY game ORDER BY seq) AS n FROM events)
               WHERE seq <> n GROUP BY game";
    let with_holes: Vec<i64> =
        target.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let sql = "DELETE FROM events WHERE game = ?1 AND seq > (
                   SELECT count(*) FROM (SELECT seq, row_number() OVER (ORDER BY seq) AS n FROM events WHERE game = ?1)
                   WHERE seq = n)";
    for game in &with_holes {
        target.execute(sql, [game])?;
    }
    let sql = "SELECT number, id, (SELECT count(*) FROM events WHERE game = number) FROM games ORDER BY number";
    let mut games = target.prepare(sql)?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        let number: i64 = row.get(0)?;
        if with_holes.contains(&number) || events.iter().any(|gap| gap.touches(number)) {
            saved.cut.push(CutGame { id: GameId::new(row.get::<_, String>(1)?), events: row.get(2)? });
        }
    }
    Ok(())
}

fn count(target: &Connection, saved: &mut Salvaged) -> Result<(), StoreError> {
    let count = |sql: &str| target.query_row(sql, [], |row| row.get::<_, u32>(0));
    saved.games = count("SELECT count(*) FROM games")?;
    saved.events = count("SELECT count(*) FROM events")?;
    saved.people = count("SELECT count(*) FROM people")?;
    saved.lost_people = count(
        "SELECT count(*) FROM (SELECT person FROM occupants WHERE person IS NOT NULL UNION SELECT person FROM parts
         UNION SELECT person FROM notes) WHERE person NOT IN (SELECT id FROM people)",
    )?;
    Ok(())
}
