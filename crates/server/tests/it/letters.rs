//! Games over days: what is agreed about flags and vacations, pauses, flags that wait for a claim, and whose move it is.

use crate::house::{self, House, Visitor, two};
use axum::http::Method;
use damka_server::Settings;
use serde_json::{Value, json};
use std::time::Duration;

/// Terms of a game of days whose moves take so long; a test cannot wait for days.
pub fn slow(clock: &str, more: Value) -> Value {
    let mut terms = json!({"pace": "days", "clocks": {"white": clock, "black": clock}});
    terms.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    terms
}

fn has(state: &Value, right: &str) -> bool {
    state["rights"].as_array().is_some_and(|rights| rights.contains(&json!(right)))
}

// clauses: A.mode.3
#[tokio::test]
async fn terms_of_a_game_over_days_are_agreed_when_it_is_made() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let clocks = ann.get("/api/choices").await["clocks"].as_array().unwrap().clone();
    let over_days = clocks.iter().filter(|clock| clock["pace"] == "days");
    let named: Vec<&Value> = over_days.map(|clock| &clock["clock"]).collect();
    assert_eq!(named, ["1x1d", "1x3d", "1x7d", "1x14d", "10/30d", "10d+1d"]);
    let wanted = |clock: &str, flag: &str| {
        let by_link = json!({"rules": "russian", "opponent": {"kind": "link"}, "flag": flag, "vacation": false});
        let mut wanted = slow(clock, by_link);
        wanted.as_object_mut().unwrap().remove("pace");
        wanted
    };
    let (id, _) = ann.make(wanted("1x3d", "claims")).await;
    let agreed = ann.get(&format!("/api/games/{id}")).await["agreed"].clone();
    assert_eq!(
        (&agreed["flag"], &agreed["vacation"], &agreed["pace"]),
        (&json!("claims"), &json!(false), &json!("days"))
    );
    let (id, _) = ann
        .make(json!({"rules": "russian", "opponent": {"kind": "link"}, "clocks": {"white": "1x3d", "black": "1x3d"}}))
        .await;
    let agreed = ann.get(&format!("/api/games/{id}")).await["agreed"].clone();
    assert_eq!((&agreed["flag"], &agreed["vacation"]), (&json!("falls"), &json!(true)), "if nothing is said");
    assert_eq!(ann.refused(Method::POST, "/api/games", wanted("5m", "claims")).await, "flag");
    assert_eq!(ann.refused(Method::POST, "/api/games", wanted("1x3d", "perhaps")).await, "bad-request");
}

// clauses: A.mode.3
#[tokio::test]
async fn a_flag_that_waits_is_claimed_by_its_opponent_or_lifted_by_a_move() {
    let house = House::open().await;
    let (_, _, [mut white, mut black]) = two(&house, slow("1x1s", json!({"flag": "claims"}))).await;
    let played = white.play(&["c3", "d4"]).await;
    black.event().await;
    let wait = played["state"]["slow"]["claimFlagIn"].as_u64().unwrap();
    assert!((1..=1000).contains(&wait), "{played}");
    assert!(!has(&played["state"], "claim-flag"));
    let early = white.refused(json!({"kind": "claim", "claim": "flag"})).await;
    assert_eq!(early["problem"]["code"], "act");
    // Nothing happens by itself when the time is over.
    tokio::time::sleep(Duration::from_millis(wait + 200)).await;
    let late = black.play(&["f6", "g5"]).await;
    assert_eq!((&late["state"]["ply"], &late["state"]["ending"]), (&json!(2), &json!(null)), "a late move counts");
    white.event().await;
    let wait = late["state"]["slow"]["claimFlagIn"].as_u64().unwrap();
    tokio::time::sleep(Duration::from_millis(wait + 200)).await;
    black.act(json!({"kind": "claim", "claim": "flag"})).await;
    let won = black.event().await;
    assert_eq!(
        (&won["state"]["ending"]["reason"], &won["state"]["ending"]["winner"]),
        (&json!("flag"), &json!("black"))
    );
    assert_eq!(won["state"]["slow"], json!(null), "what is over has no pauses and claims");
}

// clauses: A.mode.3
#[tokio::test]
async fn a_pause_is_asked_for_agreed_to_and_ended() {
    let house = House::open().await;
    let (_, _, [mut sitting, _other]) = two(&house, json!({})).await;
    assert_eq!(sitting.refused(json!({"kind": "askPause"})).await["problem"]["code"], "act", "only over days");
    let (id, [_, _], [mut white, mut black]) = two(&house, slow("1x3d", json!({}))).await;
    let before = white.play(&["c3", "d4"]).await;
    assert!(has(&before["state"], "ask-pause"), "{before}");
    black.event().await;
    white.act(json!({"kind": "askPause"})).await;
    let asked = black.event().await;
    assert_eq!(asked["state"]["slow"]["asksPause"], "white");
    assert!(!asked["texts"].as_array().unwrap().is_empty(), "{asked}");
    white.event().await;
    black.act(json!({"kind": "decline"})).await;
    assert_eq!(white.event().await["state"]["slow"]["asksPause"], json!(null));
    black.event().await;
    black.act(json!({"kind": "askPause"})).await;
    white.event().await;
    black.event().await;
    white.act(json!({"kind": "agreePause"})).await;
    let paused = black.event().await;
    assert_eq!(
        (&paused["state"]["slow"]["paused"], &paused["state"]["clocks"]["running"]),
        (&json!(true), &json!(null))
    );
    assert!(has(&paused["state"], "end-pause") && !has(&paused["state"], "move"), "{paused}");
    white.event().await;
    assert_eq!(black.refused(json!({"kind": "move", "path": ["f6", "g5"]})).await["problem"]["code"], "act");
    // A spectator sees that it is paused, and may do nothing about it.
    let (_eve, seen) = house.visitor().sit(&id).await;
    assert_eq!((&seen["state"]["slow"]["paused"], &seen["state"]["rights"]), (&json!(true), &json!(null)));
    black.act(json!({"kind": "endPause"})).await;
    let ended = white.event().await;
    assert_eq!(
        (&ended["state"]["slow"]["paused"], &ended["state"]["clocks"]["running"]),
        (&json!(null), &json!("black"))
    );
    black.event().await;
    black.play(&["f6", "g5"]).await;
}

/// The games in which it is somebody's move, by id.
async fn turns(who: &mut Visitor) -> Vec<String> {
    let found = who.get("/api/me/turns").await;
    let games: Vec<String> =
        found["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(found["total"], games.len());
    games
}

// clauses: A.mode.3
#[tokio::test]
async fn my_moves_come_with_the_most_urgent_first() {
    let house = House::open().await;
    let mut ann = house.visitor();
    assert_eq!(turns(&mut ann).await, Vec::<String>::new());
    // Games against the computer and at one screen wait for nobody.
    ann.make(json!({"rules": "russian", "opponent": {"kind": "computer", "level": 1}, "colour": "white"})).await;
    ann.make(json!({"rules": "russian", "opponent": {"kind": "sameScreen"}})).await;
    let mut games = Vec::new();
    let mut others = Vec::new();
    for clock in ["1x7d", "none", "1x1d", "1h", "1x3d"] {
        let terms = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "black",
            "clocks": {"white": clock, "black": clock}});
        let (id, invitation) = ann.make(terms).await;
        let mut bob = house.visitor();
        bob.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
        assert_eq!(turns(&mut bob).await, std::slice::from_ref(&id), "White begins");
        others.push((bob.sit(&id).await.0, bob));
        games.push(id);
    }
    assert_eq!(turns(&mut ann).await, Vec::<String>::new(), "the others are to move");
    for (socket, bob) in &mut others {
        socket.play(&["c3", "d4"]).await;
        assert_eq!(turns(bob).await, Vec::<String>::new());
    }
    let [week, untimed, day, hour, three] = <[String; 5]>::try_from(games).unwrap();
    let sorted = [hour, day.clone(), three.clone(), week, untimed];
    assert_eq!(turns(&mut ann).await, sorted);
    let first = ann.get("/api/me/turns?limit=2").await;
    assert_eq!((&first["total"], first["games"].as_array().unwrap().len()), (&json!(5), 2));
    assert_eq!(ann.get("/api/me/turns?limit=0").await, json!({"total": 5, "games": []}));
    let deadline = first["games"][1]["deadline"].as_u64().unwrap();
    let left = deadline - first["games"][1]["changedAt"].as_u64().unwrap();
    assert!((86_300_000..=86_500_000).contains(&left), "a day: {first}");
    assert_eq!(first["games"][0]["deadline"], json!(null), "an hour is not counted in days");

    // What changes is known at once: a move, a pause, the end.
    ann.sit(&day).await.0.play(&["f6", "g5"]).await;
    let (mut paused, _) = ann.sit(&three).await;
    paused.act(json!({"kind": "askPause"})).await;
    paused.event().await;
    others[4].0.event().await;
    others[4].0.act(json!({"kind": "agreePause"})).await;
    paused.event().await;
    let left: Vec<String> = sorted.into_iter().filter(|id| *id != day && *id != three).collect();
    assert_eq!(turns(&mut ann).await, left);
    ann.sit(&left[0]).await.0.act(json!({"kind": "resign"})).await;
    others[3].0.event().await;
    assert_eq!(turns(&mut ann).await, left[1..]);
}

// --- Moves that are prepared ---

/// A plan of lines: moves that begin alike are the same moves.
pub fn plan(ply: u32, lines: &[&str], forced: bool) -> Value {
    let mut nodes: Vec<Value> = Vec::new();
    for line in lines {
        let mut parent: Option<usize> = None;
        for text in line.split(' ') {
            let known = nodes.iter().position(|node| node["text"] == text && node["parent"] == json!(parent));
            parent = Some(known.unwrap_or_else(|| {
                nodes.push(json!({"parent": parent, "text": text}));
                nodes.len() - 1
            }));
        }
    }
    json!({"ply": ply, "moves": {"nodes": nodes}, "forced": forced})
}

/// Prepares moves.
pub async fn prepare(who: &mut Visitor, id: &str, plan: Value) -> Value {
    let (status, answer) = who.request(Method::PUT, &format!("/api/games/{id}/conditions"), Some(plan)).await;
    assert!(status.is_success(), "{answer}");
    answer
}

async fn prepared(who: &mut Visitor, id: &str) -> Value {
    who.get(&format!("/api/games/{id}/conditions")).await
}

/// The texts of the moves that are still prepared.
fn texts(prepared: &Value) -> Vec<&str> {
    let nodes = prepared["tree"]["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
    nodes.iter().map(|node| node["move"]["text"].as_str().unwrap()).collect()
}

/// The moves of a game as everybody sees it.
pub async fn moves(who: &mut Visitor, id: &str) -> Vec<String> {
    let game = who.get(&format!("/api/games/{id}")).await;
    game["moves"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap().to_owned()).collect()
}

// clauses: A.mode.3
#[tokio::test]
async fn a_prepared_answer_is_made_as_an_ordinary_move() {
    let house = House::open().await;
    let (id, [mut ann, mut bob], [mut white, mut black]) = two(&house, slow("1x3d", json!({}))).await;
    let lines = ["c3-d4 d6-c5 b2-c3 f6-g5", "c3-d4 f6-g5 g3-h4"];
    let set = prepare(&mut ann, &id, plan(0, &lines, false)).await;
    assert_eq!(texts(&set), ["c3-d4", "d6-c5", "b2-c3", "f6-g5", "f6-g5", "g3-h4"]);
    assert_eq!(set["tree"]["start"], ann.get(&format!("/api/games/{id}")).await["agreed"]["start"]);
    assert_eq!(moves(&mut ann, &id).await, Vec::<String>::new(), "a player's own first move is the player's");
    white.play(&["c3", "d4"]).await;
    black.event().await;
    assert_eq!(texts(&prepared(&mut ann, &id).await), ["d6-c5", "b2-c3", "f6-g5", "f6-g5", "g3-h4"], "it has shrunk");

    // Both see both moves, one after the other; the one who moved learns that it counted.
    let played = black.play(&["f6", "g5"]).await;
    assert_eq!((&played["move"]["text"], &played["state"]["ply"]), (&json!("f6-g5"), &json!(2)));
    let answer = black.event().await;
    assert_eq!(
        (&answer["move"]["text"], &answer["by"], &answer["n"]),
        (&json!("g3-h4"), &json!("white"), &json!(null))
    );
    assert_eq!((&answer["state"]["seq"], &answer["state"]["toMove"]), (&json!(3), &json!("black")));
    for text in ["f6-g5", "g3-h4"] {
        assert_eq!(white.event().await["move"]["text"], text);
    }
    assert_eq!(prepared(&mut ann, &id).await, json!({"forced": false, "lost": false}), "everything is played");
    // It is charged no time: White's clock is as full as at the beginning of a move.
    let clock = answer["state"]["clocks"]["white"].clone();
    assert_eq!(clock["period"], json!(3 * 86_400_000), "{clock}");
    let record = bob.get(&format!("/api/games/{id}/record")).await["lines"].clone();
    assert_eq!(record.as_array().unwrap().len(), 3, "an ordinary move in the record: {record}");

    // Nothing of the rest was seen by the opponent; and the next move is the opponent's alone.
    black.play(&["d6", "c5"]).await;
    white.event().await;
    assert_eq!(moves(&mut bob, &id).await.len(), 4);
}

// clauses: A.mode.3
#[tokio::test]
async fn a_plan_that_the_game_leaves_is_dropped_and_its_player_is_told() {
    let house = House::open().await;
    let (id, [mut ann, _bob], [mut white, mut black]) = two(&house, slow("1x3d", json!({}))).await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    prepare(&mut ann, &id, plan(1, &["d6-c5 b2-c3"], false)).await;
    black.play(&["h6", "g5"]).await;
    white.event().await;
    assert_eq!(prepared(&mut ann, &id).await, json!({"forced": false, "lost": true}));
    assert_eq!(moves(&mut ann, &id).await.len(), 2);
    // A take-back leads to a position that nothing was prepared for.
    prepare(&mut ann, &id, plan(2, &["b2-c3 d6-c5 c3-b4"], false)).await;
    black.act(json!({"kind": "askBack"})).await;
    white.event().await;
    black.event().await;
    white.act(json!({"kind": "agreeBack"})).await;
    assert_eq!(white.event().await["takenBack"], 1);
    assert_eq!(prepared(&mut ann, &id).await, json!({"forced": false, "lost": true}));
    let (status, _) = ann.request(Method::DELETE, &format!("/api/games/{id}/conditions"), None).await;
    assert!(status.is_success());
    assert_eq!(prepared(&mut ann, &id).await, json!({"forced": false, "lost": false}));
    // A question of the opponent waits for the player's own word; then the prepared answer comes.
    prepare(&mut ann, &id, plan(1, &["f6-g5 g3-h4"], false)).await;
    black.event().await;
    black.act(json!({"kind": "askPause"})).await;
    black.event().await;
    white.event().await;
    black.play(&["f6", "g5"]).await;
    white.event().await;
    assert_eq!(texts(&prepared(&mut ann, &id).await), ["g3-h4"]);
    white.act(json!({"kind": "decline"})).await;
    white.event().await;
    assert_eq!(white.event().await["move"]["text"], "g3-h4");
}

// clauses: A.mode.3
#[tokio::test]
async fn forced_captures_are_answered_if_wished_and_both_sides_may_have_plans() {
    let house = House::open().await;
    let (id, [mut ann, mut bob], [mut white, mut black]) = two(&house, slow("1x3d", json!({}))).await;
    prepare(&mut ann, &id, plan(0, &["c3-d4 f6-e5 d4xf6 g7xe5 b2-c3"], true)).await;
    // Black has prepared to take back, and to answer one of White's moves that comes later.
    prepare(&mut bob, &id, plan(0, &["c3-d4 f6-e5 d4xf6 g7xe5 b2-c3 b6-a5"], false)).await;
    let first = white.play(&["c3", "d4"]).await;
    assert_eq!(first["state"]["ply"], 1);
    // Everything else follows from the first move, each side's answer from the other's.
    let mut last = first;
    for ply in 2..=6 {
        last = white.event().await;
        assert_eq!(last["state"]["ply"], ply);
    }
    assert_eq!((&last["move"]["text"], &last["by"]), (&json!("b6-a5"), &json!("black")));
    let all = ["c3-d4", "f6-e5", "d4:f6", "g7:e5", "b2-c3", "b6-a5"].map(|text| text.replace(':', "x"));
    let played: Vec<String> = moves(&mut bob, &id).await.iter().map(|text| text.replace(':', "x")).collect();
    assert_eq!(played, all);
    for _ in 0..6 {
        black.event().await;
    }
    // The wish about captures outlives the moves.
    assert_eq!(prepared(&mut ann, &id).await, json!({"forced": true, "lost": false}));
    white.play(&["c3", "d4"]).await;
    black.event().await;
    let (status, _) = bob.request(Method::PUT, &format!("/api/games/{id}/conditions"), Some(plan(7, &[], true))).await;
    assert!(status.is_success());
    black.play(&["e5", "c3"]).await;
    let answered = black.event().await;
    assert_eq!((&answered["by"], answered["move"]["captures"].as_array().map(Vec::len)), (&json!("white"), Some(1)));
}

// clauses: A.mode.3
#[tokio::test]
async fn nobody_else_learns_what_is_prepared() {
    let house = House::open().await;
    let (id, [mut ann, mut bob], [mut white, mut black]) = two(&house, slow("1x3d", json!({"arbiter": true}))).await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    let shown = async |who: &mut Visitor| {
        let mut game = who.get(&format!("/api/games/{id}")).await;
        game["state"]["clocks"].take();
        game
    };
    let before = shown(&mut bob).await;
    prepare(&mut ann, &id, plan(1, &["d6-c5 b2-c3 f6-g5 c3-b4", "h6-g5 a3-b4"], true)).await;
    assert_eq!(shown(&mut bob).await, before, "not even that something is prepared");
    assert_eq!(prepared(&mut bob, &id).await, json!({"forced": false, "lost": false}));
    let path = format!("/api/games/{id}/conditions");
    let mut eve = house.visitor();
    for method in [Method::GET, Method::DELETE] {
        assert_eq!(eve.refused(method, &path, json!(null)).await, "not-your-seat");
    }
    assert_eq!(eve.refused(Method::PUT, &path, plan(1, &["d6-c5 b2-c3"], false)).await, "not-your-seat");
    // The arbiter, whom both have agreed to, sees the game and its record, and nothing of this.
    let secret = ann.get(&format!("/api/games/{id}")).await["you"]["arbiterInvitation"].clone();
    let mut arbiter = house.visitor();
    arbiter.post(&format!("/api/games/{id}/seat"), json!({"invitation": secret})).await;
    bob.post(&format!("/api/games/{id}/arbiter"), json!({"agrees": true})).await;
    assert_eq!(arbiter.get(&format!("/api/games/{id}")).await["you"]["seats"], json!(["arbiter"]));
    assert_eq!(arbiter.refused(Method::GET, &path, json!(null)).await, "not-your-seat");
    for visitor in [&mut bob, &mut arbiter, &mut eve] {
        for about in ["", "/tree", "/notes", "/record", "/export?format=pdn", "/export?format=record"] {
            let (_, answer) = visitor.request(Method::GET, &format!("/api/games/{id}{about}"), None).await;
            assert!(
                !answer.to_string().contains("b2-c3") && !answer.to_string().contains("a3-b4"),
                "{about}: {answer}"
            );
        }
    }
    // Every frame that the opponent gets, to the move that it answers.
    black.act(json!({"kind": "offer"})).await;
    loop {
        let frame = black.frame().await.unwrap();
        assert!(!frame["event"]["state"].to_string().contains("b2-c3") || frame["type"] != "event", "{frame}");
        if frame["event"]["state"]["offer"] == "black" {
            break;
        }
    }
}

#[tokio::test]
async fn plans_are_for_games_over_days_and_have_bounds() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let computer = json!({"rules": "russian", "opponent": {"kind": "computer", "level": 1}, "colour": "white",
        "clocks": {"white": "1x3d", "black": "1x3d"}});
    let screen =
        json!({"rules": "russian", "opponent": {"kind": "sameScreen"}, "clocks": {"white": "1x3d", "black": "1x3d"}});
    for (game, code) in [(computer, "no-conditions"), (screen, "not-your-seat")] {
        let (id, _) = ann.make(game).await;
        assert_eq!(ann.refused(Method::GET, &format!("/api/games/{id}/conditions"), json!(null)).await, code);
    }
    let (id, [mut quick, _], _) = two(&house, json!({})).await;
    assert_eq!(quick.refused(Method::GET, &format!("/api/games/{id}/conditions"), json!(null)).await, "no-conditions");
    let blind = slow("1x3d", json!({"seats": {"white": {"view": "blind"}, "black": {}}}));
    let (id, [mut blind, _], _) = two(&house, blind).await;
    assert_eq!(blind.refused(Method::GET, &format!("/api/games/{id}/conditions"), json!(null)).await, "no-conditions");

    let (id, [mut ann, mut bob], [mut white, _black]) = two(&house, slow("1x3d", json!({}))).await;
    let path = format!("/api/games/{id}/conditions");
    let illegal = plan(0, &["c3-d4 c3-d4"], false);
    assert_eq!(ann.refused(Method::PUT, &path, illegal).await, "move");
    let two_answers = plan(0, &["c3-d4 d6-c5 b2-c3", "c3-d4 d6-c5 g3-h4"], false);
    assert_eq!(ann.refused(Method::PUT, &path, two_answers).await, "conditions");
    assert_eq!(ann.refused(Method::PUT, &path, plan(1, &["c3-d4 d6-c5"], false)).await, "moved-on");
    let many: Vec<Value> = (0..901).map(|_| json!({"text": "c3-d4"})).collect();
    let many = json!({"ply": 0, "moves": {"nodes": many}});
    assert_eq!(ann.refused(Method::PUT, &path, many).await, "too-large");
    white.play(&["c3", "d4"]).await;
    assert_eq!(bob.refused(Method::PUT, &path, plan(0, &["c3-d4 d6-c5"], false)).await, "moved-on", "it was read late");
    assert_eq!(moves(&mut ann, &id).await.len(), 1);
}

// Bad case: the server is killed.
#[tokio::test]
async fn a_prepared_answer_is_there_whole_after_a_crash_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let (id, [mut ann, bob], [mut white, mut black]) = two(&house, slow("1x3d", json!({}))).await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    prepare(&mut ann, &id, plan(1, &["f6-g5 b2-c3 d6-c5 c3-b4"], false)).await;
    let before = house::killed(folder.path());
    black.play(&["f6", "g5"]).await;
    black.event().await;
    let after = house::killed(folder.path());
    for (folder, ply, left) in [(before, 1, 4), (after, 3, 2)] {
        let again = House::open_in(folder.path(), Settings::default()).await;
        let (mut ann, mut bob) = (again.guest(&ann), again.guest(&bob));
        assert_eq!(moves(&mut bob, &id).await.len(), ply);
        assert_eq!(texts(&prepared(&mut ann, &id).await).len(), left, "what was prepared is kept with the moves");
        let (mut black, _) = bob.sit(&id).await;
        if ply == 1 {
            black.play(&["f6", "g5"]).await;
            black.event().await;
        }
        black.play(&["d6", "c5"]).await;
        assert_eq!(black.event().await["move"]["text"], "c3-b4", "and goes on after the restart");
        assert_eq!(moves(&mut bob, &id).await.len(), 5);
    }
}

// Bad case: an account is merged.
#[tokio::test]
async fn a_guest_who_signs_in_keeps_what_was_prepared() {
    let house = House::open().await;
    let account = json!({"name": "Ganna", "password": "correct horse"});
    house.visitor().post("/api/me/account", account.clone()).await;
    let (id, [mut ann, _bob], [mut white, mut black]) = two(&house, slow("1x3d", json!({}))).await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    prepare(&mut ann, &id, plan(1, &["f6-g5 g3-h4"], false)).await;
    ann.post("/api/me/login", account).await;
    assert_eq!(texts(&prepared(&mut ann, &id).await), ["f6-g5", "g3-h4"]);
    assert_eq!(turns(&mut ann).await, Vec::<String>::new());
    black.act(json!({"kind": "move", "path": ["f6", "g5"]})).await;
    let mut moved = Vec::new();
    while moved.len() < 2 {
        let frame = black.frame().await.unwrap();
        moved.extend(frame["event"]["move"]["text"].as_str().map(str::to_owned));
    }
    assert_eq!(moved, ["f6-g5", "g3-h4"]);
}

// --- Vacations ---
