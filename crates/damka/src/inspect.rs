//! Commands that show what the rules say: rulesets, moves, perft, diagram, rules.

use crate::failure::Failure;
use crate::json;
use damka_notation::diagram::{self, SvgOptions, TextOptions, TextStyle};
use damka_notation::moves::MoveTable;
use damka_rules::{Colour, Convention, Position, Ruleset, divide, perft as count};
use damka_words::{Words, rules_page};
use serde_json::Value;
use std::io::Write;
use std::path::Path;

/// How a diagram is seen.
#[derive(Clone, Copy)]
pub struct View {
    /// Only plain letters.
    pub ascii: bool,
    /// From Black's side.
    pub black: bool,
    /// The side of the board on a picture to print, in millimetres.
    pub mm: Option<u32>,
}

/// `damka rulesets`
pub fn rulesets(words: &Words, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    if json {
        let all: Value = Ruleset::all().iter().map(|ruleset| json::ruleset(words, ruleset)).collect();
        return Ok(writeln!(out, "{all:#}")?);
    }
    for ruleset in Ruleset::all() {
        writeln!(out, "{:<20} {}", ruleset.id(), words.ruleset_name(ruleset))?;
        writeln!(out, "{:<20} {}", "", words.ruleset_about(ruleset))?;
    }
    Ok(())
}

/// `damka moves`
pub fn moves(ruleset: &Ruleset, position: &Position, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let table = MoveTable::new(ruleset, position);
    if json {
        let all: Value = table.legal().iter().map(|mv| json::mv(ruleset, position, &table, *mv)).collect();
        return Ok(writeln!(out, "{all:#}")?);
    }
    for mv in table.legal() {
        writeln!(out, "{}", table.long(*mv))?;
    }
    Ok(())
}

/// `damka perft`
pub fn perft(
    ruleset: &Ruleset,
    position: &Position,
    depth: u32,
    divided: bool,
    paths: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let convention = if paths { Convention::Paths } else { Convention::Moves };
    let movement = ruleset.facts().movement;
    if divided && depth > 0 {
        let table = MoveTable::new(ruleset, position);
        let mut total = 0;
        for (mv, games) in divide(movement, position, depth, convention) {
            writeln!(out, "{} {games}", table.long(mv))?;
            total += games;
        }
        return Ok(writeln!(out, "{total}")?);
    }
    Ok(writeln!(out, "{}", count(movement, position, depth, convention))?)
}

/// `damka diagram`
pub fn diagram(
    words: &Words,
    ruleset: &Ruleset,
    position: &Position,
    svg: Option<&Path>,
    view: View,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let seen_by = if view.black { Colour::Black } else { Colour::White };
    let Some(file) = svg else {
        let style = if view.ascii { TextStyle::Ascii } else { TextStyle::Lines };
        let options = TextOptions { style, seen_by, ..TextOptions::default() };
        return Ok(write!(out, "{}", diagram::text(ruleset, position, &options))?);
    };
    let options = SvgOptions {
        title: words.ruleset_name(ruleset),
        description: words.position(position, ruleset),
        seen_by,
        board_mm: view.mm,
        ..SvgOptions::default()
    };
    write_file(words, file, &diagram::svg(ruleset, position, &options))
}

/// The width of text for terminals.
pub const WIDTH: usize = 80;

/// `damka rules`
pub fn rules(words: &Words, ruleset: &Ruleset, html: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
    let page = rules_page(ruleset, words.language());
    match html {
        None => Ok(write!(out, "{}", page.to_text(WIDTH))?),
        Some(file) => write_file(words, file, &page.to_html()),
    }
}

fn write_file(words: &Words, file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|error| {
        let name = file.display().to_string();
        let arguments = [("file", name.into()), ("reason", error.to_string().into())];
        Failure::Input(words.say("cli-cannot-write", &arguments))
    })
}
