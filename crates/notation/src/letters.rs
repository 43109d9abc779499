//! Letters that look alike.

/// The small Latin letter that a letter looks like; other characters stay what they are.
///
/// Russian texts mix the two alphabets freely: text 000 prints `е3-d4` and `а5` with Cyrillic letters, and its sign for
/// a game won is the Cyrillic `х`.
pub(crate) fn latin(letter: char) -> char {
    match letter {
        'а' | 'А' => 'a',
        'в' | 'В' => 'b',
        'с' | 'С' => 'c',
        'е' | 'Е' => 'e',
        'н' | 'Н' => 'h',
        'і' | 'І' => 'i',
        'ј' | 'Ј' => 'j',
        'к' | 'К' => 'k',
        'х' | 'Х' => 'x',
        _ => letter.to_ascii_lowercase(),
    }
}

/// Whether a character is one of the dashes that people and programs write between two squares.
pub(crate) fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '‐' | '‑' | '‒' | '–' | '—' | '−')
}

/// Reads digits; a number too great for the type is as good as the greatest one, which names no square.
pub(crate) fn number(digits: &str) -> Option<u32> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.bytes().fold(0, |sum: u32, byte| sum.saturating_mul(10).saturating_add(u32::from(byte - b'0'))))
}
