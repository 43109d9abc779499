//! Questions about games, as SQL.

use super::numbers::{part_of, scope_of, side_of, status_number, status_of};
use super::{Result, Row, Sql, values};
use crate::{
    About, Access, Anchor, ClientNumber, ContestBoard, Day, DueGame, Ended, GameRow, KeptEvent, KeptGame, NewEvent,
    NewGame, Occupant, OccupantKind,
};
use damka_conduct::{ContestId, GameId, PersonId, Status};
use damka_rules::Colour;

pub const GAME: &str =
    "g.number, g.id, g.spec, g.rules, g.status, g.created_at, g.creator, g.listed, g.delay, g.imported,
    g.changed_at, g.anchor_run, g.anchor_run_ms, g.anchor_game_ms, g.winner, g.reason, g.fen, g.plies, g.first_day,
    g.last_day, g.hidden, g.private, (SELECT id FROM contests c WHERE c.number = g.contest), g.board";

pub fn game_id(row: &Row<'_>, at: usize) -> Result<GameId> {
    row.get::<String>(at).map(GameId::new)
}

fn maybe_person(row: &Row<'_>, at: usize) -> Result<Option<PersonId>> {
    Ok(row.get::<Option<String>>(at)?.map(PersonId::new))
}

pub fn game_row(row: &Row<'_>) -> Result<GameRow> {
    let game = NewGame {
        id: game_id(row, 1)?,
        spec: row.get(2)?,
        rules: row.get(3)?,
        status: status_of(row.get(4)?),
        created_at: row.get::<u64>(5)?,
        creator: maybe_person(row, 6)?,
        occupants: Vec::new(),
        parts: Vec::new(),
        access: Access {
            listed: row.get(7)?,
            delay: row.get::<u64>(8)?,
            hidden: row.get(20)?,
            private: row.get(21)?,
            ..Access::default()
        },
        imported: row.get(9)?,
        about: About { tags: Vec::new(), days: days(row)? },
    };
    let anchor = match row.get::<Option<i64>>(11)? {
        Some(run) => Some(Anchor { run, run_ms: row.get::<u64>(12)?, game_ms: row.get::<u64>(13)? }),
        None => None,
    };
    let ended = match row.get(16)? {
        Some(fen) => Some(Ended { winner: maybe_side(row, 14)?, reason: row.get(15)?, fen, plies: row.get(17)? }),
        None => None,
    };
    let board = match (row.get::<Option<String>>(22)?, row.get(23)?) {
        (Some(contest), Some(board)) => Some(ContestBoard { contest: ContestId::new(contest), board }),
        _ => None,
    };
    let game = KeptGame { game, anchor, ended, changed_at: row.get::<u64>(10)?, board };
    Ok(GameRow { number: row.get(0)?, game })
}

fn days(row: &Row<'_>) -> Result<Option<[Day; 2]>> {
    Ok(row.get::<Option<Day>>(18)?.zip(row.get(19)?).map(|(first, last)| [first, last]))
}

fn maybe_side(row: &Row<'_>, at: usize) -> Result<Option<Colour>> {
    Ok(row.get::<Option<i64>>(at)?.and_then(side_of))
}

/// Adds what other tables know of a game.
pub fn add_rows(connection: &dyn Sql, row: &mut GameRow) -> Result<()> {
    let game = &mut row.game.game;
    let sql = "SELECT seat, place, person, o.name, kind, level, seed, picture
               FROM occupants o LEFT JOIN people ON people.id = person WHERE game = ?1 ORDER BY seat, place";
    game.occupants.extend(connection.rows(sql, values![row.number], occupant_row)?.into_iter().flatten());
    let sql = "SELECT part, person FROM parts WHERE game = ?1 ORDER BY part, person";
    let read = |row: &Row<'_>| Ok((part_of(row.get(0)?), PersonId::new(row.get::<String>(1)?)));
    for (part, person) in connection.rows(sql, values![row.number], read)? {
        game.parts.extend(part.map(|part| (part, person)));
    }
    let sql = "SELECT kind, secret FROM invitations WHERE game = ?1";
    for invitation in connection.rows(sql, values![row.number], |row| Ok((row.get::<i64>(0)?, row.get(1)?)))? {
        match invitation {
            (0, secret) => game.access.invitation = Some(secret),
            (1, secret) => game.access.arbiter_invitation = Some(secret),
            (_, secret) => game.access.watch_invitation = Some(secret),
        }
    }
    let sql = "SELECT name, value FROM tags WHERE game = ?1 ORDER BY place";
    game.about.tags = connection.rows(sql, values![row.number], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(())
}

fn occupant_row(row: &Row<'_>) -> Result<Option<Occupant>> {
    let Some(seat) = side_of(row.get(0)?) else { return Ok(None) };
    let kind = match row.get::<i64>(4)? {
        0 => OccupantKind::Person(maybe_person(row, 2)?),
        _ => OccupantKind::Computer { level: row.get(5)?, seed: row.get::<u64>(6)? },
    };
    Ok(Some(Occupant { seat, place: row.get(1)?, kind, name: row.get(3)?, picture: row.get(7)? }))
}

pub fn game(connection: &dyn Sql, id: &GameId) -> Result<Option<KeptGame>> {
    let sql = format!("SELECT {GAME} FROM games g WHERE g.id = ?1");
    let found = connection.maybe(&sql, values![id.as_str()], game_row)?;
    let Some(mut row) = found else { return Ok(None) };
    add_rows(connection, &mut row)?;
    Ok(Some(row.game))
}

pub fn events(connection: &dyn Sql, game: &GameId, after: u32) -> Result<Vec<KeptEvent>> {
    let sql = "SELECT seq, run, wall, scope, client, n, line FROM events
               WHERE game = (SELECT number FROM games WHERE id = ?1) AND seq > ?2 ORDER BY seq";
    connection.rows(sql, values![game.as_str(), after], event_row)
}

fn event_row(row: &Row<'_>) -> Result<KeptEvent> {
    let client = row.get::<Option<u64>>(4)?.zip(row.get::<Option<u64>>(5)?);
    let event = NewEvent {
        line: row.get(6)?,
        scope: scope_of(row.get(3)?),
        client: client.map(|(client, n)| ClientNumber { client, n }),
        wall: row.get::<u64>(2)?,
    };
    Ok(KeptEvent { seq: row.get(0)?, run: row.get(1)?, event })
}

pub fn due(connection: &dyn Sql, run: i64) -> Result<Vec<DueGame>> {
    // The comparison with 3 lets SQLite use the index of the games that are not over.
    let sql = "SELECT id, due FROM games
               WHERE status = 2 AND status < 3 AND anchor_run IS NOT NULL AND anchor_run <> ?1 ORDER BY number";
    let read = |row: &Row<'_>| Ok(DueGame { id: game_id(row, 0)?, due: row.get::<Option<u64>>(1)? });
    connection.rows(sql, values![run], read)
}

pub fn games_in(
    connection: &dyn Sql,
    status: Status,
    listed: bool,
    before: Option<i64>,
    most: u32,
) -> Result<Vec<(i64, GameId)>> {
    let only_listed = if listed { " AND listed = 1" } else { "" };
    let question = in_status("number, id", status);
    let sql = format!("{question}{only_listed} AND number < ?2 ORDER BY number DESC LIMIT ?3");
    let values = values![status_number(status), before.unwrap_or(i64::MAX), most];
    connection.rows(&sql, values, |row| Ok((row.get(0)?, game_id(row, 1)?)))
}

pub fn count_in(connection: &dyn Sql, status: Status) -> Result<u32> {
    let sql = in_status("count(*)", status);
    connection.row(&sql, values![status_number(status)], |row| row.get(0))
}

/// The index knows only games that are not over, and is used only where the question says so.
fn in_status(what: &str, status: Status) -> String {
    let not_over = if status == Status::Over { "" } else { " AND status < 3" };
    format!("SELECT {what} FROM games WHERE status = ?1{not_over}")
}

/// How many games a link has opened, and the newest of them.
pub fn opened_by(connection: &dyn Sql, link: &str, most: u32) -> Result<(u32, Vec<GameRow>)> {
    let count = "SELECT count(*) FROM link_games WHERE link = ?1";
    let count = connection.row(count, values![link], |row| row.get(0))?;
    let sql = format!(
        "SELECT {GAME} FROM link_games l JOIN games g ON g.number = l.game WHERE l.link = ?1
         ORDER BY g.number DESC LIMIT ?2"
    );
    let mut rows = connection.rows(&sql, values![link, most], game_row)?;
    for row in &mut rows {
        add_rows(connection, row)?;
    }
    Ok((count, rows))
}
