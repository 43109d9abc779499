//! Sheets as plain text.

use super::SheetOptions;
use super::rows::{Row, rows, sides};
use crate::encoding::Encoding;
use crate::fen;
use crate::glyph::Convention;
use crate::pdn::{self, GameResult, GameTree, PdnError, PdnGame, RawGame, ReplayOptions};
use damka_rules::{Colour, Ruleset};

/// Writes a sheet as text that stands in columns.
///
/// A start that is not the usual one is written above it as a tag, so that the sheet reads back.
#[must_use]
pub fn text(tree: &GameTree, options: &SheetOptions) -> String {
    let rows = rows(tree, options);
    let left = |row: &Row| if let Row::Pair { left, .. } = row { left.chars().count() } else { 0 };
    let labels = sides(tree).map(|side| label(options, side));
    let names = sides(tree).map(|side| name(tree, side));
    let heads = [&labels[0], &names[0]].map(|head| head.chars().count());
    let width = rows.iter().map(left).chain(heads).max().unwrap_or(0);
    let digits = rows.len().to_string().len().max(2);
    let mut lines = Vec::new();
    if tree.start != tree.ruleset.start() {
        lines.push(format!("[FEN \"{}\"]", fen::write(&tree.start, &tree.ruleset)));
    }
    for [left, right] in [labels, names] {
        lines.push(format!("{:digits$}  {left:width$}   {right}", ""));
    }
    lines.extend(rows.iter().map(|row| match row {
        Row::Pair { number, left, right } => format!("{number:digits$}. {left:width$}   {right}"),
        Row::Setup(fen) => format!("/FEN \"{fen}\"/"),
        Row::Result(result) => result.clone(),
    }));
    lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

fn label(options: &SheetOptions, side: Colour) -> String {
    let label = match side {
        Colour::White => &options.labels.white,
        Colour::Black => &options.labels.black,
    };
    one_column(label)
}

fn name(tree: &GameTree, side: Colour) -> String {
    one_column(tree.tags.get(tag(side)).unwrap_or_default())
}

const fn tag(side: Colour) -> &'static str {
    match side {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

/// Words with one blank between them, because two begin the next column.
fn one_column(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() { "?".to_owned() } else { words.join(" ") }
}

/// Reads a sheet: names above two columns of moves, in any of the spellings that moves have.
///
/// # Errors
/// The first thing that is wrong, and where it stands.
pub fn read(text: &str, ruleset: &Ruleset, convention: Convention) -> Result<GameTree, PdnError> {
    let lines: Vec<&str> = text.lines().collect();
    let first_row = lines.iter().position(|line| is_row(line)).unwrap_or(lines.len());
    let head = lines.get(..first_row).unwrap_or_default();
    // Names and labels are not moves. Their lines stay, so that errors have the right number.
    let is_head = |at: usize, line: &str| at < first_row && !line.trim_start().starts_with('[');
    let body = lines.iter().enumerate().map(|(at, line)| if is_head(at, line) { "" } else { line });
    let body: String = body.flat_map(|line| [line, "\n"]).collect();
    let raw = RawGame { text: body.into(), encoding: Encoding::Utf8, line: 1, column: 1, offset: 0 };
    let options = ReplayOptions { default: Some(*ruleset), convention, ..ReplayOptions::default() };
    let mut tree = pdn::replay(&PdnGame::parse(&raw)?, &options)?.tree;
    let mut names: Vec<_> = sides(&tree).into_iter().zip(names(head)).collect();
    names.sort();
    for (side, name) in names {
        if tree.tags.get(tag(side)).is_none() && name != "?" {
            tree.tags.push(tag(side), name);
        }
    }
    Ok(tree)
}

/// A numbered line, a set-up, or the result of a game without moves.
fn is_row(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let is_numbered = digits > 0 && line.get(digits..).is_some_and(|rest| rest.trim_start().starts_with('.'));
    let is_result = || !matches!(GameResult::read(line), GameResult::Unknown | GameResult::Other(_));
    is_numbered || line.starts_with('/') || is_result()
}

/// The names in the last line of the head that has two columns.
fn names(head: &[&str]) -> Vec<String> {
    head.iter().rev().find_map(|line| columns(line)).unwrap_or_default()
}

/// Two columns: parted by more than one blank, or two words.
fn columns(line: &str) -> Option<Vec<String>> {
    let parts = |split: &mut dyn Iterator<Item = &str>| -> Vec<String> {
        split.map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    if line.trim_start().starts_with('[') {
        return None;
    }
    let line = line.replace('\t', "  ");
    let wide = parts(&mut line.split("  "));
    let found = if wide.len() == 1 { parts(&mut line.split_whitespace()) } else { wide };
    (found.len() == 2).then_some(found)
}
