//! Lists of games.

use super::{add, forget, game, occupant, write};
use crate::{About, Days, Ended, GameFilter, Occupant, OccupantKind, Part, ResultFilter, Store, Write};
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
    files(store);
    removing(store);
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

fn with_result(result: ResultFilter) -> GameFilter {
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
    assert_eq!(mine(&with_result(ResultFilter::Lost)), ["first"]);
    assert!(mine(&with_result(ResultFilter::Won)).is_empty());
    assert!(mine(&with_result(ResultFilter::Drawn)).is_empty());
    assert_eq!(of(store, "cat", &with_result(ResultFilter::Won)), ["first"]);
    assert!(mine(&GameFilter { side: Some(Colour::Black), ..all() }).is_empty());
    let page = store.games_of(&"ann".into(), &GameFilter { limit: 2, ..all() }).unwrap();
    assert_eq!(page[0].game, store.game(&"list4".into()).unwrap().unwrap(), "rows are whole games");
    assert_eq!(mine(&GameFilter { before: Some(page[1].number), limit: 2, ..all() }), ["list2", "list1"]);
    write(store, vec![end("list0", Some("agreement"))]).unwrap();
    assert_eq!(mine(&with_result(ResultFilter::Drawn)), ["list0"]);
    write(store, vec![end("list0", Some("annulled"))]).unwrap();
    assert!(mine(&with_result(ResultFilter::Drawn)).is_empty(), "what does not count is not a draw");
    write(store, vec![end("list0", None)]).unwrap();
    assert!(mine(&with_result(ResultFilter::Drawn)).is_empty(), "nor is what nobody knows");
    assert_eq!(mine(&with_result(ResultFilter::Unknown)), ["list0"]);
    assert_eq!(mine(&with_result(ResultFilter::WonBy(Colour::Black))), ["first"]);
    assert!(mine(&with_result(ResultFilter::WonBy(Colour::White))).is_empty());
    let every = GameFilter {
        rules: Some("russian".to_owned()),
        status: Some(Status::Over),
        result: Some(ResultFilter::Lost),
        opponent: Some("bob".to_owned()),
        players: vec!["bob".to_owned(), "ann".to_owned()],
        event: None,
        days: Days { from: Some(19_700_101), to: Some(19_700_101), ahead_of_utc: 0 },
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
    assert!(of(store, "eva", &with_result(ResultFilter::Won)).is_empty());
    assert!(of(store, "eva", &GameFilter { side: Some(Colour::White), ..all() }).is_empty());
}

fn end(game: &str, reason: Option<&str>) -> Write {
    let ended = Ended { winner: None, reason: reason.map(str::to_owned), fen: "W:W:B".to_owned(), plies: 0 };
    Write::End { game: game.into(), ended, now: 9 }
}

/// What files say about imported games is kept, and searched.
fn files(store: &dyn Store) {
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut played = game("file1", "ann", "bob", 1_700_000_000_000);
    played.about = About {
        tags: vec![tag("Event", "Кубок Києва"), tag("Round", "3")],
        days: Some([20_240_500, 20_240_599]),
    };
    let undated = game("file2", "ann", "cat", 1_700_000_000_000);
    write(store, vec![add(played.clone()), add(undated)]).unwrap();
    assert_eq!(store.game(&"file1".into()).unwrap().unwrap().game, played);
    let event = |text: &str| of(store, "ann", &GameFilter { event: Some(text.to_owned()), ..all() });
    assert_eq!(event("КУБОК"), ["file1"]);
    assert!(event("3").is_empty(), "only the event is searched");
    let days = |from, to, ahead_of_utc| {
        let days = Days { from: Some(from), to: Some(to), ahead_of_utc };
        of(store, "ann", &GameFilter { days, ..all() })
    };
    assert_eq!(days(20_240_517, 20_240_517, 0), ["file1"], "any day of its month");
    assert!(days(20_240_601, 20_240_630, 0).is_empty());
    assert_eq!(days(20_231_114, 20_231_114, 0), ["file2"], "a game without a date came that day: 22:13 UTC");
    assert_eq!(days(20_231_115, 20_231_115, 120), ["file2"], "which is the next day further east");
    let players = |names: &[&str]| {
        let players = names.iter().map(|name| (*name).to_owned()).collect();
        of(store, "ann", &GameFilter { players, ..all() })
    };
    assert_eq!(players(&["ANN", "bo"]), ["file1", "first"]);
    let (ann, two) = ("ann".into(), GameFilter { limit: 2, ..all() });
    assert_eq!(store.ids_of(&ann, &two).unwrap(), ["file2".into(), "file1".into()]);
    let later = GameFilter { before: Some(1), ..two };
    assert_eq!(store.count_of(&ann, &later).unwrap() as usize, of(store, "ann", &all()).len(), "all of them");
    write(store, vec![forget("file1"), forget("file2")]).unwrap();
}

fn removing(store: &dyn Store) {
    let remove = |game: &str, person: &str| Write::Remove { game: game.into(), person: person.into() };
    let note = |person: &str| Write::Note { person: person.into(), game: "both".into(), text: "mine".into(), now: 1 };
    write(store, vec![add(game("both", "ann", "bob", 1)), note("ann")]).unwrap();
    assert!(write(store, vec![remove("both", "ann")]).is_err(), "a game that is played stays in the list");
    write(store, vec![end("both", None), remove("both", "ann"), remove("both", "ann")]).unwrap();
    assert!(!of(store, "ann", &all()).contains(&"both".to_owned()));
    assert!(of(store, "bob", &all()).contains(&"both".to_owned()), "the other keeps it");
    assert_eq!(store.note(&"ann".into(), &"both".into()), Ok(None));
    write(store, vec![note("eva"), remove("both", "bob")]).unwrap();
    assert!(store.game(&"both".into()).unwrap().is_some(), "somebody has notes about it");
    write(store, vec![remove("both", "eva")]).unwrap();
    assert_eq!(store.game(&"both".into()), Ok(None), "nobody wants it any more");
    assert_eq!(store.events(&"both".into(), 0), Ok(Vec::new()));
    let opened = Write::Opened { link: "lesson".to_owned(), game: "taught".into() };
    write(store, vec![add(game("taught", "ann", "ann", 1)), opened, end("taught", None)]).unwrap();
    write(store, vec![remove("taught", "ann")]).unwrap();
    assert!(store.game(&"taught".into()).unwrap().is_some(), "the coach whose link opened it keeps it");
    write(store, vec![forget("taught")]).unwrap();
}
