//! The page for terminals.

use super::{Block, Diagram, Page};
use damka_notation::diagram::{self, TextOptions};

/// A caption stands beside its board if it has at least so many columns there.
const NARROWEST_CAPTION: usize = 24;
const INDENT: &str = "  ";

impl Page {
    /// The page as plain text in lines of at most `width` columns, but for boards, which need some thirty.
    #[must_use]
    pub fn to_text(&self, width: usize) -> String {
        let mut lines = Vec::new();
        heading(&mut lines, &self.title, '=', width);
        lines.extend(wrap(&self.about, width));
        lines.push(String::new());
        lines.extend(wrap(&self.legend, width));
        for section in &self.sections {
            lines.push(String::new());
            heading(&mut lines, &section.title, '-', width);
            for block in &section.blocks {
                self.block(&mut lines, block, width);
            }
        }
        lines.push(String::new());
        heading(&mut lines, &self.sources_title, '-', width);
        for text in [&self.source].into_iter().chain(&self.sources).chain([&self.line]) {
            lines.extend(wrap(text, width));
        }
        lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
    }

    fn block(&self, lines: &mut Vec<String>, block: &Block, width: usize) {
        match block {
            Block::Paragraph(text) => lines.extend(wrap(text, width)),
            Block::List(texts) => {
                for text in texts {
                    let wrapped = wrap(text, width.saturating_sub(INDENT.len()));
                    let marked = wrapped.into_iter().enumerate();
                    lines.extend(marked.map(|(at, line)| format!("{}{line}", if at == 0 { "* " } else { INDENT })));
                }
            }
            Block::Diagram(diagram) => lines.extend(self.diagram(diagram, width)),
        }
        lines.push(String::new());
    }

    /// The board, with its caption beside it if there is room, else below.
    fn diagram(&self, diagram: &Diagram, width: usize) -> Vec<String> {
        let ends = diagram.moves.iter().map(|mv| mv.to()).collect();
        let options = TextOptions { marked: ends, ..TextOptions::default() };
        let drawn = diagram::text(&self.ruleset, &diagram.position, &options);
        let board: Vec<&str> = drawn.lines().collect();
        let board_width = board.iter().map(|line| columns(line)).max().unwrap_or(0) + INDENT.len();
        let beside = width.saturating_sub(board_width);
        if beside < NARROWEST_CAPTION {
            let caption = wrap(&diagram.caption, width);
            return board.into_iter().map(str::to_owned).chain(caption).collect();
        }
        let caption = wrap(&diagram.caption, beside);
        let top = board.len().saturating_sub(caption.len()) / 2;
        let rows = board.len().max(top + caption.len());
        let row = |at: usize| {
            let left = board.get(at).copied().unwrap_or_default();
            let right = at.checked_sub(top).and_then(|line| caption.get(line)).map_or("", String::as_str);
            let gap = " ".repeat(board_width.saturating_sub(columns(left)));
            format!("{left}{gap}{right}")
        };
        (0..rows).map(row).collect()
    }
}

fn heading(lines: &mut Vec<String>, title: &str, line: char, width: usize) {
    let wrapped = wrap(title, width);
    let longest = wrapped.iter().map(|line| columns(line)).max().unwrap_or(0);
    lines.extend(wrapped);
    lines.push(line.to_string().repeat(longest));
}

/// Every character of the three languages and of the boards is one column wide.
fn columns(text: &str) -> usize {
    text.chars().count()
}

/// Breaks a text at blanks; a word longer than the line has a line to itself. An abbreviation such as "п." stays with
/// the number behind it.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let is_number = word.starts_with(|first: char| first.is_ascii_digit());
        match words.last_mut() {
            Some(last) if is_number && last.ends_with('.') && columns(last) <= 3 => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(&word) <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}
