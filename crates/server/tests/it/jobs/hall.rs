//! A club with workers elsewhere, for tests.

use crate::house::{House, PATIENCE, Visitor, two};
use axum::http::{Method, StatusCode};
use damka_engine::{SIGNATURE, StopWatch, Watch};
use damka_server::Settings;
use damka_server::jobs::{Desk, Kit, LevelTask, Task, carry_out};
use damka_store::{JobWrite, NewJob, Postgres, Sqlite, Store, Urgency, Write};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A lease that ends soon, and lasts longer than a stalled machine stands still in a request.
pub const SHORT: Duration = Duration::from_secs(2);

/// A club that leaves its jobs to workers, with a game to analyse.
pub struct Hall {
    pub house: House,
    pub keeper: Visitor,
    pub ann: Visitor,
    pub game: String,
    pub folder: tempfile::TempDir,
}

/// The stores that a club can have.
pub fn stores(folder: &tempfile::TempDir) -> [Arc<dyn Store>; 2] {
    let postgres = Postgres::open(&damka_servers::Postgres::shared().database()).unwrap();
    [Arc::new(Sqlite::open(folder.path()).unwrap()), Arc::new(postgres)]
}

pub fn elsewhere() -> Settings {
    Settings { own_jobs: false, job_lease: SHORT, limited: false, compare_permille: 0, ..Settings::default() }
}

/// A game that is over.
pub async fn game(house: &House) -> (String, Visitor) {
    let (id, [ann, _], [mut white, mut black]) = two(house, json!({})).await;
    for (socket, path) in [(0, ["c3", "d4"]), (1, ["f6", "g5"]), (0, ["b2", "c3"])] {
        if socket == 0 {
            white.play(&path).await
        } else {
            black.play(&path).await
        };
        if socket == 0 {
            black.event().await
        } else {
            white.event().await
        };
    }
    white.act(json!({"kind": "resign"})).await;
    white.event().await;
    (id, ann)
}

pub async fn keeper(house: &House) -> Visitor {
    let code = house.club.first_keeper_code().await.unwrap().expect("a club without a keeper");
    let mut keeper = house.visitor();
    keeper.post("/api/me/account", json!({"name": "Kim", "password": "correct horse battery"})).await;
    keeper.post("/api/me/keeper", json!({"code": code})).await;
    keeper
}

impl Hall {
    pub async fn open(settings: Settings) -> Hall {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Sqlite::open(folder.path()).unwrap());
        Hall::open_on(store, settings, folder).await
    }

    pub async fn open_on(store: Arc<dyn Store>, settings: Settings, folder: tempfile::TempDir) -> Hall {
        let house = House::open_on(store, settings).await;
        let keeper = keeper(&house).await;
        let (game, ann) = game(&house).await;
        Hall { house, keeper, ann, game, folder }
    }

    pub fn path(&self) -> String {
        format!("/api/games/{}/analysis", self.game)
    }

    pub async fn ask(&mut self) -> Value {
        let path = self.path();
        self.ann.post(&path, json!({})).await
    }

    pub async fn status(&mut self) -> String {
        let path = self.path();
        self.ann.get(&path).await["status"].as_str().unwrap().to_owned()
    }

    /// A worker with a key of its own.
    pub async fn worker(&mut self, name: &str) -> Worker {
        let made = self.keeper.post("/api/keeper/work/keys", json!({"name": name})).await;
        let mut visitor = self.house.visitor();
        visitor.authorization = Some(format!("Bearer {}", made["key"].as_str().unwrap()));
        Worker { visitor, id: format!("worker00{name}"), key: made["number"].as_i64().unwrap() }
    }

    pub async fn view(&mut self) -> Value {
        self.keeper.get("/api/keeper/work").await
    }

    pub async fn write(&self, write: JobWrite) {
        self.house.club.write(vec![Write::Job(write)]).await.unwrap();
        self.house.club.work_changed();
    }
}

#[derive(Clone)]
pub struct Worker {
    pub visitor: Visitor,
    pub id: String,
    pub key: i64,
}

impl Worker {
    pub fn wish(&self, wait: u32) -> Value {
        json!({"worker": self.id, "name": self.id, "version": "0", "signature": SIGNATURE, "threads": 1, "wait": wait})
    }

    /// Takes a job, if there is one within so many seconds.
    pub async fn take(&mut self, wait: u32) -> Option<Value> {
        let wish = self.wish(wait);
        let (status, answer) = self.visitor.request(Method::POST, "/api/work/take", Some(wish)).await;
        match status {
            StatusCode::NO_CONTENT => None,
            StatusCode::OK => Some(answer),
            other => panic!("{other}: {answer}"),
        }
    }

    pub async fn say(&mut self, given: &Value, what: &str, body: Value) -> (StatusCode, Value) {
        let path = format!("/api/work/{}/{what}", given["number"]);
        let mut body = body;
        body["token"] = given["token"].clone();
        self.visitor.request(Method::POST, &path, Some(body)).await
    }

    pub async fn goes_on(&mut self, given: &Value, done: u32) -> StatusCode {
        self.say(given, "progress", json!({"done": done})).await.0
    }

    pub async fn hand_in(&mut self, given: &Value, found: &Value) -> StatusCode {
        self.say(given, "result", json!({"nodes": 1000, "busy": 10, "found": found})).await.0
    }
}

/// A desk that tells its worker little.
pub struct Quiet(StopWatch, u64);

impl Desk for Quiet {
    fn budget(&self) -> u64 {
        self.1
    }

    fn watch(&self) -> &dyn Watch {
        &self.0
    }

    fn note(&self, _: u32, _: u64) {}
}

/// What is found with so many positions.
pub fn found_with(given: &Value, nodes: u64) -> Value {
    let task: Task = serde_json::from_value(given["task"].clone()).unwrap();
    let desk = Quiet(StopWatch::new(), nodes);
    serde_json::to_value(carry_out(&task, &Kit::default(), &desk).unwrap().unwrap()).unwrap()
}

pub fn found(given: &Value) -> Value {
    found_with(given, 500)
}

/// Waits until something is so.
pub async fn until<T>(what: &str, mut found: impl AsyncFnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = found().await {
            return found;
        }
        assert!(begun.elapsed() < 3 * PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A background job: one pair of games of the two weakest levels.
pub fn level() -> JobWrite {
    let task = LevelTask { rules: "russian".to_owned(), levels: [1, 2], pairs: 1, seed: 1 };
    let (kind, address, input) = ("level".to_owned(), String::new(), Task::Level(task).text());
    let job = NewJob { kind, subject: None, urgency: Urgency::Background, input, asker: None, address, not_by: None };
    JobWrite::Add(Box::new(job))
}
