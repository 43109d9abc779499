//! The computer at the table.

use super::Message;
use super::owner::Owner;
use crate::engine::{Question, Thinking};
use damka_conduct::clock::{Bonus, Millis};
use damka_conduct::{Act, Actor, Claim, Manner, Table};
use damka_engine::{Report, Time};
use damka_notation::SquareNames;
use damka_rules::{Colour, Move};
use std::time::Duration;

/// What the computer asks for before it agrees to a draw at an early stage: to be worse by this, in hundredths of a man.
const WORSE: i32 = -50;
/// Half-moves after which it agrees to a draw when it is not better.
const LATE: usize = 40;

impl Owner {
    /// Lets the computer think, if it is its turn.
    pub fn consider_computer(&mut self) {
        let Some(computer) = self.terms.computer else { return };
        let side = Colour::from(computer.side);
        let is_turn = self.is_live() && self.halted.is_none() && self.table.to_move() == side;
        if !is_turn || !self.table.is_settled() || self.thinking == Some(self.seq) {
            return;
        }
        // At the board the human's press ends the turn, but the computer may begin when the move is complete.
        if self.pace.is_frozen() {
            return;
        }
        self.thinking = Some(self.seq);
        let question = Question {
            game: self.table.game().clone(),
            thinking: Thinking::Move { level: computer.level(), seed: computer.seed, time: self.time_of(side) },
        };
        let (mail, seq) = (self.own_mail.clone(), self.seq);
        self.club.engines.play(question, move |report| {
            // A game that was put away or closed needs no move.
            if let Some(mail) = mail.upgrade() {
                let _ = mail.blocking_send(Message::Thought(seq, report.map(Box::new)));
            }
        });
    }

    pub async fn computer_answers(&mut self, seq: u32, report: Option<&Report>) {
        if self.thinking == Some(seq) {
            self.thinking = None;
        }
        let Some(report) = report else { return self.computer_is_broken(seq).await };
        self.broken_at = None;
        let Some(side) = self.terms.computer_side() else { return };
        if seq != self.seq || self.halted.is_some() || !self.is_live() || self.table.to_move() != side {
            // Something has happened since.
            return self.consider_computer();
        }
        let Some(best) = report.best() else { return };
        self.thought = report.score().hundredths();
        let actor = Actor::Side(side);
        if !self.table.game().claimable().is_empty() && self.thought <= 0 {
            self.by_itself(actor, Act::Claim(Claim::Draw), self.now()).await;
            return;
        }
        self.computer_moves(side, best).await;
    }

    /// The engine panicked. It is asked once more; if that does not help either, the computer makes any legal move, so
    /// that the game goes on.
    async fn computer_is_broken(&mut self, seq: u32) {
        let Some(side) = self.terms.computer_side() else { return };
        let is_now = seq == self.seq && self.is_live() && self.halted.is_none() && self.table.to_move() == side;
        if !is_now || self.broken_at != Some(seq) {
            self.broken_at = Some(seq);
            return self.consider_computer();
        }
        tracing::error!(game = %self.id, seq, "the computer moves without thinking");
        let moves = self.spec().ruleset.legal_moves(self.table.game().position());
        if let Some(any) = moves.first().copied() {
            self.computer_moves(side, any).await;
        }
    }

    async fn computer_moves(&mut self, side: Colour, best: Move) {
        let actor = Actor::Side(side);
        if best.is_null() {
            self.by_itself(actor, Act::Pass, self.now()).await;
            return;
        }
        let ruleset = self.spec().ruleset;
        let names = SquareNames::of(&ruleset);
        let path = ruleset.paths(self.table.game().position(), best, 1).pop().unwrap_or_default();
        let cells = path.into_iter().map(|square| names.cell(square)).collect();
        self.by_itself(actor, Act::Move(cells), self.now()).await;
        if self.spec().manner == Manner::AtBoard && self.is_live() {
            self.by_itself(actor, Act::Press, self.now()).await;
        }
    }

    /// The computer answers what it is asked: it lets moves be taken back, and takes a draw when it is not better.
    pub async fn computer_replies(&mut self) {
        let Some(side) = self.terms.computer_side().filter(|_| self.is_live()) else { return };
        let other = Some(side.other());
        if self.table.asks_back() == other {
            self.by_itself(Actor::Side(side), Act::AgreeBack, self.now()).await;
        } else if self.table.offer() == other || self.table.claims_no_win() == other {
            let most = if self.table.game().played().len() >= LATE { 0 } else { WORSE };
            let act = if self.thought <= most { Act::Accept } else { Act::Decline };
            self.by_itself(Actor::Side(side), act, self.now()).await;
        }
    }

    /// At the board the computer sees every violation and has it corrected.
    pub async fn computer_demands(&mut self) {
        let Some(side) = self.terms.computer_side().filter(|_| self.is_live()) else { return };
        if self.table.open_violations().is_some_and(|(by, _)| by == side.other()) {
            self.by_itself(Actor::Side(side), Act::Demand, self.now()).await;
        }
    }

    /// The time a side has, as the engine wants to know it; `None` without a clock.
    fn time_of(&self, side: Colour) -> Option<Time> {
        time_of(&self.table, side, self.now())
    }
}

/// The time a side has, as the engine wants to know it; `None` without a clock.
#[must_use]
pub fn time_of(table: &Table, side: Colour, now: Millis) -> Option<Time> {
    let reading = table.reading(side, now);
    let main = reading.remaining?.plus(reading.delay);
    if let Some(periods) = reading.byoyomi.filter(|_| main.is_zero()) {
        return Some(Time::PerMove(duration(periods.time) / 2));
    }
    let stages = table.spec().clocks[side as usize].stages();
    let bonus = stages.get(reading.stage).or(stages.last()).map_or(Bonus::None, |stage| stage.bonus);
    let increment = match bonus {
        Bonus::None => Millis(0),
        Bonus::Fischer(time) | Bonus::Bronstein(time) | Bonus::Delay(time) => time,
    };
    let (remaining, increment) = (duration(main), duration(increment));
    Some(Time::Clock { remaining, increment, moves: reading.moves_left })
}

fn duration(Millis(time): Millis) -> Duration {
    Duration::from_millis(time)
}
