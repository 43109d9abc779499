//! Running the club: offices, blocks, one-time codes, hidden games, complaints, the log.

use super::{add, forget, game, kept, person, write};
use crate::{ClubWrite, Key, Member, MemberFilter, NewLogEntry, NewReport, Store, StoreError, Write};
use damka_conduct::{KeeperAct, KeyKind, Office, PersonId};

fn club(store: &dyn Store, change: ClubWrite) -> Result<(), StoreError> {
    write(store, vec![Write::Club(change)])
}

fn member(store: &dyn Store, id: &str) -> Member {
    store.membership().member_of(&id.into()).unwrap().unwrap()
}

fn found(store: &dyn Store, filter: &MemberFilter) -> Vec<String> {
    let members = store.membership().members(filter).unwrap();
    members.into_iter().map(|member| member.person.id.as_str().to_owned()).collect()
}

pub fn tell(store: &dyn Store) {
    let people =
        [person("kay", "Kim Keeper", Some("hash")), person("lev", "Ли", Some("hash2")), person("mio", "Mo", None)];
    for somebody in people {
        write(store, vec![Write::Person(somebody)]).unwrap();
    }
    numbers(store);
    offices(store);
    blocks(store);
    keys(store);
    hiding(store);
    reports(store);
    log(store);
    for id in ["kay", "lev", "mio"] {
        write(store, vec![Write::Delete { person: id.into() }]).unwrap();
    }
}

fn numbers(store: &dyn Store) {
    let (kim, lee) = (member(store, "kay"), member(store, "lev"));
    assert!(kim.number < lee.number, "numbers grow");
    assert_eq!(store.membership().member(kim.number), Ok(Some(kim.clone())));
    write(store, vec![Write::Person(person("kay", "Kim Keeper", Some("hash")))]).unwrap();
    assert_eq!(member(store, "kay").number, kim.number, "a change is no new member");
    write(store, vec![Write::Newcomer(person("short", "Short", None))]).unwrap();
    let gone = member(store, "short").number;
    write(store, vec![Write::Delete { person: "short".into() }, Write::Newcomer(person("short", "Short", None))])
        .unwrap();
    assert!(member(store, "short").number > gone, "no number is used twice");
    assert_eq!(store.membership().member(gone), Ok(None));
    write(store, vec![Write::Delete { person: "short".into() }]).unwrap();
}

fn offices(store: &dyn Store) {
    let office = |id: &str, office, since| ClubWrite::Office { person: PersonId::new(id), office, since };
    club(store, office("kay", Office::Keeper, Some(1))).unwrap();
    club(store, office("kay", Office::Coach, Some(2))).unwrap();
    club(store, office("kay", Office::Keeper, Some(3))).unwrap();
    club(store, office("nobody", Office::Keeper, Some(1))).unwrap();
    assert_eq!(member(store, "kay").offices, [Office::Keeper, Office::Coach], "each once, the highest first");
    assert_eq!(store.membership().officers().unwrap().len(), 2, "nobody is no officer");
    club(store, office("kay", Office::Coach, None)).unwrap();
    assert_eq!(member(store, "kay").offices, [Office::Keeper]);

    let all = MemberFilter { limit: 100, ..MemberFilter::default() };
    assert_eq!(found(store, &all)[..3], ["mio", "lev", "kay"], "the newest first");
    assert_eq!(found(store, &MemberFilter { name: Some("КИ".to_owned()), ..all.clone() }), [""; 0]);
    assert_eq!(found(store, &MemberFilter { name: Some("ЛИ".to_owned()), ..all.clone() }), ["lev"]);
    assert_eq!(found(store, &MemberFilter { office: Some(Office::Keeper), ..all.clone() }), ["kay"]);
    assert_eq!(found(store, &MemberFilter { accounts: true, limit: 1, ..all.clone() }), ["lev"]);
    let before = Some(member(store, "lev").number);
    assert_eq!(found(store, &MemberFilter { accounts: true, before, limit: 1, ..all })[..], ["kay"]);
}

fn blocks(store: &dyn Store) {
    let block = |id: &str, at| ClubWrite::Block { person: PersonId::new(id), at };
    club(store, block("mio", Some(7))).unwrap();
    assert_eq!(member(store, "mio").blocked_at, Some(7));
    assert_eq!(store.membership().blocked(), Ok(vec!["mio".into()]));
    assert_eq!(found(store, &MemberFilter { blocked: true, limit: 9, ..MemberFilter::default() }), ["mio"]);
    write(store, vec![Write::Picture { person: "mio".into(), picture: None }]).unwrap();
    assert_eq!(member(store, "mio").blocked_at, Some(7), "other changes leave it");
    club(store, block("mio", None)).unwrap();
    assert_eq!((member(store, "mio").blocked_at, store.membership().blocked()), (None, Ok(vec![])));
    assert_eq!(club(store, block("nobody", Some(1))), Err(StoreError::Conflict));
}

fn keys(store: &dyn Store) {
    let key = |hash: &str, kind, person: Option<&str>| {
        let (hash, person) = (hash.to_owned(), person.map(PersonId::new));
        Key { hash, kind, person, until: 100 }
    };
    let used = |hash: &str, kind, now| ClubWrite::UseKey { hash: hash.to_owned(), kind, now };
    let reset = key("r1", KeyKind::Reset, Some("lev"));
    for kept in [key("k1", KeyKind::Keeper, None), reset.clone(), key("k2", KeyKind::Keeper, None)] {
        club(store, ClubWrite::Key(kept)).unwrap();
    }
    assert_eq!(store.membership().key("k1"), Ok(None), "a new one takes the place of the old");
    assert_eq!(store.membership().key("r1"), Ok(Some(reset)), "of its kind");
    assert_eq!(club(store, used("k2", KeyKind::Reset, 1)), Err(StoreError::Conflict), "of another kind");
    assert_eq!(club(store, used("k2", KeyKind::Keeper, 100)), Err(StoreError::Conflict), "too late");
    club(store, used("k2", KeyKind::Keeper, 99)).unwrap();
    assert_eq!(club(store, used("k2", KeyKind::Keeper, 99)), Err(StoreError::Conflict), "it works once");
    let password = |id: &str| ClubWrite::Password { person: PersonId::new(id), hash: "new".to_owned() };
    write(store, vec![Write::Club(used("r1", KeyKind::Reset, 5)), Write::Club(password("lev"))]).unwrap();
    assert_eq!(member(store, "lev").person.password.as_deref(), Some("new"));
    assert_eq!(club(store, password("mio")), Err(StoreError::Conflict), "a guest has none");
}

fn hiding(store: &dyn Store) {
    let hide = |game: &str, hidden| ClubWrite::Hide { game: game.into(), hidden };
    write(store, vec![add(game("rude", "kay", "lev", 1))]).unwrap();
    assert!(!kept(store, "rude").access.hidden);
    club(store, hide("rude", true)).unwrap();
    assert!(kept(store, "rude").access.hidden);
    assert_eq!(store.membership().hidden_games(9), Ok(vec!["rude".into()]));
    club(store, hide("rude", false)).unwrap();
    assert_eq!((kept(store, "rude").access.hidden, store.membership().hidden_games(9)), (false, Ok(vec![])));
    assert_eq!(club(store, hide("nowhere", true)), Err(StoreError::Conflict));
    let note = Write::Note { person: "lev".into(), game: "rude".into(), text: "mine".to_owned(), now: 4 };
    write(store, vec![note]).unwrap();
    let notes = store.membership().notes_of(&"lev".into()).unwrap();
    assert_eq!((notes.len(), notes[0].0.as_str(), notes[0].1.text.as_str()), (1, "rude", "mine"));
    write(store, vec![forget("rude")]).unwrap();
}

fn reports(store: &dyn Store) {
    let report = |reporter: &str, about: &str| {
        let (reporter, person) = (PersonId::new(reporter), PersonId::new(about));
        ClubWrite::Report(NewReport { at: 3, reporter, person, name: "Mo".to_owned(), game: Some("g".into()) })
    };
    for change in [report("kay", "mio"), report("kay", "mio"), report("lev", "mio"), report("mio", "kay")] {
        club(store, change).unwrap();
    }
    assert_eq!(store.membership().count_reports(&"mio".into()), Ok((3, 2)), "each counts once");
    let waiting = store.membership().reports(9).unwrap();
    assert_eq!(waiting.iter().map(|it| it.member.person.id.as_str()).collect::<Vec<_>>(), ["mio", "mio", "kay"]);
    assert_eq!(store.membership().reports(1).unwrap(), waiting[..1], "the oldest first");
    club(store, ClubWrite::Decided { person: "mio".into() }).unwrap();
    assert_eq!(store.membership().count_reports(&"mio".into()), Ok((1, 0)));
    write(store, vec![Write::Newcomer(person("guest", "Guest", None))]).unwrap();
    club(store, report("guest", "lev")).unwrap();
    write(store, vec![Write::Merge { from: "guest".into(), into: "lev".into() }]).unwrap();
    assert_eq!(store.membership().count_reports(&"lev".into()), Ok((1, 0)), "nobody complains about themselves");
    club(store, ClubWrite::Decided { person: "kay".into() }).unwrap();
}

fn log(store: &dyn Store) {
    let entry = |act, person: Option<&str>, detail: &str| {
        let (keeper, person) = (Some(PersonId::new("kay")), person.map(PersonId::new));
        ClubWrite::Log(NewLogEntry { at: 9, keeper, act, person, game: None, detail: detail.to_owned() })
    };
    write(store, vec![Write::Newcomer(person("rude", "Rude", None))]).unwrap();
    let (kim, rude) = (member(store, "kay").number, member(store, "rude").number);
    club(store, entry(KeeperAct::Rename, Some("rude"), "Very Rude")).unwrap();
    club(store, entry(KeeperAct::Invite, None, "")).unwrap();
    let kept = store.membership().log(None, 9).unwrap();
    assert_eq!(kept.iter().map(|entry| entry.act).collect::<Vec<_>>(), [KeeperAct::Invite, KeeperAct::Rename]);
    let [_, rename] = &kept[..] else { panic!("{kept:?}") };
    assert_eq!((rename.keeper, rename.member, rename.detail.as_str()), (Some(kim), Some(rude), "Very Rude"));
    assert_eq!(store.membership().log(Some(kept[0].number), 9).unwrap(), kept[1..]);
    write(store, vec![Write::Delete { person: "rude".into() }]).unwrap();
    let after = store.membership().log(None, 9).unwrap();
    assert_eq!(after.len(), 2, "what was done stays");
    assert_eq!((after[1].member, after[1].detail.as_str()), (Some(rude), ""), "the name goes with the person");
}
