//! A transaction, with everything sent as early as possible.
//!
//! What changes rows is sent at once and answered later: statements do not wait for each other's way to the server and back.
//! Questions, and the end, wait for everything before them.

use super::link::Link;
use super::value::Sent;
use crate::StoreError;
use crate::sql::{EventRow, Result, Row, Rows, Sql, Value};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Instant;
use tokio_postgres::Error;
use tokio_postgres::types::ToSql;

type Answer<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

/// Adds many events. Each gives a row or an error: one of a game that is not there has no number, and is refused for that.
const APPEND: &str = "INSERT INTO events (game, seq, run, wall, scope, client, n, line)
    SELECT (SELECT number FROM games WHERE games.id = new.id), seq, run, wall, scope, client, n, line
    FROM unnest(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) AS new (id, seq, run, wall, scope, client, n, line)";
const COLUMNS: usize = 8;

/// A request that was sent: its answer, if it is there already, or whatever will give it.
enum Sending<T> {
    Sent(Answer<T>),
    Answered(Result<T, Error>),
}

impl<T> Sending<T> {
    /// Sends a request. That happens when it is first looked at, and nothing is waited for.
    fn send(request: impl Future<Output = Result<T, Error>> + Send + 'static) -> Sending<T> {
        let mut request: Answer<T> = Box::pin(request);
        match request.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(answer) => Sending::Answered(answer),
            Poll::Pending => Sending::Sent(request),
        }
    }

    fn answer(self, link: &Link, until: Instant) -> Result<T> {
        match self {
            Sending::Sent(answer) => link.answer(answer, until),
            Sending::Answered(answer) => Ok(answer?),
        }
    }
}

/// How a transaction failed.
pub enum Failed {
    /// Nothing of it can ever take effect.
    Before(StoreError),
    /// It may have taken effect.
    Doubtful(StoreError),
}

impl From<Failed> for StoreError {
    fn from(failed: Failed) -> StoreError {
        match failed {
            Failed::Before(error) | Failed::Doubtful(error) => error,
        }
    }
}

/// A transaction on a connection.
pub struct Talk<'a> {
    link: &'a Link,
    until: Instant,
    pending: RefCell<VecDeque<(Sending<u64>, Rows)>>,
}

impl<'a> Talk<'a> {
    /// Begins a transaction with a statement.
    pub fn begin(link: &'a Link, begin: &'static str, until: Instant) -> Talk<'a> {
        let talk = Talk { link, until, pending: RefCell::default() };
        talk.say(begin);
        talk
    }

    fn say(&self, statement: &'static str) {
        let client = Arc::clone(&self.link.client);
        let said = Sending::send(async move { client.batch_execute(statement).await.map(|()| 0) });
        self.pending.borrow_mut().push_back((said, Rows::Any));
    }

    /// Waits for everything that was sent, and checks it. The first error is reported: all others are refused because
    /// of it.
    fn settle(&self) -> Result<()> {
        loop {
            // Not in the head of a loop: the answer is waited for without holding the list.
            let next = self.pending.borrow_mut().pop_front();
            let Some((sent, rows)) = next else { return Ok(()) };
            let done = sent.answer(self.link, self.until).and_then(|changed| match rows {
                Rows::One if changed != 1 => Err(StoreError::Conflict),
                _ => Ok(()),
            });
            if done.is_err() {
                self.pending.borrow_mut().clear();
                return done;
            }
        }
    }

    /// Waits until nothing is under way any more that could fail.
    pub fn check(&self) -> Result<()> {
        self.settle()
    }

    /// Makes it last. Where no number of rows has to be looked at before, the end is sent together with the rest: after a
    /// statement that the server refuses, the end undoes everything.
    pub fn commit(self) -> Result<(), Failed> {
        let is_counted = self.pending.borrow().iter().any(|(_, rows)| *rows == Rows::One);
        if is_counted && let Err(error) = self.settle() {
            self.leave();
            return Err(Failed::Before(error));
        }
        self.say("COMMIT");
        self.settle().map_err(|error| match error {
            StoreError::Unreachable(_) => Failed::Doubtful(error),
            refused => Failed::Before(refused),
        })
    }

    /// Ends it. Nobody waits for that: what comes next on this connection is answered after it.
    pub fn leave(self) {
        self.say("ROLLBACK");
    }

    fn send(&self, sql: &str, values: Vec<Sent>, rows: Rows) -> Result<()> {
        let statement = self.statement(sql, &values)?;
        let client = Arc::clone(&self.link.client);
        let sent = Sending::send(async move { client.execute_raw(&statement, values).await });
        self.pending.borrow_mut().push_back((sent, rows));
        Ok(())
    }

    fn statement(&self, sql: &str, values: &[Sent]) -> Result<tokio_postgres::Statement> {
        self.link.statement(sql, values, self.until).or_else(|error| {
            // After an error everything else is refused.
            self.settle()?;
            Err(error)
        })
    }
}

impl Sql for Talk<'_> {
    fn execute(&self, sql: &str, values: &[Value<'_>], rows: Rows) -> Result<()> {
        self.send(sql, values.iter().map(Sent::from).collect(), rows)
    }

    fn append(&self, rows: &[EventRow<'_>]) -> Result<()> {
        let rows: Vec<_> = rows.iter().map(EventRow::values).collect();
        let columns = (0..COLUMNS).map(|column| Sent::list(rows.iter().map(|row| row[column])));
        self.send(APPEND, columns.collect(), Rows::Any)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn skip_locked(&self) -> &'static str {
        "FOR UPDATE SKIP LOCKED"
    }

    fn query(&self, sql: &str, values: &[Value<'_>], each: &mut dyn FnMut(&Row<'_>) -> Result<()>) -> Result<()> {
        let values: Vec<Sent> = values.iter().map(Sent::from).collect();
        let statement = self.statement(sql, &values)?;
        let client = Arc::clone(&self.link.client);
        let asked = Sending::send(async move {
            let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
            client.query(&statement, &values).await
        });
        self.settle()?;
        for row in asked.answer(self.link, self.until)? {
            each(&Row(&row))?;
        }
        Ok(())
    }
}
