//! The club's lists show what somebody attends to.

use crate::house::{House, Visitor, two};
use axum::http::{Method, StatusCode};
use damka_server::Settings;
use serde_json::{Value, json};
use std::time::Duration;

/// A club in which an offer goes at once when its maker goes.
async fn impatient() -> (House, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { offer_patience: Duration::ZERO, ..Settings::default() };
    (House::open_in(folder.path(), settings).await, folder)
}

fn offer(clock: &str) -> Value {
    json!({"rules": "russian", "opponent": {"kind": "lobby"}, "colour": "white", "clocks": {"white": clock, "black": clock}})
}

async fn open(visitor: &mut Visitor) -> Vec<String> {
    let lobby = visitor.get("/api/lobby").await;
    lobby["open"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

/// Waits until the club's list of offers is this one.
async fn until_open(visitor: &mut Visitor, wanted: &[&str]) {
    let waiting = async {
        while open(visitor).await != wanted {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::house::PATIENCE, waiting).await.expect("the list in time");
}

#[tokio::test]
async fn fault_5_an_offer_goes_with_its_maker_and_comes_back() {
    let (house, _folder) = impatient().await;
    let (mut ann, mut bob) = (house.visitor(), house.visitor());
    let (id, _) = ann.make(offer("8m")).await;
    let seat = format!("/api/games/{id}/seat");
    let (page, _) = ann.sit(&id).await;
    until_open(&mut bob, &[&id]).await;
    drop(page);
    until_open(&mut bob, &[]).await;
    assert_eq!(bob.refused(Method::POST, &seat, json!({})).await, "offer-gone", "nobody is there to play");
    assert_eq!(ann.get(&format!("/api/games/{id}")).await["status"], "waiting", "it is still the maker's");
    let (_page, _) = ann.sit(&id).await;
    until_open(&mut bob, &[&id]).await;
    assert_eq!(bob.post(&seat, json!({})).await["seat"], "black");
}

#[tokio::test]
async fn fault_5_an_offer_waits_a_moment_for_its_maker() {
    let house = House::open().await;
    let (mut ann, mut bob) = (house.visitor(), house.visitor());
    let (id, _) = ann.make(offer("8m")).await;
    assert_eq!(open(&mut bob).await, [id.as_str()], "the maker's page is just being loaded");
    drop(ann.sit(&id).await);
    assert_eq!(open(&mut bob).await, [id.as_str()], "and may be loaded again");
    assert_eq!(bob.post(&format!("/api/games/{id}/seat"), json!({})).await["seat"], "black");
}

#[tokio::test]
async fn an_offer_over_days_stays_while_its_maker_is_away() {
    let (house, _folder) = impatient().await;
    let (mut ann, mut bob) = (house.visitor(), house.visitor());
    let (id, _) = ann.make(offer("3d")).await;
    assert_eq!(open(&mut bob).await, [id.as_str()]);
    assert_eq!(bob.post(&format!("/api/games/{id}/seat"), json!({})).await["seat"], "black");
}

#[tokio::test]
async fn friction_18_the_club_counts_who_is_here() {
    let house = House::open().await;
    let people = async || house.visitor().get("/api/lobby").await["people"].as_u64().unwrap();
    assert_eq!(people().await, 0);
    let (_, _, sockets) = two(&house, json!({})).await;
    let more = house.visitor().socket("/api/lobby/socket").await;
    assert_eq!(people().await, 3);
    drop((sockets, more));
    let empty = async {
        while people().await > 0 {
            // Visitors are limited in how often they ask.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(crate::house::PATIENCE, empty).await.expect("everybody has gone");
}

#[tokio::test]
async fn friction_19_guests_have_names_of_their_own_and_pictures() {
    let house = House::open().await;
    let (id, [mut ann, mut bob], [mut white, _black]) = two(&house, json!({})).await;
    let game = bob.get(&format!("/api/games/{id}")).await;
    let shown = game["players"]["white"]["shown"].as_str().unwrap().to_owned();
    let me = ann.get("/api/me").await;
    assert!(shown.starts_with("Guest ") && shown.len() == 8, "{shown}");
    assert_eq!((&me["shown"], &me["name"]), (&json!(shown), &json!(null)), "others see what I am told");
    let pdn = bob.get(&format!("/api/games/{id}/export?format=pdn")).await;
    assert!(pdn.as_str().unwrap().contains(&format!("[White \"{shown}\"]")), "{pdn}");

    let set = async |who: &mut Visitor, picture: Value| {
        who.request(Method::PUT, "/api/me/picture", Some(json!({"picture": picture}))).await
    };
    assert_eq!(set(&mut ann, json!("kite")).await.1["picture"], "kite");
    assert_eq!(set(&mut ann, json!("dragon")).await.0, StatusCode::BAD_REQUEST, "only pictures of ours");
    assert_eq!(white.next("players").await["players"]["white"]["picture"], "kite", "those who look see it at once");
    assert_eq!(house.visitor().get("/api/lobby").await["live"][0]["players"]["white"]["picture"], "kite");
    assert!(set(&mut ann, json!(null)).await.1.get("picture").is_none());
}

#[tokio::test]
async fn fault_12_the_arbiter_is_invited_until_one_has_come() {
    let house = House::open().await;
    let (mut ann, mut carl) = (house.visitor(), house.visitor());
    let wanted = json!({"rules": "russian", "opponent": {"kind": "sameScreen"}, "manner": "at-board", "arbiter": true});
    let (id, _) = ann.make(wanted).await;
    let path = format!("/api/games/{id}");
    let secret = ann.get(&path).await["you"]["arbiterInvitation"].clone();
    assert!(secret.is_string());
    carl.post(&format!("{path}/seat"), json!({"invitation": secret})).await;
    assert!(ann.get(&path).await["you"].get("arbiterInvitation").is_none());
}
