//! A store is whatever can read and write SQL.

use super::writer::Writer;
use super::{Result, Sql, links, read, read_games, read_lists, runs, sessions, usage};
use crate::{
    Charge, Condition, Connections, Contests, Done, DueGame, Files, GameFilter, GameRow, Jobs, KeptEvent, KeptGame,
    KeptLink, KeptNote, KeptSession, Letters, Membership, Nodes, Notices, Outage, Person, Run, Shared, Store,
    StoreError, Usage, Versioned, Write,
};
use damka_conduct::{GameId, PersonId, Status};

/// A database that one thread writes to and many read.
pub trait Engine: Send + Sync + 'static {
    /// Runs several queries on one snapshot. This may happen twice, if a connection turns out to be dead.
    fn read<T>(&self, read: impl FnMut(&dyn Sql) -> Result<T>) -> Result<T>;

    /// The thread that writes.
    fn writer(&self) -> &Writer;

    /// As [`Store::check`].
    fn condition(&self, thorough: bool) -> Result<Condition>;

    /// As [`Store::connections`].
    fn server_connections(&self) -> Option<Connections> {
        None
    }

    /// As [`Store::files`].
    fn as_files(&self) -> Option<&dyn Files> {
        None
    }
}

impl<E: Engine> Store for E {
    fn write(&self, writes: Vec<Write>, done: Done) {
        self.writer().write(writes, done);
    }

    fn begin_run(&self, now: u64) -> Result<Run> {
        self.writer().ask(move |connection| runs::begin(connection, now, None))
    }

    fn run(&self, id: i64) -> Result<Option<Run>> {
        self.read(|connection| read::run(connection, id))
    }

    fn outages(&self, after: u64, at_least: u64) -> Result<Vec<Outage>> {
        self.read(|connection| read::outages(connection, after, at_least))
    }

    fn game(&self, id: &GameId) -> Result<Option<KeptGame>> {
        self.read(|connection| read_games::game(connection, id))
    }

    fn events(&self, game: &GameId, after: u32) -> Result<Vec<KeptEvent>> {
        self.read(|connection| read_games::events(connection, game, after))
    }

    fn due(&self, run: i64) -> Result<Vec<DueGame>> {
        self.read(|connection| read_games::due(connection, run))
    }

    fn games_in(&self, status: Status, listed: bool, before: Option<i64>, most: u32) -> Result<Vec<(i64, GameId)>> {
        self.read(|connection| read_games::games_in(connection, status, listed, before, most))
    }

    fn count_in(&self, status: Status) -> Result<u32> {
        self.read(|connection| read_games::count_in(connection, status))
    }

    fn games_of(&self, person: &PersonId, filter: &GameFilter) -> Result<Vec<GameRow>> {
        self.read(|connection| read_lists::games_of(connection, person, filter))
    }

    fn ids_of(&self, person: &PersonId, filter: &GameFilter) -> Result<Vec<GameId>> {
        self.read(|connection| read_lists::ids_of(connection, person, filter))
    }

    fn seats_of(&self, person: &PersonId, line: &str) -> Result<Vec<GameId>> {
        self.read(|connection| read_lists::seats_of(connection, person, line))
    }

    fn count_of(&self, person: &PersonId, filter: &GameFilter) -> Result<u32> {
        self.read(|connection| read_lists::count_of(connection, person, filter))
    }

    fn person(&self, id: &PersonId) -> Result<Option<Person>> {
        self.read(|connection| read::person(connection, id))
    }

    fn account(&self, name_key: &str) -> Result<Option<Person>> {
        self.read(|connection| read::account(connection, name_key))
    }

    fn session(&self, key: &str) -> Result<Option<KeptSession>> {
        self.read(|connection| sessions::session(connection, key))
    }

    fn sessions_of(&self, person: &PersonId) -> Result<Vec<KeptSession>> {
        self.read(|connection| sessions::of(connection, person))
    }

    fn link(&self, code: &str) -> Result<Option<KeptLink>> {
        self.read(|connection| links::link(connection, code))
    }

    fn links_of(&self, person: &PersonId, most: u32) -> Result<Vec<KeptLink>> {
        self.read(|connection| links::of(connection, person, most))
    }

    fn opened_by(&self, link: &str, most: u32) -> Result<(u32, Vec<GameRow>)> {
        self.read(|connection| read_games::opened_by(connection, link, most))
    }

    fn analysis(&self, game: &GameId) -> Result<Option<Versioned>> {
        self.read(|connection| read::analysis(connection, game))
    }

    fn note(&self, person: &PersonId, game: &GameId) -> Result<Option<KeptNote>> {
        self.read(|connection| read::note(connection, person, game))
    }

    fn notes(&self, person: &PersonId) -> Result<u32> {
        self.read(|connection| read::notes(connection, person))
    }

    fn usage(&self, person: &PersonId) -> Result<Usage> {
        self.read(|connection| usage::of(connection, person))
    }

    fn charged(&self, address: &str, day: u64) -> Result<Charge> {
        self.read(|connection| usage::charged(connection, address, day))
    }

    fn secret(&self, name: &str, make: &dyn Fn() -> String) -> Result<String> {
        if let Some(kept) = self.read(|connection| read::secret(connection, name))? {
            return Ok(kept);
        }
        let (owned, value) = (name.to_owned(), make());
        self.writer().ask(move |connection| runs::keep_secret(connection, &owned, &value))?;
        self.read(|connection| read::secret(connection, name))?.ok_or(StoreError::Closed)
    }

    fn membership(&self) -> &dyn Membership {
        self
    }

    fn letters(&self) -> &dyn Letters {
        self
    }

    fn contests(&self) -> &dyn Contests {
        self
    }

    fn notices(&self) -> &dyn Notices {
        self
    }

    fn nodes(&self) -> &dyn Nodes {
        self
    }

    fn shared(&self) -> &dyn Shared {
        self
    }

    fn jobs(&self) -> &dyn Jobs {
        self
    }

    fn connections(&self) -> Option<Connections> {
        self.server_connections()
    }

    fn files(&self) -> Option<&dyn Files> {
        self.as_files()
    }

    fn check(&self, thorough: bool) -> Result<Condition> {
        self.condition(thorough)
    }
}
