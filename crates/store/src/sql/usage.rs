//! How much people keep, as SQL.

use super::apply::{any, one};
use super::{Result, Row, Sql, values};
use crate::{Charge, Usage};
use damka_conduct::{GameId, PersonId};

/// Counts of addresses older than this many days are deleted.
const KEEP_DAYS: u64 = 2;

/// Records how much space a game takes: its lines and tags, and their overhead in the file. It is computed when a game
/// has ended, is imported or is unloaded, not at every move.
pub fn weigh(connection: &dyn Sql, game: &GameId) -> Result<()> {
    let sql = "UPDATE games SET bytes = 400 + octet_length(spec)
                   + coalesce((SELECT sum(octet_length(line) + 24) FROM events WHERE game = number), 0)
                   + coalesce((SELECT sum(octet_length(name) + octet_length(value) + 12)
                               FROM tags WHERE game = number), 0)
               WHERE id = ?1";
    any(connection, sql, values![game.as_str()])
}

pub fn allow(connection: &dyn Sql, person: &PersonId, factor: u32) -> Result<()> {
    one(connection, "UPDATE people SET allowance = ?2 WHERE id = ?1", values![person.as_str(), factor])
}

pub fn charge(connection: &dyn Sql, address: &str, charge: Charge) -> Result<()> {
    let Charge { day, games, bytes } = charge;
    let oldest = day.saturating_sub(KEEP_DAYS).cast_signed();
    any(connection, "DELETE FROM address_days WHERE day < ?1", values![oldest])?;
    let sql = "INSERT INTO address_days (day, address, games, bytes) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (day, address) DO UPDATE
               SET games = address_days.games + excluded.games, bytes = address_days.bytes + excluded.bytes";
    one(connection, sql, values![day.cast_signed(), address, games, bytes.cast_signed()])
}

pub fn charged(connection: &dyn Sql, address: &str, day: u64) -> Result<Charge> {
    let sql = "SELECT games, bytes FROM address_days WHERE day = ?1 AND address = ?2";
    let read = |row: &Row<'_>| Ok(Charge { day, games: row.get(0)?, bytes: row.get::<u64>(1)? });
    let found = connection.maybe(sql, values![day.cast_signed(), address], read)?;
    Ok(found.unwrap_or(Charge { day, ..Charge::default() }))
}

pub fn of(connection: &dyn Sql, person: &PersonId) -> Result<Usage> {
    // A game that its creator removed exists only for others.
    let sql = "SELECT
        (SELECT allowance FROM people WHERE id = ?1),
        (SELECT count(*) FROM games WHERE creator = ?1),
        (SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM games WHERE creator = ?1),
        (SELECT count(*) FROM removed r JOIN games ON number = r.game WHERE r.person = ?1 AND creator = ?1),
        (SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM removed r JOIN games ON number = r.game WHERE r.person = ?1 AND creator = ?1),
        (SELECT count(*) FROM notes WHERE person = ?1),
        (SELECT coalesce(sum(octet_length(text)), 0) FROM notes WHERE person = ?1),
        (SELECT count(*) FROM links WHERE creator = ?1 AND ended_at IS NULL)";
    connection.row(sql, values![person.as_str()], |row| {
        let (made, removed): (u32, u32) = (row.get(1)?, row.get(3)?);
        Ok(Usage {
            allowance: row.get::<Option<u32>>(0)?.unwrap_or(1),
            games: made.saturating_sub(removed),
            bytes: (row.get::<u64>(2)?.saturating_sub(row.get::<u64>(4)?)) + row.get::<u64>(6)?,
            notes: row.get(5)?,
            links: row.get(7)?,
        })
    })
}
