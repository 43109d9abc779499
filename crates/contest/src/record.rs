//! The whole record of a contest as text: what was agreed, who took part, what happened.

use crate::contest::{Contest, Number};
use crate::event::{Event, EventError};
use crate::evolve::NotAdmitted;
use crate::spec::{ContestSpec, ContestSpecError};
use std::fmt;

/// The first line of a record.
const HEAD: &str = "damka-contest 1";
/// At most this many events are read.
const MOST_EVENTS: usize = 100_000;

/// The record of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestRecord {
    /// What it is called.
    pub name: String,
    /// What was agreed.
    pub spec: ContestSpec,
    /// The names of the entrants, by their numbers from 1.
    pub names: Vec<String>,
    /// What happened.
    pub events: Vec<Event>,
}

/// Why a record cannot be read: the line, from 1, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line.
    pub line: usize,
    /// What is wrong.
    pub problem: RecordProblem,
}

/// What can be wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordProblem {
    /// It does not begin as a record of a contest does.
    Head,
    /// A line has no colon.
    NoColon,
    /// What was agreed makes no contest.
    Spec(ContestSpecError),
    /// An event cannot be read.
    Event(EventError),
    /// An event cannot have happened.
    NotAdmitted(NotAdmitted),
    /// There are too many events.
    TooLong,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {:?}", self.line, self.problem)
    }
}

impl std::error::Error for RecordError {}

/// A name on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl ContestRecord {
    /// The record as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{HEAD}\nname: {}\n", one_line(&self.name));
        for (name, value) in self.spec.lines() {
            text.push_str(&format!("{name}: {value}\n"));
        }
        for (number, name) in (1..).zip(&self.names) {
            let number: Number = number;
            text.push_str(&format!("entrant-{number}: {}\n", one_line(name)));
        }
        text.push('\n');
        for event in &self.events {
            text.push_str(&event.line());
            text.push('\n');
        }
        text
    }

    /// Reads a record. Every event is checked: it must be possible where it stands.
    ///
    /// # Errors
    /// What is wrong first, and in which line.
    pub fn read(text: &str) -> Result<ContestRecord, RecordError> {
        let mut lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
        let at = |line, problem| RecordError { line, problem };
        match lines.next() {
            Some((_, head)) if head.trim() == HEAD => {}
            _ => return Err(at(1, RecordProblem::Head)),
        }
        let (mut name, mut spec, mut names) = (String::new(), Vec::new(), Vec::new());
        let mut last = 1;
        for (line, text) in lines.by_ref() {
            last = line;
            if text.trim().is_empty() {
                break;
            }
            let (key, value) = text.split_once(':').ok_or(at(line, RecordProblem::NoColon))?;
            match (key.trim(), value.trim()) {
                ("name", value) => value.clone_into(&mut name),
                (key, value) if key.starts_with("entrant-") => names.push(value.to_owned()),
                pair => spec.push(pair),
            }
        }
        let spec = ContestSpec::from_lines(spec).map_err(|error| at(last, RecordProblem::Spec(error)))?;
        let mut contest = Contest::new(spec.clone());
        let mut events = Vec::new();
        for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
            let event = Event::read(text).map_err(|error| at(line, RecordProblem::Event(error)))?;
            contest.admits(&event).map_err(|why| at(line, RecordProblem::NotAdmitted(why)))?;
            contest.evolve(&event);
            events.push(event);
            if events.len() > MOST_EVENTS {
                return Err(at(line, RecordProblem::TooLong));
            }
        }
        Ok(ContestRecord { name, spec, names, events })
    }

    /// The contest after all its events.
    #[must_use]
    pub fn contest(&self) -> Contest {
        let mut contest = Contest::new(self.spec.clone());
        self.events.iter().for_each(|event| contest.evolve(event));
        contest
    }

    /// The name of an entrant.
    #[must_use]
    pub fn entrant_name(&self, number: Number) -> Option<&str> {
        let name = self.names.get(usize::from(number).checked_sub(1)?)?;
        (!name.is_empty()).then_some(name)
    }
}
