//! Runs of the server, and the times in which none ran, as SQL.

use super::apply::any;
use super::{Result, Sql, values};
use crate::nodes::LEASE;
use crate::{NewNode, Outage, Run};
use std::time::Duration;

/// How long outages are kept: longer than any game waits for its players.
const KEEP_OUTAGES: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// Begins a run. No server was alive since the last heartbeat of all runs; if the clock of the machine was set back, nothing
/// is known about that time.
pub fn begin(connection: &dyn Sql, now: u64, node: Option<&NewNode>) -> Result<Run> {
    let sql = "SELECT max(beat_wall), coalesce(max(until), 0) > now_ms() FROM runs";
    let read = |row: &super::Row<'_>| Ok((row.get::<Option<u64>>(0)?, row.get::<bool>(1)?));
    let (last_beat, is_another_here) = connection.row(sql, values![], read)?;
    if let Some(from) = last_beat.filter(|from| *from < now && !is_another_here) {
        add_outage(connection, Outage { from, until: now })?;
    }
    let oldest = now.saturating_sub(KEEP_OUTAGES.as_millis() as u64).cast_signed();
    any(connection, "DELETE FROM outages WHERE until_wall < ?1", values![oldest])?;
    let sql = "INSERT INTO runs (started, beat, beat_wall, address, version, until)
               VALUES (?1, 0, ?1, ?2, ?3, CASE WHEN ?4 IS NULL THEN NULL ELSE now_ms() + ?4 END) RETURNING id";
    let (address, version) = node.map_or(("", ""), |node| (&*node.address, &*node.version));
    let lease = node.map(|_| LEASE.cast_signed());
    let id = connection.row(sql, values![now.cast_signed(), address, version, lease], |row| row.get(0))?;
    Ok(Run { id, started: now, beat: 0, beat_wall: now })
}

/// Keeps a time in which no server ran.
pub fn add_outage(connection: &dyn Sql, outage: Outage) -> Result<()> {
    let sql = "INSERT INTO outages (from_wall, until_wall) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    any(connection, sql, values![outage.from.cast_signed(), outage.until.cast_signed()])
}

/// A secret of the installation; the first one stays.
pub fn keep_secret(connection: &dyn Sql, name: &str, value: &str) -> Result<()> {
    let sql = "INSERT INTO secrets (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    any(connection, sql, values![name, value])
}
