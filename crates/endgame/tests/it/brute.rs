//! Tables against search: a fixed point over whole small games, and plain search from random positions.

use crate::common::{Folder, RUSSIAN, cases, ruleset};
use damka_endgame::{Material, Tables, Value};
use damka_rules::{Board, Colour, Game, Kind, Piece, Position, Ruleset, SquareSet};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Every position of a material, White's pieces first, with both sides to move.
fn placements(board: Board, material: Material) -> Vec<Position> {
    let mut all = vec![Position::empty(Colour::White)];
    for (side, colour) in Colour::ALL.into_iter().enumerate() {
        for (kind, count) in [(Kind::Man, material.men[side]), (Kind::King, material.kings[side])] {
            let forbidden = if kind == Kind::Man { board.crowning_row(colour) } else { SquareSet::EMPTY };
            for _ in 0..count {
                all = all
                    .iter()
                    .flat_map(|position| {
                        let free = board.squares().without(position.occupied()).without(forbidden);
                        // Upward, so that equal pieces are placed once.
                        let same = if kind == Kind::Man { position.men(colour) } else { position.kings(colour) };
                        let above = move |square: &damka_rules::Square| same.into_iter().all(|other| other < *square);
                        free.into_iter().filter(above).map(|square| {
                            let mut next = *position;
                            next.set(square, Some(Piece { colour, kind }));
                            next
                        })
                    })
                    .collect();
            }
        }
    }
    all.iter().flat_map(|position| Colour::ALL.map(|colour| position.with_turn(colour))).collect()
}

/// How a game that begins here ends at once, if it does: what `Game` says, so that nothing is taken from the tables' code.
fn end(ruleset: &Ruleset, position: &Position) -> Option<Value> {
    let outcome = Game::from_position(*ruleset, *position).outcome()?;
    let mover = position.to_move();
    Some(if outcome.winner == Some(mover) { Value::Win(0) } else { Value::Loss(0) })
}

/// The values of all positions of these materials, by looking at all of them again and again.
fn fixed_point(ruleset: &Ruleset, materials: &[Material]) -> HashMap<Position, Value> {
    let mut positions: Vec<Position> =
        materials.iter().flat_map(|material| placements(ruleset.board(), *material)).collect();
    positions.sort_by_key(|position| position.hash());
    positions.dedup();
    let children: Vec<(Position, Vec<Position>)> = positions
        .iter()
        .map(|position| {
            let moves = ruleset.legal_moves(position);
            (*position, moves.into_iter().map(|mv| position.after(mv)).collect())
        })
        .collect();
    let mut values: HashMap<Position, Value> = HashMap::new();
    for position in &positions {
        values.extend(end(ruleset, position).map(|value| (*position, value)));
    }
    for plies in 1.. {
        let mut found = Vec::new();
        for (position, children) in children.iter().filter(|(position, _)| !values.contains_key(position)) {
            let of = |child: &Position| values.get(child).copied().or_else(|| bare_end(ruleset, child));
            // At this distance and no other: the values so far are all that are nearer.
            if children.iter().any(|child| matches!(of(child), Some(Value::Loss(_)))) {
                found.push((*position, Value::Win(plies)));
            } else if children.iter().all(|child| matches!(of(child), Some(Value::Win(_)))) {
                found.push((*position, Value::Loss(plies)));
            }
        }
        if found.is_empty() {
            return values;
        }
        values.extend(found);
    }
    values
}

fn bare_end(ruleset: &Ruleset, position: &Position) -> Option<Value> {
    let bare = Colour::ALL.into_iter().any(|colour| position.pieces(colour).is_empty());
    bare.then(|| end(ruleset, position)).flatten()
}

fn check(line: &str, materials: &[Material], tables: &Tables) {
    let ruleset = ruleset(line);
    let values = fixed_point(&ruleset, materials);
    let mut decided = 0;
    for position in materials.iter().flat_map(|material| placements(ruleset.board(), *material)) {
        let truth = values.get(&position).copied().unwrap_or(Value::Draw);
        assert_eq!(tables.probe_distance(&position), Some(truth), "{line}: {position:?}");
        assert_eq!(tables.probe_wdl(&position), Some(truth.wdl()), "{line}: {position:?}");
        decided += usize::from(truth != Value::Draw);
    }
    assert!(decided > 0, "{line}");
}

#[test]
fn two_pieces_of_every_game() {
    for ruleset in Ruleset::all().iter().filter(|ruleset| damka_endgame::TableGame::of(ruleset).is_ok()) {
        let line = ruleset.line();
        check(&line, &Material::all(2), &Folder::with(&line, 2).tables(&line));
    }
    for line in ["house movers=either result=reversed enemy-quiet=any", "house victims=any king=short priority=most"] {
        check(line, &Material::all(2), &Folder::with(line, 2).tables(line));
    }
}

/// Two against one, one of them a man, in games that differ most.
#[test]
fn some_three_pieces() {
    for line in ["russian", "stavropol", "poddavki", "samoyed", "italian"] {
        let folder = Folder::with(line, 3);
        let mut materials = Material::all(2);
        materials.extend(["1m1k-0m1k", "0m2k-0m1k"].map(|text| text.parse::<Material>().expect("a material")));
        check(line, &materials, &folder.tables(line));
    }
}

static RUSSIAN_TABLES: LazyLock<Tables> = LazyLock::new(|| RUSSIAN.tables("russian"));
static STAVROPOL_TABLES: LazyLock<Tables> = LazyLock::new(|| Folder::with("stavropol", 3).tables("stavropol"));

/// A position with the pieces of a material on random squares.
fn positions(pieces: u8) -> impl Strategy<Value = Position> {
    let materials = Material::up_to(pieces);
    let squares = prop::collection::vec(0usize..32, 64);
    (0..materials.len(), squares, any::<bool>()).prop_map(move |(material, mut order, white)| {
        let (board, material) = (Board::Eight, materials[material]);
        let squares: Vec<_> = board.squares().into_iter().collect();
        let mut position = Position::empty(if white { Colour::White } else { Colour::Black });
        order.extend(0..32);
        let mut order = order.into_iter();
        for (side, colour) in Colour::ALL.into_iter().enumerate() {
            for (kind, count) in [(Kind::Man, material.men[side]), (Kind::King, material.kings[side])] {
                let mut left = count;
                while left > 0 {
                    let Some(square) = order.next().map(|at| squares[at]) else { return position };
                    let crowned = kind == Kind::Man && board.crowning_row(colour).contains(square);
                    if !crowned && position.piece(square).is_none() {
                        position.set(square, Some(Piece { colour, kind }));
                        left -= 1;
                    }
                }
            }
        }
        position
    })
}

/// The side that wins within this many half-moves, found by looking at every line.
fn search(ruleset: &Ruleset, position: &Position, plies: u16) -> Option<Value> {
    if let Some(value) = end(ruleset, position) {
        return Some(value);
    }
    if plies == 0 {
        return None;
    }
    // A value that is not known within the horizon is at least no loss and no win within it.
    let values: Vec<Option<Value>> = ruleset
        .legal_moves(position)
        .into_iter()
        .map(|mv| search(ruleset, &position.after(mv), plies - 1).map(Value::before))
        .collect();
    let best = values.iter().flatten().copied().reduce(Value::better);
    match best {
        Some(Value::Win(_)) => best,
        _ if values.iter().any(Option::is_none) => None,
        _ => best,
    }
}

fn agrees(line: &str, tables: &Tables, position: &Position, horizon: u16) -> Result<(), TestCaseError> {
    let found = search(&ruleset(line), position, horizon);
    let stored = tables.probe_distance(position).expect("all positions are known");
    let within = stored.plies().is_some_and(|plies| plies <= horizon);
    prop_assert_eq!(found, within.then_some(stored));
    prop_assert_eq!(tables.probe_wdl(position), Some(stored.wdl()));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(600)))]

    #[test]
    fn search_finds_what_tables_say(position in positions(4)) {
        agrees("russian", &RUSSIAN_TABLES, &position, 3)?;
    }

    #[test]
    fn search_finds_what_tables_say_of_two_colours(position in positions(3)) {
        agrees("stavropol", &STAVROPOL_TABLES, &position, 3)?;
    }

    /// The other side's view of the turned board is the same.
    #[test]
    fn colours_are_alike(position in positions(4)) {
        let board = Board::Eight;
        let turned_square = |square| {
            let (file, rank) = board.cell(square);
            board.square(7 - file, 7 - rank).expect("the board is symmetric")
        };
        let mut turned = Position::empty(position.to_move().other());
        for square in position.occupied() {
            let piece = position.piece(square).expect("a piece");
            turned.set(turned_square(square), Some(Piece { colour: piece.colour.other(), kind: piece.kind }));
        }
        prop_assert_eq!(RUSSIAN_TABLES.probe_distance(&position), RUSSIAN_TABLES.probe_distance(&turned));
    }

    /// Kings do not know up from down: a board of kings may be mirrored at the great road.
    #[test]
    fn kings_may_be_mirrored(position in positions(4)) {
        let board = Board::Eight;
        let mut kings = Position::empty(position.to_move());
        let mut mirrored = kings;
        for square in position.occupied() {
            let colour = position.piece(square).expect("a piece").colour;
            let king = Some(Piece { colour, kind: Kind::King });
            let (file, rank) = board.cell(square);
            kings.set(square, king);
            mirrored.set(board.square(rank, file).expect("symmetric"), king);
        }
        prop_assert_eq!(RUSSIAN_TABLES.probe_distance(&kings), RUSSIAN_TABLES.probe_distance(&mirrored));
    }

    /// From memory, from blocks, and with a kernel at hand: one answer.
    #[test]
    fn every_way_to_ask_gives_one_answer(position in positions(3)) {
        static BLOCKS: LazyLock<Tables> = LazyLock::new(|| {
            Tables::open_with(RUSSIAN.path(), &ruleset("russian"), 0).expect("tables")
        });
        prop_assert_eq!(BLOCKS.probe_wdl(&position), RUSSIAN_TABLES.probe_wdl(&position));
        prop_assert_eq!(BLOCKS.probe_distance(&position), RUSSIAN_TABLES.probe_distance(&position));
    }
}
