//! What happens in a game by itself: flags, holds, players who stay away, games that nobody looks at.

use super::owner::{Owner, Trouble};
use super::view::Seats;
use crate::clockwork::{LONGEST_HOLD, Pace};
use crate::live::acts::seat_of;
use damka_conduct::clock::{Change as ClockChange, Control, Millis};
use damka_conduct::{Act, Actor, Event, Manner};
use damka_rules::Colour;
use damka_store::{Sitting, Status, Write};

/// How long a frame that was read in time may be on its way to the owner.
const GRACE: u64 = 60;
/// How long a connection may be lost before that counts as leaving.
const AWAY_AFTER: u64 = 10_000;
/// How often the store is asked again when it fails.
pub(super) const RETRY: u64 = 2_000;
/// A clock that does not run out for so long is no reason to stay.
const FAR: u64 = 600_000;
/// Only in games shorter than this can somebody be gone too long.
const AT_TABLE: Millis = Millis::minutes(180);

impl Owner {
    /// The next moment of the run at which something may happen by itself.
    pub fn deadline(&self) -> Option<u64> {
        let due = [
            self.flag_at().map(|at| at + GRACE),
            self.halted.as_ref().map(|_| self.retry_at),
            (self.is_held() && self.halted.is_none()).then_some(LONGEST_HOLD),
            self.shadow.as_ref().and_then(|shadow| shadow.due()),
            self.viewers.is_empty().then_some(self.idle_since + self.club.settings.idle_ms()),
            self.leaves_at(Colour::White),
            self.leaves_at(Colour::Black),
        ];
        due.into_iter().flatten().min()
    }

    fn is_held(&self) -> bool {
        self.pace.is_frozen() && self.is_live()
    }

    fn flag_at(&self) -> Option<u64> {
        if !self.is_live() || self.pace.is_frozen() {
            return None;
        }
        self.pace.when(self.table.next_change()?.0)
    }

    /// When a side that is not connected counts as gone.
    fn leaves_at(&self, side: Colour) -> Option<u64> {
        let clocks = &self.spec().clocks;
        let at_table = clocks.iter().all(|clock| !clock.is_none() && clock.first_time() <= AT_TABLE);
        let plays = self.terms.computer_side() != Some(side) && !self.terms.same_screen;
        let begun = !self.table.game().played().is_empty();
        if !at_table || !plays || !begun || !self.is_live() || self.pace.is_frozen() || self.gone[side as usize] {
            return None;
        }
        self.absent[side as usize].map(|since| since + AWAY_AFTER)
    }

    /// Something is due; `false` if the owner has to go.
    pub async fn tick(&mut self) -> bool {
        let now = self.club.clock.now();
        if self.halted.is_some() && now >= self.retry_at {
            self.try_again().await;
        }
        if self.is_held() && self.halted.is_none() && now >= LONGEST_HOLD {
            self.go_on().await;
        }
        if let Some(at) = self.flag_at().filter(|at| now >= at + GRACE)
            && !self.clock_runs_out(at).await
        {
            return false;
        }
        for side in Colour::ALL {
            if self.leaves_at(side).is_some_and(|at| now >= at) {
                self.gone[side as usize] = true;
                if !self.by_itself(Actor::Side(side), Act::Leave, self.now()).await {
                    return false;
                }
            }
        }
        self.tell_shadow();
        !(self.viewers.is_empty() && now >= self.idle_since + self.club.settings.idle_ms() && self.may_go(now))
    }

    /// Whether the game may be put away; if a clock runs, somebody will have to look when it runs out.
    fn may_go(&mut self, now: u64) -> bool {
        let waits_for_computer = self.thinking.is_some();
        let shown = self.shadow.as_ref().is_none_or(|shadow| shadow.due().is_none());
        let far = self.flag_at().is_none_or(|at| at > now + FAR);
        if waits_for_computer || !shown || !far || self.halted.is_some() || self.is_held() {
            self.idle_since = now;
            return false;
        }
        if let Some(at) = self.flag_at() {
            self.club.games.wake(at, &self.id);
        }
        true
    }

    async fn clock_runs_out(&mut self, at: u64) -> bool {
        let Some((time, change)) = self.table.next_change() else { return true };
        match change {
            // The record needs a line after which the flag has fallen.
            ClockChange::Flag(_) => self.by_itself(Actor::Nobody, Act::Note("flag".to_owned()), time).await,
            _ => {
                let _ = self.table.tick(self.pace.at(at));
                true
            }
        }
    }

    /// An event that no client asked for; `false` if the owner has to go.
    pub async fn by_itself(&mut self, actor: Actor, act: Act, time: Millis) -> bool {
        let by = match actor {
            Actor::Side(side) => Some(seat_of(side)),
            Actor::Arbiter => Some(Sitting::Arbiter),
            Actor::Nobody => None,
        };
        let event = Event { time: time.max(self.table.now()), actor, act };
        let happened = match self.prove_for(&event).await {
            Ok(()) => self.happen(event, by, None).await,
            trouble => trouble,
        };
        match happened {
            Ok(()) => {
                self.consider_computer();
                true
            }
            Err(Trouble::Refused(refused)) => {
                tracing::debug!(game = %self.id, ?refused, "what should happen by itself was refused");
                true
            }
            Err(Trouble::Store(error)) => self.halt(error).await,
        }
    }

    /// The store failed; perhaps it is well again.
    async fn try_again(&mut self) {
        self.retry_at = self.club.clock.now() + RETRY;
        let probe = Write::Status { game: self.id.clone(), status: self.status, now: crate::clockwork::wall() };
        match self.club.write(vec![probe]).await {
            Err(error) => tracing::debug!(game = %self.id, %error, "nothing can be written yet"),
            Ok(()) => {
                self.halted = None;
                // The end of the game may be among what could not be written.
                if self.table.ending().is_some() && self.status == Status::Live {
                    let _ = self.club.write(self.end_writes()).await;
                    self.status = Status::Over;
                }
                self.go_on().await;
                self.tell_halted();
                self.tell_game();
            }
        }
    }

    /// The game's time goes on from where it stood.
    pub async fn go_on(&mut self) {
        let now = self.club.clock.now();
        self.pace = Pace::going(now, self.pace.at(now).max(self.table.now()));
        // The next event writes it if this cannot.
        self.anchored = false;
        if self.spec().clocks.iter().all(Control::is_none) {
            self.anchored = true;
        } else if let Err(error) = self.club.write(vec![self.anchor()]).await {
            // After another crash the clock would be charged less than it should; nobody is hurt by that.
            tracing::warn!(game = %self.id, %error, "the pace of a game could not be kept");
        } else {
            self.anchored = true;
        }
        self.consider_computer();
    }

    /// A socket of these seats has come: the clock that was held for it goes on, and who was gone is back.
    pub async fn player_is_back(&mut self, seats: Seats) {
        let awaited = self.table.running().is_some_and(|side| seats.has(seat_of(side)));
        if awaited && self.is_held() && self.halted.is_none() {
            self.go_on().await;
            self.tell_game();
        }
        for side in seats.sides() {
            if self.gone[side as usize] && self.is_live() {
                self.gone[side as usize] = false;
                self.by_itself(Actor::Side(side), Act::Return, self.now()).await;
            }
        }
    }

    /// After an event of a person: the computer's turn may have come.
    pub async fn after_event(&mut self) {
        if self.spec().manner == Manner::AtBoard {
            self.computer_demands().await;
        }
        self.computer_replies().await;
        self.consider_computer();
    }
}
