//! How long things take, counted so that counting costs nothing: an addition or two to numbers in memory.

use crate::club::Club;
use damka_store::{StoreError, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The upper bounds of the buckets, in microseconds. A commit on a good disk takes a millisecond, and a person notices a
/// tenth of a second.
const BOUNDS: [u64; 13] =
    [500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000];

/// How often something took how long, since the process began.
#[derive(Debug, Default)]
pub struct Latency {
    /// How many took at most so long, without those of the buckets before; the last bucket has no bound.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
    failures: AtomicU64,
}

/// A histogram as it was at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Upper bounds in seconds, and how many took at most so long.
    pub buckets: Vec<(f64, u64)>,
    /// How many there were.
    pub count: u64,
    /// How long they took together, in seconds.
    pub seconds: f64,
}

impl Latency {
    /// Something was done, and took so long.
    pub fn note(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.partition_point(|bound| *bound < micros);
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// Something was not done.
    pub fn note_failure(&self) {
        self.failures.fetch_add(1, Ordering::Relaxed);
    }

    /// How often something was not done.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// What was counted so far.
    #[must_use]
    pub fn histogram(&self) -> Histogram {
        let mut count = 0;
        let mut buckets = Vec::new();
        for (at, bucket) in self.buckets.iter().enumerate() {
            count += bucket.load(Ordering::Relaxed);
            if let Some(bound) = BOUNDS.get(at) {
                buckets.push((*bound as f64 / 1e6, count));
            }
        }
        Histogram { buckets, count, seconds: self.micros.load(Ordering::Relaxed) as f64 / 1e6 }
    }
}

impl Club {
    /// Writes events of a game or a contest, and notes how long it takes.
    ///
    /// # Errors
    /// As for [`Club::write`].
    pub async fn append(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let begun = Instant::now();
        let written = self.write(writes).await;
        match &written {
            Ok(()) => self.counts.appends.note(begun.elapsed()),
            Err(_) => self.counts.appends.note_failure(),
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_exactly_a_bound_counts_below_it() {
        let latency = Latency::default();
        for micros in [1, 500, 501, 1_000, 20_000_000] {
            latency.note(Duration::from_micros(micros));
        }
        latency.note_failure();
        let histogram = latency.histogram();
        assert_eq!(histogram.buckets[..2], [(0.0005, 2), (0.001, 4)]);
        assert_eq!(histogram.buckets.last(), Some(&(5.0, 4)), "twenty seconds are beyond every bound");
        assert_eq!((histogram.count, latency.failures()), (5, 1));
        assert!((histogram.seconds - 20.002_002).abs() < 1e-9, "{histogram:?}");
    }
}
