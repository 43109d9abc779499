//! Where a rule comes from, in words.

use crate::lists::Join;
use crate::{Language, Words};
use damka_rules::{Citation, DrawRule, Ruleset};

/// A clause of a text, taken apart: `A.capture.13` is text `A`, section `capture`, number `13`.
struct Clause {
    text: &'static str,
    section: Option<&'static str>,
    number: String,
}

impl Clause {
    fn read(id: &'static str) -> Clause {
        let mut parts = id.split('.');
        let text = parts.next().unwrap_or_default();
        let is_number = |part: &str| part.starts_with(|first: char| first.is_ascii_digit());
        let parts: Vec<&'static str> = parts.collect();
        let section = parts.iter().find(|part| !is_number(part)).copied();
        // In text 003 the number before the name is the game's, and the name says it already.
        let numbers = match section {
            Some(section) => parts.iter().skip_while(|part| **part != section).skip(1).copied().collect(),
            None => parts,
        };
        let number: Vec<&str> = numbers.into_iter().take_while(|part| is_number(part)).collect();
        Clause { text, section, number: number.join(".") }
    }

    /// Adds the number of another clause of the same section, in order.
    fn add(&mut self, other: &Clause) {
        let numbers = self.number.split(", ").chain([other.number.as_str()]);
        // A text that is cited as a whole has no number.
        let mut numbers: Vec<&str> = numbers.filter(|number| !number.is_empty()).collect();
        let in_order = |number: &&str| -> Vec<(u32, String)> {
            let part = |part: &str| {
                let letters = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
                let digits = part.strip_suffix(letters).unwrap_or(part);
                (digits.parse().unwrap_or(0), letters.to_owned())
            };
            number.split('.').map(part).collect()
        };
        numbers.sort_by_key(in_order);
        self.number = without_repeats(numbers).join(", ");
    }

    /// Whether the number is the text's own. Text 000 numbers the articles of these sections; the others have none.
    fn is_numbered(&self) -> bool {
        let in_codex = ["diagonal", "move", "capture", "violation", "draw", "result", "glyph", "mode"];
        !self.number.is_empty() && self.text == "A" && self.section.is_some_and(|name| in_codex.contains(&name))
    }
}

impl Words {
    /// Where a rule comes from, with the id of the clause in brackets so that it can be looked up.
    ///
    /// ```
    /// use damka_rules::Citation;
    /// use damka_words::{Language, Words};
    /// let words = Words::new(Language::Russian);
    /// assert_eq!(
    ///     words.citation(Citation::Article("A.capture.13")),
    ///     "Кодекс русских шашек, «Взятие», п. 13 [A.capture.13]"
    /// );
    /// ```
    #[must_use]
    pub fn citation(&self, citation: Citation) -> String {
        match citation {
            Citation::Article(id) => self.article(id),
            Citation::Added => self.say("cite-added", &[]),
            Citation::House => self.say("cite-house", &[]),
        }
    }

    /// Where a draw rule of a game comes from; one that was added says after which text.
    #[must_use]
    pub fn draw_citation(&self, rule: &DrawRule, ruleset: &Ruleset) -> String {
        match (ruleset.cite_draw(rule), rule.article) {
            (Citation::Added, Some(article)) => {
                self.say("cite-added-after", &[("citation", self.article(article).into())])
            }
            (citation, _) => self.citation(citation),
        }
    }

    /// A sentence with its citation behind it.
    #[must_use]
    pub fn cited(&self, sentence: &str, citation: &str) -> String {
        self.say("cited", &[("sentence", sentence.into()), ("citation", citation.into())])
    }

    fn article(&self, id: &'static str) -> String {
        let clause = Clause::read(id);
        let text_id = format!("cite-text-{}", clause.text);
        if !self.has(&text_id) {
            return id.to_owned();
        }
        let text = self.say(&text_id, &[]);
        match self.place(&clause) {
            Some(place) => self.say("cite-place", &[("text", text.into()), ("place", place.into()), ("id", id.into())]),
            None => self.say("cite-text", &[("text", text.into()), ("id", id.into())]),
        }
    }

    /// The place in the text: section and number, as far as the text has them.
    fn place(&self, clause: &Clause) -> Option<String> {
        let section_id = format!("cite-{}-{}", clause.text, clause.section.unwrap_or_default());
        let number = || self.lettered(&clause.number);
        if self.has(&section_id) {
            let section = self.say(&section_id, &[]);
            return Some(match clause.is_numbered() {
                true => self.say("cite-numbered", &[("section", section.into()), ("number", number().into())]),
                false => section,
            });
        }
        let id = if ["A", "B", "C", "D", "E"].contains(&clause.text) { "cite-clause" } else { "cite-article" };
        (!clause.number.is_empty()).then(|| self.say(id, &[("number", number().into())]))
    }

    /// Text 000 letters its points in Cyrillic, а) б) в) г).
    fn lettered(&self, number: &str) -> String {
        if self.language() == Language::English {
            return number.to_owned();
        }
        let cyrillic = |letter| match letter {
            'a' => 'а',
            'b' => 'б',
            'c' => 'в',
            'd' => 'г',
            _ => letter,
        };
        number.chars().map(cyrillic).collect()
    }

    /// Several citations in one line: each text named once, each of its sections once, then all ids.
    pub(crate) fn source_list(&self, citations: &[Citation]) -> String {
        let mut texts: Vec<Source> = Vec::new();
        for citation in without_repeats(citations.to_vec()) {
            let Citation::Article(id) = citation else {
                texts.push(Source { name: self.citation(citation), places: Vec::new(), ids: Vec::new() });
                continue;
            };
            let clause = Clause::read(id);
            let name = self.say(&format!("cite-text-{}", clause.text), &[]);
            let at = texts.iter().position(|text| text.name == name).unwrap_or_else(|| {
                texts.push(Source { name, places: Vec::new(), ids: Vec::new() });
                texts.len() - 1
            });
            texts[at].ids.push(id);
            let section = if clause.is_numbered() { clause.section } else { clause.section.xor(Some("")) };
            match texts[at].places.iter_mut().find(|place| place.section == section && section.is_some()) {
                Some(place) => place.clause.add(&clause),
                None => texts[at].places.push(Place { section, clause }),
            }
        }
        let told: Vec<String> = texts.iter().map(|source| self.source_line(source)).collect();
        self.list(&without_repeats(told), Join::Comma)
    }

    fn source_line(&self, source: &Source) -> String {
        let places = without_repeats(source.places.iter().filter_map(|place| self.place(&place.clause)).collect());
        match (source.ids.is_empty(), places.is_empty()) {
            (true, _) => source.name.clone(),
            (false, true) => format!("{} [{}]", source.name, source.ids.join(", ")),
            (false, false) => format!("{}: {} [{}]", source.name, places.join("; "), source.ids.join(", ")),
        }
    }
}

/// What a page cites of one text.
struct Source {
    name: String,
    places: Vec<Place>,
    ids: Vec<&'static str>,
}

/// A place of a text. The numbers of one section, or of a text that has only numbers, are collected in one clause.
struct Place {
    section: Option<&'static str>,
    clause: Clause,
}

fn without_repeats<T: PartialEq>(things: Vec<T>) -> Vec<T> {
    let mut found = Vec::new();
    for thing in things {
        if !found.contains(&thing) {
            found.push(thing);
        }
    }
    found
}
