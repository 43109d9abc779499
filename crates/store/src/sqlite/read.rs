//! Questions, as SQL.

use super::apply::{seat_bit, seat_number, status_number};
use crate::{Anchor, Ended, GameFilter, GameRow, KeptEvent, KeptGame, KeptNote, NewEvent, NewGame, OwnResult};
use crate::{Person, Run, Sitting, Status};
use rusqlite::functions::FunctionFlags;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Result, Row, params, params_from_iter};

const GAME: &str = "SELECT g.number, g.id, g.spec, g.terms, g.rules, g.status, g.made, g.changed, g.white, g.black,
    g.imported, g.anchor_run, g.anchor_run_ms, g.anchor_game_ms, g.winner, g.reason, g.fen, g.plies, g.maker,
    g.again, g.next FROM games g";

fn seat_of(number: i64) -> Option<Sitting> {
    Sitting::ALL.into_iter().find(|seat| seat_number(*seat) == number)
}

fn unsigned(row: &Row<'_>, at: usize) -> Result<u64> {
    row.get::<_, i64>(at).map(i64::cast_unsigned)
}

pub fn text(connection: &Connection, sql: &str, key: &str) -> Result<Option<String>> {
    connection.prepare_cached(sql)?.query_row([key], |row| row.get(0)).optional()
}

pub fn run(connection: &Connection, id: i64) -> Result<Option<Run>> {
    let read = |row: &Row<'_>| Ok(Run { id: row.get(0)?, started: unsigned(row, 1)?, beat: unsigned(row, 2)? });
    connection.prepare_cached("SELECT id, started, beat FROM runs WHERE id = ?1")?.query_row([id], read).optional()
}

fn game_row(row: &Row<'_>) -> Result<GameRow> {
    let number: i64 = row.get(5)?;
    let status = Status::ALL.into_iter().find(|status| status_number(*status) == number).unwrap_or(Status::Over);
    let game = NewGame {
        id: row.get(1)?,
        spec: row.get(2)?,
        terms: row.get(3)?,
        rules: row.get(4)?,
        status,
        made: unsigned(row, 6)?,
        names: [row.get(8)?, row.get(9)?],
        maker: row.get(18)?,
        seats: Vec::new(),
        imported: row.get(10)?,
    };
    let anchor = match row.get::<_, Option<i64>>(11)? {
        Some(run) => Some(Anchor { run, run_ms: unsigned(row, 12)?, game_ms: unsigned(row, 13)? }),
        None => None,
    };
    let ended = match row.get::<_, Option<String>>(15)? {
        Some(reason) => Some(Ended {
            winner: row.get::<_, Option<i64>>(14)?.and_then(seat_of),
            reason,
            fen: row.get(16)?,
            plies: row.get(17)?,
        }),
        None => None,
    };
    let (changed, asked, next) = (unsigned(row, 7)?, row.get::<_, i64>(19)?, row.get(20)?);
    let again = Sitting::ALL.into_iter().filter(|seat| asked & seat_bit(*seat) != 0).collect();
    Ok(GameRow { number: row.get(0)?, game: KeptGame { game, anchor, ended, changed, again, next } })
}

fn add_seats(connection: &Connection, row: &mut GameRow) -> Result<()> {
    let mut seats =
        connection.prepare_cached("SELECT seat, person FROM seats WHERE game = ?1 ORDER BY seat, person")?;
    for seat in seats.query_map([row.number], |seat| Ok((seat.get::<_, i64>(0)?, seat.get(1)?)))? {
        let (seat, person) = seat?;
        row.game.game.seats.extend(seat_of(seat).map(|seat| (seat, person)));
    }
    Ok(())
}

pub fn game(connection: &Connection, id: &str) -> Result<Option<KeptGame>> {
    let sql = format!("{GAME} WHERE g.id = ?1");
    let found = connection.prepare_cached(&sql)?.query_row([id], game_row).optional()?;
    let Some(mut row) = found else { return Ok(None) };
    add_seats(connection, &mut row)?;
    Ok(Some(row.game))
}

pub fn events(connection: &Connection, game: &str, after: u32) -> Result<Vec<KeptEvent>> {
    let sql = "SELECT seq, line, seat, client FROM events
               WHERE game = (SELECT number FROM games WHERE id = ?1) AND seq > ?2 ORDER BY seq";
    let read = |row: &Row<'_>| {
        let seat = row.get::<_, Option<i64>>(2)?.and_then(seat_of);
        let number = row.get::<_, Option<i64>>(3)?.map(i64::cast_unsigned);
        Ok(KeptEvent { seq: row.get(0)?, event: NewEvent { line: row.get(1)?, client: seat.zip(number) } })
    };
    connection.prepare_cached(sql)?.query_map(params![game, after], read)?.collect()
}

pub fn games_in(connection: &Connection, status: Status, before: Option<i64>, most: u32) -> Result<Vec<(i64, String)>> {
    let sql = format!("{} AND number < ?2 ORDER BY number DESC LIMIT ?3", in_status("number, id", status));
    let values = params![status_number(status), before.unwrap_or(i64::MAX), most];
    connection.prepare_cached(&sql)?.query_map(values, |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

pub fn count_in(connection: &Connection, status: Status) -> Result<u32> {
    let sql = in_status("count(*)", status);
    connection.prepare_cached(&sql)?.query_row([status_number(status)], |row| row.get(0))
}

/// The index knows only games that are not over, and is used only where the question says so.
fn in_status(what: &str, status: Status) -> String {
    let is_listed = if status == Status::Over { "" } else { " AND status < 3" };
    format!("SELECT {what} FROM games WHERE status = ?1{is_listed}")
}

pub fn games_of(connection: &Connection, person: &str, filter: &GameFilter) -> Result<Vec<GameRow>> {
    let mut sql = format!("{GAME} JOIN seats s ON s.game = g.number WHERE s.person = ?");
    let mut values: Vec<Value> = vec![person.to_owned().into()];
    if let Some(rules) = &filter.rules {
        sql.push_str(" AND g.rules = ?");
        values.push(rules.clone().into());
    }
    if !filter.status.is_empty() {
        let numbers: Vec<String> = filter.status.iter().map(|status| status_number(*status).to_string()).collect();
        sql.push_str(&format!(" AND g.status IN ({})", numbers.join(",")));
    }
    sql.push_str(match filter.result {
        None => "",
        Some(OwnResult::Won) => " AND g.status = 3 AND g.winner = s.seat",
        Some(OwnResult::Lost) => " AND g.status = 3 AND g.winner = 1 - s.seat",
        Some(OwnResult::Drawn) => " AND g.status = 3 AND g.winner IS NULL",
    });
    if let Some(opponent) = &filter.opponent {
        // An arbiter, or whoever imported a game, has two opponents, so to speak.
        sql.push_str(
            " AND instr(fold(CASE s.seat WHEN 0 THEN g.black WHEN 1 THEN g.white
                             ELSE coalesce(g.white, '') || ' ' || coalesce(g.black, '') END), fold(?)) > 0",
        );
        values.push(opponent.clone().into());
    }
    if let Some(side) = filter.side {
        sql.push_str(" AND s.seat = ?");
        values.push(seat_number(side).into());
    }
    if let Some(before) = filter.before {
        sql.push_str(" AND g.number < ?");
        values.push(before.into());
    }
    // Somebody who plays both sides has the game once.
    sql.push_str(" GROUP BY g.number ORDER BY g.number DESC LIMIT ?");
    values.push(i64::from(filter.limit).into());
    let mut found = connection.prepare_cached(&sql)?;
    let rows: Result<Vec<GameRow>> = found.query_map(params_from_iter(values), game_row)?.collect();
    let mut rows = rows?;
    for row in &mut rows {
        add_seats(connection, row)?;
    }
    Ok(rows)
}

/// Lets questions compare texts without regard to case: SQLite itself knows the case of Latin letters only.
pub fn add_fold(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("fold", 1, flags, |values| {
        Ok(values.get::<Option<String>>(0)?.map(|text| text.to_lowercase()))
    })
}

pub fn note(connection: &Connection, person: &str, game: &str) -> Result<Option<KeptNote>> {
    let sql = "SELECT text, changed FROM notes
               WHERE person = ?1 AND game = (SELECT number FROM games WHERE id = ?2)";
    let read = |row: &Row<'_>| Ok(KeptNote { text: row.get(0)?, changed: unsigned(row, 1)? });
    connection.prepare_cached(sql)?.query_row([person, game], read).optional()
}

pub fn notes(connection: &Connection, person: &str) -> Result<u32> {
    connection.prepare_cached("SELECT count(*) FROM notes WHERE person = ?1")?.query_row([person], |row| row.get(0))
}

fn person_row(row: &Row<'_>) -> Result<Person> {
    Ok(Person {
        id: row.get(0)?,
        name: row.get(1)?,
        name_key: row.get(2)?,
        password: row.get(3)?,
        generation: row.get(4)?,
        made: unsigned(row, 5)?,
    })
}

pub fn person(connection: &Connection, id: &str) -> Result<Option<Person>> {
    let sql = "SELECT id, name, name_key, password, generation, made FROM people WHERE id = ?1";
    connection.prepare_cached(sql)?.query_row([id], person_row).optional()
}

pub fn account(connection: &Connection, name_key: &str) -> Result<Option<Person>> {
    let sql = "SELECT id, name, name_key, password, generation, made FROM people
               WHERE name_key = ?1 AND password IS NOT NULL";
    connection.prepare_cached(sql)?.query_row([name_key], person_row).optional()
}
