//! How a game ended, as files say it.

use damka_rules::Colour;

/// A result as files give it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// White won: `1-0` or `2-0`.
    WhiteWins,
    /// Black won: `0-1` or `0-2`.
    BlackWins,
    /// A draw: `1/2-1/2` or `1-1`.
    Draw,
    /// Nobody gets a point: `0-0`.
    NoPoints,
    /// Not known, or not yet: `*`.
    #[default]
    Unknown,
    /// Something else, such as the `4-6` of a match.
    Other(String),
}

/// The points of a game: two kinds are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultStyle {
    /// A win is worth one point.
    One,
    /// A win is worth two points: International and Canadian draughts.
    Two,
}

impl GameResult {
    /// Whether it says who won, or that it was a draw.
    pub(super) fn is_decided(&self) -> bool {
        matches!(self, GameResult::WhiteWins | GameResult::BlackWins | GameResult::Draw)
    }

    /// Reads a result in any style.
    ///
    /// ```
    /// use damka_notation::pdn::GameResult;
    /// assert_eq!(GameResult::read("1/2-1/2"), GameResult::Draw);
    /// assert_eq!(GameResult::read("2 - 0"), GameResult::WhiteWins);
    /// assert_eq!(GameResult::read("4-6"), GameResult::Other("4-6".to_owned()));
    /// ```
    #[must_use]
    pub fn read(text: &str) -> GameResult {
        let compact: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        match compact.trim_end_matches('.') {
            "1-0" | "2-0" | "1:0" | "2:0" => GameResult::WhiteWins,
            "0-1" | "0-2" | "0:1" | "0:2" => GameResult::BlackWins,
            "1/2-1/2" | "½-½" | "1/2" | "½" | "1-1" | "1:1" | "1/2:1/2" | "0.5-0.5" => GameResult::Draw,
            "0-0" | "0:0" => GameResult::NoPoints,
            "*" | "?" | "" => GameResult::Unknown,
            _ => GameResult::Other(text.trim().to_owned()),
        }
    }

    /// Writes the result.
    #[must_use]
    pub fn text(&self, style: ResultStyle) -> &str {
        match (self, style) {
            (GameResult::WhiteWins, ResultStyle::One) => "1-0",
            (GameResult::WhiteWins, ResultStyle::Two) => "2-0",
            (GameResult::BlackWins, ResultStyle::One) => "0-1",
            (GameResult::BlackWins, ResultStyle::Two) => "0-2",
            (GameResult::Draw, ResultStyle::One) => "1/2-1/2",
            (GameResult::Draw, ResultStyle::Two) => "1-1",
            (GameResult::NoPoints, _) => "0-0",
            (GameResult::Unknown, _) => "*",
            (GameResult::Other(text), _) => text,
        }
    }

    /// The result of a game that this side won.
    #[must_use]
    pub const fn won_by(winner: Colour) -> GameResult {
        match winner {
            Colour::White => GameResult::WhiteWins,
            Colour::Black => GameResult::BlackWins,
        }
    }

    /// Who won, if somebody did.
    #[must_use]
    pub const fn winner(&self) -> Option<Colour> {
        match self {
            GameResult::WhiteWins => Some(Colour::White),
            GameResult::BlackWins => Some(Colour::Black),
            _ => None,
        }
    }
}

/// Whether a word between moves is a result that ends the game. `1-1` is not a move, because it goes nowhere; `1:1` could
/// be a capture that ends where it began, so it is none of these. The half may be a letter of Latin-1 or of UTF-8.
pub(super) fn is_terminator(word: &[u8]) -> bool {
    // Most words are moves, and most of them begin otherwise.
    if !matches!(word.first(), Some(b'0'..=b'2' | 0xBD | 0xC2)) || word.len() > 9 {
        return false;
    }
    let end = word.iter().rposition(|byte| *byte != b'.').map_or(0, |last| last + 1);
    matches!(
        word.get(..end).unwrap_or_default(),
        b"1-0"
            | b"0-1"
            | b"2-0"
            | b"0-2"
            | b"1-1"
            | b"0-0"
            | b"1/2-1/2"
            | b"1/2"
            | b"1:0"
            | b"0:1"
            | b"2:0"
            | b"0:2"
            | b"0:0"
            | b"\xBD-\xBD"
            | b"\xBD"
            | b"\xC2\xBD-\xC2\xBD"
            | b"\xC2\xBD"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_styles() {
        let results = [
            GameResult::WhiteWins,
            GameResult::BlackWins,
            GameResult::Draw,
            GameResult::NoPoints,
            GameResult::Unknown,
            GameResult::Other("4-6".to_owned()),
        ];
        for result in results {
            for style in [ResultStyle::One, ResultStyle::Two] {
                assert_eq!(GameResult::read(result.text(style)), result);
            }
            if let Some(winner) = result.winner() {
                assert_eq!(GameResult::won_by(winner), result);
            }
        }
    }

    #[test]
    fn results_and_moves() {
        for word in ["1-0", "0-1", "2-0", "0-2", "1-1", "0-0", "1/2-1/2", "½-½", "½", "1-0.", "1/2", "2:0"] {
            assert!(is_terminator(word.as_bytes()), "{word}");
        }
        assert!(is_terminator(b"\xBD-\xBD"), "Latin-1");
        for word in ["1-18", "1-7", "11-1", "1:1", "1x1", "1.", "10", "", "2-11", "1-", "0-12", "a1-b2", "..."] {
            assert!(!is_terminator(word.as_bytes()), "{word}");
        }
    }
}
