//! Checks over all languages, games and typed reasons. Inside this crate a missing message or variable stops the test
//! ([`Words::say`]), so every sentence that is made here is also a check of its message.

mod catalogues;
mod conduct;
mod contest;
mod endgame;
mod pages;
mod pdn;
mod reasons;
mod sentences;
mod story;

use crate::{Language, Words};
use damka_rules::Ruleset;

fn all_words() -> [Words; 3] {
    Language::ALL.map(Words::new)
}

/// Every ruleset, and games that players made.
fn games() -> Vec<Ruleset> {
    let lines = [
        "house",
        "house king=short priority=most",
        "house man-capture=forward crowning=stop priority=italian men-take-kings=no",
        "house board=10 priority=king-first start=rows:2 first=black naming=far-left",
        "house movers=either enemy-quiet=any enemy-capture=any enemy-duty=colour victims=any",
        "house crowning=pass result=reversed corner=right squares=light agreement-after=20",
        "house start=w:a1,c1;b:h8,f8 draws=A.draw.1+C.5.4+FMJD64.7.2.6+B.draw.4 capture-sign=cross",
        "house board=10 priority=most-kings naming=near-right",
        "corners layout=4x4 directions=8 equaliser=yes home-limit=40",
        "corners layout=3x3 home-limit=1",
        "russian corner=right squares=light",
        "russian draws=none",
    ];
    let house = lines.iter().map(|line| Ruleset::from_line(line).unwrap());
    Ruleset::all().iter().copied().chain(house).collect()
}

/// A sentence that a person can read: something, without loose ends.
fn check(text: &str) {
    assert!(!text.trim().is_empty());
    for loose in ["{", "}", "$", "???", "  ", " .", " ,", "..", ": .", "()", "[]", "«»", "“”"] {
        assert!(!text.contains(loose), "{loose:?} in {text:?}");
    }
}

/// A sentence that ends like one.
fn check_sentence(text: &str) {
    check(text);
    assert!(text.ends_with(['.', '!', ')', '*']), "{text:?}");
}
