//! Violations: what is open, corrections, what is let stand, a wrong set-up.

use super::Table;
use super::decide::Decided;
use crate::act::Claim;
use crate::board::PhysicalBoard;
use crate::change::{Change, Refused};
use crate::spec::Manner;
use crate::turn::{Judgement, Turn};
use crate::violation::Violation;
use damka_notation::Cell;
use damka_rules::{Colour, Game, Move, Position, Square};

/// The maximum number of demands in vain for each side. The game's texts do not mention it; without a limit, a player
/// could ask at every move instead of noticing.
pub const MOST_VAIN_DEMANDS: u8 = 3;

/// A violation about which the opponent has not decided yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpenViolation {
    pub by: Colour,
    pub violations: Vec<Violation>,
    /// The board as it stood before, all of which comes back.
    before: PhysicalBoard,
    /// Who moves after a correction.
    back_to: Colour,
    /// The move that only lacks its crown.
    pub uncrowned: Option<(Move, Vec<Square>)>,
    /// The piece that was touched, and must be played if it can after a correction.
    touched: Option<Cell>,
}

/// How a turn broke the rules.
pub(super) struct Breach {
    pub violations: Vec<Violation>,
    pub before: PhysicalBoard,
    pub back_to: Colour,
    pub uncrowned: Option<(Move, Vec<Square>)>,
    pub touched: Option<Cell>,
}

impl Table {
    pub(super) fn break_rules(&mut self, by: Colour, breach: Breach) -> Vec<Change> {
        let Breach { violations, before, back_to, uncrowned, touched } = breach;
        match &mut self.open {
            // More of the same player's doing: all of it is undone together, back to where it began. What the opponent had
            // left open was let stand by this side's turn.
            Some(open) => {
                debug_assert_eq!(open.by, by, "a turn lets stand what the opponent left open");
                open.violations.extend(&violations);
                open.uncrowned = None;
            }
            open => {
                let violations = violations.clone();
                let violation = OpenViolation { by, violations, before, back_to, uncrowned, touched };
                *open = Some(Box::new(violation));
            }
        }
        vec![Change::Violated { by, violations }]
    }

    /// What is open stands as it is, with the opponent of the one who did it to move.
    pub(super) fn let_stand(&mut self) -> Vec<Change> {
        let Some(open) = self.open.take() else { return Vec::new() };
        let stands = self.turn.before().position(open.by.other());
        self.game.let_stand(stands);
        self.forget_proofs();
        vec![Change::Stands { by: open.by }]
    }

    /// Only the opponent decides (A.violation.4). A side that has asked in vain too often gets no more answers,
    /// whatever the position: otherwise every refusal would reveal that the turn was in order.
    pub(super) fn check_demand(&self, side: Colour) -> Decided {
        if self.vain_demands[side as usize] >= MOST_VAIN_DEMANDS {
            return Err(Refused::NoMoreDemands);
        }
        self.check_open(side)
    }

    /// Whether there is a violation that a side may demand to have corrected.
    pub(super) fn check_open(&self, side: Colour) -> Decided {
        self.turn_for(side)?;
        if self.is_open_after_turns(side) { Ok(()) } else { Err(Refused::NothingToCorrect) }
    }

    /// Whether a violation of a side's opponent is open, or will be when the opponent's turn is over.
    fn is_open_after_turns(&self, side: Colour) -> bool {
        let by = side.other();
        if self.waits_for(side) {
            // A turn that is over accepts whatever the other side has left open.
            return matches!(self.judge_turn(), Judgement::Broken(_) | Judgement::Uncrowned { .. });
        }
        let extra = self.extra.as_deref().filter(|extra| extra.side() == by && extra.is_complete());
        let breaks = |turn: &Turn| turn.judge(&self.spec.ruleset, &self.board) != Judgement::Nothing;
        self.open.as_ref().is_some_and(|open| open.by == by) || extra.is_some_and(breaks)
    }

    /// Whether a demand would be refused because there is nothing to correct.
    pub(super) fn check_vain_demand(&self, side: Colour) -> Decided {
        match self.check_demand(side) {
            Err(Refused::NothingToCorrect) => Ok(()),
            Err(other) => Err(other),
            Ok(()) => Err(Refused::NotYours),
        }
    }

    pub(super) fn demand_in_vain(&mut self, side: Colour) -> Vec<Change> {
        let count = &mut self.vain_demands[side as usize];
        *count = count.saturating_add(1);
        vec![Change::DemandedInVain(side)]
    }

    pub(super) fn demand(&mut self, side: Colour) -> Vec<Change> {
        // It may have been noticed before the clock was pressed.
        let mut changes = self.end_others_turns(side);
        if self.ending.is_none() {
            changes.extend(self.correct());
        }
        changes
    }

    pub(super) fn check_correction(&self) -> Decided {
        if self.open.is_some() { Ok(()) } else { Err(Refused::NothingToCorrect) }
    }

    /// All of it is undone (A.violation.8).
    pub(super) fn correct(&mut self) -> Vec<Change> {
        let Some(open) = self.open.as_deref().cloned() else { return Vec::new() };
        let mut changes = vec![Change::Corrected { by: open.by, violations: open.violations }];
        if open.uncrowned.is_some() {
            changes.extend(self.put_on_crown(open.by));
            return changes;
        }
        self.open = None;
        self.board = open.before;
        let touched = open.touched.filter(|_| open.back_to == open.by);
        self.turn = Turn::new(open.back_to, self.board.clone()).bound_to(touched);
        self.extra = None;
        if self.clocks.turn() == Some(open.by.other()) && open.back_to == open.by {
            // The move that is undone is not counted, and what it earned is earned again.
            let _ = self.clocks.unpress(open.by, self.now);
        }
        if self.give_clock(open.back_to) {
            // The clock runs for the one who must correct (B.missed.2).
            changes.push(Change::ClockGiven(open.back_to));
        }
        changes
    }

    pub(super) fn check_setup_claim(&self, side: Colour, claim: Claim) -> Decided {
        match claim {
            // The program has laid the board and set it up; a game that goes badly cannot be annulled so.
            _ if self.spec.manner == Manner::Strict => Err(Refused::OtherManner),
            Claim::WrongSetup if !self.wrong_setup || self.has_moved(side) => Err(Refused::NothingToCorrect),
            _ => Ok(()),
        }
    }

    fn has_moved(&self, side: Colour) -> bool {
        self.game.played().iter().any(|ply| ply.before.to_move() == side)
    }

    /// A wrong set-up falls under article 4 (A.violation.2): it is undone for a player who has not moved yet, because a
    /// move accepts it (A.violation.7).
    pub(super) fn set_up_again(&mut self, side: Colour) -> Vec<Change> {
        let Ok(agreed) = self.spec.first_position() else { return Vec::new() };
        let by = side.other();
        self.give_clock(agreed.to_move());
        self.wrong_setup = false;
        self.game = Game::from_position(self.spec.ruleset, agreed);
        self.open = None;
        self.begin_from(agreed);
        let violations = || vec![Violation::WrongSetup];
        vec![Change::Violated { by, violations: violations() }, Change::Corrected { by, violations: violations() }]
    }

    /// The board stands as in a position of the game, and its side to move begins a turn.
    pub(super) fn begin_from(&mut self, position: Position) {
        self.board = PhysicalBoard::new(&self.spec.ruleset, &position);
        self.turn = Turn::new(position.to_move(), self.board.clone());
        self.extra = None;
        self.forget_proofs();
    }
}
