//! How much one visitor may ask for.

use crate::error::Failure;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The most buckets that are remembered; the fullest are forgotten first, which costs nothing.
const MOST: usize = 50_000;

/// A bucket that fills with time: so many at once, then so many in a minute.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// In a minute.
    pub per_minute: f64,
}

/// Buckets of many visitors.
#[derive(Debug)]
pub struct Limiter<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Eq + Hash + Clone> Limiter<K> {
    /// No bucket yet.
    #[must_use]
    pub fn new(rate: Rate) -> Limiter<K> {
        Limiter { rate, buckets: Mutex::new(HashMap::new()) }
    }

    /// Takes one from a bucket.
    ///
    /// # Errors
    /// The seconds after which there is one again.
    pub fn take(&self, key: &K, now: Instant) -> Result<(), Failure> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let Rate { burst, per_minute } = self.rate;
        let filled = |(left, at): (f64, Instant)| {
            (left + now.saturating_duration_since(at).as_secs_f64() * per_minute / 60.0).min(burst)
        };
        let left = buckets.get(key).copied().map_or(burst, filled);
        if left < 1.0 {
            return Err(Failure::TooMany(((1.0 - left) * 60.0 / per_minute).ceil() as u32));
        }
        if buckets.len() >= MOST {
            buckets.retain(|_, bucket| filled(*bucket) < burst);
            if buckets.len() >= MOST {
                buckets.clear();
            }
        }
        buckets.insert(key.clone(), (left - 1.0, now));
        Ok(())
    }
}

/// One bucket, for one socket.
#[derive(Debug)]
pub struct Bucket {
    rate: Rate,
    left: f64,
    at: Instant,
}

impl Bucket {
    /// A full one.
    #[must_use]
    pub fn new(rate: Rate) -> Bucket {
        Bucket { rate, left: rate.burst, at: Instant::now() }
    }

    /// Takes one; `false` if there is none.
    pub fn take(&mut self, now: Instant) -> bool {
        let more = now.saturating_duration_since(self.at).as_secs_f64() * self.rate.per_minute / 60.0;
        self.left = (self.left + more).min(self.rate.burst);
        self.at = now;
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills() {
        let limiter = Limiter::new(Rate { burst: 3.0, per_minute: 60.0 });
        let now = Instant::now();
        assert!((0..3).all(|_| limiter.take(&"ann", now).is_ok()));
        assert_eq!(limiter.take(&"ann", now), Err(Failure::TooMany(1)));
        assert!(limiter.take(&"bob", now).is_ok());
        assert!(limiter.take(&"ann", now + Duration::from_secs(1)).is_ok());
        assert!(limiter.take(&"ann", now + Duration::from_secs(1)).is_err());
    }
}
