//! Which acts reach the table: in which role, how many, and what the server does not allow though a table would.

use super::budget::Doing;
use super::owner::Owner;
use super::roles::Roles;
use super::{WantedAct, acts};
use crate::error::Failure;
use damka_conduct::{Act, Actor, Claim, Intent, PersonId, Role, Status};
use damka_notation::SquareNames;
use damka_words::Words;

/// The maximum number of acts of a seat, not counting moves; a long game at the board has some thousands. After that
/// only moves and acts that end the game are accepted. What one side does is never refused because of the other.
const MOST_ACTS: u32 = 25_000;

impl Owner {
    /// In which role somebody does what.
    pub(super) fn meant(&self, wanted: &WantedAct, roles: Roles, words: &Words) -> Result<(Role, Intent), Failure> {
        if let Some(trouble) = &self.log.trouble {
            return Err(Failure::Store(trouble.error.clone()));
        }
        let mover = Role::from(self.table.to_move());
        let own = if roles.has(mover) { Some(mover) } else { roles.all().next() };
        let role = wanted.role.map_or(own, |asked| Some(asked).filter(|asked| roles.has(*asked)));
        let intent = acts::intent(&wanted.act, SquareNames::of(&self.spec.ruleset), words)?;
        Ok((role.ok_or(Failure::NotYourSeat)?, intent))
    }

    /// What the server does not allow though a table would.
    pub(super) fn may(&self, intent: &Intent, role: Role, person: &PersonId, words: &Words) -> Result<(), Failure> {
        if matches!(intent, Act::Claim(Claim::WrongBoard | Claim::WrongSetup)) && !self.rows.is_one_screen() {
            // The program has laid this board; a player who could say otherwise could undo a game that goes badly. Only at one
            // screen two people sit at a board of their own. An arbiter rules.
            return Err(Failure::act(words.say("server-board-is-right", &[])));
        }
        match intent {
            Act::Note(_) if role != Role::Arbiter => Err(Failure::NotYourSeat),
            _ if self.rows.status != Status::Live && self.table.ending().is_none() => Err(Failure::NobodyYet),
            _ if acts::is_move(intent) || acts::ends(intent) => Ok(()),
            Act::Say(saying) => role.side().map_or(Ok(()), |side| self.may_say(side, saying, person)),
            _ if self.log.done.acts(role) >= MOST_ACTS => Err(Failure::TooLarge),
            _ => Ok(()),
        }
    }

    /// Checks that a seat has not done too much recently, with all its sockets together.
    pub(super) fn affords(&mut self, actor: Actor, role: Role, intent: &Intent) -> Result<(), Failure> {
        if !self.club.settings.limited {
            return Ok(());
        }
        self.log.done.budget.take(actor, role, Doing::of(intent), self.club.clock.now()).map_err(Failure::TooMany)
    }
}
