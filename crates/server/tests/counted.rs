//! How much work a move is: counted, not timed. This test has a program of its own, because it counts what everybody does.

mod house;

use damka_server::Settings;
use damka_store::Write;
use house::odd::Odd;
use house::{House, two};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const WATCHERS: usize = 100;

#[tokio::test]
async fn a_move_before_two_players_and_a_hundred_spectators() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Odd::new(folder.path());
    let [rows, transactions]: [Arc<AtomicUsize>; 2] = Default::default();
    let (counted, committed) = (Arc::clone(&rows), Arc::clone(&transactions));
    store.before_write = Box::new(move |writes| {
        // Heartbeats come by themselves.
        let own: Vec<&Write> = writes.iter().filter(|write| !matches!(write, Write::Beat { .. })).collect();
        let inserted = own.iter().map(|write| if let Write::Events { events, .. } = write { events.len() } else { 1 });
        counted.fetch_add(inserted.sum(), Ordering::SeqCst);
        committed.fetch_add(usize::from(!own.is_empty()), Ordering::SeqCst);
    });
    let settings = Settings { limited: false, ..Settings::default() };
    let house = House::open_on(Arc::new(store), settings).await;
    let clocks = json!({"clocks": {"white": "30m", "black": "30m"}});
    let (id, _, [mut white, mut black]) = two(&house, clocks).await;
    // Three languages; half of the spectators listen to the moves.
    let mut watchers = Vec::new();
    for at in 0..WATCHERS {
        let path = format!("/api/games/{id}/socket?lang={}&spoken={}", ["en", "ru", "uk"][at % 3], at % 2 == 0);
        let mut socket = house.visitor().socket(&path).await;
        socket.next("game").await;
        watchers.push(socket);
    }
    // The first move starts the clocks; the second is counted.
    white.play(&["c3", "d4"]).await;
    black.event().await;
    for watcher in &mut watchers {
        watcher.event().await;
    }
    let rendered = || house.club.counts.rendered.load(Ordering::SeqCst);
    let before = (rows.load(Ordering::SeqCst), transactions.load(Ordering::SeqCst), rendered());
    let generated = damka_rules::GENERATED.load(Ordering::SeqCst);

    black.play(&["f6", "g5"]).await;
    white.event().await;
    for watcher in &mut watchers {
        assert_eq!(watcher.event().await["move"]["text"], "f6-g5");
    }

    assert_eq!(damka_rules::GENERATED.load(Ordering::SeqCst) - generated, 1, "generations of legal moves");
    assert_eq!(rows.load(Ordering::SeqCst) - before.0, 1, "rows");
    assert_eq!(transactions.load(Ordering::SeqCst) - before.1, 1, "transactions");
    // White, Black, and spectators in three languages, each with and without spoken moves.
    assert_eq!(rendered() - before.2, 2 + 3 * 2, "frames rendered");
}
