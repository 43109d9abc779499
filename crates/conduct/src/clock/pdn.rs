//! Controls as PDN writes them in its `TimeControl` tag: whole seconds, without units.

use super::text::{Dialect, read_parts};
use super::{Bonus, Control, ControlError, ControlProblem, Millis, Stage};

/// The text form of PDN.
const PDN: Dialect = Dialect { time: read_seconds, signs: &['+'], byoyomi: false };

impl Control {
    /// The value of PDN's `TimeControl` tag, such as `40/7200:3600`, `300+3`, `480`, `*60` or `-` for no clock.
    ///
    /// `None` when PDN cannot express the control: parts of seconds, Bronstein, delay, byoyomi, or a stage with both a
    /// number of moves and an increment. Such a control goes into a tag of our own, in its own text form.
    #[must_use]
    pub fn to_pdn(&self) -> Option<String> {
        if self.is_none() {
            return Some("-".to_owned());
        }
        if let Some(time) = self.hourglass() {
            return Some(format!("*{}", whole_seconds(time)?));
        }
        if self.byoyomi().is_some() {
            return None;
        }
        let parts: Option<Vec<_>> = self.stages().iter().map(stage_to_pdn).collect();
        Some(parts?.join(":"))
    }

    /// Reads the value of PDN's `TimeControl` tag. `Ok(None)` stands for `?`: the control is not known.
    ///
    /// Other programs also write stages with both moves and an increment (`40/5400+30`); these are read.
    ///
    /// # Errors
    /// When the text is not a valid time control; the error names the part.
    pub fn from_pdn(text: &str) -> Result<Option<Control>, ControlError> {
        match text.trim() {
            "?" => Ok(None),
            "-" => Ok(Some(Control::none())),
            text => read_parts(text, &PDN).map(Some),
        }
    }
}

fn stage_to_pdn(stage: &Stage) -> Option<String> {
    let time = whole_seconds(stage.time)?;
    match (stage.moves, stage.bonus) {
        (None, Bonus::None) => Some(time.to_string()),
        (Some(moves), Bonus::None) => Some(format!("{moves}/{time}")),
        (None, Bonus::Fischer(bonus)) => Some(format!("{time}+{}", whole_seconds(bonus)?)),
        _ => None,
    }
}

fn whole_seconds(time: Millis) -> Option<u64> {
    time.0.is_multiple_of(1000).then_some(time.0 / 1000)
}

fn read_seconds(text: &str) -> Result<Millis, ControlError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ControlError::new(ControlProblem::NotATime, text));
    }
    let time = text.parse().ok().map(Millis::seconds).filter(|time| *time <= Millis::LONGEST);
    time.ok_or(ControlError::new(ControlProblem::TooLong, text))
}
