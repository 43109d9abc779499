//! What people do in a contest.

use super::owner::{Owner, Undone};
use super::view;
use crate::api::ContestAct;
use crate::create::Creator;
use crate::error::Failure;
use crate::random;
use damka_conduct::PersonId;
use damka_contest::{Actor, By, Command, Fresh, Number, Refused};
use damka_store::{ContestWrite, Write};
use damka_words::Words;
use std::sync::Arc;

impl Owner {
    /// The number of a person among the entrants.
    pub(super) fn number_of(&self, person: &PersonId) -> Option<Number> {
        self.rows.entrants.iter().find(|entrant| entrant.person.as_ref() == Some(person)).map(|entrant| entrant.number)
    }

    /// In which capacity somebody does something that concerns an entrant, or the contest. For themselves people act as
    /// entrants; who runs the contest enters and decides as its owner.
    fn by(&self, person: &PersonId, concerns: Option<Number>, enters: bool) -> Result<By, Failure> {
        let entrant = self.number_of(person);
        let is_owner = self.rows.contest.owner.as_ref() == Some(person);
        let own = entrant.filter(|own| Some(*own) == concerns);
        let actor = match (is_owner, own) {
            (true, _) if enters => Actor::Owner,
            (_, Some(number)) => Actor::Entrant(number),
            (true, None) => Actor::Owner,
            (false, None) if self.club.standings.decides(person) => Actor::Arbiter,
            (false, None) if enters => Actor::Entrant(concerns.unwrap_or_default()),
            (false, None) => return Err(Failure::NotYourContest),
        };
        Ok(By { actor, entrant })
    }

    pub(super) async fn act(
        &mut self,
        who: &Creator,
        act: ContestAct,
        speech: damka_words::Speech,
    ) -> Result<(), Failure> {
        let own = self.number_of(&who.person);
        let or_own = |number: Option<Number>| number.or(own).ok_or(Failure::NotYourContest);
        let mut with = Vec::new();
        let (by, command) = match act {
            ContestAct::Enter { entrant, name, strength, terms } => {
                let (number, row) = self.comer(who, entrant, name)?;
                let (has_row, in_room) = (row.is_some(), row.as_ref().is_some_and(|row| row.0.is_none()));
                if let Some((person, name)) = row {
                    let contest = self.rows.contest.id.clone();
                    with.push(Write::Contest(ContestWrite::Entrant { contest, number, person, name }));
                }
                // Who takes a vacant place has nothing of those who left it.
                let known = self.contest.entrant(number).filter(|_| !has_row);
                let strength = strength.or(known.and_then(|known| known.strength));
                let terms = terms.into_iter().map(|it| (it.term.0, it.value)).collect();
                let in_room = in_room || known.is_some_and(|known| known.in_room);
                let fresh = self.fresh();
                let mut by = self.by(&who.person, Some(number), true)?;
                if by.actor == Actor::Entrant(0) {
                    by.actor = Actor::Entrant(number);
                }
                (by, Command::Enter { entrant: number, in_room, strength, terms, fresh })
            }
            ContestAct::Out { entrant } => {
                let number = or_own(entrant)?;
                (self.by(&who.person, Some(number), false)?, Command::Out(number))
            }
            ContestAct::Term { entrant, term, value } => {
                (self.by(&who.person, None, false)?, Command::Term(entrant, term.0, value))
            }
            ContestAct::Begin => (self.by(&who.person, None, false)?, Command::Begin(self.fresh())),
            ContestAct::Pair { white, black, in_room } => {
                let fresh = self.fresh();
                (self.by(&who.person, None, false)?, Command::Pair { white, black, in_room, fresh })
            }
            ContestAct::PairFree => (self.by(&who.person, None, false)?, Command::PairFree(self.fresh())),
            ContestAct::Ready { entrant } => {
                let entrant = or_own(entrant)?;
                (self.by(&who.person, Some(entrant), false)?, Command::Ready { entrant, fresh: self.fresh() })
            }
            ContestAct::Rest { entrant } => {
                let number = or_own(entrant)?;
                (self.by(&who.person, Some(number), false)?, Command::Rest(number))
            }
            ContestAct::Result { board, outcome } => {
                let board = board.parse().map_err(|()| Failure::BadRequest(format!("board: {board}")))?;
                (self.by(&who.person, None, false)?, Command::Result { board, outcome: outcome.0 })
            }
            ContestAct::Walkover { entrant } => {
                let number = or_own(entrant)?;
                (self.by(&who.person, Some(number), false)?, Command::Walkover(number))
            }
            ContestAct::Close => (self.by(&who.person, None, false)?, Command::Close),
        };
        let club = Arc::clone(&self.club);
        match self.command(by, &command, with).await {
            // A second click, or an act that was sent again, finds done what it wants.
            Ok(()) | Err(Undone::Refused(Refused::AlreadyDone)) => Ok(()),
            // The game for which somebody is ready has begun.
            Err(Undone::Refused(Refused::HasGame(_))) if matches!(command, Command::Ready { .. }) => Ok(()),
            Err(Undone::Refused(refused)) => Err(self.refusal(&refused, club.words(speech))),
            Err(Undone::Store(error)) => Err(Failure::Store(error)),
        }
    }

    /// A refusal in words.
    fn refusal(&self, refused: &Refused, words: &Words) -> Failure {
        let name = |number| view::name_of(&self.rows, number, words);
        let text = words.contest_refused(refused, &self.contest.spec().game.ruleset, self.now(), &name);
        Failure::Refused { code: "contest", text }
    }

    /// The number of somebody who comes, and the row of somebody new: a person, or a name alone for the room.
    #[expect(clippy::type_complexity, reason = "a number, and perhaps a person and a name")]
    fn comer(
        &self,
        who: &Creator,
        entrant: Option<Number>,
        name: Option<String>,
    ) -> Result<(Number, Option<(Option<PersonId>, Option<String>)>), Failure> {
        let next = self.contest.vacant_place().unwrap_or_else(|| self.contest.next_number());
        match (entrant, name) {
            (Some(number), _) => Ok((number, None)),
            (None, Some(name)) => Ok((next, Some((None, Some(crate::names::check(&name)?))))),
            (None, None) => match self.number_of(&who.person) {
                Some(number) => Ok((number, None)),
                None => Ok((next, Some((Some(who.person.clone()), who.name.clone())))),
            },
        }
    }

    /// A seed and ids, as many as may be needed.
    fn fresh(&self) -> Fresh {
        let games = (0..=self.contest.most_new_games()).map(|_| random::game_id()).collect();
        Fresh { seed: random::number(), games }
    }
}
