//! Pages that nothing refers to any more, because the page above them is damaged.
//!
//! Such a page is intact. SQLite can read it from the place of its table's root, so each is put there, in the working
//! copy, and read as a table of one page.

use super::ranges::Row;
use crate::StoreError;
use rusqlite::Connection;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The page types: inner pages and leaves of tables by row number, and of tables kept in key order.
const WITH_NUMBERS: [u8; 2] = [5, 13];
const BY_KEY: [u8; 2] = [2, 10];

/// A file with pages that nothing refers to.
pub struct Orphans {
    path: PathBuf,
    size: usize,
    /// The pages, with their types.
    pages: Vec<(u64, u8)>,
}

impl Orphans {
    /// Finds the pages that belong to no table or index and are not free.
    pub fn find(path: &Path, source: &Connection) -> Result<Orphans, StoreError> {
        let mut file = File::open(path)?;
        let size =
            usize::try_from(source.query_row("PRAGMA page_size", [], |row| row.get::<_, i64>(0))?).unwrap_or(4096);
        let count = file.metadata()?.len() / size as u64;
        let mut known = HashSet::from([1]);
        free_pages(&mut file, size, &mut known)?;
        let mut roots = source.prepare("SELECT rootpage FROM sqlite_schema WHERE rootpage > 1")?;
        let mut todo: Vec<u64> = roots.query_map([], |row| row.get::<_, u32>(0).map(u64::from))?.flatten().collect();
        while let Some(number) = todo.pop() {
            if (2..=count).contains(&number) && known.insert(number) {
                todo.extend(children(&page(&mut file, size, number)?));
            }
        }
        let mut pages = Vec::new();
        for number in (2..=count).filter(|number| !known.contains(number)) {
            let kind = page(&mut file, size, number)?[0];
            if WITH_NUMBERS.contains(&kind) || BY_KEY.contains(&kind) {
                pages.push((number, kind));
            }
        }
        Ok(Orphans { path: path.to_owned(), size, pages })
    }

    /// Passes on the rows of each page that could belong to a table. This overwrites the table's root, so the rest of
    /// the table has to be read first.
    pub fn read(&self, source: &Connection, table: &str, mut take: impl FnMut(Vec<Row>)) -> Result<(), StoreError> {
        if self.pages.is_empty() {
            return Ok(());
        }
        let sql = "SELECT rootpage, sql LIKE '%WITHOUT ROWID%' FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        let found = source.query_row(sql, [table], |row| Ok((row.get::<_, u32>(0)?, row.get::<_, bool>(1)?)));
        let Ok((root, by_key)) = found else { return Ok(()) };
        let kinds = if by_key { BY_KEY } else { WITH_NUMBERS };
        for (number, _) in self.pages.iter().filter(|(_, kind)| kinds.contains(kind)) {
            let mut file = OpenOptions::new().read(true).write(true).open(&self.path)?;
            let page = page(&mut file, self.size, *number)?;
            file.seek(SeekFrom::Start((u64::from(root) - 1) * self.size as u64))?;
            file.write_all(&page)?;
            drop(file);
            take(rows(&self.path, table));
        }
        Ok(())
    }
}

/// The rows of a table until one cannot be read, on a connection without a cache.
fn rows(path: &Path, table: &str) -> Vec<Row> {
    let mut found = Vec::new();
    let mut read = || -> rusqlite::Result<()> {
        let connection = Connection::open(path)?;
        connection.execute_batch("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON;")?;
        let mut statement = connection.prepare(&format!("SELECT * FROM {table}"))?;
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            found.push((0..columns).map(|at| row.get(at)).collect::<rusqlite::Result<_>>()?);
        }
        Ok(())
    };
    // Rows after an error have pages of their own.
    let _ = read();
    found
}

fn page(file: &mut File, size: usize, number: u64) -> Result<Vec<u8>, StoreError> {
    let mut page = vec![0; size];
    file.seek(SeekFrom::Start((number - 1) * size as u64))?;
    file.read_exact(&mut page)?;
    Ok(page)
}

fn number_at(page: &[u8], at: usize) -> u64 {
    let bytes = page.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, |bytes| u64::from(u32::from_be_bytes(bytes)))
}

/// The pages below an inner page: each cell begins with a page number, and the last one is in the header.
fn children(page: &[u8]) -> Vec<u64> {
    if ![WITH_NUMBERS[0], BY_KEY[0]].contains(&page[0]) {
        return Vec::new();
    }
    let short = |at: usize| page.get(at..at + 2).map_or(0, |bytes| usize::from(bytes[0]) << 8 | usize::from(bytes[1]));
    let cells = (0..short(3)).map(|cell| number_at(page, short(12 + 2 * cell)));
    cells.chain([number_at(page, 8)]).collect()
}

/// Adds the free pages: what they contained was deleted.
fn free_pages(file: &mut File, size: usize, known: &mut HashSet<u64>) -> Result<(), StoreError> {
    let count = file.metadata()?.len() / size as u64;
    let mut trunk = number_at(&page(file, size, 1)?, 32);
    while (2..=count).contains(&trunk) && known.insert(trunk) {
        let list = page(file, size, trunk)?;
        let leaves = usize::try_from(number_at(&list, 4)).unwrap_or(0).min(size / 4);
        known.extend((0..leaves).map(|leaf| number_at(&list, 8 + 4 * leaf)));
        trunk = number_at(&list, 0);
    }
    Ok(())
}
