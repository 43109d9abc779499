//! The life of a game: let go and loaded again, in other hands and under other names, begun from any position.

use crate::house::odd::Odd;
use crate::house::{self, House, two};
use axum::http::{Method, StatusCode};
use damka_conduct::PersonId;
use damka_server::Settings;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Duration;

/// A club that soon puts away what nobody looks at.
fn forgetful() -> Settings {
    Settings { idle: Duration::from_millis(10), ..Settings::default() }
}

/// Waits until no game is in memory.
async fn let_go(house: &House) {
    let begun = std::time::Instant::now();
    while !house.club.games.is_empty() {
        assert!(begun.elapsed() < house::PATIENCE, "a game stays in memory");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn what_nobody_looks_at_is_put_away_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), forgetful()).await;
    let clocks = json!({"clocks": {"white": "1h", "black": "1h"}});
    let (id, [ann, bob], [mut white, mut black]) = two(&house, clocks).await;
    let number = white.play(&["c3", "d4"]).await["n"].clone();
    black.event().await;
    drop((white, black));
    let_go(&house).await;

    let seen = house.visitor().get(&format!("/api/games/{id}")).await;
    assert_eq!((&seen["state"]["ply"], &seen["status"]), (&json!(1), &json!("live")));
    assert_eq!(seen["state"]["clocks"]["running"], "black");
    assert!(seen["state"]["clocks"].get("held").is_none(), "there was no crash, so nothing is held: {seen}");
    assert!(seen["state"]["clocks"]["black"]["remaining"].as_u64().unwrap() > 3_500_000);
    let_go(&house).await;

    let (mut black, _) = bob.sit(&id).await;
    black.play(&["f6", "g5"]).await;
    let (mut white, game) = ann.sit(&id).await;
    assert_eq!(game["moves"].as_array().unwrap().len(), 2);
    let again = json!({"type": "act", "n": number, "act": {"kind": "move", "path": ["c3", "d4"]}});
    white.send(&again).await;
    assert_eq!(white.next("confirmed").await["seq"], 1, "what counted before counts once");
    // As long as somebody looks it stays.
    assert!(!house.club.games.is_empty());
}

#[tokio::test]
async fn a_game_made_before_a_restart_is_timed_in_the_run_that_plays_it() {
    let folder = tempfile::tempdir().unwrap();
    let before = House::open_in(folder.path(), Settings::default()).await;
    let mut ann = before.visitor();
    let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white",
        "clocks": {"white": "1h", "black": "1h"}});
    let (id, invitation) = ann.make(wanted).await;

    let folder = house::killed(folder.path());
    let house = House::open_in(folder.path(), forgetful()).await;
    let (ann, mut bob) = (house.guest(&ann), house.visitor());
    bob.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
    let (mut white, _) = ann.sit(&id).await;
    white.play(&["c3", "d4"]).await;
    drop(white);
    let_go(&house).await;
    let (_black, game) = bob.sit(&id).await;
    // Its time was anchored in the earlier run only, so it would be taken for a game after a crash.
    assert!(game["state"]["clocks"].get("held").is_none(), "{game}");
    assert_eq!(game["state"]["clocks"]["running"], "black");
    let left = game["state"]["clocks"]["black"]["remaining"].as_u64().unwrap();
    assert!((3_500_000..=3_600_000).contains(&left), "{left}");
}

#[tokio::test]
async fn the_wall_shows_every_game_that_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), forgetful()).await;
    let mut games = Vec::new();
    for _ in 0..3 {
        let (id, _, [mut white, _black]) = two(&house, json!({})).await;
        white.play(&["c3", "d4"]).await;
        games.insert(0, id);
    }
    let_go(&house).await;
    let ids = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
    };
    let whole = async |house: &House| {
        let mut eve = house.visitor();
        let wall = eve.get("/api/lobby").await;
        assert_eq!((ids(&wall["live"]), &wall["playing"]), (games.clone(), &json!(3)));
        assert!(wall["live"].as_array().unwrap().iter().all(|game| game["ply"] == 1 && game["toMove"] == "black"));
        let first = eve.get("/api/games?limit=2").await;
        assert_eq!(ids(&first["games"]), games[..2]);
        let rest = eve.get(&format!("/api/games?limit=2&before={}", first["next"].as_str().unwrap())).await;
        assert_eq!((ids(&rest["games"]), &rest["next"]), (games[2..].to_vec(), &json!(null)));
        assert_eq!(eve.refused(Method::GET, "/api/games?before=x", json!(null)).await, "bad-request");
    };
    whole(&house).await;
    assert!(house.club.games.is_empty(), "nothing is loaded only to be listed");
    // Also after a restart, when none of them was ever in memory.
    let folder = house::killed(folder.path());
    let after = House::open_in(folder.path(), forgetful()).await;
    whole(&after).await;
    // And a name that changes meanwhile is the name on the wall.
    let (id, [mut ann, _], sockets) = two(&after, json!({})).await;
    drop(sockets);
    let_go(&after).await;
    after.visitor().get("/api/lobby").await;
    ann.request(Method::PUT, "/api/me/name", Some(json!({"name": "Anna"}))).await;
    let wall = after.visitor().get("/api/lobby").await;
    assert_eq!((&wall["live"][0]["id"], &wall["live"][0]["players"]["white"]["name"]), (&json!(id), &json!("Anna")));
}

#[tokio::test]
async fn the_wall_counts_games_that_nobody_has_opened_since_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { limited: false, ..Settings::default() }).await;
    let mut ann = house.visitor();
    for _ in 0..105 {
        ann.post("/api/games", json!({"rules": "russian", "opponent": {"kind": "sameScreen"}})).await;
    }
    let folder = house::killed(folder.path());
    let after = House::open_in(folder.path(), Settings::default()).await;
    let wall = after.visitor().get("/api/lobby").await;
    assert!(after.club.games.is_empty(), "none of them is in memory");
    assert_eq!((wall["live"].as_array().unwrap().len(), &wall["playing"]), (100, &json!(105)));
}

#[tokio::test]
async fn a_rematch_may_be_answered_later() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), forgetful()).await;
    let (id, [mut ann, bob], [mut white, black]) = two(&house, json!({})).await;
    white.act(json!({"kind": "resign"})).await;
    white.event().await;
    let path = format!("/api/games/{id}/rematch");
    assert_eq!(ann.post(&path, json!({})).await["game"], json!(null));
    drop((white, black));
    let_go(&house).await;
    // The other side comes when the game was let go, and the server was started again.
    let folder = house::killed(folder.path());
    let after = House::open_in(folder.path(), forgetful()).await;
    let mut bob = after.guest(&bob);
    assert_eq!(
        bob.get(&format!("/api/games/{id}")).await["rematchWanted"],
        json!(["white"]),
        "somebody waits for an answer"
    );
    let next = bob.post(&path, json!({})).await["game"].clone();
    assert!(next.is_string(), "both have asked: {next}");
    let_go(&after).await;
    assert_eq!(after.guest(&ann).post(&path, json!({})).await["game"], next, "there is one other game");
    assert!(bob.get(&format!("/api/games/{id}")).await.get("rematchWanted").is_none());
    let game = bob.get(&format!("/api/games/{}", next.as_str().unwrap())).await;
    assert_eq!(game["you"]["seats"], json!(["white"]), "with colours changed");
}

/// A club whose next loaded game waits between its beginning and its events, until the test lets it continue.
async fn hesitant(folder: &std::path::Path) -> (House, Arc<AtomicBool>, Arc<(Barrier, Barrier)>) {
    let (armed, gates) = (Arc::new(AtomicBool::new(false)), Arc::new((Barrier::new(2), Barrier::new(2))));
    let mut store = Odd::new(folder);
    let (trigger, waits) = (Arc::clone(&armed), Arc::clone(&gates));
    store.before_events = Box::new(move |_| {
        if trigger.swap(false, Ordering::SeqCst) {
            waits.0.wait();
            waits.1.wait();
        }
    });
    (House::open_on(Arc::new(store), forgetful()).await, armed, gates)
}

/// Waits at a gate, on a thread that may.
async fn pass(gates: &Arc<(Barrier, Barrier)>, which: fn(&(Barrier, Barrier)) -> &Barrier) {
    let gates = Arc::clone(gates);
    tokio::task::spawn_blocking(move || which(&gates).wait()).await.unwrap();
}

#[tokio::test]
async fn a_game_that_is_taken_up_while_somebody_signs_in_knows_it() {
    let folder = tempfile::tempdir().unwrap();
    let (house, armed, gates) = hesitant(folder.path()).await;
    let (id, [mut ann, _], sockets) = two(&house, json!({})).await;
    drop(sockets);
    let_go(&house).await;
    let mut desk = house.visitor();
    desk.post("/api/me/account", json!({"name": "Nina", "password": "correct horse"})).await;
    // A stranger loads the page: the seats are read, the events are not.
    armed.store(true, Ordering::SeqCst);
    let (mut eve, path) = (house.visitor(), format!("/api/games/{id}"));
    let looking = tokio::spawn(async move { eve.get(&path).await });
    // So does Ann in another window.
    let (window, path) = (ann.clone(), format!("/api/games/{id}/socket"));
    let sitting = tokio::spawn(async move { window.socket(&path).await });
    pass(&gates, |gates| &gates.0).await;
    // Ann signs in, and that is on disk before the page has loaded.
    let old = ann.clone();
    let signing = tokio::spawn(async move {
        ann.post("/api/me/login", json!({"name": "Nina", "password": "correct horse"})).await;
        ann
    });
    while house.club.store().account("nina").unwrap().is_none() || !seats(&house, &id).contains(&desk_id(&house)) {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    pass(&gates, |gates| &gates.1).await;
    looking.await.unwrap();
    let mut ann = signing.await.unwrap();
    let mut window = sitting.await.unwrap();
    // The page was connecting with the guest's cookie: its socket is closed, and it reconnects with the new one.
    while window.frame().await.is_some() {}
    let (mut window, _) = ann.sit(&id).await;
    assert_eq!(window.play(&["c3", "d4"]).await["move"]["text"], "c3-d4", "who signed in meanwhile keeps the seat");
    for device in [&mut ann, &mut desk] {
        let game = device.get(&format!("/api/games/{id}")).await;
        assert_eq!((&game["you"]["seats"], &game["players"]["white"]["name"]), (&json!(["white"]), &json!("Nina")));
    }
    let mut old = old;
    assert_eq!(old.get(&format!("/api/games/{id}")).await["you"]["seats"], json!([]), "an old cookie has no seat");
}

/// Who sits at a game, as it is on disk.
fn seats(house: &House, id: &str) -> Vec<PersonId> {
    let game = house.club.store().game(&id.into()).unwrap().unwrap().game;
    game.occupants.iter().filter_map(|it| it.person().cloned()).collect()
}

fn desk_id(house: &House) -> PersonId {
    house.club.store().account("nina").unwrap().unwrap().id
}

#[tokio::test]
async fn a_new_name_shows_in_games_that_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), forgetful()).await;
    let (id, [mut ann, mut bob], [mut white, mut black]) = two(&house, json!({})).await;
    let name = |name: &str| Some(json!({"name": name}));
    assert_eq!(ann.request(Method::PUT, "/api/me/name", name("Анна")).await.0, StatusCode::OK);
    assert_eq!(black.next("players").await["players"]["white"]["name"], "Анна");
    assert_eq!(white.next("players").await["players"]["white"]["name"], "Анна");
    drop((white, black));
    let_go(&house).await;
    // Also where nobody looks.
    bob.post("/api/me/account", json!({"name": "Богдан", "password": "correct horse"})).await;
    let seen = ann.get(&format!("/api/games/{id}")).await;
    assert_eq!(seen["players"]["black"]["name"], "Богдан");
    assert_eq!(ann.get("/api/me/games?opponent=%D0%91%D0%9E%D0%93").await["games"][0]["id"], json!(id), "БОГ");
    assert_eq!(
        ann.get("/api/me/games?opponent=%D0%B0%D0%BD%D0%BD").await["games"],
        json!([]),
        "nobody plays against themselves"
    );

    let (mut white, _) = ann.sit(&id).await;
    white.act(json!({"kind": "resign"})).await;
    white.event().await;
    assert_eq!(ann.request(Method::PUT, "/api/me/name", name("Ганна")).await.0, StatusCode::OK);
    let over = bob.get(&format!("/api/games/{id}")).await;
    assert_eq!(over["players"]["white"]["name"], "Анна", "what is over keeps its names");
}

#[tokio::test]
async fn who_made_a_game_makes_it_still_after_signing_in() {
    let house = House::open().await;
    let (mut desk, mut phone) = (house.visitor(), house.visitor());
    desk.post("/api/me/account", json!({"name": "Nina", "password": "correct horse"})).await;
    let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "arbiter": true});
    let (id, _) = phone.make(wanted).await;
    phone.post("/api/me/login", json!({"name": "Nina", "password": "correct horse"})).await;
    for device in [&mut phone, &mut desk] {
        let game = device.get(&format!("/api/games/{id}")).await;
        assert!(game["you"]["invitation"].is_string() && game["you"]["arbiterInvitation"].is_string(), "{game}");
    }
    assert_eq!(
        house.visitor().refused(Method::DELETE, &format!("/api/games/{id}"), json!(null)).await,
        "not-your-game"
    );
    assert_eq!(desk.request(Method::DELETE, &format!("/api/games/{id}"), None).await.0, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn who_sees_a_game_later_learns_the_result_later() {
    let house = House::open().await;
    let (id, [mut ann, _], [mut white, _black]) = two(&house, json!({"delay": 3600})).await;
    white.play(&["c3", "d4"]).await;
    white.act(json!({"kind": "resign"})).await;
    assert!(white.event().await["state"]["ending"].is_object());
    let wall = house.visitor().get("/api/lobby").await;
    let shown = &wall["live"][0];
    assert_eq!((&shown["id"], &shown["ending"], &shown["ply"]), (&json!(id), &json!(null), &json!(0)), "{wall}");
    assert!(house.visitor().get(&format!("/api/games/{id}")).await["state"].get("ending").is_none());
    assert_eq!(ann.get("/api/me/games").await["games"][0]["ending"], "resignation", "the players know");
}

#[tokio::test]
async fn who_sees_a_game_later_sees_it_later_after_a_restart_too() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let (id, [ann, _], [mut white, _black]) = two(&house, json!({"delay": 3600})).await;
    white.play(&["c3", "d4"]).await;
    let copy = house::killed(folder.path());
    let after = House::open_in(copy.path(), Settings::default()).await;
    let path = format!("/api/games/{id}");
    assert_eq!(after.visitor().get(&path).await["state"]["ply"], 0, "an hour is not over");
    assert_eq!(after.guest(&ann).get(&path).await["state"]["ply"], 1, "the players see it now");
    assert_eq!(after.visitor().get("/api/lobby").await["live"][0]["ply"], 0, "nor do lists tell");
}

#[tokio::test]
async fn a_game_begins_from_any_position() {
    let house = House::open().await;
    let start = json!({"fen": "W:WKg1,c3:Bd4,h8"});
    let (id, [mut ann, _], [mut white, mut black]) = two(&house, start).await;
    let game = ann.get(&format!("/api/games/{id}")).await;
    assert_eq!(game["state"]["pieces"], json!({"c3": "w", "g1": "W", "d4": "b", "h8": "b"}));
    assert_eq!(game["agreed"]["start"], "W:WKg1,c3:Bd4,h8");
    let refused = white.refused(json!({"kind": "move", "path": ["g1", "f2"]})).await;
    assert!(!refused["squares"].as_array().unwrap().is_empty(), "the capture is due: {refused}");
    assert_eq!(white.play(&["c3", "e5"]).await["move"]["captures"], json!(["d4"]));
    black.event().await;
    black.play(&["h8", "g7"]).await;
    white.event().await;
    black.act(json!({"kind": "resign"})).await;
    black.event().await;
    let pdn = ann.get(&format!("/api/games/{id}/export?format=pdn")).await.as_str().unwrap().to_owned();
    assert!(pdn.contains("[FEN \"W:WKg1,c3:Bd4,h8") && pdn.contains("1. c3:e5 h8-g7"), "{pdn}");
    // And it comes back from there.
    let imported = ann.post("/api/me/games", json!({"text": pdn})).await;
    let copy = imported["games"][0].as_str().unwrap();
    assert_eq!(ann.get(&format!("/api/games/{copy}")).await["agreed"]["start"], "W:WKg1,c3:Bd4,h8");
    for (fen, code) in [("W:Wzz:Bd4", "fen"), ("W:W:B", "position")] {
        let wanted = json!({"rules": "russian", "opponent": {"kind": "sameScreen"}, "fen": fen});
        assert_eq!(ann.refused(Method::POST, "/api/games", wanted).await, code, "{fen}");
    }
}

#[tokio::test]
async fn clocks_of_people_follow_them_whatever_the_lots_give() {
    let house = House::open().await;
    let wanted = json!({"rules": "russian", "opponent": {"kind": "lobby"}, "colour": "lots",
        "people": {"creator": {"clock": "5m", "seat": {"view": "record"}}, "opponent": {"clock": "10m+3s"}}});
    let mut colours = std::collections::BTreeSet::new();
    for _ in 0..60 {
        let mut ann = house.visitor();
        let made = ann.post("/api/games", wanted.clone()).await;
        let (id, side) = (made["id"].as_str().unwrap(), made["seats"][0].as_str().unwrap().to_owned());
        let other = if side == "white" { "black" } else { "white" };
        let game = ann.get(&format!("/api/games/{id}")).await;
        assert_eq!(
            (&game["agreed"]["clocks"][&side], &game["agreed"]["clocks"][other]),
            (&json!("5m"), &json!("10m+3s"))
        );
        assert_eq!(game["you"]["view"], "record");
        colours.insert(side);
        if colours.len() == 2 {
            break;
        }
    }
    assert_eq!(colours.len(), 2, "lots give both colours");
    // Clocks of colours stay with the colours.
    let (id, _) = house
        .visitor()
        .make(json!({"rules": "russian", "opponent": {"kind": "lobby"}, "colour": "lots",
            "clocks": {"white": "1m", "black": "2m"}}))
        .await;
    let game = house.visitor().get(&format!("/api/games/{id}")).await;
    assert_eq!(game["agreed"]["clocks"], json!({"white": "1m", "black": "2m"}));
    let mut both: Value = wanted;
    both["clocks"] = json!({"white": "1m", "black": "2m"});
    assert_eq!(house.visitor().refused(Method::POST, "/api/games", both).await, "bad-request");
}

#[tokio::test]
async fn notes_are_kept_for_their_author() {
    let house = House::open().await;
    let (id, [mut ann, mut bob], [mut white, mut black]) = two(&house, json!({})).await;
    let path = format!("/api/games/{id}/notes");
    let notes = |pdn: &str| json!({"pdn": pdn});
    white.play(&["c3", "d4"]).await;
    black.event().await;
    assert_eq!(ann.refused(Method::PUT, &path, notes("1. c3-d4 *")).await, "not-over", "not while it is played");
    black.act(json!({"kind": "resign"})).await;
    black.event().await;

    assert_eq!(ann.get(&path).await, json!({"pdn": ""}));
    let text = "1. c3-d4 {sharp} (1. c3-b4! f6-g5) 1-0";
    let (status, kept) = ann.request(Method::PUT, &path, Some(notes(text))).await;
    assert_eq!((status, &kept["pdn"]), (StatusCode::OK, &json!(text)));
    assert_eq!(ann.get(&path).await, kept);
    assert_eq!(bob.get(&path).await["pdn"], "", "nobody else sees them");
    let mut eve = house.visitor();
    assert_eq!(eve.request(Method::PUT, &path, Some(notes("1. c3-d4 {mine} *"))).await.0, StatusCode::OK);
    for wrong in ["1. c3-d5 *", "[FEN \"W:Wa1:Bh8\"]\n\n1. a1-b2 *", "[GameType \"20\"]\n\n1. 32-28 *", "(((("] {
        assert_eq!(ann.refused(Method::PUT, &path, notes(wrong)).await, "notes", "{wrong}");
    }
    let huge = format!("1. c3-d4 {{{}}} *", "x".repeat(70_000));
    assert_eq!(ann.refused(Method::PUT, &path, notes(&huge)).await, "too-large");
    assert_eq!(ann.get(&path).await, kept, "what is refused changes nothing");

    // They move with the person to an account, and go when they are emptied.
    let mut desk = house.visitor();
    desk.post("/api/me/account", json!({"name": "Nina", "password": "correct horse"})).await;
    ann.post("/api/me/login", json!({"name": "Nina", "password": "correct horse"})).await;
    assert_eq!(desk.get(&path).await, kept);
    assert_eq!(desk.request(Method::PUT, &path, Some(notes(""))).await.1, json!({"pdn": ""}));
    assert_eq!(ann.get(&path).await, json!({"pdn": ""}));
    assert_eq!(ann.refused(Method::GET, "/api/games/nothing/notes", json!(null)).await, "no-game");
}

#[tokio::test]
async fn a_game_with_positions_between_its_moves_becomes_several() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let text = "[White \"Урок\"]\n[GameType \"25\"]\n[Result \"1-0\"]\n\n\
                1. c3-d4 d6-c5 /FEN \"W:Wc3:Bd4,h8\"/ 2. c3-e5 h8-g7 1-0\n";
    let imported = ann.post("/api/me/games", json!({"text": text})).await;
    let games = imported["games"].as_array().unwrap();
    assert_eq!((games.len(), imported["problems"].as_array().unwrap().len()), (2, 1), "{imported}");
    let mut parts = Vec::new();
    for game in games {
        parts.push(ann.get(&format!("/api/games/{}", game.as_str().unwrap())).await);
    }
    assert_eq!((parts[0]["moves"].as_array().unwrap().len(), parts[0]["state"].get("ending")), (2, None));
    assert_eq!(
        (&parts[1]["agreed"]["start"], &parts[1]["state"]["ending"]["winner"]),
        (&json!("W:Wc3:Bd4,h8"), &json!("white"))
    );
    assert_eq!(parts[1]["moves"][0]["text"], "c3:e5");
    assert!(parts.iter().all(|part| part["players"]["white"]["name"] == "Урок"));
    // A position before the first move is only the start.
    let text = "[GameType \"25\"]\n\n/FEN \"W:Wc3:Bd4,h8\"/ 1. c3-e5 *\n";
    let imported = ann.post("/api/me/games", json!({"text": text})).await;
    assert_eq!((imported["games"].as_array().unwrap().len(), &imported["problems"]), (1, &json!([])));
}
