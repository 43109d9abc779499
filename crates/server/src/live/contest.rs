//! A game of a contest: what the contest decides about it, and what it reports there.

use super::owner::Owner;
use damka_conduct::{Act, Actor, Command, Ruling};
use damka_contest::Outcome;
use damka_rules::Colour;

impl Owner {
    /// The contest has decided the game, because it closes or because its officials did. The record has it as a ruling.
    pub(super) async fn settle(&mut self, outcome: Outcome) {
        let ruling = match outcome {
            Outcome::White => Ruling::Award(Colour::White),
            Outcome::Black => Ruling::Award(Colour::Black),
            Outcome::Draw => Ruling::Draw,
            // What both have lost, or what does not count, has no winner here.
            Outcome::Neither | Outcome::Void => Ruling::Annul,
        };
        self.do_by_itself(&Command::act(Actor::Arbiter, Act::Rule(ruling)), self.now()).await;
    }

    /// The host's one clock over all boards has run out: the host's flag falls here too.
    pub(super) async fn host_flag(&mut self) {
        if let Some(side) = self.spec.contest_clock {
            self.do_by_itself(&Command::act(Actor::Nobody, Act::Flag(side)), self.now()).await;
            self.follow_up().await;
        }
    }

    /// Reports to the contest that something has happened here: a move, an end, somebody who came or went.
    pub(super) fn report(&self) {
        if let Some(board) = &self.rows.board {
            let matters = self.table.ending().is_some() || self.spec.contest_clock.is_some();
            self.club.contest_changed(&board.contest, &self.rows.id, matters);
        }
    }
}
