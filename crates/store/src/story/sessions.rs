//! Sessions: the devices on which people are signed in.

use super::{person, write};
use crate::{KeptSession, Store, StoreError, Write};

fn session(key: &str, person: &str, at: u64) -> KeptSession {
    let (key, device) = (key.to_owned(), "Firefox · Windows".to_owned());
    KeptSession { key, person: person.into(), device, created_at: at, seen_at: at }
}

fn begin(key: &str, person: &str, at: u64, generation: Option<u32>) -> Write {
    Write::Session { session: session(key, person, at), generation }
}

fn keys(store: &dyn Store, person: &str) -> Vec<String> {
    store.sessions_of(&person.into()).unwrap().into_iter().map(|session| session.key).collect()
}

pub fn tell(store: &dyn Store) {
    beginning(store);
    ending(store);
    going(store);
}

fn beginning(store: &dyn Store) {
    assert_eq!(write(store, vec![begin("none", "nobody", 1, None)]), Err(StoreError::Conflict), "only of known people");
    let newcomer =
        |key: &str| vec![Write::Newcomer(person("sue", "Sue", None)), Write::FirstSession(session(key, "sue", 10))];
    write(store, newcomer("phone")).unwrap();
    assert_eq!(store.session("phone"), Ok(Some(session("phone", "sue", 10))));
    assert_eq!(store.session("desk"), Ok(None));
    write(store, vec![begin("desk", "sue", 20, Some(0)), begin("desk", "sue", 15, Some(0))]).unwrap();
    assert_eq!(keys(store, "sue"), ["desk", "phone"], "the last used first, each once");
    write(store, vec![Write::SessionSeen { key: "phone".to_owned(), now: 30 }]).unwrap();
    write(store, vec![Write::SessionSeen { key: "phone".to_owned(), now: 25 }]).unwrap();
    assert_eq!(store.session("phone").unwrap().unwrap().seen_at, 30, "time does not go back");
    assert_eq!(keys(store, "sue"), ["phone", "desk"]);
    write(store, vec![Write::SessionSeen { key: "none".to_owned(), now: 30 }]).unwrap();
    assert_eq!(
        write(store, vec![begin("desk", "ann", 20, None)]),
        Err(StoreError::Conflict),
        "a session is one person's"
    );
}

fn ending(store: &dyn Store) {
    let generation = || store.person(&"sue".into()).unwrap().unwrap().generation;
    assert_eq!(generation(), 0);
    write(store, vec![Write::EndSession { person: "ann".into(), key: "phone".to_owned() }]).unwrap();
    assert_eq!(keys(store, "sue"), ["phone", "desk"], "nobody ends another's session");
    write(store, vec![Write::EndSession { person: "sue".into(), key: "phone".to_owned() }]).unwrap();
    assert_eq!((keys(store, "sue"), generation()), (vec!["desk".to_owned()], 1), "cookies without a session end, too");

    // A write that was on its way while a session ended does not bring it back.
    let late = vec![Write::Newcomer(person("sue", "Sue", None)), Write::FirstSession(session("phone", "sue", 40))];
    write(store, late).unwrap();
    assert_eq!(write(store, vec![begin("phone", "sue", 40, Some(0))]), Err(StoreError::Conflict));
    assert_eq!(keys(store, "sue"), ["desk"]);

    write(store, vec![begin("phone", "sue", 50, Some(1)), begin("tablet", "sue", 60, None)]).unwrap();
    let others = Write::EndSessions { person: "sue".into(), except: Some("desk".to_owned()) };
    write(store, vec![others]).unwrap();
    assert_eq!((keys(store, "sue"), generation()), (vec!["desk".to_owned()], 2));
    // The generation never decreases, even if a request read an older one before.
    write(store, vec![Write::Person(person("sue", "Sue", Some("hash")))]).unwrap();
    assert_eq!(generation(), 2);
    write(store, vec![Write::EndSessions { person: "sue".into(), except: None }, begin("new", "sue", 70, None)])
        .unwrap();
    assert_eq!((keys(store, "sue"), generation()), (vec!["new".to_owned()], 3));
}

fn going(store: &dyn Store) {
    write(store, vec![Write::Newcomer(person("tom", "Tom", None)), Write::FirstSession(session("toms", "tom", 80))])
        .unwrap();
    write(store, vec![Write::Merge { from: "tom".into(), into: "sue".into() }]).unwrap();
    assert_eq!(
        (store.session("toms"), keys(store, "sue")),
        (Ok(None), vec!["new".to_owned()]),
        "games move, sessions end"
    );
    write(store, vec![Write::Delete { person: "sue".into() }]).unwrap();
    assert_eq!((store.session("new"), keys(store, "sue")), (Ok(None), vec![]));
}
