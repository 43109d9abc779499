//! What people do in a game: an act is decided, confirmed, or refused for sure.

use super::append::{AppendError, Own};
use super::done::Known;
use super::load::{event_of_number, is_same_act};
use super::owner::Owner;
use super::roles::Viewpoint;
use super::{Acted, WantedAct};
use crate::error::Failure;
use crate::show;
use damka_conduct::{Act, Command, Intent, Manner, PersonId, Refused};
use damka_notation::SquareNames;
use damka_words::{Speech, Words};
use std::sync::Arc;

/// A person who does something.
pub struct ActBy {
    /// The person.
    pub person: PersonId,
    /// From where they look at the game.
    pub viewpoint: Viewpoint,
    /// The language of their sentences.
    pub speech: Speech,
}

impl Owner {
    pub(super) async fn handle_act(&mut self, wanted: WantedAct, stamp: u64) {
        let Some((viewer, viewpoint)) = self.room.find(wanted.viewer) else { return };
        if self.is_following() {
            return self.pass_on(wanted, stamp);
        }
        let by = ActBy { person: viewer.who.person.clone(), viewpoint: *viewpoint, speech: viewer.who.speech };
        match self.act(by, &wanted, stamp).await {
            Acted::Done | Acted::Lost => {}
            // The page comes again, and sends it again.
            Acted::Unknown => self.room.remove_one(wanted.viewer),
            Acted::Confirmed(seq) => self.confirm(wanted.viewer, wanted.number.n, seq),
            Acted::Refused(failure) => self.refuse(&wanted, &failure),
        }
    }

    /// Someone, here or at another node, does something; what became of it.
    pub(super) async fn act(&mut self, by: ActBy, wanted: &WantedAct, stamp: u64) -> Acted {
        match self.decide_act(by, wanted, stamp).await {
            Acted::Refused(failure) if self.club.peers.is_some() => {
                // Copies of the same act may arrive later, over other nodes.
                if let Failure::Act { .. } = failure {
                    self.log.done.note_refused(wanted.number);
                }
                Box::pin(self.refused_for_sure(failure)).await
            }
            acted => acted,
        }
    }

    /// An owner that was stopped judges by an old position, and the same act, sent again through another node, may count
    /// there. So an act is refused only if nobody else has written to the game.
    async fn refused_for_sure(&mut self, failure: Failure) -> Acted {
        let (id, seq) = (self.rows.id.clone(), self.log.seq);
        match self.club.read(move |store| store.events(&id, seq)).await {
            Ok(tail) if tail.is_empty() => Acted::Refused(failure),
            Ok(tail) => {
                self.log.is_taken = tail.iter().any(|kept| kept.run != Some(self.run));
                self.log.is_lost = true;
                self.tell_bye(&Failure::Closing);
                Acted::Lost
            }
            // Nothing was tried, and the reason says so.
            Err(_) if matches!(failure, Failure::Store(_)) => Acted::Refused(failure),
            Err(error) => self.cannot_find_out(&error),
        }
    }

    async fn decide_act(&mut self, by: ActBy, wanted: &WantedAct, stamp: u64) -> Acted {
        let ActBy { person, viewpoint, speech } = by;
        let club = Arc::clone(&self.club);
        let words = club.words(speech);
        let (role, intent) = match self.meant(wanted, viewpoint.roles, words) {
            Ok(meant) => meant,
            Err(failure) => return Acted::Refused(failure),
        };
        let actor = self.rows.actor(role, &person);
        if let Err(failure) = self.affords(actor, role, &intent) {
            return Acted::Refused(failure);
        }
        if self.log.done.was_refused(wanted.number) {
            return Acted::Refused(Failure::UsedNumber);
        }
        match self.log.done.recent.find(wanted.number) {
            Known::New => {}
            Known::Used(seq) => return Box::pin(self.sent_again(intent, seq)).await,
            Known::AskStore => {
                if let Some(acted) = Box::pin(self.was_sent_long_ago(wanted, &intent)).await {
                    return acted;
                }
            }
        }
        if let Err(failure) = self.may(&intent, role, &person, words) {
            return Acted::Refused(failure);
        }
        let command = Command::act(actor, intent);
        let own = Own { viewer: wanted.viewer, number: wanted.number };
        let time = self.time.at(&self.club.clock, stamp);
        let acted = match self.command(&command, time, Some(own)).await {
            Ok(()) => Acted::Done,
            Err(AppendError::Lost | AppendError::Unknown(_)) => Acted::Lost,
            Err(AppendError::Refused(refused)) => {
                let failure = self.refused(&refused, &command, words);
                Box::pin(self.note_vain_demand(&refused, &command)).await;
                Acted::Refused(failure)
            }
            Err(AppendError::Store(error)) => Acted::Refused(Failure::Store(error)),
        };
        if self.computer.is_some() || self.table.wants_proof() {
            Box::pin(self.follow_up()).await;
        }
        acted
    }

    /// An act whose number may have been used earlier than the remembered ones; `None` if it was not.
    async fn was_sent_long_ago(&mut self, wanted: &WantedAct, intent: &Intent) -> Option<Acted> {
        let (id, number) = (self.rows.id.clone(), wanted.number);
        match self.club.read(move |store| event_of_number(store, &id, number)).await {
            Ok(None) => None,
            Ok(Some(seq)) => Some(self.sent_again(intent.clone(), seq).await),
            Err(failure) => Some(self.cannot_find_out(&failure)),
        }
    }

    /// An act whose number was used: the same act had counted already, another one is a mistake of the client.
    async fn sent_again(&mut self, intent: Intent, seq: u32) -> Acted {
        let (id, names) = (self.rows.id.clone(), SquareNames::of(&self.spec.ruleset));
        match self.club.read(move |store| is_same_act(store, &id, seq, &intent, names)).await {
            Ok(true) => Acted::Confirmed(seq),
            Ok(false) => Acted::Refused(Failure::UsedNumber),
            Err(failure) => self.cannot_find_out(&failure),
        }
    }

    /// The store cannot say what an act has become. It may count, so it is not refused.
    fn cannot_find_out(&self, failure: &Failure) -> Acted {
        tracing::warn!(game = %self.rows.id, ?failure, "what became of an act cannot be found out");
        Acted::Unknown
    }

    /// Records a demand at the board that was refused because there was nothing to correct, so that asking costs
    /// something.
    async fn note_vain_demand(&mut self, refused: &Refused, command: &Command) {
        let Command::Act { actor, intent: Act::Demand, .. } = command else { return };
        if *refused == Refused::NothingToCorrect && self.spec.manner == Manner::AtBoard {
            self.do_by_itself(&Command::act(*actor, Act::VainDemand), self.now()).await;
        }
    }

    fn refused(&self, refused: &Refused, command: &Command, words: &Words) -> Failure {
        let (ruleset, position) = (&self.spec.ruleset, self.table.game().position());
        let squares = match refused {
            Refused::Illegal(refusal) => show::squares(ruleset, refusal.squares()),
            _ => Vec::new(),
        };
        let citation = match command {
            Command::Act { intent, .. } => words.refused_citation(refused, intent, ruleset, position),
            _ => None,
        };
        Failure::Act { text: words.refused(refused, ruleset, position), citation, squares }
    }
}
