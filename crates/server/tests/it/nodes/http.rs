//! Requests that the owner at another node answers: their answers arrive whole, they are run once, and cookies stay where
//! they are.

use super::{run, until};
use crate::contests::{act, look, make};
use crate::house::nodes::{Loop, Nodes};
use crate::house::{House, PATIENCE, Visitor};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use damka_server::nodes::Wire;
use damka_server::{COOKIE_KEY, Settings, router};
use damka_store::{ContestWrite, Write, story};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::io::Read;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tower::ServiceExt;

/// What nodes say to each other.
type Said = Arc<Mutex<Vec<String>>>;

fn unlimited() -> Settings {
    Settings { limited: false, ..Settings::default() }
}

/// Two nodes, and everything that they say to each other through the store.
async fn overheard() -> (Nodes, Said) {
    let said = Said::default();
    let heard = Arc::clone(&said);
    let nodes = Nodes::open_prepared(2, unlimited(), move |store| {
        let heard = Arc::clone(&heard);
        store.before_write = Box::new(move |writes| {
            for write in writes {
                if let Write::Call { body: text, .. } | Write::Reply { reply: text, .. } = write {
                    heard.lock().unwrap().push(text);
                }
            }
        });
    });
    (nodes.await, said)
}

/// Adds everything that two nodes ask and answer over the wire from now on.
fn listen_to_wire(nodes: &Nodes, said: &Said) {
    let secret = nodes.store.secret(COOKIE_KEY, &String::new).unwrap();
    let hash = Sha256::digest(format!("subjects of {secret}"));
    let club = format!("damka.{:02x}{:02x}{:02x}{:02x}", hash[0], hash[1], hash[2], hash[3]);
    let asked = (0..2).map(|node| format!("{club}.{}", run(nodes, node)));
    for subject in asked.chain((0..100).map(|number| format!("reply.{number}"))) {
        let (mut heard, said) = (Loop::on(&nodes.board).listen(subject), Arc::clone(said));
        tokio::spawn(async move {
            while let Some(message) = heard.recv().await {
                said.lock().unwrap().push(String::from_utf8_lossy(&message.payload).into_owned());
            }
        });
    }
}

fn count(said: &Said, what: &str) -> usize {
    said.lock().unwrap().iter().filter(|text| text.contains(what)).count()
}

/// An evening that the first node owns, with its host, who is an entrant, and another entrant.
async fn evening(nodes: &Nodes) -> (String, Visitor) {
    let mut host = nodes.houses[0].visitor();
    let id = make(&mut host, json!({"kind": "evening"})).await;
    act(&mut host, &id, json!({"kind": "enter", "name": "Zoe"})).await;
    let owner = nodes.store.nodes().contest_owner(&id.as_str().into()).unwrap().unwrap();
    assert_eq!(owner.run, run(nodes, 0));
    (id, host)
}

/// How many entrants of a contest have a name.
fn named(nodes: &Nodes, id: &str, name: &str) -> usize {
    let kept = nodes.store.contests().contest(&id.into()).unwrap().unwrap();
    kept.entrants.iter().filter(|entrant| entrant.name.as_deref() == Some(name)).count()
}

/// Asks as a browser that accepts compressed answers; returns the unpacked answer.
async fn unpacked(house: &House, who: &Visitor, method: Method, path: &str, body: &str) -> Value {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, &house.address)
        .header(header::ACCEPT_LANGUAGE, who.language)
        .header(header::ACCEPT_ENCODING, "gzip, br")
        .header(header::COOKIE, who.cookie.as_deref().unwrap())
        .body(Body::from(body.to_owned()))
        .unwrap();
    let response = router(Arc::clone(&house.club)).oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    let encodings: Vec<_> = response.headers().get_all(header::CONTENT_ENCODING).iter().collect();
    assert_eq!(encodings, ["gzip"], "{path}");
    let packed = response.into_body().collect().await.unwrap().to_bytes();
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    assert!(text.len() > 1024, "{path}: {text}");
    serde_json::from_str(&text).unwrap()
}

/// A contest without the time at which it was asked for.
fn timeless(mut contest: Value) -> Value {
    contest["now"].take();
    contest
}

#[tokio::test]
async fn a_forwarded_answer_is_compressed_once() {
    for is_cut in [false, true] {
        let nodes = Nodes::open(2).await;
        nodes.cut_wires(is_cut);
        let (id, mut host) = evening(&nodes).await;
        for name in ["Ann", "Bob", "Eve", "Ida", "Kim", "Leo", "Max", "Ned", "Одарка"] {
            act(&mut host, &id, json!({"kind": "enter", "name": name})).await;
        }
        // The host has entered, so this changes nothing.
        let again = json!({"kind": "enter"});
        let own = act(&mut host, &id, again.clone()).await;
        let path = format!("/api/contests/{id}/acts");
        let elsewhere = unpacked(&nodes.houses[1], &host, Method::POST, &path, &again.to_string()).await;
        assert_eq!(timeless(elsewhere), timeless(own));

        let text = "[Event \"Cup\"]\n[GameType \"25\"]\n\n1. c3-d4 b6-a5 2. d4-c5 d6xb4 3. a3xc5 *\n\n".repeat(100);
        let import = host.post("/api/me/games?wait=30", json!({"text": text})).await;
        assert_eq!(import["status"], "done", "{import}");
        let own = host.get("/api/me/imports").await;
        let elsewhere = unpacked(&nodes.houses[1], &host, Method::GET, "/api/me/imports", "").await;
        assert_eq!((&elsewhere, &elsewhere["imports"][0]["id"]), (&own, &import["id"]));
    }
}

#[tokio::test]
async fn a_request_whose_answer_is_lost_is_not_run_again() {
    let (armed, wire) = (Arc::new(AtomicBool::new(false)), Arc::new(OnceLock::<Arc<AtomicBool>>::new()));
    let (trigger, cut) = (Arc::clone(&armed), Arc::clone(&wire));
    let nodes = Nodes::open_prepared(2, unlimited(), move |store| {
        let (trigger, cut) = (Arc::clone(&trigger), Arc::clone(&cut));
        store.before_write = Box::new(move |writes| {
            let is_entrant = |write: &Write| matches!(write, Write::Contest(ContestWrite::Entrant { .. }));
            if writes.iter().any(is_entrant) && trigger.swap(false, Ordering::SeqCst) {
                cut.get().unwrap().store(true, Ordering::SeqCst);
            }
        });
    });
    let nodes = nodes.await;
    wire.set(Arc::clone(&nodes.wires[0].is_cut)).unwrap();
    let (id, host) = evening(&nodes).await;
    let mut elsewhere = nodes.houses[1].guest(&host);
    // The request comes over the wire, and its answer does not; so it is sent again through the store.
    armed.store(true, Ordering::SeqCst);
    let entered = act(&mut elsewhere, &id, json!({"kind": "enter", "name": "Ann"})).await;
    assert!(!armed.load(Ordering::SeqCst), "the answer was lost");
    assert_eq!(entered["entrants"].as_array().unwrap().len(), 3, "{entered}");
    assert_eq!(named(&nodes, &id, "Ann"), 1);
}

/// Asks a run through the store, everything at once; returns the replies.
async fn ask(nodes: &Nodes, run: i64, calls: &[&str]) -> Vec<Value> {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let prefix = format!("test{}.", ASKED.fetch_add(1, Ordering::Relaxed));
    let call = |(at, body): (usize, &&str)| Write::Call { key: format!("{prefix}{at}"), run, body: (*body).to_owned() };
    story::write(&*nodes.store, calls.iter().enumerate().map(call).collect()).unwrap();
    let begun = Instant::now();
    loop {
        let replies = nodes.store.nodes().replies(&prefix).unwrap();
        if replies.len() == calls.len() {
            return replies.iter().map(|(_, reply)| serde_json::from_str(reply).unwrap()).collect();
        }
        assert!(begun.elapsed() < PATIENCE, "{replies:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The host enters Ann at the node that does not own the contest; returns what was answered, and the call.
async fn enter_ann(nodes: &Nodes, said: &Said, host: &Visitor, id: &str) -> (Value, String) {
    let mut elsewhere = nodes.houses[1].guest(host);
    let answer = act(&mut elsewhere, id, json!({"kind": "enter", "name": "Ann"})).await;
    let said = said.lock().unwrap();
    let call = said.iter().find(|text| text.contains("/acts")).expect("a call through the store");
    (answer, call.clone())
}

/// The same request of somebody who sends it once more.
fn renewed(call: &str, id: &str) -> String {
    let mut call: Value = serde_json::from_str(call).unwrap();
    assert!(call["Http"]["id"].is_string(), "{call}");
    call["Http"]["id"] = json!(id);
    call.to_string()
}

#[tokio::test]
async fn a_request_that_comes_twice_is_run_once() {
    let (nodes, said) = overheard().await;
    nodes.cut_wires(true);
    let (id, host) = evening(&nodes).await;
    let (answer, call) = enter_ann(&nodes, &said, &host, &id).await;
    let again = ask(&nodes, run(&nodes, 0), &[&call]).await;
    let body: Value = serde_json::from_str(again[0]["Http"]["body"].as_str().unwrap()).unwrap();
    assert_eq!(body, answer, "the same answer, with the time of the first");
    assert_eq!(named(&nodes, &id, "Ann"), 1);
    // Another request; both copies of it come at the same moment.
    let another = renewed(&call, "another");
    let both = ask(&nodes, run(&nodes, 0), &[&another, &another]).await;
    assert_eq!(both[0], both[1]);
    assert_eq!(both[0]["Http"]["status"], 200, "{both:?}");
    assert_eq!(named(&nodes, &id, "Ann"), 2);
}

#[tokio::test]
async fn a_request_to_the_wrong_node_or_of_an_ended_session_is_not_run() {
    let (nodes, said) = overheard().await;
    nodes.cut_wires(true);
    let (id, host) = evening(&nodes).await;
    let (_, call) = enter_ann(&nodes, &said, &host, &id).await;
    let wrong = ask(&nodes, run(&nodes, 1), &[&renewed(&call, "to the wrong node")]).await;
    assert_eq!(wrong, [json!("NotMine")]);
    let cookie = host.cookie.as_deref().unwrap();
    let person = cookie.trim_start_matches("damka=").split('.').next().unwrap();
    story::write(&*nodes.store, vec![Write::EndSessions { person: person.into(), except: None }]).unwrap();
    let late = ask(&nodes, run(&nodes, 0), &[&renewed(&call, "late")]).await;
    assert_eq!(late[0]["Http"]["status"], 503, "{late:?}");
    assert_eq!(named(&nodes, &id, "Ann"), 1);
}

#[tokio::test]
async fn cookies_stay_at_the_node_that_the_browser_asks() {
    for is_cut in [false, true] {
        let (nodes, said) = overheard().await;
        nodes.cut_wires(is_cut);
        let (id, _host) = evening(&nodes).await;
        listen_to_wire(&nodes, &said);
        // Somebody new gets a cookie with the first answer, and sends it with the second request.
        let mut guest = nodes.houses[1].visitor();
        let entered = act(&mut guest, &id, json!({"kind": "enter"})).await;
        assert_eq!(entered["you"]["entrant"], 3, "{entered}");
        let cookie = guest.cookie.clone().expect("a cookie");
        act(&mut guest, &id, json!({"kind": "rest"})).await;
        assert_eq!(guest.cookie.as_ref(), Some(&cookie), "it stays the same");
        let seen = look(&mut nodes.houses[0].guest(&guest), &id).await;
        assert_eq!(seen["you"]["entrant"], 3, "the other node knows its owner");
        until("both requests and both answers were heard", || {
            count(&said, "/acts") >= 2 && count(&said, "\"Http\":{\"status\":200") >= 2
        })
        .await;
        // The id of the session, and the signature.
        let secrets: Vec<&str> = cookie.split('.').skip(2).collect();
        assert_eq!(secrets.len(), 2, "{cookie}");
        for text in said.lock().unwrap().iter() {
            assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");
            assert!(!text.to_lowercase().contains("cookie"), "{text}");
        }
    }
}
