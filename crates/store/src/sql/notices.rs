//! Notices, devices and mailboxes, as SQL.

use super::apply::{any, one};
use super::apply_people::move_rows;
use super::contests::contest_id;
use super::engine::Engine;
use super::read_games::game_id;
use super::{Result, Row, Sql, Value, values};
use crate::notice::{MOST_DEVICES, MOST_NOTICES, MOST_REFUSALS};
use crate::{KeptNotice, LettersDue, Mailbox, NewNotice, NoticeWrite, Notices, PushDevice, StoreError};
use damka_conduct::{NoticeKind, NoticeTopic, PersonId, Worded};

/// Applies one write within a transaction.
pub fn apply(connection: &dyn Sql, write: &NoticeWrite) -> Result<()> {
    match write {
        NoticeWrite::Tell { person, notice } => tell(connection, person, notice),
        NoticeWrite::Read { person, upto, game } => {
            let sql = "UPDATE notices SET read = 1 WHERE person = ?1 AND number <= ?2 AND read = 0
                       AND (?3 IS NULL OR game = (SELECT number FROM games WHERE id = ?3))";
            any(connection, sql, values![person.as_str(), upto, game.as_ref().map(|game| game.as_str())])
        }
        NoticeWrite::Device { person, device } => add_device(connection, person, device),
        NoticeWrite::NoDevice { endpoint, person } => {
            let sql = "DELETE FROM push_devices WHERE endpoint = ?1 AND person = coalesce(?2, person)";
            any(connection, sql, values![endpoint, person.as_ref().map(PersonId::as_str)])
        }
        NoticeWrite::Mailbox { person, address, language, topics, hash, until } => {
            any(connection, "DELETE FROM mailboxes WHERE person = ?1", values![person.as_str()])?;
            let sql = "INSERT INTO mailboxes (person, address, language, kinds, hash, until, sent_upto)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, coalesce((SELECT max(number) FROM notices), 0))";
            let (kinds, until) = (kinds_text(topics), until.cast_signed());
            one(connection, sql, values![person.as_str(), address, language, &kinds, hash, until])
        }
        NoticeWrite::Confirm { hash, now } => {
            let sql =
                "UPDATE mailboxes SET confirmed_at = ?2, hash = NULL, until = NULL WHERE hash = ?1 AND until > ?2";
            one(connection, sql, values![hash, now.cast_signed()])
        }
        NoticeWrite::Topics { person, topics, language } => {
            let sql = "UPDATE mailboxes SET kinds = ?2, language = ?3 WHERE person = ?1";
            one(connection, sql, values![person.as_str(), &kinds_text(topics), language])
        }
        NoticeWrite::NoMailbox { person } => {
            any(connection, "DELETE FROM mailboxes WHERE person = ?1", values![person.as_str()])
        }
        NoticeWrite::Unsubscribe { number } => {
            any(connection, "DELETE FROM mailboxes WHERE number = ?1", values![number])
        }
        NoticeWrite::ForgetUnconfirmed { now } => {
            let sql = "DELETE FROM mailboxes WHERE confirmed_at IS NULL AND until <= ?1";
            any(connection, sql, values![now.cast_signed()])
        }
        NoticeWrite::LetterBegun { number, before, at } => {
            let sql = "UPDATE mailboxes SET sent_at = ?3 WHERE number = ?1 AND sent_at = ?2";
            one(connection, sql, values![number, before.cast_signed(), at.cast_signed()])
        }
        NoticeWrite::LetterSent { number, upto } => {
            let sql = "UPDATE mailboxes SET sent_upto = CASE WHEN sent_upto > ?2 THEN sent_upto ELSE ?2 END,
                       refusals = 0 WHERE number = ?1";
            any(connection, sql, values![number, upto])
        }
        NoticeWrite::LetterRefused { number } => {
            any(connection, "UPDATE mailboxes SET refusals = refusals + 1 WHERE number = ?1", values![number])
        }
    }
}

fn tell(connection: &dyn Sql, person: &PersonId, notice: &NewNotice) -> Result<()> {
    let NewNotice { kind, game, contest, mark, at } = notice;
    let (game, contest) = (game.as_ref().map(|it| it.as_str()), contest.as_ref().map(|it| it.as_str()));
    let sql = "DELETE FROM notices WHERE person = ?1 AND kind = ?2 AND mark <> ?5
                   AND game IS NOT DISTINCT FROM (SELECT number FROM games WHERE id = ?3)
                   AND contest IS NOT DISTINCT FROM (SELECT number FROM contests WHERE id = ?4)";
    any(connection, sql, values![person.as_str(), kind.word(), game, contest, mark])?;
    // A game or a contest that is gone is nothing to tell about.
    let sql = "INSERT INTO notices (person, kind, game, contest, mark, at)
               SELECT id, ?2, (SELECT number FROM games WHERE id = ?3), (SELECT number FROM contests WHERE id = ?4), ?5, ?6
               FROM people WHERE id = ?1
                   AND (?3 IS NULL OR EXISTS (SELECT 1 FROM games WHERE id = ?3))
                   AND (?4 IS NULL OR EXISTS (SELECT 1 FROM contests WHERE id = ?4))
               ON CONFLICT DO NOTHING";
    any(connection, sql, values![person.as_str(), kind.word(), game, contest, mark, at.cast_signed()])?;
    keep_newest(connection, person)
}

/// Only the newest notices of a person stay.
fn keep_newest(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    let sql = "DELETE FROM notices WHERE person = ?1 AND number <= (
                   SELECT number FROM notices WHERE person = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)";
    any(connection, sql, values![person.as_str(), MOST_NOTICES])
}

fn add_device(connection: &dyn Sql, person: &PersonId, device: &PushDevice) -> Result<()> {
    let PushDevice { endpoint, key, auth, session, language, created_at } = device;
    any(connection, "DELETE FROM push_devices WHERE endpoint = ?1", values![endpoint])?;
    let sql = "INSERT INTO push_devices (endpoint, person, key, auth, session, language, created_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let created_at = created_at.cast_signed();
    one(connection, sql, values![endpoint, person.as_str(), key, auth, session, language, created_at])?;
    keep_newest_devices(connection, person)
}

fn keep_newest_devices(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    let sql = "DELETE FROM push_devices WHERE person = ?1 AND number <= (
                   SELECT number FROM push_devices WHERE person = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)";
    any(connection, sql, values![person.as_str(), MOST_DEVICES])
}

/// The devices of sessions that have ended are not notified any more: all of a person's, or one, or all but one.
pub fn end_sessions(connection: &dyn Sql, person: &PersonId, only: Option<&str>, except: Option<&str>) -> Result<()> {
    let sql = "DELETE FROM push_devices
               WHERE person = ?1 AND session = coalesce(?2, session) AND session <> coalesce(?3, '')";
    any(connection, sql, values![person.as_str(), only, except])
}

/// Everything of one person becomes another's. An address stays the one that the other has.
pub fn merge(connection: &dyn Sql, from: &PersonId, into: &PersonId) -> Result<()> {
    let both = values![from.as_str(), into.as_str()];
    let same = "t.kind = notices.kind AND t.game IS NOT DISTINCT FROM notices.game
                AND t.contest IS NOT DISTINCT FROM notices.contest";
    move_rows(connection, "notices", same, both)?;
    any(connection, "UPDATE push_devices SET person = ?2 WHERE person = ?1", both)?;
    move_rows(connection, "mailboxes", "TRUE", both)?;
    delete(connection, from)?;
    keep_newest(connection, into)?;
    keep_newest_devices(connection, into)
}

/// Nothing of a person stays.
pub fn delete(connection: &dyn Sql, person: &PersonId) -> Result<()> {
    for table in ["notices", "push_devices", "mailboxes"] {
        any(connection, &format!("DELETE FROM {table} WHERE person = ?1"), values![person.as_str()])?;
    }
    Ok(())
}

/// The kinds of some topics, each between spaces.
fn kinds_text(topics: &[NoticeTopic]) -> String {
    let wanted = NoticeKind::ALL.iter().filter(|kind| topics.contains(&kind.topic()));
    wanted.fold(" ".to_owned(), |text, kind| text + kind.word() + " ")
}

/// The topics of some kinds.
fn topics_of(kinds: &str) -> Vec<NoticeTopic> {
    let known: Vec<NoticeTopic> =
        kinds.split_whitespace().filter_map(NoticeKind::from_word).map(NoticeKind::topic).collect();
    NoticeTopic::ALL.iter().copied().filter(|topic| known.contains(topic)).collect()
}

/// Names are read when they are asked for, so a notice never tells an old one.
const NOTICE: &str = "SELECT n.number, n.kind, g.id, c.id, n.mark, n.at, n.read, c.name,
    (SELECT string_agg(name, '; ' ORDER BY seat, place) FROM occupants o WHERE o.game = n.game
     AND o.seat NOT IN (SELECT seat FROM occupants WHERE game = n.game AND person = n.person))
    FROM notices n LEFT JOIN games g ON g.number = n.game LEFT JOIN contests c ON c.number = n.contest";

/// A notice; nothing if a later version has written a kind that this one does not know.
fn notice_row(row: &Row<'_>) -> Result<Option<KeptNotice>> {
    let Some(kind) = NoticeKind::from_word(&row.get::<String>(1)?) else { return Ok(None) };
    let is_there = |at| Ok::<_, StoreError>(row.get::<Option<String>>(at)?.is_some());
    let game = if is_there(2)? { Some(game_id(row, 2)?) } else { None };
    let contest = if is_there(3)? { Some(contest_id(row, 3)?) } else { None };
    Ok(Some(KeptNotice {
        number: row.get(0)?,
        notice: NewNotice { kind, game, contest, mark: row.get(4)?, at: row.get::<u64>(5)? },
        is_read: row.get(6)?,
        contest_name: row.get(7)?,
        opponent: row.get(8)?,
    }))
}

fn notices(connection: &dyn Sql, rest: &str, values: &[Value<'_>]) -> Result<Vec<KeptNotice>> {
    let found = connection.rows(&format!("{NOTICE} {rest}"), values, notice_row)?;
    Ok(found.into_iter().flatten().collect())
}

const MAILBOX: &str =
    "SELECT number, person, address, confirmed_at, language, kinds, sent_at, refusals FROM mailboxes m";

fn mailbox_row(row: &Row<'_>) -> Result<Mailbox> {
    Ok(Mailbox {
        number: row.get(0)?,
        person: PersonId::new(row.get::<String>(1)?),
        address: row.get(2)?,
        confirmed_at: row.get::<Option<u64>>(3)?,
        language: row.get(4)?,
        topics: topics_of(&row.get::<String>(5)?),
        sent_at: row.get::<u64>(6)?,
        refusals: row.get(7)?,
    })
}

/// Of the notices `n`, those that a letter to the mailbox `m` would have.
const IN_LETTER: &str = "n.person = m.person AND n.read = 0 AND n.number > m.sent_upto
    AND instr(m.kinds, ' ' || n.kind || ' ') > 0";

fn letters_due(connection: &dyn Sql, due: LettersDue) -> Result<Vec<Mailbox>> {
    let sql = format!(
        "{MAILBOX} WHERE m.confirmed_at IS NOT NULL AND m.refusals < ?6 AND (
            (m.sent_at <= ?1 - ?3 AND EXISTS (SELECT 1 FROM notices n WHERE {IN_LETTER} AND n.at <= ?1 - ?2))
            OR (m.sent_at <= ?1 - ?4 AND EXISTS (SELECT 1 FROM notices n WHERE {IN_LETTER} AND n.kind = 'time')))
         ORDER BY m.sent_at, m.number LIMIT ?5"
    );
    let LettersDue { now, unread_for, every, every_urgent, most } = due;
    let [now, unread_for, every, urgent] = [now, unread_for, every, every_urgent].map(u64::cast_signed);
    let values = values![now, unread_for, every, urgent, most, MOST_REFUSALS];
    connection.rows(&sql, values, mailbox_row)
}

impl<E: Engine> Notices for E {
    fn notices_of(&self, person: &PersonId) -> Result<Vec<KeptNotice>> {
        let rest = "WHERE n.person = ?1 ORDER BY n.number DESC";
        self.read(|connection| notices(connection, rest, values![person.as_str()]))
    }

    fn devices_of(&self, person: &PersonId) -> Result<Vec<PushDevice>> {
        let sql = "SELECT endpoint, key, auth, session, language, created_at FROM push_devices WHERE person = ?1
                   ORDER BY number DESC";
        let read = |row: &Row<'_>| {
            Ok(PushDevice {
                endpoint: row.get(0)?,
                key: row.get(1)?,
                auth: row.get(2)?,
                session: row.get(3)?,
                language: row.get(4)?,
                created_at: row.get::<u64>(5)?,
            })
        };
        self.read(|connection| connection.rows(sql, values![person.as_str()], read))
    }

    fn mailbox_of(&self, person: &PersonId) -> Result<Option<Mailbox>> {
        let sql = format!("{MAILBOX} WHERE person = ?1");
        self.read(|connection| connection.maybe(&sql, values![person.as_str()], mailbox_row))
    }

    fn letters_due(&self, due: LettersDue) -> Result<Vec<Mailbox>> {
        self.read(|connection| letters_due(connection, due))
    }

    fn letter(&self, mailbox: i64) -> Result<Vec<KeptNotice>> {
        let rest = format!("JOIN mailboxes m ON m.number = ?1 WHERE {IN_LETTER} ORDER BY n.number");
        self.read(|connection| notices(connection, &rest, values![mailbox]))
    }
}
