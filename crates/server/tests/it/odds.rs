//! Odds as the page suggests them.

use crate::house::House;
use axum::http::Method;
use damka_server::Settings;
use serde_json::{Value, json};

async fn suggested(house: &House, query: &str) -> Value {
    house.visitor().get(&format!("/api/odds?{query}")).await
}

// clauses: A.mode.7
#[tokio::test]
async fn odds_follow_from_the_difference_of_two_players() {
    let house = House::open().await;
    let men = suggested(&house, "rules=russian&stronger=9&weaker=5&kind=board&giver=white").await;
    assert_eq!((&men["men"], &men["text"]), (&json!(["a1"]), &json!(["White plays without a man: a1."])));
    // The other colour gives the same man, on the turned board.
    let black = suggested(&house, "rules=russian&stronger=9&weaker=5&kind=board&giver=black").await;
    assert_eq!(black["men"], json!(["h8"]));
    let time = suggested(&house, "rules=russian&stronger=6&weaker=3&kind=time&giver=black").await;
    assert_eq!(time["clocks"], json!({"white": "15m", "black": "8m"}));
    let moves = suggested(&house, "rules=russian&stronger=3&weaker=1&kind=board&giver=white&lang=ru").await;
    assert_eq!(moves["text"], json!(["Чёрные: уже сделано 2 хода."]));
    assert!(moves["fen"].as_str().is_some_and(|fen| fen.starts_with("W:")) && moves["men"] == json!([]), "{moves}");
}

#[tokio::test]
async fn what_cannot_be_given_is_said() {
    let house = House::open().await;
    let equal = suggested(&house, "rules=russian&stronger=4&weaker=4&kind=mixed&giver=white").await;
    assert_eq!(equal["text"], json!(["Equal players need no odds."]));
    let mut visitor = house.visitor();
    for wrong in ["stronger=11&weaker=1", "stronger=3&weaker=0", "stronger=3&weaker=x"] {
        let path = format!("/api/odds?rules=russian&kind=mixed&giver=white&{wrong}");
        assert_eq!(visitor.refused(Method::GET, &path, json!({})).await, "bad-request", "{wrong}");
    }
}

/// Whatever the ladder suggests can be played: the suggested terms make a game.
#[tokio::test]
async fn every_suggestion_makes_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { limited: false, ..Settings::default() }).await;
    let mut visitor = house.visitor();
    for ruleset in damka_rules::Ruleset::all().iter().map(damka_rules::Ruleset::id) {
        for (stronger, kind) in [(10, "mixed"), (7, "board"), (2, "board"), (5, "time")] {
            let path = format!("/api/odds?rules={ruleset}&stronger={stronger}&weaker=1&kind={kind}&giver=black");
            let odds = visitor.get(&path).await;
            assert!(!odds["text"][0].as_str().unwrap().is_empty(), "{odds}");
            let mut wanted = json!({"rules": ruleset, "opponent": {"kind": "sameScreen"}, "colour": "black"});
            for (name, value) in [("odds", &odds["men"]), ("fen", &odds["fen"]), ("clocks", &odds["clocks"])] {
                if !value.is_null() && value != &json!([]) {
                    wanted[name] = value.clone();
                }
            }
            assert!(visitor.post("/api/games", wanted).await["id"].is_string(), "{ruleset} {odds}");
        }
    }
}
