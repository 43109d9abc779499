//! Sessions: the devices on which people are signed in.

use damka_conduct::PersonId;

/// A session of a person on one device.
#[derive(Clone, PartialEq, Eq)]
pub struct KeptSession {
    /// A hash of the session's id. Only the cookie contains the id itself.
    pub key: String,
    /// The person.
    pub person: PersonId,
    /// The browser and the system, such as `Firefox · Windows`; empty if they are unknown.
    pub device: String,
    /// When it began, in milliseconds since 1970.
    pub created_at: u64,
    /// When it was last used, to within a few minutes.
    pub seen_at: u64,
}

impl std::fmt::Debug for KeptSession {
    /// Neither keys nor ids appear in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptSession").field("device", &self.device).finish_non_exhaustive()
    }
}
