//! Questions about everything but games, as SQL.

use super::{Result, Row, Sql, values};
use crate::{KeptNote, Outage, Person, Run, Versioned};
use damka_conduct::{GameId, PersonId};

pub fn secret(connection: &dyn Sql, name: &str) -> Result<Option<String>> {
    let sql = "SELECT value FROM secrets WHERE name = ?1";
    connection.maybe(sql, values![name], |row| row.get(0))
}

pub fn run(connection: &dyn Sql, id: i64) -> Result<Option<Run>> {
    let read = |row: &Row<'_>| {
        let (started, beat, beat_wall) = (row.get::<u64>(1)?, row.get::<u64>(2)?, row.get::<u64>(3)?);
        Ok(Run { id: row.get(0)?, started, beat, beat_wall })
    };
    let sql = "SELECT id, started, beat, beat_wall FROM runs WHERE id = ?1";
    connection.maybe(sql, values![id], read)
}

pub fn outages(connection: &dyn Sql, after: u64, at_least: u64) -> Result<Vec<Outage>> {
    let sql = "SELECT from_wall, until_wall FROM outages
               WHERE until_wall > ?1 AND until_wall - from_wall >= ?2 ORDER BY from_wall, until_wall";
    let read = |row: &Row<'_>| Ok(Outage { from: row.get::<u64>(0)?, until: row.get::<u64>(1)? });
    let most = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    connection.rows(sql, values![most(after), most(at_least)], read)
}

pub fn analysis(connection: &dyn Sql, game: &GameId) -> Result<Option<Versioned>> {
    let sql = "SELECT version, body FROM analyses JOIN games ON number = game WHERE id = ?1";
    versioned(connection, sql, game.as_str())
}

fn versioned(connection: &dyn Sql, sql: &str, key: &str) -> Result<Option<Versioned>> {
    let read = |row: &Row<'_>| Ok(Versioned { version: row.get(0)?, body: row.get(1)? });
    connection.maybe(sql, values![key], read)
}

pub fn note(connection: &dyn Sql, person: &PersonId, game: &GameId) -> Result<Option<KeptNote>> {
    let sql = "SELECT text, changed_at FROM notes
               WHERE person = ?1 AND game = (SELECT number FROM games WHERE id = ?2)";
    let read = |row: &Row<'_>| Ok(KeptNote { text: row.get(0)?, changed_at: row.get::<u64>(1)? });
    connection.maybe(sql, values![person.as_str(), game.as_str()], read)
}

pub fn notes(connection: &dyn Sql, person: &PersonId) -> Result<u32> {
    let sql = "SELECT count(*) FROM notes WHERE person = ?1";
    connection.row(sql, values![person.as_str()], |row| row.get(0))
}

/// The columns of a person, and how many they are.
pub const PERSON: &str = "id, name, name_key, password, generation, created_at, picture";
pub const PERSON_COLUMNS: usize = 7;

pub fn person_row(row: &Row<'_>) -> Result<Person> {
    Ok(Person {
        id: PersonId::new(row.get::<String>(0)?),
        name: row.get(1)?,
        name_key: row.get(2)?,
        password: row.get(3)?,
        generation: row.get(4)?,
        created_at: row.get::<u64>(5)?,
        picture: row.get(6)?,
    })
}

pub fn person(connection: &dyn Sql, id: &PersonId) -> Result<Option<Person>> {
    let sql = "SELECT id, name, name_key, password, generation, created_at, picture FROM people WHERE id = ?1";
    connection.maybe(sql, values![id.as_str()], person_row)
}

pub fn account(connection: &dyn Sql, name_key: &str) -> Result<Option<Person>> {
    let sql = "SELECT id, name, name_key, password, generation, created_at, picture FROM people
               WHERE name_key = ?1 AND password IS NOT NULL";
    connection.maybe(sql, values![name_key], person_row)
}
