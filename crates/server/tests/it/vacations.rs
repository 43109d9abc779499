//! Vacations from games over days.

use crate::house::{self, House, Visitor};
use crate::letters::{moves, plan, prepare, slow};
use axum::http::Method;
use damka_server::Settings;
use serde_json::{Value, json};
use std::time::Duration;

const DAY: u64 = 86_400_000;

fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64
}

/// Goes on vacation for this number of days, less an hour.
async fn go_away(who: &mut Visitor, days: u64) -> Value {
    let until = now() + days * DAY - DAY / 24;
    let (status, answer) = who.request(Method::PUT, "/api/me/vacation", Some(json!({"until": until}))).await;
    assert!(status.is_success(), "{answer}");
    assert_eq!(answer["until"], until);
    answer
}

/// Until when a side is away in a game.
async fn away(who: &mut Visitor, id: &str, side: &str) -> Option<u64> {
    let game = who.get(&format!("/api/games/{id}")).await;
    game["state"]["slow"][format!("{side}AwayUntil")].as_u64()
}

/// Waits until a side is away in a game, or is not: other games learn it a moment later.
async fn settled(who: &mut Visitor, id: &str, side: &str, is_away: bool) {
    let begun = std::time::Instant::now();
    while away(who, id, side).await.is_some() != is_away {
        assert!(begun.elapsed() < house::PATIENCE, "{side} in {id}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A game over days of somebody who is Black in it, in which White has moved. Gives White's page, too.
async fn against(house: &House, who: &mut Visitor, terms: Value) -> (String, Visitor) {
    let mut wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"});
    wanted.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    let mut other = house.visitor();
    let (id, invitation) = other.make(wanted).await;
    who.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
    other.sit(&id).await.0.play(&["c3", "d4"]).await;
    (id, other)
}

// clauses: A.mode.3
#[tokio::test]
async fn a_vacation_stops_the_clock_in_all_games_over_days_at_once_and_a_move_ends_it() {
    let house = House::open().await;
    let mut ann = house.visitor();
    assert_eq!(ann.get("/api/me/vacation").await, json!({"days": 30, "left": 30}));
    let (first, _) = against(&house, &mut ann, slow("1x3d", json!({}))).await;
    let (second, mut carl) = against(&house, &mut ann, slow("10d+1d", json!({}))).await;
    let (without, _) = against(&house, &mut ann, slow("1x3d", json!({"vacation": false}))).await;
    let (sitting, _) = against(&house, &mut ann, json!({"clocks": {"white": "1h", "black": "1h"}})).await;
    let told = go_away(&mut ann, 10).await;
    assert_eq!((&told["left"], &told["days"]), (&json!(20), &json!(30)));
    for id in [&first, &second] {
        let until = away(&mut carl, id, "black").await.unwrap();
        assert!(until.abs_diff(told["until"].as_u64().unwrap()) < 10_000, "everybody sees until when");
        let game = carl.get(&format!("/api/games/{id}")).await;
        assert_eq!(game["state"]["clocks"]["running"], json!(null));
    }
    assert_eq!((away(&mut carl, &without, "black").await, away(&mut carl, &sitting, "black").await), (None, None));
    // A game that begins meanwhile begins with it.
    let (third, _) = against(&house, &mut ann, slow("1x3d", json!({}))).await;
    assert!(away(&mut carl, &third, "black").await.is_some());
    // Its end can be changed: days that were not taken come back.
    assert_eq!(go_away(&mut ann, 3).await["left"], 27);
    assert_eq!(ann.refused(Method::PUT, "/api/me/vacation", json!({"until": now() + 40 * DAY})).await, "vacation");
    assert_eq!(ann.refused(Method::PUT, "/api/me/vacation", json!({"until": 5})).await, "vacation");

    // A move in one game ends it in all of them; of its days only the one that has begun is taken.
    ann.sit(&second).await.0.play(&["f6", "g5"]).await;
    assert_eq!(ann.get("/api/me/vacation").await, json!({"days": 30, "left": 29}));
    for id in [&first, &second, &third] {
        settled(&mut carl, id, "black", false).await;
    }
    go_away(&mut ann, 2).await;
    settled(&mut carl, &first, "black", true).await;
    let (_, home) = ann.request(Method::DELETE, "/api/me/vacation", None).await;
    assert_eq!(home, json!({"days": 30, "left": 28}));
    settled(&mut carl, &first, "black", false).await;
}

// clauses: A.mode.3
// Bad case: a vacation over a flag.
#[tokio::test]
async fn a_vacation_is_never_taken_over_a_flag() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let (falls, _) = against(&house, &mut ann, slow("1x1s", json!({}))).await;
    let (waits, mut carl) = against(&house, &mut ann, slow("1x1s", json!({"flag": "claims"}))).await;
    let (alive, _) = against(&house, &mut ann, slow("1x3d", json!({}))).await;
    tokio::time::sleep(Duration::from_millis(1300)).await;
    go_away(&mut ann, 5).await;
    let over = carl.get(&format!("/api/games/{falls}")).await;
    assert_eq!((&over["status"], &over["state"]["ending"]["reason"]), (&json!("over"), &json!("flag")));
    assert_eq!(away(&mut carl, &waits, "black").await, None, "its opponent may still claim");
    assert!(away(&mut carl, &alive, "black").await.is_some());
    let (mut white, _) = carl.sit(&waits).await;
    white.act(json!({"kind": "claim", "claim": "flag"})).await;
    assert_eq!(white.event().await["state"]["ending"]["reason"], "flag");
}

#[tokio::test]
async fn a_club_may_give_other_days_or_none() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let none = House::open_in(folders[0].path(), Settings { vacation_days: 0, ..Settings::default() }).await;
    let mut ann = none.visitor();
    assert_eq!(ann.get("/api/me/vacation").await, json!({"days": 0, "left": 0}));
    assert_eq!(ann.refused(Method::PUT, "/api/me/vacation", json!({"until": now() + DAY})).await, "vacation");
    let two = House::open_in(folders[1].path(), Settings { vacation_days: 2, ..Settings::default() }).await;
    let mut bob = two.visitor();
    assert_eq!(bob.refused(Method::PUT, "/api/me/vacation", json!({"until": now() + 3 * DAY})).await, "vacation");
    assert_eq!(go_away(&mut bob, 2).await["left"], 0);
}

// Bad cases: the server is killed between two games; a prepared answer during a vacation; an account is merged.
#[tokio::test]
async fn a_vacation_outlives_a_crash_and_waits_with_prepared_answers() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let mut ann = house.visitor();
    let (first, mut carl) = against(&house, &mut ann, slow("1x3d", json!({}))).await;
    let until = now() + 5 * DAY;
    // The row is written, and the server dies before any game knows.
    let person = house.club.read(|store| {
        let games = store.games_in(damka_conduct::Status::Live, false, None, 9)?;
        let game = store.game(&games[0].1)?.unwrap();
        Ok(game
            .game
            .occupants
            .iter()
            .find(|it| it.seat == damka_rules::Colour::Black)
            .unwrap()
            .person()
            .cloned()
            .unwrap())
    });
    let away_now = damka_store::Away { from: now(), until };
    let row = damka_store::LettersWrite::Vacation {
        person: person.await.unwrap(),
        away: away_now,
        taken: (2026, 5),
        known: (None, 0),
    };
    house.club.write(vec![damka_store::Write::Letters(row)]).await.unwrap();
    let folder = house::killed(folder.path());
    let house = House::open_in(folder.path(), Settings::default()).await;
    house.club.resume().await.unwrap();
    let (mut ann, mut carl_now) = (house.guest(&ann), house.guest(&carl));
    settled(&mut carl_now, &first, "black", true).await;
    carl = carl_now;

    // A prepared answer does not end a vacation: it is made when the player is back.
    let (mut black, _) = ann.sit(&first).await;
    black.play(&["f6", "g5"]).await;
    settled(&mut carl, &first, "black", false).await;
    prepare(&mut ann, &first, plan(2, &["g3-h4 d6-c5"], false)).await;
    go_away(&mut ann, 4).await;
    settled(&mut carl, &first, "black", true).await;
    carl.sit(&first).await.0.play(&["g3", "h4"]).await;
    assert_eq!(moves(&mut carl, &first).await.len(), 3);
    // The vacation goes with a guest who signs in.
    let account = json!({"name": "Ganna", "password": "correct horse"});
    house.visitor().post("/api/me/account", account.clone()).await;
    ann.post("/api/me/login", account).await;
    assert!(ann.get("/api/me/vacation").await["until"].is_u64());
    let export = ann.get("/api/me/export").await;
    assert!(export["profile"]["vacationUntil"].is_u64(), "{export}");
    assert!(export["games"][0]["prepared"].as_str().unwrap().contains("d6-c5"), "{export}");
    ann.request(Method::DELETE, "/api/me/vacation", None).await;
    settled(&mut carl, &first, "black", false).await;
    assert_eq!(moves(&mut carl, &first).await.len(), 4, "the prepared answer is made now");
}
