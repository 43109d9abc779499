//! `damka contest` through the real binary: every example of `docs/contests` in three languages, bad records, and the
//! documentation, whose examples must stay true. `DAMKA_BLESS=1 cargo test -p damka contest` writes into
//! `docs/contest.md` what the program prints now.

use crate::binary::{Folder, damka, damka_with_input, printed, refused, root, run, text};
use damka_contest::{ContestRecord, Event, OWN_LINES};
use std::fmt::Write as _;

const LANGUAGES: [&str; 3] = ["en", "ru", "uk"];
const EXAMPLES: [&str; 3] = ["match", "simul", "evening"];

fn example(name: &str) -> String {
    format!("docs/contests/{name}.txt")
}

#[test]
fn every_example_is_told_in_every_language() {
    for name in EXAMPLES {
        for language in LANGUAGES {
            for command in ["show", "standings", "check"] {
                let told = printed(&["contest", command, &example(name), "--lang", language]);
                for loose in ["{", "}", "$", "???"] {
                    assert!(!told.contains(loose), "{name} {language}: {told}");
                }
                let foreign = |letter: char| ('а'..='я').contains(&letter);
                assert_eq!(told.contains(foreign), language != "en", "{name} {language}: {told}");
            }
        }
    }
}

#[test]
fn what_the_examples_show() {
    let cases = [
        (
            "match",
            &["Winter match", "best of 5 games", "Game 1: White — Anna, Black — Olga.", "Anna wins the match 3 : 1."][..],
        ),
        (
            "simul",
            &[
                "one clock over all boards: 1 hour",
                "Board 3 in the room",
                "Arbiter: Board 2: draw (decided at closing time)",
                "closed",
            ],
        ),
        (
            "evening",
            &["Organiser: Ivan takes part. Strength: 1600.", "Petro asks to take part.", "Maria takes a break."],
        ),
    ];
    for (name, promised) in cases {
        let told = printed(&["contest", "show", &example(name), "--lang", "en"]);
        for part in promised {
            assert!(told.contains(part), "{name}: {part}\n{told}");
        }
    }
    let table = printed(&["contest", "standings", &example("simul"), "--lang", "en"]);
    let lines: Vec<&str> = table.lines().map(str::trim).collect();
    assert!(lines[1].starts_with("1  A. Petrova") && lines[1].ends_with("1½      3  1 1 1"), "{table}");
    assert_eq!(lines.len(), 5, "{table}");
}

#[test]
fn games_become_pdn_with_event_round_and_board() {
    let pdn = printed(&["contest", "pdn", &example("match"), "--games", "docs/contests/games"]);
    for part in
        ["[Event \"Winter match\"]", "[Round \"3\"]", "[Board \"1\"]", "[White \"Olga\"]", "1. c3-d4 f6-g5 2. b2-c3"]
    {
        assert!(pdn.contains(part), "{part}\n{pdn}");
    }
    assert_eq!(pdn.matches("[Event ").count(), 4, "{pdn}");
    // Another reader of the same program finds nothing wrong with it.
    let checked = damka_with_input(&["pdn", "check", "-"], pdn.as_bytes());
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    // Without the games there are the players and the results.
    let bare = printed(&["contest", "pdn", &example("match")]);
    assert!(bare.contains("[Result \"1-0\"]") && !bare.contains("c3-d4"), "{bare}");
    let some = damka(&["contest", "pdn", &example("simul"), "--games", "docs/contests/games", "--lang", "ru"]);
    assert_eq!(some.code, Some(0));
    assert!(some.err.contains("Доска 1: нет файла партии sd1."), "{}", some.err);
    assert!(some.out.contains("[Board \"3\"]") && some.out.contains("[FEN \"W:Wc1,"), "{}", some.out);
}

#[test]
fn games_that_contradict_the_contest_are_damage() {
    let folder = Folder::new("contest-games");
    let games = root().join("docs/contests/games");
    for name in ["wm2.txt", "wm3.pdn"] {
        folder.file(name, std::fs::read(games.join(name)).expect("a game"));
    }
    let record = "damka-record 2\nrules: russian\n\nwhite resign\n";
    folder.file("damka-wm1.damka", record);
    let said = |language| {
        let said = damka(&["contest", "check", &example("match"), "--games", &folder.path(""), "--lang", language]);
        assert_eq!(said.code, Some(1), "{}", said.out);
        said.out
    };
    assert_eq!(said("en"), "Game 1: the game ended “Black won”, the contest has “White won”.\n");
    assert_eq!(said("ru"), "Партия 1: итог партии — «победа чёрных», а в соревновании — «победа белых».\n");
    folder.file("damka-wm1.damka", "damka-record 2\nrules: russian\n\nwhite fly a1\n");
    assert!(said("uk").contains("Рядок 4: «fly»"), "{}", said("uk"));
}

#[test]
fn a_new_record_is_read_again() {
    let made = printed(&[
        "contest",
        "new",
        "match",
        "--name",
        "Cup",
        "--rules",
        "russian",
        "--length",
        "first-to 2",
        "--clock",
        "5m",
        "--term",
        "draws=faster",
        "--term",
        "ladder=3m; 1m",
        "--entrant",
        "A",
        "--entrant",
        "B",
    ]);
    let record = ContestRecord::read(&made).expect("a record");
    assert_eq!(record.text(), made);
    assert_eq!((record.names.len(), record.contest().players().count()), (2, 2));
    let told = damka_with_input(&["contest", "show", "-", "--lang", "en"], made.as_bytes());
    assert!(told.out.contains("until a player has 2 points") && told.out.contains("3 minutes"), "{}", told.out);
    // Without a name it is called by its kind.
    let evening = printed(&["contest", "new", "evening", "--lang", "uk"]);
    assert!(evening.contains("name: Клубний вечір\n"), "{evening}");
    let third =
        refused(&["contest", "new", "match", "--entrant", "A", "--entrant", "B", "--entrant", "C", "--lang", "ru"]);
    assert!(third.contains("Мест больше нет."), "{third}");
    let odd = refused(&["contest", "new", "simul", "--term", "colour=red", "--lang", "en"]);
    assert!(odd.contains("“colour” is not a valid line") && odd.contains("host-clock"), "{odd}");
    for bad in [&["--length", "ages 3"][..], &["--clock", "5q"], &["--rules", "chess"], &["--term", "draws=faster"]] {
        refused(&[&["contest", "new", "match"][..], bad].concat());
    }
}

#[test]
fn damage_is_named_with_its_line() {
    let cases: [(&str, &str, &str); 14] = [
        ("", "1", "damka-contest 1"),
        ("damka-contest 2\n", "1", "damka-contest 2"),
        ("damka-contest 1\nrules: russian\n", "1", "kind"),
        ("damka-contest 1\nkind match\n", "2", "kind match"),
        ("damka-contest 1\nkind: picnic\n", "2", "picnic"),
        ("damka-contest 1\nkind: match\ncolours: alternate\n", "3", "alternate"),
        ("damka-contest 1\nkind: match\nhost-clock: 60s\n", "3", ""),
        ("damka-contest 1\nkind: match\nentrant-3: X\n", "3", "entrant-1"),
        ("damka-contest 1\nkind: match\n\n1 0:00.000 owner dance\n", "4", "dance"),
        ("damka-contest 1\nkind: match\n\n1 0:00.000 owner enter 2\n", "4", ""),
        ("damka-contest 1\nkind: match\n\n1 0:05.000 owner enter 1\n1 0:04.000 owner enter 2\n", "5", ""),
        ("damka-contest 1\nkind: match\n\n1 0:05.000 owner result 1.1 draw game\n", "4", "1.1"),
        ("damka-contest 1\nkind: match\n\n1 0:05.000 owner result 1.1.1 lost game\n", "4", "white-won"),
        ("damka-contest 1\nkind: match\n\n1 0:05.000 nobody clock-runs\n", "4", ""),
    ];
    for (record, line, part) in cases {
        for language in LANGUAGES {
            let told = run(&["contest", "show", "-", "--lang", language], record.as_bytes());
            let message = text(&told.stderr);
            assert_eq!(told.status.code(), Some(2), "{record:?}: {message}");
            assert!(message.contains(&format!(" {line}: ")) && message.contains(part), "{record:?}: {message}");
            let checked = run(&["contest", "check", "-", "--lang", language], record.as_bytes());
            assert_eq!((checked.status.code(), text(&checked.stderr).as_str()), (Some(1), ""), "{record:?}");
            assert!(message.contains(text(&checked.stdout).trim()), "{message}");
        }
    }
    assert!(refused(&["contest", "check", "docs/contests/none.txt"]).contains("none.txt"));
    // An id never leads out of the folder of games.
    let sly = "damka-contest 1\nkind: match\n\n1 0:00.000 owner enter 1\n1 0:00.000 owner enter 2\n\
               1 0:00.000 owner pair 1.1.1 1 2 game ../games/wm1\n";
    let said =
        damka_with_input(&["contest", "check", "-", "--games", "docs/contests/games", "--lang", "en"], sly.as_bytes());
    assert_eq!(said.code, Some(1));
    assert!(said.out.contains("there is no file of game"), "{}", said.out);
}

// --- The documentation ---

fn document() -> String {
    std::fs::read_to_string(root().join("docs/contest.md")).expect("docs/contest.md")
}

/// The words of a command line; quoted ones may have spaces.
fn arguments(command: &str) -> Vec<&str> {
    let parts = command.split('"').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

/// The documentation with the output of every command written again.
fn renewed(document: &str) -> String {
    let mut new = String::new();
    for (at, part) in document.split("```").enumerate() {
        if at > 0 {
            new.push_str("```");
        }
        match part.strip_prefix("text\n$ damka ").filter(|_| at % 2 == 1) {
            Some(block) => {
                let command = block.lines().next().unwrap_or_default();
                let _ = write!(new, "text\n$ damka {command}\n{}", printed(&arguments(command)));
            }
            None => new.push_str(part),
        }
    }
    new
}

#[test]
fn the_documentation_is_true() {
    let (document, renewed) = (document(), renewed(&document()));
    if std::env::var_os("DAMKA_BLESS").is_some() {
        std::fs::write(root().join("docs/contest.md"), &renewed).expect("docs/contest.md is written");
        return;
    }
    assert_eq!(document, renewed, "run with DAMKA_BLESS=1 to renew docs/contest.md");
}

/// Every word of the format is in the documentation's grammar, and every event of its tables can be read.
#[test]
fn the_grammar_is_complete() {
    let document = document();
    for name in OWN_LINES {
        assert!(document.contains(&format!("| `{name}`")), "{name}");
    }
    let rows = document.lines().filter_map(|row| row.strip_prefix("| `")?.split('`').next());
    let events: Vec<&str> = rows.filter(|event| event.contains(' ')).collect();
    let mut verbs = std::collections::HashSet::new();
    for line in events {
        let event = Event::read(&format!("1 0:00.000 {line}")).expect(line);
        verbs.insert(std::mem::discriminant(&event.deed));
    }
    // A new deed gets a row in the table and is counted here.
    assert_eq!(verbs.len(), 14);
}
