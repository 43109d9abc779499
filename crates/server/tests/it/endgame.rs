//! Endgame tables through the real router: positions, endings to practise, claims and flags.

use crate::house::{House, PATIENCE, Visitor, two};
use axum::http::Method;
use damka_endgame::{Library, Value as Worth};
use damka_rules::Ruleset;
use damka_server::Settings;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// A club whose tables of three pieces are there.
async fn house_with_tables(folder: &Path, ruleset: &str) -> House {
    let tables = folder.join("endgame");
    build(&tables, ruleset);
    House::open_in(folder, settings(&tables)).await
}

fn settings(tables: &Path) -> Settings {
    Settings { endgame: Some(tables.to_owned()), endgame_pieces: 3, limited: false, ..Settings::default() }
}

fn build(tables: &Path, ruleset: &str) {
    let library = Library::growing(tables, 3);
    library.of(&Ruleset::named(ruleset).unwrap()).unwrap().wait().unwrap();
}

/// Asks until the tables are open.
async fn known(visitor: &mut Visitor, position: &Value) -> Value {
    let asked = async {
        loop {
            let view = visitor.post("/api/position/endgame", position.clone()).await;
            if view["status"] != "building" {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, asked).await.expect("tables in time")
}

#[tokio::test]
async fn tables_are_built_on_need_and_judge_every_move() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), settings(&folder.path().join("endgame"))).await;
    let mut ann = house.visitor();
    let view = known(&mut ann, &json!({"rules": "russian", "fen": "W:WKg1:Bb8,e5"})).await;
    assert_eq!(
        (&view["status"], &view["result"], &view["pieces"]),
        (&json!("known"), &json!("won"), &json!(3)),
        "{view}"
    );
    let moves = view["moves"].as_array().unwrap();
    let legal = ann.post("/api/position", json!({"rules": "russian", "fen": "W:WKg1:Bb8,e5"})).await;
    assert_eq!(moves.len(), legal["legal"].as_array().unwrap().len());
    assert!(legal["legal"].as_array().unwrap().iter().all(|known| moves.iter().any(|mv| mv["move"] == known["text"])));
    assert_eq!((&moves[0]["result"], &moves[0]["plies"]), (&json!("won"), &view["plies"]), "the best comes first");
    assert!(moves.iter().any(|mv| mv["result"] == "drawn"), "{view}");
    assert!(moves[0]["text"].as_str().unwrap().starts_with("won in"), "{view}");

    let start = ann.post("/api/position/endgame", json!({"rules": "russian"})).await;
    assert_eq!((&start["status"], start["moves"].as_array().unwrap().len()), (&json!("unknown"), 0), "{start}");
    let corners = ann.post("/api/position/endgame", json!({"rules": "corners"})).await;
    assert_eq!(corners["status"], "none");
    // Games that somebody invents are not built.
    let wanted = json!({"rules": "house king=short victims=any", "fen": "W:WKg1:Bb8"});
    assert_eq!(ann.post("/api/position/endgame", wanted).await["status"], "none");
    assert_eq!(std::fs::read_dir(folder.path().join("endgame")).unwrap().count(), 1);
}

/// Two short kings beat one, but not within the five moves that text 000 would give them.
#[tokio::test]
async fn a_draw_rule_is_told_when_it_is_sooner() {
    let folder = tempfile::tempdir().unwrap();
    let house = house_with_tables(folder.path(), "english").await;
    let mut ann = house.visitor();
    let position = |rules: &str| json!({"rules": rules, "fen": "W:WK1,K2:BK32"});
    let view = known(&mut ann, &position("english")).await;
    assert_eq!((&view["result"], &view["drawnByRule"]), (&json!("won"), &json!(false)), "{view}");
    let view = known(&mut ann, &position("english draws=A.draw.3")).await;
    assert_eq!((&view["result"], &view["drawnByRule"]), (&json!("won"), &json!(true)), "{view}");
    assert!(view["text"].as_str().unwrap().contains("drawn by rule in 10 half-moves at the latest"), "{view}");
    let moves = view["moves"].as_array().unwrap();
    assert!(moves.iter().any(|mv| mv["drawnByRule"] == true), "{view}");
    for mv in moves {
        assert_eq!(mv["drawnByRule"] == true, mv["text"].as_str().unwrap().contains("drawn by rule"), "{mv}");
    }
}

#[tokio::test]
async fn an_exercise_is_won_by_the_best_moves_and_thrown_by_a_bad_one() {
    let folder = tempfile::tempdir().unwrap();
    let house = house_with_tables(folder.path(), "english").await;
    let mut ann = house.visitor();
    known(&mut ann, &json!({"rules": "english", "fen": "W:WK1:BK32"})).await;
    let list = ann.get("/api/exercises?rules=english").await;
    assert_eq!(list["status"], "known");
    let kinds: Vec<&str> = list["kinds"].as_array().unwrap().iter().map(|kind| kind["id"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"two-short-kings"), "{kinds:?}");
    assert!(!kinds.contains(&"petrov"), "{kinds:?}");

    let chosen = ann.get("/api/exercises/position?rules=english&kind=two-short-kings&number=5").await;
    assert_eq!(chosen["answer"]["state"], "going");
    let needed = chosen["answer"]["movesToWin"].as_u64().unwrap();
    assert!(chosen["answer"]["movesLeft"].as_u64().unwrap() >= needed, "{}", chosen["answer"]["budget"]);
    let fen = chosen["fen"].as_str().unwrap();
    let (mut moves, mut thrown) = (Vec::<Value>::new(), 0);
    loop {
        let position = json!({"rules": "english", "fen": fen, "moves": moves});
        let judged = ann.post("/api/position/endgame", position.clone()).await;
        let judged = judged["moves"].as_array().unwrap().clone();
        // A move that gives the win away is told with the one that keeps it.
        if let Some(bad) = judged.iter().find(|mv| mv["result"] == "drawn") {
            let mut tried = moves.clone();
            tried.push(bad["move"].clone());
            let position = json!({"rules": "english", "fen": fen, "moves": tried});
            let told = ann.post("/api/exercises/answer", json!({"position": position})).await;
            assert_eq!((&told["state"], &told["better"]), (&json!("thrown"), &judged[0]["move"]), "{told}");
            let text = told["text"].as_str().unwrap();
            assert!(text.contains(bad["move"].as_str().unwrap()) && text.contains("throws the win away"), "{text}");
            thrown += 1;
        }
        moves.push(judged[0]["move"].clone());
        let position = json!({"rules": "english", "fen": fen, "moves": moves});
        let told = ann.post("/api/exercises/answer", json!({"position": position})).await;
        if told["state"] == "won" {
            break;
        }
        assert_eq!(told["state"], "going", "{told}");
        moves = told["position"]["moves"].as_array().unwrap().iter().map(|mv| mv["text"].clone()).collect();
        assert_eq!(moves.len() % 2, 0, "the defence has answered");
    }
    assert_eq!(moves.len() as u64, 2 * needed - 1, "both played the longest way");
    assert!(thrown > 0);
    // A position that is not won is not an exercise.
    let drawn = json!({"position": {"rules": "english", "fen": "W:WK1:BK32", "moves": []}});
    assert_eq!(ann.refused(Method::POST, "/api/exercises/answer", drawn).await, "exercise");
    let path = "/api/exercises/position?rules=english&kind=petrov&number=1";
    assert_eq!(ann.refused(Method::GET, path, json!({})).await, "exercise");
}

#[tokio::test]
async fn a_claim_that_nobody_can_win_is_proved() {
    let folder = tempfile::tempdir().unwrap();
    let house = house_with_tables(folder.path(), "russian").await;
    known(&mut house.visitor(), &json!({"rules": "russian", "fen": "W:WKa1:BKh6"})).await;
    let claim = json!({"kind": "claim", "claim": "nobody-can-win"});
    let (_, _, [mut white, mut black]) = two(&house, json!({"fen": "W:WKa1:BKh6"})).await;
    white.act(claim.clone()).await;
    assert_eq!(black.event().await["state"]["claimsNoWin"], "white", "the claim is a question until it is proved");
    let ending = black.event().await["state"]["ending"].clone();
    assert_eq!((&ending["reason"], &ending["winner"]), (&json!("nobody-can-win"), &Value::Null), "{ending}");

    // What can be won is not proved: the claim waits for the opponent.
    let (_, _, [mut white, mut black]) = two(&house, json!({"fen": "W:WKg1:Bb8,e5"})).await;
    white.act(claim).await;
    let told = black.event().await;
    assert!(told["state"].get("ending").is_none(), "{told}");
    assert_eq!(told["state"]["claimsNoWin"], "white", "{told}");
}

/// The tables are not there yet: the claim is a question to the opponent until they are, and then they decide.
#[tokio::test]
async fn a_claim_waits_for_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), settings(&folder.path().join("endgame"))).await;
    let (_, _, [mut white, mut black]) = two(&house, json!({"fen": "W:WKa1:BKh6"})).await;
    white.act(json!({"kind": "claim", "claim": "nobody-can-win"})).await;
    let mut asked = false;
    loop {
        let state = black.event().await["state"].clone();
        if let Some(ending) = state.get("ending") {
            assert_eq!(ending["reason"], "nobody-can-win");
            break;
        }
        asked |= state["claimsNoWin"] == "white";
    }
    assert!(asked, "the opponent could have agreed at once");
}

#[tokio::test]
async fn a_flag_does_not_lose_against_somebody_who_cannot_win() {
    let folder = tempfile::tempdir().unwrap();
    let house = house_with_tables(folder.path(), "russian").await;
    let clocks = json!({"white": "300ms", "black": "1h"});
    let ending = async |fen: &str, mercy: bool| {
        let game = json!({"fen": fen, "clocks": clocks, "mercy": mercy});
        let (_, _, [mut white, mut black]) = two(&house, game).await;
        white.play(&["a1", "b2"]).await;
        black.event().await;
        black.play(&["h6", "g5"]).await;
        loop {
            if let Some(ending) = black.event().await["state"].get("ending") {
                return ending["reason"].as_str().unwrap().to_owned();
            }
        }
    };
    assert_eq!(ending("W:WKa1:BKh6", true).await, "flag-without-win");
    assert_eq!(ending("W:WKa1:BKh6", false).await, "flag", "mercy is agreed or there is none");
    // Black can win here, so White's flag loses.
    assert_eq!(ending("W:Wa1:BKh6", true).await, "flag");
}

/// The computer plays what the tables say.
#[tokio::test]
async fn the_computer_knows_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let house = house_with_tables(folder.path(), "english").await;
    let english = Ruleset::named("english").unwrap();
    let library = Library::present(folder.path().join("endgame"));
    let tables = library.of(&english).unwrap();
    let mut ann = house.visitor();
    known(&mut ann, &json!({"rules": "english", "fen": "W:WK1:BK32"})).await;
    let chosen = ann.get("/api/exercises/position?rules=english&kind=two-short-kings&number=2").await;
    let hint = ann.post("/api/position/hint", json!({"rules": "english", "fen": chosen["fen"]})).await;
    let judged = ann.post("/api/position/endgame", json!({"rules": "english", "fen": chosen["fen"]})).await;
    let best: Vec<&Value> =
        judged["moves"].as_array().unwrap().iter().filter(|mv| mv["plies"] == judged["plies"]).collect();
    assert!(best.iter().any(|mv| mv["move"] == hint["move"]["text"]), "{hint} {judged}");
    let position = damka_notation::fen::read(chosen["fen"].as_str().unwrap(), &english).unwrap();
    let Some(Worth::Win(plies)) = tables.wait().unwrap().probe_distance(&position) else { panic!("won") };
    assert_eq!(hint["score"]["winsIn"].as_u64(), Some(u64::from(plies.div_ceil(2))), "{hint}");
}

/// One damaged block of distances: what it would have said is not said, and the reason is.
#[tokio::test]
async fn damage_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("endgame");
    build(&tables, "english");
    let file = tables.join("board=8,man-capture=forward,king=short,crowning=stop/0m2k-0m1k.end");
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let house = House::open_in(folder.path(), settings(&tables)).await;
    let mut ann = house.visitor();
    let own = known(&mut ann, &json!({"rules": "english", "fen": "W:WK1,K2:BK32"})).await;
    assert_eq!((&own["status"], &own["result"]), (&json!("unknown"), &Value::Null), "{own}");
    assert!(own["text"].as_str().unwrap().contains("is damaged"), "{own}");
    let moves = known(&mut ann, &json!({"rules": "english", "fen": "B:WK1,K2:BK32"})).await;
    assert_eq!((&moves["result"], &moves["moves"][0]["result"]), (&json!("lost"), &Value::Null), "{moves}");
    assert!(moves["text"].as_str().unwrap().contains("is damaged"), "{moves}");
}
