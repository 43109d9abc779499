//! Names of people: how long, of which letters, and what they look like.

use crate::error::Failure;
use unicode_normalization::UnicodeNormalization;

/// The fewest and the most characters of a name.
pub(crate) const LENGTH: std::ops::RangeInclusive<usize> = 2..=24;

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
    fn what_looks_alike_has_the_same_key() {
        for (one, other) in
            [("Ann", "ANN"), ("Анна", "анна"), ("сора", "copa"), ("Bo b", "B0b"), ("Zoë", "zoe"), ("paul", "pau1")]
        {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        assert_ne!(key("Ann"), key("Anna"));
    }
}
