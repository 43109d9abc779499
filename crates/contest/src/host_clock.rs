//! The host's one clock over all boards of a display.

use damka_conduct::clock::Millis;

/// It runs while at least one board waits for the host, so looking away does not help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostClock {
    left: Millis,
    since: Option<Millis>,
}

impl HostClock {
    /// A clock that stands.
    #[must_use]
    pub const fn new(time: Millis) -> HostClock {
        HostClock { left: time, since: None }
    }

    /// What is left at a moment.
    #[must_use]
    pub fn left(&self, now: Millis) -> Millis {
        let used = self.since.map_or(0, |since| now.0.saturating_sub(since.0));
        Millis(self.left.0.saturating_sub(used))
    }

    /// Whether it runs.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// When it runs out, if nothing stops it.
    #[must_use]
    pub fn falls_at(&self) -> Option<Millis> {
        self.since.map(|since| since.plus(self.left))
    }

    pub(crate) fn run(&mut self, now: Millis) {
        self.since = self.since.or(Some(now));
    }

    pub(crate) fn stand(&mut self, now: Millis) {
        self.left = self.left(now);
        self.since = None;
    }

    pub(crate) fn fall(&mut self) {
        (self.left, self.since) = (Millis::ZERO, None);
    }
}
