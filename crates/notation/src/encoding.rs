//! Which letters the bytes of a file are.
//!
//! Draughts files are old: Russian ones come in four encodings apart from Unicode, western ones in Latin-1. Nothing in
//! a file says which, so the encoding is detected from the letters. All of these encodings include ASCII, so moves,
//! tags and brackets can be found before the encoding is known; the exception is UTF-16, which is recognised by its
//! first bytes.
//!
//! ```
//! use damka_notation::encoding::{self, Encoding};
//! let (text, encoding) = encoding::read(b"\xC0\xE1\xE0\xF6\xE8\xE5\xE2 \xCD.");
//! assert_eq!((text.as_ref(), encoding), ("Абациев Н.", Encoding::Windows1251));
//! ```

use crate::letters::latin;
use encoding_rs::{IBM866, ISO_8859_5, KOI8_U, UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252};
use std::borrow::Cow;
use std::fmt;

/// How many bytes are looked at to find the encoding of a long text.
const SAMPLE: usize = 256 * 1024;

/// An encoding that files of games come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Encoding {
    /// UTF-8, ASCII included.
    Utf8,
    /// Windows' Cyrillic.
    Windows1251,
    /// Unix' Cyrillic, with the Ukrainian letters that KOI8-U put in the place of box lines.
    Koi8R,
    /// DOS' Cyrillic.
    Cp866,
    /// Cyrillic of the ISO standard (ISO 8859-5).
    Iso8859_5,
    /// Western European: Latin-1 and what Windows added to it.
    Windows1252,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
}

impl Encoding {
    /// All of them.
    pub const ALL: [Encoding; 8] = [
        Encoding::Utf8,
        Encoding::Windows1251,
        Encoding::Koi8R,
        Encoding::Cp866,
        Encoding::Iso8859_5,
        Encoding::Windows1252,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
    ];

    /// The name by which programs know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Windows1251 => "windows-1251",
            Encoding::Koi8R => "koi8-r",
            Encoding::Cp866 => "cp866",
            Encoding::Iso8859_5 => "iso-8859-5",
            Encoding::Windows1252 => "windows-1252",
            Encoding::Utf16Le => "utf-16le",
            Encoding::Utf16Be => "utf-16be",
        }
    }

    /// The encoding of a name, in any of the usual spellings.
    #[must_use]
    pub fn named(name: &str) -> Option<Encoding> {
        Some(match name.trim().to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" | "ascii" => Encoding::Utf8,
            "windows-1251" | "cp1251" | "win1251" | "1251" => Encoding::Windows1251,
            "koi8-r" | "koi8r" | "koi8" | "koi8-u" | "koi8u" => Encoding::Koi8R,
            "cp866" | "ibm866" | "866" | "dos" => Encoding::Cp866,
            "iso-8859-5" | "iso8859-5" | "8859-5" => Encoding::Iso8859_5,
            "utf-16le" | "utf-16" | "utf16" | "utf16le" => Encoding::Utf16Le,
            "utf-16be" | "utf16be" => Encoding::Utf16Be,
            "windows-1252" | "cp1252" | "latin-1" | "latin1" | "iso-8859-1" | "1252" => Encoding::Windows1252,
            _ => return None,
        })
    }

    /// Whether every letter is one byte.
    #[must_use]
    pub const fn is_single_byte(self) -> bool {
        !matches!(self, Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be)
    }

    /// Whether every letter takes at least two bytes, so that not even ASCII can be read without decoding.
    #[must_use]
    pub const fn is_wide(self) -> bool {
        matches!(self, Encoding::Utf16Le | Encoding::Utf16Be)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads bytes as text. A byte order mark at the beginning is left out, and what is not a letter becomes the replacement
/// character, so nothing is ever refused.
#[must_use]
pub fn read(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    let encoding = detect(bytes);
    (decode(bytes, encoding), encoding)
}

/// Reads bytes as text of a known encoding; otherwise as [`read`].
#[must_use]
pub fn decode(bytes: &[u8], encoding: Encoding) -> Cow<'_, str> {
    let table = match encoding {
        Encoding::Utf8 => return String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)),
        Encoding::Windows1251 => WINDOWS_1251,
        Encoding::Koi8R => KOI8_U,
        Encoding::Cp866 => IBM866,
        Encoding::Iso8859_5 => ISO_8859_5,
        Encoding::Windows1252 => WINDOWS_1252,
        Encoding::Utf16Le => return UTF_16LE.decode_with_bom_removal(bytes).0,
        Encoding::Utf16Be => return UTF_16BE.decode_with_bom_removal(bytes).0,
    };
    table.decode_without_bom_handling(bytes).0
}

/// The kind of UTF-16 that a text begins with: it has a byte order mark, or its first two letters are ASCII with zeros
/// in between, which occurs in no other encoding.
pub(crate) fn wide(start: &[u8]) -> Option<Encoding> {
    let is_text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    match *start {
        [0xFF, 0xFE, ..] => Some(Encoding::Utf16Le),
        [0xFE, 0xFF, ..] => Some(Encoding::Utf16Be),
        [one, 0, two, 0, ..] if is_text(one) && is_text(two) => Some(Encoding::Utf16Le),
        [0, one, 0, two, ..] if is_text(one) && is_text(two) => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// The encoding of a text, as its letters tell it. Text that is nearly UTF-8 is UTF-8 with an accident in it.
#[must_use]
pub fn detect(bytes: &[u8]) -> Encoding {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    if let Some(wide) = wide(sample) {
        return wide;
    }
    if is_utf8(sample) { Encoding::Utf8 } else { single_byte(sample) }
}

/// Finds the encoding of a stream's games, which each have too few letters to tell it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detector {
    /// What games are that are not UTF-8.
    known: Option<Encoding>,
    /// No game is anything else.
    is_fixed: bool,
}

impl Detector {
    /// A detector that has found its encoding.
    #[must_use]
    pub const fn fixed(encoding: Encoding) -> Detector {
        Detector { known: Some(encoding), is_fixed: true }
    }

    /// Reads a game. What is not UTF-8 has the encoding that was found when this happened first, from the `sample`: as
    /// much of the stream as is at hand.
    #[must_use]
    pub fn read<'a>(&mut self, game: &'a [u8], sample: &[u8]) -> (Cow<'a, str>, Encoding) {
        let valid = std::str::from_utf8(game).ok().filter(|text| !self.is_fixed || text.is_ascii());
        if let Some(text) = valid {
            return (Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)), Encoding::Utf8);
        }
        let encoding = match self.known {
            Some(encoding) if self.is_fixed => encoding,
            _ if is_utf8(game) => Encoding::Utf8,
            Some(encoding) => encoding,
            None => {
                let found = detect(sample);
                let found = if found.is_single_byte() { found } else { single_byte(game) };
                *self.known.insert(found)
            }
        };
        (decode(game, encoding), encoding)
    }
}

/// Whether most letters beyond ASCII are well-formed UTF-8. Letters of the other encodings hardly ever look so.
fn is_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    bad == 0 || good > bad
}

fn single_byte(bytes: &[u8]) -> Encoding {
    if is_western(bytes) {
        return Encoding::Windows1252;
    }
    // The first of equals, so the most usual one comes first.
    let best = [Encoding::Windows1251, Encoding::Cp866, Encoding::Koi8R, Encoding::Iso8859_5]
        .into_iter()
        .map(|encoding| (score(bytes, encoding), encoding))
        .reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map_or(Encoding::Windows1252, |(_, encoding)| encoding)
}

/// Accented letters stand alone among ASCII letters; Cyrillic ones make whole words.
fn is_western(bytes: &[u8]) -> bool {
    let (mut among_ascii, mut together) = (0usize, 0usize);
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        let beside = [before, bytes.get(at + 1)];
        if beside.iter().flatten().any(|byte| !byte.is_ascii()) {
            together += 1;
        } else if beside.iter().flatten().any(|byte| byte.is_ascii_alphabetic()) {
            among_ascii += 1;
        }
    }
    among_ascii > together
}

/// How much a text looks like Russian or Ukrainian in an encoding: frequent letters count for it, signs that are not
/// letters and capitals inside words against it. A letter alone is most likely part of a move.
fn score(bytes: &[u8], encoding: Encoding) -> i64 {
    let high: Vec<u8> = (0x80..=0xFF).collect();
    let letters: Vec<char> = decode(&high, encoding).chars().collect();
    let letter = |byte: &u8| usize::from(*byte).checked_sub(0x80).and_then(|at| letters.get(at));
    let is_letter = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    let mut sum = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let Some(here) = letter(byte) else { continue };
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        let is_alone = !is_letter(before) && !is_letter(bytes.get(at + 1));
        sum += match latin(*here) {
            'a'..='h' | 'x' if is_alone => 100,
            _ => weight(*here),
        };
        if here.is_uppercase() && before.and_then(letter).is_some_and(|before| before.is_lowercase()) {
            sum -= 60;
        }
    }
    sum
}

/// How frequent a letter is, in thousandths.
fn weight(letter: char) -> i64 {
    match letter.to_lowercase().next().unwrap_or(letter) {
        'о' => 110,
        'е' => 85,
        'а' => 80,
        'и' => 74,
        'н' => 67,
        'т' => 63,
        'с' => 55,
        'р' => 47,
        'в' | 'л' => 45,
        'к' => 35,
        'м' | 'д' => 31,
        'п' | 'у' => 27,
        'я' | 'ы' | 'ь' | 'г' | 'з' | 'б' => 18,
        'і' => 40,
        'ч' | 'й' | 'х' | 'ж' => 11,
        'ш' | 'ю' | 'ц' | 'ї' | 'є' => 6,
        'щ' | 'э' | 'ф' | 'ъ' | 'ё' | 'ґ' => 3,
        '«' | '»' | '—' | '–' | '№' | '…' | '“' | '”' | '„' | '\u{a0}' => 0,
        _ => -50,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lines of a game as every encoding of the world may have it.
    const RUSSIAN: &str = "[Event \"Первенство Москвы\"]\n[White \"Абациев Н.\"]\n1. е3-d4 d6-с5 {сильный ход}";
    const UKRAINIAN: &str = "[Event \"Чемпіонат України\"] [White \"Ївженко Є.\"] {Білі здобули перемогу}";

    fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
        let table = match encoding {
            Encoding::Utf8 => return text.as_bytes().to_vec(),
            Encoding::Windows1251 => WINDOWS_1251,
            Encoding::Koi8R => KOI8_U,
            Encoding::Cp866 => IBM866,
            Encoding::Iso8859_5 => ISO_8859_5,
            Encoding::Windows1252 => WINDOWS_1252,
            Encoding::Utf16Le => return text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => return text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        };
        table.encode(text).0.into_owned()
    }

    fn check(text: &str, encoding: Encoding) {
        let bytes = encoded(text, encoding);
        let (read, found) = read(&bytes);
        assert_eq!((read.as_ref(), found), (text, encoding));
    }

    #[test]
    fn every_encoding_is_found() {
        let cyrillic = [Encoding::Utf8, Encoding::Windows1251, Encoding::Koi8R, Encoding::Cp866, Encoding::Iso8859_5];
        for encoding in cyrillic {
            check(RUSSIAN, encoding);
            check("Иванов Петров", encoding);
            check("ИВАНОВ", encoding);
            check("[White \"Куперман И.\"]", encoding);
        }
        // DOS has no Ukrainian і.
        for encoding in [Encoding::Utf8, Encoding::Windows1251, Encoding::Koi8R, Encoding::Iso8859_5] {
            check(UKRAINIAN, encoding);
        }
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            check(RUSSIAN, encoding);
            let marked = encoded("\u{feff}Иванов", encoding);
            assert_eq!(read(&marked), ("Иванов".into(), encoding));
        }
        check("[White \"Müller\"] [Black \"São João\"]", Encoding::Windows1252);
        check("[Result \"½-½\"] [Black \"Gérard\"]", Encoding::Windows1252);
        check("[White \"Plain\"]", Encoding::Utf8);
    }

    // clauses: C.notation.1
    #[test]
    fn a_cyrillic_cross_alone() {
        check("1. 26 х 17 х 28 2. 26 х 17", Encoding::Windows1251);
    }

    #[test]
    fn accidents() {
        assert_eq!(read(b"\xEF\xBB\xBFabc"), ("abc".into(), Encoding::Utf8));
        // Half a letter at the end, and in the middle.
        let mut cut = "Иванов".as_bytes().to_vec();
        cut.pop();
        assert_eq!(read(&cut), ("Ивано\u{fffd}".into(), Encoding::Utf8));
        cut.extend("-Петров".bytes());
        assert_eq!(read(&cut).1, Encoding::Utf8);
        assert_eq!(read(b"\0\0a\0").0, "\0\0a\0");
        for byte in 0..=255u8 {
            let _ = read(&[byte]);
            let _ = read(&[byte, 0, byte]);
        }
        assert_eq!(read(b""), ("".into(), Encoding::Utf8));
    }

    #[test]
    fn games_of_a_stream_share_an_encoding() {
        let sample = encoded(RUSSIAN, Encoding::Koi8R);
        let mut detector = Detector::default();
        assert_eq!(detector.read(&sample, &sample).1, Encoding::Koi8R);
        // Alone this could be anything.
        let short = encoded("Ц", Encoding::Koi8R);
        assert_eq!(detector.read(&short, &short).0, "Ц");
        assert_eq!(detector.read(b"plain", b"plain").1, Encoding::Utf8);
        assert_eq!(Detector::fixed(Encoding::Cp866).read(&[0x80], &[]).0, "А");
    }

    #[test]
    fn names() {
        for encoding in Encoding::ALL {
            assert_eq!(Encoding::named(&encoding.to_string()), Some(encoding));
        }
        assert_eq!(Encoding::named("ebcdic"), None);
    }
}
