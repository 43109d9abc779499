//! Fair play: what must not be seen of a game is in no answer at all, and nobody gets help in their own game.

use crate::house::{House, Socket, Visitor, two};
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Every request that reveals something about games, with `{id}` for the game. A new endpoint about games must be added
/// here.
fn asks() -> Vec<(Method, &'static str, &'static str, Option<Value>)> {
    let get = |path, query| (Method::GET, path, query, None);
    let mut all = vec![
        get("/api/lobby", ""),
        get("/api/games", ""),
        get("/api/me/games", ""),
        get("/api/me/games", "?status=live"),
        get("/api/me/games", "?result=lost"),
        get("/api/me/games/ids", ""),
        get("/api/me/links", ""),
        get("/api/me/export", ""),
        get("/api/keeper", ""),
        get("/api/keeper/people/{number}/export", ""),
        get("/api/games/{id}", ""),
        get("/api/games/{id}", "?lang=ru"),
        get("/api/games/{id}/analysis", ""),
        get("/api/games/{id}/invitation", ""),
        get("/api/games/{id}/notes", ""),
        get("/api/games/{id}/preview.png", ""),
        get("/api/games/{id}/record", ""),
        get("/api/games/{id}/tree", ""),
        get("/api/games/{id}/conditions", ""),
        get("/api/me/turns", ""),
    ];
    let formats = ["pdn", "fen", "fen&ply=1", "sheet", "sheet-page", "svg", "svg&ply=1", "record"];
    let formats = formats.map(|format| &*Box::leak(format!("?format={format}").into_boxed_str()));
    all.extend(formats.map(|query| get("/api/games/{id}/export", query)));
    let with = |method, path, body| (method, path, "", Some(body));
    all.extend([
        with(Method::POST, "/api/games/{id}/analysis", json!({})),
        with(Method::POST, "/api/games/{id}/hint", json!({})),
        with(Method::POST, "/api/games/{id}/seat", json!({})),
        with(Method::POST, "/api/games/{id}/begin", json!({})),
        with(Method::POST, "/api/games/{id}/enter", json!({"secret": "guessed"})),
        with(Method::POST, "/api/games/{id}/arbiter", json!({"agrees": true})),
        with(Method::POST, "/api/games/{id}/tree/pdn", json!({"nodes": []})),
        with(Method::PUT, "/api/games/{id}/tree", json!({"nodes": []})),
        with(Method::PUT, "/api/games/{id}/notes", json!({"pdn": ""})),
        with(Method::PUT, "/api/games/{id}/conditions", json!({"ply": 0, "moves": {"nodes": []}, "forced": true})),
        (Method::DELETE, "/api/games/{id}/conditions", "", None),
        with(Method::POST, "/api/games/{id}/rematch", json!({})),
        with(Method::POST, "/api/me/games/remove", json!({"games": ["{id}"]})),
        with(Method::PUT, "/api/keeper/games/{id}/hidden", json!({"hidden": true})),
        (Method::DELETE, "/api/games/{id}", "", None),
    ]);
    all
}

/// Requests about games that reveal nothing about existing ones: they create new ones.
const MAKES: [(&str, &str); 3] = [("post", "/api/games"), ("post", "/api/me/games"), ("post", "/api/links/{code}")];

/// The components that a part of the description names, and those that these name in turn.
fn reach(description: &Value, part: &Value, found: &mut BTreeSet<String>) {
    match part {
        Value::Object(fields) => {
            for (name, value) in fields {
                let named = value.as_str().filter(|_| name == "$ref").and_then(|text| text.rsplit('/').next());
                match named {
                    Some(named) if found.insert(named.to_owned()) => {
                        reach(description, &description["components"]["schemas"][named], found);
                    }
                    _ => reach(description, value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| reach(description, value, found)),
        _ => {}
    }
}

#[test]
fn security_13_every_endpoint_about_games_is_in_the_enumeration() {
    let description: Value = serde_json::from_str(&damka_server::openapi()).unwrap();
    let asked: BTreeSet<(String, &str)> =
        asks().into_iter().map(|(method, path, ..)| (method.as_str().to_lowercase(), path)).collect();
    let mut checked = 0;
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let mut named = BTreeSet::new();
            reach(&description, &operation["responses"], &mut named);
            let shows =
                ["GameSummary", "GameView", "StateView", "ExportedGame"].iter().any(|name| named.contains(*name));
            if !(shows || path.contains("/games")) || MAKES.contains(&(method, path)) {
                continue;
            }
            checked += 1;
            assert!(
                asked.contains(&(method.clone(), path)),
                "{method} {path} is about games: add it to the enumeration"
            );
        }
    }
    assert_eq!(checked, asked.len(), "the enumeration has what the description has not");
}

/// Makes every request; returns each of them with its whole answer.
pub async fn answers(visitor: &mut Visitor, id: &str) -> Vec<(String, StatusCode, String)> {
    let mut all = Vec::new();
    for (method, path, query, body) in asks() {
        let path = format!("{}{query}", path.replace("{id}", id).replace("{number}", "1"));
        let body = body.map(|body| serde_json::from_str(&body.to_string().replace("{id}", id)).unwrap());
        let (status, answer) = visitor.request(method.clone(), &path, body).await;
        all.push((format!("{method} {path}"), status, answer.to_string()));
    }
    // The page itself: its head names the game.
    let (status, page) = visitor.request(Method::GET, &format!("/game/{id}"), None).await;
    all.push(("the page".to_owned(), status, page.to_string()));
    let (_socket, game) = visitor.sit(id).await;
    all.push(("the socket of the game".to_owned(), StatusCode::OK, game.to_string()));
    let lobby = visitor.socket("/api/lobby/socket").await.next("lobby").await;
    all.push(("the socket of the lobby".to_owned(), StatusCode::OK, lobby.to_string()));
    all
}

/// Checks that none of the secrets is in any answer, and that pictures of the board are refused.
async fn says_nothing(who: &str, visitor: &mut Visitor, id: &str, secrets: &[String], has_board: bool) {
    assert!(!secrets.is_empty() && secrets.iter().all(|secret| secret.len() > 3), "{secrets:?}");
    for (how, status, answer) in answers(visitor, id).await {
        for secret in secrets {
            assert!(!answer.contains(secret.as_str()), "{who}, {how}: {secret} is in {answer}");
        }
        let is_picture = how.contains("preview.png") || how.contains("svg");
        assert!(has_board || !is_picture || !status.is_success(), "{who}, {how}: {status}");
    }
}

/// The positions after each move, in both forms, as a viewer with the board sees them.
async fn positions(visitor: &mut Visitor, id: &str) -> Vec<String> {
    let game = visitor.get(&format!("/api/games/{id}")).await;
    let each = |mv: &Value| ["fen", "placement"].map(|part| mv[part].as_str().unwrap().to_owned());
    // The colour to move is before the FEN's first colon; the rest gives the position away too.
    let all = game["moves"].as_array().unwrap().iter().flat_map(each);
    all.map(|text| text.trim_start_matches(['W', 'B', ':']).to_owned()).collect()
}

async fn four_moves([white, black]: &mut [Socket; 2]) {
    let line = [["c3", "d4"], ["f6", "g5"], ["b2", "c3"], ["g7", "f6"]];
    for (at, path) in line.iter().enumerate() {
        let (mover, other) = if at % 2 == 0 { (&mut *white, &mut *black) } else { (&mut *black, &mut *white) };
        mover.play(path).await;
        other.event().await;
    }
}

#[tokio::test]
async fn security_13_a_blindfold_player_gets_the_position_nowhere() {
    let house = House::patient().await;
    for pace in ["sitting", "days"] {
        let wanted = json!({"seats": {"white": {"view": "blind"}, "black": {"view": "record"}}, "pace": pace,
            "clocks": {"white": "none", "black": "none"}});
        let (id, [mut ann, mut bob], mut sockets) = two(&house, wanted).await;
        four_moves(&mut sockets).await;
        let secrets = positions(&mut house.visitor(), &id).await;
        assert_eq!(secrets.len(), 8);
        says_nothing("record-only", &mut bob, &id, &secrets, false).await;
        let record = ["c3-d4", "f6-g5", "b2-c3"].map(str::to_owned);
        let blind = [secrets.as_slice(), &record].concat();
        says_nothing("blindfold", &mut ann, &id, &blind, false).await;
        // When the game is over there is nothing left to hide, and the players are sent the board.
        sockets[0].act(json!({"kind": "resign"})).await;
        sockets[0].event().await;
        let whole = sockets[0].next("game").await["game"].clone();
        assert!(whole["state"]["pieces"].is_object() && whole["moves"].as_array().unwrap().len() == 4, "{whole}");
        assert_eq!(positions(&mut ann, &id).await, secrets);
        assert!(!ann.get("/api/me/games").await["games"][0]["placement"].as_str().unwrap().is_empty());
    }
}

#[tokio::test]
async fn security_13_a_delayed_spectator_learns_everything_later() {
    let house = House::patient().await;
    let (id, [mut ann, mut bob], mut sockets) = two(&house, json!({"delay": 3600})).await;
    let mut watcher = house.visitor();
    let (mut watching, _) = watcher.sit(&id).await;
    four_moves(&mut sockets).await;
    let mut secrets = positions(&mut ann, &id).await;
    sockets[0].act(json!({"kind": "resign"})).await;
    sockets[0].event().await;
    ann.post(&format!("/api/games/{id}/analysis"), json!({})).await;
    let rematch = format!("/api/games/{id}/rematch");
    ann.post(&rematch, json!({})).await;
    let next = bob.post(&rematch, json!({})).await["game"].as_str().unwrap().to_owned();
    let game = ann.get("/api/me/games?status=over").await["games"][0].clone();
    assert_eq!((&game["id"], &game["ending"], &game["ply"]), (&json!(id), &json!("resignation"), &json!(4)));
    secrets.extend(
        ["c3-d4", "resignation", "\"status\":\"over\"", "\"rematch\":", "\"winner\":\"black\""].map(str::to_owned),
    );
    // The rematch is listed like any other game, but this game does not lead to it.
    secrets.push(format!("\"rematch\":\"{next}\""));
    says_nothing("delayed spectator", &mut watcher, &id, &secrets, true).await;
    let shown = watcher.get("/api/lobby").await["live"].as_array().unwrap().iter().find(|it| it["id"] == *id).cloned();
    let shown = shown.expect("it is still played, as far as anybody knows");
    assert_eq!((&shown["changedAt"], &shown["ply"]), (&shown["createdAt"], &json!(0)));
    assert_eq!(watcher.get(&format!("/api/games/{id}/analysis")).await["status"], "none");
    // Nothing was sent to the socket either: the first message is the answer to its own question.
    watching.send(&json!({"type": "ping", "n": 7})).await;
    assert_eq!(watching.frame().await.unwrap(), json!({"type": "pong", "n": 7}));
}

#[tokio::test]
async fn security_13_a_coach_sees_a_delayed_game_of_a_link_later() {
    let house = House::patient().await;
    let (mut coach, mut pupil) = (house.visitor(), house.visitor());
    let game =
        json!({"rules": "russian", "opponent": {"kind": "computer", "level": 1}, "colour": "white", "delay": 3600});
    let link = coach.post("/api/links", json!({"game": game})).await;
    let made = pupil.post(&format!("/api/links/{}", link["code"].as_str().unwrap()), json!({})).await;
    let id = made["id"].as_str().unwrap();
    let (mut socket, _) = pupil.sit(id).await;
    socket.act(json!({"kind": "resign"})).await;
    assert!(socket.event().await["state"]["ending"].is_object());
    let shown = coach.get("/api/me/links").await["links"][0]["games"][0].clone();
    assert_eq!((&shown["status"], &shown["ending"]), (&json!("live"), &json!(null)), "{shown}");
    let secrets = ["resignation", "\"status\":\"over\"", "\"winner\":\"black\""].map(str::to_owned);
    says_nothing("coach", &mut coach, id, &secrets, true).await;
}

#[tokio::test]
async fn a_rematch_is_told_to_delayed_spectators_when_its_time_comes() {
    let house = House::patient().await;
    let (id, [mut ann, mut bob], [mut white, _black]) = two(&house, json!({"delay": 1})).await;
    let (mut watching, _) = house.visitor().sit(&id).await;
    white.act(json!({"kind": "resign"})).await;
    white.event().await;
    let rematch = format!("/api/games/{id}/rematch");
    ann.post(&rematch, json!({})).await;
    let next = bob.post(&rematch, json!({})).await["game"].clone();
    assert!(watching.event().await["state"]["ending"].is_object());
    assert_eq!(watching.next("rematch").await["wanted"], json!(["white"]));
    assert_eq!(watching.next("rematch").await["wanted"], json!(["white", "black"]));
    assert_eq!(watching.next("rematch").await["game"], next);
}

/// White moves a man two steps.
async fn break_rules([white, black]: &mut [Socket; 2]) {
    let at = |kind: &str, cell: &str| json!({"kind": kind, "cell": cell});
    for act in [at("lift", "c3"), at("place", "e5"), json!({"kind": "release"}), json!({"kind": "press"})] {
        white.act(act).await;
        white.event().await;
        black.event().await;
    }
}

#[tokio::test]
async fn security_13_a_violation_that_nobody_noticed_is_told_to_the_arbiter_alone() {
    let house = House::patient().await;
    let (id, [mut ann, mut bob], mut sockets) = two(&house, json!({"manner": "at-board", "arbiter": true})).await;
    let secret = ann.get(&format!("/api/games/{id}")).await["you"]["arbiterInvitation"].clone();
    let mut eva = house.visitor();
    eva.post(&format!("/api/games/{id}/seat"), json!({"invitation": secret})).await;
    for socket in &mut sockets {
        assert_eq!(socket.next("game").await["game"]["candidate"]["shown"].as_str().map(str::is_empty), Some(false));
    }
    break_rules(&mut sockets).await;
    let secrets = ["iolation", "incorrect move", "арушен"].map(str::to_owned);
    // The opponent comes last, because one of the requests asks whether they agree to the arbiter.
    for (who, visitor) in [("spectator", &mut house.visitor()), ("candidate", &mut eva), ("opponent", &mut bob)] {
        says_nothing(who, visitor, &id, &secrets, true).await;
    }
    let told = eva.get(&format!("/api/games/{id}")).await["state"]["violation"].clone();
    assert_eq!(told["by"], "white");
    let story = eva.get(&format!("/api/games/{id}/record")).await.to_string();
    assert!(story.contains("iolation"), "{story}");
    let [_, black] = &mut sockets;
    black.next("game").await;
    black.act(json!({"kind": "demand"})).await;
    assert!(black.event().await["texts"].to_string().contains("corrected"), "noticed, it is told");
    assert!(bob.get(&format!("/api/games/{id}/record")).await.to_string().contains("iolation"));
}

#[tokio::test]
async fn security_13_a_demand_is_no_free_oracle() {
    let house = House::patient().await;
    let (id, [_, mut bob], mut sockets) = two(&house, json!({"manner": "at-board"})).await;
    let demand = || json!({"kind": "demand"});
    for _ in 0..3 {
        let [white, black] = &mut sockets;
        let n = black.act(demand()).await;
        for seen in [white, &mut *black] {
            let texts = seen.event().await["texts"].to_string();
            assert!(texts.contains("nothing to correct"), "both are told: {texts}");
        }
        assert_eq!(black.next("refused").await["n"], n);
    }
    let story = bob.get(&format!("/api/games/{id}/record")).await.to_string();
    assert_eq!(story.matches("nothing to correct").count(), 3, "and it is recorded: {story}");
    // Now the answer is the same whatever the position.
    let before = sockets[1].refused(demand()).await["problem"]["text"].clone();
    break_rules(&mut sockets).await;
    assert_eq!(sockets[1].refused(demand()).await["problem"]["text"], before);
}

/// Every way to ask the club about the moves of a line.
async fn help(visitor: &mut Visitor, line: &Value) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for (path, body) in [
        ("/api/position/hint", line.clone()),
        ("/api/position/endgame", line.clone()),
        ("/api/exercises/answer", json!({"position": line})),
    ] {
        let (status, answer) = visitor.request(Method::POST, path, Some(body)).await;
        let code = answer["code"].as_str().unwrap_or("helped").to_owned();
        assert_ne!(status, StatusCode::BAD_REQUEST, "{path}: {answer}");
        all.push((path, code));
    }
    let mut socket = visitor.socket("/api/analysis/socket").await;
    let mut asked = json!({"type": "analyse", "n": 1, "lines": 1, "depth": 2});
    asked["position"] = line.clone();
    socket.send(&asked).await;
    let answer = socket.frame().await.unwrap();
    all.push(("analysis", answer["problem"]["code"].as_str().unwrap_or("helped").to_owned()));
    all
}

fn is_refused(answers: &[(&str, String)]) -> bool {
    answers.iter().all(|(_, code)| code == "played-now")
}

#[tokio::test]
async fn security_13_nobody_is_helped_with_a_position_of_their_own_live_game() {
    let house = House::patient().await;
    let (id, [mut ann, mut bob], mut sockets) = two(&house, json!({})).await;
    let line = |moves: &[&str]| json!({"rules": "russian", "moves": moves});
    let nobody = help(&mut ann, &line(&["c3-d4", "f6-g5"])).await;
    assert!(nobody.iter().all(|(_, code)| code != "played-now"), "it has not come up yet: {nobody:?}");
    four_moves(&mut sockets).await;
    let played = ["c3-d4", "f6-g5", "b2-c3", "g7-f6"];
    for own in [&mut ann, &mut bob] {
        for refused in [line(&played), line(&played[..2]), line(&[&played[..], &["g3-h4"]].concat())] {
            let answers = help(own, &refused).await;
            assert!(is_refused(&answers), "{refused}: {answers:?}");
        }
        let start = help(own, &line(&[])).await;
        assert!(start.iter().all(|(_, code)| code != "played-now"), "everybody may study the start: {start:?}");
        let other = help(own, &line(&["g3-h4"])).await;
        assert!(other.iter().all(|(_, code)| code != "played-now"), "{other:?}");
    }
    // By its FEN, with the other side to move, and turned round with colours swapped.
    let fen = ann.get(&format!("/api/games/{id}/export?format=fen")).await;
    let fen = fen.as_str().unwrap();
    let other_side = format!("B{}", fen.strip_prefix('W').unwrap());
    for text in [fen, &other_side] {
        let answers = help(&mut ann, &json!({"rules": "russian", "fen": text, "moves": []})).await;
        assert!(is_refused(&answers), "{text}: {answers:?}");
    }
    // Nor does the computer play it, and an import of it is not analysed.
    let computer = json!({"rules": "russian", "opponent": {"kind": "computer", "level": 10}, "fen": fen});
    assert_eq!(ann.refused(Method::POST, "/api/games", computer.clone()).await, "played-now");
    let pdn = ann.get(&format!("/api/games/{id}/export")).await;
    let imported = ann.post("/api/me/games", json!({"text": pdn})).await["games"][0].as_str().unwrap().to_owned();
    let analysis = format!("/api/games/{imported}/analysis");
    assert_eq!(ann.refused(Method::POST, &analysis, json!({})).await, "played-now");
    // Others may ask, and so may the players when it is over.
    let spectator = help(&mut house.visitor(), &line(&played)).await;
    assert!(spectator.iter().all(|(_, code)| code != "played-now"), "{spectator:?}");
    sockets[0].act(json!({"kind": "resign"})).await;
    sockets[0].event().await;
    let after = help(&mut ann, &line(&played)).await;
    assert!(after.iter().all(|(_, code)| code != "played-now"), "{after:?}");
    ann.post("/api/games", computer).await;
    ann.post(&analysis, json!({})).await;
}

#[tokio::test]
async fn a_game_that_is_not_in_memory_counts_and_one_at_the_same_screen_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), damka_server::Settings::default()).await;
    let clocks = json!({"pace": "days", "clocks": {"white": "none", "black": "none"}});
    let (_, [ann, _], mut sockets) = two(&house, clocks).await;
    four_moves(&mut sockets).await;
    let mut dan = house.visitor();
    let (id, _) = dan.make(json!({"rules": "russian", "opponent": {"kind": "sameScreen"}})).await;
    dan.sit(&id).await.0.play(&["c3", "d4"]).await;
    let copy = crate::house::killed(folder.path());
    let after = House::open_in(copy.path(), damka_server::Settings::default()).await;
    let answers = help(&mut after.guest(&ann), &json!({"rules": "russian", "moves": ["c3-d4"]})).await;
    assert!(is_refused(&answers), "{answers:?}");
    let own = help(&mut after.guest(&dan), &json!({"rules": "russian", "moves": ["c3-d4"]})).await;
    assert!(own.iter().all(|(_, code)| code != "played-now"), "{own:?}");
}

#[tokio::test]
async fn who_plays_over_days_notes_variations_for_nobody_else() {
    let house = House::patient().await;
    let days = json!({"pace": "days", "clocks": {"white": "none", "black": "none"}});
    let (id, [mut ann, mut bob], mut sockets) = two(&house, days).await;
    four_moves(&mut sockets).await;
    let notes = format!("/api/games/{id}/notes");
    let noted = json!({"pdn": "1. c3-d4 f6-g5 {if d6-c5, then b2-c3} *"});
    let (status, answer) = ann.request(Method::PUT, &notes, Some(noted.clone())).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert!(ann.get(&format!("/api/games/{id}/tree")).await.to_string().contains("if d6-c5"));
    for other in [&mut bob, &mut house.visitor()] {
        for (how, _, answer) in answers(other, &id).await {
            assert!(!answer.contains("if d6-c5"), "{how}: {answer}");
        }
    }
    let mut stranger = house.visitor();
    assert_eq!(stranger.refused(Method::PUT, &notes, noted.clone()).await, "not-over");
    let (id, [mut ann, _], _sockets) = two(&house, json!({})).await;
    assert_eq!(ann.refused(Method::PUT, &format!("/api/games/{id}/notes"), noted).await, "not-over");
}
