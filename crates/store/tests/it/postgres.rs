//! The PostgreSQL store, on a real server.

use crate::general;
use damka_servers::Postgres as Server;
use damka_store::story::tell;
use damka_store::{Postgres, Store, StoreError};

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
