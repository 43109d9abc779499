//! The queue of work: workers elsewhere with keys and leases, and comparisons.

mod hall;
mod own;

use crate::house::nodes::Nodes;
use axum::http::{Method, StatusCode};
use damka_server::Settings;
use hall::{Hall, Worker, elsewhere, found, found_with, game, keeper, level, stores};
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_job_whose_worker_is_gone_is_done_by_another_and_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder) {
        let mut hall = Hall::open_on(store, elsewhere(), tempfile::tempdir().unwrap()).await;
        let (mut first, mut second) = (hall.worker("one").await, hall.worker("two").await);
        assert_eq!(first.take(0).await, None);
        // A waiting worker is woken.
        let waiting = tokio::spawn({
            let mut first = first.clone();
            async move { (first.take(20).await, Instant::now()) }
        });
        let asked = Instant::now();
        assert_eq!(hall.ask().await["status"], "waiting");
        let (given, at) = waiting.await.unwrap();
        let given = given.expect("a job");
        assert!(at.duration_since(asked) < Duration::from_secs(10), "long before its patience ends");
        assert_eq!((&given["steps"], hall.status().await.as_str()), (&json!(4), "running"));
        assert_eq!(first.goes_on(&given, 2).await, StatusCode::OK);
        let path = hall.path();
        assert_eq!(hall.ann.get(&path).await["done"], 2);
        assert_eq!(second.take(0).await, None, "somebody has it");

        // The first worker falls silent.
        let again = second.take(20).await.expect("the same job, when the lease has ended");
        assert_eq!(again["number"], given["number"]);
        assert_ne!(again["token"], given["token"]);
        for _ in 0..2 {
            assert_eq!(first.goes_on(&given, 3).await, StatusCode::CONFLICT);
            assert_eq!(first.hand_in(&given, &found(&given)).await, StatusCode::CONFLICT);
            assert_eq!(first.say(&given, "back", json!({"failed": true})).await.0, StatusCode::CONFLICT);
        }
        assert_eq!(hall.status().await, "running", "nothing of the first counts");
        let result = found(&again);
        let stolen = json!({"number": again["number"], "token": again["token"]});
        assert_eq!(first.hand_in(&stolen, &result).await, StatusCode::CONFLICT, "another's token");
        for _ in 0..3 {
            assert_eq!(second.hand_in(&again, &result).await, StatusCode::NO_CONTENT, "a lost answer is no harm");
        }
        let answer = hall.ann.get(&path).await;
        assert_eq!((&answer["status"], answer["positions"].as_array().unwrap().len()), (&json!("done"), 4));
        let view = hall.view().await;
        let workers = view["workers"].as_array().unwrap();
        let of = |name: &str| workers.iter().find(|worker| worker["key"] == name).unwrap();
        assert_eq!((&of("one")["jobs"], &of("two")["jobs"]), (&json!(0), &json!(1)), "{view}");
        assert_eq!(of("two")["speed"], 100_000);
        assert_eq!(hall.ask().await["status"], "done");
        assert_eq!(first.take(0).await, None, "it is done");
    }
}

#[tokio::test]
async fn people_come_first_and_background_work_makes_room() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder) {
        let settings = Settings { job_lease: Duration::from_secs(60), ..elsewhere() };
        let mut hall = Hall::open_on(store, settings, tempfile::tempdir().unwrap()).await;
        let mut worker = hall.worker("one").await;
        hall.write(level()).await;
        let background = worker.take(5).await.unwrap();
        assert_eq!(background["task"]["kind"], "level");
        let told = worker.say(&background, "progress", json!({"done": 0})).await.1;
        assert_eq!(told["giveBack"], false);
        hall.write(level()).await;
        hall.ask().await;
        let told = worker.say(&background, "progress", json!({"done": 1})).await.1;
        assert_eq!(told["giveBack"], true, "a person waits: {told}");
        assert_eq!(worker.say(&background, "back", json!({"failed": false})).await.0, StatusCode::NO_CONTENT);
        let kinds = [worker.take(0).await, worker.take(0).await, worker.take(0).await];
        let kinds = kinds.map(|given| given.unwrap()["task"]["kind"].as_str().unwrap().to_owned());
        assert_eq!(kinds, ["analysis", "level", "level"]);
        let view = hall.view().await;
        let people: Vec<_> = view["queue"].as_array().unwrap().iter().map(|row| row["people"] == true).collect();
        assert_eq!(people, [true, false], "{view}");
    }
}

#[tokio::test]
async fn who_has_no_key_or_another_engine_gets_nothing() {
    let mut hall = Hall::open(Settings { limited: true, ..elsewhere() }).await;
    hall.ask().await;
    let mut worker = hall.worker("one").await;
    let mut wish = worker.wish(0);
    for (field, value, status, code) in [
        ("signature", json!("1"), 426, "worker-update"),
        ("worker", json!("x"), 400, "bad-request"),
        ("worker", json!("node-1 and more"), 400, "bad-request"),
        ("name", json!("n".repeat(61)), 400, "bad-request"),
        ("wait", json!(-1), 400, "bad-request"),
    ] {
        let mut wrong = wish.clone();
        wrong[field] = value;
        let (told, answer) = worker.visitor.request(Method::POST, "/api/work/take", Some(wrong)).await;
        assert_eq!((told.as_u16(), answer["code"].as_str()), (status, Some(code)), "{answer}");
        assert!(!answer["text"].as_str().unwrap().is_empty());
    }
    // Nothing that a stranger sends is examined, so they cannot tell a valid request from an invalid one.
    let mut stranger = hall.house.visitor();
    for authorization in [None, Some("Bearer guessed"), Some("Basic abc")] {
        stranger.authorization = authorization.map(str::to_owned);
        for (path, body) in [("/api/work/take", wish.take()), ("/api/work/1/result", json!({"nonsense": 1}))] {
            let (status, answer) = stranger.request(Method::POST, path, Some(body)).await;
            assert_eq!((status.as_u16(), answer["code"].as_str()), (401, Some("worker-key")));
        }
    }
    let mut codes = Vec::new();
    for _ in 0..60 {
        stranger.authorization = Some("Bearer guessed again".to_owned());
        codes.push(stranger.request(Method::POST, "/api/work/take", Some(json!({}))).await.0.as_u16());
    }
    assert!(codes.contains(&401) && codes.last() == Some(&429), "{codes:?}");
}

#[tokio::test]
async fn many_threads_of_a_worker_are_let_in_together() {
    let mut hall = Hall::open(Settings { limited: true, ..elsewhere() }).await;
    let worker = hall.worker("one").await;
    let threads = std::iter::repeat_with(|| {
        let mut thread = worker.clone();
        async move { thread.take(0).await }
    });
    let taken = futures_util::future::join_all(threads.take(100)).await;
    assert!(taken.iter().all(Option::is_none), "each of them is told that there is no work");
}

#[tokio::test]
async fn wrong_keys_do_not_lock_codes_out() {
    let mut hall = Hall::open(Settings { limited: true, ..elsewhere() }).await;
    let mut worker = hall.worker("one").await;
    let mut stranger = hall.house.visitor();
    stranger.authorization = Some("Bearer guessed".to_owned());
    let mut codes = Vec::new();
    for _ in 0..60 {
        codes.push(stranger.request(Method::POST, "/api/work/take", Some(json!({}))).await.0.as_u16());
    }
    let wrong = codes.iter().filter(|code| **code == 401).count();
    assert!((30..=40).contains(&wrong), "and what grows back meanwhile: {codes:?}");
    let mut statuses = Vec::new();
    for _ in 0..3 {
        // One may have grown back just now, which the stranger takes.
        stranger.request(Method::POST, "/api/work/take", Some(json!({}))).await;
        let wish = worker.wish(0);
        statuses.push(worker.visitor.request(Method::POST, "/api/work/take", Some(wish)).await.0);
    }
    assert!(statuses.contains(&StatusCode::TOO_MANY_REQUESTS), "no oracle for this address: {statuses:?}");
    stranger.authorization = None;
    let code = stranger.refused(Method::POST, "/api/me/takeover", json!({"code": "guessed"})).await;
    assert_eq!(code, "wrong-code", "people with codes are not concerned");
}

#[tokio::test]
async fn wrong_keys_are_counted_at_all_nodes_together() {
    let settings = Settings { limited: true, behind_proxy: true, ..elsewhere() };
    let nodes = Nodes::open_with(2, settings).await;
    nodes.cut_wires(true);
    let made = keeper(&nodes.houses[0]).await.post("/api/keeper/work/keys", json!({"name": "one"})).await;
    let key = format!("Bearer {}", made["key"].as_str().unwrap());
    let status = async |node: usize, from: &str, authorization: &str| {
        let mut visitor = nodes.houses[node].visitor();
        (visitor.from, visitor.authorization) = (Some(from.to_owned()), Some(authorization.to_owned()));
        let mut worker = Worker { visitor, id: "worker00one".to_owned(), key: 1 };
        let wish = worker.wish(0);
        worker.visitor.request(Method::POST, "/api/work/take", Some(wish)).await.0
    };
    let mut wrong = 0;
    for at in 0..60 {
        wrong += usize::from(status(at % 2, "203.0.113.5", "Bearer guessed").await == StatusCode::UNAUTHORIZED);
    }
    assert!((30..=40).contains(&wrong), "thirty at all nodes together, and what grows back meanwhile: {wrong}");
    for node in 0..2 {
        let mut told = status(node, "203.0.113.5", &key).await;
        if told != StatusCode::TOO_MANY_REQUESTS {
            // One had grown back just then.
            status(node, "203.0.113.5", "Bearer guessed").await;
            told = status(node, "203.0.113.5", &key).await;
        }
        assert_eq!(told, StatusCode::TOO_MANY_REQUESTS, "no oracle at node {node}");
        assert_eq!(status(node, "198.51.100.7", &key).await, StatusCode::NO_CONTENT, "others are not concerned");
    }
}

#[tokio::test]
async fn a_key_that_is_withdrawn_is_worth_nothing() {
    let mut hall = Hall::open(elsewhere()).await;
    let (mut worker, mut other) = (hall.worker("attic").await, hall.worker("cellar").await);
    hall.ask().await;
    let given = worker.take(5).await.unwrap();
    let key = format!("/api/keeper/work/keys/{}", worker.key);
    assert_eq!(hall.keeper.request(Method::DELETE, &key, None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(worker.goes_on(&given, 1).await, StatusCode::UNAUTHORIZED);
    assert_eq!(worker.hand_in(&given, &found(&given)).await, StatusCode::UNAUTHORIZED);
    let again = other.take(20).await.expect("its job goes to another");
    assert_eq!(again["number"], given["number"]);
    assert_eq!(other.hand_in(&again, &found(&again)).await, StatusCode::NO_CONTENT);
    assert_eq!(hall.status().await, "done");
    let missing = hall.keeper.refused(Method::DELETE, "/api/keeper/work/keys/99", json!(null)).await;
    assert_eq!(missing, "no-worker-key");
    let log = hall.keeper.get("/api/keeper/log").await;
    let told: Vec<&str> = log["entries"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap()).collect();
    assert_eq!(told[0], "Kim withdrew a key for workers: attic");
    assert_eq!(told[2], "Kim made a key for workers: attic");
    let view = hall.view().await;
    assert!(view["keys"][1]["withdrawnAt"].is_u64() && view["keys"][0]["withdrawnAt"].is_null(), "{view}");
    let kept = std::fs::read(hall.folder.path().join("damka.db")).unwrap();
    let key = other.visitor.authorization.unwrap().replace("Bearer ", "");
    assert!(!String::from_utf8_lossy(&kept).contains(&key), "keys are not kept");
}

#[tokio::test]
async fn what_cannot_have_been_found_is_refused() {
    let mut hall = Hall::open(Settings { job_lease: Duration::from_secs(60), ..elsewhere() }).await;
    let mut worker = hall.worker("one").await;
    hall.ask().await;
    for attempt in 0..3 {
        let given = worker.take(5).await.unwrap_or_else(|| panic!("attempt {attempt}"));
        let mut wrong = found(&given);
        match attempt {
            0 => wrong["analysis"]["positions"].as_array_mut().unwrap().truncate(2),
            1 => wrong["analysis"]["positions"][0]["best"] = json!(["<script>"]),
            _ => wrong = json!({"kind": "level", "pairs": [0, 0, 1, 0, 0], "plies": 3}),
        }
        assert_eq!(worker.hand_in(&given, &wrong).await, StatusCode::BAD_REQUEST, "attempt {attempt}");
    }
    assert_eq!(worker.take(0).await, None, "it is not tried for ever");
    assert_eq!(hall.status().await, "none");
    assert_eq!(hall.ask().await["status"], "waiting", "it can be asked for again");
    let given = worker.take(5).await.unwrap();
    let huge = json!({"kind": "analysis", "padding": "x".repeat(600 << 10)});
    assert_eq!(worker.hand_in(&given, &huge).await, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn some_results_are_compared_and_a_difference_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder) {
        let settings = Settings { compare_permille: 1000, job_lease: Duration::from_secs(60), ..elsewhere() };
        let mut hall = Hall::open_on(store, settings, tempfile::tempdir().unwrap()).await;
        let (mut first, mut second) = (hall.worker("one").await, hall.worker("two").await);
        assert_eq!(second.take(0).await, None, "it is here");
        for is_honest in [true, false] {
            let (id, mut ann) = game(&hall.house).await;
            ann.post(&format!("/api/games/{id}/analysis"), json!({})).await;
            let given = first.take(5).await.unwrap();
            assert_eq!(first.hand_in(&given, &found_with(&given, 777)).await, StatusCode::NO_CONTENT);
            assert_eq!(first.take(0).await, None, "nobody compares themselves");
            let again = second.take(5).await.expect("the same once more");
            assert_eq!(again["task"]["game"], given["task"]["game"]);
            assert_eq!(again["task"]["budgets"], json!([777, 777, 777, 777]), "with the same budgets");
            let mut result = found_with(&again, 5);
            if !is_honest {
                result["analysis"]["positions"][1]["score"] = json!({"h": 12345});
            }
            assert_eq!(second.hand_in(&again, &result).await, StatusCode::NO_CONTENT);
            let view = hall.view().await;
            let differences = view["differences"].as_array().unwrap();
            assert_eq!(differences.len(), usize::from(!is_honest), "{view}");
            if let Some(difference) = differences.first() {
                assert_eq!((&difference["job"], &difference["first"]), (&given["number"], &json!("worker00one")));
                assert_eq!(difference["second"], "worker00two");
            }
            let kept = ann.get(&format!("/api/games/{id}/analysis")).await;
            assert_eq!(kept["status"], "done", "what was found first counts");
        }
    }
}
