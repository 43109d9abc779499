//! What is expected of every store, beside the story.

use damka_store::story::{append, event, game, write};
use damka_store::{Store, StoreError, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

pub fn one(game: &str, first: u32) -> Write {
    append(game, first, vec![event(&format!("event {first}"))])
}

pub fn what_waits_is_written_before_it_closes(open: &mut dyn FnMut() -> Box<dyn Store>) {
    let store = open();
    write(&*store, vec![Write::Game(Box::new(game("g", "ann", "bob", 1)))]).unwrap();
    let confirmed = Arc::new(AtomicUsize::new(0));
    for first in 1..=500 {
        let confirmed = Arc::clone(&confirmed);
        store.write(
            vec![one("g", first)],
            Box::new(move |result| {
                result.unwrap();
                confirmed.fetch_add(1, Ordering::SeqCst);
            }),
        );
    }
    drop(store);
    assert_eq!(confirmed.load(Ordering::SeqCst), 500);
    assert_eq!(open().events(&"g".into(), 0).unwrap().len(), 500);
}

pub fn one_wrong_write_does_not_hurt_the_others(store: &dyn Store) {
    write(store, vec![Write::Game(Box::new(game("g", "ann", "bob", 1)))]).unwrap();
    let (tell, told) = channel();
    for first in [1, 1, 2, 9, 9, 3] {
        let tell = tell.clone();
        store.write(vec![one("g", first)], Box::new(move |result| tell.send((first, result)).unwrap()));
    }
    drop(tell);
    let refused: Vec<u32> =
        told.iter().filter(|(_, result)| *result == Err(StoreError::Conflict)).map(|(first, _)| first).collect();
    assert_eq!(refused, [1, 9]);
    assert_eq!(store.events(&"g".into(), 0).unwrap().len(), 4);
}

/// Many games at once: each has its events in the order in which they were handed over.
pub fn writes_of_a_game_stay_in_order(store: &dyn Store) {
    let ids: Vec<String> = (0..20).map(|number| format!("g{number}")).collect();
    write(store, ids.iter().map(|id| Write::Game(Box::new(game(id, "ann", "bob", 1)))).collect()).unwrap();
    let (tell, told) = channel();
    for first in 1..=50 {
        for id in &ids {
            let (tell, id) = (tell.clone(), id.clone());
            store.write(
                vec![one(&id, first)],
                Box::new(move |result| {
                    result.unwrap();
                    tell.send((id, first)).unwrap();
                }),
            );
        }
    }
    drop(tell);
    let answered: Vec<(String, u32)> = told.iter().collect();
    for id in &ids {
        let numbers: Vec<u32> = answered.iter().filter(|(of, _)| of == id).map(|(_, first)| *first).collect();
        assert_eq!(numbers, (1..=50).collect::<Vec<_>>(), "{id}");
        let kept = store.events(&id.as_str().into(), 0).unwrap();
        assert!(kept.iter().all(|row| row.event.line == format!("event {}", row.seq)), "{id}");
        assert_eq!(kept.len(), 50);
    }
}
