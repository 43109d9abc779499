//! Sessions, as SQL.

use super::apply::{any, one};
use super::notices;
use super::numbers::unsigned;
use crate::KeptSession;
use damka_conduct::PersonId;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

const SESSION: &str = "SELECT key, person, device, created_at, seen_at FROM sessions";

/// Inserts a session, unless the person's generation has changed; returns the number of rows inserted.
fn insert(connection: &Connection, session: &KeptSession, generation: Option<u32>) -> Result<usize> {
    let sql = "INSERT OR IGNORE INTO sessions (key, person, device, created_at, seen_at)
               SELECT ?1, id, ?3, ?4, ?5 FROM people WHERE id = ?2 AND generation = coalesce(?6, generation)";
    let KeptSession { key, person, device, created_at, seen_at } = session;
    let (created, seen) = (created_at.cast_signed(), seen_at.cast_signed());
    connection.prepare_cached(sql)?.execute(params![key, person.as_str(), device, created, seen, generation])
}

/// Begins a session. A session that has already begun stays as it is.
pub fn begin(connection: &Connection, session: &KeptSession, generation: Option<u32>) -> Result<()> {
    if insert(connection, session, generation)? == 1 {
        return Ok(());
    }
    // Two requests with the same old cookie may both begin the same session.
    let sql = "UPDATE sessions SET seen_at = max(seen_at, ?3) WHERE key = ?1 AND person = ?2";
    one(connection, sql, params![session.key, session.person.as_str(), session.seen_at.cast_signed()])
}

/// Begins the session of a newcomer, unless sessions of that person were ended before.
pub fn begin_first(connection: &Connection, session: &KeptSession) -> Result<()> {
    insert(connection, session, Some(0)).map(drop)
}

/// Notes that a session is in use.
pub fn see(connection: &Connection, key: &str, now: u64) -> Result<()> {
    any(connection, "UPDATE sessions SET seen_at = max(seen_at, ?2) WHERE key = ?1", params![key, now.cast_signed()])
}

/// Ends one session of a person.
pub fn end(connection: &Connection, person: &PersonId, key: &str) -> Result<()> {
    any(connection, "DELETE FROM sessions WHERE person = ?1 AND key = ?2", params![person.as_str(), key])?;
    notices::end_sessions(connection, person, Some(key), None)?;
    next_generation(connection, person)
}

/// Ends all sessions of a person but one.
pub fn end_all(connection: &Connection, person: &PersonId, except: Option<&str>) -> Result<()> {
    let sql = "DELETE FROM sessions WHERE person = ?1 AND key <> coalesce(?2, '')";
    any(connection, sql, params![person.as_str(), except])?;
    notices::end_sessions(connection, person, None, except)?;
    next_generation(connection, person)
}

/// Invalidates the person's cookies that have no session.
fn next_generation(connection: &Connection, person: &PersonId) -> Result<()> {
    any(connection, "UPDATE people SET generation = generation + 1 WHERE id = ?1", params![person.as_str()])
}

fn session_row(row: &Row<'_>) -> Result<KeptSession> {
    Ok(KeptSession {
        key: row.get(0)?,
        person: PersonId::new(row.get::<_, String>(1)?),
        device: row.get(2)?,
        created_at: unsigned(row, 3)?,
        seen_at: unsigned(row, 4)?,
    })
}

pub fn session(connection: &Connection, key: &str) -> Result<Option<KeptSession>> {
    connection.prepare_cached(&format!("{SESSION} WHERE key = ?1"))?.query_row([key], session_row).optional()
}

pub fn of(connection: &Connection, person: &PersonId) -> Result<Vec<KeptSession>> {
    let sql = format!("{SESSION} WHERE person = ?1 ORDER BY seen_at DESC, created_at DESC, key");
    connection.prepare_cached(&sql)?.query_map([person.as_str()], session_row)?.collect()
}
