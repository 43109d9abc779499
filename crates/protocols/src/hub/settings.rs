//! The parameters that our engine offers.

use super::line::Message;
use super::variants;
use damka_engine::{Level, Options};
use damka_notation::Numbering;
use damka_rules::Ruleset;
use std::ops::RangeInclusive;
use std::str::FromStr;

const THREADS: RangeInclusive<usize> = 1..=64;
/// The memory for positions as Scan counts it: the binary logarithm of the number of entries, of 16 bytes each.
const TABLE_SIZE: RangeInclusive<u32> = 16..=28;
/// Entries of 16 bytes in a mebibyte, as a logarithm.
const ENTRIES_OF_A_MEBIBYTE: u32 = 16;

/// The corner from which the other program numbers the squares of its moves. Positions are always written from the far
/// left, as the protocol says; some programs do the same, but number moves as the game's own notation does.
const NUMBERINGS: [(&str, Numbering); 3] =
    [("far-left", Numbering::FarLeft), ("near-left", Numbering::NearLeft), ("near-right", Numbering::NearRight)];

/// What the parameters are set to.
#[derive(Clone, Debug)]
pub struct Settings {
    variant: Ruleset,
    /// A requested variant that is unknown. Nothing is searched until a known one is set.
    unknown: Option<String>,
    /// The whole line of a game with choices of its own.
    rules: Option<Ruleset>,
    level: Level,
    threads: usize,
    table_size: u32,
    /// Whether an answer names the move that is expected next.
    pub ponder: bool,
    /// How squares are numbered in moves.
    pub numbering: Numbering,
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
        Settings {
            variant,
            unknown: None,
            rules: None,
            level: Level::STRONGEST,
            threads: 1,
            table_size,
            ponder: true,
            numbering: Numbering::FarLeft,
        }
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

    /// Checks that the last requested variant is known.
    ///
    /// # Errors
    /// If it is unknown.
    pub fn known_variant(&self) -> Result<(), String> {
        self.unknown.as_ref().map_or(Ok(()), |name| Err(format!("there is no variant {name}; set a known one first")))
    }

    /// Why the parameters do not fit together.
    #[must_use]
    pub fn conflict(&self) -> Option<String> {
        if let Err(unknown) = self.known_variant() {
            return Some(unknown);
        }
        let rules = self.rules.filter(|rules| rules.id() != self.variant.id())?;
        Some(format!("rules is a line of {} but variant is {}", rules.id(), self.variant.id()))
    }

    /// The lines that offer the parameters.
    #[must_use]
    pub fn offer(&self) -> Vec<Message> {
        let names: Vec<&str> = variants::names().collect();
        let numberings = NUMBERINGS.map(|(name, _)| name);
        let numbering = NUMBERINGS.iter().find(|(_, numbering)| *numbering == self.numbering);
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
            parameter("variant", self.variant.id(), "enum").with("values", names.join(" ")),
            parameter("rules", &rules, "string"),
            number("level", level, weakest, strongest),
            number("threads", self.threads, *THREADS.start(), *THREADS.end()),
            number("tt-size", size, least, most),
            parameter("ponder", if self.ponder { "true" } else { "false" }, "bool"),
            parameter("numbering", numbering.map_or("", |(name, _)| name), "enum").with("values", numberings.join(" ")),
        ]
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// What is wrong with its name or value. Nothing changes then, except that an unknown variant blocks every search.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "variant" => self.set_variant(value)?,
            "rules" => self.rules = rules(value)?,
            "level" => {
                let number = within(name, value, &(Level::WEAKEST.number()..=Level::STRONGEST.number()))?;
                self.level = Level::new(number).unwrap_or(Level::STRONGEST);
            }
            "threads" => self.threads = within(name, value, &THREADS)?,
            "tt-size" => self.table_size = within(name, value, &TABLE_SIZE)?,
            "ponder" => self.ponder = value.parse().map_err(|_| format!("{name} is true or false, not {value}"))?,
            "numbering" => {
                let known = NUMBERINGS.iter().find(|(name, _)| *name == value);
                self.numbering = known.ok_or_else(|| format!("there is no numbering {value}"))?.1;
            }
            _ => return Err(format!("there is no parameter {name}")),
        }
        Ok(())
    }

    fn set_variant(&mut self, name: &str) -> Result<(), String> {
        match variants::variant(name) {
            Some(variant) => (self.variant, self.unknown) = (variant, None),
            None => self.unknown = Some(name.to_owned()),
        }
        self.known_variant()
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
            ("rules", "house king=wooden"),
            ("rules", "nonsense"),
            ("level", "0"),
            ("level", "11"),
            ("level", "strong"),
            ("threads", "0"),
            ("threads", "99999999999999999999999"),
            ("tt-size", "99"),
            ("ponder", "maybe"),
            ("numbering", "far-right"),
            ("colour", "red"),
        ] {
            assert!(settings.set(name, value).is_err(), "{name}={value}");
        }
        assert_eq!(settings.plan(), Settings::new().plan());
    }

    #[test]
    fn interop_5_usual_names_are_known_and_others_stand_in_the_way() {
        let mut settings = Settings::new();
        for (name, id) in [("russian", "russian"), ("normal", "international"), ("american", "english")] {
            assert_eq!(settings.set("variant", name), Ok(()));
            assert_eq!(settings.ruleset().id(), id);
        }
        for unknown in ["killer", "chess", ""] {
            assert!(settings.set("variant", unknown).is_err(), "{unknown}");
            assert!(settings.known_variant().is_err() && settings.conflict().is_some(), "{unknown}");
        }
        settings.set("threads", "2").unwrap();
        assert!(settings.known_variant().is_err(), "another parameter changes nothing about it");
        settings.set("variant", "normal").unwrap();
        assert_eq!((settings.known_variant(), settings.conflict()), (Ok(()), None));
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
