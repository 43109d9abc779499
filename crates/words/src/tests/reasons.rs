//! Every variant of every typed reason, in every language and for every game.

use super::*;
use damka_notation::fen::{FenError, FenProblem};
use damka_notation::moves::{MoveTextError, MoveTextProblem, Unresolved};
use damka_notation::{Cell, SquareNames};
use damka_rules::{
    Attempt, CATALOGUE, Choice, Citation, Colour, Condition, Contradiction, Counted, Counts, DrawKind, DrawRule,
    EndError, EndReason, FactError, FactId, Flaw, Forces, Game, OddsError, Outcome, PlayError, Problem, Progress,
    Refusal, Restarts, Situation, Square, SquareSet, Topic, named_diagonals,
};

const TOPICS: [Topic; 26] = [
    Topic::Board,
    Topic::Setup,
    Topic::First,
    Topic::Turn,
    Topic::ManStep,
    Topic::KingStep,
    Topic::Duty,
    Topic::ManJump,
    Topic::ManBackward,
    Topic::ManTakesKing,
    Topic::KingJump,
    Topic::GoOn,
    Topic::Once,
    Topic::OwnPieces,
    Topic::Choice,
    Topic::Crown,
    Topic::CrownInPassing,
    Topic::CrownQuiet,
    Topic::Movers,
    Topic::NoMove,
    Topic::NoPieces,
    Topic::Agreement,
    Topic::NobodyCanWin,
    Topic::Resignation,
    Topic::RaceMove,
    Topic::RaceWin,
];

fn some_squares(ruleset: &Ruleset) -> (Square, SquareSet) {
    let squares: Vec<Square> = ruleset.board().squares().into_iter().collect();
    (squares[9], squares[9..12].iter().copied().collect())
}

fn refusals(ruleset: &Ruleset) -> Vec<Refusal> {
    let (square, pieces) = some_squares(ruleset);
    let mut all = vec![
        Refusal::Empty(square),
        Refusal::NotYours(square),
        Refusal::Occupied(square),
        Refusal::MustTakeKingsFirst,
        Refusal::ManTakesKing,
        Refusal::ManCapturesBackward,
        Refusal::OwnPiece,
        Refusal::KingTooFar,
        Refusal::CrownedInPassing,
        Refusal::OnlyToward,
        Refusal::Twice(square),
        Refusal::Blocked(square),
        Refusal::NotDiagonal,
        Refusal::ManGoesBackward,
        Refusal::ManTooFar,
        Refusal::Unreachable,
        Refusal::NoSuchMove,
    ];
    for pieces in [square.set(), pieces] {
        all.extend([
            Refusal::MustCapture { pieces },
            Refusal::MustUseKing { pieces },
            Refusal::MustGoOn { from: pieces },
        ]);
    }
    for offered in 0..6 {
        all.extend([
            Refusal::MustTakeMore { offered: offered + 1, best: offered + 2 },
            Refusal::MustTakeKings { offered, best: offered + 1 },
        ]);
    }
    all
}

#[test]
fn refusals_and_situations() {
    for ruleset in games() {
        for words in all_words() {
            let refusals = refusals(&ruleset);
            for refusal in &refusals {
                check_sentence(&words.refusal(refusal, &ruleset));
            }
            let (_, pieces) = some_squares(&ruleset);
            let mut situations = vec![Situation::NoMoves, Situation::Pass, Situation::Quiet { pieces }];
            let narrowed =
                refusals.iter().filter(|refusal| refusal.topic() == Topic::Choice).map(|refusal| Some(*refusal));
            for narrowed in narrowed.chain([None]) {
                situations.push(Situation::Capture { pieces, legal: 1, possible: 2, narrowed });
                situations.push(Situation::Capture { pieces, legal: 2, possible: 21, narrowed });
            }
            for situation in situations {
                check_sentence(&words.situation(&situation, &ruleset));
            }
            check_sentence(&words.situation(&ruleset.situation(&ruleset.start()), &ruleset));
        }
    }
}

/// One clause of each section of each text, and the federations.
#[test]
fn citations() {
    let clauses = [
        "A.board.1",
        "A.diagonal.1",
        "A.setup.1",
        "A.goal.1",
        "A.move.1",
        "A.capture.1",
        "A.first.1",
        "A.violation.1",
        "A.draw.1",
        "A.result.1",
        "A.notation.1",
        "A.glyph.1",
        "A.mode.1",
        "B.board.1",
        "B.man.1",
        "B.move.1",
        "B.capture.1",
        "B.missed.1",
        "B.win.1",
        "B.draw.1",
        "B.clock.1",
        "C.1.1",
        "C.1.2.look",
        "C.notation.1",
        "D.board.1",
        "D.pieces.1",
        "D.setup.1",
        "D.colour.1",
        "D.age.1",
        "D.learn.1",
        "D.first.1",
        "D.turn.1",
        "D.move.1",
        "D.capture.1",
        "D.king.1",
        "D.win.1",
        "D.1.checkers",
        "D.2.english",
        "D.3.italian",
        "D.4.spanish",
        "D.5.corners.1",
        "D.6.stavropol",
        "D.7.diagonal",
        "D.8.poddavki",
        "D.9.samoyed",
        "E.board.1",
        "E.theme.1",
        "E.setup.1",
        "E.turn.1",
        "E.win.1",
        "E.notation.1",
        "E.man.1",
        "E.king.1",
        "E.checkers.1",
        "FMJD.6.1",
        "FMJD64",
        "FMJD64.7.2.6",
        "WCDF.1.32.1",
        "FID.5.3a",
        "Spain",
        "Spain.repetition",
    ];
    for words in all_words() {
        for id in clauses {
            let text = words.citation(Citation::Article(id));
            check(&text);
            assert!(text.ends_with(&format!("[{id}]")) && text.len() > 2 * id.len(), "{text}");
        }
        for citation in [Citation::Added, Citation::House] {
            check(&words.citation(citation));
        }
        let unknown = words.citation(Citation::Article("Mars.1"));
        assert_eq!(unknown, "Mars.1");
    }
}

#[test]
fn outcomes_and_errors() {
    for ruleset in games() {
        let start = ruleset.start();
        let mv = ruleset.legal_moves(&start)[0];
        for words in all_words() {
            let mut outcomes = Vec::new();
            for colour in Colour::ALL {
                check_sentence(&words.turn(colour));
                check(&words.side(colour));
                for winner in Colour::ALL {
                    let reasons = [
                        EndReason::NoPieces(colour),
                        EndReason::NoMoves(colour),
                        EndReason::Arrived(colour),
                        EndReason::AtHome(colour),
                        EndReason::Resignation(colour),
                    ];
                    outcomes.extend(reasons.map(|reason| Outcome { winner: Some(winner), reason }));
                }
            }
            let draws = CATALOGUE.iter().map(EndReason::Draw);
            let draws = draws.chain([EndReason::BothArrived, EndReason::Agreement, EndReason::NobodyCanWin]);
            outcomes.extend(draws.map(|reason| Outcome { winner: None, reason }));
            for outcome in &outcomes {
                check_sentence(&words.outcome(outcome, &ruleset));
                check_sentence(&words.outcome_with_rule(outcome, &ruleset));
            }
            let over = outcomes[0];
            let ends =
                [EndError::Over(over), EndError::TooEarly { moves: 40 }, EndError::NothingToClaim, EndError::NotProved];
            ends.iter().for_each(|error| check_sentence(&words.end_error(error, &ruleset)));
            let plays = [PlayError::Over(over), PlayError::Illegal(mv), PlayError::WrongPath(mv)];
            plays.iter().for_each(|error| check_sentence(&words.play_error(error, &ruleset, &start)));
        }
    }
}

#[test]
fn draw_rules_and_their_progress() {
    for ruleset in games() {
        for words in all_words() {
            for rule in CATALOGUE {
                check_sentence(&words.draw_rule(rule));
                check_sentence(&words.draw_rule_of(rule, &ruleset));
                check(&words.draw_label(rule));
                check(&words.draw_citation(rule, &ruleset));
                for (count, plies_left) in [(0, None), (1, Some(0)), (2, Some(1)), (3, Some(2)), (29, Some(11))] {
                    for citation in [Citation::Article("A.draw.1"), Citation::Added, Citation::House] {
                        for on_claim in [false, true] {
                            let progress = Progress { rule, citation, count, full: 30, plies_left, on_claim };
                            check(&words.progress(&progress));
                        }
                    }
                }
            }
            for progress in Game::new(ruleset).progress() {
                check(&words.progress(&progress));
            }
        }
    }
}

/// Rules that no text has yet.
#[test]
fn draw_rules_come_from_their_data() {
    let conditions = [
        Condition::Always,
        Condition::AgainstKing(Forces::OneOf(&[(1, 0), (0, 5), (5, 21), (21, 1)])),
        Condition::AgainstKingOnRoad(Forces::KingsOnly(4)),
        Condition::BothHaveKings(2, 64),
        Condition::BothHaveKings(3, 9),
    ];
    for words in all_words() {
        let mut told: Vec<String> = Vec::new();
        for condition in conditions {
            for counts in [Counts::Plies, Counts::StrongerSide] {
                for restarts in [Restarts::Never, Restarts::Balance, Restarts::ManOrCapture] {
                    for full in [21, 42] {
                        let counted = Counted { condition, counts, restarts, full, only_off_road: false };
                        told.push(words.draw_rule(&DrawRule {
                            id: "x",
                            article: None,
                            kind: DrawKind::Counted(counted),
                        }));
                    }
                }
            }
        }
        for times in [2, 3, 4, 5] {
            told.push(words.draw_rule(&DrawRule { id: "x", article: None, kind: DrawKind::Repetition(times) }));
            told.push(words.draw_rule(&DrawRule { id: "x", article: None, kind: DrawKind::RepeatedMove(times) }));
        }
        told.iter().for_each(|text| check_sentence(text));
        assert!(told.iter().filter(|text| text.contains("21")).count() > 20);
    }
}

#[test]
fn set_ups_and_house_rules() {
    for ruleset in games() {
        let (square, squares) = some_squares(&ruleset);
        for words in all_words() {
            let mut flaws = vec![
                Flaw::NoPieces,
                Flaw::SquaresShared { squares },
                Flaw::OffTheBoard { squares },
                Flaw::KingsInRace { squares },
            ];
            for colour in Colour::ALL {
                flaws.push(Flaw::MenOnCrowningRow { colour, squares });
                flaws.extend([1, 2, 13].map(|count| Flaw::TooManyPieces { colour, count, most: 12 }));
            }
            flaws.iter().for_each(|flaw| check_sentence(&words.flaw(flaw, &ruleset)));
            let odds = [
                OddsError::NoPiece(square),
                OddsError::Twice(square),
                OddsError::BothSides(square),
                OddsError::Everything,
            ];
            odds.iter().for_each(|error| check_sentence(&words.odds_error(error, &ruleset)));
        }
    }
    for words in all_words() {
        let contradictions = [
            Contradiction::PassNeedsBackwardCapture,
            Contradiction::SwitchesWithoutEnemyMovers,
            Contradiction::NoRows,
            Contradiction::RowsMeet { rows: 4, most: 3 },
            Contradiction::NoPieces { colour: Colour::White },
            Contradiction::ManOnCrowningRow { colour: Colour::Black },
            Contradiction::SquaresShared,
            Contradiction::StartOfAnotherGame,
            Contradiction::DrawOfAnotherGame { rule: "A.draw.1" },
            Contradiction::DrawsAlike { first: "A.draw.1", second: "C.5.6" },
        ];
        let mut problems: Vec<(Problem, &str)> = vec![
            (Problem::UnknownRuleset("rusian".to_owned()), "rusian"),
            (Problem::UnknownFact("kings".to_owned()), "kings"),
            (Problem::NotAFact("short".to_owned()), "short"),
            (Problem::Contradiction(contradictions[8]), "A.draw.1"),
            (Problem::Contradiction(contradictions[9]), "C.5.6"),
        ];
        for fact in FactId::ALL {
            problems.extend([
                (Problem::FactTwice(*fact), fact.name()),
                (Problem::FixedFact(*fact), fact.name()),
                (Problem::Fact(FactError::NotHere { fact: *fact }), fact.name()),
                (Problem::Fact(FactError::BadValue { fact: *fact, value: "long".to_owned() }), "long"),
            ]);
        }
        problems.extend(contradictions.map(|contradiction| (Problem::Contradiction(contradiction), "")));
        for (problem, offending) in problems {
            let text = words.problem(&problem);
            check_sentence(&text);
            assert!(text.contains(offending), "{text}");
        }
    }
}

#[test]
fn positions_and_moves_as_text() {
    let fen = [
        FenProblem::TooLong,
        FenProblem::NoTurn,
        FenProblem::TurnUnknown,
        FenProblem::BadTurn,
        FenProblem::NoPieces,
        FenProblem::SideTwice,
        FenProblem::UnknownSquare,
        FenProblem::NotPlayed,
        FenProblem::SquareTwice,
        FenProblem::BadRange,
        FenProblem::Jumped,
        FenProblem::Junk,
        FenProblem::HubLength { expected: 33 },
    ];
    let texts = [
        MoveTextProblem::Empty,
        MoveTextProblem::TooLong,
        MoveTextProblem::NoDestination,
        MoveTextProblem::NoSquare,
        MoveTextProblem::HalfSquare,
        MoveTextProblem::Junk,
    ];
    for ruleset in games() {
        let (square, _) = some_squares(&ruleset);
        let start = ruleset.start();
        let legal = ruleset.legal_moves(&start);
        for words in all_words() {
            for problem in fen {
                let error = FenError { problem, text: "z9".to_owned(), at: 2 };
                check_sentence(&words.fen_error(&error));
                check_sentence(&words.fen_error_in(&error, "W:z9"));
            }
            let mut unresolved = vec![
                Unresolved::UnknownSquare("z9".to_owned()),
                Unresolved::NotPlayed(Cell { column: 2, row: 3 }),
                Unresolved::NoSuchPiece { column: 'c', to: square },
                Unresolved::Illegal { attempt: Attempt { from: square, then: vec![square] }, capture: false },
                Unresolved::NoPass,
                Unresolved::Ambiguous { candidates: legal.clone() },
            ];
            unresolved.extend(
                texts.map(|problem| Unresolved::Syntax(MoveTextError { problem, text: "z9".to_owned(), at: 0 })),
            );
            for error in unresolved {
                check_sentence(&words.unresolved(&error, &ruleset, &start));
            }
        }
    }
}

#[test]
fn spoken_positions_and_moves() {
    for ruleset in games() {
        let names = SquareNames::of(&ruleset);
        let mut game = Game::new(ruleset);
        for ply in 0..60 {
            let legal = game.legal_moves();
            let Some(mv) = legal.get(ply * 7 % legal.len().max(1)) else { break };
            for words in all_words() {
                let position = words.position(game.position(), &ruleset);
                check_sentence(&position);
                let told = words.spoken_move(*mv, game.position(), &ruleset);
                check(&told);
                if !mv.is_null() {
                    assert!(told.contains(names.name(mv.from())) && told.contains(names.name(mv.to())));
                    mv.captured().into_iter().for_each(|square| assert!(told.contains(names.name(square))));
                }
            }
            game.play(*mv).unwrap();
        }
        for words in all_words() {
            named_diagonals(ruleset.board()).iter().for_each(|diagonal| check(&words.diagonal(diagonal)));
        }
    }
}

#[test]
fn names_of_games_and_facts() {
    for words in all_words() {
        for ruleset in games() {
            check(&words.ruleset_name(&ruleset));
            check_sentence(&words.ruleset_about(&ruleset));
            check(&words.source(&ruleset));
            for fact in FactId::ALL {
                if let Some(value) = words.fact_value_of(*fact, &ruleset) {
                    check(&value);
                }
            }
            for topic in TOPICS {
                check(&words.citation(ruleset.cite(topic)));
            }
            for move_text in words.sample_moves(&ruleset) {
                check(&move_text);
            }
        }
        for fact in FactId::ALL {
            check(&words.fact(*fact));
            for value in fact.choices() {
                check(&words.fact_value(*fact, value));
            }
            assert_eq!(words.fact_value(*fact, "no such value"), "no such value");
        }
    }
}
