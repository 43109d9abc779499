//! `damka arbiter` as an arbiter meets it: every example of `docs/records` through the real binary in three languages, bad
//! records, and the documentation, whose examples and table must stay true. `DAMKA_BLESS=1 cargo test -p damka
//! arbiter` writes into `docs/arbiter.md` what the program says now.

use crate::binary::{root, run, text};
use std::fmt::Write as _;

const LANGUAGES: [&str; 3] = ["en", "ru", "uk"];

/// The story of a record.
fn story(file: &str, language: &str, input: &str) -> String {
    let output = run(&["arbiter", file, "--lang", language], input.as_bytes());
    assert!(output.status.success(), "{file}: {}\n{input}", text(&output.stderr));
    text(&output.stdout)
}

/// What is said about a record that cannot be read.
fn refused(record: &[u8], language: &str) -> String {
    let file = std::env::temp_dir().join(format!("damka-arbiter-{}-{language}.txt", std::process::id()));
    std::fs::write(&file, record).expect("a file");
    let output = run(&["arbiter", file.to_str().expect("a name"), "--lang", language], b"");
    std::fs::remove_file(&file).expect("the file is there");
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(!message.contains("panicked") && message.lines().count() == 1, "{message}");
    message
}

/// The names of the examples, in order.
fn examples() -> Vec<String> {
    let folder = root().join("docs/records");
    let files = std::fs::read_dir(folder).expect("the examples").filter_map(Result::ok);
    let mut names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    assert!(names.len() >= 25, "{names:?}");
    names
}

/// The violation that an example is named after: `4.06-...` is `A.violation.4.6`.
fn clause(name: &str) -> Option<String> {
    let number = name.strip_prefix("4.")?.split('-').next()?;
    Some(format!("A.violation.4.{}", number.trim_start_matches('0')))
}

/// The story on one line, so that nothing is hidden by the end of a line.
fn unwrapped(story: &str) -> String {
    story.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_example_is_told_in_every_language() {
    for name in examples() {
        let mut stories = Vec::new();
        for language in LANGUAGES {
            let story = story(&format!("docs/records/{name}"), language, "");
            for loose in ["{", "}", "$", "???"] {
                assert!(!story.contains(loose), "{name} {language}: {story}");
            }
            let foreign = |letter: char| ('а'..='я').contains(&letter) || ['і', 'ї', 'є'].contains(&letter);
            assert_eq!(story.contains(foreign), language != "en", "{name} {language}: {story}");
            assert!(story.lines().all(|line| line.chars().count() <= 96), "{name} {language}: {story}");
            stories.push(unwrapped(&story));
        }
        let ids = |story: &str| -> Vec<String> {
            let parts = story.split('[').skip(1).filter_map(|part| part.split(']').next());
            parts.map(str::to_owned).collect()
        };
        assert!(stories.iter().all(|story| ids(story) == ids(&stories[0])), "{name}: {stories:?}");
    }
}

#[test]
fn every_violation_has_an_example_with_its_article_and_the_rights() {
    for number in 1..=14 {
        let prefix = format!("4.{number:02}-");
        assert!(examples().iter().any(|name| name.starts_with(&prefix)), "{prefix}");
    }
    let rights = ["Black may demand that all of it is undone", "Чёрные могут потребовать", "Чорні можуть вимагати"];
    for name in examples() {
        let Some(clause) = clause(&name) else { continue };
        for (language, rights) in LANGUAGES.into_iter().zip(rights) {
            let story = unwrapped(&story(&format!("docs/records/{name}"), language, ""));
            assert!(story.contains(&format!("[{clause}]")), "{name} {language}: {story}");
            assert!(story.contains(rights), "{name} {language}: {story}");
        }
    }
}

/// What the other examples must say.
#[test]
fn the_examples_show_what_they_promise() {
    let cases = [
        ("A.move.11-touch-move", &["[A.violation.4.3]", "The touched piece c3 must be played. [A.move.11]"][..]),
        ("A.move.06-not-crowned", &["[A.move.6]", "Black crowns the man"]),
        ("A.move.07-uncrowned-king", &["[A.move.6]", "[A.violation.7]", "[A.violation.4.2]"]),
        ("A.move.13-adjust", &["says “I adjust”", "[A.move.14]", "without consequence"]),
        ("A.capture.09-not-shown", &["c3:e5:c7", "[A.capture.9]"]),
        ("A.violation.02-wrong-setup", &["[A.violation.2]", "begins anew"]),
        ("A.violation.03-light-square", &["[A.violation.3]", "[A.violation.7]", "░o░"]),
        ("A.violation.05-disturbance", &["[A.violation.5]"]),
        ("A.violation.06-refusal", &["[A.violation.6]", "White wins", "[A.result.2d]"]),
        ("B.missed-demanded", &["[B.missed.1]", "[A.violation.4.6]", "[B.missed.2]", "The clock runs for White"]),
        ("B.missed-let-stand", &["White's violation stands", "Not accepted"]),
        ("B.win.04-flag", &["White wins", "[B.win.4]", "Too late"]),
        ("B.win.05-penalty", &["White wins", "[B.win.5]"]),
        ("mercy", &["Draw", "Black's time has run out, but White cannot win"]),
        ("wrong-board", &["does not count", "[A.violation.1]"]),
        ("gone", &["Not accepted", "White wins", "[A.result.2a]"]),
        ("take-back", &["2 half-moves are taken back", "agrees"]),
        ("draw-offer", &["offers a draw", "declines", "Draw: the players agreed", "[A.result.3a]"]),
    ];
    for (name, promised) in cases {
        let story = unwrapped(&story(&format!("docs/records/{name}.txt"), "en", ""));
        for part in promised {
            assert!(story.contains(part), "{name}: {part}\n{story}");
        }
    }
    let told: Vec<&str> = cases.iter().map(|(name, _)| *name).collect();
    for name in examples() {
        let stem = name.trim_end_matches(".txt");
        assert!(clause(&name).is_some() || told.contains(&stem), "{name} promises nothing");
    }
}

#[test]
fn a_turn_is_one_line_and_refusals_have_a_reason() {
    let record = "damka-record 1\nmanner: at-board\nclock: 5m\n\n0:01 white touch c3\n0:02 white lift c3\nwhite place d4\n\
                  white release\n0:03 white press\n0:04 black lift e5\n0:05 black move a7 b6\n0:06 white resign\n";
    let told = story("-", "en", record);
    assert!(told.contains("   0:01  1. White: c3-d4.\n"), "{told}");
    assert!(told.contains("White has 4:58 left. Black has 5:00 left."), "{told}");
    assert!(told.contains("Not accepted. There is no piece on e5."), "{told}");
    assert!(told.contains("Not accepted. b6 is occupied."), "{told}");
    assert!(told.contains("Black wins: White resigned."), "{told}");
}

#[test]
fn the_end_says_what_each_side_may_do() {
    let open = "damka-record 1\nmanner: at-board\n\nwhite lift c3\nwhite place c5\nwhite release\nwhite press\n";
    let told = story("-", "en", open);
    let end = told.lines().skip_while(|line| !line.starts_with("The game goes on")).collect::<Vec<_>>().join(" ");
    assert!(
        end.contains("Black may: demand that all of the violation is undone; let it stand by making a move"),
        "{end}"
    );
    assert!(end.contains("White may:"), "{end}");
    let over = story("-", "en", "damka-record 1\n\nwhite resign\n");
    assert!(!over.contains(" may: "), "{over}");
}

/// The exact instant of a flag that falls between two events, also after a period of byoyomi.
#[test]
fn a_flag_falls_at_its_own_time() {
    let record = "damka-record 1\nclock: 10s:2x5s\n\n0:00 white move c3 d4\n1:00 black move f6 e5\n";
    let told = story("-", "en", record);
    assert!(told.contains("   0:20  Result. White wins"), "{told}");
    assert!(told.contains("   1:00  Too late. Black plays f6 → e5."), "{told}");
}

#[test]
fn bad_records_give_one_message_with_the_line() {
    let cases: [(&str, &str, &str); 12] = [
        ("", "1", "damka-record 1"),
        ("hello\n", "1", "hello"),
        ("damka-record 2\n", "1", "damka-record 2"),
        ("damka-record 1\nrules russian\n", "2", "rules russian"),
        ("damka-record 1\nrules: chess\n", "2", "chess"),
        ("damka-record 1\nclock: 5q\n", "2", "5q"),
        ("damka-record 1\ncolour: red\n", "2", "colour"),
        ("damka-record 1\n\nwhite lift c3\n\n# here\nwhite jump d4\n", "6", "jump"),
        ("damka-record 1\n\nwhite lift c9\n", "3", "c9"),
        ("damka-record 1\n\nred lift c3\n", "3", "red"),
        ("damka-record 1\n\n0:99x white lift c3\n", "3", "0:99x"),
        ("damka-record 1\n\nwhite press hard\n", "3", "hard"),
    ];
    for (record, line, part) in cases {
        for language in LANGUAGES {
            let message = refused(record.as_bytes(), language);
            assert!(message.contains(&format!(" {line}: ")), "{record:?}: {message}");
            assert!(message.contains(part), "{record:?}: {message}");
        }
    }
    assert!(refused(b"damka-record 1\n\xff\xfe", "en").contains("cannot be read"));
    let missing = run(&["arbiter", "docs/records/no-such-file.txt"], b"");
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("no-such-file.txt"));
}

// --- The documentation ---

/// What an example teaches: its remarks before the head.
fn lesson(name: &str) -> String {
    let record = std::fs::read_to_string(root().join("docs/records").join(name)).expect("an example");
    let remarks = record.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
    remarks.collect::<Vec<_>>().join(" ")
}

/// What the program says of an example: violations by their clauses, what became of them, and the result.
fn verdict(name: &str) -> String {
    let told = unwrapped(&story(&format!("docs/records/{name}"), "en", ""));
    let ids = told.split('[').skip(1).filter_map(|part| part.split(']').next());
    let mut said: Vec<String> = Vec::new();
    for id in ids.filter(|id| !id.contains(',')) {
        let id = format!("`{id}`");
        if !said.contains(&id) {
            said.push(id);
        }
    }
    said.push(match told.split_once("Result. ") {
        Some((_, result)) => result.split(" (").next().unwrap_or_default().trim_end_matches('.').to_owned(),
        None => "the game goes on".to_owned(),
    });
    said.join(", ")
}

fn table() -> String {
    let mut table = String::from("| example | what it teaches | what the program says |\n|---|---|---|\n");
    for name in examples() {
        let _ = writeln!(table, "| [{name}](records/{name}) | {} | {} |", lesson(&name), verdict(&name));
    }
    table
}

/// The documentation with everything that is generated written anew.
fn renewed(document: &str) -> String {
    let (begin, end) = ("<!-- examples -->\n", "<!-- end of examples -->");
    let (before, rest) = document.split_once(begin).expect("the table has its place");
    let (_, after) = rest.split_once(end).expect("the table has an end");
    let document = format!("{before}{begin}{}{end}{after}", table());
    // A block that begins with a command is followed by what the command prints.
    let mut new = String::new();
    for (at, part) in document.split("```").enumerate() {
        if at > 0 {
            new.push_str("```");
        }
        match part.strip_prefix("text\n$ damka arbiter ").filter(|_| at % 2 == 1) {
            Some(block) => {
                let command = block.lines().next().unwrap_or_default();
                let (file, language) = command.split_once(" --lang ").unwrap_or((command, "en"));
                let _ = write!(new, "text\n$ damka arbiter {command}\n{}", story(file, language, ""));
            }
            None => new.push_str(part),
        }
    }
    new
}

#[test]
fn the_documentation_is_true() {
    let file = root().join("docs/arbiter.md");
    let document = std::fs::read_to_string(&file).expect("docs/arbiter.md");
    let renewed = renewed(&document);
    if std::env::var_os("DAMKA_BLESS").is_some() {
        std::fs::write(&file, &renewed).expect("docs/arbiter.md is written");
        return;
    }
    assert_eq!(document, renewed, "run with DAMKA_BLESS=1 to renew docs/arbiter.md");
}

#[test]
fn the_records_in_the_documentation_are_records() {
    let document = std::fs::read_to_string(root().join("docs/arbiter.md")).expect("docs/arbiter.md");
    let blocks: Vec<&str> = document.split("```").skip(1).step_by(2).collect();
    let records: Vec<&str> = blocks.iter().filter_map(|block| block.strip_prefix("text\n")).collect();
    let records: Vec<&&str> = records.iter().filter(|block| block.starts_with("damka-record 1")).collect();
    assert!(records.len() >= 3, "{}", records.len());
    for record in records {
        let told = story("-", "en", record);
        assert!(!told.contains("Not accepted"), "{record}\n{told}");
    }
}

/// Every word of the format is in the documentation's grammar, and every line of the grammar's events can be read.
#[test]
fn the_grammar_is_complete() {
    let document = std::fs::read_to_string(root().join("docs/arbiter.md")).expect("docs/arbiter.md");
    let lines = damka_conduct::LINES.iter().chain(&["clock"]);
    for name in lines {
        assert!(document.contains(&format!("| `{name}`")), "{name}");
    }
    let mut acts = 0;
    for row in document.lines().filter(|line| {
        line.starts_with("| `white ") || line.starts_with("| `arbiter ") || line.starts_with("| `nobody ")
    }) {
        let line = row.split('`').nth(1).expect("an event");
        let record = format!("damka-record 1\nmanner: at-board\n\n{line}\n");
        let output = run(&["arbiter", "-"], record.as_bytes());
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        acts += 1;
    }
    assert!(acts >= 39, "{acts} of the acts are in the tables");
}
