//! Names of people: how long, of which letters, and what they look like.

use crate::error::Failure;
use damka_notation::turns_text;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The fewest and the most characters of a name.
pub(crate) const LENGTH: std::ops::RangeInclusive<usize> = 2..=24;

/// The most marks on one letter of a text: more of them would cover the lines above and below.
const MOST_MARKS: u32 = 2;

/// Letters of other alphabets that look like Latin ones, in small letters. A name with Latin and Cyrillic letters in
/// one word is refused; two names that look alike have the same key.
const LOOKALIKES: [(char, char); 26] = [
    ('а', 'a'),
    ('в', 'b'),
    ('с', 'c'),
    ('е', 'e'),
    ('ё', 'e'),
    ('є', 'e'),
    ('ԁ', 'd'),
    ('н', 'h'),
    ('һ', 'h'),
    ('і', 'i'),
    ('ї', 'i'),
    ('ј', 'j'),
    ('к', 'k'),
    ('ӏ', 'l'),
    ('м', 'm'),
    ('о', 'o'),
    ('р', 'p'),
    ('ԛ', 'q'),
    ('ѕ', 's'),
    ('т', 't'),
    ('у', 'y'),
    ('ү', 'y'),
    ('ѵ', 'v'),
    ('ԝ', 'w'),
    ('х', 'x'),
    ('й', 'и'),
];

/// A name that can be shown to others, with single spaces.
///
/// # Errors
/// The reason, as the id of a sentence.
pub fn check(name: &str) -> Result<String, Failure> {
    if name.len() > 400 {
        return Err(Failure::Name("server-name-length"));
    }
    // One way to write each letter: what looks the same is the same.
    let name: String = name.nfc().collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if !LENGTH.contains(&name.chars().count()) {
        return Err(Failure::Name("server-name-length"));
    }
    let allowed = |letter: char| {
        letter.is_ascii_alphanumeric() || is_cyrillic(letter) || is_latin(letter) || " .-_'’".contains(letter)
    };
    if !name.chars().all(allowed) || !name.chars().any(char::is_alphabetic) {
        return Err(Failure::Name("server-name-letters"));
    }
    let mixed = |word: &str| word.chars().any(is_latin) && word.chars().any(is_cyrillic);
    if name.split([' ', '.', '-', '_']).any(mixed) {
        return Err(Failure::Name("server-name-mixed"));
    }
    Ok(name)
}

/// What a name looks like: names with the same key cannot be told apart at a glance.
#[must_use]
pub fn key(name: &str) -> String {
    let plain = |letter: char| match letter {
        '0' => 'o',
        '1' | 'l' => 'i',
        _ => LOOKALIKES.iter().find(|(like, _)| *like == letter).map_or(letter, |(_, latin)| *latin),
    };
    // Accents fall off with the decomposition.
    let letters =
        name.nfkd().flat_map(char::to_lowercase).map(plain).map(|letter| if letter == 'l' { 'i' } else { letter });
    letters.filter(|letter| letter.is_alphanumeric()).collect()
}

/// Whether a letter changes how others are shown, and is not seen itself.
#[must_use]
pub fn is_hidden(letter: char) -> bool {
    let marks = [
        '\u{ad}'..='\u{ad}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{feff}'..='\u{feff}',
        '\u{e0000}'..='\u{e007f}',
    ];
    turns_text(letter) || marks.iter().any(|marks| marks.contains(&letter))
}

/// What somebody wrote, as one line of letters that can be seen. Marks above and below a letter are kept as long as
/// they stay in the line.
#[must_use]
pub fn one_line(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() || letter.is_whitespace() { ' ' } else { letter };
    let mut marks = 0;
    let seen = text.chars().map(plain).filter(|letter| !is_hidden(*letter)).filter(|letter| {
        marks = if is_combining_mark(*letter) { marks + 1 } else { 0 };
        marks <= MOST_MARKS
    });
    seen.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_cyrillic(letter: char) -> bool {
    ('\u{400}'..='\u{45f}').contains(&letter) || ('\u{490}'..='\u{4ff}').contains(&letter) && letter.is_alphabetic()
}

fn is_latin(letter: char) -> bool {
    letter.is_ascii_alphabetic() || ('\u{c0}'..='\u{24f}').contains(&letter) && letter.is_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked() {
        for good in ["Ann", "Анна Петрівна", "Д'Артаньян", "o-k", "Ivan 2", "Zoë", "Їжак"] {
            assert!(check(good).is_ok(), "{good}");
        }
        assert_eq!(check("  Ann   Lee ").as_deref(), Ok("Ann Lee"));
        for (bad, why) in [
            ("A", "server-name-length"),
            ("a very long name that goes on and on", "server-name-length"),
            ("Ann\u{202e}eve", "server-name-letters"),
            ("Ann\u{0}", "server-name-letters"),
            ("<b>Ann</b>", "server-name-letters"),
            ("123", "server-name-letters"),
            ("♔♕", "server-name-letters"),
            ("\u{200b}\u{200b}", "server-name-letters"),
            ("Аdmin", "server-name-mixed"),
        ] {
            assert_eq!(check(bad), Err(Failure::Name(why)), "{bad:?}");
        }
        assert!(check(&"x".repeat(100_000)).is_err());
    }

    #[test]
    fn a_text_is_one_line_of_letters_that_are_seen() {
        assert_eq!(one_line("  a\u{7}b\nc\u{2028}d  "), "a b c d");
        assert_eq!(one_line("x\u{202e}y\u{200b}z\u{61c}\u{e0041}"), "xyz");
        assert_eq!(one_line(&format!("e{}!", "\u{301}".repeat(50))), "e\u{301}\u{301}!");
        assert_eq!(one_line("Ёжик, їжак — 👍"), "Ёжик, їжак — 👍");
        assert_eq!(one_line("\u{200b}\u{200b} \n"), "");
    }

    #[test]
    fn what_looks_alike_has_the_same_key() {
        for (one, other) in
            [("Ann", "ANN"), ("Анна", "анна"), ("сора", "copa"), ("Bo b", "B0b"), ("Zoë", "zoe"), ("paul", "pau1")]
        {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        assert_ne!(key("Ann"), key("Anna"));
    }
}
