//! The crash test on PostgreSQL: the server is killed, and so is its database.

use crate::club::{Server, setting};
use crate::{End, GAMES, Now, Shared, games};
use damka_servers::{Nats, Postgres};
use damka_store::Store;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long it may take until games continue: a lease, and the delays of a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The server that is killed and its database.
struct House {
    postgres: Postgres,
    nats: Nats,
    address: String,
    store: damka_store::Postgres,
    folder: tempfile::TempDir,
    server: Option<Server>,
    tell: watch::Sender<Now>,
    /// The newest run.
    run: i64,
    whim: u64,
}

impl House {
    fn start() -> (House, watch::Receiver<Now>) {
        let (postgres, nats) = (Postgres::start(), Nats::start());
        let address = postgres.database();
        let store = damka_store::Postgres::open(&address).unwrap();
        let now =
            Now { address: String::new(), started: Instant::now(), ends: Arc::default(), trusted: Instant::now() };
        let (tell, told) = watch::channel(now);
        let folder = tempfile::tempdir().unwrap();
        let mut house = House { postgres, nats, address, store, folder, server: None, tell, run: 0, whim: 4711 };
        house.begin(Vec::new());
        (house, told)
    }

    fn whim(&mut self, below: u64) -> u64 {
        self.whim = self.whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.whim >> 33) % below
    }

    /// Starts the server, every other time without NATS.
    fn begin(&mut self, ends: Vec<End>) {
        let started = Instant::now();
        let server = Server::start_with(Path::new(env!("CARGO_BIN_EXE_damka")), self.folder.path(), |command| {
            command.args(["--unlimited", "--postgres", &self.address]);
            if ends.len() % 2 == 1 {
                command.args(["--nats", &self.nats.url()]);
            }
        });
        let address = server.address.clone();
        self.server = Some(server);
        self.tell.send_modify(|now| *now = Now { address, started, ends: Arc::new(ends), trusted: now.trusted });
    }

    /// The last heartbeat of the newest run, as a moment before which it was not.
    fn last_beat(&mut self) -> Instant {
        while self.store.run(self.run + 1).unwrap().is_some() {
            self.run += 1;
        }
        // All runs of a process count from its beginning.
        let beat = self.store.run(self.run).unwrap().expect("a run").beat;
        self.tell.borrow().started + Duration::from_millis(beat)
    }

    /// `kill -9`.
    fn kill_server(&mut self) {
        let mut server = self.server.take().expect("a server");
        server.child.kill().unwrap();
        let killed = Instant::now();
        server.child.wait().unwrap();
        let beat = self.last_beat();
        let mut ends = Vec::clone(&self.tell.borrow().ends);
        ends.push(End { killed, beat });
        self.begin(ends);
    }

    /// PostgreSQL ends as in a crash, and comes back after a while.
    async fn kill_database(&mut self, away: Duration) {
        self.tell.send_modify(|now| now.trusted = Instant::now() + PATIENCE * 10);
        self.postgres.kill();
        tokio::time::sleep(away).await;
        self.postgres.start_again();
    }
}

/// Waits until every game could have continued; returns how long that took.
async fn goes_on(shared: &Shared) -> Duration {
    let (begun, before) = (Instant::now(), shared.confirmed.load(Ordering::Relaxed));
    while shared.confirmed.load(Ordering::Relaxed) < before + 2 * GAMES as u64 {
        assert!(begun.elapsed() < PATIENCE, "the games do not go on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    begun.elapsed()
}

/// Numbers have no gaps, and no act counts twice.
fn check_records(store: &dyn Store, games: &[String]) {
    for id in games {
        let rows = store.events(&id.as_str().into(), 0).unwrap();
        assert!(rows.iter().map(|row| row.seq).eq(1..=rows.len() as u32), "numbers of {id}");
        let numbers: Vec<_> = rows.iter().filter_map(|row| row.event.client).collect();
        let once: HashSet<_> = numbers.iter().map(|number| (number.client, number.n)).collect();
        assert_eq!(once.len(), numbers.len(), "an act of {id} counts twice");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_confirmed_move_is_lost_when_the_server_or_postgresql_is_killed() {
    let seconds = if std::env::var("DAMKA_TORTURE_STORE").is_ok_and(|store| store == "postgres") {
        setting("DAMKA_TORTURE_SECONDS", 0)
    } else {
        0
    };
    let (mut house, now) = House::start();
    let shared = Shared::new(now, true);
    let players: Vec<_> = (0..GAMES as u64).map(|at| tokio::spawn(games(Arc::clone(&shared), at + 1))).collect();
    let (begun, mut outages, mut longest) = (Instant::now(), 0, Duration::ZERO);
    // The server without NATS, with it, and the database under it; then whatever comes.
    for round in 0.. {
        goes_on(&shared).await;
        let after = house.whim(900);
        tokio::time::sleep(Duration::from_millis(after)).await;
        if round % 3 == 2 {
            // Shorter and longer than a lease.
            let away = if outages % 2 == 0 { 500 + house.whim(3_000) } else { 6_000 + house.whim(4_000) };
            house.kill_database(Duration::from_millis(away)).await;
            outages += 1;
            longest = longest.max(goes_on(&shared).await);
            house.tell.send_modify(|now| now.trusted = Instant::now());
            if begun.elapsed() >= Duration::from_secs(seconds) {
                break;
            }
        } else {
            house.kill_server();
            longest = longest.max(goes_on(&shared).await);
        }
        if let Some(at) = players.iter().position(tokio::task::JoinHandle::is_finished) {
            panic!("player {at} has stopped; its reason is above");
        }
    }
    shared.over.store(true, Ordering::Relaxed);
    let crashes = house.tell.borrow().ends.len();
    house.server = None;
    let House { store, postgres, .. } = house;
    for player in players {
        player.await.unwrap();
    }
    check_records(&store, &shared.games.lock().unwrap());
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (confirmed, checked, fair) = (count(&shared.confirmed), count(&shared.checked), count(&shared.fair));
    let (resent, refused) = (count(&shared.resent), count(&shared.refused));
    println!("PostgreSQL: {crashes} crashes of the server and {outages} of the database, {confirmed} moves confirmed,");
    println!("{resent} sent again, {refused} refused meanwhile, {checked} games checked: none lost");
    println!("{fair} held clocks fair to the millisecond; games went on after {longest:?} at the latest");
    assert!(crashes > 1 && outages > 0 && checked > 100 && fair > 20, "{crashes} {outages} {checked} {fair}");
    drop(postgres);
}
