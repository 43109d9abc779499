//! Every case of `positions/`.

use damka_proof::cases::{self, Case, text_of};
use damka_proof::{bridge, reference};
use std::collections::BTreeSet;

fn load() -> Vec<Case> {
    cases::load().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_case_holds() {
    let wrong: Vec<String> = load().iter().filter_map(|case| case.check().err()).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n\n"));
}

/// A clause is named only under a ruleset of its own text.
#[test]
fn clauses_belong_to_the_text() {
    for case in load() {
        for clause in &case.clauses {
            let text = text_of(&case.ruleset);
            assert!(text.is_some_and(|text| clause.starts_with(text)), "{}: {clause} is of another text", case.name);
        }
    }
}

/// The clauses of the kind "rule", text by text, each of which needs a case that fails when it is broken.
const RULES: &str = "
    A.move.1 A.move.4 A.move.5 A.move.8 A.move.9 A.capture.1 A.capture.2 A.capture.3 A.capture.5 A.capture.6
    A.capture.7 A.capture.8 A.capture.11 A.capture.13 A.capture.14 A.first.1
    B.man.1 B.move.1 B.move.2 B.capture.1 B.capture.2 B.capture.3 B.capture.4
    C.2.1 C.2.2 C.2.3 C.2.4 C.2.5 C.3.1 C.3.2 C.3.3 C.3.4.1 C.3.4.2 C.3.4.3 C.3.4.4 C.3.4.5 C.3.4.6 C.3.4.7
    C.3.5.8 C.3.5.9 C.3.5.10 C.3.5.11 C.3.5.12
    D.turn.1 D.move.1 D.capture.1 D.capture.2 D.capture.3 D.king.1 D.king.2 D.king.3 D.king.4
    D.1.checkers D.2.english D.3.italian D.4.spanish D.5.corners.1 D.5.corners.3 D.6.stavropol D.7.diagonal D.9.samoyed
    E.turn.1 E.man.1 E.man.2 E.king.1 E.king.2 E.checkers.1 E.checkers.2 E.checkers.3
";

#[test]
fn every_rule_has_a_case() {
    let cases = load();
    let named: BTreeSet<&str> = cases.iter().flat_map(|case| &case.clauses).map(String::as_str).collect();
    let missing: Vec<&str> = RULES.split_whitespace().filter(|clause| !named.contains(clause)).collect();
    assert!(missing.is_empty(), "no case names {missing:?}");
}

/// A file or a loader that lost its cases would prove nothing.
#[test]
fn there_are_many_cases() {
    assert!(load().len() > 150, "{} cases", load().len());
}

/// The slow generator is asked too: a case on which it disagrees is wrong, whatever the fast one says.
#[test]
fn the_slow_generator_agrees() {
    let mut asked = 0;
    for case in load().iter().filter(|case| case.play.is_empty() && case.refused.is_empty()) {
        let Some(facts) = case.ruleset.move_facts() else { continue };
        let (rules, cells) = (bridge::rules(facts), bridge::position(facts.board, &case.position));
        let moves = reference::moves(&rules, &cells);
        let listed = case.moves.as_ref().map(Vec::len);
        for wanted in [case.count, listed].into_iter().flatten() {
            assert_eq!(moves.len(), wanted, "moves of {}", case.name);
        }
        if let Some(paths) = case.paths {
            assert_eq!(reference::path_count(&rules, &cells), paths, "paths of {}", case.name);
        }
        let fast = case.ruleset.legal_moves(&case.position).into_iter();
        assert_eq!(fast.map(|mv| bridge::mv(facts.board, mv)).collect::<BTreeSet<_>>(), moves, "{}", case.name);
        asked += 1;
    }
    assert!(asked > 100, "{asked} cases");
}
