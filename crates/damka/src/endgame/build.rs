//! `damka endgame build` and `verify`.

use super::progress::Bar;
use super::{EffortArgs, WhichArgs, grouped, none};
use crate::failure::Failure;
use damka_endgame::{BuildError, Material, Plan, TableError, Tables, present};
use damka_words::Words;
use std::io::Write;

/// Builds tables.
pub fn build(
    words: &Words,
    which: &WhichArgs,
    pieces: u8,
    only: Option<&str>,
    effort: &EffortArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let ruleset = which.ruleset(words)?;
    let game = WhichArgs::game(words, &ruleset)?;
    let folder = which.folder(words)?;
    let in_the_way = |error: TableError| Failure::Input(words.table_error(&error));
    let plan = match only {
        None => Plan::new(game, &folder, pieces),
        Some(text) => {
            let bad = |_| Failure::Input(words.say("endgame-bad-material", &[("text", text.into())]));
            Plan::for_material(game, &folder, text.parse::<Material>().map_err(bad)?)
        }
    }
    .map_err(in_the_way)?;
    if plan.steps().is_empty() {
        return Ok(writeln!(out, "{}", words.say("endgame-complete", &[]))?);
    }
    let values = [
        ("positions", grouped(plan.positions()).into()),
        ("slices", plan.steps().len().into()),
        ("memory", plan.memory_of_at_most(effort.bytes()).div_ceil(1 << 20).to_string().into()),
    ];
    writeln!(out, "{}", words.say("endgame-plan", &values))?;
    out.flush()?;

    let bar = Bar::new(&words.say("endgame-building", &[]), plan.positions(), 3);
    let built = effort.run(|| plan.build(effort.bytes(), &bar))?;
    let seconds = bar.finish();
    built.map_err(|error: BuildError| Failure::Input(words.build_error(&error)))?;

    let tables = Tables::open_with(&folder, &ruleset, 0).map_err(|error| Failure::Input(words.open_error(&error)))?;
    let (mut positions, mut bytes) = (0, [0; 3]);
    for (_, summary, sizes) in tables.slices() {
        positions += summary.positions();
        bytes = std::array::from_fn(|part| bytes[part] + sizes[part]);
    }
    let values = [
        ("positions", grouped(plan.positions()).into()),
        ("seconds", words.decimal(seconds, 1).into()),
        ("bytes", grouped(bytes[2].div_ceil(1024)).into()),
        ("density", words.decimal(positions as f64 / bytes[0].max(1) as f64, 1).into()),
    ];
    Ok(writeln!(out, "{}", words.say("endgame-built", &values))?)
}

/// Proves tables.
pub fn verify(
    words: &Words,
    which: &WhichArgs,
    pieces: u8,
    effort: &EffortArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let ruleset = which.ruleset(words)?;
    let game = WhichArgs::game(words, &ruleset)?;
    let folder = which.folder(words)?;
    let (materials, positions) = present(&game, &folder, pieces);
    if materials.is_empty() {
        return Err(none(words, &ruleset, &folder));
    }
    let bar = Bar::new(&words.say("endgame-verifying", &[]), positions, 1);
    let proved = effort.run(|| damka_endgame::verify(game, &folder, &materials, effort.bytes(), &bar))?;
    bar.finish();
    proved.map_err(|error| Failure::Input(words.verify_error(&error, &ruleset)))?;
    let values = [("positions", grouped(positions).into()), ("slices", materials.len().into())];
    Ok(writeln!(out, "{}", words.say("endgame-verified", &values))?)
}
