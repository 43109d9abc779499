//! Who has won, and why.

use crate::{game, legal, play, position, rules};
use damka_rules::{Colour, Convention, EndReason, Game, Outcome, PlayError, Ply, Ruleset, perft};

fn won(winner: Colour, reason: EndReason) -> Option<Outcome> {
    Some(Outcome { winner: Some(winner), reason })
}

/// Plays and gives the outcome with the article that made it.
fn ends(line: &str, start: &str, moves: &str) -> (Option<Outcome>, String) {
    let mut game = game(line, start);
    play(&mut game, moves);
    let article = game.outcome().map(|outcome| outcome.citation(game.ruleset()).to_string());
    (game.outcome(), article.unwrap_or_default())
}

// clauses: A.result.1 A.result.2c B.win.3 C.4.1 C.4.2.3 D.win.2 E.win.1 E.checkers.4
#[test]
fn a_side_without_pieces_has_lost() {
    for (line, article) in [
        ("russian", "A.result.2c"),
        ("russian-basic", "B.win.3"),
        ("russian-gambler", "E.win.1"),
        ("simple", "D.win.2"),
        ("checkers", "E.checkers.4"),
        ("international", "C.4.2.3"),
    ] {
        let (outcome, cited) = ends(line, "W: c3 / d4", "c3:e5");
        assert_eq!(outcome, won(Colour::White, EndReason::NoPieces(Colour::Black)), "{line}");
        assert_eq!(cited, article);
    }
}

// clauses: A.result.2b B.win.2 C.4.2.2 D.win.1 E.win.1 E.checkers.4
#[test]
fn a_side_that_cannot_move_has_lost() {
    for (line, article) in [
        ("russian", "A.result.2b"),
        ("russian-basic", "B.win.2"),
        ("russian-gambler", "E.win.1"),
        ("simple", "D.win.1"),
        ("checkers", "E.checkers.4"),
    ] {
        let (outcome, cited) = ends(line, "W: g3 f2 e3 / h4", "e3-f4");
        assert_eq!(outcome, won(Colour::White, EndReason::NoMoves(Colour::Black)), "{line}");
        assert_eq!(cited, article, "{line}");
    }
    let (outcome, cited) = ends("international", "W: i3 h2 g3 / j4", "g3-f4");
    assert_eq!(outcome, won(Colour::White, EndReason::NoMoves(Colour::Black)));
    assert_eq!(cited, "C.4.2.2");
}

// clauses: A.result.2a B.win.1 C.4.2.1
#[test]
fn resigning_loses() {
    for (line, article) in [("russian", "A.result.2a"), ("russian-basic", "B.win.1"), ("international", "C.4.2.1")] {
        let mut game = Game::new(rules(line));
        let outcome = game.resign(Colour::White).expect("the game is open");
        assert_eq!(Some(outcome), won(Colour::Black, EndReason::Resignation(Colour::White)));
        assert_eq!(outcome.citation(game.ruleset()).to_string(), article);
        assert!(game.resign(Colour::Black).is_err(), "only once");
        assert!(game.legal_moves().is_empty(), "the game is over");
    }
}

// clauses: D.8.poddavki
#[test]
fn in_giveaway_a_side_without_pieces_or_moves_wins_but_resigning_loses() {
    let (outcome, cited) = ends("poddavki", "W: c3 / d4", "c3:e5");
    assert_eq!(outcome, won(Colour::Black, EndReason::NoPieces(Colour::Black)));
    assert_eq!(cited, "D.8.poddavki");
    let (outcome, _) = ends("poddavki", "W: g3 f2 e3 / h4", "e3-f4");
    assert_eq!(outcome, won(Colour::Black, EndReason::NoMoves(Colour::Black)));
    let mut game = Game::new(rules("poddavki"));
    let outcome = game.resign(Colour::White).expect("the game is open");
    assert_eq!(outcome.winner, Some(Colour::Black));
}

// clauses: D.6.stavropol
#[test]
fn in_stavropol_a_side_without_pieces_has_lost_even_if_it_just_moved() {
    // White moves the black man d4 toward himself; it takes White's last man.
    let mut game = game("stavropol", "W: c3 / d4 h8");
    let own_loss = legal(&game, "d4:b2");
    game.play(own_loss).expect("a legal move");
    assert_eq!(game.outcome(), won(Colour::Black, EndReason::NoPieces(Colour::White)));
}

// clauses: D.6.stavropol
#[test]
fn in_stavropol_a_side_without_pieces_has_no_moves() {
    let ruleset = rules("stavropol");
    for text in ["W: / d4 h8", "W: / Kd4 e5", "B: c3 Ke1 /", "B: c3 b4 /"] {
        let position = position(&ruleset, text);
        assert_eq!(ruleset.legal_moves(&position), [], "{text}");
        assert_eq!(perft(ruleset.facts().movement, &position, 1, Convention::Moves), 0, "{text}");
        assert_eq!(perft(ruleset.facts().movement, &position, 3, Convention::Moves), 0, "{text}");
    }
    // After the capture of the last piece nothing follows; after d4:b2, which White may play too, Black has two moves.
    let last = position(&ruleset, "W: c3 / d4");
    assert_eq!(perft(ruleset.facts().movement, &last, 2, Convention::Moves), 2);
}

// clauses: D.6.stavropol
#[test]
fn in_stavropol_a_blocked_side_that_can_move_an_enemy_piece_has_not_lost() {
    // White's own man a3 is blocked by b4 and c5.
    let blocked = game("stavropol", "W: a3 / b4 c5");
    assert_eq!(blocked.outcome(), None, "the man c5 can be moved toward White");
    let same = game("russian", "W: a3 / b4 c5");
    assert_eq!(same.outcome(), won(Colour::Black, EndReason::NoMoves(Colour::White)));
}

// clauses: D.9.samoyed
#[test]
fn in_samoyed_a_series_that_leaves_the_enemy_nothing_wins() {
    let (outcome, _) = ends("samoyed", "W: c3 f6 / d4", "c3:e5:g7");
    assert_eq!(outcome, won(Colour::White, EndReason::NoPieces(Colour::Black)));
}

// clauses: D.5.corners.2
#[test]
fn in_corners_the_first_to_stand_in_the_other_camp_wins_at_once() {
    let start = "W: h8 g8 f8 h7 g7 f7 h6 g6 e6 / a1 b1 c1 a2 b2 c2 a3 b3 d3";
    let (outcome, cited) = ends("corners layout=3x3", start, "e6-f6");
    assert_eq!(outcome, won(Colour::White, EndReason::Arrived(Colour::White)));
    assert_eq!(cited, "D.5.corners.2");
}

#[test]
fn in_corners_with_the_equaliser_the_second_side_may_answer() {
    let start = "W: h8 g8 f8 h7 g7 f7 h6 g6 e6 / a1 b1 c1 a2 b2 c2 a3 b3 d3";
    let line = "corners layout=3x3 equaliser=yes";
    let (outcome, _) = ends(line, start, "e6-f6 d3-c3");
    assert_eq!(outcome, Some(Outcome { winner: None, reason: EndReason::BothArrived }));
    let (outcome, _) = ends(line, start, "e6-f6 d3-e3");
    assert_eq!(outcome, won(Colour::White, EndReason::Arrived(Colour::White)));
    let (outcome, _) = ends(line, start, "e6-e5 d3-c3");
    assert_eq!(outcome, won(Colour::Black, EndReason::Arrived(Colour::Black)));
}

#[test]
fn in_corners_with_a_home_limit_pieces_left_at_home_lose() {
    let (outcome, cited) = ends("corners home-limit=1", "W: a1 e4 / h8 e5", "e4-f4");
    assert_eq!(outcome, won(Colour::Black, EndReason::AtHome(Colour::White)));
    assert_eq!(cited, "added");
    let (outcome, _) = ends("corners home-limit=2", "W: a1 e4 / h8 f5", "e4-e3");
    assert_eq!(outcome, None, "the limit is not reached");
}

// clauses: D.5.corners.3
#[test]
fn in_corners_a_side_without_a_move_is_passed_over() {
    // White's a1 is walled in by two pairs, everything beyond is taken.
    let mut game = game("corners", "W: a1 / b1 c1 a2 a3 h8");
    let only = game.legal_moves();
    assert_eq!(only.len(), 1);
    assert!(only[0].is_null());
    let before = *game.position();
    game.play(only[0]).expect("the null move");
    assert_eq!(game.position(), &before.with_turn(Colour::Black));
    assert_eq!(game.hash(), game.position().hash());
    assert!(!game.legal_moves()[0].is_null());
}

#[test]
fn an_illegal_move_changes_nothing() {
    // "Played twice the same move object": refuse the second, keep the board.
    let mut game = Game::new(rules("international"));
    let mv = game.legal_moves()[0];
    game.play(mv).expect("a legal move");
    let before = *game.position();
    assert_eq!(game.play(mv), Err(PlayError::Illegal(mv)));
    assert_eq!(game.position(), &before);
    assert_eq!(game.played().len(), 1);
}

#[test]
fn a_position_without_pieces_for_one_side_is_a_finished_game() {
    let ruleset = rules("international");
    let game = Game::from_position(ruleset, position(&ruleset, "B: i1 /"));
    assert_eq!(game.outcome(), won(Colour::White, EndReason::NoPieces(Colour::Black)));
}

#[test]
fn undo_takes_back_a_move_and_the_end_it_made() {
    for ruleset in Ruleset::all() {
        let mut game = Game::new(*ruleset);
        let start = *game.position();
        let mv = game.legal_moves()[0];
        game.play(mv).expect("a legal move");
        game.resign(Colour::Black).expect("the game is open");
        let undone = game.undo().expect("a move to take back");
        assert_eq!((undone.mv(), undone.before), (Some(mv), start));
        assert_eq!(game.position(), &start);
        assert_eq!(game.outcome(), None);
        assert!(game.undo().is_none());
    }
}

#[test]
fn the_path_that_was_shown_is_kept() {
    let ruleset = rules("international");
    let mut game = Game::from_position(ruleset, position(&ruleset, "W: Kd2 / c5 e5 c3 e3"));
    let moves = game.legal_moves();
    let several = moves.iter().find(|mv| ruleset.paths(game.position(), **mv, 10).len() > 1);
    let mv = *several.expect("a loop can be walked both ways round");
    let paths = ruleset.paths(game.position(), mv, 10);
    let wrong = vec![mv.from(), mv.to()];
    assert_eq!(game.play_on_path(mv, &wrong), Err(PlayError::WrongPath(mv)));
    game.play_on_path(mv, &paths[1]).expect("its second path");
    assert_eq!(game.played()[0].legal().map(|ply| &ply.path), Some(&paths[1]));
}

/// rules.md 8.13: a standing position counts for repetition, a quiet king ply that missed a capture counts as one, and a
/// change of material resets as a capture would.
#[test]
fn a_position_that_was_let_stand_goes_on_counting() {
    let ruleset = rules("russian");
    let mut game = game("russian draws=A.draw.2", "W: Kc1 Kg1 / Ka7 h8");
    play(&mut game, "c1-b2 a7-b8");
    let count = |game: &Game| game.progress()[0].count;
    assert_eq!(count(&game), 2);
    let mut missed = game.clone();
    missed.let_stand(position(&ruleset, "B: Ka1 Kg1 / Kb8 h8"));
    assert_eq!(count(&missed), 3, "a king ply, whatever it missed");
    assert!(missed.played().last().is_some_and(|ply| ply.ply == Ply::LetStand));
    game.let_stand(position(&ruleset, "B: Kb2 / Kb8 h8"));
    assert_eq!(count(&game), 0, "a piece disappeared");
    assert_eq!(game.position().to_move(), Colour::Black);
    game.undo();
    assert_eq!(count(&game), 2);
}
