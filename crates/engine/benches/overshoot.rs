//! How exactly the engine keeps its time: the time it really took beyond what it was given.
//!
//! `cargo bench -p damka-engine --bench overshoot`

use damka_engine::{Engine, Limits, Options, StopWatch};
use damka_rules::{Game, Ruleset};
use std::time::{Duration, Instant};

/// What a move is given.
const GIVEN: Duration = Duration::from_millis(10);
/// The moves measured in each game.
const MOVES: usize = 1000;

fn main() {
    println!("{GIVEN:?} a move, {MOVES} moves, milliseconds beyond it (negative: it was ready before)");
    for id in ["russian", "international", "stavropol", "corners"] {
        let ruleset = Ruleset::named(id).expect("a ruleset");
        let mut engine = Engine::new(&ruleset, &Options { memory: 16, ..Options::default() });
        let mut beyond: Vec<f64> = Vec::new();
        let mut game = Game::new(ruleset);
        while beyond.len() < MOVES {
            if game.outcome().is_some() {
                game = Game::new(ruleset);
            }
            let begun = Instant::now();
            let report = engine.think(&game, &Limits::time(GIVEN), &StopWatch::new(), &mut |_| ());
            beyond.push((begun.elapsed().as_secs_f64() - GIVEN.as_secs_f64()) * 1000.0);
            let Some(best) = report.best() else { break };
            game.play_unchecked(best, Vec::new());
        }
        beyond.sort_by(f64::total_cmp);
        let part = |share: f64| beyond[((beyond.len() - 1) as f64 * share) as usize];
        println!(
            "{id:14} median {:6.2}  p99 {:6.2}  p99.9 {:6.2}  most {:6.2}",
            part(0.5),
            part(0.99),
            part(0.999),
            part(1.0)
        );
    }
}
