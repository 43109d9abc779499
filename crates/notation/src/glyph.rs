//! Marks of praise and blame behind a move, and the signs of a game's end.
//!
//! Text 000 gives `?!` to a move that seems weak and proved strong, and `!?` to one that seems strong and proved weak.
//! Chess, and with it PDN's numbers, means other things by the same signs. So a mark is stored by its meaning and shown
//! in the reader's [`Convention`]:
//!
//! | Meaning | Text 000 | Chess | PDN |
//! |---|---|---|---|
//! | [`Good`](Glyph::Good) | `!` | `!` | `$1` |
//! | [`Poor`](Glyph::Poor) | `?` | `?` | `$2` |
//! | [`VeryGood`](Glyph::VeryGood) | `!!` | `!!` | `$3` |
//! | [`VeryPoor`](Glyph::VeryPoor) | `??` | `??` | `$4` |
//! | [`Interesting`](Glyph::Interesting) | `(!)` | `!?` | `$5` |
//! | [`Dubious`](Glyph::Dubious) | `(?)` | `?!` | `$6` |
//! | [`SeemsWeak`](Glyph::SeemsWeak) | `?!` | `(?)!` | `$1 $253` |
//! | [`SeemsStrong`](Glyph::SeemsStrong) | `!?` | `(!)?` | `$2 $254` |
//! | [`Forced`](Glyph::Forced) | `□` | `□` | `$7` |
//!
//! Where a convention has no sign of its own, it gets one in brackets that both conventions read alike. PDN has no
//! number for the two seeming ones: other programs read the plain truth, a good or a poor move, and the private number
//! behind it tells this program the rest.
//!
//! ```
//! use damka_notation::glyph::{Convention, Glyph};
//! let glyph = Glyph::read("?!", Convention::Russian).unwrap();
//! assert_eq!(glyph, Glyph::SeemsWeak);
//! assert_ne!(Some(glyph), Glyph::read("?!", Convention::Chess));
//! assert_eq!(glyph.sign(Convention::Chess), "(?)!");
//! ```

use crate::letters::latin;
use std::borrow::Cow;

/// The private number behind [`Glyph::SeemsWeak`].
const SEEMS_WEAK: u16 = 253;
/// The private number behind [`Glyph::SeemsStrong`].
const SEEMS_STRONG: u16 = 254;

/// What a sign such as `?!` means to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Convention {
    /// As text 000 explains it.
    Russian,
    /// As in chess and in PDN.
    Chess,
}

/// A mark behind a move, by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Glyph {
    /// A strong move.
    Good,
    /// A weak move.
    Poor,
    /// A very strong move.
    VeryGood,
    /// A very weak move, a blunder.
    VeryPoor,
    /// A move that deserves attention.
    Interesting,
    /// A questionable move.
    Dubious,
    /// A move that seems weak and proved strong.
    SeemsWeak,
    /// A move that seems strong and proved weak.
    SeemsStrong,
    /// The only move.
    Forced,
    /// Any other number of PDN, mostly about the position: 10 is level, 18 and 19 are won for White and Black.
    Nag(u16),
}

impl Glyph {
    /// Reads a sign.
    #[must_use]
    pub fn read(sign: &str, convention: Convention) -> Option<Glyph> {
        use Convention::{Chess, Russian};
        Some(match (sign, convention) {
            ("!", _) => Glyph::Good,
            ("?", _) => Glyph::Poor,
            ("!!", _) => Glyph::VeryGood,
            ("??", _) => Glyph::VeryPoor,
            ("!?", Chess) | ("(!)", _) => Glyph::Interesting,
            ("?!", Chess) | ("(?)", _) => Glyph::Dubious,
            ("?!", Russian) | ("(?)!" | "(?!)", _) => Glyph::SeemsWeak,
            ("!?", Russian) | ("(!)?" | "(!?)", _) => Glyph::SeemsStrong,
            ("*" | "□", _) => Glyph::Forced,
            ("=", _) => Glyph::Nag(10),
            ("+=" | "±", _) => Glyph::Nag(14),
            ("=+", _) => Glyph::Nag(15),
            ("+-", _) => Glyph::Nag(18),
            ("-+", _) => Glyph::Nag(19),
            _ => return None,
        })
    }

    /// The sign that says this to a reader of a convention; a number such as `$11` where there is none.
    #[must_use]
    pub fn sign(self, convention: Convention) -> Cow<'static, str> {
        use Convention::{Chess, Russian};
        let sign = match (self, convention) {
            (Glyph::Good, _) => "!",
            (Glyph::Poor, _) => "?",
            (Glyph::VeryGood, _) => "!!",
            (Glyph::VeryPoor, _) => "??",
            (Glyph::Interesting, Chess) | (Glyph::SeemsStrong, Russian) => "!?",
            (Glyph::Dubious, Chess) | (Glyph::SeemsWeak, Russian) => "?!",
            (Glyph::Interesting, Russian) => "(!)",
            (Glyph::Dubious, Russian) => "(?)",
            (Glyph::SeemsWeak, Chess) => "(?)!",
            (Glyph::SeemsStrong, Chess) => "(!)?",
            (Glyph::Forced, _) => "□",
            (Glyph::Nag(10), _) => "=",
            (Glyph::Nag(14), _) => "+=",
            (Glyph::Nag(15), _) => "=+",
            (Glyph::Nag(18), _) => "+-",
            (Glyph::Nag(19), _) => "-+",
            (Glyph::Nag(number), _) => return format!("${number}").into(),
        };
        sign.into()
    }

    /// The mark of one of PDN's numbers.
    #[must_use]
    pub const fn from_nag(number: u16) -> Glyph {
        match number {
            1 => Glyph::Good,
            2 => Glyph::Poor,
            3 => Glyph::VeryGood,
            4 => Glyph::VeryPoor,
            5 => Glyph::Interesting,
            6 => Glyph::Dubious,
            7 => Glyph::Forced,
            SEEMS_WEAK => Glyph::SeemsWeak,
            SEEMS_STRONG => Glyph::SeemsStrong,
            _ => Glyph::Nag(number),
        }
    }

    /// PDN's numbers for the mark: one, and for the two seeming ones a private one behind it.
    #[must_use]
    pub const fn nags(self) -> (u16, Option<u16>) {
        match self {
            Glyph::Good => (1, None),
            Glyph::Poor => (2, None),
            Glyph::VeryGood => (3, None),
            Glyph::VeryPoor => (4, None),
            Glyph::Interesting => (5, None),
            Glyph::Dubious => (6, None),
            Glyph::Forced => (7, None),
            Glyph::SeemsWeak => (1, Some(SEEMS_WEAK)),
            Glyph::SeemsStrong => (2, Some(SEEMS_STRONG)),
            Glyph::Nag(number) => (number, None),
        }
    }

    /// Adds a number to the marks of a move: a private one takes the place of the plain one before it.
    pub(crate) fn add_nag(glyphs: &mut Vec<Glyph>, number: u16) {
        let glyph = Glyph::from_nag(number);
        let plain = match glyph {
            Glyph::SeemsWeak => Some(&Glyph::Good),
            Glyph::SeemsStrong => Some(&Glyph::Poor),
            _ => None,
        };
        if plain.is_some() && glyphs.last() == plain {
            glyphs.pop();
        }
        glyphs.push(glyph);
    }
}

/// What is written behind the last move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndSign {
    /// `x`: the side that made the move has won.
    Won,
    /// `=`: the game is drawn.
    Drawn,
}

impl EndSign {
    /// Reads the sign, the cross in either alphabet.
    ///
    /// ```
    /// use damka_notation::glyph::EndSign;
    /// assert_eq!(EndSign::read("х"), Some(EndSign::Won)); // a Cyrillic letter
    /// ```
    #[must_use]
    pub fn read(sign: &str) -> Option<EndSign> {
        let mut letters = sign.chars();
        match (letters.next(), letters.next()) {
            (Some('='), None) => Some(EndSign::Drawn),
            (Some(letter), None) if latin(letter) == 'x' || letter == '×' => Some(EndSign::Won),
            _ => None,
        }
    }

    /// The sign.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            EndSign::Won => 'x',
            EndSign::Drawn => '=',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Glyph; 14] = [
        Glyph::Good,
        Glyph::Poor,
        Glyph::VeryGood,
        Glyph::VeryPoor,
        Glyph::Interesting,
        Glyph::Dubious,
        Glyph::SeemsWeak,
        Glyph::SeemsStrong,
        Glyph::Forced,
        Glyph::Nag(10),
        Glyph::Nag(14),
        Glyph::Nag(15),
        Glyph::Nag(18),
        Glyph::Nag(19),
    ];

    // clauses: A.glyph.2
    #[test]
    fn plain_marks_mean_the_same_to_everybody() {
        let marks =
            [("!", Glyph::Good, 1), ("!!", Glyph::VeryGood, 3), ("?", Glyph::Poor, 2), ("??", Glyph::VeryPoor, 4)];
        for convention in [Convention::Russian, Convention::Chess] {
            for (sign, glyph, number) in marks {
                assert_eq!(Glyph::read(sign, convention), Some(glyph));
                assert_eq!(glyph.sign(convention), sign);
                assert_eq!(glyph.nags(), (number, None));
            }
        }
    }

    // clauses: A.glyph.3
    #[test]
    fn mixed_marks_are_the_reverse_of_chess_habit() {
        assert_eq!(Glyph::read("?!", Convention::Russian), Some(Glyph::SeemsWeak));
        assert_eq!(Glyph::read("!?", Convention::Russian), Some(Glyph::SeemsStrong));
        assert_eq!(Glyph::read("?!", Convention::Chess), Some(Glyph::Dubious));
        assert_eq!(Glyph::read("!?", Convention::Chess), Some(Glyph::Interesting));
        // Other programs see the truth about the move, not the sign.
        assert_eq!(Glyph::SeemsWeak.nags().0, Glyph::Good.nags().0);
        assert_eq!(Glyph::SeemsStrong.nags().0, Glyph::Poor.nags().0);
    }

    // clauses: A.glyph.4
    #[test]
    fn signs_of_the_end() {
        for sign in ["x", "X", "х", "Х", "×"] {
            assert_eq!(EndSign::read(sign), Some(EndSign::Won));
        }
        assert_eq!(EndSign::read("="), Some(EndSign::Drawn));
        for sign in ["", "xx", "-", "1-0"] {
            assert_eq!(EndSign::read(sign), None);
        }
        assert_eq!([EndSign::Won.sign(), EndSign::Drawn.sign()], ['x', '=']);
    }

    #[test]
    fn every_mark_reads_back() {
        for glyph in ALL {
            for convention in [Convention::Russian, Convention::Chess] {
                assert_eq!(Glyph::read(&glyph.sign(convention), convention), Some(glyph), "{glyph:?}");
            }
            let mut read = Vec::new();
            let (first, second) = glyph.nags();
            Glyph::add_nag(&mut read, first);
            second.into_iter().for_each(|number| Glyph::add_nag(&mut read, number));
            assert_eq!(read, [glyph]);
        }
        assert_eq!(Glyph::Nag(140).sign(Convention::Chess), "$140");
        assert_eq!(Glyph::from_nag(140), Glyph::Nag(140));
        assert_eq!(Glyph::read("!!!", Convention::Chess), None);
    }
}
