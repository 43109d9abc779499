//! Coaches' links, as SQL.

use super::apply::one;
use super::numbers::{maybe_unsigned, unsigned};
use crate::{KeptLink, Versioned};
use damka_conduct::PersonId;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

const LINK: &str = "SELECT code, version, body, creator, task, created_at, ended_at FROM links";

pub fn add(connection: &Connection, link: &KeptLink) -> Result<()> {
    let sql = "INSERT INTO links (code, version, body, creator, task, created_at, ended_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let KeptLink { code, game: Versioned { version, body }, creator, task, created_at, ended_at } = link;
    let creator = creator.as_ref().map(PersonId::as_str);
    let (created, ended) = (created_at.cast_signed(), ended_at.map(u64::cast_signed));
    one(connection, sql, params![code, version, body, creator, task, created, ended])
}

fn link_row(row: &Row<'_>) -> Result<KeptLink> {
    Ok(KeptLink {
        code: row.get(0)?,
        game: Versioned { version: row.get(1)?, body: row.get(2)? },
        creator: row.get::<_, Option<String>>(3)?.map(PersonId::new),
        task: row.get(4)?,
        created_at: unsigned(row, 5)?,
        ended_at: maybe_unsigned(row, 6)?,
    })
}

pub fn link(connection: &Connection, code: &str) -> Result<Option<KeptLink>> {
    connection.prepare_cached(&format!("{LINK} WHERE code = ?1"))?.query_row([code], link_row).optional()
}

pub fn of(connection: &Connection, person: &PersonId, most: u32) -> Result<Vec<KeptLink>> {
    let sql = format!("{LINK} WHERE creator = ?1 ORDER BY created_at DESC, code LIMIT ?2");
    connection.prepare_cached(&sql)?.query_map(params![person.as_str(), most], link_row)?.collect()
}
