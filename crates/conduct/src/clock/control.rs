//! The time setting of one side.

use std::fmt;

use super::Millis;

/// The most stages that a control may have.
const MOST_STAGES: usize = 16;

/// How much of a faulty text an error repeats, in characters.
const QUOTED: usize = 40;

/// The time setting of one side: no clock, an hourglass, or stages with byoyomi after them.
///
/// Every value is valid, so the text form goes there and back. It has no blanks:
///
/// | text | meaning |
/// |---|---|
/// | `none` | no clock |
/// | `8m` | eight minutes for the game |
/// | `40/2h:1h` | forty moves in two hours, then an hour for the rest |
/// | `40/2h:20/1h` | the last stage has moves too, so it comes again and again |
/// | `5m+3s` | Fischer: three seconds are added after each move |
/// | `5m~3s` | Bronstein: the time used, up to three seconds, is given back after the move |
/// | `5m>3s` | simple delay: at each move the clock waits three seconds before it runs |
/// | `30m:5x30s` | thirty minutes, then byoyomi: five periods of thirty seconds |
/// | `40/2h:5x30s` | forty moves in two hours, then byoyomi |
/// | `5x30s` | byoyomi from the first move |
/// | `*1m` | hourglass: the time that one side uses is added to the other's |
///
/// ```
/// use damka_conduct::clock::Control;
/// let control: Control = "40/120m:3600s+0s".parse().unwrap();
/// assert_eq!(control.to_string(), "40/2h:1h");
/// assert_eq!(control.to_pdn().as_deref(), Some("40/7200:3600"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Control(Kind);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    None,
    Hourglass(Millis),
    Staged { stages: Vec<Stage>, byoyomi: Option<Byoyomi> },
}

/// One stage of a control. What is left of its time goes over into the next stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// How many moves are to be made in it; `None`: all the rest. When the last stage has a number and no byoyomi
    /// follows, the stage comes again after these moves.
    pub moves: Option<u16>,
    /// The time that it gives.
    pub time: Millis,
    /// What each of its moves gives.
    pub bonus: Bonus,
}

/// What a player gets for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// This time is added after each move (also after a move made in byoyomi).
    Fischer(Millis),
    /// The main time used for the move, up to this, is given back after the move. The flag can fall before that.
    Bronstein(Millis),
    /// At each move the clock begins to run only after this time.
    Delay(Millis),
}

impl Bonus {
    /// The length of the simple delay.
    pub(super) const fn delay(self) -> Millis {
        match self {
            Bonus::Delay(time) => time,
            _ => Millis::ZERO,
        }
    }

    const fn time(self) -> Millis {
        match self {
            Bonus::None => Millis::ZERO,
            Bonus::Fischer(time) | Bonus::Bronstein(time) | Bonus::Delay(time) => time,
        }
    }
}

/// Byoyomi: when the main time is used up, a number of equal periods. A move made within a period keeps that period
/// whole for the next move; a period that runs out is lost; with the last one the flag falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Byoyomi {
    /// How many periods there are.
    pub periods: u16,
    /// How long each of them is.
    pub period: Millis,
}

impl Control {
    /// No clock: the time of thought is counted, and the flag never falls.
    #[must_use]
    pub const fn none() -> Control {
        Control(Kind::None)
    }

    /// Eight minutes for the game, the time of the basic rules (B.clock.1).
    #[must_use]
    pub fn basic() -> Control {
        let stage = Stage { moves: None, time: Millis::minutes(8), bonus: Bonus::None };
        Control(Kind::Staged { stages: vec![stage], byoyomi: None })
    }

    /// One time for the whole game, with or without a bonus for each move.
    ///
    /// # Errors
    /// When there is no time for the first move, or a time is too long.
    pub fn whole_game(time: Millis, bonus: Bonus) -> Result<Control, ControlError> {
        Control::staged(vec![Stage { moves: None, time, bonus }], None)
    }

    /// An hourglass: what one side uses is added to the time of the other side, if that has a clock.
    ///
    /// # Errors
    /// When the time is nothing or too long.
    pub fn sand(time: Millis) -> Result<Control, ControlError> {
        check_time(time, &format_args!("*{time}"))?;
        match time.is_zero() {
            true => Err(ControlError::new(ControlProblem::NoTime, "*0s")),
            false => Ok(Control(Kind::Hourglass(time))),
        }
    }

    /// Stages, and byoyomi when the time of the last one is used up (or its moves are made).
    ///
    /// A bonus of no time becomes [`Bonus::None`], and an empty last stage before byoyomi is left out.
    ///
    /// # Errors
    /// When a stage before the last has no number of moves, a number is zero, there is no time for the first move, a
    /// time is too long, or there are too many stages.
    pub fn staged(mut stages: Vec<Stage>, byoyomi: Option<Byoyomi>) -> Result<Control, ControlError> {
        if let Some(stage) = stages.get(MOST_STAGES) {
            return Err(ControlError::new(ControlProblem::TooManyStages, stage));
        }
        tidy(&mut stages, byoyomi);
        for (at, stage) in stages.iter().enumerate() {
            check_stage(stage, at + 1 == stages.len())?;
        }
        if let Some(byoyomi) = &byoyomi {
            check_byoyomi(byoyomi)?;
        }
        match (stages.first(), &byoyomi) {
            (None, None) => Err(ControlError::new(ControlProblem::Empty, "")),
            (Some(stage), byoyomi) if !has_first_move(stage, byoyomi.is_some()) => {
                Err(ControlError::new(ControlProblem::NoTime, stage))
            }
            _ => Ok(Control(Kind::Staged { stages, byoyomi })),
        }
    }

    /// Whether there is no clock.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.0 == Kind::None
    }

    /// The time of an hourglass; `None` for every other kind.
    #[must_use]
    pub fn hourglass(&self) -> Option<Millis> {
        match self.0 {
            Kind::Hourglass(time) => Some(time),
            _ => None,
        }
    }

    /// The stages; none for an hourglass, for pure byoyomi and where there is no clock.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        match &self.0 {
            Kind::Staged { stages, .. } => stages,
            _ => &[],
        }
    }

    /// The byoyomi after the stages.
    #[must_use]
    pub fn byoyomi(&self) -> Option<Byoyomi> {
        match &self.0 {
            Kind::Staged { byoyomi, .. } => *byoyomi,
            _ => None,
        }
    }

    /// The main time at the start.
    #[must_use]
    pub fn first_time(&self) -> Millis {
        self.hourglass().or(self.stages().first().map(|stage| stage.time)).unwrap_or_default()
    }

    /// Where a side stands after so many moves.
    pub(super) fn place(&self, made: u32) -> Place {
        let mut end = 0;
        for (at, stage) in self.stages().iter().enumerate() {
            match stage.moves {
                None => return Place { stage: at, bonus: stage.bonus, end: None, next: Millis::ZERO, last: true },
                Some(moves) => end += u32::from(moves),
            }
            if made < end {
                return Place { stage: at, bonus: stage.bonus, end: Some(end), next: self.time_after(at), last: false };
            }
        }
        self.place_after_all(made, end)
    }

    /// The place when the moves of every stage are made: byoyomi, or the last stage again.
    fn place_after_all(&self, made: u32, end: u32) -> Place {
        let stages = self.stages();
        match stages.last() {
            Some(Stage { moves: Some(moves @ 1..), bonus, time }) if self.byoyomi().is_none() => {
                let moves = u32::from(*moves);
                let end = (made - (made - end) % moves).saturating_add(moves);
                Place { stage: stages.len() - 1, bonus: *bonus, end: Some(end), next: *time, last: false }
            }
            _ => Place { stage: stages.len(), bonus: Bonus::None, end: None, next: Millis::ZERO, last: true },
        }
    }

    /// What is added when the moves of a stage are made.
    fn time_after(&self, stage: usize) -> Millis {
        match (self.stages().get(stage + 1), self.stages().get(stage)) {
            (Some(next), _) => next.time,
            (None, Some(again)) if self.byoyomi().is_none() => again.time,
            _ => Millis::ZERO,
        }
    }
}

impl Default for Control {
    /// [`Control::basic`].
    fn default() -> Control {
        Control::basic()
    }
}

/// Where a side stands in its control.
pub(super) struct Place {
    /// The stage, from 0.
    pub stage: usize,
    /// What each move gives.
    pub bonus: Bonus,
    /// The number of moves, from the start of the game, with which the stage ends.
    pub end: Option<u32>,
    /// The time that is added then.
    pub next: Millis,
    /// Whether no stage follows, so that byoyomi begins when the time is used up.
    pub last: bool,
}

/// Brings the stages into the one form that they are kept in.
fn tidy(stages: &mut Vec<Stage>, byoyomi: Option<Byoyomi>) {
    for stage in stages.iter_mut().filter(|stage| stage.bonus.time().is_zero()) {
        stage.bonus = Bonus::None;
    }
    let empty = Stage { moves: None, time: Millis::ZERO, bonus: Bonus::None };
    if byoyomi.is_some() && stages.last() == Some(&empty) {
        stages.pop();
    }
}

fn check_stage(stage: &Stage, last: bool) -> Result<(), ControlError> {
    check_time(stage.time, stage)?;
    check_time(stage.bonus.time(), stage)?;
    match stage.moves {
        None if !last => Err(ControlError::new(ControlProblem::MovesMissing, stage)),
        Some(0) => Err(ControlError::new(ControlProblem::NotACount, stage)),
        _ => Ok(()),
    }
}

fn check_byoyomi(byoyomi: &Byoyomi) -> Result<(), ControlError> {
    check_time(byoyomi.period, byoyomi)?;
    match byoyomi {
        Byoyomi { periods: 0, .. } => Err(ControlError::new(ControlProblem::NotACount, byoyomi)),
        Byoyomi { period: Millis::ZERO, .. } => Err(ControlError::new(ControlProblem::NoTime, byoyomi)),
        _ => Ok(()),
    }
}

fn check_time(time: Millis, part: &impl fmt::Display) -> Result<(), ControlError> {
    match time <= Millis::LONGEST {
        true => Ok(()),
        false => Err(ControlError::new(ControlProblem::TooLong, part)),
    }
}

/// Whether a player whose first stage this is has any time for the first move.
fn has_first_move(stage: &Stage, byoyomi: bool) -> bool {
    !stage.time.is_zero() || !stage.bonus.delay().is_zero() || (byoyomi && stage.moves.is_none())
}

/// Why a text or a set of stages is not a valid control, and the part at fault.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ControlError {
    /// What is wrong.
    pub problem: ControlProblem,
    /// The part that is wrong, cut short when it is long.
    pub part: String,
}

/// What can be wrong with a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ControlProblem {
    /// There is nothing.
    Empty,
    /// This is not a valid time.
    NotATime,
    /// A time without its unit.
    NoUnit,
    /// Longer than [`Millis::LONGEST`].
    TooLong,
    /// This is not a number of moves or periods, or the number is zero or too large.
    NotACount,
    /// A stage before the last does not say how many moves it has.
    MovesMissing,
    /// There is no time for the first move, or none in a period.
    NoTime,
    /// Too many stages.
    TooManyStages,
    /// Something stands after the byoyomi.
    ByoyomiNotLast,
    /// Something stands beside the hourglass.
    HourglassNotAlone,
}

impl ControlError {
    pub(super) fn new(problem: ControlProblem, part: impl fmt::Display) -> ControlError {
        ControlError { problem, part: part.to_string().chars().take(QUOTED).collect() }
    }
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = &self.part;
        match self.problem {
            ControlProblem::Empty => write!(f, "there is no time control"),
            ControlProblem::NotATime => write!(f, "{part:?} is not a time"),
            ControlProblem::NoUnit => write!(f, "{part:?} has no unit (d, h, m, s or ms)"),
            ControlProblem::TooLong => write!(f, "{part:?} is longer than {}", Millis::LONGEST),
            ControlProblem::NotACount => write!(f, "{part:?} has no number from 1 to {}", u16::MAX),
            ControlProblem::MovesMissing => write!(f, "{part:?} is not the last stage and has no number of moves"),
            ControlProblem::NoTime => write!(f, "{part:?} gives no time"),
            ControlProblem::TooManyStages => write!(f, "{part:?} comes after {MOST_STAGES} stages, which is the most"),
            ControlProblem::ByoyomiNotLast => {
                write!(f, "{part:?} comes after the byoyomi, which must be the last part")
            }
            ControlProblem::HourglassNotAlone => write!(f, "{part:?} cannot stand beside other parts"),
        }
    }
}

impl std::error::Error for ControlError {}
