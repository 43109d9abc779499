//! What must hold for every ruleset, every house game and every position, tried on random ones.
//!
//! The choice is the same in every run. `DAMKA_PROPTEST_CASES` asks for more cases, `DAMKA_PROPTEST_SEED` for others. A
//! failure prints the rules and the position; write it into `positions/` as a case with the right moves.

use damka_notation::fen;
use damka_proof::arbitrary::{self, Play};
use damka_proof::cases::walk;
use damka_proof::{bridge, counting, reference, runtime};
use damka_rules::{
    Board, Colour, Convention, EnemyDuty, Game, Move, MoveFacts, MoveList, Movement, Movers, Position, Priority,
    RaceDirections, Ruleset, Square,
};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::collections::BTreeSet;

/// The slow generator writes out every path, so positions with more paths than this are left to `worst_cases`.
const MOST_PATHS: u64 = 2_000;

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text:?} is not a number")))
}

/// Runs a property on random values; `share` of the default number of cases.
fn check<S: Strategy>(share: f64, strategy: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let cases = number("DAMKA_PROPTEST_CASES").unwrap_or(30_000) as f64 * share;
    let config = ProptestConfig {
        cases: cases as u32,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(number("DAMKA_PROPTEST_SEED").unwrap_or(64)),
        ..ProptestConfig::default()
    };
    if let Err(error) = TestRunner::new(config).run(&strategy, property) {
        panic!("{error}");
    }
}

/// The rules and the position, for a message.
fn place(ruleset: &Ruleset, position: &Position) -> String {
    format!("\nrules {}\nfen {}\n", ruleset.line(), fen::write(position, ruleset))
}

fn facts(ruleset: &Ruleset) -> MoveFacts {
    ruleset.move_facts().expect("draughts")
}

/// Whether the slow generator can be asked: it follows every path before the priority decides.
fn is_small(ruleset: &Ruleset, position: &Position) -> bool {
    let free = MoveFacts { priority: Priority::Free, ..facts(ruleset) };
    runtime::count(runtime::kernel(free), position, Convention::Paths) <= MOST_PATHS
}

/// What [`counting`] does not know.
fn can_count(facts: MoveFacts) -> bool {
    facts.priority != Priority::Italian && (facts.movers == Movers::Own || facts.enemy_duty == EnemyDuty::Global)
}

fn listed(movement: Movement, position: &Position, convention: Convention) -> Vec<Move> {
    let mut list = match convention {
        Convention::Moves => MoveList::new(),
        Convention::Paths => MoveList::with_every_path(),
    };
    movement.moves_into(position, &mut list);
    list.to_vec()
}

/// The fast generator finds what the slow one finds: the moves, each once, and the number of their paths.
fn generators_agree(ruleset: &Ruleset, position: &Position) -> Result<(), TestCaseError> {
    let (board, movement) = (ruleset.board(), ruleset.facts().movement);
    let place = place(ruleset, position);
    let fast = listed(movement, position, Convention::Moves);
    let distinct: BTreeSet<reference::Move> = fast.iter().map(|mv| bridge::mv(board, *mv)).collect();
    prop_assert_eq!(distinct.len(), fast.len(), "a move is listed twice: {}", place);
    prop_assert_eq!(
        damka_rules::perft(movement, position, 1, Convention::Moves),
        fast.len() as u64,
        "count: {}",
        place
    );
    if is_small(ruleset, position) {
        let (rules, cells) = (bridge::rules(facts(ruleset)), bridge::position(board, position));
        prop_assert_eq!(distinct, reference::moves(&rules, &cells), "moves: {}", place);
        let paths = reference::path_count(&rules, &cells);
        prop_assert_eq!(listed(movement, position, Convention::Paths).len(), paths, "paths listed: {}", place);
        let counted = damka_rules::perft(movement, position, 1, Convention::Paths);
        prop_assert_eq!(counted, paths as u64, "paths counted: {}", place);
    }
    if !is_small(ruleset, position) && can_count(facts(ruleset)) {
        let counts = counting::captures(&bridge::rules(facts(ruleset)), &bridge::position(board, position));
        prop_assert_eq!(counts.moves, fast.len() as u64, "moves by states: {}", place);
        let counted = damka_rules::perft(movement, position, 1, Convention::Paths);
        prop_assert_eq!(counts.paths, u128::from(counted), "paths by states: {}", place);
    }
    let runtime = runtime::kernel(facts(ruleset));
    prop_assert_eq!(runtime::moves(runtime, position, Convention::Moves), fast, "facts read at run time: {}", place);
    Ok(())
}

#[test]
fn generators_agree_on_random_positions() {
    check(1.0, arbitrary::situation(arbitrary::draughts()), |(ruleset, position)| {
        generators_agree(&ruleset, &position)
    });
}

/// Plays the game and asks at every position.
fn in_play(play: &Play, mut ask: impl FnMut(&Position) -> Result<(), TestCaseError>) -> Result<(), TestCaseError> {
    let mut position = play.position;
    for choice in &play.choices {
        ask(&position)?;
        let moves = play.ruleset.legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position = position.after(*choice.get(&moves));
    }
    ask(&position)
}

#[test]
fn generators_agree_in_random_games() {
    check(0.1, arbitrary::play(arbitrary::draughts(), 80), |play| {
        in_play(&play, |position| generators_agree(&play.ruleset, position))
    });
}

/// A move does to the board what the slow generator says, and to the fingerprint what computing it afresh says.
#[test]
fn moves_change_board_and_hash_alike() {
    check(1.0, arbitrary::situation(arbitrary::draughts()), |(ruleset, position)| {
        let board = ruleset.board();
        for mv in ruleset.legal_moves(&position) {
            let after = position.after(mv);
            let slow = reference::play(&bridge::position(board, &position), &bridge::mv(board, mv));
            prop_assert_eq!(bridge::position(board, &after), slow, "{}{:?}", place(&ruleset, &position), mv);
            let hash = position.hash_after(position.hash(), mv);
            prop_assert_eq!(hash, after.hash(), "{}{:?}", place(&ruleset, &position), mv);
            prop_assert_ne!(hash, position.hash());
        }
        Ok(())
    });
}

/// Taking back restores everything, the draw counters too: a game's debug text shows all of it.
#[test]
fn undo_restores_the_game() {
    check(0.1, arbitrary::play(prop_oneof![arbitrary::draughts(), arbitrary::house_game()], 60), |play| {
        let mut game = Game::from_position(play.ruleset, play.position);
        let mut before = vec![format!("{game:?}")];
        for choice in &play.choices {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let path = play.ruleset.paths(game.position(), *choice.get(&moves), 1).pop().unwrap_or_default();
            game.play_unchecked(*choice.get(&moves), path);
            prop_assert_eq!(game.hash(), game.position().hash());
            before.push(format!("{game:?}"));
        }
        while let Some(wanted) = before.pop() {
            prop_assert_eq!(format!("{game:?}"), wanted);
            prop_assert_eq!(game.undo().is_some(), !before.is_empty());
        }
        Ok(())
    });
}

#[test]
fn lines_read_back() {
    check(1.0, prop_oneof![arbitrary::house_game(), arbitrary::corners()], |ruleset| {
        let line = ruleset.line();
        prop_assert_eq!(Ruleset::from_line(&line), Ok(ruleset), "{}", line);
        prop_assert_eq!(Ruleset::from_line(&line).map(|read| read.line()), Ok(line));
        Ok(())
    });
}

/// The paths of each move are different ways over the board from its start to its end that take its victims; there are
/// as many as the list of every path says; and the first ones asked for are among all of them.
fn paths_are_real(ruleset: &Ruleset, position: &Position) -> Result<(), TestCaseError> {
    if !is_small(ruleset, position) {
        return Ok(());
    }
    let every_path = listed(ruleset.facts().movement, position, Convention::Paths);
    for mv in ruleset.legal_moves(position) {
        let place = format!("{}{mv:?}", place(ruleset, position));
        let paths = ruleset.paths(position, mv, usize::MAX);
        let distinct: BTreeSet<&Vec<Square>> = paths.iter().collect();
        prop_assert_eq!(distinct.len(), paths.len(), "a path twice: {}", place);
        let wanted = every_path.iter().filter(|listed| **listed == mv).count();
        prop_assert_eq!(paths.len(), wanted, "the number of paths: {}", place);
        for path in &paths {
            let jumped = walk(ruleset.board(), position, path);
            prop_assert!(jumped.is_some(), "{:?} is not a path: {}", path, place);
            prop_assert_eq!(jumped.into_iter().flatten().collect::<damka_rules::SquareSet>(), mv.captured());
            prop_assert_eq!((path[0], path[path.len() - 1]), (mv.from(), mv.to()), "{}", place);
            prop_assert!(ruleset.is_path(position, mv, path), "{:?} is one of the paths: {}", path, place);
            prop_assert!(!ruleset.is_path(position, mv, &path[1..]), "half a path is none: {}", place);
        }
        for limit in [1, 2] {
            let first = ruleset.paths(position, mv, limit);
            prop_assert_eq!(first.len(), paths.len().min(limit), "at most {}: {}", limit, place);
            prop_assert!(first.iter().all(|path| paths.contains(path)), "{:?} is not legal: {}", first, place);
        }
    }
    Ok(())
}

/// One walk for all moves finds the same paths, in the same order, as asking about each move by itself (security 1).
fn one_walk_finds_the_same_paths(ruleset: &Ruleset, position: &Position) -> Result<(), TestCaseError> {
    let legal = ruleset.legal_moves(position);
    for limit in [0, 1, 2, 4] {
        let one_by_one: Vec<_> = legal.iter().map(|mv| ruleset.paths(position, *mv, limit)).collect();
        let found = ruleset.all_paths(position, &legal, limit);
        prop_assert_eq!(found, one_by_one, "at most {}: {}", limit, place(ruleset, position));
    }
    Ok(())
}

#[test]
fn one_walk_finds_the_paths_of_random_positions() {
    check(0.3, arbitrary::situation(arbitrary::draughts()), |(ruleset, position)| {
        one_walk_finds_the_same_paths(&ruleset, &position)
    });
    check(0.05, (arbitrary::corners(), arbitrary::corners_position()), |(ruleset, position)| {
        one_walk_finds_the_same_paths(&ruleset, &position)
    });
}

#[test]
fn one_walk_finds_the_paths_in_random_games() {
    check(0.02, arbitrary::play(arbitrary::draughts(), 60), |play| {
        in_play(&play, |position| one_walk_finds_the_same_paths(&play.ruleset, position))
    });
}

#[test]
fn paths_of_random_positions_are_real() {
    check(1.0, arbitrary::situation(arbitrary::draughts()), |(ruleset, position)| paths_are_real(&ruleset, &position));
}

#[test]
fn paths_in_random_games_are_real() {
    check(0.05, arbitrary::play(arbitrary::draughts(), 60), |play| {
        in_play(&play, |position| paths_are_real(&play.ruleset, position))
    });
}

/// The square on the other side of the board's centre.
fn turned(board: Board, square: Square) -> Square {
    let (file, rank) = board.cell(square);
    let last = board.width() - 1;
    board.square(last - file, last - rank).expect("a board looks the same from both sides")
}

fn turned_position(board: Board, position: &Position) -> Position {
    let mut turned_round = Position::empty(position.to_move().other());
    for square in position.occupied() {
        let piece = position.piece(square).map(|mut piece| {
            piece.colour = piece.colour.other();
            piece
        });
        turned_round.set(turned(board, square), piece);
    }
    turned_round
}

/// Both players play by the same rules: the turned board with exchanged colours has the turned moves.
#[test]
fn both_colours_play_alike() {
    check(1.0, arbitrary::situation(arbitrary::draughts()), |(ruleset, position)| {
        let board = ruleset.board();
        let told = |mv: Move, by: &dyn Fn(Square) -> Square| {
            let captured: BTreeSet<Square> = mv.captured().into_iter().map(by).collect();
            (by(mv.from()), by(mv.to()), captured, mv.promotes())
        };
        let moves = ruleset.legal_moves(&position).into_iter();
        let wanted: BTreeSet<_> = moves.map(|mv| told(mv, &|square| turned(board, square))).collect();
        let moves = ruleset.legal_moves(&turned_position(board, &position)).into_iter();
        let found: BTreeSet<_> = moves.map(|mv| told(mv, &|square| square)).collect();
        prop_assert_eq!(found, wanted, "{}", place(&ruleset, &position));
        Ok(())
    });
}

/// Counting by states, which the worst cases rest on, against the slow generator.
#[test]
fn counting_by_states_agrees() {
    check(0.5, arbitrary::situation(arbitrary::draughts()), |(ruleset, position)| {
        let facts = facts(&ruleset);
        let moves = ruleset.legal_moves(&position);
        if can_count(facts) && is_small(&ruleset, &position) && moves.first().is_some_and(|mv| mv.is_capture()) {
            let (rules, cells) = (bridge::rules(facts), bridge::position(facts.board, &position));
            let counts = counting::captures(&rules, &cells);
            let wanted = (reference::moves(&rules, &cells).len(), reference::path_count(&rules, &cells));
            prop_assert_eq!((counts.moves as usize, counts.paths as usize), wanted, "{}", place(&ruleset, &position));
        }
        Ok(())
    });
}

/// Corners against the slow generator: moves, their number, their paths, and the turn that passes.
#[test]
fn corners_agree() {
    check(0.2, (arbitrary::corners(), arbitrary::corners_position()), |(ruleset, position)| {
        let Movement::Race(race) = ruleset.facts().movement else { unreachable!("corners is a race") };
        let eight = race.directions == RaceDirections::Eight;
        let slow = |position: &Position| reference::corners::moves(&bridge::position(Board::Full, position), eight);
        let place = place(&ruleset, &position);
        let fast = ruleset.legal_moves(&position);
        let wanted = slow(&position);
        let other_can = !slow(&position.with_turn(position.to_move().other())).is_empty();
        if wanted.is_empty() {
            prop_assert_eq!(&fast, &if other_can { vec![Move::NULL] } else { Vec::new() }, "{}", place);
        } else {
            let pair = |mv: &Move| (bridge::at(Board::Full, mv.from()), bridge::at(Board::Full, mv.to()));
            prop_assert_eq!(fast.iter().map(pair).collect::<BTreeSet<_>>(), wanted, "{}", place);
            prop_assert_eq!(fast.iter().map(pair).collect::<BTreeSet<_>>().len(), fast.len(), "{}", place);
        }
        prop_assert_eq!(
            damka_rules::perft(ruleset.facts().movement, &position, 1, Convention::Moves),
            fast.len() as u64
        );
        for mv in fast {
            prop_assert_eq!(position.hash_after(position.hash(), mv), position.after(mv).hash());
            corners_path_is_real(&ruleset, &position, mv, eight)?;
        }
        Ok(())
    });
}

/// One path: a single step, or jumps over pieces into empty squares.
fn corners_path_is_real(ruleset: &Ruleset, position: &Position, mv: Move, eight: bool) -> Result<(), TestCaseError> {
    let paths = ruleset.paths(position, mv, usize::MAX);
    if mv.is_null() {
        prop_assert!(paths.is_empty());
        return Ok(());
    }
    let place = place(ruleset, position);
    prop_assert_eq!(paths.len(), 1, "{}{:?}", place, mv);
    let path = &paths[0];
    prop_assert_eq!((path[0], path[path.len() - 1]), (mv.from(), mv.to()), "{}{:?}", place, path);
    let occupied = position.occupied().without(mv.from().set());
    for pair in path.windows(2) {
        let [(f, r), (to_f, to_r)] = [pair[0], pair[1]].map(|square| Board::Full.cell(square));
        let (across, up) = (f.abs_diff(to_f), r.abs_diff(to_r));
        prop_assert!(!occupied.contains(pair[1]), "{}{:?}", place, path);
        prop_assert!(eight || across == 0 || up == 0, "{}{:?}", place, path);
        if across.max(up) == 1 {
            prop_assert_eq!(path.len(), 2, "a step is a whole move: {}{:?}", place, path);
        } else {
            prop_assert!(matches!((across, up), (0, 2) | (2, 0) | (2, 2)), "{}{:?}", place, path);
            let over = Board::Full.square(f.midpoint(to_f), r.midpoint(to_r));
            prop_assert!(over.is_some_and(|over| occupied.contains(over)), "{}{:?}", place, path);
        }
    }
    Ok(())
}

/// Corners played from its starting positions, so that camps and chains as they really arise are tried too.
#[test]
fn corners_agree_in_random_games() {
    check(
        0.02,
        (arbitrary::corners(), prop::collection::vec(any::<prop::sample::Index>(), 0..60)),
        |(ruleset, choices)| {
            let Movement::Race(race) = ruleset.facts().movement else { unreachable!("corners is a race") };
            let mut position = ruleset.start();
            for choice in choices {
                let fast = ruleset.legal_moves(&position);
                let slow = reference::corners::moves(
                    &bridge::position(Board::Full, &position),
                    race.directions == RaceDirections::Eight,
                );
                prop_assert_eq!(fast.len(), slow.len(), "{}", place(&ruleset, &position));
                position = position.after(*choice.get(&fast));
            }
            prop_assert_eq!(position.pieces(Colour::White).len(), ruleset.start().pieces(Colour::White).len());
            Ok(())
        },
    );
}
