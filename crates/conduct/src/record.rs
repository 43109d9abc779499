//! The record of a game: what was agreed, then every event, one line each.
//!
//! ```text
//! damka-record 1
//! rules: russian
//! manner: at-board
//! clock: 8m
//!
//! # A line that begins with a number sign is a remark.
//! 1 0:03.000 white move c3 d4
//! 1 0:04.000 white press
//! black lift f6          version and time may be left out: 1, and the time of the line before
//! ```
//!
//! The record alone restores every state of the game.

use crate::change::{Change, Refused};
use crate::clock::Millis;
use crate::event::{Event, EventError, VERSION, time_read, time_text};
use crate::spec::{GameSpec, SpecError};
use crate::table::Table;
use damka_notation::SquareNames;
use std::fmt;

const HEAD: &str = "damka-record";

/// The most events of a record.
pub const MOST_EVENTS: usize = 100_000;

/// A game as it was agreed and as it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What was agreed.
    pub spec: GameSpec,
    /// What happened.
    pub events: Vec<Event>,
}

/// Why a text is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: RecordProblem,
}

/// What can be wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordProblem {
    /// The first line is not `damka-record 1`.
    Head(String),
    /// A line of the head without a colon.
    NoColon(String),
    /// What was agreed is no game.
    Spec(SpecError),
    /// A line is no event.
    Event(EventError),
    /// There are more than [`MOST_EVENTS`].
    TooMany,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {:?}", self.line, self.problem)
    }
}

impl std::error::Error for RecordError {}

/// What each event led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The event.
    pub event: Event,
    /// What it changed, or why it was not accepted.
    pub result: Result<Vec<Change>, Refused>,
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        let mut lines = lines.by_ref().filter(|(_, line)| !line.starts_with('#'));
        let (line, head) = lines.find(|(_, line)| !line.is_empty()).unwrap_or((1, ""));
        if head.split_whitespace().ne([HEAD, "1"]) {
            let shown = head.chars().take(60).collect();
            return Err(RecordError { line, problem: RecordProblem::Head(shown) });
        }
        let mut values = Vec::new();
        for (line, text) in lines.by_ref().take_while(|(_, line)| !line.is_empty()) {
            let problem = || RecordProblem::NoColon(text.chars().take(60).collect());
            let (name, value) = text.split_once(':').ok_or_else(|| RecordError { line, problem: problem() })?;
            values.push((line, name.trim(), value.trim()));
        }
        let spec = read_spec(&values, line)?;
        let names = SquareNames::of(&spec.ruleset);
        let mut events: Vec<Event> = Vec::new();
        for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
            if events.len() == MOST_EVENTS {
                return Err(RecordError { line, problem: RecordProblem::TooMany });
            }
            let time = events.last().map_or(Millis(0), |event| event.time);
            let event = Event::read(&complete(text, time), names);
            events.push(event.map_err(|error| RecordError { line, problem: RecordProblem::Event(error) })?);
        }
        Ok(Record { spec, events })
    }

    /// The record as text.
    #[must_use]
    pub fn write(&self) -> String {
        let names = SquareNames::of(&self.spec.ruleset);
        let mut text = format!("{HEAD} 1\n");
        for (name, value) in self.spec.lines() {
            text.push_str(&format!("{name}: {value}\n"));
        }
        text.push('\n');
        for event in &self.events {
            text.push_str(&event.line(names));
            text.push('\n');
        }
        text
    }

    /// Plays the record from the beginning. An event that was not accepted is told and passed over.
    ///
    /// # Errors
    /// If the spec is no game.
    pub fn replay(&self) -> Result<(Table, Vec<Step>), SpecError> {
        let mut table = Table::new(self.spec.clone())?;
        let steps = self.events.iter().map(|event| Step { event: event.clone(), result: table.apply(event) }).collect();
        Ok((table, steps))
    }
}

/// What was agreed; an error is of the first line with which it cannot be.
fn read_spec(values: &[(usize, &str, &str)], head: usize) -> Result<GameSpec, RecordError> {
    let of =
        |values: &[(usize, &str, &str)]| GameSpec::from_lines(values.iter().map(|(_, name, value)| (*name, *value)));
    of(values).map_err(|error| {
        // Rules may stand anywhere, and the other lines are read by them.
        let rules = values.iter().find(|(_, name, _)| *name == "rules").copied();
        let upto = |count: usize| -> Vec<_> { rules.into_iter().chain(values[..count].iter().copied()).collect() };
        let at = (1..=values.len()).find(|count| of(&upto(*count)).is_err());
        let line = at.and_then(|count| values.get(count - 1)).map_or(head, |(line, _, _)| *line);
        RecordError { line, problem: RecordProblem::Spec(error) }
    })
}

/// A line with its version and time, which people may leave out.
fn complete(line: &str, last: Millis) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        // A version is a whole number, a time has a colon or a dot.
        [version, time, ..] if version.parse::<u32>().is_ok() && time_read(time).is_some() => line.to_owned(),
        [first, ..] if first.parse::<u32>().is_err() && time_read(first).is_some() => format!("{VERSION} {line}"),
        [first, ..] if first.parse::<u32>().is_err() => format!("{VERSION} {} {line}", time_text(last)),
        _ => line.to_owned(),
    }
}
