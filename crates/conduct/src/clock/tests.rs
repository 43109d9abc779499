use damka_rules::Colour::{self, Black, White};

use super::*;

const S: u64 = 1000;
const M: u64 = 60 * S;

/// Two clocks, with White's running from 0.
fn clocks(white: &str, black: &str) -> Clocks {
    let mut clocks = Clocks::new([white, black].map(|text| text.parse().unwrap()));
    clocks.start(White, Millis(0)).unwrap();
    clocks
}

/// Presses at each of these times.
fn press(clocks: &mut Clocks, times: &[u64]) {
    for time in times {
        clocks.press(Millis(*time)).unwrap_or_else(|error| panic!("{time}: {error}"));
    }
}

fn left(clocks: &Clocks, side: Colour, now: u64) -> u64 {
    clocks.reading(side, Millis(now)).remaining.unwrap().0
}

/// The periods left and the time left in the one that runs.
fn periods(clocks: &Clocks, side: Colour, now: u64) -> (u16, u64) {
    let Periods { left, time } = clocks.reading(side, Millis(now)).byoyomi.unwrap();
    (left, time.0)
}

/// Whatever is tried is refused with this error and changes nothing.
fn refused<T: std::fmt::Debug + PartialEq>(
    clocks: &Clocks,
    error: ClockError,
    act: impl FnOnce(&mut Clocks) -> Result<T, ClockError>,
) {
    let mut tried = clocks.clone();
    assert_eq!(act(&mut tried), Err(error));
    assert_eq!(&tried, clocks);
    assert!(!error.to_string().is_empty());
}

fn fallen(side: Colour, at: u64) -> ClockError {
    ClockError::FlagFallen { side, at: Millis(at) }
}

fn next(clocks: &Clocks) -> Option<(u64, Change)> {
    clocks.next_change().map(|(at, change)| (at.0, change))
}

// clauses: B.clock.1 B.win.4
#[test]
fn eight_minutes_for_each_and_then_the_flag() {
    let mut clocks = clocks("8m", "8m");
    press(&mut clocks, &[3 * M, 4 * M]);
    assert_eq!((left(&clocks, White, 4 * M), left(&clocks, Black, 4 * M)), (5 * M, 7 * M));
    assert_eq!(next(&clocks), Some((9 * M, Change::Flag(White))));
    assert_eq!(clocks.flag(Millis(9 * M - 1)), None);
    assert_eq!(left(&clocks, White, 9 * M - 1), 1);
    assert_eq!(clocks.flag(Millis(9 * M)), Some(White));
    assert_eq!(left(&clocks, White, 20 * M), 0);
    assert_eq!(clocks.fall(Millis(20 * M)), Some((White, Millis(9 * M))));
}

// clauses: B.win.4
#[test]
fn a_press_at_the_last_millisecond_is_in_time_and_the_next_is_too_late() {
    let clocks = clocks("5s", "5s");
    let mut in_time = clocks.clone();
    press(&mut in_time, &[4999]);
    assert_eq!((in_time.running(), left(&in_time, White, 9000)), (Some(Black), 1));
    refused(&clocks, fallen(White, 5000), |clocks| clocks.press(Millis(5000)));
    refused(&clocks, fallen(White, 5000), |clocks| clocks.press(Millis(5001)));
    refused(&clocks, fallen(White, 5000), |clocks| clocks.give_to(Black, Millis(6000)));
}

#[test]
fn no_clock_never_falls_but_counts_the_thought() {
    let mut clocks = clocks("none", "none");
    let pressed = clocks.press(Millis(1_000_000)).unwrap();
    assert_eq!(pressed, Pressed { side: White, thought: Millis(1_000_000), earned: Millis(0) });
    assert_eq!(clocks.flag(Millis(u64::MAX)), None);
    assert_eq!(clocks.next_change(), None);
    let reading = clocks.reading(White, Millis(u64::MAX));
    assert_eq!((reading.remaining, reading.used, reading.moves), (None, Millis(1_000_000), 1));
    press(&mut clocks, &[u64::MAX]);
    refused(&clocks, ClockError::Untimed(White), |clocks| clocks.add(White, 1, Millis(u64::MAX)));
}

#[test]
fn fischer_adds_after_each_move() {
    let mut clocks = clocks("5m+3s", "5m+3s");
    let pressed = clocks.press(Millis(10 * S)).unwrap();
    assert_eq!(pressed, Pressed { side: White, thought: Millis(10 * S), earned: Millis(3 * S) });
    assert_eq!(left(&clocks, White, 10 * S), 293 * S);
    press(&mut clocks, &[11 * S, 11 * S]);
    assert_eq!((left(&clocks, White, 11 * S), left(&clocks, Black, 11 * S)), (296 * S, 302 * S));
}

#[test]
fn bronstein_gives_back_what_was_used_up_to_the_delay() {
    let mut clocks = clocks("10s~3s", "10s~3s");
    press(&mut clocks, &[2 * S]);
    assert_eq!(left(&clocks, White, 2 * S), 10 * S);
    press(&mut clocks, &[7 * S]);
    assert_eq!(left(&clocks, Black, 7 * S), 8 * S);
    assert_eq!(left(&clocks, White, 9 * S), 8 * S);
    assert_eq!(next(&clocks), Some((17 * S, Change::Flag(White))));
    press(&mut clocks, &[17 * S - 1]);
    assert_eq!(left(&clocks, White, 17 * S), 3001);
}

#[test]
fn simple_delay_lets_the_clock_wait_at_each_move() {
    let mut clocks = clocks("10s>3s", "8m");
    let reading = clocks.reading(White, Millis(2 * S));
    assert_eq!((reading.remaining, reading.delay), (Some(Millis(10 * S)), Millis(S)));
    assert_eq!(next(&clocks), Some((13 * S, Change::Flag(White))));
    press(&mut clocks, &[2 * S, 2 * S]);
    let reading = clocks.reading(White, Millis(7 * S));
    assert_eq!((reading.remaining, reading.delay), (Some(Millis(8 * S)), Millis(0)));
    press(&mut clocks, &[7 * S]);
    assert_eq!(clocks.reading(White, Millis(7 * S)).delay, Millis(3 * S));
    press(&mut clocks, &[8 * S]);
    refused(&clocks, fallen(White, 19 * S), |clocks| clocks.press(Millis(19 * S)));
    press(&mut clocks, &[19 * S - 1]);
    assert_eq!(left(&clocks, White, 19 * S), 1);
}

#[test]
fn a_delay_alone_is_so_much_for_each_move() {
    let mut clocks = clocks("0s>3s", "0s>3s");
    press(&mut clocks, &[2999, 5998]);
    assert_eq!(clocks.flag(Millis(8997)), None);
    assert_eq!(clocks.flag(Millis(8998)), Some(White));
}

#[test]
fn unused_time_goes_over_into_the_next_stage() {
    let mut clocks = clocks("2/10s:1/5s+1s:20s", "none");
    let at = |clocks: &Clocks, now| {
        let reading = clocks.reading(White, Millis(now));
        (reading.stage, reading.moves_left, reading.remaining.unwrap().0)
    };
    assert_eq!(at(&clocks, 0), (0, Some(2), 10 * S));
    press(&mut clocks, &[4 * S, 4 * S]);
    assert_eq!(at(&clocks, 4 * S), (0, Some(1), 6 * S));
    press(&mut clocks, &[9 * S, 9 * S]);
    assert_eq!(at(&clocks, 9 * S), (1, Some(1), S + 5 * S));
    let pressed = clocks.press(Millis(11 * S)).unwrap();
    assert_eq!(pressed.earned, Millis(S + 20 * S));
    assert_eq!(at(&clocks, 11 * S), (2, None, 25 * S));
}

#[test]
fn the_moves_of_a_stage_must_be_made_within_its_time() {
    let mut clocks = clocks("2/10s:1h", "none");
    press(&mut clocks, &[4 * S, 4 * S]);
    assert_eq!(next(&clocks), Some((10 * S, Change::Flag(White))));
    refused(&clocks, fallen(White, 10 * S), |clocks| clocks.press(Millis(10 * S)));
}

#[test]
fn a_last_stage_with_moves_comes_again() {
    let mut clocks = clocks("2/10s:1/3s", "none");
    press(&mut clocks, &[0, 0, 0, 0]);
    assert_eq!(left(&clocks, White, 0), 13 * S);
    for round in 1..4 {
        press(&mut clocks, &[0, 0]);
        let reading = clocks.reading(White, Millis(0));
        assert_eq!((reading.stage, reading.moves_left), (1, Some(1)));
        assert_eq!(reading.remaining, Some(Millis(13 * S + round * 3 * S)));
    }
}

#[test]
fn byoyomi_to_the_last_period() {
    let mut clocks = clocks("10s:3x5s", "none");
    assert_eq!(next(&clocks), Some((10 * S, Change::Period { side: White, left: 3 })));
    assert_eq!(periods(&clocks, White, 9 * S), (3, 5 * S));
    // Two seconds into the first period: it is whole again for the next move.
    press(&mut clocks, &[12 * S, 12 * S]);
    assert_eq!((left(&clocks, White, 12 * S), periods(&clocks, White, 12 * S)), (0, (3, 5 * S)));
    assert_eq!(next(&clocks), Some((17 * S, Change::Period { side: White, left: 2 })));
    // A period is lost in the very millisecond in which it is used up.
    assert_eq!(periods(&clocks, White, 17 * S - 1), (3, 1));
    assert_eq!(periods(&clocks, White, 17 * S), (2, 5 * S));
    assert_eq!(clocks.change_after(Millis(16 * S)), Some((Millis(17 * S), Change::Period { side: White, left: 2 })));
    assert_eq!(clocks.change_after(Millis(17 * S)), Some((Millis(22 * S), Change::Period { side: White, left: 1 })));
    press(&mut clocks, &[23 * S, 23 * S]);
    assert_eq!(periods(&clocks, White, 23 * S), (1, 5 * S));
    assert_eq!(next(&clocks), Some((28 * S, Change::Flag(White))));
    let mut in_time = clocks.clone();
    press(&mut in_time, &[28 * S - 1, 28 * S]);
    assert_eq!(periods(&in_time, White, 28 * S), (1, 5 * S));
    refused(&clocks, fallen(White, 28 * S), |clocks| clocks.press(Millis(28 * S)));
    assert_eq!(periods(&clocks, White, 30 * S), (0, 0));
    assert_eq!(clocks.change_after(Millis(28 * S)), None);
}

#[test]
fn main_time_and_every_period_in_one_thought() {
    let clocks = clocks("10s:3x5s", "none");
    assert_eq!(clocks.fall(Millis(25 * S - 1)), None);
    assert_eq!(clocks.fall(Millis(60 * S)), Some((White, Millis(25 * S))));
}

#[test]
fn byoyomi_waits_for_the_moves_of_the_last_stage() {
    let mut clocks = clocks("2/10s:3x5s", "none");
    assert_eq!(next(&clocks), Some((10 * S, Change::Flag(White))));
    press(&mut clocks, &[4 * S, 4 * S, 8 * S, 8 * S]);
    let reading = clocks.reading(White, Millis(8 * S));
    assert_eq!((reading.stage, reading.moves_left, reading.remaining), (1, None, Some(Millis(2 * S))));
    assert_eq!(next(&clocks), Some((10 * S, Change::Period { side: White, left: 3 })));
}

#[test]
fn byoyomi_from_the_first_move() {
    let mut clocks = clocks("1x5s", "2x5s");
    press(&mut clocks, &[4 * S]);
    assert_eq!(next(&clocks), Some((9 * S, Change::Period { side: Black, left: 1 })));
    press(&mut clocks, &[10 * S]);
    assert_eq!(clocks.flag(Millis(15 * S)), Some(White));
}

#[test]
fn the_sand_of_an_hourglass_is_only_moved() {
    let mut clocks = clocks("*1m", "*1m");
    for now in 0..=60 {
        assert_eq!(left(&clocks, White, now * S), (60 - now) * S);
        assert_eq!(left(&clocks, Black, now * S), (60 + now) * S);
    }
    assert_eq!((left(&clocks, White, 90 * S), left(&clocks, Black, 90 * S)), (0, 120 * S));
    press(&mut clocks, &[20 * S]);
    assert_eq!((left(&clocks, White, 50 * S), left(&clocks, Black, 50 * S)), (70 * S, 50 * S));
    assert_eq!(next(&clocks), Some((100 * S, Change::Flag(Black))));
}

#[test]
fn each_side_has_its_own_setting() {
    let mut clocks = clocks("1m", "5m+3s");
    press(&mut clocks, &[10 * S, 20 * S]);
    assert_eq!((left(&clocks, White, 20 * S), left(&clocks, Black, 20 * S)), (50 * S, 293 * S));
    assert_eq!(clocks.control(White).to_string(), "1m");
    let beside = self::clocks("*1m", "none");
    assert_eq!(beside.reading(Black, Millis(M)).remaining, None);
    assert_eq!(beside.flag(Millis(M)), Some(White));
}

#[test]
fn nothing_runs_in_a_pause() {
    let mut clocks = clocks("10s>2s", "10s");
    clocks.pause(Millis(S)).unwrap();
    assert_eq!((clocks.running(), clocks.turn(), clocks.next_change()), (None, Some(White), None));
    assert_eq!(clocks.reading(White, Millis(M)).delay, Millis(S));
    assert_eq!(clocks.flag(Millis(M)), None);
    let paused = ClockError::WrongPhase(Phase::Paused(White));
    refused(&clocks, paused, |clocks| clocks.press(Millis(M)));
    refused(&clocks, paused, |clocks| clocks.pause(Millis(M)));
    refused(&clocks, paused, |clocks| clocks.start(White, Millis(M)));
    clocks.resume(Millis(M)).unwrap();
    assert_eq!(next(&clocks), Some((M + 11 * S, Change::Flag(White))));
    refused(&clocks, ClockError::WrongPhase(Phase::Running(White)), |clocks| clocks.resume(Millis(M)));
}

#[test]
fn a_pause_in_a_period_keeps_what_is_left_of_it() {
    let mut clocks = clocks("2x5s", "none");
    clocks.pause(Millis(7 * S)).unwrap();
    assert_eq!(periods(&clocks, White, M), (1, 3 * S));
    clocks.resume(Millis(M)).unwrap();
    assert_eq!(next(&clocks), Some((M + 3 * S, Change::Flag(White))));
}

#[test]
fn nothing_happens_before_the_start_or_after_the_end() {
    let mut clocks = Clocks::new([Control::basic(), Control::basic()]);
    let ready = ClockError::WrongPhase(Phase::Ready);
    refused(&clocks, ready, |clocks| clocks.press(Millis(0)));
    refused(&clocks, ready, |clocks| clocks.give_to(White, Millis(0)));
    refused(&clocks, ready, |clocks| clocks.unpress(White, Millis(0)));
    refused(&clocks, ready, |clocks| clocks.resume(Millis(0)));
    assert_eq!((clocks.running(), clocks.flag(Millis(u64::MAX)), clocks.next_change()), (None, None, None));
    clocks.start(Black, Millis(S)).unwrap();
    assert_eq!(next(&clocks), Some((8 * M + S, Change::Flag(Black))));
    clocks.stop(Millis(2 * S)).unwrap();
    assert_eq!((clocks.phase(), left(&clocks, Black, M)), (Phase::Stopped, 8 * M - S));
    refused(&clocks, ClockError::WrongPhase(Phase::Stopped), |clocks| clocks.press(Millis(M)));
    refused(&clocks, ClockError::WrongPhase(Phase::Stopped), |clocks| clocks.stop(Millis(M)));
    clocks.start(Black, Millis(M)).unwrap();
    assert_eq!(next(&clocks), Some((M + 8 * M - S, Change::Flag(Black))));
}

#[test]
fn time_does_not_go_backward() {
    let mut clocks = clocks("8m", "8m");
    press(&mut clocks, &[5 * S]);
    let backward = ClockError::Backward { last: Millis(5 * S), now: Millis(5 * S - 1) };
    let now = Millis(5 * S - 1);
    refused(&clocks, backward, |clocks| clocks.press(now));
    refused(&clocks, backward, |clocks| clocks.give_to(White, now));
    refused(&clocks, backward, |clocks| clocks.unpress(White, now));
    refused(&clocks, backward, |clocks| clocks.pause(now));
    refused(&clocks, backward, |clocks| clocks.stop(now));
    refused(&clocks, backward, |clocks| clocks.set(White, Millis(1), now));
    refused(&clocks, backward, |clocks| clocks.add(White, 1, now));
    assert_eq!(clocks.reading(Black, Millis(0)), clocks.reading(Black, Millis(5 * S)));
    assert_eq!(clocks.now(), Millis(5 * S));
}

// clauses: B.missed.2
#[test]
fn on_a_demand_the_clock_goes_to_the_player_who_must_correct() {
    let mut clocks = clocks("5m+3s", "5m+3s");
    press(&mut clocks, &[10 * S]);
    // Black sees after two seconds that White has missed a capture, and demands it.
    let now = Millis(12 * S);
    assert_eq!(clocks.unpress(White, now), Ok(Millis(3 * S)));
    clocks.give_to(White, now).unwrap();
    assert_eq!(clocks.running(), Some(White));
    let (white, black) = (clocks.reading(White, now), clocks.reading(Black, now));
    assert_eq!((white.remaining, white.moves), (Some(Millis(290 * S)), 0));
    assert_eq!((black.remaining, black.moves), (Some(Millis(298 * S)), 0));
    // White's clock runs until the move is corrected; only then the increment is earned, once.
    let pressed = clocks.press(Millis(16 * S)).unwrap();
    assert_eq!(pressed, Pressed { side: White, thought: Millis(14 * S), earned: Millis(3 * S) });
    assert_eq!((left(&clocks, White, 20 * S), left(&clocks, Black, 20 * S)), (289 * S, 294 * S));
    assert_eq!(clocks.reading(White, Millis(20 * S)).moves, 1);
}

// clauses: B.missed.2 B.win.4
#[test]
fn the_flag_may_fall_while_a_move_is_corrected() {
    let mut clocks = clocks("10s", "10s");
    press(&mut clocks, &[9 * S]);
    clocks.unpress(White, Millis(11 * S)).unwrap();
    clocks.give_to(White, Millis(11 * S)).unwrap();
    assert_eq!(next(&clocks), Some((12 * S, Change::Flag(White))));
    refused(&clocks, fallen(White, 12 * S), |clocks| clocks.press(Millis(12 * S)));
}

// clauses: B.missed.2
#[test]
fn the_clock_may_be_given_in_a_pause() {
    let mut clocks = clocks("10s", "10s");
    press(&mut clocks, &[S]);
    clocks.pause(Millis(2 * S)).unwrap();
    clocks.give_to(White, Millis(3 * S)).unwrap();
    assert_eq!(clocks.phase(), Phase::Paused(White));
    clocks.resume(Millis(4 * S)).unwrap();
    assert_eq!((left(&clocks, White, 5 * S), left(&clocks, Black, 5 * S)), (8 * S, 9 * S));
}

#[test]
fn to_give_the_clock_to_the_side_that_has_it_changes_nothing() {
    let mut clocks = clocks("10s>2s:3x5s", "10s");
    clocks.give_to(White, Millis(S)).unwrap();
    assert_eq!(clocks.reading(White, Millis(S)).delay, Millis(S));
    assert_eq!(next(&clocks), Some((12 * S, Change::Period { side: White, left: 3 })));
}

#[test]
fn an_undone_move_goes_on_where_it_stood() {
    // The delay was used, and is not given again.
    let mut delay = clocks("10s>3s", "none");
    press(&mut delay, &[2 * S]);
    delay.unpress(White, Millis(5 * S)).unwrap();
    delay.give_to(White, Millis(5 * S)).unwrap();
    assert_eq!(delay.reading(White, Millis(5 * S)).delay, Millis(S));
    // Neither is the period.
    let mut byoyomi = clocks("2x5s", "none");
    press(&mut byoyomi, &[4 * S]);
    byoyomi.give_to(White, Millis(9 * S)).unwrap();
    byoyomi.unpress(White, Millis(9 * S)).unwrap();
    assert_eq!(periods(&byoyomi, White, 9 * S), (2, S));
    // Bronstein gives back what both thoughts used together, at most the delay.
    let mut bronstein = clocks("10s~3s", "none");
    press(&mut bronstein, &[2 * S]);
    assert_eq!(bronstein.unpress(White, Millis(2 * S)), Ok(Millis(2 * S)));
    bronstein.give_to(White, Millis(2 * S)).unwrap();
    let mut soon = bronstein.clone();
    press(&mut soon, &[2500]);
    assert_eq!(left(&soon, White, 2500), 10 * S);
    press(&mut bronstein, &[6 * S]);
    assert_eq!(left(&bronstein, White, 6 * S), 7 * S);
}

#[test]
fn an_undone_move_goes_back_over_the_stage() {
    let mut clocks = clocks("1/10s:1h", "none");
    press(&mut clocks, &[9 * S]);
    assert_eq!(clocks.reading(White, Millis(9 * S)).stage, 1);
    assert_eq!(clocks.unpress(White, Millis(9 * S)), Ok(Millis::minutes(60)));
    clocks.give_to(White, Millis(9 * S)).unwrap();
    let reading = clocks.reading(White, Millis(9 * S));
    assert_eq!((reading.stage, reading.moves_left, reading.remaining), (0, Some(1), Some(Millis(S))));
    assert_eq!(next(&clocks), Some((10 * S, Change::Flag(White))));
}

#[test]
fn nobody_loses_on_time_by_taking_back() {
    // White used nine seconds of the ten that the first move earned, so they cannot be taken away again.
    let mut clocks = clocks("1/1s:10s", "none");
    press(&mut clocks, &[500, 500, 9500, 9500]);
    assert_eq!(left(&clocks, White, 9500), 1500);
    assert_eq!(clocks.unpress(White, Millis(9500)), Ok(Millis(0)));
    assert_eq!(clocks.unpress(White, Millis(9500)), Ok(Millis(0)));
    let reading = clocks.reading(White, Millis(9500));
    assert_eq!((reading.stage, reading.moves, reading.remaining), (1, 0, Some(Millis(1500))));
    // And they are not earned a second time, however often this is done.
    for _ in 0..3 {
        assert_eq!(clocks.press(Millis(9500)).unwrap().earned, Millis(0));
        clocks.unpress(White, Millis(9500)).unwrap();
        clocks.give_to(White, Millis(9500)).unwrap();
    }
    assert_eq!(left(&clocks, White, 9500), 1500);
    refused(&clocks, ClockError::NothingToUndo(White), |clocks| clocks.unpress(White, Millis(9500)));
}

#[test]
fn what_was_left_to_the_player_is_not_earned_again_from_an_earlier_move() {
    let mut clocks = clocks("2/1s:10s", "none");
    press(&mut clocks, &[0, 0, 0, 0, 9500, 9500]);
    for _ in 0..3 {
        assert_eq!(clocks.unpress(White, Millis(9500)), Ok(Millis(0)));
    }
    press(&mut clocks, &[9500, 9500, 9500, 9500]);
    let reading = clocks.reading(White, Millis(9500));
    assert_eq!((reading.stage, reading.moves, reading.remaining), (1, 2, Some(Millis(1500))));
}

#[test]
fn the_arbiter_corrects_times() {
    let mut clocks = clocks("5m", "5m");
    clocks.set(White, Millis(M), Millis(10 * S)).unwrap();
    assert_eq!(next(&clocks), Some((10 * S + M, Change::Flag(White))));
    clocks.add(White, -20_000, Millis(20 * S)).unwrap();
    clocks.add(Black, 30_000, Millis(20 * S)).unwrap();
    assert_eq!((left(&clocks, White, 20 * S), left(&clocks, Black, 20 * S)), (30 * S, 330 * S));
    clocks.add(White, -31_000, Millis(20 * S)).unwrap();
    assert_eq!(clocks.fall(Millis(20 * S)), Some((White, Millis(20 * S))));
    let long = Millis(Millis::LONGEST.0 + 1);
    refused(&clocks, ClockError::TooLong(long), |clocks| clocks.set(White, long, Millis(20 * S)));
    refused(&clocks, ClockError::TooLong(Millis(1 << 63)), |clocks| clocks.add(White, i64::MIN, Millis(20 * S)));
}

#[test]
fn the_arbiter_lifts_a_flag() {
    let mut clocks = clocks("5s", "5s");
    clocks.set(Black, Millis(S), Millis(6 * S)).unwrap();
    assert_eq!(clocks.fall(Millis(6 * S)), Some((White, Millis(5 * S))));
    refused(&clocks, fallen(White, 5 * S), |clocks| clocks.press(Millis(6 * S)));
    clocks.pause(Millis(7 * S)).unwrap();
    refused(&clocks, fallen(White, 5 * S), |clocks| clocks.resume(Millis(7 * S)));
    clocks.add(White, 2000, Millis(8 * S)).unwrap();
    assert_eq!(clocks.flag(Millis(M)), None);
    clocks.resume(Millis(9 * S)).unwrap();
    assert_eq!(next(&clocks), Some((11 * S, Change::Flag(White))));
}

#[test]
fn a_standing_clock_without_time_falls_when_it_is_started() {
    let mut clocks = clocks("5s", "5s");
    clocks.set(Black, Millis(0), Millis(S)).unwrap();
    assert_eq!(clocks.flag(Millis(2 * S)), None);
    press(&mut clocks, &[2 * S]);
    assert_eq!(clocks.fall(Millis(2 * S)), Some((Black, Millis(2 * S))));
    assert_eq!(clocks.next_change(), None);
}

#[test]
fn the_arbiter_corrects_periods() {
    let mut clocks = clocks("2x5s", "5s");
    refused(&clocks, ClockError::NoByoyomi(Black), |clocks| clocks.set_periods(Black, 3, Millis(0)));
    clocks.set_periods(White, 3, Millis(12 * S)).unwrap();
    assert_eq!(clocks.flag(Millis(12 * S)), None);
    assert_eq!(next(&clocks), Some((17 * S, Change::Period { side: White, left: 2 })));
    clocks.set_periods(White, 0, Millis(13 * S)).unwrap();
    assert_eq!(clocks.fall(Millis(13 * S)), Some((White, Millis(13 * S))));
}

#[test]
fn a_flag_beyond_the_end_of_time_never_falls() {
    let mut clocks = clocks("8m", "8m");
    clocks.pause(Millis(0)).unwrap();
    clocks.resume(Millis(u64::MAX - 1)).unwrap();
    assert_eq!((clocks.next_change(), clocks.flag(Millis(u64::MAX))), (None, None));
    press(&mut clocks, &[u64::MAX]);
    assert_eq!(left(&clocks, White, u64::MAX), 8 * M - 1);
}
