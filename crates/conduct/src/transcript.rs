//! The transcript of a game: what was agreed, then what everybody tried to do, one line each.
//!
//! ```text
//! damka-record 2
//! rules: russian
//! manner: at-board
//! clock: 8m
//! white: Ivanov
//!
//! # A line that begins with a number sign is a remark.
//! 2 0:03.000 white move c3 d4
//! 2 0:04.000 white press
//! black lift f6          version and time may be left out: 2, and the time of the line before
//! ```
//!
//! The record of a stored game has the same grammar, but every line of it was accepted.

use crate::change::{Change, Refused};
use crate::clock::Millis;
use crate::event::{Entry, Event, EventError, VERSION, time_read, time_text};
use crate::spec::{GameSpec, SpecError};
use crate::table::{Command, Table};
use damka_notation::SquareNames;
use damka_rules::Colour;
use std::fmt;

const HEAD: &str = "damka-record";

/// The most entries of a transcript.
pub const MOST_EVENTS: usize = 100_000;

/// A game as it was agreed and as it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// What was agreed.
    pub spec: GameSpec,
    /// The players' names, White's first; several share a seat.
    pub names: [Vec<String>; 2],
    /// What everybody tried to do.
    pub entries: Vec<Entry>,
}

/// Why a text is not a valid transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: TranscriptProblem,
}

/// What can be wrong with a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TranscriptProblem {
    /// The first line is not `damka-record 2`.
    Head(String),
    /// A line of the head without a colon.
    NoColon(String),
    /// No game can be played by what was agreed.
    Spec(SpecError),
    /// A line is not a valid event.
    Event(EventError),
    /// There are more than [`MOST_EVENTS`].
    TooMany,
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {:?}", self.line, self.problem)
    }
}

impl std::error::Error for TranscriptError {}

/// What an entry led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The entry.
    pub entry: Entry,
    /// What had happened by itself before it: a flag.
    pub elapsed: Vec<(Event, Vec<Change>)>,
    /// What it changed, or why it was not accepted.
    pub result: Result<Vec<Change>, Refused>,
    /// The events that it became.
    pub events: Vec<Event>,
}

/// One line of the head: its number, name and value.
type HeadLine<'a> = (usize, &'a str, &'a str);

impl Transcript {
    /// Reads a transcript.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn read(text: &str) -> Result<Transcript, TranscriptError> {
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        let mut lines = lines.by_ref().filter(|(_, line)| !line.starts_with('#'));
        let (line, head) = lines.find(|(_, line)| !line.is_empty()).unwrap_or((1, ""));
        if !["1", "2"].iter().any(|version| head.split_whitespace().eq([HEAD, version])) {
            let shown = head.chars().take(60).collect();
            return Err(TranscriptError { line, problem: TranscriptProblem::Head(shown) });
        }
        let mut values = Vec::new();
        for (line, text) in lines.by_ref().take_while(|(_, line)| !line.is_empty()) {
            let problem = || TranscriptProblem::NoColon(text.chars().take(60).collect());
            let (name, value) = text.split_once(':').ok_or_else(|| TranscriptError { line, problem: problem() })?;
            values.push((line, name.trim(), value.trim()));
        }
        let names = Colour::ALL.map(|side| names_of(&values, side));
        values.retain(|(_, name, _)| !is_name(name));
        let spec = read_spec(&values, line)?;
        let entries = read_entries(lines.filter(|(_, text)| !text.is_empty()), SquareNames::of(&spec.ruleset))?;
        Ok(Transcript { spec, names, entries })
    }

    /// The transcript as text.
    #[must_use]
    pub fn write(&self) -> String {
        let names = SquareNames::of(&self.spec.ruleset);
        record_text(&self.spec, &self.names, self.entries.iter().map(|entry| entry.line(names)))
    }

    /// Plays it from the beginning. What was not accepted is told and passed over.
    ///
    /// # Errors
    /// If no game can be played by the spec.
    pub fn play(&self) -> Result<(Table, Vec<Step>), SpecError> {
        let mut table = Table::new(self.spec.clone())?;
        let steps = self.entries.iter().map(|entry| table.attempt(entry)).collect();
        Ok((table, steps))
    }
}

/// A record as text: what was agreed, the players' names, then one line for each event.
#[must_use]
pub fn record_text(spec: &GameSpec, names: &[Vec<String>; 2], lines: impl Iterator<Item = String>) -> String {
    use crate::Worded;
    let mut text = format!("{HEAD} {VERSION}\n");
    let people = Colour::ALL.into_iter().zip(names).filter(|(_, names)| !names.is_empty());
    let people = people.map(|(side, names)| (side.word(), names.join("; ")));
    for (name, value) in spec.lines().into_iter().chain(people) {
        text.push_str(&format!("{name}: {value}\n"));
    }
    text.push('\n');
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

impl Table {
    /// Lets somebody try something at its time: what happens by itself comes first.
    pub fn attempt(&mut self, entry: &Entry) -> Step {
        let Entry { time, actor, intent } = entry;
        let step = |elapsed, result, events| Step { entry: entry.clone(), elapsed, result, events };
        let due = match self.decide(&Command::Elapse, *time) {
            Ok(due) => due,
            Err(refused) => return step(Vec::new(), Err(refused), Vec::new()),
        };
        let elapsed: Vec<_> = due.into_iter().map(|event| (event.clone(), self.evolve(&event))).collect();
        if elapsed.iter().any(|(event, _)| intent.became(&event.deed, |_| None) && event.actor == *actor) {
            // The record says what the clock has said already.
            return step(elapsed, Ok(Vec::new()), Vec::new());
        }
        let command = Command::Act { actor: *actor, intent: intent.clone(), made_for: None };
        match self.decide(&command, *time) {
            Err(refused) => step(elapsed, Err(refused), Vec::new()),
            Ok(events) => {
                let changes = events.iter().flat_map(|event| self.evolve(event)).collect();
                step(elapsed, Ok(changes), events)
            }
        }
    }
}

fn is_name(line: &str) -> bool {
    line == "white" || line == "black"
}

fn names_of(values: &[HeadLine<'_>], side: Colour) -> Vec<String> {
    use crate::Worded;
    let of_side = values.iter().filter(|(_, name, _)| *name == side.word());
    let names = of_side.flat_map(|(_, _, value)| value.split(';')).map(|name| name.trim().to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

fn read_entries<'a>(
    lines: impl Iterator<Item = (usize, &'a str)>,
    names: SquareNames,
) -> Result<Vec<Entry>, TranscriptError> {
    let mut entries: Vec<Entry> = Vec::new();
    for (line, text) in lines {
        if entries.len() == MOST_EVENTS {
            return Err(TranscriptError { line, problem: TranscriptProblem::TooMany });
        }
        let time = entries.last().map_or(Millis(0), |entry| entry.time);
        let entry = Entry::read(&complete(text, time), names);
        entries.push(entry.map_err(|error| TranscriptError { line, problem: TranscriptProblem::Event(error) })?);
    }
    Ok(entries)
}

/// What was agreed; an error is of the first line with which it cannot be.
fn read_spec(values: &[HeadLine<'_>], head: usize) -> Result<GameSpec, TranscriptError> {
    let of = |values: &[HeadLine<'_>]| GameSpec::from_lines(values.iter().map(|(_, name, value)| (*name, *value)));
    of(values).map_err(|error| {
        // Rules may stand anywhere, and the other lines are read by them.
        let rules = values.iter().find(|(_, name, _)| *name == "rules").copied();
        let upto = |count: usize| -> Vec<_> { rules.into_iter().chain(values[..count].iter().copied()).collect() };
        let at = (1..=values.len()).find(|count| of(&upto(*count)).is_err());
        let line = at.and_then(|count| values.get(count - 1)).map_or(head, |(line, _, _)| *line);
        TranscriptError { line, problem: TranscriptProblem::Spec(error) }
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
