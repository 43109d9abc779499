//! Contests as people meet them: matches, simultaneous displays, club evenings.

use crate::house::{self, House, Socket, Visitor};
use axum::http::{Method, StatusCode};
use damka_contest::{ContestRecord, Stage};
use damka_server::Settings;
use serde_json::{Value, json};

/// Makes a contest.
pub async fn make(visitor: &mut Visitor, wanted: Value) -> String {
    let mut contest = json!({"name": "Tuesday", "rules": "russian"});
    contest.as_object_mut().unwrap().extend(wanted.as_object().unwrap().clone());
    visitor.post("/api/contests", contest).await["id"].as_str().unwrap().to_owned()
}

pub async fn act(visitor: &mut Visitor, id: &str, act: Value) -> Value {
    visitor.post(&format!("/api/contests/{id}/acts"), act).await
}

pub async fn refused(visitor: &mut Visitor, id: &str, act: Value) -> String {
    let (status, answer) = visitor.request(Method::POST, &format!("/api/contests/{id}/acts"), Some(act)).await;
    assert!(status.is_client_error(), "{status} {answer}");
    answer["text"].as_str().unwrap().to_owned()
}

pub async fn look(visitor: &mut Visitor, id: &str) -> Value {
    visitor.get(&format!("/api/contests/{id}")).await
}

pub async fn listen(visitor: &Visitor, id: &str) -> Socket {
    visitor.socket(&format!("/api/contests/{id}/socket")).await
}

/// The first frame of the whole contest that is as wanted.
pub async fn until(socket: &mut Socket, is_wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let frame = socket.frame().await.expect("an open socket");
        if frame["type"] == "contest" && is_wanted(&frame["contest"]) {
            return frame["contest"].clone();
        }
    }
}

/// The game of a board.
pub fn game(contest: &Value, board: usize) -> String {
    contest["boards"][board]["game"].as_str().unwrap_or_else(|| panic!("{contest}")).to_owned()
}

/// Somebody gives a game up.
pub async fn resign(who: &Visitor, game: &str) {
    let (mut socket, _) = who.sit(game).await;
    socket.act(json!({"kind": "resign"})).await;
    socket.event().await;
}

/// A match for which both are ready.
async fn matched(house: &House, wanted: Value) -> (String, [Visitor; 2], Value) {
    let [mut ann, mut bob] = [house.visitor(), house.visitor()];
    let mut terms = json!({"kind": "match"});
    terms.as_object_mut().unwrap().extend(wanted.as_object().unwrap().clone());
    let id = make(&mut ann, terms).await;
    assert_eq!(act(&mut bob, &id, json!({"kind": "enter"})).await["you"]["entrant"], 2);
    let begun = both_ready(&mut ann, &mut bob, &id).await;
    (id, [ann, bob], begun)
}

async fn both_ready(ann: &mut Visitor, bob: &mut Visitor, id: &str) -> Value {
    act(ann, id, json!({"kind": "ready"})).await;
    act(bob, id, json!({"kind": "ready"})).await
}

// clauses: A.first.2, A.first.3, A.first.4
#[tokio::test]
async fn a_match_is_played_with_alternating_colours() {
    let house = House::open().await;
    let (id, [mut ann, mut bob], begun) = matched(&house, json!({"length": "games 2"})).await;
    assert_eq!((&begun["stage"], begun["boards"].as_array().unwrap().len()), (&json!("playing"), 1));
    assert!(begun["seed"].as_str().is_some(), "who begins was drawn by lot, and the lot can be drawn again");
    let first_white = begun["boards"][0]["white"].clone();
    let first = game(&begun, 0);
    let view = bob.get(&format!("/api/games/{first}")).await;
    assert_eq!((&view["contest"]["id"], &view["contest"]["name"]), (&json!(id), &json!("Tuesday")));
    let mut socket = listen(&ann, &id).await;
    resign(&bob, &first).await;
    let scored = until(&mut socket, |contest| contest["boards"][0].get("result").is_some()).await;
    assert_eq!(scored["boards"][0]["result"]["source"], "game");
    assert_eq!(scored["match"]["points"], json!([2, 0]));
    // A second click changes nothing, and another game does not begin with one.
    act(&mut ann, &id, json!({"kind": "ready"})).await;
    let waiting = act(&mut ann, &id, json!({"kind": "ready"})).await;
    assert_eq!(waiting["boards"].as_array().unwrap().len(), 1);
    assert!(refused(&mut ann, &id, json!({"kind": "walkover"})).await.len() > 10, "the opponent may still come");
    let second = act(&mut bob, &id, json!({"kind": "ready"})).await;
    assert_ne!(second["boards"][1]["white"], first_white, "colours alternate");
    assert_eq!(ann.refused(Method::POST, &format!("/api/games/{first}/rematch"), json!({})).await, "contest-pairs");
    let mut socket = listen(&ann, &id).await;
    resign(&ann, &game(&second, 1)).await;
    let over = until(&mut socket, |contest| contest["stage"] == "over").await;
    assert_eq!((&over["match"]["points"], over["match"].get("next")), (&json!([2, 2]), None));
    downloads(&mut bob, &id).await;
}

// clauses: A.mode.3
#[tokio::test]
async fn a_contest_over_days_may_forbid_vacations() {
    let house = House::open().await;
    let over_days = json!({"creator": {"clock": "1x3d"}, "opponent": {"clock": "1x3d"}});
    for (wanted, agreed) in [(json!({}), true), (json!({"vacation": false}), false)] {
        let mut terms = json!({"people": over_days});
        terms.as_object_mut().unwrap().extend(wanted.as_object().unwrap().clone());
        let (_, [mut ann, _], begun) = matched(&house, terms).await;
        let view = ann.get(&format!("/api/games/{}", game(&begun, 0))).await;
        assert_eq!(view["agreed"]["vacation"], agreed, "{view}");
    }
}

/// The record can be read and says the same, and the PDN has every game.
async fn downloads(visitor: &mut Visitor, id: &str) {
    let record = visitor.get(&format!("/api/contests/{id}/export")).await;
    let record = ContestRecord::read(record.as_str().unwrap()).unwrap();
    assert_eq!((record.name.as_str(), record.contest().stage()), ("Tuesday", Stage::Over));
    let pdn = visitor.get(&format!("/api/contests/{id}/export?format=pdn")).await;
    let games = pdn.as_str().unwrap().matches("[Event ");
    assert_eq!(games.count(), 2, "{pdn}");
    for tag in ["[Event \"Tuesday\"]", "[Round \"1\"]", "[Round \"2\"]", "[Board \"1\"]"] {
        assert!(pdn.as_str().unwrap().contains(tag), "{tag} in {pdn}");
    }
}

#[tokio::test]
async fn a_match_that_is_given_up_has_a_result() {
    let house = House::open().await;
    let (id, [mut ann, mut bob], _) = matched(&house, json!({"length": "best-of 5"})).await;
    assert!(
        !refused(&mut ann, &id, json!({"kind": "out", "entrant": 2})).await.is_empty(),
        "nobody sends the other away"
    );
    assert!(!refused(&mut ann, &id, json!({"kind": "close"})).await.is_empty());
    let over = act(&mut bob, &id, json!({"kind": "out"})).await;
    assert_eq!(over["stage"], "over");
    assert!(over["ending"].as_str().is_some_and(|text| !text.is_empty()), "{over}");
    let lists = ann.get("/api/contests").await;
    assert_eq!((lists["over"][0]["id"].as_str(), lists["playing"].as_array().unwrap().len()), (Some(id.as_str()), 0));
}

#[tokio::test]
async fn an_account_that_is_merged_in_a_match_goes_on() {
    let house = House::open().await;
    let mut desk = house.visitor();
    desk.post("/api/me/account", json!({"name": "Bohdan", "password": "correct horse"})).await;
    let (id, [mut ann, mut bob], begun) = matched(&house, json!({})).await;
    let mut socket = listen(&ann, &id).await;
    bob.post("/api/me/login", json!({"name": "Bohdan", "password": "correct horse"})).await;
    let named = until(&mut socket, |contest| contest["entrants"][1]["shown"] == "Bohdan").await;
    assert_eq!(named["entrants"].as_array().unwrap().len(), 2);
    // The same person at another device goes on with the match.
    assert_eq!(look(&mut desk, &id).await["you"]["entrant"], 2);
    resign(&desk, &game(&begun, 0)).await;
    until(&mut socket, |contest| contest["match"]["points"] == json!([2, 0])).await;
    both_ready(&mut ann, &mut desk, &id).await;
}

/// A display with guests who have entered.
pub async fn display(house: &House, wanted: Value, guests: usize) -> (String, Visitor, Vec<Visitor>) {
    let mut host = house.visitor();
    let mut terms = json!({"kind": "simul", "name": "Display"});
    terms.as_object_mut().unwrap().extend(wanted.as_object().unwrap().clone());
    let id = make(&mut host, terms).await;
    let mut all = Vec::new();
    for _ in 0..guests {
        let mut guest = house.visitor();
        act(&mut guest, &id, json!({"kind": "enter"})).await;
        all.push(guest);
    }
    (id, host, all)
}

// clauses: A.mode.2
#[tokio::test]
async fn one_plays_against_several_at_once() {
    let house = House::open().await;
    let (id, mut host, mut guests) = display(&house, json!({"colours": "alternate"}), 3).await;
    assert!(!refused(&mut guests[0], &id, json!({"kind": "begin"})).await.is_empty(), "the host begins");
    act(&mut host, &id, json!({"kind": "enter", "name": "Дед Мазай"})).await;
    act(&mut host, &id, json!({"kind": "term", "entrant": 3, "term": "odds", "value": "c1,e1"})).await;
    act(&mut host, &id, json!({"kind": "term", "entrant": 4, "term": "rules", "value": "english"})).await;
    let begun = act(&mut host, &id, json!({"kind": "begin"})).await;
    let boards = begun["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 4, "{begun}");
    assert!(boards[3]["inRoom"].as_bool().unwrap() && boards[3].get("game").is_none());
    assert_ne!(boards[0]["white"] == 1, boards[1]["white"] == 1, "the host has White and Black in turn");
    let english = host.get(&format!("/api/games/{}", game(&begun, 2))).await;
    assert_eq!(english["agreed"]["rules"], "english");
    // Somebody comes late and gets a board at once.
    let mut late = house.visitor();
    let came = act(&mut late, &id, json!({"kind": "enter"})).await;
    assert_eq!(came["boards"].as_array().unwrap().len(), 5);
    // A guest sees where the host is, and that a board has changed.
    let first = game(&begun, 0);
    let mut watching = listen(&guests[1], &id).await;
    let (white, black) = if begun["boards"][0]["white"] == 1 { (&host, &guests[0]) } else { (&guests[0], &host) };
    let (mut socket, _) = white.sit(&first).await;
    socket.play(&["c3", "d4"]).await;
    loop {
        let frame = watching.frame().await.unwrap();
        let changed = frame["boards"].as_array().or(frame["contest"]["boards"].as_array()).unwrap().clone();
        if changed.iter().any(|board| board["game"] == json!(first) && board["state"]["ply"] == 1) {
            break;
        }
    }
    drop((socket, black));
    settle(&mut host, &id, &begun, &mut guests).await;
}

/// At closing time the host settles the open boards, and the games end too.
async fn settle(host: &mut Visitor, id: &str, begun: &Value, guests: &mut [Visitor]) {
    assert!(!refused(host, id, json!({"kind": "close"})).await.is_empty(), "boards are open");
    let result = |board: &str, outcome: &str| json!({"kind": "result", "board": board, "outcome": outcome});
    let own = if begun["boards"][0]["white"] == 1 { ["white-won", "black-won"] } else { ["black-won", "white-won"] };
    assert!(!refused(host, id, result("1.1.1", own[0])).await.is_empty(), "nobody awards a win to themselves");
    assert!(!refused(&mut guests[0], id, result("1.1.1", own[1])).await.is_empty(), "guests decide nothing");
    act(host, id, result("1.1.1", own[1])).await;
    act(host, id, result("1.2.1", "draw")).await;
    act(host, id, result("1.3.1", "draw")).await;
    act(host, id, result("1.4.1", "draw")).await;
    act(host, id, result("1.5.1", "draw")).await;
    let over = act(host, id, json!({"kind": "close"})).await;
    assert_eq!(over["stage"], "over");
    assert_eq!(over["boards"][0]["result"]["source"], "settled");
    assert_eq!(over["boards"][3]["result"]["source"], "typed");
    let (_socket, ended) = guests[0].sit(&game(begun, 0)).await;
    assert_eq!(ended["state"]["ending"]["reason"], "awarded", "{ended}");
}

#[tokio::test]
async fn the_hosts_one_clock_runs_while_a_board_waits_and_its_fall_ends_them_all() {
    let house = House::open().await;
    let people = json!({"creator": {"clock": "none"}, "opponent": {"clock": "none"}});
    let wanted = json!({"hostClock": 2, "people": people, "colours": "white"});
    let (id, mut host, guests) = display(&house, wanted, 2).await;
    let mut socket = listen(&guests[0], &id).await;
    let begun = act(&mut host, &id, json!({"kind": "begin"})).await;
    loop {
        let frame = socket.frame().await.unwrap();
        if frame["hostClock"]["running"] == true || frame["contest"]["hostClock"]["running"] == true {
            break;
        }
    }
    // On one board it is the guest's turn, on the other the host's, so the clock goes on.
    let (mut white, _) = host.sit(&game(&begun, 0)).await;
    white.play(&["c3", "d4"]).await;
    let fell = until(&mut socket, |contest| {
        contest["boards"].as_array().unwrap().iter().all(|board| board.get("result").is_some())
    })
    .await;
    assert_eq!((&fell["hostClock"]["left"], &fell["hostClock"]["running"]), (&json!(0), &json!(false)));
    let all = fell["boards"].as_array().unwrap();
    assert!(all.iter().all(|board| board["result"]["outcome"] == "black-won"), "{fell}");
    assert_eq!(white.event().await["state"]["ending"]["reason"], "flag");
    // A client cannot say that the host's flag has fallen.
    let refused = white.refused(json!({"kind": "claim", "claim": "flag"})).await;
    assert!(refused["problem"]["text"].as_str().is_some());
}

#[tokio::test]
async fn results_reach_the_contest_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let before = House::open_in(folder.path(), Settings { limited: false, ..Settings::default() }).await;
    let people = json!({"creator": {"clock": "1h"}, "opponent": {"clock": "1h"}});
    let (id, mut host, guests) = display(&before, json!({"people": people}), 20).await;
    let begun = act(&mut host, &id, json!({"kind": "begin"})).await;
    let games: Vec<String> = (0..20).map(|board| game(&begun, board)).collect();
    let mut confirmed = 0;
    for (guest, game) in guests.iter().zip(&games).take(10) {
        resign(guest, game).await;
        confirmed += 1;
    }
    // Killed while twenty boards are played: the copy has what was confirmed, whatever the contest knew of it.
    let folder = house::killed(folder.path());
    let after = House::open_in(folder.path(), Settings { limited: false, ..Settings::default() }).await;
    let mut host = after.guest(&host);
    let mut socket = listen(&host, &id).await;
    let scored = until(&mut socket, |contest| {
        let boards = contest["boards"].as_array().unwrap();
        boards.iter().filter(|board| board.get("result").is_some()).count() == confirmed
    })
    .await;
    assert_eq!(scored["standings"][0]["points"], 20);
    let last = after.guest(&guests[19]);
    resign(&last, &games[19]).await;
    until(&mut socket, |contest| contest["standings"][0]["points"] == 22).await;
    assert_eq!(look(&mut host, &id).await["boards"].as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn an_evening_pairs_those_who_are_free() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let id = make(&mut ann, json!({"kind": "evening", "name": "Friday"})).await;
    let mut people = Vec::new();
    for strength in [1200, 1250, 1900] {
        let mut visitor = house.visitor();
        act(&mut visitor, &id, json!({"kind": "enter", "strength": strength})).await;
        people.push(visitor);
    }
    assert_eq!(ann.get("/api/contests").await["playing"][0]["entrants"], 4);
    act(&mut people[2], &id, json!({"kind": "rest"})).await;
    act(&mut ann, &id, json!({"kind": "rest"})).await;
    let paired = act(&mut ann, &id, json!({"kind": "pairFree"})).await;
    let board = &paired["boards"][0];
    let mut pair = [board["white"].as_u64().unwrap(), board["black"].as_u64().unwrap()];
    pair.sort_unstable();
    assert_eq!((pair, paired["boards"].as_array().unwrap().len()), ([2, 3], 1));
    // By hand, at a board in the room, with a typed result.
    act(&mut people[2], &id, json!({"kind": "ready"})).await;
    act(&mut ann, &id, json!({"kind": "pair", "white": 4, "black": 1, "inRoom": true})).await;
    let typed = act(&mut ann, &id, json!({"kind": "result", "board": "1.2.1", "outcome": "draw"})).await;
    assert_eq!(typed["boards"][1]["result"]["source"], "typed");
    assert!(!refused(&mut people[0], &id, json!({"kind": "pairFree"})).await.is_empty(), "only those who run it pair");
    // A person is in two contests at once.
    let other = make(&mut people[0], json!({"kind": "evening"})).await;
    assert_eq!(act(&mut ann, &other, json!({"kind": "enter"})).await["you"]["entrant"], 2);
}

#[tokio::test]
async fn two_hundred_guests_have_boards() {
    let house = House::patient().await;
    let (id, mut host, mut guests) = display(&house, json!({}), 200).await;
    let begun = act(&mut host, &id, json!({"kind": "begin"})).await;
    assert_eq!(begun["boards"].as_array().unwrap().len(), 200);
    let last = game(&begun, 199);
    let mut socket = listen(&host, &id).await;
    resign(&guests[199], &last).await;
    let scored = until(&mut socket, |contest| contest["boards"][199].get("result").is_some()).await;
    assert_eq!(scored["standings"][0]["points"], 2);
    // A guest who leaves in mid-display keeps the game; the host settles it.
    let left = act(&mut guests[0], &id, json!({"kind": "out"})).await;
    assert_eq!((&left["entrants"][1]["standing"], left["boards"][0].get("result")), (&json!("out"), None));
    act(&mut host, &id, json!({"kind": "result", "board": "1.1.1", "outcome": "draw"})).await;
}

#[tokio::test]
async fn a_private_contest_is_there_for_its_people_only() {
    let house = House::patient().await;
    let (mut ann, mut bob, mut eve) = (house.visitor(), house.visitor(), house.visitor());
    let id = make(&mut ann, json!({"kind": "match", "private": true})).await;
    for path in ["", "/export", "/invitation"] {
        let (status, answer) = eve.request(Method::GET, &format!("/api/contests/{id}{path}"), None).await;
        let unknown = eve.request(Method::GET, &format!("/api/contests/aaaaaaaaaaaa{path}"), None).await;
        assert_eq!((status, answer), unknown);
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
    assert_eq!(
        eve.refused(Method::POST, &format!("/api/contests/{id}/acts"), json!({"kind": "enter"})).await,
        "no-contest"
    );
    assert_eq!(
        eve.refused(Method::POST, &format!("/api/contests/{id}/enter"), json!({"secret": "x"})).await,
        "no-contest"
    );
    assert!(eve.try_socket(&format!("/api/contests/{id}/socket")).await.is_err());
    assert!(!eve.get("/api/contests").await.to_string().contains(&id));
    let url = ann.get(&format!("/api/contests/{id}/invitation")).await["url"].as_str().unwrap().to_owned();
    let secret = url.rsplit_once("#enter=").expect("a secret").1;
    bob.post(&format!("/api/contests/{id}/enter"), json!({"secret": secret})).await;
    act(&mut bob, &id, json!({"kind": "enter"})).await;
    let begun = both_ready(&mut ann, &mut bob, &id).await;
    let (status, _) = eve.request(Method::GET, &format!("/api/games/{}", game(&begun, 0)), None).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "its games are private too");
}

#[tokio::test]
async fn what_cannot_be_is_refused_in_words() {
    let house = House::patient().await;
    let mut ann = house.visitor();
    for wrong in [
        json!({"kind": "match", "name": " "}),
        json!({"kind": "match", "name": "x".repeat(81)}),
        json!({"kind": "match", "length": "games 0"}),
        json!({"kind": "match", "draws": "faster"}),
        json!({"kind": "match", "colours": "alternate"}),
        json!({"kind": "match", "hostClock": 60}),
        json!({"kind": "match", "openings": ["nonsense"]}),
        json!({"kind": "match", "rules": "nonsense"}),
        json!({"kind": "match", "ladder": ["soon"]}),
    ] {
        let mut contest = json!({"name": "Tuesday", "rules": "russian"});
        contest.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        for language in ["en", "ru", "uk"] {
            ann.language = language;
            let (status, answer) = ann.request(Method::POST, "/api/contests", Some(contest.clone())).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{contest}: {answer}");
            assert!(answer["text"].as_str().is_some_and(|text| text.len() > 10), "{answer}");
        }
    }
    let mut limited = House::open().await.visitor();
    for _ in 0..20 {
        make(&mut limited, json!({"kind": "evening"})).await;
    }
    let more = json!({"name": "One more", "kind": "evening", "rules": "russian"});
    assert_eq!(limited.refused(Method::POST, "/api/contests", more).await, "too-many");
}

#[tokio::test]
async fn a_match_that_is_given_up_takes_its_open_game_with_it() {
    let house = House::open().await;
    let (id, [mut ann, mut bob], begun) = matched(&house, json!({"length": "games 4"})).await;
    let (mut board, _) = ann.sit(&game(&begun, 0)).await;
    let over = act(&mut bob, &id, json!({"kind": "out"})).await;
    assert_eq!((&over["stage"], &over["boards"][0]["result"]["source"]), (&json!("over"), &json!("settled")));
    assert_eq!(over["match"]["points"], json!([2, 0]));
    assert!(over["stands"].as_str().unwrap().contains("2 : 0") || over["stands"].as_str().unwrap().contains("1 : 0"));
    assert_eq!(board.event().await["state"]["ending"]["reason"], "awarded");
    downloads_are_sound(&mut ann, &id).await;
}

#[tokio::test]
async fn another_player_takes_the_place_of_one_who_left_before_the_match() {
    let house = House::open().await;
    let [mut ann, mut bob, mut eve] = [house.visitor(), house.visitor(), house.visitor()];
    let id = make(&mut ann, json!({"kind": "match"})).await;
    act(&mut eve, &id, json!({"kind": "enter"})).await;
    assert!(!refused(&mut bob, &id, json!({"kind": "enter"})).await.is_empty(), "a match has two players");
    act(&mut ann, &id, json!({"kind": "out", "entrant": 2})).await;
    let entered = act(&mut bob, &id, json!({"kind": "enter"})).await;
    assert_eq!((&entered["you"]["entrant"], entered["entrants"].as_array().unwrap().len()), (&json!(2), 2));
    assert_eq!(look(&mut eve, &id).await["you"].get("entrant"), None);
    assert!(!refused(&mut eve, &id, json!({"kind": "enter"})).await.is_empty());
    let begun = both_ready(&mut ann, &mut bob, &id).await;
    resign(&bob, &game(&begun, 0)).await;
    downloads_are_sound(&mut ann, &id).await;
}

/// The record can be read again, every event checked.
async fn downloads_are_sound(visitor: &mut Visitor, id: &str) {
    let record = visitor.get(&format!("/api/contests/{id}/export")).await;
    ContestRecord::read(record.as_str().unwrap()).unwrap();
}

#[tokio::test]
async fn who_runs_an_evening_sees_who_would_meet_and_why() {
    let house = House::open().await;
    let (mut ann, mut bob) = (house.visitor(), house.visitor());
    ann.request(Method::PUT, "/api/me/name", Some(json!({"name": "Anna"}))).await;
    let before = ann.get("/api/lobby").await["contests"].as_u64().unwrap();
    let id = make(&mut ann, json!({"kind": "evening", "onlyRuns": true})).await;
    assert_eq!(look(&mut bob, &id).await["owner"], "Anna", "who does not play is called by name too");
    for name in ["Ivan", "Petro"] {
        act(&mut ann, &id, json!({"kind": "enter", "name": name, "strength": 1500})).await;
    }
    let proposed = look(&mut ann, &id).await["proposed"].clone();
    assert_eq!(proposed.as_array().unwrap().len(), 1, "{proposed}");
    assert!(proposed[0]["why"].as_str().unwrap().len() > 10);
    assert_eq!(look(&mut bob, &id).await.get("proposed"), None, "others learn it when they are paired");
    assert!(ann.get("/api/lobby").await["contests"].as_u64().unwrap() > before, "the lists are asked for again");
    let private = make(&mut ann, json!({"kind": "match", "private": true})).await;
    let terms = look(&mut ann, &private).await["agreed"]["terms"].as_array().unwrap().len();
    assert!(terms > 3, "all that was agreed is in sentences");
}
