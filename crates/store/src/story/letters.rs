//! Moves that were prepared, and vacations.

use super::{add, game, person, write};
use crate::{Away, Ended, LettersWrite, Store, StoreError, Versioned, Write};
use damka_rules::Colour::{Black, White};

fn prepares(id: &str, seat: damka_rules::Colour, body: Option<&str>) -> Write {
    let body = body.map(|body| Versioned { version: 2, body: body.to_owned() });
    Write::Letters(LettersWrite::Conditions { game: id.into(), seat, body })
}

/// The first of January 2026, a day, and vacations there.
const NEW_YEAR: u64 = 1_767_225_600_000;
const DAY: u64 = 86_400_000;

fn goes_away(who: &str, away: Away, taken: (u16, u16), known: (Option<Away>, u16)) -> Write {
    Write::Letters(LettersWrite::Vacation { person: who.into(), away, taken, known })
}

pub fn tell(store: &dyn Store) {
    conditions(store);
    vacations(store);
    people(store);
}

fn conditions(store: &dyn Store) {
    let kept = || -> Vec<_> {
        let kept = store.letters().conditions(&"slow".into()).unwrap();
        kept.into_iter().map(|(seat, Versioned { version, body })| (seat, version, body)).collect()
    };
    write(store, vec![add(game("slow", "lea", "leo", 1))]).unwrap();
    assert_eq!(kept(), []);
    write(store, vec![prepares("slow", White, Some("one")), prepares("slow", Black, Some("two"))]).unwrap();
    write(store, vec![prepares("slow", White, Some("three"))]).unwrap();
    assert_eq!(kept(), [(White, 2, "three".to_owned()), (Black, 2, "two".to_owned())]);
    write(store, vec![prepares("slow", White, None), prepares("slow", White, None)]).unwrap();
    assert_eq!(kept(), [(Black, 2, "two".to_owned())]);
    assert_eq!(write(store, vec![prepares("nowhere", White, Some("x"))]), Err(StoreError::Conflict));
    let ended = Ended { winner: None, reason: None, fen: String::new(), plies: 2 };
    write(store, vec![Write::End { game: "slow".into(), ended, now: 3 }]).unwrap();
    assert_eq!(kept(), [], "nothing is prepared in a game that is over");
}

fn vacations(store: &dyn Store) {
    let letters = store.letters();
    let from = NEW_YEAR + 5;
    let away = Away { from, until: from + 4 * DAY };
    let short = Away { from, until: from + 2 * DAY };
    assert_eq!((letters.vacation(&"lea".into()), letters.vacation_days(&"lea".into(), 2026)), (Ok(None), Ok(0)));
    let first = [goes_away("lea", away, (2026, 6), (None, 0)), goes_away("leo", short, (2026, 2), (None, 0))];
    write(store, first.into_iter().collect()).unwrap();
    let changed = |known| write(store, vec![goes_away("lea", short, (2026, 4), known)]);
    assert_eq!(changed((None, 0)), Err(StoreError::Conflict), "decided before the other was known");
    assert_eq!(changed((Some(away), 0)), Err(StoreError::Conflict), "other days were taken");
    assert_eq!((away.days(), short.days()), (4, 2));
    assert_eq!((letters.vacation(&"lea".into()), letters.vacation_days(&"lea".into(), 2026)), (Ok(Some(away)), Ok(6)));
    assert_eq!(letters.vacation_days(&"lea".into(), 2027), Ok(0), "each year has its own");
    assert_eq!(letters.away_after(from), Ok(vec!["lea".into(), "leo".into()]));
    assert_eq!(letters.away_after(short.until), Ok(vec!["lea".into()]));
    // The second day has begun; the other two are not taken.
    let back = |who: &str, now| Write::Letters(LettersWrite::Back { person: who.into(), now });
    write(store, vec![back("lea", from + DAY + 1), back("lea", from + DAY + 2)]).unwrap();
    assert_eq!((letters.vacation(&"lea".into()), letters.vacation_days(&"lea".into(), 2026)), (Ok(None), Ok(4)));
    // One that is over by itself stays taken.
    write(store, vec![back("leo", short.until)]).unwrap();
    assert_eq!(letters.vacation_days(&"leo".into(), 2026), Ok(2));
}

fn people(store: &dyn Store) {
    let letters = store.letters();
    let people = ["lea", "leo"].map(|id| Write::Person(person(id, id, None)));
    write(store, people.into_iter().collect()).unwrap();
    write(
        store,
        vec![
            add(game("mail", "lea", "leo", 1)),
            prepares("mail", White, Some("x")),
            prepares("mail", Black, Some("y")),
        ],
    )
    .unwrap();
    write(store, vec![Write::Merge { from: "leo".into(), into: "lea".into() }]).unwrap();
    assert_eq!(
        letters.vacation(&"lea".into()),
        Ok(Some(Away { from: NEW_YEAR + 5, until: NEW_YEAR + 5 + 2 * DAY })),
        "in the middle of a vacation"
    );
    assert_eq!(letters.vacation_days(&"lea".into(), 2026), Ok(6), "nobody gains days by being two people");
    assert_eq!((letters.vacation(&"leo".into()), letters.vacation_days(&"leo".into(), 2026)), (Ok(None), Ok(0)));
    assert_eq!(letters.conditions(&"mail".into()).unwrap().len(), 2, "what is prepared belongs to the seat");
    write(store, vec![Write::Delete { person: "lea".into() }]).unwrap();
    assert_eq!((letters.vacation(&"lea".into()), letters.vacation_days(&"lea".into(), 2026)), (Ok(None), Ok(0)));
    assert_eq!(letters.conditions(&"mail".into()), Ok(vec![]));
}
