//! A part of a text that knows where it stands, so that an error can point at it.

/// The longest part of a text that an error repeats, in characters.
const LONGEST_QUOTE: usize = 40;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Span<'a> {
    pub fn new(text: &'a str) -> Span<'a> {
        Span { text, at: 0 }
    }

    pub fn text(self) -> &'a str {
        self.text
    }

    /// The byte of the whole text at which this part begins.
    pub fn at(self) -> usize {
        self.at
    }

    pub fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// The text for an error message: long ones are cut.
    pub fn quote(self) -> String {
        self.text.chars().take(LONGEST_QUOTE).collect()
    }

    pub fn trim(self) -> Span<'a> {
        let text = self.text.trim_start();
        Span { text: text.trim_end(), at: self.at + self.text.len() - text.len() }
    }

    pub fn first(self) -> Option<char> {
        self.text.chars().next()
    }

    /// The rest after the first character.
    pub fn after_first(self) -> Span<'a> {
        let mut letters = self.text.chars();
        letters.next();
        self.ending_with(letters.as_str())
    }

    /// Without the first character if it is one of those asked for.
    pub fn strip_first(self, wanted: impl Fn(char) -> bool) -> Option<Span<'a>> {
        self.first().filter(|first| wanted(*first)).map(|_| self.after_first())
    }

    /// Without the last character if it is one of those asked for.
    pub fn strip_last(self, wanted: impl Fn(char) -> bool) -> Option<Span<'a>> {
        let text = self.text.strip_suffix(wanted)?;
        Some(Span { text, at: self.at })
    }

    /// Without a word of ASCII letters at the beginning, in either letter case.
    pub fn strip_word(self, word: &str) -> Option<Span<'a>> {
        let found = self.text.get(..word.len())?.eq_ignore_ascii_case(word);
        let rest = self.text.get(word.len()..)?;
        found.then(|| self.ending_with(rest))
    }

    /// The rest after the first characters that are wanted.
    pub fn skip_while(self, wanted: impl Fn(char) -> bool) -> Span<'a> {
        self.ending_with(self.text.trim_start_matches(wanted))
    }

    /// What stands here before a later part of the same text.
    pub fn before(self, later: Span<'a>) -> Span<'a> {
        let length = later.at.saturating_sub(self.at);
        Span { text: self.text.get(..length).unwrap_or_default(), at: self.at }
    }

    /// The part at a byte, so many bytes long.
    pub fn part(self, at: usize, length: usize) -> Span<'a> {
        Span { text: self.text.get(at..at + length).unwrap_or_default(), at: self.at + at }
    }

    pub fn split(self, separator: char) -> impl Iterator<Item = Span<'a>> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let part = Span { text, at };
            at += text.len() + separator.len_utf8();
            part
        })
    }

    pub fn split_once(self, separator: impl Fn(char) -> bool) -> Option<(Span<'a>, Span<'a>)> {
        let (place, _) = self.text.char_indices().find(|(_, letter)| separator(*letter))?;
        let (before, rest) = self.text.split_at_checked(place)?;
        Some((Span { text: before, at: self.at }, self.ending_with(rest).after_first()))
    }

    /// The part of this text that ends with it and is as long as `rest`.
    fn ending_with(self, rest: &'a str) -> Span<'a> {
        Span { text: rest, at: self.at + self.text.len() - rest.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_know_where_they_stand() {
        let whole = Span::new("  ёж: b,c ");
        let parts: Vec<_> = whole.split(':').map(Span::trim).map(|part| (part.text(), part.at())).collect();
        assert_eq!(parts, [("ёж", 2), ("b,c", 8)]);
        let (before, after) = whole.trim().split_once(|letter| letter == ',').unwrap();
        assert_eq!((before.text(), before.at(), after.text(), after.at()), ("ёж: b", 2, "c", 10));
        assert_eq!(Span::new("ёж").after_first().at(), 2);
        assert_eq!(Span::new("").after_first().at(), 0);
    }
}
