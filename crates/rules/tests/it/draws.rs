//! Every draw rule of every ruleset, at exactly its half-move; and every miss by one.

use crate::{game, legal, play, position, rules};
use damka_rules::{
    CATALOGUE, Colour, Condition, DrawKind, EndError, EndReason, Game, Kind, Move, Position, Restarts, Ruleset,
    SquareSet, WinProof,
};

/// One rule on its own: where a game begins in which it runs, and the half-move at which it must be drawn.
struct Case {
    rules: &'static str,
    rule: &'static str,
    /// Position as in [`position`]. The stronger side is White.
    start: &'static str,
    plies: usize,
    lone_king: LoneKing,
}

#[derive(Clone, Copy, PartialEq)]
enum LoneKing {
    Anywhere,
    OnRoad,
    OffRoad,
}

use LoneKing::{Anywhere, OffRoad, OnRoad};

const fn case(rules: &'static str, rule: &'static str, start: &'static str, plies: usize, lone_king: LoneKing) -> Case {
    Case { rules, rule, start, plies, lone_king }
}

// The half-moves are worked out by hand from rules.md 8.6: a rule of n plies is drawn at the nth; a rule of the stronger
// side's n moves at ply 2n - 1 when that side begins, at 2n when the other does.
#[rustfmt::skip]
const CASES: &[Case] = &[
    case("russian", "A.draw.2", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("russian", "A.draw.3", "W: Kc1 Ke1 / Kh6", 10, Anywhere),
    case("russian", "A.draw.3", "B: Kc1 Ke1 / Kh6", 10, Anywhere),
    case("russian", "A.draw.3", "W: Kc1 g1 / Ka5", 10, Anywhere),
    case("russian", "A.draw.3", "W: Kc1 / Ka5", 10, Anywhere),
    case("russian-basic", "B.draw.4", "W: Kc1 Ke1 Kg1 / Kh6", 29, Anywhere),
    case("russian-basic", "B.draw.4", "B: Kc1 Ke1 Kg1 / Kh6", 30, Anywhere),
    case("russian-basic", "B.draw.4", "W: Kc1 Ke1 Kg1 Ka1 / Kh6", 29, Anywhere),
    case("russian-basic", "B.draw.5", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("russian-basic", "B.draw.6", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("russian-fmjd", "FMJD64.7.2.4", "W: Kc1 Ke1 Kg1 / Kh6", 29, Anywhere),
    case("russian-fmjd", "FMJD64.7.2.5", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("russian-fmjd", "FMJD64.7.2.6", "W: Kc1 Ke1 / Kh6 Kb8", 60, Anywhere),
    case("russian-fmjd", "FMJD64.7.2.6", "W: Kc1 Ke1 g1 / Kh6 Kb8", 60, Anywhere),
    case("russian-fmjd", "FMJD64.7.2.6b", "W: Kc1 Ke1 g1 / Kh6 b8 d8", 120, Anywhere),
    case("russian-fmjd", "FMJD64.7.2.6b", "W: Kc1 Ke1 g1 a1 / Kh6 b8 d8", 120, Anywhere),
    case("russian-fmjd", "FMJD64.7.2.7", "W: Kc1 Ke1 Kg1 / Kh8", 9, OnRoad),
    case("russian-fmjd", "FMJD64.7.2.7", "B: Kc1 Ke1 g1 / Kh8", 10, OnRoad),
    case("russian-fmjd", "FMJD64.7.2.7", "W: Kc1 e1 g1 / Kh8", 9, OnRoad),
    case("russian-fmjd", "FMJD64.7.2.8", "W: Kc1 Ke1 / Kh6", 9, Anywhere),
    case("russian-fmjd", "FMJD64.7.2.8", "B: Kc1 e1 / Kh6", 10, Anywhere),
    case("russian-fmjd", "FMJD64.7.2.8b", "W: Kc1 / Ka5", 10, Anywhere),
    case("brazilian", "FMJD64.7.2.4", "B: Kc1 Ke1 Kg1 / Kh6", 30, Anywhere),
    case("brazilian", "FMJD64.7.2.5", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("brazilian", "FMJD64.7.2.6", "W: Kc1 Ke1 / Kh6 Kb8", 60, Anywhere),
    case("brazilian", "FMJD64.7.2.6b", "W: Kc1 Ke1 g1 / Kh6 b8 d8", 120, Anywhere),
    case("brazilian", "FMJD64.7.2.7", "W: Kc1 Ke1 Kg1 / Kh8", 9, OnRoad),
    case("brazilian", "FMJD64.7.2.8", "W: Kc1 Ke1 / Kh6", 9, Anywhere),
    case("brazilian", "FMJD64.7.2.8b", "W: Kc1 / Ka5", 10, Anywhere),
    case("international", "C.5.3.1", "W: Kc1 Ke1 Kg1 / Kj10", 9, OnRoad),
    case("international", "C.5.3.1", "B: Kc1 Ke1 Kg1 / Kj10", 10, OnRoad),
    case("international", "C.5.3.2", "W: Kc1 Ke1 g1 / Kj10", 9, OnRoad),
    case("international", "C.5.3.2", "B: Kc1 e1 g1 / Kj10", 10, OnRoad),
    case("international", "C.5.3.3", "W: Kc1 Ke1 / Kj10", 9, Anywhere),
    case("international", "C.5.3.3", "B: Kc1 e1 / Kj10", 10, Anywhere),
    case("international", "C.5.3.4", "W: Kc1 / Kj8", 10, Anywhere),
    case("international", "C.5.4", "W: Kc1 Ke1 Kg1 / Kj8", 31, OffRoad),
    case("international", "C.5.4", "B: Kc1 Ke1 Kg1 / Kj8", 32, OffRoad),
    case("international", "C.5.5", "W: Kc1 Ke1 a3 / Kj8 j10", 50, Anywhere),
    case("international-fmjd", "FMJD.6.2", "W: Kc1 Ke1 a3 / Kj8 j10", 50, Anywhere),
    case("international-fmjd", "FMJD.three-v-one", "W: Kc1 Ke1 Kg1 / Kj8", 32, Anywhere),
    case("international-fmjd", "FMJD.three-v-one", "B: Kc1 Ke1 g1 / Kj10", 32, Anywhere),
    case("international-fmjd", "FMJD.three-v-one", "W: Kc1 e1 g1 / Kj10", 32, Anywhere),
    case("international-fmjd", "FMJD.two-v-one", "W: Kc1 Ke1 / Kj8", 10, Anywhere),
    case("international-fmjd", "FMJD.two-v-one", "W: Kc1 e1 / Kj8", 10, Anywhere),
    case("international-fmjd", "FMJD.two-v-one", "W: Kc1 / Kj8", 10, Anywhere),
    case("english", "WCDF.1.32.2", "W: Kc1 Ke1 a3 / Kh6 h8", 80, Anywhere),
    case("italian", "FID.10.4", "W: Kc1 Ke1 a3 / Kh6 h8", 80, Anywhere),
    case("spanish", "added.20", "W: Kc1 Ke1 a3 / Kh6 h8", 40, Anywhere),
    case("checkers", "added.40", "W: Kc1 Ke1 a3 / Kh6 h8", 80, Anywhere),
    case("checkers-ozornye", "added.40", "W: Kc1 Ke1 a3 / Kh6 h8", 80, Anywhere),
    case("russian-gambler", "A.draw.2", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("russian-gambler", "A.draw.3", "W: Kc1 Ke1 / Kh6", 10, Anywhere),
    case("simple", "A.draw.2", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("simple", "A.draw.3", "W: Kc1 Ke1 / Kh6", 10, Anywhere),
    case("english-ozornye", "A.draw.2", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("english-ozornye", "A.draw.3", "W: Kc1 Ke1 / Kh6", 10, Anywhere),
    case("italian-ozornye", "A.draw.2", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("italian-ozornye", "A.draw.3", "W: Kc1 Ke1 / Kh6", 10, Anywhere),
    case("spanish-ozornye", "A.draw.2", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("spanish-ozornye", "A.draw.3", "W: Kc1 Ke1 / Kh6", 10, Anywhere),
    case("diagonal", "A.draw.2", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("diagonal", "A.draw.3", "W: Kc1 Ke1 / Kh6", 10, Anywhere),
    case("poddavki", "A.draw.2", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("poddavki", "A.draw.3", "W: Kc1 Ke1 / Kh6", 10, Anywhere),
    case("stavropol", "A.draw.2", "W: Kc1 Ke1 a3 / Kh6 h8", 30, Anywhere),
    case("stavropol", "A.draw.3", "W: Kc1 / Kh6", 10, Anywhere),
    case("samoyed", "A.draw.2", "W: Kc1 Kg1 / Kh6 Kb8", 30, Anywhere),
    case("samoyed", "A.draw.3", "W: Kc1 / Kh6", 10, Anywhere),
];

impl Case {
    fn ruleset(&self) -> Ruleset {
        rules(self.rules)
    }

    /// The game with this rule alone, so that no other rule comes first.
    fn alone(&self) -> Game {
        let ruleset = self.ruleset().with([("draws", self.rule)]).expect("one draw rule");
        let start = position(&ruleset, self.start);
        Game::from_position(ruleset, start)
    }

    fn kind(&self) -> DrawKind {
        CATALOGUE.iter().find(|rule| rule.id == self.rule).expect("a draw rule").kind
    }
}

/// The rule that drew the game, whether at once or ready to be claimed.
fn drawn_by(game: &Game) -> Option<&'static str> {
    match game.outcome().map(|outcome| outcome.reason) {
        Some(EndReason::Draw(rule)) => Some(rule.id),
        _ => game.claimable().first().map(|rule| rule.id),
    }
}

fn lone_king_is(game: &Game, lone_king: LoneKing) -> bool {
    let on_road = game.position().kings(Colour::Black).intersection(game.ruleset().board().great_road());
    match lone_king {
        Anywhere => true,
        OnRoad => !on_road.is_empty(),
        OffRoad => on_road.is_empty(),
    }
}

fn captures_next(game: &Game) -> bool {
    game.ruleset().legal_moves(game.position()).iter().any(|mv| mv.is_capture())
}

/// Plays so many quiet king moves after which nobody can capture, looking ahead as far as needed. Only the first of the
/// given moves fails when the rule under test ends the game too early.
fn wander(game: &mut Game, plies: usize, accept: &dyn Fn(&Game) -> bool) -> bool {
    if plies == 0 {
        return true;
    }
    for mv in game.legal_moves() {
        let king = game.position().piece(mv.from()).is_some_and(|piece| piece.kind == Kind::King);
        if !king || mv.is_capture() {
            continue;
        }
        game.play(mv).expect("a legal move");
        if !captures_next(game) && accept(game) && wander(game, plies - 1, accept) {
            return true;
        }
        game.undo();
    }
    false
}

// clauses: A.draw.2 A.draw.3 A.result.3b B.draw.4 B.draw.5 B.draw.6 C.4.3.2
// clauses: C.5.3.1 C.5.3.2 C.5.3.3 C.5.3.4 C.5.4 C.5.5
#[test]
fn every_rule_draws_at_exactly_its_half_move() {
    for case in CASES {
        let mut game = case.alone();
        assert_eq!(drawn_by(&game), None, "{} {}", case.rules, case.rule);
        let accept = |game: &Game| lone_king_is(game, case.lone_king);
        assert!(wander(&mut game, case.plies - 1, &accept), "{} {}: drawn too early", case.rules, case.rule);
        assert_eq!(drawn_by(&game), None, "{} {} one half-move before", case.rules, case.rule);
        let progress = game.progress();
        let left = progress.iter().find(|progress| progress.rule.id == case.rule).and_then(|p| p.plies_left);
        assert_eq!(left, Some(1), "{} {}: the counter says so", case.rules, case.rule);
        assert!(wander(&mut game, 1, &accept), "{} {}", case.rules, case.rule);
        assert_eq!(drawn_by(&game), Some(case.rule), "{} {} at its half-move", case.rules, case.rule);
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner), None);
    }
}

/// A case for every rule of every ruleset, so that a new ruleset or rule cannot be forgotten.
#[test]
fn every_counted_rule_of_every_ruleset_has_a_case() {
    for ruleset in Ruleset::all() {
        for rule in ruleset.facts().draws.rules() {
            if matches!(rule.kind, DrawKind::Counted(_)) {
                let tested = CASES.iter().any(|case| case.rules == ruleset.id() && case.rule == rule.id);
                assert!(tested, "{} {}", ruleset.id(), rule.id);
            }
        }
    }
}

/// A side that captures the last piece with the ply that would have been the last counted one has won.
#[test]
fn a_win_on_the_last_counted_half_move_is_a_win() {
    let mut tested = 0;
    for case in CASES.iter().filter(|case| case.ruleset().facts().result == damka_rules::ResultRule::Normal) {
        let DrawKind::Counted(counted) = case.kind() else { continue };
        if !matches!(counted.condition, Condition::AgainstKing(_) | Condition::AgainstKingOnRoad(_)) {
            continue;
        }
        let last_is_strong = case.start.starts_with('W') == (case.plies % 2 == 1);
        if !last_is_strong || position(&case.ruleset(), case.start).pieces(Colour::White).len() < 2 {
            continue;
        }
        let mut game = case.alone();
        assert!(lets_itself_be_captured(&mut game, case.plies - 1, case), "{} {}", case.rules, case.rule);
        let winning = game.legal_moves()[0];
        game.play(winning).expect("a legal move");
        let outcome = game.outcome().expect("the end");
        assert_eq!(outcome.winner, Some(Colour::White), "{} {}", case.rules, case.rule);
        assert_eq!(outcome.reason, EndReason::NoPieces(Colour::Black), "{} {}", case.rules, case.rule);
        tested += 1;
    }
    assert!(tested >= 10, "most of the rules against a lone king: {tested}");
}

/// Quiet king moves until the lone king steps where it is captured on the next ply.
fn lets_itself_be_captured(game: &mut Game, plies: usize, case: &Case) -> bool {
    if plies == 0 {
        return captures_next(game);
    }
    for mv in game.legal_moves() {
        let king = game.position().piece(mv.from()).is_some_and(|piece| piece.kind == Kind::King);
        if !king || mv.is_capture() {
            continue;
        }
        game.play(mv).expect("a legal move");
        let fits = if plies == 1 { true } else { !captures_next(game) && lone_king_is(game, case.lone_king) };
        if fits && drawn_by(game).is_none() && lets_itself_be_captured(game, plies - 1, case) {
            return true;
        }
        game.undo();
    }
    false
}

/// What sets a counter back one half-move before the draw.
#[test]
fn a_man_move_misses_the_kings_only_rules_by_one() {
    let mut tested = 0;
    for case in CASES {
        let DrawKind::Counted(counted) = case.kind() else { continue };
        if counted.restarts != Restarts::ManOrCapture || !case.start.contains("a3") {
            continue;
        }
        let mut game = case.alone();
        // One ply more than an even number less one: then White, who has a man to move, plays the last.
        let plies = if case.plies % 2 == 0 { case.plies - 2 } else { case.plies - 1 };
        assert!(wander(&mut game, plies, &|game| can_move_a_man(game)), "{} {}", case.rules, case.rule);
        let man = game.legal_moves().into_iter().find(|mv| is_man(&game, *mv)).expect("a man to move");
        game.play(man).expect("a legal move");
        for _ in 0..2 {
            assert_eq!(drawn_by(&game), None, "{} {}", case.rules, case.rule);
            assert!(wander(&mut game, 1, &|_| true));
        }
        assert_eq!(drawn_by(&game), None, "{} {}", case.rules, case.rule);
        tested += 1;
    }
    assert!(tested >= 15, "{tested}");
}

fn is_man(game: &Game, mv: Move) -> bool {
    game.position().piece(mv.from()).is_some_and(|piece| piece.kind == Kind::Man)
}

/// Whether White has a quiet man move after which nothing is captured, if it is White's turn.
fn can_move_a_man(game: &Game) -> bool {
    if game.position().to_move() == Colour::Black {
        return true;
    }
    game.legal_moves().into_iter().any(|mv| {
        is_man(game, mv) && !mv.is_capture() && {
            let mut next = game.clone();
            next.play(mv).is_ok() && !captures_next(&next)
        }
    })
}

fn count(game: &Game, rule: &str) -> Option<u16> {
    game.progress().iter().find(|progress| progress.rule.id == rule).map(|progress| progress.count)
}

// clauses: B.draw.5
#[test]
fn quiet_man_moves_count_for_an_unchanged_balance() {
    let mut game = game("russian-basic draws=B.draw.5", "W: Kc1 Ke1 a3 / Kh6 h8");
    play(&mut game, "a3-b4 h8-g7");
    assert_eq!(count(&game, "B.draw.5"), Some(2));
}

// clauses: B.draw.5
#[test]
fn crowning_restarts_an_unchanged_balance() {
    let mut game = game("russian-basic draws=B.draw.5", "W: Kc1 c7 / Kh4 a7");
    play(&mut game, "c1-d2 h4-g3");
    assert_eq!(count(&game, "B.draw.5"), Some(2));
    play(&mut game, "c7-d8");
    assert_eq!(count(&game, "B.draw.5"), Some(0));
    play(&mut game, "g3-h2");
    assert_eq!(count(&game, "B.draw.5"), Some(1));
}

// clauses: A.draw.3
#[test]
fn crowning_inside_the_class_of_a_draw_3_goes_on_counting() {
    let mut game = game("russian draws=A.draw.3", "W: Kc1 c7 / Kh4");
    play(&mut game, "c1-d2 h4-g3 c7-d8 g3-h2");
    assert_eq!(count(&game, "A.draw.3"), Some(4));
}

// clauses: A.draw.3
#[test]
fn a_capture_inside_the_class_of_a_draw_3_goes_on_counting() {
    let mut game = game("russian draws=A.draw.3", "B: Kd4 Kg1 / Kh8");
    play(&mut game, "h8:a1");
    assert_eq!(count(&game, "A.draw.3"), Some(1));
}

// clauses: A.draw.3
#[test]
fn the_ply_that_enters_a_class_is_not_counted() {
    let mut game = game("russian draws=A.draw.3", "B: Kd4 Kg1 c1 / Kh8");
    assert_eq!(count(&game, "A.draw.3"), None, "three against one is not a class of this rule");
    play(&mut game, "h8:a1");
    assert_eq!(count(&game, "A.draw.3"), Some(0));
    play(&mut game, "g1-h2");
    assert_eq!(count(&game, "A.draw.3"), Some(1));
}

// clauses: B.draw.4
#[test]
fn four_kings_that_become_three_go_on_counting() {
    let mut game = game("russian-basic draws=B.draw.4", "W: Kc1 Ke1 Kg1 Kb8 / Kh8");
    play(&mut game, "b8-f4 h8-g7 f4-e5 g7:d4");
    assert_eq!(count(&game, "B.draw.4"), Some(2), "two moves of the stronger side");
}

// clauses: C.5.3.1
#[test]
fn leaving_the_great_road_restarts_c_5_3_1() {
    let mut game = game("international draws=C.5.3.1", "W: Kc1 Ke1 Kg1 / Kj10");
    assert!(wander(&mut game, 7, &|game| lone_king_is(game, OnRoad)));
    assert_eq!(game.progress()[0].count, 4);
    let mut left = game.clone();
    assert!(wander(&mut left, 1, &|game| lone_king_is(game, OffRoad)), "the lone king leaves the road");
    assert!(left.progress().is_empty(), "the rule does not run off the road");
    assert!(wander(&mut left, 3, &|_| true));
    assert_eq!(drawn_by(&left), None);
}

// clauses: C.5.4 C.5.3.1
#[test]
fn on_the_great_road_the_sixteenth_move_does_not_draw_but_stepping_off_it_does() {
    let mut game = game("international draws=C.5.4", "W: Kc1 Ke1 Kg1 / Kj10");
    let stays = |game: &Game| lone_king_is(game, if game.played().len() < 32 { OnRoad } else { OffRoad });
    assert!(wander(&mut game, 32, &stays), "16 moves of the stronger side, then the lone king leaves the road");
    let stepped_off = game.undo().expect("the last move");
    assert_eq!(drawn_by(&game), None, "on the road only C.5.3.1 runs");
    game.play(stepped_off.mv().expect("a move")).expect("a legal move");
    assert_eq!(drawn_by(&game), Some("C.5.4"), "any later move after which the lone king is off the road");
}

// clauses: C.5.3.2 C.5.3.1
#[test]
fn crowning_within_c_5_3_2_goes_on_and_three_kings_begin_c_5_3_1_afresh() {
    let mut game = game("international draws=C.5.3.1+C.5.3.2", "W: Ka5 c9 e9 / Kj10");
    play(&mut game, "c9-b10 j10-i9");
    assert_eq!((count(&game, "C.5.3.2"), count(&game, "C.5.3.1")), (Some(1), None));
    play(&mut game, "e9-f10 i9-j10");
    assert_eq!((count(&game, "C.5.3.2"), count(&game, "C.5.3.1")), (None, Some(0)));
    play(&mut game, "a5-b6");
    assert_eq!(count(&game, "C.5.3.1"), Some(1));
}

// clauses: C.5.3.3
#[test]
fn crowning_within_c_5_3_3_goes_on() {
    let mut game = game("international draws=C.5.3.3", "W: Ka5 c9 / Kj10");
    play(&mut game, "c9-b10 j10-i9 a5-b6");
    assert_eq!(count(&game, "C.5.3.3"), Some(2));
}

/// Two kings that cannot reach each other, and a round of moves that brings them back.
const ALONE: &str = "W: Kc1 / Ka7";
const ROUND: &str = "c1-b2 a7-b8 b2-c1 b8-a7";

fn repeat(game: &mut Game, moves: &str, rounds: usize) {
    for _ in 0..rounds {
        play(game, moves);
    }
}

// clauses: A.draw.1 B.draw.3 C.5.6
#[test]
fn the_third_occurrence_with_the_same_side_to_move_is_a_draw() {
    for ruleset in Ruleset::all() {
        let rule = ruleset.facts().draws.rules().find(|rule| matches!(rule.kind, DrawKind::Repetition(_)));
        let Some(rule) = rule else {
            assert!(matches!(ruleset.id(), "corners" | "house"), "{} has a repetition rule", ruleset.id());
            continue;
        };
        let line = format!("{} draws={}", ruleset.id(), rule.id);
        let mut game = game(&line, ALONE);
        repeat(&mut game, ROUND, 1);
        assert_eq!(game.repetitions(), 2);
        assert_eq!(drawn_by(&game), None, "{}: twice is not three times", ruleset.id());
        play(&mut game, "c1-b2 a7-b8 b2-c1");
        assert_eq!(drawn_by(&game), None, "{}: one half-move before", ruleset.id());
        play(&mut game, "b8-a7");
        assert_eq!(drawn_by(&game), Some(rule.id), "{}", ruleset.id());
    }
}

// clauses: A.draw.1
#[test]
fn the_same_placement_with_the_other_side_to_move_is_another_position() {
    let mut game = game("russian draws=A.draw.1", "W: Kc1 / Kh8");
    // White loses a move on one diagonal, so that the first placement comes back with Black to move, twice.
    play(&mut game, "c1-d2 h8-g7 d2-e3 g7-h8 e3-c1");
    assert_eq!(game.repetitions(), 1, "the placement of the start, but it is Black's turn");
    play(&mut game, "h8-g7 c1-d2 g7-h8 d2-c1");
    assert_eq!(
        (game.repetitions(), drawn_by(&game)),
        (2, None),
        "three times in all, but not with the same side to move"
    );
}

#[test]
fn english_draws_wait_for_a_claim() {
    let mut game = game("english", ALONE);
    repeat(&mut game, ROUND, 2);
    assert_eq!(game.outcome(), None, "the game goes on until somebody claims");
    assert_eq!(game.claimable().len(), 1);
    let outcome = game.claim_draw().expect("a claim");
    assert_eq!(outcome.winner, None);
    assert_eq!(game.claim_draw(), Err(EndError::Over(outcome)), "only once");
    let mut early = self::game("english", ALONE);
    assert_eq!(early.claim_draw(), Err(EndError::NothingToClaim));
}

#[test]
fn added_draws_can_be_switched_off() {
    for ruleset in Ruleset::all() {
        let bare = ruleset.without_added_draws();
        let left = bare.facts().draws;
        assert!(left.rules().all(|rule| !ruleset.added_draws().contains(rule)), "{}", ruleset.id());
    }
    let ruleset = rules("simple").without_added_draws();
    let mut game = Game::from_position(ruleset, position(&ruleset, ALONE));
    repeat(&mut game, ROUND, 20);
    assert_eq!(game.outcome(), None, "no draw rule at all");
}

// clauses: A.result.3a B.draw.1 C.4.3.1 C.5.1
#[test]
fn a_draw_by_agreement_needs_forty_moves_in_text_002_and_none_elsewhere() {
    let mut anywhere = Game::new(rules("russian"));
    assert_eq!(anywhere.agree_draw().map(|outcome| outcome.winner), Ok(None));
    let mut game = game("international draws=none", "W: Kc1 a3 / Kj8 j10");
    for ply in 0..80 {
        assert_eq!(game.agree_draw(), Err(EndError::TooEarly { moves: 40 }), "after {ply} half-moves");
        assert!(wander(&mut game, 1, &|_| true));
    }
    assert_eq!(game.agree_draw().map(|outcome| outcome.reason), Ok(EndReason::Agreement));
}

/// King against king in Russian draughts, solved by working backward from the captures: real knowledge, small enough to
/// make here.
struct KingAgainstKing {
    won: Vec<Position>,
}

impl KingAgainstKing {
    fn solve(ruleset: &Ruleset) -> KingAgainstKing {
        let squares: Vec<_> = ruleset.board().squares().into_iter().collect();
        let mut open = Vec::new();
        for &white in &squares {
            for &black in squares.iter().filter(|square| **square != white) {
                for to_move in Colour::ALL {
                    let mut position = Position::empty(to_move);
                    for (colour, square) in [(Colour::White, white), (Colour::Black, black)] {
                        position.set(square, Some(damka_rules::Piece { colour, kind: Kind::King }));
                    }
                    open.push(position);
                }
            }
        }
        // A position is decided when its mover captures, or when every move leads to a decided one: with two kings the
        // capture ends the game, so "decided" is "somebody wins by force".
        let mut won: Vec<Position> = Vec::new();
        open.retain(|position| {
            let captures = ruleset.legal_moves(position)[0].is_capture();
            if captures {
                won.push(*position);
            }
            !captures
        });
        loop {
            let before = won.len();
            let known: std::collections::HashSet<Position> = won.iter().copied().collect();
            open.retain(|position| {
                // The mover loses if all moves let the opponent capture.
                let loses = ruleset.legal_moves(position).iter().all(|mv| known.contains(&position.after(*mv)));
                if loses {
                    won.push(*position);
                }
                !loses
            });
            if won.len() == before {
                return KingAgainstKing { won };
            }
        }
    }
}

impl WinProof for KingAgainstKing {
    fn nobody_can_win(&self, _: &Ruleset, position: &Position) -> Option<bool> {
        let two_kings = Colour::ALL
            .into_iter()
            .all(|colour| position.men(colour) == SquareSet::EMPTY && position.kings(colour).len() == 1);
        two_kings.then(|| !self.won.contains(position))
    }
}

// clauses: A.result.3c B.draw.2 C.5.2
#[test]
fn nobody_can_win_is_a_draw_only_with_proof() {
    let ruleset = rules("russian");
    let proof = KingAgainstKing::solve(&ruleset);
    let mut drawn = game("russian", "W: Ka1 / Kh6");
    let outcome = drawn.claim_nobody_can_win(&proof).expect("proved");
    assert_eq!((outcome.winner, outcome.reason), (None, EndReason::NobodyCanWin));
    assert_eq!(outcome.citation(&ruleset).to_string(), "A.result.3c");
    let mut winning = game("russian", "W: Kb2 / Kd4");
    assert_eq!(winning.claim_nobody_can_win(&proof), Err(EndError::NotProved), "White captures");
    let mut unknown = Game::new(ruleset);
    assert_eq!(unknown.claim_nobody_can_win(&proof), Err(EndError::NotProved), "beyond the knowledge");
}

// clauses: D.5.corners.4
#[test]
fn corners_is_drawn_when_a_move_is_made_from_the_same_position_for_the_fourth_time() {
    let mut game = Game::new(rules("corners"));
    let round = "d1-e1 e8-d8 e1-d1 d8-e8";
    repeat(&mut game, round, 3);
    assert_eq!(game.outcome(), None, "three times is not more than three times");
    let fourth = legal(&game, "d1-e1");
    game.play(fourth).expect("a legal move");
    assert_eq!(drawn_by(&game), Some("D.5.corners.4"));
}

// clauses: D.5.corners.4
#[test]
fn corners_is_drawn_when_nobody_can_move() {
    let ruleset = rules("corners");
    let mut full = Position::empty(Colour::White);
    for (at, square) in ruleset.board().squares().into_iter().enumerate() {
        let colour = if at % 2 == 0 { Colour::White } else { Colour::Black };
        full.set(square, Some(damka_rules::Piece { colour, kind: Kind::Man }));
    }
    let game = Game::from_position(ruleset, full);
    assert_eq!(drawn_by(&game), Some("D.5.corners.4b"));
    assert_eq!(game.outcome().map(|outcome| outcome.citation(&ruleset).to_string()), Some("D.5.corners.4".into()));
}
