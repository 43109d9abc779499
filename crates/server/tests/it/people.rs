//! Visitors, accounts, the lobby, links.

use crate::house::{self, House};
use axum::http::{Method, StatusCode};
use damka_server::Settings;
use serde_json::json;

#[tokio::test]
async fn an_account_keeps_its_games_on_every_device() {
    let house = House::open().await;
    let (mut phone, mut desk) = (house.visitor(), house.visitor());
    let game = json!({"rules": "russian", "opponent": {"kind": "computer", "level": 1}});
    let (first, _) = phone.make(game.clone()).await;
    let me = phone.post("/api/me/account", json!({"name": "Ганна", "password": "correct horse"})).await;
    assert_eq!(me, json!({"name": "Ганна", "shown": "Ганна", "account": true, "language": "en"}));
    assert_eq!(phone.get("/api/me/games").await["games"][0]["id"], json!(first), "what was played stays");

    let (second, _) = desk.make(game).await;
    let (mut socket, _) = desk.sit(&second).await;
    for (name, password) in [("Ганна", "wrong horse"), ("Nobody", "correct horse"), ("Г", "x")] {
        let wrong = json!({"name": name, "password": password});
        assert_eq!(desk.refused(Method::POST, "/api/me/login", wrong).await, "wrong-password");
    }
    desk.post("/api/me/login", json!({"name": "ганна", "password": "correct horse"})).await;
    let mine = desk.get("/api/me/games").await;
    let ids: Vec<&str> = mine["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [second.as_str(), first.as_str()], "what was played here moves to the account");
    assert_eq!(desk.get(&format!("/api/games/{second}")).await["you"]["seats"].as_array().unwrap().len(), 1);
    socket.act(json!({"kind": "resign"})).await;

    // A new password signs out every other device.
    let change = json!({"old": "correct horse", "new": "battery staple"});
    assert_eq!(desk.request(Method::PUT, "/api/me/password", Some(change)).await.0, StatusCode::OK);
    assert_eq!(desk.get("/api/me").await["account"], true);
    assert_eq!(phone.get("/api/me").await["account"], false);
    desk.post("/api/me/logout", json!(null)).await;
    assert_eq!(desk.get("/api/me/games").await["games"], json!([]));
}

#[tokio::test]
async fn names_are_checked_in_three_languages() {
    let house = House::open().await;
    let (mut ann, mut eve) = (house.visitor(), house.visitor());
    ann.post("/api/me/account", json!({"name": "Nina", "password": "correct horse"})).await;
    // A Cyrillic name that looks like hers, and one in capitals.
    for name in ["NINA", "N1na", "Ni-na"] {
        let (status, answer) = eve.request(Method::PUT, "/api/me/name", Some(json!({"name": name}))).await;
        assert_eq!((status, &answer["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("name")), "{name}");
        let account = json!({"name": name, "password": "correct horse"});
        assert_eq!(eve.refused(Method::POST, "/api/me/account", account).await, "name");
    }
    for (language, text) in [
        ("en", "A name must have 2 to 24 characters."),
        ("ru", "В имени должно быть от 2 до 24 знаков."),
        ("uk", "В імені має бути від 2 до 24 знаків."),
    ] {
        eve.language = language;
        let (_, answer) = eve.request(Method::PUT, "/api/me/name", Some(json!({"name": "x"}))).await;
        assert_eq!(answer["text"], text);
    }
    let (status, me) = eve.request(Method::PUT, "/api/me/name", Some(json!({"name": "  Єва  Коваль "}))).await;
    assert_eq!((status, &me["name"]), (StatusCode::OK, &json!("Єва Коваль")));
    let short = json!({"name": "Somebody", "password": "short"});
    assert_eq!(eve.refused(Method::POST, "/api/me/account", short).await, "password");
}

#[tokio::test]
async fn a_seat_goes_on_at_another_device() {
    let house = House::open().await;
    let (mut phone, mut desk) = (house.visitor(), house.visitor());
    let (id, _) = phone.make(json!({"rules": "russian", "opponent": {"kind": "sameScreen"}})).await;
    let offer = phone.post("/api/me/handover", json!(null)).await;
    assert!(offer["local"].is_object() && offer["qr"] == "", "this house is open to nobody else: {offer}");
    assert!(offer["url"].as_str().unwrap().ends_with(offer["code"].as_str().unwrap()));
    assert_eq!(desk.refused(Method::POST, "/api/me/takeover", json!({"code": "guess"})).await, "wrong-code");
    desk.post("/api/me/takeover", json!({"code": offer["code"]})).await;
    assert_eq!(desk.get(&format!("/api/games/{id}")).await["you"]["seats"], json!(["white", "black"]));
    let again = json!({"code": offer["code"]});
    assert_eq!(house.visitor().refused(Method::POST, "/api/me/takeover", again).await, "wrong-code", "once");
}

#[tokio::test]
async fn the_lobby_shows_open_and_live_games() {
    let house = House::open().await;
    let (mut ann, mut bob) = (house.visitor(), house.visitor());
    let mut watching = bob.socket("/api/lobby/socket").await;
    assert_eq!(watching.next("lobby").await["lobby"]["open"], json!([]));
    let wanted = json!({"rules": "italian", "opponent": {"kind": "lobby"}, "clocks": {"white": "5m", "black": "3m"}});
    let (id, _) = ann.make(wanted).await;
    let open = watching.next("lobby").await["lobby"]["open"][0].clone();
    assert_eq!((open["id"].as_str(), open["status"].as_str()), (Some(id.as_str()), Some("waiting")));
    assert_eq!(bob.refused(Method::DELETE, &format!("/api/games/{id}"), json!(null)).await, "not-your-game");
    bob.post(&format!("/api/games/{id}/seat"), json!({})).await;
    let lobby = loop {
        let lobby = watching.next("lobby").await["lobby"].clone();
        if lobby["open"] == json!([]) {
            break lobby;
        }
    };
    assert_eq!((&lobby["live"][0]["id"], &lobby["playing"]), (&json!(id), &json!(1)));
    assert_eq!(ann.refused(Method::DELETE, &format!("/api/games/{id}"), json!(null)).await, "too-late");

    let (other, _) = ann.make(json!({"rules": "russian", "opponent": {"kind": "lobby"}})).await;
    assert_eq!(ann.request(Method::DELETE, &format!("/api/games/{other}"), None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ann.refused(Method::GET, &format!("/api/games/{other}"), json!(null)).await, "no-game");
}

#[tokio::test]
async fn an_invitation_is_an_address_and_a_picture_for_the_maker_alone() {
    let folder = tempfile::tempdir().unwrap();
    let lan_url = Some("http://192.0.2.7:8064".to_owned());
    let house = House::open_in(folder.path(), Settings { lan_url, ..Settings::default() }).await;
    let (mut maker, mut other) = (house.visitor(), house.visitor());
    let (id, secret) = maker.make(json!({"rules": "russian", "opponent": {"kind": "link"}, "arbiter": true})).await;
    let path = format!("/api/games/{id}/invitation");
    let invitation = maker.get(&path).await;
    // The tests call the server by 127.0.0.1, which is of no use to a friend.
    assert_eq!(invitation["url"], format!("http://192.0.2.7:8064/game/{id}#seat={}", secret.unwrap()));
    assert!(invitation["qr"].as_str().unwrap().contains("<svg"));
    assert_ne!(maker.get(&format!("{path}?arbiter=true")).await["url"], invitation["url"]);
    assert_eq!(other.refused(Method::GET, &path, json!({})).await, "not-your-game");
}

#[tokio::test]
async fn a_coachs_link_opens_a_fresh_game_for_each_pupil() {
    let house = House::open().await;
    let mut coach = house.visitor();
    let exercise = json!({"rules": "russian", "fen": "W:Wc3,e3:Bb6,d6", "colour": "white",
        "opponent": {"kind": "computer", "level": 3}});
    let exercise = json!({"game": exercise});
    let code = coach.post("/api/links", exercise).await["code"].as_str().unwrap().to_owned();
    let (mut ann, mut bob) = (house.visitor(), house.visitor());
    assert_eq!(ann.get(&format!("/api/links/{code}")).await["rulesName"], "Russian draughts");
    let games = [&mut ann, &mut bob].map(|pupil| pupil.clone());
    let mut ids = Vec::new();
    for mut pupil in games {
        let made = pupil.post(&format!("/api/links/{code}"), json!(null)).await;
        assert_eq!(made["seats"], json!(["white"]));
        ids.push(made["id"].clone());
    }
    assert_ne!(ids[0], ids[1]);
    assert_eq!(ann.refused(Method::GET, "/api/links/nothing", json!(null)).await, "no-link");
    let people = json!({"game": {"rules": "russian", "opponent": {"kind": "link"}}});
    assert_eq!(coach.refused(Method::POST, "/api/links", people).await, "opponent");
}

#[tokio::test]
async fn games_come_and_go_as_text() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let text = "[White \"Иванов\"]\n[Black \"Петров\"]\n[GameType \"25\"]\n[Result \"1-0\"]\n\n1. c3-d4 d6-c5 2. b2-c3 1-0\n\n\
                [GameType \"25\"]\n[Result \"*\"]\n\n1. a1-b2 *\n";
    let imported = ann.post("/api/me/games", json!({"text": text})).await;
    assert_eq!(imported["games"].as_array().unwrap().len(), 1, "{imported}");
    assert!(imported["problems"][0].as_str().unwrap().starts_with("Game 2: "), "{imported}");
    let id = imported["games"][0].as_str().unwrap();
    let game = ann.get(&format!("/api/games/{id}")).await;
    assert_eq!(
        (&game["state"]["ending"]["winner"], &game["players"]["white"]["name"]),
        (&json!("white"), &json!("Иванов"))
    );
    for (format, part) in [
        ("pdn", "1. c3-d4 d6-c5 2. b2-c3"),
        ("fen", "B:W"),
        ("sheet", "Иванов"),
        ("sheetPage", "<html"),
        ("svg", "<svg"),
        ("record", "damka-record 2\nrules: russian"),
    ] {
        let text = ann.get(&format!("/api/games/{id}/export?format={format}")).await;
        assert!(text.as_str().unwrap().contains(part), "{format}: {text}");
    }
    let record = ann.get(&format!("/api/games/{id}/export?format=record")).await;
    let again = ann.post("/api/me/games", json!({"text": record})).await;
    assert_eq!(again["games"].as_array().unwrap().len(), 1, "a record comes back");
    assert_eq!(ann.get("/api/me/games?status=over&limit=1").await["games"][0]["imported"], true);
    for text in ["hello", " "] {
        assert_eq!(ann.refused(Method::POST, "/api/me/games", json!({"text": text})).await, "import");
    }
}

#[tokio::test]
async fn the_engine_analyses_positions_and_whole_games() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let mut socket = ann.socket("/api/analysis/socket?lang=ru").await;
    let position = json!({"rules": "russian", "moves": ["c3-d4"]});
    socket.send(&json!({"type": "analyse", "n": 1, "position": position, "lines": 2})).await;
    let found = socket.next("lines").await;
    assert_eq!((&found["n"], found["lines"].as_array().unwrap().len()), (&json!(1), 2));
    assert_eq!(found["lines"][0]["moves"][0]["by"], "black");
    socket
        .send(&json!({"type": "analyse", "n": 2, "position": {"rules": "russian", "fen": "W:Wc3:Bh8"}, "lines": 1}))
        .await;
    let second = loop {
        let found = socket.next("lines").await;
        if found["n"] == 2 {
            break found;
        }
    };
    assert_eq!(second["lines"][0]["moves"][0]["by"], "white", "a new question drops the old one");
    socket.send(&json!({"type": "analyse", "n": 3, "position": {"rules": "nonsense"}, "lines": 1})).await;
    let refused = loop {
        let frame = socket.frame().await.unwrap();
        if frame["type"] == "refused" {
            break frame;
        }
    };
    assert_eq!(refused["problem"]["code"], "rules");

    let text = "[GameType \"25\"]\n[Result \"1-0\"]\n\n1. c3-d4 d6-c5 2. b2-c3 f6-e5 1-0\n";
    let id = ann.post("/api/me/games", json!({"text": text})).await["games"][0].as_str().unwrap().to_owned();
    let path = format!("/api/games/{id}/analysis");
    assert_eq!(ann.get(&path).await["status"], "none");
    assert_eq!(ann.post(&path, json!(null)).await["total"], 5);
    let begun = std::time::Instant::now();
    let done = loop {
        let view = ann.get(&path).await;
        if view["status"] == "done" {
            break view;
        }
        assert!(begun.elapsed() < house::PATIENCE, "{view}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert_eq!(done["positions"].as_array().unwrap().len(), 5);
    assert!(done["summary"]["white"].as_str().unwrap().starts_with("White: 2 moves"), "{done}");
}

#[tokio::test]
async fn rules_explain_themselves() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let start = ann.post("/api/position", json!({"rules": "house king=short"})).await;
    assert_eq!(start["legal"].as_array().unwrap().len(), 7);
    let asked = json!({"position": {"rules": "russian"}, "path": ["a1", "b2"]});
    let why = ann.post("/api/position/explain", asked).await;
    assert_eq!((&why["legal"], &why["squares"]), (&json!(false), &json!(["b2"])));
    let hint = ann.post("/api/position/hint", json!({"rules": "russian", "fen": "W:Wc3:Bd4"})).await;
    assert_eq!(hint["move"]["captures"], json!(["d4"]));
    assert_eq!(ann.get("/api/clock?clock=5m%2B3s").await["clock"], "5m+3s");
    assert_eq!(ann.refused(Method::GET, "/api/clock?clock=soon", json!(null)).await, "clock");
    assert_eq!(ann.refused(Method::GET, "/api/rules?rules=chess", json!(null)).await, "rules");
    assert!(ann.get("/api/rules/page?rules=russian&lang=ru").await.as_str().unwrap().contains("<html lang=\"ru\""));
    assert_eq!(ann.get("/api/rules?rules=english").await["first"], "black");
}

/// Somebody signs in, is renamed and deleted while a game is played: its record is the same, and nothing tells of them.
#[tokio::test]
async fn who_is_deleted_leaves_no_trace_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let (id, [mut ann, mut bob], [mut white, mut black]) = house::two(&house, json!({})).await;
    let lines = || -> Vec<String> {
        let kept = house.club.store().events(&id.as_str().into(), 0).unwrap();
        kept.into_iter().map(|row| row.event.line).collect()
    };
    white.play(&["c3", "d4"]).await;
    black.event().await;
    let before = lines();
    ann.request(Method::PUT, "/api/me/name", Some(json!({"name": "Zaphod"}))).await;
    let mut desk = house.visitor();
    desk.post("/api/me/account", json!({"name": "Trillian", "password": "correct horse"})).await;
    ann.post("/api/me/login", json!({"name": "Trillian", "password": "correct horse"})).await;
    assert_eq!(bob.get(&format!("/api/games/{id}")).await["players"]["white"]["name"], "Trillian");
    assert_eq!(lines(), before, "merging and renaming change no line");
    assert_eq!(desk.refused(Method::DELETE, "/api/me", json!({"password": "wrong horse"})).await, "wrong-password");
    let (status, me) = desk.request(Method::DELETE, "/api/me", Some(json!({"password": "correct horse"}))).await;
    assert!(status.is_success(), "{me}");
    assert_eq!((&me["name"], &me["account"]), (&json!(null), &json!(false)));
    assert_eq!(lines(), before, "nor does deleting");

    // The opponent plays on, against nobody, and nothing that can be had tells who it was.
    let (mut black, _) = bob.sit(&id).await;
    black.play(&["f6", "g5"]).await;
    let game = bob.get(&format!("/api/games/{id}")).await;
    assert_eq!(
        (&game["players"]["white"]["name"], &game["players"]["white"]["kind"]),
        (&json!(null), &json!("person"))
    );
    black.act(json!({"kind": "resign"})).await;
    black.event().await;
    let mut traces = vec![game.to_string(), bob.get("/api/me/games").await.to_string()];
    for format in ["pdn", "fen", "sheet", "sheetPage", "svg", "record"] {
        traces.push(bob.get(&format!("/api/games/{id}/export?format={format}")).await.to_string());
    }
    for trace in &traces {
        assert!(!trace.contains("Trillian") && !trace.contains("Zaphod"), "{trace}");
    }
    assert_eq!(
        house
            .visitor()
            .refused(Method::POST, "/api/me/login", json!({"name": "Trillian", "password": "correct horse"}))
            .await,
        "wrong-password"
    );
    // Also after a restart, from what is on disk.
    let copy = house::killed(folder.path());
    let after = House::open_in(copy.path(), Settings::default()).await;
    let shown = after.visitor().get(&format!("/api/games/{id}")).await;
    assert_eq!(shown["moves"].as_array().unwrap().len(), 2);
    assert!(!shown.to_string().contains("Trillian"));
}
