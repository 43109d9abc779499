//! Work with a time limit.

use crate::error::Failure;
use std::time::{Duration, Instant};

/// The time limit for one request. Thousands of moves take a few hundredths of a second; positions made for the purpose
/// take milliseconds each.
const LONGEST: Duration = Duration::from_secs(1);

/// Work that is given up if it takes too long, because others wait for the same thread.
#[derive(Debug)]
pub struct Work(Instant);

impl Work {
    /// Starts the time limit now.
    #[must_use]
    pub fn begin() -> Work {
        Work(Instant::now())
    }

    /// Checks the limit; called between pieces of the work.
    ///
    /// # Errors
    /// If it has taken too long.
    pub fn check(&self) -> Result<(), Failure> {
        if self.0.elapsed() > LONGEST { Err(Failure::TooLarge) } else { Ok(()) }
    }
}
