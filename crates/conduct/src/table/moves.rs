//! Whole moves.

use super::Table;
use super::decide::Decided;
use crate::act::MoveMade;
use crate::change::{Change, Refused};
use crate::spec::Manner;
use crate::turn::Turn;
use damka_notation::Cell;
use damka_rules::{Attempt, Colour, Move, Position, Square, Verdict};
use std::borrow::Cow;

impl Table {
    /// The legal moves of a position, which are known if it is the one that stands.
    pub(super) fn legal_in(&self, position: &Position) -> Cow<'_, [Move]> {
        match position == self.game.position() && self.game.outcome().is_none() {
            true => self.game.legal(),
            false => Cow::Owned(self.spec.ruleset.legal_moves(position)),
        }
    }

    /// The move that squares mean, with its whole path.
    pub(super) fn resolve(&self, side: Colour, cells: &[Cell]) -> Result<MoveMade, Refused> {
        let (turn, extra) = self.turn_for(side)?;
        if turn.side() != side || extra.is_some() {
            return Err(Refused::NotYourTurn);
        }
        if self.spec.manner == Manner::Strict {
            self.check_clock_runs()?;
        }
        let names = self.board.names();
        let square = |cell: &Cell| names.square(*cell).ok_or(Refused::NotPlayed(*cell));
        let squares: Vec<Square> = cells.iter().map(square).collect::<Result<_, _>>()?;
        let position = turn.before().position(side);
        let legal = self.legal_in(&position);
        let mv = self.meant(&position, &squares, &legal)?;
        if !turn.is_only_touched() {
            return Err(Refused::NotYourTurn);
        }
        if turn.binding(&legal).is_some_and(|cell| names.square(cell) != Some(mv.from())) {
            return Err(Refused::OtherPieceBound);
        }
        let ruleset = &self.spec.ruleset;
        let shown = ruleset.is_path(&position, mv, &squares).then_some(squares);
        let path = shown.unwrap_or_else(|| ruleset.paths(&position, mv, 1).pop().unwrap_or_default());
        Ok(MoveMade { mv, path })
    }

    /// The one legal move that squares mean.
    fn meant(&self, position: &Position, squares: &[Square], legal: &[Move]) -> Result<Move, Refused> {
        let ruleset = &self.spec.ruleset;
        let (from, then) = squares.split_first().ok_or(Refused::NothingMoved)?;
        let attempt = Attempt { from: *from, then: then.to_vec() };
        let fitting = ruleset.fitting(position, &attempt, legal);
        // The squares can be the whole path of one move and only the ends of another, which goes round.
        let is_whole = |mv: &&Move| ruleset.is_path(position, **mv, squares);
        match fitting[..] {
            [] => match ruleset.explain(position, &attempt) {
                Verdict::Refused(refusal) => Err(Refused::Illegal(refusal)),
                Verdict::Legal(moves) => Err(Refused::Ambiguous(moves)),
            },
            [mv] => Ok(mv),
            _ => match fitting.iter().filter(is_whole).collect::<Vec<_>>()[..] {
                [mv] => Ok(*mv),
                _ => Err(Refused::Ambiguous(fitting)),
            },
        }
    }

    /// A whole move at once. In a strict game it also presses the clock.
    pub(super) fn whole_move(&mut self, side: Colour, made: &MoveMade) -> Vec<Change> {
        let mut changes = self.end_others_turns(side);
        if self.ending.is_some() {
            return changes;
        }
        self.start_clocks();
        let position = self.turn.before().position(side);
        changes.extend(self.let_stand());
        self.questions_after_move(side);
        self.board.play_to(&position.after(made.mv));
        self.turn = Turn::new(side.other(), self.board.clone());
        changes.extend(self.moved(made.mv, made.path.clone()));
        if self.ending.is_none() && self.spec.manner == Manner::Strict {
            self.press_clock();
        }
        changes
    }

    /// A legal move was made: the game goes on from the next position, or is over.
    pub(super) fn moved(&mut self, mv: Move, path: Vec<Square>) -> Vec<Change> {
        let before = *self.game.position();
        let by = before.to_move();
        self.game.play_unchecked(mv, path.clone());
        self.forget_proofs();
        let mut changes = vec![Change::Moved { by, mv, path, before }];
        changes.extend(self.end_by_rules(self.game.outcome()));
        changes
    }

    pub(super) fn check_pass(&self, side: Colour) -> Decided {
        let legal = self.game.legal();
        match legal[..] {
            [null] if null.is_null() && self.turn.side() == side && self.is_settled() => self.check_clock_runs(),
            [_] => Err(Refused::NotYourTurn),
            _ => Err(Refused::NothingMoved),
        }
    }

    /// A side of corners that has no move is passed over, and that is recorded.
    pub(super) fn pass(&mut self, side: Colour) -> Vec<Change> {
        self.turn = Turn::new(side.other(), self.board.clone());
        let changes = self.moved(Move::NULL, Vec::new());
        // The clocks of a game that is over do not run.
        if self.clocks.running() == Some(side) {
            self.press_clock();
        }
        changes
    }
}
