//! The model of many nodes: with the protocol as it is all promises are kept in every state that can be reached, and with
//! any part of it left out one is broken.

use damka_model::{Budget, Explored, Protocol, Rules, explore};

/// Explores everything, and says how much that was.
fn all(budget: Budget) -> Explored {
    let found = explore(&Protocol { rules: Rules::ALL, budget }, true);
    println!("{budget:?}: {} states, {} steps", found.states, found.steps);
    if let Some((promise, _)) = found.broken {
        let (_, way) = explore(&Protocol { rules: Rules::ALL, budget }, false).broken.unwrap();
        panic!("not kept: {promise}\n  {}", way.join("\n  "));
    }
    assert_eq!(found.stuck, 0, "states from which the game cannot go on");
    found
}

/// Leaves something out, and returns how a promise is broken.
fn without(change: impl Fn(&mut Rules), budget: Budget) -> (&'static str, Vec<String>) {
    let mut rules = Rules::ALL;
    change(&mut rules);
    let (promise, way) = explore(&Protocol { rules, budget }, false).broken.expect("nothing is broken without it");
    println!("not kept: {promise}\n  {}", way.join("\n  "));
    assert!(way.len() < 25, "a way that nobody can follow");
    (promise, way)
}

const SMALL: Budget = Budget { acts: 1, faults: 1, goings: 0, rows: 0 };
const ACTS: Budget = Budget { acts: 2, faults: 1, goings: 0, rows: 0 };
const FAULTS: Budget = Budget { acts: 1, faults: 2, goings: 0, rows: 0 };
const GOINGS: Budget = Budget { acts: 1, faults: 1, goings: 1, rows: 0 };
const ROWS: Budget = Budget { acts: 1, faults: 1, goings: 0, rows: 1 };

#[test]
fn two_acts_and_a_fault() {
    assert!(all(ACTS).states > 500_000);
}

#[test]
fn an_act_and_two_faults() {
    assert!(all(FAULTS).states > 400_000);
}

#[test]
fn an_act_an_owner_that_goes_and_a_fault() {
    assert!(all(GOINGS).states > 400_000);
}

#[test]
fn an_act_a_change_of_the_rows_and_a_fault() {
    assert!(all(ROWS).states > 50_000);
}

const TWO_OWNERS: &str = "a run writes only after it has taken the game";

#[test]
fn without_numbers_there_are_two_owners() {
    let (promise, way) = without(|rules| rules.expects_a_number = false, SMALL);
    assert_eq!(promise, TWO_OWNERS);
    assert!(way.iter().any(|step| step.starts_with("the lease of run")), "{way:?}");
}

#[test]
fn without_a_line_of_the_taker_there_are_two_owners() {
    // A node that looked for the line would not take the game at all.
    let left_out = |rules: &mut Rules| (rules.takes_with_a_line, rules.looks_again) = (false, false);
    assert_eq!(without(left_out, ACTS).0, TWO_OWNERS);
}

/// Without both, as with an owner that only looks at its lease.
#[test]
fn without_the_fence_there_are_two_owners() {
    let left_out = |rules: &mut Rules| (rules.expects_a_number, rules.takes_with_a_line) = (false, false);
    assert_eq!(without(left_out, SMALL).0, TWO_OWNERS);
}

#[test]
fn without_looking_again_there_are_two_owners() {
    assert_eq!(without(|rules| rules.looks_again = false, SMALL).0, TWO_OWNERS);
}

#[test]
fn without_numbers_of_clients_an_act_counts_twice() {
    let (promise, _) = without(|rules| rules.counts_once = false, SMALL);
    assert_eq!(promise, "an act counts once");
}

#[test]
fn without_making_sure_an_owner_does_not_know_what_it_has_written() {
    let (promise, _) = without(|rules| rules.makes_sure = false, SMALL);
    assert_eq!(promise, "an owner knows what it has written");
}

const ROWS_DIFFER: &str = "the rows are what their owner has written";

#[test]
fn without_the_fence_of_rows_an_old_owner_writes_them() {
    let (promise, way) = without(|rules| rules.writes_as_owner = false, ROWS);
    assert_eq!(promise, ROWS_DIFFER);
    assert!(way.iter().any(|step| step.starts_with("the lease of run") || step.contains("is killed")), "{way:?}");
}

#[test]
fn without_reading_the_rows_again_an_owner_does_not_know_them() {
    assert_eq!(without(|rules| rules.reads_rows_again = false, ROWS).0, ROWS_DIFFER);
}
