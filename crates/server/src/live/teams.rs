//! Teams at a live game (A.goal.1): who takes which place, when the game begins, who of them is here, and what everybody
//! reads of it.

use super::append::AppendError;
use super::owner::Owner;
use super::players::{picture, player, shown_member};
use super::roles::Rows;
use super::seats::failure;
use crate::api::{BySide, PlayerView, TeamMember, TeamView};
use crate::clockwork::wall;
use crate::error::Failure;
use damka_conduct::{Act, Actor, Command, Decides, FIRST_PLACE, GameSpec, PersonId, Place, Status, Table};
use damka_rules::Colour;
use damka_store::{Occupant, Write};
use damka_words::Words;

/// What a page has to know of the teams of a game.
#[derive(Clone, Debug)]
pub struct Teams {
    /// How many people share each seat, and who of them decides; nothing for a seat that is not shared.
    seats: [Option<(Place, Decides)>; 2],
    /// Who is here.
    here: Vec<(Colour, Place)>,
}

impl Teams {
    /// The teams of a table; `None` if there are none.
    pub fn of(table: &Table, here: Vec<(Colour, Place)>) -> Option<Box<Teams>> {
        let spec = table.spec();
        let seat = |side: Colour| {
            let places = table.places(side);
            (places > FIRST_PLACE).then(|| (places, spec.seats[side as usize].decides))
        };
        spec.has_teams().then(|| Box::new(Teams { seats: Colour::ALL.map(seat), here }))
    }

    /// A side as everybody reads it.
    pub fn view(&self, rows: &Rows, side: Colour, words: &Words) -> Option<TeamView> {
        let (places, decides) = self.seats[side as usize]?;
        let member = |it: &Occupant| TeamMember {
            place: it.place,
            shown: shown_member(it, words),
            name: it.name.clone(),
            picture: picture(it).map(Into::into),
            here: self.here.contains(&(side, it.place)),
        };
        Some(TeamView { places, decides: decides.into(), members: rows.at(side).map(member).collect() })
    }

    /// The places of those who are here.
    pub fn here(&self) -> BySide<Vec<Place>> {
        BySide::each(|side| self.here.iter().filter(|(at, _)| *at == side).map(|(_, place)| *place).collect())
    }
}

/// Who sits at a side, with the whole team if it is one.
pub fn side_view(rows: &Rows, side: Colour, here: bool, teams: Option<&Teams>, words: &Words) -> PlayerView {
    PlayerView { team: teams.and_then(|teams| teams.view(rows, side, words)), ..player(rows, side, here, words) }
}

impl Owner {
    /// The teams as they are now.
    pub(super) fn teams(&self) -> Option<Box<Teams>> {
        Teams::of(&self.table, self.room.members_here())
    }

    /// The place for somebody who comes: at the side they want, or at the one with fewer people.
    pub(super) fn free_place(&self, wanted: Option<Colour>) -> Option<(Colour, Place)> {
        let free = |side: Colour| {
            let is_free = |place: &Place| self.rows.at(side).all(|it| it.place != *place);
            (FIRST_PLACE..=self.spec.seats[side as usize].places).find(is_free).map(|place| (side, place))
        };
        let mut sides: Vec<Colour> =
            Colour::ALL.into_iter().filter(|side| wanted.is_none_or(|it| it == *side)).collect();
        sides.sort_by_key(|side| self.rows.at(*side).count());
        sides.into_iter().find_map(free)
    }

    /// Whether one more person makes the game complete.
    pub(super) fn is_last_place(&self) -> bool {
        let places: usize = self.spec.seats.iter().map(|seat| usize::from(seat.places)).sum();
        self.rows.occupants.len() + 1 >= places
    }

    /// The creator begins although places are free.
    pub async fn begin(&mut self, person: &PersonId) -> Result<(), Failure> {
        if self.rows.creator.as_ref() != Some(person) {
            return Err(Failure::NotYourGame);
        }
        if self.rows.status != Status::Waiting || !self.spec.has_teams() {
            return Err(Failure::TooLate);
        }
        let places = Colour::ALL.map(|side| self.rows.at(side).count() as Place);
        if places.contains(&0) {
            return Err(Failure::NobodyYet);
        }
        let command = Command::act(Actor::Nobody, Act::Begin(places));
        let events = self.table.decide(&command, self.now()).map_err(|_| Failure::TooLate)?;
        let status = Write::Status { game: self.rows.id.clone(), status: Status::Live, now: wall() };
        self.append(events, None, vec![status]).await.map_err(failure)?;
        self.rows.status = Status::Live;
        self.update_summary();
        self.seats_changed();
        Ok(())
    }

    /// What was agreed, with teams as large as they were: the next game is played by the same people.
    pub(super) fn spec_of_teams(&self) -> GameSpec {
        let mut spec = GameSpec::clone(&self.spec);
        for side in Colour::ALL {
            spec.seats[side as usize].places = self.table.places(side);
        }
        spec
    }

    /// The members who are not here and of whom the record does not say it, with the moment of the run since when.
    fn missing(&self) -> Vec<(Colour, Place, u64)> {
        let absent = self.room.members_absent().iter().copied();
        absent.filter(|(side, place, _)| !self.table.is_away(*side, *place)).collect()
    }

    /// When a member who is not connected counts as away.
    pub(super) fn members_leave_at(&self) -> Option<u64> {
        let leaves = |(side, _, since): (Colour, Place, u64)| {
            self.notes_absence(side).then_some(since + super::timer::AWAY_AFTER)
        };
        self.missing().into_iter().filter_map(leaves).min()
    }

    /// Records that members have left, so that others may stand in for them.
    pub(super) async fn members_leave(&mut self, now: u64) {
        for (side, place, since) in self.missing() {
            if self.notes_absence(side) && now >= since + super::timer::AWAY_AFTER {
                let command = Command::act(Actor::Player(side, place), Act::Leave);
                match self.command(&command, self.now(), None).await {
                    Ok(()) | Err(AppendError::Refused(_)) => {}
                    Err(_) => return,
                }
            }
        }
    }
}
