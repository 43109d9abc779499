//! What tables prove in a live game: that nobody can win, and that a flag does not lose. Nobody waits for them here: they
//! are asked in another thread, and their answer comes by mail.

use super::owner::Owner;
use super::{Mail, News};
use crate::endgame::Shelf;
use crate::engine::Tools;
use damka_conduct::Act;
use damka_rules::Colour;
use std::time::Duration;

/// How often somebody who waits for tables looks whether they are there.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// What tables were asked.
#[derive(Clone, Copy, Debug)]
pub struct AskedProof {
    /// About the position after this number of events.
    events: u32,
    /// Whether they have answered.
    is_answered: bool,
}

impl Owner {
    /// Whether tables have been asked and have not answered yet.
    pub fn is_proving(&self) -> bool {
        self.proof.is_some_and(|asked| !asked.is_answered)
    }

    fn shelf(&self) -> Shelf {
        Shelf::of(self.club.endgame.as_deref(), &self.spec.ruleset)
    }

    /// Where a flag does not lose against an opponent who cannot win, tables are wanted when it falls: they are built long
    /// before.
    pub fn prepare_proofs(&self) {
        if self.spec.flag_draws_without_winner && self.is_live() {
            let _ = self.shelf();
        }
    }

    /// Asks the tables, if somebody wants to know.
    pub fn consider_proof(&mut self) {
        let events = self.table.events();
        let is_asked = self.proof.is_some_and(|asked| asked.events == events);
        if !self.table.wants_proof() || is_asked || self.log.trouble.is_some() {
            return;
        }
        self.proof = Some(AskedProof { events, is_answered: false });
        let (shelf, mail, position) = (self.shelf(), self.own_mail.clone(), *self.table.game().position());
        // Hands may be in the middle of something: then the position is not the one that stands.
        let is_settled = self.table.is_settled();
        let (club, asker, told) = (std::sync::Arc::clone(&self.club), self.asker(), self.own_mail.clone());
        tokio::spawn(async move {
            while shelf.is_building() {
                tokio::time::sleep(LOOK_AGAIN).await;
                if mail.upgrade().is_none() {
                    // A game that was let go asks again when it is loaded.
                    return;
                }
            }
            let tell = move |cannot_win| {
                if let Some(mail) = mail.upgrade() {
                    let _ = mail.blocking_send(Mail::News(Box::new(News::Proved(events, cannot_win))));
                }
            };
            let broken = tell.clone();
            let look = move |_: &mut Tools| {
                let known = shelf.tables().filter(|_| is_settled);
                tell(known.and_then(|tables| tables.who_cannot_win(&position)));
            };
            let asked = club.engines.librarian.run(asker, look, move || broken(None));
            if let (Err(failure), Some(mail)) = (asked, told.upgrade()) {
                tracing::warn!(?failure, "tables could not be asked");
                let _ = mail.send(Mail::News(Box::new(News::Proved(events, None)))).await;
            }
        });
    }

    /// The tables have answered about the position after this number of events.
    pub async fn handle_proof(&mut self, events: u32, cannot_win: Option<[bool; 2]>) {
        if let Some(asked) = self.proof.as_mut().filter(|asked| asked.events == events) {
            asked.is_answered = true;
        }
        if events != self.table.events() {
            // Something has happened since; if a proof is still wanted, it is asked for again.
            return self.follow_up().await;
        }
        let proved = |side: Colour| cannot_win.is_some_and(|cannot| cannot[side as usize]);
        let intents = match self.table.fallen_flag() {
            Some((loser, _)) if proved(loser.other()) => vec![Act::CannotWin(loser.other())],
            Some(_) => vec![Act::Unproved],
            None if Colour::ALL.into_iter().all(proved) => Colour::ALL.map(Act::CannotWin).to_vec(),
            None => Vec::new(),
        };
        if intents.is_empty() {
            // The claim stands as a question to the opponent, and these tables have nothing more to say to it.
            self.consider_computer().await;
        } else {
            self.nobody_does(intents, events).await;
            self.follow_up().await;
        }
    }
}
