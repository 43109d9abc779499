//! Talk at the table: phrases that everyone reads in their own language, words of one's own where both the players and the
//! club allow them.

use crate::house::{House, Socket, Visitor, killed, two};
use axum::http::Method;
use damka_server::Settings;
use serde_json::{Value, json};

fn chatty() -> Settings {
    Settings { limited: false, chat: true, ..Settings::default() }
}

fn say(phrase: &str) -> Value {
    json!({"kind": "say", "phrase": phrase})
}

fn write(text: &str) -> Value {
    json!({"kind": "write", "text": text})
}

/// What is heard next.
async fn heard(socket: &mut Socket) -> Value {
    socket.next("said").await["said"].take()
}

/// The code and the sentence of a refusal.
async fn why(socket: &mut Socket, act: Value) -> (String, String) {
    let problem = socket.refused(act).await["problem"].take();
    let text = |name: &str| problem[name].as_str().unwrap().to_owned();
    (text("code"), text("text"))
}

#[tokio::test]
async fn everyone_reads_a_phrase_in_their_own_language() {
    let house = House::patient().await;
    let (mut ann, mut bob, mut dan) = (house.visitor(), house.visitor(), house.visitor());
    (bob.language, dan.language) = ("ru", "uk");
    let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"});
    let (id, invitation) = ann.make(wanted).await;
    bob.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
    let ((mut white, seen), (mut black, _), (mut watch, watched)) =
        (ann.sit(&id).await, bob.sit(&id).await, dan.sit(&id).await);
    assert_eq!(seen["you"]["says"]["table"][0], json!({"phrase": "hello", "text": "Hello!"}));
    assert_eq!((&seen["you"]["says"]["own"], &watched["you"]["says"]), (&json!(false), &Value::Null));
    let n = white.act(say("good-game")).await;
    let own = white.next("said").await;
    assert_eq!((&own["n"], &own["said"]["text"]), (&json!(n), &json!("Good game!")), "confirmed");
    let said = heard(&mut black).await;
    assert_eq!(
        (&said["by"], &said["phrase"], &said["text"]),
        (&json!("white"), &json!("good-game"), &json!("Хорошая партия!"))
    );
    assert_eq!(heard(&mut watch).await["text"], "Гарна партія!");
    // It is part of the game for those who come later, in their language, and a sentence of the record.
    assert_eq!(bob.get(&format!("/api/games/{id}?lang=uk")).await["said"][0]["text"], "Гарна партія!");
    let record = ann.get(&format!("/api/games/{id}/record")).await.to_string();
    assert!(record.contains("Good game!"), "{record}");
    let lines = ann.get(&format!("/api/games/{id}/export?format=record")).await;
    assert!(lines.as_str().unwrap().contains("white say good-game"), "{lines}");
    // Talk changes nothing: the move that was meant for the position before it counts.
    assert_eq!(white.play(&["c3", "d4"]).await["state"]["ply"], 1);
    assert!(heard_nothing(&mut watch).await, "a spectator cannot talk");
}

/// A spectator's attempt is refused, and the next thing the socket hears is the move.
async fn heard_nothing(watch: &mut Socket) -> bool {
    let moved = watch.event().await;
    watch.refused(say("hello")).await["problem"]["code"] == "not-your-seat" && moved["state"]["ply"] == 1
}

#[tokio::test]
async fn own_words_need_the_club_and_both_players() {
    let house = House::patient().await;
    let free = json!({"rules": "russian", "opponent": {"kind": "link"}, "talk": "free"});
    assert_eq!(house.visitor().refused(Method::POST, "/api/games", free.clone()).await, "no-chat");
    let link = json!({"game": {"rules": "russian", "opponent": {"kind": "sameScreen"}, "talk": "free"}});
    assert_eq!(house.visitor().refused(Method::POST, "/api/links", link).await, "no-chat");
    assert_eq!(house.visitor().get("/api/choices").await["chat"], false);

    let folder = tempfile::tempdir().unwrap();
    let open = House::open_in(folder.path(), chatty()).await;
    assert_eq!(open.visitor().get("/api/choices").await["chat"], true);
    let (_, _, [mut silent, _]) = two(&open, json!({"talk": "none"})).await;
    assert_eq!(why(&mut silent, say("hello")).await.1, "The players agreed not to talk.");
    let (_, _, [mut polite, _]) = two(&open, json!({})).await;
    assert_eq!(why(&mut polite, write("hi")).await.1, "The players agreed to use ready phrases only.");
    let (id, people, [mut white, mut black]) = two(&open, json!({"talk": "free"})).await;
    white.act(write("  what a\u{7} \u{202e}game,\nfriend  ")).await;
    assert_eq!(heard(&mut white).await["text"], "what a game, friend", "one line of what can be seen");
    assert_eq!(heard(&mut black).await["text"], "what a game, friend");
    for (text, expected) in
        [("\u{200b} \n", "There is nothing to say in this text."), (&*"x".repeat(201), "At most 200")]
    {
        let (code, text) = why(&mut white, write(text)).await;
        assert!(code == "act" && text.contains(expected), "{code} {text}");
    }
    white.act(write(&"ё".repeat(200))).await;
    assert_eq!(heard(&mut black).await["text"].as_str().unwrap().chars().count(), 200);

    // The club is opened again without the permission: what was agreed stays, and nothing more is written.
    let copy = killed(folder.path());
    let shut = House::open_in(copy.path(), Settings { chat: false, ..chatty() }).await;
    let (mut again, seen) = shut.guest(&people[0]).sit(&id).await;
    assert_eq!((seen["said"].as_array().unwrap().len(), &seen["said"][0]["text"]), (2, &json!("what a game, friend")));
    assert_eq!((&seen["agreed"]["talk"], &seen["you"]["says"]["own"]), (&json!("free"), &json!(false)));
    assert_eq!(why(&mut again, write("psst")).await.0, "no-chat");
    again.act(say("thanks")).await;
    assert_eq!(heard(&mut again).await["text"], "Thank you!");
}

#[tokio::test]
async fn who_says_too_much_is_stopped_and_can_still_move() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let (_, _, [mut white, mut black]) = two(&house, json!({})).await;
    for _ in 0..8 {
        white.act(say("hello")).await;
        white.next("said").await;
    }
    assert_eq!(why(&mut white, say("hello")).await.0, "too-many");
    assert_eq!(white.play(&["c3", "d4"]).await["state"]["ply"], 1);
    for _ in 0..8 {
        heard(&mut black).await;
    }
    black.event().await;
    black.act(say("one-moment")).await;
    assert_eq!(heard(&mut black).await["by"], "black", "what one side says costs the other nothing");
}

#[tokio::test]
async fn what_cannot_be_said_is_refused() {
    let house = House::patient().await;
    let (_, _, [mut white, _black]) = two(&house, json!({})).await;
    for act in [
        json!({"kind": "say", "phrase": "agree"}),
        json!({"kind": "say", "phrase": "agree", "audience": "team"}),
        json!({"kind": "propose", "path": ["c3", "d4"]}),
        json!({"kind": "propose", "path": ["c3"]}),
        json!({"kind": "propose", "path": ["here", "there"]}),
        json!({"kind": "propose", "path": vec!["c3"; 17]}),
        json!({"kind": "write", "text": "x".repeat(7000)}),
    ] {
        let (_, text) = why(&mut white, act).await;
        assert!(!text.is_empty());
    }
    assert_eq!(white.play(&["c3", "d4"]).await["state"]["ply"], 1, "and the socket lives");
    // A word that is on no list is a mistake of a program.
    white.act(say("boo")).await;
    assert_eq!(white.frame().await.unwrap()["problem"]["code"], "bad-request");
}

#[tokio::test]
async fn spectators_who_see_the_game_later_hear_it_later() {
    let house = House::patient().await;
    let (id, _, [mut white, _black]) = two(&house, json!({"delay": 2})).await;
    let (mut watch, _) = house.visitor().sit(&id).await;
    let said_at = std::time::Instant::now();
    white.act(say("hello")).await;
    heard(&mut white).await;
    let (_, seen) = house.visitor().sit(&id).await;
    assert!(seen.get("said").is_none(), "{seen}");
    assert_eq!(heard(&mut watch).await["text"], "Hello!");
    assert!(said_at.elapsed().as_millis() >= 1900);
}

/// What somebody reads of a game, in every form that has words.
async fn everything(reader: &mut Visitor, id: &str) -> String {
    let mut all = String::new();
    for path in ["", "/record", "/export?format=record", "/export?format=pdn", "/tree"] {
        let (_, answer) = reader.request(Method::GET, &format!("/api/games/{id}{path}"), None).await;
        all.push_str(&answer.to_string());
    }
    all
}

#[tokio::test]
async fn the_words_of_a_deleted_person_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), chatty()).await;
    let (id, [mut ann, mut bob], [mut white, mut black]) = two(&house, json!({"talk": "free"})).await;
    white.act(write("my secret")).await;
    heard(&mut white).await;
    heard(&mut black).await;
    black.act(write("an answer")).await;
    heard(&mut black).await;
    assert!(everything(&mut bob, &id).await.contains("my secret"));
    let (status, _) = ann.request(Method::DELETE, "/api/me", Some(json!({}))).await;
    assert!(status.is_success());
    let mut game = black.frame().await.unwrap();
    while game["type"] != "game" {
        game = black.frame().await.unwrap();
    }
    assert_eq!(game["game"]["said"][0]["text"], "", "that something was said stays");
    let copy = killed(folder.path());
    let again = House::open_in(copy.path(), chatty()).await;
    for (house, mut reader) in [(&house, bob.clone()), (&again, again.guest(&bob))] {
        let read = everything(&mut reader, &id).await;
        assert!(!read.contains("secret") && read.contains("an answer"), "{read}");
        assert_eq!(house.guest(&bob).get(&format!("/api/games/{id}")).await["said"].as_array().unwrap().len(), 2);
    }
}
