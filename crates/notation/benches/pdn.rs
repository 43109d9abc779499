//! How fast PDN is read, on one thread: `cargo bench -p damka-notation --bench pdn`.
//!
//! The file is made in memory from random legal games, the same in every run: tags, moves, a comment here and there.
#![allow(missing_docs)]

use damka_notation::moves;
use damka_notation::pdn::{GameReader, PdnGame, ReplayOptions, Replayer};
use damka_rules::Ruleset;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// About the length of real games.
const PLIES: usize = 70;
const GAMES: usize = 20_000;
/// Each figure is the best of so many runs, because others work on the machine too.
const RUNS: usize = 5;

fn main() {
    // `cargo test` runs benches too; they have nothing to say then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    for id in ["russian", "international"] {
        let ruleset = Ruleset::named(id).expect("it is built in");
        let (file, plies) = random_file(&ruleset);
        let megabytes = file.len() as f64 / 1e6;
        println!("{id}: {GAMES} games, {plies} plies, {megabytes:.1} MB");
        let split = best(|| read(&file, |_| ()));
        println!("  split into games:       {:8.0} MB/s", megabytes / split);
        let parsed = best(|| read(&file, |game| assert!(PdnGame::parse(game).is_ok())));
        println!("  read without replay:    {:8.0} MB/s", megabytes / parsed);
        let mut replayer = Replayer::new(ReplayOptions { default: Some(ruleset), ..ReplayOptions::default() });
        let replayed = best(|| {
            read(&file, |raw| {
                let game = PdnGame::parse(raw).expect("it is well formed");
                assert!(replayer.replay(&game).is_ok());
            });
        });
        println!("  read, every move legal: {:8.0} games/s", GAMES as f64 / replayed);
    }
}

fn read(file: &[u8], mut work: impl FnMut(&damka_notation::pdn::RawGame<'_>)) {
    let mut reader = GameReader::new(file);
    let mut games = 0;
    while let Some(raw) = reader.next_game().expect("it is not too large") {
        work(&raw);
        games += 1;
    }
    assert_eq!(games, GAMES);
}

fn best(mut work: impl FnMut()) -> f64 {
    let time = |_| {
        let began = Instant::now();
        work();
        began.elapsed()
    };
    (0..RUNS).map(time).min().unwrap_or(Duration::MAX).as_secs_f64()
}

fn random_file(ruleset: &Ruleset) -> (Vec<u8>, usize) {
    let mut seed = 0x0DA4_CA00_u64;
    let mut roll = |sides: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % sides
    };
    let (mut file, mut plies) = (String::new(), 0);
    for number in 0..GAMES {
        let _ = write!(
            file,
            "[Event \"Первенство {number}\"]\n[Site \"Damka\"]\n[Date \"2024.01.31\"]\n[White \"Ivanov\"]\n"
        );
        let _ = write!(file, "[Black \"Petrov\"]\n[Result \"1-0\"]\n[DamkaRules \"{}\"]\n\n", ruleset.line());
        let mut position = ruleset.start();
        for ply in 0..PLIES {
            let legal = ruleset.legal_moves(&position);
            if legal.is_empty() {
                break;
            }
            let mv = legal[roll(legal.len())];
            if ply % 2 == 0 {
                let _ = write!(file, "{}. ", ply / 2 + 1);
            }
            file.push_str(&moves::long(ruleset, &position, mv));
            file.push_str(match roll(40) {
                0 => " {[%clk 0:05:00] a move} ",
                1 => "! ",
                _ if ply % 10 == 9 => "\n",
                _ => " ",
            });
            position = position.after(mv);
            plies += 1;
        }
        file.push_str("1-0\n\n");
    }
    (file.into_bytes(), plies)
}
