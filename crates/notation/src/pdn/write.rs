//! Writing games as the standard asks.

use super::rules;
use super::tags::{RULES_TAG, Tags, is_made};
use super::tree::{Action, GameTree, Line, Step};
use crate::fen;
use crate::moves;
use damka_rules::Position;

/// Where lines of moves are broken, in bytes. Comments are never broken.
const WIDTH: usize = 100;

/// Writes a game as PDN 3.0, with `*` and an empty line behind it, so that games can follow each other.
///
/// The private tag with the canonical line of the rules is always written, so that every game reads back. GameType is
/// the standard's number, or the number of the game that this one is made of; corners has none. The start is given when
/// it is not the usual one. Tags without a value are left out.
///
/// ```
/// use damka_notation::pdn::{self, PdnGame, ReplayOptions};
/// let game = PdnGame::read("[GameType \"25\"] 1.с3-d4 d6 - c5! {x} 1-0").unwrap();
/// let tree = pdn::replay(&game, &ReplayOptions::default()).unwrap().tree;
/// let text = pdn::write(&tree);
/// assert!(text.ends_with("1. c3-d4 d6-c5 $1 {x} *\n\n"));
/// assert_eq!(pdn::replay(&PdnGame::read(&text).unwrap(), &ReplayOptions::default()).unwrap().tree, tree);
/// ```
#[must_use]
pub fn write(tree: &GameTree) -> String {
    let mut writer = Writer { tree, text: String::new(), column: 0 };
    tags(tree).write(&mut writer.text);
    writer.text.push('\n');
    writer.line(&tree.main, tree.start, 1);
    writer.word("*");
    writer.text.push_str("\n\n");
    writer.text
}

/// The tags as they are written: the game's own, and those that follow from it.
fn tags(tree: &GameTree) -> Tags {
    let ruleset = &tree.ruleset;
    let mut tags: Tags = tree.tags.iter().filter(|(name, _)| !is_made(name)).collect();
    tags.push("Result", tree.result.text(rules::result_style(ruleset)));
    let game_type = rules::game_type(ruleset);
    let is_base = game_type.as_ref().is_some_and(|(_, is_base)| *is_base);
    if let Some((text, _)) = game_type {
        tags.push("GameType", text);
    }
    tags.push(RULES_TAG, ruleset.line());
    if is_base || tree.start != ruleset.start() {
        tags.push("FEN", fen::write(&tree.start, ruleset));
    }
    tags
}

struct Writer<'a> {
    tree: &'a GameTree,
    text: String,
    column: usize,
}

impl Writer<'_> {
    /// Adds a word with a blank or a line end before it.
    fn word(&mut self, word: &str) {
        if self.column > 0 && self.column + word.len() >= WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        let opened = self.text.ends_with('(');
        if self.column > 0 && !opened {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += word.len();
    }

    /// A line of moves from a position, the first of which has this number.
    fn line(&mut self, line: &Line, start: Position, mut number: usize) {
        for comment in &line.comments {
            self.word(&comment.write());
        }
        let first = self.tree.ruleset.facts().first;
        let mut position = start;
        let mut is_numbered = false;
        for step in &line.steps {
            if let Action::Move(mv) = step.action {
                self.number(number, position.to_move() == first, is_numbered);
                self.word(&moves::long(&self.tree.ruleset, &position, mv));
            }
            if let Action::Setup(setup) = step.action {
                self.word(&format!("/FEN \"{}\"/", fen::write(&setup, &self.tree.ruleset)));
            }
            self.remarks(step, position, number);
            is_numbered = step.variations.is_empty() && matches!(step.action, Action::Move(_));
            number += usize::from(position.to_move() != first && matches!(step.action, Action::Move(_)));
            position = step.action.after(&position);
        }
    }

    /// The second player's moves need a number only where the reader has lost it.
    fn number(&mut self, number: usize, is_first_player: bool, is_numbered: bool) {
        if is_first_player {
            self.word(&format!("{number}."));
        } else if !is_numbered {
            self.word(&format!("{number}..."));
        }
    }

    fn remarks(&mut self, step: &Step, before: Position, number: usize) {
        for glyph in &step.glyphs {
            let (first, second) = glyph.nags();
            for nag in [Some(first), second].into_iter().flatten() {
                self.word(&format!("${nag}"));
            }
        }
        for comment in &step.comments {
            self.word(&comment.write());
        }
        for variation in &step.variations {
            self.word("(");
            self.line(variation, before, number);
            self.text.push(')');
            self.column += 1;
        }
    }
}
