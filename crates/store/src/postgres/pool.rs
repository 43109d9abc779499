//! Connections for reading.

use super::error::unreachable;
use super::link::{Link, Source};
use crate::sql::Result;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// How many connections read at the same time; further readers wait for one of them.
const MOST: usize = 16;

#[derive(Default)]
struct Links {
    idle: Vec<Link>,
    /// How many are in use or idle.
    open: usize,
}

/// A few connections that readers share.
pub struct Pool {
    source: Source,
    links: Mutex<Links>,
    given_back: Condvar,
}

/// A connection for one reader.
pub struct Lent<'a> {
    pool: &'a Pool,
    link: Option<Link>,
    /// Whether it was used before, so that it may have died since.
    pub is_old: bool,
}

impl Lent<'_> {
    pub fn link(&self) -> Option<&Link> {
        self.link.as_ref()
    }
}

impl Pool {
    pub fn new(source: Source) -> Pool {
        Pool { source, links: Mutex::default(), given_back: Condvar::new() }
    }

    /// Where connections come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    fn lock(&self) -> MutexGuard<'_, Links> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection; a new one where all others are in use or dead.
    pub fn lend(&self, until: Instant) -> Result<Lent<'_>> {
        let mut links = self.lock();
        loop {
            while let Some(link) = links.idle.pop() {
                if link.is_alive() {
                    return Ok(Lent { pool: self, link: Some(link), is_old: true });
                }
                links.open -= 1;
            }
            if links.open < MOST {
                links.open += 1;
                break;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(unreachable("all connections are busy"));
            }
            links = self.given_back.wait_timeout(links, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(links);
        // Its place is given back if this fails.
        let mut lent = Lent { pool: self, link: None, is_old: false };
        lent.link = Some(self.source.connect(until)?);
        Ok(lent)
    }

    /// Closes what nobody uses, because it may be dead.
    pub fn clear(&self) {
        let mut links = self.lock();
        links.open -= links.idle.len();
        links.idle.clear();
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut links = self.pool.lock();
        match self.link.take().filter(Link::is_alive) {
            Some(link) => links.idle.push(link),
            None => links.open -= 1,
        }
        drop(links);
        self.pool.given_back.notify_one();
    }
}
