//! Files without loss: what an import keeps, what an export gives back, and lists of many games.

use crate::house::{House, Visitor, two};
use axum::body::Body;
use axum::http::{Method, Request, header};
use damka_server::router;
use serde_json::{Value, json};
use std::sync::Arc;
use tower::ServiceExt;

/// Everything that a file can say about a game.
const ANNOTATED: &str = r#"[Event "Кубок Киева"]
[Site "Киев"]
[Date "1987.05.??"]
[Round "3"]
[White "Анна"]
[Black "Борис"]
[Result "*"]
[GameType "25"]
[Annotator "Вера"]

{Начало.} 1. c3-d4 $1 {так играют} b6-a5 (1... d6-c5 $2 {слабее} 2. b2-c3 (2. d4-b6 a7:c5)) 2. d4-c5 d6:b4 3. a3:c5 *
"#;

async fn imported(visitor: &mut Visitor, text: &str) -> String {
    let made = visitor.post("/api/me/games", json!({"text": text})).await;
    assert_eq!(made["problems"], json!([]), "{made}");
    made["games"][0].as_str().unwrap().to_owned()
}

async fn exported(visitor: &mut Visitor, id: &str) -> String {
    visitor.get(&format!("/api/games/{id}/export?format=pdn")).await.as_str().unwrap().to_owned()
}

/// The ids of a list.
fn ids(page: &Value) -> Vec<&str> {
    page["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn fault_1_an_import_keeps_all_that_its_file_says() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let id = imported(&mut ann, &ANNOTATED.replace("(2. d4-b6 a7:c5)", "(2. g3-h4)")).await;
    let tree = ann.get(&format!("/api/games/{id}/tree")).await;
    assert_eq!(tree["comment"], "Начало.");
    let said = |at: usize| (tree["nodes"][at]["glyphs"].clone(), tree["nodes"][at]["comment"].clone());
    assert_eq!(said(0), (json!(["!"]), json!("так играют")));
    let texts: Vec<&str> =
        tree["nodes"].as_array().unwrap().iter().map(|node| node["move"]["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["c3-d4", "b6-a5", "d6-c5", "b2-c3", "g3-h4", "d4-c5", "d6:b4", "a3:c5"]);
    assert_eq!(said(2), (json!(["?"]), json!("слабее")));

    let text = exported(&mut ann, &id).await;
    for tag in ["[Event \"Кубок Киева\"]", "[Site \"Киев\"]", "[Date \"1987.05.??\"]", "[Round \"3\"]"] {
        assert!(text.contains(tag), "{text}");
    }
    for tag in ["[White \"Анна\"]", "[Black \"Борис\"]", "[Result \"*\"]", "[Annotator \"Вера\"]"] {
        assert!(text.contains(tag), "{text}");
    }
    let again = imported(&mut ann, &text).await;
    let mut other = ann.get(&format!("/api/games/{again}/tree")).await;
    other["changed"] = tree["changed"].clone();
    assert_eq!(other, tree, "what was exported comes back the same");
    assert_eq!(exported(&mut ann, &again).await, text);
    // Others see the game; notes are the importer's.
    let seen = house.visitor().get(&format!("/api/games/{id}/tree")).await;
    assert_eq!((seen["nodes"].as_array().unwrap().len(), seen.get("comment")), (5, None));
}

#[tokio::test]
async fn a_variation_that_cannot_be_played_does_not_cost_the_game() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let made = ann.post("/api/me/games", json!({"text": ANNOTATED.replace("2. d4-b6 a7:c5", "2. a1-h8")})).await;
    assert_eq!(made["games"].as_array().unwrap().len(), 1, "{made}");
    let problem = made["problems"][0].as_str().unwrap();
    assert!(problem.starts_with("Game 1: ") && problem.contains("a1-h8"), "{problem}");
    let tree = ann.get(&format!("/api/games/{}/tree", made["games"][0].as_str().unwrap())).await;
    let texts: Vec<&str> =
        tree["nodes"].as_array().unwrap().iter().map(|node| node["move"]["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["c3-d4", "b6-a5", "d6-c5", "b2-c3", "d4-c5", "d6:b4", "a3:c5"], "only the broken one goes");
    assert_eq!(tree["comment"], "Начало.", "comments stay");
}

/// A file without rules, with a broken variation, a name that changes the direction of the text after it, and two
/// results: all of it is read, and the importer gets warnings.
#[tokio::test]
async fn interop_2_7_11_and_security_17_an_import_tells_what_it_recovered() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let text = "[White \"Ann\u{202e}eve\"]\n[Result \"0-1\"]\n\n1. c3-d4 (1. c3-c4) d6-c5 1-0\n\n\
                [FEN \"W:Wc3:Bd4,f4,h8\"]\n\n1. c3xe5 h8-g7 *\n\n[White \"C\"]\n\n1. c3-d4 d6-d5 *\n";
    let made = ann.post("/api/me/games", json!({"text": text})).await;
    let problems: Vec<&str> = made["problems"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!((made["games"].as_array().unwrap().len(), problems.len()), (2, 4), "{made}");
    for (at, part) in ["Czech draughts", "0-1", "A variation was left out", "“d6-d5”"].into_iter().enumerate() {
        let game = if at == 3 { "Game 3: " } else { "Game 1: " };
        assert!(problems[at].starts_with(game) && problems[at].contains(part), "{}", problems[at]);
    }
    let game = ann.get(&format!("/api/games/{}", made["games"][0].as_str().unwrap())).await;
    assert_eq!(game["players"]["white"]["name"], "Anneve");
    assert_eq!(game["moves"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn fault_4_an_unknown_result_stays_unknown() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let plain = "[GameType \"25\"]\n[White \"A\"]\n\n1. c3-d4 b6-a5 2. d4-c5";
    let id = imported(&mut ann, plain).await;
    let page = ann.get("/api/me/games").await;
    let game = &page["games"][0];
    assert_eq!((&game["status"], &game["winner"], &game["ending"]), (&json!("over"), &json!(null), &json!(null)));
    assert!(game["fen"].as_str().unwrap().starts_with("B:W") && game["ply"] == 3, "the last position: {game}");
    assert_eq!(ids(&ann.get("/api/me/games?result=unknown").await), [id.as_str()]);
    assert_eq!(ids(&ann.get("/api/me/games?result=drawn").await), [""; 0]);
    let view = ann.get(&format!("/api/games/{id}")).await;
    assert_eq!((&view["imported"], &view["you"]["seats"]), (&json!(true), &json!([])), "nobody's seat is offered");
    assert!(view["you"].get("arbiterInvitation").is_none() && view["agreed"]["arbiter"] == false);
    assert!(exported(&mut ann, &id).await.contains("[Result \"*\"]"));
    // The points of a match are not a result of ours, and come back as they were.
    let id = imported(&mut ann, &format!("[Result \"4-6\"]\n{plain} 4-6")).await;
    assert!(exported(&mut ann, &id).await.contains("[Result \"4-6\"]"));
}

#[tokio::test]
async fn fault_13_a_guests_game_says_who_when_and_where() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let (id, _) = ann.make(json!({"rules": "russian", "opponent": {"kind": "computer", "level": 3}})).await;
    let text = exported(&mut ann, &id).await;
    for tag in ["Event", "Date", "White", "Black"] {
        let value = text.split(&format!("[{tag} \"")).nth(1).and_then(|rest| rest.split('"').next());
        assert!(value.is_some_and(|value| !value.is_empty() && value != "?"), "{tag}: {text}");
    }
}

#[tokio::test]
async fn files_are_called_after_the_players_and_the_day() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let id = imported(&mut ann, ANNOTATED.split(" (1...").next().unwrap()).await;
    let path = format!("/api/games/{id}/export?format=pdn");
    let request = Request::builder().uri(&path).header(header::HOST, "localhost").body(Body::empty()).unwrap();
    let answer = router(Arc::clone(&house.club)).oneshot(request).await.unwrap();
    let name = answer.headers()[header::CONTENT_DISPOSITION].to_str().unwrap().to_owned();
    let encoded: String = "Анна – Борис 1987-05".bytes().fold(String::new(), |all, byte| {
        if byte.is_ascii_alphanumeric() { format!("{all}{}", byte as char) } else { format!("{all}%{byte:02X}") }
    });
    assert_eq!(name, format!("inline; filename=\"damka-{id}.pdn\"; filename*=UTF-8''{encoded}.pdn"));
    let moves = json!({"nodes": [{"text": "c3-d4"}]});
    let pdn = ann.post(&format!("/api/games/{id}/tree/pdn"), moves).await;
    assert_eq!(pdn["name"], "Анна – Борис 1987-05");
}

#[tokio::test]
async fn friction_11_many_games_are_counted_searched_and_removed() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let game = |at: usize| {
        let (month, result) = (at % 12 + 1, ["1-0", "0-1", "1/2-1/2", "*"][at % 4]);
        format!(
            "[Event \"Cup {}\"]\n[Date \"2020.{month:02}.01\"]\n[White \"Player {at}\"]\n[Black \"Ґалаґан\"]\n\
             [GameType \"25\"]\n[Result \"{result}\"]\n\n1. c3-d4 b6-a5 {result}\n\n",
            at % 2
        )
    };
    let text: String = (0..120).map(game).collect();
    assert_eq!(ann.post("/api/me/games", json!({"text": text})).await["games"].as_array().unwrap().len(), 120);
    let page = ann.get("/api/me/games?limit=60").await;
    assert_eq!((ids(&page).len(), &page["total"]), (60, &json!(120)));
    let next = ann.get(&format!("/api/me/games?limit=60&before={}", page["next"].as_str().unwrap())).await;
    assert_eq!((ids(&next).len(), next.get("total")), (60, None));
    let mut total = async |query: &str| ann.get(&format!("/api/me/games?limit=1&{query}")).await["total"].clone();
    assert_eq!(total("result=white").await, 30);
    assert_eq!(total("result=unknown").await, 30);
    assert_eq!(total("event=cup%201").await, 60);
    assert_eq!(total("from=2020-03-01&to=2020-04-30").await, 20);
    assert_eq!(total("from=2021-01-01").await, 0);
    assert_eq!(total("player=player%207&versus=%D2%91%D0%B0%D0%BB").await, 11, "7 and 70 to 79");
    assert_eq!(ann.refused(Method::GET, "/api/me/games?from=soon", json!(null)).await, "bad-request");

    let found = ann.get("/api/me/games/ids?event=cup%201").await;
    assert_eq!(found["games"].as_array().unwrap().len(), 60);
    let removed = ann.post("/api/me/games/remove", json!({"games": found["games"]})).await;
    assert_eq!((removed["games"].as_array().unwrap().len(), &removed["problems"]), (60, &json!([])));
    assert_eq!(ann.get("/api/me/games").await["total"], 60);
    let gone = found["games"][0].as_str().unwrap();
    assert_eq!(ann.refused(Method::GET, &format!("/api/games/{gone}"), json!(null)).await, "no-game");
    let many: Vec<String> = (0..501).map(|at| format!("game{at}")).collect();
    assert_eq!(ann.refused(Method::POST, "/api/me/games/remove", json!({"games": many})).await, "too-large");
}

#[tokio::test]
async fn only_what_is_over_and_ones_own_is_removed_and_the_opponent_keeps_it() {
    let house = House::open().await;
    let (id, [mut white, mut black], [mut socket, _other]) = two(&house, json!({})).await;
    let wanted = json!({"games": [id, "nothing"]});
    let refused = white.post("/api/me/games/remove", wanted.clone()).await;
    assert_eq!((&refused["games"], refused["problems"].as_array().unwrap().len()), (&json!([]), 2), "{refused}");
    socket.act(json!({"kind": "resign"})).await;
    socket.next("event").await;
    let stranger = house.visitor().post("/api/me/games/remove", json!({"games": [id]})).await;
    assert_eq!(stranger["games"], json!([]));
    assert_eq!(white.post("/api/me/games/remove", wanted).await["games"], json!([id]));
    assert_eq!(white.get("/api/me/games").await["total"], 0);
    assert_eq!(ids(&black.get("/api/me/games").await), [id.as_str()]);
    assert_eq!(black.get(&format!("/api/games/{id}")).await["status"], "over");
    black.post("/api/me/games/remove", json!({"games": [id]})).await;
    assert_eq!(black.refused(Method::GET, &format!("/api/games/{id}"), json!(null)).await, "no-game");
}

#[tokio::test]
async fn faults_7_and_8_nonsense_is_not_a_position() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let mut refused = async |fen: &str, free: bool| {
        let wanted = json!({"rules": "russian", "fen": fen, "free": free});
        let (status, answer) = ann.request(Method::POST, "/api/position", Some(wanted)).await;
        (status.is_client_error(), answer["text"].as_str().unwrap_or_default().to_owned())
    };
    for free in [false, true] {
        for nonsense in ["hello world", "garbage", "W:W:B", "", "W:Wz9:B"] {
            let (is_refused, text) = refused(nonsense, free).await;
            assert!(is_refused && !text.is_empty(), "{nonsense}: {text}");
        }
    }
    let (is_refused, text) = refused("W:Wb8:Bh8", false).await;
    assert!(is_refused && text.contains("b8"), "{text}");
    assert!(!refused("W:Wb8:Bh8", true).await.0, "an accepted violation can lead to it");
    let setup = json!({"rules": "russian", "pieces": {"b8": "w", "a1": "b"}, "toMove": "white"});
    let written = ann.post("/api/position/fen", setup).await;
    assert_eq!((&written["fen"], &written["squares"]), (&json!("W:Wb8:Ba1"), &json!(["a1", "b8"])));
    assert!(written["problem"].as_str().unwrap().contains("b8"));
    let setup = json!({"rules": "russian", "pieces": {"b8": "b", "a1": "w"}, "toMove": "white"});
    assert!(ann.post("/api/position/fen", setup).await.get("problem").is_none());
}
