//! The rules of any game on one page, made from its facts and never from its name.

mod examples;
mod html;
mod sections;
mod text;

use crate::{Language, Words};
use damka_notation::diagram::{Arrow, Mark};
use damka_rules::{Move, Position, Ruleset, Source, Square};

pub(crate) use examples::sample_moves;
pub(crate) use html::escaped;

/// A page of rules, to be shown as text or as HTML.
#[derive(Clone, Debug)]
pub struct Page {
    /// The language it is written in.
    pub language: Language,
    /// The game.
    pub ruleset: Ruleset,
    /// The heading of the page.
    pub title: String,
    /// The game in one sentence.
    pub about: String,
    /// Which text the rules follow.
    pub source: String,
    /// The game's canonical line, introduced.
    pub line: String,
    /// What the letters of a board drawn in characters mean.
    pub legend: String,
    /// The rules.
    pub sections: Vec<Section>,
    /// The heading of the sources.
    pub sources_title: String,
    /// Where the rules of each section come from, with the ids of the clauses: last, for those who look them up.
    pub sources: Vec<String>,
}

/// A part of a page under its own heading.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// What it says.
    pub blocks: Vec<Block>,
    /// Where these rules come from; empty if no text has them.
    pub source: String,
    /// Whether some of them, which are marked, are in no text.
    pub has_added: bool,
}

/// A paragraph or a picture.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph.
    Paragraph(String),
    /// Sentences, each a rule of its own.
    List(Vec<String>),
    /// A position.
    Diagram(Diagram),
}

/// A position with something shown on it.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The position.
    pub position: Position,
    /// The legal moves of the position that are shown.
    pub moves: Vec<Move>,
    /// The ways of the pieces.
    pub arrows: Vec<Arrow>,
    /// The squares that are pointed out.
    pub marks: Vec<(Square, Mark)>,
    /// What is to be seen.
    pub caption: String,
    /// The position in words.
    pub description: String,
}

/// The whole rules of a game on one page, with examples that are true for its facts.
///
/// ```
/// use damka_rules::Ruleset;
/// use damka_words::{Language, rules_page};
/// let page = rules_page(&Ruleset::named("russian").unwrap(), Language::English);
/// assert!(page.to_text(80).contains("15 moves by each side"));
/// assert!(page.to_html().starts_with("<!doctype html>\n<html lang=\"en\">"));
/// ```
#[must_use]
pub fn rules_page(ruleset: &Ruleset, language: Language) -> Page {
    let words = Words::new(language);
    let name = words.ruleset_name(ruleset);
    let sections = sections::all(&words, ruleset);
    Page {
        language,
        ruleset: *ruleset,
        title: words.say("page-title", &[("game", name.into())]),
        about: words.ruleset_about(ruleset),
        source: words.say("page-source", &[("source", words.source(ruleset).into())]),
        line: words.say("page-line", &[("line", ruleset.line().into())]),
        legend: words.say(if ruleset.move_facts().is_some() { "page-legend" } else { "page-legend-race" }, &[]),
        sources_title: words.say("page-sources", &[]),
        sources: sources(&words, &sections),
        sections,
    }
}

fn sources(words: &Words, sections: &[Section]) -> Vec<String> {
    let line = |section: &Section| {
        let variables = [("section", section.title.as_str().into()), ("source", section.source.as_str().into())];
        words.say("page-source-of", &variables)
    };
    let cited = sections.iter().filter(|section| !section.source.is_empty()).map(line);
    let has_added = sections.iter().any(|section| section.has_added);
    cited.chain(has_added.then(|| words.say("page-added", &[]))).collect()
}

impl Words {
    /// The text that a game follows.
    #[must_use]
    pub fn source(&self, ruleset: &Ruleset) -> String {
        let Source { text, extra_game, .. } = *ruleset.source();
        let source = self.say(&format!("source-{text}"), &[]);
        match extra_game {
            None => source,
            Some(number) => {
                self.say("source-extra-game", &[("source", source.into()), ("number", number.to_string().into())])
            }
        }
    }

    /// A quiet move and a capture as this game writes them, for help texts. The quiet one is legal at the start
    /// wherever there is one; in corners, which has no captures, both are the same.
    #[must_use]
    pub fn sample_moves(&self, ruleset: &Ruleset) -> [String; 2] {
        sample_moves(ruleset)
    }
}
