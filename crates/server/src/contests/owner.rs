//! The owner of one contest.

use super::boards::Played;
use super::create::status_of;
use super::follow::LOOK;
use super::load::Loaded;
use super::view;
use super::{Answer, Changed, Handle, MAILBOX, Mail, Request, Watcher};
use crate::api::FromContest;
use crate::clockwork::wall;
use crate::club::Club;
use crate::create::board_game;
use crate::error::Failure;
use crate::live::json;
use crate::nodes::Leader;
use crate::shared::Told;
use damka_conduct::clock::Millis;
use damka_conduct::{ContestId, GameId, PersonId};
use damka_contest::{Actor, BoardId, By, Command, Contest, Deed, Event, Number, Refused, Source};
use damka_store::{ContestLine, ContestWrite, KeptContest, Scope, StoreError, Write};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// Frames of changed boards are sent so often at most.
const EVERY: Duration = Duration::from_millis(100);
/// The most people who are let in to look at a private contest.
const MOST_GUESTS: usize = 500;

/// Everything of one contest.
pub struct Owner {
    pub(crate) club: Arc<Club>,
    /// What is kept of the contest beside its record.
    pub(crate) rows: Arc<KeptContest>,
    pub(super) shared_rows: Arc<Mutex<Arc<KeptContest>>>,
    pub(super) contest: Contest,
    /// The number of the last event.
    pub(crate) seq: u32,
    /// The games of its boards, as they stood when they were read last.
    pub(super) played: HashMap<GameId, Played>,
    watchers: Vec<Watcher>,
    /// Boards that have changed since the last frame.
    pub(super) dirty: BTreeSet<BoardId>,
    /// Whether the contest itself has changed since the last frame.
    pub(super) is_dirty: bool,
    /// Whether the host's clock has begun to run or was stopped since.
    is_clock_dirty: bool,
    /// When the last frames were sent.
    sent_at: Instant,
    idle_since: Instant,
    changed: Arc<Changed>,
    /// What is in memory may not be what is on disk: the owner goes.
    is_lost: bool,
    /// The run that this owner writes as.
    pub(super) run: i64,
    /// Who owns the contest; a follower only shows it.
    pub(super) leader: Leader,
    /// When a node looked at everything by itself.
    looked_at: Instant,
}

/// Why a command was not carried out.
#[derive(Debug)]
pub enum Undone {
    /// The contest did not accept it.
    Refused(Refused),
    /// It could not be written.
    Store(StoreError),
}

/// Events, to be written.
#[must_use]
pub fn enter_writes(id: &ContestId, first: u32, run: i64, events: &[Event]) -> Write {
    let wall = wall();
    let lines = events.iter().map(|event| ContestLine { run, wall, scope: Scope::All, line: event.line() }).collect();
    Write::Contest(ContestWrite::Events { contest: id.clone(), first, lines })
}

/// Starts the owner of a contest.
pub fn start(club: &Arc<Club>, loaded: Loaded, leader: Leader) -> Handle {
    let (send, mail) = mpsc::channel(MAILBOX);
    let Loaded { kept, contest, seq, run, .. } = loaded;
    let own_run = if let Leader::Mine(run) = leader { run } else { club.clock.run() };
    let rows = Arc::new(kept);
    let shared_rows = Arc::new(Mutex::new(Arc::clone(&rows)));
    let changed = Arc::new(Changed::default());
    let mut owner = Owner {
        club: Arc::clone(club),
        rows,
        shared_rows: Arc::clone(&shared_rows),
        contest,
        seq,
        played: HashMap::new(),
        watchers: Vec::new(),
        dirty: BTreeSet::new(),
        is_dirty: false,
        is_clock_dirty: false,
        sent_at: Instant::now(),
        idle_since: Instant::now(),
        changed: Arc::clone(&changed),
        is_lost: false,
        run: own_run,
        leader,
        looked_at: Instant::now(),
    };
    tokio::spawn(async move {
        let mut mail = mail;
        // An owner that panics goes, and the next one loads the contest as it is on disk.
        let running = std::panic::AssertUnwindSafe(owner.life(&mut mail, run));
        if futures_util::FutureExt::catch_unwind(running).await.is_err() {
            tracing::error!(contest = %owner.rows.contest.id, "the owner of a contest panicked");
        }
        owner.release().await;
        owner.club.contests.release(&owner.rows.contest.id, || mail.close());
    });
    Handle { mail: send, changed, rows: shared_rows, leader }
}

impl Owner {
    async fn life(&mut self, mail: &mut mpsc::Receiver<Mail>, run: Option<damka_store::Run>) {
        self.catch_up(run).await;
        while !self.is_lost {
            let wakes = self.wakes_at();
            let changed = Arc::clone(&self.changed);
            tokio::select! {
                biased;
                next = mail.recv() => {
                    let Some(next) = next else { break };
                    if !self.handle(next).await {
                        break;
                    }
                }
                () = changed.bell.notified() => {
                    let games = self.changed.take();
                    self.read_games(games).await;
                    self.tell_games().await;
                }
                () = sleep_until(wakes) => {
                    if self.club.peers.is_some() && self.looked_at.elapsed() >= LOOK {
                        self.looked_at = Instant::now();
                        match self.is_following() {
                            true if !self.follow().await => break,
                            true => {}
                            false => self.read_open_games().await,
                        }
                    }
                    self.elapse().await;
                    self.publish();
                    if self.may_go() {
                        break;
                    }
                }
            }
        }
    }

    /// After loading: no clock ran while no server ran, and every open game is read.
    async fn catch_up(&mut self, run: Option<damka_store::Run>) {
        if self.is_following() {
            return self.read_open_games().await;
        }
        let is_running = self.contest.host_clock().is_some_and(|clock| clock.is_running());
        if let Some(run) = run.filter(|run| is_running && run.id != self.run) {
            // The clock is charged to the last heartbeat, and stands until a board waits for the host again.
            let at = Millis(run.beat_wall.saturating_sub(self.rows.contest.created_at)).max(self.contest.now());
            let _ = self.command_at(By::alone(Actor::Nobody), &Command::HostAwaited(false), at, Vec::new()).await;
        }
        self.read_open_games().await;
    }

    /// Reads the games whose results the contest does not know yet.
    pub(super) async fn read_open_games(&mut self) {
        let is_read = |scored: damka_contest::Scored| scored.source != Source::Settled;
        let open = self.contest.boards().iter().filter(|board| !board.result.is_some_and(is_read));
        let games: Vec<GameId> = open.filter_map(|board| board.game.clone()).collect();
        self.read_games(games).await;
        self.tell_games().await;
    }

    /// The contest's time.
    pub(super) fn now(&self) -> Millis {
        Millis(wall().saturating_sub(self.rows.contest.created_at)).max(self.contest.now())
    }

    /// When the owner has something to do by itself.
    fn wakes_at(&self) -> Instant {
        let now = Instant::now();
        let idle = now + if self.club.peers.is_some() { LOOK } else { Duration::from_secs(20) };
        let due = self
            .contest
            .next_due()
            .filter(|_| !self.is_following())
            .map(|due| now + Duration::from_millis(due.minus(self.now()).0));
        let frames = self.has_news().then_some(self.sent_at + EVERY);
        [Some(idle), due, frames].into_iter().flatten().min().unwrap_or(idle)
    }

    /// Whether something has changed since the last frames.
    fn has_news(&self) -> bool {
        self.is_dirty || self.is_clock_dirty || !self.dirty.is_empty()
    }

    /// Whether the contest may leave the memory.
    fn may_go(&self) -> bool {
        let is_running = self.contest.host_clock().is_some_and(|clock| clock.is_running());
        let idle = Duration::from_millis(self.club.settings.idle_ms());
        // Among several nodes a message that a game is over may be lost: whoever owns the contest looks for itself.
        let waits = self.club.peers.is_some() && !self.is_following() && self.contest.open_boards().next().is_some();
        self.watchers.is_empty() && !is_running && !waits && self.idle_since.elapsed() > idle
    }

    /// Handles what has come; `false` if the owner has to go.
    async fn handle(&mut self, mail: Mail) -> bool {
        self.idle_since = Instant::now();
        match mail {
            Mail::Request(request, reply) => {
                let answer = self.answer(*request).await;
                let _ = reply.send(answer);
            }
            Mail::Join(watcher) => self.join(*watcher).await,
            Mail::Leave(id) => self.watchers.retain(|watcher| watcher.id != id),
            Mail::People => self.read_people().await,
            Mail::Look if self.is_following() => return self.follow().await,
            Mail::Look => {}
            Mail::Close => {
                self.tell_bye(&Failure::Closing);
                return false;
            }
        }
        true
    }

    async fn answer(&mut self, request: Request) -> Result<Answer, Failure> {
        let (person, speech, games) = match request {
            Request::Look(person, speech) => (person, speech, 0),
            // The owner answers what others may not.
            _ if self.is_following() => return Err(Failure::Closing),
            Request::Enter(person, secret) => {
                self.let_in(person.clone(), &secret).await?;
                (person, damka_words::Language::English.into(), 0)
            }
            Request::Act(who, speech, act) => {
                self.check_seen(&who.person)?;
                let before = self.contest.boards().len();
                self.act(&who, act, speech).await?;
                (who.person, speech, (self.contest.boards().len() - before) as u32)
            }
        };
        self.check_seen(&person)?;
        Ok(Answer { view: Box::new(view::contest(self, &person, self.club.words(speech))), games })
    }

    fn check_seen(&self, person: &PersonId) -> Result<(), Failure> {
        if self.club.may_see_contest(&self.rows, person) { Ok(()) } else { Err(Failure::NoContest) }
    }

    async fn let_in(&mut self, person: PersonId, secret: &str) -> Result<(), Failure> {
        if self.club.may_see_contest(&self.rows, &person) {
            return Ok(());
        }
        if self.rows.contest.secret.as_deref() != Some(secret) {
            return Err(Failure::NoContest);
        }
        if self.rows.guests.len() >= MOST_GUESTS {
            return Err(Failure::NoFreeSeat);
        }
        let contest = self.rows.contest.id.clone();
        self.write_as_owner(ContestWrite::Guest { contest, person }).await?;
        self.read_people().await;
        Ok(())
    }

    // --- How something happens ---

    /// Lets time pass.
    async fn elapse(&mut self) {
        if !self.is_following() && self.contest.next_due().is_some_and(|due| due <= self.now()) {
            self.do_by_itself(&Command::Elapse).await;
            self.tell_games().await;
        }
    }

    /// Somebody does something now.
    pub(super) async fn command(&mut self, by: By, command: &Command, with: Vec<Write>) -> Result<(), Undone> {
        let now = self.now();
        if !matches!(command, Command::Elapse) && self.contest.next_due().is_some_and(|due| due <= now) {
            Box::pin(self.command_at(By::alone(Actor::Nobody), &Command::Elapse, now, Vec::new())).await?;
        }
        self.command_at(by, command, now, with).await?;
        self.tell_games().await;
        Ok(())
    }

    /// Decided, committed with everything that goes with it, then evolved and published.
    async fn command_at(&mut self, by: By, command: &Command, now: Millis, with: Vec<Write>) -> Result<(), Undone> {
        let events = self.contest.decide(by, command, now).map_err(Undone::Refused)?;
        if events.is_empty() {
            return Ok(());
        }
        let mut later = self.contest.clone();
        events.iter().for_each(|event| later.evolve(event));
        let mut writes = with;
        let has_rows = !writes.is_empty();
        let id = self.rows.contest.id.clone();
        writes.push(enter_writes(&id, self.seq + 1, self.run, &events));
        if later.stage() != self.contest.stage() {
            let status = status_of(later.stage());
            writes.push(Write::Contest(ContestWrite::Status { contest: id, status, now: wall() }));
        }
        let games = self.board_writes(&later, &events, &mut writes)?;
        let is_listed = later.stage() != self.contest.stage() || has_rows;
        let told = (is_listed && !self.rows.contest.private).then_some(Told::Contests);
        writes.extend(self.club.telling(told));
        if let Err(error) = self.club.append(writes).await
            && !Box::pin(self.is_written(&events)).await
        {
            tracing::error!(contest = %self.rows.contest.id, %error, "an event of a contest could not be written");
            // It may be on disk all the same: the next owner reads what is there.
            self.is_lost = true;
            return Err(Undone::Store(error));
        }
        let plays = |contest: &Contest| contest.stage() == damka_contest::Stage::Playing;
        let begins = plays(&later) && !plays(&self.contest);
        self.seq += events.len() as u32;
        self.contest = later;
        self.tell_nodes();
        // The host's clock stops and goes on with every few moves: that comes with the boards.
        let is_clock = |event: &Event| matches!(event.deed, Deed::ClockRuns | Deed::ClockStands);
        self.is_dirty |= !events.iter().all(is_clock);
        self.is_clock_dirty |= events.iter().any(is_clock);
        if is_listed {
            self.read_people().await;
            self.club.contests_changed(self.rows.contest.private);
            self.club.ring();
        }
        self.notify_entrants(by.entrant, &events, begins);
        self.begin_games(games).await;
        Ok(())
    }

    /// Whether events are on disk whose answer was lost.
    async fn is_written(&self, events: &[Event]) -> bool {
        // A transaction that was lost on its way may still become true. The next one begins when it is over.
        if self.club.peers.is_none() || self.club.write(Vec::new()).await.is_err() {
            return false;
        }
        let (id, before) = (self.rows.contest.id.clone(), self.seq);
        let tail = self.club.read(move |store| store.contests().contest_events(&id, before)).await.unwrap_or_default();
        let is_own = |(kept, event): (&ContestLine, &Event)| kept.run == self.run && kept.line == event.line();
        tail.len() == events.len() && tail.iter().zip(events).all(is_own)
    }

    /// The games of new boards, to be made in the transaction of their pairing.
    fn board_writes(&self, later: &Contest, events: &[Event], writes: &mut Vec<Write>) -> Result<Vec<GameId>, Undone> {
        let mut games = Vec::new();
        for event in events {
            let Deed::Pair { board, white, black, game: Some(game) } = &event.deed else { continue };
            let terms = |error| Undone::Refused(Refused::Terms(error));
            let spec = later.game_spec(*board, *white, *black).map_err(terms)?;
            let player = |number: &Number| {
                // Somebody who comes with this very act has no row here yet, but among the writes.
                let kept = self.rows.entrants.iter().find(|entrant| entrant.number == *number);
                kept.map(|kept| (kept.person.clone(), kept.name.clone(), kept.picture.clone())).or_else(|| {
                    writes.iter().find_map(|write| match write {
                        Write::Contest(ContestWrite::Entrant { number: new, person, name, .. }) if new == number => {
                            Some((person.clone(), name.clone(), None))
                        }
                        _ => None,
                    })
                })
            };
            let players = [player(white), player(black)].map(Option::unwrap_or_default);
            let made = board_game(&self.club, &self.rows.contest, *board, game.clone(), &spec, players);
            writes.extend(made);
            games.push(game.clone());
        }
        Ok(games)
    }

    /// The clocks of new games run, so their owners look after them.
    async fn begin_games(&mut self, games: Vec<GameId>) {
        for game in &games {
            if let Err(failure) = self.club.game(game).await {
                tracing::error!(%game, ?failure, "a new game of a contest could not be loaded");
            }
        }
        if !games.is_empty() {
            Box::pin(self.read_games(games)).await;
        }
    }

    pub(super) async fn read_people(&mut self) {
        let id = self.rows.contest.id.clone();
        match self.club.read(move |store| store.contests().contest(&id)).await {
            Ok(Some(kept)) if *self.rows == kept => {}
            Ok(Some(kept)) => {
                self.rows = Arc::new(kept);
                *self.shared_rows.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&self.rows);
                self.is_dirty = true;
            }
            Ok(None) => self.is_lost = true,
            Err(failure) => {
                tracing::error!(contest = %self.rows.contest.id, ?failure, "the people of a contest could not be read");
            }
        }
    }

    // --- What everybody who looks gets ---

    async fn join(&mut self, watcher: Watcher) {
        if !self.club.may_see_contest(&self.rows, &watcher.person) {
            // Dropping the watcher drops its sender, and that closes the socket.
            return;
        }
        let frame = self.whole(&watcher);
        if watcher.out.try_send(frame.into()).is_ok() {
            self.watchers.push(watcher);
        }
    }

    fn whole(&self, watcher: &Watcher) -> String {
        let contest = view::contest(self, &watcher.person, self.club.words(watcher.speech));
        json(&FromContest::Contest { contest: Box::new(contest) })
    }

    /// Sends what has changed, not too often.
    fn publish(&mut self) {
        let is_due = self.sent_at.elapsed() >= EVERY && self.has_news();
        if !is_due {
            return;
        }
        let dirty = std::mem::take(&mut self.dirty);
        let is_whole = std::mem::take(&mut self.is_dirty);
        self.is_clock_dirty = false;
        let host_clock = view::host_clock(self);
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.retain(|watcher| {
            let frame = if is_whole {
                self.whole(watcher)
            } else {
                let boards = view::boards(self, &dirty, &watcher.person);
                json(&FromContest::Boards { boards, host_clock })
            };
            watcher.out.try_send(frame.into()).is_ok()
        });
        self.watchers = watchers;
        self.sent_at = Instant::now();
        self.idle_since = Instant::now();
    }

    pub(super) fn tell_bye(&mut self, failure: &Failure) {
        for watcher in self.watchers.drain(..) {
            let problem = failure.problem(self.club.words(watcher.speech));
            let _ = watcher.out.try_send(json(&FromContest::Bye { problem }).into());
        }
    }
}
