//! `damka arbiter` as an arbiter meets it: every example of `docs/records` through the real binary in three languages, bad
//! records, and the documentation, whose examples and table must stay true. `DAMKA_BLESS=1 cargo test -p damka
//! arbiter` writes into `docs/arbiter.md` what the program says now.

use crate::binary::{root, run, text};
use damka_conduct::{Act, Actor, Claim, Entry, Transcript, Worded, record_text};
use damka_notation::SquareNames;
use damka_rules::Ruleset;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::mem::{Discriminant, discriminant};

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
    let rights = ["Black may demand that it be undone in full", "Чёрные могут потребовать", "Чорні можуть вимагати"];
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
        ("A.move.13-adjust", &["says “I adjust”", "[A.move.14]", "no penalty"]),
        ("A.capture.09-not-shown", &["c3:e5:c7", "[A.capture.9]"]),
        ("A.violation.02-wrong-setup", &["[A.violation.2]", "starts again"]),
        ("A.violation.03-light-square", &["[A.violation.3]", "[A.violation.7]", "░o░"]),
        ("A.violation.05-disturbance", &["[A.violation.5]"]),
        ("A.violation.06-refusal", &["[A.violation.6]", "White wins", "[A.result.2d]"]),
        ("B.missed-demanded", &["[B.missed.1]", "[A.violation.4.6]", "[B.missed.2]", "The clock runs for White"]),
        ("B.missed-let-stand", &["White’s violation stands", "Not accepted"]),
        ("B.win.04-flag", &["White wins", "[B.win.4]", "Too late"]),
        ("B.win.05-penalty", &["White wins", "[B.win.5]"]),
        ("mercy", &["Draw", "Black’s time has run out, but White cannot win"]),
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
    let end = told.lines().skip_while(|line| !line.starts_with("The game continues")).collect::<Vec<_>>().join(" ");
    assert!(
        end.contains("Black may: demand that the violation be undone in full; let it stand by making a move"),
        "{end}"
    );
    assert!(end.contains("White may:"), "{end}");
    let over = story("-", "en", "damka-record 1\n\nwhite resign\n");
    assert!(!over.contains(" may: "), "{over}");
}

#[test]
fn what_a_later_version_wrote_is_not_called_wrong() {
    for record in ["damka-record 3\n", "damka-record 2\n\n3 0:00 white resign\n"] {
        let message = refused(record.as_bytes(), "en");
        assert!(message.contains("a later version of the program"), "{message}");
    }
}

/// The exact instant of a flag that falls between two events, also after a period of byoyomi.
#[test]
fn a_flag_falls_at_its_own_time() {
    let record = "damka-record 1\nclock: 10s:2x5s\n\n0:00 white move c3 d4\n1:00 black move f6 e5\n";
    let told = story("-", "en", record);
    assert!(told.contains("   0:20  Result. White wins"), "{told}");
    assert!(told.contains("   1:00  Too late. Black plays f6 → e5."), "{told}");
}

/// The clock says by itself that a flag has fallen; a record may say so too, but not before.
#[test]
fn a_flag_in_the_record() {
    let record = "damka-record 2\nclock: 1m\n\n0:00 white move c3 d4\n0:59.999 nobody flag black\n1:00 nobody flag black\n\
                  1:05 nobody note Black did not see it.\n";
    let told = story("-", "en", record);
    assert!(
        told.contains("0:59.999  Black’s flag has fallen.\n         Not accepted. The time has not run out."),
        "{told}"
    );
    assert!(told.contains("   1:00  Result. White wins: Black’s time has run out."), "{told}");
    assert!(told.contains("   1:05  Remark: Black did not see it."), "{told}");
    assert_eq!(told.matches("flag").count(), 1, "{told}");
    assert!(!told.contains("Too late"), "{told}");
}

/// Where a flag does not lose to an opponent who cannot win, it waits ten seconds for the proof.
#[test]
fn a_flag_waits_for_a_proof() {
    let told = |then: &str| {
        let head = "damka-record 2\nclock: 1m\nmercy: yes\nstart: W:WKc1:BKa7\n\n0:05 white move c1 b2\n";
        story("-", "en", &format!("{head}{then}\n"))
    };
    let fell = "   1:05  Black’s time has run out. It is being checked whether White can still win.\n";
    let proved = told("1:08 nobody cannot-win white");
    assert!(proved.contains(fell) && proved.contains("Result. Draw: Black’s time has run out, but White"), "{proved}");
    let unproved = told("1:09 black move a7 b8\n1:20 black move a7 b8");
    assert!(unproved.contains(fell), "{unproved}");
    assert!(unproved.contains("   1:09  Too late. Black plays a7 → b8."), "{unproved}");
    assert!(unproved.contains("   1:15  Result. White wins: Black’s time has run out."), "{unproved}");
    assert!(unproved.contains("   1:20  Too late. Black plays a7 → b8."), "{unproved}");
    let open = told("1:06 white note Is it over?");
    assert!(open.contains(fell) && !open.contains("The game continues"), "{open}");
}

#[test]
fn what_a_server_adds_to_a_record() {
    let record = "damka-record 2\nclock: 5m\n\n0:00 white move c3 d4\n0:10 nobody credit 8:00\n8:20 black.2 move f6 g5\n\
                  8:21 white resign\n8:30 white rematch\n8:31 white rematch\n8:40 black.2 rematch\n\
                  8:41 nobody rematch-made k3x9\n";
    let told = story("-", "en", record);
    assert!(told.contains("   0:10  The server was down for 8:00. This time does not count"), "{told}");
    assert!(told.contains("White has 5:00 left. Black has 4:40 left."), "{told}");
    assert!(told.contains("   8:30  White wants another game.\n"), "{told}");
    assert!(told.contains("Not accepted. This has already been done."), "{told}");
    assert!(told.contains("   8:40  Black wants another game.\n   8:41  The next game has been created.\n"), "{told}");
    let days = story("-", "en", "damka-record 2\npace: days\n\nwhite leave\n");
    assert!(days.contains("Not accepted. This game is played over days"), "{days}");
}

#[test]
fn bad_records_give_one_message_with_the_line() {
    let cases: [(&str, &str, &str); 15] = [
        ("", "1", "damka-record 2"),
        ("hello\n", "1", "hello"),
        ("damka-record 3\n", "1", "damka-record 3"),
        ("damka-record 2\n\n3 0:00 white resign\n", "3", "3"),
        ("damka-record 2\npace: soon\n", "2", "soon"),
        ("damka-record 2\n\nwhite.1 resign\n", "3", "white.1"),
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
        None => "the game continues".to_owned(),
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

/// The documentation with everything that is generated written again.
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

/// The records that the documentation shows.
fn shown_records() -> Vec<String> {
    let document = std::fs::read_to_string(root().join("docs/arbiter.md")).expect("docs/arbiter.md");
    let blocks = document.split("```").skip(1).step_by(2);
    let records =
        blocks.filter_map(|block| block.strip_prefix("text\n")).filter(|text| text.starts_with("damka-record 2"));
    records.map(str::to_owned).collect()
}

#[test]
fn the_records_in_the_documentation_are_records() {
    let records = shown_records();
    assert!(records.len() >= 4, "{}", records.len());
    for record in records {
        let told = story("-", "en", &record);
        assert!(!told.contains("Not accepted"), "{record}\n{told}");
    }
}

/// The record with whole lines is letter for letter what the program writes.
#[test]
fn the_documentation_shows_what_the_program_writes() {
    let whole = shown_records().into_iter().find(|record| record.contains("crowned")).expect("a record in full");
    let transcript = Transcript::read(&whole).expect("a record");
    let (_, steps) = transcript.play().expect("a game");
    let names = SquareNames::of(&transcript.spec.ruleset);
    let lines = steps.iter().flat_map(|step| &step.events).map(|event| event.line(names));
    assert_eq!(record_text(&transcript.spec, &transcript.names, lines), whole);
}

/// Every word of the format is in the documentation's grammar, and every line of the grammar's events can be read.
#[test]
fn the_grammar_is_complete() {
    let document = std::fs::read_to_string(root().join("docs/arbiter.md")).expect("docs/arbiter.md");
    let lines = damka_conduct::LINES.iter().chain(&["clock"]);
    for name in lines {
        assert!(document.contains(&format!("| `{name}`")), "{name}");
    }
    let names = SquareNames::of(&Ruleset::named("russian").expect("a game"));
    let (mut acts, mut hands, mut claims, mut rulings) = Default::default();
    for line in document.lines().filter_map(event_of_row) {
        let output = run(&["arbiter", "-"], format!("damka-record 2\nmanner: at-board\n\n{line}\n").as_bytes());
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        let intent = Entry::read(&format!("2 0:00 {line}"), names).expect("an event").intent;
        count(&mut acts, &intent);
        match &intent {
            Act::Hand(hand) => count(&mut hands, hand),
            Act::Claim(claim) => count(&mut claims, claim),
            Act::Rule(ruling) => count(&mut rulings, ruling),
            _ => {}
        }
    }
    // A new act gets a row in the tables and is counted here.
    assert_eq!([acts.len(), hands.len(), claims.len(), rulings.len()], [34, 7, Claim::ALL.len(), 10]);
}

/// The event that a row of the grammar's tables is about.
fn event_of_row(row: &str) -> Option<&str> {
    let event = row.strip_prefix("| `")?.split('`').next()?;
    let actor: &str = event.split(' ').next()?;
    (event.contains(' ') && actor.parse::<Actor>().is_ok()).then_some(event)
}

fn count<T>(seen: &mut HashSet<Discriminant<T>>, what: &T) {
    seen.insert(discriminant(what));
}
