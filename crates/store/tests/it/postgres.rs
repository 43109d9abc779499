//! The PostgreSQL store, on a real server.

use crate::general;
use damka_servers::Postgres as Server;
use damka_store::story::{append, event, game, tell, write};
use damka_store::{Postgres, Store, StoreError, Write};
use std::process::Command;
use std::time::{Duration, Instant};
use tokio_postgres::types::FromSqlOwned;

/// A store on a new database of the server that all tests share.
fn fresh() -> Postgres {
    Postgres::open(&Server::shared().database()).unwrap()
}

#[test]
fn it_passes_the_story() {
    let database = Server::shared().database();
    tell(&mut || Box::new(Postgres::open(&database).unwrap()));
}

#[test]
fn what_waits_is_written_before_it_closes() {
    let database = Server::shared().database();
    general::what_waits_is_written_before_it_closes(&mut || Box::new(Postgres::open(&database).unwrap()));
}

#[test]
fn one_wrong_write_does_not_hurt_the_others() {
    general::one_wrong_write_does_not_hurt_the_others(&fresh());
}

#[test]
fn writes_of_a_game_stay_in_order() {
    general::writes_of_a_game_stay_in_order(&fresh());
}

#[test]
fn nodes_that_begin_together_migrate_once() {
    let database = Server::shared().database();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| Postgres::open(&database).unwrap().check(true).unwrap());
        }
    });
}

#[test]
fn addresses_that_cannot_be_used_are_told() {
    let refused = |address: &str| Postgres::open(address).unwrap_err();
    assert!(matches!(refused("mysql://damka@localhost/club"), StoreError::Address(_)));
    assert!(matches!(refused(&Server::shared().url("nowhere")), StoreError::Unreachable(_)));
    assert!(matches!(refused("postgresql://damka@127.0.0.1:1/club"), StoreError::Unreachable(_)));
}

/// What a question gives after some statements, on a connection of its own.
fn ask<T: FromSqlOwned>(address: &str, before: &str, sql: &str) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(address, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute(before).await.unwrap();
        client.query_one(sql, &[]).await.unwrap().get(0)
    })
}

/// The process of the one connection that a store has open by now.
fn writing_process(address: &str) -> i32 {
    let sql = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'damka'";
    ask(address, "", sql)
}

fn signal(process: i32, signal: &str) {
    assert!(Command::new("kill").args([signal, &process.to_string()]).status().unwrap().success());
}

/// A process of the server hangs with a transaction whose end has been sent to it.
#[cfg(unix)]
#[test]
fn nothing_is_written_while_a_lost_transaction_may_still_become_true() {
    let address = Server::shared().database();
    let store = Postgres::open(&address).unwrap();
    write(&store, vec![Write::Game(Box::new(game("g", "ann", "bob", 1)))]).unwrap();
    // A statement that the server knows is sent together with the end.
    write(&store, vec![append("g", 1, vec![event("a move")])]).unwrap();
    let hangs = writing_process(&address);
    signal(hangs, "-STOP");
    let lost = write(&store, vec![append("g", 2, vec![event("another move")])]);
    let next = write(&store, vec![]);
    signal(hangs, "-CONT");
    assert!(matches!(lost, Err(StoreError::Unreachable(_))), "{lost:?}");
    assert!(matches!(next, Err(StoreError::Unreachable(_))), "{next:?}");
    let begun = Instant::now();
    while let Err(error) = write(&store, vec![]) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{error}");
    }
    let kept = store.events(&"g".into(), 0).unwrap().len() as u32;
    write(&store, vec![append("g", kept + 1, vec![event("the next move")])]).unwrap();
}

/// With synchronous replication a COMMIT waits for the standby, and here the standby is away.
#[test]
fn a_lost_transaction_is_over_only_when_the_standby_has_it() {
    let server = Server::start();
    let address = server.database();
    let store = Postgres::open(&address).unwrap();
    write(&store, vec![Write::Game(Box::new(game("g", "ann", "bob", 1)))]).unwrap();
    let replicate_to = |name: &str| {
        server.run(&address, &format!("ALTER SYSTEM SET synchronous_standby_names = '{name}'"));
        server.run(&address, "SELECT pg_reload_conf()");
    };
    let line = |seq| write(&store, vec![append("g", seq, vec![event("a move")])]);
    let begun = Instant::now();
    replicate_to("away");
    let (mut seq, mut lost) = (1, line(1));
    while lost.is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(20), "no COMMIT waits");
        std::thread::sleep(Duration::from_millis(50));
        seq += 1;
        lost = line(seq);
    }
    let sure = write(&store, vec![]);
    for answer in [lost, sure] {
        assert!(matches!(answer, Err(StoreError::Unreachable(_))), "{answer:?}");
    }
    assert_eq!(store.events(&"g".into(), 0).unwrap().len() as u32, seq, "everyone sees it here already");
    let hanging = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    assert!(ask::<i64>(&address, "", hanging) <= 1, "each attempt ends the one before");
    replicate_to("");
    let begun = Instant::now();
    while let Err(error) = write(&store, vec![]) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{error}");
    }
    line(seq + 1).unwrap();
}

#[test]
fn notices_and_changes_are_put_in_order_by_one_lock() {
    let address = Server::shared().database();
    drop(Postgres::open(&address).unwrap());
    let both = "BEGIN; INSERT INTO notices (person, kind, mark, at) VALUES ('ann', 'turn', 0, 1);
        INSERT INTO changes (at, body) VALUES (1, '')";
    let held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()";
    assert_eq!(ask::<i64>(&address, both, held), 1, "in either order nobody waits for a second one");
}
