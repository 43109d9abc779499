//! The TimeControl tag.

use std::fmt;

/// How much time the players have, as the TimeControl tag says it.
///
/// ```
/// use damka_notation::pdn::{TimeControl, TimePart};
/// let control = TimeControl::read("45/5400:900+10").unwrap();
/// let parts = vec![TimePart::Moves { moves: 45, seconds: 5400 }, TimePart::Increment { seconds: 900, increment: 10 }];
/// assert_eq!(control, TimeControl::Parts(parts));
/// assert_eq!(control.to_string(), "45/5400:900+10");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// `?`: not known.
    Unknown,
    /// `-`: there was no clock.
    Unlimited,
    /// One part after the other.
    Parts(Vec<TimePart>),
}

/// One part of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimePart {
    /// So many moves in so many seconds.
    Moves {
        /// The moves.
        moves: u32,
        /// The seconds.
        seconds: u32,
    },
    /// All moves in so many seconds, and more for each move.
    Increment {
        /// The seconds at the beginning.
        seconds: u32,
        /// The seconds for each move.
        increment: u32,
    },
    /// All moves in so many seconds.
    SuddenDeath(u32),
    /// What one player uses the other gains.
    Hourglass(u32),
}

impl TimeControl {
    /// Reads the value of the tag; `None` if it is none.
    #[must_use]
    pub fn read(text: &str) -> Option<TimeControl> {
        match text.trim() {
            "?" => Some(TimeControl::Unknown),
            "-" => Some(TimeControl::Unlimited),
            text => {
                text.split(':').map(|part| TimePart::read(part.trim())).collect::<Option<_>>().map(TimeControl::Parts)
            }
        }
    }
}

impl TimePart {
    fn read(text: &str) -> Option<TimePart> {
        if let Some(seconds) = text.strip_prefix('*') {
            return number(seconds).map(TimePart::Hourglass);
        }
        if let Some((moves, seconds)) = text.split_once('/') {
            return Some(TimePart::Moves { moves: number(moves)?, seconds: number(seconds)? });
        }
        if let Some((seconds, increment)) = text.split_once('+') {
            return Some(TimePart::Increment { seconds: number(seconds)?, increment: number(increment)? });
        }
        number(text).map(TimePart::SuddenDeath)
    }
}

fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Unknown => f.write_str("?"),
            TimeControl::Unlimited => f.write_str("-"),
            TimeControl::Parts(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if at == 0 { "" } else { ":" })?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for TimePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimePart::Moves { moves, seconds } => write!(f, "{moves}/{seconds}"),
            TimePart::Increment { seconds, increment } => write!(f, "{seconds}+{increment}"),
            TimePart::SuddenDeath(seconds) => write!(f, "{seconds}"),
            TimePart::Hourglass(seconds) => write!(f, "*{seconds}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_reads_back() {
        for text in ["?", "-", "300", "60+5", "*180", "40/7200", "40/7200:20/3600:900+30"] {
            assert_eq!(TimeControl::read(text).map(|control| control.to_string()).as_deref(), Some(text));
        }
        for text in ["", "x", "60+", "+5", "1/2/3", "60:", "-5", "99999999999", "blitz"] {
            assert_eq!(TimeControl::read(text), None, "{text}");
        }
    }
}
