//! A store that does as it is told, except where a test wants to be in between.

use damka_store::{
    Done, GameFilter, GameRow, KeptEvent, KeptGame, KeptNote, Person, Run, Sqlite, Status, Store, StoreError, Write,
};
use std::path::Path;

/// Is called before something is read or written.
type Before<T> = Box<dyn Fn(T) + Send + Sync>;

/// A store that calls the test before it writes and after it has read a game, and before its events.
pub struct Odd {
    pub kept: Sqlite,
    pub before_write: Before<Vec<Write>>,
    pub before_events: Before<String>,
}

impl Odd {
    pub fn new(folder: &Path) -> Odd {
        let kept = Sqlite::open(folder).unwrap();
        Odd { kept, before_write: Box::new(drop), before_events: Box::new(drop) }
    }
}

impl Store for Odd {
    fn write(&self, writes: Vec<Write>, done: Done) {
        (self.before_write)(writes.clone());
        self.kept.write(writes, done);
    }

    fn begin_run(&self, now: u64) -> Result<Run, StoreError> {
        self.kept.begin_run(now)
    }

    fn run(&self, id: i64) -> Result<Option<Run>, StoreError> {
        self.kept.run(id)
    }

    fn game(&self, id: &str) -> Result<Option<KeptGame>, StoreError> {
        self.kept.game(id)
    }

    fn events(&self, game: &str, after: u32) -> Result<Vec<KeptEvent>, StoreError> {
        (self.before_events)(game.to_owned());
        self.kept.events(game, after)
    }

    fn games_in(&self, status: Status, before: Option<i64>, most: u32) -> Result<Vec<(i64, String)>, StoreError> {
        self.kept.games_in(status, before, most)
    }

    fn count_in(&self, status: Status) -> Result<u32, StoreError> {
        self.kept.count_in(status)
    }

    fn games_of(&self, person: &str, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
        self.kept.games_of(person, filter)
    }

    fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        self.kept.person(id)
    }

    fn account(&self, name_key: &str) -> Result<Option<Person>, StoreError> {
        self.kept.account(name_key)
    }

    fn link(&self, code: &str) -> Result<Option<String>, StoreError> {
        self.kept.link(code)
    }

    fn analysis(&self, game: &str) -> Result<Option<String>, StoreError> {
        self.kept.analysis(game)
    }

    fn note(&self, person: &str, game: &str) -> Result<Option<KeptNote>, StoreError> {
        self.kept.note(person, game)
    }

    fn notes(&self, person: &str) -> Result<u32, StoreError> {
        self.kept.notes(person)
    }

    fn secret(&self, name: &str, make: &dyn Fn() -> String) -> Result<String, StoreError> {
        self.kept.secret(name, make)
    }

    fn backup(&self, to: &Path) -> Result<(), StoreError> {
        self.kept.backup(to)
    }
}
