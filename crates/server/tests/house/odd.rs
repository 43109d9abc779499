//! A store that does as it is told, except where a test wants to be in between.

use damka_conduct::{GameId, PersonId, Status};
use damka_store::{
    Charge, Condition, Connections, Contests, Done, DueGame, Files, GameFilter, GameRow, Jobs, KeptEvent, KeptGame,
    KeptLink, KeptNote, KeptSession, Letters, Membership, Nodes, Notices, Outage, Person, Run, Shared, Sqlite, Store,
    StoreError, Usage, Versioned, Write,
};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Is called before something is read or written.
type Before<T> = Box<dyn Fn(T) + Send + Sync>;

/// What the store has answered, and what is told instead.
pub type Answered = Arc<dyn Fn(&[Write], Result<(), StoreError>) -> Result<(), StoreError> + Send + Sync>;

/// A store that calls the test before it writes, before it tells that it has written, and after it has read a game, before
/// its events.
pub struct Odd {
    pub kept: Arc<Sqlite>,
    pub before_write: Before<Vec<Write>>,
    pub answered: Answered,
    pub before_events: Before<GameId>,
    /// While it is so, nothing is written, and it is told that the server cannot be reached.
    pub is_cut: Arc<AtomicBool>,
    /// Whether events cannot be read.
    pub no_events: Arc<AtomicBool>,
}

impl Odd {
    pub fn new(folder: &Path) -> Odd {
        Odd::on(Arc::new(Sqlite::open(folder).unwrap()))
    }

    /// One of several on the same data.
    pub fn on(kept: Arc<Sqlite>) -> Odd {
        let answered: Answered = Arc::new(|_, result| result);
        let (before_write, before_events): (Before<Vec<Write>>, Before<GameId>) = (Box::new(drop), Box::new(drop));
        Odd { kept, before_write, answered, before_events, is_cut: Arc::default(), no_events: Arc::default() }
    }
}

impl Store for Odd {
    fn write(&self, writes: Vec<Write>, done: Done) {
        if self.is_cut.load(Ordering::SeqCst) {
            return done(Err(StoreError::Unreachable("the test has cut it".to_owned())));
        }
        (self.before_write)(writes.clone());
        let (answered, told) = (Arc::clone(&self.answered), writes.clone());
        self.kept.write(writes, Box::new(move |result| done(answered(&told, result))));
    }

    fn begin_run(&self, now: u64) -> Result<Run, StoreError> {
        self.kept.begin_run(now)
    }

    fn run(&self, id: i64) -> Result<Option<Run>, StoreError> {
        self.kept.run(id)
    }

    fn game(&self, id: &GameId) -> Result<Option<KeptGame>, StoreError> {
        self.kept.game(id)
    }

    fn events(&self, game: &GameId, after: u32) -> Result<Vec<KeptEvent>, StoreError> {
        (self.before_events)(game.clone());
        if self.no_events.load(Ordering::SeqCst) {
            return Err(StoreError::Unreachable("cut".to_owned()));
        }
        self.kept.events(game, after)
    }

    fn outages(&self, after: u64, at_least: u64) -> Result<Vec<Outage>, StoreError> {
        self.kept.outages(after, at_least)
    }

    fn due(&self, run: i64) -> Result<Vec<DueGame>, StoreError> {
        self.kept.due(run)
    }

    fn games_in(
        &self,
        status: Status,
        listed: bool,
        before: Option<i64>,
        most: u32,
    ) -> Result<Vec<(i64, GameId)>, StoreError> {
        self.kept.games_in(status, listed, before, most)
    }

    fn count_in(&self, status: Status) -> Result<u32, StoreError> {
        self.kept.count_in(status)
    }

    fn games_of(&self, person: &PersonId, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
        self.kept.games_of(person, filter)
    }

    fn ids_of(&self, person: &PersonId, filter: &GameFilter) -> Result<Vec<GameId>, StoreError> {
        self.kept.ids_of(person, filter)
    }

    fn seats_of(&self, person: &PersonId, line: &str) -> Result<Vec<GameId>, StoreError> {
        self.kept.seats_of(person, line)
    }

    fn count_of(&self, person: &PersonId, filter: &GameFilter) -> Result<u32, StoreError> {
        self.kept.count_of(person, filter)
    }

    fn person(&self, id: &PersonId) -> Result<Option<Person>, StoreError> {
        self.kept.person(id)
    }

    fn account(&self, name_key: &str) -> Result<Option<Person>, StoreError> {
        self.kept.account(name_key)
    }

    fn session(&self, key: &str) -> Result<Option<KeptSession>, StoreError> {
        self.kept.session(key)
    }

    fn sessions_of(&self, person: &PersonId) -> Result<Vec<KeptSession>, StoreError> {
        self.kept.sessions_of(person)
    }

    fn link(&self, code: &str) -> Result<Option<KeptLink>, StoreError> {
        self.kept.link(code)
    }

    fn links_of(&self, person: &PersonId, most: u32) -> Result<Vec<KeptLink>, StoreError> {
        self.kept.links_of(person, most)
    }

    fn opened_by(&self, link: &str, most: u32) -> Result<(u32, Vec<GameRow>), StoreError> {
        self.kept.opened_by(link, most)
    }

    fn analysis(&self, game: &GameId) -> Result<Option<Versioned>, StoreError> {
        self.kept.analysis(game)
    }

    fn note(&self, person: &PersonId, game: &GameId) -> Result<Option<KeptNote>, StoreError> {
        self.kept.note(person, game)
    }

    fn notes(&self, person: &PersonId) -> Result<u32, StoreError> {
        self.kept.notes(person)
    }

    fn usage(&self, person: &PersonId) -> Result<Usage, StoreError> {
        self.kept.usage(person)
    }

    fn charged(&self, address: &str, day: u64) -> Result<Charge, StoreError> {
        self.kept.charged(address, day)
    }

    fn secret(&self, name: &str, make: &dyn Fn() -> String) -> Result<String, StoreError> {
        self.kept.secret(name, make)
    }

    fn check(&self, thorough: bool) -> Result<Condition, StoreError> {
        self.kept.check(thorough)
    }

    fn letters(&self) -> &dyn Letters {
        self.kept.letters()
    }

    fn contests(&self) -> &dyn Contests {
        self.kept.contests()
    }

    fn notices(&self) -> &dyn Notices {
        self.kept.notices()
    }

    fn shared(&self) -> &dyn Shared {
        self.kept.shared()
    }

    fn jobs(&self) -> &dyn Jobs {
        self.kept.jobs()
    }

    fn nodes(&self) -> &dyn Nodes {
        self.kept.nodes()
    }

    fn membership(&self) -> &dyn Membership {
        self.kept.membership()
    }

    fn connections(&self) -> Option<Connections> {
        self.kept.connections()
    }

    fn files(&self) -> Option<&dyn Files> {
        self.kept.files()
    }
}
