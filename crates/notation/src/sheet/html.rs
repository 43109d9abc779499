//! Sheets and boards as pages to print. A page needs nothing else: no script, no font, no other file.

use super::SheetOptions;
use super::rows::{Row, rows, sides};
use crate::diagram::escaped;
use crate::diagram::{self, SvgOptions};
use crate::fen;
use crate::pdn::{GameResult, GameTree, ResultStyle};
use damka_rules::{Colour, Position, Ruleset};
use std::fmt::Write;

/// The side of the official Russian board, in millimetres (A.board.4).
const OFFICIAL_BOARD: u32 = 400;

const STYLE: &str = "@page{size:A4;margin:15mm}\
body{font:11pt/1.35 system-ui,'Segoe UI','DejaVu Sans',sans-serif;color:#000;max-width:180mm;margin:0 auto}\
h1{font-size:16pt;margin:0 0 4mm}\
dl{display:grid;grid-template-columns:auto 1fr auto 1fr;gap:1mm 4mm;margin:0 0 5mm}dt{color:#444}dd{margin:0}\
.moves{columns:2;column-gap:8mm}.moves table{break-inside:avoid}\
table{width:100%;border-collapse:collapse}\
tr{break-inside:avoid}\
th,td{border:.3mm solid #888;padding:.6mm 2mm;text-align:left;height:5mm}\
td:first-child,th:first-child{width:8mm;text-align:right;color:#444}\
.signatures{display:flex;gap:12mm;margin-top:12mm}.signatures p{flex:1;border-top:.3mm solid #000;padding-top:1mm}";

/// The rows of a table, so that the two halves of a page are tables of their own with names above each.
const ROWS_IN_TABLE: usize = 30;

/// Writes a sheet as a page for A4 paper.
#[must_use]
pub fn html(tree: &GameTree, options: &SheetOptions) -> String {
    let labels = &options.labels;
    let mut body = format!("<h1>{}</h1>\n{}", escaped(&labels.title), about(tree, options));
    body.push_str("<div class=\"moves\">\n");
    let rows = rows(tree, options);
    // A sheet without moves is one to be filled in.
    let empty = (1..=2 * ROWS_IN_TABLE).map(|number| Row::Pair { number, left: String::new(), right: String::new() });
    let rows = if rows.is_empty() { empty.collect() } else { rows };
    for part in rows.chunks(ROWS_IN_TABLE) {
        table(tree, options, part, &mut body);
    }
    body.push_str("</div>\n<div class=\"signatures\">");
    for side in sides(tree) {
        let _ = write!(body, "<p>{}: {}</p>", escaped(&labels.signature), escaped(side_label(options, side)));
    }
    body.push_str("</div>\n");
    page(&labels.language, &labels.title, STYLE, &body)
}

fn side_label(options: &SheetOptions, side: Colour) -> &str {
    match side {
        Colour::White => &options.labels.white,
        Colour::Black => &options.labels.black,
    }
}

fn name(tree: &GameTree, side: Colour) -> &str {
    let tag = match side {
        Colour::White => "White",
        Colour::Black => "Black",
    };
    tree.tags.get(tag).unwrap_or_default()
}

/// What is known of the game.
fn about(tree: &GameTree, options: &SheetOptions) -> String {
    let labels = &options.labels;
    let tag = |name| tree.tags.get(name).unwrap_or_default().to_owned();
    let result = match &tree.result {
        GameResult::Unknown => String::new(),
        result => result.text(ResultStyle::One).to_owned(),
    };
    let mut facts = vec![
        (&labels.event, tag("Event")),
        (&labels.site, tag("Site")),
        (&labels.date, tag("Date")),
        (&labels.round, tag("Round")),
        (&labels.white, name(tree, Colour::White).to_owned()),
        (&labels.black, name(tree, Colour::Black).to_owned()),
        (&labels.result, result),
    ];
    if tree.start != tree.ruleset.start() {
        facts.push((&labels.start, fen::write(&tree.start, &tree.ruleset)));
    }
    let facts = facts.iter().map(|(label, value)| format!("<dt>{}</dt><dd>{}</dd>", escaped(label), escaped(value)));
    format!("<dl>{}</dl>\n", facts.collect::<String>())
}

fn table(tree: &GameTree, options: &SheetOptions, rows: &[Row], out: &mut String) {
    let head = sides(tree).map(|side| {
        let (label, name) = (escaped(side_label(options, side)), escaped(name(tree, side)));
        if name.is_empty() { label.into_owned() } else { format!("{label}<br>{name}") }
    });
    let _ = writeln!(
        out,
        "<table><thead><tr><th></th><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead><tbody>",
        head[0], head[1]
    );
    for row in rows {
        let _ = match row {
            Row::Pair { number, left, right } => {
                writeln!(out, "<tr><td>{number}.</td><td>{}</td><td>{}</td></tr>", escaped(left), escaped(right))
            }
            Row::Setup(text) | Row::Result(text) => {
                writeln!(out, "<tr><td></td><td colspan=\"2\">{}</td></tr>", escaped(text))
            }
        };
    }
    out.push_str("</tbody></table>\n");
}

/// A board to print in its true size: 40 x 40 cm unless the options say otherwise. The paper is as large as the board
/// with its frame.
#[must_use]
pub fn board_page(ruleset: &Ruleset, position: &Position, options: &SvgOptions, language: &str) -> String {
    let board = options.board_mm.unwrap_or(OFFICIAL_BOARD);
    let options = SvgOptions { board_mm: Some(board), ..options.clone() };
    // A frame with letters is a ninth wider than the board.
    let paper = board.saturating_add(board / 8).saturating_add(10);
    let style = format!(
        "@page{{size:{paper}mm {paper}mm;margin:0}}\
         body{{margin:0;width:{paper}mm;height:{paper}mm;display:flex;align-items:center;justify-content:center}}"
    );
    page(language, &options.title, &style, &diagram::svg(ruleset, position, &options))
}

fn page(language: &str, title: &str, style: &str, body: &str) -> String {
    let (language, title) = (escaped(language), escaped(title));
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}
