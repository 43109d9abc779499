use super::*;
use damka_endgame::{BuildError, Flaw, NoTables, OpenError, Problem, TableError, Value, Verdict, VerifyError};
use damka_rules::{Colour, Ruleset};

/// Every sentence about tables, in every language; a missing message or variable panics here.
#[test]
fn everything_about_tables_is_said() {
    let russian = Ruleset::named("russian").unwrap();
    let error = |problem| TableError { path: "folder/1m2k-0m1k.end".into(), problem };
    let problems = || {
        [
            Problem::Io("no space".to_owned()),
            Problem::NotATable,
            Problem::Version(7),
            Problem::OtherGame("board=10".to_owned()),
            Problem::OtherMaterial,
            Problem::Damaged,
        ]
    };
    for words in all_words() {
        let mut told: Vec<String> = Vec::new();
        told.extend(problems().map(|problem| words.table_error(&error(problem))));
        told.extend([NoTables::Race, NoTables::DutyPerColour].map(|reason| words.no_tables(reason)));
        let builds = [BuildError::Stopped, BuildError::Busy, BuildError::Memory { needed: 9 << 30, allowed: 1 << 30 }];
        told.extend(builds.iter().map(|error| words.build_error(error)));
        for side in Colour::ALL {
            told.extend(words.table_verdict(Verdict::Wins(side)));
            for plies in [None, Some(0), Some(1), Some(9)] {
                told.extend(words.table_verdict(Verdict::DrawnByRule { winner: side, plies }));
            }
            told.extend([Value::Win(1), Value::Loss(22), Value::Draw].map(|value| words.table_value_of(side, value)));
        }
        told.extend(words.table_verdict(Verdict::Unproved(Colour::White)));
        let position = russian.start();
        let flaw = Flaw::Position { position, stored: Value::Draw, follows: Value::Win(5) };
        told.push(words.verify_error(&VerifyError::Flaw(flaw), &russian));
        let material = "1m0k-0m1k".parse().unwrap();
        told.push(words.verify_error(&VerifyError::Flaw(Flaw::Summary { material }), &russian));
        told.iter().for_each(|sentence| check(sentence));
        let distinct: std::collections::BTreeSet<&String> = told.iter().collect();
        assert_eq!(distinct.len(), told.len(), "{:?}", words.language());
        assert!(words.table_verdict(Verdict::Drawn).is_none());
        let (open, reason) = (OpenError::NoTables(NoTables::Race), NoTables::Race);
        assert_eq!(words.open_error(&open), words.no_tables(reason));
    }
}
