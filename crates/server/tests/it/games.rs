//! Live games over real sockets on a real file.

use crate::house::{self, House, two};
use axum::http::Method;
use damka_server::Settings;
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn two_people_play_by_link() {
    let house = House::open().await;
    let (mut ann, mut bob, mut eve) = (house.visitor(), house.visitor(), house.visitor());
    let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white",
        "clocks": {"white": "5m+3s", "black": "10m"}});
    let (id, invitation) = ann.make(wanted).await;
    let (mut white, game) = ann.sit(&id).await;
    assert_eq!((game["status"].as_str(), &game["you"]["seats"]), (Some("waiting"), &json!(["white"])));
    assert_eq!(white.refused(json!({"kind": "move", "path": ["c3", "d4"]})).await["problem"]["code"], "nobody-yet");

    let seat = format!("/api/games/{id}/seat");
    assert_eq!(eve.refused(Method::POST, &seat, json!({})).await, "wrong-invitation");
    bob.post(&seat, json!({"invitation": invitation})).await;
    assert_eq!(white.next("game").await["game"]["status"], "live", "who waits is told");
    assert_eq!(eve.refused(Method::POST, &seat, json!({"invitation": invitation})).await, "no-free-seat");

    let (mut black, _) = bob.sit(&id).await;
    let (mut watcher, seen) = eve.sit(&id).await;
    assert_eq!(seen["you"]["seats"], json!([]));
    assert_eq!(
        watcher.refused(json!({"kind": "move", "path": ["c3", "d4"]})).await["problem"]["code"],
        "not-your-seat"
    );
    assert!(seen["state"].get("legal").is_none());

    let confirmed = white.play(&["c3", "d4"]).await;
    assert_eq!((&confirmed["state"]["seq"], &confirmed["move"]["text"]), (&json!(1), &json!("c3-d4")));
    assert!(confirmed["state"].get("legal").is_none(), "it is Black's turn");
    let told = black.event().await;
    assert!(told.get("n").is_none());
    assert_eq!(told["state"]["legal"].as_array().unwrap().len(), 7);
    assert_eq!(told["state"]["clocks"]["running"], "black");
    assert_eq!(told["state"]["pieces"]["d4"], "w");
    assert!(watcher.event().await["state"].get("legal").is_none());

    let refused = white.refused(json!({"kind": "move", "path": ["a3", "b4"]})).await;
    assert_eq!(refused["problem"]["code"], "act");
    black.play(&["f6", "e5"]).await;
    let told = white.event().await;
    assert!(told["state"]["situation"].as_str().unwrap().contains("capture"), "{told}");
    let refused = white.refused(json!({"kind": "move", "path": ["a3", "b4"]})).await;
    assert_eq!(refused["squares"], json!(["d4"]), "{refused}");
    let captured = white.play(&["d4", "f6"]).await;
    assert_eq!(captured["move"]["captures"], json!(["e5"]));

    black.event().await;
    black.act(json!({"kind": "resign"})).await;
    let over = white.event().await;
    assert_eq!(
        (over["state"]["ending"]["winner"].as_str(), over["state"]["ending"]["reason"].as_str()),
        (Some("white"), Some("resignation"))
    );
    let list = ann.get("/api/me/games?result=won").await;
    assert_eq!(list["games"][0]["id"], json!(id));
    assert_eq!(bob.get("/api/me/games?result=won").await["games"], json!([]));
    let pdn = eve.get(&format!("/api/games/{id}/export?format=pdn")).await;
    assert!(pdn.as_str().unwrap().contains("1. c3-d4 f6-e5 2. d4:f6"), "{pdn}");
}

#[tokio::test]
async fn what_is_sent_twice_counts_once_and_nothing_is_missed() {
    let house = House::open().await;
    let (id, [ann, _], [mut white, mut black]) = two(&house, json!({})).await;
    let again = json!({"type": "act", "n": 77, "act": {"kind": "move", "path": ["c3", "d4"]}});
    white.send(&again).await;
    white.send(&again).await;
    assert_eq!(white.event().await["n"], 77);
    assert_eq!(white.next("confirmed").await, json!({"type": "confirmed", "n": 77, "seq": 1}));
    // The same number for something else is a mistake of the client, and nothing happens.
    let other = json!({"type": "act", "n": 77, "act": {"kind": "resign"}});
    white.send(&other).await;
    assert_eq!(white.next("refused").await["problem"]["code"], "used-number");
    drop(white);
    black.event().await;
    black.play(&["f6", "g5"]).await;

    let (mut white, back) = ann.sit(&id).await;
    assert_eq!(back["moves"].as_array().unwrap().len(), 2);
    white.send(&again).await;
    assert_eq!(white.next("confirmed").await["seq"], 1, "also on another socket of the same page");
    // Another page counts for itself.
    let mut elsewhere = ann.socket(&format!("/api/games/{id}/socket?client=987654321")).await;
    elsewhere.next("game").await;
    let next = json!({"type": "act", "n": 77, "act": {"kind": "move", "path": ["g3", "h4"]}});
    elsewhere.send(&next).await;
    assert_eq!(elsewhere.event().await["n"], 77);
}

#[tokio::test]
async fn draws_and_moves_back_are_agreed() {
    let house = House::open().await;
    let (_, _, [mut white, mut black]) = two(&house, json!({"rules": "brazilian"})).await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    white.act(json!({"kind": "askBack"})).await;
    white.event().await;
    let asked = black.event().await;
    assert_eq!(asked["state"]["asksBack"], "white");
    black.act(json!({"kind": "agreeBack"})).await;
    assert_eq!(black.event().await["takenBack"], 1);
    let back = white.event().await;
    assert_eq!((&back["state"]["ply"], back["state"].get("asksBack")), (&json!(0), None));
    white.act(json!({"kind": "offer"})).await;
    white.event().await;
    assert_eq!(black.event().await["state"]["offer"], "white");
    black.act(json!({"kind": "accept"})).await;
    assert_eq!(black.event().await["state"]["ending"]["reason"], "agreement");
    assert_eq!(white.event().await["state"]["ending"]["winner"], json!(null));
}

#[tokio::test]
async fn a_flag_falls_by_itself() {
    let house = House::open().await;
    let (id, _, [mut white, mut black]) = two(&house, json!({"clocks": {"white": "300ms", "black": "1h"}})).await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    black.play(&["f6", "g5"]).await;
    white.event().await;
    let flag = black.event().await;
    assert_eq!(
        (&flag["state"]["ending"]["reason"], &flag["state"]["clocks"]["white"]["remaining"]),
        (&json!("flag"), &json!(0))
    );
    assert_eq!(white.event().await["state"]["ending"]["winner"], "black");
    let record = house.visitor().get(&format!("/api/games/{id}/export?format=record")).await;
    assert!(record.as_str().unwrap().trim_end().ends_with("nobody flag white"), "{record}");
}

#[tokio::test]
async fn the_computer_plays_every_game() {
    let house = House::open().await;
    let mut ann = house.visitor();
    for ruleset in ann.get("/api/choices").await["rulesets"].as_array().unwrap() {
        let first = ruleset["first"].as_str().unwrap();
        let wanted = json!({"rules": ruleset["line"], "opponent": {"kind": "computer", "level": 1}, "colour": first});
        // Nobody makes so many games in a minute.
        let mut ann = house.visitor();
        let (id, _) = ann.make(wanted).await;
        let (mut socket, game) = ann.sit(&id).await;
        let path = game["state"]["legal"][0]["path"].clone();
        socket.act(json!({"kind": "move", "path": path})).await;
        socket.event().await;
        let reply = socket.event().await;
        assert_eq!(reply["state"]["ply"], 2, "{ruleset}");
        assert!(reply["state"]["legal"].is_array(), "{reply}");
        let hint = ann.post(&format!("/api/games/{id}/hint"), json!({})).await;
        assert!(hint["text"].as_str().unwrap().starts_with("Best move"), "{hint}");
        if ruleset["id"] == "russian" {
            socket.act(json!({"kind": "askBack"})).await;
            socket.event().await;
            assert_eq!(socket.event().await["takenBack"], 2, "the computer agrees");
        }
    }
}

/// A move is answered by the computer, which pauses so long before it moves; gives what its clock has left then.
async fn left_after_a_reply(pause: Duration, clock: &str) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { reply_pause: pause, ..Settings::default() };
    let house = House::open_in(folder.path(), settings).await;
    let mut ann = house.visitor();
    let opponent = json!({"kind": "computer", "level": 1});
    let clocks = json!({"white": clock, "black": clock});
    let (id, _) =
        ann.make(json!({"rules": "russian", "opponent": opponent, "colour": "white", "clocks": clocks})).await;
    let (mut socket, _) = ann.sit(&id).await;
    socket.play(&["c3", "d4"]).await;
    let reply = socket.event().await;
    assert_eq!(reply["state"]["ply"], 2);
    reply["state"]["clocks"]["black"]["remaining"].as_u64().unwrap()
}

#[tokio::test]
async fn friction_1_the_computer_pauses_before_it_answers_and_its_own_clock_pays() {
    let left = left_after_a_reply(Duration::from_millis(400), "5m").await;
    assert!(left <= 300_000 - 400, "{left}");
}

#[tokio::test]
async fn friction_1_on_a_short_clock_the_pause_is_short() {
    // An hour would lose the game; a two-hundredth of twenty seconds does not. Moments are rounded to milliseconds.
    let left = left_after_a_reply(Duration::from_secs(3600), "20s").await;
    assert!(left <= 20_000 - 98, "{left}");
}

#[tokio::test]
async fn one_screen_and_rematch() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let wanted = json!({"rules": "english", "opponent": {"kind": "sameScreen"}, "colour": "white"});
    let (id, _) = ann.make(wanted).await;
    let (mut socket, game) = ann.sit(&id).await;
    assert_eq!(game["you"]["seats"], json!(["white", "black"]));
    assert_eq!(game["state"]["toMove"], "black", "Black begins in English draughts");
    socket.play(&["11", "15"]).await;
    let second = socket.play(&["22", "18"]).await;
    assert!(second["state"]["legal"].is_array());
    assert_eq!(ann.refused(Method::POST, &format!("/api/games/{id}/rematch"), json!({})).await, "not-over");
    socket.act(json!({"kind": "resign"})).await;
    socket.event().await;
    let next = ann.post(&format!("/api/games/{id}/rematch"), json!({})).await;
    assert_eq!(socket.next("rematch").await["game"], next["game"]);
    let again = ann.post(&format!("/api/games/{id}/rematch"), json!({})).await;
    assert_eq!(again, next, "one game, however often it is asked for");
}

#[tokio::test]
async fn at_the_board_hands_are_free_and_the_arbiter_decides() {
    let house = House::open().await;
    let (mut ann, mut bob, mut eva) = (house.visitor(), house.visitor(), house.visitor());
    let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white", "manner": "at-board",
        "arbiter": true, "clocks": {"white": "8m", "black": "8m"}});
    let made = ann.post("/api/games", wanted).await;
    let id = made["id"].as_str().unwrap();
    let seat = format!("/api/games/{id}/seat");
    bob.post(&seat, json!({"invitation": made["invitation"]})).await;
    assert_eq!(eva.post(&seat, json!({"invitation": made["arbiterInvitation"]})).await["seat"], "arbiter");
    bob.post(&format!("/api/games/{id}/arbiter"), json!({"agrees": true})).await;
    let ((mut white, game), (mut black, _), (mut arbiter, _)) =
        (ann.sit(id).await, bob.sit(id).await, eva.sit(id).await);
    assert!(game["state"].get("legal").is_none(), "no legal moves are sent");
    // White moves a man two steps, which nobody prevents.
    for act in [
        json!({"kind": "lift", "cell": "c3"}),
        json!({"kind": "place", "cell": "e5"}),
        json!({"kind": "release"}),
        json!({"kind": "press"}),
    ] {
        white.act(act).await;
        white.event().await;
    }
    let seen = loop {
        let event = arbiter.event().await;
        if event["state"]["violation"].is_object() {
            break event;
        }
    };
    assert_eq!(seen["state"]["violation"]["by"], "white");
    for _ in 0..4 {
        assert!(black.event().await["state"].get("violation").is_none(), "the opponent must notice alone");
    }
    let refused = black.refused(json!({"kind": "rule", "ruling": {"ruling": "correct"}})).await;
    assert_eq!(refused["problem"]["code"], "act");
    black.act(json!({"kind": "demand"})).await;
    let corrected = black.event().await;
    assert_eq!(
        (corrected["state"]["pieces"]["c3"].as_str(), corrected["state"]["toMove"].as_str()),
        (Some("w"), Some("white"))
    );
    arbiter.event().await;
    arbiter.act(json!({"kind": "rule", "ruling": {"ruling": "penalty", "loser": "white"}})).await;
    assert_eq!(arbiter.event().await["state"]["ending"]["reason"], "penalty");
}

#[tokio::test]
async fn seats_get_what_was_agreed() {
    let house = House::open().await;
    let wanted = json!({"seats": {"white": {"aids": "none"}, "black": {"view": "blind"}}});
    let (id, [mut ann, mut bob], [mut white, mut black]) = two(&house, wanted).await;
    assert!(ann.get(&format!("/api/games/{id}")).await["state"].get("legal").is_none());
    white.play(&["c3", "d4"]).await;
    let heard = black.event().await;
    assert_eq!((heard["move"]["text"].as_str(), heard["move"]["fen"].as_str()), (Some("c3-d4"), Some("")));
    assert_eq!((&heard["state"]["pieces"], heard["state"].get("legal")), (&json!(null), None));
    assert_eq!(bob.get(&format!("/api/games/{id}")).await["moves"], json!([]));
    assert_eq!(bob.refused(Method::GET, &format!("/api/games/{id}/export?format=svg"), json!(null)).await, "not-over");
}

#[tokio::test]
async fn spectators_see_it_later() {
    let house = House::open().await;
    let (id, _, [mut white, mut black]) = two(&house, json!({"delay": 1})).await;
    let (mut watcher, _) = house.visitor().sit(&id).await;
    let begun = std::time::Instant::now();
    white.play(&["c3", "d4"]).await;
    black.event().await;
    let seen = house.visitor().get(&format!("/api/games/{id}")).await;
    assert!(seen["state"]["ply"] == 0 || begun.elapsed().as_millis() >= 1000);
    assert_eq!(watcher.event().await["move"]["text"], "c3-d4");
    assert!(begun.elapsed().as_millis() >= 1000);
}

#[tokio::test]
async fn a_restart_resumes_games_with_fair_clocks() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let clocks = json!({"clocks": {"white": "10m", "black": "10m"}});
    let (id, [ann, bob], [mut white, mut black]) = two(&house, clocks).await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    drop((white, black));
    let folder = house::killed(folder.path());
    let after = House::open_in(folder.path(), Settings::default()).await;
    let (ann, bob) = (after.guest(&ann), after.guest(&bob));
    let (_white, game) = ann.sit(&id).await;
    assert_eq!((&game["state"]["clocks"]["held"], &game["state"]["ply"]), (&json!(true), &json!(1)));
    let held = game["state"]["clocks"]["black"]["remaining"].as_u64().unwrap();
    assert!(held > 590_000, "{held}");
    let (mut black, game) = bob.sit(&id).await;
    assert_eq!(game["state"]["clocks"]["black"]["remaining"], held, "nothing ran while nobody was there");
    assert!(
        black.next("game").await["game"]["state"]["clocks"].get("held").is_none(),
        "who is back is awaited no more"
    );
    black.play(&["f6", "g5"]).await;
}
