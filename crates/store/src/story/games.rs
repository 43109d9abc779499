//! Games, their events, and who sits there.

use super::{add, append, event, forget, game, kept, occupant, write};
use crate::{Access, Anchor, ClientNumber, Ended, KeptEvent, NewEvent, Occupant, OccupantKind, Part, Scope};
use crate::{Store, StoreError, Versioned, Write};
use damka_conduct::Status;
use damka_rules::Colour;

pub fn tell(store: &dyn Store) {
    assert_eq!(store.game(&"first".into()), Ok(None));
    let first = game("first", "ann", "bob", 10);
    write(store, vec![add(first.clone())]).unwrap();
    let found = store.game(&"first".into()).unwrap().unwrap();
    assert_eq!((found.game, found.anchor, found.ended, found.changed_at), (first.clone(), None, None, 10));
    assert_eq!(write(store, vec![add(first)]), Err(StoreError::Conflict), "an id is given once");
    events(store);
    words(store);
    everything_about_a_game(store);
    seats_and_parts(store);
    texts(store);
    ending(store);
}

fn events(store: &dyn Store) {
    let first = NewEvent {
        line: "one".to_owned(),
        scope: Scope::Secret,
        client: Some(ClientNumber { client: u64::MAX, n: u64::from(u32::MAX) * 99 }),
        wall: 1_700_000_000_123,
    };
    let mv = |first, line: &str| append("first", first, vec![event(line)]);
    write(store, vec![Write::Events { game: "first".into(), run: 7, first: 1, events: vec![first.clone()] }]).unwrap();
    assert_eq!(write(store, vec![mv(1, "other")]), Err(StoreError::Conflict), "a number is given once");
    assert_eq!(write(store, vec![mv(2, "two"), mv(1, "one again")]), Err(StoreError::Conflict));
    let kept = store.events(&"first".into(), 0).unwrap();
    assert_eq!(kept, [KeptEvent { seq: 1, run: Some(7), event: first }], "everything or nothing");
    let second = NewEvent { scope: Scope::Seat, ..event("two") };
    write(store, vec![append("first", 2, vec![second.clone(), event("three")])]).unwrap();
    let after = store.events(&"first".into(), 1).unwrap();
    let third = KeptEvent { seq: 3, run: Some(1), event: event("three") };
    assert_eq!(after, [KeptEvent { seq: 2, run: Some(1), event: second }, third]);
    let lost = append("nowhere", 1, vec![event("x")]);
    assert_eq!(write(store, vec![lost]), Err(StoreError::Conflict), "there is no such game");
}

/// What a person wrote can be taken out of a line, and the games in which they may have written are found.
fn words(store: &dyn Store) {
    let mut talk = game("talk", "ann", "bob", 12);
    talk.spec = "rules: russian\ntalk: free\n".to_owned();
    let hidden = NewEvent { scope: Scope::Seat, ..event("white write-team ours") };
    write(store, vec![add(talk), append("talk", 1, vec![event("white write hi"), hidden])]).unwrap();
    let seats = |person: &str, line| store.seats_of(&person.into(), line).unwrap();
    assert_eq!((seats("ann", "talk: free"), seats("bob", "talk: free")), (vec!["talk".into()], vec!["talk".into()]));
    assert_eq!((seats("eve", "talk: free"), seats("ann", "talk: fre")), (vec![], vec![]));
    let reword = |seq, line: &str| Write::Reword { game: "talk".into(), seq, line: line.to_owned() };
    write(store, vec![reword(2, "white write-team")]).unwrap();
    let kept = store.events(&"talk".into(), 0).unwrap();
    let lines: Vec<(&str, Scope)> = kept.iter().map(|row| (row.event.line.as_str(), row.event.scope)).collect();
    assert_eq!(lines, [("white write hi", Scope::All), ("white write-team", Scope::Seat)]);
    write(store, vec![forget("talk")]).unwrap();
}

fn everything_about_a_game(store: &dyn Store) {
    let mut whole = game("whole", "ann", "bob", 11);
    whole.status = Status::Waiting;
    whole.creator = None;
    whole.imported = true;
    let computer = OccupantKind::Computer { level: 10, seed: u64::MAX };
    let computer = Occupant { seat: Colour::White, place: 2, kind: computer, name: None, picture: None };
    let nobody = Occupant { kind: OccupantKind::Person(None), place: 3, ..occupant(Colour::White, "Guest") };
    whole.occupants.splice(1..1, [computer, nobody]);
    whole.parts = vec![(Part::Arbiter, "cat".into()), (Part::Arbiter, "dan".into()), (Part::Importer, "cat".into())];
    let secret = |text: &str| Some(text.to_owned());
    whole.access = Access {
        listed: true,
        invitation: secret("come"),
        arbiter_invitation: secret("judge"),
        delay: 60_000,
        hidden: false,
        private: true,
        watch_invitation: secret("watch"),
    };
    write(store, vec![add(whole.clone())]).unwrap();
    assert_eq!(kept(store, "whole"), whole);
    write(store, vec![forget("whole")]).unwrap();
    assert_eq!(store.game(&"whole".into()), Ok(None));
    assert_eq!(write(store, vec![forget("whole")]), Err(StoreError::Conflict), "it is forgotten already");
}

fn seats_and_parts(store: &dyn Store) {
    let mut waiting = game("waiting", "ann", "bob", 12);
    (waiting.status, waiting.occupants) = (Status::Waiting, vec![occupant(Colour::White, "ann")]);
    let occupy = |occupant| Write::Occupy { game: "waiting".into(), occupant };
    let part = |game: &str, part| Write::Part { game: game.into(), part, person: "cat".into() };
    let live = Write::Status { game: "waiting".into(), status: Status::Live, now: 20 };
    write(store, vec![add(waiting.clone()), occupy(occupant(Colour::Black, "bob")), live]).unwrap();
    let taken = write(store, vec![occupy(occupant(Colour::Black, "cat"))]);
    assert_eq!(taken, Err(StoreError::Conflict), "a place is one person's");
    let beside = Occupant { place: 2, ..occupant(Colour::Black, "cat") };
    write(store, vec![occupy(beside.clone()), part("waiting", Part::Arbiter), part("waiting", Part::Arbiter)]).unwrap();
    let found = store.game(&"waiting".into()).unwrap().unwrap();
    assert_eq!((found.game.status, found.changed_at), (Status::Live, 20));
    assert_eq!(found.game.occupants[1..], [occupant(Colour::Black, "bob"), beside]);
    assert_eq!(found.game.parts, [(Part::Arbiter, "cat".into())], "a part is kept once");
    assert_eq!(write(store, vec![part("nowhere", Part::Arbiter)]), Err(StoreError::Conflict));
    parts_that_do_not_own(store);
    let nowhere = Write::Occupy { game: "nowhere".into(), occupant: occupant(Colour::White, "ann") };
    assert_eq!(write(store, vec![nowhere]), Err(StoreError::Conflict));
    write(store, vec![forget("waiting")]).unwrap();
}

/// A person who only offers to be the arbiter, or is a guest, does not have the game in their list, and can lose the
/// part again.
fn parts_that_do_not_own(store: &dyn Store) {
    let part = |part| Write::Part { game: "waiting".into(), part, person: "eve".into() };
    let unpart = |part| Write::Unpart { game: "waiting".into(), part, person: "eve".into() };
    let own = || store.ids_of(&"eve".into(), &crate::GameFilter { limit: 9, ..Default::default() }).unwrap();
    write(store, vec![part(Part::Candidate), part(Part::Guest)]).unwrap();
    let parts = kept(store, "waiting").parts;
    assert_eq!(parts[1..], [(Part::Candidate, "eve".into()), (Part::Guest, "eve".into())]);
    assert_eq!(own(), [], "neither has it in a list");
    write(store, vec![unpart(Part::Candidate), part(Part::Arbiter)]).unwrap();
    assert_eq!(kept(store, "waiting").parts.len(), 3);
    assert_eq!(own(), ["waiting".into()], "an arbiter has");
    write(store, vec![unpart(Part::Arbiter), unpart(Part::Guest), unpart(Part::Guest)]).unwrap();
    assert_eq!(kept(store, "waiting").parts, [(Part::Arbiter, "cat".into())]);
}

fn texts(store: &dyn Store) {
    let text = |version, body: &str| Versioned { version, body: body.to_owned() };
    let analysis = |version, body| Write::Analysis { game: "first".into(), found: text(version, body) };
    assert_eq!(store.analysis(&"first".into()), Ok(None));
    write(store, vec![analysis(2, "one"), analysis(3, "two")]).unwrap();
    assert_eq!(store.analysis(&"first".into()), Ok(Some(text(3, "two"))), "a later one replaces it");
}

fn ending(store: &dyn Store) {
    let anchor = Anchor { run: 7, run_ms: 8, game_ms: 9 };
    let (reason, fen) = (Some("resignation".to_owned()), "W:W:B".to_owned());
    let ended = Ended { winner: Some(Colour::Black), reason, fen, plies: 3 };
    let end = Write::End { game: "first".into(), ended: ended.clone(), now: 77 };
    write(store, vec![Write::Anchor { game: "first".into(), anchor }, end]).unwrap();
    let kept = store.game(&"first".into()).unwrap().unwrap();
    assert_eq!((kept.game.status, kept.changed_at), (Status::Over, 77));
    assert_eq!((kept.anchor, kept.ended), (Some(anchor), Some(ended)));
}
