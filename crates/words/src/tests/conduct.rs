//! Every violation, right, change, ending, refusal and faulty record, in every language.

use super::*;
use damka_conduct::clock::{Byoyomi, Control, ControlError, ControlProblem, Millis, Periods, Reading};
use damka_conduct::{
    Act, Actor, Change, Claim, Ending, Entry, EventError, EventProblem, GameId, Hand, Impossible, Incorrect, Intent,
    LINES, Refused, Right, Ruling, SpecError, Transcript, TranscriptError, TranscriptProblem, VERSION, Violation,
    Worded,
};
use damka_notation::Cell;
use damka_notation::fen::{FenError, FenProblem};
use damka_rules::{Colour, EndError, EndReason, Flaw, OddsError, Outcome, Refusal, SetupError};

const CELL: Cell = Cell { column: 2, row: 3 };

pub fn endings() -> Vec<Ending> {
    let mut all = vec![Ending::ArbiterDraw, Ending::Annulled, Ending::Dropped];
    for side in Colour::ALL {
        let outcome = Outcome { winner: Some(side), reason: EndReason::Resignation(side.other()) };
        all.push(Ending::Rules(outcome));
        all.extend([Ending::Flag(side), Ending::FlagWithoutWin(side), Ending::Refusal(side), Ending::Penalty(side)]);
        all.extend([Ending::Gone(side), Ending::GoneDraw(side), Ending::Awarded(side)]);
    }
    all
}

pub fn changes(ruleset: &Ruleset) -> Vec<Change> {
    let mut all = vec![
        Change::PauseAgreed,
        Change::PauseEnded,
        Change::Declined,
        Change::Restored,
        Change::Paused,
        Change::Resumed,
    ];
    all.extend([0, 1, 2, 5, 21].map(Change::TookBack));
    all.extend([Change::Credited(Millis::minutes(8)), Change::RematchMade(GameId::new("abc"))]);
    all.extend(endings().into_iter().map(Change::Ended));
    let before = ruleset.start();
    for side in Colour::ALL {
        all.extend(Violation::ALL.map(|violation| Change::Violated { by: side, violations: vec![violation] }));
        all.push(Change::Violated { by: side, violations: Violation::ALL.to_vec() });
        all.extend([
            Change::Corrected { by: side, violations: vec![Violation::MissedCapture] },
            Change::Stands { by: side },
            Change::Crowned(side),
        ]);
        all.extend([Change::ClockGiven(side), Change::Offered(side), Change::AskedBack(side), Change::Insisted(side)]);
        all.extend([
            Change::Left(side),
            Change::Returned(side),
            Change::ClaimedNoWin(side),
            Change::DemandedInVain(side),
        ]);
        all.extend([Change::AskedPause(side), Change::WentAway(side, Millis(90_061_500)), Change::CameBack(side)]);
        all.push(Change::TimeSet(side, Millis::minutes(5)));
        all.extend([Change::FlagFell(side), Change::RematchWanted(side)]);
        let incorrect = [Incorrect::TouchedInOthersTurn, Incorrect::NotShown];
        all.extend(incorrect.map(|what| Change::Incorrect { by: side, what }));
        let mv = ruleset.legal_moves(&before)[0];
        let path = ruleset.paths(&before, mv, 1).remove(0);
        all.push(Change::Moved { by: side, mv, path, before });
        all.push(Change::Moved { by: side, mv: damka_rules::Move::NULL, path: Vec::new(), before });
    }
    all
}

fn refused(ruleset: &Ruleset) -> Vec<Refused> {
    let square = ruleset.board().squares().into_iter().nth(9).unwrap();
    let outcome = Outcome { winner: None, reason: EndReason::Agreement };
    let mut all = vec![
        Refused::TimeBackward,
        Refused::NotYours,
        Refused::NotYourTurn,
        Refused::NothingMoved,
        Refused::OtherPieceBound,
        Refused::Illegal(Refusal::Empty(square)),
        Refused::Ambiguous(ruleset.legal_moves(&ruleset.start())),
        Refused::NotPlayed(CELL),
        Refused::OtherManner,
        Refused::NothingToCorrect,
        Refused::NoMoreDemands,
        Refused::AlreadyOffered,
        Refused::NothingToAnswer,
        Refused::End(EndError::Over(outcome)),
        Refused::NotGoneLong,
        Refused::TooLateToDrop,
        Refused::Clock,
        Refused::FlagFell(Colour::White),
        Refused::FlagFell(Colour::Black),
        Refused::ClockRuns,
        Refused::OtherPace,
        Refused::OnlyOverDays,
        Refused::Paused,
        Refused::NoVacation,
        Refused::NotOver,
        Refused::AlreadyDone,
        Refused::NoTakebacks,
        Refused::Stale,
    ];
    all.extend(endings().into_iter().map(Refused::Over));
    let impossible = [
        Impossible::NothingThere(CELL),
        Impossible::Taken(CELL),
        Impossible::HandFull,
        Impossible::HandEmpty,
        Impossible::NotSetDown,
        Impossible::OffTheBoard(CELL),
        Impossible::NoMan(CELL),
    ];
    all.extend(impossible.map(Refused::Impossible));
    all
}

const HANDS: [Hand; 7] = [
    Hand::Adjust,
    Hand::Touch(CELL),
    Hand::Lift(CELL),
    Hand::Place(CELL),
    Hand::Release,
    Hand::Remove(CELL),
    Hand::Crown(CELL),
];

fn acts() -> Vec<Intent> {
    let mut all = vec![
        Act::Move(vec![CELL, CELL]),
        Act::Pass,
        Act::Press,
        Act::Offer,
        Act::Accept,
        Act::Decline,
        Act::Resign,
        Act::Insist,
        Act::Demand,
        Act::VainDemand,
        Act::AskBack,
        Act::AgreeBack,
        Act::AskPause,
        Act::AgreePause,
        Act::EndPause,
        Act::Vacation(Millis::minutes(2880)),
        Act::Back,
        Act::VacationOver(Colour::White),
        Act::Leave,
        Act::Return,
        Act::Drop,
        Act::Rematch,
        Act::Disturbance,
        Act::CannotWin(Colour::Black),
        Act::Unproved,
        Act::Credit(Millis::minutes(8)),
        Act::RematchMade(GameId::new("abc")),
        Act::Note("noted".to_owned()),
    ];
    all.extend(HANDS.map(Act::Hand));
    all.extend(Claim::ALL.iter().copied().map(Act::Claim));
    all.extend(Colour::ALL.map(Act::Flag));
    all.extend([Ruling::Correct, Ruling::Stand, Ruling::Draw, Ruling::Annul, Ruling::Pause].map(Act::Rule));
    all.push(Act::Rule(Ruling::Resume));
    for side in Colour::ALL {
        all.push(Act::Rule(Ruling::Award(side)));
        all.extend([Ruling::Refusal(side), Ruling::Penalty(side), Ruling::Time(side, Millis(500))].map(Act::Rule));
    }
    all
}

#[test]
fn every_change_is_a_sentence() {
    for ruleset in games() {
        for words in all_words() {
            for change in changes(&ruleset) {
                let said = words.change(&change, &ruleset);
                check(&said.text);
                check(&said.tagged());
                assert_eq!(said.clauses.is_empty(), words.conduct_citation(said.clauses, &ruleset).is_none());
            }
        }
    }
}

#[test]
fn violations_name_their_article_and_the_rights() {
    for ruleset in games() {
        for words in all_words() {
            for violation in Violation::ALL {
                check(&words.violation(violation));
                let citation = words.violation_citation(violation, &ruleset);
                assert!(citation.contains(&format!("[{}]", violation.clause())), "{citation}");
                for side in Colour::ALL {
                    check(&words.violated(side, &[violation]));
                    check_sentence(&words.corrected(side, &[violation, Violation::TwoMoves]));
                    let rights = words.violation_rights(side, &[violation]);
                    check(&rights.tagged());
                    assert!(rights.text.starts_with(&words.side(side.other())), "{rights:?}");
                    assert!(!rights.text.contains('['), "{rights:?}");
                    let citation = words.conduct_citation(rights.clauses, &ruleset).unwrap();
                    assert!(rights.clauses.iter().all(|clause| citation.contains(clause)), "{citation}");
                }
            }
        }
    }
}

#[test]
fn endings_cite_the_text_of_their_game() {
    let cites = |ruleset: &str, ending: Ending, clause: &str| {
        let ruleset = Ruleset::named(ruleset).unwrap();
        for words in all_words() {
            let told = words.ending_with_rule(&ending, &ruleset);
            check(&told);
            assert!(told.contains(clause), "{told}");
        }
    };
    for side in Colour::ALL {
        cites("russian", Ending::Gone(side), "[A.result.2a]");
        cites("russian", Ending::Refusal(side), "[A.result.2d]");
        cites("international", Ending::Refusal(side), "[C.4.2.4]");
        cites("international", Ending::Gone(side), "[C.4.2.1]");
        cites("russian-basic", Ending::Flag(side), "[B.win.4]");
        cites("russian-basic", Ending::Penalty(side), "[B.win.5]");
        cites("russian-basic", Ending::ArbiterDraw, "[B.draw.2]");
        cites("russian", Ending::ArbiterDraw, "[A.result.3c]");
        cites("russian", Ending::Annulled, "[A.violation.1]");
    }
    let english = Words::new(Language::English);
    let russian = Ruleset::named("russian").unwrap();
    let flag = english.ending_with_rule(&Ending::Flag(Colour::White), &russian);
    assert!(flag.contains("not in the text of this game"), "{flag}");
}

#[test]
fn refusals_rights_and_acts_are_told() {
    for ruleset in games() {
        let start = ruleset.start();
        for words in all_words() {
            for refused in refused(&ruleset) {
                check(&words.refused(&refused, &ruleset, &start));
            }
            for act in acts() {
                let players = [Actor::player(Colour::White), Actor::Player(Colour::Black, 2)];
                for actor in players.into_iter().chain([Actor::Arbiter, Actor::Nobody]) {
                    check(&words.act(actor, &act, &ruleset));
                }
            }
            for side in Colour::ALL {
                check(&words.rights(side, Right::ALL));
                check(&words.rights(side, &[]));
                check(&words.hands(side, &HANDS, &ruleset).unwrap());
                assert_eq!(words.hands(side, &[], &ruleset), None);
            }
            check(&words.strays(&[CELL], &ruleset).tagged());
        }
    }
}

#[test]
fn a_move_that_lets_a_violation_stand_is_told_once() {
    let words = Words::new(Language::English);
    let told = words.rights(Colour::Black, &[Right::Move, Right::Demand, Right::LetStand]);
    assert_eq!(told, "Black may: demand that the violation be undone in full; let it stand by making a move.");
}

#[test]
fn hands_become_one_line() {
    let ruleset = Ruleset::named("russian").unwrap();
    let names = damka_notation::SquareNames::of(&ruleset);
    let hands = |lines: &str| -> Vec<Hand> {
        let read = |line: &str| match Entry::read(&format!("2 0:00 white {line}"), names).unwrap().intent {
            Act::Hand(hand) => hand,
            other => panic!("{other:?}"),
        };
        lines.split("; ").map(read).collect()
    };
    let cases = [
        ("lift c3; place d4; release", "White moves c3 to d4."),
        ("lift c3; place c3; release", "White picks up c3 and puts it back."),
        ("lift c3; place d4", "White moves c3 to d4 without letting go."),
        ("lift c3", "White picks up c3."),
        ("place e5; place c7; release; remove d4; remove d6", "White puts it on e5 → c7, removes d4, d6."),
        ("adjust; touch a1; touch c1", "White says “I adjust”, touches a1, c1."),
        ("release", "White lets go of the piece."),
        ("place c4", "White puts it on c4."),
        ("crown b8", "White crowns b8."),
    ];
    for (lines, told) in cases {
        let words = Words::new(Language::English);
        assert_eq!(words.hands(Colour::White, &hands(lines), &ruleset).as_deref(), Some(told));
    }
}

#[test]
fn clocks_are_told() {
    let controls =
        ["none", "8m", "40/2h:20/1h", "40/2h+1s:1h~2s", "5m>1500ms", "5x30s", "1/1h:1x1s", "*1m", "1d2h3m4s"];
    for words in all_words() {
        for control in controls {
            check(&words.control(&control.parse().unwrap()));
        }
        let problems = [
            ControlProblem::Empty,
            ControlProblem::NotATime,
            ControlProblem::NoUnit,
            ControlProblem::TooLong,
            ControlProblem::NotACount,
            ControlProblem::MovesMissing,
            ControlProblem::NoTime,
            ControlProblem::TooManyStages,
            ControlProblem::ByoyomiNotLast,
            ControlProblem::HourglassNotAlone,
        ];
        for problem in problems {
            check_sentence(&words.control_error(&ControlError { problem, part: "5q".to_owned() }));
        }
        let control = Control::staged(Vec::new(), Some(Byoyomi { periods: 5, period: Millis::seconds(30) })).unwrap();
        for remaining in [None, Some(Millis(0)), Some(Millis(275_250))] {
            for byoyomi in [None, Some(Periods { left: 2, time: Millis::seconds(25) })] {
                for (moves_left, delay) in [(None, Millis(0)), (Some(1), Millis(500)), (Some(12), Millis(0))] {
                    let zero = Millis(0);
                    let reading = Reading {
                        remaining,
                        delay,
                        stage: 0,
                        moves_left,
                        byoyomi,
                        thought: zero,
                        used: zero,
                        moves: 0,
                    };
                    for side in Colour::ALL {
                        check(&words.reading(side, &reading, &control));
                    }
                }
            }
        }
    }
    let told = |language, time| Words::new(language).span(Millis(time));
    assert_eq!(told(Language::English, 5_400_000), "1 hour 30 minutes");
    assert_eq!(told(Language::Russian, 1_500), "1,5 секунды");
    assert_eq!(told(Language::Russian, 5_000), "5 секунд");
    assert_eq!(told(Language::Ukrainian, 62_000), "1 хвилина 2 секунди");
    assert_eq!(told(Language::Ukrainian, 0), "0 секунд");
    let control = "30m:5x30s".parse().unwrap();
    assert_eq!(
        Words::new(Language::Russian).control(&control),
        "30 минут на партию; затем бёёми, 5 периодов, каждый — 30 секунд"
    );
}

#[test]
fn faulty_records_name_their_line_and_text() {
    let problems = [
        EventProblem::TooLong,
        EventProblem::Missing,
        EventProblem::Version,
        EventProblem::Time,
        EventProblem::Actor,
        EventProblem::Act,
        EventProblem::Cell,
        EventProblem::Extra,
    ];
    let square = Ruleset::all()[0].board().squares().into_iter().next().unwrap();
    let mut faults: Vec<TranscriptProblem> = problems
        .map(|problem| TranscriptProblem::Event(EventError { problem, text: "z9".to_owned() }))
        .into_iter()
        .collect();
    faults.extend([TranscriptProblem::Head(String::new()), TranscriptProblem::Head("hello".to_owned())]);
    faults.extend([TranscriptProblem::NoColon("hello".to_owned()), TranscriptProblem::TooMany]);
    let specs = [
        SpecError::UnknownLine("colour".to_owned()),
        SpecError::Ruleset(Ruleset::from_line("house king=tall wings=4").unwrap_err()),
        SpecError::Fen(FenError { problem: FenProblem::UnknownSquare, text: "z9".to_owned(), at: 0 }),
        SpecError::Setup(SetupError { flaws: vec![Flaw::NoPieces] }),
        SpecError::Odds(OddsError::NoPiece(square)),
        SpecError::StartAndOdds,
    ];
    faults.extend(specs.map(TranscriptProblem::Spec));
    let bad = |name| SpecError::BadValue { name, value: "5q".to_owned() };
    faults.extend(LINES.map(|name| TranscriptProblem::Spec(bad(name))));
    for words in all_words() {
        for problem in &faults {
            let told = words.record_error(&TranscriptError { line: 7, problem: problem.clone() }, "damka-record 1");
            check_sentence(&told);
            assert!(told.contains('7'), "{told}");
        }
    }
    let text = "damka-record 1\nrules: international\nstart: W:W1:B50\n";
    let error = Transcript::read(text).unwrap_err();
    let told = Words::new(Language::English).record_error(&error, text);
    assert!(told.contains("1") && !told.contains("b10"), "squares as the game names them: {told}");
}

/// A newer file means that the program is old, not that the file is bad, and the message must say so.
#[test]
fn what_a_later_version_wrote_is_said_to_be_so() {
    let later = (VERSION + 1).to_string();
    let line =
        |text: &str| TranscriptProblem::Event(EventError { problem: EventProblem::Version, text: text.to_owned() });
    let head = |version: &str| TranscriptProblem::Head(format!("damka-record {version}"));
    for (words, told_later) in all_words().into_iter().zip(["более новая версия", "новіша версія", "a later version"])
    {
        let told = |problem| words.record_error(&TranscriptError { line: 7, problem }, "damka-record 2");
        for problem in [line(&later), head(&later)] {
            let told = told(problem);
            check_sentence(&told);
            assert!(told.contains(told_later) && told.contains(&later), "{told}");
        }
        for problem in [line("0"), line("1 0:00 white resign"), head("0"), head("two")] {
            let told = told(problem);
            check_sentence(&told);
            assert!(!told.contains(told_later), "{told}");
        }
    }
}

/// What stands in a message as the possible values is what the head takes.
#[test]
fn the_possible_values_of_a_line_are_possible() {
    let told = |line: &str| {
        let text = format!("damka-record 2\n{line}\n");
        let error = Transcript::read(&text).unwrap_err();
        Words::new(Language::English).record_error(&error, &text)
    };
    assert!(told("pace: soon").contains("Possible: sitting, days."), "{}", told("pace: soon"));
    let seat = told("seat-white: sofa");
    assert!(seat.contains("board/record/blind full/targets/none anyone/captain/turns/vote"), "{seat}");
    let last = Transcript::read("damka-record 2\npace: days\nseat-white: blind none vote\n");
    assert!(last.is_ok(), "{last:?}");
}
