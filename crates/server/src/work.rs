//! Work that ends in time.

use crate::error::Failure;
use std::time::{Duration, Instant};

/// The longest time for one request. Thousands of moves take a few hundredths of a second; positions that somebody has
/// made for the purpose take milliseconds each.
const LONGEST: Duration = Duration::from_secs(1);

/// Work that is given up if it takes too long: others wait for the same thread.
#[derive(Debug)]
pub struct Work(Instant);

impl Work {
    /// Begins now.
    #[must_use]
    pub fn begin() -> Work {
        Work(Instant::now())
    }

    /// To be asked between one piece of the work and the next.
    ///
    /// # Errors
    /// If it has taken too long.
    pub fn check(&self) -> Result<(), Failure> {
        if self.0.elapsed() > LONGEST { Err(Failure::TooLarge) } else { Ok(()) }
    }
}
