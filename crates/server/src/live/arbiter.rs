//! The arbiter's chair, and guests who may watch a private game.
//!
//! Anyone with the arbiter's link may offer to rule; the creator has agreed by sending the link. The opponent has to
//! agree too: until then the candidate only watches. Arbiters from earlier versions count as agreed.

use super::owner::Owner;
use crate::error::Failure;
use damka_conduct::{PersonId, Role};
use damka_rules::Colour;
use damka_store::{Part, Write};

/// The maximum number of guests who may watch a private game.
const MOST_GUESTS: usize = 100;

impl Owner {
    /// Handles a person who comes with the arbiter's link.
    pub(super) async fn offer_to_rule(&mut self, person: PersonId, name: Option<String>) -> Result<Role, Failure> {
        let rows = &self.rows;
        let is_own = rows.roles(&person).sides().next().is_some() || rows.creator.as_ref() == Some(&person);
        if is_own {
            return Err(Failure::OwnArbiter);
        }
        match rows.who_is(Part::Arbiter).or(rows.who_is(Part::Candidate)) {
            Some(known) if *known == person => return Ok(Role::Arbiter),
            Some(_) => return Err(Failure::NoFreeSeat),
            None => {}
        }
        let part = if self.needs_consent() { Part::Candidate } else { Part::Arbiter };
        self.take_part(part, person).await?;
        self.rows.candidate_name = name.filter(|_| part == Part::Candidate).map(Into::into);
        self.seats_changed();
        Ok(Role::Arbiter)
    }

    /// Whether someone other than the creator has to agree: a seat is free, or another person has it.
    fn needs_consent(&self) -> bool {
        let rows = &self.rows;
        let is_other =
            |side: Colour| rows.at(side).any(|it| it.person().is_some() && it.person() != rows.creator.as_ref());
        rows.free_side().is_some() || Colour::ALL.into_iter().any(is_other)
    }

    /// A player's answer to the person who offers to rule. Only the creator's opponent is asked.
    pub(super) async fn answer_candidate(&mut self, person: &PersonId, agrees: bool) -> Result<(), Failure> {
        if !self.rows.asks_about_arbiter(self.rows.viewpoint(person)) {
            return Err(Failure::NotYourSeat);
        }
        let Some(candidate) = self.rows.who_is(Part::Candidate).cloned() else { return Err(Failure::TooLate) };
        let game = self.rows.id.clone();
        let mut writes = vec![Write::Unpart { game: game.clone(), part: Part::Candidate, person: candidate.clone() }];
        if agrees {
            writes.push(Write::Part { game, part: Part::Arbiter, person: candidate.clone() });
        }
        self.write_as_owner(writes).await?;
        self.rows.parts.retain(|(part, _)| *part != Part::Candidate);
        self.rows.candidate_name = None;
        if agrees {
            self.rows.parts.push((Part::Arbiter, candidate));
        }
        self.seats_changed();
        Ok(())
    }

    /// Admits a person to a private game; their secret has already been checked.
    pub(super) async fn let_in(&mut self, person: PersonId) -> Result<(), Failure> {
        if self.rows.admits(&person) {
            return Ok(());
        }
        if self.rows.parts.iter().filter(|(part, _)| *part == Part::Guest).count() >= MOST_GUESTS {
            return Err(Failure::NoFreeSeat);
        }
        self.take_part(Part::Guest, person).await?;
        self.post_stand();
        let rows = self.rows.clone();
        self.summary.change(|listing| listing.rows = rows);
        Ok(())
    }

    async fn take_part(&mut self, part: Part, person: PersonId) -> Result<(), Failure> {
        let game = self.rows.id.clone();
        self.write_as_owner(vec![Write::Part { game, part, person: person.clone() }]).await?;
        self.rows.parts.push((part, person));
        Ok(())
    }
}

impl super::Rows {
    /// Whether a viewer with this viewpoint is asked to agree to an arbiter: a player who did not send the link.
    #[must_use]
    pub fn asks_about_arbiter(&self, viewpoint: super::Viewpoint) -> bool {
        self.who_is(Part::Candidate).is_some() && viewpoint.roles.sides().next().is_some() && !viewpoint.is_creator
    }
}
