//! Whose move it is, how a game ended, and why it could not be ended or played on.

use crate::Words;
use crate::words::side;
use damka_notation::moves;
use damka_rules::{Colour, EndError, EndReason, Movement, Outcome, PlayError, Position, Ruleset};

impl Words {
    /// The name of a side.
    #[must_use]
    pub fn side(&self, colour: Colour) -> String {
        self.say("side", &[("side", side(colour))])
    }

    /// Whose move it is.
    #[must_use]
    pub fn turn(&self, to_move: Colour) -> String {
        self.say("turn", &[("side", side(to_move))])
    }

    /// Who won and why.
    #[must_use]
    pub fn outcome(&self, outcome: &Outcome, ruleset: &Ruleset) -> String {
        let reason = self.end_reason(outcome, ruleset);
        match outcome.winner {
            Some(winner) => self.say("outcome-win", &[("winner", side(winner)), ("reason", reason.into())]),
            None => self.say("outcome-draw", &[("reason", reason.into())]),
        }
    }

    /// As [`Words::outcome`], with the rule behind it.
    #[must_use]
    pub fn outcome_with_rule(&self, outcome: &Outcome, ruleset: &Ruleset) -> String {
        let citation = match outcome.reason {
            EndReason::Draw(rule) => self.draw_citation(rule, ruleset),
            _ => self.citation(outcome.citation(ruleset)),
        };
        self.cited(&self.outcome(outcome, ruleset), &citation)
    }

    fn end_reason(&self, outcome: &Outcome, ruleset: &Ruleset) -> String {
        let of = |id, colour| self.say(id, &[("side", side(colour))]);
        match outcome.reason {
            EndReason::NoPieces(loser) if outcome.winner == Some(loser) => of("end-no-pieces-reversed", loser),
            EndReason::NoPieces(loser) => of("end-no-pieces", loser),
            EndReason::NoMoves(loser) if outcome.winner == Some(loser) => of("end-no-moves-reversed", loser),
            EndReason::NoMoves(loser) => of("end-no-moves", loser),
            EndReason::Arrived(winner) => of("end-arrived", winner),
            EndReason::BothArrived => self.say("end-both-arrived", &[]),
            EndReason::AtHome(loser) => {
                let moves = match ruleset.facts().movement {
                    Movement::Race(facts) => facts.home_limit,
                    Movement::Draughts(_) => 0,
                };
                self.say("end-at-home", &[("side", side(loser)), ("moves", moves.into())])
            }
            EndReason::Draw(rule) => self.draw_reason(rule),
            EndReason::Agreement => self.say("end-agreement", &[]),
            EndReason::NobodyCanWin => self.say("end-nobody-can-win", &[]),
            EndReason::Resignation(loser) => of("end-resignation", loser),
        }
    }

    /// Why the players cannot end the game as they wish.
    #[must_use]
    pub fn end_error(&self, error: &EndError, ruleset: &Ruleset) -> String {
        match error {
            EndError::Over(outcome) => {
                self.say("end-error-over", &[("outcome", self.outcome(outcome, ruleset).into())])
            }
            EndError::TooEarly { moves } => self.say("end-error-too-early", &[("moves", (*moves).into())]),
            EndError::NothingToClaim => self.say("end-error-nothing-to-claim", &[]),
            EndError::NotProved => self.say("end-error-not-proved", &[]),
        }
    }

    /// Why a move was not played in a position.
    #[must_use]
    pub fn play_error(&self, error: &PlayError, ruleset: &Ruleset, position: &Position) -> String {
        let with = |id, mv| self.say(id, &[("move", moves::long(ruleset, position, mv).into())]);
        match *error {
            PlayError::Over(outcome) => {
                self.say("play-error-over", &[("outcome", self.outcome(&outcome, ruleset).into())])
            }
            PlayError::Illegal(mv) => with("play-error-illegal", mv),
            PlayError::WrongPath(mv) => with("play-error-wrong-path", mv),
        }
    }
}
