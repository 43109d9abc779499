//! Games over days, as SQL.

use super::apply::{any, one};
use super::apply_people::move_rows;
use super::engine::Engine;
use super::numbers::{side_number, side_of};
use super::{Result, Row, Sql, utc_day, values};
use crate::{Away, Letters, LettersWrite, StoreError, Versioned};
use damka_conduct::{GameId, PersonId};
use damka_rules::Colour;

/// Applies one write within a transaction.
pub fn apply(connection: &dyn Sql, write: &LettersWrite) -> Result<()> {
    match write {
        LettersWrite::Conditions { game, seat, body: Some(Versioned { version, body }) } => {
            let sql = "INSERT INTO conditions (game, seat, version, body)
                       SELECT number, ?2, ?3, ?4 FROM games WHERE id = ?1
                       ON CONFLICT (game, seat) DO UPDATE SET version = excluded.version, body = excluded.body";
            one(connection, sql, values![game.as_str(), side_number(*seat), version, body])
        }
        LettersWrite::Conditions { game, seat, body: None } => {
            let sql = "DELETE FROM conditions WHERE game = (SELECT number FROM games WHERE id = ?1) AND seat = ?2";
            any(connection, sql, values![game.as_str(), side_number(*seat)])
        }
        LettersWrite::Vacation { person, away: Away { from, until }, taken: (year, days), known } => {
            lock(connection, person)?;
            if (vacation(connection, person)?, vacation_days(connection, person, *year)?) != *known {
                return Err(StoreError::Conflict);
            }
            let sql = "INSERT INTO vacations (person, from_wall, until_wall) VALUES (?1, ?2, ?3) ON CONFLICT (person)
                       DO UPDATE SET from_wall = excluded.from_wall, until_wall = excluded.until_wall";
            one(connection, sql, values![person.as_str(), from.cast_signed(), until.cast_signed()])?;
            let sql = "INSERT INTO vacation_days (person, year, days) VALUES (?1, ?2, ?3)
                       ON CONFLICT (person, year) DO UPDATE SET days = excluded.days";
            one(connection, sql, values![person.as_str(), year, days])
        }
        LettersWrite::Back { person, now } => come_back(connection, person, *now),
    }
}

/// Locks the vacation of this person: other transactions that change it wait.
fn lock(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    any(connection, "UPDATE people SET generation = generation WHERE id = ?1", values![person.as_str()])
}

fn come_back(connection: &dyn Sql, person: &PersonId, now: u64) -> Result<()> {
    lock(connection, person)?;
    let Some(away) = vacation(connection, person)?.filter(|away| away.until > now) else { return Ok(()) };
    let saved = away.days() - away.days_until(now);
    // It was counted in the year of its beginning.
    let year = utc_day(away.from.cast_signed() / 1000) / 10_000;
    let sql = "UPDATE vacation_days SET days = CASE WHEN days > ?3 THEN days - ?3 ELSE 0 END
               WHERE person = ?1 AND year = ?2";
    any(connection, sql, values![person.as_str(), year, saved])?;
    any(connection, "DELETE FROM vacations WHERE person = ?1", values![person.as_str()])
}

fn vacation(connection: &dyn Sql, person: &PersonId) -> Result<Option<Away>> {
    let sql = "SELECT from_wall, until_wall FROM vacations WHERE person = ?1";
    let read = |row: &Row<'_>| Ok(Away { from: row.get::<u64>(0)?, until: row.get::<u64>(1)? });
    connection.maybe(sql, values![person.as_str()], read)
}

fn vacation_days(connection: &dyn Sql, person: &PersonId, year: u16) -> Result<u16> {
    let sql = "SELECT days FROM vacation_days WHERE person = ?1 AND year = ?2";
    let days = connection.maybe(sql, values![person.as_str(), year], |row| row.get(0))?;
    Ok(days.unwrap_or_default())
}

/// A game is over: what was prepared for it is not needed any more.
pub fn end(connection: &dyn Sql, game: &GameId) -> Result<()> {
    let sql = "DELETE FROM conditions WHERE game = (SELECT number FROM games WHERE id = ?1)";
    any(connection, sql, values![game.as_str()])
}

/// Everything of one person becomes another's. The days that both have taken count together, so that nobody gains by
/// being two people; the other's own vacation stays as it is.
pub fn merge(connection: &dyn Sql, from: &PersonId, into: &PersonId) -> Result<()> {
    let both = values![from.as_str(), into.as_str()];
    move_rows(connection, "vacations", "TRUE", both)?;
    let sql = "INSERT INTO vacation_days (person, year, days)
               SELECT ?2, year, days FROM vacation_days WHERE person = ?1
               ON CONFLICT (person, year) DO UPDATE SET days = vacation_days.days + excluded.days";
    any(connection, sql, both)?;
    forget(connection, from)
}

/// A person is deleted.
pub fn delete(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    let sql = "DELETE FROM conditions WHERE EXISTS (
                   SELECT 1 FROM occupants o
                   WHERE o.game = conditions.game AND o.seat = conditions.seat AND o.person = ?1
               )";
    any(connection, sql, values![person.as_str()])?;
    forget(connection, person)
}

fn forget(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    for table in ["vacations", "vacation_days"] {
        any(connection, &format!("DELETE FROM {table} WHERE person = ?1"), values![person.as_str()])?;
    }
    Ok(())
}

impl<E: Engine> Letters for E {
    fn conditions(&self, game: &GameId) -> Result<Vec<(Colour, Versioned)>> {
        let sql = "SELECT seat, version, body FROM conditions
                   WHERE game = (SELECT number FROM games WHERE id = ?1) ORDER BY seat";
        let read = |row: &Row<'_>| Ok((side_of(row.get(0)?), Versioned { version: row.get(1)?, body: row.get(2)? }));
        let found: Vec<_> = self.read(|connection| connection.rows(sql, values![game.as_str()], read))?;
        Ok(found.into_iter().filter_map(|(seat, body)| Some((seat?, body))).collect())
    }

    fn vacation(&self, person: &PersonId) -> Result<Option<Away>> {
        self.read(|connection| vacation(connection, person))
    }

    fn away_after(&self, moment: u64) -> Result<Vec<PersonId>> {
        let sql = "SELECT person FROM vacations WHERE until_wall > ?1 ORDER BY person";
        let read = |row: &Row<'_>| row.get::<String>(0).map(PersonId::new);
        self.read(|connection| connection.rows(sql, values![moment.cast_signed()], read))
    }

    fn vacation_days(&self, person: &PersonId, year: u16) -> Result<u16> {
        self.read(|connection| vacation_days(connection, person, year))
    }
}
