//! Games over days, as SQL.

use super::Sqlite;
use super::apply::{any, one};
use super::numbers::{side_number, side_of, unsigned};
use crate::{Away, Letters, LettersWrite, StoreError, Versioned};
use damka_conduct::{GameId, PersonId};
use damka_rules::Colour;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

/// Applies one write within a transaction.
pub fn apply(connection: &Connection, write: &LettersWrite) -> Result<()> {
    match write {
        LettersWrite::Conditions { game, seat, body: Some(Versioned { version, body }) } => {
            let sql = "INSERT OR REPLACE INTO conditions (game, seat, version, body)
                       SELECT number, ?2, ?3, ?4 FROM games WHERE id = ?1";
            one(connection, sql, params![game.as_str(), side_number(*seat), version, body])
        }
        LettersWrite::Conditions { game, seat, body: None } => {
            let sql = "DELETE FROM conditions WHERE game = (SELECT number FROM games WHERE id = ?1) AND seat = ?2";
            any(connection, sql, params![game.as_str(), side_number(*seat)])
        }
        LettersWrite::Vacation { person, away: Away { from, until }, taken: (year, days) } => {
            let sql = "INSERT OR REPLACE INTO vacations (person, from_wall, until_wall) VALUES (?1, ?2, ?3)";
            one(connection, sql, params![person.as_str(), from.cast_signed(), until.cast_signed()])?;
            let sql = "INSERT OR REPLACE INTO vacation_days (person, year, days) VALUES (?1, ?2, ?3)";
            one(connection, sql, params![person.as_str(), year, days])
        }
        LettersWrite::Back { person, now } => come_back(connection, person, *now),
    }
}

fn come_back(connection: &Connection, person: &PersonId, now: u64) -> Result<()> {
    let Some(away) = vacation(connection, person)?.filter(|away| away.until > now) else { return Ok(()) };
    let saved = away.days() - away.days_until(now);
    // It was counted in the year of its beginning.
    let sql = "UPDATE vacation_days SET days = max(days - ?3, 0)
               WHERE person = ?1 AND year = CAST(strftime('%Y', ?2 / 1000, 'unixepoch') AS INTEGER)";
    any(connection, sql, params![person.as_str(), away.from.cast_signed(), saved])?;
    any(connection, "DELETE FROM vacations WHERE person = ?1", params![person.as_str()])
}

fn vacation(connection: &Connection, person: &PersonId) -> Result<Option<Away>> {
    let sql = "SELECT from_wall, until_wall FROM vacations WHERE person = ?1";
    let read = |row: &Row<'_>| Ok(Away { from: unsigned(row, 0)?, until: unsigned(row, 1)? });
    connection.prepare_cached(sql)?.query_row([person.as_str()], read).optional()
}

/// A game is over: what was prepared for it is not needed any more.
pub fn end(connection: &Connection, game: &GameId) -> Result<()> {
    let sql = "DELETE FROM conditions WHERE game = (SELECT number FROM games WHERE id = ?1)";
    any(connection, sql, params![game.as_str()])
}

/// Everything of one person becomes another's. The days that both have taken count together, so that nobody gains by
/// being two people; the other's own vacation stays as it is.
pub fn merge(connection: &Connection, from: &PersonId, into: &PersonId) -> Result<()> {
    let both = params![from.as_str(), into.as_str()];
    any(connection, "UPDATE OR IGNORE vacations SET person = ?2 WHERE person = ?1", both)?;
    let sql = "INSERT INTO vacation_days (person, year, days)
               SELECT ?2, year, days FROM vacation_days WHERE person = ?1
               ON CONFLICT DO UPDATE SET days = days + excluded.days";
    any(connection, sql, both)?;
    forget(connection, from)
}

/// A person is deleted.
pub fn delete(connection: &Connection, person: &PersonId) -> Result<()> {
    let sql = "DELETE FROM conditions WHERE EXISTS (
                   SELECT 1 FROM occupants o
                   WHERE o.game = conditions.game AND o.seat = conditions.seat AND o.person = ?1
               )";
    any(connection, sql, params![person.as_str()])?;
    forget(connection, person)
}

fn forget(connection: &Connection, person: &PersonId) -> Result<()> {
    for table in ["vacations", "vacation_days"] {
        any(connection, &format!("DELETE FROM {table} WHERE person = ?1"), params![person.as_str()])?;
    }
    Ok(())
}

impl Letters for Sqlite {
    fn conditions(&self, game: &GameId) -> std::result::Result<Vec<(Colour, Versioned)>, StoreError> {
        let sql = "SELECT seat, version, body FROM conditions
                   WHERE game = (SELECT number FROM games WHERE id = ?1) ORDER BY seat";
        let read = |row: &Row<'_>| Ok((side_of(row.get(0)?), Versioned { version: row.get(1)?, body: row.get(2)? }));
        let found: Vec<_> = self.read(|connection| {
            connection.prepare_cached(sql)?.query_map([game.as_str()], read)?.collect::<Result<_>>()
        })?;
        Ok(found.into_iter().filter_map(|(seat, body)| Some((seat?, body))).collect())
    }

    fn vacation(&self, person: &PersonId) -> std::result::Result<Option<Away>, StoreError> {
        self.read(|connection| vacation(connection, person))
    }

    fn away_after(&self, moment: u64) -> std::result::Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT person FROM vacations WHERE until_wall > ?1 ORDER BY person";
        let read = |row: &Row<'_>| row.get::<_, String>(0).map(PersonId::new);
        self.read(|connection| connection.prepare_cached(sql)?.query_map([moment.cast_signed()], read)?.collect())
    }

    fn vacation_days(&self, person: &PersonId, year: u16) -> std::result::Result<u16, StoreError> {
        let sql = "SELECT days FROM vacation_days WHERE person = ?1 AND year = ?2";
        let values = params![person.as_str(), year];
        let read = |row: &Row<'_>| row.get(0);
        self.read(|connection| connection.prepare_cached(sql)?.query_row(values, read).optional())
            .map(Option::unwrap_or_default)
    }
}
