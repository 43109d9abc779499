//! Teams that share a seat (A.goal.1): who may move, and a room of their own that nobody else looks into.

use crate::house::{House, Socket, Visitor, killed};
use axum::http::{Method, StatusCode};
use damka_server::Settings;
use serde_json::{Value, json};

/// Three against two, the members of White's team first; their sockets in the same order.
struct Match {
    id: String,
    people: Vec<Visitor>,
    sockets: Vec<Socket>,
}

fn wanted(decides: &str, white: u8, black: u8) -> Value {
    let side = |places: u8| json!({"decides": decides, "places": places});
    let seats = json!({"white": side(white), "black": side(black)});
    json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white", "seats": seats,
        "clocks": {"white": "none", "black": "none"}})
}

async fn take(visitor: &mut Visitor, id: &str, invitation: &Option<String>, side: &str) -> StatusCode {
    let body = json!({"invitation": invitation, "side": side});
    visitor.request(Method::POST, &format!("/api/games/{id}/seat"), Some(body)).await.0
}

async fn three_against_two(house: &House, decides: &str) -> Match {
    let mut people: Vec<Visitor> = (0..5).map(|_| house.visitor()).collect();
    let (id, invitation) = people[0].make(wanted(decides, 3, 2)).await;
    for (at, side) in [(3, "black"), (1, "white"), (2, "white"), (4, "black")] {
        let before = people[0].get(&format!("/api/games/{id}")).await;
        assert_eq!(before["status"], "waiting", "until the last one has come");
        assert_eq!(take(&mut people[at], &id, &invitation, side).await, StatusCode::OK);
    }
    let mut sockets = Vec::new();
    for visitor in &people {
        let (socket, seen) = visitor.sit(&id).await;
        assert_eq!(seen["status"], "live");
        sockets.push(socket);
    }
    Match { id, people, sockets }
}

/// The text of a refusal.
async fn why(socket: &mut Socket, act: Value) -> String {
    socket.refused(act).await["problem"]["text"].as_str().unwrap().to_owned()
}

fn step(from: &str, to: &str) -> Value {
    json!({"kind": "move", "path": [from, to]})
}

fn tell(phrase: &str) -> Value {
    json!({"kind": "say", "phrase": phrase, "audience": "team"})
}

fn propose(from: &str, to: &str) -> Value {
    json!({"kind": "propose", "path": [from, to]})
}

#[tokio::test]
async fn people_take_places_and_the_game_begins_with_the_last() {
    // clauses: A.goal.1
    let house = House::patient().await;
    let Match { id, mut people, mut sockets } = three_against_two(&house, "captain").await;
    let game = people[2].get(&format!("/api/games/{id}")).await;
    assert_eq!((&game["you"]["seats"], &game["you"]["place"]), (&json!(["white"]), &json!(3)));
    let team = &game["players"]["black"]["team"];
    assert_eq!((&team["places"], &team["decides"]), (&json!(2), &json!("captain")));
    let places: Vec<&Value> = team["members"].as_array().unwrap().iter().map(|it| &it["place"]).collect();
    assert_eq!(places, [&json!(1), &json!(2)]);
    assert!(team["members"].as_array().unwrap().iter().all(|it| it["here"] == true), "{team}");
    assert_eq!(game["state"]["deciders"]["white"]["place"], 1);
    assert!(game["players"]["white"]["shown"].as_str().unwrap().matches("; ").count() == 2, "{}", game["players"]);

    let [captain, mate, ..] = &mut sockets[..] else { panic!() };
    assert_eq!(why(mate, step("c3", "d4")).await, "In this team the captain decides. Propose your move to them.");
    assert_eq!(
        why(mate, json!({"kind": "resign"})).await,
        "In this team the captain decides. Propose your move to them."
    );
    assert_eq!(captain.play(&["c3", "d4"]).await["state"]["ply"], 1);
    assert_eq!(take(&mut house.visitor(), &id, &None, "white").await, StatusCode::FORBIDDEN, "the table is full");

    // Another game with colours changed, by the same people at the same places.
    sockets[3].event().await;
    sockets[3].act(json!({"kind": "resign"})).await;
    sockets[3].event().await;
    for at in [1, 4] {
        let answer = people[at].post(&format!("/api/games/{id}/rematch"), json!({})).await;
        let Some(next) = answer["game"].as_str() else { continue };
        let game = people[2].get(&format!("/api/games/{next}")).await;
        assert_eq!(
            (&game["status"], &game["you"]["seats"], &game["you"]["place"]),
            (&json!("live"), &json!(["black"]), &json!(3))
        );
        return;
    }
    panic!("no other game was made");
}

#[tokio::test]
async fn the_creator_begins_with_those_who_have_come() {
    // clauses: A.goal.1
    let house = House::patient().await;
    let (mut ann, mut bob, mut dan) = (house.visitor(), house.visitor(), house.visitor());
    let (id, invitation) = ann.make(wanted("turns", 4, 4)).await;
    let begin = format!("/api/games/{id}/begin");
    assert_eq!(ann.refused(Method::POST, &begin, json!({})).await, "nobody-yet");
    // Without a wish they come to the side with fewer people.
    for visitor in [&mut bob, &mut dan] {
        visitor.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
    }
    assert_eq!(dan.get(&format!("/api/games/{id}")).await["you"]["seats"], json!(["white"]));
    assert_eq!(bob.refused(Method::POST, &begin, json!({})).await, "not-your-game");
    // A member can bring others, a stranger cannot.
    assert_eq!(bob.get(&format!("/api/games/{id}")).await["you"]["invitation"], json!(invitation));
    assert!(house.visitor().get(&format!("/api/games/{id}")).await["you"].get("invitation").is_none());
    let link = bob.get(&format!("/api/games/{id}/invitation?side=black")).await;
    assert!(link["url"].as_str().unwrap().ends_with("&side=black"), "{link}");
    assert_eq!(ann.request(Method::POST, &begin, None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ann.refused(Method::POST, &begin, json!({})).await, "too-late");
    assert_eq!(take(&mut house.visitor(), &id, &invitation, "black").await, StatusCode::CONFLICT, "no place is free");
    let ((mut white, seen), (mut second, _), (mut black, _)) =
        (ann.sit(&id).await, dan.sit(&id).await, bob.sit(&id).await);
    assert_eq!(seen["players"]["white"]["team"]["places"], 2);
    assert!(seen["players"]["black"].get("team").is_none(), "one person alone is not a team");
    white.play(&["c3", "d4"]).await;
    second.event().await;
    black.event().await;
    black.play(&["b6", "a5"]).await;
    second.event().await;
    white.event().await;
    assert_eq!(why(&mut white, step("d2", "c3")).await, "It is the turn of another member of your team.");
    assert_eq!(second.play(&["d2", "c3"]).await["state"]["ply"], 3);
    let lines = ann.get(&format!("/api/games/{id}/export?format=record")).await;
    assert!(lines.as_str().unwrap().contains("nobody begin 2 1"), "{lines}");
}

#[tokio::test]
async fn of_two_who_move_at_once_one_learns_that_the_other_has_moved() {
    // clauses: A.goal.1
    let house = House::patient().await;
    let Match { mut sockets, .. } = three_against_two(&house, "anyone").await;
    // Both are on their way before either is answered.
    sockets[1].act(step("c3", "d4")).await;
    sockets[2].act(step("g3", "h4")).await;
    let mut refused = Vec::new();
    for at in [1, 2] {
        let mut frame = sockets[at].frame().await.unwrap();
        if frame["type"] == "event" && frame.get("n").is_none() {
            frame = sockets[at].frame().await.unwrap();
        }
        if frame["type"] == "refused" {
            refused.push(frame["problem"]["text"].clone());
        } else {
            assert_eq!(frame["event"]["state"]["ply"], 1, "{frame}");
        }
    }
    assert_eq!(refused, ["A member of your team has already moved."]);
}

/// What has come to a socket so far: everything until the event that follows it.
async fn until_move(socket: &mut Socket) -> String {
    let mut all = String::new();
    loop {
        let frame = socket.frame().await.unwrap();
        all.push_str(&frame.to_string());
        if frame["type"] == "event" && frame["event"].get("move").is_some() {
            return all;
        }
    }
}

/// Everything that can be asked about a game.
async fn answers(reader: &mut Visitor, id: &str) -> String {
    let mut all = String::new();
    let at = |rest: &str| format!("/api/games/{id}{rest}");
    let paths =
        ["", "/record", "/export", "/export?format=record", "/export?format=sheet", "/tree", "/notes", "/analysis"];
    for path in paths
        .map(at)
        .into_iter()
        .chain(["/api/lobby", "/api/games", "/api/me/games", "/api/me/export"].map(str::to_owned))
    {
        all.push_str(&reader.request(Method::GET, &path, None).await.1.to_string());
    }
    let (_, seen) = reader.sit(id).await;
    all + &seen.to_string()
}

/// Words that only White's people may read: a phrase in three languages and its word, and squares that nobody plays.
const SECRETS: [&str; 6] = ["your-view", "What do you think?", "tell-team", "\"h2\",\"g3\"", "propose", "h2 g3"];

fn tells(text: &str) -> Vec<&str> {
    SECRETS.into_iter().filter(|secret| text.contains(secret)).collect()
}

/// The same without the list of phrases that somebody with a team could say.
fn without_menu(text: &str) -> String {
    text.replace(r#"{"phrase":"your-view","text":"What do you think?"}"#, "")
}

#[tokio::test]
async fn security_13_a_team_talks_among_itself_until_the_end() {
    // clauses: A.goal.1
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { limited: false, ..Settings::default() }).await;
    let Match { id, mut people, mut sockets } = three_against_two(&house, "captain").await;
    let mut eve = house.visitor();
    let (watch, _) = eve.sit(&id).await;
    sockets.push(watch);
    sockets[1].act(tell("your-view")).await;
    sockets[2].act(propose("h2", "g3")).await;
    // The team hears both, with who said it and what.
    for at in [0, 1, 2] {
        let said: Vec<Value> = vec![sockets[at].next("said").await, sockets[at].next("said").await];
        let view = said.iter().find(|it| it["said"]["phrase"] == "your-view").unwrap();
        let arrow = said.iter().find(|it| it["said"].get("path").is_some()).unwrap();
        assert_eq!((&view["said"]["place"], &view["said"]["audience"]), (&json!(2), &json!("team")));
        assert_eq!((&arrow["said"]["place"], &arrow["said"]["path"]), (&json!(3), &json!(["h2", "g3"])));
    }
    sockets[0].play(&["c3", "d4"]).await;
    for at in [3, 4, 5] {
        let heard = until_move(&mut sockets[at]).await;
        assert_eq!(tells(&heard), [""; 0], "frames: {heard}");
    }
    let copy = killed(folder.path());
    let again = House::open_in(copy.path(), Settings { limited: false, ..Settings::default() }).await;
    for house in [&house, &again] {
        for reader in [&people[3], &people[4], &eve] {
            let read = without_menu(&answers(&mut house.guest(reader), &id).await);
            assert_eq!(tells(&read), [""; 0], "{read}");
        }
        let own = answers(&mut house.guest(&people[0]), &id).await;
        for secret in ["What do you think?", "white.2 tell-team your-view", "white.3 propose h2 g3"] {
            assert!(own.contains(secret), "{secret}: {own}");
        }
    }
    // A stranger, an opponent and an empty room cannot speak there.
    assert_eq!(sockets[5].refused(tell("your-view")).await["problem"]["code"], "not-your-seat");
    // After the end everybody reads it, at once and later.
    sockets[3].act(json!({"kind": "resign"})).await;
    let end = loop {
        let frame = sockets[5].frame().await.unwrap();
        if frame["type"] == "game" {
            break frame;
        }
    };
    assert_eq!(end["game"]["said"].as_array().map(Vec::len), Some(2), "{end}");
    for at in [3, 4] {
        assert!(answers(&mut people[at], &id).await.contains("white.3 propose h2 g3"));
    }
    assert!(answers(&mut eve, &id).await.contains("white.2 tell-team your-view"));
    until_move(&mut sockets[1]).await;
    sockets[1].event().await;
    sockets[1].next("game").await;
    assert!(why(&mut sockets[1], tell("agree")).await.len() > 3, "the room is closed");
}

#[tokio::test]
async fn delayed_spectators_and_the_chair_hear_what_they_may() {
    let house = House::patient().await;
    let (mut ann, mut bob, mut dan) = (house.visitor(), house.visitor(), house.visitor());
    let mut game = wanted("anyone", 2, 1);
    game.as_object_mut().unwrap().extend([("delay".to_owned(), json!(1)), ("arbiter".to_owned(), json!(true))]);
    let (id, invitation) = ann.make(game).await;
    assert_eq!(take(&mut bob, &id, &invitation, "white").await, StatusCode::OK);
    assert_eq!(take(&mut dan, &id, &invitation, "black").await, StatusCode::OK);
    let mut judge = house.visitor();
    let secret = ann.get(&format!("/api/games/{id}")).await["you"]["arbiterInvitation"].clone();
    judge.post(&format!("/api/games/{id}/seat"), json!({"invitation": secret})).await;
    dan.post(&format!("/api/games/{id}/arbiter"), json!({"agrees": true})).await;
    let ((mut white, _), (mut black, _), (mut chair, _), (mut watch, _)) =
        (ann.sit(&id).await, dan.sit(&id).await, judge.sit(&id).await, house.visitor().sit(&id).await);
    white.act(tell("your-view")).await;
    white.next("said").await;
    assert_eq!(chair.next("said").await["said"]["phrase"], "your-view", "an arbiter hears everything");
    white.play(&["c3", "d4"]).await;
    assert_eq!(tells(&until_move(&mut black).await), [""; 0]);
    assert_eq!(tells(&until_move(&mut watch).await), [""; 0], "a second later, too");
    white.act(json!({"kind": "resign"})).await;
    loop {
        let frame = watch.frame().await.unwrap();
        assert!(frame["type"] == "event" || frame["game"]["said"][0]["phrase"] == "your-view", "{frame}");
        if frame["type"] == "game" {
            return;
        }
    }
}

#[tokio::test]
async fn a_member_who_signs_in_keeps_the_place() {
    let house = House::patient().await;
    let Match { id, people, mut sockets } = three_against_two(&house, "captain").await;
    let mut other = house.visitor();
    other.post("/api/me/account", json!({"name": "Mate", "password": "correct horse battery"})).await;
    // The same person has an account: the guest at the table signs in to it.
    let mut mate = people[1].clone();
    let signed = mate
        .request(Method::POST, "/api/me/login", Some(json!({"name": "Mate", "password": "correct horse battery"})))
        .await;
    assert_eq!(signed.0, StatusCode::OK, "{}", signed.1);
    let (mut socket, seen) = mate.sit(&id).await;
    assert_eq!((&seen["you"]["seats"], &seen["you"]["place"]), (&json!(["white"]), &json!(2)));
    assert_eq!(seen["players"]["white"]["team"]["members"][1]["shown"], "Mate");
    socket.act(tell("agree")).await;
    assert_eq!(socket.next("said").await["said"]["place"], 2);
    while sockets[0].frame().await.unwrap()["type"] != "said" {}
}

#[tokio::test]
async fn somebody_stands_in_for_a_captain_who_has_gone() {
    // clauses: A.goal.1
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { limited: false, ..Settings::default() }).await;
    let Match { id, people, mut sockets } = three_against_two(&house, "captain").await;
    sockets[0].play(&["c3", "d4"]).await;
    sockets[3].event().await;
    sockets[3].play(&["b6", "a5"]).await;
    for at in [0, 1] {
        until_ply(&mut sockets[at], 2).await;
    }
    drop(sockets.remove(0));
    // Ten seconds later it stands in the record that the captain has left; the others still propose.
    let stands = loop {
        let frame = sockets[0].frame().await.unwrap();
        let decider = &frame["event"]["state"]["deciders"]["white"];
        if decider.get("standIn").is_some() {
            break decider.clone();
        }
    };
    assert_eq!((&stands["place"], &stands["standIn"]), (&json!(1), &json!(2)));
    assert!(stands["standInAfter"].as_u64().unwrap() > 55_000, "{stands}");
    assert!(why(&mut sockets[0], step("d2", "c3")).await.starts_with("In this team the captain decides"));
    let (mut captain, _) = people[0].sit(&id).await;
    until_decider(&mut sockets[0]).await;
    assert_eq!(captain_plays(&mut captain).await, 3);
}

async fn captain_plays(captain: &mut Socket) -> u64 {
    captain.act(step("d2", "c3")).await;
    loop {
        let frame = captain.frame().await.unwrap();
        if frame.get("n").is_some() {
            return frame["event"]["state"]["ply"].as_u64().unwrap();
        }
    }
}

/// Waits until the captain decides alone again.
async fn until_decider(socket: &mut Socket) {
    loop {
        let frame = socket.frame().await.unwrap();
        if frame["type"] == "event" && frame["event"]["state"]["deciders"]["white"].get("standIn").is_none() {
            return;
        }
    }
}

async fn until_ply(socket: &mut Socket, ply: u64) {
    while socket.event().await["state"]["ply"] != ply {}
}

#[tokio::test]
async fn teams_that_cannot_be_are_refused() {
    let house = House::patient().await;
    let mut ann = house.visitor();
    let with = |more: Value| {
        let mut game = wanted("captain", 2, 2);
        game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        game
    };
    for (game, code) in [
        (wanted("vote", 2, 2), "decides"),
        (wanted("captain", 0, 2), "places"),
        (wanted("captain", 31, 2), "places"),
        (with(json!({"opponent": {"kind": "lobby"}})), "teams"),
        (with(json!({"opponent": {"kind": "computer", "level": 1}})), "teams"),
        (with(json!({"opponent": {"kind": "sameScreen"}})), "teams"),
        (with(json!({"manner": "at-board"})), "teams"),
    ] {
        assert_eq!(ann.refused(Method::POST, "/api/games", game).await, code);
    }
    let (id, invitation) = ann.make(wanted("captain", 1, 2)).await;
    let (mut bob, mut dan) = (house.visitor(), house.visitor());
    assert_eq!(take(&mut bob, &id, &invitation, "white").await, StatusCode::CONFLICT, "White is alone");
    assert_eq!(take(&mut bob, &id, &Some("guessed".to_owned()), "black").await, StatusCode::FORBIDDEN);
    assert_eq!(take(&mut bob, &id, &invitation, "black").await, StatusCode::OK);
    assert_eq!(take(&mut bob, &id, &invitation, "black").await, StatusCode::OK, "twice is once");
    assert_eq!(ann.get(&format!("/api/games/{id}")).await["status"], "waiting");
    assert_eq!(take(&mut dan, &id, &invitation, "red").await, StatusCode::BAD_REQUEST);
    let (mut white, _) = ann.sit(&id).await;
    assert!(why(&mut white, step("c3", "d4")).await.len() > 3, "not before everybody has come");
    assert_eq!(white.refused(tell("agree")).await["problem"]["code"], "nobody-yet");
}
