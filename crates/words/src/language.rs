//! The three languages and how one is chosen.

use unic_langid::LanguageIdentifier;

/// A language of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// Русский.
    Russian,
    /// Українська.
    Ukrainian,
    /// English.
    English,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 3] = [Language::Russian, Language::Ukrainian, Language::English];

    /// The ISO 639-1 code, which is also what pages say in their `lang` attribute.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::Russian => "ru",
            Language::Ukrainian => "uk",
            Language::English => "en",
        }
    }

    /// The language of a code or locale such as `uk`, `ru-RU` or `uk_UA.UTF-8`. The plain locales `C` and `POSIX` are
    /// English.
    ///
    /// ```
    /// use damka_words::Language;
    /// assert_eq!(Language::from_locale("uk_UA.UTF-8"), Some(Language::Ukrainian));
    /// assert_eq!(Language::from_locale("C.UTF-8"), Some(Language::English));
    /// assert_eq!(Language::from_locale("fr_FR"), None);
    /// ```
    #[must_use]
    pub fn from_locale(locale: &str) -> Option<Language> {
        let code = locale.trim().split(['_', '-', '.', '@']).next().unwrap_or_default();
        if ["c", "posix"].contains(&code.to_ascii_lowercase().as_str()) {
            return Some(Language::English);
        }
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// The language of a POSIX environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty
    /// decides; English if it names another language or none is set.
    ///
    /// ```
    /// use damka_words::Language;
    /// let lookup = |name: &str| (name == "LANG").then(|| "ru_RU.UTF-8".to_owned());
    /// assert_eq!(Language::from_environment(lookup), Language::Russian);
    /// ```
    #[must_use]
    pub fn from_environment(lookup: impl Fn(&str) -> Option<String>) -> Language {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(lookup).find(|locale| !locale.is_empty());
        set.and_then(|locale| Language::from_locale(&locale)).unwrap_or(Language::English)
    }

    /// The catalogue: a Fluent resource.
    #[must_use]
    pub const fn catalogue(self) -> &'static str {
        match self {
            Language::Russian => include_str!("../../../locales/ru.ftl"),
            Language::Ukrainian => include_str!("../../../locales/uk.ftl"),
            Language::English => include_str!("../../../locales/en.ftl"),
        }
    }

    pub(crate) fn identifier(self) -> LanguageIdentifier {
        self.code().parse().unwrap_or_default()
    }
}
