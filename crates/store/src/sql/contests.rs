//! Contests, as SQL.

use super::apply::{any, one};
use super::apply_people::move_rows;
use super::engine::Engine;
use super::nodes;
use super::numbers::{scope_number, scope_of, status_number, status_of};
use super::{Result, Row, Sql, values};
use crate::{ContestLine, ContestWrite, Contests, KeptContest, KeptEntrant, NewContest};
use damka_conduct::{ContestId, PersonId, Status};

/// Applies one write within a transaction.
pub fn apply(connection: &dyn Sql, write: &ContestWrite) -> Result<()> {
    match write {
        ContestWrite::New(contest) => add(connection, contest),
        ContestWrite::Events { contest, first, lines } => append(connection, contest, *first, lines),
        ContestWrite::Status { contest, status, now } => {
            let sql = "UPDATE contests SET status = ?2, changed_at = ?3 WHERE id = ?1";
            one(connection, sql, values![contest.as_str(), status_number(*status), now.cast_signed()])
        }
        ContestWrite::Entrant { contest, number, person, name } => {
            let sql = "INSERT INTO entrants (contest, number, person, name)
                       SELECT number, ?2, ?3, ?4 FROM contests WHERE id = ?1
                       ON CONFLICT (contest, number) DO UPDATE SET person = excluded.person, name = excluded.name";
            let person = person.as_ref().map(PersonId::as_str);
            one(connection, sql, values![contest.as_str(), number, person, name])
        }
        ContestWrite::Guest { contest, person } => {
            let sql = "INSERT INTO contest_guests (contest, person) SELECT number, ?2 FROM contests WHERE id = ?1
                       ON CONFLICT (contest, person) DO UPDATE SET person = excluded.person";
            one(connection, sql, values![contest.as_str(), person.as_str()])
        }
        ContestWrite::Take { contest, run, wall } => nodes::take_contest(connection, contest, *run, *wall),
        ContestWrite::Release { contest, run } => nodes::release_contest(connection, contest, *run),
        ContestWrite::Mine { contest, run } => nodes::my_contest(connection, contest, *run),
        ContestWrite::Board { game, contest, board } => {
            let sql = "UPDATE games SET contest = (SELECT number FROM contests WHERE id = ?2), board = ?3
                       WHERE id = ?1 AND EXISTS (SELECT 1 FROM contests WHERE id = ?2)";
            one(connection, sql, values![game.as_str(), contest.as_str(), board])
        }
    }
}

fn add(connection: &dyn Sql, contest: &NewContest) -> Result<()> {
    let sql = "INSERT INTO contests (id, name, spec, owner, status, created_at, changed_at, begins_at, private, secret)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9)";
    let NewContest { id, name, spec, private, secret, .. } = contest;
    let owner = contest.owner.as_ref().map(PersonId::as_str);
    let (status, created_at) = (status_number(contest.status), contest.created_at.cast_signed());
    let begins_at = contest.begins_at.map(u64::cast_signed);
    one(connection, sql, values![id.as_str(), name, spec, owner, status, created_at, begins_at, private, secret])
}

fn append(connection: &dyn Sql, contest: &ContestId, first: u32, lines: &[ContestLine]) -> Result<()> {
    let sql = "INSERT INTO contest_events (contest, seq, run, wall, scope, line)
               SELECT number, ?2, ?3, ?4, ?5, ?6 FROM contests WHERE id = ?1";
    (first..).zip(lines).try_for_each(|(seq, line)| {
        let ContestLine { run, wall, scope, line } = line;
        let (wall, scope) = (wall.cast_signed(), scope_number(*scope));
        one(connection, sql, values![contest.as_str(), seq, run, wall, scope, line])
    })
}

/// Everything of one person becomes another's.
pub fn merge(connection: &dyn Sql, from: &PersonId, into: &PersonId) -> Result<()> {
    let both = values![from.as_str(), into.as_str()];
    any(connection, "UPDATE contests SET owner = ?2 WHERE owner = ?1", both)?;
    any(connection, "UPDATE entrants SET person = ?2 WHERE person = ?1", both)?;
    move_rows(connection, "contest_guests", "t.contest = contest_guests.contest", both)?;
    any(connection, "DELETE FROM contest_guests WHERE person = ?1", values![from.as_str()])
}

/// A person is deleted: the record stays, without their name.
pub fn delete(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    for sql in [
        "UPDATE contests SET owner = NULL WHERE owner = ?1",
        "UPDATE entrants SET person = NULL, name = NULL WHERE person = ?1",
        "DELETE FROM contest_guests WHERE person = ?1",
    ] {
        any(connection, sql, values![person.as_str()])?;
    }
    Ok(())
}

/// A person is renamed, also in the contests that are not over.
pub fn rename(connection: &dyn Sql, person: &PersonId, name: &str) -> Result<()> {
    let sql = "UPDATE entrants SET name = ?2
               WHERE person = ?1 AND (SELECT status FROM contests WHERE number = entrants.contest) < 3";
    any(connection, sql, values![person.as_str(), name])
}

fn contest(connection: &dyn Sql, id: &ContestId) -> Result<Option<KeptContest>> {
    let sql = "SELECT number, id, name, spec, owner, status, created_at, begins_at, private, secret, changed_at,
                      (SELECT people.name FROM people WHERE people.id = owner)
               FROM contests WHERE id = ?1";
    let read = |row: &Row<'_>| {
        let contest = NewContest {
            id: contest_id(row, 1)?,
            name: row.get(2)?,
            spec: row.get(3)?,
            owner: row.get::<Option<String>>(4)?.map(PersonId::new),
            status: status_of(row.get(5)?),
            created_at: row.get::<u64>(6)?,
            begins_at: row.get::<Option<u64>>(7)?,
            private: row.get(8)?,
            secret: row.get(9)?,
        };
        let changed_at = row.get::<u64>(10)?;
        let (entrants, guests) = (Vec::new(), Vec::new());
        Ok((row.get(0)?, KeptContest { contest, owner_name: row.get(11)?, changed_at, entrants, guests }))
    };
    let found: Option<(i64, _)> = connection.maybe(sql, values![id.as_str()], read)?;
    let Some((number, mut kept)) = found else { return Ok(None) };
    let sql = "SELECT number, person, e.name, picture FROM entrants e LEFT JOIN people ON people.id = person
               WHERE contest = ?1 ORDER BY number";
    let read = |row: &Row<'_>| {
        let person = row.get::<Option<String>>(1)?.map(PersonId::new);
        Ok(KeptEntrant { number: row.get(0)?, person, name: row.get(2)?, picture: row.get(3)? })
    };
    kept.entrants = connection.rows(sql, values![number], read)?;
    let sql = "SELECT person FROM contest_guests WHERE contest = ?1 ORDER BY person";
    let read = |row: &Row<'_>| row.get::<String>(0).map(PersonId::new);
    kept.guests = connection.rows(sql, values![number], read)?;
    Ok(Some(kept))
}

pub fn contest_id(row: &Row<'_>, at: usize) -> Result<ContestId> {
    row.get::<String>(at).map(ContestId::new)
}

impl<E: Engine> Contests for E {
    fn contest(&self, id: &ContestId) -> Result<Option<KeptContest>> {
        self.read(|connection| contest(connection, id))
    }

    fn contest_events(&self, id: &ContestId, after: u32) -> Result<Vec<ContestLine>> {
        let sql = "SELECT run, wall, scope, line FROM contest_events
                   WHERE contest = (SELECT number FROM contests WHERE id = ?1) AND seq > ?2 ORDER BY seq";
        let read = |row: &Row<'_>| {
            let (wall, scope) = (row.get::<u64>(1)?, scope_of(row.get(2)?));
            Ok(ContestLine { run: row.get(0)?, wall, scope, line: row.get(3)? })
        };
        self.read(|connection| connection.rows(sql, values![id.as_str(), after], read))
    }

    fn contests_in(&self, status: Status, most: u32) -> Result<Vec<ContestId>> {
        // The index knows only contests that are not over, and is used only where the question says so.
        let not_over = if status == Status::Over { "" } else { " AND status < 3" };
        let sql = format!("SELECT id FROM contests WHERE status = ?1{not_over} ORDER BY number DESC LIMIT ?2");
        let values = values![status_number(status), most];
        self.read(|connection| connection.rows(&sql, values, |row| contest_id(row, 0)))
    }

    fn contests_of(&self, person: &PersonId, most: u32) -> Result<Vec<ContestId>> {
        let sql = "SELECT id FROM contests WHERE number IN (
                       SELECT number FROM contests WHERE owner = ?1 UNION SELECT contest FROM entrants WHERE person = ?1
                   ) ORDER BY number DESC LIMIT ?2";
        self.read(|connection| {
            let values = values![person.as_str(), most];
            connection.rows(sql, values, |row| contest_id(row, 0))
        })
    }
}
