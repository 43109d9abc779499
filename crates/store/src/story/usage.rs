//! How much people keep.

use super::{add, append, event, forget, game, person, write};
use crate::{Charge, Ended, Store, StoreError, Usage, Write};

fn usage(store: &dyn Store, person: &str) -> Usage {
    store.usage(&person.into()).unwrap()
}

fn end(game: &str) -> Write {
    let ended = Ended { winner: None, reason: None, fen: "W:Wa1:Bh8".to_owned(), plies: 0 };
    Write::End { game: game.into(), ended, now: 1 }
}

fn note(game: &str, text: &str) -> Write {
    Write::Note { person: "kim".into(), game: game.into(), text: text.to_owned(), now: 1 }
}

fn allow(person: &str, factor: u32) -> Write {
    Write::Allowance { person: person.into(), factor }
}

pub fn tell(store: &dyn Store) {
    let nothing = Usage { games: 0, bytes: 0, notes: 0, links: 0, allowance: 1 };
    assert_eq!(usage(store, "kim"), nothing, "nobody knows her yet");
    write(store, vec![Write::Person(person("kim", "Kim", None)), Write::Person(person("lee", "Lee", None))]).unwrap();
    write(store, vec![add(game("small", "kim", "lee", 1)), end("small")]).unwrap();
    let small = usage(store, "kim");
    assert_eq!((small.games, small.notes), (1, 0));
    assert_eq!(usage(store, "lee"), nothing, "the game is charged to its creator");

    let lines = |count: usize| (0..count).map(|_| event("2 0:00.000 white move c3 d4")).collect();
    write(store, vec![add(game("long", "kim", "lee", 1)), append("long", 1, lines(1000)), end("long")]).unwrap();
    let long = usage(store, "kim").bytes - small.bytes;
    assert!((28_000..80_000).contains(&long), "{long}: lines count with what stands beside them");
    write(store, vec![note("small", "шашки")]).unwrap();
    let noted = usage(store, "kim");
    assert_eq!((noted.notes, noted.bytes), (1, small.bytes + long + 10), "bytes, not letters");
    write(store, vec![note("small", "x")]).unwrap();
    assert_eq!(usage(store, "kim").bytes, small.bytes + long + 1, "notes that are kept again count once");

    // A removed game does not count, even if others keep it.
    write(store, vec![Write::Remove { game: "long".into(), person: "kim".into() }]).unwrap();
    assert!(store.game(&"long".into()).unwrap().is_some(), "Lee keeps it");
    assert_eq!(usage(store, "kim"), Usage { games: 1, bytes: small.bytes + 1, notes: 1, ..nothing });

    assert_eq!(write(store, vec![allow("nobody", 3)]), Err(StoreError::Conflict));
    write(store, vec![allow("kim", 3)]).unwrap();
    assert_eq!(usage(store, "kim").allowance, 3);
    write(store, vec![Write::Merge { from: "kim".into(), into: "lee".into() }]).unwrap();
    let merged = usage(store, "lee");
    assert_eq!((merged.games, merged.notes, merged.allowance), (1, 1, 3), "all of it moves to the account");
    write(store, vec![forget("small"), forget("long")]).unwrap();
    assert_eq!(usage(store, "lee"), Usage { allowance: 3, ..nothing });
    days(store);
}

/// What was added from addresses outlives the process.
fn days(store: &dyn Store) {
    let charge = |day, address: &str, games, bytes| Write::Charge {
        address: address.to_owned(),
        charge: Charge { day, games, bytes },
    };
    write(store, vec![charge(100, "home", 2, 50), charge(100, "home", 1, 7), charge(100, "school", 9, 9)]).unwrap();
    assert_eq!(store.charged("home", 100), Ok(Charge { day: 100, games: 3, bytes: 57 }));
    assert_eq!(store.charged("home", 101), Ok(Charge { day: 101, games: 0, bytes: 0 }));
    write(store, vec![charge(103, "school", 1, 1)]).unwrap();
    assert_eq!(store.charged("home", 100).unwrap().games, 0, "old days are forgotten");
}

/// After the data has been opened again.
pub fn tell_after(store: &dyn Store) {
    assert_eq!(store.charged("school", 103), Ok(Charge { day: 103, games: 1, bytes: 1 }));
    assert_eq!(usage(store, "lee").allowance, 3);
}
