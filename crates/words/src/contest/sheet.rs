//! The boards of a contest on paper: a page for A4 that needs nothing else, in black and white.

use super::EntrantNames;
use crate::Words;
use crate::page::escaped;
use damka_contest::{Board, Contest};
use damka_rules::Colour;
use std::fmt::Write;

/// How many rows for half-moves a slip has in each of its three columns.
const ROWS: usize = 13;
const COLUMNS: usize = 3;

const STYLE: &str = "@page{size:A4;margin:14mm}\
*{box-sizing:border-box}\
body{font:11pt/1.35 system-ui,'Segoe UI','DejaVu Sans',sans-serif;color:#000;background:#fff;max-width:182mm;margin:0 auto}\
h1{font-size:17pt;line-height:1.2;margin:0 0 2mm}h2{font-size:13pt;margin:0 0 2mm}p{margin:0 0 1mm}\
.terms{margin:0 0 5mm;font-size:9.5pt}\
table{width:100%;border-collapse:collapse}thead{display:table-header-group}tr{break-inside:avoid}\
th,td{border:.25mm solid #000;padding:1mm 2mm;text-align:left;height:8.5mm;overflow-wrap:anywhere}\
th{font-size:9.5pt;height:auto}\
.boards{table-layout:fixed}.number{width:17mm;text-align:center;font-weight:700}.place{width:24mm;font-size:9pt}\
.result{width:30mm}.signature{width:30mm}\
.slips{break-before:page}.slip{break-inside:avoid;height:128mm;padding-top:4mm}\
.slip+.slip{border-top:.25mm dashed #000}\
.moves{display:grid;grid-template-columns:repeat(3,1fr);gap:4mm}\
.moves td,.moves th{height:6mm;padding:0 1.5mm}.moves td:first-child{width:9mm;text-align:right;font-size:9pt}\
.end{display:flex;gap:8mm;margin-top:5mm}.end p{flex:1;border-bottom:.25mm solid #000;padding-bottom:5mm}";

/// What is printed of the boards of a contest.
#[derive(Clone, Copy, Debug)]
pub struct BoardSheet<'a> {
    /// What the contest is called.
    pub name: &'a str,
    /// Which day it is printed for, as people write it; may be empty.
    pub day: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// Whether each board in the room gets a slip for its moves.
    pub slips: bool,
}

impl Words {
    /// The boards of a contest as a page to print: who plays where with which colour, with room for results.
    #[must_use]
    pub fn board_sheet(&self, sheet: BoardSheet<'_>, names: EntrantNames<'_>) -> String {
        let (language, title) = (self.language().code(), escaped(sheet.name));
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        );
        self.sheet_terms(&sheet, &mut out);
        self.sheet_boards(&sheet, names, &mut out);
        if sheet.slips {
            out.push_str("<div class=\"slips\">\n");
            let in_room = sheet.contest.open_boards().filter(|board| board.game.is_none());
            in_room.for_each(|board| self.slip(&sheet, board, names, &mut out));
            out.push_str("</div>\n");
        }
        out.push_str("</body>\n</html>\n");
        out
    }

    fn sheet_terms(&self, sheet: &BoardSheet<'_>, out: &mut String) {
        let spec = sheet.contest.spec();
        let mut first = vec![self.contest_kind(spec.kind), self.ruleset_name(&spec.game.ruleset)];
        first.extend((!sheet.day.is_empty()).then(|| sheet.day.to_owned()));
        let _ = writeln!(out, "<div class=\"terms\"><p>{}</p>", escaped(&first.join(" · ")));
        for term in self.contest_terms(spec) {
            let _ = writeln!(out, "<p>{}</p>", escaped(&term));
        }
        out.push_str("</div>\n");
    }

    fn sheet_boards(&self, sheet: &BoardSheet<'_>, names: EntrantNames<'_>, out: &mut String) {
        let head = [
            ("number", self.say("contest-sheet-number", &[])),
            ("name", self.side(Colour::White)),
            ("name", self.side(Colour::Black)),
            ("place", self.say("contest-sheet-where", &[])),
            ("result", self.say("sheet-result", &[])),
            ("signature", self.say("sheet-signature", &[])),
        ];
        out.push_str("<table class=\"boards\"><thead><tr>");
        for (class, label) in head {
            let _ = write!(out, "<th scope=\"col\" class=\"{class}\">{}</th>", escaped(&label));
        }
        out.push_str("</tr></thead><tbody>\n");
        for board in sheet.contest.boards() {
            let place = if board.game.is_none() { "contest-sheet-room" } else { "contest-sheet-online" };
            let result = board.result.map(|scored| self.contest_outcome(scored.outcome)).unwrap_or_default();
            let _ = writeln!(
                out,
                "<tr><td class=\"number\">{}</td><td>{}</td><td>{}</td><td class=\"place\">{}</td><td>{}</td><td></td></tr>",
                board.id.table,
                escaped(&self.entrant(board.white, names)),
                escaped(&self.entrant(board.black, names)),
                escaped(&self.say(place, &[])),
                escaped(&result)
            );
        }
        out.push_str("</tbody></table>\n");
    }

    /// Room for the moves of one board; two slips fit on a page.
    fn slip(&self, sheet: &BoardSheet<'_>, board: &Board, names: EntrantNames<'_>, out: &mut String) {
        let side = |side: Colour| format!("{}: {}", self.side(side), self.entrant(board.player(side), names));
        let title = self.contest_board(sheet.contest.spec().kind, board.id);
        let players = Colour::ALL.map(side).join(" · ");
        let _ = write!(
            out,
            "<section class=\"slip\"><h2>{}. {}</h2><p>{}</p>\n<div class=\"moves\">",
            escaped(&title),
            escaped(sheet.name),
            escaped(&players)
        );
        // Who begins is on the left, as on every score sheet.
        let first = sheet.contest.spec().game.ruleset.facts().first;
        let [left, right] = [first, first.other()].map(|side| escaped(&self.side(side)));
        for column in 0..COLUMNS {
            let _ = write!(out, "<table><thead><tr><th></th><th>{left}</th><th>{right}</th></tr></thead><tbody>");
            for row in 1..=ROWS {
                let _ = write!(out, "<tr><td>{}.</td><td></td><td></td></tr>", column * ROWS + row);
            }
            out.push_str("</tbody></table>\n");
        }
        let [result, signature] = ["sheet-result", "sheet-signature"].map(|id| escaped(&self.say(id, &[])));
        let _ = writeln!(out, "</div>\n<div class=\"end\"><p>{result}</p><p>{signature}</p></div></section>");
    }
}
