//! How exactly the engine keeps its time: the time it really took beyond what it was given, in games and in endings that
//! endgame tables know.
//!
//! `cargo bench -p damka-engine --bench overshoot -- [FOLDER]`: with the tables of this folder, however many pieces they
//! know; without one, tables of three and four pieces are built for it.

use damka_endgame::{Library, Material};
use damka_engine::{Engine, Limits, Options, Random, StopWatch};
use damka_rules::{Board, Game, Move, Ruleset};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a move is given.
const GIVEN: Duration = Duration::from_millis(10);
/// The moves measured in each game.
const MOVES: usize = 1000;
/// The endings for which tables are opened once: afterwards their blocks are cold again.
const WARM: usize = 50;

fn main() -> Result<(), Box<dyn Error>> {
    println!("{GIVEN:?} a move, {MOVES} moves, milliseconds beyond it (negative: it was ready before)");
    for id in ["russian", "international", "stavropol", "corners"] {
        tell(id, games(&ruleset(id)?));
    }
    let given = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let temporary = std::env::temp_dir().join(format!("damka-overshoot-{}", std::process::id()));
    let folder = given.as_deref().map_or(temporary.as_path(), Path::new);
    for id in ["russian", "english", "poddavki", "international"] {
        let ruleset = ruleset(id)?;
        if given.is_none() {
            let pieces = if ruleset.board() == Board::Eight { 4 } else { 3 };
            let tables = Library::growing(folder, pieces).of(&ruleset).ok_or("no tables")?;
            tables.wait().map_err(|error| format!("{error:?}"))?;
        }
        let (pieces, beyond) = endings(folder, &ruleset)?;
        tell(&format!("{id}, {pieces} left"), beyond);
    }
    if given.is_none() {
        std::fs::remove_dir_all(folder)?;
    }
    Ok(())
}

fn ruleset(id: &str) -> Result<Ruleset, String> {
    Ruleset::named(id).ok_or_else(|| format!("no ruleset {id}"))
}

/// The milliseconds beyond the time of one move.
struct Beyond {
    clock: f64,
    /// Without the time in which the thread waited for a core that others had.
    own: f64,
}

impl Beyond {
    fn of(engine: &mut Engine, game: &Game) -> (Beyond, Option<Move>) {
        let (begun, before) = (Instant::now(), waited());
        let report = engine.think(game, &Limits::time(GIVEN), &StopWatch::new(), &mut |_| ());
        let clock = (begun.elapsed().as_secs_f64() - GIVEN.as_secs_f64()) * 1000.0;
        (Beyond { clock, own: clock - (waited() - before).as_secs_f64() * 1000.0 }, report.best())
    }
}

/// How long this thread has waited for a core, where the system tells.
fn waited() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split_whitespace().nth(1)?.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// From the starting position on.
fn games(ruleset: &Ruleset) -> Vec<Beyond> {
    let mut engine = Engine::new(ruleset, &Options { memory: 16, ..Options::default() });
    let mut all = Vec::new();
    let mut game = Game::new(*ruleset);
    while all.len() < MOVES {
        if game.outcome().is_some() {
            game = Game::new(*ruleset);
        }
        let (late, best) = Beyond::of(&mut engine, &game);
        all.push(late);
        let Some(best) = best else { break };
        game.play_unchecked(best, Vec::new());
    }
    all
}

/// In endings of as many pieces as the tables know.
fn endings(folder: &Path, ruleset: &Ruleset) -> Result<(u8, Vec<Beyond>), Box<dyn Error>> {
    let mut random = Random::new(17);
    let (mut pieces, mut all) = (0, Vec::new());
    while all.len() < MOVES {
        let library = Arc::new(Library::present(folder));
        let tables = library.of(ruleset).ok_or("no tables")?;
        let known = tables.wait().map_err(|error| format!("{error:?}"))?;
        pieces = known.pieces();
        let materials = Material::all(pieces);
        let options = Options { memory: 16, endgame: Some(library), ..Options::default() };
        let mut engine = Engine::new(ruleset, &options);
        let end = all.len() + WARM;
        while all.len() < end {
            let material = materials[random.below(materials.len())];
            let number = random.below(known.positions(material).unwrap_or(0) as usize) as u64;
            let Some(position) = known.nth(material, number) else { return Err("a slice is missing".into()) };
            let game = Game::from_position(*ruleset, position);
            if game.outcome().is_none() {
                all.push(Beyond::of(&mut engine, &game).0);
            }
        }
    }
    Ok((pieces, all))
}

fn tell(what: &str, beyond: Vec<Beyond>) {
    let sorted = |which: fn(&Beyond) -> f64| {
        let mut sorted: Vec<f64> = beyond.iter().map(which).collect();
        sorted.sort_by(f64::total_cmp);
        sorted
    };
    let part = |sorted: &[f64], share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize];
    let (clock, own) = (sorted(|one| one.clock), sorted(|one| one.own));
    println!(
        "{what:22} median {:6.2}  p99 {:6.2}  p99.9 {:6.2}  most {:6.2}  without waiting for a core: p99.9 {:6.2}  most {:6.2}",
        part(&clock, 0.5),
        part(&clock, 0.99),
        part(&clock, 0.999),
        part(&clock, 1.0),
        part(&own, 0.999),
        part(&own, 1.0),
    );
}
