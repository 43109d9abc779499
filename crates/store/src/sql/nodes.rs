//! Leases and owners, as SQL.

use super::apply::{any, one};
use super::contests::contest_id;
use super::engine::Engine;
use super::numbers::{scope_number, status_number};
use super::read_games::game_id;
use super::{Result, Row, Sql, runs, values};
use crate::nodes::LEASE;
use crate::{Head, NewNode, Node, Nodes, Owned, Run, Scope};
use damka_conduct::{ContestId, GameId, Status};

/// A heartbeat. A lease that has ended is not renewed.
pub fn beat(connection: &dyn Sql, run: i64, beat: u64, wall: u64) -> Result<()> {
    let sql = "UPDATE runs SET beat = ?2, beat_wall = ?3,
                   until = CASE WHEN until IS NULL THEN NULL ELSE now_ms() + ?4 END
               WHERE id = ?1 AND (until IS NULL OR until > now_ms())";
    one(connection, sql, values![run, beat.cast_signed(), wall.cast_signed(), LEASE.cast_signed()])
}

/// How long a call that nobody removes is kept, in milliseconds.
const CALLS_KEPT: i64 = 60_000;

/// A node begins: forgotten calls are deleted.
fn forget_calls(connection: &dyn Sql) -> Result<()> {
    any(connection, "DELETE FROM calls WHERE at < now_ms() - ?1", values![CALLS_KEPT])
}

/// A node closes.
pub fn end(connection: &dyn Sql, run: i64) -> Result<()> {
    any(connection, "UPDATE runs SET until = 0 WHERE id = ?1 AND until IS NOT NULL", values![run])
}

/// SQL: the run in a column has no valid lease.
const IS_FREE: &str = "NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = {} AND until > now_ms())";

/// SQL: the run that takes something over has a valid lease.
const IS_LIVING: &str = "EXISTS (SELECT 1 FROM runs WHERE runs.id = ?2 AND until > now_ms())";

/// Takes a game over for a run. Where another run has owned it or has written last, the take-over appends a line: the
/// number of the next event is used up, so that the former owner can append nothing, whatever it believes. A run
/// whose own lease has expired takes nothing: another run would take it over again at once.
pub fn take(connection: &dyn Sql, game: &GameId, run: i64, wall: u64) -> Result<()> {
    let sql = "INSERT INTO events (game, seq, run, wall, scope, line)
               SELECT number, (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE game = number), ?2, ?3, ?4, ?5
               FROM games WHERE id = ?1 AND (
                   owner <> ?2 OR (SELECT run FROM events WHERE game = number ORDER BY seq DESC LIMIT 1) <> ?2)";
    let (scope, line) = (scope_number(Scope::Secret), taken_line(run));
    any(connection, sql, values![game.as_str(), run, wall.cast_signed(), scope, &line])?;
    let is_free = IS_FREE.replace("{}", "games.owner");
    let sql = format!("UPDATE games SET owner = ?2 WHERE id = ?1 AND {IS_LIVING} AND (owner = ?2 OR {is_free})");
    one(connection, &sql, values![game.as_str(), run])
}

/// The same for many games at once, by one statement. All nodes lock rows in the same order, so that nodes that take the
/// same games wait for each other and then see which run owns them.
const TAKE_TOGETHER: &str = "WITH free AS MATERIALIZED (
        SELECT number, id, owner FROM games WHERE id = ANY (string_to_array(?1, ' ')) AND (
            owner = ?2 OR NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = games.owner AND until > now_ms()))
            AND EXISTS (SELECT 1 FROM runs WHERE runs.id = ?2 AND until > now_ms())
        ORDER BY number FOR UPDATE
    ), owned AS (
        UPDATE games SET owner = ?2 FROM free WHERE games.number = free.number
    ), fence AS (
        INSERT INTO events (game, seq, run, wall, scope, line)
        SELECT number, (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE game = number), ?2, ?3, ?4, ?5
        FROM free WHERE owner <> ?2 OR (SELECT run FROM events WHERE game = number ORDER BY seq DESC LIMIT 1) <> ?2
    ) SELECT id FROM free";

/// Takes over those games that are free; returns which they are.
fn take_free(connection: &dyn Sql, games: &[GameId], run: i64, wall: u64) -> Result<Vec<GameId>> {
    if connection.is_shared() {
        let ids = games.iter().map(GameId::as_str).collect::<Vec<_>>().join(" ");
        let (scope, line) = (scope_number(Scope::Secret), taken_line(run));
        return connection
            .rows(TAKE_TOGETHER, values![&ids, run, wall.cast_signed(), scope, &line], |row| game_id(row, 0));
    }
    let is_free = IS_FREE.replace("{}", "games.owner");
    let sql = format!("SELECT 1 FROM games WHERE id = ?1 AND {IS_LIVING} AND (owner = ?2 OR {is_free})");
    let mut taken = Vec::new();
    for game in games {
        let found: Option<i64> = connection.maybe(&sql, values![game.as_str(), run], |row| row.get(0))?;
        if found.is_some() {
            take(connection, game, run, wall)?;
            taken.push(game.clone());
        }
    }
    Ok(taken)
}

/// The same for a contest.
pub fn take_contest(connection: &dyn Sql, contest: &ContestId, run: i64, wall: u64) -> Result<()> {
    let sql = "INSERT INTO contest_events (contest, seq, run, wall, scope, line)
               SELECT number, (SELECT coalesce(max(seq), 0) + 1 FROM contest_events WHERE contest = number), ?2, ?3, ?4, ?5
               FROM contests WHERE id = ?1 AND (
                   owner_run <> ?2
                   OR (SELECT run FROM contest_events WHERE contest = number ORDER BY seq DESC LIMIT 1) <> ?2)";
    let (scope, line) = (scope_number(Scope::Secret), taken_line(run));
    any(connection, sql, values![contest.as_str(), run, wall.cast_signed(), scope, &line])?;
    let is_free = IS_FREE.replace("{}", "contests.owner_run");
    let sql =
        format!("UPDATE contests SET owner_run = ?2 WHERE id = ?1 AND {IS_LIVING} AND (owner_run = ?2 OR {is_free})");
    one(connection, &sql, values![contest.as_str(), run])
}

fn taken_line(run: i64) -> String {
    format!("taken by run {run}")
}

/// A run releases a game; nothing if another run owns it by now.
pub fn release(connection: &dyn Sql, game: &GameId, run: i64, due: Option<u64>) -> Result<()> {
    let sql = "UPDATE games SET owner = NULL, due = coalesce(?3, due) WHERE id = ?1 AND owner = ?2";
    any(connection, sql, values![game.as_str(), run, due.map(u64::cast_signed)])
}

/// The same for a contest.
pub fn release_contest(connection: &dyn Sql, contest: &ContestId, run: i64) -> Result<()> {
    let sql = "UPDATE contests SET owner_run = NULL WHERE id = ?1 AND owner_run = ?2";
    any(connection, sql, values![contest.as_str(), run])
}

/// The run of a line that no run has written.
const NOBODY: i64 = 0;

/// How many games are released at once.
const MOST_RELEASED: u32 = 500;

/// Releases games of runs whose leases expired so long ago: those that no node takes over before somebody opens them,
/// because they are over, wait for players or have no clock. Otherwise these runs would be listed, and their games counted,
/// for ever. Games that other nodes take over at once ([`Nodes::orphans`]) keep their owner, and rows that another
/// transaction has locked are left for the next time.
///
/// The run that takes a released game appends the line that stops the former owner, because the last line is another run's.
/// Where no run has written a line, nothing would show that the game had an owner, so the line is appended here: a run
/// that was only stopped can append nothing after this either.
pub fn release_long_dead(connection: &dyn Sql, age: i64) -> Result<()> {
    let sql = format!(
        "SELECT number FROM games
         WHERE owner IS NOT NULL AND NOT (status = ?1 AND anchor_run IS NOT NULL)
             AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = games.owner AND until > now_ms() - ?2)
         LIMIT ?3 {}",
        connection.skip_locked()
    );
    let values = values![status_number(Status::Live), age, MOST_RELEASED];
    let games: Vec<i64> = connection.rows(&sql, values, |row| row.get(0))?;
    let fence = "INSERT INTO events (game, seq, run, wall, scope, line)
                 SELECT ?1, (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE game = ?1), ?2, now_ms(), ?3, ?4
                 WHERE (SELECT run FROM events WHERE game = ?1 ORDER BY seq DESC LIMIT 1) IS NULL";
    let (scope, line) = (scope_number(Scope::Secret), taken_line(NOBODY));
    for game in games {
        any(connection, fence, values![game, NOBODY, scope, &line])?;
        any(connection, "UPDATE games SET owner = NULL WHERE number = ?1", values![game])?;
    }
    Ok(())
}

/// The fence of writes without an append. It updates the row without changing it, so that it waits for a run that is
/// just taking the game over, and that run waits for it.
pub fn mine(connection: &dyn Sql, game: &GameId, run: i64) -> Result<()> {
    one(connection, "UPDATE games SET owner = owner WHERE id = ?1 AND owner = ?2", values![game.as_str(), run])
}

/// The same for a contest.
pub fn my_contest(connection: &dyn Sql, contest: &ContestId, run: i64) -> Result<()> {
    let sql = "UPDATE contests SET owner_run = owner_run WHERE id = ?1 AND owner_run = ?2";
    one(connection, sql, values![contest.as_str(), run])
}

/// Asks something of a run.
pub fn call(connection: &dyn Sql, key: &str, run: i64, body: &str) -> Result<()> {
    let sql = "INSERT INTO calls (key, run, body, at) VALUES (?1, ?2, ?3, now_ms())";
    one(connection, sql, values![key, run, body])
}

/// Answers a call.
pub fn reply(connection: &dyn Sql, key: &str, reply: &str) -> Result<()> {
    any(connection, "UPDATE calls SET reply = ?2 WHERE key = ?1", values![key, reply])
}

/// Ends a call.
pub fn end_call(connection: &dyn Sql, key: &str) -> Result<()> {
    any(connection, "DELETE FROM calls WHERE key = ?1", values![key])
}

fn owned(connection: &dyn Sql, sql: &str, id: &str) -> Result<Option<Owned>> {
    let read = |row: &Row<'_>| {
        let is_valid = row.get(1)?;
        Ok(row.get::<Option<i64>>(0)?.map(|run| Owned { run, is_valid }))
    };
    Ok(connection.maybe(sql, values![id], read)?.flatten())
}

/// The nodes whose leases are valid, and those that still own games.
pub fn known(connection: &dyn Sql) -> Result<Vec<Node>> {
    let sql = "SELECT id, started, beat, beat_wall, address, version, until - now_ms(),
                      (SELECT count(*) FROM games WHERE owner = runs.id)
               FROM runs
               WHERE until IS NOT NULL
                   AND (until > now_ms() OR EXISTS (SELECT 1 FROM games WHERE owner = runs.id))
               ORDER BY id";
    connection.rows(sql, values![], node_row)
}

fn node_row(row: &Row<'_>) -> Result<Node> {
    let run =
        Run { id: row.get(0)?, started: row.get::<u64>(1)?, beat: row.get::<u64>(2)?, beat_wall: row.get::<u64>(3)? };
    let about = NewNode { address: row.get(4)?, version: row.get(5)? };
    let lease_left = row.get::<i64>(6)?.max(0).cast_unsigned();
    Ok(Node { run, about, lease_left, games: row.get(7)? })
}

impl<E: Engine> Nodes for E {
    fn begin_node(&self, now: u64, node: &NewNode) -> Result<Run> {
        let node = node.clone();
        self.writer().ask(move |connection| {
            forget_calls(connection)?;
            runs::begin(connection, now, Some(&node))
        })
    }

    fn known_nodes(&self) -> Result<Vec<Node>> {
        self.read(known)
    }

    fn take(&self, games: &[GameId], run: i64, wall: u64) -> Result<Vec<GameId>> {
        let games = games.to_vec();
        self.writer().ask(move |connection| take_free(connection, &games, run, wall))
    }

    fn owner(&self, game: &GameId) -> Result<Option<Owned>> {
        let sql = "SELECT owner, EXISTS (SELECT 1 FROM runs WHERE runs.id = owner AND until > now_ms())
                   FROM games WHERE id = ?1";
        self.read(|connection| owned(connection, sql, game.as_str()))
    }

    fn contest_owner(&self, contest: &ContestId) -> Result<Option<Owned>> {
        let sql = "SELECT owner_run, EXISTS (SELECT 1 FROM runs WHERE runs.id = owner_run AND until > now_ms())
                   FROM contests WHERE id = ?1";
        self.read(|connection| owned(connection, sql, contest.as_str()))
    }

    fn orphans(&self, most: u32) -> Result<Vec<GameId>> {
        let is_free = IS_FREE.replace("{}", "games.owner");
        let sql = format!(
            "SELECT id FROM games WHERE owner IS NOT NULL AND status = ?1 AND anchor_run IS NOT NULL AND {is_free}
             ORDER BY number LIMIT ?2"
        );
        let values = values![status_number(Status::Live), most];
        self.read(|connection| connection.rows(&sql, values, |row| game_id(row, 0)))
    }

    fn orphaned_contests(&self, run: i64, most: u32) -> Result<Vec<ContestId>> {
        let is_free = IS_FREE.replace("{}", "contests.owner_run");
        let sql = format!(
            "SELECT id FROM contests WHERE status = ?1 AND (owner_run = ?3 OR ({is_free} AND (owner_run IS NOT NULL
                 OR EXISTS (SELECT 1 FROM games WHERE games.contest = contests.number AND games.status = ?1))))
             ORDER BY number LIMIT ?2"
        );
        let values = values![status_number(Status::Live), most, run];
        self.read(|connection| connection.rows(&sql, values, |row| contest_id(row, 0)))
    }

    fn calls(&self, run: i64) -> Result<Vec<(String, String)>> {
        let sql = "SELECT key, body FROM calls WHERE run = ?1 AND reply IS NULL ORDER BY at, key";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        self.read(|connection| connection.rows(sql, values![run], read))
    }

    fn replies(&self, prefix: &str) -> Result<Vec<(String, String)>> {
        let sql = "SELECT key, reply FROM calls WHERE key >= ?1 AND key < ?2 AND reply IS NOT NULL ORDER BY key";
        // Sorts after every character of a key.
        let end = format!("{prefix}~");
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        self.read(|connection| connection.rows(sql, values![prefix, &end], read))
    }

    fn heads(&self, run: i64) -> Result<Vec<(GameId, Head)>> {
        let sql = "SELECT id, (SELECT coalesce(max(seq), 0) FROM events WHERE game = number), status + 10 * hidden
                       + 1000000 * (SELECT count(*) FROM occupants WHERE game = number)
                       + 100 * (SELECT CAST(coalesce(sum(part + 1), 0) AS BIGINT) FROM parts WHERE game = number)
                   FROM games WHERE owner = ?1 AND EXISTS (SELECT 1 FROM runs WHERE runs.id = ?1 AND until > now_ms())";
        let read = |row: &Row<'_>| Ok((game_id(row, 0)?, Head { seq: row.get(1)?, rows: row.get::<u64>(2)? }));
        self.read(|connection| connection.rows(sql, values![run], read))
    }

    fn due_by(&self, now: u64, most: u32) -> Result<Vec<GameId>> {
        let sql = "SELECT id FROM games WHERE due <= ?1 AND due IS NOT NULL AND status = 2 AND owner IS NULL
                   ORDER BY due, number LIMIT ?2";
        let values = values![now.cast_signed(), most];
        self.read(|connection| connection.rows(sql, values, |row| game_id(row, 0)))
    }
}
