//! The club: what every request and every game shares.

use crate::clockwork::{RunClock, wall};
use crate::engine::Engines;
use crate::error::Failure;
use crate::http::{Limits, Lobby};
use crate::live::{self, Answer, Handle, Loaded, News, Request};
use crate::nodes::{Leader, NodePlan, Peers};
use crate::people::Signer;
use crate::registry::Registry;
use crate::settings::Settings;
use damka_conduct::{GameId, PersonId, Status};
use damka_endgame::Library;
use damka_store::{Outage, Run, Store, StoreError, Write};
use damka_words::{Speech, Words};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::{Semaphore, oneshot, watch};

/// Heartbeats that are further apart than this, in milliseconds, are an outage: the process was stopped, or the machine
/// slept.
const OUTAGE: u64 = 60_000;

/// How long owners may take to let their games go when a node closes.
const GOING: std::time::Duration = std::time::Duration::from_secs(4);

/// The name of the secret with which the command line identifies itself to a running club.
pub const MACHINE_KEY: &str = "machine";

/// How many reads of the store run at once. Each has a thread and a connection, so with more of them the machine would
/// be busy with threads and connections instead of reading.
const READS: usize = 6;

/// When a game is loaded again that could not be read, in milliseconds.
const LOAD_AGAIN: u64 = 2_000;
/// How often something is loaded whose owner changes at that very moment.
pub const LOADS: usize = 5;

/// Numbers for those who run the server.
#[derive(Debug, Default)]
pub struct Counts {
    /// Events written.
    pub events: AtomicU64,
    /// Sockets open.
    pub sockets: AtomicU64,
    /// Sockets closed because their readers were slow.
    pub slow: AtomicU64,
    /// Frames rendered: one for each viewpoint and language of a moment.
    pub rendered: AtomicU64,
    /// Requests answered.
    pub requests: AtomicU64,
    /// The number of the last socket.
    pub last_socket: AtomicU64,
    /// How long it took until events of games and contests were on disk.
    pub appends: crate::measures::Latency,
}

/// What every request and every game shares.
pub struct Club {
    store: Arc<dyn Store>,
    reads: Arc<Semaphore>,
    words: [Words; 6],
    /// How it is run.
    pub settings: Settings,
    /// The time of this run.
    pub clock: RunClock,
    /// The other nodes, if this process is one of several.
    pub peers: Option<Peers>,
    /// Live games.
    pub games: Registry,
    /// Contests in memory.
    pub contests: crate::contests::Contests,
    /// Threads that think.
    pub engines: Engines,
    /// Endgame tables.
    pub endgame: Option<Arc<Library>>,
    /// Numbers.
    pub counts: Counts,
    /// Signs cookies.
    pub signer: Signer,
    /// How much a visitor may ask for.
    pub limits: Limits,
    /// Analyses of whole games.
    pub jobs: crate::jobs::Jobs,
    /// Imports in progress.
    pub imports: crate::importing::Imports,
    /// Who has become whom.
    pub identities: crate::identities::Identities,
    /// Who has an office and who is blocked.
    pub standings: crate::keeper::Standings,
    /// The state of the backups.
    pub backups: crate::backups::Backups,
    /// The key that proves a request comes from this machine: it is kept with the data.
    pub machine_key: String,
    /// Sockets that are open, by session.
    pub sessions: Arc<crate::sessions::Sessions>,
    /// Where notices are handed over.
    pub post: crate::notices::Postbox,
    /// Messages to devices.
    pub push: crate::notices::Push,
    /// Who is here.
    pub present: Arc<crate::present::Present>,
    /// The lists that everyone sees.
    pub lobby: Lobby,
    /// In which games it is whose move.
    pub turns: crate::turns::Turns,
    /// What the club is told apart by. It says nothing about its secrets.
    pub mark: String,
    /// Whether the server can do its work.
    pub health: crate::health::Health,
    lobby_changes: watch::Sender<u64>,
    closing: watch::Sender<bool>,
}

impl std::fmt::Debug for Club {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Club").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Club {
    /// Opens the club on a store. It needs a tokio runtime around it from [`Club::resume`] on.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn open(store: Arc<dyn Store>, settings: Settings) -> Result<Arc<Club>, StoreError> {
        let run = store.begin_run(wall())?;
        Club::open_as(store, settings, run, None)
    }

    fn open_as(
        store: Arc<dyn Store>,
        settings: Settings,
        run: Run,
        plan: Option<NodePlan>,
    ) -> Result<Arc<Club>, StoreError> {
        let secret = store.secret(crate::health::COOKIE_KEY, &crate::random::secret)?;
        // Before anything is read that may change: what changes from now on is heard.
        let (_, heard) = store.shared().known_changes()?;
        let guarded = |folder: &PathBuf| {
            let library = Library::guarded(folder, settings.endgame_pieces, settings.engine_threads);
            Arc::new(library.telling(|error| {
                tracing::error!(file = %error.path.display(), problem = ?error.problem, "an endgame table cannot be used");
            }))
        };
        let endgame = settings.endgame.as_ref().map(guarded);
        Ok(Arc::new(Club {
            words: Speech::ALL.map(Words::new),
            engines: Engines::start(settings.engine_threads, endgame.as_ref()),
            endgame,
            clock: RunClock::begin(run.id),
            games: Registry::default(),
            contests: crate::contests::Contests::default(),
            counts: Counts::default(),
            peers: plan.map(|plan| Peers::new(plan, &secret, heard)),
            signer: Signer::new(&secret),
            mark: crate::health::club_mark(&secret),
            limits: Limits::new(&settings),
            jobs: crate::jobs::Jobs::default(),
            imports: crate::importing::Imports::default(),
            identities: crate::identities::Identities::default(),
            standings: crate::keeper::Standings::read(&*store)?,
            backups: crate::backups::Backups::default(),
            machine_key: store.secret(MACHINE_KEY, &crate::random::secret)?,
            sessions: Arc::default(),
            post: crate::notices::Postbox::default(),
            push: crate::notices::Push::default(),
            present: Arc::default(),
            health: crate::health::Health::default(),
            lobby: Lobby::default(),
            turns: crate::turns::Turns::default(),
            lobby_changes: watch::channel(0).0,
            closing: watch::channel(false).0,
            settings,
            reads: Arc::new(Semaphore::new(READS)),
            store,
        }))
    }

    /// Opens the club as a node, which shares the store with others.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn open_node(store: Arc<dyn Store>, settings: Settings, plan: NodePlan) -> Result<Arc<Club>, StoreError> {
        let run = store.nodes().begin_node(wall(), &plan.about)?;
        Club::open_as(store, settings, run, Some(plan))
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> Arc<dyn Store> {
        Arc::clone(&self.store)
    }

    /// The words of a language, or of a speech that has its own names for the pieces.
    #[must_use]
    pub fn words(&self, speech: impl Into<Speech>) -> &Words {
        let speech = speech.into();
        let at = Speech::ALL.iter().position(|known| *known == speech).unwrap_or(0);
        &self.words[at]
    }

    /// Writes, and comes back when it is on disk.
    ///
    /// # Errors
    /// As the store says; nothing was written then.
    pub async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let (tell, told) = oneshot::channel();
        self.store.write(writes, Box::new(move |result| drop(tell.send(result))));
        told.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Reads, without holding up others.
    ///
    /// # Errors
    /// As the store says.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = Arc::clone(&self.reads).acquire_owned().await.map_err(|_| Failure::Closing)?;
        let store = self.store();
        let reading = move || {
            // Also if the request is given up meanwhile: the thread goes on reading.
            let _turn = turn;
            read(&*store)
        };
        let read = tokio::task::spawn_blocking(reading).await;
        Ok(read.unwrap_or(Err(StoreError::Closed))?)
    }

    /// A game, loaded from the store if it is not in memory.
    ///
    /// # Errors
    /// If there is none or it cannot be read.
    pub async fn game(self: &Arc<Club>, id: &GameId) -> Result<Handle, Failure> {
        self.games.get(id, || self.load(id)).await
    }

    async fn load(self: &Arc<Club>, id: &GameId) -> Result<Handle, Failure> {
        for _ in 0..LOADS {
            let leader = self.leader_of(id).await?;
            let owned = id.clone();
            let loaded = self.read(move |store| Loaded::read(store, &owned)).await;
            if loaded.as_ref().is_err_and(Failure::is_passing) {
                // It may be this node's by now, and nobody else looks after it then.
                self.games.wake(wall() + LOAD_AGAIN, id);
            }
            let loaded = loaded?.ok_or(Failure::NoGame)?;
            match leader {
                Leader::Mine(run) if self.peers.is_some() && !loaded.is_of(run) => {}
                _ => return Ok(live::start(self, loaded, leader)),
            }
        }
        Err(Failure::Closing)
    }

    /// Who owns a game, as this node knows if it has the game in memory, or else as the store does. Nobody takes it.
    ///
    /// # Errors
    /// If there is none or the store cannot be asked.
    pub async fn leader_in_memory_or_store(self: &Arc<Club>, id: &GameId) -> Result<Leader, Failure> {
        match self.games.find(id) {
            Some(handle) => Ok(handle.leader()),
            None => Ok(self.game(id).await?.leader()),
        }
    }

    /// Tells every game that is among a person's own, also those that are just being loaded: they may have been read
    /// before what is told was written.
    pub async fn tell(self: &Arc<Club>, person: &PersonId, news: &News) {
        for id in self.games.coming() {
            // Loading it tells what is wrong with it.
            let _ = self.game(&id).await;
        }
        self.turns.forget([person, news.person().unwrap_or(person)].into_iter());
        self.games.tell(person, news);
        if let News::Merged(_, into, _) = news {
            crate::vacations::merged(self, into);
        }
        self.tell_contests(person).await;
        self.lobby.touch();
    }

    /// Tells one game, also if it is just being loaded: it may have been read before what is told was written.
    pub(crate) async fn tell_one(self: &Arc<Club>, id: &GameId, news: News) {
        if self.games.coming().contains(id) {
            // Loading it tells what is wrong with it.
            let _ = self.game(id).await;
        }
        if let Some(handle) = self.games.find(id) {
            handle.tell(news);
        }
    }

    /// Asks a game something. A game that was let go at that very moment is loaded again.
    ///
    /// # Errors
    /// If there is none, it cannot be read, or its owner says so.
    pub async fn ask(self: &Arc<Club>, id: &GameId, request: impl Fn() -> Request) -> Result<Answer, Failure> {
        for _ in 0..3 {
            match self.game(id).await?.ask(request(), self.clock.now()).await {
                Some(Answer::Failed(failure)) => return Err(failure),
                Some(answer) => return Ok(answer),
                None => {}
            }
        }
        Err(Failure::Closing)
    }

    /// Loads the games in which something may have happened by itself meanwhile, and notes when to look at the others.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn resume(self: &Arc<Club>) -> Result<usize, Failure> {
        let run = self.clock.run();
        let mut resumed = 0;
        if self.peers.is_some() {
            // Games of nodes that live are theirs; what nobody has is looked after all the time.
            return Ok(resumed);
        }
        for game in self.read(move |store| store.due(run)).await? {
            if let Some(due) = game.due.filter(|due| *due > wall()) {
                self.games.wake(due, &game.id);
                continue;
            }
            match self.game(&game.id).await {
                Ok(_) => resumed += 1,
                Err(failure) => tracing::error!(game = %game.id, ?failure, "a game could not be resumed"),
            }
        }
        crate::vacations::settle_all(self).await?;
        Ok(resumed)
    }

    /// Heartbeats every second; games that were let go come back when something is due; gaps of heartbeats are noted.
    pub async fn beat(self: Arc<Club>) {
        let mut every = tokio::time::interval(std::time::Duration::from_secs(1));
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut closing = self.closing();
        let mut last = wall();
        loop {
            tokio::select! {
                _ = every.tick() => {}
                _ = closing.changed() => return,
            }
            let now = wall();
            let outage = Outage { from: last, until: now };
            last = now;
            let is_outage = outage.until.saturating_sub(outage.from) > OUTAGE;
            // A node's heartbeats are its lease.
            if self.peers.is_none() {
                let beat = Write::Beat { run: self.clock.run(), beat: self.clock.now(), wall: now };
                let writes = std::iter::once(beat).chain(is_outage.then_some(Write::Outage(outage)));
                let written = self.write(writes.collect()).await;
                self.health.beaten(written);
            }
            // A node that was stopped has lost its games; while another lives it was no outage of the club.
            if self.peers.is_none() && is_outage && outage.until - outage.from >= live::LONG_OUTAGE {
                self.games.tell_all(&News::Outage(outage));
            }
            for id in self.games.woken(now) {
                let club = Arc::clone(&self);
                // A task of its own: heartbeats go on whatever becomes of it.
                tokio::spawn(async move {
                    if let Err(failure) = club.game(&id).await {
                        tracing::error!(game = %id, ?failure, "a game could not be loaded");
                        if failure.is_passing() {
                            club.games.wake(wall() + LOAD_AGAIN, &id);
                        }
                    }
                });
            }
        }
    }

    /// Whether a game is offered here to anybody who comes.
    pub(crate) fn offers(&self, listing: &live::Listing, now: u64, wall: u64) -> bool {
        let patience = self.settings.offer_patience.as_millis() as u64;
        let is_waiting = listing.rows.status == Status::Waiting && listing.rows.access.listed;
        is_waiting && listing.is_offered(now, wall, patience) && self.may_see(&listing.rows, None)
    }

    /// The list of contests has changed. Of a private one nobody learns even that.
    pub fn contests_changed(&self, is_private: bool) {
        if !is_private {
            self.lobby.touch_contests();
            self.lobby_changed();
        }
    }

    /// The lists of the lobby have changed.
    pub fn lobby_changed(&self) {
        self.lobby.touch();
        self.lobby_changes.send_modify(|version| *version += 1);
    }

    /// Tells when the lists of the lobby have changed.
    #[must_use]
    pub fn lobby_changes(&self) -> watch::Receiver<u64> {
        self.lobby_changes.subscribe()
    }

    /// Tells when the server closes.
    #[must_use]
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Closes: every game says goodbye, and the last heartbeat is kept.
    pub async fn close(&self) {
        self.health.leave();
        self.closing.send_replace(true);
        self.close_contests().await;
        for handle in self.games.all() {
            handle.close().await;
        }
        let run = self.clock.run();
        let mut last = vec![Write::Beat { run, beat: self.clock.now(), wall: wall() }];
        if self.peers.is_some() {
            // Their owners let the games go, each when its last write is on disk; then others may have what is left.
            let since = std::time::Instant::now();
            while !(self.games.is_empty() && self.contests.is_empty()) && since.elapsed() < GOING {
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
            last.push(Write::EndRun { run });
        }
        if let Err(error) = self.write(last).await {
            tracing::error!(%error, "the last heartbeat could not be written");
        }
    }
}
