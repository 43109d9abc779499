//! Games with variations: read, written as PDN, kept as notes; positions that were set up.

use crate::house::{House, Visitor, two};
use axum::http::{Method, StatusCode};
use damka_notation::{fen, moves};
use damka_rules::Ruleset;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A first move, and a move behind another.
fn first(text: &str) -> Value {
    json!({"text": text})
}

fn after(parent: u32, text: &str) -> Value {
    json!({"parent": parent, "text": text})
}

/// What a page would send of a tree that it got.
fn sent(tree: &Value) -> Value {
    let node = |node: &Value| {
        let mut sent = json!({"text": node["move"]["text"]});
        for field in ["parent", "glyphs", "comment"] {
            if let Some(value) = node.get(field) {
                sent[field] = value.clone();
            }
        }
        if node["move"]["text"] == "" {
            sent["setup"] = node["move"]["fen"].clone();
        }
        sent
    };
    let nodes: Vec<Value> = tree["nodes"].as_array().unwrap().iter().map(node).collect();
    json!({"nodes": nodes})
}

fn texts(tree: &Value) -> Vec<&str> {
    tree["nodes"].as_array().unwrap().iter().map(|node| node["move"]["text"].as_str().unwrap()).collect()
}

async fn written(visitor: &mut Visitor, request: Value) -> String {
    visitor.post("/api/tree/pdn", request).await["pdn"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_game_is_read_with_its_variations_and_written_again() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let text = "[White \"Anna\"]\n[GameType \"25\"]\n\n{Before} 1. c3-d4! {the usual move} 1... d6-c5 \
                (1... b6-a5 {calmer} 2. d4-e5 $10 (2. d4-c5)) 2. b2-c3 1-0";
    let tree = ann.post("/api/tree", json!({"pdn": text})).await;
    assert_eq!(texts(&tree), ["c3-d4", "d6-c5", "b6-a5", "d4-e5", "d4-c5", "b2-c3"]);
    let parents: Vec<&Value> = tree["nodes"].as_array().unwrap().iter().map(|node| &node["parent"]).collect();
    assert_eq!(json!(parents), json!([null, 0, 0, 2, 2, 1]));
    assert_eq!((&tree["rules"], &tree["comment"]), (&json!("russian"), &json!("Before")));
    assert_eq!(tree["tags"], json!([{"name": "White", "value": "Anna"}, {"name": "Result", "value": "1-0"}]));
    let nodes = &tree["nodes"];
    assert_eq!((&nodes[0]["glyphs"], &nodes[0]["comment"]), (&json!(["!"]), &json!("the usual move")));
    assert_eq!((&nodes[3]["glyphs"], &nodes[2]["comment"]), (&json!(["="]), &json!("calmer")));
    assert_eq!((&nodes[4]["move"]["ply"], &nodes[4]["move"]["by"]), (&json!(3), &json!("white")));
    let placement = nodes[0]["move"]["placement"].as_str().unwrap();
    assert_eq!((placement.len(), placement.matches('w').count(), &placement[16..32]), (64, 12, "w---w-w----w----"));
    assert!(nodes[0]["move"]["fen"].as_str().unwrap().starts_with("B:W"));

    let mut moves = sent(&tree);
    moves["comment"] = tree["comment"].clone();
    let request = json!({"rules": tree["rules"], "tags": tree["tags"], "moves": moves});
    let pdn = written(&mut ann, request).await;
    assert!(pdn.contains("[White \"Anna\"]\n[Result \"1-0\"]"), "{pdn}");
    let body = pdn.split("\n\n").nth(1).unwrap().replace('\n', " ");
    assert_eq!(
        body,
        "{Before} 1. c3-d4 $1 {the usual move} d6-c5 (1... b6-a5 {calmer} 2. d4-e5 $10 (2. d4-c5)) 2. b2-c3 *"
    );
    let again = ann.post("/api/tree", json!({"pdn": pdn})).await;
    assert_eq!(again, tree);
}

#[tokio::test]
async fn the_second_player_may_begin_and_positions_may_be_set_up() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let text = "[GameType \"25\"]\n[FEN \"B:Wc3:Bd6,h8\"]\n\n1... d6-e5 /FEN \"W:Wc3:Bd4,h8\"/ 2. c3:e5 *";
    let tree = ann.post("/api/tree", json!({"pdn": text})).await;
    assert_eq!((&tree["secondBegins"], &tree["start"]), (&json!(true), &json!("B:Wc3:Bd6,h8")));
    assert_eq!(texts(&tree), ["d6-e5", "", "c3:e5"]);
    assert_eq!(tree["nodes"][1]["move"]["fen"], "W:Wc3:Bd4,h8");
    let pdn = written(&mut ann, json!({"rules": "russian", "fen": tree["start"], "moves": sent(&tree)})).await;
    assert!(pdn.contains("1... d6-e5 /FEN \"W:Wc3:Bd4,h8\"/"), "{pdn}");
    assert_eq!(ann.post("/api/tree", json!({"pdn": pdn})).await["nodes"], tree["nodes"]);
    // In games that Black begins, Black is the first player.
    let english = ann.post("/api/tree", json!({"pdn": "1. 11-15 *", "rules": "english"})).await;
    assert_eq!((&english["secondBegins"], &english["nodes"][0]["move"]["by"]), (&json!(false), &json!("black")));
}

#[tokio::test]
async fn signs_keep_their_meaning_in_every_language() {
    let house = House::open().await;
    let mut ann = house.visitor();
    ann.language = "ru";
    let node = json!({"text": "c3-d4", "glyphs": ["?!", "$140"]});
    let pdn = written(&mut ann, json!({"rules": "russian", "moves": {"nodes": [node]}})).await;
    assert!(pdn.contains("1. c3-d4 $1 $253 $140 *"), "text 000 means a strong move that seems weak: {pdn}");
    assert_eq!(ann.post("/api/tree", json!({"pdn": pdn})).await["nodes"][0]["glyphs"], json!(["?!", "$140"]));
    ann.language = "en";
    assert_eq!(ann.post("/api/tree", json!({"pdn": pdn})).await["nodes"][0]["glyphs"], json!(["(?)!", "$140"]));
}

#[tokio::test]
async fn what_is_wrong_with_a_tree_is_a_sentence() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let mut code = async |nodes: Value| {
        let body = json!({"rules": "russian", "moves": {"nodes": nodes}});
        ann.refused(Method::POST, "/api/tree/pdn", body).await
    };
    assert_eq!(code(json!([first("c3-d4"), after(0, "c3-d4")])).await, "move");
    assert_eq!(code(json!([first("")])).await, "move");
    assert_eq!(code(json!([{"text": "", "setup": "W:Wz9"}])).await, "fen");
    for wrong in [json!([after(0, "c3-d4")]), json!([first("c3-d4"), after(7, "d6-c5")])] {
        assert_eq!(code(wrong).await, "bad-request");
    }
    assert_eq!(code(json!([{"text": "c3-d4", "glyphs": ["splendid"]}])).await, "bad-request");
    assert_eq!(code(json!([{"text": "c3-d4", "glyphs": vec!["!"; 9]}])).await, "too-large");
    assert_eq!(code(json!(vec![first("c3-d4"); 4001])).await, "too-large");
    let long = json!([{"text": "c3-d4", "comment": "x".repeat(300_000)}]);
    assert_eq!(code(long).await, "too-large");
    // Each move is a variation beside the one before it, and has a variation of its own.
    let deep = (0..300).flat_map(|at| match at {
        0 => [first("c3-d4"), first("c3-b4")],
        _ => [after(2 * at - 1, "f6-g5"), after(2 * at - 1, "d6-c5")],
    });
    assert_eq!(code(deep.collect()).await, "too-deep", "and nobody has looked at the moves, which are not legal");

    for (pdn, expected) in [("1. c3-d5 *", "pdn"), ("((((", "pdn"), ("[GameType \"99\"] 1. c3-d4", "pdn")] {
        let body = json!({"pdn": pdn, "rules": "russian"});
        assert_eq!(ann.refused(Method::POST, "/api/tree", body).await, expected, "{pdn}");
    }
    let huge = format!("1. c3-d4 {{{}}} *", "x".repeat(70_000));
    assert_eq!(ann.refused(Method::POST, "/api/tree", json!({"pdn": huge})).await, "too-large");
    let tags: Vec<Value> = (0..101).map(|at| json!({"name": format!("T{at}"), "value": "x"})).collect();
    let body = json!({"rules": "russian", "tags": tags, "moves": {"nodes": []}});
    assert_eq!(ann.refused(Method::POST, "/api/tree/pdn", body).await, "too-large");
}

#[tokio::test]
async fn a_tree_of_positions_made_to_cost_much_is_given_up() {
    let house = House::open().await;
    let case = include_str!("../../../proof/positions/worst.txt")
        .split("\ncase ")
        .find(|case| case.starts_with("free-own-victims\n"));
    let line = |name: &str| case.unwrap().lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
    let (rules, fen) = (line("rules "), line("fen "));
    let ruleset = Ruleset::from_line(&rules).unwrap();
    let position = fen::read(&fen, &ruleset).unwrap();
    let text = moves::full_path(&ruleset, &position, ruleset.legal_moves(&position)[0]);
    let body = json!({"rules": rules, "fen": fen, "moves": {"nodes": vec![first(&text); 4000]}});
    let begun = Instant::now();
    let (status, answer) = house.visitor().request(Method::POST, "/api/tree/pdn", Some(body)).await;
    // A machine that is fast enough may do it.
    assert!(status.is_success() || answer["code"] == "too-large", "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_game_comes_with_my_notes_and_keeps_them() {
    let house = House::open().await;
    let (id, [mut ann, mut bob], [mut white, mut black]) = two(&house, json!({})).await;
    let (path, pdn_path) = (format!("/api/games/{id}/tree"), format!("/api/games/{id}/tree/pdn"));
    white.play(&["c3", "d4"]).await;
    black.event().await;
    let live = ann.get(&path).await;
    assert_eq!((texts(&live), live.get("changed")), (vec!["c3-d4"], None));
    let moves = json!({"nodes": [first("c3-d4"), first("c3-b4"), {"parent": 1, "text": "f6-g5", "comment": "calmer", "glyphs": ["!"]}]});
    assert_eq!(ann.refused(Method::PUT, &path, moves.clone()).await, "not-over", "not while it is played");
    // As a file it can be had at any time.
    let file = ann.post(&pdn_path, moves.clone()).await;
    assert!(file["pdn"].as_str().unwrap().contains("1. c3-d4 (1. c3-b4 f6-g5 $1 {calmer}) *"), "{file}");
    black.act(json!({"kind": "resign"})).await;
    black.event().await;

    let (status, kept) = ann.request(Method::PUT, &path, Some(moves)).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    assert!(kept["pdn"].as_str().unwrap().contains("[Result \"1-0\"]"), "{kept}");
    assert_eq!(ann.get(&format!("/api/games/{id}/notes")).await, kept);
    let tree = ann.get(&path).await;
    assert_eq!((texts(&tree), &tree["changed"]), (vec!["c3-d4", "c3-b4", "f6-g5"], &kept["changed"]));
    assert_eq!(tree["nodes"][2]["comment"], "calmer");
    assert_eq!(texts(&bob.get(&path).await), ["c3-d4"], "nobody else sees them");

    // A variation may become the main line; what was played stays there.
    let promoted = json!({"nodes": [first("c3-b4"), after(0, "f6-g5")]});
    assert_eq!(ann.request(Method::PUT, &path, Some(promoted)).await.0, StatusCode::OK);
    assert_eq!(texts(&ann.get(&path).await), ["c3-b4", "f6-g5", "c3-d4"]);

    let kept = ann.get(&format!("/api/games/{id}/notes")).await;
    let long = json!({"nodes": [{"text": "c3-d4", "comment": "x".repeat(70_000)}]});
    assert_eq!(ann.refused(Method::PUT, &path, long).await, "too-large", "notes have 64 KB");
    assert_eq!(ann.refused(Method::PUT, &path, json!({"nodes": [first("c3-d5")]})).await, "move");
    assert_eq!(ann.get(&format!("/api/games/{id}/notes")).await, kept, "what is refused changes nothing");
    assert_eq!(ann.refused(Method::GET, "/api/games/nothing/tree", json!(null)).await, "no-game");
}

#[tokio::test]
async fn notes_that_older_pages_wrote_are_read() {
    let house = House::open().await;
    let (id, [mut ann, _], [mut white, mut black]) = two(&house, json!({})).await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    black.act(json!({"kind": "resign"})).await;
    black.event().await;
    let own = ann.request(Method::GET, &format!("/api/games/{id}/export?format=pdn"), None).await.1;
    let head: Vec<&str> = own.as_str().unwrap().lines().filter(|line| line.starts_with('[')).collect();
    // Signs stood behind moves, in the language of their writer.
    let old = format!("{}\n\n1. c3-d4 {{so}} 1... d6-c5?! (1... b6-a5 2. d4-e5!) 2. b2-c3 1-0\n", head.join("\n"));
    ann.language = "ru";
    assert_eq!(
        ann.request(Method::PUT, &format!("/api/games/{id}/notes"), Some(json!({"pdn": old}))).await.0,
        StatusCode::OK
    );
    let tree = ann.get(&format!("/api/games/{id}/tree")).await;
    assert_eq!(texts(&tree), ["c3-d4", "d6-c5", "b6-a5", "d4-e5", "b2-c3"]);
    assert_eq!((&tree["nodes"][1]["glyphs"], &tree["nodes"][3]["glyphs"]), (&json!(["?!"]), &json!(["!"])));
    ann.request(Method::PUT, &format!("/api/games/{id}/tree"), Some(sent(&tree))).await;
    assert_eq!(ann.get(&format!("/api/games/{id}/tree")).await["nodes"], tree["nodes"]);
}

#[tokio::test]
async fn a_violation_that_was_let_stand_is_a_position_that_was_set_up() {
    let house = House::open().await;
    let mut ann = house.visitor();
    // White does not capture, and Black lets it stand by moving.
    let record = "damka-record 1\nrules: russian\nmanner: at-board\nstart: W:Wc3,g1:Bd4,h8\n\n\
        white lift g1\nwhite place h2\nwhite release\nwhite press\n\
        black lift d4\nblack place b2\nblack release\nblack remove c3\nblack press\n";
    let imported = ann.post("/api/me/games", json!({"text": record})).await;
    let path = format!("/api/games/{}/tree", imported["games"][0].as_str().unwrap());
    let tree = ann.get(&path).await;
    assert_eq!(texts(&tree), ["", "d4:b2"], "{tree}");
    assert_eq!(tree["nodes"][0]["move"]["fen"], "B:Wh2,c3:Bd4,h8");
    let (status, kept) = ann.request(Method::PUT, &path, Some(sent(&tree))).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    assert_eq!(ann.get(&path).await["nodes"], tree["nodes"]);
}

#[tokio::test]
async fn a_player_who_may_not_see_the_board_gets_no_tree() {
    let house = House::open().await;
    let seats = json!({"seats": {"white": {"view": "record"}, "black": {}}});
    let (id, [mut ann, _], _) = two(&house, seats).await;
    let path = format!("/api/games/{id}/tree");
    assert_eq!(ann.refused(Method::GET, &path, json!(null)).await, "not-over");
    assert_eq!(ann.refused(Method::POST, &format!("{path}/pdn"), json!({"nodes": []})).await, "not-over");
}

#[tokio::test]
async fn pieces_that_were_set_up_become_a_position() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let pieces = json!({"a1": "W", "d4": "b", "h8": "b"});
    let body = json!({"rules": "russian", "pieces": pieces, "toMove": "white"});
    let fen = ann.post("/api/position/fen", body).await["fen"].clone();
    assert_eq!(fen, "W:WKa1:Bd4,h8");
    let view = ann.post("/api/position", json!({"rules": "russian", "fen": fen})).await;
    assert_eq!((&view["pieces"], &view["secondBegins"]), (&pieces, &json!(false)));
    // The editor may show what no game can reach, and an empty board.
    let odd = json!({"rules": "international", "pieces": {"1": "w"}, "toMove": "black"});
    assert_eq!(ann.post("/api/position/fen", odd).await["fen"], "B:W1:B");
    let empty = json!({"rules": "russian", "pieces": {}, "toMove": "white"});
    assert_eq!(ann.post("/api/position/fen", empty).await["fen"], "W:W:B");
    for square in ["a2", "z9", ""] {
        let body = json!({"rules": "russian", "pieces": {square: "w"}, "toMove": "white"});
        assert_eq!(ann.refused(Method::POST, "/api/position/fen", body).await, "square", "{square}");
    }
    let unknown = json!({"rules": "russian", "pieces": {"a1": "x"}, "toMove": "white"});
    assert_eq!(ann.refused(Method::POST, "/api/position/fen", unknown).await, "bad-request");
}

#[tokio::test]
async fn a_ruleset_says_where_it_belongs_and_whether_players_agree_who_begins() {
    let house = House::open().await;
    let choices = house.visitor().get("/api/choices").await;
    for ruleset in choices["rulesets"].as_array().unwrap() {
        let cells = ruleset["board"]["cells"].as_array().unwrap().len();
        assert_eq!(ruleset["placement"].as_str().unwrap().len(), cells, "{}", ruleset["id"]);
        // Only the children's texts and house rules leave it to the players.
        let leaves = ["ozornye", "house"].contains(&ruleset["group"].as_str().unwrap());
        assert_eq!(ruleset["firstIsAgreed"], leaves, "{}", ruleset["id"]);
    }
    let changed = house.visitor().get("/api/rules?rules=house%20king=short").await;
    assert_eq!((&changed["group"], &changed["firstIsAgreed"]), (&json!("house"), &json!(true)));
}
