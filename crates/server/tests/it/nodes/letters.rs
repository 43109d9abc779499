//! What one node has to do for all: letters.

use super::two;
use crate::house::nodes::Nodes;
use crate::house::{PATIENCE, Visitor};
use crate::mail::mail_server;
use axum::http::Method;
use damka_server::{MailPlan, Settings};
use damka_store::{NoticeWrite, Write};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

fn begins_a_letter(writes: &[Write]) -> bool {
    writes.iter().any(|write| matches!(write, Write::Notice(NoticeWrite::LetterBegun { .. })))
}

async fn mailbox(who: &mut Visitor, address: &str) {
    who.post("/api/me/account", json!({"name": "Bob", "password": "seven green draughtsmen"})).await;
    let entered = json!({"address": address, "topics": ["turn"]});
    let (status, answer) = who.request(Method::PUT, "/api/me/mail", Some(entered)).await;
    assert!(status.is_success(), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_node_sends_a_letter() {
    let (plan, mut got) = mail_server().await;
    let hour = Duration::from_secs(3_600);
    let mail = Some(MailPlan { every: hour, every_urgent: hour, ..plan });
    // Both nodes have found that the letter is due before either records that it begins it.
    let begun = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&begun);
    let nodes = Nodes::open_prepared(2, Settings { mail, limited: false, ..Settings::default() }, move |store| {
        let begun = Arc::clone(&begun);
        store.before_write = Box::new(move |writes| {
            if begins_a_letter(&writes) && begun.fetch_add(1, Ordering::SeqCst) < 2 {
                let wait = || {
                    let since = Instant::now();
                    while begun.load(Ordering::SeqCst) < 2 && since.elapsed() < PATIENCE / 2 {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                };
                // What this thread was about to do, perhaps for the other node, is done by another thread.
                tokio::task::block_in_place(wait);
            }
        });
    });
    let nodes = nodes.await;
    let slow = json!({"pace": "days", "clocks": {"white": "none", "black": "none"}});
    let (_, [_white, mut bob], [mut first, second]) = two(&nodes, slow).await;
    drop(second);
    mailbox(&mut bob, "bob@club.test").await;
    let confirmation = tokio::time::timeout(PATIENCE, got.recv()).await.unwrap().unwrap();
    let code = confirmation.after("http://club.test/mail#");
    // Notices from before an address is confirmed are in no letter.
    let mut anybody = nodes.houses[0].visitor();
    let confirmed = anybody.request(Method::POST, "/api/mail/confirm", Some(json!({"code": code}))).await;
    assert!(confirmed.0.is_success(), "{confirmed:?}");
    super::play(&mut first, &["c3", "d4"], 1).await;
    let letter = tokio::time::timeout(PATIENCE, got.recv()).await.expect("a letter in time").unwrap();
    assert_eq!(letter.to, "bob@club.test");
    let begun = Instant::now();
    while seen.load(Ordering::SeqCst) < 2 {
        assert!(begun.elapsed() < PATIENCE, "both have tried");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // Both have checked many times since.
    let another = tokio::time::timeout(Duration::from_secs(1), got.recv()).await;
    assert!(another.is_err(), "the same letter from the other node: {another:?}");
}
