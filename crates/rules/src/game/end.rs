//! How a game ends: by its rules, or by its players.

use super::{Game, Played};
use crate::board::Colour;
use crate::draws::{CATALOGUE, DrawKind, DrawRule};
use crate::facts::{Movement, RaceEnd, RaceFacts, ResultRule};
use crate::position::Position;
use crate::ruleset::{Citation, Ruleset, Topic};
use alloc::vec::Vec;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; nobody, if the game is drawn.
    pub winner: Option<Colour>,
    /// Why.
    pub reason: EndReason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// A side has no pieces.
    NoPieces(Colour),
    /// A side to move has no move.
    NoMoves(Colour),
    /// Corners: a side stands in the opponent's camp.
    Arrived(Colour),
    /// Corners: the second side arrived on its equalising move.
    BothArrived,
    /// Corners: a side still has pieces at home after the limit.
    AtHome(Colour),
    /// A draw rule.
    Draw(&'static DrawRule),
    /// The players agreed on a draw.
    Agreement,
    /// It is proved that neither side can win.
    NobodyCanWin,
    /// A side resigned.
    Resignation(Colour),
}

impl Outcome {
    /// Where the rule that ended the game comes from.
    #[must_use]
    pub fn citation(&self, ruleset: &Ruleset) -> Citation {
        match self.reason {
            EndReason::NoPieces(_) => ruleset.cite(Topic::NoPieces),
            EndReason::NoMoves(_) => ruleset.cite(Topic::NoMove),
            EndReason::Arrived(_) | EndReason::BothArrived => ruleset.cite(Topic::RaceWin),
            EndReason::AtHome(_) => Citation::Added,
            EndReason::Draw(rule) => ruleset.cite_draw(rule),
            EndReason::Agreement => ruleset.cite(Topic::Agreement),
            EndReason::NobodyCanWin => ruleset.cite(Topic::NobodyCanWin),
            EndReason::Resignation(_) => ruleset.cite(Topic::Resignation),
        }
    }
}

/// Knowledge that can prove a position drawn; endgame tables implement it. Without proof "neither side can win" is a
/// matter for the players or the arbiter.
pub trait WinProof {
    /// `Some(true)` if it is certain that neither side can win with best play, `Some(false)` if one can, `None` if this
    /// position is beyond this knowledge.
    fn nobody_can_win(&self, ruleset: &Ruleset, position: &Position) -> Option<bool>;
}

/// Why players cannot end the game as they wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndError {
    /// The game is over already.
    Over(Outcome),
    /// A draw can be agreed only after each side has made a number of moves.
    TooEarly {
        /// That number.
        moves: u16,
    },
    /// No draw rule that can be claimed is fulfilled.
    NothingToClaim,
    /// There is no proof that neither side can win.
    NotProved,
}

/// How far a draw rule has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The rule.
    pub rule: &'static DrawRule,
    /// Where it comes from.
    pub citation: Citation,
    /// What it has counted.
    pub count: u16,
    /// The count that makes the draw.
    pub full: u16,
    /// The half-moves until the draw, if everything goes on as it is; `None` for repetition.
    pub plies_left: Option<u16>,
    /// Whether the draw waits for a player's claim.
    pub on_claim: bool,
}

impl Game {
    /// How far each draw rule has come that is running now.
    #[must_use]
    pub fn progress(&self) -> Vec<Progress> {
        let road = self.ruleset.board().great_road();
        let view = |rule: &'static DrawRule| {
            let (count, full, plies_left) = match rule.kind {
                DrawKind::Repetition(full) => (self.repetitions(), full, None),
                DrawKind::RepeatedMove(full) => (self.repeated_moves(), full, None),
                DrawKind::Blockade => return None,
                DrawKind::Counted(counted) => {
                    if !counted.runs(self.position(), road) {
                        return None;
                    }
                    let count = self.now.counters.of(rule);
                    (count, counted.full, Some(counted.plies_left(count, self.position())))
                }
            };
            let on_claim = self.ruleset.is_on_claim(rule);
            Some(Progress { rule, citation: self.ruleset.cite_draw(rule), count, full, plies_left, on_claim })
        };
        self.ruleset.facts.draws.rules().filter_map(view).collect()
    }

    /// The draw rules that are fulfilled but wait for a claim.
    #[must_use]
    pub fn claimable(&self) -> Vec<&'static DrawRule> {
        let rules = self.ruleset.facts.draws.rules();
        rules.filter(|rule| self.ruleset.is_on_claim(rule) && self.is_fulfilled(rule)).collect()
    }

    /// Claims a draw by a fulfilled rule.
    ///
    /// # Errors
    /// If the game is over or no rule is fulfilled.
    pub fn claim_draw(&mut self) -> Result<Outcome, EndError> {
        let rule = *self.claimable().first().ok_or(EndError::NothingToClaim)?;
        self.end(Outcome { winner: None, reason: EndReason::Draw(rule) })
    }

    /// Ends the game as drawn because neither side can win, if that can be proved.
    ///
    /// # Errors
    /// If the game is over or there is no proof.
    pub fn claim_nobody_can_win(&mut self, proof: &dyn WinProof) -> Result<Outcome, EndError> {
        if proof.nobody_can_win(&self.ruleset, self.position()) != Some(true) {
            return Err(EndError::NotProved);
        }
        self.end(Outcome { winner: None, reason: EndReason::NobodyCanWin })
    }

    /// Ends the game as drawn by agreement.
    ///
    /// # Errors
    /// If the game is over or too few moves have been made (C.5.1).
    pub fn agree_draw(&mut self) -> Result<Outcome, EndError> {
        self.may_agree_draw()?;
        self.end(Outcome { winner: None, reason: EndReason::Agreement })
    }

    /// Whether a draw could be agreed now.
    ///
    /// # Errors
    /// As [`Game::agree_draw`].
    pub fn may_agree_draw(&self) -> Result<(), EndError> {
        let moves = self.ruleset.facts.agreement_after;
        match self.now.outcome {
            Some(over) => Err(EndError::Over(over)),
            None if self.played.len() < usize::from(moves) * 2 => Err(EndError::TooEarly { moves }),
            None => Ok(()),
        }
    }

    /// Ends the game by resignation. Resigning loses in giveaway too.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, loser: Colour) -> Result<Outcome, EndError> {
        self.end(Outcome { winner: Some(loser.other()), reason: EndReason::Resignation(loser) })
    }

    /// Lets a game go on that the players had ended by resigning, agreeing or claiming. What the rules ended stays ended.
    ///
    /// ```
    /// use damka_rules::{Colour, Game, Ruleset};
    /// let mut game = Game::new(Ruleset::named("russian").unwrap());
    /// game.resign(Colour::White).unwrap();
    /// game.reopen();
    /// assert_eq!(game.outcome(), None);
    /// ```
    pub fn reopen(&mut self) {
        self.now.outcome = self.win().or_else(|| self.draw());
    }

    fn end(&mut self, outcome: Outcome) -> Result<Outcome, EndError> {
        match self.now.outcome {
            Some(over) => Err(EndError::Over(over)),
            None => {
                self.now.outcome = Some(outcome);
                Ok(outcome)
            }
        }
    }

    fn win(&self) -> Option<Outcome> {
        match self.ruleset.facts.movement {
            Movement::Race(facts) => self.race_end(facts),
            Movement::Draughts(_) => self.draughts_win(),
        }
    }

    fn draughts_win(&self) -> Option<Outcome> {
        let position = self.position();
        let mover = position.to_move();
        let stuck = |side: Colour, reason| {
            let winner = match self.ruleset.facts.result {
                ResultRule::Normal => side.other(),
                ResultRule::Reversed => side,
            };
            Some(Outcome { winner: Some(winner), reason })
        };
        for side in [mover, mover.other()] {
            if position.pieces(side).is_empty() {
                return stuck(side, EndReason::NoPieces(side));
            }
        }
        if !self.can_move() {
            return stuck(mover, EndReason::NoMoves(mover));
        }
        None
    }

    fn race_end(&self, facts: RaceFacts) -> Option<Outcome> {
        let position = self.position();
        let first = self.played.first().map_or(position.to_move(), |ply| ply.before.to_move());
        match facts.end(position, first, !self.played.is_empty()) {
            Some(RaceEnd::Arrived(side)) => {
                return Some(Outcome { winner: Some(side), reason: EndReason::Arrived(side) });
            }
            Some(RaceEnd::BothArrived) => return Some(Outcome { winner: None, reason: EndReason::BothArrived }),
            None => {}
        }
        let mover = self.played.last()?.before.to_move();
        let moves = self.played.iter().filter(|ply| ply.before.to_move() == mover).count();
        if facts.is_late_at_home(position, mover, moves) {
            return Some(Outcome { winner: Some(mover.other()), reason: EndReason::AtHome(mover) });
        }
        None
    }

    fn draw(&self) -> Option<Outcome> {
        if matches!(self.ruleset.facts.movement, Movement::Race(_)) && !self.can_move() {
            // Nobody can ever move again, whatever draw rules were chosen.
            let rule = CATALOGUE.iter().find(|rule| rule.kind == DrawKind::Blockade)?;
            return Some(Outcome { winner: None, reason: EndReason::Draw(rule) });
        }
        let mut rules = self.ruleset.facts.draws.rules();
        let rule = rules.find(|rule| !self.ruleset.is_on_claim(rule) && self.is_fulfilled(rule))?;
        Some(Outcome { winner: None, reason: EndReason::Draw(rule) })
    }

    fn is_fulfilled(&self, rule: &DrawRule) -> bool {
        match rule.kind {
            DrawKind::Repetition(times) => self.repetitions() >= times,
            DrawKind::RepeatedMove(times) => self.repeated_moves() >= times,
            DrawKind::Blockade => false,
            DrawKind::Counted(counted) => {
                counted.is_drawn(self.now.counters.of(rule), self.ruleset.board().great_road(), self.position())
            }
        }
    }

    /// How often the last move has been made from the same position by the same side.
    fn repeated_moves(&self) -> u16 {
        let Some(last) = self.played.last() else { return 0 };
        let Some(mv) = last.mv() else { return 0 };
        let same =
            |ply: &&Played| ply.state.hash == last.state.hash && ply.mv() == Some(mv) && ply.before == last.before;
        self.played.iter().filter(same).count() as u16
    }
}
