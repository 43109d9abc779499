//! Why a move is refused: each reason, its place in the order, and its article.

use crate::{attempt, position, rules, square};
use damka_rules::{Colour, Refusal, Situation, SquareSet, Verdict};

/// The reason for a refusal and the article behind it.
fn refused(line: &str, start: &str, text: &str) -> (Refusal, String) {
    let ruleset = rules(line);
    let position = position(&ruleset, start);
    let attempt = attempt(&ruleset, text);
    match ruleset.explain(&position, &attempt) {
        Verdict::Refused(refusal) => (refusal, ruleset.cite_refusal(&position, &attempt, &refusal).to_string()),
        Verdict::Legal(moves) => panic!("{text} is legal: {moves:?}"),
    }
}

fn squares(line: &str, names: &str) -> SquareSet {
    let ruleset = rules(line);
    names.split_whitespace().map(|name| square(&ruleset, name)).collect()
}

fn check(line: &str, start: &str, text: &str, refusal: Refusal, article: &str) {
    assert_eq!(refused(line, start, text), (refusal, article.to_string()), "{line} {start} {text}");
}

#[test]
fn the_wrong_piece() {
    let at = |name| square(&rules("russian"), name);
    check("russian", "W: c3 / f6", "d4-e5", Refusal::Empty(at("d4")), "A.violation.4.5");
    check("russian", "W: c3 / f6", "f6-e5", Refusal::NotYours(at("f6")), "A.violation.4.5");
    check("russian", "W: c3 d4 / f6", "c3-d4", Refusal::Occupied(at("d4")), "A.move.4");
}

// clauses: A.capture.1 E.man.1
#[test]
fn a_capture_is_a_duty() {
    let pieces = squares("russian", "c3");
    check("russian", "W: c3 g1 / d4", "g1-h2", Refusal::MustCapture { pieces }, "A.capture.1");
    check("russian-gambler", "W: c3 g1 / d4", "g1-h2", Refusal::MustCapture { pieces }, "E.man.2");
    check(
        "international",
        "W: c3 g1 / d4",
        "g1-h2",
        Refusal::MustCapture { pieces: squares("international", "c3") },
        "C.3.1",
    );
}

// clauses: C.3.4.3
#[test]
fn the_most_must_be_taken() {
    let more = Refusal::MustTakeMore { offered: 1, best: 2 };
    check("international", "W: c3 g3 / d4 d6 h4", "g3:i5", more, "C.3.4.3");
    check("brazilian", "W: c3 h2 / d4 d6 g3", "h2:f4", more, "FMJD64");
}

#[test]
fn the_four_steps_of_the_italian_priority() {
    let line = "italian";
    let more = Refusal::MustTakeMore { offered: 1, best: 2 };
    check(line, "W: a1 h2 / b2 d4 g3", "h2:f4", more, "FID.6.6");
    let king = Refusal::MustUseKing { pieces: squares(line, "a1") };
    check(line, "W: Ka1 g1 / b2 f2", "g1:e3", king, "FID.6.6");
    let kings = Refusal::MustTakeKings { offered: 0, best: 1 };
    check(line, "W: Ka1 Kg1 / Kb2 f2", "g1:e3", kings, "FID.6.6");
    check(line, "W: Ka1 Kh8 / Kb2 d4 g7 Ke7", "h8:f6:d8", Refusal::MustTakeKingsFirst, "FID.6.6");
}

#[test]
fn the_king_captures_first_in_a_czech_house_game() {
    let line = "house man-capture=forward crowning=stop priority=king-first";
    let refusal = Refusal::MustUseKing { pieces: squares(line, "a1") };
    check(line, "W: Ka1 g1 / b2 f2", "g1:e3", refusal, "house");
}

// clauses: A.capture.5 A.capture.6 B.capture.1 D.capture.2
#[test]
fn a_capture_goes_on() {
    let from = squares("russian", "e5");
    check("russian", "W: c3 / d4 d6", "c3:e5", Refusal::MustGoOn { from }, "A.capture.6");
    check("russian-basic", "W: c3 / d4 d6", "c3:e5", Refusal::MustGoOn { from }, "B.capture.1");
    check("simple", "W: c3 / d4 d6", "c3:e5", Refusal::MustGoOn { from }, "D.capture.2");
    // The king may not stop on another square of the first ray.
    let from = squares("russian", "e5");
    check("russian", "W: Ka1 / c3 f4", "a1:d4", Refusal::MustGoOn { from }, "A.capture.6");
}

// clauses: D.3.italian
#[test]
fn men_may_not_take_kings_in_the_italian_games() {
    check("italian-ozornye", "W: c3 / Kd4", "c3:e5", Refusal::ManTakesKing, "D.3.italian");
    check("italian", "W: c3 / Kd4", "c3:e5", Refusal::ManTakesKing, "FID.5.3b");
}

// clauses: D.1.checkers D.2.english D.4.spanish E.checkers.1
#[test]
fn men_do_not_capture_backward_in_these_games() {
    for (line, article) in [
        ("checkers", "E.checkers.1"),
        ("checkers-ozornye", "D.1.checkers"),
        ("english-ozornye", "D.2.english"),
        ("spanish-ozornye", "D.4.spanish"),
        ("italian-ozornye", "D.3.italian"),
        ("english", "WCDF.1.18"),
    ] {
        check(line, "W: e5 / d4", "e5:c3", Refusal::ManCapturesBackward, article);
    }
}

// clauses: A.capture.7 C.3.4.5
#[test]
fn own_pieces_are_not_jumped() {
    check("russian", "W: c3 d4 / h8", "c3:e5", Refusal::OwnPiece, "A.capture.7");
    check("international", "W: c3 d4 / h8", "c3:e5", Refusal::OwnPiece, "C.3.4.5");
}

// clauses: D.1.checkers E.checkers.2
#[test]
fn short_kings_go_one_square() {
    check("checkers", "W: Ka1 / h8", "a1-c3", Refusal::KingTooFar, "E.checkers.2");
    check("checkers-ozornye", "W: Ka1 / d4", "a1:e5", Refusal::KingTooFar, "D.1.checkers");
}

// clauses: C.3.4.2
#[test]
fn a_man_crowned_in_passing_stops_or_goes_on_as_a_man() {
    check("english", "W: b6 / c7 e7", "b6:d8:f6", Refusal::CrownedInPassing, "WCDF.1.19");
    check("international", "W: d8 / e9 h8", "d8:f10:i7", Refusal::CrownedInPassing, "C.3.4.4");
}

// clauses: D.6.stavropol
#[test]
fn enemy_pieces_go_only_toward_the_player() {
    check("stavropol", "W: a1 / Kd4", "d4-e5", Refusal::OnlyToward, "D.6.stavropol");
}

// clauses: A.capture.8
#[test]
fn no_piece_is_jumped_twice() {
    let ruleset = rules("russian");
    let refusal = Refusal::Twice(square(&ruleset, "d4"));
    check("russian", "W: c3 / d4 h8", "c3:e5:c3", refusal, "A.capture.8");
}

// clauses: A.move.4 A.move.9
#[test]
fn the_shape_of_a_move() {
    let at = |name| square(&rules("russian"), name);
    check("russian", "W: c3 / h8", "c3-b2", Refusal::ManGoesBackward, "A.move.4");
    check("russian", "W: c3 / h8", "c3-e5", Refusal::ManTooFar, "A.move.4");
    check("russian", "W: c3 / h8", "c3-c5", Refusal::NotDiagonal, "A.move.4");
    check("russian", "W: Kc3 / h8", "c3-c5", Refusal::NotDiagonal, "A.move.9");
    check("russian", "W: Ka1 / d4 e5", "a1-g7", Refusal::Blocked(at("e5")), "A.move.9");
}

// clauses: D.5.corners.3
#[test]
fn corners_explains_itself() {
    check("corners", "W: a1 / h8", "a1-c1", Refusal::Unreachable, "D.5.corners.3");
    check("corners", "W: a1 / h8", "a1-b2", Refusal::Unreachable, "D.5.corners.3");
}

#[test]
fn a_legal_move_is_not_refused() {
    let ruleset = rules("russian");
    let verdict = ruleset.explain(&ruleset.start(), &attempt(&ruleset, "c3-d4"));
    assert!(matches!(verdict, Verdict::Legal(ref moves) if moves.len() == 1), "{verdict:?}");
}

/// 4x15 twice, via 27 and 38 or via 31 and 42: `W:WK4:B13,20,32,37` from a real bug report.
#[test]
fn two_captures_with_the_same_ends_are_both_shown() {
    let ruleset = rules("international");
    let position = position(&ruleset, "W: Kh10 / f8 i7 d4 c3");
    let meant = |text: &str| match ruleset.explain(&position, &attempt(&ruleset, text)) {
        Verdict::Legal(moves) => moves.len(),
        Verdict::Refused(refusal) => panic!("{refusal:?}"),
    };
    let ends = ruleset.legal_moves(&position)[0];
    let (from, to) = (ruleset.board().name(ends.from()), ruleset.board().name(ends.to()));
    assert_eq!(meant(&format!("{from}:{to}")), 2);
    let paths = ruleset.paths(&position, ends, 9);
    let named: Vec<String> = paths[0].iter().map(|square| ruleset.board().name(*square).to_string()).collect();
    assert_eq!(meant(&named.join(":")), 1, "{named:?}");
}

#[test]
fn the_situation_says_why_the_moves_are_what_they_are() {
    let situation = |line: &str, start: &str| {
        let ruleset = rules(line);
        ruleset.situation(&position(&ruleset, start))
    };
    assert_eq!(situation("russian", "W: c3 / h8"), Situation::Quiet { pieces: squares("russian", "c3") });
    let pieces = squares("russian", "c3");
    let capture = Situation::Capture { pieces, legal: 1, possible: 1, narrowed: None };
    assert_eq!(situation("russian", "W: c3 g1 / d4"), capture);
    let narrowed = Some(Refusal::MustTakeMore { offered: 1, best: 2 });
    let pieces = squares("international", "c3");
    let capture = Situation::Capture { pieces, legal: 1, possible: 2, narrowed };
    assert_eq!(situation("international", "W: c3 g3 / d4 d6 h4"), capture);
    assert_eq!(situation("russian", "W: / h8"), Situation::NoMoves);
    assert_eq!(situation("corners", "W: a1 / b1 c1 a2 a3"), Situation::Pass);
    let start = rules("corners").start();
    assert!(matches!(rules("corners").situation(&start), Situation::Quiet { .. }));
    assert_eq!(start.to_move(), Colour::White);
}
