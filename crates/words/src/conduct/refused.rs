//! Why something was not accepted, and the rule behind it.

use super::cell_name;
use crate::Words;
use crate::pdn::written;
use crate::words::side;
use damka_conduct::{Act, Impossible, Intent, Refused};
use damka_notation::SquareNames;
use damka_notation::moves::MoveTable;
use damka_rules::{Attempt, Position, Ruleset, Square};

impl Words {
    /// Why an event was not accepted in a position.
    #[must_use]
    pub fn refused(&self, refused: &Refused, ruleset: &Ruleset, position: &Position) -> String {
        let plain = |id| self.say(id, &[]);
        match refused {
            Refused::Over(ending) => self.say("end-error-over", &[("outcome", self.ending(ending, ruleset).into())]),
            Refused::TimeBackward => plain("refused-time-backward"),
            Refused::NotYours => plain("refused-not-yours"),
            Refused::NotYourTurn => plain("refused-not-your-turn"),
            Refused::NothingMoved => plain("refused-nothing-moved"),
            Refused::OtherPieceBound => plain("refused-other-piece-bound"),
            Refused::Impossible(impossible) => self.impossible(impossible, ruleset),
            Refused::Illegal(refusal) => self.refusal(refusal, ruleset),
            Refused::Ambiguous(moves) => {
                let candidates = written(&MoveTable::new(ruleset, position), moves);
                self.say("move-ambiguous", &[("candidates", candidates.into())])
            }
            Refused::NotPlayed(cell) => self.say("move-not-played", &[("square", cell_name(ruleset, *cell).into())]),
            Refused::OtherManner => plain("refused-other-manner"),
            Refused::NothingToCorrect => plain("refused-nothing-to-correct"),
            Refused::NoMoreDemands => plain("refused-no-more-demands"),
            Refused::AlreadyOffered => plain("play-draw-already-offered"),
            Refused::NothingToAnswer => plain("refused-nothing-to-answer"),
            Refused::End(error) => self.end_error(error, ruleset),
            Refused::NotGoneLong => plain("refused-not-gone-long"),
            Refused::TooLateToDrop => plain("refused-too-late-to-drop"),
            Refused::Clock => plain("refused-clock"),
            Refused::FlagFell(whose) => self.say("conduct-flag-fell", &[("side", side(*whose))]),
            Refused::ClockRuns => plain("refused-clock-runs"),
            Refused::OtherPace => plain("refused-other-pace"),
            Refused::OnlyOverDays => plain("refused-only-over-days"),
            Refused::Paused => plain("refused-paused"),
            Refused::NoVacation => plain("refused-no-vacation"),
            Refused::NotOver => plain("refused-not-over"),
            Refused::AlreadyDone => plain("refused-already-done"),
            Refused::NoTakebacks => plain("refused-no-takebacks"),
            Refused::Stale => plain("refused-stale"),
            Refused::CaptainDecides => plain("refused-captain-decides"),
            Refused::TeamMatesTurn => plain("refused-team-mates-turn"),
            Refused::TeamMateMoved => plain("refused-team-mate-moved"),
            Refused::NoTeam => plain("refused-no-team"),
            Refused::NoTalk => plain("refused-no-talk"),
            Refused::OnlyPhrases => plain("refused-only-phrases"),
        }
    }

    /// Where it is written that an intent is refused, if a rule refuses it.
    #[must_use]
    pub fn refused_citation(
        &self,
        refused: &Refused,
        intent: &Intent,
        ruleset: &Ruleset,
        position: &Position,
    ) -> Option<String> {
        match refused {
            Refused::OtherPieceBound => self.conduct_citation(&["A.move.11"], ruleset),
            Refused::Illegal(refusal) => {
                let attempt = attempt(intent, ruleset)?;
                Some(self.citation(ruleset.cite_refusal(position, &attempt, refusal)))
            }
            _ => None,
        }
    }

    /// As [`Words::refused`], with the rule behind it where there is one.
    #[must_use]
    pub fn refused_with_rule(
        &self,
        refused: &Refused,
        intent: &Intent,
        ruleset: &Ruleset,
        position: &Position,
    ) -> String {
        let sentence = self.refused(refused, ruleset, position);
        match self.refused_citation(refused, intent, ruleset, position) {
            Some(citation) => self.cited(&sentence, &citation),
            None => sentence,
        }
    }

    /// Why hands cannot do something.
    #[must_use]
    pub fn impossible(&self, impossible: &Impossible, ruleset: &Ruleset) -> String {
        let at = |id, cell| self.say(id, &[("square", cell_name(ruleset, cell).into())]);
        let plain = |id| self.say(id, &[]);
        match *impossible {
            Impossible::NothingThere(cell) => at("refusal-empty", cell),
            Impossible::Taken(cell) => at("refusal-occupied", cell),
            Impossible::HandFull => plain("impossible-hand-full"),
            Impossible::HandEmpty => plain("impossible-hand-empty"),
            Impossible::NotSetDown => plain("impossible-not-set-down"),
            Impossible::OffTheBoard(cell) => at("impossible-off-the-board", cell),
            Impossible::NoMan(cell) => at("impossible-no-man", cell),
        }
    }
}

/// The squares that somebody who wants to move names.
fn attempt(intent: &Intent, ruleset: &Ruleset) -> Option<Attempt> {
    let Act::Move(cells) = intent else { return None };
    let names = SquareNames::of(ruleset);
    let squares: Vec<Square> = cells.iter().filter_map(|cell| names.square(*cell)).collect();
    let (from, then) = squares.split_first()?;
    Some(Attempt { from: *from, then: then.to_vec() })
}
