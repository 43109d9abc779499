//! Lists of games.

use super::{add, forget, game, occupant, write};
use crate::{GameFilter, Occupant, OccupantKind, OwnResult, Part, Store, Write};
use damka_conduct::{GameId, PersonId, Status};
use damka_rules::Colour;

pub fn tell(store: &dyn Store) {
    for at in 0..5_u64 {
        let mut next = game(&format!("list{at}"), "ann", "dan", at);
        next.status = if at % 2 == 0 { Status::Waiting } else { Status::Live };
        next.access.listed = at != 2;
        next.rules = if at < 2 { "english".to_owned() } else { "russian".to_owned() };
        write(store, vec![add(next)]).unwrap();
    }
    by_status(store);
    of_a_person(store);
    opponents(store);
    parts(store);
}

fn by_status(store: &dyn Store) {
    let games =
        |status, listed, before, most| -> Vec<(i64, GameId)> { store.games_in(status, listed, before, most).unwrap() };
    let ids = |games: &[(i64, GameId)]| -> Vec<String> { games.iter().map(|(_, id)| id.to_string()).collect() };
    let waiting = games(Status::Waiting, false, None, 2);
    assert_eq!(ids(&waiting), ["list4", "list2"]);
    assert_eq!(ids(&games(Status::Waiting, false, Some(waiting[1].0), 9)), ["list0"], "the next page");
    assert_eq!(ids(&games(Status::Waiting, true, None, 9)), ["list4", "list0"], "those in the lobby");
    assert_eq!((store.count_in(Status::Waiting), store.count_in(Status::Live)), (Ok(3), Ok(2)));
    assert_eq!(
        (store.count_in(Status::Over), ids(&games(Status::Over, false, None, 9))),
        (Ok(1), vec!["first".into()])
    );
}

fn of(store: &dyn Store, person: &str, filter: &GameFilter) -> Vec<String> {
    let rows = store.games_of(&PersonId::from(person), filter).unwrap();
    rows.into_iter().map(|row| row.game.game.id.to_string()).collect()
}

fn all() -> GameFilter {
    GameFilter { limit: 100, ..GameFilter::default() }
}

fn with_result(result: OwnResult) -> GameFilter {
    GameFilter { result: Some(result), ..all() }
}

fn against(name: &str) -> GameFilter {
    GameFilter { opponent: Some(name.to_owned()), ..all() }
}

fn of_a_person(store: &dyn Store) {
    let mine = |filter: &GameFilter| of(store, "ann", filter);
    assert_eq!(mine(&all()), ["list4", "list3", "list2", "list1", "list0", "first"]);
    assert_eq!(mine(&GameFilter { rules: Some("english".to_owned()), ..all() }), ["list1", "list0"]);
    assert_eq!(mine(&GameFilter { status: Some(Status::Live), ..all() }), ["list3", "list1"]);
    assert_eq!(mine(&with_result(OwnResult::Lost)), ["first"]);
    assert!(mine(&with_result(OwnResult::Won)).is_empty());
    assert!(mine(&with_result(OwnResult::Drawn)).is_empty());
    assert_eq!(of(store, "cat", &with_result(OwnResult::Won)), ["first"]);
    assert!(mine(&GameFilter { side: Some(Colour::Black), ..all() }).is_empty());
    let page = store.games_of(&"ann".into(), &GameFilter { limit: 2, ..all() }).unwrap();
    assert_eq!(page[0].game, store.game(&"list4".into()).unwrap().unwrap(), "rows are whole games");
    assert_eq!(mine(&GameFilter { before: Some(page[1].number), limit: 2, ..all() }), ["list2", "list1"]);
    let drawn = Write::Status { game: "list0".into(), status: Status::Over, now: 9 };
    write(store, vec![drawn]).unwrap();
    assert_eq!(mine(&with_result(OwnResult::Drawn)), ["list0"]);
    let every = GameFilter {
        rules: Some("russian".to_owned()),
        status: Some(Status::Over),
        result: Some(OwnResult::Lost),
        opponent: Some("bob".to_owned()),
        side: Some(Colour::White),
        before: Some(i64::MAX),
        limit: 1,
    };
    assert_eq!(mine(&every), ["first"], "everything at once");
    write(store, vec![forget("list0")]).unwrap();
}

fn opponents(store: &dyn Store) {
    let mine = |name: &str| of(store, "ann", &against(name));
    assert_eq!(mine("bo"), ["first"]);
    assert!(mine("ann").is_empty(), "nobody is their own opponent");
    assert!(mine("%").is_empty());
    let mut shared = game("shared", "ann", "Їжак Ґалаґан", 1);
    shared.occupants.push(Occupant { place: 2, ..occupant(Colour::Black, "Second") });
    shared.occupants.insert(1, Occupant { place: 2, ..occupant(Colour::White, "Friend") });
    let mut alone = game("alone", "ann", "ann", 1);
    let kind = OccupantKind::Computer { level: 1, seed: 1 };
    alone.occupants.push(Occupant { seat: Colour::Black, place: 2, kind, name: None, picture: None });
    write(store, vec![add(shared), add(alone)]).unwrap();
    assert_eq!(mine("їЖАК ґ"), ["shared"]);
    assert_eq!(mine("second"), ["shared"], "at any place");
    assert!(mine("friend").is_empty(), "a friend at the same seat is not an opponent");
    assert_eq!(mine("ann"), ["alone"], "somebody who plays both sides has the game once");
    write(store, vec![forget("shared"), forget("alone")]).unwrap();
}

fn parts(store: &dyn Store) {
    let part = |part, game: &str| Write::Part { game: game.into(), part, person: "eva".into() };
    write(store, vec![part(Part::Arbiter, "list3"), part(Part::Importer, "list4"), part(Part::Importer, "first")])
        .unwrap();
    assert_eq!(of(store, "eva", &all()), ["list4", "list3", "first"]);
    assert_eq!(of(store, "eva", &against("bob")), ["first"], "for the importer both sides are others");
    assert_eq!(of(store, "eva", &against("ann")), ["list4", "list3", "first"]);
    assert!(of(store, "eva", &with_result(OwnResult::Won)).is_empty());
    assert!(of(store, "eva", &GameFilter { side: Some(Colour::White), ..all() }).is_empty());
}
