//! A PostgreSQL server: one connection writes, a few read.

mod error;
mod examine;
mod link;
mod pool;
mod schema;
mod server;
mod talk;
mod tls;
mod value;
mod wait;
mod whole;

use crate::sql::engine::Engine;
use crate::sql::writer::Writer;
use crate::sql::{Result, Sql};
use crate::{Condition, Connections, StoreError};
use link::Source;
use pool::Pool;
use server::Server;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use talk::Talk;
use tokio::runtime::Runtime;
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;

pub use examine::examine;
pub use value::kept_text;
pub use whole::Whole;

/// How a transaction that only reads begins: all its questions see the same moment.
const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// How long reading may take, with connecting and everything.
const LIMIT: Duration = Duration::from_secs(5);

/// The first statements of every connection. What is confirmed is on the server's disk, whatever the server's own setting is; no
/// statement and no transaction hangs forever.
const SETTINGS: &str = "-c synchronous_commit=on -c statement_timeout=5000 -c lock_timeout=4000 \
    -c idle_in_transaction_session_timeout=10000 -c default_transaction_isolation=read\\ committed";

/// A database of a PostgreSQL server.
///
/// It is backed up with PostgreSQL's own tools. Connections are encrypted if the address says `sslmode=require`; then the
/// server's certificate is checked too.
pub struct Postgres {
    // Fields are dropped in this order: everything is written before the connections end.
    writer: Writer,
    readers: Pool,
    runtime: Option<Runtime>,
}

impl std::fmt::Debug for Postgres {
    /// Addresses contain passwords.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Postgres").finish_non_exhaustive()
    }
}

impl Postgres {
    /// Connects to a database by its address, `postgresql://user@host:port/database`, and brings its tables to the version of
    /// this program. Several processes may do that at the same time.
    ///
    /// # Errors
    /// If the address cannot be used, the server cannot be reached, or the data are of a later version.
    pub fn open(address: &str) -> Result<Postgres, StoreError> {
        let (source, runtime) = source(address)?;
        schema::migrate(&source.connect(Instant::now() + LIMIT)?)?;
        let writer = Writer::start(Server::new(source.clone()))?;
        Ok(Postgres { writer, readers: Pool::new(source), runtime: Some(runtime) })
    }
}

/// Where connections to an address come from; they last as long as the runtime.
fn source(address: &str) -> Result<(Source, Runtime)> {
    let mut config = config(address)?;
    // Without being asked for, TLS would fail at the certificate that many servers make for themselves.
    let tls = if config.get_ssl_mode() == SslMode::Require { Some(tls::connector()?) } else { None };
    if tls.is_none() {
        config.ssl_mode(SslMode::Disable);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }.worker_threads(2).enable_all().thread_name("damka-postgres").build()?;
    let connections = Arc::default();
    Ok((Source { config: Arc::new(config), tls, runtime: runtime.handle().clone(), connections }, runtime))
}

/// Reads an address, and adds what keeps a cut network from being noticed too late.
fn config(address: &str) -> Result<Config> {
    let mut config = Config::from_str(address).map_err(|error| {
        let source = std::error::Error::source(&error).map(ToString::to_string);
        StoreError::Address(source.unwrap_or_else(|| error.to_string()))
    })?;
    let settings = config.get_options().map_or(SETTINGS.to_owned(), |own| format!("{own} {SETTINGS}"));
    config.options(settings).application_name("damka");
    config.connect_timeout(Duration::from_secs(2)).tcp_user_timeout(Duration::from_secs(4));
    config.keepalives(true).keepalives_idle(Duration::from_secs(2));
    config.keepalives_interval(Duration::from_secs(1)).keepalives_retries(3);
    Ok(config)
}

impl Engine for Postgres {
    fn read<T>(&self, mut read: impl FnMut(&dyn Sql) -> Result<T>) -> Result<T> {
        let until = Instant::now() + LIMIT;
        loop {
            let lent = self.readers.lend(until)?;
            let link = lent.link().ok_or(StoreError::Closed)?;
            let talk = Talk::begin(link, READ, until);
            let found = read(&talk).and_then(|found| talk.check().map(|()| found));
            talk.leave();
            if found.is_err() && lent.is_old && !link.is_alive() && Instant::now() < until {
                // It had died unnoticed, and so may the others have.
                drop(lent);
                self.readers.clear();
                continue;
            }
            return found;
        }
    }

    fn writer(&self) -> &Writer {
        &self.writer
    }

    fn server_connections(&self) -> Option<Connections> {
        Some(self.readers.source().connections.count())
    }

    fn condition(&self, _: bool) -> Result<Condition> {
        let until = Instant::now() + LIMIT;
        // A connection of its own: what others have open says nothing about whether one can connect.
        let source = self.readers.source();
        schema::check(&source.connect(until)?, until)?;
        Ok(Condition { free: None })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.writer.close();
        self.readers.clear();
        // This may be dropped where one must not wait for a runtime.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
