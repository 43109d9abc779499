//! What is wrong with positions that were set up, with odds, and with house rules.

use crate::Words;
use crate::lists::{Join, name};
use crate::words::side;
use damka_rules::{Choice, Contradiction, FactError, FactId, Flaw, OddsError, Problem, Ruleset};

impl Words {
    /// What is wrong with a set-up.
    #[must_use]
    pub fn flaw(&self, flaw: &Flaw, ruleset: &Ruleset) -> String {
        let at = |squares| self.squares(ruleset, squares, Join::Comma);
        match *flaw {
            Flaw::NoPieces => self.say("flaw-no-pieces", &[]),
            Flaw::TooManyPieces { colour, count, most } => self
                .say("flaw-too-many-pieces", &[("side", side(colour)), ("count", count.into()), ("most", most.into())]),
            Flaw::MenOnCrowningRow { colour, squares } => {
                self.say("flaw-men-on-crowning-row", &[("side", side(colour)), ("squares", at(squares).into())])
            }
            Flaw::SquaresShared { squares } => self.say("flaw-squares-shared", &[("squares", at(squares).into())]),
            Flaw::OffTheBoard { .. } => self.say("flaw-off-the-board", &[]),
            Flaw::KingsInRace { squares } => self.say("flaw-kings-in-race", &[("squares", at(squares).into())]),
        }
    }

    /// Why pieces cannot be given as odds.
    #[must_use]
    pub fn odds_error(&self, error: &OddsError, ruleset: &Ruleset) -> String {
        let at = |id, square| self.say(id, &[("square", name(ruleset, square).into())]);
        match *error {
            OddsError::NoPiece(square) => at("odds-no-piece", square),
            OddsError::Twice(square) => at("odds-twice", square),
            OddsError::BothSides(square) => at("odds-both-sides", square),
            OddsError::Everything => self.say("odds-everything", &[]),
        }
    }

    /// One reason why a line or a file of facts does not make a game.
    #[must_use]
    pub fn problem(&self, problem: &Problem) -> String {
        match problem {
            Problem::UnknownRuleset(text) => self.say("problem-unknown-ruleset", &[("text", text.as_str().into())]),
            Problem::UnknownFact(text) => self.say("problem-unknown-fact", &[("text", text.as_str().into())]),
            Problem::NotAFact(text) => self.say("problem-not-a-fact", &[("text", text.as_str().into())]),
            Problem::FactTwice(fact) => self.about_fact("problem-fact-twice", *fact),
            Problem::FixedFact(fact) => self.about_fact("problem-fixed-fact", *fact),
            Problem::Fact(error) => self.fact_error(error),
            Problem::Contradiction(contradiction) => self.contradiction(contradiction),
        }
    }

    /// Why a fact cannot be set.
    #[must_use]
    pub fn fact_error(&self, error: &FactError) -> String {
        match error {
            FactError::NotHere { fact } => self.about_fact("problem-not-here", *fact),
            FactError::BadValue { fact, value } => {
                let variables = [
                    ("value", value.as_str().into()),
                    ("fact", fact.name().into()),
                    ("name", self.fact(*fact).into()),
                    ("expected", self.expected(*fact).into()),
                ];
                self.say("problem-bad-value", &variables)
            }
        }
    }

    /// Why facts cannot be together.
    #[must_use]
    pub fn contradiction(&self, contradiction: &Contradiction) -> String {
        let of = |id, colour| self.say(id, &[("side", side(colour))]);
        match *contradiction {
            Contradiction::PassNeedsBackwardCapture => self.say(
                "contradiction-pass-needs-backward-capture",
                &[("fact", format!("{}=pass", FactId::Crowning.name()).into())],
            ),
            Contradiction::SwitchesWithoutEnemyMovers => self.say("contradiction-switches-without-enemy-movers", &[]),
            Contradiction::NoRows => self.say("contradiction-no-rows", &[]),
            Contradiction::RowsMeet { rows, most } => {
                self.say("contradiction-rows-meet", &[("rows", rows.into()), ("most", most.into())])
            }
            Contradiction::NoPieces { colour } => of("contradiction-no-pieces", colour),
            Contradiction::ManOnCrowningRow { colour } => of("contradiction-man-on-crowning-row", colour),
            Contradiction::SquaresShared => self.say("contradiction-squares-shared", &[]),
            Contradiction::StartOfAnotherGame => self.say("contradiction-start-of-another-game", &[]),
            Contradiction::DrawOfAnotherGame { rule } => {
                self.say("contradiction-draw-of-another-game", &[("rule", rule.into())])
            }
            Contradiction::DrawsAlike { first, second } => {
                self.say("contradiction-draws-alike", &[("first", first.into()), ("second", second.into())])
            }
        }
    }

    fn about_fact(&self, id: &str, fact: FactId) -> String {
        self.say(id, &[("fact", fact.name().into()), ("name", self.fact(fact).into())])
    }

    /// What may be written for a fact.
    pub(crate) fn expected(&self, fact: FactId) -> String {
        match fact {
            FactId::HomeLimit | FactId::AgreementAfter => self.say("fact-expected-number", &[]),
            FactId::Start => self.say("fact-expected-start", &[]),
            FactId::Draws => self.say("fact-expected-draws", &[]),
            _ => fact.choices().join(", "),
        }
    }
}
