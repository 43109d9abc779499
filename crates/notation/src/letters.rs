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

/// Whether a character only changes the direction of the text after it. In a name, it makes readers see something other
/// than what is there.
///
/// ```
/// use damka_notation::turns_text;
/// assert!(turns_text('\u{202e}') && turns_text('\u{200f}') && !turns_text('ж'));
/// ```
#[must_use]
pub const fn turns_text(letter: char) -> bool {
    matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// A text without the characters that change its direction.
pub(crate) fn unturned(text: &str) -> std::borrow::Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    // All of these characters begin with one of these bytes, which few texts contain.
    let may_turn = text.bytes().any(|byte| matches!(byte, 0xD8 | 0xE2));
    if may_turn && text.contains(turns_text) { text.replace(turns_text, "").into() } else { text.into() }
}
