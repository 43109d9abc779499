//! One language's catalogue, ready to speak.

use crate::{Figures, Language, Speech};
use damka_rules::Colour;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::fmt;
use std::sync::OnceLock;

/// The commands of a game at the terminal. Each has its words in `play-word-*` and its help in `play-help-*`.
pub const COMMANDS: [&str; 15] = [
    "help", "board", "list", "moves", "why", "hint", "undo", "draw", "accept", "decline", "resign", "claim", "rules",
    "language", "quit",
];

/// The words of one language. Can be shared between threads.
pub struct Words {
    speech: Speech,
    bundle: FluentBundle<FluentResource>,
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words").field("speech", &self.speech).finish_non_exhaustive()
    }
}

/// English commands are understood in every language.
static ENGLISH: OnceLock<Words> = OnceLock::new();

/// The variables of a message.
pub(crate) type Variables<'a> = &'a [(&'a str, FluentValue<'a>)];

impl Words {
    /// The words of a language, or of a speech that has its own names for the pieces.
    #[must_use]
    pub fn new(speech: impl Into<Speech>) -> Words {
        let speech = speech.into();
        let language = speech.language;
        let mut bundle = FluentBundle::new_concurrent(vec![language.identifier()]);
        // Isolation marks are for mixed directions of writing, which none of the languages has; terminals show them.
        bundle.set_use_isolating(false);
        // A catalogue with errors still holds its good messages; a test proves that it has no errors.
        let resource = FluentResource::try_new(language.catalogue().to_owned()).unwrap_or_else(|(good, _)| good);
        bundle.add_resource_overriding(resource);
        Words { speech, bundle }
    }

    /// The language.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.speech.language
    }

    /// Whether the catalogue has a message.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// Formats a message. An id that is not in the catalogue is said as it is, and a variable that is missing shows by
    /// its name: a wrong word on the screen is better than a program that stops.
    ///
    /// ```
    /// use damka_words::{Language, Words};
    /// let words = Words::new(Language::Russian);
    /// assert_eq!(words.say("moves-count", &[("count", 2.into())]), "2 хода");
    /// assert_eq!(words.say("no-such-message", &[]), "no-such-message");
    /// ```
    #[must_use]
    pub fn say(&self, id: &str, variables: &[(&str, FluentValue<'_>)]) -> String {
        let special = match self.speech.figures {
            Figures::Draughtsmen => None,
            Figures::Monkeys => self.bundle.get_message(&format!("{id}-monkeys")),
        };
        let message = special.or_else(|| self.bundle.get_message(id));
        let Some(pattern) = message.and_then(|message| message.value()) else {
            complain(|| format!("no message {id} in {:?}", self.language()));
            return id.to_owned();
        };
        let arguments: FluentArgs<'_> = variables.iter().map(|(name, value)| (*name, value.clone())).collect();
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&arguments), &mut errors).into_owned();
        if !errors.is_empty() {
            complain(|| format!("{id} in {:?}: {errors:?}", self.language()));
        }
        text
    }

    /// A number with this many places after the language's decimal sign.
    ///
    /// ```
    /// use damka_words::{Language, Words};
    /// assert_eq!(Words::new(Language::Ukrainian).decimal(72.44, 1), "72,4");
    /// assert_eq!(Words::new(Language::English).decimal(72.44, 0), "72");
    /// ```
    #[must_use]
    pub fn decimal(&self, value: f64, places: usize) -> String {
        self.number(&format!("{value:.places$}"))
    }

    /// A number that was written with a point, with the language's decimal sign.
    #[must_use]
    pub fn number(&self, written: &str) -> String {
        match written.split_once('.') {
            Some((whole, part)) => self.say("decimal", &[("whole", whole.into()), ("part", part.into())]),
            None => written.to_owned(),
        }
    }

    /// A share of a hundred with this many places.
    #[must_use]
    pub fn percent(&self, value: f64, places: usize) -> String {
        self.say("percent", &[("number", self.decimal(value, places).into())])
    }

    /// The words that a player may type for a command of [`COMMANDS`], this language's first, then the English ones,
    /// all in small letters.
    ///
    /// ```
    /// use damka_words::{Language, Words};
    /// let words = Words::new(Language::Russian).command_words("undo");
    /// assert_eq!(words, ["назад", "вернуть", "undo", "back", "u"]);
    /// ```
    #[must_use]
    pub fn command_words(&self, command: &str) -> Vec<String> {
        let id = format!("play-word-{command}");
        let mut texts = vec![self.say(&id, &[])];
        if self.language() != Language::English {
            texts.push(ENGLISH.get_or_init(|| Words::new(Language::English)).say(&id, &[]));
        }
        let mut found: Vec<String> = Vec::new();
        for word in texts.iter().flat_map(|text| text.split(',')).map(|word| word.trim().to_lowercase()) {
            if !found.contains(&word) {
                found.push(word);
            }
        }
        found
    }
}

/// This crate's own tests stop where a program goes on.
fn complain(about: impl FnOnce() -> String) {
    if cfg!(test) {
        panic!("{}", about());
    }
}

/// How a side is called in the variables of messages.
pub(crate) fn side(colour: Colour) -> FluentValue<'static> {
    FluentValue::from(match colour {
        Colour::White => "white",
        Colour::Black => "black",
    })
}
