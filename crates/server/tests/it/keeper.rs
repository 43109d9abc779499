//! Running the club: the keeper's link, offices, blocks, hidden games, complaints, the log, and a person's own data.

use crate::house::{self, House, Visitor};
use axum::http::{Method, StatusCode};
use damka_store::{ClubWrite, Write};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const PASSWORD: &str = "correct horse battery";

async fn member(house: &House, name: &str) -> Visitor {
    let mut visitor = house.visitor();
    visitor.post("/api/me/account", json!({"name": name, "password": PASSWORD})).await;
    visitor
}

async fn keeper(house: &House) -> Visitor {
    let code = house.club.first_keeper_code().await.unwrap().expect("a club without a keeper");
    let mut keeper = member(house, "Kim").await;
    keeper.post("/api/me/keeper", json!({"code": code})).await;
    keeper
}

/// The number by which keepers know a person.
async fn number(keeper: &mut Visitor, name: &str) -> i64 {
    let found = keeper.get("/api/keeper/people?limit=100").await;
    let people = found["people"].as_array().unwrap();
    let found: Vec<&Value> = people.iter().filter(|person| person["shown"] == name).collect();
    assert_eq!(found.len(), 1, "{name}: {people:?}");
    found[0]["number"].as_i64().unwrap()
}

async fn put(keeper: &mut Visitor, path: &str, body: Value) -> Value {
    let (status, answer) = keeper.request(Method::PUT, path, Some(body)).await;
    assert!(status.is_success(), "{path}: {status} {answer}");
    answer
}

async fn log(keeper: &mut Visitor) -> Vec<String> {
    let log = keeper.get("/api/keeper/log").await;
    log["entries"].as_array().unwrap().iter().map(|entry| entry["text"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_first_keeper_comes_by_a_link_that_works_once() {
    let house = House::open().await;
    let old = house.club.first_keeper_code().await.unwrap().unwrap();
    let code = house.club.first_keeper_code().await.unwrap().unwrap();
    let claim = |code: &str| json!({"code": code});
    let mut guest = house.visitor();
    assert_eq!(guest.refused(Method::POST, "/api/me/keeper", claim(&code)).await, "no-account");
    let (mut ann, mut eve) = (member(&house, "Ann").await, member(&house, "Eve").await);
    assert_eq!(eve.refused(Method::POST, "/api/me/keeper", claim("guessed")).await, "wrong-code");
    assert_eq!(eve.refused(Method::POST, "/api/me/keeper", claim(&old)).await, "wrong-code", "a newer one was made");
    let me = ann.post("/api/me/keeper", claim(&code)).await;
    assert_eq!(me["offices"], json!(["keeper"]));
    assert_eq!(ann.get("/api/me").await["offices"], json!(["keeper"]));
    assert_eq!(eve.refused(Method::POST, "/api/me/keeper", claim(&code)).await, "wrong-code", "it works once");
    assert_eq!(house.club.first_keeper_code().await, Ok(None), "there is a keeper now");
    // Further keepers come by a link from the first.
    let link = ann.post("/api/keeper/link", json!({})).await;
    let code = link["path"].as_str().unwrap().strip_prefix("/keeper#").unwrap().to_owned();
    eve.post("/api/me/keeper", claim(&code)).await;
    assert_eq!(
        log(&mut ann).await,
        ["Eve became keeper", "Ann made a link for another keeper", "Ann became keeper"],
        "the newest first"
    );
}

/// The paths come from the description, so a new one is tested too.
#[tokio::test]
async fn every_keeper_endpoint_is_closed_to_everybody_else() {
    let house = House::open().await;
    let mut keeper = keeper(&house).await;
    let (guest, ann, mut coach) = (house.visitor(), member(&house, "Ann").await, member(&house, "Cleo").await);
    let cleo = number(&mut keeper, "Cleo").await;
    put(&mut keeper, &format!("/api/keeper/people/{cleo}/offices"), json!({"offices": ["coach", "arbiter"]})).await;
    assert_eq!(coach.get("/api/me").await["offices"], json!(["coach", "arbiter"]));
    let mut forger = house.visitor();
    forger.authorization = Some("Bearer guessed".to_owned());

    let described: Value = serde_json::from_str(&damka_server::openapi()).unwrap();
    let mut asked = BTreeSet::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        if !path.starts_with("/api/keeper") {
            continue;
        }
        for method in methods.as_object().unwrap().keys() {
            let real = path.replace("{number}", &cleo.to_string()).replace("{id}", "nowhere");
            let method: Method = method.to_uppercase().parse().unwrap();
            for mut visitor in [guest.clone(), ann.clone(), coach.clone(), forger.clone()] {
                let (status, answer) = visitor.request(method.clone(), &real, Some(json!({}))).await;
                assert_eq!((status, &answer["code"]), (StatusCode::FORBIDDEN, &json!("not-keeper")), "{method} {path}");
            }
            asked.insert(format!("{method} {path}"));
        }
    }
    assert!(asked.len() >= 13, "{asked:?}");
    let kept = keeper.get(&format!("/api/keeper/people/{cleo}")).await;
    assert_eq!(kept["member"]["offices"], json!(["coach", "arbiter"]), "nothing was changed");
}

#[tokio::test]
async fn offices_are_given_and_taken_and_written_down() {
    let house = House::open().await;
    let mut kim = keeper(&house).await;
    let mut ann = member(&house, "Ann").await;
    let mut guest = house.visitor();
    guest.request(Method::PUT, "/api/me/name", Some(json!({"name": "Passer By"}))).await;
    let (own, hers, his) =
        (number(&mut kim, "Kim").await, number(&mut kim, "Ann").await, number(&mut kim, "Passer By").await);
    let offices = |number: i64| format!("/api/keeper/people/{number}/offices");
    put(&mut kim, &offices(hers), json!({"offices": ["coach", "coach"]})).await;
    put(&mut kim, &offices(hers), json!({"offices": ["arbiter"]})).await;
    assert_eq!(ann.get("/api/me").await["offices"], json!(["arbiter"]));
    let coach = json!({"offices": ["coach"]});
    assert_eq!(kim.refused(Method::PUT, &offices(his), coach.clone()).await, "no-account-there");
    assert_eq!(kim.refused(Method::PUT, &offices(9_999), coach.clone()).await, "no-person");
    assert_eq!(kim.refused(Method::PUT, "/api/keeper/people/x/offices", coach.clone()).await, "no-person");
    // The last keeper stays.
    assert_eq!(kim.refused(Method::PUT, &offices(own), coach).await, "last-keeper");
    let block = format!("/api/keeper/people/{own}/blocked");
    assert_eq!(kim.refused(Method::PUT, &block, json!({"blocked": true})).await, "last-keeper");
    assert_eq!(kim.refused(Method::DELETE, &format!("/api/keeper/people/{own}"), json!({})).await, "last-keeper");
    assert_eq!(
        log(&mut kim).await[..3],
        ["Kim appointed Ann: arbiter", "Kim dismissed Ann: coach", "Kim appointed Ann: coach"]
    );
    let allowance = format!("/api/keeper/people/{hers}/allowance");
    assert_eq!(put(&mut kim, &allowance, json!({"factor": 5})).await["allowance"], 5);
    assert_eq!(kim.refused(Method::PUT, &allowance, json!({"factor": 101})).await, "bad-request");
    assert_eq!(log(&mut kim).await[0], "Kim changed the limits of Ann: ×5");
    let found = kim.get("/api/keeper/people?office=arbiter").await;
    assert_eq!(found["people"][0]["name"], "Ann");
    assert_eq!(kim.get("/api/keeper/people?name=pass").await["people"][0]["number"], json!(his));
    let pages = kim.get("/api/keeper/people?limit=2").await;
    let rest = kim.get(&format!("/api/keeper/people?limit=2&before={}", pages["next"].as_str().unwrap())).await;
    assert_eq!((rest["people"][0]["name"].as_str(), &rest["next"]), (Some("Kim"), &Value::Null));
    for (language, text) in [("ru", "Kim: назначение — Ann, арбитр"), ("uk", "Kim: призначення — Ann, арбітр")]
    {
        kim.language = language;
        assert_eq!(log(&mut kim).await[1], text);
    }
}

#[tokio::test]
async fn a_blocked_person_is_signed_out_and_cannot_come_back() {
    let house = House::open().await;
    let mut kim = keeper(&house).await;
    let mut rude = member(&house, "Rude").await;
    let (id, _) = rude.make(json!({"rules": "russian", "opponent": {"kind": "computer", "level": 1}})).await;
    let (mut socket, _) = rude.sit(&id).await;
    let mut old = rude.clone();
    let path = format!("/api/keeper/people/{}/blocked", number(&mut kim, "Rude").await);
    let blocked = put(&mut kim, &path, json!({"blocked": true})).await;
    assert!(blocked["member"]["blockedAt"].is_u64(), "{blocked}");
    while socket.frame().await.is_some() {}
    assert_eq!(rude.get("/api/me").await["account"], false, "the cookie is worth nothing");
    let login = json!({"name": "Rude", "password": PASSWORD});
    assert_eq!(rude.refused(Method::POST, "/api/me/login", login.clone()).await, "blocked");
    let wrong = json!({"name": "Rude", "password": "guessed it all"});
    assert_eq!(rude.refused(Method::POST, "/api/me/login", wrong).await, "wrong-password", "strangers learn nothing");
    put(&mut kim, &path, json!({"blocked": false})).await;
    assert_eq!(old.get("/api/me").await["account"], false, "what was signed before stays worthless");
    rude.post("/api/me/login", login).await;
    assert_eq!(log(&mut kim).await[..2], ["Kim unblocked Rude", "Kim blocked Rude"]);
}

#[tokio::test]
async fn offices_and_blocks_outlive_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), damka_server::Settings::default()).await;
    let mut kim = keeper(&house).await;
    let rude = member(&house, "Rude").await;
    let path = format!("/api/keeper/people/{}/blocked", number(&mut kim, "Rude").await);
    put(&mut kim, &path, json!({"blocked": true})).await;
    let copy = house::killed(folder.path());
    let again = House::open_in(copy.path(), damka_server::Settings::default()).await;
    assert_eq!(again.guest(&kim).get("/api/me").await["offices"], json!(["keeper"]));
    let login = json!({"name": "Rude", "password": PASSWORD});
    assert_eq!(again.guest(&rude).refused(Method::POST, "/api/me/login", login).await, "blocked");
}

#[tokio::test]
async fn a_hidden_game_is_seen_by_its_people_and_keepers_only() {
    let house = House::open().await;
    let mut kim = keeper(&house).await;
    let (id, [mut white, mut black], players) = house::two(&house, json!({})).await;
    let mut watcher = house.visitor();
    let (mut socket, _) = watcher.sit(&id).await;
    let hide = format!("/api/keeper/games/{id}/hidden");
    put(&mut kim, &hide, json!({"hidden": true})).await;
    while socket.frame().await.is_some() {}

    let paths =
        ["", "/export", "/record", "/preview.png", "/tree", "/analysis"].map(|end| format!("/api/games/{id}{end}"));
    for path in &paths {
        assert_eq!(watcher.refused(Method::GET, path, json!({})).await, "no-game", "{path}");
    }
    let report = json!({"game": id, "side": "white"});
    assert_eq!(watcher.refused(Method::POST, "/api/reports", report).await, "no-game");
    let shown = |list: &Value| list.as_array().unwrap().iter().any(|game| game["id"] == json!(id));
    assert!(!shown(&watcher.get("/api/lobby").await["live"]) && !shown(&watcher.get("/api/games").await["games"]));
    for visitor in [&mut white, &mut black, &mut kim] {
        assert_eq!(visitor.get(&paths[0]).await["id"], json!(id));
        assert!(!shown(&visitor.get("/api/lobby").await["live"]), "the club's list is the same for everybody");
    }
    assert!(shown(&white.get("/api/me/games").await["games"]));
    assert!(shown(&kim.get("/api/keeper").await["hidden"]));
    // They play on.
    drop(players);
    let (mut player, _) = white.sit(&id).await;
    assert_eq!(player.play(&["c3", "d4"]).await["state"]["ply"], 1);
    put(&mut kim, &hide, json!({"hidden": false})).await;
    assert_eq!(watcher.get(&paths[0]).await["id"], json!(id));
    assert_eq!(kim.refused(Method::PUT, "/api/keeper/games/nowhere/hidden", json!({"hidden": true})).await, "no-game");
    assert_eq!(log(&mut kim).await[..2], ["Kim showed a hidden game again", "Kim hid a game"]);
}

#[tokio::test]
async fn a_new_password_is_set_with_a_link_that_works_once() {
    let house = House::open().await;
    let mut kim = keeper(&house).await;
    let mut ann = member(&house, "Ann").await;
    let path = format!("/api/keeper/people/{}/reset", number(&mut kim, "Ann").await);
    let link = kim.post(&path, json!({})).await;
    assert!(!link.to_string().contains("argon2"), "no password is shown");
    let code = link["path"].as_str().unwrap().strip_prefix("/reset#").unwrap().to_owned();
    let mut phone = house.visitor();
    let reset = |password: &str| json!({"code": code, "password": password});
    assert_eq!(phone.refused(Method::POST, "/api/me/reset", reset("short")).await, "password");
    // A keeper's code has another purpose.
    let invitation = kim.post("/api/keeper/link", json!({})).await;
    let other = invitation["path"].as_str().unwrap().strip_prefix("/keeper#").unwrap().to_owned();
    let wrong = json!({"code": other, "password": "a new password"});
    assert_eq!(phone.refused(Method::POST, "/api/me/reset", wrong).await, "wrong-code");
    assert_eq!(kim.refused(Method::POST, "/api/me/keeper", json!({"code": code})).await, "wrong-code");
    let me = phone.post("/api/me/reset", reset("a new password")).await;
    assert_eq!((&me["name"], &me["account"]), (&json!("Ann"), &json!(true)));
    assert_eq!(phone.refused(Method::POST, "/api/me/reset", reset("another one")).await, "wrong-code");
    assert_eq!(ann.get("/api/me").await["account"], false, "every other device is signed out");
    let login = |password: &str| json!({"name": "Ann", "password": password});
    assert_eq!(ann.refused(Method::POST, "/api/me/login", login(PASSWORD)).await, "wrong-password");
    ann.post("/api/me/login", login("a new password")).await;
}

#[tokio::test]
async fn anybody_can_report_a_name_and_the_keeper_decides() {
    let house = House::open().await;
    let mut kim = keeper(&house).await;
    let (id, [mut white, mut black], mut sockets) = house::two(&house, json!({})).await;
    black.request(Method::PUT, "/api/me/name", Some(json!({"name": "Very Rude"}))).await;
    // The game has been notified.
    while sockets[0].next("players").await["players"]["black"]["name"] != "Very Rude" {}
    let report = |side: &str| json!({"game": id, "side": side});
    let mut watcher = house.visitor();
    watcher.get("/api/me").await;
    for mut visitor in [white.clone(), white.clone(), watcher.clone()] {
        let (status, answer) = visitor.request(Method::POST, "/api/reports", Some(report("black"))).await;
        assert_eq!(status, StatusCode::NO_CONTENT, "{answer}");
    }
    assert_eq!(black.refused(Method::POST, "/api/reports", report("black")).await, "own-name");
    assert_eq!(
        watcher.refused(Method::POST, "/api/reports", report("white")).await,
        "no-person",
        "a guest has no name"
    );
    let view = kim.get("/api/keeper").await;
    let [reported] = &view["reported"].as_array().unwrap()[..] else { panic!("{view}") };
    assert_eq!((&reported["count"], &reported["names"]), (&json!(2), &json!(["Very Rude"])));
    assert_eq!(reported["games"], json!([id]));
    let number = reported["member"]["number"].as_i64().unwrap();
    put(&mut kim, &format!("/api/keeper/people/{number}/name"), json!({"name": "Bo"})).await;
    assert_eq!(kim.get("/api/keeper").await["reported"], json!([]), "a new name decides it");
    assert_eq!(white.get(&format!("/api/games/{id}")).await["players"]["black"]["name"], "Bo");
    assert_eq!(log(&mut kim).await[0], "Kim renamed Very Rude: now Bo");
    let taken = json!({"name": "Kim"});
    assert_eq!(kim.refused(Method::PUT, &format!("/api/keeper/people/{number}/name"), taken).await, "name");

    watcher.request(Method::POST, "/api/reports", Some(report("black"))).await;
    let path = format!("/api/keeper/people/{number}/reports");
    assert_eq!(kim.request(Method::DELETE, &path, None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kim.get("/api/keeper").await["reported"], json!([]));
    assert_eq!(log(&mut kim).await[0], "Kim found nothing wrong with the name Bo");
    // One visitor cannot flood the keeper.
    let mut last = StatusCode::OK;
    for _ in 0..30 {
        last = watcher.request(Method::POST, "/api/reports", Some(report("black"))).await.0;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(kim.get("/api/keeper").await["reported"][0]["count"], 1);
}

#[tokio::test]
async fn a_person_takes_out_and_deletes_their_own_data() {
    let house = House::open().await;
    let mut kim = keeper(&house).await;
    let (id, [mut white, mut black], mut sockets) = house::two(&house, json!({})).await;
    white.post("/api/me/account", json!({"name": "Ann", "password": PASSWORD})).await;
    // Creating an account begins a new session, and closes what was open before.
    sockets[0] = white.sit(&id).await.0;
    let link = json!({"game": {"rules": "russian", "opponent": {"kind": "computer", "level": 1}}, "task": "Win"});
    white.post("/api/links", link).await;
    let export = white.get("/api/me/export").await;
    assert_eq!((&export["profile"]["name"], &export["links"][0]["task"]), (&json!("Ann"), &json!("Win")));
    assert!(export["sessions"][0]["seenAt"].is_u64(), "{export}");
    assert_eq!((&export["games"][0]["status"], &export["games"][0]["pdn"]), (&json!("live"), &Value::Null));
    assert!(!export.to_string().contains("argon2"), "no hash of a password");

    sockets[0].play(&["c3", "d4"]).await;
    sockets[0].act(json!({"kind": "resign"})).await;
    while sockets[0].event().await["state"]["ending"].is_null() {}
    let notes = json!({"pdn": "[GameType \"25\"]\n1. c3-d4 {good} *"});
    let kept = white.request(Method::PUT, &format!("/api/games/{id}/notes"), Some(notes)).await;
    assert_eq!(kept.0, StatusCode::OK, "{}", kept.1);
    let number = number(&mut kim, "Ann").await;
    for export in [white.get("/api/me/export").await, kim.get(&format!("/api/keeper/people/{number}/export")).await] {
        let game = &export["games"][0];
        assert_eq!((&game["id"], &game["seats"]), (&json!(id), &json!(["white"])));
        let pdn = game["pdn"].as_str().unwrap();
        assert!(pdn.contains("[White \"Ann\"]") && pdn.contains("c3-d4"), "{pdn}");
        assert!(game["notes"].as_str().unwrap().contains("good"));
    }
    assert_eq!(log(&mut kim).await[0], "Kim exported the data of Ann");

    assert_eq!(white.refused(Method::DELETE, "/api/me", json!({"password": "guessed it"})).await, "wrong-password");
    let gone = white.request(Method::DELETE, "/api/me", Some(json!({"password": PASSWORD}))).await;
    assert_eq!(gone.0, StatusCode::OK);
    let game = black.get(&format!("/api/games/{id}")).await;
    assert_eq!(
        (&game["players"]["white"]["name"], &game["players"]["white"]["shown"]),
        (&Value::Null, &json!("Guest"))
    );
    assert_eq!(kim.refused(Method::GET, &format!("/api/keeper/people/{number}"), json!({})).await, "no-person");
    assert_eq!(log(&mut kim).await[0], format!("Kim exported the data of No. {number} (deleted)"));
}

#[tokio::test]
async fn a_keeper_deletes_somebody() {
    let house = House::open().await;
    let mut kim = keeper(&house).await;
    let mut ann = member(&house, "Ann").await;
    let path = format!("/api/keeper/people/{}", number(&mut kim, "Ann").await);
    let offices = format!("{path}/offices");
    put(&mut kim, &offices, json!({"offices": ["keeper"]})).await;
    assert!(ann.get("/api/keeper").await.is_object());
    assert_eq!(kim.request(Method::DELETE, &path, None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ann.request(Method::GET, "/api/keeper", None).await.0, StatusCode::FORBIDDEN);
    let login = json!({"name": "Ann", "password": PASSWORD});
    assert_eq!(ann.refused(Method::POST, "/api/me/login", login).await, "wrong-password");
}

/// A user who can read the data folder runs the club anyway; the command line sends the key kept there.
#[tokio::test]
async fn the_machine_itself_may_do_what_keepers_may() {
    let house = House::open().await;
    let mut kim = keeper(&house).await;
    let mut machine = house.visitor();
    machine.authorization = Some(format!("Bearer {}", house.club.machine_key));
    let own = number(&mut machine, "Kim").await;
    put(&mut machine, &format!("/api/keeper/people/{own}/offices"), json!({"offices": []})).await;
    assert_eq!(kim.request(Method::GET, "/api/keeper", None).await.0, StatusCode::FORBIDDEN);
    assert_eq!(log(&mut machine).await[0], "Someone at the machine dismissed Kim: keeper");
}

/// Nothing in the program could change the log.
#[tokio::test]
async fn the_log_is_only_added_to() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), damka_server::Settings::default()).await;
    let mut kim = keeper(&house).await;
    log(&mut kim).await;
    let direct = rusqlite::Connection::open(damka_store::Sqlite::file(folder.path())).unwrap();
    for sql in ["DELETE FROM log", "UPDATE log SET act = 'show'", "UPDATE log SET detail = 'x'"] {
        let refused = direct.execute(sql, []).unwrap_err().to_string();
        assert!(refused.contains("only added to"), "{sql}: {refused}");
    }
    let kept = house.club.write(vec![Write::Club(ClubWrite::Decided { person: "nobody".into() })]).await;
    assert_eq!((kept, log(&mut kim).await.len()), (Ok(()), 1));
}
