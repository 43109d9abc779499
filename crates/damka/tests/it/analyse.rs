//! `damka analyse` as a user meets it: the real binary, its output, its files and its exit codes.

use crate::binary::{Folder, Said, damka_with_input};
use serde_json::Value;

/// White's second move puts a man where it is taken for nothing.
const HANGING: &str = "[Event \"Club\"]\n[White \"Иванов\"]\n[Black \"Petrov\"]\n[Result \"0-1\"]\n[GameType \"25\"]\n\n\
                       {Before the game} 1. c3-d4 {[%clk 0:05:00] usual} (1. g3-h4 {or so} b6-a5) d6-c5! 2. d4-e5 {oh} \
                       f6xd4 *\n";
const MARKED: &str = "[GameType \"25\"]\n\n1. c3-d4 {[%eval 9.99] book} d6-c5 2. d4-e5!? f6xd4 *\n";
const ILLEGAL: &str = "[GameType \"25\"]\n\n1. c3-d4 d6-c5\n2. g1-h2 *\n";
const NODES: [&str; 2] = ["--nodes", "4000"];

/// Analyses a text from standard input within a few nodes.
fn analysed(text: &str, more: &[&str]) -> Said {
    let arguments: Vec<&str> = ["analyse", "-"].iter().chain(&NODES).chain(more).copied().collect();
    damka_with_input(&arguments, text.as_bytes())
}

/// A game on one line: lines are broken where they become too long.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_hung_man_is_marked_with_the_better_line() {
    let said = analysed(HANGING, &[]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let game = joined(&said.out);
    let (_, blunder) = game.split_once("2. d4-e5 ").expect("the move");
    assert!(blunder.starts_with("$4 {[%eval -") || blunder.starts_with("$2 {[%eval -"), "{game}");
    let (_, variation) = blunder.split_once("{oh} (2. ").expect("a better line behind the comment");
    assert!(!variation.starts_with("d4-e5"), "{game}");
    let (better, rest) = variation.split_once(')').expect("its end");
    assert!(better.contains("{[%eval ") && better.split(' ').count() > 5, "{better}");
    assert!(rest.trim_start().starts_with("2... f6:d4 {[%eval -"), "{rest}");
    assert_eq!(game.matches("(2. ").count(), 1, "{game}");
    assert_eq!(game.matches("[%eval").count(), 5, "a forced capture is evaluated too: {game}");
    // The summary does not mix with the games.
    assert!(said.err.starts_with("-: game 1: Иванов – Petrov, 0-1\nWhite: 2 moves, average loss "), "{}", said.err);
    assert!(said.err.contains("The turning point: 2. d4-e5?"), "{}", said.err);
}

#[test]
fn what_people_wrote_stays() {
    let game = joined(&analysed(HANGING, &[]).out);
    for kept in [
        "[Event \"Club\"]",
        "[White \"Иванов\"]",
        "[Result \"0-1\"]",
        "{Before the game} 1. c3-d4 {[%eval ",
        "{[%clk 0:05:00] usual}",
        "(1. g3-h4 {or so} b6-a5)",
        "1... d6-c5 $1 {[%eval ",
        "{oh}",
    ] {
        assert!(game.contains(kept), "{kept}: {game}");
    }
    let marked = joined(&analysed(MARKED, &[]).out);
    assert!(!marked.contains("9.99") && marked.contains("{book}"), "an old evaluation is replaced: {marked}");
    assert!(marked.contains("2. d4-e5 $5 {[%eval -"), "the mark of a person is the only one: {marked}");
    assert!(marked.contains("(2. "), "but the better line is shown: {marked}");
}

#[test]
fn what_is_written_reads_back_and_changes_no_more() {
    let folder = Folder::new("analyse-again");
    let file = folder.file("games.pdn", [HANGING, MARKED].join("\n"));
    let once = folder.path("once.pdn");
    let said = damka_with_input(&["analyse", &file, "-o", &once, "--nodes", "4000"], b"");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(said.out.matches("games.pdn: game ").count(), 2, "{}", said.out);
    let checked = damka_with_input(&["pdn", "check", &once], b"");
    assert_eq!((checked.code, checked.out.lines().last()), (Some(0), Some("games 2, legal 2, broken 0")));
    let again = analysed(&folder.read("once.pdn"), &[]);
    assert_eq!(again.out, folder.read("once.pdn"), "the same nodes give the same analysis, and nothing twice");
}

#[test]
fn a_file_is_not_overwritten_unless_asked() {
    let folder = Folder::new("analyse-force");
    let file = folder.file("games.pdn", MARKED);
    let said = damka_with_input(&["analyse", &file, "-o", &file, "--depth", "2"], b"");
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("games.pdn") && said.err.contains("--force"), "{}", said.err);
    assert_eq!(folder.read("games.pdn"), MARKED);
    let said = damka_with_input(&["analyse", &file, "-o", &file, "--depth", "2", "--force"], b"");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(folder.read("games.pdn").contains("[%eval"));
    assert_eq!(folder.names(), ["games.pdn"]);
}

#[test]
fn a_broken_game_is_told_and_the_others_are_done() {
    let folder = Folder::new("analyse-broken");
    let file = folder.file("mixed.pdn", [MARKED, ILLEGAL, HANGING].join("\n"));
    let done = folder.path("done.pdn");
    let said = damka_with_input(&["analyse", &file, "-o", &done, "--depth", "2"], b"");
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert_eq!(said.err, format!("{file}:8:4: game 2: “g1-h2”: h2 is occupied.\n"));
    assert!(said.out.contains("game 1: ") && said.out.contains("game 3: "), "{}", said.out);
    assert_eq!(folder.read("done.pdn").matches("[GameType").count(), 2);
}

#[test]
fn three_languages() {
    for (language, moves, turning) in [
        ("ru", "Белые: 2 хода, в среднем теряется ", "Переломный момент: 2. d4-e5"),
        ("uk", "Білі: 2 ходи, у середньому втрачається ", "Переломний момент: 2. d4-e5"),
        ("en", "White: 2 moves, average loss ", "The turning point: 2. d4-e5"),
    ] {
        let said = analysed(HANGING, &["--lang", language]);
        assert!(said.err.contains(moves) && said.err.contains(turning), "{language}: {}", said.err);
    }
}

#[test]
fn for_other_programs() {
    let said = analysed(&[HANGING, MARKED].join("\n"), &["--json"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let games: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [game, other] = &games[..] else { panic!("a line for each game: {}", said.out) };
    assert_eq!((&game["game"], &other["game"]), (&Value::from(1), &Value::from(2)));
    assert_eq!((&game["white"], &other["white"]), (&Value::from("Иванов"), &Value::Null));
    assert_eq!((&game["rules"], &game["result"]), (&Value::from("russian"), &Value::from("0-1")));
    let positions = game["positions"].as_array().expect("positions");
    assert_eq!((positions.len(), &game["turningPoint"]), (5, &Value::from(3)), "as the club's API has it");
    let blunder = &positions[2];
    assert_eq!(blunder["ply"], 2);
    assert_eq!((&blunder["text"], &blunder["side"]), (&Value::from("d4-e5"), &Value::from("white")));
    assert!(["mistake", "blunder"].contains(&blunder["class"].as_str().expect("a class")), "{blunder}");
    assert!(blunder["loss"].as_u64() >= Some(100) && blunder["lossHundredths"].as_u64() >= Some(50), "{blunder}");
    let after = &positions[3]["score"];
    assert!(
        after["hundredths"].as_i64() < Some(0) && after["text"].as_str().expect("words").starts_with('−'),
        "{after}"
    );
    let lines = blunder["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2);
    assert_ne!(lines[0]["moves"][0], blunder["text"]);
    assert_eq!((&lines[0]["moves"][0], &lines[0]["score"]), (&blunder["best"][0], &blunder["score"]));
    assert_eq!(positions[3]["class"], "forced");
    let white = &game["players"]["white"];
    assert_eq!((&white["moves"], &white["choices"]), (&Value::from(2), &Value::from(2)));
    assert!(white["accuracy"].as_f64() < game["players"]["black"]["accuracy"].as_f64(), "{game}");
}

#[test]
fn every_kind_of_game() {
    let games = "[DamkaRules \"corners\"]\n\n1. c3-c4 f6-f5 2. c4-c5 *\n\n\
                 [DamkaRules \"poddavki\"]\n\n1. c3-d4 d6-c5 2. d4-e5 f6:d4 *\n\n\
                 [DamkaRules \"house king=short\"]\n\n1. c3-d4 d6-c5 2. b2-c3 *\n\n\
                 [GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n\
                 [DamkaRules \"russian\"]\n[FEN \"W:Wc3:Bd4\"]\n\n1. c3xe5 1-0\n\n\
                 [DamkaRules \"russian\"]\n\n1. c3-d4 /FEN \"W:Wc3,e3:Bd4,b8\"/ 2. e3:c5 *\n\n\
                 [DamkaRules \"russian\"]\n\n*\n";
    let said = analysed(games, &[]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(damka_with_input(&["pdn", "check"], said.out.as_bytes()).code, Some(0), "{}", said.out);
    assert_eq!(said.err.matches("White: ").count(), 7, "{}", said.err);
    assert!(said.out.contains("1. c3:e5 *"), "a game that is won has nothing left to evaluate: {}", said.out);
}

/// The game goes on after a draw by the rules that nobody saw.
#[test]
fn moves_after_the_end_by_the_rules() {
    let back_and_forth = "c1-b2 b8-a7 b2-c1 a7-b8 ".repeat(12);
    let game = format!("[GameType \"25\"]\n[FEN \"W:WKc1:BKb8\"]\n\n{back_and_forth} *\n");
    let said = analysed(&game, &["--json"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let game: Value = serde_json::from_str(said.out.trim()).expect("JSON");
    let positions = game["positions"].as_array().expect("positions");
    assert_eq!(positions.len(), 49);
    let over: Vec<&Value> = positions.iter().filter(|at| at["class"].is_null()).collect();
    assert!(over.len() > 20, "what is over is not judged: {game}");
    assert!(over.iter().all(|at| at["score"]["hundredths"] == 0), "{game}");
}

/// A win that is proved, and one that stands on the board: the moves to it and the side, in the shape of the club's API.
#[test]
fn moves_to_a_win_for_other_programs() {
    let said = analysed("[GameType \"25\"]\n[FEN \"B:Wc3:Bd4\"]\n\n1... d4xb2 0-1\n", &["--json"]);
    let game: Value = serde_json::from_str(said.out.trim()).expect("JSON");
    let score = |ply: usize| &game["positions"][ply]["score"];
    assert_eq!((&score(0)["winsIn"], &score(1)["winsIn"]), (&Value::from(-1), &Value::from(0)), "{game}");
    for ply in [0, 1] {
        assert!(score(ply)["hundredths"].as_i64() < Some(-20_000), "{game}");
        assert!(score(ply)["text"].as_str().expect("words").starts_with("Black wins"), "{game}");
    }
}

/// Ctrl+C while the second game is analysed: every position takes a second.
#[cfg(unix)]
fn interrupted(folder: &Folder, more: &[&str]) -> Said {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let file = folder.path("games.pdn");
    let mut child = Command::new(env!("CARGO_BIN_EXE_damka"))
        .args(["--lang", "en", "analyse", &file, "--time", "1"])
        .args(more)
        .env("DAMKA_DATA", folder.path("data"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    out.read_line(&mut first).expect("the first game is done");
    let begun = std::time::Instant::now();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(kill.success());
    std::io::Read::read_to_string(&mut out, &mut first).expect("the rest");
    let ended = child.wait_with_output().expect("it ends");
    assert!(begun.elapsed() < std::time::Duration::from_secs(20), "it does not wait for the game to end");
    let err = String::from_utf8(ended.stderr).expect("UTF-8");
    assert!(!err.contains("panicked"), "{err}");
    Said { code: ended.status.code(), out: first, err }
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_keeps_what_is_finished() {
    let short = "[Event \"first\"]\n[GameType \"25\"]\n\n*\n";
    let games = [short, HANGING, MARKED].join("\n");
    let folder = Folder::new("analyse-interrupted");
    folder.file("games.pdn", &games);
    let done = folder.path("done.pdn");
    let said = interrupted(&folder, &["-o", &done]);
    assert_eq!(said.code, Some(130), "{}", said.err);
    assert_eq!(said.err, format!("Stopped. Games analysed: 1. They are in {done}.\n"));
    assert!(said.out.contains("game 1: ") && !said.out.contains("game 2: "), "{}", said.out);
    let checked = damka_with_input(&["pdn", "check", &done], b"");
    assert_eq!((checked.code, checked.out.lines().last()), (Some(0), Some("games 1, legal 1, broken 0")));
    assert!(folder.read("done.pdn").contains("[Event \"first\"]"));

    // A file that was to be replaced keeps its games: what is finished lies beside it.
    let said = interrupted(&folder, &["-o", &folder.path("games.pdn"), "--force"]);
    assert_eq!(said.code, Some(130), "{}", said.err);
    assert_eq!(folder.read("games.pdn"), games);
    let drafts: Vec<String> = folder.names().into_iter().filter(|name| name.ends_with(".part")).collect();
    let [draft] = &drafts[..] else { panic!("one draft: {drafts:?}") };
    assert!(said.err.contains(draft.as_str()), "{}", said.err);
    assert_eq!(folder.read(draft), folder.read("done.pdn"));

    // Without a file they are at the standard output.
    let said = interrupted(&folder, &[]);
    assert_eq!((said.code, said.out.matches("[Event ").count()), (Some(130), 1), "{}", said.out);
    assert!(said.err.ends_with("Stopped. Games analysed: 1.\n"), "{}", said.err);
}

#[test]
fn bad_options_and_files() {
    let folder = Folder::new("analyse-bad");
    let file = folder.file("games.pdn", MARKED);
    let nowhere = folder.path("nowhere.pdn");
    let out = folder.path("out.pdn");
    for (arguments, offending) in [
        (vec!["analyse", &nowhere, "-o", &out], "nowhere.pdn"),
        (vec!["analyse", &file, "--time", "0"], "--time"),
        (vec!["analyse", &file, "--time=-1"], "--time"),
        (vec!["analyse", &file, "--nodes", "0"], "--nodes"),
        (vec!["analyse", &file, "--time", "1", "--nodes", "5"], "--nodes"),
        (vec!["analyse", &file, "--lines", "0"], "--lines"),
        (vec!["analyse", &file, "--rules", "chess"], "chess"),
    ] {
        let said = damka_with_input(&arguments, b"");
        assert_eq!(said.code, Some(2), "{arguments:?}");
        assert!(said.err.contains(offending), "{arguments:?}: {}", said.err);
    }
    assert_eq!(folder.names(), ["games.pdn"], "nothing is left behind");
}
