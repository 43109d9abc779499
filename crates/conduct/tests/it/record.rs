//! Events as they are kept: what is decided, what old lines mean, what cannot have happened, time.

use crate::{fen, play};
use damka_conduct::clock::Millis;
use damka_conduct::{
    Act, Actor, Change, Claim, Command, Ending, Entry, Event, EventProblem, GameId, GameSpec, Line, NotAdmitted,
    PROOF_WAITS, Refused, Table, Transcript, VERSION,
};
use damka_notation::SquareNames;
use damka_rules::{Colour, Ruleset};

fn table(head: &str) -> Table {
    let transcript = Transcript::read(&format!("damka-record 2\n{head}\n")).expect("a head");
    Table::new(transcript.spec).expect("a game")
}

fn names() -> SquareNames {
    SquareNames::of(&Ruleset::named("russian").expect("a ruleset"))
}

/// The meaning of a line of version 1.
fn old(table: &Table, line: &str) -> Result<Vec<String>, Refused> {
    let Ok(Line::Old(entry)) = Line::read(&format!("1 {line}"), names()) else { panic!("{line} is not an old line") };
    Ok(table.upcast(&entry)?.iter().map(|event| event.line(names())).collect())
}

/// Folds lines of any version; what each of them means.
fn fold(table: &mut Table, lines: &[&str]) -> Vec<String> {
    let mut folded = Vec::new();
    for line in lines {
        let events = match Line::read(line, names()).unwrap_or_else(|error| panic!("{error}: {line}")) {
            Line::Event(event) => vec![event],
            Line::Old(entry) => table.upcast(&entry).unwrap_or_else(|refused| panic!("{refused:?}: {line}")),
        };
        for event in events {
            assert_eq!(table.admits(&event), Ok(()), "{line}");
            table.evolve(&event);
            folded.push(event.line(names()));
        }
    }
    folded
}

fn event(line: &str) -> Event {
    Event::read(&format!("2 {line}"), names()).unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn decide(
    table: &Table,
    actor: Actor,
    intent: Act<Vec<damka_notation::Cell>>,
    now: u64,
) -> Result<Vec<String>, Refused> {
    let events = table.decide(&Command::act(actor, intent), Millis(now))?;
    Ok(events.iter().map(|event| event.line(names())).collect())
}

const NOBODY: Actor = Actor::Nobody;
const WHITE: Actor = Actor::player(Colour::White);
const BLACK: Actor = Actor::player(Colour::Black);

#[test]
fn a_move_is_kept_whole() {
    let mut table = table("rules: russian\nstart: W:Wc3,c7:Bd4,d6,h8");
    // The ends alone were sent; the path and what was captured are kept.
    let cells = ["c3", "c7"].map(|name| names().cell(names().parse(name).expect("a square"))).to_vec();
    assert!(
        matches!(table.decide(&Command::act(WHITE, Act::Move(cells)), Millis(0)), Err(Refused::Illegal(_))),
        "c7 is taken"
    );
    let mut free = self::table("rules: russian\nstart: W:Wc3:Bd4,d6,h8");
    let cells = ["c3", "c7"].map(|name| names().cell(names().parse(name).expect("a square"))).to_vec();
    let events = free.decide(&Command::act(WHITE, Act::Move(cells)), Millis(7)).expect("a capture");
    assert_eq!(events[0].line(names()), "2 0:00.007 white move c3 e5 c7 x d4 d6");
    free.evolve(&events[0]);
    assert_eq!(fen(&free, Colour::Black), "B:Wc7:Bh8");
    let crowned = fold(&mut table, &["2 0:00.000 white move c3 e5 x d4"]);
    assert_eq!(crowned.len(), 1);
    let mut last = self::table("rules: russian\nstart: W:Wc7:Bh4");
    fold(&mut last, &["1 0:00 white move c7 b8"]);
    assert_eq!(fen(&last, Colour::Black), "B:WKb8:Bh4");
    assert_eq!(
        old(&self::table("rules: russian\nstart: W:Wc7:Bh4"), "0:00 white move c7 b8").unwrap(),
        ["2 0:00.000 white move c7 b8 crowned"]
    );
}

#[test]
fn old_lines_mean_what_they_meant() {
    let mut timed = table("rules: russian\nclock: 2s");
    assert_eq!(
        fold(&mut timed, &["1 0:00.010 white move c3 d4", "1 0:01.500 black move f6 g5"]),
        ["2 0:00.010 white move c3 d4", "2 0:01.500 black move f6 g5"]
    );
    // White has used nothing before the first move and half a second now: the flag falls at 3.5 s.
    assert_eq!(old(&timed, "0:03.499 white move g3 h4").unwrap(), ["2 0:03.499 white move g3 h4"]);
    for late in ["0:03.500 white move g3 h4", "0:09 nobody note flag", "0:04 black resign", "0:04 white move a1 h8"] {
        assert_eq!(old(&timed, late).unwrap(), ["2 0:03.500 nobody flag white"], "{late}");
    }
    assert!(old(&timed, "0:02 white move a1 h8").is_err(), "in time it is damage");
    fold(&mut timed, &["1 0:04 nobody note flag", "1 0:05 arbiter note seen"]);
    assert_eq!(timed.ending(), Some(Ending::Flag(Colour::White)));
}

#[test]
fn old_flags_with_mercy_were_decided_at_once() {
    let head = "rules: russian\nclock: 1m\nmercy: yes\nstart: W:WKc1:BKa7";
    let mut proved = table(head);
    fold(&mut proved, &["1 0:00 white move c1 b2", "1 0:00 nobody cannot-win white"]);
    assert_eq!(old(&proved, "2:00 nobody note flag").unwrap(), ["2 1:00.000 nobody flag black"]);
    fold(&mut proved, &["1 2:00 nobody note flag"]);
    assert_eq!(proved.ending(), Some(Ending::FlagWithoutWin(Colour::Black)));
    let mut unproved = table(head);
    fold(&mut unproved, &["1 0:00 white move c1 b2"]);
    assert_eq!(
        fold(&mut unproved, &["1 2:00 black move a7 b8"]),
        ["2 1:00.000 nobody flag black", "2 1:00.000 nobody unproved"]
    );
    assert_eq!(unproved.ending(), Some(Ending::Flag(Colour::Black)));
}

#[test]
fn a_flag_that_may_draw_opens_a_question() {
    let mut table = table("rules: russian\nclock: 1m\nmercy: yes\nstart: W:WKc1:BKa7");
    fold(&mut table, &["2 0:00.000 white move c1 b2"]);
    assert_eq!(table.next_due(), Some(Millis::minutes(1)));
    let elapse = |table: &Table, now: u64| table.decide(&Command::Elapse, Millis(now)).expect("time goes on");
    assert_eq!(elapse(&table, 59_999), []);
    let flag = elapse(&table, 63_000);
    assert_eq!(flag.iter().map(|event| event.line(names())).collect::<Vec<_>>(), ["2 1:00.000 nobody flag black"]);
    assert_eq!(table.evolve(&flag[0]), [Change::FlagFell(Colour::Black)]);
    assert_eq!((table.ending(), table.fallen_flag()), (None, Some((Colour::Black, Millis::minutes(1)))));
    assert!(table.wants_proof() && table.rights(Colour::White, Millis(63_000)).is_empty());
    assert_eq!(decide(&table, BLACK, Act::Resign, 63_000), Err(Refused::FlagFell(Colour::Black)));
    assert_eq!(table.next_due(), Some(Millis::minutes(1).plus(PROOF_WAITS)));
    // A proof about the loser says nothing; one about the winner ends the game.
    let mut other = table.clone();
    assert_eq!(other.evolve(&event("1:01.000 nobody cannot-win black")), []);
    assert_eq!(other.ending(), None);
    other.evolve(&event("1:01.000 nobody cannot-win white"));
    assert_eq!(other.ending(), Some(Ending::FlagWithoutWin(Colour::Black)));
    // Without one the flag loses after ten seconds.
    assert_eq!(elapse(&table, 69_999), []);
    let late = elapse(&table, 70_000);
    assert_eq!(late[0].line(names()), "2 1:10.000 nobody unproved");
    table.evolve(&late[0]);
    assert_eq!((table.ending(), table.next_due()), (Some(Ending::Flag(Colour::Black)), None));
    assert!(!table.wants_proof());
}

#[test]
fn a_proof_dies_with_its_position() {
    let head = "rules: russian\nstart: W:WKa1:BKh6";
    let claim = "white claim nobody-can-win";
    let both = "nobody cannot-win white; nobody cannot-win black";
    let ended = |events: &str| play(head, events).0.ending().is_some();
    assert!(ended(&format!("{both}; {claim}")));
    assert!(!ended(&format!("{both}; white move a1 b2; black {}", &claim[6..])));
    let back = format!("white move a1 b2; black move h6 g5; {both}; white ask-back; black agree-back; {claim}");
    assert!(!ended(&back), "the position that was taken back is gone");
    let stand = "white move a1 b2; white press; black lift h6; black place h5; black release; black press";
    let at_board = format!("{head}\nmanner: at-board");
    let stands = format!("{stand}; {both}; arbiter rule stand; white claim nobody-can-win");
    assert!(play(&at_board, &stands).0.ending().is_none(), "what is let stand is another position");
}

#[test]
fn answers_that_took_time_count_only_if_nothing_has_happened_since() {
    let mut table = table("rules: russian");
    let cells = ["c3", "d4"].map(|name| names().cell(names().parse(name).expect("a square"))).to_vec();
    let command = |events| Command::Act { actor: WHITE, intent: Act::Move(cells.clone()), made_for: Some(events) };
    assert_eq!(table.events(), 0);
    assert!(table.decide(&command(0), Millis(0)).is_ok());
    fold(&mut table, &["2 0:00.000 black insist"]);
    assert_eq!(table.events(), 1);
    assert_eq!(table.decide(&command(0), Millis(0)), Err(Refused::Stale));
    assert!(table.decide(&command(1), Millis(0)).is_ok());
}

#[test]
fn a_credit_charges_nobody() {
    let mut table = table("rules: russian\nclock: 1m+5s");
    assert_eq!(decide(&table, NOBODY, Act::Credit(Millis(1)), 0), Err(Refused::Clock), "no clock runs");
    fold(&mut table, &["2 0:00.000 white move c3 d4", "2 0:10.000 nobody credit 8:00.000"]);
    assert_eq!(table.now(), Millis::seconds(490));
    assert_eq!(table.reading(Colour::Black, Millis::seconds(490)).remaining, Some(Millis::seconds(50)));
    assert_eq!(table.next_due(), Some(Millis::seconds(540)));
    // Byoyomi too: the period goes on where it was.
    let mut days = self::table("rules: russian\nclock: 1x3d");
    fold(&mut days, &["2 0:00.000 white move c3 d4", "2 60:00.000 nobody credit 720:00.000"]);
    assert_eq!(days.next_due(), Some(Millis::minutes(60 * 72 + 720)));
}

#[test]
fn in_games_of_days_nobody_has_to_be_there() {
    let mut days = table("rules: russian\nclock: 1x3d");
    assert_eq!(decide(&days, BLACK, Act::Leave, 0), Err(Refused::OtherPace));
    assert_eq!(decide(&days, BLACK, Act::Return, 0), Err(Refused::OtherPace));
    assert_eq!(decide(&days, WHITE, Act::Claim(Claim::Gone), 0), Err(Refused::OtherPace));
    // What version 1 recorded stays so.
    fold(&mut days, &["1 0:10 black leave"]);
    assert_eq!((days.is_gone(Colour::Black), days.claimable_from(Colour::White)), (true, None));
    fold(&mut days, &["1 1:10 white claim gone"]);
    assert_eq!(days.ending(), Some(Ending::Gone(Colour::Black)));
    for (head, pace) in [
        ("rules: russian\nclock: 23h", "sitting"),
        ("rules: russian\nclock: 24h", "days"),
        ("rules: russian\nclock: 5m\npace: days", "days"),
        ("rules: russian\nclock: 1x3d\npace: sitting", "sitting"),
    ] {
        let spec: GameSpec = table(head).spec().clone();
        assert_eq!(damka_conduct::Worded::word(spec.pace), pace, "{head}");
        let lines: Vec<(&str, String)> = spec.lines();
        let again = GameSpec::from_lines(lines.iter().map(|(name, value)| (*name, value.as_str())));
        assert_eq!(again.as_ref(), Ok(&spec), "{head}");
    }
}

#[test]
fn the_moment_from_which_absence_can_be_claimed_is_known() {
    let (table, _) = play("rules: russian\nclock: 5m", "0:00 white move c3 d4; 0:10 black leave");
    assert_eq!(table.claimable_from(Colour::White), Some(Millis::seconds(70)));
    assert_eq!(table.claimable_from(Colour::Black), None);
    assert!(table.is_gone(Colour::Black) && !table.is_gone(Colour::White));
    let (back, _) = play("rules: russian\nclock: 5m", "0:00 white move c3 d4; 0:10 black leave; 0:20 black return");
    assert_eq!((back.claimable_from(Colour::White), back.is_gone(Colour::Black)), (None, false));
}

#[test]
fn another_game_is_wanted_and_made_after_the_end() {
    let mut table = table("rules: russian");
    let made = || Act::RematchMade(GameId::new("next"));
    assert_eq!(decide(&table, WHITE, Act::Rematch, 0), Err(Refused::NotOver));
    fold(&mut table, &["2 0:00.000 white resign"]);
    assert_eq!(decide(&table, NOBODY, made(), 0), Err(Refused::NotOver), "nobody wants it yet");
    fold(&mut table, &["2 0:01.000 black rematch"]);
    assert_eq!(table.rematch().wanted, [false, true]);
    assert_eq!(decide(&table, BLACK, Act::Rematch, 1_000), Err(Refused::AlreadyDone));
    assert_eq!(decide(&table, NOBODY, made(), 1_000), Err(Refused::NotOver), "only one wants it");
    fold(&mut table, &["2 0:02.000 white rematch", "2 0:02.000 nobody rematch-made next"]);
    assert_eq!(table.rematch().made, Some(GameId::new("next")));
    assert_eq!(decide(&table, NOBODY, made(), 2_000), Err(Refused::AlreadyDone));
    assert_eq!(decide(&table, BLACK, Act::Offer, 2_000).map(drop), Err(Refused::Over(table.ending().expect("over"))));
}

#[test]
fn what_cannot_have_happened_is_damage() {
    let mut table = table("rules: russian\nclock: 5m");
    fold(&mut table, &["2 0:05.000 white move c3 d4"]);
    let admits = |table: &Table, line: &str| table.admits(&event(line));
    for (line, why) in [
        ("0:04.999 black move f6 g5", NotAdmitted::TimeBackward),
        ("0:05.000 black move f6 h4", NotAdmitted::Move),
        ("0:05.000 black move f6 g5 x e5", NotAdmitted::Move),
        ("0:05.000 black move f6 g5 crowned", NotAdmitted::Move),
        ("0:05.000 white move g3 h4", NotAdmitted::Move),
        ("0:05.000 black pass", NotAdmitted::Move),
        ("0:05.000 white press", NotAdmitted::Move),
        ("0:05.000 black lift f6", NotAdmitted::Hand),
        ("0:05.000 black crown f6", NotAdmitted::Hand),
        ("0:05.000 black accept", NotAdmitted::Unasked),
        ("0:05.000 black decline", NotAdmitted::Unasked),
        ("0:05.000 black agree-back", NotAdmitted::Unasked),
        ("0:05.000 black demand", NotAdmitted::Unasked),
        ("0:05.000 nobody unproved", NotAdmitted::Unasked),
        ("0:05.000 black rule draw", NotAdmitted::Actor),
        ("0:05.000 black flag white", NotAdmitted::Actor),
        ("0:05.000 arbiter move f6 g5", NotAdmitted::Actor),
        ("0:05.000 nobody resign", NotAdmitted::Actor),
        ("0:05.000 white rematch", NotAdmitted::Over),
    ] {
        assert_eq!(admits(&table, line), Err(why), "{line}");
    }
    for line in
        ["black move f6 g5", "black offer", "white.2 resign", "arbiter rule draw", "nobody flag black", "nobody note x"]
    {
        assert_eq!(admits(&table, &format!("0:05.000 {line}")), Ok(()), "{line}");
    }
    fold(&mut table, &["2 0:06.000 white resign"]);
    assert_eq!(admits(&table, "0:07.000 black offer"), Err(NotAdmitted::Over));
    assert_eq!(admits(&table, "0:07.000 black.3 rematch"), Ok(()));
    assert_eq!(admits(&table, "0:07.000 arbiter note said later"), Ok(()));
}

#[test]
fn lines_of_a_later_version_are_refused() {
    let later = format!("{} 0:00 white fly c3", VERSION + 1);
    assert_eq!(Line::read(&later, names()).expect_err("later").problem, EventProblem::Version);
    assert_eq!(Event::read("1 0:00 white resign", names()).expect_err("old").problem, EventProblem::Version);
    assert!(Entry::read("1 0:00 white resign", names()).is_ok() && Entry::read("2 0:00 white resign", names()).is_ok());
    assert_eq!(Line::read("x 0:00 white resign", names()).expect_err("none").problem, EventProblem::Version);
}

#[test]
fn a_remark_has_no_effect() {
    let mut table = table("rules: russian\nclock: 5m");
    fold(&mut table, &["2 0:00.000 white move c3 d4"]);
    let before = table.clone();
    assert_eq!(table.evolve(&event("0:01.000 nobody note flag")), []);
    assert_eq!((table.ending(), table.running(), table.game()), (before.ending(), before.running(), before.game()));
}

#[test]
fn while_the_arbiter_has_stopped_the_clocks_strict_games_stand() {
    let paused = "0:00 white move c3 d4; 0:10 arbiter rule pause";
    let (table, _) = play("rules: russian\nclock: 1m", paused);
    let cells = ["f6", "g5"].map(|name| names().cell(names().parse(name).expect("a square"))).to_vec();
    assert_eq!(decide(&table, BLACK, Act::Move(cells), 20_000), Err(Refused::Clock));
    assert_eq!(table.next_due(), None);
    assert_eq!(
        play("rules: russian\nclock: 1m", &format!("{paused}; 9:00 arbiter rule resume")).0.next_due(),
        Some(Millis(590_000))
    );
}

#[test]
fn who_acts_in_a_shared_seat_is_recorded() {
    let (table, steps) = play("rules: russian", "white.2 move c3 d4; black.3 move f6 g5");
    assert_eq!(table.game().played().len(), 2);
    assert_eq!(steps[1].events[0].actor, Actor::Player(Colour::Black, 3));
    assert!(steps[0].events[0].line(names()).contains("white.2 move"));
}
