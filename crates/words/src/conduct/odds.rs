//! Odds that the ladder suggests, in the reader's language.

use crate::Words;
use crate::lists::Join;
use damka_conduct::Odds;
use damka_rules::{Colour, Ruleset};

impl Words {
    /// What is given, one sentence for each thing: men, moves, time.
    ///
    /// ```
    /// use damka_conduct::{Odds, OddsKind};
    /// use damka_rules::{Colour, Ruleset};
    /// use damka_words::{Language, Words};
    /// let russian = Ruleset::named("russian").unwrap();
    /// let odds = Odds::of(&russian, OddsKind::Board, 4, Colour::White).unwrap();
    /// assert_eq!(Words::new(Language::English).odds(&odds, &russian), ["White plays without a man: a1."]);
    /// ```
    #[must_use]
    pub fn odds(&self, odds: &Odds, ruleset: &Ruleset) -> Vec<String> {
        let mut told = Vec::new();
        if !odds.men.is_empty() {
            let squares = self.squares(ruleset, odds.men.iter().copied().collect(), Join::Comma);
            let values = [
                ("name", self.side(odds.without).into()),
                ("count", odds.men.len().into()),
                ("squares", squares.into()),
            ];
            told.push(self.say("odds-men", &values));
        }
        if odds.rung.moves > 0 {
            let name = self.side(odds.giver.other());
            told.push(self.say("odds-moves", &[("name", name.into()), ("count", odds.rung.moves.into())]));
        }
        for (side, clock) in Colour::ALL.into_iter().zip(odds.clocks.iter().flatten()) {
            let values = [("name", self.side(side).into()), ("clock", self.control(clock).into())];
            told.push(self.say("odds-clock", &values));
        }
        told
    }
}
