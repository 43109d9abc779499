//! `damka endgame stats`.

use super::{WhichArgs, chart, grouped};
use crate::failure::Failure;
use damka_endgame::Summary;
use damka_notation::fen;
use damka_words::Words;
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::Path;

/// Tells what is in the tables.
pub fn stats(
    words: &Words,
    which: &WhichArgs,
    svg: Option<&Path>,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let ruleset = which.ruleset(words)?;
    let tables = which.tables(words, &ruleset)?;
    let slices: Vec<_> = tables.slices().collect();
    if let Some(path) = svg {
        let rows: Vec<chart::Row> = slices
            .iter()
            .map(|(material, summary, _)| {
                let shares = shares(summary);
                chart::Row { name: material.to_string(), shares, told: shares.map(|share| words.percent(share, 2)) }
            })
            .collect();
        let title = words.say("endgame-chart", &[("game", words.ruleset_name(&ruleset).into())]);
        let legend = ["endgame-won-share", "endgame-drawn-share", "endgame-lost-share"].map(|id| words.say(id, &[]));
        std::fs::write(path, chart::chart(&title, &legend, &rows))?;
    }
    let longest = slices.iter().max_by_key(|(_, summary, _)| summary.longest);
    let longest = longest.and_then(|(material, summary, _)| {
        Some((summary.longest, fen::write(&tables.longest_win(*material)?, &ruleset)))
    });
    if json {
        let slices: Vec<Json> = slices
            .iter()
            .map(|(material, summary, bytes)| {
                let fen = tables.longest_win(*material).map(|position| fen::write(&position, &ruleset));
                json!({
                    "material": material.to_string(),
                    "won": summary.won, "drawn": summary.drawn, "lost": summary.lost,
                    "longest": summary.longest, "longest_fen": fen,
                    "bytes_values": bytes[0], "bytes_distances": bytes[1], "bytes": bytes[2],
                })
            })
            .collect();
        let told = json!({ "game": tables.game().name(), "pieces": tables.pieces(), "slices": slices });
        return Ok(writeln!(out, "{told:#}")?);
    }
    let names = ["material", "positions", "won-share", "drawn-share", "lost-share", "longest"];
    let [material, positions, won, drawn, lost, plies] = names.map(|name| words.say(&format!("endgame-{name}"), &[]));
    writeln!(out, "{material:<12} {positions:>14} {won:>12} {drawn:>12} {lost:>12} {plies:>14}")?;
    let (mut all, mut bytes) = (Summary::default(), [0u64; 3]);
    for (material, summary, sizes) in &slices {
        let [won, drawn, lost] = shares(summary).map(|share| words.decimal(share, 2));
        let positions = grouped(summary.positions());
        let material = material.to_string();
        writeln!(out, "{material:<12} {positions:>14} {won:>12} {drawn:>12} {lost:>12} {:>14}", summary.longest)?;
        (all.won, all.drawn, all.lost) = (all.won + summary.won, all.drawn + summary.drawn, all.lost + summary.lost);
        bytes = std::array::from_fn(|part| bytes[part] + sizes[part]);
    }
    let density = |bytes: u64| words.decimal(all.positions() as f64 / bytes.max(1) as f64, 1);
    let values = [
        ("positions", grouped(all.positions()).into()),
        ("bytes", grouped(bytes[2].div_ceil(1024)).into()),
        ("density", density(bytes[0]).into()),
        ("all", density(bytes[2]).into()),
    ];
    writeln!(out, "{}", words.say("endgame-size", &values))?;
    if let Some((plies, fen)) = longest {
        let values = [("plies", plies.into()), ("fen", fen.into())];
        writeln!(out, "{}", words.say("endgame-longest-position", &values))?;
    }
    Ok(())
}

/// Won, drawn, lost, in hundredths.
fn shares(summary: &Summary) -> [f64; 3] {
    let all = summary.positions().max(1) as f64;
    [summary.won, summary.drawn, summary.lost].map(|count| count as f64 * 100.0 / all)
}
