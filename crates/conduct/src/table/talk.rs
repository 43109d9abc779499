//! What is said at a table. It is recorded and has no effect on the game.

use super::Table;
use super::decide::Decided;
use crate::change::{Change, Refused};
use crate::clock::Millis;
use crate::people::{FIRST_PLACE, Place};
use crate::talk::{Audience, LONGEST_PROPOSAL, REMEMBERED, Said, Saying, Talk};
use damka_notation::Cell;
use damka_rules::Colour;

impl Table {
    pub(super) fn check_saying(&self, side: Colour, saying: &Saying) -> Decided {
        if saying.audience() == Audience::Team {
            self.check_room(side)?;
        }
        match saying {
            Saying::Phrase(audience, phrase) if !phrase.suits(*audience) => Err(Refused::NotYours),
            Saying::Phrase(Audience::Table, _) if self.spec.talk == Talk::None => Err(Refused::NoTalk),
            Saying::Phrase(..) => Ok(()),
            Saying::Text(..) if self.spec.talk != Talk::Free => Err(Refused::OnlyPhrases),
            Saying::Text(_, text) if text.trim().is_empty() => Err(Refused::NothingMoved),
            Saying::Text(..) => Ok(()),
            Saying::Proposal(cells) => self.check_proposal(cells),
        }
    }

    /// A team has a room of its own while the game is played.
    fn check_room(&self, side: Colour) -> Decided {
        match self.ending {
            Some(ending) => Err(Refused::Over(ending)),
            None if self.places(side) > FIRST_PLACE => Ok(()),
            None => Err(Refused::NoTeam),
        }
    }

    fn check_proposal(&self, cells: &[Cell]) -> Decided {
        if !(2..=LONGEST_PROPOSAL).contains(&cells.len()) {
            return Err(Refused::NothingMoved);
        }
        let names = self.board.names();
        match cells.iter().find(|cell| names.square(**cell).is_none()) {
            Some(cell) => Err(Refused::NotPlayed(*cell)),
            None => Ok(()),
        }
    }

    pub(super) fn say(&mut self, time: Millis, side: Colour, place: Place, what: &Saying) -> Vec<Change> {
        let ply = self.game.played().len() as u32;
        let said = Said { time, ply, side, place, what: what.clone() };
        let all = &mut self.company.get_or_insert_default().said;
        if all.len() == REMEMBERED {
            all.pop_front();
        }
        all.push_back(said.clone());
        vec![Change::Said(Box::new(said))]
    }

    /// What was said last, the oldest first.
    pub fn said(&self) -> impl Iterator<Item = &Said> {
        self.company.iter().flat_map(|company| &company.said)
    }

    /// The words of a member are deleted; that something was said stays. Whether anything changed.
    pub fn blank(&mut self, side: Colour, place: Place) -> bool {
        let Some(company) = &mut self.company else { return false };
        let own = company.said.iter_mut().filter(|said| (said.side, said.place) == (side, place));
        let texts = own.filter_map(|said| match &mut said.what {
            Saying::Text(_, text) if !text.is_empty() => Some(text),
            _ => None,
        });
        texts.map(String::clear).count() > 0
    }
}
