//! Every word of every closed list of contests, every event, ending, refusal and faulty record, in every language.

use super::*;
use damka_conduct::clock::Millis;
use damka_conduct::{GameId, SpecError, Worded};
use damka_contest::{
    Actor, BoardId, Colours, Contest, ContestEnding, ContestSpec, ContestSpecError, Deed, Draws, EntrantStanding,
    EntrantTerm, Event, EventError, EventProblem, Joining, Kind, Length, NotAdmitted, OWN_LINES, Outcome, RecordError,
    RecordProblem, Refused, Source, Stage, Why,
};

const BOARD: BoardId = BoardId { round: 2, table: 3, game: 1 };

fn names(number: u16) -> Option<String> {
    (number == 1).then(|| "Ivan".to_owned())
}

#[test]
fn every_word_of_every_list() {
    for words in all_words() {
        Kind::ALL.iter().for_each(|it| check(&words.contest_kind(*it)));
        Stage::ALL.iter().for_each(|it| check(&words.contest_stage(*it)));
        EntrantStanding::ALL.iter().for_each(|it| check(&words.entrant_standing(*it)));
        EntrantTerm::ALL.iter().for_each(|it| check(&words.entrant_term(*it)));
        Outcome::ALL.iter().for_each(|it| check(&words.contest_outcome(*it)));
        Source::ALL.iter().for_each(|it| check(&words.result_source(*it)));
        Draws::ALL.iter().for_each(|it| check_sentence(&words.contest_draws(*it, "5m")));
        Joining::ALL
            .iter()
            .for_each(|it| check_sentence(&words.say(&format!("contest-term-joining-{}", it.word()), &[])));
        for count in [1, 2, 5, 21] {
            for length in [Length::Games(count), Length::FirstTo(count), Length::BestOf(count)] {
                check(&words.match_length(length));
            }
        }
        for met in [0, 1, 4] {
            for difference in [None, Some(120)] {
                check(&words.pairing_reason(&Why { waited: Millis(61_500), met, difference }));
            }
        }
        assert_ne!(words.entrant(1, &names), words.entrant(2, &names));
    }
}

#[test]
fn everything_that_can_be_agreed() {
    let lines: [&[(&str, &str)]; 5] = [
        &[("kind", "match"), ("length", "best-of 5"), ("draws", "faster"), ("ladder", "5m+3s; 1m")],
        &[
            ("kind", "match"),
            ("clock-white", "5m"),
            ("clock-black", "10m"),
            ("opening", "W:Wc3:Bf6"),
            ("joining", "asked"),
        ],
        &[("kind", "simul"), ("host-clock", "3600s"), ("late", "no"), ("colours", "alternate")],
        &[("kind", "simul"), ("clock-white", "1h"), ("clock-black", "30m"), ("colours", "black")],
        &[("kind", "evening"), ("opening", "W:Wc3:Bf6"), ("opening", "W:Wc3:Bh6")],
    ];
    for words in all_words() {
        for lines in lines {
            let spec = ContestSpec::from_lines(lines.iter().copied()).unwrap();
            words.contest_terms(&spec).iter().for_each(|term| check_sentence(term));
            for colours in Colours::ALL {
                let spec = ContestSpec { colours: *colours, ..spec.clone() };
                words.contest_terms(&spec).iter().for_each(|term| check_sentence(term));
            }
        }
    }
}

#[test]
fn everything_that_happens() {
    let mut deeds = vec![Deed::Begin, Deed::Lot(7), Deed::ClockRuns, Deed::ClockStands, Deed::ClockFell, Deed::Close];
    deeds.extend([Deed::Apply(1), Deed::Out(2), Deed::Ready(1), Deed::Rest(2)]);
    deeds.extend([None, Some(1650)].map(|strength| Deed::Enter { entrant: 1, in_room: strength.is_none(), strength }));
    deeds.extend(EntrantTerm::ALL.iter().map(|term| Deed::Term(2, *term, "a1".to_owned())));
    deeds.extend([None, Some(GameId::new("abc"))].map(|game| Deed::Pair { board: BOARD, white: 1, black: 2, game }));
    for outcome in Outcome::ALL {
        deeds.extend(Source::ALL.iter().map(|source| Deed::Result {
            board: BOARD,
            outcome: *outcome,
            source: *source,
        }));
    }
    for words in all_words() {
        for kind in Kind::ALL {
            check(&words.contest_board(*kind, BoardId { game: 2, ..BOARD }));
            for deed in &deeds {
                for actor in [Actor::Owner, Actor::Arbiter, Actor::Entrant(1), Actor::Nobody] {
                    let event = Event { time: Millis::ZERO, actor, deed: deed.clone() };
                    check_sentence(&words.contest_event(&event, *kind, &names));
                }
            }
        }
    }
}

/// How contests of every kind stand, from no entrant to the end.
#[test]
fn how_it_stands() {
    for words in all_words() {
        for ending in [ContestEnding::Finished, ContestEnding::Abandoned(2), ContestEnding::Closed] {
            check_sentence(&words.contest_ending(ending, &names));
        }
        let story = [
            "1 0:00.000 owner enter 1",
            "1 0:00.000 owner enter 2",
            "1 0:00.000 nobody pair 1.1.1 1 2 game abc",
            "1 0:01.000 nobody result 1.1.1 white-won game",
        ];
        for (end, score) in [("1 0:02.000 owner out 2", "1 : 0"), ("1 0:02.000 owner close", "1 : 0")] {
            let spec = ContestSpec::from_lines([("kind", "match"), ("length", "games 3")]).unwrap();
            let mut contest = Contest::new(spec);
            for line in story.iter().chain([&end]) {
                check_sentence(&words.contest_state(&contest, &names));
                contest.evolve(&Event::read(line).unwrap());
            }
            let told = words.contest_state(&contest, &names);
            check_sentence(&told);
            assert!(told.contains(score), "{told}");
            assert_eq!(told.contains("Ivan"), end.contains("out"), "{told}");
        }
    }
}

#[test]
fn every_refusal() {
    let ruleset = Ruleset::named("russian").unwrap();
    let mut all = vec![Refused::TimeBackward, Refused::Over, Refused::NotYours, Refused::OtherKind, Refused::NoEntrant];
    all.extend([Refused::Full, Refused::TooLate, Refused::AlreadyDone, Refused::NotIn(1), Refused::HasGame(2)]);
    all.extend([Refused::TooFew, Refused::NoBoard, Refused::GameDecides, Refused::OwnGame, Refused::TooFewIds]);
    all.extend([Refused::MayStillCome(Millis(90_500)), Refused::Terms(SpecError::StartAndOdds)]);
    all.extend([1, 3, 11].map(Refused::BoardsOpen));
    for words in all_words() {
        for refused in &all {
            check_sentence(&words.contest_refused(refused, &ruleset, Millis::seconds(30), &names));
        }
        let wait = words.contest_refused(&Refused::MayStillCome(Millis(90_500)), &ruleset, Millis::seconds(30), &names);
        assert!(wait.contains(&words.span(Millis::seconds(61))), "{wait}");
    }
}

#[test]
fn every_faulty_record() {
    let ruleset = Ruleset::named("russian").unwrap();
    let mut problems = vec![RecordProblem::TooLong, RecordProblem::NoColon("x".to_owned())];
    problems.extend(["", "hello", "damka-contest 9"].map(|head| RecordProblem::Head(head.to_owned())));
    problems.push(RecordProblem::Name { text: "entrant-7".to_owned(), expected: 1 });
    let event = |problem| RecordProblem::Event(EventError { problem, text: "9".to_owned() });
    problems
        .extend([EventProblem::TooLong, EventProblem::Missing, EventProblem::Version, EventProblem::Time].map(event));
    problems.extend([EventProblem::Actor, EventProblem::Deed, EventProblem::Entrant, EventProblem::Board].map(event));
    problems.extend([EventProblem::Result, EventProblem::Seed, EventProblem::Term, EventProblem::Extra].map(event));
    let admitted = [NotAdmitted::TimeBackward, NotAdmitted::Over, NotAdmitted::Entrant, NotAdmitted::Board];
    problems.extend(admitted.map(RecordProblem::NotAdmitted));
    problems.extend([NotAdmitted::Clock, NotAdmitted::Actor].map(RecordProblem::NotAdmitted));
    let spec = |error| RecordProblem::Spec(error, Box::new(ruleset));
    problems.push(spec(ContestSpecError::NoKind));
    problems.push(spec(ContestSpecError::Game(SpecError::UnknownLine("hat".to_owned()))));
    problems.push(spec(ContestSpecError::Game(SpecError::StartAndOdds)));
    for name in OWN_LINES {
        for value in ["red", "alternate", "0", "300", "60s"] {
            problems.push(spec(ContestSpecError::BadValue { name, value: value.to_owned() }));
        }
    }
    for words in all_words() {
        for problem in &problems {
            check_sentence(&words.contest_record_error(&RecordError { line: 3, problem: problem.clone() }));
        }
        // What may stand in a line is said of every line.
        for name in OWN_LINES {
            let said =
                words.contest_spec_error(&ContestSpecError::BadValue { name, value: "red".to_owned() }, &ruleset);
            assert!(!said.contains('…'), "{said}");
        }
    }
}
