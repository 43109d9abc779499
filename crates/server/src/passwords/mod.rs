//! Passwords that are guessed first: common words, the person's own name, keyboard walks.

use crate::names;
use std::collections::HashSet;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// Common words. A line with `#` is a comment.
static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("common.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

/// Keyboard rows and alphabets, which a walk follows in either direction.
const ROWS: [&str; 13] = [
    "1234567890",
    "0123456789",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "abcdefghijklmnopqrstuvwxyz",
    "йцукенгшщзхъ",
    "фывапролджэ",
    "ячсмитьбю",
    "йцукенгшщзхї",
    "фівапролджє",
    "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
];

/// The same keys on a Latin and a Russian keyboard. Three keys differ on a Ukrainian one.
const LATIN_KEYS: &str = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const CYRILLIC_KEYS: &str = "йцукенгшщзхъфывапролджэячсмитьбюё";
const UKRAINIAN_KEYS: [(char, char); 3] = [('s', 'і'), (']', 'ї'), ('\'', 'є')];

/// The step lengths of a walk: every longer step can be composed of these.
const STEPS: std::ops::RangeInclusive<usize> = 3..=5;
/// Up to this many digits before or after a common word do not make it less common.
const DIGITS: usize = 4;
/// A piece this short is not a password, however often it is repeated.
const SHORT: usize = 4;

/// Whether a password is among the first guesses of someone who knows the person's name.
#[must_use]
pub fn is_common(password: &str, name: &str) -> bool {
    let folded: String = password.nfkc().flat_map(char::to_lowercase).collect();
    let own = names::key(name);
    let is_known = |word: &str| {
        let plain = word.replace('ё', "е");
        COMMON.contains(word) || COMMON.contains(plain.as_str()) || !own.is_empty() && names::key(word) == own
    };
    let spellings = [folded.clone(), as_letters(&folded), other_keys(&folded), as_ukrainian_keys(&folded)];
    spellings.iter().any(|spelling| {
        let letters: String = spelling.chars().filter(|sign| sign.is_alphanumeric()).collect();
        is_plain(&letters, &is_known)
    })
}

/// Whether letters and digits are a likely guess: as they are, without the surrounding digits, or as repetitions of one
/// piece.
fn is_plain(text: &str, is_known: &dyn Fn(&str) -> bool) -> bool {
    let piece = repeated(text);
    let is_short = piece.chars().count() <= SHORT;
    is_short || [text, piece, bare(text), bare(piece)].into_iter().any(|word| is_known(word) || is_walk(word))
}

/// A word without the few digits before and after it.
fn bare(text: &str) -> &str {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let (front, back) = (text.trim_start_matches(is_digit), text.trim_end_matches(is_digit));
    let too_many = text.len() - front.len() > DIGITS || text.len() - back.len() > DIGITS;
    if too_many { text } else { front.trim_end_matches(is_digit) }
}

/// The piece that a text repeats from beginning to end; the text itself if it is not a repetition.
fn repeated(text: &str) -> &str {
    let lengths = text.char_indices().map(|(at, _)| at).skip(1);
    let repeats =
        |length: &usize| text.len().is_multiple_of(*length) && text[..*length].repeat(text.len() / length) == *text;
    lengths.take_while(|length| *length <= text.len() / 2).find(repeats).map_or(text, |length| &text[..length])
}

/// Whether a text is a walk over keyboards and alphabets, such as `qwerty123` or `111222`.
fn is_walk(text: &str) -> bool {
    let signs: Vec<char> = text.chars().collect();
    // The positions in the text that walks can reach.
    let mut reached = vec![false; signs.len() + 1];
    reached[0] = true;
    for from in 0..signs.len() {
        if !reached[from] {
            continue;
        }
        for to in STEPS.map(|step| from + step).take_while(|to| *to <= signs.len()) {
            reached[to] |= is_row(&signs[from..to]);
        }
    }
    !signs.is_empty() && reached[signs.len()]
}

fn is_row(signs: &[char]) -> bool {
    let ahead: String = signs.iter().collect();
    let back: String = signs.iter().rev().collect();
    signs.iter().all(|sign| *sign == signs[0]) || ROWS.iter().any(|row| row.contains(&ahead) || row.contains(&back))
}

/// Signs and digits that stand for letters, as in `p@ssw0rd`.
fn as_letters(text: &str) -> String {
    let letter = |sign: char| match sign {
        '@' | '4' => 'a',
        '0' => 'o',
        '1' | '!' | '|' => 'i',
        '3' => 'e',
        '$' | '5' => 's',
        '7' | '+' => 't',
        _ => sign,
    };
    text.chars().map(letter).collect()
}

/// What the same keys produce on the other keyboard: `gfhjkm` is `пароль`.
fn other_keys(text: &str) -> String {
    let other = |sign: char| {
        let on = |from: &str, to: &str| from.chars().position(|key| key == sign).and_then(|at| to.chars().nth(at));
        on(LATIN_KEYS, CYRILLIC_KEYS).or_else(|| on(CYRILLIC_KEYS, LATIN_KEYS)).unwrap_or(sign)
    };
    text.chars().map(other).collect()
}

fn as_ukrainian_keys(text: &str) -> String {
    let own = |sign: char| UKRAINIAN_KEYS.iter().find(|(latin, _)| *latin == sign).map(|(_, letter)| *letter);
    text.chars()
        .map(|sign| own(sign).unwrap_or_else(|| other_keys(&sign.to_string()).chars().next().unwrap_or(sign)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_17_common_passwords_are_known() {
        for common in [
            "password",
            "Password",
            "PASSWORD1",
            "Password2024",
            "p@ssw0rd",
            "pa$$word",
            "12345678",
            "123456789",
            "87654321",
            "00000000",
            "11112222",
            "12341234",
            "abababab",
            "abcdefgh",
            "qwertyui",
            "qwerty123",
            "1q2w3e4r",
            "qweasdzxc",
            "asdfghjkl",
            "QWERTYqwerty",
            "i love you",
            "iloveyou!",
            "letmein1",
            "Dragon77",
            "football",
            "superman",
            "пароль123",
            "Пароль1234",
            "йцукенгш",
            "йцукен12",
            "фывапролдж",
            "любовь12",
            "наташа1985",
            "Серёжа99",
            "привіт123",
            "кохання1",
            "україна2024",
            "славаукраїні",
            "привет123",
            "gfhjkm123",
            "ghbdtn12",
            "зфыыцщкв",
            "ghbdsn123",
            "parol123",
            "natasha1",
            "Aleksandr",
            "marina2010",
        ] {
            assert!(is_common(common, "Zaphod"), "{common}");
        }
        for (own, name) in
            [("Trillian", "Trillian"), ("trillian42", "Trillian"), ("трілліан1", "Трілліан"), ("ann lee 1", "Ann Lee")]
        {
            assert!(is_common(own, name), "{own}");
        }
    }

    #[test]
    fn other_passwords_are_free() {
        for free in [
            "correct horse",
            "battery staple",
            "summer4829173",
            "зелёный чайник",
            "жовтий лимон",
            "kq7 vw2x",
            "пять белых дамок",
            "tr0ub4dor&3",
            "c3d4 d6c5 b2c3",
            "84150263",
            "мойдомупруда",
        ] {
            assert!(!is_common(free, "Ann"), "{free}");
        }
        assert!(!is_common("Trillian", "Zaphod"), "somebody else's name");
    }

    #[test]
    fn the_list_is_in_the_form_that_is_looked_up() {
        assert!((500..2000).contains(&COMMON.len()), "{}", COMMON.len());
        for word in COMMON.iter() {
            let folded: String = word.nfkc().flat_map(char::to_lowercase).collect();
            assert!(*word == folded && word.chars().all(char::is_alphanumeric), "{word}");
        }
    }
}
