//! Why a move is refused, and why the legal moves are what they are.

use crate::Words;
use crate::lists::{Join, name};
use damka_rules::{Attempt, Choice, Citation, Movement, Position, Refusal, Ruleset, Situation, Topic};

impl Words {
    /// Why an attempted move is not legal, for the player who tried it.
    #[must_use]
    pub fn refusal(&self, refusal: &Refusal, ruleset: &Ruleset) -> String {
        let at = |id, square| self.say(id, &[("square", name(ruleset, square).into())]);
        let with = |id, squares| self.say(id, &[("squares", self.squares(ruleset, squares, Join::Or).into())]);
        let plain = |id| self.say(id, &[]);
        match *refusal {
            Refusal::Empty(square) => at("refusal-empty", square),
            Refusal::NotYours(square) => at("refusal-not-yours", square),
            Refusal::Occupied(square) => at("refusal-occupied", square),
            Refusal::MustCapture { pieces } => with("refusal-must-capture", pieces),
            Refusal::MustTakeMore { offered, best } => {
                self.say("refusal-must-take-more", &[("offered", offered.into()), ("best", best.into())])
            }
            Refusal::MustUseKing { pieces } => with("refusal-must-use-king", pieces),
            Refusal::MustTakeKings { offered, best } => {
                self.say("refusal-must-take-kings", &[("offered", offered.into()), ("best", best.into())])
            }
            Refusal::MustTakeKingsFirst => plain("refusal-must-take-kings-first"),
            Refusal::MustGoOn { from } => with("refusal-must-go-on", from),
            Refusal::ManTakesKing => plain("refusal-man-takes-king"),
            Refusal::ManCapturesBackward => plain("refusal-man-captures-backward"),
            Refusal::OwnPiece => plain("refusal-own-piece"),
            Refusal::KingTooFar => plain("refusal-king-too-far"),
            Refusal::CrownedInPassing => {
                let crowning = ruleset.move_facts().map_or("stop", |facts| facts.crowning.name());
                self.say("refusal-crowned-in-passing", &[("crowning", crowning.into())])
            }
            Refusal::OnlyToward => plain("refusal-only-toward"),
            Refusal::Twice(square) => at("refusal-twice", square),
            Refusal::Blocked(square) => at("refusal-blocked", square),
            Refusal::NotDiagonal => plain("refusal-not-diagonal"),
            Refusal::ManGoesBackward => plain("refusal-man-goes-backward"),
            Refusal::ManTooFar => plain("refusal-man-too-far"),
            Refusal::Unreachable => plain("refusal-unreachable"),
            Refusal::NoSuchMove => plain("refusal-no-such-move"),
        }
    }

    /// As [`Words::refusal`], with the rule behind it.
    ///
    /// ```
    /// use damka_rules::{Attempt, Ruleset, Verdict};
    /// use damka_words::{Language, Words};
    ///
    /// let russian = Ruleset::named("russian").unwrap();
    /// let start = russian.start();
    /// let [a3, c5] = ["a3", "c5"].map(|name| russian.board().named(name).unwrap());
    /// let attempt = Attempt { from: a3, then: vec![c5] };
    /// let Verdict::Refused(refusal) = russian.explain(&start, &attempt) else { panic!() };
    /// assert_eq!(
    ///     Words::new(Language::English).refusal_with_rule(&refusal, &russian, &start, &attempt),
    ///     "That is too far: a man moves one square, and jumps only over a piece next to it. \
    ///      (Codex of Russian draughts, Moves, 4 [A.move.4])"
    /// );
    /// ```
    #[must_use]
    pub fn refusal_with_rule(
        &self,
        refusal: &Refusal,
        ruleset: &Ruleset,
        position: &Position,
        attempt: &Attempt,
    ) -> String {
        let citation = ruleset.cite_refusal(position, attempt, refusal);
        self.cited(&self.refusal(refusal, ruleset), &self.citation(citation))
    }

    /// Why the legal moves of a position are what they are.
    #[must_use]
    pub fn situation(&self, situation: &Situation, ruleset: &Ruleset) -> String {
        let listing = |id, pieces| {
            let squares = self.squares(ruleset, pieces, Join::Comma);
            self.say(id, &[("squares", squares.into())])
        };
        match *situation {
            Situation::NoMoves => self.say("situation-no-moves", &[]),
            Situation::Pass => self.say("situation-pass", &[]),
            Situation::Quiet { pieces } => match ruleset.facts().movement {
                Movement::Race(_) => listing("situation-race", pieces),
                Movement::Draughts(_) => listing("situation-quiet", pieces),
            },
            Situation::Capture { pieces, legal, possible, narrowed } => {
                let capture = listing("situation-capture", pieces);
                let Some(why) = narrowed else { return capture };
                let variables =
                    [("possible", possible.into()), ("legal", legal.into()), ("why", self.narrowing(&why).into())];
                format!("{capture} {}", self.say("situation-narrowed", &variables))
            }
        }
    }

    /// Where it is written why the legal moves are what they are; nothing where every piece may move.
    #[must_use]
    pub fn situation_citation(&self, situation: &Situation, ruleset: &Ruleset) -> Option<String> {
        let topics: &[Topic] = match situation {
            Situation::NoMoves => &[Topic::NoMove],
            Situation::Pass | Situation::Quiet { .. } => return None,
            Situation::Capture { narrowed: None, .. } => &[Topic::Duty],
            Situation::Capture { narrowed: Some(_), .. } => &[Topic::Duty, Topic::Choice],
        };
        let cited: Vec<Citation> = topics.iter().map(|topic| ruleset.cite(*topic)).collect();
        Some(self.source_list(&cited))
    }

    /// What the legal captures have that the others lack.
    fn narrowing(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::MustTakeMore { best, .. } => self.say("situation-why-more", &[("best", (*best).into())]),
            Refusal::MustTakeKings { best, .. } => self.say("situation-why-kings", &[("best", (*best).into())]),
            Refusal::MustUseKing { .. } => self.say("situation-why-king", &[]),
            _ => self.say("situation-why-kings-first", &[]),
        }
    }
}
