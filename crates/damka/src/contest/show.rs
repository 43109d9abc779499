//! A contest in words, and its table.

use super::names;
use crate::failure::Failure;
use damka_contest::{ContestRecord, Standing};
use damka_words::Words;
use std::io::Write;

/// Tells what was agreed, who takes part, what happened, and how it stands.
pub fn show(words: &Words, record: &ContestRecord, out: &mut impl Write) -> Result<(), Failure> {
    let (contest, names) = (record.contest(), names(record));
    let kind = words.contest_kind(record.spec.kind);
    if !record.name.is_empty() && record.name != kind {
        writeln!(out, "{}", record.name)?;
    }
    writeln!(out, "{kind}. {}.", words.ruleset_name(&record.spec.game.ruleset))?;
    for term in words.contest_terms(&record.spec) {
        writeln!(out, "{term}")?;
    }
    writeln!(out)?;
    for entrant in contest.entrants() {
        let standing = match entrant.in_room && entrant.is_in() {
            true => words.say("contest-in-room", &[]),
            false => words.entrant_standing(entrant.standing),
        };
        let name = words.entrant(entrant.number, &names);
        let number = entrant.number.to_string();
        let variables = [("number", number.into()), ("name", name.into()), ("standing", standing.into())];
        writeln!(out, "{}", words.say("contest-entrant-line", &variables))?;
    }
    if contest.entrants().is_empty() {
        writeln!(out, "{}", words.say("contest-table-nobody", &[]))?;
    }
    writeln!(out)?;
    for event in &record.events {
        let time = words.clock_time(event.time);
        writeln!(out, "{time:>10}  {}", words.contest_event(event, record.spec.kind, &names))?;
    }
    if !record.events.is_empty() {
        writeln!(out)?;
    }
    Ok(writeln!(out, "{}", words.contest_state(&contest, &names))?)
}

/// Prints the table: most points first.
pub fn standings(words: &Words, record: &ContestRecord, out: &mut impl Write) -> Result<(), Failure> {
    let (contest, names) = (record.contest(), names(record));
    let table = contest.standings();
    if table.is_empty() {
        return Ok(writeln!(out, "{}", words.say("contest-table-nobody", &[]))?);
    }
    let heads = ["place", "name", "points", "games", "results"];
    let heads = heads.map(|head| words.say(&format!("contest-table-{head}"), &[]));
    let row = |row: &Standing| {
        [
            row.place.to_string(),
            words.entrant(row.entrant, &names),
            words.contest_points(row.points),
            row.games.to_string(),
            format!("{} {} {}", row.won, row.drawn, row.lost),
        ]
    };
    let rows: Vec<[String; 5]> = std::iter::once(heads).chain(table.iter().map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 5] = std::array::from_fn(width);
    for cells in &rows {
        // Names stand at the left, numbers at the right.
        let padded = cells.iter().zip(widths).enumerate().map(|(column, (cell, width))| {
            let space = " ".repeat(width - cell.chars().count());
            if column == 1 { format!("{cell}{space}") } else { format!("{space}{cell}") }
        });
        writeln!(out, "{}", padded.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
