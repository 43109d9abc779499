//! People and what is theirs, as SQL. Lines of events name nobody, so none of this changes an event.

use super::apply::{any, one};
use super::{contests, letters, membership, notices};
use crate::Person;
use damka_conduct::{GameId, PersonId};
use rusqlite::{Connection, Result, params};

/// Adds somebody who may be known already.
pub fn add(connection: &Connection, person: &Person) -> Result<()> {
    let sql = "INSERT OR IGNORE INTO people (id, name, name_key, password, generation, created_at, picture)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let Person { id, name, name_key, password, generation, created_at, picture } = person;
    any(connection, sql, params![id.as_str(), name, name_key, password, generation, created_at.cast_signed(), picture])
}

/// Adds or changes a person. The picture of a known person stays: another write changes it. Generations only increase.
pub fn put(connection: &Connection, person: &Person) -> Result<()> {
    let sql = "INSERT INTO people (id, name, name_key, password, generation, created_at, picture)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
               ON CONFLICT (id) DO UPDATE SET name = ?2, name_key = ?3, password = ?4,
                   generation = max(generation, ?5)";
    let Person { id, name, name_key, password, generation, created_at, picture } = person;
    one(connection, sql, params![id.as_str(), name, name_key, password, generation, created_at.cast_signed(), picture])
}

/// Games that are over keep the names under which they were played.
pub fn rename(connection: &Connection, id: &PersonId, name: &str, key: &str) -> Result<()> {
    let person = id.as_str();
    one(connection, "UPDATE people SET name = ?2, name_key = ?3 WHERE id = ?1", params![person, name, key])?;
    let sql = "UPDATE occupants SET name = ?2
               WHERE person = ?1 AND (SELECT status FROM games WHERE number = occupants.game) < 3";
    any(connection, sql, params![person, name])?;
    contests::rename(connection, id, name)
}

/// Everything of one becomes the other's. An account stays, so that its password still means something.
pub fn merge(connection: &Connection, from: &PersonId, into: &PersonId) -> Result<()> {
    if from == into {
        return Ok(());
    }
    let both = params![from.as_str(), into.as_str()];
    any(connection, "UPDATE games SET creator = ?2 WHERE creator = ?1", both)?;
    any(connection, "UPDATE occupants SET person = ?2 WHERE person = ?1", both)?;
    any(connection, "UPDATE links SET creator = ?2 WHERE creator = ?1", both)?;
    let sql = "UPDATE people SET picture = coalesce(picture, (SELECT picture FROM people WHERE id = ?1)) WHERE id = ?2";
    any(connection, sql, both)?;
    let sql = "UPDATE people SET allowance = max(allowance, (SELECT allowance FROM people WHERE id = ?1))
               WHERE id = ?2 AND EXISTS (SELECT 1 FROM people WHERE id = ?1)";
    any(connection, sql, both)?;
    // What the other has already stays as it is.
    any(connection, "UPDATE OR IGNORE parts SET person = ?2 WHERE person = ?1", both)?;
    any(connection, "UPDATE OR IGNORE notes SET person = ?2 WHERE person = ?1", both)?;
    any(connection, "UPDATE OR IGNORE removed SET person = ?2 WHERE person = ?1", both)?;
    delete_lists_and_notes(connection, from)?;
    membership::merge(connection, from, into)?;
    contests::merge(connection, from, into)?;
    notices::merge(connection, from, into)?;
    letters::merge(connection, from, into)?;
    any(connection, "DELETE FROM people WHERE id = ?1 AND password IS NULL", params![from.as_str()])
}

/// Deletes somebody; others keep the games that they played together.
pub fn delete(connection: &Connection, person: &PersonId) -> Result<()> {
    delete_lists_and_notes(connection, person)?;
    membership::delete(connection, person)?;
    contests::delete(connection, person)?;
    notices::delete(connection, person)?;
    letters::delete(connection, person)?;
    for sql in [
        "UPDATE games SET creator = NULL WHERE creator = ?1",
        "UPDATE occupants SET person = NULL, name = NULL WHERE person = ?1",
        "DELETE FROM link_games WHERE link IN (SELECT code FROM links WHERE creator = ?1)",
        "DELETE FROM links WHERE creator = ?1",
        "DELETE FROM people WHERE id = ?1",
    ] {
        any(connection, sql, params![person.as_str()])?;
    }
    Ok(())
}

fn delete_lists_and_notes(connection: &Connection, person: &PersonId) -> Result<()> {
    for table in ["parts", "notes", "removed"] {
        any(connection, &format!("DELETE FROM {table} WHERE person = ?1"), params![person.as_str()])?;
    }
    Ok(())
}

/// Keeps what somebody noted about a game; an empty text takes it away.
pub fn note(connection: &Connection, person: &PersonId, game: &GameId, text: &str, now: u64) -> Result<()> {
    let (person, game) = (person.as_str(), game.as_str());
    if text.is_empty() {
        let sql = "DELETE FROM notes WHERE person = ?1 AND game = (SELECT number FROM games WHERE id = ?2)";
        return any(connection, sql, params![person, game]);
    }
    let sql = "INSERT OR REPLACE INTO notes (person, game, text, changed_at)
               SELECT ?1, number, ?3, ?4 FROM games WHERE id = ?2";
    one(connection, sql, params![person, game, text, now.cast_signed()])
}
