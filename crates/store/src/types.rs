//! What is kept: rows, as the rest of the program sees them.

use crate::ContestBoard;
use damka_conduct::{GameId, PersonId, Place, Status};
use damka_rules::Colour;

/// The person or program at a place of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Occupant {
    /// Which seat.
    pub seat: Colour,
    /// Which place in it.
    pub place: Place,
    /// What sits there.
    pub kind: OccupantKind,
    /// The name that others see.
    pub name: Option<String>,
    /// The picture that the person has today; it is kept with the person, not with the game.
    pub picture: Option<String>,
}

/// What sits at a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OccupantKind {
    /// A person; one whose data were deleted, or who played elsewhere, has no id.
    Person(Option<PersonId>),
    /// The computer.
    Computer {
        /// From 1 to 10.
        level: u8,
        /// Where its mistakes come from.
        seed: u64,
    },
}

impl Occupant {
    /// The person who sits there.
    #[must_use]
    pub fn person(&self) -> Option<&PersonId> {
        match &self.kind {
            OccupantKind::Person(person) => person.as_ref(),
            OccupantKind::Computer { .. } => None,
        }
    }
}

/// What somebody is to a game without sitting at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The arbiter.
    Arbiter,
    /// The person who imported the game.
    Importer,
    /// A person who offers to be the arbiter, until the players have agreed.
    Candidate,
    /// A person who was admitted to a private game.
    Guest,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 4] = [Part::Arbiter, Part::Importer, Part::Candidate, Part::Guest];

    /// Whether it makes the game the person's own, so that it appears in their list.
    #[must_use]
    pub const fn owns(self) -> bool {
        matches!(self, Part::Arbiter | Part::Importer)
    }
}

/// Who may come to a game, and who may see it when.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access {
    /// Whether the game stands in the lobby, so that anybody may take the free seat.
    pub listed: bool,
    /// The secret that brings somebody to the free seat.
    pub invitation: Option<String>,
    /// The secret that brings somebody to the arbiter's chair, where there is one.
    pub arbiter_invitation: Option<String>,
    /// Milliseconds by which spectators see everything later.
    pub delay: u64,
    /// Whether only its people see it: the creator, the players, the arbiter, and admitted guests.
    pub private: bool,
    /// The secret that admits a spectator to a private game.
    pub watch_invitation: Option<String>,
    /// Whether a keeper has hidden the game from everyone except its people.
    pub hidden: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Who won.
    pub winner: Option<Colour>,
    /// Why: the word of `damka_conduct::EndingKind`. Nothing where the record of an imported game stops without a result.
    pub reason: Option<String>,
    /// The last position.
    pub fen: String,
    /// Half-moves made.
    pub plies: u32,
}

/// A game to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its id.
    pub id: GameId,
    /// What was agreed, in lines of `damka_conduct::GameSpec`.
    pub spec: String,
    /// The id of its ruleset, for lists.
    pub rules: String,
    /// Where it stands in its life.
    pub status: Status,
    /// When it was created, in milliseconds since 1970.
    pub created_at: u64,
    /// Who created it; nobody, if that person was deleted.
    pub creator: Option<PersonId>,
    /// Who sits where, by seat and place.
    pub occupants: Vec<Occupant>,
    /// Who else belongs to it.
    pub parts: Vec<(Part, PersonId)>,
    /// Who may come to it.
    pub access: Access,
    /// Whether it was played elsewhere.
    pub imported: bool,
    /// What its file says about an imported game.
    pub about: About,
}

/// What the file of an imported game says about it, apart from its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// The first and the last day on which it can have been played.
    pub days: Option<[Day; 2]>,
}

/// A day as a number of eight digits, such as 20240517. Where only a month is meant, its days run from 0 to 99.
pub type Day = u32;

/// Which days, and how many minutes the reader's clock is ahead of UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Days {
    /// Not before.
    pub from: Option<Day>,
    /// Not after.
    pub to: Option<Day>,
    /// In minutes.
    pub ahead_of_utc: i32,
}

/// Who may see an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Everybody.
    #[default]
    All,
    /// The actor's seat until the game is over, then everybody.
    Seat,
    /// Nobody: what the program notes for itself.
    Secret,
}

/// The number that a client gave to what it did, so that it counts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientNumber {
    /// Which instance of a client: a page from its opening to its closing.
    pub client: u64,
    /// The number, which grows.
    pub n: u64,
}

/// An event to be appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// The line.
    pub line: String,
    /// Who may see it.
    pub scope: Scope,
    /// Which act of which client it was.
    pub client: Option<ClientNumber>,
    /// When it was appended, in milliseconds since 1970.
    pub wall: u64,
}

/// An event as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptEvent {
    /// Its number in the game, from 1.
    pub seq: u32,
    /// The run that appended it; none where version 1 did.
    pub run: Option<i64>,
    /// The event. Version 1 kept no time of day: there it is 0.
    pub event: NewEvent,
}

/// How the time of a game goes with the time of a run of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Which run.
    pub run: i64,
    /// Milliseconds of the run.
    pub run_ms: u64,
    /// The game's time at that moment.
    pub game_ms: u64,
}

/// The condition of a readable store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The free space in bytes, if known.
    pub free: Option<u64>,
}

/// A run of the server, from start to end or crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: i64,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
    /// Its last heartbeat, in milliseconds of the run.
    pub beat: u64,
    /// The same heartbeat, in milliseconds since 1970.
    pub beat_wall: u64,
}

/// A time in which no server ran: a gap of heartbeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The last heartbeat before it, in milliseconds since 1970.
    pub from: u64,
    /// When heartbeats came again.
    pub until: u64,
}

/// A game without its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// What was kept at the beginning, with the occupants of today.
    pub game: NewGame,
    /// How its time goes.
    pub anchor: Option<Anchor>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// When its state changed last.
    pub changed_at: u64,
    /// Where it stands in a contest.
    pub board: Option<ContestBoard>,
}

/// A live game that has to be looked at sooner or later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueGame {
    /// Its id.
    pub id: GameId,
    /// Not before this moment, in milliseconds since 1970; nothing where a run ended before it could say so.
    pub due: Option<u64>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its number, by which lists are paged.
    pub number: i64,
    /// The game.
    pub game: KeptGame,
}

/// How a game ended, for one's own side or for one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFilter {
    /// Won by the person.
    Won,
    /// Lost by the person.
    Lost,
    /// Won by this side.
    WonBy(Colour),
    /// Drawn.
    Drawn,
    /// Nobody knows: the record of an imported game stops without a result.
    Unknown,
}

/// Which games of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Only of this ruleset.
    pub rules: Option<String>,
    /// Only in this state.
    pub status: Option<Status>,
    /// Only with this result.
    pub result: Option<ResultFilter>,
    /// Only where the other side's name contains this.
    pub opponent: Option<String>,
    /// Only where, for each of these texts, somebody's name contains it: `["ann", "bob"]` finds the games of the two.
    pub players: Vec<String>,
    /// Only where the file says that the event's name contains this.
    pub event: Option<String>,
    /// Only played in these days.
    pub days: Days,
    /// Only where the person plays this side.
    pub side: Option<Colour>,
    /// Only games with smaller numbers.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: u32,
}

/// A person: a visitor, or somebody with an account.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// The id.
    pub id: PersonId,
    /// The name that others see.
    pub name: Option<String>,
    /// What the name looks like; only one account may look so.
    pub name_key: Option<String>,
    /// The hash of the password; only accounts have one.
    pub password: Option<String>,
    /// Cookies without a session, from earlier versions, and codes for other devices are invalid if they are from an
    /// earlier generation.
    pub generation: u32,
    /// When the person came first.
    pub created_at: u64,
    /// The word of the picture that others see.
    pub picture: Option<String>,
}

impl std::fmt::Debug for Person {
    /// Neither ids nor hashes stand in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Person").field("name", &self.name).finish_non_exhaustive()
    }
}

/// How much a person keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Games that the person created or imported, except those that the person removed.
    pub games: u32,
    /// The approximate space that these games and the person's notes take.
    pub bytes: u64,
    /// Games about which the person has notes.
    pub notes: u32,
    /// Open links.
    pub links: u32,
    /// The multiple of the usual quotas that the person may use.
    pub allowance: u32,
}

/// How much was added from one address on one day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charge {
    /// The day, counted from 1970.
    pub day: u64,
    /// Games and links.
    pub games: u32,
    /// The approximate space that they take.
    pub bytes: u64,
}

/// What a person noted about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptNote {
    /// The text.
    pub text: String,
    /// When it was written last, in milliseconds since 1970.
    pub changed_at: u64,
}

/// A text that the store does not look into, with the version of its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versioned {
    /// Which form it has.
    pub version: u32,
    /// The text.
    pub body: String,
}

/// A coach's link as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptLink {
    /// Its code.
    pub code: String,
    /// What it opens.
    pub game: Versioned,
    /// Who created it; nobody for links of earlier versions.
    pub creator: Option<PersonId>,
    /// What pupils are asked to do.
    pub task: String,
    /// When it was created, in milliseconds since 1970.
    pub created_at: u64,
    /// When it was ended; it opens no games any more.
    pub ended_at: Option<u64>,
}
