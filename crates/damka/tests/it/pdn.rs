//! `damka pdn` and `damka fen` as a user meets them: the real binary, its output, its files and its exit codes.

use crate::binary::{Folder, damka, damka_with_input, printed, refused};
use serde_json::Value;
use std::path::Path;

const GOOD: &str = "[White \"Ivanov\"]\n[Black \"Petrov\"]\n[GameType \"25\"]\n\n\
                    1. e3-d4 d6-c5 2. f2-e3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 h4:f2 5. e1:g3 c7:h4 0-1\n";
const OTHER: &str = "[Date \"3.12.1999\"]\n[GameType \"20\"]\n\n1. 32-28! {x} (1. 33-29 19-23) 19-23 2. 28x19 2-0\n";
const ILLEGAL: &str = "[GameType \"25\"]\n\n1. c3-d4 d6-c5\n2. g1-h2 *\n";
const UNCLOSED: &str = "[GameType \"25\"]\n\n1. c3-d4 {no end\n";

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn check_counts_games_and_half_moves() {
    let folder = Folder::new("pdn-count");
    let [one, two] = [folder.file("one.pdn", GOOD), folder.file("two.pdn", [GOOD, OTHER].join("\n"))];
    let said = printed(&["pdn", "check", &one, &two]);
    assert_eq!(
        said.lines().collect::<Vec<_>>(),
        [
            format!("{one}: 1 game, 10 half-moves, none broken."),
            format!("{two}: 2 games, 13 half-moves, none broken."),
            "games 3, legal 3, broken 0".to_owned(),
        ]
    );
    let empty = folder.file("empty.pdn", "");
    assert_eq!(last_line(&printed(&["pdn", "check", &empty])), "games 0, legal 0, broken 0");
}

#[test]
fn a_broken_game_never_costs_its_neighbours() {
    let folder = Folder::new("pdn-neighbours");
    let file = folder.file("mixed.pdn", [GOOD, ILLEGAL, OTHER, UNCLOSED, GOOD].join("\n"));
    let said = damka(&["pdn", "check", &file]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert_eq!(last_line(&said.out), "games 5, legal 3, broken 2");
    let illegal = format!("{file}:10:4: game 2: “g1-h2”: h2 is occupied.");
    let unclosed = format!("{file}:19:10: game 4: “{{no end”: The comment has no closing brace.");
    assert_eq!(said.out.lines().take(2).collect::<Vec<_>>(), [illegal, unclosed]);
}

#[test]
fn the_rules_say_why_a_move_is_refused() {
    let game = |moves: &str| format!("[GameType \"25\"]\n[FEN \"W:Wc3,g1:Bd4,h8\"]\n\n{moves} *\n");
    for (moves, reason) in [
        ("1. g1-h2", ":4:4: game 1: “g1-h2”: You must capture with c3."),
        ("1. {да} g1-h2", ":4:9: game 1: “g1-h2”: You must capture with c3."),
        ("1. e4e5e6e7", "is not a square of this game."),
        ("1. c3:e5 hello4", "“hello4”"),
    ] {
        let said = damka_with_input(&["pdn", "check"], game(moves).as_bytes());
        assert!(said.out.contains(reason), "{moves}: {}", said.out);
        assert_eq!((said.code, last_line(&said.out)), (Some(1), "games 1, legal 0, broken 1"));
    }
    // A broken variation loses only itself, and the note says what is wrong with it.
    for (moves, reason) in [
        (
            "1. c3:e5 h8-g7 {да}\n(1... h8-h7)",
            ":5:7: note on game 1: A variation was left out. “h8-h7”: h7 is not a square",
        ),
        ("1. c3:e5 (1. c3:e5 h8-g7 2. c1-d2)", ":4:29: note on game 1: A variation was left out. “c1-d2”: There is no"),
    ] {
        let said = damka_with_input(&["pdn", "check"], game(moves).as_bytes());
        assert!(said.out.contains(reason), "{moves}: {}", said.out);
        assert_eq!((said.code, last_line(&said.out)), (Some(0), "games 1, legal 1, broken 0"));
    }
    // An ambiguous capture gets its candidates, and nothing is guessed.
    let ambiguous = "[GameType \"20\"][FEN \"W:WK4:B13,20,32,37\"] 1. 4x15 *";
    let said = damka_with_input(&["pdn", "check"], ambiguous.as_bytes());
    assert!(said.out.contains("4x27x38x15") && said.out.contains("4x31x42x15"), "{}", said.out);
    // A flawed start is played from, but not in silence.
    let flawed = "[GameType \"25\"][FEN \"W:Wd8,a1:Bc7,h4\"] 1. d8:b6 *";
    let said = damka_with_input(&["pdn", "check"], flawed.as_bytes());
    assert_eq!(said.code, Some(0));
    assert!(said.out.contains("note on game 1") && said.out.contains("d8"), "{}", said.out);
}

#[test]
fn standard_input() {
    for arguments in [&["pdn", "check"][..], &["pdn", "check", "-"]] {
        let said = damka_with_input(arguments, [GOOD, ILLEGAL].join("\n").as_bytes());
        assert_eq!((said.code, last_line(&said.out)), (Some(1), "games 2, legal 1, broken 1"));
        assert!(said.out.starts_with("-:10:4: "), "{}", said.out);
    }
    assert!(damka_with_input(&["pdn", "convert"], GOOD.as_bytes()).out.contains("[DamkaRules \"russian\"]"));
    assert!(damka_with_input(&["pdn", "sheet"], GOOD.as_bytes()).out.contains("c7:h4x"));
    assert!(damka_with_input(&["pdn", "diagram", "--ply", "1"], GOOD.as_bytes()).out.contains("1. e3-d4"));
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new("pdn-unreadable");
    let good = folder.file("good.pdn", GOOD);
    let nowhere = folder.path("nowhere.pdn");
    let said = damka(&["pdn", "check", &nowhere, &good]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("nowhere.pdn"), "{}", said.err);
    assert_eq!(last_line(&said.out), "games 1, legal 1, broken 0", "the others are still read");
    let directory = folder.path("");
    for arguments in [
        ["pdn", "check", &directory],
        ["pdn", "check", "--nonsense"],
        ["pdn", "check", "--rules=chess"],
        ["pdn", "check", "--encoding=ebcdic"],
        ["pdn", "convert", "--to=xml"],
        ["pdn", "sheet", &nowhere],
        ["pdn", "diagram", &nowhere],
        ["pdn", "sheet", "--game=0"],
    ] {
        let message = refused(&arguments);
        let offending = arguments[2].rsplit(['=', '/']).next().unwrap_or_default();
        assert!(message.contains(offending), "{arguments:?}: {message}");
    }
}

#[test]
fn games_without_a_type_are_read_by_the_rules_that_fit_and_that_is_said() {
    let text = b"1. c3-d4 d6-c5 *\n\n1. c3-d4 d6-c5 *\n";
    let said = damka_with_input(&["pdn", "check"], text);
    assert_eq!((said.code, last_line(&said.out)), (Some(0), "games 2, legal 2, broken 0"));
    assert_eq!(said.out.matches("Russian draughts").count(), 1, "once for a file: {}", said.out);
    let english = damka_with_input(&["pdn", "check"], b"1. 11-15 23-19 2. 8-11 22-17 *\n");
    assert!(english.out.contains("English"), "{}", english.out);
    // It reports the real first error by the rules that fit best, and what to do if they are not the right ones.
    let nothing_fits = damka_with_input(&["pdn", "check"], b"1. c3-d5 *\n");
    assert_eq!((nothing_fits.code, last_line(&nothing_fits.out)), (Some(1), "games 1, legal 0, broken 1"));
    assert!(nothing_fits.out.contains("-:1:4: game 1: “c3-d5”: d5 is not"), "{}", nothing_fits.out);
    assert!(
        nothing_fits.err.contains("Russian draughts") && nothing_fits.err.contains("--rules;"),
        "{}",
        nothing_fits.err
    );
    // If most games fit, the one that does not is wrong, and other rules would not help.
    let mostly = b"1. 11-15 23-19 *\n1. 11-15 22-18 2. 15x22 *\n1. 11-15 23-18 2. 8-12 *\n";
    let mostly = damka_with_input(&["pdn", "check"], mostly);
    assert_eq!((last_line(&mostly.out), mostly.err.as_str()), ("games 3, legal 2, broken 1", ""), "{}", mostly.out);
    assert!(mostly.out.contains("game 3: “8-12”"), "{}", mostly.out);
    let said = damka_with_input(&["pdn", "check", "--rules", "russian"], text);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let house = damka_with_input(&["pdn", "convert", "--rules", "house king=short"], text);
    assert!(house.out.contains("[DamkaRules \"house king=short\"]"), "{}", house.out);
}

// interop 2
#[test]
fn a_file_of_czech_games_is_read_as_such() {
    // The man stops on e5, although a Russian one would have to continue and take f4 too.
    let text = b"1. c3-d4 d6-c5 *\n\n[FEN \"W:Wc3:Bd4,f4,h8\"] 1. c3xe5 h8-g7 *\n";
    let said = damka_with_input(&["pdn", "check"], text);
    assert_eq!((said.code, last_line(&said.out)), (Some(0), "games 2, legal 2, broken 0"), "{}", said.out);
    assert!(said.out.contains("Czech draughts"), "{}", said.out);
    let written = damka_with_input(&["pdn", "convert"], text).out;
    assert_eq!(written.matches("[GameType \"29,W,8,8,A0,0\"]").count(), 2, "{written}");
}

// interop 9
#[test]
fn captures_are_written_with_a_cross_on_request() {
    let folder = Folder::new("pdn-captures");
    let file = folder.file("game.pdn", GOOD);
    for (captures, notation, expected) in [
        ("x", "own", "b4xd6 h4xf2"),
        ("own", "own", "b4:d6 h4:f2"),
        ("x", "short", "bxd6 hxf2"),
        ("colon", "own", "b4:d6"),
    ] {
        let written = printed(&["pdn", "convert", "--captures", captures, "--notation", notation, &file]);
        assert!(written.contains(expected) && written.contains("[GameType \"25,"), "{captures}: {written}");
        let again = folder.file("again.pdn", &written);
        assert_eq!(printed(&["pdn", "convert", "--captures", "own", &again]).matches("d6").count(), 2);
    }
}

// interop 8
#[test]
fn notes_of_what_was_recovered() {
    let text = b"[GameType \"25\"]\\r\n[Result \"0-1\"]\\r\n\n1. c3-d4 Good [ d6-c5 \xE2\x80\xAE 1-0\n";
    let said = damka_with_input(&["pdn", "check"], text);
    assert!(!said.out.contains('\u{202e}'), "{:?}", said.out);
    let text = b"[GameType \"25\"]\\r\n[Result \"0-1\"]\\r\n\n1. c3-d4 Good [ d6-c5 1-0\n";
    let said = damka_with_input(&["pdn", "check"], text);
    for (place, note) in [("1:16", "Line ends"), ("2:10", "0-1"), ("4:10", "“Good”"), ("4:15", "“[”")] {
        let line = said.out.lines().find(|line| line.starts_with(&format!("-:{place}: note on game 1")));
        assert!(line.is_some_and(|line| line.contains(note)), "{place} {note}: {}", said.out);
    }
    assert_eq!((said.code, last_line(&said.out)), (Some(0), "games 1, legal 1, broken 0"));
}

/// The name Иванов in each of the old encodings.
const ENCODED: [(&str, &[u8]); 4] = [
    ("iso-8859-5", b"\xB8\xD2\xD0\xDD\xDE\xD2"),
    ("windows-1251", b"\xC8\xE2\xE0\xED\xEE\xE2"),
    ("koi8-r", b"\xE9\xD7\xC1\xCE\xCF\xD7"),
    ("cp866", b"\x88\xA2\xA0\xAD\xAE\xA2"),
];

// clauses: C.notation.1
#[test]
fn files_in_old_encodings() {
    let folder = Folder::new("pdn-encodings");
    for (encoding, name) in ENCODED {
        let mut bytes = b"[Event \"\x20\"]\n[White \"".to_vec();
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(b"\"]\n[GameType \"25\"]\n\n1. c3-d4 {");
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(b"} d6-d5 *\n\n[White \"");
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(b"\"]\n[GameType \"25\"]\n\n1. c3-d4 *\n");
        let file = folder.file("old.pdn", &bytes);
        for arguments in [&["pdn", "convert", &file][..], &["pdn", "convert", &file, "--encoding", encoding]] {
            let said = damka(arguments);
            assert_eq!(said.code, Some(1), "{encoding}: {}", said.err);
            assert!(said.out.contains("[White \"Иванов\"]"), "{encoding}: {}", said.out);
            // The column is the byte of the file, and the reason is found all the same.
            assert!(said.err.contains(":5:19: game 1: “d6-d5”: d5 is not"), "{encoding}: {}", said.err);
        }
    }
}

#[test]
fn convert_writes_clean_pdn() {
    let folder = Folder::new("pdn-clean");
    let file = folder.file("wild.pdn", [OTHER, ILLEGAL, GOOD].join("\n"));
    let said = damka(&["pdn", "convert", &file]);
    assert_eq!(said.code, Some(1));
    assert_eq!(
        said.out,
        "[Date \"1999.12.03\"]\n[Result \"2-0\"]\n[GameType \"20,W,10,10,N2,0\"]\n[DamkaRules \"international\"]\n\n\
         1. 32-28 $1 {x} (1. 33-29 19-23) 1... 19-23 2. 28x19 *\n\n\
         [White \"Ivanov\"]\n[Black \"Petrov\"]\n[Result \"0-1\"]\n[GameType \"25,W,8,8,A0,0\"]\n\
         [DamkaRules \"russian\"]\n\n\
         1. e3-d4 d6-c5 2. f2-e3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 h4:f2 5. e1:g3 c7:h4 *\n\n"
    );
    assert!(said.err.contains("game 2: “g1-h2”") && said.err.ends_with("games 3, legal 2, broken 1\n"), "{}", said.err);
    // What is written is read again as it is.
    let clean = folder.file("clean.pdn", &said.out);
    assert_eq!(printed(&["pdn", "convert", &clean]), said.out);
    let main = printed(&["pdn", "convert", "--no-variations", &clean]);
    assert!(main.contains("{x} 19-23"), "{main}");
}

// clauses: A.notation.1 C.1.3
#[test]
fn convert_to_other_notations() {
    let folder = Folder::new("pdn-notations");
    let file = folder.file("both.pdn", [GOOD, OTHER].join("\n"));
    for (notation, first, second) in [
        ("own", "1. e3-d4 d6-c5", "2. 28x19"),
        ("algebraic", "4. b4:d6 h4:f2", "(1. f4-g5"),
        ("numeric", "1. 23-18 10-14", "2. 28x19"),
        ("short", "4. b:d6 h:f2", "(1. fg5"),
    ] {
        let written = printed(&["pdn", "convert", "--notation", notation, &file]);
        assert!(written.contains(first) && written.contains(second), "{notation}: {written}");
        // Whatever the notation, it is the same two games.
        let again = folder.file("again.pdn", &written);
        let back = printed(&["pdn", "convert", "--notation", "algebraic", &again]);
        assert_eq!(back, printed(&["pdn", "convert", "--notation", "algebraic", &file]), "{notation}");
    }
}

#[test]
fn convert_to_json() {
    let folder = Folder::new("pdn-json");
    let setup = "[GameType \"25\"]\n1. c3-d4 {[%clk 0:05:00] why} (1. e3-f4 (1. g3-h4)) /FEN \"W:Wc3:Bd4\"/ 2. c3:e5 *";
    let file = folder.file("all.pdn", [GOOD, ILLEGAL, setup].join("\n"));
    let said = damka(&["pdn", "convert", "--to", "json", &file]);
    let games: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(games.as_array().map(Vec::len), Some(2));
    let first = &games[0];
    assert_eq!((&first["rules"], &first["result"], &first["plies"]), (&"russian".into(), &"0-1".into(), &10.into()));
    assert_eq!(first["tags"][0], serde_json::json!({ "name": "White", "value": "Ivanov" }));
    assert_eq!(first["moves"][9]["captures"], serde_json::json!(["d2", "g3", "d4", "d6"]));
    assert_eq!(first["moves"][9]["promotes"], true);
    let second = &games[1];
    assert_eq!(second["moves"][0]["comments"][0]["clocks"][0]["millis"], 300_000);
    assert_eq!(second["moves"][0]["variations"], serde_json::json!([0]));
    assert_eq!(second["variations"][0]["moves"][0]["variations"], serde_json::json!([1]));
    assert_eq!(second["variations"][1]["moves"][0]["text"], "g3-h4");
    assert_eq!(second["moves"][1]["setup"], "W:Wc3:Bd4");
    let short = damka(&["pdn", "convert", "--to", "json", "--notation", "short", &file]);
    let short: Value = serde_json::from_str(&short.out).expect("JSON");
    assert_eq!(short[0]["moves"][0]["text"], "ed4");
    let nothing = damka_with_input(&["pdn", "convert", "--to", "json"], b"");
    assert_eq!(serde_json::from_str::<Value>(&nothing.out).expect("JSON"), serde_json::json!([]));
    // Deep nesting is not deeper for the reader of the JSON.
    let deep = format!("[GameType \"25\"] c3-d4 {}{} *", "(e3-f4 (c3-d4 ".repeat(100), "))".repeat(100));
    let said = damka_with_input(&["pdn", "convert", "--to", "json"], deep.as_bytes());
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(serde_json::from_str::<Value>(&said.out).is_ok());
}

#[test]
fn nothing_is_overwritten_unasked() {
    let folder = Folder::new("pdn-overwriting");
    let file = folder.file("games.pdn", [GOOD, OTHER].join("\n"));
    let kept = folder.file("kept", "precious");
    for arguments in [
        &["pdn", "convert", &file, "-o", &kept][..],
        &["pdn", "sheet", &file, "--html", &kept],
        &["pdn", "diagram", &file, "--svg", &kept],
    ] {
        let message = refused(arguments);
        assert!(message.contains("kept") && message.contains("--force"), "{message}");
        assert_eq!(folder.read("kept"), "precious");
        printed(&[arguments, &["--force"]].concat());
        assert!(folder.read("kept").len() > 100);
        folder.file("kept", "precious");
    }
    let new = folder.path("new.pdn");
    assert_eq!(printed(&["pdn", "convert", &file, "-o", &new]), "");
    assert_eq!(last_line(&printed(&["pdn", "check", &new])), "games 2, legal 2, broken 0");
    // The file that is read can be the one that is written.
    let clean = folder.read("new.pdn");
    printed(&["pdn", "convert", &file, "-o", &file, "--force"]);
    assert_eq!(folder.read("games.pdn"), clean);
    assert!(refused(&["pdn", "convert", &file, "-o", "/nowhere/new.pdn"]).contains("/nowhere/new.pdn"));
    assert_eq!(folder.names(), ["games.pdn", "kept", "new.pdn"], "nothing half-written is left");
}

// clauses: A.notation.2 A.notation.3 A.notation.4 A.glyph.4
#[test]
fn score_sheets_and_back() {
    let folder = Folder::new("pdn-sheets");
    let file = folder.file("games.pdn", [OTHER, GOOD].join("\n"));
    let sheet = printed(&["pdn", "sheet", &file, "--game", "2", "--lang", "ru"]);
    assert_eq!(
        sheet.lines().collect::<Vec<_>>(),
        [
            "    Белые    Чёрные",
            "    Ivanov   Petrov",
            " 1. e3-d4    d6-c5",
            " 2. f2-e3    f6-g5",
            " 3. c3-b4    g5-h4",
            " 4. b4:d6    h4:f2",
            " 5. e1:g3    c7:h4x",
        ]
    );
    let text = folder.file("sheet.txt", &sheet);
    let pdn = printed(&["pdn", "sheet", "--read", &text]);
    assert_eq!(pdn, damka_with_input(&["pdn", "convert"], GOOD.as_bytes()).out);
    let numbers = folder.file("numbers.txt", "1. 32-28 19-23\n2. 28x19 14x23\n");
    assert!(printed(&["pdn", "sheet", "--read", &numbers, "--rules", "international"]).contains("2. 28x19 14x23"));
    let wrong = folder.file("wrong.txt", "White  Black\n1. c3-d4 d6-c5\n2. c3-b4 f6-g5\n");
    let message = refused(&["pdn", "sheet", "--read", &wrong]);
    assert!(message.contains("wrong.txt:3:4: “c3-b4”: There is no piece on c3."), "{message}");
    let page = folder.path("sheet.html");
    printed(&["pdn", "sheet", &file, "--game", "2", "--html", &page, "--lang", "uk"]);
    let html = folder.read("sheet.html");
    assert!(html.contains("lang=\"uk\"") && html.contains("Бланк запису партії") && html.contains("c7:h4x"), "{html}");
    assert!(refused(&["pdn", "sheet", &file, "--game", "3"]).contains("2 games"));
}

// clauses: A.glyph.3
#[test]
fn marks_mean_what_the_reader_knows() {
    let game = b"[GameType \"25\"] 1. c3-d4 $5 d6-c5 $1 $253 *";
    let sheet = |options: &[&str]| damka_with_input(&[&["pdn", "sheet"], options].concat(), game).out;
    assert!(sheet(&[]).contains("c3-d4!?"));
    assert!(sheet(&["--lang", "ru"]).contains("c3-d4(!)"), "{}", sheet(&["--lang", "ru"]));
    assert!(sheet(&["--lang", "ru"]).contains("d6-c5?!"));
    assert_eq!(sheet(&["--lang", "ru", "--marks", "chess"]).matches("!?").count(), 1);
    let signs = b"[GameType \"25\"] 1. c3-d4!? d6-c5 *";
    let convert = |marks| damka_with_input(&["pdn", "convert", "--marks", marks], signs).out;
    assert!(convert("chess").contains("c3-d4 $5 ") && convert("russian").contains("c3-d4 $2 $254"));
}

#[test]
fn diagrams_after_half_moves() {
    let folder = Folder::new("pdn-diagrams");
    let file = folder.file("games.pdn", [OTHER, GOOD].join("\n"));
    let diagram = |options: &[&str]| printed(&[&["pdn", "diagram", &file], options].concat());
    let fen = |options: &[&str]| last_line(&diagram(options)).to_owned();
    assert_eq!(fen(&["--game", "2", "--ply", "0"]), fen(&["--game", "2", "--ply", "0", "--black"]));
    assert_eq!(fen(&["--ply", "3"]), fen(&[]), "the end of the game, if nothing else is said");
    assert!(fen(&["--game", "2", "--ply", "10"]).contains("BKh4"));
    let end = diagram(&["--game", "2", "--ply", "10", "--ascii"]);
    assert!(end.is_ascii() && end.contains("\n5... c7:h4\nWhite to move.\n") && end.contains("[X]"), "{end}");
    let message = refused(&["pdn", "diagram", &file, "--ply", "4"]);
    assert!(message.contains("4") && message.contains("3 half-moves"), "{message}");
    let picture = folder.path("board.svg");
    diagram(&["--game", "2", "--ply", "1", "--svg", &picture, "--lang", "ru"]);
    let svg = folder.read("board.svg");
    assert!(svg.starts_with("<svg") && svg.contains("<title>Ivanov – Petrov: 1. e3-d4</title>"), "{svg}");
    // Numbers, set-ups and the second mover are counted right.
    let setup = b"[GameType \"21\"] 1. 9-13 /FEN \"W:WK30:BK5\"/ 1... 30-26 2. 5-9 *";
    let said = damka_with_input(&["pdn", "diagram", "--ply", "2"], setup);
    assert!(said.out.contains("\n1... 30-26\n"), "{}", said.out);
    let said = damka_with_input(&["pdn", "diagram", "--ply", "1"], setup);
    assert!(said.out.contains("\n1. 9-13\n"), "before the set-up: {}", said.out);
}

#[test]
fn three_languages_without_loose_ends() {
    let folder = Folder::new("pdn-languages");
    let deep = format!("[GameType \"25\"] c3-d4 {}{} *", "(e3-f4 (c3-d4 ".repeat(200), "))".repeat(200));
    let texts = [
        ILLEGAL,
        UNCLOSED,
        "[GameType \"25\"] 1. c3-d4 ) *\n",
        "[GameType \"25\"] (1. c3-d4) *\n",
        "[GameType \"25\"] 1. c3-d4 (1. e3-d4 *\n",
        "[GameType \"25\"] 1. c3-d4 $ *\n",
        "[GameType \"99\"] 1. c3-d4 *\n",
        "[DamkaRules \"house king=tall\"] 1. c3-d4 *\n",
        "[GameType \"25\"][FEN \"W:Wz9:B\"] *\n",
        "[GameType \"25\"] 1. z9-q1 *\n",
        "[GameType \"25\"] 1. -- *\n",
        "1. c3-d4 *\n",
        deep.as_str(),
    ];
    for (at, text) in texts.iter().enumerate() {
        let file = folder.file(&format!("{at}.pdn"), text);
        let mut seen: Vec<String> = Vec::new();
        for language in ["en", "ru", "uk"] {
            let said = damka(&["pdn", "check", &file, "--lang", language]);
            let told = format!("{}{}", said.out, said.err);
            assert!(!told.contains("{$") && !told.contains("{ $") && !told.contains(" pdn-"), "{told}");
            assert!(last_line(&said.out).starts_with("games 1, legal "), "{told}");
            let reason = said.out.lines().next().unwrap_or_default().to_owned();
            assert!(!seen.contains(&reason), "the same in two languages: {reason}");
            seen.push(reason);
        }
    }
    let files: Vec<String> = (0..texts.len()).map(|at| folder.path(&format!("{at}.pdn"))).collect();
    let all: Vec<&str> = ["pdn", "check"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let said = damka(&all);
    assert_eq!(said.code, Some(1));
    assert!(last_line(&said.out).starts_with(&format!("games {}, legal ", texts.len())), "{}", said.out);
}

#[test]
fn hostile_files_end_in_a_message() {
    let random: Vec<u8> = (0..200_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13).to_be_bytes()[3]).collect();
    let comment = format!("[GameType \"25\"] {{{}", "x".repeat(2_000_000));
    let commands = "[GameType \"25\"] 1. \x1b[2Jc3 *\n[GameType \"\x1b]0;x\x07\"] 1. c3-d4 *\n";
    let wide: Vec<u8> = "\u{feff}[GameType \"25\"] *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let half = b"[GameType \"25\"] [White \"\xD0\xA8\xD0\"] 1. c3-d4 {\xD0} \0 d6-c5 *";
    for bytes in [&random[..], comment.as_bytes(), commands.as_bytes(), &wide, half] {
        for arguments in [&["pdn", "check", "--rules", "russian"][..], &["pdn", "convert"], &["pdn", "sheet", "--read"]]
        {
            let said = damka_with_input(arguments, bytes);
            assert!(matches!(said.code, Some(0..=2)), "{arguments:?}: {:?}", said.code);
            assert!(!said.out.contains('\x1b') && !said.err.contains('\x1b'), "{}", said.err);
            assert!(said.out.len() + said.err.len() < 1_000_000);
        }
    }
}

#[test]
fn positions_in_every_spelling() {
    assert_eq!(printed(&["fen", "B: Bg7, c5, d2 : W h6k."]), "B:WKh6:Bd2,c5,g7\n");
    assert_eq!(printed(&["fen", "W:W21-32:B1-12"]), printed(&["fen", "W:W21-32:B1-12:H0:F1"]));
    let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    let fen = printed(&["fen", &start, "--rules", "international"]);
    assert!(fen.starts_with("W:W31,32,"), "{fen}");
    assert_eq!(printed(&["fen", fen.trim(), "--rules", "international", "--to", "hub"]).trim(), start);
    assert_eq!(printed(&["fen", fen.trim(), "--rules", "international", "--hub"]), format!("{fen}{start}\n"));
    for (text, offending) in [("W:Wz9:B", "z9"), ("W:Wa1:Ba1", "a1"), ("X:Wa1:B", "X"), ("Wbbbb", "33"), ("", "whose")]
    {
        assert!(refused(&["fen", text]).contains(offending), "{text}");
    }
    assert!(refused(&["fen", "W:W1:B2", "--rules", "chess"]).contains("chess"));
    let flawed = damka(&["fen", "W:Wd8:Bc7"]);
    assert_eq!((flawed.code, flawed.out.as_str()), (Some(0), "W:Wd8:Bc7\n"));
    assert!(flawed.err.contains("d8"), "{}", flawed.err);
    for language in ["ru", "uk"] {
        let message = damka(&["fen", "W:Wz9:B", "--lang", language]);
        assert!(message.code == Some(2) && message.err.contains("z9") && !message.err.contains('{'), "{}", message.err);
    }
}

// clauses: A.board.4
#[test]
fn a_board_to_print_in_its_true_size() {
    let folder = Folder::new("pdn-board");
    let file = folder.path("board.svg");
    printed(&["diagram", "russian", "--mm", "400", "--svg", &file]);
    // The board of 480 units is 400 mm wide; the frame comes on top of it.
    assert!(folder.read("board.svg").contains("width=\"443.33mm\""));
    assert!(refused(&["diagram", "russian", "--mm", "400"]).contains("--svg"));
    assert!(refused(&["diagram", "russian", "--mm", "0", "--svg", &file]).contains('0'));
}

/// The real files of the folder `shared/data`, which are not part of this project.
#[test]
fn real_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pdn");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: the folder shared/data is not here");
        return;
    };
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let rules = match name.as_str() {
            "abatsiev.pdn" => "russian",
            "beginner.pdn" => "english",
            _ => "international",
        };
        let file = path.display().to_string();
        let said = printed(&["pdn", "check", "--rules", rules, &file]);
        println!("{name}: {}", last_line(&said));
        let written = printed(&["pdn", "convert", "--rules", rules, &file]);
        let again = damka_with_input(&["pdn", "check"], written.as_bytes());
        assert_eq!(last_line(&again.out), last_line(&said), "{name} reads back");
        let json = printed(&["pdn", "convert", "--rules", rules, "--to", "json", &file]);
        assert!(serde_json::from_str::<Value>(&json).is_ok(), "{name}");
    }
}
