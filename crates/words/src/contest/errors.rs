//! What is wrong with the record of a contest, or with what was agreed.

use crate::Words;
use crate::conduct::{is_later, listed};
use damka_conduct::{LINES, SpecError};
use damka_contest::{
    Colours, ContestSpecError, Draws, EntrantTerm, EventError, EventProblem, HEAD, Joining, Kind, LONGEST,
    LONGEST_LADDER, MOST_EVENTS, MOST_OPENINGS, NotAdmitted, OWN_LINES, Outcome, RecordError, RecordProblem, Source,
    VERSION,
};
use damka_rules::Ruleset;

/// What may stand in a line of the head.
fn expected(name: &str) -> String {
    match name {
        "kind" => listed::<Kind>(", "),
        "length" => "games 4, first-to 3, best-of 5".to_owned(),
        "colours" => listed::<Colours>(", "),
        "draws" => listed::<Draws>(", "),
        "ladder" => "20m+5s; 5m+3s".to_owned(),
        "opening" => "FEN".to_owned(),
        "joining" => listed::<Joining>(", "),
        "late" => "yes, no".to_owned(),
        "host-clock" | "patience" => "600s".to_owned(),
        _ => "…".to_owned(),
    }
}

impl Words {
    /// Why lines make no contest.
    #[must_use]
    pub fn contest_spec_error(&self, error: &ContestSpecError, ruleset: &Ruleset) -> String {
        match error {
            ContestSpecError::NoKind => self.say("contest-spec-no-kind", &[("expected", expected("kind").into())]),
            ContestSpecError::BadValue { name, value } => self.contest_value_error(name, value),
            ContestSpecError::Game(SpecError::UnknownLine(name)) => {
                let known = format!("name, entrant-1, {}, clock, {}", OWN_LINES.join(", "), LINES.join(", "));
                self.say("spec-unknown-line", &[("text", name.as_str().into()), ("known", known.into())])
            }
            ContestSpecError::Game(error) => self.spec_error(error, ruleset),
        }
    }

    fn contest_value_error(&self, name: &'static str, value: &str) -> String {
        let is_number = value.parse::<usize>().is_ok();
        let too_many = |most: usize| {
            self.say("contest-spec-too-many", &[("name", name.into()), ("most", most.to_string().into())])
        };
        let expected = match (name, value) {
            ("ladder", "0") => return self.say("contest-spec-no-ladder", &[]),
            ("ladder", _) if is_number => return too_many(LONGEST_LADDER),
            ("opening", _) if is_number => return too_many(MOST_OPENINGS),
            ("host-clock", value) if value.strip_suffix('s').is_some_and(|time| time.parse::<u32>().is_ok()) => {
                return self.say("contest-spec-host-clock", &[]);
            }
            // Colours that alternate from board to board are of a display alone.
            ("colours", "alternate") => "lots, white, black".to_owned(),
            _ => expected(name),
        };
        let variables = [("name", name.into()), ("text", value.into()), ("expected", expected.into())];
        self.say("spec-bad-value", &variables)
    }

    /// Why a line is not an event of a contest.
    #[must_use]
    pub fn contest_event_error(&self, error: &EventError) -> String {
        let quoting = |id| self.say(id, &[("text", error.text.as_str().into())]);
        let choosing =
            |id, expected: String| self.say(id, &[("text", error.text.as_str().into()), ("expected", expected.into())]);
        match error.problem {
            EventProblem::TooLong => self.say("event-too-long", &[("most", LONGEST.into())]),
            EventProblem::Missing => quoting("event-missing"),
            EventProblem::Version if is_later(&error.text, VERSION) => quoting("event-version"),
            EventProblem::Version => quoting("event-version-unknown"),
            EventProblem::Time => quoting("event-time"),
            EventProblem::Actor => quoting("contest-event-actor"),
            EventProblem::Deed => quoting("contest-event-deed"),
            EventProblem::Entrant => quoting("contest-event-entrant"),
            EventProblem::Board => quoting("contest-event-board"),
            EventProblem::Result => {
                choosing("contest-event-result", [listed::<Outcome>(", "), listed::<Source>(", ")].join("; "))
            }
            EventProblem::Seed => quoting("contest-event-seed"),
            EventProblem::Term => choosing("contest-event-term", listed::<EntrantTerm>(", ")),
            EventProblem::Extra => quoting("event-extra"),
        }
    }

    /// Why a kept event cannot have happened.
    #[must_use]
    pub fn not_admitted(&self, why: NotAdmitted) -> String {
        let id = match why {
            NotAdmitted::TimeBackward => "refused-time-backward",
            NotAdmitted::Over => "contest-damage-over",
            NotAdmitted::Entrant => "contest-damage-entrant",
            NotAdmitted::Board => "contest-damage-board",
            NotAdmitted::Clock => "contest-damage-clock",
            NotAdmitted::Actor => "contest-damage-actor",
        };
        self.say(id, &[])
    }

    /// Why a text is not the record of a contest: the line and what is wrong with it.
    ///
    /// ```
    /// use damka_contest::ContestRecord;
    /// use damka_words::{Language, Words};
    /// let error = ContestRecord::read("damka-contest 1\nkind: picnic\n").unwrap_err();
    /// assert_eq!(
    ///     Words::new(Language::English).contest_record_error(&error),
    ///     "Line 2: “picnic” is not a valid value of “kind”. Possible: match, simul, evening."
    /// );
    /// ```
    #[must_use]
    pub fn contest_record_error(&self, error: &RecordError) -> String {
        let quoting = |id, text: &str| self.say(id, &[("text", text.into())]);
        let version = |text: &str| Some(text.strip_prefix(HEAD.split(' ').next()?)?.trim().to_owned());
        let problem = match &error.problem {
            RecordProblem::Head(text) if text.is_empty() => self.say("contest-record-empty", &[]),
            RecordProblem::Head(text) if version(text).is_some_and(|text| is_later(&text, VERSION)) => {
                quoting("record-later", text)
            }
            RecordProblem::Head(text) => quoting("contest-record-head", text),
            RecordProblem::NoColon(text) => quoting("record-no-colon", text),
            RecordProblem::Name { text, expected } => {
                let variables = [("text", text.as_str().into()), ("number", expected.to_string().into())];
                self.say("contest-record-name", &variables)
            }
            RecordProblem::Spec(spec, ruleset) => self.contest_spec_error(spec, ruleset),
            RecordProblem::Event(event) => self.contest_event_error(event),
            RecordProblem::NotAdmitted(why) => self.not_admitted(*why),
            RecordProblem::TooLong => self.say("record-too-many", &[("most", MOST_EVENTS.into())]),
        };
        self.say("record-line", &[("line", error.line.into()), ("problem", problem.into())])
    }
}
