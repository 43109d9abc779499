//! One thing to be written, as SQL.

use crate::{Ended, NewGame, Person, Sitting, Status, Write};
use rusqlite::{Connection, Error, Result, params};

pub fn status_number(status: Status) -> i64 {
    match status {
        Status::Open => 0,
        Status::Waiting => 1,
        Status::Live => 2,
        Status::Over => 3,
    }
}

pub fn seat_number(seat: Sitting) -> i64 {
    match seat {
        Sitting::White => 0,
        Sitting::Black => 1,
        Sitting::Arbiter => 2,
    }
}

/// A seat in a set of them.
pub fn seat_bit(seat: Sitting) -> i64 {
    1 << seat_number(seat)
}

/// Applies one write within a transaction. What should change exactly one row and does not is an error.
pub fn apply(connection: &Connection, write: &Write) -> Result<()> {
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| connection.prepare_cached(sql)?.execute(values);
    match write {
        Write::Game(game) => make_game(connection, game),
        Write::Events { game, first, events } => {
            let sql = "INSERT INTO events (game, seq, line, seat, client)
                       SELECT number, ?2, ?3, ?4, ?5 FROM games WHERE id = ?1";
            let mut insert = connection.prepare_cached(sql)?;
            for (seq, event) in (*first..).zip(events) {
                let seat = event.client.map(|(seat, _)| seat_number(seat));
                let client = event.client.map(|(_, number)| number.cast_signed());
                one(insert.execute(params![game, seq, event.line, seat, client])?)?;
            }
            Ok(())
        }
        Write::Seat { game, seat, person, name } => {
            run(
                "INSERT OR IGNORE INTO seats (person, game, seat) SELECT ?1, number, ?3 FROM games WHERE id = ?2",
                params![person, game, seat_number(*seat)],
            )?;
            let sql = match seat {
                Sitting::White => "UPDATE games SET white = ?2 WHERE id = ?1",
                Sitting::Black => "UPDATE games SET black = ?2 WHERE id = ?1",
                Sitting::Arbiter => return Ok(()),
            };
            one(run(sql, params![game, name])?)
        }
        Write::Status { game, status, now } => {
            let sql = "UPDATE games SET status = ?2, changed = ?3 WHERE id = ?1";
            one(run(sql, params![game, status_number(*status), now.cast_signed()])?)
        }
        Write::End { game, ended, now } => end(connection, game, ended, *now),
        Write::Anchor { game, anchor } => {
            let sql = "UPDATE games SET anchor_run = ?2, anchor_run_ms = ?3, anchor_game_ms = ?4 WHERE id = ?1";
            let values = params![game, anchor.run, anchor.run_ms.cast_signed(), anchor.game_ms.cast_signed()];
            one(run(sql, values)?)
        }
        Write::Beat { run: id, beat } => {
            one(run("UPDATE runs SET beat = ?2 WHERE id = ?1", params![id, beat.cast_signed()])?)
        }
        Write::Newcomer(person) => {
            let Person { id, name, name_key, password, generation, made } = person;
            let sql = "INSERT OR IGNORE INTO people (id, name, name_key, password, generation, made)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            run(sql, params![id, name, name_key, password, generation, made.cast_signed()]).map(drop)
        }
        Write::Person(person) => put_person(connection, person),
        Write::Name { person, name, key } => {
            one(run("UPDATE people SET name = ?2, name_key = ?3 WHERE id = ?1", params![person, name, key])?)?;
            for sql in [
                "UPDATE games SET white = ?2
                 WHERE status < 3 AND number IN (SELECT game FROM seats WHERE person = ?1 AND seat = 0)",
                "UPDATE games SET black = ?2
                 WHERE status < 3 AND number IN (SELECT game FROM seats WHERE person = ?1 AND seat = 1)",
            ] {
                run(sql, params![person, name])?;
            }
            Ok(())
        }
        Write::Merge { from, into } => {
            // Whoever makes a game has a seat in it.
            let sql = "UPDATE games SET maker = ?2
                       WHERE maker = ?1 AND number IN (SELECT game FROM seats WHERE person = ?1)";
            run(sql, params![from, into])?;
            let sql = "INSERT OR IGNORE INTO notes (person, game, text, changed)
                       SELECT ?2, game, text, changed FROM notes WHERE person = ?1";
            run(sql, params![from, into])?;
            run("DELETE FROM notes WHERE person = ?1", params![from])?;
            run(
                "INSERT OR IGNORE INTO seats (person, game, seat) SELECT ?2, game, seat FROM seats WHERE person = ?1",
                params![from, into],
            )?;
            run("DELETE FROM seats WHERE person = ?1", params![from])?;
            run("DELETE FROM people WHERE id = ?1 AND password IS NULL", params![from])?;
            Ok(())
        }
        Write::Link { code, game, now } => {
            let sql = "INSERT INTO links (code, game, made) VALUES (?1, ?2, ?3)";
            one(run(sql, params![code, game, now.cast_signed()])?)
        }
        Write::Analysis { game, body } => {
            let sql = "INSERT OR REPLACE INTO analyses (game, body) SELECT number, ?2 FROM games WHERE id = ?1";
            one(run(sql, params![game, body])?)
        }
        Write::Note { person, game, text, .. } if text.is_empty() => {
            let sql = "DELETE FROM notes WHERE person = ?1 AND game = (SELECT number FROM games WHERE id = ?2)";
            run(sql, params![person, game]).map(drop)
        }
        Write::Note { person, game, text, now } => {
            let sql = "INSERT OR REPLACE INTO notes (person, game, text, changed)
                       SELECT ?1, number, ?3, ?4 FROM games WHERE id = ?2";
            one(run(sql, params![person, game, text, now.cast_signed()])?)
        }
        Write::Again { game, seats } => {
            let asked = seats.iter().fold(0, |all, seat| all | seat_bit(*seat));
            one(run("UPDATE games SET again = again | ?2 WHERE id = ?1", params![game, asked])?)
        }
        Write::Next { game, next } => {
            one(run("UPDATE games SET next = ?2 WHERE id = ?1 AND next IS NULL", params![game, next])?)
        }
        Write::Forget { game } => {
            run("DELETE FROM events WHERE game = (SELECT number FROM games WHERE id = ?1)", params![game])?;
            one(run("DELETE FROM games WHERE id = ?1", params![game])?)
        }
    }
}

fn one(changed: usize) -> Result<()> {
    if changed == 1 { Ok(()) } else { Err(Error::StatementChangedRows(changed)) }
}

fn make_game(connection: &Connection, game: &NewGame) -> Result<()> {
    let sql = "INSERT INTO games (id, spec, terms, rules, status, made, changed, white, black, imported, maker)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9, ?10)";
    let [white, black] = &game.names;
    let (status, made) = (status_number(game.status), game.made.cast_signed());
    let NewGame { id, spec, terms, rules, imported, maker, .. } = game;
    let values = params![id, spec, terms, rules, status, made, white, black, imported, maker];
    one(connection.prepare_cached(sql)?.execute(values)?)?;
    let number = connection.last_insert_rowid();
    let mut seats = connection.prepare_cached("INSERT INTO seats (person, game, seat) VALUES (?1, ?2, ?3)")?;
    for (seat, person) in &game.seats {
        seats.execute(params![person, number, seat_number(*seat)])?;
    }
    Ok(())
}

fn end(connection: &Connection, game: &str, ended: &Ended, now: u64) -> Result<()> {
    let sql = "UPDATE games SET status = 3, changed = ?2, winner = ?3, reason = ?4, fen = ?5, plies = ?6 WHERE id = ?1";
    let winner = ended.winner.map(seat_number);
    let values = params![game, now.cast_signed(), winner, ended.reason, ended.fen, ended.plies];
    one(connection.prepare_cached(sql)?.execute(values)?)
}

fn put_person(connection: &Connection, person: &Person) -> Result<()> {
    let sql = "INSERT INTO people (id, name, name_key, password, generation, made) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT (id) DO UPDATE SET name = ?2, name_key = ?3, password = ?4, generation = ?5";
    let Person { id, name, name_key, password, generation, made } = person;
    let values = params![id, name, name_key, password, generation, made.cast_signed()];
    one(connection.prepare_cached(sql)?.execute(values)?)
}
