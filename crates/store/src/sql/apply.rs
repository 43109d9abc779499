//! One thing to be written, as SQL.

use super::apply_people as people;
use super::numbers::{kind_numbers, part_number, side_number, status_number};
use super::{EventRow, Result, Rows, Sql, Value, values};
use super::{contests, jobs, letters, membership, nodes, notices, shared};
use super::{links, runs, sessions, usage};
use crate::{About, Anchor, Ended, NewEvent, NewGame, Occupant, Part, Versioned, Write};
use damka_conduct::{GameId, PersonId};

/// Applies writes in their order within a transaction; appends that follow each other go together.
pub fn apply_all<'a>(connection: &dyn Sql, writes: impl Iterator<Item = &'a Write>) -> Result<()> {
    let mut rows = Vec::new();
    for write in writes {
        if let Write::Events { game, run, first, events } = write {
            rows.extend(event_rows(game, *run, *first, events));
            continue;
        }
        if !rows.is_empty() {
            connection.append(&rows)?;
            rows.clear();
        }
        apply(connection, write)?;
    }
    if rows.is_empty() { Ok(()) } else { connection.append(&rows) }
}

fn event_rows<'a>(
    game: &'a GameId,
    run: i64,
    first: u32,
    events: &'a [NewEvent],
) -> impl Iterator<Item = EventRow<'a>> {
    (first..).zip(events).map(move |(seq, event)| EventRow { game: game.as_str(), seq, run, event })
}

/// Applies one write within a transaction. What should change exactly one row and does not is an error.
fn apply(connection: &dyn Sql, write: &Write) -> Result<()> {
    match write {
        Write::Game(game) => add_game(connection, game),
        Write::Events { .. } => apply_all(connection, std::iter::once(write)),
        Write::Occupy { game, occupant } => occupy(connection, game, occupant),
        Write::Part { game, part, person } => take_part(connection, game, *part, person),
        Write::Unpart { game, part, person } => {
            let sql = "DELETE FROM parts
                       WHERE game = (SELECT number FROM games WHERE id = ?1) AND person = ?2 AND part = ?3";
            any(connection, sql, values![game.as_str(), person.as_str(), part_number(*part)])
        }
        Write::Status { game, status, now } => {
            let sql = "UPDATE games SET status = ?2, changed_at = ?3 WHERE id = ?1";
            one(connection, sql, values![game.as_str(), status_number(*status), now.cast_signed()])
        }
        Write::End { game, ended, now } => {
            end(connection, game, ended, *now)?;
            letters::end(connection, game)?;
            usage::weigh(connection, game)
        }
        Write::Anchor { game, anchor } => set_anchor(connection, game, *anchor),
        Write::LetGo { game, run, due } => {
            let sql = "UPDATE games SET due = ?3 WHERE id = ?1 AND anchor_run = ?2";
            any(connection, sql, values![game.as_str(), run, due.map(u64::cast_signed)])?;
            usage::weigh(connection, game)
        }
        Write::Take { game, run, wall } => nodes::take(connection, game, *run, *wall),
        Write::Release { game, run, due } => nodes::release(connection, game, *run, *due),
        Write::Mine { game, run } => nodes::mine(connection, game, *run),
        Write::Call { key, run, body } => nodes::call(connection, key, *run, body),
        Write::Reply { key, reply } => nodes::reply(connection, key, reply),
        Write::EndCall { key } => nodes::end_call(connection, key),
        Write::EndRun { run } => nodes::end(connection, *run),
        Write::Beat { run, beat, wall } => nodes::beat(connection, *run, *beat, *wall),
        Write::Outage(outage) => runs::add_outage(connection, *outage),
        Write::Newcomer(person) => people::add(connection, person),
        Write::Person(person) => people::put(connection, person),
        Write::Session { session, generation } => sessions::begin(connection, session, *generation),
        Write::FirstSession(session) => sessions::begin_first(connection, session),
        Write::SessionSeen { key, now } => sessions::see(connection, key, *now),
        Write::EndSession { person, key } => sessions::end(connection, person, key),
        Write::EndSessions { person, except } => sessions::end_all(connection, person, except.as_deref()),
        Write::Rename { person, name, key } => people::rename(connection, person, name, key),
        Write::Merge { from, into } => people::merge(connection, from, into),
        Write::Delete { person } => people::delete(connection, person),
        Write::Reword { game, seq, line } => {
            let sql = "UPDATE events SET line = ?3
                       WHERE game = (SELECT number FROM games WHERE id = ?1) AND seq = ?2";
            any(connection, sql, values![game.as_str(), seq, line])
        }
        Write::Club(write) => membership::apply(connection, write),
        Write::Contest(write) => contests::apply(connection, write),
        Write::Letters(write) => letters::apply(connection, write),
        Write::Notice(write) => notices::apply(connection, write),
        Write::Job(write) => jobs::apply(connection, write),
        Write::Shared(write) => shared::apply(connection, write),
        Write::Link(link) => links::add(connection, link),
        Write::EndLink { code, now } => {
            let sql = "UPDATE links SET ended_at = coalesce(ended_at, ?2) WHERE code = ?1";
            one(connection, sql, values![code, now.cast_signed()])
        }
        Write::Opened { link, game } => {
            let sql = "INSERT INTO link_games (link, game) SELECT ?1, number FROM games WHERE id = ?2";
            one(connection, sql, values![link, game.as_str()])
        }
        Write::Picture { person, picture } => {
            one(connection, "UPDATE people SET picture = ?2 WHERE id = ?1", values![person.as_str(), picture])
        }
        Write::Analysis { game, found } => {
            let Versioned { version, body } = found;
            let sql = "INSERT INTO analyses (game, version, body) SELECT number, ?2, ?3 FROM games WHERE id = ?1
                       ON CONFLICT (game) DO UPDATE SET version = excluded.version, body = excluded.body";
            one(connection, sql, values![game.as_str(), version, body])
        }
        Write::Note { person, game, text, now } => people::note(connection, person, game, text, *now),
        Write::Allowance { person, factor } => usage::allow(connection, person, *factor),
        Write::Charge { address, charge } => usage::charge(connection, address, *charge),
        Write::Remove { game, person } => remove(connection, game, person),
        Write::Forget { game } => forget(connection, game),
    }
}

/// Changes as many rows as there are.
pub fn any(connection: &dyn Sql, sql: &str, values: &[Value<'_>]) -> Result<()> {
    connection.execute(sql, values, Rows::Any)
}

/// Changes one row, or it is an error.
pub fn one(connection: &dyn Sql, sql: &str, values: &[Value<'_>]) -> Result<()> {
    connection.execute(sql, values, Rows::One)
}

fn add_game(connection: &dyn Sql, game: &NewGame) -> Result<()> {
    let sql = "INSERT INTO games (id, spec, rules, status, created_at, changed_at, creator, imported, listed, delay,
                                  private)
               VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9, ?10)";
    let NewGame { id, spec, rules, imported, access, .. } = game;
    let (status, created_at) = (status_number(game.status), game.created_at.cast_signed());
    let creator = game.creator.as_ref().map(PersonId::as_str);
    let (id_text, listed, delay, private) = (id.as_str(), access.listed, access.delay.cast_signed(), access.private);
    let values = values![id_text, spec, rules, status, created_at, creator, imported, listed, delay, private];
    one(connection, sql, values)?;
    for occupant in &game.occupants {
        occupy(connection, id, occupant)?;
    }
    for (part, person) in &game.parts {
        take_part(connection, id, *part, person)?;
    }
    add_about(connection, id, &game.about)?;
    for (kind, secret) in (0..).zip([&access.invitation, &access.arbiter_invitation, &access.watch_invitation]) {
        if let Some(secret) = secret {
            let sql = "INSERT INTO invitations (game, kind, secret) SELECT number, ?2, ?3 FROM games WHERE id = ?1";
            one(connection, sql, values![id_text, kind, secret])?;
        }
    }
    Ok(())
}

fn add_about(connection: &dyn Sql, game: &GameId, about: &About) -> Result<()> {
    if let Some([first, last]) = about.days {
        let sql = "UPDATE games SET first_day = ?2, last_day = ?3 WHERE id = ?1";
        one(connection, sql, values![game.as_str(), first, last])?;
    }
    let sql = "INSERT INTO tags (game, place, name, value) SELECT number, ?2, ?3, ?4 FROM games WHERE id = ?1";
    (0..)
        .zip(&about.tags)
        .try_for_each(|(place, (name, value))| one(connection, sql, values![game.as_str(), place, name, value]))
}

fn occupy(connection: &dyn Sql, game: &GameId, occupant: &Occupant) -> Result<()> {
    let sql = "INSERT INTO occupants (game, seat, place, person, name, kind, level, seed)
               SELECT number, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM games WHERE id = ?1";
    let (seat, (kind, level, seed)) = (side_number(occupant.seat), kind_numbers(&occupant.kind));
    let person = occupant.person().map(PersonId::as_str);
    let Occupant { place, name, .. } = occupant;
    one(connection, sql, values![game.as_str(), seat, place, person, name, kind, level, seed])
}

fn take_part(connection: &dyn Sql, game: &GameId, part: Part, person: &PersonId) -> Result<()> {
    // Somebody who has the part already keeps it, but a game that is not there is an error.
    let sql = "INSERT INTO parts (game, person, part) SELECT number, ?2, ?3 FROM games WHERE id = ?1
               ON CONFLICT (game, person, part) DO UPDATE SET part = excluded.part";
    one(connection, sql, values![game.as_str(), person.as_str(), part_number(part)])
}

fn end(connection: &dyn Sql, game: &GameId, ended: &Ended, now: u64) -> Result<()> {
    let sql = "UPDATE games SET status = 3, changed_at = ?2, winner = ?3, reason = ?4, fen = ?5, plies = ?6
               WHERE id = ?1";
    let Ended { winner, reason, fen, plies } = ended;
    one(connection, sql, values![game.as_str(), now.cast_signed(), winner.map(side_number), reason, fen, plies])
}

fn set_anchor(connection: &dyn Sql, game: &GameId, anchor: Anchor) -> Result<()> {
    let sql = "UPDATE games SET anchor_run = ?2, anchor_run_ms = ?3, anchor_game_ms = ?4, due = NULL WHERE id = ?1";
    let Anchor { run, run_ms, game_ms } = anchor;
    one(connection, sql, values![game.as_str(), run, run_ms.cast_signed(), game_ms.cast_signed()])
}

fn remove(connection: &dyn Sql, game: &GameId, person: &PersonId) -> Result<()> {
    people::note(connection, person, game, "", 0)?;
    let sql = "INSERT INTO removed (game, person) SELECT number, ?2 FROM games WHERE id = ?1 AND status = 3
               ON CONFLICT (game, person) DO UPDATE SET person = excluded.person";
    one(connection, sql, values![game.as_str(), person.as_str()])?;
    // Where somebody else has the game in a list, or notes about it, they keep it; so do the
    // coach whose link opened it, and its contest.
    let sql = "SELECT EXISTS (
                   SELECT person FROM occupants WHERE game = g.number AND person IS NOT NULL
                   UNION SELECT person FROM parts WHERE game = g.number AND part IN (0, 1)
                   EXCEPT SELECT person FROM removed WHERE game = g.number
               ) OR EXISTS (SELECT 1 FROM notes WHERE game = g.number)
                 OR EXISTS (SELECT 1 FROM link_games WHERE game = g.number)
                 OR g.contest IS NOT NULL
               FROM games g WHERE id = ?1";
    let is_wanted: bool = connection.row(sql, values![game.as_str()], |row| row.get(0))?;
    if is_wanted { Ok(()) } else { forget(connection, game) }
}

fn forget(connection: &dyn Sql, game: &GameId) -> Result<()> {
    // Events refer to no row of games: that would be looked up for each of them.
    let sql = "DELETE FROM events WHERE game = (SELECT number FROM games WHERE id = ?1)";
    any(connection, sql, values![game.as_str()])?;
    one(connection, "DELETE FROM games WHERE id = ?1", values![game.as_str()])
}
