//! The fourteen violations of article 4 and the rights they give.

use crate::{at_board, at_board_with, fen, violations};
use damka_conduct::{Right, Table, Violation};
use damka_rules::{Colour, Ply};

/// One example of each violation: the position, what White does, what it is, and the board as it stands then.
const EXAMPLES: &[(&str, &str, &[Violation])] = &[
    // clauses: A.violation.4.1
    (
        "W:Wc3,g1:Bf6",
        "white lift c3; white place d4; white release; white press; white lift g1; white place h2; white release; white press",
        &[Violation::TwoMoves],
    ),
    // clauses: A.violation.4.2
    ("W:Wc3:Bf6,h8", "white lift c3; white place c5; white release; white press", &[Violation::IncorrectMove]),
    // clauses: A.violation.4.3 A.move.11
    (
        "W:Wc3,g1:Bf6",
        "white touch c3; white lift g1; white place h2; white release; white press",
        &[Violation::OtherPieceMoved],
    ),
    // clauses: A.violation.4.4 A.move.10
    (
        "W:Wc3,g1:Bf6",
        "white lift c3; white place d4; white release; white lift d4; white place b4; white release; white press",
        &[Violation::TakenBack],
    ),
    // clauses: A.violation.4.5
    ("W:Wc3:Bf6,h8", "white lift f6; white place e5; white release; white press", &[Violation::EnemyPieceMoved]),
    // clauses: A.violation.4.6 B.missed.1
    ("W:Wc3,g1:Bd4", "white lift g1; white place h2; white release; white press", &[Violation::MissedCapture]),
    // clauses: A.violation.4.7
    (
        "W:Wc3,g1:Bf6,h8",
        "white lift c3; white place d4; white release; white remove h8; white press",
        &[Violation::RemovedWithoutReason],
    ),
    // clauses: A.violation.4.8 A.violation.4.9 A.capture.10
    (
        "W:Wc3:Bd4,d6,h8",
        "white lift c3; white place e5; white release; white remove d4; white press",
        &[Violation::WrongNumberCaptured, Violation::SeriesStopped],
    ),
    // clauses: A.violation.4.10
    (
        "W:Wc3:Bd4,d6,h8",
        "white lift c3; white place e5; white remove d4; white place c7; white release; white remove d6; white press",
        &[Violation::RemovedDuringSeries],
    ),
    // clauses: A.violation.4.11
    (
        "W:Wc3:Bd4,d6,h8",
        "white lift c3; white place e5; white place c7; white release; white press",
        &[Violation::TooFewRemoved],
    ),
    // clauses: A.violation.4.12
    (
        "W:Wc3:Bd4,h8,a7",
        "white lift c3; white place e5; white release; white remove d4; white remove a7; white press",
        &[Violation::NotCapturedRemoved],
    ),
    // clauses: A.violation.4.13 A.capture.12
    (
        "W:Wc3:Bd4,d6,h8",
        "white lift c3; white place e5; white place c7; white release; white remove d4; white press",
        &[Violation::TooFewRemoved, Violation::RemovalBrokenOff],
    ),
    // clauses: A.violation.4.14
    (
        "W:Wc3,g1:Bd4,h8",
        "white lift c3; white place e5; white release; white remove d4; white remove g1; white press",
        &[Violation::OwnRemoved],
    ),
];

fn example(start: &str, events: &str) -> Table {
    at_board_with(&format!("rules: russian\nmanner: at-board\nclock: 8m\nstart: {start}"), events)
}

#[test]
fn each_violation_is_recognised_and_named() {
    for (start, events, expected) in EXAMPLES {
        let table = example(start, events);
        assert_eq!(violations(&table), *expected, "{start} {events}");
        assert_eq!(table.open_violations().map(|(by, _)| by), Some(Colour::White));
    }
    let mut named: Vec<Violation> = EXAMPLES.iter().flat_map(|(_, _, expected)| expected.iter().copied()).collect();
    named.sort_unstable();
    named.dedup();
    assert_eq!(named, Violation::ALL[..14], "4.1 to 4.14");
}

// clauses: A.violation.4
#[test]
fn only_the_opponent_decides() {
    for (start, events, _) in EXAMPLES {
        let table = example(start, events);
        assert!(table.rights(Colour::Black, table_time()).contains(&Right::Demand));
        assert!(!table.rights(Colour::White, table_time()).contains(&Right::Demand));
        let (head, own) =
            (format!("rules: russian\nmanner: at-board\nclock: 8m\nstart: {start}"), format!("{events}; white demand"));
        assert!(crate::last(&head, &own).is_err(), "the offender cannot decide: {events}");
    }
}

fn table_time() -> damka_conduct::clock::Millis {
    damka_conduct::clock::Millis(0)
}

// clauses: A.violation.8
#[test]
fn a_correction_restores_everything() {
    for (start, events, expected) in EXAMPLES {
        let table = example(start, &format!("{events}; black demand"));
        assert_eq!(violations(&table), []);
        if expected[..] == [Violation::TwoMoves] {
            // The second of two moves is undone, the first was legal.
            assert_eq!(fen(&table, Colour::Black), "B:Wg1,d4:Bf6");
            assert_eq!(table.to_move(), Colour::Black);
        } else {
            let before = damka_notation::fen::read(start, &table.spec().ruleset);
            assert_eq!(Ok(table.board().position(Colour::White)), before);
            assert_eq!(table.to_move(), Colour::White, "the offender moves again: {events}");
        }
    }
}

// clauses: A.violation.7 B.missed.1
#[test]
fn any_move_of_the_opponent_accepts() {
    let missed = "white lift g1; white place h2; white release; white press";
    let table =
        at_board("W:Wc3,g1:Bd4,h8", &format!("{missed}; black lift h8; black place g7; black release; black press"));
    // Black, too, could have captured: d4:b2.
    assert_eq!(violations(&table), [Violation::MissedCapture], "now Black missed one");
    assert_eq!(table.open_violations().map(|(by, _)| by), Some(Colour::Black));
    let table = at_board("W:Wc3,g1:Bd4,h8", &format!("{missed}; black move d4 b2"));
    assert_eq!(violations(&table), []);
    assert_eq!(fen(&table, Colour::White), "W:Wh2:Bb2,h8");
    assert_eq!(table.game().played()[0].ply, Ply::LetStand, "the missed capture stands");
    let late = crate::last(
        "rules: russian\nmanner: at-board\nstart: W:Wc3,g1:Bd4,h8",
        &format!("{missed}; black move d4 b2; black demand"),
    );
    assert!(late.is_err(), "the right to a correction is gone");
}

// clauses: B.missed.2
#[test]
fn the_clock_runs_for_the_one_who_must_correct() {
    let head = "rules: russian-basic\nmanner: at-board\nclock: 8m\nstart: W:Wc3,g1:Bd4";
    let events = "0:05 white lift g1; 0:06 white place h2; 0:07 white release; 0:08 white press; 0:20 black demand";
    let table = at_board_with(head, events);
    assert_eq!(table.running(), Some(Colour::White));
    assert_eq!(table.to_move(), Colour::White);
}

// clauses: A.move.11 A.violation.4.3
#[test]
fn a_touched_piece_that_cannot_move_binds_nobody() {
    let table =
        at_board("W:Wc3,b4,a1,b2:Bf6", "white touch a1; white lift c3; white place d4; white release; white press");
    assert_eq!(violations(&table), [], "a1 is blocked");
}

// clauses: A.violation.3
#[test]
fn a_piece_on_a_light_square_is_out_of_play_and_can_stand() {
    let events = "white lift c3; white place c4; white release; white press";
    let table = at_board("W:Wc3,g1:Bf6", events);
    assert_eq!(violations(&table), [Violation::OnUnplayedCell]);
    let table =
        at_board("W:Wc3,g1:Bf6", &format!("{events}; black move f6 e5; black press; white move g1 h2; white press"));
    assert_eq!(table.board().strays().count(), 1, "it still stands there");
    assert_eq!(fen(&table, Colour::Black), "B:Wh2:Be5", "and takes no part in the game");
}

// clauses: A.violation.2 A.violation.7
#[test]
fn a_wrong_set_up_is_undone_for_a_player_who_has_not_moved() {
    let head = "rules: russian\nmanner: at-board\nfound: W:Wa1,c3:Bf6,h8";
    let table = at_board_with(head, "white move c3 d4; white press; black claim wrong-setup");
    assert_eq!(table.board().pieces().count(), 24, "set up as it should be");
    assert!(table.game().played().is_empty());
    assert_eq!(table.to_move(), Colour::White);
    let late = crate::last(head, "white move c3 d4; white press; white claim wrong-setup");
    assert!(late.is_err(), "White has accepted it by moving");
    let right = crate::last("rules: russian\nmanner: at-board", "black claim wrong-setup");
    assert!(right.is_err(), "nothing is wrong");
}

/// rules.md 8.13: after a demand the offender makes any legal capture, with the touched piece if it can capture.
// clauses: A.move.11
#[test]
fn after_a_demand_the_touched_piece_captures_if_it_can() {
    let start = "W:Wc3,g3:Bd4,f4";
    let head = format!("rules: russian\nmanner: at-board\nstart: {start}");
    let missed = "white lift c3; white place b4; white release; white press; black demand";
    let other = crate::last(&head, &format!("{missed}; white move g3 e5"));
    assert_eq!(other, Err(damka_conduct::Refused::OtherPieceBound), "c3 was touched and can capture");
    let by_hand = "white lift g3; white place e5; white release; white remove f4; white press";
    assert_eq!(violations(&at_board(start, &format!("{missed}; {by_hand}"))), [Violation::OtherPieceMoved]);
    assert!(crate::last(&head, &format!("{missed}; white move c3 e5")).is_ok());
    // A touched piece that cannot capture binds nobody.
    let free = "W:Wc3,g1:Bd4";
    let head = format!("rules: russian\nmanner: at-board\nstart: {free}");
    let missed = "white lift g1; white place h2; white release; white press; black demand";
    assert!(crate::last(&head, &format!("{missed}; white move c3 e5")).is_ok());
}

/// rules.md 8.13: 4.5 does not apply in Stavropol draughts, and captured own pieces are not a violation in self-capture draughts.
#[test]
fn games_that_allow_it_are_not_blamed() {
    let stavropol = "rules: stavropol\nmanner: at-board\nstart: W:Wa1:Bf6,h8";
    let table = at_board_with(stavropol, "white lift f6; white place e5; white release; white press");
    assert_eq!(violations(&table), []);
    let samoyed = "rules: samoyed\nmanner: at-board\nstart: W:Wc3,d4:Bh8";
    let table = at_board_with(samoyed, "white lift c3; white place e5; white release; white remove d4; white press");
    assert_eq!(violations(&table), []);
}

// clauses: A.violation.4.1
#[test]
fn two_pieces_moved_in_one_turn_are_two_moves() {
    let events =
        "white lift c3; white place d4; white release; white lift g1; white place h2; white release; white press";
    assert_eq!(violations(&at_board("W:Wc3,g1:Bf6", events)), [Violation::TwoMoves]);
}

// clauses: A.violation.4.7
#[test]
fn a_piece_taken_off_out_of_turn_is_removed_without_reason() {
    let events = "white move c3 d4; white press; white remove f6; white press";
    assert_eq!(violations(&at_board("W:Wc3,g1:Bf6,h8", events)), [Violation::RemovedWithoutReason]);
}

#[test]
fn a_touched_piece_can_be_played_with_a_whole_move() {
    let head = "rules: russian\nmanner: at-board\nstart: W:Wc3,g1:Bf6";
    assert!(crate::last(head, "white touch c3; white move c3 d4").is_ok());
    let other = crate::last(head, "white touch c3; white move g1 h2");
    assert_eq!(other, Err(damka_conduct::Refused::OtherPieceBound));
}

// clauses: A.violation.4.2
#[test]
fn a_capture_with_a_step_too_many_is_an_incorrect_move() {
    let events = "white lift c3; white place e5; white place f6; white release; white remove d4; white press";
    assert_eq!(violations(&at_board("W:Wc3,g1:Bd4,h8", events)), [Violation::IncorrectMove]);
}
