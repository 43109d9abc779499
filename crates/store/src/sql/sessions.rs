//! Sessions, as SQL.

use super::apply::{any, one};
use super::{Result, Row, Sql, notices, values};
use crate::KeptSession;
use damka_conduct::PersonId;

const SESSION: &str = "SELECT key, person, device, created_at, seen_at FROM sessions";

/// Begins a session. A session that has already begun stays as it is: two requests with the same old cookie may both begin
/// the same session. Nothing changes if it is another person's, or if the person's generation has changed.
const BEGIN: &str = "INSERT INTO sessions (key, person, device, created_at, seen_at)
    SELECT ?1, id, ?3, ?4, ?5 FROM people
    WHERE id = ?2 AND (generation = coalesce(?6, generation)
                       OR EXISTS (SELECT 1 FROM sessions WHERE key = ?1 AND person = ?2))
    ON CONFLICT (key) DO UPDATE
    SET seen_at = CASE WHEN sessions.seen_at > excluded.seen_at THEN sessions.seen_at ELSE excluded.seen_at END
    WHERE sessions.person = excluded.person";

/// Begins a session, or it is an error.
pub fn begin(connection: &dyn Sql, session: &KeptSession, generation: Option<u32>) -> Result<()> {
    let KeptSession { key, person, device, created_at, seen_at } = session;
    let (created, seen) = (created_at.cast_signed(), seen_at.cast_signed());
    one(connection, BEGIN, values![key, person.as_str(), device, created, seen, generation])
}

/// Begins the session of a newcomer, unless sessions of that person were ended before.
pub fn begin_first(connection: &dyn Sql, session: &KeptSession) -> Result<()> {
    let sql = "INSERT INTO sessions (key, person, device, created_at, seen_at)
               SELECT ?1, id, ?3, ?4, ?5 FROM people WHERE id = ?2 AND generation = 0 ON CONFLICT DO NOTHING";
    let KeptSession { key, person, device, created_at, seen_at } = session;
    let (created, seen) = (created_at.cast_signed(), seen_at.cast_signed());
    any(connection, sql, values![key, person.as_str(), device, created, seen])
}

/// Notes that a session is in use.
pub fn see(connection: &dyn Sql, key: &str, now: u64) -> Result<()> {
    any(connection, "UPDATE sessions SET seen_at = ?2 WHERE key = ?1 AND seen_at < ?2", values![key, now.cast_signed()])
}

/// Ends one session of a person.
pub fn end(connection: &dyn Sql, person: &PersonId, key: &str) -> Result<()> {
    any(connection, "DELETE FROM sessions WHERE person = ?1 AND key = ?2", values![person.as_str(), key])?;
    notices::end_sessions(connection, person, Some(key), None)?;
    next_generation(connection, person)
}

/// Ends all sessions of a person but one.
pub fn end_all(connection: &dyn Sql, person: &PersonId, except: Option<&str>) -> Result<()> {
    let sql = "DELETE FROM sessions WHERE person = ?1 AND key <> coalesce(?2, '')";
    any(connection, sql, values![person.as_str(), except])?;
    notices::end_sessions(connection, person, None, except)?;
    next_generation(connection, person)
}

/// Invalidates the person's cookies that have no session.
fn next_generation(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    any(connection, "UPDATE people SET generation = generation + 1 WHERE id = ?1", values![person.as_str()])
}

fn session_row(row: &Row<'_>) -> Result<KeptSession> {
    Ok(KeptSession {
        key: row.get(0)?,
        person: PersonId::new(row.get::<String>(1)?),
        device: row.get(2)?,
        created_at: row.get::<u64>(3)?,
        seen_at: row.get::<u64>(4)?,
    })
}

pub fn session(connection: &dyn Sql, key: &str) -> Result<Option<KeptSession>> {
    connection.maybe(&format!("{SESSION} WHERE key = ?1"), values![key], session_row)
}

pub fn of(connection: &dyn Sql, person: &PersonId) -> Result<Vec<KeptSession>> {
    let sql = format!("{SESSION} WHERE person = ?1 ORDER BY seen_at DESC, created_at DESC, key");
    connection.rows(&sql, values![person.as_str()], session_row)
}
