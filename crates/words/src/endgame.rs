//! Endgame tables: what they say, and what is wrong with them.

use crate::Words;
use crate::words::side;
use damka_endgame::{BuildError, Flaw, NoTables, OpenError, Problem, TableError, Value, Verdict, VerifyError};
use damka_notation::fen;
use damka_rules::{Colour, Ruleset};
use fluent_bundle::FluentValue;

impl Words {
    /// What a position is worth to the side to move.
    ///
    /// ```
    /// use damka_endgame::Value;
    /// use damka_words::{Language, Words};
    /// assert_eq!(Words::new(Language::English).table_value(Value::Win(25)), "won in 25 half-moves");
    /// assert_eq!(Words::new(Language::Russian).table_value(Value::Loss(22)), "проигрыш за 22 полухода");
    /// ```
    #[must_use]
    pub fn table_value(&self, value: Value) -> String {
        let counted = |id, plies: u16| self.say(id, &[("plies", plies.into())]);
        match value {
            Value::Win(plies) => counted("endgame-won", plies),
            Value::Draw => self.say("endgame-drawn", &[]),
            Value::Loss(plies) => counted("endgame-lost", plies),
        }
    }

    /// What a position is worth, as a sentence with the side to move.
    #[must_use]
    pub fn table_value_of(&self, mover: Colour, value: Value) -> String {
        let id = match mover {
            Colour::White => "endgame-of-white",
            Colour::Black => "endgame-of-black",
        };
        self.say(id, &[("value", self.table_value(value).into())])
    }

    /// What the draw rules leave of a win; nothing to say where there is none.
    #[must_use]
    pub fn table_verdict(&self, verdict: Verdict) -> Option<String> {
        Some(match verdict {
            Verdict::Drawn => return None,
            Verdict::Wins(winner) => self.say("endgame-verdict-wins", &[("side", side(winner))]),
            Verdict::DrawnByRule { winner, plies: Some(plies) } => {
                self.say("endgame-verdict-drawn-by-rule", &[("side", side(winner)), ("plies", plies.into())])
            }
            Verdict::DrawnByRule { winner, plies: None } => {
                self.say("endgame-verdict-drawn-by-repetition", &[("side", side(winner))])
            }
            Verdict::Unproved(_) => self.say("endgame-verdict-unproved", &[]),
        })
    }

    /// Why a game has no tables.
    #[must_use]
    pub fn no_tables(&self, reason: NoTables) -> String {
        self.say(
            match reason {
                NoTables::Race => "endgame-no-race",
                NoTables::DutyPerColour => "endgame-no-duty",
            },
            &[],
        )
    }

    /// What is wrong with a file of tables.
    #[must_use]
    pub fn table_error(&self, error: &TableError) -> String {
        let file = || ("file", FluentValue::from(error.path.display().to_string()));
        match &error.problem {
            Problem::Io(reason) => self.say("endgame-file-io", &[file(), ("reason", reason.as_str().into())]),
            Problem::NotATable => self.say("endgame-file-not-a-table", &[file()]),
            Problem::Version(version) => {
                self.say("endgame-file-version", &[file(), ("version", version.to_string().into())])
            }
            Problem::OtherGame(rules) => {
                self.say("endgame-file-other-game", &[file(), ("rules", rules.as_str().into())])
            }
            Problem::OtherMaterial => self.say("endgame-file-other-material", &[file()]),
            Problem::Damaged => self.say("endgame-file-damaged", &[file()]),
        }
    }

    /// Why tables were not built.
    #[must_use]
    pub fn build_error(&self, error: &BuildError) -> String {
        match error {
            BuildError::Stopped => self.say("endgame-stopped", &[]),
            BuildError::Busy => self.say("endgame-busy", &[]),
            BuildError::Table(error) => self.table_error(error),
            BuildError::Memory { needed, allowed } => {
                let mebibytes = |bytes: u64| FluentValue::from(bytes.div_ceil(1 << 20).to_string());
                self.say("endgame-memory", &[("needed", mebibytes(*needed)), ("allowed", mebibytes(*allowed))])
            }
        }
    }

    /// Why tables cannot be opened.
    #[must_use]
    pub fn open_error(&self, error: &OpenError) -> String {
        match error {
            OpenError::NoTables(reason) => self.no_tables(*reason),
            OpenError::Table(error) => self.table_error(error),
        }
    }

    /// What a verification found.
    #[must_use]
    pub fn verify_error(&self, error: &VerifyError, ruleset: &Ruleset) -> String {
        match error {
            VerifyError::Stopped => self.say("endgame-stopped", &[]),
            VerifyError::Table(error) => self.table_error(error),
            VerifyError::Flaw(Flaw::Position { position, stored, follows }) => self.say(
                "endgame-flaw-position",
                &[
                    ("fen", fen::write(position, ruleset).into()),
                    ("stored", self.table_value(*stored).into()),
                    ("follows", self.table_value(*follows).into()),
                ],
            ),
            VerifyError::Flaw(Flaw::Summary { material }) => {
                self.say("endgame-flaw-summary", &[("material", material.to_string().into())])
            }
        }
    }
}
