//! Hands at the board: what they do during a turn, and the end of it.

use super::Table;
use super::decide::Decided;
use super::violations::Breach;
use crate::act::Hand;
use crate::change::{Change, Incorrect, Refused};
use crate::spec::Manner;
use crate::turn::{Judgement, Turn};
use crate::violation::Violation;
use damka_notation::Cell;
use damka_rules::Colour;
use std::borrow::Cow;

impl Table {
    /// Whether the opponent of a side has finished a turn that nothing has ended yet: whatever the side does ends it.
    pub(super) fn waits_for(&self, side: Colour) -> bool {
        self.turn.side() != side && self.turn.is_complete()
    }

    fn extra_waits_for(&self, side: Colour) -> bool {
        self.extra.as_ref().is_some_and(|extra| extra.side() != side && extra.is_complete())
    }

    /// The turn as a side finds it when it acts: the opponent's is over if it can be, and so is one out of turn.
    ///
    /// # Errors
    /// If the opponent's turn cannot be over, because nothing was moved.
    pub(super) fn turn_for(&self, side: Colour) -> Result<(Cow<'_, Turn>, Option<&Turn>), Refused> {
        let waits = self.waits_for(side);
        if waits && self.judge_turn() == Judgement::Nothing {
            return Err(Refused::NothingMoved);
        }
        let extra = self.extra.as_deref().filter(|_| !self.extra_waits_for(side));
        let is_new = waits || self.extra_waits_for(side);
        let fresh = || Cow::Owned(Turn::new(side, self.board.clone()));
        Ok((if is_new { fresh() } else { Cow::Borrowed(&self.turn) }, extra))
    }

    pub(super) fn judge_turn(&self) -> Judgement {
        self.turn.judge(&self.spec.ruleset, &self.board)
    }

    pub(super) fn check_hand(&self, side: Colour, hand: Hand) -> Decided {
        if self.spec.manner != Manner::AtBoard {
            return Err(Refused::OtherManner);
        }
        let (turn, extra) = self.turn_for(side)?;
        let possible = |turn: &Turn| turn.check(&self.board, hand).map_err(Refused::Impossible);
        match extra {
            None if turn.side() == side => possible(&turn),
            _ if turn.side() == side || !turn.is_untouched() => Err(Refused::NotYourTurn),
            // Touching in the opponent's turn has no consequence.
            None if matches!(hand, Hand::Touch(_) | Hand::Adjust) => Ok(()),
            None => possible(&Turn::new(side, self.board.clone())),
            Some(extra) => possible(extra),
        }
    }

    /// A player who acts after the opponent's turn is complete begins their own turn by it.
    pub(super) fn hand(&mut self, side: Colour, hand: Hand) -> Vec<Change> {
        self.start_clocks();
        let mut changes = self.end_others_turns(side);
        if self.ending.is_some() {
            return changes;
        }
        if self.turn.side() == side && self.extra.is_none() {
            self.turn.perform(&mut self.board, hand);
            return changes;
        }
        if matches!(hand, Hand::Touch(_) | Hand::Adjust) && self.extra.is_none() {
            changes.push(Change::Incorrect { by: side, what: Incorrect::TouchedInOthersTurn });
            return changes;
        }
        let mut extra = self.extra.take().unwrap_or_else(|| Box::new(Turn::new(side, self.board.clone())));
        extra.perform(&mut self.board, hand);
        self.extra = Some(extra);
        changes
    }

    /// Whatever the opponent of a side has done is over.
    pub(super) fn end_others_turns(&mut self, side: Colour) -> Vec<Change> {
        let mut changes = Vec::new();
        if self.waits_for(side) {
            changes.extend(self.finish_turn());
        }
        if self.ending.is_none() && self.extra_waits_for(side) {
            changes.extend(self.finish_extra());
        }
        changes
    }

    /// A turn out of turn is over.
    pub(super) fn finish_extra(&mut self) -> Vec<Change> {
        let Some(extra) = self.extra.take() else { return Vec::new() };
        let by = extra.side();
        if extra.judge(&self.spec.ruleset, &self.board) == Judgement::Nothing {
            return vec![Change::Incorrect { by, what: Incorrect::TouchedInOthersTurn }];
        }
        let before = extra.before().clone();
        let violation = if extra.has_moved() { Violation::TwoMoves } else { Violation::RemovedWithoutReason };
        self.turn = Turn::new(by.other(), self.board.clone());
        let breach =
            Breach { violations: vec![violation], before, back_to: by.other(), uncrowned: None, touched: None };
        self.break_rules(by, breach)
    }

    /// The turn is over: it was a move, or a violation that the opponent may now have corrected.
    pub(super) fn finish_turn(&mut self) -> Vec<Change> {
        let side = self.turn.side();
        let judgement = self.judge_turn();
        if judgement == Judgement::Nothing {
            return Vec::new();
        }
        // Any move accepts what the opponent did before (A.violation.7).
        let mut changes = self.let_stand();
        self.questions_after_move(side);
        let before = self.turn.before().clone();
        let touched = self.turn.first_touched();
        self.turn = Turn::new(side.other(), self.board.clone());
        let breach = |violations, uncrowned| Breach { violations, before, back_to: side, uncrowned, touched };
        match judgement {
            Judgement::Nothing => {}
            Judgement::Legal { mv, path, shown } => {
                changes.extend(self.moved(mv, path));
                if !shown {
                    changes.push(Change::Incorrect { by: side, what: Incorrect::NotShown });
                }
            }
            Judgement::Uncrowned { mv, path } => {
                let breach = breach(vec![Violation::NotCrowned], Some((mv, path)));
                changes.extend(self.break_rules(side, breach));
            }
            Judgement::Broken(violations) => changes.extend(self.break_rules(side, breach(violations, None))),
        }
        changes
    }

    /// The move that only lacks its crown, if this is the cell where it goes on.
    fn lacks_crown(&self, cell: Cell) -> bool {
        let uncrowned = self.open.as_ref().and_then(|open| open.uncrowned.as_ref());
        let is_there = |to| self.board.names().square(cell) == Some(to);
        self.turn.is_untouched() && uncrowned.is_some_and(|(mv, _)| is_there(mv.to()))
    }

    pub(super) fn check_crown(&self, side: Colour, cell: Cell) -> Decided {
        match () {
            // Either player may crown (A.move.6).
            () if self.lacks_crown(cell) => Ok(()),
            () if self.spec.manner != Manner::AtBoard => Err(Refused::OtherManner),
            () if self.turn.side() != side => Err(Refused::NotYourTurn),
            () => self.turn.check(&self.board, Hand::Crown(cell)).map_err(Refused::Impossible),
        }
    }

    pub(super) fn crown(&mut self, side: Colour, cell: Cell) -> Vec<Change> {
        if !self.lacks_crown(cell) {
            self.turn.perform(&mut self.board, Hand::Crown(cell));
            return Vec::new();
        }
        self.put_on_crown(side)
    }

    /// Putting on the crown is the whole correction of a move that lacks only that.
    pub(super) fn put_on_crown(&mut self, by: Colour) -> Vec<Change> {
        let Some((mv, path)) = self.open.take().and_then(|open| open.uncrowned) else { return Vec::new() };
        self.board.crown(self.board.names().cell(mv.to()));
        self.turn = Turn::new(self.turn.side(), self.board.clone());
        let mut changes = vec![Change::Crowned(by)];
        changes.extend(self.moved(mv, path));
        changes
    }

    /// Whether a press of a side's clock would be accepted.
    #[must_use]
    pub fn can_press(&self, side: Colour) -> bool {
        self.check_press(side).is_ok()
    }

    fn has_own_extra(&self, side: Colour) -> bool {
        self.extra.as_ref().is_some_and(|extra| extra.side() == side && extra.is_complete())
    }

    pub(super) fn check_press(&self, side: Colour) -> Decided {
        let is_turn = self.turn.side() == side;
        let may = match () {
            () if is_turn && self.turn.is_complete() => self.judge_turn() != Judgement::Nothing,
            () if self.has_own_extra(side) => true,
            () => self.clocks.running() == Some(side) && !is_turn,
        };
        if may { Ok(()) } else { Err(Refused::NothingMoved) }
    }

    pub(super) fn press(&mut self, side: Colour) -> Vec<Change> {
        let mut changes = Vec::new();
        if self.turn.side() == side && self.turn.is_complete() {
            changes.extend(self.finish_turn());
        } else if self.has_own_extra(side) {
            changes.extend(self.finish_extra());
        }
        if self.ending.is_none() && self.clocks.running() == Some(side) {
            self.press_clock();
        }
        changes
    }

    /// The touched piece that must be played, because it was touched and can move (A.move.11).
    #[must_use]
    pub fn bound_piece(&self) -> Option<Cell> {
        let position = self.turn.before().position(self.turn.side());
        self.turn.binding(&self.legal_in(&position))
    }

    /// What the players did not do is not a violation (A.violation.5).
    pub(super) fn restore(&mut self) -> Vec<Change> {
        self.board = self.turn.before().clone();
        self.turn = Turn::new(self.turn.side(), self.board.clone());
        self.extra = None;
        vec![Change::Restored]
    }
}
