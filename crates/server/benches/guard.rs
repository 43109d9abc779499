//! Work whose instructions `tools/guard` counts: `guard WORK TIMES FOLDER` does it TIMES times. Everything else the program does
//! cancels out when the counts of two runs are compared.

#[path = "../tests/house/mod.rs"]
mod house;

use damka_endgame::{Material, Plan, TableGame, Tables};
use damka_engine::{Engine, Limits, Options, Random, StopWatch};
use damka_notation::pdn::{self, PdnGame, ReplayOptions};
use damka_rules::{Convention, Game, Ruleset, perft};
use damka_server::Settings;
use house::{House, two};
use serde_json::json;
use std::hint::black_box;
use std::path::Path;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let [work, times, folder] = &words[..] else { return println!("guard WORK TIMES FOLDER: see tools/guard") };
    let (times, folder) = (times.parse().expect("a number"), Path::new(folder));
    match work.as_str() {
        "prepare" => build_tables(folder),
        "perft" => count_positions(times),
        "search" => search(times),
        "pdn" => read_games(times),
        "probe" => probe(times, folder),
        "move" => play(times, folder),
        _ => panic!("unknown work: {work}"),
    }
}

fn ruleset(id: &str) -> Ruleset {
    Ruleset::named(id).expect("a ruleset")
}

fn count_positions(times: usize) {
    for _ in 0..times {
        for id in ["russian", "international", "italian"] {
            let ruleset = ruleset(id);
            black_box(perft(ruleset.facts().movement, &ruleset.start(), 6, Convention::Moves));
        }
    }
}

/// Each search begins with empty memory, so that all are the same.
fn search(times: usize) {
    let ruleset = ruleset("russian");
    for _ in 0..times {
        let mut engine = Engine::new(&ruleset, &Options { memory: 1, ..Options::default() });
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        black_box(engine.think(&Game::new(ruleset), &limits, &StopWatch::new(), &mut |_| ()));
    }
}

fn read_games(times: usize) {
    let mut random = Random::new(7);
    let mut game = Game::new(ruleset("russian"));
    while game.outcome().is_none() {
        let legal = game.legal_moves();
        let mv = legal[random.below(legal.len())];
        game.play_unchecked(mv, Vec::new());
    }
    let text = pdn::write(&pdn::GameTree::from(&game));
    for _ in 0..times {
        let read = PdnGame::read(&text).expect("a game");
        black_box(pdn::replay(&read, &ReplayOptions::default()).expect("legal moves"));
    }
}

fn build_tables(folder: &Path) {
    let game = TableGame::of(&ruleset("russian")).expect("a game with tables");
    let plan = Plan::new(game, folder, 3).expect("a plan");
    plan.build(plan.memory_of_at_most(1 << 30), &()).expect("tables");
}

/// Every block is unpacked before anything is counted.
fn probe(times: usize, folder: &Path) {
    let tables = Tables::open(folder, &ruleset("russian")).expect("tables");
    let mut random = Random::new(7);
    let materials = Material::all(3);
    let position = |random: &mut Random| {
        let material = materials[random.below(materials.len())];
        let number = random.below(tables.positions(material).unwrap_or(0) as usize) as u64;
        tables.nth(material, number)
    };
    let positions: Vec<_> = (0..2_000).filter_map(|_| position(&mut random)).collect();
    for _ in 0..=times {
        for position in &positions {
            black_box((tables.probe_wdl(position), tables.probe_distance(position)));
        }
    }
}

/// Strict moves: from one player's socket through the owner and the store to both sockets.
fn play(times: usize, folder: &Path) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let house = House::open_in(folder, Settings { limited: false, ..Settings::default() }).await;
        // Kings go to and fro, and no rule ends that: a game as long as anybody likes.
        let game = json!({
            "rules": "house draws=none",
            "fen": "W:WKg1,a1,c1,e1:BKb8,d8,f8,h8",
            "clocks": {"white": "9h", "black": "9h"},
        });
        let (_, _, [mut white, mut black]) = two(&house, game).await;
        let moves = [["g1", "h2"], ["b8", "a7"], ["h2", "g1"], ["a7", "b8"]];
        for mv in moves.iter().cycle().take(times) {
            white.play(mv).await;
            black.event().await;
            std::mem::swap(&mut white, &mut black);
        }
    });
}
