//! Contests, their events, entrants and boards.

use super::{add, game, kept, person, write};
use crate::{
    ContestBoard, ContestLine, ContestWrite, GameFilter, KeptEntrant, NewContest, Scope, Store, StoreError, Write,
};
use damka_conduct::Status;

fn contest(id: &str, owner: &str) -> NewContest {
    NewContest {
        id: id.into(),
        name: "Evening of Zhenya".to_owned(),
        spec: "kind: evening\n".to_owned(),
        owner: Some(owner.into()),
        status: Status::Waiting,
        created_at: 7,
        begins_at: Some(9),
        private: true,
        secret: Some("come".to_owned()),
    }
}

fn line(text: &str) -> ContestLine {
    ContestLine { run: 3, wall: 1_700_000_000_123, scope: Scope::All, line: text.to_owned() }
}

fn entrant(number: u16, person: Option<&str>, name: &str) -> Write {
    let (person, name) = (person.map(Into::into), Some(name.to_owned()));
    Write::Contest(ContestWrite::Entrant { contest: "cup".into(), number, person, name })
}

fn events(first: u32, lines: &[&str]) -> Write {
    let lines = lines.iter().map(|text| line(text)).collect();
    Write::Contest(ContestWrite::Events { contest: "cup".into(), first, lines })
}

pub fn tell(store: &dyn Store) {
    let contests = store.contests();
    assert_eq!(contests.contest(&"cup".into()), Ok(None));
    let cup = contest("cup", "zoe");
    let new = || Write::Contest(ContestWrite::New(contest("cup", "zoe")));
    write(store, vec![new(), entrant(1, Some("zoe"), "Zoe"), entrant(2, None, "Room")]).unwrap();
    let found = contests.contest(&"cup".into()).unwrap().unwrap();
    assert_eq!((found.contest, found.changed_at), (cup, 7));
    let [first, second] = &found.entrants[..] else { panic!("{:?}", found.entrants) };
    assert_eq!((first.number, first.person.clone(), first.name.as_deref()), (1, Some("zoe".into()), Some("Zoe")));
    assert_eq!(*second, KeptEntrant { number: 2, person: None, name: Some("Room".to_owned()), picture: None });
    assert_eq!(write(store, vec![new()]), Err(StoreError::Conflict), "an id is given once");
    events_are_fenced(store);
    boards(store);
    lists(store);
    people(store);
}

fn events_are_fenced(store: &dyn Store) {
    write(store, vec![events(1, &["one", "two"])]).unwrap();
    assert_eq!(write(store, vec![events(2, &["other"])]), Err(StoreError::Conflict), "a number is given once");
    let kept = |after| store.contests().contest_events(&"cup".into(), after).unwrap();
    assert_eq!(kept(0), [line("one"), line("two")]);
    assert_eq!(kept(1), [line("two")]);
    // Boards are made together with the event that pairs them, or not at all.
    let together = vec![add(game("lost", "zoe", "bob", 1)), events(1, &["again"])];
    assert_eq!(write(store, together), Err(StoreError::Conflict));
    assert_eq!(store.game(&"lost".into()), Ok(None));
}

fn boards(store: &dyn Store) {
    let board = |contest: &str| {
        let (contest, board) = (contest.into(), "1.2.1".to_owned());
        Write::Contest(ContestWrite::Board { game: "board".into(), contest, board })
    };
    write(store, vec![add(game("board", "zoe", "bob", 1)), board("cup")]).unwrap();
    let found = store.game(&"board".into()).unwrap().unwrap();
    assert_eq!(found.board, Some(ContestBoard { contest: "cup".into(), board: "1.2.1".to_owned() }));
    assert_eq!(write(store, vec![board("nowhere")]), Err(StoreError::Conflict), "there is no such contest");
    // A contest keeps its games, also when nobody else wants them.
    let over = Write::Status { game: "board".into(), status: Status::Over, now: 3 };
    let remove = |person: &str| Write::Remove { game: "board".into(), person: person.into() };
    write(store, vec![over, remove("zoe"), remove("bob")]).unwrap();
    assert_eq!(kept(store, "board").id, "board".into());
    assert_eq!(store.ids_of(&"zoe".into(), &GameFilter { limit: 9, ..Default::default() }), Ok(vec![]));
}

fn lists(store: &dyn Store) {
    let contests = store.contests();
    assert_eq!(contests.contests_in(Status::Waiting, 9), Ok(vec!["cup".into()]));
    let status = ContestWrite::Status { contest: "cup".into(), status: Status::Live, now: 11 };
    write(store, vec![Write::Contest(status), Write::Contest(ContestWrite::New(contest("next", "zoe")))]).unwrap();
    assert_eq!(contests.contests_in(Status::Live, 9), Ok(vec!["cup".into()]));
    assert_eq!(contests.contests_of(&"zoe".into(), 9), Ok(vec!["next".into(), "cup".into()]));
    assert_eq!(contests.contests_of(&"zoe".into(), 1), Ok(vec!["next".into()]));
    assert_eq!(contests.contest(&"cup".into()).unwrap().unwrap().changed_at, 11);
}

fn people(store: &dyn Store) {
    let guest = |person: &str| ContestWrite::Guest { contest: "cup".into(), person: person.into() };
    let writes = ["zoe", "yan"].map(|id| Write::Person(person(id, id, None))).into_iter();
    write(store, writes.chain([Write::Contest(guest("zoe")), Write::Contest(guest("zoe"))]).collect()).unwrap();
    let found = || store.contests().contest(&"cup".into()).unwrap().unwrap();
    assert_eq!(found().guests, ["zoe".into()]);
    write(store, vec![Write::Rename { person: "zoe".into(), name: "Zoya".to_owned(), key: "zoya".to_owned() }])
        .unwrap();
    assert_eq!(found().entrants[0].name.as_deref(), Some("Zoya"));
    write(store, vec![Write::Merge { from: "zoe".into(), into: "yan".into() }]).unwrap();
    let merged = found();
    assert_eq!((merged.contest.owner, merged.guests), (Some("yan".into()), vec!["yan".into()]));
    assert_eq!(merged.entrants[0].person, Some("yan".into()), "in the middle of a contest");
    write(store, vec![Write::Delete { person: "yan".into() }]).unwrap();
    let gone = found();
    assert_eq!((gone.contest.owner, gone.guests), (None, vec![]));
    assert_eq!((gone.entrants[0].person.clone(), gone.entrants[0].name.clone()), (None, None));
    assert_eq!(gone.entrants.len(), 2, "the record needs the number");
}
