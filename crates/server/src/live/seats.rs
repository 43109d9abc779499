//! Who sits where: taking seats, withdrawing, another game.

use super::append::AppendError;
use super::owner::Owner;
use crate::clockwork::wall;
use crate::create::{Creator, rematch_of};
use crate::error::Failure;
use damka_conduct::{Act, Actor, Command, GameId, PersonId, Role, Status};
use damka_rules::Colour;
use damka_store::{Occupant, OccupantKind, Write};

impl Owner {
    /// Somebody takes the free seat, or the arbiter's chair.
    pub async fn sit(&mut self, who: Creator, secret: Option<&str>, side: Option<Colour>) -> Result<Role, Failure> {
        let Creator { person, name, picture } = who;
        let own = self.rows.roles(&person);
        let is_right = |kept: &Option<String>| kept.is_some() && kept.as_deref() == secret;
        if is_right(&self.rows.access.arbiter_invitation) {
            return self.offer_to_rule(person, name).await;
        }
        if let Some(role) = own.all().next() {
            return Ok(role);
        }
        if !self.rows.access.listed && !is_right(&self.rows.access.invitation) {
            return Err(Failure::WrongInvitation);
        }
        // Those who begin without waiting for everybody begin without them.
        let is_open = self.rows.status == Status::Waiting;
        let (seat, place) = self.free_place(side).filter(|_| is_open).ok_or(Failure::NoFreeSeat)?;
        if self.rows.access.listed && !self.is_offered() {
            return Err(Failure::OfferGone);
        }
        let kind = OccupantKind::Person(Some(person));
        let occupant = Occupant { seat, place, kind, name, picture };
        let game = || self.rows.id.clone();
        let status = if self.is_last_place() { Status::Live } else { Status::Waiting };
        let writes = vec![
            Write::Occupy { game: game(), occupant: occupant.clone() },
            Write::Status { game: game(), status, now: wall() },
        ];
        self.write_as_owner(writes).await?;
        let after = self.rows.occupants.partition_point(|it| (it.seat, it.place) < (seat, place));
        self.rows.occupants.insert(after, occupant);
        self.rows.status = status;
        self.notify_of_opponent();
        self.update_summary();
        self.seats_changed();
        Box::pin(self.look_up_vacations()).await;
        Box::pin(self.follow_up()).await;
        Ok(seat.into())
    }

    /// Whether somebody who sits down here would find an opponent.
    fn is_offered(&self) -> bool {
        let patience = self.club.settings.offer_patience.as_millis() as u64;
        self.summary.listing().is_offered(self.club.clock.now(), wall(), patience)
    }

    /// A seat was taken: everyone is sent the whole game again.
    pub(super) fn seats_changed(&mut self) {
        self.update_people();
        self.tell_game();
    }

    /// A name or an identity has changed. Everyone is sent the players; only those whose own seats have changed are
    /// sent the whole game, which may be long.
    pub fn people_changed(&mut self) {
        let changed = self.update_people();
        self.tell_players(&changed);
    }

    /// Updates everything that depends on the people; returns the sockets whose viewpoint has changed.
    pub(super) fn update_people(&mut self) -> Vec<u64> {
        let changed = self.room.update_viewpoints(&self.rows);
        let rows = self.rows.clone();
        self.summary.change(|listing| listing.rows = rows);
        self.club.turns.forget(self.rows.people());
        self.presence_changed();
        self.club.lobby_changed();
        changed
    }

    /// The creator does not want to wait any longer: the game is forgotten.
    pub async fn withdraw(&mut self, person: &PersonId) -> Result<(), Failure> {
        if self.rows.creator.as_ref() != Some(person) {
            return Err(Failure::NotYourGame);
        }
        if self.rows.status != Status::Waiting {
            return Err(Failure::TooLate);
        }
        self.write_as_owner(vec![Write::Forget { game: self.rows.id.clone() }]).await?;
        self.log.is_lost = true;
        self.tell_bye(&Failure::NoGame);
        self.club.lobby_changed();
        Ok(())
    }

    /// Somebody removes a game that is over from their list. `false` if it is deleted, because it was nobody else's.
    pub async fn remove_from_list(&mut self, person: &PersonId) -> Result<bool, Failure> {
        if !self.rows.belongs_to(person) {
            return Err(Failure::NotYourGame);
        }
        if self.rows.status != Status::Over {
            return Err(Failure::NotOver);
        }
        let id = self.rows.id.clone();
        self.club.write(vec![Write::Remove { game: id.clone(), person: person.clone() }]).await?;
        let is_kept = self.club.read(move |store| store.game(&id)).await?.is_some();
        if !is_kept {
            self.log.is_lost = true;
            self.tell_bye(&Failure::NoGame);
        }
        Ok(is_kept)
    }

    /// Somebody wants another game: the one that was made, as soon as both sides want it.
    pub async fn want_rematch(&mut self, person: &PersonId) -> Result<Option<GameId>, Failure> {
        let roles = self.rows.roles(person);
        if roles.sides().next().is_none() {
            return Err(Failure::NotYourSeat);
        }
        if self.table.ending().is_none() {
            return Err(Failure::NotOver);
        }
        if self.rows.board.is_some() {
            // The contest makes the next game.
            return Err(Failure::ContestPairs);
        }
        if let Some(made) = &self.table.rematch().made {
            return Ok(Some(made.clone()));
        }
        // The computer always wants another game.
        let wants = |side: &Colour| roles.has(*side) || self.rows.computer_side() == Some(*side);
        for side in Colour::ALL.into_iter().filter(wants).collect::<Vec<_>>() {
            if !self.table.rematch().wanted[side as usize] {
                let actor = self.rows.actor(side.into(), person);
                self.command(&Command::act(actor, Act::Rematch), self.now(), None).await.map_err(failure)?;
            }
        }
        if self.table.rematch().wanted != [true; 2] {
            self.tell_rematch();
            return Ok(None);
        }
        self.make_rematch().await.map(Some)
    }

    /// The other game and the word that it was made are one transaction: there is never a second one.
    async fn make_rematch(&mut self) -> Result<GameId, Failure> {
        let (game, writes) = rematch_of(&self.club, &self.spec_of_teams(), &self.rows);
        let command = Command::act(Actor::Nobody, Act::RematchMade(game.clone()));
        let events = self.table.decide(&command, self.now()).map_err(|_| Failure::TooLate)?;
        self.append(events, None, writes).await.map_err(failure)?;
        self.club.lobby_changed();
        self.tell_rematch();
        Ok(game)
    }
}

pub(super) fn failure(error: AppendError) -> Failure {
    match error {
        AppendError::Refused(_) => Failure::TooLate,
        AppendError::Store(error) | AppendError::Unknown(error) => Failure::Store(error),
        AppendError::Lost => Failure::Closing,
    }
}
