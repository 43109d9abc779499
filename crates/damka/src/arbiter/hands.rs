//! What hands do at the board, kept until a line tells the whole turn.

use super::story::Story;
use crate::failure::Failure;
use damka_conduct::Hand;
use damka_conduct::clock::Millis;
use damka_notation::{Cell, SquareNames};
use damka_rules::{Attempt, Colour, Square};
use std::io::Write;

/// What one side's hands have done since the last move.
pub struct Hands {
    pub side: Colour,
    /// When the hands began that have not been told yet.
    since: Millis,
    pub acts: Vec<Hand>,
    /// How many of the acts have been told, because something happened in between.
    told: usize,
}

impl Hands {
    fn untold(&self) -> &[Hand] {
        self.acts.get(self.told..).unwrap_or_default()
    }
}

impl<O: Write> Story<'_, O> {
    /// Keeps a hand for the line that will tell the whole turn.
    pub fn keep_hand(&mut self, side: Colour, hand: Hand, time: Millis) -> Result<(), Failure> {
        if self.hands.as_ref().is_some_and(|hands| hands.side != side) {
            self.tell_hands()?;
            self.hands = None;
        }
        let hands = self.hands.get_or_insert(Hands { side, since: time, acts: Vec::new(), told: 0 });
        if hands.untold().is_empty() {
            hands.since = time;
        }
        hands.acts.push(hand);
        Ok(())
    }

    /// Tells the hands of a turn that is not over.
    pub fn tell_hands(&mut self) -> Result<(), Failure> {
        let Some(hands) = &mut self.hands else { return Ok(()) };
        let told = self.words.hands(hands.side, hands.untold(), &self.ruleset);
        hands.told = hands.acts.len();
        match told {
            Some(told) => self.page.at(hands.since, &told),
            None => Ok(()),
        }
    }

    /// The hands of a turn that is over, as far as they have not been told, and when they began.
    pub fn take_hands(&mut self, by: Colour, now: Millis) -> (Millis, Vec<Hand>) {
        match self.hands.take() {
            Some(hands) if hands.side == by && !hands.untold().is_empty() => (hands.since, hands.untold().to_vec()),
            _ => (now, Vec::new()),
        }
    }
}

/// The move that hands tried to make, if they moved one piece only.
pub fn attempt(hands: &[Hand], names: SquareNames) -> Option<Attempt> {
    let cells = |of: fn(&Hand) -> Option<Cell>| hands.iter().filter_map(of);
    let mut lifted = cells(|hand| if let Hand::Lift(cell) = hand { Some(*cell) } else { None });
    let (from, None) = (lifted.next()?, lifted.next()) else { return None };
    let placed = cells(|hand| if let Hand::Place(cell) = hand { Some(*cell) } else { None });
    let then: Option<Vec<Square>> = placed.map(|cell| names.square(cell)).collect();
    Some(Attempt { from: names.square(from)?, then: then.filter(|then| !then.is_empty())? })
}
