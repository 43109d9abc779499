//! The two clocks of a game.

mod slow;

pub use slow::Handover;

use std::fmt;

use damka_rules::Colour;

use super::side::Side;
use super::{Control, Millis, Reading};

/// The two clocks of a game, White's first. At most one of them runs.
///
/// Every act has a time, which may not be earlier than that of the act before. An act that is refused changes nothing.
/// Questions ([`Clocks::reading`], [`Clocks::flag`]) may be asked for any time from the last act on, and suppose that
/// nobody acts until then; for an earlier time they answer as of the last act.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clocks {
    sides: [Side; 2],
    phase: Phase,
    /// The time of the last act.
    now: Millis,
    /// The flag that has fallen by the last act, and when.
    fallen: Option<(Colour, Millis)>,
}

/// What the clocks are doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Not yet started.
    Ready,
    /// This side's clock runs.
    Running(Colour),
    /// Both stand for a while; then this side's clock will run.
    Paused(Colour),
    /// The game is over.
    Stopped,
}

/// What happens by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// This side's flag falls.
    Flag(Colour),
    /// A period of byoyomi begins for this side.
    Period {
        /// The side.
        side: Colour,
        /// How many periods it has, with the one that begins.
        left: u16,
    },
}

/// What a press of the clock ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pressed {
    /// Who pressed.
    pub side: Colour,
    /// The time of thought for the move.
    pub thought: Millis,
    /// What was added to the main time: the bonus and the time of a new stage.
    pub earned: Millis,
}

/// Why an act was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockError {
    /// The time is earlier than that of the act before.
    Backward {
        /// The time of the act before.
        last: Millis,
        /// The time of this act.
        now: Millis,
    },
    /// A flag has fallen.
    FlagFallen {
        /// Whose.
        side: Colour,
        /// The exact time of the fall.
        at: Millis,
    },
    /// This cannot be done while the clocks are in this phase.
    WrongPhase(Phase),
    /// This side has made no move that could be undone.
    NothingToUndo(Colour),
    /// This side plays without a clock.
    Untimed(Colour),
    /// This side's control has no byoyomi.
    NoByoyomi(Colour),
    /// The time is longer than [`Millis::LONGEST`].
    TooLong(Millis),
}

impl Clocks {
    /// Two clocks that do not yet run, White's first.
    #[must_use]
    pub fn new(controls: [Control; 2]) -> Clocks {
        Clocks { sides: controls.map(Side::new), phase: Phase::Ready, now: Millis::ZERO, fallen: None }
    }

    /// Starts the clock of the side that moves first. After [`Clocks::stop`] this resumes a game that was ended
    /// by mistake; the move goes on where it stood.
    ///
    /// # Errors
    /// When the clocks run or are paused, a flag has fallen, or the time goes backward.
    pub fn start(&mut self, side: Colour, now: Millis) -> Result<(), ClockError> {
        match self.phase {
            Phase::Ready | Phase::Stopped => self.set_phase(Phase::Running(side), now),
            phase => Err(ClockError::WrongPhase(phase)),
        }
    }

    /// The side whose clock runs has made its move: it gets what the move earns, and the other clock runs, with a new
    /// delay and a whole period.
    ///
    /// # Errors
    /// When no clock runs, the flag has fallen (at this very millisecond too), or the time goes backward.
    pub fn press(&mut self, now: Millis) -> Result<Pressed, ClockError> {
        self.hand_over(now, Handover::default())
    }

    /// Gives the clock to a side without a completed move: to the player who must correct a move (B.missed.2).
    ///
    /// Nobody earns anything, no move is counted, and neither delay nor period starts again. When the move that is
    /// corrected was already completed with a press, [`Clocks::unpress`] takes it out of the count. While the clocks
    /// are paused they stay so, and this side's clock runs when they go on. To give the clock to the side that has it
    /// changes nothing.
    ///
    /// # Errors
    /// When the game has not begun or is over, a flag has fallen, or the time goes backward.
    pub fn give_to(&mut self, side: Colour, now: Millis) -> Result<(), ClockError> {
        match self.phase {
            Phase::Running(_) => self.set_phase(Phase::Running(side), now),
            Phase::Paused(_) => self.set_phase(Phase::Paused(side), now),
            phase => Err(ClockError::WrongPhase(phase)),
        }
    }

    /// Undoes the last completed move of a side, when it is corrected or taken back. The clock that runs does not
    /// change: see [`Clocks::give_to`].
    ///
    /// The count of moves goes back by one. **The time used is not given back**: the thought goes on where it stood
    /// before the press, with what was left of the delay and of the period. What the move had earned (increment, time
    /// given back, time of a new stage) is taken away, and will be earned when the move is made again. Only where no
    /// time would be left then, as may happen after several moves, it is left to the player and not earned a second
    /// time, so that nobody loses on time by taking a move back.
    ///
    /// Returns what was taken away.
    ///
    /// # Errors
    /// When the side has made no move, the game has not begun or is over, a flag has fallen, or the time goes
    /// backward.
    pub fn unpress(&mut self, side: Colour, now: Millis) -> Result<Millis, ClockError> {
        if self.turn().is_none() {
            return Err(ClockError::WrongPhase(self.phase));
        }
        self.check_alive(now)?;
        if self.side(side).moves() == 0 {
            return Err(ClockError::NothingToUndo(side));
        }
        self.advance(now);
        let taken = self.side_mut(side).undo();
        self.settle();
        Ok(taken)
    }

    /// Lets both clocks stand. This may also be done after a flag fell.
    ///
    /// # Errors
    /// When no clock runs, or the time goes backward.
    pub fn pause(&mut self, now: Millis) -> Result<(), ClockError> {
        let Phase::Running(side) = self.phase else { return Err(ClockError::WrongPhase(self.phase)) };
        self.check_time(now)?;
        self.advance(now);
        self.phase = Phase::Paused(side);
        Ok(())
    }

    /// Lets the clock run again after a pause.
    ///
    /// # Errors
    /// When there is no pause, a flag has fallen, or the time goes backward.
    pub fn resume(&mut self, now: Millis) -> Result<(), ClockError> {
        match self.phase {
            Phase::Paused(side) => self.set_phase(Phase::Running(side), now),
            phase => Err(ClockError::WrongPhase(phase)),
        }
    }

    /// Stops both clocks at the end of the game. A flag that has fallen stays so.
    ///
    /// # Errors
    /// When they were stopped before, or the time goes backward.
    pub fn stop(&mut self, now: Millis) -> Result<(), ClockError> {
        if self.phase == Phase::Stopped {
            return Err(ClockError::WrongPhase(self.phase));
        }
        self.check_time(now)?;
        self.advance(now);
        self.phase = Phase::Stopped;
        Ok(())
    }

    /// The arbiter sets the main time of a side. This is allowed at any moment, and lifts a fallen flag when the side
    /// has time again.
    ///
    /// # Errors
    /// When the side has no clock, the time is too long, or the time of the act goes backward.
    pub fn set(&mut self, side: Colour, remaining: Millis, now: Millis) -> Result<(), ClockError> {
        if remaining > Millis::LONGEST {
            return Err(ClockError::TooLong(remaining));
        }
        self.correct(side, now, |clock| clock.set(remaining))
    }

    /// The arbiter adds milliseconds to the main time of a side, or takes them away; it does not go below zero. As
    /// [`Clocks::set`], this is allowed at any moment.
    ///
    /// # Errors
    /// When the side has no clock, the time is too long, or the time of the act goes backward.
    pub fn add(&mut self, side: Colour, change: i64, now: Millis) -> Result<(), ClockError> {
        let length = Millis(change.unsigned_abs());
        if length > Millis::LONGEST {
            return Err(ClockError::TooLong(length));
        }
        self.correct(side, now, |clock| clock.add(change))
    }

    /// The arbiter sets the number of byoyomi periods that a side has, the first of them whole. As [`Clocks::set`],
    /// this is allowed at any moment.
    ///
    /// # Errors
    /// When the side's control has no byoyomi, or the time goes backward.
    pub fn set_periods(&mut self, side: Colour, periods: u16, now: Millis) -> Result<(), ClockError> {
        if self.control(side).byoyomi().is_none() {
            return Err(ClockError::NoByoyomi(side));
        }
        self.correct(side, now, |clock| clock.set_periods(periods))
    }

    /// What a side's clock shows at a time.
    #[must_use]
    pub fn reading(&self, side: Colour, now: Millis) -> Reading {
        let sand = self.sides.iter().any(|clock| clock.control().hourglass().is_some());
        match self.alive() {
            // The sand of the clock that runs falls into the other.
            Some(_) if sand => self.sides_at(now)[index(side)].reading(),
            Some(running) if running == side && now > self.now => {
                let mut clock = self.side(side).clone();
                clock.run(clock.available().map_or(now.minus(self.now), |most| most.min(now.minus(self.now))));
                clock.reading()
            }
            // A clock that stands shows what it showed.
            _ => self.side(side).reading(),
        }
    }

    /// The side whose clock was last set running. A fallen flag does not change this; [`Clocks::flag`] tells of it.
    #[must_use]
    pub fn running(&self) -> Option<Colour> {
        match self.phase {
            Phase::Running(side) => Some(side),
            _ => None,
        }
    }

    /// The side that has the clock: it runs, or will run after the pause.
    #[must_use]
    pub fn turn(&self) -> Option<Colour> {
        match self.phase {
            Phase::Running(side) | Phase::Paused(side) => Some(side),
            Phase::Ready | Phase::Stopped => None,
        }
    }

    /// What the clocks are doing.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The time of the last act.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.now
    }

    /// The setting of a side.
    #[must_use]
    pub fn control(&self, side: Colour) -> &Control {
        self.side(side).control()
    }

    /// Whose flag has fallen by a time: the time for the game has run out (B.win.4).
    #[must_use]
    pub fn flag(&self, now: Millis) -> Option<Colour> {
        self.fall(now).map(|(side, _)| side)
    }

    /// Whose flag has fallen by a time, and exactly when it fell.
    #[must_use]
    pub fn fall(&self, now: Millis) -> Option<(Colour, Millis)> {
        let coming = || self.running().and_then(|side| Some((side, self.end(side)?)));
        self.fallen.or_else(|| coming().filter(|(_, at)| *at <= now.max(self.now)))
    }

    /// The exact time at which something happens by itself if nobody acts, and what it is. `None` when no clock runs,
    /// a flag has fallen by the last act, or nothing ever happens.
    ///
    /// After a period has begun by itself this still tells of that one until the next act; for what comes later, ask
    /// [`Clocks::change_after`].
    #[must_use]
    pub fn next_change(&self) -> Option<(Millis, Change)> {
        next_of(&self.sides, self.alive()?, self.now)
    }

    /// As [`Clocks::next_change`], but the first that comes after this time.
    #[must_use]
    pub fn change_after(&self, now: Millis) -> Option<(Millis, Change)> {
        let side = self.running()?;
        if self.fall(now).is_some() {
            return None;
        }
        next_of(&self.sides_at(now), side, now.max(self.now))
    }

    fn side(&self, side: Colour) -> &Side {
        &self.sides[index(side)]
    }

    fn side_mut(&mut self, side: Colour) -> &mut Side {
        &mut self.sides[index(side)]
    }

    /// When the flag of the side whose clock runs will fall.
    fn end(&self, side: Colour) -> Option<Millis> {
        self.now.0.checked_add(self.side(side).available()?.0).map(Millis)
    }

    fn check_time(&self, now: Millis) -> Result<(), ClockError> {
        match now < self.now {
            true => Err(ClockError::Backward { last: self.now, now }),
            false => Ok(()),
        }
    }

    fn check_alive(&self, now: Millis) -> Result<(), ClockError> {
        self.check_time(now)?;
        match self.fall(now) {
            Some((side, at)) => Err(ClockError::FlagFallen { side, at }),
            None => Ok(()),
        }
    }

    /// Changes the phase in a living game.
    fn set_phase(&mut self, phase: Phase, now: Millis) -> Result<(), ClockError> {
        self.check_alive(now)?;
        self.advance(now);
        self.phase = phase;
        self.settle();
        Ok(())
    }

    /// Changes a clock at the arbiter's word.
    fn correct(&mut self, side: Colour, now: Millis, change: impl FnOnce(&mut Side)) -> Result<(), ClockError> {
        self.check_time(now)?;
        if !self.side(side).is_timed() {
            return Err(ClockError::Untimed(side));
        }
        self.advance(now);
        change(self.side_mut(side));
        let lifted = |(fallen, _): &(Colour, Millis)| self.side(*fallen).available() != Some(Millis::ZERO);
        if self.fallen.as_ref().is_some_and(lifted) {
            self.fallen = None;
        }
        self.settle();
        Ok(())
    }

    /// The side whose clock runs and has not come to its end.
    fn alive(&self) -> Option<Colour> {
        self.running().filter(|_| self.fallen.is_none())
    }

    /// Brings the state to a time.
    fn advance(&mut self, now: Millis) {
        let (fallen, alive) = (self.fall(now), self.alive());
        run(&mut self.sides, alive, now.minus(self.now));
        (self.fallen, self.now) = (fallen, now);
    }

    fn sides_at(&self, now: Millis) -> [Side; 2] {
        let mut sides = self.sides.clone();
        run(&mut sides, self.alive(), now.minus(self.now));
        sides
    }

    /// Notes a flag that falls at once because the running clock has nothing left.
    fn settle(&mut self) {
        if self.fallen.is_none() {
            self.fallen = self.fall(self.now);
        }
    }
}

/// Lets a clock run for a time, but not beyond the fall of its flag.
fn run(sides: &mut [Side; 2], running: Option<Colour>, time: Millis) {
    let Some(side) = running else { return };
    let (clock, other) = pick(sides, side);
    let used = clock.run(clock.available().map_or(time, |most| most.min(time)));
    if clock.control().hourglass().is_some() {
        other.receive(used);
    }
}

/// The clock of a side, and the other.
fn pick(sides: &mut [Side; 2], side: Colour) -> (&mut Side, &mut Side) {
    let [white, black] = sides;
    match side {
        Colour::White => (white, black),
        Colour::Black => (black, white),
    }
}

const fn index(side: Colour) -> usize {
    match side {
        Colour::White => 0,
        Colour::Black => 1,
    }
}

/// What will happen to a clock that runs from a time on.
fn next_of(sides: &[Side; 2], side: Colour, now: Millis) -> Option<(Millis, Change)> {
    let (time, left) = sides[index(side)].until_change()?;
    let change = if left == 0 { Change::Flag(side) } else { Change::Period { side, left } };
    Some((Millis(now.0.checked_add(time.0)?), change))
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClockError::Backward { last, now } => write!(f, "the time {} ms is before {} ms", now.0, last.0),
            ClockError::FlagFallen { side, at } => write!(f, "the flag of {side:?} fell at {} ms", at.0),
            ClockError::WrongPhase(Phase::Ready) => write!(f, "the clocks have not been started"),
            ClockError::WrongPhase(Phase::Running(side)) => write!(f, "the clock of {side:?} is running"),
            ClockError::WrongPhase(Phase::Paused(_)) => write!(f, "the clocks are paused"),
            ClockError::WrongPhase(Phase::Stopped) => write!(f, "the clocks are stopped for good"),
            ClockError::NothingToUndo(side) => write!(f, "{side:?} has made no move that could be undone"),
            ClockError::Untimed(side) => write!(f, "{side:?} plays without a clock"),
            ClockError::NoByoyomi(side) => write!(f, "{side:?} has no byoyomi"),
            ClockError::TooLong(time) => write!(f, "{time} is longer than {}", Millis::LONGEST),
        }
    }
}

impl std::error::Error for ClockError {}
