//! Who sits where: taking seats, withdrawing, another game.

use super::owner::Owner;
use super::view::Seats;
use super::{Again, Rematch, acts};
use crate::api::SeatName;
use crate::clockwork::wall;
use crate::error::Failure;
use damka_rules::Colour;
use damka_store::{Sitting, Status, Write};

impl Owner {
    pub async fn sit(
        &mut self,
        person: String,
        name: Option<String>,
        secret: Option<&str>,
    ) -> Result<SeatName, Failure> {
        let own = Seats::of(&self.seats, &person);
        let matches = |kept: &Option<String>| kept.is_some() && kept.as_deref() == secret;
        if matches(&self.terms.arbiter_invitation) {
            if own.sides().next().is_some() {
                return Err(Failure::NoFreeSeat);
            }
            self.seat(Sitting::Arbiter, person, name, Vec::new()).await?;
            return Ok(SeatName::Arbiter);
        }
        if let Some(seat) = own.all().next() {
            return Ok(acts::seat_name(seat));
        }
        if !self.terms.lobby && !matches(&self.terms.invitation) {
            return Err(Failure::WrongInvitation);
        }
        let taken = |side: Colour| {
            self.terms.computer_side() == Some(side) || self.seats.iter().any(|(seat, _)| *seat == acts::seat_of(side))
        };
        let free = Colour::ALL.into_iter().find(|side| !taken(*side)).ok_or(Failure::NoFreeSeat)?;
        let live = Write::Status { game: self.id.clone(), status: Status::Live, now: wall() };
        self.seat(acts::seat_of(free), person, name, vec![live]).await?;
        self.status = Status::Live;
        self.update_brief(true);
        self.consider_computer();
        self.tell_game();
        Ok(acts::seat_name(acts::seat_of(free)))
    }

    async fn seat(
        &mut self,
        seat: Sitting,
        person: String,
        name: Option<String>,
        mut writes: Vec<Write>,
    ) -> Result<(), Failure> {
        let sitting = Write::Seat { game: self.id.clone(), seat, person: person.clone(), name: name.clone() };
        writes.push(sitting);
        self.club.write(writes).await?;
        if let Some(side) = acts::side_of(seat) {
            self.names[side as usize] = name;
        }
        if !self.seats.contains(&(seat, person.clone())) {
            self.seats.push((seat, person));
        }
        for (viewer, seats) in &mut self.viewers {
            *seats = Seats::of(&self.seats, &viewer.who.person);
        }
        self.presence_changed();
        self.brief.change(|now| (now.seats, now.names) = (self.seats.clone(), self.names.clone()));
        Ok(())
    }

    /// What was one person's is another's.
    pub fn change_hands(&mut self, from: &str, into: &str) {
        if self.maker == from {
            into.clone_into(&mut self.maker);
        }
        self.seats.iter_mut().filter(|(_, person)| person == from).for_each(|(_, person)| into.clone_into(person));
        let mut changed = false;
        for (viewer, seats) in &mut self.viewers {
            if viewer.who.person == from {
                into.clone_into(&mut viewer.who.person);
            }
            let now = Seats::of(&self.seats, &viewer.who.person);
            changed |= now != std::mem::replace(seats, now);
        }
        self.brief.change(|now| now.seats.clone_from(&self.seats));
        if changed {
            self.presence_changed();
            self.tell_game();
        }
    }

    /// Somebody is called otherwise from now on. What is over keeps the names under which it was played.
    pub fn rename(&mut self, person: &str, name: &str) {
        let sides: Vec<Colour> = Seats::of(&self.seats, person).sides().collect();
        if sides.is_empty() || self.status == Status::Over {
            return;
        }
        for side in sides {
            self.names[side as usize] = Some(name.to_owned());
        }
        self.brief.change(|now| now.names.clone_from(&self.names));
        self.tell_game();
        self.club.lobby_changed();
    }

    pub async fn withdraw(&mut self, person: &str) -> Result<(), Failure> {
        if self.maker != person {
            return Err(Failure::NotYourGame);
        }
        if self.status == Status::Live || self.status == Status::Over {
            return Err(Failure::TooLate);
        }
        self.club.write(vec![Write::Forget { game: self.id.clone() }]).await?;
        self.tell_bye(&Failure::NoGame);
        self.club.lobby_changed();
        Ok(())
    }

    pub async fn another(&mut self, person: &str) -> Result<Rematch, Failure> {
        let seats = Seats::of(&self.seats, person);
        let Some(side) = seats.sides().next() else { return Err(Failure::NotYourSeat) };
        if self.table.ending().is_none() {
            return Err(Failure::NotOver);
        }
        if let Some(game) = &self.next_game {
            return Ok(Rematch::Made(game.clone()));
        }
        let asking: Vec<Sitting> = seats.sides().map(acts::seat_of).filter(|seat| !self.again.contains(seat)).collect();
        if !asking.is_empty() {
            // Kept, because the other side may answer when the game was put away long ago.
            self.club.write(vec![Write::Again { game: self.id.clone(), seats: asking.clone() }]).await?;
            self.again.extend(asking);
        }
        let agreed =
            |side: Colour| self.terms.computer_side() == Some(side) || self.again.contains(&acts::seat_of(side));
        if Colour::ALL.into_iter().all(agreed) && !self.making {
            self.making = true;
            return Ok(Rematch::Agreed(Box::new(Again {
                spec: self.spec().clone(),
                terms: (*self.terms).clone(),
                maker: self.maker.clone(),
                seats: self.seats.clone(),
                names: self.names.clone(),
            })));
        }
        self.tell_rematch(acts::seat_name(acts::seat_of(side)));
        Ok(Rematch::Asked)
    }
}
