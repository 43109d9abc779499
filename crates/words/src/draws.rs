//! Draw rules, made from what they count, and how far they have come.

use crate::Words;
use crate::lists::Join;
use damka_rules::{Condition, Counted, Counts, DrawKind, DrawRule, Forces, Progress, Restarts, Ruleset};
use fluent_bundle::FluentValue;

/// More pieces than this are on no board, so a rule that asks for fewer asks for nothing.
const MOST_PIECES: u8 = 64;

impl Words {
    /// A draw rule as a sentence.
    #[must_use]
    pub fn draw_rule(&self, rule: &DrawRule) -> String {
        match rule.kind {
            DrawKind::Repetition(times) => self.say("draw-repetition", &[("times", times.into())]),
            DrawKind::RepeatedMove(times) => self.say("draw-repeated-move", &[("times", times.into())]),
            DrawKind::Blockade => self.say("draw-blockade", &[]),
            DrawKind::Counted(counted) => {
                let mut variables = self.condition(&counted);
                variables.push(("limit", self.limit(&counted).into()));
                self.say(&format!("draw-{}", topic(&counted)), &variables)
            }
        }
    }

    /// What a draw rule looks at, in a few words.
    #[must_use]
    pub fn draw_label(&self, rule: &DrawRule) -> String {
        match rule.kind {
            DrawKind::Repetition(times) => self.say("draw-label-repetition", &[("times", times.into())]),
            DrawKind::RepeatedMove(times) => self.say("draw-label-repeated-move", &[("times", times.into())]),
            DrawKind::Blockade => self.say("draw-label-blockade", &[]),
            DrawKind::Counted(counted) => {
                self.say(&format!("draw-label-{}", topic(&counted)), &self.condition(&counted))
            }
        }
    }

    /// Why a game was drawn by a rule, in a few words.
    pub(crate) fn draw_reason(&self, rule: &DrawRule) -> String {
        let label = self.draw_label(rule);
        match rule.kind {
            DrawKind::Counted(counted) => {
                self.say("draw-reason", &[("label", label.into()), ("limit", self.limit(&counted).into())])
            }
            _ => label,
        }
    }

    /// How far a draw rule has come.
    ///
    /// ```
    /// use damka_rules::{Game, Ruleset};
    /// use damka_words::{Language, Words};
    /// let game = Game::new(Ruleset::named("russian").unwrap());
    /// let words = Words::new(Language::English);
    /// let told: Vec<String> = game.progress().iter().map(|progress| words.progress(progress)).collect();
    /// assert_eq!(told, ["This position: 1st time of 3", "Draw in 30 half-moves (kings only: 0 of 30)"]);
    /// ```
    #[must_use]
    pub fn progress(&self, progress: &Progress) -> String {
        let Progress { rule, count, full, .. } = *progress;
        let left = progress.plies_left.unwrap_or(0);
        match rule.kind {
            DrawKind::Repetition(_) => {
                self.say("progress-repetition", &[("count", count.into()), ("full", full.into())])
            }
            DrawKind::RepeatedMove(_) | DrawKind::Blockade => {
                self.say("progress-repeated-move", &[("count", count.into()), ("full", full.into())])
            }
            DrawKind::Counted(_) => {
                let id = if progress.on_claim { "progress-counted-claim" } else { "progress-counted" };
                let variables = [
                    ("left", left.into()),
                    ("label", self.draw_label(rule).into()),
                    ("count", count.into()),
                    ("full", full.into()),
                ];
                self.say(id, &variables)
            }
        }
    }

    /// As [`Words::progress`], with the rule behind it.
    #[must_use]
    pub fn progress_with_rule(&self, progress: &Progress, ruleset: &Ruleset) -> String {
        self.cited(&self.progress(progress), &self.draw_citation(progress.rule, ruleset))
    }

    /// A draw rule of a game, with what must be known of it there: that it must be claimed.
    #[must_use]
    pub fn draw_rule_of(&self, rule: &DrawRule, ruleset: &Ruleset) -> String {
        let mut sentences = vec![self.draw_rule(rule)];
        if ruleset.is_on_claim(rule) {
            sentences.push(self.say("draw-on-claim", &[]));
        }
        sentences.join(" ")
    }

    fn condition(&self, counted: &Counted) -> Vec<(&'static str, FluentValue<'static>)> {
        match counted.condition {
            Condition::Always => Vec::new(),
            Condition::AgainstKing(forces) | Condition::AgainstKingOnRoad(forces) => {
                vec![("forces", self.forces(forces).into())]
            }
            Condition::BothHaveKings(least, most) => vec![("least", least.into()), ("most", most.into())],
        }
    }

    fn forces(&self, forces: Forces) -> String {
        let count = |kings: u8, men: u8| {
            let variables = [("kings", kings.into()), ("men", men.into())];
            match (kings, men) {
                (_, 0) => self.say("forces-kings", &variables[..1]),
                (0, _) => self.say("forces-men", &variables[1..]),
                _ => self.say("forces-both", &variables),
            }
        };
        match forces {
            Forces::KingsOnly(least) => self.say("forces-or-more", &[("kings", least.into())]),
            Forces::OneOf(list) => {
                let each: Vec<String> = list.iter().map(|(kings, men)| count(*kings, *men)).collect();
                self.list(&each, Join::Or)
            }
        }
    }

    fn limit(&self, counted: &Counted) -> String {
        let (id, count) = match counted.counts {
            Counts::StrongerSide => ("draw-limit-stronger", counted.full),
            Counts::Plies if counted.full.is_multiple_of(2) => ("draw-limit-each", counted.full / 2),
            Counts::Plies => ("draw-limit-half", counted.full),
        };
        self.say(id, &[("count", count.into())])
    }
}

/// Which message speaks of a counter.
fn topic(counted: &Counted) -> &'static str {
    match (counted.condition, counted.restarts) {
        (Condition::Always, Restarts::ManOrCapture) => "kings-only",
        (Condition::Always, Restarts::Balance) => "no-change",
        (Condition::Always, Restarts::Never) => "length",
        (Condition::AgainstKing(_), _) if counted.only_off_road => "against-king-off-road",
        (Condition::AgainstKing(_), _) => "against-king",
        (Condition::AgainstKingOnRoad(_), _) => "against-king-on-road",
        // Two kings are two pieces, so fewer cannot be asked for.
        (Condition::BothHaveKings(..=2, MOST_PIECES..), _) => "both-kings",
        (Condition::BothHaveKings(..), _) => "both-kings-pieces",
    }
}
