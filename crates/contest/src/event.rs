//! What happened in a contest: one line of text for each event.
//!
//! ```text
//! 1 0:05.000 owner pair 1.1.1 1 7 game 5kq0…
//! ^ ^        ^     ^    ^ what it is about
//! | |        |     what was done
//! | |        who did it: owner, arbiter, entrant.7 or nobody
//! | time since the contest was made
//! version of the line
//! ```

use crate::board::{BoardId, Outcome, Source};
use crate::contest::{EntrantTerm, Number};
use damka_conduct::clock::Millis;
use damka_conduct::{GameId, Worded, time_read, time_text};
use std::fmt;

/// The version of the lines written here.
pub const VERSION: u32 = 1;
/// The longest line that is read, in bytes.
pub const LONGEST: usize = 4096;

/// Who did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// The person whose contest it is.
    Owner,
    /// An arbiter.
    Arbiter,
    /// Somebody who takes part.
    Entrant(Number),
    /// Nobody: a clock, a lot, a game that ended.
    Nobody,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Owner => f.write_str("owner"),
            Actor::Arbiter => f.write_str("arbiter"),
            Actor::Entrant(number) => write!(f, "entrant.{number}"),
            Actor::Nobody => f.write_str("nobody"),
        }
    }
}

impl std::str::FromStr for Actor {
    type Err = ();

    fn from_str(text: &str) -> Result<Actor, ()> {
        match text {
            "owner" => Ok(Actor::Owner),
            "arbiter" => Ok(Actor::Arbiter),
            "nobody" => Ok(Actor::Nobody),
            _ => Ok(Actor::Entrant(number(text.strip_prefix("entrant.").ok_or(())?).ok_or(())?)),
        }
    }
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Somebody asks to take part.
    Apply(Number),
    /// Somebody takes part; in the room, if they have no page of their own. Their strength, if it is known.
    Enter {
        /// Who.
        entrant: Number,
        /// Whether they play at a board in the room.
        in_room: bool,
        /// The higher the stronger.
        strength: Option<u16>,
    },
    /// Somebody does not take part any more.
    Out(Number),
    /// A term of one entrant's games.
    Term(Number, EntrantTerm, String),
    /// The contest begins.
    Begin,
    /// Lots are drawn from this seed.
    Lot(u64),
    /// Two play a game.
    Pair {
        /// At this board.
        board: BoardId,
        /// With White.
        white: Number,
        /// With Black.
        black: Number,
        /// Their game; none at a board in the room.
        game: Option<GameId>,
    },
    /// What came of a board.
    Result {
        /// Which.
        board: BoardId,
        /// What.
        outcome: Outcome,
        /// Where that comes from.
        source: Source,
    },
    /// Somebody is ready for a game.
    Ready(Number),
    /// Somebody wants no game now.
    Rest(Number),
    /// The host's clock over all boards runs.
    ClockRuns,
    /// It stands.
    ClockStands,
    /// It has run out.
    ClockFell,
    /// The contest is over.
    Close,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// When.
    pub time: Millis,
    /// Who.
    pub actor: Actor,
    /// What.
    pub deed: Deed,
}

/// Why a line is not a valid event: what is wrong, and the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventError {
    /// What is wrong.
    pub problem: EventProblem,
    /// The part of the line that is wrong, shortened.
    pub text: String,
}

/// What can be wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventProblem {
    /// The line is too long.
    TooLong,
    /// Something is missing at the end.
    Missing,
    /// A version that this program does not know.
    Version,
    /// No time such as `1:02.500`.
    Time,
    /// Nobody who can act.
    Actor,
    /// Nothing that can be done.
    Deed,
    /// No number of an entrant.
    Entrant,
    /// No board such as `1.3.1`.
    Board,
    /// No such result.
    Result,
    /// No seed of lots.
    Seed,
    /// No such term.
    Term,
    /// More words than the deed has.
    Extra,
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {:?}", self.problem, self.text)
    }
}

impl std::error::Error for EventError {}

/// A number of an entrant in its one form.
pub fn number(text: &str) -> Option<Number> {
    text.parse().ok().filter(|number: &Number| *number > 0 && number.to_string() == text)
}

fn error(problem: EventProblem, text: &str) -> EventError {
    EventError { problem, text: text.chars().take(60).collect() }
}

impl Event {
    /// The event as a line.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{VERSION} {} {} {}", time_text(self.time), self.actor, self.deed)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(line: &str) -> Result<Event, EventError> {
        if line.len() > LONGEST {
            return Err(error(EventProblem::TooLong, line));
        }
        let mut words = line.split_whitespace();
        let mut word = || words.next().ok_or_else(|| error(EventProblem::Missing, line));
        let (version, time, actor, verb) = (word()?, word()?, word()?, word()?);
        if version.parse() != Ok(VERSION) {
            return Err(error(EventProblem::Version, version));
        }
        let time = time_read(time).ok_or_else(|| error(EventProblem::Time, time))?;
        let actor = actor.parse().map_err(|()| error(EventProblem::Actor, actor))?;
        let rest: Vec<&str> = words.collect();
        Ok(Event { time, actor, deed: Deed::read(verb, &rest)? })
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Apply(entrant) => write!(f, "apply {entrant}"),
            Deed::Enter { entrant, in_room, strength } => {
                write!(f, "enter {entrant}")?;
                if *in_room {
                    f.write_str(" room")?;
                }
                strength.map_or(Ok(()), |strength| write!(f, " strength {strength}"))
            }
            Deed::Out(entrant) => write!(f, "out {entrant}"),
            Deed::Term(entrant, term, value) => write!(f, "term {entrant} {} {value}", term.word()),
            Deed::Begin => f.write_str("begin"),
            Deed::Lot(seed) => write!(f, "lot {seed:016x}"),
            Deed::Pair { board, white, black, game: None } => write!(f, "pair {board} {white} {black} room"),
            Deed::Pair { board, white, black, game: Some(game) } => {
                write!(f, "pair {board} {white} {black} game {game}")
            }
            Deed::Result { board, outcome, source } => {
                write!(f, "result {board} {} {}", outcome.word(), source.word())
            }
            Deed::Ready(entrant) => write!(f, "ready {entrant}"),
            Deed::Rest(entrant) => write!(f, "rest {entrant}"),
            Deed::ClockRuns => f.write_str("clock-runs"),
            Deed::ClockStands => f.write_str("clock-stands"),
            Deed::ClockFell => f.write_str("clock-fell"),
            Deed::Close => f.write_str("close"),
        }
    }
}

impl Deed {
    fn read(verb: &str, words: &[&str]) -> Result<Deed, EventError> {
        let entrant = |text: &str| number(text).ok_or_else(|| error(EventProblem::Entrant, text));
        let board = |text: &str| text.parse().map_err(|()| error(EventProblem::Board, text));
        Ok(match (verb, words) {
            ("apply", [who]) => Deed::Apply(entrant(who)?),
            ("enter", [who, rest @ ..]) => entered(entrant(who)?, rest)?,
            ("out", [who]) => Deed::Out(entrant(who)?),
            ("term", [who, term, value @ ..]) if !value.is_empty() => {
                let term = EntrantTerm::from_word(term).ok_or_else(|| error(EventProblem::Term, term))?;
                Deed::Term(entrant(who)?, term, value.join(" "))
            }
            ("begin", []) => Deed::Begin,
            ("lot", [seed]) if seed.len() == 16 => {
                Deed::Lot(u64::from_str_radix(seed, 16).map_err(|_| error(EventProblem::Seed, seed))?)
            }
            ("pair", [at, white, black, "room"]) => {
                Deed::Pair { board: board(at)?, white: entrant(white)?, black: entrant(black)?, game: None }
            }
            ("pair", [at, white, black, "game", id]) => {
                let game = Some(GameId::new(*id));
                Deed::Pair { board: board(at)?, white: entrant(white)?, black: entrant(black)?, game }
            }
            ("result", [at, outcome, source]) => Deed::Result {
                board: board(at)?,
                outcome: Outcome::from_word(outcome).ok_or_else(|| error(EventProblem::Result, outcome))?,
                source: Source::from_word(source).ok_or_else(|| error(EventProblem::Result, source))?,
            },
            ("ready", [who]) => Deed::Ready(entrant(who)?),
            ("rest", [who]) => Deed::Rest(entrant(who)?),
            ("clock-runs", []) => Deed::ClockRuns,
            ("clock-stands", []) => Deed::ClockStands,
            ("clock-fell", []) => Deed::ClockFell,
            ("close", []) => Deed::Close,
            ("lot", [seed]) => return Err(error(EventProblem::Seed, seed)),
            _ => return Err(misread(verb, words)),
        })
    }
}

/// What is wrong with a deed that does not read.
fn misread(verb: &str, words: &[&str]) -> EventError {
    let fewest = match verb {
        "begin" | "clock-runs" | "clock-stands" | "clock-fell" | "close" => 0,
        "apply" | "enter" | "out" | "lot" | "ready" | "rest" => 1,
        "term" | "result" => 3,
        "pair" => 4,
        _ => return error(EventProblem::Deed, verb),
    };
    match words.get(fewest) {
        Some(extra) => error(EventProblem::Extra, extra),
        None => error(EventProblem::Missing, verb),
    }
}

fn entered(entrant: Number, rest: &[&str]) -> Result<Deed, EventError> {
    let (in_room, rest) = match rest {
        ["room", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let strength = match rest {
        [] => None,
        ["strength", value] => Some(value.parse().map_err(|_| error(EventProblem::Term, value))?),
        ["strength"] => return Err(error(EventProblem::Missing, "strength")),
        [extra, ..] => return Err(error(EventProblem::Extra, extra)),
    };
    Ok(Deed::Enter { entrant, in_room, strength })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_comes_back() {
        for line in [
            "1 0:00.000 owner enter 1",
            "1 0:00.000 owner enter 2 room strength 1650",
            "1 0:01.000 entrant.3 apply 3",
            "1 0:01.000 owner term 3 rules house king=short",
            "1 0:02.000 owner begin",
            "1 0:02.000 nobody lot 00000000000000ff",
            "1 0:02.000 nobody pair 1.2.1 1 3 game 5kq0abc",
            "1 0:02.000 nobody pair 1.1.1 1 2 room",
            "1 9:02.125 nobody result 1.2.1 black-won game",
            "1 9:03.000 arbiter result 1.1.1 draw settled",
            "1 9:03.000 entrant.2 ready 2",
            "1 9:03.000 entrant.2 rest 2",
            "1 9:03.000 nobody clock-runs",
            "1 9:03.000 nobody clock-stands",
            "1 9:03.000 nobody clock-fell",
            "1 9:04.000 owner out 2",
            "1 9:05.000 owner close",
        ] {
            assert_eq!(Event::read(line).map(|event| event.line()).as_deref(), Ok(line));
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_named() {
        let problem = |line: &str| Event::read(line).map_err(|error| (error.problem, error.text));
        let wrong = |problem, text: &str| Err((problem, text.to_owned()));
        assert_eq!(problem("2 0:00.000 owner begin"), wrong(EventProblem::Version, "2"));
        assert_eq!(problem("1 soon owner begin"), wrong(EventProblem::Time, "soon"));
        assert_eq!(problem("1 0:00.000 entrant.0 begin"), wrong(EventProblem::Actor, "entrant.0"));
        assert_eq!(problem("1 0:00.000 owner dance"), wrong(EventProblem::Deed, "dance"));
        assert_eq!(problem("1 0:00.000 owner begin now"), wrong(EventProblem::Extra, "now"));
        assert_eq!(problem("1 0:00.000 owner enter"), wrong(EventProblem::Missing, "enter"));
        assert_eq!(problem("1 0:00.000 owner enter 0"), wrong(EventProblem::Entrant, "0"));
        assert_eq!(problem("1 0:00.000 owner result 1.1 draw typed"), wrong(EventProblem::Board, "1.1"));
        assert_eq!(problem("1 0:00.000 nobody lot 12"), wrong(EventProblem::Seed, "12"));
        assert_eq!(problem("1 0:00.000 owner term 1 hat red"), wrong(EventProblem::Term, "hat"));
        assert_eq!(problem("1 0:00.000 owner"), wrong(EventProblem::Missing, "1 0:00.000 owner"));
    }
}
