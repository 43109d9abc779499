//! What happens in a game by itself: flags, holds, players who stay away, outages, games that nobody looks at.

use super::append::RETRY;
use super::load::LONG_OUTAGE;
use super::owner::Owner;
use super::roles::Viewpoint;
use crate::clockwork::{Flow, GameTime, wall};
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Actor, Command, FIRST_PLACE, Pace};
use damka_rules::Colour;
use damka_store::{Outage, StoreError, Write};

/// How long a frame that was read in time may be on its way to the owner, in milliseconds.
const GRACE: u64 = 60;
/// How long a connection may be lost before that counts as leaving, in milliseconds.
pub(super) const AWAY_AFTER: u64 = 10_000;
/// A game in which nothing happens by itself for so long need not stay in memory, in milliseconds.
const FAR: u64 = 600_000;

impl Owner {
    /// The next moment of the run at which something may happen by itself.
    pub fn deadline(&self) -> Option<u64> {
        if self.is_following() {
            return self.follower_deadline();
        }
        let due = [
            self.due_at().map(|at| at + GRACE),
            self.log.trouble.as_ref().map(|trouble| trouble.retry_at),
            (self.is_held() && self.log.trouble.is_none()).then_some(self.held_until),
            self.delayed.as_ref().and_then(|delayed| delayed.due()).map(|due| self.club.clock.at_wall(due)),
            self.room.is_empty().then_some(self.room.idle_since + self.club.settings.idle_ms()),
            self.computer_acts_at(),
            self.reminds_at().map(|at| at + GRACE),
            self.leaves_at(Colour::White),
            self.leaves_at(Colour::Black),
            self.members_leave_at(),
            self.room.told_at(),
            self.follower_gone_at(),
        ];
        due.into_iter().flatten().min()
    }

    pub(super) fn is_held(&self) -> bool {
        self.time.is_frozen() && self.is_live()
    }

    /// The moment of the run at which the table has something to do by itself.
    fn due_at(&self) -> Option<u64> {
        let due = self.table.next_due().filter(|_| self.is_live())?;
        self.time.when(&self.club.clock, due)
    }

    /// When a side that is not connected counts as gone. A team is gone when all of its members are.
    fn leaves_at(&self, side: Colour) -> Option<u64> {
        let is_known = self.table.is_gone(side) || self.table.places(side) > FIRST_PLACE;
        if is_known || !self.notes_absence(side) {
            return None;
        }
        self.room.absent()[side as usize].map(|since| since + AWAY_AFTER)
    }

    /// Whether it matters now that people of a side are not here.
    pub(super) fn notes_absence(&self, side: Colour) -> bool {
        // The host of a display is at another board.
        let sits = self.spec.pace == Pace::Sitting && self.spec.goes_round != Some(side);
        let plays = self.rows.computer_side() != Some(side) && !self.rows.is_one_screen();
        let is_on = !self.table.game().played().is_empty() && self.is_live() && !self.time.is_frozen();
        // While the arbiter has stopped the clocks nobody has to be there.
        let runs = self.table.running().is_some();
        sits && plays && is_on && runs && self.log.trouble.is_none()
    }

    /// Something is due; `false` if the owner has to go.
    pub async fn on_timer(&mut self) -> bool {
        if self.is_following() {
            return Box::pin(self.on_follower_timer()).await;
        }
        let now = self.club.clock.now();
        if self.log.trouble.as_ref().is_some_and(|trouble| now >= trouble.retry_at) {
            self.try_again().await;
        }
        if self.is_held() && self.log.trouble.is_none() && now >= self.held_until {
            self.go_on().await;
            self.tell_game();
        }
        if self.log.trouble.is_none() && self.due_at().is_some_and(|at| now >= at + GRACE) {
            let _ = self.elapse(self.now()).await;
            self.follow_up().await;
        }
        self.remind(now);
        if self.computer_acts_at().is_some_and(|at| now >= at) {
            self.follow_up().await;
        }
        for side in Colour::ALL {
            if self.leaves_at(side).is_some_and(|at| now >= at) {
                let command = Command::act(Actor::player(side), Act::Leave);
                self.do_by_itself(&command, self.now()).await;
            }
        }
        if self.members_leave_at().is_some_and(|at| now >= at) {
            Box::pin(self.members_leave(now)).await;
        }
        self.forget_silent_followers(now);
        self.tell_delayed();
        self.tell_crowd();
        let is_idle = self.room.is_empty() && now >= self.room.idle_since + self.club.settings.idle_ms();
        let goes = self.log.is_lost || is_idle && self.may_go(now).await;
        !goes
    }

    /// Whether the game may leave the memory; if something will happen by itself, it is noted when to look again.
    async fn may_go(&mut self, now: u64) -> bool {
        let is_shown = self.delayed.as_ref().is_none_or(|delayed| delayed.due().is_none());
        let due_at = [self.due_at(), self.reminds_at()].into_iter().flatten().min();
        let is_far = due_at.is_none_or(|at| at > now + FAR);
        let is_busy = self.computer_thinks() || self.is_proving() || self.log.trouble.is_some() || self.is_held();
        if is_busy || !is_shown || !is_far {
            self.room.idle_since = now;
            return false;
        }
        if self.is_live() && self.is_timed() {
            let due = due_at.map(|at| self.club.clock.wall_at(at));
            let (game, run) = (self.rows.id.clone(), self.run);
            // Without it the next run only loads the game once in vain.
            self.log.is_let_go = self.try_as_owner(vec![Write::LetGo { game, run, due }]).await.is_ok();
            if let Some(due) = due {
                self.club.games.wake(due, &self.rows.id);
            }
        }
        true
    }

    /// The store failed; perhaps it is well again.
    pub(super) async fn try_again(&mut self) {
        let retry_at = self.club.clock.now() + RETRY;
        if let Some(trouble) = &mut self.log.trouble {
            trouble.retry_at = retry_at;
        }
        let (game, status) = (self.rows.id.clone(), self.rows.status);
        match self.try_as_owner(vec![Write::Status { game, status, now: wall() }]).await {
            Err(StoreError::Conflict) if self.club.peers.is_some() => Box::pin(self.look_at_rows()).await,
            Err(error) => tracing::debug!(game = %self.rows.id, %error, "nothing can be written yet"),
            Ok(()) => {
                self.log.trouble = None;
                self.go_on().await;
                self.tell_trouble();
                self.tell_game();
            }
        }
    }

    /// The game's time goes on from where it stood.
    pub async fn go_on(&mut self) {
        let now = self.club.clock.now();
        if let GameTime::Sitting(flow) = self.time {
            self.time = GameTime::Sitting(Flow::going(now, flow.at(now).max(self.table.now())));
        }
        self.log.is_anchored = !self.is_timed();
        if !self.log.is_anchored {
            match self.try_as_owner(self.anchor_write().into_iter().collect()).await {
                Ok(()) => self.log.is_anchored = true,
                // The next event writes it. After another crash the clock would be charged less than it should.
                Err(error) => tracing::warn!(game = %self.rows.id, %error, "how a game's time goes could not be kept"),
            }
        }
        self.follow_up().await;
    }

    /// A socket with these roles has come: the clock that was held for it goes on, and who was gone is back.
    pub async fn player_is_back(&mut self, viewpoint: Viewpoint) {
        if self.is_following() {
            return;
        }
        let roles = viewpoint.roles;
        let is_awaited = self.table.running().is_some_and(|side| roles.has(side));
        if is_awaited && self.is_held() && self.log.trouble.is_none() {
            self.go_on().await;
            self.tell_game();
        }
        for side in roles.sides() {
            if self.table.is_away(side, viewpoint.place) && self.is_live() && self.log.trouble.is_none() {
                let command = Command::act(Actor::Player(side, viewpoint.place), Act::Return);
                self.do_by_itself(&command, self.now()).await;
            }
        }
    }

    /// Outages that a game of days is credited for: stamped at their beginning, before any flag. `lag` is what version 1
    /// has counted less than the time of day.
    pub async fn credit_outages(&mut self, outages: Vec<Outage>, lag: u64) {
        let GameTime::Days { since } = self.time else { return };
        let at_of = |wall: u64| Millis(wall.saturating_sub(since));
        let credits = outages.into_iter().map(|it| (at_of(it.from), Millis(it.until.saturating_sub(it.from))));
        let lagging = (lag >= LONG_OUTAGE).then_some((self.table.now(), Millis(lag)));
        for (at, time) in lagging.into_iter().chain(credits) {
            if !self.is_live() || self.table.running().is_none() {
                return;
            }
            let at = at.max(self.table.now());
            let command = Command::act(Actor::Nobody, Act::Credit(time));
            let Ok(events) = self.table.decide(&command, at) else { return };
            // What was decided is accepted, so it was not written.
            if self.append(events, None, Vec::new()).await.is_err() {
                return;
            }
        }
    }
}
