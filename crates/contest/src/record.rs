//! The whole record of a contest as text: what was agreed, who took part, what happened.

use crate::contest::{Contest, Number};
use crate::event::{Event, EventError};
use crate::evolve::NotAdmitted;
use crate::spec::{ContestSpec, ContestSpecError};
use damka_rules::Ruleset;
use std::fmt;

/// The first line of a record.
pub const HEAD: &str = "damka-contest 1";
/// At most this many events are read.
pub const MOST_EVENTS: usize = 100_000;

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
    /// It does not begin as a record of a contest does, but with this line.
    Head(String),
    /// A line has no colon.
    NoColon(String),
    /// Entrants are not named in the order of their numbers.
    Name {
        /// What stands there.
        text: String,
        /// The number that should stand there.
        expected: usize,
    },
    /// What was agreed makes no contest. The game, as far as it is known, names squares in messages.
    Spec(ContestSpecError, Box<Ruleset>),
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

/// One line of the head: its number, name and value.
type HeadLine<'a> = (usize, &'a str, &'a str);

/// What was agreed. An error is of the first line with which it is there; kind and game are read before the others,
/// which depend on them.
fn read_spec(mut values: Vec<HeadLine<'_>>, head: usize) -> Result<ContestSpec, RecordError> {
    values.sort_by_key(|(line, name, _)| (*name != "kind", *name != "rules", *line));
    let of = |values: &[HeadLine<'_>]| ContestSpec::from_lines(values.iter().map(|(_, name, value)| (*name, *value)));
    of(&values).map_err(|error| {
        let at = (1..=values.len()).find(|count| of(&values[..*count]).as_ref() == Err(&error));
        let line = at.filter(|_| error != ContestSpecError::NoKind).map_or(head, |count| values[count - 1].0);
        let rules = values.iter().find(|(_, name, _)| *name == "rules");
        let ruleset = rules.and_then(|(_, _, line)| Ruleset::from_line(line).ok()).unwrap_or(Ruleset::all()[0]);
        RecordError { line, problem: RecordProblem::Spec(error, Box::new(ruleset)) }
    })
}

/// The part of a line that a message quotes.
fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

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

    /// Reads a record; lines that begin with a number sign are remarks. Every event is checked: it must be possible where it stands.
    ///
    /// # Errors
    /// What is wrong first, and in which line.
    pub fn read(text: &str) -> Result<ContestRecord, RecordError> {
        let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
        let mut lines = lines.filter(|(_, text)| !text.starts_with('#'));
        let at = |line, problem| RecordError { line, problem };
        let (line, head) = lines.find(|(_, text)| !text.is_empty()).unwrap_or((1, ""));
        if head != HEAD {
            return Err(at(line, RecordProblem::Head(shortened(head))));
        }
        let (mut name, mut values, mut names) = (String::new(), Vec::new(), Vec::new());
        for (line, text) in lines.by_ref().take_while(|(_, text)| !text.is_empty()) {
            let (key, value) = text.split_once(':').ok_or_else(|| at(line, RecordProblem::NoColon(shortened(text))))?;
            match (key.trim(), value.trim()) {
                ("name", value) => value.clone_into(&mut name),
                (key, value) if key.starts_with("entrant-") => {
                    let expected = names.len() + 1;
                    if key != format!("entrant-{expected}") {
                        return Err(at(line, RecordProblem::Name { text: shortened(key), expected }));
                    }
                    names.push(value.to_owned());
                }
                (key, value) => values.push((line, key, value)),
            }
        }
        let spec = read_spec(values, line)?;
        let mut contest = Contest::new(spec.clone());
        let mut events = Vec::new();
        for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(text: &str) -> RecordError {
        ContestRecord::read(text).unwrap_err()
    }

    #[test]
    fn what_is_wrong_is_found_in_its_line() {
        let line = |text: &str| error_of(text).line;
        assert_eq!(line(""), 1);
        assert_eq!(line("# a remark\nhello"), 2);
        assert_eq!(error_of("damka-contest 1\nrules: russian\n").line, 1);
        assert_eq!(line("damka-contest 1\nname: x\nkind match\n"), 3);
        assert_eq!(line("damka-contest 1\nrules: chess\nkind: match\n"), 2);
        assert_eq!(line("damka-contest 1\nrules: russian\nkind: picnic\n"), 3);
        assert_eq!(line("damka-contest 1\nlate: maybe\nrules: russian\nkind: simul\n"), 2);
        assert_eq!(line("damka-contest 1\nkind: match\n# why not\ndraws: faster\nclock: 5m\n"), 4);
        assert_eq!(line("damka-contest 1\nkind: match\nentrant-2: Ivan\n"), 3);
        assert_eq!(line("damka-contest 1\nkind: match\n\n1 0:00.000 owner enter 1\n\n1 0:00.000 owner enter 3\n"), 6);
        assert_eq!(line("damka-contest 1\nkind: match\n\n# remark\n1 0:00.000 owner dance\n"), 5);
    }
}
