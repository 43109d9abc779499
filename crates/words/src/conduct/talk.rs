//! What people say at a table, in the reader's language.

use super::cell_name;
use crate::Words;
use crate::words::side;
use damka_conduct::{Phrase, Said, Saying, Worded};
use damka_rules::Ruleset;

impl Words {
    /// A ready phrase.
    ///
    /// ```
    /// use damka_conduct::Phrase;
    /// use damka_words::{Language, Words};
    /// assert_eq!(Words::new(Language::Russian).phrase(Phrase::GoodGame), "Хорошая партия!");
    /// ```
    #[must_use]
    pub fn phrase(&self, phrase: Phrase) -> String {
        self.say(&format!("phrase-{}", phrase.word()), &[])
    }

    /// What was said, as a sentence of the record.
    #[must_use]
    pub fn said(&self, said: &Said, ruleset: &Ruleset) -> String {
        let says = |text: String| self.say("conduct-said", &[("side", side(said.side)), ("text", text.into())]);
        match &said.what {
            Saying::Phrase(_, phrase) => says(self.phrase(*phrase)),
            Saying::Text(_, text) if text.is_empty() => self.say("conduct-said-deleted", &[]),
            Saying::Text(_, text) => says(text.clone()),
            Saying::Proposal(cells) => {
                let squares: Vec<&str> = cells.iter().map(|cell| cell_name(ruleset, *cell)).collect();
                let squares = squares.join(" → ");
                self.say("conduct-proposed", &[("side", side(said.side)), ("squares", squares.into())])
            }
        }
    }
}
