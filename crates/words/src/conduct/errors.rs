//! What is wrong with a record.

use crate::Words;
use damka_conduct::{
    Aids, Decides, EventError, EventProblem, FlagFalls, LINES, LONGEST, MOST_EVENTS, Manner, Pace, SpecError, Talk,
    TranscriptError, TranscriptProblem, VERSION, View, Worded,
};
use damka_rules::{Colour, Ruleset};

/// What may stand in a line of the head.
fn expected(name: &str) -> String {
    match name {
        "clock" | "clock-white" | "clock-black" => "none, 8m, 5m+3s, 40/2h:1h, 30m:5x30s, *1m".to_owned(),
        "manner" => listed::<Manner>(", "),
        "pace" => listed::<Pace>(", "),
        "mercy" | "takebacks" | "vacation" => "yes, no".to_owned(),
        "contest-clock" | "goes-round" => listed::<Colour>(", "),
        "flag" => listed::<FlagFalls>(", "),
        "talk" => listed::<Talk>(", "),
        "seat-white" | "seat-black" => {
            format!("{} {} {}", listed::<View>("/"), listed::<Aids>("/"), listed::<Decides>("/"))
        }
        "odds" => "a1,c1".to_owned(),
        _ => "…".to_owned(),
    }
}

/// Every word of a closed list.
pub(crate) fn listed<T: Worded>(between: &str) -> String {
    T::ALL.iter().map(|known| known.word()).collect::<Vec<_>>().join(between)
}

/// Whether a version is one that only a later program can have written.
pub(crate) fn is_later(version: &str, known: u32) -> bool {
    version.trim().parse::<u64>().is_ok_and(|version| version > known.into())
}

impl Words {
    /// Why a text is not a record: the line and what is wrong with it. The whole text tells which game's squares are named.
    ///
    /// ```
    /// use damka_conduct::Transcript;
    /// use damka_words::{Language, Words};
    /// let text = "damka-record 2\n\nwhite jump c3\n";
    /// let error = Transcript::read(text).unwrap_err();
    /// assert_eq!(
    ///     Words::new(Language::English).record_error(&error, text),
    ///     "Line 3: “jump” is not something that can be done at the board."
    /// );
    /// ```
    #[must_use]
    pub fn record_error(&self, error: &TranscriptError, whole: &str) -> String {
        let quoting = |id, text: &str| self.say(id, &[("text", text.into())]);
        let problem = match &error.problem {
            TranscriptProblem::Head(text) if text.is_empty() => self.say("record-empty", &[]),
            TranscriptProblem::Head(text)
                if text.strip_prefix("damka-record").is_some_and(|text| is_later(text, VERSION)) =>
            {
                quoting("record-later", text)
            }
            TranscriptProblem::Head(text) => quoting("record-head", text),
            TranscriptProblem::NoColon(text) => quoting("record-no-colon", text),
            TranscriptProblem::Spec(error) => self.spec_error(error, &ruleset_of(whole)),
            TranscriptProblem::Event(error) => self.event_error(error),
            TranscriptProblem::TooMany => self.say("record-too-many", &[("most", MOST_EVENTS.into())]),
        };
        self.say("record-line", &[("line", error.line.into()), ("problem", problem.into())])
    }

    /// Why a line is not an event.
    #[must_use]
    pub fn event_error(&self, error: &EventError) -> String {
        let quoting = |id| self.say(id, &[("text", error.text.as_str().into())]);
        match error.problem {
            EventProblem::TooLong => self.say("event-too-long", &[("most", LONGEST.into())]),
            EventProblem::Missing => quoting("event-missing"),
            EventProblem::Version if is_later(&error.text, VERSION) => quoting("event-version"),
            EventProblem::Version => quoting("event-version-unknown"),
            EventProblem::Time => quoting("event-time"),
            EventProblem::Actor => quoting("event-actor"),
            EventProblem::Act => quoting("event-act"),
            EventProblem::Cell => quoting("fen-unknown-square"),
            EventProblem::Extra => quoting("event-extra"),
        }
    }

    /// Why what was agreed makes no game.
    #[must_use]
    pub fn spec_error(&self, error: &SpecError, ruleset: &Ruleset) -> String {
        match error {
            SpecError::UnknownLine(name) => {
                // `clock` stands for both clocks.
                let known = format!("clock, {}", LINES.join(", "));
                self.say("spec-unknown-line", &[("text", name.as_str().into()), ("known", known.into())])
            }
            SpecError::BadValue { name, value } => {
                let variables =
                    [("name", (*name).into()), ("text", value.as_str().into()), ("expected", expected(name).into())];
                self.say("spec-bad-value", &variables)
            }
            SpecError::Ruleset(error) => {
                error.problems.iter().map(|problem| self.problem(problem)).collect::<Vec<_>>().join(" ")
            }
            SpecError::Fen(error) => self.fen_error(error),
            SpecError::Setup(error) => {
                error.flaws.iter().map(|flaw| self.flaw(flaw, ruleset)).collect::<Vec<_>>().join(" ")
            }
            SpecError::Odds(error) => self.odds_error(error, ruleset),
            SpecError::StartAndOdds => self.say("spec-start-and-odds", &[]),
        }
    }
}

/// The game that a record is of, as far as it says so; its squares are named in messages.
fn ruleset_of(whole: &str) -> Ruleset {
    let named = whole.lines().find_map(|line| line.trim().strip_prefix("rules:"));
    named.and_then(|line| Ruleset::from_line(line.trim()).ok()).unwrap_or(Ruleset::all()[0])
}
