//! Running the club, as SQL.

use super::apply::{any, one};
use super::engine::Engine;
use super::read::{PERSON, PERSON_COLUMNS, person_row};
use super::read_games::game_id;
use super::{Result, Row, Sql, Value, values};
use crate::{
    ClubWrite, KeptNote, Key, LogEntry, Member, MemberFilter, MemberNumber, Membership, NewLogEntry, NewReport, Report,
    StoreError,
};
use damka_conduct::{GameId, KeeperAct, KeyKind, Office, PersonId, Worded};

/// Applies one write within a transaction.
pub fn apply(connection: &dyn Sql, write: &ClubWrite) -> Result<()> {
    match write {
        ClubWrite::Office { person, office, since: Some(since) } => {
            let sql = "INSERT INTO offices (person, office, since) SELECT id, ?2, ?3 FROM people WHERE id = ?1
                       ON CONFLICT DO NOTHING";
            any(connection, sql, values![person.as_str(), office.word(), since.cast_signed()])
        }
        ClubWrite::Office { person, office, since: None } => {
            let sql = "DELETE FROM offices WHERE person = ?1 AND office = ?2";
            any(connection, sql, values![person.as_str(), office.word()])
        }
        ClubWrite::Block { person, at } => {
            let sql = "UPDATE people SET blocked_at = ?2 WHERE id = ?1";
            one(connection, sql, values![person.as_str(), at.map(u64::cast_signed)])
        }
        ClubWrite::Password { person, hash } => {
            let sql = "UPDATE people SET password = ?2 WHERE id = ?1 AND password IS NOT NULL";
            one(connection, sql, values![person.as_str(), hash])
        }
        ClubWrite::Key(key) => add_key(connection, key),
        ClubWrite::UseKey { hash, kind, now } => {
            let sql = "DELETE FROM keys WHERE hash = ?1 AND kind = ?2 AND until > ?3";
            one(connection, sql, values![hash, kind.word(), now.cast_signed()])
        }
        ClubWrite::Hide { game, hidden } => {
            one(connection, "UPDATE games SET hidden = ?2 WHERE id = ?1", values![game.as_str(), hidden])
        }
        ClubWrite::Log(entry) => add_entry(connection, entry),
        ClubWrite::Report(report) => add_report(connection, report),
        ClubWrite::Decided { person } => {
            any(connection, "DELETE FROM reports WHERE person = ?1", values![person.as_str()])
        }
    }
}

fn add_key(connection: &dyn Sql, key: &Key) -> Result<()> {
    let Key { hash, kind, person, until } = key;
    let person = person.as_ref().map(PersonId::as_str);
    any(
        connection,
        "DELETE FROM keys WHERE kind = ?1 AND person IS NOT DISTINCT FROM ?2",
        values![kind.word(), person],
    )?;
    let sql = "INSERT INTO keys (hash, kind, person, until) VALUES (?1, ?2, ?3, ?4)";
    one(connection, sql, values![hash, kind.word(), person, until.cast_signed()])
}

fn add_entry(connection: &dyn Sql, entry: &NewLogEntry) -> Result<()> {
    let NewLogEntry { at, keeper, act, person, game, detail } = entry;
    let sql = "INSERT INTO log (at, keeper, act, member, game, detail)
               VALUES (?1, (SELECT number FROM members WHERE person = ?2), ?3,
                       (SELECT number FROM members WHERE person = ?4), ?5, ?6)";
    let (keeper, person) = (keeper.as_ref().map(PersonId::as_str), person.as_ref().map(PersonId::as_str));
    let game = game.as_ref().map(GameId::as_str);
    one(connection, sql, values![at.cast_signed(), keeper, act.word(), person, game, detail])
}

fn add_report(connection: &dyn Sql, report: &NewReport) -> Result<()> {
    let NewReport { at, reporter, person, name, game } = report;
    let sql = "INSERT INTO reports (at, reporter, person, name, game) VALUES (?1, ?2, ?3, ?4, ?5)
               ON CONFLICT DO NOTHING";
    let game = game.as_ref().map(GameId::as_str);
    any(connection, sql, values![at.cast_signed(), reporter.as_str(), person.as_str(), name, game])
}

/// Moves everything of one person to the other. Only accounts have offices, and the account is the one that stays.
pub fn merge(connection: &dyn Sql, from: &PersonId, into: &PersonId) -> Result<()> {
    let both = values![from.as_str(), into.as_str()];
    for (column, other) in [("reporter", "person"), ("person", "reporter")] {
        // A row that the other person already has stays as it is.
        let sql = format!(
            "UPDATE reports SET {column} = ?2 WHERE {column} = ?1
             AND NOT EXISTS (SELECT 1 FROM reports t WHERE t.{column} = ?2 AND t.{other} = reports.{other})"
        );
        any(connection, &sql, both)?;
        any(connection, &format!("DELETE FROM reports WHERE {column} = ?1"), values![from.as_str()])?;
    }
    any(connection, "DELETE FROM reports WHERE reporter = person", values![])
}

/// Deletes what is kept about a person here. This runs before the person is deleted, because the log needs their
/// number.
pub fn delete(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    for sql in [
        "DELETE FROM offices WHERE person = ?1",
        "DELETE FROM keys WHERE person = ?1",
        "DELETE FROM reports WHERE person = ?1 OR reporter = ?1",
        "UPDATE log SET detail = '' WHERE member = (SELECT number FROM members WHERE person = ?1) AND detail <> ''",
    ] {
        any(connection, sql, values![person.as_str()])?;
    }
    Ok(())
}

/// Converts the word in a column to the value it stands for.
fn worded<T: Worded>(row: &Row<'_>, at: usize) -> Result<T> {
    let word: String = row.get(at)?;
    let unknown = || StoreError::Damaged(format!("column {at}: unknown word {word:?}"));
    T::from_word(&word).ok_or_else(unknown)
}

/// Reads a person's columns, then the number and the time of blocking; offices are added later.
fn member_row(row: &Row<'_>) -> Result<Member> {
    let person = person_row(row)?;
    Ok(Member {
        number: row.get(PERSON_COLUMNS)?,
        person,
        offices: Vec::new(),
        blocked_at: row.get(PERSON_COLUMNS + 1)?,
    })
}

fn add_offices(connection: &dyn Sql, member: &mut Member) -> Result<()> {
    let sql = "SELECT office FROM offices WHERE person = ?1";
    member.offices = connection.rows(sql, values![member.person.id.as_str()], |row| worded(row, 0))?;
    member.offices.sort();
    Ok(())
}

/// The members that match a condition with its values.
fn find(connection: &dyn Sql, condition: &str, values: &[Value<'_>]) -> Result<Vec<Member>> {
    let sql = format!("SELECT {PERSON}, number, blocked_at FROM members JOIN people ON id = person WHERE {condition}");
    let found: Result<Vec<Member>> = connection.rows(&sql, values, member_row);
    let mut members = found?;
    members.iter_mut().try_for_each(|member| add_offices(connection, member))?;
    Ok(members)
}

fn members(connection: &dyn Sql, filter: &MemberFilter) -> Result<Vec<Member>> {
    let MemberFilter { name, office, blocked, accounts, before, limit } = filter;
    let condition = "number < ?1 AND (?2 IS NULL OR instr(fold(name), fold(?2)) > 0)
        AND (?3 IS NULL OR EXISTS (SELECT 1 FROM offices o WHERE o.person = id AND o.office = ?3))
        AND (?4 = 0 OR blocked_at IS NOT NULL) AND (?5 = 0 OR password IS NOT NULL)
        ORDER BY number DESC LIMIT ?6";
    let (before, office) = (before.unwrap_or(i64::MAX), office.map(Office::word));
    find(connection, condition, values![before, name, office, blocked, accounts, limit])
}

fn log_row(row: &Row<'_>) -> Result<LogEntry> {
    Ok(LogEntry {
        number: row.get(0)?,
        at: row.get::<u64>(1)?,
        keeper: row.get(2)?,
        act: worded::<KeeperAct>(row, 3)?,
        member: row.get(4)?,
        game: row.get::<Option<String>>(5)?.map(GameId::new),
        detail: row.get(6)?,
    })
}

fn log(connection: &dyn Sql, before: Option<i64>, most: u32) -> Result<Vec<LogEntry>> {
    let sql = "SELECT number, at, keeper, act, member, game, detail FROM log WHERE number < ?1
               ORDER BY number DESC LIMIT ?2";
    connection.rows(sql, values![before.unwrap_or(i64::MAX), most], log_row)
}

fn report_row(row: &Row<'_>) -> Result<(i64, NewReport)> {
    let report = NewReport {
        at: row.get::<u64>(1)?,
        reporter: PersonId::new(row.get::<String>(2)?),
        person: PersonId::new(row.get::<String>(3)?),
        name: row.get(4)?,
        game: row.get::<Option<String>>(5)?.map(GameId::new),
    };
    Ok((row.get(0)?, report))
}

fn reports(connection: &dyn Sql, most: u32) -> Result<Vec<Report>> {
    let sql = "SELECT number, at, reporter, person, name, game FROM reports ORDER BY number LIMIT ?1";
    let rows: Result<Vec<_>> = connection.rows(sql, values![most], report_row);
    let mut found = Vec::new();
    for (number, report) in rows? {
        let member = find(connection, "id = ?1", values![report.person.as_str()])?.pop();
        found.extend(member.map(|member| Report { number, report, member }));
    }
    Ok(found)
}

fn key_row(row: &Row<'_>) -> Result<Key> {
    let person = row.get::<Option<String>>(2)?.map(PersonId::new);
    Ok(Key { hash: row.get(0)?, kind: worded::<KeyKind>(row, 1)?, person, until: row.get::<u64>(3)? })
}

fn note_row(row: &Row<'_>) -> Result<(GameId, KeptNote)> {
    Ok((game_id(row, 0)?, KeptNote { text: row.get(1)?, changed_at: row.get::<Option<u64>>(2)?.unwrap_or(0) }))
}

impl<E: Engine> Membership for E {
    fn members(&self, filter: &MemberFilter) -> Result<Vec<Member>> {
        self.read(|connection| members(connection, filter))
    }

    fn member(&self, number: MemberNumber) -> Result<Option<Member>> {
        self.read(|connection| Ok(find(connection, "number = ?1", values![number])?.pop()))
    }

    fn member_of(&self, person: &PersonId) -> Result<Option<Member>> {
        self.read(|connection| Ok(find(connection, "id = ?1", values![person.as_str()])?.pop()))
    }

    fn officers(&self) -> Result<Vec<(PersonId, Office)>> {
        let read = |row: &Row<'_>| Ok((PersonId::new(row.get::<String>(0)?), worded(row, 1)?));
        let sql = "SELECT person, office FROM offices ORDER BY since, person";
        self.read(|connection| connection.rows(sql, values![], read))
    }

    fn blocked(&self) -> Result<Vec<PersonId>> {
        let read = |row: &Row<'_>| row.get::<String>(0).map(PersonId::new);
        let sql = "SELECT id FROM people WHERE blocked_at IS NOT NULL";
        self.read(|connection| connection.rows(sql, values![], read))
    }

    fn key(&self, hash: &str) -> Result<Option<Key>> {
        let sql = "SELECT hash, kind, person, until FROM keys WHERE hash = ?1";
        self.read(|connection| connection.maybe(sql, values![hash], key_row))
    }

    fn log(&self, before: Option<i64>, most: u32) -> Result<Vec<LogEntry>> {
        self.read(|connection| log(connection, before, most))
    }

    fn reports(&self, most: u32) -> Result<Vec<Report>> {
        self.read(|connection| reports(connection, most))
    }

    fn count_reports(&self, person: &PersonId) -> Result<(u32, u32)> {
        let sql = "SELECT count(*), count(*) FILTER (WHERE person = ?1) FROM reports";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        self.read(|connection| connection.row(sql, values![person.as_str()], read))
    }

    fn hidden_games(&self, most: u32) -> Result<Vec<GameId>> {
        let sql = "SELECT id FROM games WHERE hidden = 1 ORDER BY number DESC LIMIT ?1";
        self.read(|connection| connection.rows(sql, values![most], |row| game_id(row, 0)))
    }

    fn notes_of(&self, person: &PersonId) -> Result<Vec<(GameId, KeptNote)>> {
        let sql = "SELECT id, text, n.changed_at FROM notes n JOIN games ON games.number = n.game
                   WHERE person = ?1 ORDER BY games.number";
        self.read(|connection| connection.rows(sql, values![person.as_str()], note_row))
    }
}
