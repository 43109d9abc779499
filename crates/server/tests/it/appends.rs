//! An event is decided, evolved, committed and published, and the server can be killed between any two of these: nothing
//! is doubled and nothing that was confirmed is lost.

use crate::house::odd::Odd;
use crate::house::{House, Socket, Visitor, killed, two};
use damka_conduct::GameId;
use damka_server::Settings;
use damka_store::{NewEvent, Scope, Store, StoreError, Write};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

fn is_event(writes: &[Write]) -> bool {
    writes.iter().any(|write| matches!(write, Write::Events { .. }))
}

fn lines(store: &dyn Store, id: &str) -> Vec<String> {
    store.events(&GameId::new(id), 0).unwrap().into_iter().map(|row| row.event.line).collect()
}

#[tokio::test]
async fn a_commit_whose_answer_was_lost_is_confirmed() {
    let folder = tempfile::tempdir().unwrap();
    let (armed, mut store) = (Arc::new(AtomicBool::new(false)), Odd::new(folder.path()));
    let trigger = Arc::clone(&armed);
    store.answered = Arc::new(move |writes, result| match is_event(writes) && trigger.swap(false, Ordering::SeqCst) {
        // It is on disk, but nobody hears so.
        true => result.and(Err(StoreError::Io("the answer was lost".to_owned()))),
        false => result,
    });
    let house = House::open_on(Arc::new(store), Settings::default()).await;
    let (id, _, [mut white, mut black]) = two(&house, json!({})).await;
    armed.store(true, Ordering::SeqCst);
    let confirmed = white.play(&["c3", "d4"]).await;
    assert_eq!(confirmed["state"]["seq"], 1);
    assert_eq!(black.event().await["move"]["text"], "c3-d4", "and everybody is told");
    black.play(&["f6", "g5"]).await;
    assert_eq!(lines(&*house.club.store(), &id).len(), 2, "once");
}

#[tokio::test]
async fn an_act_that_may_have_counted_is_not_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = Odd::new(folder.path());
    let no_events = Arc::clone(&store.no_events);
    let house = House::open_on(Arc::new(store), Settings::default()).await;
    let (id, [ann, _], [mut white, _black]) = two(&house, json!({})).await;
    let n = white.play(&["c3", "d4"]).await["n"].clone();
    let again = json!({"type": "act", "n": n, "act": {"kind": "move", "path": ["c3", "d4"]}});
    no_events.store(true, Ordering::SeqCst);
    white.send(&again).await;
    while let Some(frame) = white.frame().await {
        assert_ne!(frame["type"], "refused", "it has counted: {frame}");
    }
    no_events.store(false, Ordering::SeqCst);
    let (mut white, _) = ann.sit(&id).await;
    white.send(&again).await;
    assert_eq!(white.next("confirmed").await["n"], n, "the page has come again");
}

/// The act that is sent again, with its number, after the server was killed.
async fn sent_again(folder: &std::path::Path, who: &Visitor, id: &str, act: &Value) -> (Value, Vec<String>) {
    let house = House::open_in(folder, Settings::default()).await;
    let (mut socket, _): (Socket, Value) = house.guest(who).sit(id).await;
    socket.send(act).await;
    let answer = loop {
        let frame = socket.frame().await.unwrap();
        if frame["n"] == act["n"] {
            break frame;
        }
    };
    (answer, lines(&*house.club.store(), id))
}

#[tokio::test]
async fn killed_before_or_after_the_commit_an_act_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Odd::new(folder.path());
    let taken: Arc<Mutex<Vec<tempfile::TempDir>>> = Arc::default();
    let armed = Arc::new(AtomicBool::new(false));
    let (at, trigger, copies) = (folder.path().to_owned(), Arc::clone(&armed), Arc::clone(&taken));
    // Decided and evolved, not yet on disk.
    store.before_write = Box::new(move |writes| {
        if is_event(&writes) && trigger.load(Ordering::SeqCst) {
            copies.lock().unwrap().push(killed(&at));
        }
    });
    let (at, trigger, copies) = (folder.path().to_owned(), Arc::clone(&armed), Arc::clone(&taken));
    // On disk, not yet published.
    store.answered = Arc::new(move |writes, result| {
        if is_event(writes) && trigger.swap(false, Ordering::SeqCst) {
            copies.lock().unwrap().push(killed(&at));
        }
        result
    });
    let house = House::open_on(Arc::new(store), Settings::default()).await;
    let (id, [ann, _], [mut white, _black]) = two(&house, json!({})).await;
    armed.store(true, Ordering::SeqCst);
    let n = white.play(&["c3", "d4"]).await["n"].clone();
    let act = json!({"type": "act", "n": n, "act": {"kind": "move", "path": ["c3", "d4"]}});
    let copies: Vec<tempfile::TempDir> = std::mem::take(&mut *taken.lock().unwrap());
    let [before, after] = &copies[..] else { panic!("{} copies", copies.len()) };
    for (copy, kind) in [(before, "event"), (after, "confirmed")] {
        let (answer, lines) = sent_again(copy.path(), &ann, &id, &act).await;
        assert_eq!((answer["type"].as_str(), lines.len()), (Some(kind), 1), "{answer} {lines:?}");
    }
    // After everybody was told it is the same as after the commit.
    let published = killed(folder.path());
    assert_eq!(sent_again(published.path(), &ann, &id, &act).await.0["type"], "confirmed");
}

#[tokio::test]
async fn an_owner_whose_game_another_run_has_goes_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let store = Odd::new(folder.path());
    let kept = Arc::clone(&store.kept);
    let house = House::open_on(Arc::new(store), Settings::default()).await;
    let (id, [ann, _], [mut white, mut black]) = two(&house, json!({})).await;
    let (tell, told) = std::sync::mpsc::channel();
    let line = "2 0:00.001 white move a3 b4".to_owned();
    let event = NewEvent { line, scope: Scope::All, client: None, wall: 1 };
    let append = Write::Events { game: GameId::new(id.as_str()), run: 99, first: 1, events: vec![event] };
    kept.write(vec![append], Box::new(move |result| tell.send(result).unwrap()));
    told.recv().unwrap().unwrap();
    white.act(json!({"kind": "move", "path": ["c3", "d4"]})).await;
    assert_eq!(white.next("bye").await["problem"]["code"], "closing");
    assert_eq!(black.next("bye").await["problem"]["code"], "closing");
    let (_, game) = ann.sit(&id).await;
    assert_eq!(game["moves"][0]["text"], "a3-b4", "a reconnected page sees what the other run has written");
    assert_eq!(game["moves"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_damaged_game_is_told_to_its_people_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = Odd::new(folder.path());
    let kept = Arc::clone(&store.kept);
    let idle = Settings { idle: std::time::Duration::from_millis(10), ..Settings::default() };
    let house = House::open_on(Arc::new(store), idle).await;
    let (damaged, [mut ann, _], sockets) = two(&house, json!({})).await;
    let (newer, _, others) = two(&house, json!({})).await;
    drop((sockets, others));
    while !house.club.games.is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    for (id, line) in [(&damaged, "2 0:00.001 white move c3 f6"), (&newer, "3 0:00.001 white fly c3")] {
        let (tell, told) = std::sync::mpsc::channel();
        let event = NewEvent { line: line.to_owned(), scope: Scope::All, client: None, wall: 1 };
        let append = Write::Events { game: GameId::new(id.as_str()), run: 1, first: 1, events: vec![event] };
        kept.write(vec![append], Box::new(move |result| tell.send(result).unwrap()));
        told.recv().unwrap().unwrap();
        let (status, answer) = ann.request(axum::http::Method::GET, &format!("/api/games/{id}"), None).await;
        assert!(status.is_server_error(), "{answer}");
        let text = answer["text"].as_str().unwrap();
        assert!(text.contains(id.as_str()) && text.contains("event 1"), "{text}");
        assert_eq!(lines(&*kept, id), [line], "nothing is lost");
    }
    let mine = ann.get("/api/me/games").await;
    assert!(mine["problems"][0].as_str().unwrap().contains(&damaged), "{mine}");
    let (_, _, [mut white, _black]) = two(&house, json!({})).await;
    white.play(&["c3", "d4"]).await;
}
