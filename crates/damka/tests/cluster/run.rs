//! The run itself.

use super::checker::{Promise, Violation, check};
use super::contests::Contests;
use super::history::wall;
use super::nemesis::{KINDS, Kind, Nemesis};
use super::nodes::Cluster;
use super::players::{Crowd, Played, Whim, games, lock};
use super::record::Record;
use super::{club, report};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Games that are played at the same time.
const GAMES: u64 = 10;
/// The time between two calms.
const RAGE: Duration = Duration::from_secs(45);
/// How long it may take after the last fault until every node answers.
const WELL: Duration = Duration::from_secs(30);
/// How long after that until every game has continued.
const GOING_ON: Duration = Duration::from_secs(25);

fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Everything of one run.
struct Run {
    cluster: Arc<Cluster>,
    crowd: Arc<Crowd>,
    contests: Arc<Contests>,
    nemesis: Arc<Nemesis>,
    found: Vec<Violation>,
}

impl Run {
    async fn begin(seed: u64) -> (Run, Vec<tokio::task::JoinHandle<()>>) {
        let cluster = Cluster::open(seed).await;
        let crowd = Crowd::new(cluster.addresses());
        let contests: Arc<Contests> = Arc::default();
        let mut people = Vec::new();
        for at in 0..GAMES {
            people.push(tokio::spawn(games(
                Arc::clone(&crowd),
                seed.wrapping_add(at).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            )));
        }
        people.push(tokio::spawn(Arc::clone(&contests).matches(Arc::clone(&crowd), seed ^ 1)));
        people.push(tokio::spawn(Arc::clone(&contests).displays(Arc::clone(&crowd), seed ^ 2)));
        let nemesis = Nemesis::new(&cluster, &crowd);
        (Run { cluster, crowd, contests, nemesis, found: Vec::new() }, people)
    }

    /// Nothing is broken: all nodes answer soon, and every game continues.
    async fn calm(&mut self) {
        self.cluster.nodes.iter().for_each(super::nodes::Node::heal);
        let begun = Instant::now();
        while !self.cluster.is_well().await {
            if begun.elapsed() > WELL {
                return self.stuck("a node does not answer though nothing is broken".to_owned());
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let (begun, since) = (Instant::now(), wall());
        let games = self.crowd.in_play();
        loop {
            let stands = |game: &&Arc<Played>| {
                let goes_on = lock(&game.confirmed).last().is_some_and(|at| *at > since);
                !goes_on && !game.is_over.load(Ordering::Relaxed)
            };
            let stuck: Vec<&str> = games.iter().filter(stands).map(|game| game.id.as_str()).collect();
            if stuck.is_empty() {
                return;
            }
            if begun.elapsed() > GOING_ON {
                for game in games.iter().filter(stands) {
                    self.show(game).await;
                }
                return self.stuck(format!("since {since} nothing is broken, and these games stand still: {stuck:?}"));
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Everything that is known of a game that does not continue.
    async fn show(&self, game: &Played) {
        let id = game.id.clone();
        let record = self.cluster.read(move |store| Record::read(store, &id)).await.expect("a record");
        let last = &record.rows[record.rows.len().saturating_sub(4)..];
        println!("game {}, owned by node {:?}: {last:#?}", game.id, self.cluster.owner_of(&game.id).await);
        for view in game.history.views().iter().rev().take(8) {
            let last = &view.facts[view.facts.len().saturating_sub(6)..];
            println!("client {:?} at node {}: {last:?}", view.client, view.node);
        }
    }

    fn stuck(&mut self, what: String) {
        println!("stuck: {what}");
        self.found.push(Violation { promise: Promise::GoesOn, what });
    }

    /// The records of all games, with what each node reports of them.
    async fn records(&self) -> Vec<(Arc<Played>, Record)> {
        let mut records = Vec::new();
        let games = lock(&self.crowd.games).clone();
        for game in games {
            let id = game.id.clone();
            let mut record = self.cluster.read(move |store| Record::read(store, &id)).await.expect("a record");
            for node in &self.cluster.nodes {
                record.told.push(moves_told(&node.address(), &game.id).await);
            }
            records.push((game, record));
        }
        records
    }

    async fn check(&mut self) -> Vec<Record> {
        let records = self.records().await;
        let closed = lock(&self.nemesis.closed).clone();
        for (game, record) in &records {
            self.found.extend(check(record, &game.history.views(), &closed));
            let made: Vec<String> = game.rematch.iter().filter_map(|made| lock(made).clone()).collect();
            if made.len() == 2 && made[0] != made[1] {
                let what = format!("game {} has two rematches: {made:?}", game.id);
                self.found.push(Violation { promise: Promise::OnceEach, what });
            }
        }
        self.found.extend(self.contests.check(&self.cluster).await);
        for line in self.cluster.logs().lines().filter(|line| line.contains("panicked")) {
            self.found.push(Violation { promise: Promise::GoesOn, what: line.to_owned() });
        }
        records.into_iter().map(|(_, record)| record).collect()
    }
}

/// The moves of a game as a node reports them, asked until it answers.
async fn moves_told(address: &str, game: &str) -> Vec<String> {
    let path = format!("/api/games/{game}");
    for _ in 0..100 {
        let asked = club::request(address, "GET", &path, None, &Value::Null);
        if let Ok(Ok((told, _))) = tokio::time::timeout(Duration::from_secs(10), asked).await
            && let Some(moves) = told["moves"].as_array()
        {
            return moves.iter().map(|mv| mv["text"].as_str().unwrap_or_default().to_owned()).collect();
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    panic!("{address} does not tell of game {game}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_doubled_or_contradicted_whatever_fails() {
    let seconds = setting("DAMKA_CLUSTER_SECONDS").and_then(|text| text.parse().ok()).unwrap_or(16);
    let seed = setting("DAMKA_CLUSTER_SEED").and_then(|text| text.parse().ok()).unwrap_or_else(wall);
    println!("seed {seed}, {seconds} s");
    let (mut run, people) = Run::begin(seed).await;
    let only = setting("DAMKA_CLUSTER_KIND");
    let only = only.and_then(|name| KINDS.iter().find(|(kind, ..)| format!("{kind:?}") == name)).map(|it| it.0);
    let (begun, lasting, mut whim) = (Instant::now(), Duration::from_secs(seconds), Whim(seed));
    let mut kinds: Vec<Kind> = KINDS.iter().map(|(kind, ..)| *kind).collect();
    for at in (1..kinds.len()).rev() {
        kinds.swap(at, whim.below(at as u64 + 1) as usize);
    }
    run.calm().await;
    while begun.elapsed() < lasting {
        match only {
            Some(kind) => run.nemesis.strike(kind, Whim(whim.next())).await,
            None => {
                let left = lasting.saturating_sub(begun.elapsed()).min(RAGE);
                run.nemesis.rage(&mut kinds, &mut whim, left, (50, 450)).await;
            }
        }
        run.calm().await;
        let faults = lock(&run.nemesis.faults).len();
        let confirmed = run.crowd.confirmed.load(Ordering::Relaxed);
        println!("{:>5} s: {faults} faults, {confirmed} acts confirmed", begun.elapsed().as_secs());
    }
    run.crowd.over.store(true, Ordering::Relaxed);
    for person in people {
        person.await.expect("nobody panics");
    }
    finish(run, seed, only.is_none()).await;
}

async fn finish(mut run: Run, seed: u64, all: bool) {
    let records = run.check().await;
    let faults = lock(&run.nemesis.faults).clone();
    let mut confirmed: Vec<u64> = Vec::new();
    lock(&run.crowd.games).iter().for_each(|game| confirmed.extend(lock(&game.confirmed).iter()));
    report::lines(&faults, &confirmed, &records).iter().for_each(|line| println!("{line}"));
    let takings = records.iter().flat_map(|record| &record.rows).filter(|row| row.taken.is_some()).count();
    let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    println!(
        "all: {} faults, {} acts confirmed in {} games, {} sent again, {takings} games taken over, {} connections, \
         {} results of contests, {} processes ended by themselves, {} did not close, {} violations; seed {seed}",
        faults.len(),
        confirmed.len(),
        records.len(),
        count(&run.crowd.resent),
        count(&run.crowd.connected),
        count(&run.contests.results),
        count(&run.cluster.ended),
        count(&run.nemesis.unwilling),
        run.found.len(),
    );
    let mut refused: Vec<_> = lock(&run.crowd.refused).clone().into_iter().collect();
    refused.sort();
    refused.iter().for_each(|(why, times)| println!("refused {times} times: {why}"));
    for violation in run.found.iter().take(60) {
        println!("{:?}: {}", violation.promise, violation.what);
    }
    if let Some(folder) = setting("DAMKA_CLUSTER_LOGS") {
        run.cluster.keep_logs(Path::new(&folder));
    }
    run.cluster.close().await;
    assert!(run.found.is_empty(), "{} violations with seed {seed}", run.found.len());
    let kinds = KINDS.iter().filter(|(kind, ..)| faults.iter().any(|fault| fault.kind == *kind)).count();
    assert!(!all || kinds == KINDS.len(), "{kinds} kinds of faults");
    assert!(confirmed.len() > 20 && takings > 0, "{} acts, {takings} games taken over", confirmed.len());
}
