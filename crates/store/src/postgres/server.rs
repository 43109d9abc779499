//! The server as the thread that writes sees it.

use super::error::unreachable;
use super::link::{Link, Source};
use super::talk::{Failed, Talk};
use crate::StoreError;
use crate::sql::writer::Database;
use crate::sql::{Result, Sql};
use std::time::{Duration, Instant};
use tokio_postgres::{SimpleQueryMessage, SimpleQueryRow};

/// How long a transaction may take, with connecting and everything; then the caller learns that there is no answer.
const LIMIT: Duration = Duration::from_secs(4);

/// How long it may take to make sure that a lost transaction is over.
const MAKE_SURE: Duration = Duration::from_millis(1500);

/// How often a transaction is tried that others blocked.
const TRIES: u32 = 5;

/// What is committed before a lost transaction counts as over. With synchronous replication a COMMIT waits for the
/// standby; a process that is ended while it waits has committed at this server alone, and everyone sees what it wrote. A
/// transaction that writes nothing does not wait. This one writes a message to the write-ahead log, so it waits until the
/// standby has everything that was committed before. Every role may write such a message, at any `wal_level`; it changes
/// no row and takes no lock.
const SURE: &str = "BEGIN; SELECT pg_logical_emit_message(true, 'damka', 'sure'); COMMIT";

/// The process of a connection at the server, which no later one is confused with.
#[derive(Clone)]
struct Backend {
    process: String,
    since: String,
}

impl Backend {
    fn of(link: &Link, until: Instant) -> Result<Backend> {
        let sql = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()";
        let found = link.answer(link.client.simple_query(sql), until)?;
        let row = first_row(&found);
        let text = |at| row.and_then(|row| row.get(at)).map(str::to_owned).ok_or_else(|| unreachable("no process"));
        Ok(Backend { process: text(0)?, since: text(1)? })
    }

    /// Ends the process, over another connection.
    fn end(&self, link: &Link, until: Instant) -> Result<()> {
        let Backend { process, since } = self;
        let sql = format!(
            "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
             WHERE pid = {process} AND backend_start = '{since}'"
        );
        let found = link.answer(link.client.simple_query(&sql), until)?;
        // A process that hangs in the middle of its commit may outlive that.
        let is_over = first_row(&found).is_none_or(|row| row.get(0) == Some("t"));
        if is_over { Ok(()) } else { Err(unreachable("a lost transaction is not over yet")) }
    }
}

fn first_row(found: &[SimpleQueryMessage]) -> Option<&SimpleQueryRow> {
    found.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    })
}

/// The connection that writes. It is made again when it is lost.
pub struct Server {
    source: Source,
    link: Option<(Link, Backend)>,
    /// A connection that was lost while it was writing: as long as its process lives, it may still commit.
    doubtful: Option<Backend>,
}

impl Server {
    pub fn new(source: Source) -> Server {
        Server { source, link: None, doubtful: None }
    }

    /// The connection, which is made first if there is none. A lost transaction ends before anything else is written: what
    /// was answered to nobody does not appear after someone has looked.
    fn link(&mut self, until: Instant) -> Result<&Link> {
        if self.link.as_ref().is_none_or(|(link, _)| !link.is_alive()) {
            self.link = None;
            let link = self.source.connect(until)?;
            let backend = Backend::of(&link, until)?;
            if let Some(lost) = &self.doubtful {
                lost.end(&link, until)?;
                // If this connection hangs in its turn, the next one ends it: there is never more than one that hangs.
                self.doubtful = Some(backend.clone());
                link.answer(link.client.batch_execute(SURE), until)?;
            }
            self.doubtful = None;
            self.link = Some((link, backend));
        }
        self.link.as_ref().map(|(link, _)| link).ok_or(StoreError::Closed)
    }

    fn attempt(&mut self, until: Instant, work: &mut dyn FnMut(&dyn Sql) -> Result<()>) -> Result<(), Failed> {
        let link = self.link(until).map_err(Failed::Before)?;
        let talk = Talk::begin(link, "BEGIN", until);
        if let Err(error) = work(&talk) {
            // Without a COMMIT it cannot take effect.
            talk.leave();
            return Err(Failed::Before(error));
        }
        talk.commit()
    }

    fn is_lost(&self) -> bool {
        self.link.as_ref().is_none_or(|(link, _)| !link.is_alive())
    }

    /// Drops a lost connection, and makes sure that its transaction is over, if that can be done in time.
    fn make_sure(&mut self) {
        if let Some((_, backend)) = self.link.take() {
            self.doubtful = Some(backend);
        }
        let _ = self.link(Instant::now() + MAKE_SURE);
    }
}

impl Database for Server {
    fn transaction(&mut self, work: &mut dyn FnMut(&dyn Sql) -> Result<()>) -> Result<()> {
        let until = Instant::now() + LIMIT;
        let mut tries = 0;
        loop {
            tries += 1;
            match self.attempt(until, work) {
                Ok(()) => return Ok(()),
                Err(Failed::Doubtful(error)) => {
                    if self.is_lost() {
                        self.make_sure();
                    }
                    return Err(error);
                }
                // The server was restarted, for example, while nobody wrote. A new connection may do.
                Err(Failed::Before(error)) if self.is_lost() => {
                    let had_link = self.link.is_some();
                    self.link = None;
                    if !had_link || tries > 1 || Instant::now() >= until {
                        return Err(error);
                    }
                }
                // Others blocked it: two nodes that change the same rows in a different order, for example.
                Err(Failed::Before(StoreError::Busy)) if tries < TRIES && Instant::now() < until => {}
                Err(Failed::Before(error)) => return Err(error),
            }
        }
    }
}
