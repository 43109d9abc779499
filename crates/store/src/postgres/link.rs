//! One connection to the server.

use super::error::unreachable;
use super::value::Sent;
use super::wait::wait;
use crate::Connections;
use crate::sql::Result;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;
use tokio_postgres::{Client, Config, NoTls, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How many statements a connection keeps prepared. Lists that are searched have many forms.
const STATEMENTS: usize = 400;

/// How long a connection may take to begin.
const CONNECT: Duration = Duration::from_secs(2);

/// Where connections come from: the address, how they are encrypted, and the runtime that looks after them.
#[derive(Clone)]
pub struct Source {
    pub config: Arc<Config>,
    pub tls: Option<MakeRustlsConnect>,
    pub runtime: Handle,
    pub connections: Arc<Counter>,
}

/// How many connections there are and were.
#[derive(Default)]
pub struct Counter {
    made: AtomicU64,
    ended: AtomicU64,
}

impl Counter {
    pub fn count(&self) -> Connections {
        // In this order the count of ended connections never exceeds that of opened ones.
        let ended = self.ended.load(Ordering::SeqCst);
        let made = self.made.load(Ordering::SeqCst);
        Connections { open: made - ended, made }
    }
}

impl Source {
    /// Connects.
    pub fn connect(&self, until: Instant) -> Result<Link> {
        let (config, until) = (Arc::clone(&self.config), until.min(Instant::now() + CONNECT));
        let (tls, runtime) = (self.tls.clone(), self.runtime.clone());
        // Callers that wait for an answer learn that the connection has ended.
        let connecting = self.runtime.spawn(async move {
            Ok::<_, tokio_postgres::Error>(match tls {
                Some(tls) => {
                    let (client, connection) = config.connect(tls).await?;
                    (client, runtime.spawn(async move { drop(connection.await) }))
                }
                None => {
                    let (client, connection) = config.connect(NoTls).await?;
                    (client, runtime.spawn(async move { drop(connection.await) }))
                }
            })
        });
        let stop = connecting.abort_handle();
        let Some(connected) = wait(connecting, until) else {
            stop.abort();
            return Err(unreachable("it does not answer"));
        };
        let (client, task) = connected.map_err(unreachable)??;
        self.connections.made.fetch_add(1, Ordering::SeqCst);
        Ok(Link {
            client: Arc::new(client),
            task: task.abort_handle(),
            statements: RefCell::default(),
            is_lost: Cell::new(false),
            connections: Arc::clone(&self.connections),
        })
    }
}

/// A connection. It is used by one thread at a time.
pub struct Link {
    pub client: Arc<Client>,
    task: AbortHandle,
    statements: RefCell<HashMap<String, Statement>>,
    /// Whether an answer did not come in time, so that nobody knows what comes next.
    is_lost: Cell<bool>,
    connections: Arc<Counter>,
}

impl Link {
    /// Whether it can be used, as far as is known.
    pub fn is_alive(&self) -> bool {
        !self.is_lost.get() && !self.client.is_closed()
    }

    /// Waits for an answer.
    pub fn answer<T, E>(&self, answer: impl Future<Output = Result<T, E>>, until: Instant) -> Result<T>
    where
        crate::StoreError: From<E>,
    {
        match wait(answer, until) {
            Some(given) => Ok(given?),
            None => {
                self.is_lost.set(true);
                Err(unreachable("it does not answer"))
            }
        }
    }

    /// A statement that is ready to be used.
    pub fn statement(&self, sql: &str, values: &[Sent], until: Instant) -> Result<Statement> {
        if let Some(kept) = self.statements.borrow().get(sql) {
            return Ok(kept.clone());
        }
        let kinds: Vec<_> = values.iter().map(Sent::kind).collect();
        let statement = self.answer(self.client.prepare_typed(&numbered(sql), &kinds), until)?;
        let mut statements = self.statements.borrow_mut();
        if statements.len() >= STATEMENTS {
            statements.clear();
        }
        statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.connections.ended.fetch_add(1, Ordering::SeqCst);
        // A connection that still works closes properly by itself.
        if self.is_lost.get() {
            self.task.abort();
        }
    }
}

/// Places of values as PostgreSQL writes them: `$1`.
fn numbered(sql: &str) -> String {
    let mut parts = sql.split('?');
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let _ = write!(numbered, "${part}");
    }
    numbered
}
