//! The tags at the head of a game.

use crate::letters::unturned;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The private tag with the canonical line of the rules, which every written game has.
pub const RULES_TAG: &str = "DamkaRules";

/// The tags that come first, in this order; the others follow in the order in which they were given.
pub const FIRST_TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Up to this many tags are compared with each other; more are looked up, so that thousands of tags cost no more than
/// their length.
const SHORT_LIST: usize = 32;

/// Tags that the writer makes from the game itself.
const MADE: [&str; 5] = ["Result", "GameType", "FEN", "Setup", RULES_TAG];

/// What files in other languages call the common tags, in small letters.
const FOREIGN: &[(&str, &[&str])] = &[
    ("Event", &["evento", "torneo", "gara", "evenement", "турнир", "событие", "турнір", "подія"]),
    ("Site", &["luogo", "sito", "plaats", "lieu", "место", "місце"]),
    ("Date", &["data", "datum", "fecha", "дата"]),
    ("Round", &["turno", "ronde", "runde", "тур"]),
    ("White", &["bianco", "wit", "weiss", "blancs", "blancas", "brancas", "белые", "білі"]),
    ("Black", &["nero", "zwart", "schwarz", "noirs", "negras", "pretas", "чёрные", "черные", "чорні"]),
    ("Result", &["risultato", "uitslag", "ergebnis", "resultat", "resultado", "результат"]),
];

/// The tags of a game in the order in which they stand, names and values as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// No tags.
    #[must_use]
    pub const fn new() -> Tags {
        Tags(Vec::new())
    }

    /// Every tag.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a tag, found by its name in either letter case, or by what other languages call it.
    ///
    /// ```
    /// use damka_notation::pdn::Tags;
    /// let tags = Tags::from_iter([("Bianco", "Rossi")]);
    /// assert_eq!(tags.get("White"), Some("Rossi"));
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let exact = self.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let found = match exact {
            None if FIRST_TAGS.contains(&name) => self.iter().find(|(known, _)| standard(known) == Some(name)),
            _ => exact,
        };
        found.map(|(_, value)| value)
    }

    /// Adds a tag behind the others.
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.push((name.into(), value.into()));
    }

    /// Sets the value of a tag, which is added if there is none of this name.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.into(),
            None => self.push(name, value),
        }
    }

    /// The tags that say something about the game beyond its moves, as the standard wants them.
    pub(super) fn about(&self) -> Tags {
        let mut tags = self.canonical();
        tags.0.retain(|(name, _)| !is_made(name));
        tags
    }

    /// The tags as the standard wants them: its names for those of other languages, its order, each once, none without a
    /// value, each in one line.
    fn canonical(&self) -> Tags {
        let present = FIRST_TAGS.map(|tag| self.iter().any(|(name, _)| name == tag));
        let is_free = |tag: &&str| FIRST_TAGS.iter().zip(present).any(|(first, present)| first == tag && !present);
        let is_short = self.0.len() <= SHORT_LIST;
        let mut seen = BTreeSet::new();
        let mut tags = Tags(Vec::with_capacity(self.0.len()));
        for (name, value) in self.iter().filter(|(_, value)| !value.is_empty()) {
            let name = standard(name).filter(is_free).map_or_else(|| clean_name(name), str::to_owned);
            let is_new = if is_short { tags.iter().all(|(known, _)| known != name) } else { seen.insert(name.clone()) };
            if is_new {
                tags.push(name, clean_value(value));
            }
        }
        let place = |name: &str| FIRST_TAGS.iter().position(|first| *first == name).unwrap_or(FIRST_TAGS.len());
        tags.0.sort_by_key(|(name, _)| place(name));
        tags
    }

    /// Writes the tags as the standard wants them, each in its line.
    pub(super) fn write(&self, text: &mut String) {
        for (name, value) in self.canonical().iter() {
            let _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
        }
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Tags {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(tags: I) -> Tags {
        Tags(tags.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

/// Whether the writer makes this tag itself.
pub(super) fn is_made(name: &str) -> bool {
    MADE.iter().any(|made| made.eq_ignore_ascii_case(name))
}

/// The standard's name for a tag of another language.
fn standard(name: &str) -> Option<&'static str> {
    let small = if name.is_ascii() { Cow::Borrowed(name) } else { Cow::Owned(name.to_lowercase()) };
    let is_name = |other: &str| other.eq_ignore_ascii_case(&small);
    FOREIGN.iter().find(|(_, names)| names.iter().any(|other| is_name(other))).map(|(known, _)| *known)
}

/// A name as the standard wants it: a capital letter, then letters, digits and underscores.
fn clean_name(name: &str) -> String {
    let clean = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let mut name: String = name.chars().map(clean).collect();
    match name.as_bytes().first() {
        Some(byte) if byte.is_ascii_alphabetic() => {
            let first = name.remove(0).to_ascii_uppercase();
            name.insert(0, first);
        }
        _ => name.insert(0, 'X'),
    }
    name
}

/// A value on one line, without characters that change its direction.
fn clean_value(value: &str) -> String {
    let value = unturned(value);
    // All control characters begin with one of these bytes.
    let may_have_controls = value.bytes().any(|byte| byte < b' ' || matches!(byte, 0x7F | 0xC2));
    if may_have_controls { value.replace(char::is_control, " ") } else { value.into_owned() }
}

/// A value for between quotes.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Reads the contents of a tag, given with its brackets. Characters that change the direction of text are left out, so
/// that lists of names can be trusted.
pub(super) fn read(tag: &str) -> Option<(String, String)> {
    let tag = unturned(tag);
    let inside = tag.trim_end().strip_prefix('[')?.strip_suffix(']')?.trim();
    let end = inside.find(|letter: char| letter.is_whitespace() || letter == '"').unwrap_or(inside.len());
    let (name, value) = inside.split_at(end);
    if name.is_empty() {
        return None;
    }
    let value = value.trim();
    let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    Some((name.to_owned(), quoted.map_or_else(|| value.to_owned(), unescaped)))
}

fn unescaped(value: &str) -> String {
    if !value.contains('\\') {
        return value.to_owned();
    }
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|next| letter == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(letter));
    }
    text
}

/// A date as the standard writes it, `1965.01.31` or `1965.??.??`, from the ways in which files have it. `None` if it
/// could be two dates, or none.
///
/// ```
/// use damka_notation::pdn::normal_date;
/// assert_eq!(normal_date("1.12.1965").as_deref(), Some("1965.12.01"));
/// assert_eq!(normal_date("1950.").as_deref(), Some("1950.??.??"));
/// assert_eq!(normal_date("03.07.20"), None);
/// ```
#[must_use]
pub fn normal_date(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches('.');
    let parts: Vec<&str> = text.split(['.', '-', '/']).map(str::trim).collect();
    let (year, month, day) = match parts[..] {
        [year] => (year, "??", "??"),
        [year, month] => (year, month, "??"),
        [year, month, day] if year.len() == 4 => (year, month, day),
        // Day, month, year is how people write dates with dots; with slashes Americans do otherwise.
        [day, month, year] if year.len() == 4 && !text.contains('/') => (year, month, day),
        _ => return None,
    };
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?');
    if !is_year {
        return None;
    }
    Some(format!("{year}.{}.{}", part_of_date(month, 12)?, part_of_date(day, 31)?))
}

fn part_of_date(text: &str, most: u32) -> Option<String> {
    if matches!(text, "?" | "??" | "0" | "00") {
        return Some("??".to_owned());
    }
    let number: u32 = text.parse().ok()?;
    (1..=most).contains(&number).then(|| format!("{number:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading() {
        let check = |text: &str, name: &str, value: &str| {
            assert_eq!(read(text), Some((name.to_owned(), value.to_owned())), "{text}");
        };
        check("[Event \"Cup\"]", "Event", "Cup");
        check("[Event       \"Cup \" ]", "Event", "Cup ");
        check("[ Event\t\"Cup\"]", "Event", "Cup");
        check("[Event\"Cup\"]", "Event", "Cup");
        check("[Event \"\"]", "Event", "");
        check("[Event]", "Event", "");
        check("[Date 1950]", "Date", "1950");
        check(r#"[Event "say \"x\" and \\ and \y"]"#, "Event", r#"say "x" and \ and \y"#);
        check(r#"[Event "Cup "Red""]"#, "Event", r#"Cup "Red""#);
        check(r#"[Path "C:\"]"#, "Path", r"C:\");
        assert_eq!(read("[]"), None);
        assert_eq!(read("[\"x\"]"), None);
    }

    #[test]
    fn other_languages() {
        let tags = Tags::from_iter([("Bianco", "A"), ("NERO", "B"), ("Результат", "1-0"), ("Opening", "x")]);
        assert_eq!(tags.get("White"), Some("A"));
        assert_eq!(tags.get("Black"), Some("B"));
        assert_eq!(tags.get("Result"), Some("1-0"));
        assert_eq!(tags.get("Bianco"), Some("A"));
        assert_eq!(tags.get("opening"), Some("x"));
        assert_eq!(tags.get("Event"), None);
        assert_eq!(tags.about(), Tags::from_iter([("White", "A"), ("Black", "B"), ("Opening", "x")]));
    }

    #[test]
    fn writing() {
        let tags = Tags::from_iter([
            ("Black", "b"),
            ("opening", "say \"x\"\\"),
            ("Empty", ""),
            ("White", "two\nlines"),
            ("White", "again"),
            ("ход", "x"),
        ]);
        let mut text = String::new();
        tags.write(&mut text);
        let lines = ["[White \"two lines\"]", "[Black \"b\"]", "[Opening \"say \\\"x\\\"\\\\\"]", "[X___ \"x\"]", ""];
        assert_eq!(text, lines.join("\n"));
    }

    #[test]
    fn dates() {
        for (text, date) in [
            ("1995.11.1", "1995.11.01"),
            ("1.1.1965", "1965.01.01"),
            ("31.12.1965", "1965.12.31"),
            ("1950.", "1950.??.??"),
            ("1950", "1950.??.??"),
            ("1950.07", "1950.07.??"),
            ("2011-04-03", "2011.04.03"),
            ("????.??.??", "????.??.??"),
            ("1972.??.??", "1972.??.??"),
        ] {
            assert_eq!(normal_date(text).as_deref(), Some(date), "{text}");
            assert_eq!(normal_date(date).as_deref(), Some(date));
        }
        for text in ["03.07.20", "", "x", "1/2/1965", "1965.13.01", "32.1.1965", "1.2.3.4"] {
            assert_eq!(normal_date(text), None, "{text}");
        }
    }
}
