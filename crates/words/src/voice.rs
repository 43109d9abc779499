//! Sentences for a voice: squares are spelled so that it reads them right in its own language.

use crate::Words;

impl Words {
    /// A sentence of this language with its squares spelled for a voice: `c3` becomes `цэ 3` in Russian. A voice of a
    /// Cyrillic language would read the Latin letter wrongly, or as one word with the number.
    ///
    /// ```
    /// use damka_words::{Language, Words};
    /// assert_eq!(Words::new(Language::Russian).voiced("c3 на d4"), "цэ 3 на дэ 4");
    /// assert_eq!(Words::new(Language::English).voiced("c3 to d4"), "C 3 to D 4");
    /// assert_eq!(Words::new(Language::Ukrainian).voiced("32 на 28"), "32 на 28");
    /// ```
    #[must_use]
    pub fn voiced(&self, sentence: &str) -> String {
        let mut spoken = String::with_capacity(sentence.len());
        let mut word = String::new();
        for letter in sentence.chars().chain([' ']) {
            if letter.is_alphanumeric() {
                word.push(letter);
                continue;
            }
            spoken.push_str(&self.voiced_word(&word));
            word.clear();
            spoken.push(letter);
        }
        spoken.pop();
        spoken
    }

    fn voiced_word(&self, word: &str) -> String {
        let mut letters = word.chars();
        match letters.next() {
            Some(column @ 'a'..='j') if is_rank(letters.as_str()) => {
                let name = self.say("voice-letter", &[("letter", column.to_string().into())]);
                format!("{name} {}", letters.as_str())
            }
            _ => word.to_owned(),
        }
    }
}

fn is_rank(text: &str) -> bool {
    text.parse::<u8>().is_ok_and(|rank| (1..=10).contains(&rank)) && !text.starts_with('0')
}

#[cfg(test)]
mod tests {
    use crate::{Language, Words};

    #[test]
    fn only_squares_are_spelled() {
        let words = Words::new(Language::Russian);
        assert_eq!(words.voiced("Белые: простые a1, c3; дамка h8."), "Белые: простые а 1, цэ 3; дамка аш 8.");
        assert_eq!(words.voiced("b6:d8:f6"), "бэ 6:дэ 8:эф 6");
        for plain in ["", "a", "a11", "a0", "k3", "abc1", "28x19", "[A.move.4]"] {
            assert_eq!(words.voiced(plain), plain);
        }
    }
}
