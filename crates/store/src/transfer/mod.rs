//! A whole club from one database into another, checked row by row.
//!
//! Only what is in the database goes; a data folder also has endgame tables, which can be built again or copied as files.

mod compare;
mod rows;
pub(crate) mod tables;

use crate::sql::{Result, Rows, Sql, values};
use crate::{Sqlite, StoreError, postgres, sqlite};
use compare::compare_within;
use rows::{Reader, insert};
use std::path::PathBuf;
use tables::{Columns, KEPT, Table};

pub use compare::{Compared, Difference, Kind};

/// Where a club is.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// A folder, in a file of SQLite.
    Folder(PathBuf),
    /// A database of a PostgreSQL server, by its address.
    Database(String),
}

impl Place {
    /// An address of PostgreSQL, or the name of a folder.
    #[must_use]
    pub fn new(text: &str) -> Place {
        let is_address = ["postgres://", "postgresql://"].iter().any(|start| text.starts_with(start));
        if is_address { Place::Database(text.to_owned()) } else { Place::Folder(text.into()) }
    }
}

impl std::fmt::Display for Place {
    /// For people; passwords are left out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Folder(folder) => write!(f, "{}", folder.display()),
            Place::Database(address) => f.write_str(&without_secrets(address)),
        }
    }
}

/// An address without its user, its password and its parameters. A password may contain a `?`, so the user is cut off
/// first, at the last `@`. Where that `@` seems to be in a parameter, no part of the rest is certain to be no secret.
fn without_secrets(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("postgresql", address));
    let (before, rest) = rest.rsplit_once('@').unwrap_or(("", rest));
    let is_parameter = before.split_once('?').is_some_and(|(_, parameters)| parameters.contains('='));
    let place = if is_parameter { "" } else { rest.split('?').next().unwrap_or_default() };
    format!("{scheme}://{place}")
}

impl std::fmt::Debug for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// Why a club was not copied or compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// One of the two cannot be used.
    At(Place, StoreError),
    /// There is no club.
    Nothing(Place),
    /// The data are of an earlier version of the program, which has to bring them up to date first.
    Old(Place),
    /// Nodes have the club open.
    Open(Place, Vec<String>),
    /// There is something already: in this table, for example.
    Filled(Place, &'static str),
    /// What was written is not what was read.
    Different(Compared),
}

/// Work in a transaction.
pub(crate) type Work<'a> = &'a mut dyn FnMut(&dyn Sql) -> Result<()>;

/// A database that nobody else uses meanwhile.
pub(crate) trait Database {
    /// Asks about one moment.
    fn read(&self, work: Work<'_>) -> Result<()>;

    /// Writes in one transaction.
    fn fill(&self, work: Work<'_>) -> Result<()>;

    /// The largest number that was given to a row of a table.
    fn counter(&self, sql: &dyn Sql, table: &str, column: &str) -> Result<i64>;

    /// Says what was the largest number.
    fn set_counter(&self, sql: &dyn Sql, table: &str, column: &str, to: i64) -> Result<()>;
}

/// A database and where it is, so that an error message can say which of the two it is about.
struct Opened<'a> {
    place: &'a Place,
    database: Box<dyn Database>,
}

/// Whether a transaction writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Read,
    Fill,
}

impl Opened<'_> {
    fn trouble(&self, error: StoreError) -> Trouble {
        Trouble::At(self.place.clone(), error)
    }

    /// Does some work in a transaction, which counts only if it succeeds.
    fn within<T>(&self, purpose: Purpose, mut work: impl FnMut(&dyn Sql) -> Result<T, Trouble>) -> Result<T, Trouble> {
        let mut given = None;
        let mut run = |sql: &dyn Sql| {
            let result = work(sql);
            // The transaction only has to know that it must not count.
            let done = result.as_ref().map(drop).map_err(|_| StoreError::Conflict);
            given = Some(result);
            done
        };
        let done = match purpose {
            Purpose::Read => self.database.read(&mut run),
            Purpose::Fill => self.database.fill(&mut run),
        };
        match (given, done) {
            (Some(Err(trouble)), _) => Err(trouble),
            (_, Err(error)) => Err(self.trouble(error)),
            (Some(Ok(given)), Ok(())) => Ok(given),
            (None, Ok(())) => Err(self.trouble(StoreError::Closed)),
        }
    }
}

/// Copies a club into an empty place, in one transaction; before its end everything is read again and compared.
///
/// # Errors
/// If one of the places cannot be used, the club is open, or the second place is not empty: nothing is changed there then.
pub fn copy(from: &Place, to: &Place) -> Result<Compared, Trouble> {
    let source = existing(from)?;
    let target = empty(to)?;
    source.within(Purpose::Read, |read| {
        target.within(Purpose::Fill, |write| {
            must_be_empty(&target, write)?;
            for table in &KEPT {
                copy_table(table, (&source, read), (&target, write))?;
            }
            let compared = compare_within((&source, read), (&target, write))?;
            if compared.difference.is_some() { Err(Trouble::Different(compared)) } else { Ok(compared) }
        })
    })
}

/// Compares two clubs.
///
/// # Errors
/// If one of them cannot be read or is open.
pub fn compare(left: &Place, right: &Place) -> Result<Compared, Trouble> {
    let (left, right) = (existing(left)?, existing(right)?);
    left.within(Purpose::Read, |first| {
        right.within(Purpose::Read, |second| compare_within((&left, first), (&right, second)))
    })
}

fn existing(place: &Place) -> Result<Opened<'_>, Trouble> {
    let at = |error| Trouble::At(place.clone(), error);
    let old = || Trouble::Old(place.clone());
    let database: Box<dyn Database> = match place {
        Place::Folder(folder) if !Sqlite::file(folder).exists() => return Err(Trouble::Nothing(place.clone())),
        Place::Folder(folder) => Box::new(sqlite::Whole::existing(folder).map_err(at)?.ok_or_else(old)?),
        Place::Database(address) => Box::new(postgres::Whole::existing(address).map_err(at)?.ok_or_else(old)?),
    };
    let opened = Opened { place, database };
    let nodes = opened.within(Purpose::Read, |sql| {
        let nodes = "SELECT address FROM runs WHERE until > now_ms() ORDER BY id";
        sql.rows(nodes, values![], |row| row.get::<String>(0)).map_err(at)
    })?;
    if nodes.is_empty() { Ok(opened) } else { Err(Trouble::Open(place.clone(), nodes)) }
}

fn empty(place: &Place) -> Result<Opened<'_>, Trouble> {
    let at = |error| match error {
        StoreError::Conflict => Trouble::Filled(place.clone(), "games"),
        error => Trouble::At(place.clone(), error),
    };
    let database: Box<dyn Database> = match place {
        Place::Folder(folder) => Box::new(sqlite::Whole::target(folder).map_err(at)?),
        Place::Database(address) => Box::new(postgres::Whole::target(address).map_err(at)?),
    };
    Ok(Opened { place, database })
}

fn must_be_empty(target: &Opened<'_>, sql: &dyn Sql) -> Result<(), Trouble> {
    for table in &KEPT {
        let any = format!("SELECT 1 FROM {} LIMIT 1", table.name);
        let found = sql.maybe(&any, values![], |_| Ok(())).map_err(|error| target.trouble(error))?;
        if found.is_some() {
            return Err(Trouble::Filled(target.place.clone(), table.name));
        }
    }
    Ok(())
}

fn copy_table(
    table: &Table,
    (source, read): (&Opened<'_>, &dyn Sql),
    (target, write): (&Opened<'_>, &dyn Sql),
) -> Result<(), Trouble> {
    let at_source = |error| source.trouble(error);
    let at_target = |error| target.trouble(error);
    let columns = Columns::of(table.name).map_err(at_source)?;
    // The members of the club were added automatically with its people, and with other numbers.
    write.execute(&format!("DELETE FROM {}", table.name), values![], Rows::Any).map_err(at_target)?;
    let mut reader = Reader::new(read, table, &columns);
    loop {
        let rows = reader.next_page().map_err(at_source)?;
        if rows.is_empty() {
            break;
        }
        insert(write, table, &columns, &rows).map_err(at_target)?;
    }
    let Some(column) = table.counted else { return Ok(()) };
    let counter = source.database.counter(read, table.name, column).map_err(at_source)?;
    target.database.set_counter(write, table.name, column, counter).map_err(at_target)
}
