//! How a game ended, and where that is written.

use crate::Words;
use crate::words::side;
use damka_conduct::Ending;
use damka_rules::{Citation, Colour, Ruleset, Topic};

impl Words {
    /// How a game ended.
    #[must_use]
    pub fn ending(&self, ending: &Ending, ruleset: &Ruleset) -> String {
        let won = |id, loser: Colour| {
            let reason = self.say(id, &[("side", side(loser))]);
            self.say("outcome-win", &[("winner", side(loser.other())), ("reason", reason.into())])
        };
        let drawn = |reason: String| self.say("outcome-draw", &[("reason", reason.into())]);
        match ending {
            Ending::Rules(outcome) => self.outcome(outcome, ruleset),
            Ending::Flag(loser) => won("conduct-end-flag", *loser),
            Ending::FlagWithoutWin(fallen) => drawn(self.say("conduct-end-mercy", &[("side", side(*fallen))])),
            Ending::Refusal(loser) => won("conduct-end-refusal", *loser),
            Ending::Penalty(loser) => won("conduct-end-penalty", *loser),
            Ending::Gone(loser) => won("conduct-end-gone", *loser),
            Ending::GoneDraw(gone) => drawn(self.say("conduct-end-gone-draw", &[("side", side(*gone))])),
            // The reason is the same for either side; `won` takes the loser.
            Ending::Awarded(winner) => won("conduct-end-awarded", winner.other()),
            Ending::ArbiterDraw => drawn(self.say("conduct-end-arbiter-draw", &[])),
            Ending::Annulled => self.say("conduct-end-annulled", &[]),
            Ending::Dropped => self.say("conduct-end-dropped", &[]),
        }
    }

    /// Where it is written that a game ends so: in the game's own text where that speaks of it.
    #[must_use]
    pub fn ending_citation(&self, ending: &Ending, ruleset: &Ruleset) -> String {
        match ending {
            // A rule of the game says for itself where it comes from.
            Ending::Rules(outcome) => match outcome.reason {
                damka_rules::EndReason::Draw(rule) => self.draw_citation(rule, ruleset),
                _ => self.citation(outcome.citation(ruleset)),
            },
            Ending::ArbiterDraw => self.citation(ruleset.cite(Topic::NobodyCanWin)),
            Ending::Flag(_) => self.conduct_article(Topic::Flag, "B.win.4", ruleset),
            Ending::FlagWithoutWin(_) => self.say("cite-agreed", &[]),
            Ending::Refusal(_) => self.conduct_article(Topic::Refusal, "A.result.2d", ruleset),
            Ending::Penalty(_) => self.conduct_article(Topic::Penalty, "B.win.5", ruleset),
            Ending::Gone(_) => self.conduct_article(Topic::Gone, "A.result.2a", ruleset),
            Ending::GoneDraw(_) => self.added_after("A.result.2a"),
            Ending::Awarded(_) => self.citation(Citation::Added),
            Ending::Annulled => self.conduct_article(Topic::Annulled, "A.violation.1", ruleset),
            Ending::Dropped => self.citation(Citation::Added),
        }
    }

    /// As [`Words::ending`], with the rule behind it.
    ///
    /// ```
    /// use damka_conduct::Ending;
    /// use damka_rules::{Colour, Ruleset};
    /// use damka_words::{Language, Words};
    /// let basic = Ruleset::named("russian-basic").unwrap();
    /// assert_eq!(
    ///     Words::new(Language::Russian).ending_with_rule(&Ending::Flag(Colour::Black), &basic),
    ///     "Белые выиграли: у чёрных кончилось время. (Основные правила игры в шашки, «Выигрыш партии» [B.win.4])"
    /// );
    /// ```
    #[must_use]
    pub fn ending_with_rule(&self, ending: &Ending, ruleset: &Ruleset) -> String {
        self.cited(&self.ending(ending, ruleset), &self.ending_citation(ending, ruleset))
    }
}
