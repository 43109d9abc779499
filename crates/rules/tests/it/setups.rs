//! Set-ups and odds.

use crate::{position, rules, square};
use damka_rules::{Choice, Colour, Flaw, FlawKind, Game, OddsError, Setup, SquareSet};

fn flaws(line: &str, text: &str) -> Vec<&'static str> {
    let ruleset = rules(line);
    let setup = Setup::from(position(&ruleset, text));
    let error = setup.validate(&ruleset, &[]).expect_err("a flaw");
    error.flaws.iter().map(|flaw| flaw.kind().name()).collect()
}

#[test]
fn every_flaw_is_listed() {
    assert_eq!(flaws("russian", "W: /"), ["no-pieces"]);
    assert_eq!(flaws("russian", "W: d8 / c1"), ["men-on-crowning-row", "men-on-crowning-row"]);
    assert_eq!(flaws("international", "W: h10 / g1"), ["men-on-crowning-row"; 2], "W:W4:B49");
    let thirteen = "W: a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3 d8 / h8";
    assert_eq!(flaws("russian", thirteen), ["too-many-pieces", "men-on-crowning-row"]);
    assert_eq!(flaws("corners", "W: Ka1 / h8"), ["kings-in-race"]);
}

#[test]
fn shared_squares_and_squares_off_the_board() {
    let ruleset = rules("russian");
    let a1 = square(&ruleset, "a1").set();
    let both = Setup { men: [a1, a1], kings: [SquareSet::EMPTY; 2], to_move: Colour::White };
    let error = both.validate(&ruleset, &[]).expect_err("two men on a1");
    assert!(error.flaws.contains(&Flaw::SquaresShared { squares: a1 }));
    // A square of the large board that the small one does not have.
    let j10 = square(&rules("international"), "j10").set();
    let outside = Setup { men: [a1, j10], kings: [SquareSet::EMPTY; 2], to_move: Colour::White };
    let error = outside.validate(&ruleset, &[]).expect_err("off the board");
    assert_eq!(error.flaws, [Flaw::OffTheBoard { squares: j10 }]);
    let left_out = outside.validate(&ruleset, &[FlawKind::OffTheBoard]).expect("waived");
    assert_eq!(left_out.occupied(), a1);
}

#[test]
fn a_position_with_a_waived_flaw_is_playable() {
    // An uncrowned man that stands on the last row after an accepted violation: a man still, which captures backward.
    let ruleset = rules("russian");
    let setup = Setup::from(position(&ruleset, "W: d8 / c7 h2"));
    assert!(setup.validate(&ruleset, &[]).is_err());
    let waived = setup.validate(&ruleset, &[FlawKind::MenOnCrowningRow]).expect("waived");
    let mut game = Game::from_position(ruleset, waived);
    let capture = crate::legal(&game, "d8:b6");
    assert!(!capture.promotes(), "it leaves the row as a man");
    game.play(capture).expect("playable");
    let alone = Setup::from(position(&ruleset, "W: d8 a1 / h8"));
    let waived = alone.validate(&ruleset, &[FlawKind::MenOnCrowningRow]).expect("waived");
    let moves = ruleset.legal_moves(&waived);
    assert!(moves.iter().all(|mv| mv.from() == square(&ruleset, "a1")), "it has no step forward");
}

#[test]
fn a_side_without_pieces_is_a_position() {
    let ruleset = rules("international");
    assert!(Setup::from(position(&ruleset, "B: i1 /")).validate(&ruleset, &[]).is_ok());
}

// clauses: A.mode.7
#[test]
fn odds_leave_out_pieces_of_one_side() {
    let ruleset = rules("russian");
    let [a1, h8, d4] = ["a1", "h8", "d4"].map(|name| square(&ruleset, name));
    let position = ruleset.start_with_odds(&[h8]).expect("a man of odds");
    assert_eq!((position.pieces(Colour::White).len(), position.pieces(Colour::Black).len()), (12, 11));
    assert_eq!(ruleset.start_with_odds(&[]), Ok(ruleset.start()));
    assert_eq!(ruleset.start_with_odds(&[d4]), Err(OddsError::NoPiece(d4)));
    assert_eq!(ruleset.start_with_odds(&[h8, h8]), Err(OddsError::Twice(h8)));
    assert_eq!(ruleset.start_with_odds(&[h8, a1]), Err(OddsError::BothSides(a1)));
    let everything: Vec<_> = ruleset.start().pieces(Colour::Black).into_iter().collect();
    assert_eq!(ruleset.start_with_odds(&everything), Err(OddsError::Everything));
}
