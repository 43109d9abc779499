//! What is kept.

/// Where a game stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A seat is free, and anybody may take it.
    Open,
    /// A seat is free for those who were invited.
    Waiting,
    /// It is played.
    Live,
    /// It has ended.
    Over,
}

impl Status {
    /// Every state.
    pub const ALL: [Status; 4] = [Status::Open, Status::Waiting, Status::Live, Status::Over];
}

/// A place at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sitting {
    /// Plays White.
    White,
    /// Plays Black.
    Black,
    /// Decides.
    Arbiter,
}

impl Sitting {
    /// Every place.
    pub const ALL: [Sitting; 3] = [Sitting::White, Sitting::Black, Sitting::Arbiter];
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Who won: White, Black or nobody.
    pub winner: Option<Sitting>,
    /// Why, in a word that the store does not look into.
    pub reason: String,
    /// The last position.
    pub fen: String,
    /// Half-moves made.
    pub plies: u32,
}

/// A game to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its id, which nobody can guess.
    pub id: String,
    /// What was agreed, in lines of `damka-conduct`.
    pub spec: String,
    /// What the server agreed besides, which the store does not look into.
    pub terms: String,
    /// The id of its ruleset.
    pub rules: String,
    /// Its state.
    pub status: Status,
    /// When it was made, in milliseconds since 1970.
    pub made: u64,
    /// What the players are called, as far as it is known.
    pub names: [Option<String>; 2],
    /// Who made it.
    pub maker: String,
    /// Who sits where.
    pub seats: Vec<(Sitting, String)>,
    /// Whether it was played elsewhere.
    pub imported: bool,
}

/// An event to be appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// The line.
    pub line: String,
    /// Whose it is and the number that the client gave it, so that it counts once.
    pub client: Option<(Sitting, u64)>,
}

/// An event as it was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptEvent {
    /// Its number in the game, from 1.
    pub seq: u32,
    /// The event.
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

/// A run of the server, from start to end or crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: i64,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
    /// Its last heartbeat, in milliseconds since it began.
    pub beat: u64,
}

/// A game without its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// What was kept at the beginning, with the seats of today.
    pub game: NewGame,
    /// How its time goes.
    pub anchor: Option<Anchor>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// When its state changed last.
    pub changed: u64,
    /// Who wants another game.
    pub again: Vec<Sitting>,
    /// The id of the game that this became.
    pub next: Option<String>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its number, by which lists are paged.
    pub number: i64,
    /// The game.
    pub game: KeptGame,
}

/// A result from one's own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnResult {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Neither.
    Drawn,
}

/// Which games of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Only of this ruleset.
    pub rules: Option<String>,
    /// Only in one of these states; all if empty.
    pub status: Vec<Status>,
    /// Only with this result.
    pub result: Option<OwnResult>,
    /// Only where the other side's name contains this.
    pub opponent: Option<String>,
    /// Only where the person sits there.
    pub side: Option<Sitting>,
    /// Only games with smaller numbers.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: u32,
}

/// A person: a visitor, or somebody with an account.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// The id, which nobody can guess.
    pub id: String,
    /// The name that others see.
    pub name: Option<String>,
    /// What the name looks like; only one account may look so.
    pub name_key: Option<String>,
    /// The hash of the password; only accounts have one.
    pub password: Option<String>,
    /// Signed cookies of an earlier generation are worth nothing.
    pub generation: u32,
    /// When the person came first.
    pub made: u64,
}

impl std::fmt::Debug for Person {
    /// Neither ids nor hashes stand in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Person").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a person noted about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptNote {
    /// The text.
    pub text: String,
    /// When it was written last, in milliseconds since 1970.
    pub changed: u64,
}

/// One thing to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// A new game.
    Game(Box<NewGame>),
    /// Events of a game; the first has the number given, which must be new.
    Events {
        /// The game.
        game: String,
        /// The number of the first.
        first: u32,
        /// The events.
        events: Vec<NewEvent>,
    },
    /// Somebody sits down. A name replaces what the seat was called.
    Seat {
        /// The game.
        game: String,
        /// Where.
        seat: Sitting,
        /// Who.
        person: String,
        /// What the others see.
        name: Option<String>,
    },
    /// A game's state.
    Status {
        /// The game.
        game: String,
        /// The state.
        status: Status,
        /// When.
        now: u64,
    },
    /// A game has ended.
    End {
        /// The game.
        game: String,
        /// How.
        ended: Ended,
        /// When.
        now: u64,
    },
    /// How a game's time goes.
    Anchor {
        /// The game.
        game: String,
        /// How.
        anchor: Anchor,
    },
    /// A heartbeat of a run.
    Beat {
        /// The run.
        run: i64,
        /// Milliseconds since it began.
        beat: u64,
    },
    /// Somebody who may be new; whoever is known stays as they are.
    Newcomer(Person),
    /// A person, new or changed. An account whose name is taken is a conflict.
    Person(Person),
    /// A person is called otherwise, also in the games that are not over.
    Name {
        /// Who.
        person: String,
        /// The name that others see.
        name: String,
        /// What it looks like.
        key: String,
    },
    /// Everything of one person is another's from now on.
    Merge {
        /// Who is no more.
        from: String,
        /// Who has it all.
        into: String,
    },
    /// A coach's link.
    Link {
        /// Its code.
        code: String,
        /// What it opens, which the store does not look into.
        game: String,
        /// When it was made.
        now: u64,
    },
    /// The analysis of a game, which the store does not look into.
    Analysis {
        /// The game.
        game: String,
        /// What was found.
        body: String,
    },
    /// What a person noted about a game; an empty text takes it away.
    Note {
        /// Who.
        person: String,
        /// The game.
        game: String,
        /// The text, which the store does not look into.
        text: String,
        /// When.
        now: u64,
    },
    /// These want another game after this one.
    Again {
        /// The game.
        game: String,
        /// Who.
        seats: Vec<Sitting>,
    },
    /// The other game was made. It is made once: a second one is a conflict.
    Next {
        /// The game.
        game: String,
        /// The other one.
        next: String,
    },
    /// A game that nobody came to is forgotten.
    Forget {
        /// The game.
        game: String,
    },
}
