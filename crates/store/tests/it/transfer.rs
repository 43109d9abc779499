//! A whole club from one database into another and back.

use damka_servers::Postgres as Server;
use damka_store::story::{game, tell, write};
use damka_store::transfer::{Difference, Kind, Place, Trouble, compare, copy};
use damka_store::{Postgres, Sqlite, Store, StoreError, Write};
use rusqlite::Connection;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Some rows that the story has none of at its end, so that every table has at least one, odd ones included.
const MORE: &str = "
    INSERT INTO notes SELECT 'eve', number, 'a' || char(0) || 'b', 1 FROM games LIMIT 1;
    INSERT INTO secrets VALUES ('', 'ключ ''\"\\ 🂡' || char(10));
    INSERT INTO vacations VALUES ('Я', -9223372036854775808, 9223372036854775807);
    INSERT INTO vacation_days VALUES ('я', 2026, 3), ('Я', 2026, 4), ('z', 2026, 5), ('é', 2026, 6);
    INSERT INTO keys VALUES ('hash', 'reset', NULL, 7);
    INSERT INTO conditions (game, seat, version, body) SELECT number, 0, 1, '{}' FROM games;
    INSERT INTO contest_guests (contest, person) SELECT number, 'eve' FROM contests;
    INSERT INTO invitations (game, kind, secret) SELECT number, 1, id FROM games;
    INSERT INTO log (at, keeper, act, member, game, detail) VALUES (9, 1, 'hide', 2, 'first', '');
    INSERT INTO links (code, body, created_at) VALUES ('code', '{}', 1);
    INSERT INTO link_games (link, game) SELECT 'code', number FROM games;
    INSERT INTO mailboxes (person, address, language, kinds) VALUES ('eve', 'eve@club.example', 'uk', ' turn ');
    INSERT INTO notices (person, kind, game, mark, at) SELECT 'eve', 'turn', number, 0, 1 FROM games;
    INSERT INTO offices (person, office, since) VALUES ('eve', 'keeper', 1);
    INSERT INTO reports (at, reporter, person, name) VALUES (1, 'eve', 'ann', 'Ann');
    INSERT INTO sessions (key, person, device, created_at, seen_at) SELECT id, id, '', 1, 1 FROM people;
    INSERT INTO workers (id, name, signature, threads, begun_at, seen_at) VALUES ('w', 'a machine', '1', 2, 1, 1);
    INSERT INTO tags (game, place, name, value) SELECT number, 0, 'Event', 'Кубок' FROM games;
";

/// A club that has everything, and whose nodes have ended.
fn rich() -> TempDir {
    // The story takes some seconds.
    static TOLD: OnceLock<Vec<u8>> = OnceLock::new();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(Sqlite::file(folder.path()), TOLD.get_or_init(told)).unwrap();
    folder
}

fn told() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    tell(&mut || Box::new(Sqlite::open(folder.path()).unwrap()));
    change(folder.path(), "UPDATE runs SET until = 1 WHERE until IS NOT NULL");
    change(folder.path(), MORE);
    let many = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 3000)
        INSERT INTO events (game, seq, line) SELECT 1000000 + n / 700, n, 'line ' || n FROM number";
    change(folder.path(), many);
    fill(folder.path());
    std::fs::read(Sqlite::file(folder.path())).unwrap()
}

/// Columns that are still empty in every row get something in one: a key of what they refer to, or anything.
fn fill(folder: &Path) {
    let connection = Connection::open(Sqlite::file(folder)).unwrap();
    for (table, _) in dump(folder).into_iter().filter(|(table, rows)| table != "calls" && *rows > 0) {
        for column in other_columns(&connection, &table) {
            let ask = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, Option<String>>(0)).ok().flatten();
            let filled = ask(&format!("SELECT 'yes' FROM {table} WHERE \"{column}\" IS NOT NULL LIMIT 1"));
            if filled.is_some() {
                continue;
            }
            let about = |of: &str, what: &str| {
                format!(
                    "SELECT {what} FROM pragma_{of}('{table}') WHERE \"{}\" = '{column}'",
                    if of == "table_info" { "name" } else { "from" }
                )
            };
            let value = match ask(&about("foreign_key_list", "\"table\"")) {
                Some(other) => format!("(SELECT {} FROM {other} LIMIT 1)", key(&connection, &other)),
                None if ask(&about("table_info", "type")).as_deref() == Some("TEXT") => "'filled'".to_owned(),
                None => "7".to_owned(),
            };
            let key = key(&connection, &table);
            let first = format!("({key}) IN (SELECT {key} FROM {table} LIMIT 1)");
            change(folder, &format!("UPDATE {table} SET \"{column}\" = {value} WHERE {first}"));
        }
    }
}

/// The columns that the rows of a table are known by, as a list.
fn key(connection: &Connection, table: &str) -> String {
    let keys = format!("SELECT group_concat('\"' || name || '\"') FROM pragma_table_info('{table}') WHERE pk > 0");
    connection.query_row(&keys, [], |row| row.get(0)).unwrap()
}

fn change(folder: &Path, sql: &str) {
    Connection::open(Sqlite::file(folder)).unwrap().execute_batch(sql).unwrap();
}

fn place(folder: &TempDir) -> Place {
    Place::Folder(folder.path().to_owned())
}

fn database() -> Place {
    Place::Database(Server::shared().database())
}

/// What nodes say to each other while they run does not go with a club.
const LEFT: [&str; 5] = ["calls", "changes", "shares", "buckets", "handovers"];

/// Every table of the club with its rows, as SQLite has them.
fn dump(folder: &Path) -> Vec<(String, i64)> {
    let connection = Connection::open(Sqlite::file(folder)).unwrap();
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let mut tables = connection.prepare(sql).unwrap();
    let names: Vec<String> = tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let count = |name: String| {
        let rows = connection.query_row(&format!("SELECT count(*) FROM {name}"), [], |row| row.get(0)).unwrap();
        (name, rows)
    };
    names.into_iter().filter(|name| !LEFT.contains(&name.as_str())).map(count).collect()
}

#[test]
fn a_rich_club_goes_there_and_back() {
    let (old, new) = (rich(), tempfile::tempdir().unwrap());
    let kept: Vec<_> = dump(old.path());
    let empty: Vec<_> = kept.iter().filter(|(_, rows)| *rows == 0).collect();
    assert!(empty.is_empty(), "the club has nothing in {empty:?}");
    let between = database();
    let there = copy(&place(&old), &between).unwrap();
    let back = copy(&between, &place(&new)).unwrap();
    assert_eq!((there.rows[0], there.different), (there.rows[1], 0));
    assert_eq!(there, back, "the same rows with the same digest");
    assert_eq!(compare(&place(&old), &place(&new)).unwrap(), there);
    assert_eq!(dump(new.path()), kept);

    // Newcomers get numbers that nobody has had: in the database, and in the folder.
    let Place::Database(address) = &between else { unreachable!() };
    for store in
        [Box::new(Postgres::open(address).unwrap()) as Box<dyn Store>, Box::new(Sqlite::open(new.path()).unwrap())]
    {
        let run = store.begin_run(1).unwrap().id;
        let runs = kept.iter().find(|(name, _)| name == "runs").unwrap().1;
        assert!(run > runs, "{run}");
        write(&*store, vec![Write::Game(Box::new(game("after the copy", "ann", "bob", 1)))]).unwrap();
        assert!(store.game(&"after the copy".into()).unwrap().is_some());
        store.check(true).unwrap();
    }
}

#[test]
fn a_number_that_was_given_is_never_given_again() {
    let (old, new, between) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), database());
    let newest = |store: &dyn Store| store.games_in(damka_conduct::Status::Live, false, None, 1).unwrap()[0].0;
    let add =
        |store: &dyn Store, id: &str| write(store, vec![Write::Game(Box::new(game(id, "ann", "bob", 1)))]).unwrap();
    let store = Sqlite::open(old.path()).unwrap();
    ["one", "two", "three"].iter().for_each(|id| add(&store, id));
    let largest = newest(&store);
    drop(store);
    change(old.path(), "DELETE FROM occupants; DELETE FROM games WHERE id = 'three'");
    copy(&place(&old), &between).unwrap();
    copy(&between, &place(&new)).unwrap();
    let Place::Database(address) = &between else { unreachable!() };
    let (there, back) = (Postgres::open(address).unwrap(), Sqlite::open(new.path()).unwrap());
    for store in [&there as &dyn Store, &back] {
        add(store, "four");
        assert_eq!(newest(store), largest + 1);
    }
}

#[test]
fn a_row_that_differs_is_named() {
    let (old, new) = (rich(), tempfile::tempdir().unwrap());
    copy(&place(&old), &place(&new)).unwrap();
    let found = |sql: &str| {
        change(new.path(), sql);
        let compared = compare(&place(&old), &place(&new)).unwrap();
        (compared.different, compared.difference.unwrap())
    };
    let difference = |table, key: &str, kind| Difference { table, key: key.to_owned(), kind };
    let seen = found("UPDATE events SET line = 'another' WHERE game = 1000002 AND seq = 1500");
    assert_eq!(seen, (1, difference("events", "game=1000002 seq=1500", Kind::Column("line".to_owned()))));
    let seen = found("DELETE FROM events WHERE game = 1000002 AND seq = 1500");
    assert_eq!(seen, (1, difference("events", "game=1000002 seq=1500", Kind::OnlyLeft)));
    let seen = found("INSERT INTO events (game, seq, line) VALUES (1000002, 0, 'more')");
    assert_eq!(seen, (2, difference("events", "game=1000002 seq=0", Kind::OnlyRight)));
    let seen = found("UPDATE secrets SET value = '' WHERE name = ''");
    assert_eq!(seen, (3, difference("secrets", "name=", Kind::Column("value".to_owned()))));
}

/// The columns of a table that it is not known by, in a folder.
fn other_columns(connection: &Connection, table: &str) -> Vec<String> {
    let sql = format!("SELECT name FROM pragma_table_info('{table}') WHERE pk = 0");
    let mut columns = connection.prepare(&sql).unwrap();
    columns.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// A column that is empty in every row could be forgotten.
#[test]
fn the_rich_club_has_something_in_every_column() {
    let club = rich();
    let connection = Connection::open(Sqlite::file(club.path())).unwrap();
    let mut empty = Vec::new();
    for (table, _) in dump(club.path()).into_iter().filter(|(table, _)| table != "calls") {
        for column in other_columns(&connection, &table) {
            let sql = format!("SELECT count(\"{column}\") FROM {table}");
            let filled: i64 = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
            if filled == 0 {
                empty.push(format!("{table}.{column}"));
            }
        }
    }
    assert!(empty.is_empty(), "{empty:?}");
}

/// A change of any column of any table is found, in the last row that has something there. One column of each table
/// changes at a time: a comparison of two clubs takes a while.
#[test]
fn every_changed_column_is_found() {
    let (old, new) = (rich(), tempfile::tempdir().unwrap());
    copy(&place(&old), &place(&new)).unwrap();
    let kept = std::fs::read(Sqlite::file(new.path())).unwrap();
    let known = Connection::open(Sqlite::file(old.path())).unwrap();
    let tables = dump(old.path()).into_iter().map(|(table, _)| table).filter(|table| table != "calls");
    let tables: Vec<_> = tables.map(|table| (other_columns(&known, &table), key(&known, &table), table)).collect();
    let mut found = 0;
    for at in 0..tables.iter().map(|(columns, ..)| columns.len()).max().unwrap() {
        // Not what the program could write: references and the log are free to change here.
        let mut changes = "PRAGMA foreign_keys = OFF; DROP TRIGGER IF EXISTS log_stays_as_it_is;".to_owned();
        let changed: Vec<_> =
            tables.iter().filter_map(|(columns, key, table)| Some((columns.get(at)?, key, table))).collect();
        for (column, key, table) in &changed {
            let last = key.replace(',', " DESC,");
            changes += &format!(
                "UPDATE {table} SET \"{column}\" =
                     CASE typeof(\"{column}\") WHEN 'text' THEN \"{column}\" || 'x' ELSE \"{column}\" + iif(\"{column}\" > 0, -1000003, 1000003) END
                 WHERE ({key}) IN
                     (SELECT {key} FROM {table} WHERE \"{column}\" IS NOT NULL ORDER BY {last} DESC LIMIT 1);"
            );
        }
        std::fs::write(Sqlite::file(new.path()), &kept).unwrap();
        change(new.path(), &changes);
        let seen = compare(&place(&old), &place(&new)).unwrap();
        assert_eq!(seen.different as usize, changed.len(), "one row of each table: {changed:?}");
        let difference = seen.difference.unwrap();
        let (column, ..) = changed.iter().find(|(.., table)| **table == difference.table).unwrap();
        assert_eq!(difference.kind, Kind::Column((*column).clone()));
        found += changed.len();
    }
    assert!(found > 100, "{found}");
}

/// A database that stores something other than what it was given is detected before the copy counts.
#[test]
fn a_copy_that_differs_does_not_count() {
    let (old, new, between) = (rich(), tempfile::tempdir().unwrap(), database());
    let Place::Database(address) = &between else { unreachable!() };
    drop(Postgres::open(address).unwrap());
    let bad = "CREATE FUNCTION bad() RETURNS TRIGGER LANGUAGE plpgsql AS
        $$ BEGIN new.name := new.name || '!'; RETURN new; END $$;
        CREATE TRIGGER bad BEFORE INSERT ON contests FOR EACH ROW EXECUTE FUNCTION bad()";
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let sql = |sql: &'static str| {
        runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(address, tokio_postgres::NoTls).await.unwrap();
            tokio::spawn(connection);
            client.batch_execute(sql).await.unwrap();
        });
    };
    sql(bad);
    drop(Sqlite::open(new.path()).unwrap());
    change(
        new.path(),
        "CREATE TRIGGER bad AFTER INSERT ON contests BEGIN
             UPDATE contests SET name = name || '!' WHERE number = new.number;
         END",
    );
    for target in [&between, &place(&new)] {
        match copy(&place(&old), target).unwrap_err() {
            Trouble::Different(compared) => {
                let difference = compared.difference.unwrap();
                assert_eq!((difference.table, difference.kind), ("contests", Kind::Column("name".to_owned())));
            }
            other => panic!("{other:?}"),
        }
    }
    // Nothing was kept, so that the copy can be made again.
    sql("DROP TRIGGER bad ON contests");
    change(new.path(), "DROP TRIGGER bad");
    for target in [&between, &place(&new)] {
        copy(&place(&old), target).unwrap();
    }
}

#[test]
fn what_is_there_is_not_overwritten() {
    let (old, new) = (rich(), tempfile::tempdir().unwrap());
    let between = database();
    let refused = |from: &Place, to: &Place| copy(from, to).unwrap_err();
    assert_eq!(refused(&place(&new), &between), Trouble::Nothing(place(&new)));
    assert_eq!(refused(&between, &place(&new)), Trouble::Old(between.clone()), "without tables");
    copy(&place(&old), &between).unwrap();
    assert_eq!(refused(&place(&old), &between), Trouble::Filled(between.clone(), "secrets"));
    assert_eq!(refused(&between, &place(&old)), Trouble::Filled(place(&old), "secrets"));
    let store = Sqlite::open(new.path()).unwrap();
    assert!(matches!(refused(&place(&old), &place(&new)), Trouble::At(at, StoreError::InUse(_)) if at == place(&new)));
    assert!(matches!(refused(&place(&new), &between), Trouble::At(at, StoreError::InUse(_)) if at == place(&new)));
    drop(store);
    let nowhere = Place::Database("postgresql://damka:secret@127.0.0.1:1/club?connect_timeout=1".to_owned());
    let error = refused(&place(&old), &nowhere);
    assert!(matches!(error, Trouble::At(_, StoreError::Unreachable(_))), "{error:?}");
    assert_eq!(format!("{nowhere} {nowhere:?}").matches("secret").count(), 0, "no message has the password");
}

#[test]
fn no_place_prints_a_password() {
    for (address, shown) in [
        ("postgresql://h/d", "postgresql://h/d"),
        ("postgresql://u:p@h:5432/d?sslmode=require", "postgresql://h:5432/d"),
        ("postgresql://u:a?b@h/d", "postgresql://h/d"),
        ("postgresql://u:a@b?c@h/d", "postgresql://h/d"),
        ("postgres://h/d?user=u&password=p", "postgres://h/d"),
        ("postgresql://h/d?password=a@b", "postgresql://"),
        ("postgresql://u:p@h/d?password=a@b", "postgresql://"),
    ] {
        let place = Place::new(address);
        assert_eq!([place.to_string(), format!("{place:?}")], [shown, shown]);
    }
}

#[test]
fn an_open_club_is_not_copied() {
    let (address, folder) = (Server::shared().database(), tempfile::tempdir().unwrap());
    let store = Postgres::open(&address).unwrap();
    let about = damka_store::NewNode { address: "a machine".to_owned(), version: String::new() };
    store.nodes().begin_node(1, &about).unwrap();
    let place_of_it = Place::Database(address);
    let trouble = copy(&place_of_it, &place(&folder)).unwrap_err();
    assert_eq!(trouble, Trouble::Open(place_of_it.clone(), vec!["a machine".to_owned()]));
    assert!(!Sqlite::file(folder.path()).exists(), "nothing was begun");
    drop(store);
    // It is over when the lease is.
    let begun = Instant::now();
    while copy(&place_of_it, &place(&folder)).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the lease does not end");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// A column that only PostgreSQL has would be left behind unnoticed.
#[test]
fn both_databases_have_the_same_columns() {
    let (address, folder) = (Server::shared().database(), tempfile::tempdir().unwrap());
    drop(Postgres::open(&address).unwrap());
    drop(Sqlite::open(folder.path()).unwrap());
    let sql = "SELECT s.name, c.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c
        WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%' ORDER BY 1, 2";
    let connection = Connection::open(Sqlite::file(folder.path())).unwrap();
    let mut statement = connection.prepare(sql).unwrap();
    let here = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let here: Vec<(String, String)> = here.map(Result::unwrap).collect();
    let sql = "SELECT table_name::text COLLATE \"C\", column_name::text COLLATE \"C\" FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name <> 'schema_version' ORDER BY 1, 2";
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let there: Vec<(String, String)> = runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client.query(sql, &[]).await.unwrap().iter().map(|row| (row.get(0), row.get(1))).collect()
    });
    assert_eq!(here, there);
}
