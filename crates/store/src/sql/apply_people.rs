//! People and what is theirs, as SQL. Lines of events name nobody, so none of this changes an event.

use super::apply::{any, one};
use super::{Result, Sql, Value, values};
use super::{contests, jobs, letters, membership, notices, shared};
use crate::Person;
use damka_conduct::{GameId, PersonId};

/// Adds somebody who may be known already.
pub fn add(connection: &dyn Sql, person: &Person) -> Result<()> {
    let sql = "INSERT INTO people (id, name, name_key, password, generation, created_at, picture)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING";
    let Person { id, name, name_key, password, generation, created_at, picture } = person;
    any(connection, sql, values![id.as_str(), name, name_key, password, generation, created_at.cast_signed(), picture])
}

/// Adds or changes a person. The picture of a known person stays: another write changes it. Generations only increase.
pub fn put(connection: &dyn Sql, person: &Person) -> Result<()> {
    let sql = "INSERT INTO people (id, name, name_key, password, generation, created_at, picture)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
               ON CONFLICT (id) DO UPDATE SET
                   name = excluded.name, name_key = excluded.name_key, password = excluded.password,
                   generation = CASE WHEN people.generation > excluded.generation THEN people.generation
                                     ELSE excluded.generation END";
    let Person { id, name, name_key, password, generation, created_at, picture } = person;
    one(connection, sql, values![id.as_str(), name, name_key, password, generation, created_at.cast_signed(), picture])
}

/// Games that are over keep the names under which they were played.
pub fn rename(connection: &dyn Sql, id: &PersonId, name: &str, key: &str) -> Result<()> {
    let person = id.as_str();
    one(connection, "UPDATE people SET name = ?2, name_key = ?3 WHERE id = ?1", values![person, name, key])?;
    let sql = "UPDATE occupants SET name = ?2
               WHERE person = ?1 AND (SELECT status FROM games WHERE number = occupants.game) < 3";
    any(connection, sql, values![person, name])?;
    contests::rename(connection, id, name)
}

/// Everything of one becomes the other's. An account stays, so that its password still means something.
pub fn merge(connection: &dyn Sql, from: &PersonId, into: &PersonId) -> Result<()> {
    if from == into {
        return Ok(());
    }
    let both = values![from.as_str(), into.as_str()];
    any(connection, "UPDATE games SET creator = ?2 WHERE creator = ?1", both)?;
    any(connection, "UPDATE occupants SET person = ?2 WHERE person = ?1", both)?;
    any(connection, "UPDATE links SET creator = ?2 WHERE creator = ?1", both)?;
    let sql = "UPDATE people SET picture = coalesce(picture, (SELECT picture FROM people WHERE id = ?1)) WHERE id = ?2";
    any(connection, sql, both)?;
    let sql = "UPDATE people SET allowance = (SELECT max(allowance) FROM people WHERE id IN (?1, ?2))
               WHERE id = ?2 AND EXISTS (SELECT 1 FROM people WHERE id = ?1)";
    any(connection, sql, both)?;
    // What the other has already stays as it is.
    move_rows(connection, "parts", "t.game = parts.game AND t.part = parts.part", both)?;
    move_rows(connection, "notes", "t.game = notes.game", both)?;
    move_rows(connection, "removed", "t.game = removed.game", both)?;
    delete_lists_and_notes(connection, from)?;
    membership::merge(connection, from, into)?;
    contests::merge(connection, from, into)?;
    letters::merge(connection, from, into)?;
    notices::merge(connection, from, into)?;
    jobs::merge(connection, from, into)?;
    shared::forget_person(connection, from)?;
    any(connection, "DELETE FROM people WHERE id = ?1 AND password IS NULL", values![from.as_str()])
}

/// Deletes somebody; others keep the games that they played together.
pub fn delete(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    delete_lists_and_notes(connection, person)?;
    membership::delete(connection, person)?;
    contests::delete(connection, person)?;
    letters::delete(connection, person)?;
    notices::delete(connection, person)?;
    jobs::delete(connection, person)?;
    shared::forget_person(connection, person)?;
    for sql in [
        "UPDATE games SET creator = NULL WHERE creator = ?1",
        "UPDATE occupants SET person = NULL, name = NULL WHERE person = ?1",
        "DELETE FROM link_games WHERE link IN (SELECT code FROM links WHERE creator = ?1)",
        "DELETE FROM links WHERE creator = ?1",
        "DELETE FROM people WHERE id = ?1",
    ] {
        any(connection, sql, values![person.as_str()])?;
    }
    Ok(())
}

/// Makes the rows of one person another's, except where the other already has the same. What is the same is said of a row
/// and of the other's row `t`.
pub fn move_rows(connection: &dyn Sql, table: &str, same: &str, both: &[Value<'_>]) -> Result<()> {
    let sql = format!(
        "UPDATE {table} SET person = ?2 WHERE person = ?1
         AND NOT EXISTS (SELECT 1 FROM {table} t WHERE t.person = ?2 AND {same})"
    );
    any(connection, &sql, both)
}

fn delete_lists_and_notes(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    for table in ["parts", "notes", "removed"] {
        any(connection, &format!("DELETE FROM {table} WHERE person = ?1"), values![person.as_str()])?;
    }
    Ok(())
}

/// Keeps what somebody noted about a game; an empty text takes it away.
pub fn note(connection: &dyn Sql, person: &PersonId, game: &GameId, text: &str, now: u64) -> Result<()> {
    let (person, game) = (person.as_str(), game.as_str());
    if text.is_empty() {
        let sql = "DELETE FROM notes WHERE person = ?1 AND game = (SELECT number FROM games WHERE id = ?2)";
        return any(connection, sql, values![person, game]);
    }
    let sql = "INSERT INTO notes (person, game, text, changed_at) SELECT ?1, number, ?3, ?4 FROM games WHERE id = ?2
               ON CONFLICT (person, game) DO UPDATE SET text = excluded.text, changed_at = excluded.changed_at";
    one(connection, sql, values![person, game, text, now.cast_signed()])
}
