//! Imports in the background, and quotas.

use crate::house::odd::Odd;
use crate::house::{House, PATIENCE, Visitor};
use axum::http::{Method, StatusCode};
use damka_server::Settings;
use damka_store::{Person, Write};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

fn games(count: usize) -> String {
    (0..count)
        .map(|at| format!("[Event \"Cup {at}\"]\n[GameType \"25\"]\n\n1. c3-d4 b6-a5 2. d4-c5 d6xb4 3. a3xc5 *\n\n"))
        .collect()
}

/// Waits until an import has a status.
async fn until(who: &mut Visitor, id: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let waiting = async {
        loop {
            let import = who.get(&format!("/api/me/imports/{id}")).await;
            if is_so(&import) {
                return import;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("the import in time")
}

/// A club whose store waits before it writes imported games, until it may continue.
async fn slow(folder: &tempfile::TempDir) -> (House, mpsc::Sender<()>) {
    let (go, wait) = mpsc::channel();
    let wait = Mutex::new(wait);
    let mut store = Odd::new(folder.path());
    store.before_write = Box::new(move |writes| {
        if writes.iter().any(|write| matches!(write, Write::Game(game) if game.imported)) {
            // When the test is over, everything is written.
            let _ = wait.lock().unwrap().recv();
        }
    });
    (House::open_on(Arc::new(store), Settings::default()).await, go)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn security_8_an_import_tells_its_progress_and_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let (house, go) = slow(&folder).await;
    let (mut ann, mut bob) = (house.visitor(), house.visitor());
    let begun = ann.post("/api/me/games?wait=0", json!({"text": games(100)})).await;
    let id = begun["id"].as_str().unwrap().to_owned();
    let running = until(&mut ann, &id, |import| import["read"].as_u64() > Some(0)).await;
    assert_eq!((&running["status"], &running["games"]), (&json!("running"), &json!([])), "{running}");
    let size = running["size"].as_u64().unwrap();
    assert!(running["read"].as_u64().unwrap() < size / 2, "{running}");
    go.send(()).unwrap();
    let further = until(&mut ann, &id, |import| import["games"].as_array().unwrap().len() == 20).await;
    assert!(further["read"].as_u64() >= running["read"].as_u64());

    // After a reload the page finds it; nobody else does.
    assert_eq!(ann.get("/api/me/imports").await["imports"][0]["id"], json!(id));
    assert_eq!(bob.get("/api/me/imports").await["imports"], json!([]));
    let path = format!("/api/me/imports/{id}");
    assert_eq!(bob.refused(Method::GET, &path, json!(null)).await, "no-import");
    assert_eq!(bob.refused(Method::DELETE, &path, json!(null)).await, "no-import");
    // One at a time.
    let (status, answer) = ann.request(Method::POST, "/api/me/games", Some(json!({"text": games(1)}))).await;
    assert_eq!((status, &answer["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("too-many")), "{answer}");

    // What was being written on cancelling is still kept; nothing after it is read.
    assert_eq!(ann.request(Method::DELETE, &path, None).await.0, StatusCode::OK);
    drop(go);
    let cancelled = until(&mut ann, &id, |import| import["status"] == "cancelled").await;
    let kept = cancelled["games"].as_array().unwrap().len();
    assert!((20..=40).contains(&kept), "{kept}");
    assert_eq!(ann.get("/api/me/games").await["total"], kept, "what was kept stays, and is told");
    assert_eq!(ann.request(Method::DELETE, &path, None).await.0, StatusCode::OK);
    assert_eq!(ann.get("/api/me/imports").await["imports"], json!([]), "what is done can be forgotten");
    assert_eq!(ann.post("/api/me/games", json!({"text": games(3)})).await["games"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn security_8_a_game_without_end_is_refused_and_the_others_are_read() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let mut long = "[GameType \"25\"]\n[SetUp \"1\"]\n[FEN \"W:WKa1:BKh2\"]\n\n".to_owned();
    for number in 0..5001 {
        let [white, black] = if number % 2 == 0 { ["a1-b2", "h2-g1"] } else { ["b2-a1", "g1-h2"] };
        long.push_str(&format!("{}. {white} {black} ", number + 1));
    }
    let made = ann.post("/api/me/games?wait=30", json!({"text": format!("{long}*\n\n{}", games(2))})).await;
    assert_eq!(made["games"].as_array().unwrap().len(), 2, "{made}");
    assert_eq!(made["problems"].as_array().unwrap().len(), 1, "{made}");
}

/// A person who keeps this many games.
async fn with_games(house: &House, count: usize) -> (Visitor, Person) {
    let mut ann = house.visitor();
    ann.post("/api/me/games", json!({"text": games(1)})).await;
    let (id, _) = ann.make(json!({"rules": "russian", "opponent": {"kind": "link"}})).await;
    let game = house.club.store().game(&id.as_str().into()).unwrap().unwrap().game;
    let person = house.club.store().person(game.creator.as_ref().unwrap()).unwrap().unwrap();
    let more = (2..count).map(|at| {
        let (id, access) = (format!("more{at}").as_str().into(), damka_store::Access::default());
        Write::Game(Box::new(damka_store::NewGame { id, access, ..game.clone() }))
    });
    house.club.write(more.collect()).await.unwrap();
    (ann, person)
}

#[tokio::test]
async fn security_8_quotas_are_told_before_they_are_reached_and_outlive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let mut new = house.visitor();
    assert_eq!(new.get("/api/me/usage").await["notices"], json!([]));
    let (mut ann, person) = with_games(&house, 995).await;
    let usage = ann.get("/api/me/usage").await;
    assert_eq!(usage["quotas"][0], json!({"name": "games", "used": 995, "most": 1000}));
    assert_eq!(usage["notices"][0], "Your games: 995 of the 1000 you may keep.");
    // An import keeps what there is room for, and says why it stops.
    let made = ann.post("/api/me/games", json!({"text": games(3)})).await;
    assert_eq!(made["games"].as_array().unwrap().len(), 3);
    let made = ann.post("/api/me/games", json!({"text": games(9)})).await;
    assert_eq!((&made["status"], made["games"].as_array().unwrap().len()), (&json!("failed"), 2), "{made}");
    assert!(made["problems"][0].as_str().unwrap().contains("1000 games"), "{made}");
    let (status, answer) = ann.request(Method::POST, "/api/me/games", Some(json!({"text": games(9)}))).await;
    assert_eq!((status, &answer["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("quota")), "{answer}");
    assert!(answer["text"].as_str().unwrap().contains("With an account you can keep more."), "{answer}");
    assert_eq!(ann.get("/api/me/usage").await["quotas"][0]["used"], 1000);
    let computer = json!({"rules": "russian", "opponent": {"kind": "computer", "level": 1}});
    assert_eq!(ann.refused(Method::POST, "/api/games", computer.clone()).await, "quota");

    let folder = crate::house::killed(folder.path());
    let after = House::open_in(folder.path(), Settings::default()).await;
    let mut ann = after.guest(&ann);
    assert_eq!(ann.refused(Method::POST, "/api/games", computer.clone()).await, "quota", "also after a restart");
    // A keeper can raise the quota; an account has more; and deleting makes room.
    after.club.write(vec![Write::Allowance { person: person.id, factor: 2 }]).await.unwrap();
    assert_eq!(ann.get("/api/me/usage").await["quotas"][0]["most"], 2000);
    ann.post("/api/games", computer).await;
    ann.post("/api/me/account", json!({"name": "Ann", "password": "correct horse"})).await;
    assert_eq!(ann.get("/api/me/usage").await["quotas"][0]["most"], 40_000);
    let games = ann.get("/api/me/games/ids?status=over").await;
    ann.post("/api/me/games/remove", json!({"games": games["games"]})).await;
    assert!(ann.get("/api/me/usage").await["quotas"][0]["used"].as_u64() < Some(1000));
}

#[tokio::test]
async fn security_8_what_an_address_adds_in_a_day_is_counted_in_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let mut ann = house.visitor();
    ann.post("/api/me/games", json!({"text": games(30)})).await;
    ann.post("/api/links", json!({"game": {"rules": "russian", "opponent": {"kind": "sameScreen"}}})).await;
    let usage = ann.get("/api/me/usage").await;
    assert_eq!((&usage["quotas"][0]["used"], &usage["quotas"][3]["used"]), (&json!(30), &json!(1)));
    let bytes = usage["quotas"][1]["used"].as_u64().unwrap();
    let text = games(30).len() as u64;
    assert!((text..20 * text).contains(&bytes), "{bytes} of {text}: about what they take on the disk");
}
