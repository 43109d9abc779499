//! Questions about everything but games, as SQL.

use super::numbers::unsigned;
use crate::{KeptNote, Outage, Person, Run, Versioned};
use damka_conduct::{GameId, PersonId};
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

/// Lets questions compare texts without regard to case: SQLite itself knows the case of Latin letters only.
pub fn add_fold(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("fold", 1, flags, |values| {
        Ok(values.get::<Option<String>>(0)?.map(|text| text.to_lowercase()))
    })
}

pub fn secret(connection: &Connection, name: &str) -> Result<Option<String>> {
    let sql = "SELECT value FROM secrets WHERE name = ?1";
    connection.prepare_cached(sql)?.query_row([name], |row| row.get(0)).optional()
}

pub fn run(connection: &Connection, id: i64) -> Result<Option<Run>> {
    let read = |row: &Row<'_>| {
        let (started, beat, beat_wall) = (unsigned(row, 1)?, unsigned(row, 2)?, unsigned(row, 3)?);
        Ok(Run { id: row.get(0)?, started, beat, beat_wall })
    };
    let sql = "SELECT id, started, beat, beat_wall FROM runs WHERE id = ?1";
    connection.prepare_cached(sql)?.query_row([id], read).optional()
}

pub fn outages(connection: &Connection, after: u64, at_least: u64) -> Result<Vec<Outage>> {
    let sql = "SELECT from_wall, until_wall FROM outages
               WHERE until_wall > ?1 AND until_wall - from_wall >= ?2 ORDER BY from_wall, until_wall";
    let read = |row: &Row<'_>| Ok(Outage { from: unsigned(row, 0)?, until: unsigned(row, 1)? });
    let most = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    connection.prepare_cached(sql)?.query_map([most(after), most(at_least)], read)?.collect()
}

pub fn analysis(connection: &Connection, game: &GameId) -> Result<Option<Versioned>> {
    let sql = "SELECT version, body FROM analyses JOIN games ON number = game WHERE id = ?1";
    versioned(connection, sql, game.as_str())
}

fn versioned(connection: &Connection, sql: &str, key: &str) -> Result<Option<Versioned>> {
    let read = |row: &Row<'_>| Ok(Versioned { version: row.get(0)?, body: row.get(1)? });
    connection.prepare_cached(sql)?.query_row([key], read).optional()
}

pub fn note(connection: &Connection, person: &PersonId, game: &GameId) -> Result<Option<KeptNote>> {
    let sql = "SELECT text, changed_at FROM notes
               WHERE person = ?1 AND game = (SELECT number FROM games WHERE id = ?2)";
    let read = |row: &Row<'_>| Ok(KeptNote { text: row.get(0)?, changed_at: unsigned(row, 1)? });
    connection.prepare_cached(sql)?.query_row(params![person.as_str(), game.as_str()], read).optional()
}

pub fn notes(connection: &Connection, person: &PersonId) -> Result<u32> {
    let sql = "SELECT count(*) FROM notes WHERE person = ?1";
    connection.prepare_cached(sql)?.query_row([person.as_str()], |row| row.get(0))
}

/// The columns of a person.
pub const PERSON: &str = "id, name, name_key, password, generation, created_at, picture";

pub fn person_row(row: &Row<'_>) -> Result<Person> {
    Ok(Person {
        id: PersonId::new(row.get::<_, String>(0)?),
        name: row.get(1)?,
        name_key: row.get(2)?,
        password: row.get(3)?,
        generation: row.get(4)?,
        created_at: unsigned(row, 5)?,
        picture: row.get(6)?,
    })
}

pub fn person(connection: &Connection, id: &PersonId) -> Result<Option<Person>> {
    let sql = "SELECT id, name, name_key, password, generation, created_at, picture FROM people WHERE id = ?1";
    connection.prepare_cached(sql)?.query_row([id.as_str()], person_row).optional()
}

pub fn account(connection: &Connection, name_key: &str) -> Result<Option<Person>> {
    let sql = "SELECT id, name, name_key, password, generation, created_at, picture FROM people
               WHERE name_key = ?1 AND password IS NOT NULL";
    connection.prepare_cached(sql)?.query_row([name_key], person_row).optional()
}
