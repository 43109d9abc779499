//! Any acts at any rising times: the clocks against a slow clock that ticks every millisecond, and laws that always
//! hold. `DAMKA_PROPTEST_CASES` asks for more cases.

use damka_rules::Colour::{self, Black, White};
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

#[derive(Clone, Copy, Debug)]
enum Act {
    Start(Colour),
    Press,
    Give(Colour),
    Pause,
    Resume,
    Stop,
    Set(Colour, u64),
    Add(Colour, i64),
    Periods(Colour, u16),
    Unpress(Colour),
}

/// Does the act.
fn act(clocks: &mut Clocks, act: Act, now: Millis) -> Result<(), ClockError> {
    match act {
        Act::Start(side) => clocks.start(side, now),
        Act::Press => clocks.press(now).map(drop),
        Act::Give(side) => clocks.give_to(side, now),
        Act::Pause => clocks.pause(now),
        Act::Resume => clocks.resume(now),
        Act::Stop => clocks.stop(now),
        Act::Set(side, time) => clocks.set(side, Millis(time), now),
        Act::Add(side, change) => clocks.add(side, change, now),
        Act::Periods(side, periods) => clocks.set_periods(side, periods, now),
        Act::Unpress(side) => clocks.unpress(side, now).map(drop),
    }
}

fn colour() -> impl Strategy<Value = Colour> {
    prop_oneof![Just(White), Just(Black)]
}

fn an_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        20 => Just(Act::Press),
        3 => colour().prop_map(Act::Give),
        2 => Just(Act::Pause),
        4 => Just(Act::Resume),
        1 => Just(Act::Stop),
        2 => colour().prop_map(Act::Start),
        2 => (colour(), 0..60u64).prop_map(|(side, time)| Act::Set(side, time)),
        2 => (colour(), -30..30i64).prop_map(|(side, change)| Act::Add(side, change)),
        1 => (colour(), 0..3u16).prop_map(|(side, periods)| Act::Periods(side, periods)),
        4 => colour().prop_map(Act::Unpress),
    ]
}

/// Acts, each with the time after the one before.
fn acts() -> impl Strategy<Value = Vec<(Act, u64)>> {
    vec((an_act(), prop_oneof![3 => 0..6u64, 1 => 0..40u64]), 1..60)
}

fn bonus(most: u64) -> impl Strategy<Value = Bonus> {
    let time = move || (0..=most).prop_map(Millis);
    prop_oneof![
        2 => Just(Bonus::None),
        1 => time().prop_map(Bonus::Fischer),
        1 => time().prop_map(Bonus::Bronstein),
        1 => time().prop_map(Bonus::Delay),
    ]
}

/// Stages with times up to this; only the last may be without a number of moves.
fn stages(most: u64) -> impl Strategy<Value = Vec<Stage>> {
    let time = move || prop_oneof![0..=most, (0..=most / 1000).prop_map(|seconds| seconds * 1000)].prop_map(Millis);
    let one = (1..5u16, time(), bonus(most / 5)).prop_map(|(n, time, bonus)| Stage { moves: Some(n), time, bonus });
    (vec(one, 0..4), any::<bool>()).prop_map(|(mut stages, open)| {
        if let Some(stage) = stages.last_mut().filter(|_| open) {
            stage.moves = None;
        }
        stages
    })
}

fn control(most: u64) -> impl Strategy<Value = Control> {
    let byoyomi = (1..4u16, 1..=most).prop_map(|(periods, period)| Byoyomi { periods, period: Millis(period) });
    prop_oneof![
        1 => Just(Control::none()),
        2 => (1..=most).prop_map(|time| Control::sand(Millis(time)).unwrap()),
        8 => (stages(most), proptest::option::of(byoyomi))
            .prop_filter_map("no time", |(stages, byoyomi)| Control::staged(stages, byoyomi).ok()),
    ]
}

fn controls() -> impl Strategy<Value = [Control; 2]> {
    [control(60), control(60)]
}

fn config() -> ProptestConfig {
    let cases = std::env::var("DAMKA_PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2000);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// One clock that only knows how to tick.
#[derive(Clone, Debug)]
struct Slow {
    control: Control,
    main: u64,
    delay: u64,
    periods: u16,
    period: u64,
    drawn: u64,
    moves: usize,
    fallen: bool,
}

impl Slow {
    fn new(control: &Control) -> Slow {
        let mut slow = Slow {
            control: control.clone(),
            main: control.first_time().0,
            delay: 0,
            periods: control.byoyomi().map_or(0, |byoyomi| byoyomi.periods),
            period: 0,
            drawn: 0,
            moves: 0,
            fallen: false,
        };
        slow.begin();
        slow
    }

    /// The stages written out, one for each move; after the last there is byoyomi or the rest of the game.
    fn stage(&self, mv: usize) -> Option<Stage> {
        let mut each = Vec::new();
        for stage in self.control.stages() {
            each.extend(std::iter::repeat_n(*stage, stage.moves.map_or(500, usize::from)));
        }
        let again = self.control.stages().last().filter(|_| self.control.byoyomi().is_none());
        each.get(mv).or(again).copied()
    }

    /// Whether a move is the first one of a stage after the first.
    fn begins_stage(&self, mv: usize) -> bool {
        let stages = self.control.stages();
        let mut starts: Vec<_> = stages
            .iter()
            .scan(0, |sum, stage| {
                *sum += stage.moves.map_or(100_000, usize::from);
                Some(*sum)
            })
            .collect();
        while let (Some(start), Some(last)) = (starts.last().copied(), stages.last())
            && start < mv
        {
            starts.push(start + last.moves.map_or(100_000, usize::from));
        }
        starts.contains(&mv)
    }

    fn in_last(&self) -> bool {
        self.stage(self.moves).is_none_or(|stage| stage.moves.is_none())
    }

    fn begin(&mut self) {
        let bonus = self.stage(self.moves).map_or(Bonus::None, |stage| stage.bonus);
        self.delay = if let Bonus::Delay(time) = bonus { time.0 } else { 0 };
        self.period = self.control.byoyomi().map_or(0, |byoyomi| byoyomi.period.0);
        self.drawn = 0;
    }

    fn has_time(&self) -> bool {
        self.control.is_none() || self.delay > 0 || self.main > 0 || (self.in_last() && self.periods > 0)
    }

    /// One millisecond. Returns the sand.
    fn tick(&mut self) -> u64 {
        if self.fallen || self.control.is_none() {
            return 0;
        }
        let mut sand = 0;
        if self.delay > 0 {
            self.delay -= 1;
        } else if self.main > 0 {
            self.main -= 1;
            self.drawn += 1;
            sand = u64::from(self.control.hourglass().is_some());
        } else {
            self.period -= 1;
            if self.period == 0 {
                self.periods -= 1;
                self.period = self.control.byoyomi().unwrap().period.0;
            }
        }
        self.fallen = !self.has_time();
        sand
    }

    fn complete(&mut self) {
        let bonus = self.stage(self.moves).map_or(Bonus::None, |stage| stage.bonus);
        self.moves += 1;
        self.main += match bonus {
            Bonus::Fischer(time) => time.0,
            Bonus::Bronstein(time) => time.0.min(self.drawn),
            _ => 0,
        };
        if self.begins_stage(self.moves) {
            self.main += self.stage(self.moves).map_or(0, |stage| stage.time.0);
        }
        self.begin();
    }

    /// What the clock shows must be this.
    fn agrees(&self, reading: &Reading) -> bool {
        let periods = self
            .control
            .byoyomi()
            .map(|_| Periods { left: self.periods, time: Millis(if self.periods > 0 { self.period } else { 0 }) });
        reading.remaining == (!self.control.is_none()).then_some(Millis(self.main))
            && reading.delay == Millis(self.delay)
            && reading.byoyomi == periods
            && reading.moves as usize == self.moves
    }
}

/// Two slow clocks, of which one runs.
fn tick(slow: &mut [Slow; 2], running: Option<Colour>, time: u64) {
    let Some(side) = running else { return };
    let [white, black] = slow;
    let (clock, other) = if side == White { (white, black) } else { (black, white) };
    for _ in 0..time {
        let sand = clock.tick();
        if !other.control.is_none() {
            other.main += sand;
        }
    }
}

/// The slow clocks after an act that was accepted.
fn slow_act(slow: &mut [Slow; 2], act: Act, before: Option<Colour>) {
    match (act, before) {
        (Act::Press, Some(side)) => {
            slow[side as usize].complete();
            slow[side.other() as usize].begin();
        }
        (Act::Set(side, time), _) => slow[side as usize].main = time,
        (Act::Add(side, change), _) => {
            let main = &mut slow[side as usize].main;
            *main = main.saturating_add_signed(change);
        }
        (Act::Periods(side, periods), _) => {
            let clock = &mut slow[side as usize];
            (clock.periods, clock.period) = (periods, clock.control.byoyomi().unwrap().period.0);
        }
        _ => {}
    }
}

/// A flag falls at once on a clock that runs without time, and is lifted when there is time again.
fn slow_settle(slow: &mut [Slow; 2], running: Option<Colour>) {
    for side in Colour::ALL {
        let clock = &mut slow[side as usize];
        clock.fallen = !clock.has_time() && (clock.fallen || running == Some(side));
    }
}

proptest! {
    #![proptest_config(config())]

    // clauses: B.win.4
    #[test]
    fn the_clocks_agree_with_a_clock_that_ticks(controls in controls(), acts in acts()) {
        let mut slow = [Slow::new(&controls[0]), Slow::new(&controls[1])];
        let mut clocks = Clocks::new(controls);
        let mut now = 0;
        clocks.start(White, Millis(0)).unwrap();
        for (next, wait) in acts.into_iter().filter(|(act, _)| !matches!(act, Act::Unpress(_))) {
            now += wait;
            tick(&mut slow, clocks.running(), wait);
            let fallen = Colour::ALL.into_iter().find(|side| slow[*side as usize].fallen);
            prop_assert_eq!(clocks.flag(Millis(now)), fallen);
            for side in Colour::ALL {
                let reading = clocks.reading(side, Millis(now));
                prop_assert!(slow[side as usize].agrees(&reading), "{:?} {:?} {:?}", side, reading, slow);
            }
            let (before, earlier) = (clocks.running(), clocks.clone());
            match act(&mut clocks, next, Millis(now)) {
                Ok(()) => {
                    slow_act(&mut slow, next, before);
                    slow_settle(&mut slow, clocks.running());
                }
                // A refused act does not even bring the clocks to its time.
                Err(_) => {
                    prop_assert_eq!(&clocks, &earlier);
                    prop_assert!(!matches!(next, Act::Press) || before.is_none() || fallen.is_some());
                }
            }
        }
    }

    #[test]
    fn remaining_time_only_falls_unless_it_is_given(controls in controls(), acts in acts()) {
        let mut clocks = Clocks::new(controls);
        let mut now = Millis(0);
        for (next, wait) in [(Act::Start(White), 0)].into_iter().chain(acts) {
            now = now.plus(Millis(wait));
            let before = Colour::ALL.map(|side| clocks.reading(side, now));
            let earlier = Colour::ALL.map(|side| clocks.reading(side, clocks.now()));
            for side in Colour::ALL {
                let sand = clocks.control(side.other()).hourglass().is_some();
                let (before, earlier) = (before[side as usize], earlier[side as usize]);
                prop_assert!(before.remaining <= earlier.remaining || sand);
                prop_assert!(before.used >= earlier.used && before.used.minus(earlier.used) <= now.minus(clocks.now()));
            }
            let taken = match next {
                Act::Unpress(side) => clocks.unpress(side, now).ok().map(|taken| (side, taken, Millis(0))),
                Act::Press => clocks.press(now).ok().map(|pressed| (pressed.side, Millis(0), pressed.earned)),
                _ => act(&mut clocks, next, now).ok().map(|()| (White, Millis(0), Millis(0))),
            };
            let Some((side, taken, earned)) = taken else { continue };
            prop_assert!(taken.is_zero() || clocks.reading(side, now).remaining > Some(Millis(0)));
            for other in Colour::ALL {
                let (before, after) = (before[other as usize], clocks.reading(other, now));
                let corrected = matches!(next, Act::Set(at, _) | Act::Add(at, _) if at == other);
                let change = if side == other { (taken, earned) } else { Default::default() };
                prop_assert_eq!(before.used, after.used);
                prop_assert!(corrected || after.remaining.map(|left| left.plus(change.0))
                    == before.remaining.map(|left| left.plus(change.1)));
            }
        }
    }

    /// For controls whose every millisecond comes out of the main time.
    // clauses: B.clock.1
    #[test]
    fn time_used_and_time_left_are_the_time_given(first in 1..200u64, plus in 0..9u64, acts in acts()) {
        let fischer = Control::whole_game(Millis(first), Bonus::Fischer(Millis(plus))).unwrap();
        let bronstein = Control::whole_game(Millis(first), Bonus::Bronstein(Millis(plus))).unwrap();
        let mut clocks = Clocks::new([fischer, bronstein]);
        let (mut given, mut now) = ([first; 2], Millis(0));
        clocks.start(White, now).unwrap();
        for (next, wait) in acts {
            now = now.plus(Millis(wait));
            let left = |clocks: &Clocks, side| clocks.reading(side, now).remaining.unwrap().0;
            match next {
                Act::Press => if let Ok(pressed) = clocks.press(now) {
                    given[pressed.side as usize] += pressed.earned.0;
                },
                Act::Unpress(side) => if let Ok(taken) = clocks.unpress(side, now) {
                    given[side as usize] -= taken.0;
                },
                Act::Set(side, _) | Act::Add(side, _) => {
                    let before = left(&clocks, side);
                    act(&mut clocks, next, now).unwrap();
                    given[side as usize] = given[side as usize] + left(&clocks, side) - before;
                }
                _ => {
                    let _ = act(&mut clocks, next, now);
                }
            }
            for side in Colour::ALL {
                let reading = clocks.reading(side, now);
                prop_assert_eq!(reading.used.0 + reading.remaining.unwrap().0, given[side as usize]);
            }
        }
    }

    #[test]
    fn sand_is_never_lost(time in [1..200u64, 1..200u64], acts in acts()) {
        let mut clocks = Clocks::new(time.map(|time| Control::sand(Millis(time)).unwrap()));
        let mut now = Millis(0);
        clocks.start(White, now).unwrap();
        for (next, wait) in acts.into_iter().filter(|(act, _)| !matches!(act, Act::Set(..) | Act::Add(..))) {
            now = now.plus(Millis(wait));
            let _ = act(&mut clocks, next, now);
            let sum = |now| Colour::ALL.map(|side| clocks.reading(side, now).remaining.unwrap().0).iter().sum::<u64>();
            prop_assert_eq!(sum(now), time[0] + time[1]);
            prop_assert_eq!(sum(Millis(u64::MAX)), time[0] + time[1]);
        }
    }

    // clauses: B.win.4
    #[test]
    fn what_happens_by_itself_happens_at_the_told_time(controls in controls(), acts in acts()) {
        let mut clocks = Clocks::new(controls);
        let mut now = Millis(0);
        for (next, wait) in [(Act::Start(White), 0)].into_iter().chain(acts) {
            now = now.plus(Millis(wait));
            let _ = act(&mut clocks, next, now);
            prop_assert_eq!(clocks.next_change(), clocks.change_after(clocks.now()));
            let mut from = clocks.now();
            let Some(side) = clocks.running().filter(|_| clocks.flag(from).is_none()) else {
                prop_assert_eq!(clocks.next_change(), None);
                continue;
            };
            if clocks.control(side).is_none() {
                prop_assert_eq!(clocks.next_change(), None);
                continue;
            }
            loop {
                let (at, change) = clocks.change_after(from).unwrap();
                prop_assert!(at > from);
                let before = Millis(at.0 - 1);
                prop_assert_eq!(clocks.flag(before), None);
                prop_assert_eq!(clocks.change_after(before), Some((at, change)));
                let shown = clocks.reading(side, at);
                match change {
                    Change::Flag(fallen) => {
                        prop_assert_eq!((fallen, clocks.fall(at)), (side, Some((side, at))));
                        prop_assert!(clocks.clone().press(before).is_ok());
                        prop_assert!(clocks.clone().press(at).is_err());
                        break;
                    }
                    Change::Period { side: whose, left } => {
                        prop_assert_eq!((whose, clocks.flag(at)), (side, None));
                        let period = clocks.control(side).byoyomi().unwrap().period;
                        // The first period is partly used when the move was undone and the time corrected.
                        prop_assert!(shown.byoyomi.is_some_and(|shown| shown.left == left && shown.time <= period));
                        prop_assert_eq!(shown.remaining, Some(Millis(0)));
                    }
                }
                from = at;
            }
        }
    }

    #[test]
    fn to_look_or_to_pause_for_no_time_changes_nothing(controls in controls(), acts in acts()) {
        let (mut clocks, mut looked) = (Clocks::new(controls.clone()), Clocks::new(controls));
        let mut now = Millis(0);
        for (next, wait) in [(Act::Start(White), 0)].into_iter().chain(acts) {
            let half = now.plus(Millis(wait / 2));
            if looked.pause(half).is_ok() && looked.resume(half).is_err() {
                // The flag fell; the clocks would stay paused.
                break;
            }
            now = now.plus(Millis(wait));
            let results = (act(&mut clocks, next, now), act(&mut looked, next, now));
            prop_assert_eq!(results.0, results.1);
            if results.0.is_ok() {
                prop_assert_eq!(&clocks, &looked);
            }
        }
    }

    #[test]
    fn controls_go_to_text_and_back(control in control(10_000_000)) {
        let text = control.to_string();
        prop_assert!(!text.contains(char::is_whitespace));
        prop_assert_eq!(text.parse::<Control>(), Ok(control.clone()));
        if let Some(pdn) = control.to_pdn() {
            prop_assert_eq!(Control::from_pdn(&pdn), Ok(Some(control)));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9dhmsx:+~>/* é]{0,12}|\\PC{0,8}") {
        if let Ok(control) = text.parse::<Control>() {
            prop_assert_eq!(control.to_string().parse(), Ok(control));
        }
        if let Ok(Some(control)) = Control::from_pdn(&text) {
            prop_assert_eq!(control.to_string().parse(), Ok(control));
        }
    }
}
