//! What nodes share.

use super::{add, append, event, game, names, occupant, person, write};
use crate::{Bucket, ClubWrite, Glance, KeptHandover, NewNode, Occupant, Part, SharedWrite, Store, StoreError, Write};
use damka_conduct::Status;
use damka_rules::Colour;

const CONFLICT: Result<(), StoreError> = Err(StoreError::Conflict);

fn shared(write: SharedWrite) -> Write {
    Write::Shared(write)
}

fn change(subject: Option<&str>, body: &str) -> Write {
    shared(SharedWrite::Change { subject: subject.map(str::to_owned), body: body.to_owned() })
}

pub fn tell(store: &dyn Store) {
    changes(store);
    shares(store);
    buckets(store);
    handovers(store);
    seats(store);
    glances(store);
}

fn bodies(store: &dyn Store, after: i64) -> Vec<String> {
    store.shared().changes(after, 9).unwrap().into_iter().map(|(_, body)| body).collect()
}

fn changes(store: &dyn Store) {
    assert_eq!(store.shared().known_changes(), Ok((0, 0)));
    write(store, vec![change(None, "one"), change(Some("subject"), "two")]).unwrap();
    let rolled_back =
        vec![change(Some("nothing"), "none"), Write::Reword { game: "no".into(), seq: 1, line: String::new() }];
    let _ = write(store, rolled_back.into_iter().chain([super::forget("no such game")]).collect());
    write(store, vec![change(None, "three")]).unwrap();
    assert_eq!(bodies(store, 0), ["one", "two", "three"], "a change goes with its transaction");
    let known = store.shared().changes(0, 2).unwrap();
    assert_eq!(known.len(), 2);
    assert_eq!(bodies(store, known[1].0), ["three"]);
    let shared_store = store.shared();
    assert_eq!(shared_store.has_changed("subject", 60_000), Ok(true));
    assert_eq!(shared_store.has_changed("nothing", 60_000), Ok(false));
    std::thread::sleep(std::time::Duration::from_millis(5));
    assert_eq!(shared_store.has_changed("subject", 0), Ok(false), "long ago");
    write(store, vec![shared(SharedWrite::Forget { age: 60_000 })]).unwrap();
    assert_eq!(bodies(store, 0).len(), 3, "none is old");
    write(store, vec![shared(SharedWrite::Forget { age: 0 })]).unwrap();
    assert_eq!(bodies(store, 0), ["three"], "the newest stays, so that everybody sees where they are");
    let newest = known[1].0 + 1;
    let (oldest, last) = shared_store.known_changes().unwrap();
    assert!(oldest == last && last >= newest);
}

fn shares(store: &dyn Store) {
    let begin = |address: &str| {
        let about = NewNode { address: address.to_owned(), version: "0".to_owned() };
        store.nodes().begin_node(1, &about).unwrap().id
    };
    let (first, second) = (begin("one"), begin("two"));
    let share = |run, version, body: &str| shared(SharedWrite::Share { run, version, body: body.to_owned() });
    write(store, vec![share(first, 1, "a"), share(second, 7, "b"), share(first, 2, "c")]).unwrap();
    assert_eq!(store.shared().shares(), Ok(vec![(first, 2), (second, 7)]));
    assert_eq!(store.shared().share(first), Ok(Some((2, "c".to_owned()))));
    write(store, vec![Write::EndRun { run: first }]).unwrap();
    assert_eq!(store.shared().shares(), Ok(vec![(second, 7)]), "whose lease has ended shows nothing");
    write(store, vec![shared(SharedWrite::Forget { age: 60_000 })]).unwrap();
    assert_eq!(store.shared().share(first), Ok(None));
    write(store, vec![Write::EndRun { run: second }]).unwrap();
}

fn buckets(store: &dyn Store) {
    let bucket = |key: &str| Bucket { key: key.to_owned(), every: 1_000_000, most: 3 };
    let take = |key: &str| write(store, vec![shared(SharedWrite::Take(bucket(key)))]);
    assert_eq!(store.shared().empty_for(&bucket("home")), Ok(0), "it is full");
    assert_eq!([take("home"), take("home"), take("home")], [Ok(()), Ok(()), Ok(())]);
    assert_eq!(take("home"), CONFLICT);
    let wait = store.shared().empty_for(&bucket("home")).unwrap();
    assert!((900_000..=1_000_000).contains(&wait), "{wait}");
    // All or nothing: what is refused takes nothing from the other bucket.
    let both = vec![shared(SharedWrite::Take(bucket("school"))), shared(SharedWrite::Take(bucket("home")))];
    assert_eq!(write(store, both), CONFLICT);
    assert_eq!([take("school"), take("school"), take("school"), take("school")], [Ok(()), Ok(()), Ok(()), CONFLICT]);
    write(store, vec![shared(SharedWrite::GiveBack(bucket("home")))]).unwrap();
    assert_eq!([take("home"), take("home")], [Ok(()), CONFLICT]);
    // It fills with time.
    let quick =
        |most| write(store, vec![shared(SharedWrite::Take(Bucket { key: "quick".to_owned(), every: 1, most }))]);
    assert_eq!(quick(1), Ok(()));
    std::thread::sleep(std::time::Duration::from_millis(5));
    assert_eq!(quick(1), Ok(()));
}

fn handovers(store: &dyn Store) {
    let offer = |hash: &str, who: &str, lasts| {
        let code = KeptHandover { hash: hash.to_owned(), person: who.into(), generation: 3, lasts };
        shared(SharedWrite::Handover(code))
    };
    let used = |hash: &str| write(store, vec![shared(SharedWrite::UseHandover { hash: hash.to_owned() })]);
    write(store, vec![offer("h1", "hana", 60_000), offer("h2", "hana", 60_000), offer("h3", "hugo", 60_000)]).unwrap();
    assert_eq!(store.shared().handover("h1"), Ok(None), "a new code replaces the one before");
    let code = store.shared().handover("h2").unwrap().unwrap();
    assert_eq!((code.person.as_str(), code.generation), ("hana", 3));
    assert!((50_000..=60_000).contains(&code.lasts));
    assert_eq!([used("h1"), used("h2"), used("h2")], [CONFLICT, Ok(()), CONFLICT], "once");
    write(store, vec![offer("h4", "hana", 0)]).unwrap();
    assert_eq!((store.shared().handover("h4"), used("h4")), (Ok(None), CONFLICT), "too late");
    write(store, vec![Write::Delete { person: "hugo".into() }]).unwrap();
    assert_eq!(used("h3"), CONFLICT, "nobody is left");
}

fn seats(store: &dyn Store) {
    let renamed = Write::Rename { person: "nora".into(), name: "Nora".to_owned(), key: "nora".to_owned() };
    let nora = Occupant { name: Some("guest".to_owned()), ..occupant(Colour::White, "nora") };
    let mut open = game("named", "nora", "nils", 1);
    open.occupants = vec![nora, occupant(Colour::Black, "nils")];
    write(store, vec![Write::Person(person("nora", "nora", None)), renamed, add(open)]).unwrap();
    assert_eq!(names(store, "named"), ["guest", "nils"], "a seat that was taken under an older name");
    let name = |who: &str| shared(SharedWrite::Names { person: who.into() });
    write(store, vec![name("nora"), name("nils")]).unwrap();
    assert_eq!(names(store, "named"), ["Nora", "nils"], "who is not known keeps the name of the seat");
}

fn glances(store: &dyn Store) {
    let ids: Vec<_> = (0..40).map(|n| format!("glance{n}").as_str().into()).collect();
    let made = (0..40).map(|n| add(game(&format!("glance{n}"), "gil", "gus", 7)));
    write(store, made.collect()).unwrap();
    let all = store.shared().glances(&ids).unwrap();
    assert_eq!(all.len(), 40, "more than one question asks");
    let of = |n: usize| -> Glance {
        let found = store.shared().glances(&ids[n..=n]).unwrap();
        found.into_iter().next().unwrap().1
    };
    let before = of(3);
    assert_eq!((before.owner, before.seq, before.status, before.hidden), (None, 0, Status::Live, false));
    assert_eq!(of(4), before, "nothing has happened in either");
    write(store, vec![append("glance3", 1, vec![event("a move")])]).unwrap();
    assert_eq!(of(3).seq, 1);
    let part = Write::Part { game: "glance4".into(), part: Part::Candidate, person: "gina".into() };
    write(store, vec![part]).unwrap();
    let candidate = of(4).people;
    assert_ne!(candidate, before.people);
    let unpart = Write::Unpart { game: "glance4".into(), part: Part::Candidate, person: "gina".into() };
    let rules = Write::Part { game: "glance4".into(), part: Part::Arbiter, person: "gina".into() };
    write(store, vec![unpart, rules]).unwrap();
    assert_ne!(of(4).people, candidate, "the same person with another part");
    write(store, vec![Write::Club(ClubWrite::Hide { game: "glance5".into(), hidden: true })]).unwrap();
    assert!(of(5).hidden);
    assert_eq!(store.shared().glances(&["none".into()]), Ok(vec![]));
    write(store, (0..40).map(|n| super::forget(&format!("glance{n}"))).collect()).unwrap();
}
