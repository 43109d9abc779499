//! In which words somebody is spoken to: the language, and what the pieces are called in it.

use crate::Language;

/// What the pieces look like to the reader or listener. Where they are monkeys, "White" would be wrong twice: White's men
/// are ginger, and the white monkeys are kings (D.pieces.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Figures {
    /// White and black draughtsmen.
    #[default]
    Draughtsmen,
    /// The ginger and brown monkeys of Ozornye Shashki. A message `x` gives way to `x-monkeys` where there is one.
    Monkeys,
}

/// How somebody is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Speech {
    /// The language.
    pub language: Language,
    /// What the pieces are.
    pub figures: Figures,
}

impl From<Language> for Speech {
    fn from(language: Language) -> Speech {
        Speech { language, figures: Figures::default() }
    }
}

impl Speech {
    /// Every way to speak.
    pub const ALL: [Speech; 6] = {
        let [ru, uk, en] = Language::ALL;
        let of = [Figures::Draughtsmen, Figures::Monkeys];
        [
            Speech { language: ru, figures: of[0] },
            Speech { language: uk, figures: of[0] },
            Speech { language: en, figures: of[0] },
            Speech { language: ru, figures: of[1] },
            Speech { language: uk, figures: of[1] },
            Speech { language: en, figures: of[1] },
        ]
    };

    /// Its language tag.
    ///
    /// ```
    /// use damka_words::Speech;
    /// assert!(Speech::ALL.into_iter().all(|speech| Speech::from_tag(&speech.tag()) == Some(speech)));
    /// ```
    #[must_use]
    pub fn tag(self) -> String {
        let monkeys = if self.figures == Figures::Monkeys { "-x-monkeys" } else { "" };
        format!("{}{monkeys}", self.language.code())
    }

    /// The speech of a language tag; `-x-monkeys` at its end asks for monkeys.
    ///
    /// ```
    /// use damka_words::{Figures, Language, Speech};
    /// assert_eq!(Speech::from_tag("uk-UA"), Some(Language::Ukrainian.into()));
    /// let monkeys = Speech { language: Language::Russian, figures: Figures::Monkeys };
    /// assert_eq!(Speech::from_tag("ru-x-monkeys"), Some(monkeys));
    /// assert_eq!(Speech::from_tag("fr-x-monkeys"), None);
    /// ```
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Speech> {
        let plain = tag.strip_suffix("-x-monkeys");
        let figures = if plain.is_some() { Figures::Monkeys } else { Figures::Draughtsmen };
        Some(Speech { language: Language::from_locale(plain.unwrap_or(tag))?, figures })
    }
}
