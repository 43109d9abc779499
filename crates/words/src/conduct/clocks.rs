//! Clocks and time controls in words.

use crate::Words;
use crate::words::side;
use damka_conduct::clock::{Bonus, Control, ControlError, ControlProblem, Millis, Reading, Stage};
use damka_rules::Colour;

impl Words {
    /// A time as clocks show it: `4:35`, `1:02:03`, and parts of a second only where there are some.
    ///
    /// ```
    /// use damka_conduct::clock::Millis;
    /// use damka_words::{Language, Words};
    /// let words = Words::new(Language::English);
    /// assert_eq!(words.clock_time(Millis::seconds(275)), "4:35");
    /// assert_eq!(words.clock_time(Millis(3_723_500)), "1:02:03.5");
    /// ```
    #[must_use]
    pub fn clock_time(&self, time: Millis) -> String {
        let Millis(time) = time;
        let (hours, minutes, seconds, part) = (time / 3_600_000, time / 60_000 % 60, time / 1000 % 60, time % 1000);
        let whole = match hours {
            0 => format!("{minutes}:{seconds:02}"),
            _ => format!("{hours}:{minutes:02}:{seconds:02}"),
        };
        match part {
            0 => whole,
            _ => self.number(&format!("{whole}.{}", format!("{part:03}").trim_end_matches('0'))),
        }
    }

    /// A length of time: `8 minutes`, `1 hour 30 minutes`.
    #[must_use]
    pub fn span(&self, time: Millis) -> String {
        let units = [("span-days", 86_400_000), ("span-hours", 3_600_000), ("span-minutes", 60_000)];
        let mut rest = time.0;
        let mut told = Vec::new();
        for (id, size) in units {
            if rest >= size {
                told.push(self.say(id, &[("count", (rest / size).into())]));
                rest %= size;
            }
        }
        if rest > 0 || told.is_empty() {
            let seconds = rest as f64 / 1000.0;
            let number = self.number(&seconds.to_string());
            told.push(self.say("span-seconds", &[("count", seconds.into()), ("number", number.into())]));
        }
        told.join(" ")
    }

    /// What a side's clock shows. The control says how many periods there were.
    ///
    /// ```
    /// use damka_conduct::clock::{Clocks, Control, Millis};
    /// use damka_rules::Colour::White;
    /// use damka_words::{Language, Words};
    /// let control: Control = "5m:5x30s".parse().unwrap();
    /// let mut clocks = Clocks::new([control.clone(), control.clone()]);
    /// clocks.start(White, Millis(0)).unwrap();
    /// let reading = clocks.reading(White, Millis::seconds(25));
    /// assert_eq!(
    ///     Words::new(Language::English).reading(White, &reading, &control),
    ///     "White has 4:35 left, 5 of 5 periods"
    /// );
    /// ```
    #[must_use]
    pub fn reading(&self, whose: Colour, reading: &Reading, control: &Control) -> String {
        let Some(remaining) = reading.remaining else {
            return self.say("clock-none", &[("side", side(whose))]);
        };
        let periods = reading.byoyomi.zip(control.byoyomi());
        // When the main time is used up the period counts.
        let left = match periods {
            Some((periods, _)) if remaining.is_zero() => periods.time,
            _ => remaining,
        };
        let mut told = vec![self.say("clock-left", &[("side", side(whose)), ("time", self.clock_time(left).into())])];
        if let Some((periods, all)) = periods {
            told.push(self.say("clock-periods", &[("left", periods.left.into()), ("all", all.periods.into())]));
        }
        if let Some(moves) = reading.moves_left {
            told.push(self.say("clock-moves", &[("count", moves.into())]));
        }
        if !reading.delay.is_zero() {
            told.push(self.say("clock-delay", &[("time", self.clock_time(reading.delay).into())]));
        }
        told.join(", ")
    }

    /// A time control in words.
    ///
    /// ```
    /// use damka_words::{Language, Words};
    /// let words = Words::new(Language::English);
    /// assert_eq!(words.control(&"8m".parse().unwrap()), "8 minutes for the game");
    /// assert_eq!(words.control(&"1x3d".parse().unwrap()), "3 days for each move");
    /// assert_eq!(words.control(&"40/2h:1h".parse().unwrap()), "2 hours for 40 moves; then 1 hour for the rest");
    /// ```
    #[must_use]
    pub fn control(&self, control: &Control) -> String {
        if let Some(time) = control.hourglass() {
            return self.say("control-hourglass", &[("time", self.span(time).into())]);
        }
        let stages = control.stages();
        let mut told: Vec<String> = Vec::new();
        for (at, stage) in stages.iter().enumerate() {
            let place = (at == 0, at + 1 == stages.len() && control.byoyomi().is_none());
            told.push(self.stage(stage, place));
        }
        if let Some(byoyomi) = control.byoyomi() {
            let time = self.span(byoyomi.period);
            // One period without anything before it is what each move may take.
            let is_each = stages.is_empty() && byoyomi.periods == 1;
            let id = if is_each { "control-each-move" } else { "control-byoyomi" };
            told.push(self.say(id, &[("count", byoyomi.periods.into()), ("time", time.into())]));
        }
        let mut told = told.into_iter();
        let Some(first) = told.next() else { return self.say("control-none", &[]) };
        told.fold(first, |before, after| {
            self.say("control-then", &[("before", before.into()), ("after", after.into())])
        })
    }

    /// A stage; whether it is the first, and whether it lasts to the end of the game.
    fn stage(&self, stage: &Stage, (first, last): (bool, bool)) -> String {
        let time = self.span(stage.time);
        let told = match stage.moves {
            None if first => self.say("control-game", &[("time", time.into())]),
            None => self.say("control-rest", &[("time", time.into())]),
            Some(moves) => {
                let id = if last { "control-again" } else { "control-moves" };
                self.say(id, &[("time", time.into()), ("count", moves.into())])
            }
        };
        let (id, bonus) = match stage.bonus {
            Bonus::None => return told,
            Bonus::Fischer(time) => ("control-fischer", time),
            Bonus::Bronstein(time) => ("control-bronstein", time),
            Bonus::Delay(time) => ("control-delay", time),
        };
        self.say(id, &[("stage", told.into()), ("time", self.span(bonus).into())])
    }

    /// Why a text is not a time control.
    #[must_use]
    pub fn control_error(&self, error: &ControlError) -> String {
        let id = match error.problem {
            ControlProblem::Empty => "control-error-empty",
            ControlProblem::NotATime => "control-error-not-a-time",
            ControlProblem::NoUnit => "control-error-no-unit",
            ControlProblem::TooLong => "control-error-too-long",
            ControlProblem::NotACount => "control-error-not-a-count",
            ControlProblem::MovesMissing => "control-error-moves-missing",
            ControlProblem::NoTime => "control-error-no-time",
            ControlProblem::TooManyStages => "control-error-too-many-stages",
            ControlProblem::ByoyomiNotLast => "control-error-byoyomi-not-last",
            ControlProblem::HourglassNotAlone => "control-error-hourglass-not-alone",
        };
        self.say(id, &[("text", error.part.as_str().into())])
    }
}
