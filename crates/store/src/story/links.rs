//! Coaches' links, and the pictures of people.

use super::{add, forget, game, kept, person, write};
use crate::{KeptLink, Store, StoreError, Versioned, Write};

fn link(code: &str, creator: &str, created_at: u64) -> KeptLink {
    KeptLink {
        code: code.to_owned(),
        game: Versioned { version: 2, body: "{}".to_owned() },
        creator: Some(creator.into()),
        task: "White to move and win".to_owned(),
        created_at,
        ended_at: None,
    }
}

fn codes(store: &dyn Store, person: &str, most: u32) -> Vec<String> {
    store.links_of(&person.into(), most).unwrap().into_iter().map(|link| link.code).collect()
}

pub fn tell(store: &dyn Store) {
    let (first, second) = (link("abc", "coach", 1), link("def", "coach", 2));
    write(store, vec![Write::Link(first.clone()), Write::Link(second.clone())]).unwrap();
    assert_eq!(store.link("abc"), Ok(Some(first.clone())));
    assert_eq!(store.link("other"), Ok(None));
    assert_eq!(write(store, vec![Write::Link(first)]), Err(StoreError::Conflict), "a code opens one thing");
    assert_eq!(codes(store, "coach", 9), ["def", "abc"], "the newest first");
    assert_eq!(codes(store, "coach", 1), ["def"]);
    assert_eq!(codes(store, "pupil", 9), [""; 0]);

    let end = |now| Write::EndLink { code: "def".to_owned(), now };
    write(store, vec![end(7), end(8)]).unwrap();
    assert_eq!(store.link("def").unwrap().unwrap().ended_at, Some(7), "the first end counts");
    opening(store);
    pictures(store);

    write(store, vec![Write::Merge { from: "coach".into(), into: "heir".into() }]).unwrap();
    assert_eq!(codes(store, "heir", 9), ["def", "abc"], "links move with everything else");
    write(store, vec![Write::Merge { from: "heir".into(), into: "coach".into() }]).unwrap();
    write(store, vec![Write::Delete { person: "coach".into() }]).unwrap();
    assert_eq!(store.link("abc"), Ok(None), "links go with the coach");
    assert_eq!(store.opened_by("abc", 9), Ok((0, vec![])));
}

fn opening(store: &dyn Store) {
    let opened = |game: &str| Write::Opened { link: "abc".to_owned(), game: game.into() };
    write(store, vec![add(game("one", "pupil", "cat", 1)), opened("one")]).unwrap();
    write(store, vec![add(game("two", "pupil", "cat", 2)), opened("two")]).unwrap();
    assert_eq!(write(store, vec![opened("nowhere")]), Err(StoreError::Conflict), "there is no such game");
    let (count, rows) = store.opened_by("abc", 1).unwrap();
    assert_eq!((count, rows.len(), rows[0].game.game.id.as_str()), (2, 1, "two"), "the newest first");
    assert_eq!(rows[0].game.game.occupants.len(), 2, "with those who play");
    write(store, vec![forget("two")]).unwrap();
    assert_eq!(store.opened_by("abc", 9).unwrap().0, 1, "a game that is forgotten is not counted");
    write(store, vec![forget("one")]).unwrap();
}

fn pictures(store: &dyn Store) {
    write(store, vec![Write::Person(person("sun", "Sun", None)), add(game("seen", "sun", "sun", 1))]).unwrap();
    let picture = |picture: Option<&str>| Write::Picture { person: "sun".into(), picture: picture.map(str::to_owned) };
    let shown = || kept(store, "seen").occupants[1].picture.clone();
    assert_eq!(shown(), None);
    write(store, vec![picture(Some("kite"))]).unwrap();
    assert_eq!(shown().as_deref(), Some("kite"), "a game shows the picture of today");
    assert_eq!(store.person(&"sun".into()).unwrap().unwrap().picture.as_deref(), Some("kite"));
    write(store, vec![Write::Person(person("sun", "Sunny", None))]).unwrap();
    assert_eq!(shown().as_deref(), Some("kite"), "another name leaves it as it is");
    write(store, vec![Write::Newcomer(person("rain", "Rain", None))]).unwrap();
    write(store, vec![Write::Merge { from: "sun".into(), into: "rain".into() }]).unwrap();
    assert_eq!(shown().as_deref(), Some("kite"), "who has none takes it along");
    write(store, vec![Write::Delete { person: "rain".into() }]).unwrap();
    assert_eq!(shown(), None, "it goes with the person");
    write(store, vec![forget("seen")]).unwrap();
}
