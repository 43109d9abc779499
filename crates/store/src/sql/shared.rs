//! What nodes share, as SQL.

use super::apply::{any, one};
use super::engine::Engine;
use super::numbers::status_of;
use super::read_games::game_id;
use super::{Result, Row, Sql, Value, contests, nodes, values};
use crate::shared::{Bucket, Glance, KeptHandover, Shared, SharedWrite};
use damka_conduct::{GameId, PersonId};

/// How many games one question is about.
const AT_ONCE: usize = 16;

/// Applies one write within a transaction.
pub fn apply(connection: &dyn Sql, write: &SharedWrite) -> Result<()> {
    match write {
        SharedWrite::Change { subject, body } => {
            let sql = "INSERT INTO changes (at, subject, body) VALUES (now_ms(), ?1, ?2)";
            one(connection, sql, values![subject, body])
        }
        SharedWrite::Forget { age } => forget(connection, *age),
        SharedWrite::Share { run, version, body } => {
            let sql = "INSERT INTO shares (run, version, body) VALUES (?1, ?2, ?3)
                       ON CONFLICT (run) DO UPDATE SET version = excluded.version, body = excluded.body";
            one(connection, sql, values![run, version, body])
        }
        SharedWrite::Take(bucket) => take(connection, bucket),
        SharedWrite::GiveBack(Bucket { key, every, .. }) => {
            any(connection, "UPDATE buckets SET until = until - ?2 WHERE key = ?1", values![key, every])
        }
        SharedWrite::Handover(KeptHandover { hash, person, generation, lasts }) => {
            let sql = "INSERT INTO handovers (hash, person, generation, until) VALUES (?1, ?2, ?3, now_ms() + ?4)
                       ON CONFLICT (person) DO UPDATE SET
                           hash = excluded.hash, generation = excluded.generation, until = excluded.until";
            one(connection, sql, values![hash, person.as_str(), generation, lasts.cast_signed()])
        }
        SharedWrite::UseHandover { hash } => {
            one(connection, "DELETE FROM handovers WHERE hash = ?1 AND until > now_ms()", values![hash])
        }
        SharedWrite::Names { person } => name_seats(connection, person),
    }
}

/// Takes one from a bucket. What is kept is the moment at which it is full again: each that is taken puts that off, and
/// it lies never farther ahead than filling the whole bucket takes.
fn take(connection: &dyn Sql, Bucket { key, every, most }: &Bucket) -> Result<()> {
    let later = "CASE WHEN buckets.until > now_ms() THEN buckets.until ELSE now_ms() END + ?2";
    let sql = format!(
        "INSERT INTO buckets (key, until) VALUES (?1, now_ms() + ?2)
         ON CONFLICT (key) DO UPDATE SET until = {later} WHERE {later} <= now_ms() + ?2 * ?3"
    );
    one(connection, &sql, values![key, every, most])
}

fn forget(connection: &dyn Sql, age: u64) -> Result<()> {
    let age = age.cast_signed();
    let sql = "DELETE FROM changes WHERE at < now_ms() - ?1 AND number < (SELECT max(number) FROM changes)";
    any(connection, sql, values![age])?;
    any(connection, "DELETE FROM buckets WHERE until < now_ms() - ?1", values![age])?;
    any(connection, "DELETE FROM handovers WHERE until < now_ms() - ?1", values![age])?;
    let sql = "DELETE FROM shares WHERE NOT EXISTS (
                   SELECT 1 FROM runs WHERE runs.id = shares.run AND runs.until > now_ms() - ?1)";
    any(connection, sql, values![age])?;
    nodes::release_long_dead(connection, age)
}

fn name_seats(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    // A transaction that renames the person at the same time waits for this one, or this one for it.
    any(connection, "UPDATE people SET name = name WHERE id = ?1", values![person.as_str()])?;
    let sql = "SELECT name FROM people WHERE id = ?1 AND name IS NOT NULL";
    let Some(name) = connection.maybe(sql, values![person.as_str()], |row| row.get::<String>(0))? else {
        return Ok(());
    };
    let sql = "UPDATE occupants SET name = ?2
               WHERE person = ?1 AND (SELECT status FROM games WHERE number = occupants.game) < 3";
    any(connection, sql, values![person.as_str(), &name])?;
    contests::rename(connection, person, &name)
}

/// The codes of a person who is deleted, or becomes another.
pub fn forget_person(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    any(connection, "DELETE FROM handovers WHERE person = ?1", values![person.as_str()])
}

fn glance(row: &Row<'_>) -> Result<(GameId, Glance)> {
    let glance = Glance {
        owner: row.get(1)?,
        seq: row.get(2)?,
        status: status_of(row.get(3)?),
        changed_at: row.get::<u64>(4)?,
        hidden: row.get(5)?,
        people: row.get(6)?,
    };
    Ok((game_id(row, 0)?, glance))
}

impl<E: Engine> Shared for E {
    fn changes(&self, after: i64, most: u32) -> Result<Vec<(i64, String)>> {
        let sql = "SELECT number, body FROM changes WHERE number > ?1 ORDER BY number LIMIT ?2";
        self.read(|connection| connection.rows(sql, values![after, most], |row| Ok((row.get(0)?, row.get(1)?))))
    }

    fn known_changes(&self) -> Result<(i64, i64)> {
        let sql = "SELECT coalesce(min(number), 0), coalesce(max(number), 0) FROM changes";
        self.read(|connection| connection.row(sql, values![], |row| Ok((row.get(0)?, row.get(1)?))))
    }

    fn has_changed(&self, subject: &str, within: u64) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM changes WHERE subject = ?1 AND at > now_ms() - ?2)";
        self.read(|connection| connection.row(sql, values![subject, within.cast_signed()], |row| row.get(0)))
    }

    fn shares(&self) -> Result<Vec<(i64, i64)>> {
        let sql = "SELECT run, version FROM shares
                   WHERE EXISTS (SELECT 1 FROM runs WHERE runs.id = shares.run AND runs.until > now_ms()) ORDER BY run";
        self.read(|connection| connection.rows(sql, values![], |row| Ok((row.get(0)?, row.get(1)?))))
    }

    fn share(&self, run: i64) -> Result<Option<(i64, String)>> {
        let sql = "SELECT version, body FROM shares WHERE run = ?1";
        self.read(|connection| connection.maybe(sql, values![run], |row| Ok((row.get(0)?, row.get(1)?))))
    }

    fn empty_for(&self, Bucket { key, every, most }: &Bucket) -> Result<u64> {
        let sql = "SELECT until + ?2 - now_ms() - ?2 * ?3 FROM buckets WHERE key = ?1";
        let wait = self.read(|connection| connection.maybe(sql, values![key, every, most], |row| row.get::<i64>(0)))?;
        Ok(wait.unwrap_or_default().max(0).cast_unsigned())
    }

    fn handover(&self, hash: &str) -> Result<Option<KeptHandover>> {
        let sql =
            "SELECT hash, person, generation, until - now_ms() FROM handovers WHERE hash = ?1 AND until > now_ms()";
        let read = |row: &Row<'_>| {
            let lasts = row.get::<i64>(3)?.max(0).cast_unsigned();
            Ok(KeptHandover {
                hash: row.get(0)?,
                person: PersonId::new(row.get::<String>(1)?),
                generation: row.get(2)?,
                lasts,
            })
        };
        self.read(|connection| connection.maybe(sql, values![hash], read))
    }

    fn glances(&self, games: &[GameId]) -> Result<Vec<(GameId, Glance)>> {
        let sql = "SELECT id, (SELECT runs.id FROM runs WHERE runs.id = games.owner AND until > now_ms()),
                       (SELECT coalesce(max(seq), 0) FROM events WHERE game = number), status, changed_at, hidden,
                       (SELECT count(*) FROM occupants WHERE game = number) * 100000
                           + (SELECT CAST(coalesce(sum(part + 1), 0) AS BIGINT) FROM parts WHERE game = number)
                   FROM games
                   WHERE id IN (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
        self.read(|connection| {
            let mut found = Vec::with_capacity(games.len());
            for some in games.chunks(AT_ONCE) {
                let mut values = [Value::Text(Some("")); AT_ONCE];
                for (value, game) in values.iter_mut().zip(some) {
                    *value = Value::Text(Some(game.as_str()));
                }
                found.extend(connection.rows(sql, &values, glance)?);
            }
            Ok(found)
        })
    }
}
