//! Questions about games, as SQL.

use super::numbers::{maybe_unsigned, part_of, scope_of, side_of, status_number, status_of, unsigned};
use crate::{
    About, Access, Anchor, ClientNumber, ContestBoard, Day, DueGame, Ended, GameRow, KeptEvent, KeptGame, NewEvent,
    NewGame, Occupant, OccupantKind,
};
use damka_conduct::{ContestId, GameId, PersonId, Status};
use damka_rules::Colour;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

pub const GAME: &str =
    "g.number, g.id, g.spec, g.rules, g.status, g.created_at, g.creator, g.listed, g.delay, g.imported,
    g.changed_at, g.anchor_run, g.anchor_run_ms, g.anchor_game_ms, g.winner, g.reason, g.fen, g.plies, g.first_day,
    g.last_day, g.hidden, g.private, (SELECT id FROM contests c WHERE c.number = g.contest), g.board";

pub fn game_id(row: &Row<'_>, at: usize) -> Result<GameId> {
    row.get::<_, String>(at).map(GameId::new)
}

fn maybe_person(row: &Row<'_>, at: usize) -> Result<Option<PersonId>> {
    Ok(row.get::<_, Option<String>>(at)?.map(PersonId::new))
}

pub fn game_row(row: &Row<'_>) -> Result<GameRow> {
    let game = NewGame {
        id: game_id(row, 1)?,
        spec: row.get(2)?,
        rules: row.get(3)?,
        status: status_of(row.get(4)?),
        created_at: unsigned(row, 5)?,
        creator: maybe_person(row, 6)?,
        occupants: Vec::new(),
        parts: Vec::new(),
        access: Access {
            listed: row.get(7)?,
            delay: unsigned(row, 8)?,
            hidden: row.get(20)?,
            private: row.get(21)?,
            ..Access::default()
        },
        imported: row.get(9)?,
        about: About { tags: Vec::new(), days: days(row)? },
    };
    let anchor = match row.get::<_, Option<i64>>(11)? {
        Some(run) => Some(Anchor { run, run_ms: unsigned(row, 12)?, game_ms: unsigned(row, 13)? }),
        None => None,
    };
    let ended = match row.get(16)? {
        Some(fen) => Some(Ended { winner: maybe_side(row, 14)?, reason: row.get(15)?, fen, plies: row.get(17)? }),
        None => None,
    };
    let board = match (row.get::<_, Option<String>>(22)?, row.get(23)?) {
        (Some(contest), Some(board)) => Some(ContestBoard { contest: ContestId::new(contest), board }),
        _ => None,
    };
    let game = KeptGame { game, anchor, ended, changed_at: unsigned(row, 10)?, board };
    Ok(GameRow { number: row.get(0)?, game })
}

fn days(row: &Row<'_>) -> Result<Option<[Day; 2]>> {
    Ok(row.get::<_, Option<Day>>(18)?.zip(row.get(19)?).map(|(first, last)| [first, last]))
}

fn maybe_side(row: &Row<'_>, at: usize) -> Result<Option<Colour>> {
    Ok(row.get::<_, Option<i64>>(at)?.and_then(side_of))
}

/// Adds what other tables know of a game.
pub fn add_rows(connection: &Connection, row: &mut GameRow) -> Result<()> {
    let game = &mut row.game.game;
    let sql = "SELECT seat, place, person, o.name, kind, level, seed, picture
               FROM occupants o LEFT JOIN people ON people.id = person WHERE game = ?1 ORDER BY seat, place";
    for occupant in connection.prepare_cached(sql)?.query_map([row.number], occupant_row)? {
        game.occupants.extend(occupant?);
    }
    let sql = "SELECT part, person FROM parts WHERE game = ?1 ORDER BY part, person";
    let read = |row: &Row<'_>| Ok((part_of(row.get(0)?), PersonId::new(row.get::<_, String>(1)?)));
    for part in connection.prepare_cached(sql)?.query_map([row.number], read)? {
        let (part, person) = part?;
        game.parts.extend(part.map(|part| (part, person)));
    }
    let sql = "SELECT kind, secret FROM invitations WHERE game = ?1";
    for invitation in connection.prepare_cached(sql)?.query_map([row.number], |row| Ok((row.get(0)?, row.get(1)?)))? {
        match invitation? {
            (0, secret) => game.access.invitation = Some(secret),
            (1, secret) => game.access.arbiter_invitation = Some(secret),
            (_, secret) => game.access.watch_invitation = Some(secret),
        }
    }
    let sql = "SELECT name, value FROM tags WHERE game = ?1 ORDER BY place";
    for tag in connection.prepare_cached(sql)?.query_map([row.number], |row| Ok((row.get(0)?, row.get(1)?)))? {
        game.about.tags.push(tag?);
    }
    Ok(())
}

fn occupant_row(row: &Row<'_>) -> Result<Option<Occupant>> {
    let Some(seat) = side_of(row.get(0)?) else { return Ok(None) };
    let kind = match row.get(4)? {
        0 => OccupantKind::Person(maybe_person(row, 2)?),
        _ => OccupantKind::Computer { level: row.get(5)?, seed: unsigned(row, 6)? },
    };
    Ok(Some(Occupant { seat, place: row.get(1)?, kind, name: row.get(3)?, picture: row.get(7)? }))
}

pub fn game(connection: &Connection, id: &GameId) -> Result<Option<KeptGame>> {
    let sql = format!("SELECT {GAME} FROM games g WHERE g.id = ?1");
    let found = connection.prepare_cached(&sql)?.query_row([id.as_str()], game_row).optional()?;
    let Some(mut row) = found else { return Ok(None) };
    add_rows(connection, &mut row)?;
    Ok(Some(row.game))
}

pub fn events(connection: &Connection, game: &GameId, after: u32) -> Result<Vec<KeptEvent>> {
    let sql = "SELECT seq, run, wall, scope, client, n, line FROM events
               WHERE game = (SELECT number FROM games WHERE id = ?1) AND seq > ?2 ORDER BY seq";
    connection.prepare_cached(sql)?.query_map(params![game.as_str(), after], event_row)?.collect()
}

fn event_row(row: &Row<'_>) -> Result<KeptEvent> {
    let client = maybe_unsigned(row, 4)?.zip(maybe_unsigned(row, 5)?);
    let event = NewEvent {
        line: row.get(6)?,
        scope: scope_of(row.get(3)?),
        client: client.map(|(client, n)| ClientNumber { client, n }),
        wall: unsigned(row, 2)?,
    };
    Ok(KeptEvent { seq: row.get(0)?, run: row.get(1)?, event })
}

pub fn due(connection: &Connection, run: i64) -> Result<Vec<DueGame>> {
    // The comparison with 3 lets SQLite use the index of the games that are not over.
    let sql = "SELECT id, due FROM games
               WHERE status = 2 AND status < 3 AND anchor_run IS NOT NULL AND anchor_run <> ?1 ORDER BY number";
    let read = |row: &Row<'_>| Ok(DueGame { id: game_id(row, 0)?, due: maybe_unsigned(row, 1)? });
    connection.prepare_cached(sql)?.query_map([run], read)?.collect()
}

pub fn games_in(
    connection: &Connection,
    status: Status,
    listed: bool,
    before: Option<i64>,
    most: u32,
) -> Result<Vec<(i64, GameId)>> {
    let only_listed = if listed { " AND listed = 1" } else { "" };
    let question = in_status("number, id", status);
    let sql = format!("{question}{only_listed} AND number < ?2 ORDER BY number DESC LIMIT ?3");
    let values = params![status_number(status), before.unwrap_or(i64::MAX), most];
    connection.prepare_cached(&sql)?.query_map(values, |row| Ok((row.get(0)?, game_id(row, 1)?)))?.collect()
}

pub fn count_in(connection: &Connection, status: Status) -> Result<u32> {
    let sql = in_status("count(*)", status);
    connection.prepare_cached(&sql)?.query_row([status_number(status)], |row| row.get(0))
}

/// The index knows only games that are not over, and is used only where the question says so.
fn in_status(what: &str, status: Status) -> String {
    let not_over = if status == Status::Over { "" } else { " AND status < 3" };
    format!("SELECT {what} FROM games WHERE status = ?1{not_over}")
}

/// How many games a link has opened, and the newest of them.
pub fn opened_by(connection: &Connection, link: &str, most: u32) -> Result<(u32, Vec<GameRow>)> {
    let count = "SELECT count(*) FROM link_games WHERE link = ?1";
    let count = connection.prepare_cached(count)?.query_row([link], |row| row.get(0))?;
    let sql = format!(
        "SELECT {GAME} FROM link_games l JOIN games g ON g.number = l.game WHERE l.link = ?1
         ORDER BY g.number DESC LIMIT ?2"
    );
    let mut found = connection.prepare_cached(&sql)?;
    let rows: Result<Vec<GameRow>> = found.query_map(params![link, most], game_row)?.collect();
    let mut rows = rows?;
    for row in &mut rows {
        add_rows(connection, row)?;
    }
    Ok((count, rows))
}
