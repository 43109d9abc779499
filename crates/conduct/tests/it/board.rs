//! Hands: touching, adjusting, showing, removing, crowning.

use crate::{at_board, fen, last, play, violations};
use damka_conduct::{Change, Incorrect, Violation};
use damka_rules::Colour;

const HEAD: &str = "rules: russian\nmanner: at-board\nstart: W:Wc3,g1:Bf6,h8";

// clauses: A.move.10 A.move.12
#[test]
fn until_it_is_released_a_piece_may_go_elsewhere() {
    let table = at_board("W:Wc3,g1:Bf6", "white lift c3; white place d4; white place b4; white release; white press");
    assert_eq!(violations(&table), []);
    assert_eq!(fen(&table, Colour::Black), "B:Wg1,b4:Bf6");
}

// clauses: A.move.13
#[test]
fn an_announced_adjustment_binds_nobody() {
    let events = "white adjust; white touch c3; white lift g1; white place h2; white release; white press";
    assert_eq!(violations(&at_board("W:Wc3,g1:Bf6", events)), []);
}

// clauses: A.move.14
#[test]
fn touching_in_the_opponents_turn_is_recorded_without_consequence() {
    let changes = last(HEAD, "black touch f6").expect("accepted");
    assert_eq!(changes, [Change::Incorrect { by: Colour::Black, what: Incorrect::TouchedInOthersTurn }]);
    let events = "black touch f6; white move c3 d4; white press; black move h8 g7; black press";
    assert_eq!(violations(&play(HEAD, events).0), []);
    let moved_back = "black lift f6; black place f6; black release; black press";
    let changes = last(HEAD, moved_back);
    assert!(
        changes.is_err()
            || changes == Ok(vec![Change::Incorrect { by: Colour::Black, what: Incorrect::TouchedInOthersTurn }])
    );
}

// clauses: A.move.6
#[test]
fn player_or_opponent_must_crown() {
    let start = "W:Wc7:Bh4,a5";
    let by_player = at_board(start, "white lift c7; white place b8; white release; white crown b8; white press");
    assert_eq!(violations(&by_player), []);
    let forgotten = "white lift c7; white place b8; white release; white press";
    let table = at_board(start, forgotten);
    assert_eq!(violations(&table), [Violation::NotCrowned]);
    for put_right in ["black crown b8", "black demand"] {
        let table = at_board(start, &format!("{forgotten}; {put_right}"));
        assert_eq!(violations(&table), []);
        assert_eq!(fen(&table, Colour::Black), "B:WKb8:Bh4,a5", "{put_right}");
        assert_eq!(table.to_move(), Colour::Black, "crowning is not a move");
    }
}

// clauses: A.move.7
#[test]
fn an_uncrowned_piece_does_not_move_as_a_king() {
    let start = "W:Wa1,c7:Bh4,a5";
    let accepted = "white lift c7; white place b8; white release; white press; black move h4 g3; black press";
    let table = at_board(start, accepted);
    assert_eq!(fen(&table, Colour::White), "W:Wa1,b8:Bg3,a5", "it stands as a man");
    let table = at_board(start, &format!("{accepted}; white lift b8; white place d6; white release; white press"));
    assert_eq!(violations(&table), [Violation::IncorrectMove]);
}

// clauses: A.capture.4 A.capture.9
#[test]
fn a_capture_that_is_not_shown_is_recorded() {
    let head = "rules: russian\nmanner: at-board\nstart: W:Wc3:Bd4,d6,h8";
    let shown =
        "white lift c3; white place e5; white place c7; white release; white remove d4; white remove d6; white press";
    let changes = last(head, shown).expect("accepted");
    assert!(changes.iter().all(|change| !matches!(change, Change::Incorrect { .. })), "{changes:?}");
    let hidden = "white lift c3; white place c7; white release; white remove d4; white remove d6; white press";
    let changes = last(head, hidden).expect("accepted");
    assert!(changes.contains(&Change::Incorrect { by: Colour::White, what: Incorrect::NotShown }), "{changes:?}");
    assert!(changes.iter().any(|change| matches!(change, Change::Moved { .. })), "it is a legal move all the same");
}

// clauses: A.violation.5
#[test]
fn what_happens_from_outside_is_no_violation() {
    let table = at_board("W:Wc3,g1:Bf6", "white touch c3; nobody disturbance; white move g1 h2; white press");
    assert_eq!(violations(&table), []);
}

#[test]
fn hands_cannot_do_the_impossible() {
    for events in [
        "white lift d4",
        "white place d4",
        "white release",
        "white lift c3; white lift g1",
        "white remove e5",
        "white crown d4",
        "white lift c3; white place g1",
    ] {
        assert!(last(HEAD, events).is_err(), "{events}");
    }
    assert!(last("rules: russian", "white lift c3").is_err(), "strict games have no hands");
}

/// The table knows the piece under a hand at every moment, so that nobody who comes back has to remember it.
#[test]
fn the_hand_is_known() {
    let held = |events: &str| {
        let table = at_board("W:Wc3:Bh8", events);
        let names = table.board().names();
        table.held().map(|(side, cell, _, in_air)| (side, names.cell_name(cell), in_air))
    };
    assert_eq!(held("white touch c3"), None);
    assert_eq!(held("white lift c3"), Some((Colour::White, "c3", true)));
    assert_eq!(held("white lift c3; white place d4"), Some((Colour::White, "d4", false)));
    assert_eq!(held("white lift c3; white place d4; white release"), None);
    // A hand in the other's turn is a hand too.
    assert_eq!(held("black lift h8"), Some((Colour::Black, "h8", true)));
}

// clauses: C.5.1
#[test]
fn a_draw_can_be_offered_only_when_it_could_be_agreed() {
    let offers = |rules: &str| {
        let (table, _) = play(&format!("rules: {rules}"), "");
        table.rights(Colour::White, table.now()).contains(&damka_conduct::Right::Offer)
    };
    assert!(!offers("international"), "not before move 40");
    assert!(offers("russian"));
}

/// Found by `make torture`: the king may capture b6 alone, or go round and capture it last; both ways lead from c5 to a7.
#[test]
fn squares_that_are_the_whole_path_of_one_move_mean_that_move() {
    let head = "rules: russian\nstart: W:WKc5:Bb6,b4,b2,d2,h8";
    let (short, _) = play(head, "white move c5 a7");
    assert_eq!(fen(&short, Colour::Black), "B:WKa7:Bb2,d2,b4,h8");
    let (long, _) = play(head, "white move c5 a3 c1 e3 a7");
    assert_eq!(fen(&long, Colour::Black), "B:WKa7:Bh8");
}
