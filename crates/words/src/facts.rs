//! Games and facts by name.

use crate::Words;
use crate::lists::{Join, names};
use damka_rules::{Choice, DrawSet, FactId, KnownGame, Ruleset, SquareSet};

impl Words {
    /// The name of a game. It says so if its facts were changed; a house game that is well known has its own name.
    #[must_use]
    pub fn ruleset_name(&self, ruleset: &Ruleset) -> String {
        if let Some(known) = KnownGame::of(ruleset) {
            return self.say(&format!("known-{}", known.id()), &[]);
        }
        let name = self.say(&format!("ruleset-{}", ruleset.id()), &[]);
        match self.changes(ruleset).is_empty() || is_house(ruleset) {
            true => name,
            false => self.say("ruleset-changed", &[("name", name.into())]),
        }
    }

    /// A game in one line. Changed facts are listed.
    ///
    /// ```
    /// use damka_rules::Ruleset;
    /// use damka_words::{Language, Words};
    /// let house = Ruleset::from_line("house king=short").unwrap();
    /// assert_eq!(
    ///     Words::new(Language::English).ruleset_about(&house),
    ///     "Your own game: Russian draughts without draw rules, changed: how far a king goes – one square."
    /// );
    /// ```
    #[must_use]
    pub fn ruleset_about(&self, ruleset: &Ruleset) -> String {
        let about = self.say(&format!("ruleset-{}-about", ruleset.id()), &[]);
        let changes = self.changes(ruleset);
        if changes.is_empty() {
            return about;
        }
        let changes = changes.join("; ");
        if is_house(ruleset) {
            return self.say("ruleset-house-changed-about", &[("changes", changes.into())]);
        }
        self.say("ruleset-changed-about", &[("about", about.into()), ("changes", changes.into())])
    }

    /// The facts in which a game differs from the ruleset of its id.
    fn changes(&self, ruleset: &Ruleset) -> Vec<String> {
        let Some(plain) = Ruleset::named(ruleset.id()) else { return Vec::new() };
        let changed = FactId::ALL.iter().filter(|id| plain.facts().get(**id) != ruleset.facts().get(**id));
        changed
            .map(|id| {
                let value = self.fact_value_of(*id, ruleset).unwrap_or_default();
                self.say("ruleset-change", &[("fact", self.fact(*id).into()), ("value", value.into())])
            })
            .collect()
    }

    /// The name of a fact.
    #[must_use]
    pub fn fact(&self, fact: FactId) -> String {
        self.say(&format!("fact-{}", fact.name()), &[])
    }

    /// A value of a fact, given as it is written in files. What is not a value of the fact is said as it is.
    ///
    /// ```
    /// use damka_rules::FactId;
    /// use damka_words::{Language, Words};
    /// let words = Words::new(Language::Russian);
    /// assert_eq!(words.fact_value(FactId::King, "short"), "на одно поле");
    /// assert_eq!(words.fact_value(FactId::AgreementAfter, "40"), "после 40 ходов каждой стороны");
    /// ```
    #[must_use]
    pub fn fact_value(&self, fact: FactId, value: &str) -> String {
        let told = match fact {
            FactId::HomeLimit | FactId::AgreementAfter => value
                .parse()
                .ok()
                .map(|count: u16| self.say(&format!("fact-{}-number", fact.name()), &[("count", count.into())])),
            FactId::Start => self.start_value(value),
            FactId::Draws => DrawSet::parse(value).map(|draws| self.draws_value(draws)),
            _ => fact.choices().contains(&value).then(|| self.say(&format!("fact-{}-{value}", fact.name()), &[])),
        };
        told.unwrap_or_else(|| value.to_owned())
    }

    /// The value that a fact has in a game, squares named as that game names them; `None` where the fact has no meaning.
    #[must_use]
    pub fn fact_value_of(&self, fact: FactId, ruleset: &Ruleset) -> Option<String> {
        let value = ruleset.facts().get(fact)?;
        let start = |sets: [SquareSet; 2]| {
            let [white, black] = sets.map(|set| self.list(&names(ruleset, set), Join::Comma));
            self.say("fact-start-squares", &[("white", white.into()), ("black", black.into())])
        };
        match ruleset.facts().start {
            damka_rules::StartingPieces::Men(men) if fact == FactId::Start => Some(start(men)),
            _ => Some(self.fact_value(fact, &value)),
        }
    }

    fn start_value(&self, value: &str) -> Option<String> {
        if let Some(rows) = value.strip_prefix("rows:") {
            let rows: u8 = rows.parse().ok()?;
            return Some(self.say("fact-start-rows", &[("count", rows.into())]));
        }
        if value == "camps" {
            return Some(self.say("fact-start-camps", &[]));
        }
        let (white, black) = value.split_once(';')?;
        let list = |side: &str, prefix| Some(side.strip_prefix(prefix)?.replace(',', ", "));
        Some(
            self.say(
                "fact-start-squares",
                &[("white", list(white, "w:")?.into()), ("black", list(black, "b:")?.into())],
            ),
        )
    }

    fn draws_value(&self, draws: DrawSet) -> String {
        let each: Vec<String> = draws.rules().map(|rule| format!("{} [{}]", self.draw_reason(rule), rule.id)).collect();
        if each.is_empty() { self.say("fact-draws-none", &[]) } else { each.join("; ") }
    }
}

/// Whether the players chose the facts: nothing else says so, since such a game cites nobody.
fn is_house(ruleset: &Ruleset) -> bool {
    ruleset.cite(damka_rules::Topic::Duty) == damka_rules::Citation::House
}
