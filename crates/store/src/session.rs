//! Sessions: where people are signed in.

use damka_conduct::PersonId;

/// A session of a person on one device.
#[derive(Clone, PartialEq, Eq)]
pub struct KeptSession {
    /// A hash of the session's id. The id itself is only in the cookie.
    pub key: String,
    /// Whose session it is.
    pub person: PersonId,
    /// The browser and the system, such as `Firefox · Windows`; empty where they are not known.
    pub device: String,
    /// When it began, in milliseconds since 1970.
    pub created_at: u64,
    /// When it was used last, to within some minutes.
    pub seen_at: u64,
}

impl std::fmt::Debug for KeptSession {
    /// Neither keys nor ids stand in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptSession").field("device", &self.device).finish_non_exhaustive()
    }
}
