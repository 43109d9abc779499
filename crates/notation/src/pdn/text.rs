//! Words in a file that are not moves: headings between games, and remarks among moves outside comments.

use super::lex::{Kind, Lexer};
use super::outcome::is_terminator;
use crate::letters::{is_dash, latin};

/// The minimum number of letters of a word that cannot be part of a move.
const SHORTEST: usize = 3;

/// Whether a word is text: only letters, and too many of them for a move. Punctuation may follow.
pub(super) fn is_text(word: &str) -> bool {
    let letters = word.trim_end_matches(['.', ':', '!', '?', '\'', '"']);
    letters.chars().count() >= SHORTEST
        && letters.chars().all(|letter| letter.is_alphabetic() || letter == '\'')
        && letters.chars().any(|letter| latin(letter) != 'x')
}

/// Like [`is_text`], before the encoding is known: every byte beyond ASCII may be a letter.
pub(super) fn may_be_text(word: &[u8]) -> bool {
    let is_letter = |byte: &&u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    word.iter().filter(is_letter).count() >= SHORTEST && !word.iter().any(u8::is_ascii_digit)
}

/// Whether a word could be a move, or a separate part of one.
pub(super) fn may_be_move(word: &[u8]) -> bool {
    if is_terminator(word) {
        return false;
    }
    let is_column = |byte: u8| matches!(byte.to_ascii_lowercase(), b'a'..=b'j') || !byte.is_ascii();
    let is_square = |pair: &[u8]| matches!(pair, [column, row] if is_column(*column) && row.is_ascii_digit());
    let is_step = |part: &[u8]| matches!(part, [from, b'-' | b'x' | b'X' | b':', to] if from.is_ascii_digit() && to.is_ascii_digit());
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits >= 4 || word == b"1." || word.windows(2).any(is_square) || word.windows(3).any(is_step) || is_sign(word)
}

/// Whether a word is only a dash, a cross or a colon.
fn is_sign(word: &[u8]) -> bool {
    std::str::from_utf8(word).map_or(word.len() == 1, |word| {
        word.chars().all(|letter| is_dash(letter) || letter == ':' || letter == '×' || latin(letter) == 'x')
    })
}

/// Whether a text contains nothing that could be a game.
pub(super) fn has_no_moves(bytes: &[u8]) -> bool {
    let mut lexer = Lexer::new(bytes);
    std::iter::from_fn(|| lexer.next()).all(|token| match token.kind {
        Kind::Word => !may_be_move(bytes.get(token.start..token.end).unwrap_or_default()),
        Kind::Setup | Kind::Tag => false,
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        for word in ["Schwarz", "auf.", "Белые", "resigns", "don't", "Round:"] {
            assert!(is_text(word) && may_be_text(word.as_bytes()) && !may_be_move(word.as_bytes()), "{word}");
        }
        for word in ["c3-d4", "cd4", "c:e5", "3228", "32-28", "32x28x19", "-", "х", "x", "--", "с3", "1.", "a1", "–"]
        {
            assert!(!is_text(word) && may_be_move(word.as_bytes()), "{word}");
        }
        for word in ["1-0", "1/2-1/2", "30", "5:", "at", "2007", "2."] {
            assert!(!is_text(word), "{word}");
        }
    }

    #[test]
    fn texts() {
        for text in ["Round 3", "Games of 7 May", "* 1-0 {x}", "", "Page 5: (so) !"] {
            assert!(has_no_moves(text.as_bytes()), "{text}");
        }
        for text in ["Round 3 c3-d4", "1. cd4", "26 х 17", "/FEN \"W\"/", "1. foo", "[A \"x\"]"] {
            assert!(!has_no_moves(text.as_bytes()), "{text}");
        }
    }
}
