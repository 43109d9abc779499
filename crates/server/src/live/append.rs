//! How something happens in a game: decided, evolved, committed, published.

use super::conditions::Prepared;
use super::load::Loaded;
use super::moment::Moment;
use super::owner::Owner;
use super::snapshot::{Circumstances, Snapshot};
use super::talk;
use super::tell::is_rematch;
use crate::clockwork::{Flow, GameTime, wall};
use crate::error::Failure;
use damka_conduct::clock::Millis;
use damka_conduct::{Actor, Change, Command, Event, Refused, Status, Worded};
use damka_notation::{SquareNames, fen};
use damka_store::{ClientNumber, Ended, NewEvent, Scope, StoreError, Write};
use std::sync::atomic::Ordering;

/// How often the store is asked again when it fails, in milliseconds.
pub const RETRY: u64 = 2_000;

/// Why something did not happen.
#[derive(Debug)]
pub enum AppendError {
    /// The table did not accept it.
    Refused(Refused),
    /// It could not be written; the owner has noted that.
    Store(StoreError),
    /// Another run has the game, and this owner goes.
    Lost,
    /// Nobody can say yet whether it was written, so nobody is told that it was not; this owner goes.
    Unknown(StoreError),
}

/// Nothing can be written.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// Why.
    pub error: StoreError,
    /// When the store is asked again, in milliseconds of the run.
    pub retry_at: u64,
    /// Whether everybody was told.
    pub is_told: bool,
}

/// A socket's own act.
#[derive(Clone, Copy, Debug)]
pub struct Own {
    /// The socket.
    pub viewer: u64,
    /// Its number.
    pub number: ClientNumber,
}

/// Events that are committed together.
struct Batch {
    events: Vec<Event>,
    changes: Vec<Change>,
    own: Option<Own>,
    /// Which of the events the client has done. Others only go before it, or are answers that were prepared.
    own_at: usize,
    /// What follows from what players have prepared.
    prepared: Option<Box<Prepared>>,
    ends: bool,
    anchors: bool,
}

impl Batch {
    /// The client's number, of the event that it has done.
    fn number(&self, at: usize) -> Option<ClientNumber> {
        self.own.map(|own| own.number).filter(|_| at == self.own_at)
    }
}

impl Owner {
    /// Lets time pass: what has happened by itself is appended first, with the moment at which it was due.
    pub async fn elapse(&mut self, now: Millis) -> Result<(), AppendError> {
        if !self.is_live() || self.time.is_frozen() || self.is_following() {
            return Ok(());
        }
        let due = self.table.decide(&Command::Elapse, now.max(self.table.now())).unwrap_or_default();
        // What is rare is boxed here and below: the future of an act is made for every move.
        if due.is_empty() { Ok(()) } else { Box::pin(self.append(due, None, Vec::new())).await }
    }

    /// Somebody does something at a time of the game.
    pub async fn command(&mut self, command: &Command, now: Millis, own: Option<Own>) -> Result<(), AppendError> {
        let now = now.max(self.table.now());
        self.elapse(now).await?;
        let events = self.table.decide(command, now.max(self.table.now())).map_err(AppendError::Refused)?;
        self.append(events, own, Vec::new()).await
    }

    /// Events that were decided: evolved, committed with everything that goes with them, published.
    pub async fn append(&mut self, events: Vec<Event>, own: Option<Own>, with: Vec<Write>) -> Result<(), AppendError> {
        let batch = self.evolve(events, own);
        let mut writes = self.event_writes(&batch);
        writes.extend(with);
        let back = self.back_at_the_board(&batch.events, &batch.changes);
        writes.extend(Owner::back_writes(&back));
        writes.extend(batch.prepared.iter().flat_map(|prepared| self.plan_writes(prepared)));
        writes.extend(self.end_write().filter(|_| batch.ends));
        writes.extend(self.anchor_write().filter(|_| batch.anchors));
        if let Err(error) = self.club.append(writes).await {
            Box::pin(self.not_written(error, &batch)).await?;
        }
        self.committed(batch);
        self.tell_back(&back);
        Ok(())
    }

    /// Events happen at the table, and with them the answers that were prepared for them. Nobody sees the table before the
    /// commit; if that fails it is folded again from what is on disk.
    fn evolve(&mut self, mut events: Vec<Event>, own: Option<Own>) -> Batch {
        let mut prepared = self.prepare(&events);
        let own_at = events.len().saturating_sub(1);
        events.extend(prepared.iter_mut().flat_map(|prepared| std::mem::take(&mut prepared.answers)));
        let changes = events.iter().flat_map(|event| self.table.evolve(event)).collect();
        let ends = self.rows.status == Status::Live && self.table.ending().is_some();
        Batch { events, changes, own, own_at, prepared, ends, anchors: self.needs_anchor() }
    }

    fn event_writes(&self, batch: &Batch) -> Vec<Write> {
        let names = SquareNames::of(&self.spec.ruleset);
        let now = wall();
        let row = |(at, event): (usize, &Event)| NewEvent {
            line: event.line(names),
            scope: if event.deed.is_for_team() { Scope::Seat } else { Scope::All },
            client: batch.number(at),
            wall: now,
        };
        let rows = batch.events.iter().enumerate().map(row).collect();
        vec![Write::Events { game: self.rows.id.clone(), run: self.run, first: self.log.seq + 1, events: rows }]
    }

    /// What a game's end adds to its row.
    pub fn end_write(&self) -> Option<Write> {
        let ending = self.table.ending()?;
        let ended = Ended {
            winner: ending.winner(),
            reason: Some(ending.kind().word().to_owned()),
            fen: fen::write(self.table.game().position(), &self.spec.ruleset),
            plies: self.table.game().played().len() as u32,
        };
        Some(Write::End { game: self.rows.id.clone(), ended, now: wall() })
    }

    /// Whether the store has to be told how the game's time goes in this run.
    fn needs_anchor(&self) -> bool {
        !self.log.is_anchored && !self.time.is_frozen()
    }

    /// How the game's time goes in this run, to be kept. It also says that this run has the game.
    pub fn anchor_write(&self) -> Option<Write> {
        let clock = &self.club.clock;
        let flow = match self.time {
            GameTime::Sitting(flow) => flow,
            GameTime::Days { .. } => Flow::going(clock.now(), self.now()),
        };
        Some(Write::Anchor { game: self.rows.id.clone(), anchor: flow.anchor(self.run) })
    }

    /// On disk: it counts, and everybody is told.
    fn committed(&mut self, batch: Batch) {
        let Batch { ref events, ends, anchors, .. } = batch;
        self.post_lines(self.log.seq + 1, events, |at| batch.number(at));
        self.log.is_anchored |= anchors;
        if ends {
            self.rows.status = Status::Over;
        }
        let now = wall();
        for (at, event) in events.iter().enumerate() {
            self.log.seq += 1;
            self.log.done.note(event, batch.number(at), self.log.seq);
            if let Some(delayed) = &mut self.delayed {
                delayed.push(now, self.log.seq, event.clone());
            }
        }
        let by = events.last().and_then(|event| event.actor.role());
        if !self.is_following() {
            self.notify_of(by, &batch.changes);
        }
        self.club.counts.events.fetch_add(events.len() as u64, Ordering::Relaxed);
        if !self.tell_batch(batch) {
            return;
        }
        self.update_summary();
        if ends {
            self.club.lobby_changed();
            if self.spec.has_secrets() {
                // A player who could not see the board may see everything now, and everybody what teams have said.
                self.tell_secrets(false);
            }
        }
    }

    /// Shows an event that another node has committed.
    pub fn show_committed(&mut self, event: Event, own: Option<Own>) {
        let changes = self.table.evolve(&event);
        let ends = self.rows.status == Status::Live && self.table.ending().is_some();
        let is_about_rematch = changes.iter().any(is_rematch);
        self.committed(Batch { events: vec![event], changes, own, own_at: 0, prepared: None, ends, anchors: false });
        if is_about_rematch {
            self.tell_rematch();
        }
    }

    /// Tells everybody what has happened: as one moment; or one by one where moves were answered by prepared ones, because
    /// every move is shown. Returns whether it changes what lists show.
    fn tell_batch(&mut self, batch: Batch) -> bool {
        let Batch { events, changes, own, own_at, prepared, .. } = batch;
        let is_answered = own_at + 1 < events.len();
        if let Some(prepared) = prepared {
            let Prepared { mut before, plans, .. } = *prepared;
            self.take_plans(plans);
            let begun = self.log.seq - events.len() as u32;
            for (at, event) in events.iter().enumerate().filter(|_| is_answered) {
                let changes = before.evolve(event);
                let live = before.ending().is_none();
                let about = Circumstances { seq: begun + 1 + at as u32, live, ..self.circumstances() };
                let moment = Moment::event(Snapshot::of(&before, &self.spec, about), event.actor.role(), changes);
                self.publish(&moment, own.filter(|_| at == own_at));
            }
        }
        if is_answered {
            return true;
        }
        let snapshot = |owner: &Owner| Snapshot::of(&owner.table, &owner.spec, owner.circumstances());
        if let Some(said) = talk::said(&changes) {
            self.publish(&Moment::said(snapshot(self), said), own);
            return false;
        }
        if !changes.iter().any(is_rematch) {
            let by = events.last().and_then(|event| event.actor.role());
            self.publish(&Moment::event(snapshot(self), by, changes), own);
        }
        true
    }

    /// A write failed. If it was on disk all the same, only the answer was lost: then everything is well. Otherwise what
    /// was not written did not happen.
    async fn not_written(&mut self, error: StoreError, batch: &Batch) -> Result<(), AppendError> {
        tracing::error!(game = %self.rows.id, %error, "an event could not be written");
        // A transaction that was lost on its way may still become true. The next one begins when it is over.
        if self.club.peers.is_some() && self.club.write(Vec::new()).await.is_err() {
            return Err(self.give_up(error));
        }
        let (store, id) = (self.club.store(), self.rows.id.clone());
        let before = self.log.seq;
        let tail = tokio::task::spawn_blocking(move || store.events(&id, before)).await;
        let Ok(Ok(tail)) = tail else { return Err(self.give_up(error)) };
        let names = SquareNames::of(&self.spec.ruleset);
        let is_mine = tail.len() == batch.events.len()
            && tail.iter().zip(&batch.events).enumerate().all(|(at, (kept, event))| {
                let is_same = kept.event.line == event.line(names) && kept.event.client == batch.number(at);
                is_same && kept.run == Some(self.run)
            });
        if is_mine {
            return Ok(());
        }
        if tail.iter().any(|kept| kept.run != Some(self.run)) {
            // Another run has appended: the game is not ours any more.
            (self.log.is_lost, self.log.is_taken) = (true, true);
            self.tell_bye(&Failure::Closing);
            return Err(AppendError::Lost);
        }
        self.fold_again(error).await
    }

    /// It cannot be known whether anything can be written: nobody's clock runs until it is known again.
    pub fn halt(&mut self) {
        let now = self.club.clock.now();
        if self.log.trouble.is_some() || !self.is_live() {
            return;
        }
        if let GameTime::Sitting(_) = self.time {
            self.time = GameTime::Sitting(Flow::standing(self.now()));
        }
        self.log.is_anchored = !self.is_timed();
        let error = StoreError::Unsure;
        self.log.trouble = Some(Box::new(Trouble { error, retry_at: now + RETRY, is_told: false }));
    }

    /// What is in memory is not what is on disk, and the disk cannot even be read.
    fn give_up(&mut self, error: StoreError) -> AppendError {
        self.log.is_lost = true;
        self.tell_bye(&Failure::Store(error.clone()));
        AppendError::Unknown(error)
    }

    /// The game stops, and is folded again from what is on disk.
    async fn fold_again(&mut self, error: StoreError) -> Result<(), AppendError> {
        let now = self.club.clock.now();
        let time = self.time.at(&self.club.clock, now);
        let (store, id) = (self.club.store(), self.rows.id.clone());
        let loaded = tokio::task::spawn_blocking(move || Loaded::read(&*store, &id)).await;
        let Ok(Ok(Some(loaded))) = loaded else { return Err(self.give_up(error)) };
        (self.table, self.log, self.delayed) = (loaded.table, loaded.log, loaded.delayed);
        self.log.is_anchored = !self.is_timed();
        self.rows.status = loaded.kept.game.status;
        if let GameTime::Sitting(_) = self.time {
            self.time = GameTime::Sitting(Flow::standing(time.max(self.table.now())));
        }
        self.log.trouble = Some(Box::new(Trouble { error: error.clone(), retry_at: now + RETRY, is_told: false }));
        Err(AppendError::Store(error))
    }

    /// Something that no client asked for. What is refused is only noted: something else happened first.
    pub async fn do_by_itself(&mut self, command: &Command, now: Millis) {
        match self.command(command, now, None).await {
            Ok(()) | Err(AppendError::Store(_) | AppendError::Lost | AppendError::Unknown(_)) => {}
            Err(AppendError::Refused(refused)) => {
                tracing::debug!(game = %self.rows.id, ?refused, ?command, "what should happen by itself was refused");
            }
        }
    }

    /// What nobody does, such as a proof that has come.
    pub async fn nobody_does(&mut self, intents: Vec<damka_conduct::Intent>, made_for: u32) {
        let now = self.now();
        let mut events = Vec::new();
        for intent in intents {
            let command = Command::Act { actor: Actor::Nobody, intent, made_for: Some(made_for) };
            match self.table.decide(&command, now) {
                Ok(decided) => events.extend(decided),
                Err(refused) => tracing::debug!(game = %self.rows.id, ?refused, "a proof came too late"),
            }
        }
        if !events.is_empty() {
            let _ = self.append(events, None, Vec::new()).await;
        }
    }
}
