//! The command line as a user meets it: the real binary, its output and its exit codes.

use crate::binary::{damka_with_input, printed, refused};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// What is said in a game.
fn session(arguments: &[&str], lines: &[&str]) -> String {
    let said = damka_with_input(&[&["play"], arguments].concat(), format!("{}\n", lines.join("\n")).as_bytes());
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).expect("JSON")
}

fn texts(moves: &Value) -> Vec<&str> {
    let mut found: Vec<&str> = moves.as_array().expect("a list").iter().filter_map(|mv| mv["text"].as_str()).collect();
    found.sort_unstable();
    found
}

#[test]
fn rulesets_lists_every_game() {
    assert_eq!(json(&["rulesets", "--json"]).as_array().map(Vec::len), Some(22));
    assert!(printed(&["rulesets"]).contains("russian-basic"));
    let russian = printed(&["rulesets", "--lang", "ru"]);
    assert!(russian.contains("Русские шашки"));
}

#[test]
fn moves_in_the_notation_of_each_game() {
    for (ruleset, expected) in [
        ("russian", "c3-d4"),
        ("international", "32-28"),
        ("english", "9-13"),
        ("italian", "21-17"),
        ("spanish", "9-13"),
        ("simple", "b3-a4"),
        ("corners", "d1-e1"),
    ] {
        let moves = json(&["moves", ruleset, "--json"]);
        assert!(texts(&moves).contains(&expected), "{ruleset}: {:?}", texts(&moves));
    }
}

#[test]
fn a_move_as_json() {
    let moves = json(&["moves", "russian", "--fen", "W:Wh6:Bg7,c5,d2", "--json"]);
    let expected = serde_json::json!([{
        "text": "h6:e1", "from": "h6", "to": "e1", "path": ["h6", "f8", "b4", "e1"],
        "captures": ["d2", "c5", "g7"], "promotes": true,
    }]);
    assert_eq!(moves, expected);
}

#[test]
fn the_corner_changes_names() {
    let moves = json(&["moves", "russian", "--corner", "right", "--json"]);
    assert!(texts(&moves).contains(&"f3-e4"), "{:?}", texts(&moves));
    let light = printed(&["moves", "russian", "--squares", "light"]);
    assert_eq!(light, printed(&["moves", "russian"]));
}

#[test]
fn the_first_mover_and_odds() {
    let moves = json(&["moves", "russian", "--first", "black", "--json"]);
    assert!(texts(&moves).contains(&"f6-e5"));
    let odds = json(&["moves", "russian", "--odds", "c3", "--json"]);
    assert!(texts(&odds).contains(&"b2-c3"));
    assert!(refused(&["moves", "russian", "--odds", "d4"]).contains("d4"));
    assert!(refused(&["moves", "russian", "--odds", "z9"]).contains("z9"));
    assert!(refused(&["moves", "russian", "--odds", "c3", "--fen", "W:Wa1:Bh8"]).contains("c3"));
}

#[test]
fn perft_prints_the_total_on_its_last_line() {
    assert_eq!(printed(&["perft", "russian", "6"]), "37986\n");
    assert_eq!(printed(&["perft", "samoyed", "4", "--paths"]), "720\n");
    assert_eq!(printed(&["perft", "samoyed", "4"]), "714\n");
    let divided = printed(&["perft", "russian", "3", "--divide"]);
    assert_eq!(divided.lines().count(), 8);
    assert_eq!(divided.lines().last(), Some("302"));
    assert_eq!(printed(&["perft", "corners", "2", "--layout", "4x4"]), "262\n");
    assert_eq!(printed(&["perft", "russian", "0"]), "1\n");
    let pool = ["perft", "house crowning=pass", "8"];
    assert_eq!(printed(&pool), "929896\n");
}

#[test]
fn explanations_give_the_reason_and_the_article() {
    let capture = json(&["explain", "russian", "g1-h2", "--fen", "W:Wc3,g1:Bd4", "--json"]);
    assert_eq!(capture["legal"], false);
    assert_eq!(capture["reason"], "must-capture");
    assert_eq!(capture["squares"], serde_json::json!(["c3"]));
    assert_eq!(capture["citation"], "A.capture.1");
    let more = json(&["explain", "international", "45x18", "--fen", "W:W26,K45:BK23,11,12,21,22,27", "--json"]);
    assert_eq!(more["legal"], false);
    let not_played = json(&["explain", "russian", "c4-d5", "--json"]);
    assert_eq!(
        (not_played["reason"].as_str(), not_played["citation"].as_str()),
        (Some("not-played"), Some("A.board.1"))
    );
    let legal = json(&["explain", "russian", "c3-d4", "--json"]);
    assert_eq!(legal["legal"], true);
    let sentence = printed(&["explain", "russian", "g1-h2", "--fen", "W:Wc3,g1:Bd4", "--lang", "uk"]);
    assert!(sentence.contains("c3") && sentence.contains("A.capture.1"), "{sentence}");
    assert!(printed(&["explain", "russian"]).contains("c3-d4"), "why the moves are what they are");
    assert!(refused(&["explain", "russian", "hello"]).contains("h"));
}

#[test]
fn house_rules_from_a_file() {
    let folder = std::env::temp_dir().join(format!("damka-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let czech = file("czech.toml", "man-capture = \"forward\"\ncrowning = \"stop\"\npriority = \"king-first\"\n");
    assert_eq!(printed(&["perft", "house", "9", "--rules", &czech]), "3963671\n");
    let ten = file("ten.toml", "board = 10\ndraws = [\"A.draw.1\", \"C.5.5\"]\nmen-take-kings = false\n");
    assert_eq!(printed(&["perft", "house", "1", "--rules", &ten]), "9\n");
    let bad = file("bad.toml", "king = \"tall\"\nwings = 4\ncrowning = \"pass\"\nman-capture = \"forward\"\n");
    let message = refused(&["moves", "house", "--rules", &bad]);
    assert!(message.contains("tall") && message.contains("wings"), "every reason: {message}");
    let broken = file("broken.toml", "king = \n");
    assert!(refused(&["moves", "house", "--rules", &broken]).contains("broken.toml"));
    assert!(refused(&["moves", "house", "--rules", "/nowhere/ours.toml"]).contains("ours.toml"));
    let nested = file("nested.toml", "[king]\nrange = 1\n");
    assert!(refused(&["moves", "house", "--rules", &nested]).contains("king"));
    assert!(refused(&["moves", "russian", "--rules", &czech]).contains("man-capture"), "only house can be changed");
    std::fs::remove_dir_all(&folder).expect("cleaned up");
}

#[test]
fn bad_input_is_one_message_that_names_the_text() {
    assert!(refused(&["moves", "chess"]).contains("chess"));
    assert!(refused(&["moves", "russian", "--fen", "W:Wa1,c9:Bh8"]).contains("c9"));
    assert!(refused(&["moves", "russian", "--fen", "W:Wa1,b1:Bh8"]).contains("b1"));
    assert!(refused(&["moves", "russian", "--fen", "W:Wa1:Ba1"]).contains("a1"));
    assert!(refused(&["moves", "international", "--fen", "W:W4:B49"]).contains('4'));
    assert!(refused(&["moves", "russian", "--layout", "3x3"]).contains("layout"));
    assert!(refused(&["moves", "corners", "--layout", "9x9"]).contains("9x9"));
    assert!(refused(&["moves", "russian", "--lang", "fr"]).contains("fr"));
    assert!(refused(&["perft", "russian", "deep"]).contains("deep"));
    assert!(refused(&["diagram", "russian", "--svg", "/nowhere/board.svg"]).contains("board.svg"));
    assert!(refused(&["nonsense"]).contains("nonsense"));
    assert!(refused(&[]).contains("Usage"));
}

#[test]
fn a_flaw_can_be_waived_by_name() {
    let fen = "W:Wd8:Bc7,h2";
    assert!(refused(&["moves", "russian", "--fen", fen]).contains("d8"));
    let moves = printed(&["moves", "russian", "--fen", fen, "--waive", "men-on-crowning-row"]);
    assert_eq!(moves, "d8:b6\n");
}

#[test]
fn diagrams() {
    let board = printed(&["diagram", "russian", "--ascii"]);
    assert!(board.is_ascii());
    assert_eq!(board.lines().last(), Some("     a  b  c  d  e  f  g  h"));
    let black = printed(&["diagram", "russian", "--black", "--ascii"]);
    assert_eq!(black.lines().last(), Some("     h  g  f  e  d  c  b  a"));
    let file = std::env::temp_dir().join(format!("damka-diagram-{}.svg", std::process::id()));
    printed(&["diagram", "italian", "--lang", "ru", "--svg", &file.display().to_string()]);
    let svg = std::fs::read_to_string(&file).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.contains("<title>"));
    std::fs::remove_file(&file).expect("cleaned up");
}

#[test]
fn the_rules_of_every_game_in_three_languages() {
    for language in ["ru", "uk", "en"] {
        for ruleset in damka_rules::Ruleset::all() {
            let page = printed(&["rules", ruleset.id(), "--lang", language]);
            assert!(page.lines().count() > 20, "{} {language}", ruleset.id());
        }
    }
    let file = std::env::temp_dir().join(format!("damka-rules-{}.html", std::process::id()));
    printed(&["rules", "stavropol", "--lang", "uk", "--html", &file.display().to_string()]);
    let html = std::fs::read_to_string(&file).expect("a page");
    assert!(html.contains("lang=\"uk\"") && html.contains("<svg"));
    std::fs::remove_file(&file).expect("cleaned up");
}

/// The sample game of text 000, typed as it is printed there, Cyrillic letters and all.
#[test]
fn a_whole_game_at_the_terminal() {
    let moves = ["е3-d4", "d6-c5", "f2-e3", "f6-g5", "c3-b4", "g5-h4", "b4:d6", "h4:f2", "e1:g3", "c7:h4x"];
    for language in ["ru", "uk", "en"] {
        let said = session(&["russian", "--lang", language, "--spoken"], &moves);
        assert!(!said.contains("[A."), "no move is refused: {said}");
        let spoken = [("ru", "аш 4"), ("uk", "аш 4"), ("en", "H 4")].into_iter().find(|(code, _)| *code == language);
        assert!(spoken.is_some_and(|(_, square)| said.contains(square)), "squares are spelled for a voice: {said}");
        assert!(!said.contains("{$") && !said.contains("{ $"), "{said}");
    }
}

#[test]
fn what_players_can_do_at_the_terminal() {
    let said = session(
        &["russian"],
        &["g1-h2", "c3-d4", "undo", "undo", "list", "moves", "why", "draw", "accept", "c3-d4", "quit"],
    );
    assert!(said.contains("occupied"), "a refusal says why: {said}");
    assert!(said.contains("no move to take back"), "{said}");
    assert!(said.contains("Draw"), "{said}");
    assert!(said.contains("Goodbye"), "{said}");
    let resigned = session(&["russian", "--lang", "uk"], &["здаюся"]);
    assert!(resigned.contains("A.result.2a"), "{resigned}");
    let early = session(&["international"], &["draw"]);
    assert!(early.contains("40"), "a draw cannot be agreed yet: {early}");
    let language = session(&["russian"], &["language uk", "quit"]);
    assert!(language.contains("українською"), "{language}");
    let numbers = session(&["international"], &["32-28", "19-23", "28x19", "quit"]);
    assert!(!numbers.contains("cannot be played"), "{numbers}");
}

#[test]
fn games_that_end_say_how() {
    let won = session(&["russian", "--fen", "W:Wc3:Bd4"], &["c3:e5", "quit"]);
    assert!(won.contains("A.result.2c"), "{won}");
    let giveaway = session(&["poddavki", "--fen", "W:Wc3:Bd4"], &["c3:e5", "quit"]);
    assert!(giveaway.contains("D.8.poddavki"), "{giveaway}");
    let drawn = session(
        &["russian", "--fen", "W:WKc1:BKa7"],
        &["c1-b2", "a7-b8", "b2-c1", "b8-a7", "c1-b2", "a7-b8", "b2-c1", "b8-a7"],
    );
    assert!(drawn.contains("A.draw.1"), "{drawn}");
    let claimed = session(
        &["english", "--fen", "W:WK30:BK5"],
        &["30-25", "5-1", "25-30", "1-5", "30-25", "5-1", "25-30", "1-5", "claim"],
    );
    assert!(claimed.contains("WCDF.1.32.1"), "{claimed}");
}

#[test]
fn an_ambiguous_capture_is_asked_back_with_its_candidates() {
    let said = session(&["international", "--fen", "W:WK4:B13,20,32,37"], &["4x15", "4x27x38x15", "quit"]);
    assert!(said.contains("4x27x38x15") && said.contains("4x31x42x15"), "{said}");
}

#[test]
fn strange_input_does_no_harm() {
    let long = "a".repeat(10_000);
    let said =
        session(&["russian"], &["", "   ", &long, "\u{0}\u{1}", "привет", "c3", "c3-", "-", ":::", "99-98", "c3-d4"]);
    assert!(said.contains("d4"), "{said}");
    let bytes = damka_with_input(&["play", "russian"], b"c3-d4");
    assert_eq!(bytes.code, Some(0), "no line break at the end");
    let chosen = session(&[], &["nothing", "2", "friend", "quit"]);
    assert!(chosen.contains("nothing"), "{chosen}");
    assert!(session(&[], &[]).contains("russian"));
}

#[test]
fn clocks_at_the_terminal() {
    let said = session(&["russian", "--clock", "5m+3s"], &["c3-d4", "quit"]);
    assert!(said.contains("[5:00 5:00]"), "both clocks: {said}");
    assert!(said.contains("[5:0"), "{said}");
    assert!(refused(&["play", "russian", "--clock", "soon"]).contains("soon"));
}

/// A person at the terminal who reads before typing.
struct Robot {
    child: std::process::Child,
    input: std::process::ChildStdin,
    output: std::io::BufReader<std::process::ChildStdout>,
    said: String,
}

impl Robot {
    fn start(arguments: &[&str]) -> Robot {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damka"))
            .args([&["play"], arguments].concat())
            .args(["--lang", "en", "--spoken"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let input = child.stdin.take().expect("a pipe");
        let output = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
        Robot { child, input, output, said: String::new() }
    }

    /// Types a line and reads on until a line has a text.
    fn type_and_wait(&mut self, line: &str, text: &str) -> String {
        writeln!(self.input, "{line}").expect("it reads");
        loop {
            let mut told = String::new();
            let read = std::io::BufRead::read_line(&mut self.output, &mut told).expect("it speaks");
            assert!(read > 0, "no line with {text}: {}", self.said);
            self.said.push_str(&told);
            if told.contains(text) {
                return told;
            }
        }
    }

    fn leave(mut self) -> String {
        writeln!(self.input, "quit").expect("it reads");
        std::io::Read::read_to_string(&mut self.output, &mut self.said).expect("it speaks");
        assert!(self.child.wait().expect("it ends").success());
        self.said
    }
}

/// A person who takes every first move that the list offers plays a whole game against the computer.
#[test]
fn a_whole_game_against_the_computer() {
    for (game, side) in [("russian", "white"), ("international", "black"), ("corners", "white"), ("poddavki", "black")]
    {
        let mut robot = Robot::start(&[game, "--level", "2", "--side", side, "--seed", "5"]);
        for _ in 0..150 {
            if robot.type_and_wait("moves", "There ").contains("no move") {
                break;
            }
            let mut list = String::new();
            std::io::BufRead::read_line(&mut robot.output, &mut list).expect("a list");
            let first = list.split_whitespace().next().expect("a move");
            writeln!(robot.input, "{first}").expect("it reads");
        }
        let said = robot.leave();
        assert!(said.contains("Level 2: Junior category 3"), "{said}");
        assert!(!said.contains("cannot be played") && !said.contains("neither a move"), "{said}");
        let over = said.contains("The game is over");
        assert!(over || game == "corners", "{game}: {said}");
    }
}

#[test]
fn the_computer_answers_at_once_and_gives_moves_back() {
    let said = session(&["russian", "--level", "1", "--seed", "3"], &["c3-d4", "undo", "undo", "list", "quit"]);
    assert!(said.contains("You play White against the computer. Level 1: Beginner."), "{said}");
    let taken = said.lines().filter(|line| line.contains("takes back") || line.contains("taken back")).count();
    assert_eq!(taken, 2, "both half-moves: {said}");
    assert!(said.contains("no move to take back"), "{said}");
    let black = session(&["russian", "--level", "1", "--side", "black", "--seed", "3"], &["undo", "quit"]);
    assert!(black.contains("You play Black") && black.contains("White: "), "the computer began: {black}");
    assert!(black.contains("no move to take back"), "{black}");
    let again = || session(&["russian", "--level", "3", "--side", "lots", "--seed", "9"], &["quit"]);
    assert_eq!(again(), again(), "the same seed, the same lots and moves");
}

#[test]
fn hints_at_the_terminal() {
    let fen = "W:Wc3,e3,g1:Bd4,a7,h8";
    let arguments = |language| ["russian", "--level", "1", "--fen", fen, "--lang", language];
    let said = session(&arguments("en"), &["hint", "quit"]);
    assert!(said.contains("Best move: ") && said.contains("It wins"), "{said}");
    let russian = session(&arguments("ru"), &["подсказка", "выход"]);
    assert!(russian.contains("Лучший ход: ") && russian.contains("Выигрывает"), "{russian}");
    let ukrainian = session(&arguments("uk"), &["підказка", "hint", "вихід"]);
    assert_eq!(ukrainian.matches("Найкращий хід: ").count(), 2, "{ukrainian}");
    let two = session(&["russian"], &["hint", "resign", "hint", "quit"]);
    assert!(two.matches("Best move: ").count() == 1, "no hint when the game is over: {two}");
}

#[test]
fn the_computer_and_the_other_commands() {
    let clock = session(&["russian", "--level", "4", "--clock", "5m+3s", "--seed", "1"], &["c3-d4", "quit"]);
    assert!(clock.contains("[5:0") && clock.contains("Black: "), "{clock}");
    let strongest = session(&["russian", "--level", "10", "--clock", "2s"], &["c3-d4", "quit"]);
    assert!(strongest.contains("Black: ") && !strongest.contains("over"), "{strongest}");
    let draw = session(&["russian", "--level", "1"], &["draw", "accept", "resign", "c3-d4", "quit"]);
    assert!(draw.contains("declines the draw") && draw.contains("A.result.2a"), "{draw}");
    let wrong = session(&["russian", "--level", "1", "--seed", "1"], &["c3-c4", "hello", "g1-h2", "", "c3-d4", "quit"]);
    assert!(wrong.contains("cannot be played") && wrong.contains("neither a move"), "{wrong}");
    assert_eq!(wrong.lines().filter(|line| line.contains("Black: ")).count(), 1, "one answer: {wrong}");
    for bad in [&["--level", "0"][..], &["--level", "11"], &["--level", "x"], &["--side", "white"], &["--seed", "1"]] {
        refused(&[&["play", "russian"], bad].concat());
    }
    assert!(refused(&["play", "russian", "--level", "1", "--side", "red"]).contains("red"));
}

/// The computer takes a draw when it is worse, and only then.
#[test]
fn the_computer_and_draws() {
    let answer = |fen: &str, lines: &[&str]| session(&["russian", "--level", "6", "--seed", "1", "--fen", fen], lines);
    let ahead = answer("W:Wa3,h2:Bb8,d8,f8,h8,e7,g7,Kc1", &["h2-g3", "draw", "draw", "quit"]);
    assert_eq!(ahead.matches("The computer declines the draw.").count(), 2, "{ahead}");
    let behind = answer("W:Wa1,c1,e1,g1,d2,f2,Kb8:Bh8,a7", &["g1-h2", "draw", "draw", "quit"]);
    assert!(behind.contains("The draw is accepted.") && behind.contains("Draw: the players agreed."), "{behind}");
    assert!(!behind.contains("offered already"), "the game is over: {behind}");
}

/// Strong levels do not drag out what is lost, and say so.
#[test]
fn the_computer_resigns() {
    let said = |level: &str, language| {
        let game = ["russian", "--level", level, "--clock", "20s", "--seed", "1", "--fen", "W:WKa1,Kh2,a3:Be7"];
        session(&[&game[..], &["--lang", language]].concat(), &["a3-b4", "quit"])
    };
    for (language, resigns) in
        [("en", "The computer resigns."), ("ru", "Компьютер сдаётся."), ("uk", "Комп’ютер здається.")]
    {
        let strong = said("9", language);
        assert!(strong.contains(resigns) && strong.contains("[A.result.2a]"), "{strong}");
        assert_eq!(strong.matches('┌').count(), 2, "the last position is shown: {strong}");
    }
    let weak = said("5", "en");
    assert!(!weak.contains("resigns") && weak.contains("Black: "), "{weak}");
}

#[test]
fn the_dialogue_asks_for_a_level() {
    let said = session(&[], &["russian", "0", "hello", "2", "c3-d4", "quit"]);
    assert!(said.contains("“0”") && said.contains("“hello”"), "{said}");
    assert!(said.contains("10. Grandmaster") && said.contains("Level 2: Junior category 3"), "{said}");
    let enter = session(&[], &["", "", "quit"]);
    assert!(enter.contains("Level 1: Beginner"), "{enter}");
    let friend = session(&["--lang", "ru"], &["", "друг", "выход"]);
    assert!(!friend.contains("против компьютера"), "{friend}");
    let named = session(&["--lang", "ru"], &["", "мастер", "выход"]);
    assert!(named.contains("Уровень 9: Мастер"), "{named}");
    let left = session(&[], &["", "quit"]);
    assert!(left.contains("Goodbye"), "{left}");
}
