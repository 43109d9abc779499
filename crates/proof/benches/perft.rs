//! Million positions per second of perft, one thread; and the time of the worst positions known.
//!
//! `make bench` runs it. `RIVAL="command"` runs another program beside it: the last number it prints is taken as its count
//! of positions, so that both speeds come from the same run on the same machine.

use damka_proof::worst;
use damka_rules::{Convention, Ruleset, perft};
use std::process::Command;
use std::time::{Duration, Instant};

/// The games and depths; each takes about a second.
const GAMES: &[(&str, u32)] = &[
    ("international", 10),
    ("russian", 12),
    ("english", 12),
    ("italian", 12),
    ("brazilian", 12),
    ("stavropol", 7),
    ("house man-capture=forward crowning=stop priority=king-first", 12),
];

/// The best of several runs is nearest to what the machine can do; other programs only ever make it slower.
const RUNS: usize = 3;

fn main() {
    println!("{}; one thread, best of {RUNS}", machine());
    println!("{:<64} {:>5} {:>14} {:>9}", "perft", "depth", "positions", "M/s");
    for (line, depth) in GAMES {
        let ruleset = Ruleset::from_line(line).expect("a ruleset");
        let count = || perft(ruleset.facts().movement, &ruleset.start(), *depth, Convention::Moves);
        let (positions, time) = best(count);
        println!("{line:<64} {depth:>5} {positions:>14} {:>9.1}", speed(positions, time));
    }
    if let Some(command) = std::env::var("RIVAL").ok().filter(|command| !command.is_empty()) {
        rival(&command);
    }
    println!("{:<64} {:>5} {:>14} {:>9}", "worst positions", "", "moves", "ms");
    for case in worst::load().expect("the worst positions") {
        let (moves, time) = best(|| case.ruleset.legal_moves(&case.position).len() as u64);
        println!("{:<64} {:>5} {moves:>14} {:>9.3}", case.name, "", time.as_secs_f64() * 1e3);
    }
}

fn best(mut work: impl FnMut() -> u64) -> (u64, Duration) {
    let mut shortest = Duration::MAX;
    let mut count = 0;
    for _ in 0..RUNS {
        let start = Instant::now();
        count = std::hint::black_box(work());
        shortest = shortest.min(start.elapsed());
    }
    (count, shortest)
}

fn speed(positions: u64, time: Duration) -> f64 {
    positions as f64 / time.as_secs_f64() / 1e6
}

fn rival(command: &str) {
    let mut printed = String::new();
    let (_, time) = best(|| {
        let output = Command::new("sh").args(["-c", command]).output();
        printed = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        0
    });
    let mut numbers =
        printed.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse::<u64>().ok());
    match numbers.next_back() {
        Some(count) => println!("rival: {command:<57} {:>5} {count:>14} {:>9.1}", "", speed(count, time)),
        None => println!("rival: {command}: printed no number"),
    }
}

fn machine() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| std::env::consts::ARCH.to_string(), |(_, name)| name.to_string())
}
