//! What a contest is asked to do, by whom, and why that is not accepted.

use crate::board::{BoardId, Outcome};
use crate::contest::{EntrantTerm, Number};
use crate::event::Actor;
use damka_conduct::clock::Millis;
use damka_conduct::{GameId, SpecError};

/// Who gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct By {
    /// In which capacity.
    pub actor: Actor,
    /// The same person's number among the entrants: nobody decides about their own game.
    pub entrant: Option<Number>,
}

impl By {
    /// Somebody who is nothing else here.
    #[must_use]
    pub fn alone(actor: Actor) -> By {
        let entrant = if let Actor::Entrant(number) = actor { Some(number) } else { None };
        By { actor, entrant }
    }

    pub(crate) fn is_official(self) -> bool {
        matches!(self.actor, Actor::Owner | Actor::Arbiter)
    }

    /// Officials act for everyone, others for themselves.
    pub(crate) fn may_act_for(self, entrant: Number) -> bool {
        self.is_official() || self.actor == Actor::Entrant(entrant)
    }
}

/// What is drawn outside: a seed for lots, and ids for games that may be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fresh {
    /// The seed of lots.
    pub seed: u64,
    /// Ids, as many as [`Contest::most_new_games`](crate::Contest::most_new_games) says.
    pub games: Vec<GameId>,
}

/// What a contest is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Somebody wants to take part, or is accepted, or comes back.
    Enter {
        /// Their number: the next one, or one that is known.
        entrant: Number,
        /// Whether they play at a board in the room.
        in_room: bool,
        /// The higher the stronger.
        strength: Option<u16>,
        /// What is agreed with them alone.
        terms: Vec<(EntrantTerm, String)>,
        /// For the game of a guest who comes late.
        fresh: Fresh,
    },
    /// Somebody does not take part any more.
    Out(Number),
    /// What is agreed with one entrant alone.
    Term(Number, EntrantTerm, String),
    /// The display begins; guests who have no board get one.
    Begin(Fresh),
    /// Two are paired by hand.
    Pair {
        /// With White.
        white: Number,
        /// With Black.
        black: Number,
        /// Whether they play in the room.
        in_room: bool,
        /// For their game.
        fresh: Fresh,
    },
    /// Those who are free are paired.
    PairFree(Fresh),
    /// Somebody wants the next game of a match, or any game of an evening.
    Ready {
        /// Who.
        entrant: Number,
        /// For the game, if both want it.
        fresh: Fresh,
    },
    /// Somebody wants no game now.
    Rest(Number),
    /// A result is typed, or an unfinished game is decided.
    Result {
        /// Which board.
        board: BoardId,
        /// What came of it.
        outcome: Outcome,
    },
    /// The opponent does not come to the next game of a match.
    Walkover(Number),
    /// A game of the contest has ended.
    GameOver {
        /// Which.
        game: GameId,
        /// What came of it.
        outcome: Outcome,
    },
    /// Whether a board waits for the host.
    HostAwaited(bool),
    /// Time has passed.
    Elapse,
    /// The contest is over.
    Close,
}

impl Command {
    /// Somebody takes part.
    #[must_use]
    pub fn enter(entrant: Number) -> Command {
        Command::Enter { entrant, in_room: false, strength: None, terms: Vec::new(), fresh: Fresh::default() }
    }
}

/// Why a command is not accepted. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Earlier than the last event.
    TimeBackward,
    /// The contest is over.
    Over,
    /// Not this person's to do.
    NotYours,
    /// Not in a contest of this kind.
    OtherKind,
    /// Nobody has this number.
    NoEntrant,
    /// There is no room for more entrants.
    Full,
    /// The display has begun and takes nobody any more.
    TooLate,
    /// It has been done before.
    AlreadyDone,
    /// Somebody does not take part.
    NotIn(Number),
    /// Somebody is playing.
    HasGame(Number),
    /// An opponent is missing.
    TooFew,
    /// There is no such board.
    NoBoard,
    /// The game decides its result itself.
    GameDecides,
    /// Nobody decides their own game in their own favour.
    OwnGame,
    /// The opponent may still come.
    MayStillCome(Millis),
    /// Boards are still being played: how many.
    BoardsOpen(usize),
    /// What is agreed with an entrant cannot be played.
    Terms(SpecError),
    /// Too few ids of games came with the command.
    TooFewIds,
}
