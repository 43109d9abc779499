//! Offers, claims, clocks, rulings: how a game ends when people end it.

use crate::{at_board_with, last, play};
use damka_conduct::{Change, Ending, Refused};
use damka_rules::{Colour, EndError, EndReason};

const HEAD: &str = "rules: russian";

fn ending(head: &str, events: &str) -> Option<Ending> {
    play(head, events).0.ending()
}

// clauses: A.result.2d C.4.2.4 A.violation.6
#[test]
fn who_refuses_to_keep_the_rules_loses() {
    for head in ["rules: russian", "rules: international"] {
        let changes = last(head, "white insist").expect("accepted");
        assert_eq!(changes, [Change::Insisted(Colour::White)]);
        let end = ending(head, "white insist; arbiter rule refusal black");
        assert_eq!(end, Some(Ending::Refusal(Colour::Black)));
        assert_eq!(end.and_then(|end| end.winner()), Some(Colour::White));
    }
    assert_eq!(last(HEAD, "white rule refusal black"), Err(Refused::NotYours), "only the arbiter rules");
}

// clauses: B.win.5
#[test]
fn the_arbiter_can_give_a_loss_for_discipline() {
    let end = ending("rules: russian-basic", "arbiter rule penalty white");
    assert_eq!(end.and_then(|end| end.winner()), Some(Colour::Black));
}

// clauses: B.win.4 B.clock.1
#[test]
fn the_flag_loses_exactly_when_the_time_is_over() {
    let head = "rules: russian-basic\nclock: 8m";
    let late = "0:00 white move c3 d4; 8:00 black move f6 e5";
    assert_eq!(ending(head, late), Some(Ending::Flag(Colour::Black)));
    let in_time = "0:00 white move c3 d4; 7:59.999 black move f6 e5";
    assert_eq!(ending(head, in_time), None);
}

#[test]
fn mercy_is_a_term_of_the_game_and_needs_proof() {
    let events = "0:00 white move c1 b2; nobody cannot-win white; 2:00 black move a7 b8";
    let head = "rules: russian\nclock: 1m\nstart: W:WKc1:BKa7";
    assert_eq!(ending(head, events), Some(Ending::Flag(Colour::Black)), "no mercy by default");
    let end = ending(&format!("{head}\nmercy: yes"), events);
    assert_eq!(end, Some(Ending::FlagWithoutWin(Colour::Black)));
    let unproved = "0:00 white move c1 b2; 2:00 black move a7 b8";
    assert_eq!(ending(&format!("{head}\nmercy: yes"), unproved), Some(Ending::Flag(Colour::Black)));
}

// clauses: A.result.2a
#[test]
fn an_opponent_who_is_gone_for_a_minute_can_be_claimed() {
    assert_eq!(last(HEAD, "0:10 black leave; 1:09.999 white claim gone"), Err(Refused::NotGoneLong));
    assert_eq!(ending(HEAD, "0:10 black leave; 1:10 white claim gone"), Some(Ending::Gone(Colour::Black)));
    assert_eq!(ending(HEAD, "0:10 black leave; 1:10 white claim gone-draw"), Some(Ending::GoneDraw(Colour::Black)));
    assert_eq!(last(HEAD, "0:10 black leave; 0:20 black return; 2:00 white claim gone"), Err(Refused::NotGoneLong));
}

#[test]
fn a_game_may_be_dropped_before_the_second_move() {
    assert_eq!(ending(HEAD, "white move c3 d4; black drop"), Some(Ending::Dropped));
    assert_eq!(last(HEAD, "white move c3 d4; black move f6 e5; white drop"), Err(Refused::TooLateToDrop));
}

// clauses: A.result.3a B.draw.1 C.5.1
#[test]
fn draws_are_offered_accepted_and_declined() {
    let drawn = ending(HEAD, "white offer; black accept");
    assert!(matches!(drawn, Some(Ending::Rules(outcome)) if outcome.reason == EndReason::Agreement));
    assert_eq!(last(HEAD, "white offer; white accept"), Err(Refused::NothingToAnswer), "not one's own");
    assert_eq!(last(HEAD, "white offer; black decline; black accept"), Err(Refused::NothingToAnswer));
    assert_eq!(
        last(HEAD, "white offer; white move c3 d4; black move f6 e5; black accept"),
        Err(Refused::NothingToAnswer),
        "a move declines"
    );
    let early = last("rules: international", "white offer");
    assert_eq!(early, Err(Refused::End(EndError::TooEarly { moves: 40 })));
}

// clauses: A.violation.1
#[test]
fn a_wrongly_turned_board_annuls_the_game() {
    let claim = "white move c3 d4; black claim wrong-board";
    let end = ending("rules: russian\nmanner: at-board", claim);
    assert_eq!(end, Some(Ending::Annulled));
    assert_eq!(last(HEAD, claim), Err(Refused::OtherManner), "the program lays the board rightly");
    assert!(!end.is_some_and(|end| end.counts()));
}

// clauses: B.draw.2 C.5.2
#[test]
fn nobody_can_win_by_agreement_by_proof_or_by_the_arbiter() {
    let head = "rules: russian\nstart: W:WKa1:BKh6";
    let claim = "white claim nobody-can-win";
    assert_eq!(ending(head, claim), None, "a claim alone ends nothing");
    assert!(ending(head, &format!("{claim}; black accept")).is_some());
    assert!(ending(head, &format!("nobody cannot-win white; nobody cannot-win black; {claim}")).is_some());
    assert_eq!(ending(head, &format!("{claim}; arbiter rule draw")), Some(Ending::ArbiterDraw));
    // The proof may come after the claim, while the opponent has not answered.
    let late = "nobody cannot-win white; nobody cannot-win black";
    assert!(ending(head, &format!("{claim}; {late}")).is_some());
    assert_eq!(ending(head, &format!("{claim}; nobody cannot-win white")), None, "half a proof");
    assert_eq!(ending(head, &format!("{claim}; black decline; {late}")), None, "nobody claims it any more");
    assert_eq!(ending(head, &format!("{claim}; white move a1 b2; {late}")), None, "a move ends the claim");
}

#[test]
fn a_take_back_is_an_event() {
    let (table, steps) = play(HEAD, "white move c3 d4; black move f6 e5; white ask-back; black agree-back");
    assert_eq!(steps.last().map(|step| step.result.clone()), Some(Ok(vec![Change::TookBack(2)])));
    assert!(table.game().played().is_empty());
    assert_eq!(last(HEAD, "white move c3 d4; black agree-back"), Err(Refused::NothingToAnswer));
}

#[test]
fn the_arbiter_pauses_and_sets_clocks() {
    let head = "rules: russian\nclock: 1m";
    let events = "0:00 white move c3 d4; 0:10 arbiter rule pause; 5:00 arbiter rule resume; 5:10 black move f6 e5";
    let table = at_board_with(head, events);
    assert_eq!(
        table.reading(Colour::Black, damka_conduct::clock::Millis::minutes(6)).remaining,
        Some(damka_conduct::clock::Millis::seconds(40))
    );
    assert_eq!(
        ending(head, "0:00 white move c3 d4; 0:10 arbiter rule time black 0:05; 0:15 black move f6 e5"),
        Some(Ending::Flag(Colour::Black))
    );
}

#[test]
fn illegal_moves_are_refused_in_strict_games() {
    assert!(matches!(last(HEAD, "white move c3 c5"), Err(Refused::Illegal(_) | Refused::NotPlayed(_))));
    assert!(matches!(last(HEAD, "white move c3 e5"), Err(Refused::Illegal(_))));
    assert_eq!(last(HEAD, "black move f6 e5"), Err(Refused::NotYourTurn));
    assert_eq!(last(HEAD, "0:10 white move c3 d4; 0:05 black move f6 e5"), Err(Refused::TimeBackward));
}

#[test]
fn records_read_back_and_replay_alike() {
    let text = "damka-record 1\nrules: russian\nmanner: at-board\nclock: 5m+3s\nwhite: Иванов; Петров\nseat-black: blind none\n\n\
                0:01 white lift c3\nwhite place d4\nwhite release\n0:02.5 white press\nblack note hello there\n";
    let record = damka_conduct::Transcript::read(text).expect("a record");
    let written = record.write();
    let again = damka_conduct::Transcript::read(&written).expect("what was written reads back");
    assert_eq!(again, record);
    assert_eq!(again.write(), written);
    let [first, second] = [&record, &again].map(|record| record.play().expect("a game"));
    assert_eq!(first.1, second.1);
    assert_eq!(first.0.board(), second.0.board());
}

/// A corrected move is not counted twice, and its increment is not earned twice.
#[test]
fn a_correction_takes_back_what_the_move_earned() {
    let head = "rules: russian\nmanner: at-board\nclock: 1m+5s\nstart: W:Wc3,g1:Bd4,h8";
    let events =
        "0:00 white touch g1; 0:10 white lift g1; white place h2; white release; white press; 0:20 black demand";
    let table = at_board_with(head, events);
    let left = table.reading(Colour::White, damka_conduct::clock::Millis::seconds(20)).remaining;
    assert_eq!(left, Some(damka_conduct::clock::Millis::seconds(50)), "ten seconds used, nothing earned");
    let table = at_board_with(head, &format!("{events}; 0:22 white move c3 e5; white press"));
    let left = table.reading(Colour::White, damka_conduct::clock::Millis::seconds(22)).remaining;
    assert_eq!(left, Some(damka_conduct::clock::Millis::seconds(53)), "two more used, five earned once");
}

#[test]
fn a_take_back_of_an_open_violation_undoes_just_that() {
    let head = "rules: russian\nmanner: at-board";
    let events = "white move c3 d4; white press; black lift f6; black place f5; black release; black press; \
                  black ask-back; white agree-back";
    let table = at_board_with(head, events);
    assert_eq!((table.game().played().len(), table.to_move()), (1, Colour::Black));
    assert!(table.is_settled());
}

#[test]
fn a_bad_line_of_the_head_is_named() {
    let error =
        damka_conduct::Transcript::read("damka-record 1\nclock: 5q\nwhite: A\nblack: B\n").expect_err("no clock");
    assert_eq!(error.line, 2);
    assert_eq!(last(HEAD, "white offer; white offer"), Err(Refused::AlreadyOffered));
}

// clauses: B.clock.1
#[test]
fn the_basic_rules_come_with_eight_minutes() {
    let late = "0:00 white move c3 d4; 8:00 black move f6 e5";
    assert_eq!(ending("rules: russian-basic", late), Some(Ending::Flag(Colour::Black)));
    assert_eq!(ending("rules: russian-basic\nclock: none", late), None, "unless the players agree otherwise");
    assert_eq!(ending("rules: russian", late), None, "other texts have no clock");
}
