//! The text form of a control.

use std::fmt;
use std::str::FromStr;

use super::{Bonus, Byoyomi, Control, ControlError, ControlProblem, Millis, Stage};

/// The units of time from the large to the small, in milliseconds.
const UNITS: [(&str, u64); 5] = [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

impl fmt::Display for Millis {
    /// A number and the largest unit in which it is whole: `8m`, `90s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = UNITS.iter().find(|(_, size)| self.0.is_multiple_of(*size));
        match whole {
            Some((unit, size)) if self.0 > 0 => write!(f, "{}{unit}", self.0 / size),
            _ => write!(f, "0s"),
        }
    }
}

impl FromStr for Millis {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Millis, ControlError> {
        let (mut rest, mut units, mut total) = (text, UNITS.iter(), Millis::ZERO);
        loop {
            let (number, after) = split_where(rest, |c| !c.is_ascii_digit());
            let (unit, after) = split_where(after, |c| c.is_ascii_digit());
            // Each unit must be smaller than the one before it.
            let size = units.find(|(name, _)| *name == unit).map(|(_, size)| *size);
            let time = read_time(number, unit, size).map_err(|problem| ControlError::new(problem, text))?;
            total = total.plus(time);
            if total > Millis::LONGEST {
                return Err(ControlError::new(ControlProblem::TooLong, text));
            }
            if after.is_empty() {
                return Ok(total);
            }
            rest = after;
        }
    }
}

/// One number with its unit.
fn read_time(number: &str, unit: &str, size: Option<u64>) -> Result<Millis, ControlProblem> {
    match (number, unit, size) {
        ("", _, _) => Err(ControlProblem::NotATime),
        (_, "", _) => Err(ControlProblem::NoUnit),
        (_, _, None) => Err(ControlProblem::NotATime),
        (_, _, Some(size)) => {
            let time = number.parse().ok().and_then(|number: u64| number.checked_mul(size));
            time.map(Millis).ok_or(ControlProblem::TooLong)
        }
    }
}

/// The text before the first such character, and the rest.
fn split_where(text: &str, found: fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(found).unwrap_or(text.len()))
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time)?;
        match self.bonus {
            Bonus::None => Ok(()),
            Bonus::Fischer(time) => write!(f, "+{time}"),
            Bonus::Bronstein(time) => write!(f, "~{time}"),
            Bonus::Delay(time) => write!(f, ">{time}"),
        }
    }
}

impl fmt::Display for Byoyomi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.periods, self.period)
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(time) = self.hourglass() {
            return write!(f, "*{time}");
        }
        let parts = self.stages().iter().map(ToString::to_string).chain(self.byoyomi().map(|last| last.to_string()));
        let parts: Vec<_> = parts.collect();
        f.write_str(if parts.is_empty() { "none".to_owned() } else { parts.join(":") }.as_str())
    }
}

impl FromStr for Control {
    type Err = ControlError;

    /// Reads the text form; blanks around it do not matter.
    fn from_str(text: &str) -> Result<Control, ControlError> {
        match text.trim() {
            "none" => Ok(Control::none()),
            text => read_parts(text, &OWN),
        }
    }
}

/// How one kind of text writes the parts of a control.
pub(super) struct Dialect {
    /// Reads a time.
    pub time: fn(&str) -> Result<Millis, ControlError>,
    /// The signs before a bonus.
    pub signs: &'static [char],
    /// Whether there is byoyomi.
    pub byoyomi: bool,
}

/// Our own text form.
const OWN: Dialect = Dialect { time: Millis::from_str, signs: &['+', '~', '>'], byoyomi: true };

/// Reads an hourglass, or stages and byoyomi joined by colons.
pub(super) fn read_parts(text: &str, dialect: &Dialect) -> Result<Control, ControlError> {
    if text.is_empty() {
        return Err(ControlError::new(ControlProblem::Empty, text));
    }
    if let Some(time) = text.strip_prefix('*').filter(|time| !time.contains(':')) {
        return Control::sand(read_in(time, text, dialect)?);
    }
    let (mut stages, mut byoyomi) = (Vec::new(), None);
    for part in text.split(':') {
        if part.starts_with('*') {
            return Err(ControlError::new(ControlProblem::HourglassNotAlone, part));
        }
        if byoyomi.is_some() {
            return Err(ControlError::new(ControlProblem::ByoyomiNotLast, part));
        }
        match part.split_once('x').filter(|_| dialect.byoyomi) {
            Some((periods, period)) => {
                byoyomi =
                    Some(Byoyomi { periods: read_count(periods, part)?, period: read_in(period, part, dialect)? });
            }
            None => stages.push(read_stage(part, dialect)?),
        }
    }
    Control::staged(stages, byoyomi)
}

fn read_stage(part: &str, dialect: &Dialect) -> Result<Stage, ControlError> {
    let (moves, rest) = match part.split_once('/') {
        Some((moves, rest)) => (Some(read_count(moves, part)?), rest),
        None => (None, part),
    };
    let (time, bonus) = rest.split_at(rest.find(dialect.signs).unwrap_or(rest.len()));
    let bonus = match bonus.split_at_checked(1) {
        None => Bonus::None,
        Some(("+", time)) => Bonus::Fischer(read_in(time, part, dialect)?),
        Some(("~", time)) => Bonus::Bronstein(read_in(time, part, dialect)?),
        Some((_, time)) => Bonus::Delay(read_in(time, part, dialect)?),
    };
    Ok(Stage { moves, time: read_in(time, part, dialect)?, bonus })
}

/// Reads a time; where there is none, the error names the part around it.
fn read_in(time: &str, part: &str, dialect: &Dialect) -> Result<Millis, ControlError> {
    match time {
        "" => Err(ControlError::new(ControlProblem::NotATime, part)),
        time => (dialect.time)(time),
    }
}

/// Reads a number of moves or periods.
fn read_count(text: &str, part: &str) -> Result<u16, ControlError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let count = text.parse().ok().filter(|count| digits && *count > 0);
    count.ok_or(ControlError::new(ControlProblem::NotACount, part))
}
