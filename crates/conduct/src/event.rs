//! What happens at a table: one line of text for each event, the same in the record, the store and the replay.
//!
//! ```text
//! 1 0:12.500 white touch c3
//! ^ ^        ^     ^     ^ what it is about
//! | |        |     what was done
//! | |        who did it: white, black, arbiter or nobody
//! | time since the start of the game
//! version of the line
//! ```

use crate::clock::Millis;
use damka_notation::{Cell, CellName, SquareNames};
use damka_rules::Colour;
use std::fmt;

/// The version of the lines written here.
pub const VERSION: u32 = 1;

/// The longest line that is read.
pub const LONGEST: usize = 4096;

/// Who did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player. A seat may be shared; the record says which side acted.
    Side(Colour),
    /// The arbiter.
    Arbiter,
    /// Nobody at the table: a disturbance from outside.
    Nobody,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// "I adjust", said before touching (A.move.13).
    Adjust,
    /// A piece is touched.
    Touch(Cell),
    /// A piece is taken into the hand.
    Lift(Cell),
    /// The piece in the hand is set down, the hand still on it.
    Place(Cell),
    /// The hand leaves the piece.
    Release,
    /// A piece is taken off the board.
    Remove(Cell),
    /// A man is crowned.
    Crown(Cell),
    /// A whole move, by the squares it touches: how strict games are played.
    Move(Vec<Cell>),
    /// The turn passes, because a side of corners has no move.
    Pass,
    /// The clock is pressed: the turn is over.
    Press,
    /// A draw is offered.
    Offer,
    /// The offered draw is accepted.
    Accept,
    /// The offered draw is declined.
    Decline,
    /// The player resigns.
    Resign,
    /// Something is claimed.
    Claim(Claim),
    /// The opponent is asked to keep the rules (A.violation.6).
    Insist,
    /// The open violation must be corrected (A.violation.4, B.missed.1).
    Demand,
    /// A take-back is asked for.
    AskBack,
    /// The opponent agrees to it: the last move is taken back.
    AgreeBack,
    /// The player leaves the table or the connection is lost.
    Leave,
    /// The player is back.
    Return,
    /// The game is dropped before the second move.
    Drop,
    /// The arbiter decides.
    Rule(Ruling),
    /// The board was disturbed from outside and is put right (A.violation.5).
    Disturbance,
    /// It has been proved, by tables, that a side cannot win from this position. Recorded, so that a replay needs no
    /// tables.
    CannotWin(Colour),
    /// A remark for the record.
    Note(String),
}

/// What can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// A draw by the draw rules.
    Draw,
    /// Neither side can win; needs proof, agreement or the arbiter.
    NobodyCanWin,
    /// The opponent has been gone for a minute: a win (A.result.2a).
    Gone,
    /// The opponent has been gone for a minute: a draw is enough.
    GoneDraw,
    /// The board lies the wrong way round (A.violation.1).
    WrongBoard,
    /// The pieces were set up wrongly at the start (A.violation.2).
    WrongSetup,
}

/// What an arbiter decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// The open violation is corrected.
    Correct,
    /// It stands.
    Stand,
    /// A side has lost because it refuses to keep the rules (A.result.2d, C.4.2.4).
    Refusal(Colour),
    /// A side has lost by a breach of clock use, adjournment or discipline (B.win.5).
    Penalty(Colour),
    /// Neither side can win.
    Draw,
    /// The game does not count and is played again.
    Annul,
    /// The clocks stop.
    Pause,
    /// They run again.
    Resume,
    /// A side's clock is set.
    Time(Colour, Millis),
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// When.
    pub time: Millis,
    /// Who.
    pub actor: Actor,
    /// What.
    pub act: Act,
}

/// Why a line is no event: what is wrong, and the text.
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
    /// The line is longer than [`LONGEST`].
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
    Act,
    /// No cell of this board.
    Cell,
    /// More words than the act has.
    Extra,
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {:?}", self.problem, self.text)
    }
}

impl std::error::Error for EventError {}

/// A side's name in records.
pub(crate) fn side_name(side: Colour) -> &'static str {
    match side {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

pub(crate) fn side_named(name: &str) -> Option<Colour> {
    Colour::ALL.into_iter().find(|side| side_name(*side) == name)
}

/// A time as minutes, seconds and thousandths: `1:02.500`.
#[must_use]
pub fn time_text(time: Millis) -> String {
    let Millis(time) = time;
    format!("{}:{:02}.{:03}", time / 60_000, time / 1000 % 60, time % 1000)
}

/// Reads `1:02.500`, `1:02` or `62.5`.
#[must_use]
pub fn time_read(text: &str) -> Option<Millis> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let (whole, part) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let digits = |text: &str, most: usize| {
        let fits = !text.is_empty() && text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
        if fits { text.parse::<u64>().ok() } else { None }
    };
    let thousandths = digits(part, 3)? * 10_u64.pow(3 - part.len() as u32);
    Some(Millis(digits(minutes, 9)? * 60_000 + digits(whole, 9)? * 1000 + thousandths))
}

impl Event {
    /// The event as a line.
    #[must_use]
    pub fn line(&self, names: SquareNames) -> String {
        let actor = match self.actor {
            Actor::Side(side) => side_name(side),
            Actor::Arbiter => "arbiter",
            Actor::Nobody => "nobody",
        };
        format!("{VERSION} {} {actor} {}", time_text(self.time), act_text(&self.act, names))
    }

    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(line: &str, names: SquareNames) -> Result<Event, EventError> {
        if line.len() > LONGEST {
            return Err(error(EventProblem::TooLong, line));
        }
        let mut words = line.split_whitespace();
        let mut word = |problem| words.next().ok_or_else(|| error(problem, line));
        let version = word(EventProblem::Missing)?;
        if version.parse() != Ok(VERSION) {
            return Err(error(EventProblem::Version, version));
        }
        let time = word(EventProblem::Missing)?;
        let time = time_read(time).ok_or_else(|| error(EventProblem::Time, time))?;
        let actor = word(EventProblem::Missing)?;
        let actor = match actor {
            "arbiter" => Actor::Arbiter,
            "nobody" => Actor::Nobody,
            side => Actor::Side(side_named(side).ok_or_else(|| error(EventProblem::Actor, actor))?),
        };
        let verb = word(EventProblem::Missing)?;
        let rest: Vec<&str> = words.collect();
        Ok(Event { time, actor, act: act_read(verb, &rest, names)? })
    }
}

fn error(problem: EventProblem, text: &str) -> EventError {
    EventError { problem, text: text.chars().take(60).collect() }
}

fn cell_text(cell: Cell, names: SquareNames) -> String {
    names.square(cell).map_or_else(|| names.cell_name(cell), |square| names.name(square))
}

fn cell_read(text: &str, names: SquareNames) -> Result<Cell, EventError> {
    match names.read(text) {
        CellName::Played(square) => Ok(names.cell(square)),
        CellName::NotPlayed(cell) => Ok(cell),
        CellName::Unknown => Err(error(EventProblem::Cell, text)),
    }
}

/// Acts that are a word alone.
const PLAIN: [(&str, Act); 16] = [
    ("adjust", Act::Adjust),
    ("release", Act::Release),
    ("pass", Act::Pass),
    ("press", Act::Press),
    ("offer", Act::Offer),
    ("accept", Act::Accept),
    ("decline", Act::Decline),
    ("resign", Act::Resign),
    ("insist", Act::Insist),
    ("demand", Act::Demand),
    ("ask-back", Act::AskBack),
    ("agree-back", Act::AgreeBack),
    ("leave", Act::Leave),
    ("return", Act::Return),
    ("drop", Act::Drop),
    ("disturbance", Act::Disturbance),
];

const CLAIMS: [(&str, Claim); 6] = [
    ("draw", Claim::Draw),
    ("nobody-can-win", Claim::NobodyCanWin),
    ("gone", Claim::Gone),
    ("gone-draw", Claim::GoneDraw),
    ("wrong-board", Claim::WrongBoard),
    ("wrong-setup", Claim::WrongSetup),
];

const RULINGS: [(&str, Ruling); 6] = [
    ("correct", Ruling::Correct),
    ("stand", Ruling::Stand),
    ("draw", Ruling::Draw),
    ("annul", Ruling::Annul),
    ("pause", Ruling::Pause),
    ("resume", Ruling::Resume),
];

fn named<T: Clone + PartialEq>(table: &[(&'static str, T)], name: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
}

fn name_of<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> &'static str {
    table.iter().find(|(_, known)| known == value).map_or("", |(name, _)| name)
}

fn act_text(act: &Act, names: SquareNames) -> String {
    let on = |verb: &str, cell: &Cell| format!("{verb} {}", cell_text(*cell, names));
    match act {
        Act::Touch(cell) => on("touch", cell),
        Act::Lift(cell) => on("lift", cell),
        Act::Place(cell) => on("place", cell),
        Act::Remove(cell) => on("remove", cell),
        Act::Crown(cell) => on("crown", cell),
        Act::Move(cells) => {
            let cells: Vec<String> = cells.iter().map(|cell| cell_text(*cell, names)).collect();
            format!("move {}", cells.join(" "))
        }
        Act::CannotWin(side) => format!("cannot-win {}", side_name(*side)),
        Act::Claim(claim) => format!("claim {}", name_of(&CLAIMS, claim)),
        Act::Rule(Ruling::Refusal(side)) => format!("rule refusal {}", side_name(*side)),
        Act::Rule(Ruling::Penalty(side)) => format!("rule penalty {}", side_name(*side)),
        Act::Rule(Ruling::Time(side, time)) => format!("rule time {} {}", side_name(*side), time_text(*time)),
        Act::Rule(ruling) => format!("rule {}", name_of(&RULINGS, ruling)),
        Act::Note(text) => format!("note {}", text.split_whitespace().collect::<Vec<_>>().join(" ")),
        plain => name_of(&PLAIN, plain).to_owned(),
    }
}

fn act_read(verb: &str, rest: &[&str], names: SquareNames) -> Result<Act, EventError> {
    let only = |rest: &[&str]| -> Result<Cell, EventError> {
        match rest {
            [cell] => cell_read(cell, names),
            [] => Err(error(EventProblem::Missing, verb)),
            [_, extra, ..] => Err(error(EventProblem::Extra, extra)),
        }
    };
    Ok(match verb {
        "touch" => Act::Touch(only(rest)?),
        "lift" => Act::Lift(only(rest)?),
        "place" => Act::Place(only(rest)?),
        "remove" => Act::Remove(only(rest)?),
        "crown" => Act::Crown(only(rest)?),
        "move" if rest.len() < 2 => return Err(error(EventProblem::Missing, verb)),
        "move" => Act::Move(rest.iter().map(|cell| cell_read(cell, names)).collect::<Result<_, _>>()?),
        "cannot-win" => match rest {
            [side] => Act::CannotWin(side_named(side).ok_or_else(|| error(EventProblem::Actor, side))?),
            _ => return Err(error(EventProblem::Missing, verb)),
        },
        "note" => Act::Note(rest.join(" ")),
        "rule" => Act::Rule(ruling_read(rest)?),
        "claim" => match rest {
            [what] => Act::Claim(named(&CLAIMS, what).ok_or_else(|| error(EventProblem::Act, what))?),
            _ => return Err(error(EventProblem::Missing, verb)),
        },
        _ => match (named(&PLAIN, verb), rest) {
            (Some(act), []) => act,
            (Some(_), [extra, ..]) => return Err(error(EventProblem::Extra, extra)),
            (None, _) => return Err(error(EventProblem::Act, verb)),
        },
    })
}

fn ruling_read(rest: &[&str]) -> Result<Ruling, EventError> {
    let side = |name: &str| side_named(name).ok_or_else(|| error(EventProblem::Actor, name));
    match rest {
        ["refusal", loser] => Ok(Ruling::Refusal(side(loser)?)),
        ["penalty", loser] => Ok(Ruling::Penalty(side(loser)?)),
        ["time", whose, time] => {
            let time = time_read(time).ok_or_else(|| error(EventProblem::Time, time))?;
            Ok(Ruling::Time(side(whose)?, time))
        }
        [what] => named(&RULINGS, what).ok_or_else(|| error(EventProblem::Act, what)),
        [] => Err(error(EventProblem::Missing, "rule")),
        [_, extra, ..] => Err(error(EventProblem::Extra, extra)),
    }
}
