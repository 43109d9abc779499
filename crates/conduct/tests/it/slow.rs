//! Games over days: flags that wait for a claim, pauses, vacations, reminders.

use crate::{at_board_with, last, play};
use damka_conduct::clock::Millis;
use damka_conduct::{Change, Command, Ending, Refused, Right, Transcript};
use damka_rules::Colour::{Black, White};

const DAYS: &str = "rules: russian\nclock: 1x3d";
const CLAIMS: &str = "rules: russian\nclock: 1x3d\nflag: claims";
const BEGUN: &str = "0:00 white move c3 d4";

/// A day, in the minutes that lines have.
const DAY: u64 = 24 * 60;

fn days(count: u64) -> Millis {
    Millis::minutes(count * DAY)
}

/// A game that begins with White's move; `@4` in a line is the fourth day.
fn game(head: &str, events: &str) -> (damka_conduct::Table, Vec<damka_conduct::Step>) {
    play(head, &timed(events))
}

fn timed(events: &str) -> String {
    let named =
        (0..60).fold(events.to_owned(), |text, day| text.replace(&format!("@{day} "), &format!("{}:00 ", day * DAY)));
    format!("{BEGUN}; {named}")
}

fn answer(head: &str, events: &str) -> Result<Vec<Change>, Refused> {
    last(head, &timed(events))
}

// clauses: A.mode.3
#[test]
fn a_flag_that_waits_can_be_claimed_from_its_moment_on() {
    assert_eq!(game(DAYS, "@3 white note late").0.ending(), Some(Ending::Flag(Black)), "by itself");
    assert_eq!(answer(CLAIMS, "4319:59.999 white claim flag"), Err(Refused::ClockRuns));
    let (table, _) = game(CLAIMS, "@3 white claim flag");
    assert_eq!(table.ending(), Some(Ending::Flag(Black)));
    let (table, _) = game(CLAIMS, "@20 white note waits");
    assert_eq!((table.ending(), table.next_due()), (None, None), "nothing happens by itself");
    assert_eq!(table.flag_claimable(White), Some(days(3)));
    assert!(table.rights(White, days(20)).contains(&Right::ClaimFlag));
    assert_eq!(answer(CLAIMS, "@5 black claim flag"), Err(Refused::ClockRuns), "the one who is late claims nothing");
}

// clauses: A.mode.3
#[test]
fn a_late_move_takes_the_claim_away() {
    let (table, steps) = game(CLAIMS, "@5 black move f6 g5; @5 white claim flag");
    assert_eq!(steps[1].result.as_ref().map(Vec::len), Ok(1));
    assert_eq!(steps[2].result, Err(Refused::ClockRuns));
    // The clock is not charged beyond its fall, and the next move has a whole period.
    assert_eq!(table.reading(Black, days(5)).used, days(3));
    let (table, _) = game(CLAIMS, "@5 black move f6 g5; @6 white move b2 c3; @8 white note soon");
    assert_eq!(table.flag_claimable(White), Some(days(9)));
    // Without periods only what a move earns is left.
    let bank = "rules: russian\nclock: 2d+1d\nflag: claims";
    let (table, _) = game(bank, "@5 black move f6 g5; @5 white move b2 c3");
    assert_eq!(table.flag_claimable(White), Some(days(6)));
}

#[test]
fn a_flag_waits_only_in_strict_games_of_days() {
    for head in ["clock: 5m\nflag: claims", "clock: 1x3d\nmanner: at-board\nflag: claims", "flag: perhaps"] {
        assert!(Transcript::read(&format!("damka-record 2\nrules: russian\n{head}\n")).is_err(), "{head}");
    }
}

// clauses: A.mode.3
#[test]
fn a_pause_needs_both_and_ends_with_either() {
    assert_eq!(answer("rules: russian\nclock: 5m", "white ask-pause"), Err(Refused::OnlyOverDays));
    assert_eq!(answer(DAYS, "white agree-pause"), Err(Refused::NothingToAnswer));
    assert_eq!(answer(DAYS, "white ask-pause; black ask-pause"), Err(Refused::AlreadyDone));
    assert_eq!(answer(DAYS, "white ask-pause; black decline; black agree-pause"), Err(Refused::NothingToAnswer));
    let agreed = "@1 white ask-pause; @2 black agree-pause";
    assert_eq!(answer(DAYS, &format!("{agreed}; @3 black move f6 g5")), Err(Refused::Paused));
    let (table, _) = game(DAYS, &format!("{agreed}; @40 black note here"));
    assert_eq!((table.ending(), table.is_paused(), table.next_due()), (None, true, None));
    assert_eq!(table.reading(Black, days(40)).used, days(2));
    let (table, _) = game(DAYS, &format!("{agreed}; @40 white end-pause"));
    assert_eq!(table.next_due(), Some(days(41)), "what was left runs on");
    let late = "@1 white ask-pause; @4 black agree-pause";
    assert_eq!(answer(CLAIMS, late), Err(Refused::FlagFell(Black)), "a pause does not save a flag");
}

// clauses: A.mode.3
#[test]
fn nobodys_clock_runs_on_vacation() {
    let (table, _) = game(DAYS, "@1 black vacation 14400:00.000");
    assert_eq!(table.away_until(Black), Some(days(11)));
    assert_eq!(table.next_due(), Some(days(11)), "it ends by itself");
    let (table, _) = game(DAYS, "@1 black vacation 14400:00.000; @12 white note one day of two");
    assert_eq!(table.reading(Black, days(12)).used, days(2));
    assert_eq!(table.next_due(), Some(days(13)));
    let (table, _) = game(DAYS, "@1 black vacation 14400:00.000; @30 white note over");
    assert_eq!((table.ending(), table.now()), (Some(Ending::Flag(Black)), days(30)), "then the flag falls as ever");
    let (table, _) = game(DAYS, "@1 black vacation 14400:00.000; @5 black back; @5 white note on");
    assert_eq!(table.next_due(), Some(days(7)));
    // The opponent thinks as ever.
    let (table, _) = game(DAYS, "@1 black move f6 g5; @1 black vacation 14400:00.000; @9 white note late");
    assert_eq!(table.ending(), Some(Ending::Flag(White)));
}

#[test]
fn a_move_ends_its_players_vacation() {
    let changes = answer(DAYS, "@1 black vacation 14400:00.000; @8 black move f6 g5").expect("accepted");
    assert_eq!(changes.first(), Some(&Change::CameBack(Black)));
    let (table, _) = game(DAYS, "@1 black vacation 14400:00.000; @8 black move f6 g5; @8 white note so");
    assert_eq!((table.away_until(Black), table.reading(Black, days(8)).used), (None, days(1)));
    assert_eq!(table.next_due(), Some(days(11)), "White's time runs");
}

// Bad case: a vacation over a flag.
#[test]
fn a_vacation_is_never_taken_over_a_flag() {
    let asked_late = "4320:00.000 black vacation 14400:00.000";
    assert_eq!(answer(DAYS, asked_late), Err(Refused::Over(Ending::Flag(Black))));
    assert_eq!(answer(CLAIMS, asked_late), Err(Refused::FlagFell(Black)));
    for head in [DAYS, CLAIMS] {
        let (table, _) = game(head, "4319:59.999 black vacation 14400:00.000; @9 white note away");
        assert_eq!((table.ending(), table.flag_claimable(White)), (None, None), "asked just before");
        assert_eq!(answer(head, "@4 white vacation 1440:00.000").is_ok(), head == CLAIMS, "the flag is the other's");
    }
    assert_eq!(answer(&format!("{DAYS}\nvacation: no"), "black vacation 1440:00.000"), Err(Refused::NoVacation));
    assert_eq!(answer("rules: russian\nclock: 5m", "black vacation 1440:00.000"), Err(Refused::OnlyOverDays));
    assert_eq!(answer(DAYS, "black vacation 0:00.000"), Err(Refused::Clock));
}

// Bad cases: both sides on vacation, a pause during a vacation.
#[test]
fn reasons_to_stand_add_up() {
    let both = "@1 black vacation 14400:00.000; @2 white vacation 1440:00.000";
    let (table, _) = game(DAYS, &format!("{both}; @4 black note White's is over"));
    assert_eq!((table.away_until(White), table.away_until(Black)), (None, Some(days(11))));
    assert_eq!(table.reading(Black, days(4)).used, days(1));
    let paused = "@1 black vacation 14400:00.000; white ask-pause; black agree-pause";
    let (table, _) = game(DAYS, &format!("{paused}; @20 white note paused"));
    assert_eq!((table.away_until(Black), table.is_paused(), table.next_due()), (None, true, None));
    let (table, _) = game(DAYS, &format!("{paused}; @2 white end-pause; @12 white note on"));
    assert_eq!(table.next_due(), Some(days(13)), "the vacation goes on after the pause");
    let ruled = "@1 black vacation 1440:00.000; arbiter rule pause; @5 arbiter rule resume";
    assert_eq!(game(DAYS, ruled).0.next_due(), Some(days(7)));
}

#[test]
fn an_outage_during_a_vacation_is_charged_to_nobody() {
    // The vacation ends on the second day, while no server runs; it runs again on the fifth.
    let table = at_board_with(DAYS, &timed("@1 black vacation 1440:00.000; 1500:00.000 nobody credit 5700:00.000"));
    let due = table.decide(&Command::Elapse, days(5)).expect("time passes");
    assert_eq!(due.iter().map(|event| event.time).collect::<Vec<_>>(), [days(5)]);
}

#[test]
fn the_moment_at_which_time_runs_out_is_known() {
    assert_eq!(game(DAYS, "@1 white note so").0.time_runs_out(), Some((Black, days(3))));
    assert_eq!(game(CLAIMS, "@9 white note late").0.time_runs_out(), Some((Black, days(3))), "it has passed");
    let away = "@1 black vacation 14400:00.000";
    assert_eq!(game(DAYS, away).0.time_runs_out(), Some((Black, days(13))), "a vacation moves it");
    let theirs = "@1 white vacation 14400:00.000";
    assert_eq!(game(DAYS, theirs).0.time_runs_out(), Some((Black, days(3))), "only that of the side to move");
    assert_eq!(game(DAYS, "@1 white ask-pause; black agree-pause").0.time_runs_out(), None);
    assert_eq!(game(DAYS, "@1 white resign").0.time_runs_out(), None);
}

#[test]
fn most_of_a_moves_time_is_reminded() {
    let (table, _) = game("rules: russian\nclock: 1x5d", "@1 white note so");
    assert_eq!(table.reminder_due(), Some((Black, days(4))));
    let (table, _) = game("rules: russian\nclock: 1x5d", "@1 black vacation 1440:00.000; @3 white note so");
    assert_eq!(table.reminder_due(), Some((Black, days(5))), "a vacation moves it");
    let (table, _) = game("rules: russian\nclock: 1x5d", "@1 black vacation 14400:00.000");
    assert_eq!(table.reminder_due(), None);
    assert_eq!(game("rules: russian\nclock: 5m", "0:01 white note so").0.reminder_due(), None, "only over days");
}
