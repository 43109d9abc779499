//! What everybody who looks is told.

use super::append::Own;
use super::delayed::Delayed;
use super::moment::{Moment, Whole, json};
use super::owner::Owner;
use super::roles::{Roles, Viewpoint};
use super::snapshot::{Circumstances, Snapshot};
use super::talk;
use super::teams::side_view;
use super::{Sent, Viewer, WantedAct, Who};
use crate::api::{BySide, FromGame};
use crate::clockwork::wall;
use crate::error::Failure;
use axum::extract::ws::Utf8Bytes;
use damka_conduct::{Change, Rematch, Role, Status};
use damka_rules::Colour;
use damka_store::StoreError;
use damka_words::Speech;
use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Whether a change is about a rematch: those have a frame of their own.
pub fn is_rematch(change: &Change) -> bool {
    matches!(change, Change::RematchWanted(_) | Change::RematchMade(_))
}

fn rematch_frame(rematch: &Rematch) -> Sent {
    let wanted = Colour::ALL.into_iter().filter(|side| rematch.wanted[*side as usize]);
    let game = rematch.made.as_ref().map(ToString::to_string);
    frame(&FromGame::Rematch { wanted: wanted.map(Into::into).collect(), game })
}

fn frame(message: &FromGame) -> Sent {
    Sent::Frame(json(message).into())
}

impl Owner {
    fn drop_viewers(&mut self, slow: &[u64]) {
        if slow.is_empty() {
            return;
        }
        self.club.counts.slow.fetch_add(slow.len() as u64, Ordering::Relaxed);
        self.room.remove(slow);
        self.presence_changed();
    }

    /// Tells everybody; who is too slow is closed and will come again.
    fn tell_all(&mut self, sent: impl Fn(&Owner, &Viewer, Viewpoint) -> Option<Sent>) {
        let slow = self.room.send(|viewer, viewpoint| sent(self, viewer, viewpoint));
        self.drop_viewers(&slow);
    }

    pub(super) fn tell_one(&mut self, id: u64, sent: Sent) {
        self.tell_all(|_, viewer, _| (viewer.id == id).then(|| sent.clone()));
    }

    /// Tells one that an act was not accepted.
    pub fn refuse(&mut self, wanted: &WantedAct, failure: &Failure) {
        let Some((viewer, _)) = self.room.find(wanted.viewer) else { return };
        let refusal = self.refusal(wanted, failure, viewer.who.speech);
        self.tell_one(wanted.viewer, frame(&refusal));
    }

    /// Why an act was not accepted.
    pub(super) fn refusal(&self, wanted: &WantedAct, failure: &Failure, speech: Speech) -> FromGame {
        let problem = failure.problem(self.club.words(speech));
        let squares = match failure {
            Failure::Act { squares, .. } => squares.clone(),
            _ => Vec::new(),
        };
        FromGame::Refused { n: wanted.number.n, problem, squares }
    }

    /// Tells one that an act had counted already.
    pub fn confirm(&mut self, viewer: u64, n: u64, seq: u32) {
        self.tell_one(viewer, frame(&FromGame::Confirmed { n, seq }));
    }

    /// Tells everybody what happened; spectators who see the game later are told later.
    pub fn publish(&mut self, moment: &Arc<Moment>, own: Option<Own>) {
        let is_delayed = self.delayed.is_some();
        self.tell_all(|owner, viewer, viewpoint| {
            let n = own.filter(|own| own.viewer == viewer.id).map(|own| own.number.n);
            if !moment.is_for(viewpoint) {
                return None;
            }
            match viewpoint.roles.is_spectator() {
                true if is_delayed => None,
                // There may be hundreds of them, in every language: their sockets make their frames.
                true => Some(Sent::Moment(Arc::clone(moment), viewpoint, n)),
                // The players' frames are made here, while everything they need is at hand.
                false => {
                    let words = owner.club.words(viewer.who.speech);
                    let rendered = &owner.club.counts.rendered;
                    Some(Sent::Frame(moment.frame(viewer.eyes(viewpoint), words, n, rendered)))
                }
            }
        });
    }

    /// What spectators see now who see the game later.
    pub fn tell_delayed(&mut self) {
        while let Some(shown) = self.delayed.as_mut().and_then(|delayed| delayed.next(wall())) {
            let Some(delayed) = &self.delayed else { return };
            if shown.changes.iter().any(is_rematch) {
                let sent = rematch_frame(delayed.table.rematch());
                self.tell_all(|_, _, viewpoint| viewpoint.roles.is_spectator().then(|| sent.clone()));
            } else {
                let snapshot = Snapshot::of(&delayed.table, &self.spec, self.delayed_circumstances(delayed));
                let ends = snapshot.ending.is_some();
                let moment = match talk::said(&shown.changes) {
                    Some(said) => Moment::said(snapshot, said),
                    None => Moment::event(snapshot, shown.event.actor.role(), shown.changes),
                };
                self.tell_all(|_, _, viewpoint| {
                    let is_meant = viewpoint.roles.is_spectator() && moment.is_for(viewpoint);
                    is_meant.then(|| Sent::Moment(Arc::clone(&moment), viewpoint, None))
                });
                if ends && self.spec.has_secrets() {
                    self.tell_secrets(true);
                }
            }
            self.show_later();
        }
    }

    fn delayed_circumstances(&self, delayed: &Delayed) -> Circumstances {
        let live = self.rows.status != Status::Waiting && delayed.table.ending().is_none();
        let openness = self.rows.openness();
        let since = self.rows.created_at;
        Circumstances { openness, since, seq: delayed.seq, now: delayed.table.now(), held: false, live }
    }

    /// The whole game as it stands for somebody with these roles.
    pub fn whole(&self, roles: Roles) -> Arc<Moment> {
        let table = self.shown_to(roles).0;
        let about = match &self.delayed {
            Some(delayed) if roles.is_spectator() => self.delayed_circumstances(delayed),
            _ => self.circumstances(),
        };
        let whole = Whole {
            rows: self.summary_rows(roles),
            game: table.game().clone(),
            here: self.room.here(),
            teams: self.teams(),
            watchers: self.room.watchers(),
            rematch_wanted: table.rematch().wanted,
            rematch: table.rematch().made.as_ref().map(ToString::to_string),
            said: table.said().cloned().collect(),
            chat: self.club.settings.chat,
        };
        Moment::whole(Snapshot::of(table, &self.spec, about), whole)
    }

    /// The rows, with the state that somebody with these roles may know.
    fn summary_rows(&self, roles: Roles) -> super::Rows {
        let mut rows = self.rows.clone();
        if self.delayed.is_some() && roles.is_spectator() {
            rows.status = self.summary.listing().public().status;
        }
        rows
    }

    /// Sends everyone the whole game again.
    pub fn tell_game(&mut self) {
        self.tell_whole(|_, _| true);
        self.post_stand();
    }

    /// The game is over for those who see it at once, or for those who see it later: what was secret is not any more.
    pub fn tell_secrets(&mut self, is_later: bool) {
        let is_delayed = self.delayed.is_some();
        self.tell_whole(|_, viewpoint| (is_delayed && viewpoint.roles.is_spectator()) == is_later);
    }

    /// Sends the whole game again to some viewers: one moment for live viewers, one for delayed ones.
    fn tell_whole(&mut self, is_meant: impl Fn(&Viewer, Viewpoint) -> bool) {
        if self.room.is_empty() {
            return;
        }
        let now = self.whole(Roles::default().with(Role::Arbiter));
        let later = self.delayed.as_ref().map(|_| self.whole(Roles::default()));
        self.tell_all(|_, viewer, viewpoint| {
            let shown = later.as_ref().filter(|_| viewpoint.roles.is_spectator()).unwrap_or(&now);
            is_meant(viewer, viewpoint).then(|| Sent::Moment(Arc::clone(shown), viewpoint, None))
        });
    }

    /// Sends everyone the players, once for each language; viewers whose own viewpoint has changed get the whole game.
    pub fn tell_players(&mut self, changed: &[u64]) {
        let (here, teams) = (self.room.here(), self.teams());
        let frames: [OnceCell<Utf8Bytes>; Speech::ALL.len()] = Default::default();
        self.tell_all(|owner, viewer, _| {
            let speech = viewer.who.speech;
            let at = Speech::ALL.iter().position(|known| *known == speech)?;
            let render = || {
                owner.club.counts.rendered.fetch_add(1, Ordering::Relaxed);
                let words = owner.club.words(speech);
                let player = |side| side_view(&owner.rows, side, here[side as usize], teams.as_deref(), words);
                let players = BySide::each(player);
                json(&FromGame::Players { players: Box::new(players) }).into()
            };
            let is_meant = !changed.contains(&viewer.id);
            is_meant.then(|| Sent::Frame(frames[at].get_or_init(render).clone()))
        });
        if !changed.is_empty() {
            self.tell_whole(|viewer, _| changed.contains(&viewer.id));
        }
    }

    /// Tells everybody that nothing can be written, or that it can again.
    pub fn tell_trouble(&mut self) {
        self.tell_all(|owner, viewer, _| {
            let words = owner.club.words(viewer.who.speech);
            let problem = owner.log.trouble.as_ref().map(|it| Failure::Store(it.error.clone()).problem(words));
            Some(frame(&FromGame::Halted { problem }))
        });
        self.post_stand();
    }

    /// Tells everybody that the owner cannot write, or that it can again.
    pub(super) fn tell_halted(&mut self, is_halted: bool) {
        self.tell_all(|owner, viewer, _| {
            let words = owner.club.words(viewer.who.speech);
            let problem = is_halted.then(|| Failure::Store(StoreError::Unsure).problem(words));
            Some(frame(&FromGame::Halted { problem }))
        });
    }

    /// Tells everybody of new trouble, after the answer to the act that met it.
    pub fn tell_new_trouble(&mut self) {
        if let Some(trouble) = self.log.trouble.as_mut().filter(|trouble| !trouble.is_told) {
            trouble.is_told = true;
            self.tell_trouble();
        }
    }

    /// Says goodbye to everybody.
    pub fn tell_bye(&mut self, failure: &Failure) {
        self.tell_all(|owner, viewer, _| {
            let problem = failure.problem(owner.club.words(viewer.who.speech));
            Some(frame(&FromGame::Bye { problem }))
        });
        self.room.clear();
    }

    /// Tells everyone who wants a rematch, or which game it is; delayed spectators learn of it later. When both want it,
    /// the game is made at once, and that is told.
    pub fn tell_rematch(&mut self) {
        let rematch = self.table.rematch();
        if rematch.wanted == [true; 2] && rematch.made.is_none() {
            return;
        }
        let sent = rematch_frame(rematch);
        let is_delayed = self.delayed.is_some();
        self.tell_all(|_, _, viewpoint| {
            let is_later = is_delayed && viewpoint.roles.is_spectator();
            (!is_later).then(|| sent.clone())
        });
    }

    /// Somebody came or went.
    pub fn presence_changed(&mut self) {
        let now = self.club.clock.now();
        self.room.note_presence(now);
        if self.spec.has_teams() {
            self.room.note_members(&self.rows, now);
        }
        let here = self.room.here();
        let absent = self.room.absent();
        self.summary.change(|listing| (listing.here, listing.absent) = (here, absent));
        self.club.lobby.touch();
        self.report();
        if !self.room.may_tell_later(now) {
            self.tell_presence();
        }
    }

    /// Tells a crowd how many watch, if that is due.
    pub(super) fn tell_crowd(&mut self) {
        if self.room.told_at().is_some_and(|at| self.club.clock.now() >= at) {
            self.tell_presence();
        }
    }

    fn tell_presence(&mut self) {
        self.room.note_told();
        let [white, black] = self.room.here();
        let (arbiter, watchers) = (self.room.has(Role::Arbiter), self.room.watchers());
        let members = self.teams().map(|teams| teams.here());
        let sent = frame(&FromGame::Presence { white, black, arbiter, watchers, members });
        // A reader too slow for this misses little; the next event closes the socket.
        let _ = self.room.send(|_, _| Some(sent.clone()));
        match self.is_following() {
            true => self.say_who_is_here(false),
            false => self.post_stand(),
        }
    }

    /// A socket comes.
    pub async fn join(&mut self, mut viewer: Viewer) {
        viewer.who = self.known(viewer.who);
        if !self.club.may_see(&self.rows, Some(&viewer.who.person)) {
            // Dropping the viewer drops its sender, and that closes the socket.
            return;
        }
        let viewpoint = self.rows.viewpoint(&viewer.who.person);
        let whole = Sent::Moment(self.whole(viewpoint.roles), viewpoint, None);
        let _ = viewer.out.try_send(Box::new(whole));
        self.room.add(viewer, viewpoint);
        self.presence_changed();
        self.player_is_back(viewpoint).await;
        // The computer may have waited for a viewer.
        self.consider_computer().await;
    }

    /// A socket has gone.
    pub fn leave(&mut self, viewer: u64) {
        if self.room.remove(&[viewer]) {
            self.presence_changed();
        }
    }

    /// Who somebody is now: they may have signed in while they were on their way.
    pub fn known(&self, who: Who) -> Who {
        let became = self.club.identities.became(&who.person, who.seen);
        Who { person: became.unwrap_or(who.person), ..who }
    }

    /// What lists show.
    pub fn update_summary(&self) {
        self.summary.change(|listing| listing.show(&self.table, self.delayed.as_deref(), self.rows.status, wall()));
        self.club.turns.forget(self.rows.people());
        self.club.lobby.touch();
        self.report();
    }

    /// Updates the lists after delayed spectators have seen something that happened earlier.
    fn show_later(&self) {
        let changed_at = self.summary.listing().now.changed_at;
        self.summary.change(|listing| listing.show(&self.table, self.delayed.as_deref(), self.rows.status, changed_at));
        self.club.lobby.touch();
    }
}
