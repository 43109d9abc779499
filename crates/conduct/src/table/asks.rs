//! Offers, questions, claims and proofs.

use super::Table;
use super::decide::Decided;
use crate::change::{Change, Refused};
use crate::ending::Ending;
use damka_rules::{Colour, EndError};

impl Table {
    pub(super) fn check_offer(&self) -> Decided {
        if self.questions.draw.is_some() {
            return Err(Refused::AlreadyOffered);
        }
        // An offer that could not be accepted has no effect (C.5.1).
        self.game.may_agree_draw().map_err(Refused::End)
    }

    pub(super) fn offer_draw(&mut self, side: Colour) -> Vec<Change> {
        self.questions.draw = Some(side);
        vec![Change::Offered(side)]
    }

    pub(super) fn check_accept(&self, side: Colour) -> Decided {
        let other = Some(side.other());
        match self.questions.no_win == other {
            true => Ok(()),
            false if self.questions.draw != other => Err(Refused::NothingToAnswer),
            false => self.game.may_agree_draw().map_err(Refused::End),
        }
    }

    pub(super) fn accept(&mut self, side: Colour) -> Vec<Change> {
        if self.questions.no_win == Some(side.other()) {
            return self.end_without_win();
        }
        let outcome = self.game.agree_draw();
        self.end_by_rules(outcome.ok())
    }

    pub(super) fn check_decline(&self, side: Colour) -> Decided {
        if self.questions.is_from(side.other()) { Ok(()) } else { Err(Refused::NothingToAnswer) }
    }

    pub(super) fn decline(&mut self, side: Colour) -> Vec<Change> {
        let questions = &mut self.questions;
        for asked in [&mut questions.draw, &mut questions.take_back, &mut questions.pause, &mut questions.no_win] {
            *asked = asked.filter(|asker| *asker == side);
        }
        vec![Change::Declined]
    }

    /// A move of a side answers what the other has asked; its own offer of a draw and its wish for a pause stay.
    pub(super) fn questions_after_move(&mut self, side: Colour) {
        self.questions.draw = self.questions.draw.filter(|offerer| *offerer == side);
        self.questions.pause = self.questions.pause.filter(|asker| *asker == side);
        (self.questions.take_back, self.questions.no_win) = (None, None);
    }

    pub(super) fn check_ask_back(&self, side: Colour) -> Decided {
        match self.questions.take_back == Some(side) {
            _ if !self.spec.takebacks => Err(Refused::NoTakebacks),
            _ if self.game.played().is_empty() => Err(Refused::NothingMoved),
            // Asking twice changes nothing.
            true => Err(Refused::AlreadyDone),
            false => Ok(()),
        }
    }

    /// Insisting again changes nothing until the opponent has done something.
    pub(super) fn check_insist(&self, side: Colour) -> Decided {
        if self.questions.insisted[side as usize] { Err(Refused::AlreadyDone) } else { Ok(()) }
    }

    pub(super) fn insist(&mut self, side: Colour) -> Vec<Change> {
        self.questions.insisted[side as usize] = true;
        vec![Change::Insisted(side)]
    }

    pub(super) fn ask_back(&mut self, side: Colour) -> Vec<Change> {
        self.questions.take_back = Some(side);
        vec![Change::AskedBack(side)]
    }

    pub(super) fn check_agree_back(&self, side: Colour) -> Decided {
        let is_asked = self.questions.take_back == Some(side.other());
        if is_asked { Ok(()) } else { Err(Refused::NothingToAnswer) }
    }

    pub(super) fn agree_back(&mut self, side: Colour) -> Vec<Change> {
        let asker = side.other();
        self.questions.take_back = None;
        if self.open.as_ref().is_some_and(|open| open.by == asker) {
            // What was done last is still open: undoing it is all that is asked for.
            return self.correct();
        }
        self.open = None;
        let movers: Vec<Colour> = self.game.played().iter().rev().map(|ply| ply.before.to_move()).collect();
        let taken = movers.iter().position(|mover| *mover == asker).map_or(movers.len(), |at| at + 1);
        for mover in &movers[..taken] {
            // A move that was never pressed has nothing to undo on the clock.
            let _ = self.clocks.unpress(*mover, self.now);
        }
        self.give_clock(asker);
        for _ in 0..taken {
            self.game.undo();
        }
        self.begin_from(*self.game.position());
        vec![Change::TookBack(taken)]
    }

    pub(super) fn check_draw_claim(&self) -> Decided {
        match self.game.claimable().is_empty() {
            true => Err(Refused::End(EndError::NothingToClaim)),
            false => Ok(()),
        }
    }

    pub(super) fn claim_draw(&mut self) -> Vec<Change> {
        let outcome = self.game.claim_draw();
        self.end_by_rules(outcome.ok())
    }

    pub(super) fn check_no_win_claim(&self, side: Colour) -> Decided {
        if self.questions.no_win == Some(side) { Err(Refused::AlreadyDone) } else { Ok(()) }
    }

    pub(super) fn claim_no_win(&mut self, side: Colour) -> Vec<Change> {
        if self.cannot_win == [true; 2] {
            return self.end_without_win();
        }
        self.questions.no_win = Some(side);
        vec![Change::ClaimedNoWin(side)]
    }

    /// Tables have proved that a side cannot win from this position.
    pub(super) fn proved(&mut self, side: Colour) -> Vec<Change> {
        self.cannot_win[side as usize] = true;
        match self.fallen {
            Some((loser, _)) if side != loser => vec![self.end(Ending::FlagWithoutWin(loser))],
            Some(_) => Vec::new(),
            None if self.questions.no_win.is_some() && self.cannot_win == [true; 2] => self.end_without_win(),
            None => Vec::new(),
        }
    }

    /// A proof dies with its position.
    pub(super) fn forget_proofs(&mut self) {
        self.cannot_win = [false; 2];
    }

    /// What tables could prove here that would change something: that neither side can win, which is claimed, or that
    /// the opponent of a side whose flag fell cannot.
    #[must_use]
    pub fn wants_proof(&self) -> bool {
        self.ending.is_none() && (self.fallen.is_some() || self.questions.no_win.is_some())
    }
}
