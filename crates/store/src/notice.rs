//! Notices for people who are not here, and how they reach them: in the page, at their devices, by e-mail.

use crate::StoreError;
use damka_conduct::{ContestId, GameId, NoticeKind, NoticeTopic, PersonId};

/// The maximum number of notices that are kept for a person; the newest stay.
pub const MOST_NOTICES: u32 = 50;
/// The maximum number of devices at which a person is notified; the newest stay.
pub const MOST_DEVICES: u32 = 10;
/// After this many letters in a row that the mail server refused, no more are sent to an address.
pub const MOST_REFUSALS: u32 = 5;

/// A notice to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNotice {
    /// What it says.
    pub kind: NoticeKind,
    /// The game that it is about.
    pub game: Option<GameId>,
    /// The contest that it is about.
    pub contest: Option<ContestId>,
    /// Tells two notices of one kind about one game apart: the number of the event, for example. The same one again is not
    /// kept.
    pub mark: u32,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// A notice as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptNotice {
    /// Its number; later notices have larger ones.
    pub number: i64,
    /// The notice.
    pub notice: NewNotice,
    /// What the other side of the game is called.
    pub opponent: Option<String>,
    /// What the contest is called.
    pub contest_name: Option<String>,
    /// Whether the person has seen it.
    pub is_read: bool,
}

/// A browser that shows notices while the page is closed.
#[derive(Clone, PartialEq, Eq)]
pub struct PushDevice {
    /// Where its maker takes messages for it. Anyone who knows it can send there, so it never stands in a log.
    pub endpoint: String,
    /// Its public key, in base64url.
    pub key: String,
    /// The secret that it shares with the club, in base64url.
    pub auth: String,
    /// The key of the session; when that ends, so does this.
    pub session: String,
    /// The language of notices.
    pub language: String,
    /// Since when, in milliseconds since 1970.
    pub created_at: u64,
}

impl std::fmt::Debug for PushDevice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PushDevice").field("created_at", &self.created_at).finish_non_exhaustive()
    }
}

/// Where a person gets letters.
#[derive(Clone, PartialEq, Eq)]
pub struct Mailbox {
    /// Its number, which links to unsubscribe have.
    pub number: i64,
    /// The person.
    pub person: PersonId,
    /// The address.
    pub address: String,
    /// When it was confirmed, in milliseconds since 1970. Nothing but the request to confirm goes to any other.
    pub confirmed_at: Option<u64>,
    /// The language of letters.
    pub language: String,
    /// What letters are wanted about.
    pub topics: Vec<NoticeTopic>,
    /// When the last letter was begun.
    pub sent_at: u64,
    /// How many letters in a row were refused.
    pub refusals: u32,
}

impl std::fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mailbox").field("number", &self.number).finish_non_exhaustive()
    }
}

/// When letters are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LettersDue {
    /// The current time, in milliseconds since 1970.
    pub now: u64,
    /// How old a notice has to be that nobody has read.
    pub unread_for: u64,
    /// The time from one letter to the next.
    pub every: u64,
    /// The same if time for a move runs out.
    pub every_urgent: u64,
    /// How many mailboxes at most.
    pub most: u32,
}

/// A write about notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeWrite {
    /// A notice for a person. An earlier notice of the same kind about the same thing goes. Without effect if the
    /// person is unknown.
    Tell {
        /// Who.
        person: PersonId,
        /// What.
        notice: NewNotice,
    },
    /// A person has seen their notices.
    Read {
        /// Who.
        person: PersonId,
        /// Up to this number.
        upto: i64,
        /// Only those about this game.
        game: Option<GameId>,
    },
    /// A device of a person shows notices from now on. It may have been another person's.
    Device {
        /// Who.
        person: PersonId,
        /// The device.
        device: PushDevice,
    },
    /// A device shows no notices any more.
    NoDevice {
        /// Where messages for it went.
        endpoint: String,
        /// Only if it is this person's.
        person: Option<PersonId>,
    },
    /// A person enters an address, which has to be confirmed. An earlier one goes.
    Mailbox {
        /// Who.
        person: PersonId,
        /// The address.
        address: String,
        /// The language of letters.
        language: String,
        /// What letters are wanted about.
        topics: Vec<NoticeTopic>,
        /// The hash of the code in the letter.
        hash: String,
        /// Until when the code is valid.
        until: u64,
    },
    /// The code of a letter confirms its address; a conflict if there is none or it has expired.
    Confirm {
        /// The hash of the code.
        hash: String,
        /// The current time.
        now: u64,
    },
    /// A person wants letters about other things, or in another language.
    Topics {
        /// Who.
        person: PersonId,
        /// About what.
        topics: Vec<NoticeTopic>,
        /// The language of letters.
        language: String,
    },
    /// A person wants no letters any more: the address is forgotten.
    NoMailbox {
        /// Who.
        person: PersonId,
    },
    /// The same, by the number of the mailbox.
    Unsubscribe {
        /// The number.
        number: i64,
    },
    /// Addresses that were not confirmed in time are forgotten.
    ForgetUnconfirmed {
        /// The current time.
        now: u64,
    },
    /// A letter is begun. If the process ends before the next write, its notices are in the next letter unless they were
    /// read meanwhile.
    LetterBegun {
        /// The number of the mailbox.
        number: i64,
        /// When the last one was begun, as it was found: a conflict if another was begun since.
        before: u64,
        /// When.
        at: u64,
    },
    /// A letter was accepted by the mail server: it had the notices up to this one.
    LetterSent {
        /// The number of the mailbox.
        number: i64,
        /// The number of the last notice.
        upto: i64,
    },
    /// The mail server refused an address.
    LetterRefused {
        /// The number of the mailbox.
        number: i64,
    },
}

/// Questions about notices. Reading blocks.
pub trait Notices {
    /// A person's notices, the newest first.
    ///
    /// # Errors
    /// If reading fails, as for everything below.
    fn notices_of(&self, person: &PersonId) -> Result<Vec<KeptNotice>, StoreError>;

    /// The devices at which a person is notified, the newest first.
    fn devices_of(&self, person: &PersonId) -> Result<Vec<PushDevice>, StoreError>;

    /// Where a person gets letters.
    fn mailbox_of(&self, person: &PersonId) -> Result<Option<Mailbox>, StoreError>;

    /// The mailboxes to which a letter is due, the longest ago first.
    fn letters_due(&self, due: LettersDue) -> Result<Vec<Mailbox>, StoreError>;

    /// What a letter says: the notices that were not read and were in no letter, the oldest first.
    fn letter(&self, mailbox: i64) -> Result<Vec<KeptNotice>, StoreError>;
}
