//! Vacations in one game: what the rows of its players say becomes events, and a move ends a vacation everywhere.

use super::owner::Owner;
use crate::clockwork::wall;
use crate::vacations;
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Change, Command, Event, FIRST_PLACE, Pace, PersonId, Role};
use damka_rules::Colour;
use damka_store::{LettersWrite, Write};

/// Two clocks may tell the same moment by so much differently.
const SAME: u64 = 5_000;

impl Owner {
    /// The person who sits alone at a side.
    fn alone_at(&self, side: Colour) -> Option<PersonId> {
        let is_shared = self.spec.seats[side as usize].places > FIRST_PLACE;
        self.rows.at(side).find_map(|it| it.person().cloned()).filter(|_| !is_shared)
    }

    /// Looks up who is on vacation, and lets it be so here.
    pub(super) async fn look_up_vacations(&mut self) {
        if self.spec.pace != Pace::Days || !self.spec.vacation || !self.is_live() || !self.rows.is_between_people() {
            return;
        }
        for side in Colour::ALL {
            let Some(person) = self.alone_at(side) else { continue };
            let asked = person.clone();
            let Ok(away) = self.club.read(move |store| store.letters().vacation(&asked)).await else { continue };
            let until = away.map(|away| away.until).filter(|until| *until > wall());
            let known = self.table.away_until(side).map(|until| self.rows.created_at.saturating_add(until.0));
            let intent = match (until, known) {
                (Some(until), Some(known)) if until.abs_diff(known) < SAME => continue,
                (Some(until), _) => Act::Vacation(Millis(until.saturating_sub(wall()))),
                (None, Some(_)) => Act::Back,
                (None, None) => continue,
            };
            let actor = self.rows.actor(Role::from(side), &person);
            self.do_by_itself(&Command::act(actor, intent), self.now()).await;
        }
    }

    /// The people whose vacation these events end by a move.
    pub(super) fn back_at_the_board(&self, events: &[Event], changes: &[Change]) -> Vec<PersonId> {
        let is_move = |event: &Event| matches!(event.deed, Act::Move(_) | Act::Pass | Act::Press | Act::Hand(_));
        if !changes.iter().any(|change| matches!(change, Change::CameBack(_))) || !events.iter().any(is_move) {
            return Vec::new();
        }
        let came_back = changes.iter().filter_map(|change| match change {
            Change::CameBack(side) => Some(*side),
            _ => None,
        });
        let moved = |side: &Colour| events.iter().any(|event| is_move(event) && event.actor.side() == Some(*side));
        came_back.filter(moved).filter_map(|side| self.alone_at(side)).collect()
    }

    /// What is to be kept of that.
    pub(super) fn back_writes(people: &[PersonId]) -> impl Iterator<Item = Write> {
        let now = wall();
        people.iter().map(move |person| Write::Letters(LettersWrite::Back { person: person.clone(), now }))
    }

    /// A move has ended vacations: the other games of these people learn that.
    pub(super) fn tell_back(&self, people: &[PersonId]) {
        people.iter().for_each(|person| vacations::settle_later(&self.club, person));
    }
}
