//! What tables prove in a live game: that nobody can win, and that a flag does not lose.

use super::Message;
use super::owner::{Owner, Trouble};
use crate::endgame::Shelf;
use damka_conduct::clock::{Change as ClockChange, Millis};
use damka_conduct::{Act, Actor, Claim, Event};
use damka_rules::Colour;
use std::time::Duration;

/// How long a flag waits for tables that are being built. The game is over either way; then it falls as if there were no
/// proof.
const FLAG_WAITS: Duration = Duration::from_secs(10);
/// How often somebody who waits for tables looks whether they are there.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

impl Owner {
    fn shelf(&self) -> Shelf {
        Shelf::of(self.club.endgame.as_deref(), &self.spec().ruleset)
    }

    /// In a game with mercy the tables are wanted when a flag falls: they are built long before.
    pub fn prepare_proofs(&self) {
        if self.spec().mercy && self.is_live() {
            let _ = self.shelf();
        }
    }

    /// Which sides the tables prove to be unable to win; `None` if they do not know the position.
    fn who_cannot_win(&self) -> Option<[bool; 2]> {
        if !self.table.is_settled() {
            return None;
        }
        self.shelf().tables()?.who_cannot_win(self.table.game().position())
    }

    /// Before an event happens, what tables can prove about it becomes an event of its own, so that a replay needs no
    /// tables.
    pub async fn prove_for(&mut self, event: &Event) -> Result<(), Trouble> {
        if !self.is_live() {
            return Ok(());
        }
        if self.spec().mercy
            && let Some((at, ClockChange::Flag(loser))) = self.table.next_change()
            && at <= event.time
        {
            return Box::pin(self.prove_mercy(loser.other())).await;
        }
        match event.act {
            Act::Claim(Claim::NobodyCanWin) => Box::pin(self.prove_claim(event.time)).await,
            _ => Ok(()),
        }
    }

    /// A flag falls: the opponent may be unable to win.
    async fn prove_mercy(&mut self, winner: Colour) -> Result<(), Trouble> {
        let shelf = self.shelf();
        let settled = async {
            while shelf.is_building() {
                tokio::time::sleep(LOOK_AGAIN).await;
            }
        };
        let _ = tokio::time::timeout(FLAG_WAITS, settled).await;
        if self.who_cannot_win().is_some_and(|cannot| cannot[winner as usize]) {
            // At the time of the last event: at its own time the flag would fall first.
            self.cannot_win(winner, self.table.now()).await?;
        }
        Ok(())
    }

    /// Somebody claims that nobody can win.
    async fn prove_claim(&mut self, time: Millis) -> Result<(), Trouble> {
        if self.shelf().is_building() {
            self.prove_later();
        }
        if self.who_cannot_win() == Some([true; 2]) {
            for side in Colour::ALL {
                self.cannot_win(side, time).await?;
            }
        }
        Ok(())
    }

    async fn cannot_win(&mut self, side: Colour, time: Millis) -> Result<(), Trouble> {
        let event = Event { time, actor: Actor::Nobody, act: Act::CannotWin(side) };
        self.happen(event, None, None).await
    }

    /// The claim stands as a question to the opponent; when the tables are there the owner looks at it again.
    fn prove_later(&self) {
        let (shelf, mail) = (self.shelf(), self.own_mail.clone());
        tokio::spawn(async move {
            while shelf.is_building() {
                tokio::time::sleep(LOOK_AGAIN).await;
            }
            // A game that was put away has no open claim.
            if let Some(mail) = mail.upgrade() {
                let _ = mail.send(Message::TablesOpened).await;
            }
        });
    }

    /// Tables were opened for which a claim has waited; `false` if the owner has to go.
    pub async fn tables_opened(&mut self) -> bool {
        if self.table.claims_no_win().is_none() || !self.is_live() || self.halted.is_some() {
            return true;
        }
        match self.prove_claim(self.now()).await {
            Ok(()) => true,
            Err(Trouble::Refused(refused)) => {
                tracing::debug!(game = %self.id, ?refused, "a proof came too late");
                true
            }
            Err(Trouble::Store(error)) => self.halt(error).await,
        }
    }
}
