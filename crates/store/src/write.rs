//! What can be written, as one closed list: each item is all or nothing, and so is what is handed over together.

use crate::{
    Anchor, Charge, ClubWrite, ContestWrite, Ended, JobWrite, KeptLink, KeptSession, LettersWrite, NewEvent, NewGame,
    NoticeWrite, Occupant, Outage, Part, Person, SharedWrite, Versioned,
};
use damka_conduct::{GameId, PersonId, Status};

/// One thing to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// A new game.
    Game(Box<NewGame>),
    /// Events of a game; the first has the number given, which must be new.
    Events {
        /// The game.
        game: GameId,
        /// The run that appends them.
        run: i64,
        /// The number of the first.
        first: u32,
        /// The events.
        events: Vec<NewEvent>,
    },
    /// Somebody sits down at a place, which must be free.
    Occupy {
        /// The game.
        game: GameId,
        /// Who, and where.
        occupant: Occupant,
    },
    /// Somebody has a part in a game from now on.
    Part {
        /// The game.
        game: GameId,
        /// Which.
        part: Part,
        /// Who.
        person: PersonId,
    },
    /// A person loses a part in a game. No effect if they did not have it.
    Unpart {
        /// The game.
        game: GameId,
        /// The part.
        part: Part,
        /// The person.
        person: PersonId,
    },
    /// A game's state.
    Status {
        /// The game.
        game: GameId,
        /// The state.
        status: Status,
        /// When.
        now: u64,
    },
    /// A game has ended.
    End {
        /// The game.
        game: GameId,
        /// How.
        ended: Ended,
        /// When.
        now: u64,
    },
    /// How a game's time goes. Until its owner lets it go it is not known when it is due.
    Anchor {
        /// The game.
        game: GameId,
        /// How.
        anchor: Anchor,
    },
    /// The owner of a game lets it go: it has to be looked at again at this moment, or never. Without effect if another
    /// run has the game by now.
    LetGo {
        /// The game.
        game: GameId,
        /// The run that had it.
        run: i64,
        /// In milliseconds since 1970.
        due: Option<u64>,
    },
    /// A run takes a game that nobody owns, or whose owner's lease has ended; a conflict if somebody else has it. Where
    /// another run has owned it or has written last, a secret line uses up the number of the next event.
    Take {
        /// The game.
        game: GameId,
        /// The run.
        run: i64,
        /// When, in milliseconds since 1970.
        wall: u64,
    },
    /// A run that took a game lets it go. Without effect if another has it by now.
    Release {
        /// The game.
        game: GameId,
        /// The run.
        run: i64,
        /// When somebody has to look at it, in milliseconds since 1970; as it was if left open.
        due: Option<u64>,
    },
    /// The fence of what an owner writes without an append: a conflict unless the run owns the game.
    Mine {
        /// The game.
        game: GameId,
        /// The run.
        run: i64,
    },
    /// A node asks something of a run, through the data because it cannot reach it otherwise.
    Call {
        /// Names the call.
        key: String,
        /// The run that is asked.
        run: i64,
        /// What is asked.
        body: String,
    },
    /// The answer to a call. Without effect if nobody waits for it any more.
    Reply {
        /// Names the call.
        key: String,
        /// The answer.
        reply: String,
    },
    /// A call is over; others that nobody has ended are forgotten after a while.
    EndCall {
        /// Names the call.
        key: String,
    },
    /// The lease of a run ends.
    EndRun {
        /// The run.
        run: i64,
    },
    /// A heartbeat of a run, which renews its lease. If the lease has ended it is a conflict, and stays ended.
    Beat {
        /// The run.
        run: i64,
        /// Milliseconds of the run.
        beat: u64,
        /// The same moment in milliseconds since 1970.
        wall: u64,
    },
    /// A gap of heartbeats.
    Outage(Outage),
    /// A person who may be new; one who is known stays as they are.
    Newcomer(Person),
    /// A person, new or changed. An account whose name is taken is a conflict.
    Person(Person),
    /// A session of a known person begins. With a generation, it is a conflict if the person's generation is different
    /// by now, because sessions were ended meanwhile.
    Session {
        /// The session. A session that has already begun stays as it is.
        session: KeptSession,
        /// The generation that the person must have.
        generation: Option<u32>,
    },
    /// The session of a newcomer begins. It is written together with [`Write::Newcomer`], and nothing happens if
    /// sessions of that person were ended before.
    FirstSession(KeptSession),
    /// A session is in use.
    SessionSeen {
        /// Its key.
        key: String,
        /// The current time.
        now: u64,
    },
    /// One session of a person ends, and all of the person's cookies without a session become invalid.
    EndSession {
        /// The person.
        person: PersonId,
        /// The key of the session.
        key: String,
    },
    /// The sessions of a person end, and all of the person's cookies without a session become invalid.
    EndSessions {
        /// The person.
        person: PersonId,
        /// The key of the session that continues.
        except: Option<String>,
    },
    /// A person is renamed, also in the games that are not over.
    Rename {
        /// Who.
        person: PersonId,
        /// The name that others see.
        name: String,
        /// What it looks like.
        key: String,
    },
    /// Everything of one person is another's from now on.
    Merge {
        /// The person who is deleted.
        from: PersonId,
        /// Who has it all.
        into: PersonId,
    },
    /// A person is deleted: notes and account go, occupants stay without id and name.
    Delete {
        /// Who.
        person: PersonId,
    },
    /// The words of a deleted person are taken out of an event's line. Nothing else in a line ever changes.
    Reword {
        /// The game.
        game: GameId,
        /// The number of the event.
        seq: u32,
        /// The line without them.
        line: String,
    },
    /// A write about the club and its people.
    Club(ClubWrite),
    /// A write about contests.
    Contest(ContestWrite),
    /// A write about games over days.
    Letters(LettersWrite),
    /// A write about notices.
    Notice(NoticeWrite),
    /// A write about work for engines.
    Job(JobWrite),
    /// What several nodes share.
    Shared(SharedWrite),
    /// A coach's link.
    Link(KeptLink),
    /// A coach's link opens no games any more. One that was ended before stays as it is.
    EndLink {
        /// Its code.
        code: String,
        /// When.
        now: u64,
    },
    /// A coach's link has opened a game.
    Opened {
        /// The link's code.
        link: String,
        /// The game.
        game: GameId,
    },
    /// A person has another picture.
    Picture {
        /// Who.
        person: PersonId,
        /// The word of the picture; none takes it away.
        picture: Option<String>,
    },
    /// The analysis of a game.
    Analysis {
        /// The game.
        game: GameId,
        /// What was found.
        found: Versioned,
    },
    /// What a person noted about a game; an empty text takes it away.
    Note {
        /// Who.
        person: PersonId,
        /// The game.
        game: GameId,
        /// The text, which the store does not look into.
        text: String,
        /// When.
        now: u64,
    },
    /// A person's quota allowance changes.
    Allowance {
        /// The person.
        person: PersonId,
        /// The multiple of the usual quotas.
        factor: u32,
    },
    /// Something was added from an address. Counts older than a few days are deleted.
    Charge {
        /// The keyed hash of the address.
        address: String,
        /// What was added.
        charge: Charge,
    },
    /// A person removes a game that is over from their own list, with their notes about it. A game that is in nobody's list
    /// any more, and about which nobody has notes, is deleted.
    Remove {
        /// The game.
        game: GameId,
        /// Who.
        person: PersonId,
    },
    /// A game that nobody came to is forgotten.
    Forget {
        /// The game.
        game: GameId,
    },
}
