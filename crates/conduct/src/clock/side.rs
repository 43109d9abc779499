//! One of the two clocks.

use super::control::Place;
use super::{Bonus, Byoyomi, Control, Millis};

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The main time left; `None` where there is no clock.
    pub remaining: Option<Millis>,
    /// What is left of the simple delay at this move.
    pub delay: Millis,
    /// The stage, from 0. It is one past the stages where byoyomi follows the moves of the last stage.
    pub stage: usize,
    /// How many moves are still to be made in this stage; `None`: all the rest.
    pub moves_left: Option<u32>,
    /// The periods of byoyomi, where the control has them.
    pub byoyomi: Option<Periods>,
    /// The time of thought for the move that is not yet made.
    pub thought: Millis,
    /// The time of thought in the whole game.
    pub used: Millis,
    /// How many moves were made.
    pub moves: u32,
}

/// The periods of byoyomi that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Periods {
    /// How many, with the one that runs.
    pub left: u16,
    /// What is left of the one that runs, or would run next. It runs when the main time is used up.
    pub time: Millis,
}

/// A completed move, as far as the clock knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Made {
    thought: Millis,
    drawn: Millis,
    in_period: Millis,
    earned: Millis,
}

/// The state of one clock.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Side {
    control: Control,
    /// Main time left.
    main: Millis,
    /// Periods of byoyomi left, with the one that runs.
    periods: u16,
    /// Used of the period that runs; less than the period.
    in_period: Millis,
    /// Thought for the present move, with the delay.
    thought: Millis,
    /// Main time used for the present move.
    drawn: Millis,
    /// Thought in the whole game.
    used: Millis,
    /// Moves made.
    moves: u32,
    /// The moves that have earned their bonus: those made, and those undone whose bonus could not be taken back.
    paid: Vec<Made>,
}

impl Side {
    pub fn new(control: Control) -> Side {
        let (main, periods) = (control.first_time(), control.byoyomi().map_or(0, |byoyomi| byoyomi.periods));
        let zero = Millis::ZERO;
        Side {
            control,
            main,
            periods,
            in_period: zero,
            thought: zero,
            drawn: zero,
            used: zero,
            moves: 0,
            paid: Vec::new(),
        }
    }

    pub fn control(&self) -> &Control {
        &self.control
    }

    pub fn is_timed(&self) -> bool {
        !self.control.is_none()
    }

    /// The place in the control: the time of this stage has been given.
    fn place(&self) -> Place {
        self.control.place(count(self.paid.len()))
    }

    /// The byoyomi that begins, or has begun, when the main time is used up.
    fn byoyomi(&self) -> Option<Byoyomi> {
        self.control.byoyomi().filter(|_| self.place().last)
    }

    fn delay(&self) -> Millis {
        self.place().bonus.delay().minus(self.thought)
    }

    /// How long the clock can run before the flag falls; `None`: for ever.
    pub fn available(&self) -> Option<Millis> {
        let periods = self.byoyomi().map_or(Millis::ZERO, |Byoyomi { period, .. }| {
            Millis(period.0.saturating_mul(u64::from(self.periods))).minus(self.in_period)
        });
        self.is_timed().then(|| self.delay().plus(self.main).plus(periods))
    }

    /// How long the clock can run before the flag falls or a period begins, and how many periods are left then.
    pub fn until_change(&self) -> Option<(Millis, u16)> {
        let main = self.delay().plus(self.main);
        match self.byoyomi().filter(|_| self.periods > 0) {
            _ if !self.is_timed() => None,
            None => Some((main, 0)),
            Some(_) if !self.main.is_zero() => Some((main, self.periods)),
            Some(Byoyomi { period, .. }) => Some((main.plus(period.minus(self.in_period)), self.periods - 1)),
        }
    }

    /// Lets the clock run for a time that is not longer than what is available. Returns the main time used.
    pub fn run(&mut self, time: Millis) -> Millis {
        let after_delay = time.minus(self.delay());
        let byoyomi = self.byoyomi();
        self.thought = self.thought.plus(time);
        self.used = self.used.plus(time);
        if !self.is_timed() {
            return Millis::ZERO;
        }
        let from_main = after_delay.min(self.main);
        self.main = self.main.minus(from_main);
        self.drawn = self.drawn.plus(from_main);
        if let Some(byoyomi) = byoyomi {
            self.run_periods(after_delay.minus(from_main), byoyomi.period);
        }
        from_main
    }

    fn run_periods(&mut self, time: Millis, period: Millis) {
        let total = self.in_period.plus(time).0;
        let lost = total.checked_div(period.0).unwrap_or(0);
        self.in_period = Millis(total - lost * period.0);
        self.periods = self.periods.saturating_sub(u16::try_from(lost).unwrap_or(u16::MAX));
    }

    /// Begins the thought for a move.
    pub fn begin(&mut self) {
        (self.thought, self.drawn, self.in_period) = (Millis::ZERO, Millis::ZERO, Millis::ZERO);
    }

    /// Ends a move. Returns the time of thought and what was earned: bonus and the time of a new stage.
    pub fn complete(&mut self) -> (Millis, Millis) {
        let earned = if self.moves < count(self.paid.len()) { Millis::ZERO } else { self.earn() };
        let made = Made { thought: self.thought, drawn: self.drawn, in_period: self.in_period, earned };
        match self.paid.get_mut(self.moves as usize) {
            Some(paid) => *paid = Made { earned: paid.earned, ..made },
            None => self.paid.push(made),
        }
        self.main = self.main.plus(earned);
        self.moves = self.moves.saturating_add(1);
        self.begin();
        (made.thought, earned)
    }

    /// What the move that ends now earns.
    fn earn(&self) -> Millis {
        let place = self.place();
        let bonus = match place.bonus {
            Bonus::Fischer(time) => time,
            Bonus::Bronstein(time) => time.min(self.drawn),
            Bonus::None | Bonus::Delay(_) => Millis::ZERO,
        };
        let new_stage = place.end == Some(self.moves.saturating_add(1));
        if new_stage { bonus.plus(place.next) } else { bonus }
    }

    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Makes the last move unmade, if there is one. Returns what is taken away of what it had earned.
    pub fn undo(&mut self) -> Millis {
        let last = self.moves.saturating_sub(1);
        let Some(made) = self.paid.get(last as usize).copied().filter(|_| self.moves > 0) else { return Millis::ZERO };
        self.moves = last;
        self.thought = self.thought.plus(made.thought);
        self.drawn = self.drawn.plus(made.drawn);
        let most = self.control.byoyomi().map_or(Millis::ZERO, |byoyomi| byoyomi.period.minus(Millis(1)));
        self.in_period = self.in_period.plus(made.in_period).min(most);
        let newest = self.paid.len() == last as usize + 1;
        if !newest || self.main <= made.earned {
            return Millis::ZERO;
        }
        self.paid.pop();
        self.main = self.main.minus(made.earned);
        made.earned
    }

    pub fn set(&mut self, main: Millis) {
        self.main = main;
    }

    /// Adds to the main time, or takes away from it.
    pub fn add(&mut self, change: i64) {
        self.main = Millis(self.main.0.saturating_add_signed(change));
    }

    /// Takes the sand of an hourglass.
    pub fn receive(&mut self, sand: Millis) {
        if self.is_timed() {
            self.main = self.main.plus(sand);
        }
    }

    pub fn set_periods(&mut self, periods: u16) {
        (self.periods, self.in_period) = (periods, Millis::ZERO);
    }

    /// The flag fell and nobody claimed it: a side that plays in periods gets one for its next move.
    pub fn forgive(&mut self) {
        if self.byoyomi().is_some() {
            (self.periods, self.in_period) = (self.periods.max(1), Millis::ZERO);
        }
    }

    fn periods(&self, period: Millis) -> Periods {
        let time = if self.periods == 0 { Millis::ZERO } else { period.minus(self.in_period) };
        Periods { left: self.periods, time }
    }

    pub fn reading(&self) -> Reading {
        let place = self.place();
        Reading {
            remaining: self.is_timed().then_some(self.main),
            delay: self.delay(),
            stage: place.stage,
            moves_left: place.end.map(|end| end.saturating_sub(self.moves)),
            byoyomi: self.control.byoyomi().map(|byoyomi| self.periods(byoyomi.period)),
            thought: self.thought,
            used: self.used,
            moves: self.moves,
        }
    }
}

/// The length of a list of moves.
fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
