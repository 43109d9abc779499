//! Notices in the page: who gets which.

use crate::house::{House, PATIENCE, Visitor, killed, two};
use axum::http::Method;
use damka_server::Settings;
use damka_store::{Sqlite, Store};
use serde_json::{Value, json};
use std::time::Duration;

/// A game over days without clocks.
pub fn slow() -> Value {
    json!({"pace": "days", "clocks": {"white": "none", "black": "none"}})
}

/// Waits until somebody's notices are as wanted.
pub async fn until(visitor: &mut Visitor, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let waiting = async {
        loop {
            let told = visitor.get("/api/me/notices").await;
            if is_wanted(&told) {
                return told;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("the notices in time")
}

/// The kinds of the notices that were not read, the newest first.
pub fn unread(told: &Value) -> Vec<String> {
    let notices = told["notices"].as_array().unwrap().iter();
    notices.filter(|it| it["read"] == false).map(|it| it["kind"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn who_plays_over_days_is_told_when_it_is_their_move_and_what_is_asked() {
    let house = House::patient().await;
    let (id, [mut ann, mut bob], [mut white, mut black]) = two(&house, slow()).await;
    white.play(&["c3", "d4"]).await;
    let told = until(&mut bob, |told| told["unread"] == 1).await;
    let notice = &told["notices"][0];
    assert_eq!((&notice["kind"], &notice["game"]), (&json!("turn"), &json!(id)));
    assert!(notice["text"].as_str().unwrap().starts_with("It is your move"), "{notice}");
    let other = bob.get("/api/me/notices?lang=ru").await;
    assert!(other["notices"][0]["text"].as_str().unwrap().starts_with("Ваш ход"), "{other}");
    // He came while she was elsewhere; she has moved since, so she knows.
    let came = |told: &Value| told["notices"][0]["kind"] == "came" && told["unread"] == 0;
    until(&mut ann, came).await;

    // Who has moved needs no notice any more, and the opponent gets one.
    black.event().await;
    black.play(&["d6", "c5"]).await;
    until(&mut bob, |told| told["unread"] == 0).await;
    white.event().await;
    assert_eq!(
        unread(&until(&mut ann, |told| unread(told).first().is_some_and(|kind| kind == "turn")).await)[0],
        "turn"
    );
    for (ask, kind) in [("offer", "draw"), ("askBack", "take-back")] {
        let n = black.act(json!({"kind": ask})).await;
        assert_eq!(black.frame().await.unwrap()["n"], n);
        assert_eq!(unread(&until(&mut ann, |told| unread(told).contains(&kind.to_owned())).await)[0], kind);
    }

    // A notice that was read stays in the list; one about another game stays new.
    let all = ann.get("/api/me/notices").await;
    let [newest, second] = [0, 1].map(|at: usize| all["notices"][at]["number"].as_i64().unwrap());
    let read = ann.post("/api/me/notices/read", json!({"upto": second})).await;
    assert_eq!((read["unread"].as_u64(), read["notices"][0]["number"].as_i64()), (Some(1), Some(newest)));
    let read = ann.post("/api/me/notices/read", json!({"upto": newest, "game": "another"})).await;
    assert_eq!(read["unread"], 1);

    // When the game is over nobody is waited for.
    white.act(json!({"kind": "resign"})).await;
    until(&mut ann, |told| told["unread"] == 0).await;
    assert_eq!(house.visitor().get("/api/me/notices").await, json!({"unread": 0, "notices": []}));
    assert_eq!(ann.refused(Method::POST, "/api/me/notices/read", json!({"upto": "all"})).await, "bad-request");
}

#[tokio::test]
async fn a_game_of_one_sitting_or_against_the_computer_tells_nothing() {
    let house = House::patient().await;
    let (_, [mut ann, mut bob], [mut white, _]) = two(&house, json!({})).await;
    until(&mut ann, |told| unread(told) == ["came"]).await;
    white.play(&["c3", "d4"]).await;
    let computer = json!({"rules": "russian", "opponent": {"kind": "computer", "level": 1}, "colour": "black"});
    let mut wanted = computer.as_object().unwrap().clone();
    wanted.extend(slow().as_object().unwrap().clone());
    let (id, _) = ann.make(Value::Object(wanted)).await;
    let (mut socket, _) = ann.sit(&id).await;
    socket.event().await;
    // What comes later is kept later, so nothing was on its way before this.
    let (_, _, [mut first, _]) = two(&house, slow()).await;
    first.play(&["c3", "d4"]).await;
    let (_, _, _sockets) = with(&house, &mut bob).await;
    until(&mut bob, |told| told["unread"] == 1).await;
    assert_eq!(unread(&bob.get("/api/me/notices").await), ["turn"], "of the game over days alone");
    assert_eq!(unread(&ann.get("/api/me/notices").await), ["came"]);
}

/// Somebody new makes a game over days, in which `black` has the turn.
async fn with(house: &House, black: &mut Visitor) -> (String, Visitor, [crate::house::Socket; 2]) {
    let mut white = house.visitor();
    let mut wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"});
    wanted.as_object_mut().unwrap().extend(slow().as_object().unwrap().clone());
    let (id, invitation) = white.make(wanted).await;
    black.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
    let mut sockets = [white.sit(&id).await.0, black.sit(&id).await.0];
    sockets[0].play(&["c3", "d4"]).await;
    (id, white, sockets)
}

#[tokio::test]
async fn a_player_is_reminded_once_when_most_of_the_time_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let settings = || Settings { limited: false, idle: Duration::from_millis(10), ..Settings::default() };
    let house = House::open_in(folder.path(), settings()).await;
    let clocks = |time: &str| json!({"pace": "days", "clocks": {"white": time, "black": time}});
    let (id, [_, mut bob], [mut white, black]) = two(&house, clocks("8s")).await;
    white.play(&["c3", "d4"]).await;
    drop((white, black));
    let told = until(&mut bob, |told| told["notices"][0]["kind"] == "time").await;
    assert_eq!(told["notices"].as_array().unwrap().len(), 2);
    let [reminded, turn] = [0, 1].map(|at: usize| told["notices"][at]["at"].as_u64().unwrap());
    assert!((6_300..8_000).contains(&(reminded - turn)), "at 80 %: {told}");

    // It was told once, also for the next run, which finds it due again when it loads the game. Then the flag falls, with
    // nobody there.
    let copy = killed(folder.path());
    let again = House::open_in(copy.path(), settings()).await;
    let mut bob = again.guest(&bob);
    let ended = until(&mut bob, |told| told["unread"] == 0).await;
    assert_eq!(ended["notices"].as_array().unwrap().len(), 2, "{ended}");
    assert_eq!(ended["notices"][0]["at"], reminded, "nothing was told twice: {ended}");
    assert_eq!(bob.get(&format!("/api/games/{id}")).await["status"], "over");
}

#[tokio::test]
async fn a_game_that_is_not_in_memory_is_looked_at_again_for_its_reminder() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { limited: false, idle: Duration::from_millis(10), ..Settings::default() };
    let house = House::open_in(folder.path(), settings).await;
    let ten_days = json!({"pace": "days", "clocks": {"white": "10d", "black": "10d"}});
    let (id, _visitors, [mut white, black]) = two(&house, ten_days).await;
    white.play(&["c3", "d4"]).await;
    drop((white, black));
    let waiting = async {
        while !house.club.games.is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("it is let go");
    let copy = killed(folder.path());
    let store = Sqlite::open(copy.path()).unwrap();
    let due = store.due(house.club.clock.run() + 1).unwrap().into_iter().find(|game| game.id.as_str() == id).unwrap();
    let days = |count: u64| count * 24 * 3_600_000;
    let in_ms = due.due.unwrap() - store.game(&id.as_str().into()).unwrap().unwrap().game.created_at;
    assert!((days(8)..days(8) + 60_000).contains(&in_ms), "{in_ms}");
}

#[tokio::test]
async fn security_13_a_blindfold_players_notices_say_nothing_about_the_board() {
    let house = House::patient().await;
    let mut wanted = slow();
    wanted["seats"] = json!({"white": {"view": "blind"}, "black": {"view": "record"}});
    let (_, [mut ann, mut bob], [mut white, mut black]) = two(&house, wanted).await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    black.play(&["d6", "c5"]).await;
    until(&mut ann, |told| unread(told).contains(&"turn".to_owned())).await;
    for who in [&mut ann, &mut bob] {
        let told = who.get("/api/me/notices").await;
        for notice in told["notices"].as_array().unwrap() {
            let known = ["number", "kind", "text", "game", "at", "read"];
            assert!(notice.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())), "{notice}");
            let text = notice["text"].as_str().unwrap();
            assert!(["c3", "d4", "d6", "c5"].iter().all(|square| !text.contains(square)), "{text}");
        }
    }
}

#[tokio::test]
async fn who_takes_part_in_a_contest_is_told_when_it_begins() {
    let house = House::patient().await;
    let mut host = house.visitor();
    let made = host.post("/api/contests", json!({"name": "Tuesday", "rules": "russian", "kind": "simul"})).await;
    let id = made["id"].as_str().unwrap().to_owned();
    let acts = format!("/api/contests/{id}/acts");
    let mut guests = [house.visitor(), house.visitor()];
    for guest in &mut guests {
        guest.post(&acts, json!({"kind": "enter"})).await;
    }
    host.post(&acts, json!({"kind": "begin"})).await;
    for guest in &mut guests {
        let told = until(guest, |told| told["unread"] == 1).await;
        let notice = &told["notices"][0];
        assert_eq!((&notice["kind"], &notice["contest"]), (&json!("paired"), &json!(id)), "{told}");
        assert!(notice["game"].is_string() && notice["text"].as_str().unwrap().contains("Tuesday"), "{told}");
    }
    assert_eq!(host.get("/api/me/notices").await["unread"], 0, "who did it knows");
}

#[tokio::test]
async fn notices_go_with_the_person() {
    let house = House::patient().await;
    let mut ann = house.visitor();
    let (id, _white, mut sockets) = with(&house, &mut ann).await;
    until(&mut ann, |told| told["unread"] == 1).await;
    let exported = ann.get("/api/me/export").await;
    assert_eq!(exported["notices"][0]["game"], id, "{exported}");
    ann.post("/api/me/account", json!({"name": "Ann", "password": "eight letters and more"})).await;
    assert_eq!(ann.get("/api/me/notices").await["unread"], 1);
    sockets[0].act(json!({"kind": "offer"})).await;
    until(&mut ann, |told| told["unread"] == 2).await;
    let gone = json!({"password": "eight letters and more"});
    assert_eq!(ann.request(Method::DELETE, "/api/me", Some(gone)).await.0, 200);
    assert_eq!(ann.get("/api/me/notices").await["notices"], json!([]));
}
