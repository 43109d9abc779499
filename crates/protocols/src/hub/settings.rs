//! The parameters that our engine offers.

use super::line::Message;
use damka_engine::{Level, Options};
use damka_rules::Ruleset;
use std::ops::RangeInclusive;
use std::str::FromStr;

const THREADS: RangeInclusive<usize> = 1..=64;
/// The memory for positions as Scan counts it: the binary logarithm of the number of entries, of 16 bytes each.
const TABLE_SIZE: RangeInclusive<u32> = 16..=28;
/// Entries of 16 bytes in a mebibyte, as a logarithm.
const ENTRIES_OF_A_MEBIBYTE: u32 = 16;

/// What the parameters are set to.
#[derive(Clone, Debug)]
pub struct Settings {
    variant: Ruleset,
    /// The whole line of a game with choices of its own.
    rules: Option<Ruleset>,
    level: Level,
    threads: usize,
    table_size: u32,
    /// Whether an answer names the move that is expected next.
    pub ponder: bool,
}

/// What an engine must be made of; it is made again when this changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The game.
    pub ruleset: Ruleset,
    /// The strength.
    pub level: Level,
    /// The threads that search together.
    pub threads: usize,
    /// The memory for positions, in mebibytes.
    pub memory: usize,
}

impl Plan {
    /// The options of such an engine.
    #[must_use]
    pub fn options(&self) -> Options {
        Options { memory: self.memory, threads: self.threads, ..Options::default() }
    }
}

impl Settings {
    /// What the parameters are before anybody sets them.
    #[must_use]
    pub fn new() -> Settings {
        let variant = Ruleset::named("international").unwrap_or(Ruleset::all()[0]);
        let table_size = Options::default().memory.next_power_of_two().ilog2() + ENTRIES_OF_A_MEBIBYTE;
        Settings { variant, rules: None, level: Level::STRONGEST, threads: 1, table_size, ponder: true }
    }

    /// The game that is played.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.rules.filter(|rules| rules.id() == self.variant.id()).unwrap_or(self.variant)
    }

    /// What the engine is made of.
    #[must_use]
    pub fn plan(&self) -> Plan {
        let memory = 1 << (self.table_size - ENTRIES_OF_A_MEBIBYTE);
        Plan { ruleset: self.ruleset(), level: self.level, threads: self.threads, memory }
    }

    /// Why the parameters do not fit together.
    #[must_use]
    pub fn conflict(&self) -> Option<String> {
        let rules = self.rules.filter(|rules| rules.id() != self.variant.id())?;
        Some(format!("rules is a line of {} but variant is {}", rules.id(), self.variant.id()))
    }

    /// The lines that offer the parameters.
    #[must_use]
    pub fn offer(&self) -> Vec<Message> {
        let ids: Vec<&str> = Ruleset::all().iter().map(Ruleset::id).collect();
        let rules = self.rules.map_or_else(String::new, |rules| rules.line());
        let parameter = |name: &str, value: &str, kind: &str| {
            Message::new("param").with("name", name).with("value", value).with("type", kind)
        };
        let number = |name, value: usize, least: usize, most: usize| {
            parameter(name, &value.to_string(), "int").with("min", least).with("max", most)
        };
        let (weakest, strongest) = (Level::WEAKEST.number(), Level::STRONGEST.number());
        let [level, weakest, strongest] = [self.level.number(), weakest, strongest].map(usize::from);
        let [size, least, most] = [self.table_size, *TABLE_SIZE.start(), *TABLE_SIZE.end()].map(|size| size as usize);
        vec![
            parameter("variant", self.variant.id(), "enum").with("values", ids.join(" ")),
            parameter("rules", &rules, "string"),
            number("level", level, weakest, strongest),
            number("threads", self.threads, *THREADS.start(), *THREADS.end()),
            number("tt-size", size, least, most),
            parameter("ponder", if self.ponder { "true" } else { "false" }, "bool"),
        ]
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// What is wrong with its name or value. Nothing changes then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "variant" => self.variant = Ruleset::named(value).ok_or_else(|| format!("there is no variant {value}"))?,
            "rules" => self.rules = rules(value)?,
            "level" => {
                let number = within(name, value, &(Level::WEAKEST.number()..=Level::STRONGEST.number()))?;
                self.level = Level::new(number).unwrap_or(Level::STRONGEST);
            }
            "threads" => self.threads = within(name, value, &THREADS)?,
            "tt-size" => self.table_size = within(name, value, &TABLE_SIZE)?,
            "ponder" => self.ponder = value.parse().map_err(|_| format!("{name} is true or false, not {value}"))?,
            _ => return Err(format!("there is no parameter {name}")),
        }
        Ok(())
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings::new()
    }
}

fn rules(line: &str) -> Result<Option<Ruleset>, String> {
    if line.trim().is_empty() {
        return Ok(None);
    }
    let ruleset = Ruleset::from_line(line);
    ruleset.map(Some).map_err(|error| format!("{line} is not a line of rules: {:?}", error.problems))
}

fn within<T: FromStr + PartialOrd + std::fmt::Display>(
    name: &str,
    value: &str,
    range: &RangeInclusive<T>,
) -> Result<T, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("{name} is a number from {} to {}, not {value}", range.start(), range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_takes_what_it_offers() {
        let mut settings = Settings::new();
        for message in settings.offer() {
            let (name, value) = (message.value("name").unwrap(), message.value("value").unwrap());
            assert_eq!(settings.set(name, value), Ok(()), "{message}");
        }
        assert_eq!(settings.plan(), Settings::new().plan());
        assert_eq!(settings.plan().memory, Options::default().memory);
        assert_eq!(settings.ruleset().id(), "international");
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut settings = Settings::new();
        for (name, value) in [
            ("variant", "chess"),
            ("variant", ""),
            ("rules", "house king=wooden"),
            ("rules", "nonsense"),
            ("level", "0"),
            ("level", "11"),
            ("level", "strong"),
            ("threads", "0"),
            ("threads", "99999999999999999999999"),
            ("tt-size", "99"),
            ("ponder", "maybe"),
            ("colour", "red"),
        ] {
            assert!(settings.set(name, value).is_err(), "{name}={value}");
        }
        assert_eq!(settings.plan(), Settings::new().plan());
    }

    #[test]
    fn a_line_of_rules_counts_for_its_variant_in_any_order() {
        let line = "house king=short";
        for order in [["variant", "rules"], ["rules", "variant"]] {
            let mut settings = Settings::new();
            for name in order {
                settings.set(name, if name == "rules" { line } else { "house" }).unwrap();
            }
            assert_eq!(settings.ruleset().line(), line);
            assert_eq!(settings.conflict(), None);
            settings.set("variant", "russian").unwrap();
            assert_eq!(settings.ruleset().line(), "russian");
            assert!(settings.conflict().is_some());
            settings.set("rules", "").unwrap();
            assert_eq!(settings.conflict(), None);
        }
    }
}
