//! Positions with very many captures: the answer is right, and it comes.
//!
//! Nothing is timed here. `damka_proof::counting` works a state out once, and its number of states is asserted to stay
//! small; the fast generator lists, counts and explains the same positions, which it could not do path by path if paths
//! exploded.

use damka_proof::worst::{self, Worst};
use damka_proof::{bridge, counting, reference, runtime};
use damka_rules::{Convention, MoveFacts};

fn load() -> Vec<Worst> {
    let worst = worst::load().unwrap_or_else(|error| panic!("{error}"));
    assert!(worst.len() >= 10, "{} positions", worst.len());
    worst
}

fn facts(worst: &Worst) -> MoveFacts {
    worst.ruleset.move_facts().expect("draughts")
}

#[test]
fn the_fast_generator_finds_them_all() {
    for worst in load() {
        let movement = worst.ruleset.facts().movement;
        let moves = worst.ruleset.legal_moves(&worst.position);
        assert_eq!(moves.len() as u64, worst.moves, "{}", worst.name);
        assert_eq!(damka_rules::perft(movement, &worst.position, 1, Convention::Moves), worst.moves, "{}", worst.name);
        if let Some(paths) = worst.paths {
            let counted = damka_rules::perft(movement, &worst.position, 1, Convention::Paths);
            assert_eq!(counted, paths, "paths of {}", worst.name);
            let runtime = runtime::count(runtime::kernel(facts(&worst)), &worst.position, Convention::Paths);
            assert_eq!(runtime, paths, "paths of {} with facts read at run time", worst.name);
        }
    }
}

/// The states of one position that must be worked out, at most: the walk is bounded by these, not by paths.
const MOST_STATES: u64 = 2_000_000;

#[test]
fn counting_by_states_agrees() {
    for worst in load() {
        let (rules, cells) = (bridge::rules(facts(&worst)), bridge::position(worst.ruleset.board(), &worst.position));
        let counts = counting::captures(&rules, &cells);
        assert_eq!(counts.moves, worst.moves, "{}", worst.name);
        assert!(counts.states <= MOST_STATES, "{}: {} states", worst.name, counts.states);
        assert!(worst.paths.is_none_or(|paths| counts.paths == u128::from(paths)), "{}: {counts:?}", worst.name);
    }
}

/// The slow generator writes out every path, so only some of the positions are for it.
#[test]
fn the_slow_generator_agrees_where_it_can() {
    let mut asked = 0;
    for worst in load().iter().filter(|worst| worst.paths.is_some_and(|paths| paths <= 10_000)) {
        let (rules, cells) = (bridge::rules(facts(worst)), bridge::position(worst.ruleset.board(), &worst.position));
        assert_eq!(reference::moves(&rules, &cells).len() as u64, worst.moves, "{}", worst.name);
        asked += 1;
    }
    assert!(asked >= 8, "{asked} positions");
}

/// Every move has a path, and finding one path does not need all of them.
#[test]
fn every_move_has_a_path() {
    for worst in load() {
        for mv in worst.ruleset.legal_moves(&worst.position) {
            let path = worst.ruleset.paths(&worst.position, mv, 1);
            assert_eq!(path.len(), 1, "{}: {mv:?}", worst.name);
        }
    }
}

/// One walk finds the first paths of every move, the same as asking about each by itself (security 1). The work of a
/// walk is bounded by states, so this ends although some of these positions have more paths than could be listed.
#[test]
fn one_walk_finds_the_first_paths_of_every_move() {
    for worst in load() {
        let (ruleset, position) = (&worst.ruleset, &worst.position);
        let legal = ruleset.legal_moves(position);
        let found = ruleset.all_paths(position, &legal, 4);
        assert_eq!(found.len(), legal.len(), "{}", worst.name);
        // Asking one by one is slow, which is why there is the one walk: every move if there are few, otherwise some.
        for (mv, found) in legal.iter().zip(&found).step_by(legal.len().div_ceil(200)) {
            assert_eq!(found, &ruleset.paths(position, *mv, 4), "{}: {mv:?}", worst.name);
        }
    }
}
