//! `damka bench`: the signature of search and evaluation, and how fast they are here.

use crate::failure::Failure;
use damka_engine::bench;
use damka_words::Words;
use std::io::Write;
use std::time::Instant;

/// Prints the positions looked at for each ruleset, and last the number that identifies search and evaluation.
pub fn run(words: &Words, out: &mut impl Write) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut failed = Ok(());
    let sum = bench(|benched| {
        if failed.is_ok() {
            failed = writeln!(out, "{:20} {:>12}", benched.ruleset.id(), benched.nodes);
        }
    });
    failed?;
    let seconds = begun.elapsed().as_secs_f64();
    let speed = words.decimal(sum as f64 / seconds / 1e6, 2);
    writeln!(out, "{:20} {speed:>12} {}", words.say("bench-speed", &[]), words.say("bench-unit", &[]))?;
    Ok(writeln!(out, "{sum}")?)
}
