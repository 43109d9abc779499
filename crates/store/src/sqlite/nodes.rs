//! Leases and owners, as SQL.

use super::Sqlite;
use super::apply::{any, one};
use super::contests::contest_id;
use super::numbers::{scope_number, status_number, unsigned};
use super::read_games::game_id;
use crate::nodes::LEASE;
use crate::{NewNode, Node, Nodes, Owned, Run, Scope, StoreError};
use damka_conduct::{ContestId, GameId, Status};
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use std::time::{SystemTime, UNIX_EPOCH};

/// The clock of the data, in milliseconds since 1970.
pub fn add_clock(connection: &Connection) -> Result<()> {
    connection.create_scalar_function("now_ms", 0, FunctionFlags::SQLITE_UTF8, |_| {
        Ok(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64))
    })
}

/// A heartbeat. A lease that has ended is not renewed.
pub fn beat(connection: &Connection, run: i64, beat: u64, wall: u64) -> Result<()> {
    let sql = "UPDATE runs SET beat = ?2, beat_wall = ?3,
                   until = CASE WHEN until IS NULL THEN NULL ELSE now_ms() + ?4 END
               WHERE id = ?1 AND (until IS NULL OR until > now_ms())";
    one(connection, sql, params![run, beat.cast_signed(), wall.cast_signed(), LEASE.cast_signed()])
}

/// A node closes.
pub fn end(connection: &Connection, run: i64) -> Result<()> {
    any(connection, "UPDATE runs SET until = 0 WHERE id = ?1 AND until IS NOT NULL", params![run])
}

/// Whether the run in a column has no valid lease.
const IS_FREE: &str = "NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = {} AND until > now_ms())";

/// Takes a game for a run. From another run it is taken with a line of its own, so that the number of the next event is
/// used up.
pub fn take(connection: &Connection, game: &GameId, run: i64, wall: u64) -> Result<()> {
    let sql = "INSERT INTO events (game, seq, run, wall, scope, line)
               SELECT number, (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE game = number), ?2, ?3, ?4, ?5
               FROM games WHERE id = ?1 AND owner IS NOT NULL AND owner <> ?2";
    let (scope, line) = (scope_number(Scope::Secret), taken_line(run));
    any(connection, sql, params![game.as_str(), run, wall.cast_signed(), scope, line])?;
    let is_free = IS_FREE.replace("{}", "games.owner");
    let sql = format!("UPDATE games SET owner = ?2 WHERE id = ?1 AND (owner = ?2 OR {is_free})");
    one(connection, &sql, params![game.as_str(), run])
}

/// The same for a contest.
pub fn take_contest(connection: &Connection, contest: &ContestId, run: i64, wall: u64) -> Result<()> {
    let sql = "INSERT INTO contest_events (contest, seq, run, wall, scope, line)
               SELECT number, (SELECT coalesce(max(seq), 0) + 1 FROM contest_events WHERE contest = number), ?2, ?3, ?4, ?5
               FROM contests WHERE id = ?1 AND owner_run IS NOT NULL AND owner_run <> ?2";
    let (scope, line) = (scope_number(Scope::Secret), taken_line(run));
    any(connection, sql, params![contest.as_str(), run, wall.cast_signed(), scope, line])?;
    let is_free = IS_FREE.replace("{}", "contests.owner_run");
    let sql = format!("UPDATE contests SET owner_run = ?2 WHERE id = ?1 AND (owner_run = ?2 OR {is_free})");
    one(connection, &sql, params![contest.as_str(), run])
}

fn taken_line(run: i64) -> String {
    format!("taken by run {run}")
}

/// A run lets a game go; nothing if it is another's by now.
pub fn release(connection: &Connection, game: &GameId, run: i64) -> Result<()> {
    any(connection, "UPDATE games SET owner = NULL WHERE id = ?1 AND owner = ?2", params![game.as_str(), run])
}

/// The same for a contest.
pub fn release_contest(connection: &Connection, contest: &ContestId, run: i64) -> Result<()> {
    let sql = "UPDATE contests SET owner_run = NULL WHERE id = ?1 AND owner_run = ?2";
    any(connection, sql, params![contest.as_str(), run])
}

/// The fence of writes without an append. It changes the row without changing it, so that it waits for somebody who is
/// just taking the game, and they for it.
pub fn mine(connection: &Connection, game: &GameId, run: i64) -> Result<()> {
    one(connection, "UPDATE games SET owner = owner WHERE id = ?1 AND owner = ?2", params![game.as_str(), run])
}

/// The same for a contest.
pub fn my_contest(connection: &Connection, contest: &ContestId, run: i64) -> Result<()> {
    let sql = "UPDATE contests SET owner_run = owner_run WHERE id = ?1 AND owner_run = ?2";
    one(connection, sql, params![contest.as_str(), run])
}

/// How long a call that nobody ends is kept, in milliseconds.
const CALLS_KEPT: i64 = 60_000;

/// Asks something of a run.
pub fn call(connection: &Connection, key: &str, run: i64, body: &str) -> Result<()> {
    let sql = "INSERT INTO calls (key, run, body, at) VALUES (?1, ?2, ?3, now_ms())";
    one(connection, sql, params![key, run, body])
}

/// Answers a call.
pub fn reply(connection: &Connection, key: &str, reply: &str) -> Result<()> {
    any(connection, "UPDATE calls SET reply = ?2 WHERE key = ?1", params![key, reply])
}

/// Ends a call, and those that were forgotten.
pub fn end_call(connection: &Connection, key: &str) -> Result<()> {
    any(connection, "DELETE FROM calls WHERE key = ?1 OR at < now_ms() - ?2", params![key, CALLS_KEPT])
}

fn owned(connection: &Connection, sql: &str, id: &str) -> Result<Option<Owned>> {
    let read = |row: &Row<'_>| {
        let is_valid = row.get(1)?;
        Ok(row.get::<_, Option<i64>>(0)?.map(|run| Owned { run, is_valid }))
    };
    Ok(connection.prepare_cached(sql)?.query_row([id], read).optional()?.flatten())
}

fn node_row(row: &Row<'_>) -> Result<Node> {
    let run =
        Run { id: row.get(0)?, started: unsigned(row, 1)?, beat: unsigned(row, 2)?, beat_wall: unsigned(row, 3)? };
    let about = NewNode { address: row.get(4)?, version: row.get(5)? };
    let lease_left = row.get::<_, i64>(6)?.max(0).cast_unsigned();
    Ok(Node { run, about, lease_left, games: row.get(7)? })
}

impl Nodes for Sqlite {
    fn begin_node(&self, now: u64, node: &NewNode) -> std::result::Result<Run, StoreError> {
        self.writer.begin_run(now, Some(node.clone()))
    }

    fn known_nodes(&self) -> std::result::Result<Vec<Node>, StoreError> {
        let sql = "SELECT id, started, beat, beat_wall, address, version, until - now_ms(),
                          (SELECT count(*) FROM games WHERE owner = runs.id)
                   FROM runs
                   WHERE until IS NOT NULL
                       AND (until > now_ms() OR EXISTS (SELECT 1 FROM games WHERE owner = runs.id))
                   ORDER BY id";
        self.read(|connection| connection.prepare_cached(sql)?.query_map([], node_row)?.collect())
    }

    fn owner(&self, game: &GameId) -> std::result::Result<Option<Owned>, StoreError> {
        let sql = "SELECT owner, EXISTS (SELECT 1 FROM runs WHERE runs.id = owner AND until > now_ms())
                   FROM games WHERE id = ?1";
        self.read(|connection| owned(connection, sql, game.as_str()))
    }

    fn contest_owner(&self, contest: &ContestId) -> std::result::Result<Option<Owned>, StoreError> {
        let sql = "SELECT owner_run, EXISTS (SELECT 1 FROM runs WHERE runs.id = owner_run AND until > now_ms())
                   FROM contests WHERE id = ?1";
        self.read(|connection| owned(connection, sql, contest.as_str()))
    }

    fn orphans(&self, most: u32) -> std::result::Result<Vec<GameId>, StoreError> {
        let is_free = IS_FREE.replace("{}", "games.owner");
        let sql = format!(
            "SELECT id FROM games WHERE owner IS NOT NULL AND status = ?1 AND anchor_run IS NOT NULL AND {is_free}
             ORDER BY number LIMIT ?2"
        );
        let values = params![status_number(Status::Live), most];
        self.read(|connection| connection.prepare_cached(&sql)?.query_map(values, |row| game_id(row, 0))?.collect())
    }

    fn orphaned_contests(&self, most: u32) -> std::result::Result<Vec<ContestId>, StoreError> {
        let is_free = IS_FREE.replace("{}", "contests.owner_run");
        let sql = format!("SELECT id FROM contests WHERE status = ?1 AND {is_free} ORDER BY number LIMIT ?2");
        let values = params![status_number(Status::Live), most];
        self.read(|connection| connection.prepare_cached(&sql)?.query_map(values, |row| contest_id(row, 0))?.collect())
    }

    fn calls(&self, run: i64) -> std::result::Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT key, body FROM calls WHERE run = ?1 AND reply IS NULL ORDER BY at, key";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        self.read(|connection| connection.prepare_cached(sql)?.query_map([run], read)?.collect())
    }

    fn reply(&self, key: &str) -> std::result::Result<Option<String>, StoreError> {
        let sql = "SELECT reply FROM calls WHERE key = ?1";
        let found =
            self.read(|connection| connection.prepare_cached(sql)?.query_row([key], |row| row.get(0)).optional());
        Ok(found?.flatten())
    }

    fn due_by(&self, now: u64, most: u32) -> std::result::Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id FROM games WHERE due <= ?1 AND due IS NOT NULL AND status = 2 AND owner IS NULL
                   ORDER BY due, number LIMIT ?2";
        let values = params![now.cast_signed(), most];
        self.read(|connection| connection.prepare_cached(sql)?.query_map(values, |row| game_id(row, 0))?.collect())
    }
}
