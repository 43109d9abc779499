//! How fast tables are built and asked, and how small they are: `cargo bench -p damka-endgame -- [PIECES] [RULESET...]`.

use damka_endgame::{Exercise, Judge, Material, Plan, TableGame, Tables, Value};
use damka_rules::{Colour, Game, Kind, Piece, Position, Ruleset, SquareSet};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let pieces = words.first().and_then(|word| word.parse().ok()).unwrap_or(4);
    let named: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let games = if named.is_empty() { &["russian", "english", "stavropol", "poddavki"][..] } else { &named[..] };
    println!(
        "{:14} {:>7} {:>12} {:>8} {:>8} {:>7} {:>9} {:>9} {:>8} {:>9} {:>10} {:>10} {:>10} {:>9}",
        "game",
        "pieces",
        "positions",
        "build s",
        "Mpos/s",
        "open s",
        "pos/byte",
        "with dist",
        "cold/s",
        "cold dist",
        "warm wdl",
        "any wdl",
        "warm dist",
        "judge ms"
    );
    for game in games {
        let ruleset = Ruleset::named(game).ok_or("no such ruleset")?;
        let folder = std::env::temp_dir().join(format!("damka-bench-{}-{game}", std::process::id()));
        let measured = measure(&folder, &ruleset, pieces);
        std::fs::remove_dir_all(&folder)?;
        measured?;
    }
    Ok(())
}

fn measure(folder: &Path, ruleset: &Ruleset, pieces: u8) -> Result<(), Box<dyn Error>> {
    let game = TableGame::of(ruleset).map_err(|reason| format!("{reason:?}"))?;
    let plan = Plan::new(game, folder, pieces).map_err(|error| format!("{error:?}"))?;
    let begun = Instant::now();
    plan.build(plan.memory_of_at_most(4 << 30), &()).map_err(|error| format!("{error:?}"))?;
    let build = begun.elapsed().as_secs_f64();

    let begun = Instant::now();
    let tables = Tables::open(folder, ruleset).map_err(|error| format!("{error:?}"))?;
    let open = begun.elapsed().as_secs_f64();
    let mut bytes = [0; 3];
    for (_, _, sizes) in tables.slices() {
        bytes = std::array::from_fn(|part| bytes[part] + sizes[part]);
    }
    let positions = plan.positions() as f64;
    let random = random_positions(ruleset, pieces, 200_000);
    let quiet: Vec<Position> = {
        let moves = |position: &Position| ruleset.legal_moves(position);
        random.iter().copied().filter(|position| moves(position).iter().all(|mv| !mv.is_capture())).collect()
    };
    // Cold: the block is not yet unpacked; first with its values, then with values that are in memory.
    let few = &quiet[..quiet.len().min(3_000)];
    let cold = unpacked_per_second(&Tables::open_with(folder, ruleset, 0).map_err(|error| format!("{error:?}"))?, few);
    let distances = unpacked_per_second(&tables, few);
    let warm = per_second(&quiet, |position| tables.probe_quiet(position).is_some());
    let any = per_second(&random, |position| tables.probe_wdl(position).is_some());
    // Near each other, as in a search: the blocks are there.
    let near = &quiet[..quiet.len().min(40)];
    let many: Vec<Position> = near.iter().copied().cycle().take(400_000).collect();
    let distance = per_second(&many, |position| matches!(tables.probe_distance(position), Some(Value::Win(_))));
    println!(
        "{:14} {pieces:>7} {positions:>12} {build:>8.1} {:>8.2} {open:>7.2} {:>9.1} {:>9.2} {cold:>8.0} {distances:>9.0} {warm:>10.0} {any:>10.0} {distance:>10.0} {:>9.2}",
        ruleset.id(),
        positions / build / 1e6,
        positions / bytes[0] as f64,
        positions / bytes[2] as f64,
        judging(&tables, ruleset),
    );
    Ok(())
}

/// The milliseconds to judge a position of the exercises with all its moves, draw rules included.
fn judging(tables: &Tables, ruleset: &Ruleset) -> f64 {
    let chosen = |exercise: &'static Exercise| (0..4).filter_map(|number| exercise.position(tables, ruleset, number));
    let games: Vec<Game> =
        Exercise::of(tables.game()).flat_map(chosen).map(|position| Game::from_position(*ruleset, position)).collect();
    let begun = Instant::now();
    for game in &games {
        black_box(Judge::new(tables, game, 40_000).moves());
    }
    begun.elapsed().as_secs_f64() * 1e3 / games.len().max(1) as f64
}

fn per_second(positions: &[Position], probe: impl Fn(&Position) -> bool) -> f64 {
    let begun = Instant::now();
    for position in positions {
        black_box(probe(black_box(position)));
    }
    positions.len() as f64 / begun.elapsed().as_secs_f64()
}

/// The blocks unpacked in a second; a position whose block is at hand already takes no time beside that.
fn unpacked_per_second(tables: &Tables, positions: &[Position]) -> f64 {
    let (before, begun) = (tables.usage().unpacked, Instant::now());
    for position in positions {
        black_box(tables.probe_distance(black_box(position)));
    }
    (tables.usage().unpacked - before) as f64 / begun.elapsed().as_secs_f64()
}

/// Positions of exactly so many pieces, the same at every run.
fn random_positions(ruleset: &Ruleset, pieces: u8, count: usize) -> Vec<Position> {
    let board = ruleset.board();
    let squares: Vec<_> = board.squares().into_iter().collect();
    let materials = Material::all(pieces);
    let mut state = 1u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut positions = Vec::new();
    while positions.len() < count {
        let material = materials[next(materials.len())];
        let mut position = Position::empty(Colour::ALL[next(2)]);
        for (side, colour) in Colour::ALL.into_iter().enumerate() {
            let kinds = [(material.men[side], Kind::Man), (material.kings[side], Kind::King)];
            for (number, kind) in kinds {
                let row = if kind == Kind::Man { board.crowning_row(colour) } else { SquareSet::EMPTY };
                let mut left = number;
                while left > 0 {
                    let square = squares[next(squares.len())];
                    if !row.contains(square) && position.piece(square).is_none() {
                        position.set(square, Some(Piece { colour, kind }));
                        left -= 1;
                    }
                }
            }
        }
        positions.push(position);
    }
    positions
}
