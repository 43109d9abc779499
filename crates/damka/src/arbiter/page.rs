//! The page on which a story is written: lines of limited width with times in the margin, and boards.

use crate::failure::Failure;
use damka_conduct::PhysicalBoard;
use damka_conduct::clock::Millis;
use damka_notation::Cell;
use damka_notation::diagram::{self, TextOptions};
use damka_rules::{Colour, Ruleset};
use damka_words::Words;
use std::io::Write;

/// Where the lines end.
const WIDTH: usize = 96;

/// Where the text begins, right of the times.
const MARGIN: usize = 9;

pub struct Page<'a, O> {
    words: &'a Words,
    ruleset: Ruleset,
    /// Whether the record has times.
    is_timed: bool,
    /// The board that was drawn last.
    drawn: Option<PhysicalBoard>,
    out: &'a mut O,
}

impl<'a, O: Write> Page<'a, O> {
    pub fn new(words: &'a Words, ruleset: Ruleset, is_timed: bool, out: &'a mut O) -> Page<'a, O> {
        Page { words, ruleset, is_timed, drawn: None, out }
    }

    /// A line with its time.
    pub fn at(&mut self, time: Millis, text: &str) -> Result<(), Failure> {
        let shown = if self.is_timed { self.words.clock_time(time) } else { String::new() };
        self.line(&format!("{shown:>width$}  ", width = MARGIN - 2), MARGIN, text)
    }

    /// A line below one with a time.
    pub fn say(&mut self, text: &str) -> Result<(), Failure> {
        let indent = text.chars().take_while(|letter| *letter == ' ').count();
        self.line(&" ".repeat(MARGIN + indent), MARGIN + indent, text.trim_start())
    }

    /// A line of the frame around the story.
    pub fn plain(&mut self, text: &str) -> Result<(), Failure> {
        self.line("", 0, text)
    }

    fn line(&mut self, first: &str, margin: usize, text: &str) -> Result<(), Failure> {
        let mut line = first.to_owned();
        let mut is_empty = true;
        for word in text.split(' ') {
            if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
                writeln!(self.out, "{line}")?;
                line = " ".repeat(margin);
                is_empty = true;
            }
            if !is_empty {
                line.push(' ');
            }
            line.push_str(word);
            is_empty = false;
        }
        Ok(writeln!(self.out, "{line}")?)
    }

    /// Draws the board, unless it was drawn as it stands.
    pub fn draw(&mut self, board: &PhysicalBoard) -> Result<(), Failure> {
        if self.drawn.as_ref() == Some(board) {
            return Ok(());
        }
        self.drawn = Some(board.clone());
        let strays: Vec<_> = board.strays().collect();
        let options = TextOptions { strays: &strays, ..TextOptions::default() };
        // Whose turn it is does not show.
        let drawn = diagram::text(&self.ruleset, &board.position(Colour::White), &options);
        for line in drawn.lines() {
            writeln!(self.out, "{:MARGIN$}{line}", "")?;
        }
        if strays.is_empty() {
            return Ok(());
        }
        let cells: Vec<Cell> = strays.into_iter().map(|(cell, _)| cell).collect();
        self.say(&self.words.strays(&cells, &self.ruleset).tagged())
    }
}
