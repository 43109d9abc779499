//! Coaches' links, as SQL.

use super::apply::one;
use super::{Result, Row, Sql, values};
use crate::{KeptLink, Versioned};
use damka_conduct::PersonId;

const LINK: &str = "SELECT code, version, body, creator, task, created_at, ended_at FROM links";

pub fn add(connection: &dyn Sql, link: &KeptLink) -> Result<()> {
    let sql = "INSERT INTO links (code, version, body, creator, task, created_at, ended_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let KeptLink { code, game: Versioned { version, body }, creator, task, created_at, ended_at } = link;
    let creator = creator.as_ref().map(PersonId::as_str);
    let (created, ended) = (created_at.cast_signed(), ended_at.map(u64::cast_signed));
    one(connection, sql, values![code, version, body, creator, task, created, ended])
}

fn link_row(row: &Row<'_>) -> Result<KeptLink> {
    Ok(KeptLink {
        code: row.get(0)?,
        game: Versioned { version: row.get(1)?, body: row.get(2)? },
        creator: row.get::<Option<String>>(3)?.map(PersonId::new),
        task: row.get(4)?,
        created_at: row.get::<u64>(5)?,
        ended_at: row.get::<Option<u64>>(6)?,
    })
}

pub fn link(connection: &dyn Sql, code: &str) -> Result<Option<KeptLink>> {
    connection.maybe(&format!("{LINK} WHERE code = ?1"), values![code], link_row)
}

pub fn of(connection: &dyn Sql, person: &PersonId, most: u32) -> Result<Vec<KeptLink>> {
    let sql = format!("{LINK} WHERE creator = ?1 ORDER BY created_at DESC, code LIMIT ?2");
    connection.rows(&sql, values![person.as_str(), most], link_row)
}
