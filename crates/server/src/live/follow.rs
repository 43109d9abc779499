//! A game that another node owns, for the sockets that are here.
//!
//! A follower is the same task as an owner without the owner's part: it decides nothing and writes nothing. It is fed
//! with lines that are on disk, shows them as an owner would, and forwards acts. What it may have missed it reads from
//! the store. When the owner has gone, it takes the game over, with the players who are here.

use super::append::Own;
use super::forward::{Awaited, Forwarded};
use super::load::{Loaded, event_of_row};
use super::owner::Owner;
use super::{News, Request, Rows};
use crate::clockwork::{Flow, GameTime, LONGEST_HOLD};
use crate::error::Failure;
use crate::nodes::Leader;
use crate::nodes::post::{Here, Lines, Nudge, Post, Row, Stand};
use damka_conduct::clock::Millis;
use damka_conduct::{Event, Line, Pace, PersonId, Worded};
use damka_notation::SquareNames;
use damka_store::{ClientNumber, Head, KeptEvent, Scope, Store};
use std::sync::atomic::Ordering;

/// How often a follower says who is here, and hears how the game stands, in milliseconds.
const EVERY: u64 = 5_000;
/// After how long an owner that is silent about the game may no longer have it, in milliseconds.
const SILENT: u64 = 7_000;

/// What a follower knows of the owner.
#[derive(Debug)]
pub struct Following {
    /// The run that owns the game.
    pub leader: i64,
    /// When it was heard last, in milliseconds of this run.
    heard: u64,
    /// When the owner is informed or the store is read next.
    next: u64,
    /// The mark of the rows when the store was asked last.
    head: Option<u64>,
    /// Whether it cannot write.
    halted: bool,
    /// Acts on their way to it.
    pub(super) pending: Vec<Forwarded>,
    /// Acts that count, and whose lines have not come yet.
    pub(super) awaited: Vec<Awaited>,
}

impl Following {
    /// A follower of a run from a moment of this run on.
    #[must_use]
    pub fn new(leader: i64, now: u64) -> Following {
        let (pending, awaited) = (Vec::new(), Vec::new());
        Following { leader, heard: now, next: now, head: None, halted: false, pending, awaited }
    }
}

impl Owner {
    /// Whether another node owns the game.
    pub fn is_following(&self) -> bool {
        self.following.is_some()
    }

    /// When the follower has something to do by itself, as a moment of the run.
    pub(super) fn follower_deadline(&self) -> Option<u64> {
        let following = self.following.as_ref()?;
        let due = [
            Some(following.next),
            following.awaited.iter().map(|awaited| awaited.until).min(),
            self.delayed.as_ref().and_then(|delayed| delayed.due()).map(|due| self.club.clock.at_wall(due)),
            self.room.is_empty().then_some(self.room.idle_since + self.club.settings.idle_ms()),
            self.room.told_at(),
        ];
        due.into_iter().flatten().min()
    }

    /// Something is due; `false` if the follower has to end.
    pub(super) async fn on_follower_timer(&mut self) -> bool {
        let now = self.club.clock.now();
        self.tell_delayed();
        self.tell_crowd();
        self.read_awaited(now).await;
        if self.following.as_ref().is_some_and(|following| now >= following.next) {
            self.say_who_is_here(false);
            if self.following.as_ref().is_some_and(|following| now >= following.heard + SILENT) {
                self.check_leader().await;
                self.read_tail().await;
            }
            if let Some(following) = &mut self.following {
                following.next = now + EVERY;
            }
        }
        let goes =
            self.log.is_lost || self.room.is_empty() && now >= self.room.idle_since + self.club.settings.idle_ms();
        if goes && self.is_following() {
            self.say_who_is_here(true);
        }
        !goes
    }

    /// Tells the owner who is here. Its answer is how the game stands.
    pub(super) fn say_who_is_here(&self, gone: bool) {
        let Some(following) = &self.following else { return };
        let people = self.room.people().into_iter().map(|person| person.as_str().to_owned()).collect();
        let here = Here { run: self.club.clock.run(), people, watchers: self.room.watchers_here(), gone };
        self.club.tell_here(self.rows.id.as_str(), following.leader, here);
    }

    /// What another node says about the game.
    pub(super) async fn hear_post(&mut self, post: Post) {
        match post {
            Post::Lines(_, lines) if self.is_following() => self.follow_lines(lines).await,
            Post::Stand(_, stand) if self.is_following() => self.follow_stand(stand).await,
            Post::Bye(_) if self.is_following() => self.check_leader().await,
            Post::Here(_, here) if !self.is_following() => self.hear_follower(here).await,
            _ => {}
        }
    }

    /// The store says what a node that is not heard has written.
    async fn follow_head(&mut self, run: i64, head: Option<Head>) {
        let now = self.club.clock.now();
        let Some(following) = self.following.as_mut().filter(|following| following.leader == run) else { return };
        match head {
            Some(head) => {
                following.heard = now;
                let has_new_rows = following.head != Some(head.rows);
                following.head = Some(head.rows);
                if self.log.seq < head.seq {
                    self.read_tail().await;
                }
                if has_new_rows && self.read_rows().await {
                    self.tell_game();
                }
            }
            None => self.check_leader().await,
        }
    }

    async fn follow_lines(&mut self, Lines(first, at, rows): Lines) {
        let now = self.club.clock.now();
        if let Some(following) = &mut self.following {
            following.heard = now;
        }
        let last = first.saturating_add(rows.len() as u32).saturating_sub(1);
        if last <= self.log.seq {
            return;
        }
        if first != self.log.seq + 1 {
            return self.read_tail().await;
        }
        let names = SquareNames::of(&self.spec.ruleset);
        for Row(line, _, number) in rows {
            let Ok(Line::Event(event)) = Line::read(&line, names) else { return self.read_tail().await };
            if self.table.admits(&event).is_err() {
                return self.fold_from_disk().await;
            }
            if let GameTime::Sitting(_) = self.time {
                self.time = GameTime::Sitting(Flow::going(now, Millis(at)));
            }
            self.follow_event(event, number.map(|(client, n)| ClientNumber { client, n }));
        }
    }

    /// Shows an event that is on disk; its number is the next.
    fn follow_event(&mut self, event: Event, number: Option<ClientNumber>) {
        let own = number.and_then(|number| {
            let viewer = self.forget_pending(number)?.viewer();
            Some(Own { viewer, number })
        });
        self.show_committed(event, own);
    }

    async fn follow_stand(&mut self, stand: Stand) {
        let now = self.club.clock.now();
        let Some(following) = &mut self.following else { return };
        if stand.run != following.leader {
            return self.check_leader().await;
        }
        following.heard = now;
        let was_halted = std::mem::replace(&mut following.halted, stand.halted);
        if self.log.seq < stand.seq {
            self.read_tail().await;
        }
        let was_frozen = self.time.is_frozen();
        if let GameTime::Sitting(_) = self.time {
            let at = Millis(stand.at).max(self.table.now());
            self.time = GameTime::Sitting(if stand.frozen { Flow::standing(at) } else { Flow::going(now, at) });
        }
        let has_new_rows = stand.rows != self.rows.mark() && self.read_rows().await;
        let people = stand.people.into_iter().map(PersonId::new).collect();
        if self.room.set_elsewhere(stand.run, people, stand.watchers, &self.rows) {
            self.presence_changed();
        }
        if was_halted != stand.halted {
            self.tell_halted(stand.halted);
        }
        if has_new_rows || was_frozen != self.time.is_frozen() {
            self.tell_game();
        }
    }

    /// Reads lines that were missed.
    pub(super) async fn read_tail(&mut self) {
        let (id, seq) = (self.rows.id.clone(), self.log.seq);
        let Ok(rows) = self.club.read(move |store| store.events(&id, seq)).await else { return };
        for row in rows {
            if !self.follow_row(row) {
                return self.fold_from_disk().await;
            }
        }
    }

    /// A row as it is kept; `false` if it does not fit.
    fn follow_row(&mut self, row: KeptEvent) -> bool {
        if row.event.scope == Scope::Secret {
            self.log.seq = row.seq;
            return true;
        }
        match event_of_row(&row, SquareNames::of(&self.spec.ruleset)) {
            Some(event) if self.table.admits(&event).is_ok() => {
                self.log.seq = row.seq - 1;
                self.follow_event(event, row.event.client);
                true
            }
            _ => false,
        }
    }

    /// Reads who sits where, and who may see what; whether that is new.
    async fn read_rows(&mut self) -> bool {
        let id = self.rows.id.clone();
        let read = move |store: &dyn Store| store.game(&id)?.map(|kept| Rows::read(store, &kept)).transpose();
        let Ok(Some(rows)) = self.club.read(read).await else { return false };
        if rows == self.rows {
            return false;
        }
        self.rows = rows;
        let changed = self.update_people();
        tracing::debug!(game = %self.rows.id, changed = changed.len(), "the rows of a followed game have changed");
        let (club, rows) = (&self.club, &self.rows);
        self.room.turn_out(|viewer| !club.may_see(rows, Some(viewer)));
        self.update_summary();
        true
    }

    /// Everything is read again, as after a failed write.
    async fn fold_from_disk(&mut self) {
        let id = self.rows.id.clone();
        let Ok(Some(loaded)) = self.club.read(move |store| Loaded::read(store, &id)).await else {
            self.log.is_lost = true;
            return self.tell_bye(&Failure::Closing);
        };
        let Loaded { rows, table, log, delayed, .. } = loaded;
        (self.rows, self.table, self.log, self.delayed) = (rows, table, log, delayed);
        self.update_people();
        self.update_summary();
        self.tell_game();
        // Their events were not shown one by one.
        self.pass_on_all();
    }

    /// Asks who owns the game; if nobody does, this node takes it.
    pub(super) async fn check_leader(&mut self) {
        let id = self.rows.id.clone();
        let leader = self.club.leader_of(&id).await;
        self.lead(leader).await;
    }

    /// The game has lost its owner.
    async fn take_orphan(&mut self) {
        let id = self.rows.id.clone();
        let leader = self.club.leader_of_orphan(&id).await;
        self.lead(leader).await;
    }

    async fn lead(&mut self, leader: Result<Leader, Failure>) {
        match leader {
            Ok(Leader::Other(run)) => {
                let now = self.club.clock.now();
                if let Some(following) = self.following.as_mut().filter(|following| following.leader != run) {
                    self.room.forget_elsewhere(following.leader);
                    (following.leader, following.heard, following.next) = (run, now, now);
                    self.summary.follow(Leader::Other(run));
                    // Nobody waits for a dead owner: the new one knows what it has done.
                    self.pass_on_all();
                }
            }
            Ok(Leader::Mine(run)) => Box::pin(self.take_over(run)).await,
            Err(Failure::NoGame) => {
                self.log.is_lost = true;
                self.tell_bye(&Failure::NoGame);
            }
            Err(failure) => tracing::debug!(game = %self.rows.id, ?failure, "nobody can say who owns a game"),
        }
    }

    /// The game is this node's from now on. Everything that happened under the old owner is on disk.
    async fn take_over(&mut self, run: i64) {
        let id = self.rows.id.clone();
        let Ok(Some(loaded)) = self.club.read(move |store| Loaded::read(store, &id)).await else {
            self.log.is_lost = true;
            return self.tell_bye(&Failure::Closing);
        };
        let now = self.club.clock.now();
        if !loaded.is_of(run) {
            // Another run has taken it over meanwhile, so this node follows it again.
            if let Some(following) = &mut self.following {
                (following.heard, following.next) = (0, now);
            }
            return;
        }
        let following = self.following.take();
        self.club.followers(-1);
        self.run = run;
        self.held_until = now + LONGEST_HOLD;
        self.summary.follow(Leader::Mine(run));
        let Loaded { kept, rows, table, log, delayed, beat, outages, lag, .. } = loaded;
        let is_running = table.running().is_some() && table.ending().is_none();
        if self.spec.pace == Pace::Sitting {
            let flow = Flow::loaded((run, self.held_until), now, kept.anchor, beat, table.now(), is_running);
            self.time = GameTime::Sitting(flow);
        }
        (self.rows, self.table, self.log, self.delayed) = (rows, table, log, delayed);
        self.log.is_anchored = !self.is_timed();
        self.room.forget_everybody_elsewhere();
        self.update_people();
        self.tell_game();
        self.tell_halted(false);
        self.credit_outages(outages, lag).await;
        self.look_up_vacations().await;
        // The clock waits for a player who may be here all the time.
        let awaited = self.table.running().filter(|side| self.room.has_here((*side).into()));
        if awaited.is_some() && self.is_held() {
            self.go_on().await;
            self.tell_game();
        }
        self.prepare_proofs();
        self.follow_up().await;
        // Acts that were under way are decided here. What the old owner still answers is ignored.
        for forwarded in following.map(|following| following.pending).unwrap_or_default() {
            Box::pin(self.decide_here(forwarded)).await;
        }
    }

    /// News for a follower.
    pub(super) async fn follower_hears(&mut self, news: News) -> Option<News> {
        match news {
            News::Settled(outcome) => self.nudge_leader(Nudge::Settled(outcome.word().to_owned())),
            News::HostFlag => self.nudge_leader(Nudge::HostFlag),
            News::NodeGone(run) => {
                if self.following.as_ref().is_some_and(|following| following.leader == run) {
                    self.take_orphan().await;
                }
            }
            News::Head(run, head) => self.follow_head(run, head).await,
            News::Missed => {
                if self.read_rows().await {
                    self.tell_game();
                }
            }
            News::Halted => self.tell_halted(true),
            News::Sure => self.tell_halted(self.following.as_ref().is_some_and(|following| following.halted)),
            News::Thought(..) | News::Proved(..) | News::Outage(_) => {}
            other => return Some(other),
        }
        None
    }

    /// Whether a follower may answer a request itself.
    pub(super) fn follower_answers(request: &Request) -> bool {
        matches!(request, Request::Look(_) | Request::Table(_) | Request::Remove(_))
    }
}

impl crate::club::Club {
    /// A follower comes or goes.
    pub(super) fn followers(&self, change: i64) {
        if let Some(peers) = &self.peers {
            peers.followers.fetch_add(change.cast_unsigned(), Ordering::Relaxed);
        }
    }
}
