//! Notices, the devices that show them, and mailboxes.

use super::{add, forget, game, person, write};
use crate::{
    KeptNotice, LettersDue, MOST_DEVICES, MOST_NOTICES, MOST_REFUSALS, Mailbox, NewNotice, NoticeWrite, PushDevice,
    Store, StoreError, Write,
};
use damka_conduct::{NoticeKind, NoticeTopic};

/// A notice of `to` about a game.
fn told(to: &str, kind: NoticeKind, about: &str, mark: u32, at: u64) -> Write {
    let notice = NewNotice { kind, game: Some(about.into()), contest: None, mark, at };
    Write::Notice(NoticeWrite::Tell { person: to.into(), notice })
}

fn notices(store: &dyn Store, of: &str) -> Vec<KeptNotice> {
    store.notices().notices_of(&of.into()).unwrap()
}

/// What somebody's notices are about, with marks, the newest first.
fn shown(store: &dyn Store, of: &str) -> Vec<(NoticeKind, String, u32)> {
    let game = |notice: &KeptNotice| notice.notice.game.as_ref().map(ToString::to_string).unwrap_or_default();
    notices(store, of).iter().map(|it| (it.notice.kind, game(it), it.notice.mark)).collect()
}

fn people(store: &dyn Store) {
    let everybody = ["nina", "otto", "pia"].map(|id| Write::Person(person(id, id, None)));
    write(store, everybody.to_vec()).unwrap();
    write(store, vec![add(game("far-off", "nina", "otto", 1)), add(game("other", "nina", "pia", 2))]).unwrap();
}

pub fn tell(store: &dyn Store) {
    people(store);
    told_once(store);
    devices(store);
    mailboxes(store);
    letters(store);
    other_people(store);
}

fn told_once(store: &dyn Store) {
    use NoticeKind::{Time, Turn};
    write(store, vec![told("nina", Turn, "far-off", 4, 100), told("nina", Turn, "far-off", 4, 200)]).unwrap();
    write(store, vec![told("nina", Time, "far-off", 4, 300), told("nina", Turn, "other", 2, 400)]).unwrap();
    let slow = |kind, mark| (kind, "far-off".to_owned(), mark);
    let other = (Turn, "other".to_owned(), 2);
    assert_eq!(shown(store, "nina"), [other.clone(), slow(Time, 4), slow(Turn, 4)], "the same one is kept once");
    let first = notices(store, "nina").pop().unwrap();
    assert_eq!((first.notice.at, first.opponent.as_deref(), first.is_read), (100, Some("otto"), false));
    write(store, vec![told("nina", Turn, "far-off", 6, 500)]).unwrap();
    assert_eq!(shown(store, "nina"), [slow(Turn, 6), other, slow(Time, 4)], "the next turn replaces the last one");

    let read = |upto, about: Option<&str>| {
        Write::Notice(NoticeWrite::Read { person: "nina".into(), upto, game: about.map(Into::into) })
    };
    let all = notices(store, "nina");
    write(store, vec![read(all[1].number, None)]).unwrap();
    let is_read = |store: &dyn Store| notices(store, "nina").iter().map(|it| it.is_read).collect::<Vec<_>>();
    assert_eq!(is_read(store), [false, true, true], "what came after the list was read stays");
    write(store, vec![read(i64::MAX, Some("other"))]).unwrap();
    assert_eq!(is_read(store), [false, true, true]);
    write(store, vec![read(i64::MAX, Some("far-off"))]).unwrap();
    assert_eq!(is_read(store), [true, true, true]);

    write(store, vec![told("nobody", Turn, "far-off", 1, 1), told("nina", Turn, "no such game", 1, 1)]).unwrap();
    assert_eq!((shown(store, "nobody").len(), shown(store, "nina").len()), (0, 3), "without effect");
}

fn device(endpoint: &str, session: &str) -> PushDevice {
    let [endpoint, session] = [endpoint, session].map(str::to_owned);
    let (key, auth, language) = ("key".to_owned(), "auth".to_owned(), "ru".to_owned());
    PushDevice { endpoint, key, auth, session, language, created_at: 7 }
}

fn add_device(of: &str, device: PushDevice) -> Write {
    Write::Notice(NoticeWrite::Device { person: of.into(), device })
}

fn endpoints(store: &dyn Store, of: &str) -> Vec<String> {
    store.notices().devices_of(&of.into()).unwrap().into_iter().map(|device| device.endpoint).collect()
}

fn devices(store: &dyn Store) {
    write(store, vec![add_device("nina", device("a", "s1")), add_device("nina", device("b", "s2"))]).unwrap();
    assert_eq!(store.notices().devices_of(&"nina".into()).unwrap()[1], device("a", "s1"));
    write(store, vec![add_device("otto", device("b", "s3"))]).unwrap();
    assert_eq!((endpoints(store, "nina"), endpoints(store, "otto")), (vec!["a".to_owned()], vec!["b".to_owned()]));
    let gone = |person: Option<&str>| {
        Write::Notice(NoticeWrite::NoDevice { endpoint: "b".to_owned(), person: person.map(Into::into) })
    };
    write(store, vec![gone(Some("nina"))]).unwrap();
    assert_eq!(endpoints(store, "otto"), ["b"], "a device is its person's");
    write(store, vec![gone(None)]).unwrap();
    assert_eq!(endpoints(store, "otto"), [""; 0]);

    for number in 0..MOST_DEVICES + 3 {
        write(store, vec![add_device("otto", device(&format!("o{number}"), &format!("s{number}")))]).unwrap();
    }
    let newest = (3..MOST_DEVICES + 3).rev().map(|number| format!("o{number}")).collect::<Vec<_>>();
    assert_eq!(endpoints(store, "otto"), newest, "the newest stay");
    write(store, vec![Write::EndSession { person: "otto".into(), key: "s5".to_owned() }]).unwrap();
    assert!(!endpoints(store, "otto").contains(&"o5".to_owned()), "who signs out is not notified there");
    write(store, vec![Write::EndSessions { person: "otto".into(), except: Some("s6".to_owned()) }]).unwrap();
    assert_eq!(endpoints(store, "otto"), ["o6"]);
}

fn enter(of: &str, hash: &str, topics: &[NoticeTopic]) -> Write {
    Write::Notice(NoticeWrite::Mailbox {
        person: of.into(),
        address: format!("{of}@example.org"),
        language: "uk".to_owned(),
        topics: topics.to_vec(),
        hash: hash.to_owned(),
        until: 1_000,
    })
}

fn confirm(hash: &str, now: u64) -> Write {
    Write::Notice(NoticeWrite::Confirm { hash: hash.to_owned(), now })
}

fn mailbox(store: &dyn Store, of: &str) -> Option<Mailbox> {
    store.notices().mailbox_of(&of.into()).unwrap()
}

fn mailboxes(store: &dyn Store) {
    use NoticeTopic::{Time, Turn};
    assert_eq!(mailbox(store, "nina"), None);
    write(store, vec![enter("nina", "h1", &[Turn, Time])]).unwrap();
    let entered = mailbox(store, "nina").unwrap();
    assert_eq!((entered.address.as_str(), entered.confirmed_at), ("nina@example.org", None));
    assert_eq!((entered.language.as_str(), entered.topics), ("uk", vec![Turn, Time]));
    assert_eq!(write(store, vec![confirm("h2", 5)]), Err(StoreError::Conflict), "another code");
    assert_eq!(write(store, vec![confirm("h1", 1_000)]), Err(StoreError::Conflict), "too late");
    write(store, vec![confirm("h1", 999)]).unwrap();
    assert_eq!(mailbox(store, "nina").unwrap().confirmed_at, Some(999));
    assert_eq!(write(store, vec![confirm("h1", 999)]), Err(StoreError::Conflict), "a code works once");

    write(store, vec![enter("nina", "h3", &[])]).unwrap();
    assert_eq!(mailbox(store, "nina").unwrap().confirmed_at, None, "another address is confirmed again");
    write(store, vec![confirm("h3", 6)]).unwrap();
    let topics = |of: &str| NoticeWrite::Topics { person: of.into(), topics: vec![Turn], language: "en".to_owned() };
    write(store, vec![Write::Notice(topics("nina"))]).unwrap();
    assert_eq!(write(store, vec![Write::Notice(topics("pia"))]), Err(StoreError::Conflict));
    let now = mailbox(store, "nina").unwrap();
    assert_eq!((now.topics, now.language.as_str()), (vec![Turn], "en"));

    write(store, vec![enter("pia", "h4", &[Turn])]).unwrap();
    write(store, vec![Write::Notice(NoticeWrite::NoMailbox { person: "pia".into() })]).unwrap();
    assert_eq!(mailbox(store, "pia"), None);
    let forget = |now| Write::Notice(NoticeWrite::ForgetUnconfirmed { now });
    write(store, vec![enter("pia", "h7", &[]), forget(999)]).unwrap();
    assert!(mailbox(store, "pia").is_some(), "the code is still valid");
    write(store, vec![forget(1_000)]).unwrap();
    assert_eq!(mailbox(store, "pia"), None);
    assert!(mailbox(store, "nina").is_some(), "confirmed addresses stay");
}

fn due(store: &dyn Store, now: u64) -> Vec<i64> {
    let due = LettersDue { now, unread_for: 10, every: 1_000, every_urgent: 100, most: 9 };
    store.notices().letters_due(due).unwrap().into_iter().map(|mailbox| mailbox.number).collect()
}

fn letters(store: &dyn Store) {
    use NoticeKind::{Draw, Time, Turn};
    let number = mailbox(store, "nina").unwrap().number;
    let none: [i64; 0] = [];
    assert_eq!(due(store, 10_000), none, "what was told before is in no letter");
    write(store, vec![told("nina", Turn, "far-off", 8, 20_000), told("nina", Draw, "far-off", 8, 20_000)]).unwrap();
    assert_eq!(due(store, 20_009), none, "it may be read soon");
    assert_eq!(due(store, 20_010), [number]);
    let letter = store.notices().letter(number).unwrap();
    assert_eq!(letter.iter().map(|it| it.notice.kind).collect::<Vec<_>>(), [Turn], "only what is wanted");

    // The process ends before the letter is known to be sent: what is not read is in the next one.
    write(store, vec![Write::Notice(NoticeWrite::LetterBegun { number, before: 0, at: 20_010 })]).unwrap();
    let again = Write::Notice(NoticeWrite::LetterBegun { number, before: 0, at: 20_011 });
    assert_eq!(write(store, vec![again]), Err(StoreError::Conflict), "another node has begun it");
    assert_eq!(due(store, 21_009), none);
    assert_eq!(due(store, 21_010), [number]);
    let sent = NoticeWrite::LetterSent { number, upto: letter[0].number };
    write(store, vec![Write::Notice(sent)]).unwrap();
    assert_eq!(due(store, 30_000), none, "it was in a letter");

    let both = vec![NoticeTopic::Turn, NoticeTopic::Time];
    let topics = NoticeWrite::Topics { person: "nina".into(), topics: both, language: "en".to_owned() };
    write(store, vec![Write::Notice(topics), told("nina", Time, "far-off", 9, 20_050)]).unwrap();
    assert_eq!(due(store, 20_109), none);
    assert_eq!(due(store, 20_110), [number], "time that runs out does not wait for the next digest");
    write(store, vec![Write::Notice(NoticeWrite::Read { person: "nina".into(), upto: i64::MAX, game: None })]).unwrap();
    assert_eq!(due(store, 20_110), none, "what was read is in no letter");

    write(store, vec![told("nina", Turn, "far-off", 12, 40_000)]).unwrap();
    let refused = || Write::Notice(NoticeWrite::LetterRefused { number });
    for _ in 0..MOST_REFUSALS {
        assert_eq!(due(store, 50_000), [number]);
        write(store, vec![refused()]).unwrap();
    }
    assert_eq!(due(store, 50_000), none, "an address that takes nothing gets nothing more");
    assert_eq!(mailbox(store, "nina").unwrap().refusals, MOST_REFUSALS);
}

fn other_people(store: &dyn Store) {
    use NoticeKind::Turn;
    // A guest becomes an account: what both have stays the account's.
    write(store, vec![told("pia", Turn, "other", 3, 1), enter("pia", "h5", &[]), add_device("pia", device("p", "s9"))])
        .unwrap();
    write(store, vec![Write::Merge { from: "nina".into(), into: "pia".into() }]).unwrap();
    assert_eq!((shown(store, "nina"), endpoints(store, "nina"), mailbox(store, "nina")), (vec![], vec![], None));
    assert!(shown(store, "pia").contains(&(Turn, "far-off".to_owned(), 12)), "{:?}", shown(store, "pia"));
    assert_eq!(endpoints(store, "pia"), ["p", "a"]);
    assert_eq!(mailbox(store, "pia").unwrap().address, "pia@example.org");

    write(store, vec![Write::Notice(NoticeWrite::Unsubscribe { number: mailbox(store, "pia").unwrap().number })])
        .unwrap();
    assert_eq!(mailbox(store, "pia"), None);

    // Only the newest are kept, and none about a game that is gone.
    for mark in 0..MOST_NOTICES + 5 {
        let id = format!("many{mark}");
        write(store, vec![add(game(&id, "otto", "pia", 3)), told("otto", Turn, &id, mark, 1)]).unwrap();
    }
    let kept = shown(store, "otto");
    assert_eq!((kept.len() as u32, kept[0].2), (MOST_NOTICES, MOST_NOTICES + 4));
    write(store, vec![forget(&kept[0].1)]).unwrap();
    assert_eq!(shown(store, "otto")[0].2, MOST_NOTICES + 3);

    write(store, vec![enter("otto", "h6", &[]), Write::Delete { person: "otto".into() }]).unwrap();
    assert_eq!((shown(store, "otto"), endpoints(store, "otto"), mailbox(store, "otto")), (vec![], vec![], None));
    assert!(
        notices(store, "pia").iter().all(|it| it.opponent.as_deref() != Some("otto")),
        "deleted names are in no notice"
    );
    for mark in 0..MOST_NOTICES + 4 {
        write(store, vec![forget(&format!("many{mark}"))]).unwrap();
    }
    write(store, vec![forget("far-off"), forget("other")]).unwrap();
}
